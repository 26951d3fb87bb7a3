"""The dashboard's only page; `emberlog dashboard` starts it (see `dashboard.command`)."""

from __future__ import annotations

import streamlit as st

from dashboard.screens import library, query, replay
from dashboard.screens.database import database, trouble_told
from dashboard.screens.frame import head

SCREENS = {"library": library.show, "replay": replay.show, "query": query.show}


def main() -> None:
    """Head and screen; without a database, what to do about it."""
    st.set_page_config(
        page_title="Emberlog", page_icon="🔥", layout="wide", initial_sidebar_state="collapsed"
    )
    page = head()
    if page.address.page != "replay":
        replay.leave()
    with trouble_told(page.language):
        SCREENS[page.address.page](page, database())


main()
