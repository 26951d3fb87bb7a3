"""What a seat sees (GL-1.12), and the numbers of a seat for charts and statistics."""

from __future__ import annotations

from typing import Any

from engine.core.codec import plain
from engine.core.game import TABLE, Observation, Outcome, Seat
from engine.glow.cards import IS_SMALL, REROLL_ICONS
from engine.glow.rules.dice import recount
from engine.glow.rules.journey import distance
from engine.glow.rules.scoring import (
    board_value,
    butterfly_points,
    card_values,
    firefly_bonus,
    firefly_count,
    score,
)
from engine.glow.state import State

_HIDDEN = ("deck", "deck_b", "spell_pile", "hulios_deck", "butterfly_pool")


def _hide(holder: dict[str, Any], key: str) -> None:
    holder[key] = {"hidden": len(holder[key])}


def observe(state: State, seat: Seat | None) -> Observation:
    """GL-1.12: decks, piles and face-down spells are hidden from all, drawn cards from the others.

    The plain state, and `scores`: per seat what the final scoring would give now.
    """
    view = plain(state)
    view["scores"] = [score(state, player)[0] for player in state.players]
    if seat == TABLE:
        return view
    for key in _HIDDEN:
        _hide(view, key)
    for number, player in enumerate(view["players"]):
        _hide(player, "face_down")
        if number != seat:
            _hide(player, "hand")
    for tom in view["tom"]:
        _hide(tom, "pile")
    return view


def outcome(state: State) -> Outcome | None:
    """GL-11.7, GL-14.9."""
    if state.phase != "over":
        return None
    return Outcome(list(state.winners), state.reason, [score(state, player) for player in state.players])


def derive(state: State) -> None:
    """`Game.derive`: counted dice."""
    for player in state.players:
        recount(player)


def facts(state: State, seat: Seat) -> dict[str, int]:
    """What a seat has, and what the final scoring would give now. Taken in the evening, when the small dice are
    on the track again, so those are not counted; `fired`, `steps` and `rolls` are those of the day."""
    player = state.players[seat]
    return {
        "score": score(state, player)[0],
        "light": player.light,
        "rerolls": player.rerolls,
        "footprints": player.footprints,
        "fireflies": firefly_count(player),
        "large_dice": sum(not IS_SMALL[die.die] for die in player.dice),
        "companions": len(player.row),
        "card_values": card_values(player),
        "reroll_icons": sum(REROLL_ICONS[companion.card] for companion in player.row),
        "board_value": board_value(state, player),
        "distance": distance(state, player),
        "firefly_bonus": firefly_bonus(player),
        "butterflies": len(player.butterflies),
        "butterfly_points": butterfly_points(player),
        "spells": len(player.spells) + len(player.face_down),
        "fired": len(player.fired),
        "steps": len(player.visited),
        "rolls": player.rolls,
    }
