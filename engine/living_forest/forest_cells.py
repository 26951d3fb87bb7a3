"""Which cells of a forest touch which (LF-7.1, LF-7.2)."""

from __future__ import annotations

from functools import cache

from engine.living_forest.cards import CELLS

_NEIGHBOURS = tuple(
    sum(
        1 << place
        for place, (column, row) in enumerate(CELLS)
        if abs(column - cell[0]) + abs(row - cell[1]) == 1  # diagonals do not count
    )
    for cell in CELLS
)


@cache
def frontier(filled: int) -> tuple[int, ...]:
    """LF-7.2: the free cells that share a side with a filled one, row by row.

    `filled` is a bit set of cells; there are at most 2**14 of them, so the answers are kept.
    """
    return tuple(cell for cell in range(len(CELLS)) if not filled >> cell & 1 and filled & _NEIGHBOURS[cell])
