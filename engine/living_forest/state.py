"""The state of a game: plain data, changed in place.

Symbols, net black dots and the filled cells are asked at every turn, so they are kept as running totals;
`derive` works them out afresh, and a property test compares the two after every step.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from engine.core.codec import DERIVED, Keyed, Named
from engine.core.game import Options, Seat
from engine.living_forest.cards import (
    CARD_NAMES,
    CELL_NAMES,
    LEVELS,
    ONIBI_VALUES,
    PLANTABLE,
    TILE_KINDS,
    TREE_NAMES,
)

Card = Annotated[int, Named(CARD_NAMES)]
Tree = Annotated[int, Named(TREE_NAMES)]
SLOTS = ("1", "2", "3", "4")
Row = Annotated[list[Card], Keyed(SLOTS)]
Total = Annotated[int, DERIVED]

Phase = Literal["draw", "action", "end_check", "onibi_attack", "add_onibi", "pass_tree", "over"]
Effect = Literal["", "attract", "extinguish", "plant", "steal"]
Kind = Literal["fragment", "attract", "extinguish", "plant", "spirit"]


class LivingForestOptions(Options, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """LF-1.1: two, three or four players."""

    players: Literal[2, 3, 4] = 2


class Player(msgspec.Struct, array_like=True):
    """What lies before one seat."""

    deck: list[Card]
    """Top first; its order is hidden (LF-13.1)."""
    discard: list[Card]
    line: list[Card]
    """In the order played."""
    forest: Annotated[list[Tree], Keyed(CELL_NAMES)]
    onibi: list[int]
    """Values of the onibi taken; each counts as one (LF-6.7)."""
    fragments: int
    tiles: Annotated[list[int], Keyed(TILE_KINDS)]
    spirit: int
    """Space of the circle, 0 to 11."""
    stopped: bool
    """Has stopped drawing in this round."""
    actions: int
    """Actions of this round, fixed on stopping (LF-4.18); 0 before."""
    just_drew: bool
    """The last step in this phase was a draw: a fragment may answer it (LF-4.13)."""
    shuffles: int
    """Shuffles of this deck so far; the next one takes this number into its label."""
    sun: Total = 0
    water: Total = 0
    earth: Total = 0
    wind: Total = 0
    flower: Total = 0
    """Line, trees and full columns, with their sign (LF-0.4); row 2 comes on top at the end check only."""
    net_black: Total = 0
    filled: Total = 0
    """Bit set of the cells that hold a tree."""


class Turn(msgspec.Struct, array_like=True):
    """The turn under way in the action phase."""

    seat: Seat
    actions_left: int
    kinds: list[Kind]
    """Main actions begun in this turn (LF-5.8: bonus effects are not among them)."""
    effect: Effect
    """What is being carried out; empty: a main action is due."""
    spent: int
    """Sun or water spent in the effect under way."""
    extra: int
    """Extra sun or water of a corner, for this effect only (LF-7.10)."""
    jumped: list[Seat]
    """Opponents whose tile is still to be taken, in the order in which they were jumped."""


class State(msgspec.Struct, array_like=True):
    """The whole game."""

    round: int
    phase: Phase
    first: Seat
    """Holder of the sacred tree."""
    turn: Turn
    players: list[Player]
    rows: Annotated[list[Row], Keyed(LEVELS)]
    stacks: Annotated[list[list[Card]], Keyed(LEVELS)]
    """Top first; hidden (LF-13.1)."""
    onibi: list[int]
    """On the circle board, ascending."""
    onibi_stock: Annotated[list[int], Keyed(tuple(str(value) for value in ONIBI_VALUES))]
    supply: Annotated[list[int], Keyed(tuple(str(name) for name in PLANTABLE))]
    """Protective trees left, by kind."""
    fragments: int
    varans: int
    bought: Annotated[list[int], Keyed(LEVELS)]
    """Cards bought in this round, by level (LF-10.9)."""
    winners: list[Seat]
    reason: str
    """The rule by which the game ended; empty while it goes on."""
