"""Running totals of a player: symbols, net black dots, filled cells (LF-0.4, LF-4.6, LF-7.6)."""

from __future__ import annotations

from engine.living_forest.cards import (
    CELLS,
    COLUMNS,
    DATA,
    DOT,
    EARTH,
    FLOWER,
    NO_TREE,
    SUN,
    TREE_EARTH,
    TREE_FLOWER,
    TREE_SUN,
    TREE_WATER,
    TREE_WIND,
    WATER,
    WIND,
)
from engine.living_forest.state import Player, State

_COLUMN_CELLS = tuple(
    sum(1 << place for place, (column, _) in enumerate(CELLS) if column == number)
    for number in range(1, COLUMNS + 1)
)
_MIDDLE_ROW_CELLS = {
    row: sum(1 << place for place, cell in enumerate(CELLS) if cell[1] == row)
    for row in DATA.forest.row_bonus
}


def add_card(player: Player, card: int) -> None:
    """LF-0.3, LF-4.6: a card enters the line."""
    player.sun += SUN[card]
    player.water += WATER[card]
    player.earth += EARTH[card]
    player.wind += WIND[card]
    player.flower += FLOWER[card]
    player.net_black += DOT[card]


def remove_card(player: Player, card: int) -> None:
    """A card leaves the line."""
    player.sun -= SUN[card]
    player.water -= WATER[card]
    player.earth -= EARTH[card]
    player.wind -= WIND[card]
    player.flower -= FLOWER[card]
    player.net_black -= DOT[card]


def add_tree(player: Player, cell: int, tree: int) -> bool:
    """LF-7.4, LF-7.6: a tree stands from now on. True if it completes a column that gives a symbol."""
    player.filled |= 1 << cell
    player.sun += TREE_SUN[tree]
    player.water += TREE_WATER[tree]
    player.earth += TREE_EARTH[tree]
    player.wind += TREE_WIND[tree]
    player.flower += TREE_FLOWER[tree]
    column = cell % COLUMNS
    needed = _COLUMN_CELLS[column]
    if player.filled & needed != needed:
        return False
    bonus = DATA.forest.column_bonus.get(column + 1, {})
    player.sun += bonus.get("sun", 0)
    player.water += bonus.get("water", 0)
    player.earth += bonus.get("earth", 0)
    player.wind += bonus.get("wind", 0)
    player.flower += bonus.get("flower", 0)
    return bool(bonus)


def row_flowers(player: Player) -> int:
    """LF-7.7: flowers of complete rows, for an end check; nothing is stored."""
    total = 0
    for row, needed in _MIDDLE_ROW_CELLS.items():
        if player.filled & needed == needed:
            total += DATA.forest.row_bonus[row].get("flower", 0)
    return total


def derive_player(player: Player) -> None:
    """Work the totals out afresh from line and forest."""
    player.sun = player.water = player.earth = player.wind = player.flower = 0
    player.net_black = player.filled = 0
    for card in player.line:
        add_card(player, card)
    for cell, tree in enumerate(player.forest):
        if tree != NO_TREE:
            add_tree(player, cell, tree)


def derive(state: State) -> None:
    """`Game.derive`."""
    for player in state.players:
        derive_player(player)
