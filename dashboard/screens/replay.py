"""One game, step by step: the player, and what it reports back.

The player moves by itself. It reports a step once it has rested, and asks for other frames when another
perspective or layout is wanted; both rerun this fragment alone. What is sent to it stays the same while
a game is watched, so a rerun sends no frames again.
"""

from __future__ import annotations

from typing import Any

import streamlit as st

from dashboard import player
from dashboard.models.replay import Replay, build_frames
from dashboard.models.source import Source
from dashboard.models.words import Words, literal
from dashboard.screens.database import trouble_told
from dashboard.screens.frame import Page, address, go, open_page

PLAYER = st.components.v2.component(
    "emberlog_player", html=player.PLAYER.markup, css=player.PLAYER.style, js=player.PLAYER.script
)


@st.cache_data(max_entries=48, show_spinner=False)
def frames(
    _source: Source, key: str, game: str, perspective: str, language: str, narrow: bool
) -> Replay | None:
    """Frames of a stored game, None when there is none. `key` tells the source and its state."""
    lines = _source.game_log(game)
    return None if lines is None else build_frames(lines, perspective, language, narrow)


def show(page: Page, source: Source) -> None:
    """The screen."""
    if not page.address.game:
        st.info(page.say("replay.choose"))
        st.button(page.say("replay.to_library"), key="to_library", on_click=open_page, args=("library",))
        return
    _watch(source, page.language, page.say)


def leave() -> None:
    """Another screen is shown: the next player begins anew, where the address says."""
    st.session_state.pop("jump", None)


@st.fragment
def _watch(source: Source, language: str, say: Words) -> None:
    with trouble_told(language):
        _show(source, language, say)


def _show(source: Source, language: str, say: Words) -> None:
    here = address()
    is_first = st.session_state.get("watched") != here.game
    with st.spinner(say("replay.opening"), show_time=False) if is_first else st.container():
        replay = frames(source, source.key, here.game, here.seat, language, _is_narrow())
    if replay is None:
        st.warning(say("replay.gone", game=literal(here.game)))
        st.button(say("replay.to_library"), key="to_library", on_click=open_page, args=("library",))
        return
    st.session_state["watched"] = here.game
    PLAYER(
        key="player",
        data={
            "id": replay.id,
            "game": here.game,
            "packed": replay.packed,
            "jump": _jump(here.game, replay.clamp(here.step)),
        },
        on_step_change=_on_step,
        on_seat_change=lambda: go(seat=_told("seat", here.seat)),
        on_layout_change=lambda: st.session_state.update(layout=_told("layout", "wide")),
    )


def _told(name: str, otherwise: Any) -> Any:
    """What the player has set, inside one of its callbacks."""
    return st.session_state["player"].get(name, otherwise)


def _on_step() -> None:
    step = int(_told("step", 0))
    st.session_state["rested"] = step
    go(step=step)


def _jump(game: str, step: int) -> list[int]:
    """Where the player is to go: number of the jump, and the step.

    It stays the same as long as the address has the step that the player itself reported; an address that
    was changed otherwise (a link, the browser's back button) makes a new jump.
    """
    jump: tuple[int, int, str] = st.session_state.get("jump", (0, 0, ""))
    if jump[2] != game or step != st.session_state.get("rested", step):
        jump = (jump[0] + 1, step, game)
        st.session_state["jump"] = jump
    st.session_state["rested"] = step
    return [jump[0], jump[1]]


def _is_narrow() -> bool:
    """The layout that the player asked for; before it has, a guess by the browser's name."""
    agent = st.context.headers.get("User-Agent", "")
    return bool(st.session_state.get("layout", "narrow" if "Mobi" in agent else "wide") == "narrow")
