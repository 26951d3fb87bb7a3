"""Components: `data.yaml` decoded once into typed tables (LF-1.15).

Cards and trees are small integers everywhere inside: places in `CARDS` and `TREES`. Card 0 is the empty
slot of a row, tree 0 the free cell of a forest, tree 1 the initial tree.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Literal

import msgspec

Symbol = Literal["sun", "water", "earth", "wind", "flower"]
Effect = Literal["plant", "fragment", "attract", "extinguish"]
SYMBOLS: tuple[Symbol, ...] = ("sun", "water", "earth", "wind", "flower")


class Card(msgspec.Struct, frozen=True):
    """A guardian animal or a fire varan. `cost` in sun; None: never for sale."""

    id: str
    en: str
    ja: str
    set: Literal["start", "level1", "level2", "level3", "varan"]
    cost: int | None
    dot: Literal["black", "white", "none"]
    symbols: dict[Symbol, int]
    copies: int


class Tree(msgspec.Struct, frozen=True):
    """A kind of protective tree. `cost` in earth, `supply` by player count."""

    id: str
    cost: int
    symbols: dict[Symbol, int]
    same_action: bool
    supply: dict[int, int]


class _Named(msgspec.Struct, frozen=True):
    id: str
    ja: str


class _Level(msgspec.Struct, frozen=True):
    stack_size: int
    row_size: int
    onibi_value: int


class _Corner(msgspec.Struct, frozen=True):
    cell: tuple[int, int]
    effect: Literal["fragments", "attract", "extinguish"]
    amount: int


class _Forest(msgspec.Struct, frozen=True):
    columns: int
    rows: int
    initial_cell: tuple[int, int]
    corners: tuple[_Corner, ...]
    column_bonus: dict[int, dict[Symbol, int]]
    row_bonus: dict[int, dict[Symbol, int]]


class _Circle(msgspec.Struct, frozen=True):
    spaces: tuple[Effect, ...]
    start: dict[int, tuple[int, ...]]


class _Onibi(msgspec.Struct, frozen=True):
    values: tuple[int, ...]
    board_limit: int
    stock: dict[int, int]
    setup_on_board: tuple[int, ...]


class _Fragments(msgspec.Struct, frozen=True):
    stock: int
    player_start: int


class _Varans(msgspec.Struct, frozen=True):
    stock: int


class _Tiles(msgspec.Struct, frozen=True):
    kinds: tuple[str, ...]
    per_player: int


class _Win(msgspec.Struct, frozen=True):
    fires: int
    distinct_trees: int
    flowers: int


class _Actions(msgspec.Struct, frozen=True):
    black_limit: int
    count_below_limit: int
    count_at_limit: int


class Data(msgspec.Struct, frozen=True):
    """The whole of data.yaml."""

    meta: dict[str, int | str | list[int]]
    cards: tuple[Card, ...]
    levels: dict[int, _Level]
    trees: tuple[Tree, ...]
    initial_tree: _Named
    forest: _Forest
    circle: _Circle
    onibi: _Onibi
    fragments: _Fragments
    varans: _Varans
    victory_tiles: _Tiles
    win: _Win
    actions: _Actions


DATA = msgspec.yaml.decode(files(__package__).joinpath("data.yaml").read_bytes(), type=Data, strict=False)

_CARDS: tuple[Card | None, ...] = (None, *DATA.cards)
CARD_NAMES: tuple[str | None, ...] = tuple(None if card is None else card.id for card in _CARDS)
COST: tuple[int, ...] = tuple(0 if card is None or card.cost is None else card.cost for card in _CARDS)
DOT: tuple[int, ...] = tuple({"black": 1, "white": -1}.get(card.dot, 0) if card else 0 for card in _CARDS)
"""Net black dots of a card: 1, -1 or 0 (LF-4.6)."""


def _card_symbols(symbol: Symbol) -> tuple[int, ...]:
    return tuple(card.symbols.get(symbol, 0) if card else 0 for card in _CARDS)


SUN, WATER, EARTH, WIND, FLOWER = (_card_symbols(symbol) for symbol in SYMBOLS)
EMPTY_SLOT = 0
VARAN = next(place for place, card in enumerate(_CARDS) if card and card.set == "varan")
START_CARDS = tuple(place for place, card in enumerate(_CARDS) if card and card.set == "start")
LEVEL_CARDS = tuple(
    tuple(place for place, card in enumerate(_CARDS) if card and card.set == f"level{level}")
    for level in DATA.levels
)
"""By level - 1."""

NO_TREE, INITIAL_TREE, FIRST_TREE = 0, 1, 2
TREE_NAMES: tuple[str | None, ...] = (None, DATA.initial_tree.id, *(tree.id for tree in DATA.trees))
PLANTABLE = TREE_NAMES[FIRST_TREE:]
TREE_COST: tuple[int, ...] = (0, 0, *(tree.cost for tree in DATA.trees))
SAME_ACTION = next(place for place, tree in enumerate(DATA.trees, FIRST_TREE) if tree.same_action)


def _tree_symbols(symbol: Symbol) -> tuple[int, ...]:
    return (0, 0, *(tree.symbols.get(symbol, 0) for tree in DATA.trees))


TREE_SUN, TREE_WATER, TREE_EARTH, TREE_WIND, TREE_FLOWER = (_tree_symbols(symbol) for symbol in SYMBOLS)

COLUMNS, ROWS = DATA.forest.columns, DATA.forest.rows
CELLS = tuple((column, row) for row in range(1, ROWS + 1) for column in range(1, COLUMNS + 1))
"""Cells as (column, row), in the order of LF-6.15: row by row."""
CELL_NAMES = tuple(f"{column},{row}" for column, row in CELLS)
TILE_KINDS = DATA.victory_tiles.kinds
LEVELS = tuple(str(level) for level in DATA.levels)
ONIBI_VALUES = DATA.onibi.values
ONIBI_OF_LEVEL = tuple(level.onibi_value for level in DATA.levels.values())
"""The onibi that a card bought from each level calls (LF-10.7)."""
SPACES = DATA.circle.spaces


def cell_at(column: int, row: int) -> int:
    """The place of a cell in `CELLS`."""
    return (row - 1) * COLUMNS + column - 1


def card_number(name: str) -> int:
    """The number of a card. Raises `ValueError` when there is no such card."""
    return CARD_NAMES.index(name)
