"""What every screen shares: the address, the words, the head of the page."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from dashboard.models.address import PAGES, Address, language_of, read
from dashboard.models.words import LANGUAGE_NAMES, LANGUAGES, Words, words

_EMBER = (
    '<svg width="26" height="30" viewBox="0 0 26 30" aria-hidden="true">'
    '<path d="M13 1c1 6 9 9 9 17.5a9 10 0 0 1-18 .5c0-4 2-6 3.5-8.5.5 2 1.5 3 2.5 3.5C10 9 10.5 5 13 1z" fill="#e8590c"/>'
    '<path d="M13.2 15c.5 3 4 4.5 4 8a4.2 4.7 0 0 1-8.4.2c0-2 1-3 1.8-4.2.3.9.7 1.4 1.2 1.6.1-2 .4-3.8 1.4-5.6z" fill="#ffc078"/></svg>'
)
_STYLE = """<style>
.stMainBlockContainer { padding: 1.1rem clamp(0.7rem, 2.2vw, 2.2rem) 2rem; max-width: 1680px; }
.stAppHeader { background: transparent; pointer-events: none; }
.stAppHeader * { pointer-events: auto; }
.emberlog { display: flex; align-items: center; gap: .55rem; line-height: 1.1; }
.emberlog b { font-size: 1.3rem; letter-spacing: -.01em; }
.emberlog span { opacity: .7; font-size: .86rem; }
@media (max-width: 700px) { .emberlog span { display: none; } .st-key-nav { order: 3; } }
</style>"""


@dataclass(frozen=True)
class Page:
    """What a screen is given."""

    address: Address
    language: str
    say: Words


def address() -> Address:
    """Where we are, as the address says now."""
    return read(st.query_params.to_dict())


def go(**changes: object) -> None:
    """Change parts of the address; for callbacks of widgets."""
    _write(address().to(**changes))


def open_page(page: str, **changes: object) -> None:
    """Go to another screen, as it was left."""
    here = address()
    left = st.session_state.setdefault("left", {})
    left[here.page] = here
    _write(left.get(page, Address()).to(page=page, lang=here.lang, **changes))


def _write(new: Address) -> None:
    st.query_params.from_dict(new.params())


def mirror(key: str, value: object) -> str:
    """Let a widget show what the address says; returns its key."""
    st.session_state[key] = value
    return key


def head() -> Page:
    """Name, screens and language; what the screen below is given."""
    here = address()
    language = language_of(here, st.context.locale)
    say = words(language)
    st.html(_STYLE)
    with st.container(
        horizontal=True, vertical_alignment="center", horizontal_alignment="distribute", key="head"
    ):
        name = f'<div class="emberlog">{_EMBER}<b>Emberlog</b><span>{say("brand.tagline")}</span></div>'
        st.markdown(name, unsafe_allow_html=True, width="content")
        st.segmented_control(
            say("nav.label"),
            PAGES,
            format_func=lambda page: say(f"nav.{page}"),
            key=mirror("nav", here.page),
            required=True,
            label_visibility="collapsed",
            on_change=lambda: open_page(st.session_state["nav"]),
        )
        st.segmented_control(
            say("nav.language"),
            LANGUAGES,
            format_func=LANGUAGE_NAMES.__getitem__,
            key=mirror("language", language),
            required=True,
            label_visibility="collapsed",
            on_change=lambda: go(lang=st.session_state["language"]),
        )
    return Page(here, language, say)
