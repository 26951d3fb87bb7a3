"""The middle of the table: circle of spirits, onibi, rows of cards, tree supply, stocks."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, pi, sin
from typing import Any

from engine.living_forest.cards import DATA, PLANTABLE, SPACES, TREE_COST, TREE_NAMES
from engine.living_forest.picture_cards import CARD_HEIGHT, CARD_WIDTH, card_name
from engine.living_forest.picture_style import circle, rect, text, use, word
from engine.pictures.pieces import count, shown
from engine.pictures.svg import at

Observation = Mapping[str, Any]

RING, EDGE = 114, 146
"""Radius of the spaces and of the spirits, which stand outside so that the effect stays in sight."""
HEARTH = ((0, -8), (-43, -8), (43, -8), (-21, -48), (21, -48), (-21, 32), (21, 32))
"""Places of the at most seven onibi (LF-10.8), the middle first."""
MINI = 0.5
NEXT_CARDS = 1


def spot(space: int, radius: float) -> tuple[float, float]:
    """Where a space of the circle lies: space 0 on top, then clockwise (LF-8.1)."""
    turn = 2 * pi * space / len(SPACES)
    return round(radius * sin(turn), 1), round(-radius * cos(turn), 1)


def circle_board() -> str:
    """The board of the circle, around its middle; nothing on it ever changes."""
    board = circle(0, 0, 166, "glade") + circle(0, 0, 82, "hearth")
    for space, effect in enumerate(SPACES):
        x, y = spot(space, RING)
        board += circle(x, y, 26, "wood") + use(effect, x - 16, y - 16, 32)
    return board + '<path class="lf-soft" d="M-30-86a91 91 0 0 1 60 0m-9-8l9 8-11 4"/>'


def spirits(observation: Observation) -> str:
    """The players' pieces on the circle."""
    return "".join(
        use(f"p{seat + 1}", *spot(player["spirit"], EDGE))
        for seat, player in enumerate(observation["players"])
    )


def onibi(observation: Observation) -> str:
    """The onibi in the middle, and the water that is safe from them (LF-10.2)."""
    values = observation["onibi"]
    flames = "".join(
        use(f"onibi{value}", x - 20, y - 20, 40) for value, (x, y) in zip(values, HEARTH, strict=False)
    )
    return flames + use("water", -21, 56, 17) + text(f"≥ {sum(values)}", 0, 70, "w")


def stocks(observation: Observation) -> str:
    """What is left beside the board: onibi by value, fragments, fire varans."""
    left = [(f"onibi{value}", number) for value, number in observation["onibi_stock"].items()]
    left += [("fragment", observation["fragments"]), ("lizard", observation["varans"])]
    return "".join(
        use(icon, 56 + place * 58, 3, 26) + text(number, 85 + place * 58, 22, "b")
        for place, (icon, number) in enumerate(left)
    )


def stocks_board(language: str) -> str:
    """The shelf under the stocks."""
    return rect(0, 0, 344, 32, "panel") + text(word(language, "stock"), 8, 21, "s", fit=(12, 44))


def _slot(slot: int, narrow: bool) -> tuple[float, float, float]:
    return (slot * 101, 28, 1) if narrow else (80 + slot * 111, 0, 1.1)


def row(observation: Observation, level: str, language: str, narrow: bool) -> str:
    """A row of four slots and its stack (LF-1.7)."""
    cards = list(observation["rows"][level].values())
    laid = "".join(use(card, slot * 101) for slot, card in enumerate(cards) if card is not None)
    x, y, scale = _slot(0, narrow)
    stack = observation["stacks"][level]
    return at(x, y, laid, scale) + (_stack_line if narrow else _stack)(stack, language)


def _stack(stack: Any, language: str) -> str:
    """The number on the back, and the next card where it may be seen."""
    faces = "".join(use(card) for card in shown(stack)[:NEXT_CARDS])
    return text(count(stack), 33, 48, "big m w") + (at(9, 58, faces, MINI) if faces else "")


def _stack_line(stack: Any, language: str) -> str:
    names = [card_name(card, language) for card in shown(stack)[:3]]
    ahead = text(word(language, "next", ", ".join(names)), 398, 18, "s e", fit=(12, 250)) if names else ""
    return text(count(stack), 116, 18, "b") + ahead


def row_board(level: str, language: str, narrow: bool) -> str:
    """The gaps where cards lie, and the back of the stack."""
    board = ""
    for slot in range(DATA.levels[int(level)].row_size):
        x, y, scale = _slot(slot, narrow)
        board += rect(x + 1, y + 1, CARD_WIDTH * scale - 2, CARD_HEIGHT * scale - 2, "gap", 7)
    name = word(language, "level", level)
    if narrow:
        back = rect(0, 3, 84, 20, f"level{level}") + text(name, 42, 18, "w m", fit=(13, 76))
        return board + back + use("card", 93, 3, 20)
    back = rect(0, 1, 66, CARD_HEIGHT * 1.1 - 2, f"level{level}", 7)
    leaf = '<path d="M33 60c15 12 15 32 0 48-15-16-15-36 0-48zm0 12v40" class="lf-vein"/>'
    return board + back + leaf + text(name, 33, 22, "w m", fit=(13, 58))


def _tree_places(narrow: bool) -> list[tuple[str, int, float, float, float]]:
    columns, across, down, scale = (4, 101, 87, 1.35) if narrow else (3, 96, 86, 1.3)
    return [
        (
            str(kind),
            TREE_COST[TREE_NAMES.index(kind)],
            place % columns * across,
            24 + place // columns * down,
            scale,
        )
        for place, kind in enumerate(PLANTABLE)
    ]


def supply(observation: Observation, narrow: bool) -> str:
    """How many trees of each kind are left; a kind that is gone fades (LF-11.2)."""
    left = observation["supply"]
    drawn = ""
    for kind, _, x, y, scale in _tree_places(narrow):
        tree = use(kind, 19, 4)
        number = text(f"×{left[kind]}", 2.5, 50, "b", fit=(13, 15))
        drawn += at(x, y, tree + number if left[kind] else f'<g class="lf-off">{tree}{number}</g>', scale)
    return drawn


def supply_board(language: str, narrow: bool) -> str:
    """The shelf of the trees with their prices in earth."""
    board = text(word(language, "supply"), 2, 15, "s")
    for _, cost, x, y, scale in _tree_places(narrow):
        price = use("earth", 2.5, 3, 15) + text(cost, 10, 31, "b m")
        board += at(x, y, rect(0, 0, 71, 58, "panel") + price, scale)
    return board


LEGEND = (
    # icons, what they stand for
    (("sun", "attract"), "buy"),
    (("water", "extinguish"), "take"),
    (("earth", "plant"), "grow"),
    (("wind", "spirit"), "move"),
    (("flower",), "twelve"),
    (("fragment",), "discard_one"),
    (("black",), "black"),
    (("white",), "white"),
)


def legend(language: str) -> str:
    """What the icons mean, where three players leave a place free."""
    lines = ""
    for place, (names, meaning) in enumerate(LEGEND):
        for left, name in enumerate(names):
            dot = name in ("black", "white")
            lines += use(name, 92 + 34 * left, 20 + 34 * place, 0 if dot else 24)
        lines += text(word(language, meaning), 168, 37 + 34 * place, "s")
    return lines
