"""The games of the database: filters, a sorted list in pages, and what was not taken in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from dashboard import player
from dashboard.models import library as model
from dashboard.models.address import Address
from dashboard.models.source import Source
from dashboard.models.words import Words
from dashboard.screens.frame import Page, go, mirror, open_page

GAMES = st.components.v2.component(
    "emberlog_games", html=player.GAMES.markup, css=player.GAMES.style, js=player.GAMES.script
)


def show(page: Page, source: Source) -> None:
    """The screen."""
    _filters(page, source)
    listing = model.listing(source, page.address, page.language)
    if listing.total:
        _count(page, listing)
        _list(page, listing)
    elif page.address.is_filtered:
        st.info(page.say("library.none"))
    else:
        st.info(page.say("library.empty"))
    _rejected(page.say, source)


def _filters(page: Page, source: Source) -> None:
    here, say = page.address, page.say
    found = model.choices(source, here)
    with st.container(horizontal=True, vertical_alignment="bottom", key="filters"):
        st.text_input(
            say("library.filter.text"),
            key=mirror("text", here.text),
            on_change=_take,
            args=("text",),
            width=210,
        )
        _choose(say, "kind", here.kind, found.kind, lambda name: model.game_name(name, page.language), 160)
        _choose(say, "players", here.players, found.players, str, 95)
        _choose(say, "agent", here.agent, found.agent, str, 115)
        _choose(say, "winner", here.winner, found.agent, str, 115)
        _choose(
            say, "reason", here.reason, found.reason, lambda rule: model.reason_text(rule, page.language), 195
        )
        _choose(say, "finished", here.finished, found.finished, lambda key: say(f"library.{key}"), 120)
        if here.is_filtered:
            st.button(say("library.clear"), key="clear", on_click=_clear, type="tertiary")


def _choose(
    say: Words, name: str, value: Any, options: Sequence[Any], shown: Callable[[Any], str], width: int
) -> None:
    st.selectbox(
        say(f"library.filter.{name}"),
        options,
        format_func=lambda option: shown(option) if option else say("library.any"),
        key=mirror(name, value),
        on_change=_take,
        args=(name,),
        width=width,
    )


def _take(name: str) -> None:
    go(**{name: st.session_state[name], "at": 1})


def _clear() -> None:
    go(**{name: getattr(Address(), name) for name in Address.filters}, at=1)


def _count(page: Page, listing: model.Listing) -> None:
    say = page.say
    with st.container(
        horizontal=True, vertical_alignment="center", horizontal_alignment="distribute", key="count"
    ):
        text = say(
            "library.showing",
            first=f"{listing.first:,}",
            last=f"{listing.last:,}",
            total=f"{listing.total:,}",
        )
        st.text(text, width="content")
        if listing.pages > 1:
            with st.container(horizontal=True, width="content", vertical_alignment="center"):
                _turn("previous", say, listing.at - 1, listing.at > 1)
                st.text(f"{listing.at} / {listing.pages}", width="content")
                _turn("next", say, listing.at + 1, listing.at < listing.pages)


def _turn(name: str, say: Words, at: int, is_possible: bool) -> None:
    label = say(f"library.{name}")
    st.button(label, key=f"page_{name}", on_click=go, kwargs={"at": at}, disabled=not is_possible)


def _list(page: Page, listing: model.Listing) -> None:
    GAMES(
        key="games",
        data={
            "rows": listing.rows,
            "sort": page.address.sort,
            "words": {
                "language": page.language,
                "title": page.say("library.title"),
                "winner": page.say("player.winner"),
                "unfinished": page.say("library.no"),
                "columns": [
                    {
                        "name": name,
                        "label": page.say(f"library.column.{name}"),
                        "number": name in ("rounds", "steps"),
                    }
                    for name in model.COLUMNS
                ],
            },
        },
        on_open_change=lambda: open_page("replay", game=st.session_state["games"]["open"], step=0),
        on_sort_change=lambda: go(sort=st.session_state["games"]["sort"], at=1),
    )


def _rejected(say: Words, source: Source) -> None:
    rows = model.rejected(source)
    if not rows:
        return
    with st.expander(say("library.rejected", count=len(rows)), key="rejected"):
        st.caption(say("library.rejected_hint"))
        names = {name: say(f"library.column.{name}") for name in ("file", "line", "what")}
        st.dataframe(
            rows[: model.PAGE * 4], column_config={k: st.column_config.Column(v) for k, v in names.items()},
            hide_index=True, key="rejected_rows", alt=say("library.rejected", count=len(rows)),
        )  # fmt: skip
