"""A greedy agent: it draws with an eye on the black dots, then takes what brings it nearest to a goal.

Every option gets a number of points from what its seat sees; the most points win, the first of equals.
Points are integers; about 100 are worth one onibi, one new kind of tree or one flower.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.core.game import Action, Observation, Seat
from engine.living_forest.actions import (
    Buy,
    DiscardWithFragment,
    Draw,
    EndAction,
    Move,
    Plant,
    Steal,
    Stop,
    TakeFire,
    TakeFragment,
)
from engine.living_forest.cards import (
    CARD_NAMES,
    COST,
    DATA,
    DOT,
    EARTH,
    FLOWER,
    SPACES,
    START_CARDS,
    SUN,
    TREE_COST,
    TREE_NAMES,
    WATER,
    WIND,
)

_NUMBER = {name: card for card, name in enumerate(CARD_NAMES) if name}
_TREE = {name: tree for tree, name in enumerate(TREE_NAMES) if name}
_TREE_SYMBOLS = {tree.id: sum(tree.symbols.values()) for tree in DATA.trees}
_CORNERS = {corner.cell: corner.effect for corner in DATA.forest.corners}
_SYMBOL_POINTS = tuple(
    14 * SUN[card]
    + 22 * WATER[card]
    + 18 * EARTH[card]
    + 10 * WIND[card]
    + 30 * FLOWER[card]
    - 25 * DOT[card]
    for card in range(len(CARD_NAMES))
)


class Greedy:
    """Looks one choice ahead. Uses no randomness: its stream's seed changes nothing."""

    def __init__(self, seed: str, seat: Seat) -> None:
        self._seat = seat

    def choose(self, legal: Sequence[Action], observe: Callable[[], Observation]) -> int:
        if len(legal) == 1:
            return 0
        view = observe()
        points = [self._points(action, view) for action in legal]
        return points.index(max(points))

    def _points(self, action: Action, view: Observation) -> int:
        me = view["players"][self._seat]
        match action:
            case Draw():
                return _draw_points(me)
            case Stop():
                return 0
            case DiscardWithFragment():
                return 150 if me["net_black"] >= DATA.actions.black_limit else -1
            case TakeFragment():
                return 60 if me["fragments"] < 2 else 15
            case Buy(level=level, slot=slot):
                return _buy_points(view, me, level, slot)
            case TakeFire(value=value):
                return 110 - 4 * value + _urgency(view["goals"][self._seat]["fire"])
            case Plant():
                return self._plant_points(action, view, me)
            case Move(steps=steps):
                return self._move_points(steps, view, me)
            case Steal(tile=tile):
                return int(view["goals"][self._seat][tile])
            case EndAction():
                return 1
        return 0

    def _plant_points(self, action: Plant, view: Observation, me: dict[str, Any]) -> int:
        points = 8 * _TREE_SYMBOLS[action.tree] + 2 * TREE_COST[_TREE[action.tree]]
        if action.tree not in me["forest"].values():
            points += 85 + _urgency(view["goals"][self._seat]["tree"])
        if action.row == 2:
            points += 12  # the middle row brings two flowers
        corner = _CORNERS.get((action.column, action.row))
        if corner == "extinguish" and view["onibi"]:
            points += 60 if me["water"] + 2 >= view["onibi"][0] else 0
        elif corner is not None:
            points += 40
        return points

    def _move_points(self, steps: int, view: Observation, me: dict[str, Any]) -> int:
        standing = {player["spirit"]: player for player in view["players"] if player is not me}
        space, jumped = me["spirit"], 0
        while steps:
            space = (space + 1) % len(SPACES)
            if space in standing:
                jumped += any(standing[space]["tiles"].values())
            else:
                steps -= 1
        return 75 * jumped + _space_points(SPACES[space], view, me)


def _draw_points(me: dict[str, Any]) -> int:
    """Draw on while the danger of losing an action is small for what another card brings."""
    limit = DATA.actions.black_limit
    if me["net_black"] < limit - 1:
        return 10 if len(me["line"]) < 12 else -1
    seen = [*me["line"], *me["discard"]]
    left = me["deck"]["hidden"]
    black = sum(DOT[card] > 0 for card in START_CARDS if CARD_NAMES[card] not in seen)
    if not left:
        left = len(me["discard"])
        black = sum(DOT[_NUMBER[card]] > 0 for card in me["discard"])
    risk = 100 * black // max(left, 1)
    return 10 if risk < (34 if me["fragments"] else 12) else -1


def _buy_points(view: Observation, me: dict[str, Any], level: int, slot: int) -> int:
    card = _NUMBER[view["rows"][str(level)][str(slot)]]
    # Each card bought calls an onibi to the board, which attacks those with little water.
    points = _SYMBOL_POINTS[card] + 3 * COST[card] - 5 * level
    return points // 2 if view["round"] > 12 else points


def _space_points(effect: str, view: Observation, me: dict[str, Any]) -> int:
    if effect == "fragment":
        return 25
    if effect == "extinguish":
        return 105 if view["onibi"] and view["onibi"][0] <= me["water"] else 0
    if effect == "plant":
        return 90 if me["earth"] >= 3 else 0
    return 5 * max(int(me["sun"]), 0)


def _urgency(count: int) -> int:
    """The nearer a goal, the more one step towards it is worth."""
    return int(count) ** 2
