"""What a seat sees (chapter 13), and the numbers of a seat for charts and statistics."""

from __future__ import annotations

from engine.core.codec import plain
from engine.core.game import TABLE, Observation, Outcome, Seat
from engine.living_forest.cards import INITIAL_TREE, LEVEL_CARDS, NO_TREE, START_CARDS, TILE_KINDS, VARAN
from engine.living_forest.rules.ending import counts
from engine.living_forest.state import State

SCORE_NAMES = ("fires", "trees", "flowers")
_SETS = ("cards_start", *(f"cards_level{level}" for level, _ in enumerate(LEVEL_CARDS, 1)), "varans")
_SET_OF = {
    **{card: number for number, cards in enumerate((START_CARDS, *LEVEL_CARDS)) for card in cards},
    VARAN: len(_SETS) - 1,
}
_SET_NUMBERS = range(len(_SETS))
_AS_SETS = bytes(_SET_OF.get(card, len(_SETS)) for card in range(256))
"""Cards in, their sets out: `bytes.translate` counts a whole deck at once."""


def observe(state: State, seat: Seat | None) -> Observation:
    """LF-13.1 to LF-13.3: all is open but the order of decks and stacks; the table sees that too.

    The plain state, and `goals`: per seat the counts of LF-9.2 to LF-9.4, named like the tiles.
    """
    view = plain(state)
    for player in view["players"]:
        del player["filled"]  # a bit set for the rules; people read the forest
    if seat != TABLE:
        for player in view["players"]:
            player["deck"] = {"hidden": len(player["deck"])}
        view["stacks"] = {level: {"hidden": len(stack)} for level, stack in view["stacks"].items()}
    view["goals"] = [dict(zip(TILE_KINDS, counts(player), strict=True)) for player in state.players]
    return view


def outcome(state: State) -> Outcome | None:
    """LF-9.7 to LF-9.9."""
    if state.phase != "over":
        return None
    return Outcome(list(state.winners), state.reason, [counts(player) for player in state.players])


def facts(state: State, seat: Seat) -> dict[str, int]:
    """Symbols as at an end check, the three counts, and what the seat owns."""
    player = state.players[seat]
    fires, trees, flowers = counts(player)
    owned = bytes(player.deck + player.discard + player.line).translate(_AS_SETS)
    return {
        "fires": fires,
        "trees": trees,
        "flowers": flowers,
        "total": fires + trees + flowers,
        "sun": player.sun,
        "water": player.water,
        "earth": player.earth,
        "wind": player.wind,
        "flower_symbols": player.flower,
        "net_black": player.net_black,
        "actions": player.actions,
        "onibi": len(player.onibi),
        "onibi_value": sum(player.onibi),
        "trees_planted": len(player.forest)
        - player.forest.count(NO_TREE)
        - player.forest.count(INITIAL_TREE),
        "fragments": player.fragments,
        "tiles": sum(player.tiles),
        "line": len(player.line),
        "cards": len(owned),
        **dict(zip(_SETS, map(owned.count, _SET_NUMBERS), strict=True)),
    }
