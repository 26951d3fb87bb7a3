"""What a seat sees (SW-1.12, SW-1.13), the outcome, and numbers of a seat for charts and statistics."""

from __future__ import annotations

from typing import Any

from engine.core.codec import plain
from engine.core.game import TABLE, Observation, Outcome, Seat
from engine.set_a_watch.cards import ATTACK, CARD_NAMES, IS_SUMMON, IS_UNHALLOWED, LOCATION_NAMES
from engine.set_a_watch.rules.firewood import lit
from engine.set_a_watch.rules.line import healths
from engine.set_a_watch.rules.party import controller, leader, total_roll
from engine.set_a_watch.state import FRAMES, State

SCORE_NAMES = ("rounds", "defeated", "ready")
_LOOKED_AT = {
    "scout_order": CARD_NAMES,
    "elven_scout_order": CARD_NAMES,
    "map_choice": LOCATION_NAMES,
    "teleport_choice": LOCATION_NAMES,
}
_PILES = ("deck", "horde", "map", "unused")


def observe(state: State, seat: Seat | None) -> Observation:
    """SW-1.12, SW-1.13: every seat sees the same; what is face-down and unknown is hidden.

    The plain state; a pile with known cards is a list of names and `{"hidden": 1}`. And worked out: `lit` (N),
    `leader`, `health` per card of the line (0: face-down), `total` (total die roll) per adventurer,
    `seen`: names of what is being looked at in a decision.
    """
    view = plain(state)
    if seat != TABLE:
        for pile in _PILES:
            view[pile] = _pile(view[pile])
        _hide_line(view)
    view["lit"] = lit(state)
    view["leader"] = leader(state)
    view["health"] = healths(state)
    view["seen"] = _seen(state)
    view["total"] = [total_roll(state, who) for who in range(4)]
    return view


def _hide_line(view: Observation) -> None:
    """Unknown cards of the line, also where Berserker remembers them as neighbours."""
    unknown = [spot["card"] for spot in view["line"] if not spot["known"]]
    for spot in view["line"]:
        if not spot["known"]:
            spot["card"] = {"hidden": 1}
    for kill in view["watch"]["kills"]:
        for side in ("front", "back"):
            if kill[side] in unknown:
                kill[side] = {"hidden": 1}


def _seen(state: State) -> list[str | None]:
    """Cards or locations that were drawn and still have to be put back."""
    if not state.pending:
        return []
    frame = state.pending[-1]
    names = _LOOKED_AT.get(FRAMES[frame.what])
    return [] if names is None else [names[number] for number in frame.cards]


def _pile(faces: list[str]) -> Any:
    """One mark for a pile that nobody knows anything of, else one mark per unknown card."""
    if all(face.startswith("?") for face in faces):
        return {"hidden": len(faces)}
    return [{"hidden": 1} if face.startswith("?") else face for face in faces]


def outcome(state: State) -> Outcome | None:
    """SW-20.4, SW-20.5: all seats win, or none."""
    if not state.reason:
        return None
    seats = range(state.players)
    return Outcome(list(seats) if state.won else [], state.reason, [_score(state, seat) for seat in seats])


def _score(state: State, seat: Seat) -> list[int]:
    """Round reached, creatures defeated, ready cards of the whole party: the party scores as one."""
    return [state.round, state.defeated, _ready(state, range(4))]


def _ready(state: State, people: Any) -> int:
    return sum(slot.ready for who in people for slot in state.adventurers[who].board)


def facts(state: State, seat: Seat) -> dict[str, int]:
    """First the party's numbers, then those of the adventurers that the seat decides for."""
    own = [who for who in range(4) if controller(state, who) == seat]
    creatures = [spot for spot in state.line if not IS_SUMMON[spot.card]]
    return {
        "rounds": state.round,
        "firewood": state.firewood,
        "lit": lit(state),
        "defeated": state.defeated,
        "horde": len(state.horde),
        "line": len(state.line),
        "attack_left": sum(ATTACK[spot.card] for spot in creatures),
        "deck": len(state.deck),
        "graveyard": len(state.graveyard),
        "unhallowed": len(state.unhallowed),
        "unhallowed_loose": sum(IS_UNHALLOWED[card] for card in state.graveyard),
        "ready": _ready(state, range(4)),
        "exhausted": 12 - _ready(state, range(4)),
        "tamed": sum(len(one.tamed) for one in state.adventurers),
        "camps_left": sum(2 - one.camps for one in state.adventurers),
        "own_ready": _ready(state, own),
        "own_tamed": sum(len(state.adventurers[who].tamed) for who in own),
        "own_roll": sum(total_roll(state, who) for who in own),
        "own_camps": sum(state.adventurers[who].camps for who in own),
        "own_adventurers": len(own),
    }
