"""Chapter 7 and LF-6.9: planting, corners, columns, rows."""

from __future__ import annotations

from engine.core.game import RuleId, Seat
from engine.core.table import Table
from engine.living_forest.actions import Plant
from engine.living_forest.cards import (
    COLUMNS,
    DATA,
    FIRST_TREE,
    ROWS,
    TREE_COST,
    TREE_NAMES,
    cell_at,
)
from engine.living_forest.forest_cells import frontier
from engine.living_forest.rules.actions import begin_bonus, give_fragments
from engine.living_forest.rules.turn import begin_main, close, refuse_main, refuse_seat
from engine.living_forest.state import State
from engine.living_forest.totals import add_tree, row_flowers

_NUMBER = {name: place for place, name in enumerate(TREE_NAMES) if place >= FIRST_TREE}
_CORNERS = {cell_at(*corner.cell): corner for corner in DATA.forest.corners}


def refuse_plant(state: State, seat: Seat, action: Plant) -> RuleId | None:
    if state.turn.effect != "plant" and (rule := refuse_main(state, seat, "plant")) is not None:
        return rule
    if (rule := refuse_seat(state, seat)) is not None:
        return rule
    player = state.players[seat]
    tree = _NUMBER.get(action.tree, 0)
    if not tree or TREE_COST[tree] > player.earth:
        return "LF-6.9"
    if not state.supply[tree - FIRST_TREE]:
        return "LF-11.2"
    if not (1 <= action.column <= COLUMNS and 1 <= action.row <= ROWS):
        return "LF-7.1"
    free = frontier(player.filled)
    if not free:
        return "LF-11.7"
    return None if cell_at(action.column, action.row) in free else "LF-7.2"


def plant(state: State, seat: Seat, action: Plant, table: Table) -> None:
    """LF-6.9, LF-7.4: the tree stands at once and for good, then its corner acts (LF-7.11)."""
    if not state.turn.effect:
        begin_main(state, "plant", table)
    player = state.players[seat]
    tree = _NUMBER[action.tree]
    cell = cell_at(action.column, action.row)
    state.supply[tree - FIRST_TREE] -= 1
    player.forest[cell] = tree
    flowers_before = row_flowers(player)
    column_complete = add_tree(player, cell, tree)
    table.tell("LF-6.9", "tree_planted", seat, tree=action.tree, cost=TREE_COST[tree],
               column=action.column, row=action.row)  # fmt: skip
    if column_complete:
        table.tell("LF-7.6", "column_complete", seat, column=action.column)
    if row_flowers(player) > flowers_before:
        table.tell("LF-7.7", "row_complete", seat, row=action.row)
    _corner(state, seat, cell, table)


def _corner(state: State, seat: Seat, cell: int, table: Table) -> None:
    """LF-7.9, LF-7.12: a corner acts once, whatever brought the tree there."""
    corner = _CORNERS.get(cell)
    if corner is None:
        close(state, table)
        return
    table.tell("LF-7.9", "corner_reached", seat, effect=corner.effect, amount=corner.amount)
    if corner.effect == "fragments":
        give_fragments(state, seat, corner.amount, "LF-7.9", table)
        close(state, table)
    else:
        begin_bonus(state, seat, corner.effect, corner.amount, table)
