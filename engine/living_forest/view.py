"""What a seat sees (chapter 13), and the numbers of a seat for charts and statistics."""

from __future__ import annotations

from engine.core.codec import plain
from engine.core.game import TABLE, Observation, Outcome, Seat
from engine.living_forest.cards import DATA, FIRST_TREE, LEVEL_CARDS, START_CARDS, TILE_KINDS, VARAN
from engine.living_forest.rules.ending import counts
from engine.living_forest.state import State

SCORE_NAMES = ("fires", "trees", "flowers")
_LEVEL_OF = {card: f"cards_level{level}" for level, cards in enumerate(LEVEL_CARDS, 1) for card in cards}
_SET_OF = {**_LEVEL_OF, **dict.fromkeys(START_CARDS, "cards_start"), VARAN: "varans"}


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
    owned = dict.fromkeys(("cards_start", *(f"cards_level{level}" for level in DATA.levels), "varans"), 0)
    for pile in (player.deck, player.discard, player.line):
        for card in pile:
            owned[_SET_OF[card]] += 1
    planted = [tree for tree in player.forest if tree >= FIRST_TREE]
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
        "trees_planted": len(planted),
        "fragments": player.fragments,
        "tiles": sum(player.tiles),
        "line": len(player.line),
        "cards": sum(owned.values()),
        **owned,
    }
