"""The choices of the players and the steps of the table (LF-6.16, sections 4, 9 and 10).

Instances are made once and shared: a legal list is a list of references.
"""

from __future__ import annotations

from typing import Literal

from engine.core.game import Action
from engine.living_forest.cards import CELLS, DATA, FIRST_TREE, ONIBI_VALUES, SPACES, TREE_NAMES


class Draw(Action, frozen=True, tag="draw"):
    """LF-4.3: take the top card of the deck."""


class Stop(Action, frozen=True, tag="stop"):
    """LF-4.9: stop drawing."""


class DiscardWithFragment(Action, frozen=True, tag="discard_with_fragment"):
    """LF-4.10: pay a fragment to discard the card just drawn."""


class TakeFragment(Action, frozen=True, tag="take_fragment"):
    """LF-6.1: take one fragment."""


class Buy(Action, frozen=True, tag="buy"):
    """LF-6.2: buy the face-up card in a slot, both counted from 1."""

    level: Literal[1, 2, 3]
    slot: Literal[1, 2, 3, 4]


class TakeFire(Action, frozen=True, tag="take_fire"):
    """LF-6.6: take one onibi of this value."""

    value: Literal[2, 3, 4]


class Plant(Action, frozen=True, tag="plant"):
    """LF-6.9: plant a tree of this kind on a cell; column 1 is left, row 1 is top."""

    tree: Literal["T3A", "T3B", "T4A", "T4B", "T5A", "T5B", "T6", "T7", "T8", "T9", "T10", "T11"]
    column: Literal[1, 2, 3, 4, 5]
    row: Literal[1, 2, 3]


class Move(Action, frozen=True, tag="move"):
    """LF-6.11: move the spirit this many steps."""

    steps: Literal[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]


class Steal(Action, frozen=True, tag="steal"):
    """LF-8.6: the kind of tile taken from the jumped opponent (the field is `tile`: `kind` is the tag)."""

    tile: Literal["fire", "tree", "flower"]


class EndAction(Action, frozen=True, tag="end_action"):
    """LF-5.10: buy or take nothing more in this action."""


class EndCheck(Action, frozen=True, tag="end_check"):
    """Section 9: the table looks whether somebody has met a goal."""


class OnibiAttack(Action, frozen=True, tag="onibi_attack"):
    """LF-10.1 to LF-10.6: the onibi attack."""


class AddOnibi(Action, frozen=True, tag="add_onibi"):
    """LF-10.7 to LF-10.11: new onibi, refilled rows."""


class PassTree(Action, frozen=True, tag="pass_tree"):
    """LF-10.12, LF-10.13: lines are discarded, the sacred tree is passed."""


DRAW, STOP, DISCARD, TAKE_FRAGMENT, END_ACTION = (
    Draw(),
    Stop(),
    DiscardWithFragment(),
    TakeFragment(),
    EndAction(),
)
END_CHECK, ONIBI_ATTACK, ADD_ONIBI, PASS_TREE = EndCheck(), OnibiAttack(), AddOnibi(), PassTree()
BUY = tuple(
    tuple(Buy(level, slot) for slot in range(1, DATA.levels[level].row_size + 1))  # type: ignore[arg-type]
    for level in DATA.levels
)
"""By level - 1, slot - 1."""
TAKE_FIRE = tuple(TakeFire(value) for value in ONIBI_VALUES)  # type: ignore[arg-type]
PLANT = tuple(
    tuple(Plant(TREE_NAMES[tree], column, row) for column, row in CELLS)  # type: ignore[arg-type]
    for tree in range(FIRST_TREE, len(TREE_NAMES))
)
"""By tree - FIRST_TREE, cell."""
MOVES = tuple(Move(steps) for steps in range(1, len(SPACES) - 1))  # type: ignore[arg-type]
STEAL = tuple(Steal(tile) for tile in DATA.victory_tiles.kinds)  # type: ignore[arg-type]
