"""Chapter 10: the evening."""

from __future__ import annotations

from engine.core.game import RuleId, Seat
from engine.core.table import Table
from engine.glow.actions import Evening
from engine.glow.cards import (
    ELEMENT_FACES,
    ELEMENTS,
    EXTENSION_OF,
    EXTENSIONS,
    FACE_NAMES,
    IS_SMALL,
    MAIN_OF,
    SPACE_NAMES,
)
from engine.glow.rules.dice import recount
from engine.glow.rules.prepare import deal, place_die
from engine.glow.rules.solo import toms_spaces
from engine.glow.rules.turn import refuse_table, turn_order
from engine.glow.state import EVENING, State

_NO_NEW_DIE = EVENING.index("no_new_die")


def refuse_evening(state: State, seat: Seat, action: Evening) -> RuleId | None:
    return refuse_table(state, seat, "evening")


def evening(state: State, seat: Seat, action: Evening, table: Table) -> None:
    """GL-10.1 to GL-10.5."""
    for number in turn_order(state):
        _put_down(state, number, table)
    _footprints(state, table)
    deal(state, "GL-10.4", table)
    state.first = (state.first + 1) % len(state.players)  # GL-10.5
    state.actor = state.first
    state.day += 1
    state.phase = "start_day"
    table.tell("GL-10.5", "start_player", state.first)


def _put_down(state: State, seat: Seat, table: Table) -> None:
    """GL-10.1: small dice to the space of their element; GL-10.2: special faces are rolled first."""
    player = state.players[seat]
    small = [die for die in player.dice if IS_SMALL[die.die]]
    if not small:
        return
    again = [die for die in small if die.face >= len(ELEMENTS)]
    if again:
        label = f"day {state.day} p{seat + 1} evening"
        faces = table.roll_each(label, [ELEMENT_FACES for _ in again], FACE_NAMES)
        for die, face in zip(again, faces, strict=True):
            die.face = face
    count = len(state.players)
    on_extension = count in EXTENSIONS and seat + 1 in EXTENSIONS[count].owner_seats  # GL-13.5
    for die in small:
        place = EXTENSION_OF[count][die.face] if on_extension else MAIN_OF[die.face]
        rule = "GL-13.5" if on_extension else "GL-10.1"
        place_die(state, place, die.die, die.face, rule, table, seat=seat)
    player.dice = [die for die in player.dice if not IS_SMALL[die.die]]
    recount(player)


def _footprints(state: State, table: Table) -> None:
    """GL-10.3: one token on every space without a small die (GL-14.11: or a die of Tom)."""
    only_new = state.evening_footprints == _NO_NEW_DIE
    closed = toms_spaces(state)
    for space in state.track:
        lying = any(die.new for die in space.dice) if only_new else bool(space.dice)
        if not lying and space.space not in closed:
            space.footprints += 1
            table.tell("GL-10.3", "footprint_added", space=SPACE_NAMES[space.space])
