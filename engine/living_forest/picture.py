"""The picture of a game: what a seat may see, as SVG text.

`draw` gets an observation and nothing else, so it cannot show what is hidden. The picture is a shell
(style, icons, faces of cards) and then groups, each on a line of its own and a direct child of the root:
`scenery` never changes, every other group changes with the part of the game it shows. The ids and their
order depend on the number of players and the layout alone, so a player can send only what changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from engine.living_forest.cards import LEVELS, ONIBI_VALUES
from engine.living_forest.picture_cards import faces
from engine.living_forest.picture_icons import icons
from engine.living_forest.picture_player import (
    forest,
    forest_board,
    goals,
    goals_board,
    line,
    piles,
    piles_board,
    status,
    to_act,
    totals,
    totals_board,
)
from engine.living_forest.picture_style import PEN, rect, style, symbol, text, use, word
from engine.living_forest.picture_table import (
    circle_board,
    legend,
    onibi,
    row,
    row_board,
    spirits,
    stocks,
    stocks_board,
    supply,
    supply_board,
)
from engine.pictures.svg import at, group

Observation = Mapping[str, Any]
Place = tuple[float, float, float]
"""Left, top, scale."""


@dataclass(frozen=True)
class _Layout:
    """Where things lie; the parts of a player are counted from the corner of the panel."""

    narrow: bool
    width: int
    circle: Place
    stock: Place
    rows: tuple[Place, ...]
    supply: Place
    players: tuple[tuple[float, float], ...]
    panel: tuple[int, int]
    line: Place
    totals: Place
    forest: Place
    goals: Place
    piles: Place
    line_width: float
    dots: tuple[float, float]
    """Net black dots, counted from the totals."""
    side_width: float
    """Width of totals, goals and piles."""

    @property
    def totals_width(self) -> float:
        """Narrow screens have the dots beside the totals."""
        return self.side_width - 68 if self.narrow else self.side_width

    def height(self, players: int) -> float:
        return self.players[players - 1][1] + self.panel[1] + 10


_WIDE = _Layout(
    narrow=False,
    width=1200,
    circle=(182, 216, 1),
    stock=(10, 390, 1),
    rows=((362, 48, 1), (362, 174, 1), (362, 300, 1)),
    supply=(902, 40, 1),
    players=((10, 436), (605, 436), (10, 752), (605, 752)),
    panel=(585, 306),
    line=(10, 40, 1),
    totals=(328, 133, 1),
    forest=(17, 130, 0.93),
    goals=(328, 169, 1),
    piles=(328, 245, 1),
    line_width=565,
    dots=(48, -113),
    side_width=248,
)
_NARROW = _Layout(
    narrow=True,
    width=420,
    circle=(210, 250, 1.18),
    stock=(10, 452, 1.16),
    rows=((8.5, 502, 1), (8.5, 644, 1), (8.5, 786, 1)),
    supply=(8.5, 926, 1),
    players=((6, 1222), (6, 1782), (6, 2342), (6, 2902)),
    panel=(408, 552),
    line=(8, 40, 1),
    totals=(10, 142, 1),
    forest=(14, 180, 1.26),
    goals=(10, 413, 1),
    piles=(10, 490, 1),
    line_width=392,
    dots=(338, 15),
    side_width=388,
)


def draw(observation: Observation, *, language: str = "en", narrow: bool = False) -> str:
    """The picture in `en` or `ja`; `narrow` is a tall layout for small screens."""
    layout = _NARROW if narrow else _WIDE
    players = len(observation["players"])
    return PEN.document(
        (layout.width, layout.height(players)),
        language,
        word(language, "living_forest"),
        _title(observation, language),
        (
            _shell(language, layout),
            _still(players, language, layout),
            *_groups(observation, language, layout),
        ),
    )


@cache
def _shell(language: str, layout: _Layout) -> str:
    """Style and store of symbols."""
    boards = symbol("board", forest_board()) + symbol("panel", _panel(language, layout))
    return f"{style()}\n<defs>{icons(ONIBI_VALUES)}{faces(language)}{boards}</defs>"


@cache
def _still(players: int, language: str, layout: _Layout) -> str:
    return f'<g id="scenery">{_scenery(players, language, layout)}</g>'


def _who(observation: Observation, language: str) -> str:
    if observation["winners"]:
        return word(language, "win", ", ".join(f"P{seat + 1}" for seat in observation["winners"]))
    seat = to_act(observation)
    return word(language, observation["phase"]) if seat is None else word(language, "to_act", f"P{seat + 1}")


def _title(observation: Observation, language: str) -> str:
    name, number = word(language, "living_forest"), word(language, "round", observation["round"])
    if language == "ja":
        return f"{name}、{number}、{_who(observation, language)}"
    return f"{name}, {number.lower()}, {_who(observation, language)}"


def _placed(name: str, place: Place, content: str) -> str:
    x, y, scale = place
    return group(name, x, y, content, scale)


def _groups(observation: Observation, language: str, layout: _Layout) -> Iterator[str]:
    """All groups that change, from back to front."""
    narrow = layout.narrow
    yield group("round", 12, 8, _banner(observation, language, layout))
    yield _placed("circle", layout.circle, spirits(observation))
    yield _placed("onibi", layout.circle, onibi(observation))
    yield _placed("stock", layout.stock, stocks(observation))
    for level, place in zip(LEVELS, layout.rows, strict=True):
        yield _placed(f"row-{level}", place, row(observation, level, language, narrow))
    yield _placed("supply", layout.supply, supply(observation, narrow))
    for seat in range(len(observation["players"])):
        yield from _player(observation, seat, language, layout)


def _player(observation: Observation, seat: int, language: str, layout: _Layout) -> Iterator[str]:
    left, top = layout.players[seat]
    player, width = observation["players"][seat], layout.side_width
    parts = (
        ("status", (0, 0, 1), status(observation, seat, language, layout.panel)),
        ("line", layout.line, line(player, layout.line_width, layout.narrow)),
        ("totals", layout.totals, totals(player, layout.totals_width, layout.dots)),
        ("forest", layout.forest, forest(player)),
        ("goals", layout.goals, goals(observation, seat, width)),
        ("piles", layout.piles, piles(player, width, layout.narrow)),
    )
    for name, (x, y, scale), content in parts:
        yield group(f"p{seat + 1}-{name}", left + x, top + y, content, scale)


def _banner(observation: Observation, language: str, layout: _Layout) -> str:
    """Round, phase, and who is to act or has won."""
    when = f"{word(language, 'round', observation['round'])} · {word(language, observation['phase'])}"
    end = layout.width - 24
    who = "" if to_act(observation) is None and not observation["winners"] else _who(observation, language)
    if observation["reason"]:
        who += f" ({observation['reason']})"
    return text(when, 2, 20, "big", fit=(17, 250 if layout.narrow else 700)) + text(who, end, 20, "big e")


def _scenery(players: int, language: str, layout: _Layout) -> str:
    """Everything that never changes, drawn first."""
    parts = [rect(0, 0, layout.width, layout.height(players), "ground", 0)]
    still = [(layout.circle, circle_board()), (layout.stock, stocks_board(language))]
    still += [
        (place, row_board(level, language, layout.narrow))
        for level, place in zip(LEVELS, layout.rows, strict=True)
    ]
    still.append((layout.supply, supply_board(language, layout.narrow)))
    parts += [at(x, y, content, scale) for (x, y, scale), content in still]
    for seat, (left, top) in enumerate(layout.players[:players]):
        parts += [use("panel", left, top), at(left + 24, top + 20, use(f"p{seat + 1}"), 0.95)]
        parts.append(text(f"P{seat + 1}", left + 44, top + 26, "big"))
    if players == 3 and not layout.narrow:
        parts.append(at(*layout.players[players], legend(language)))
    return "".join(parts)


def _panel(language: str, layout: _Layout) -> str:
    """A player's panel with its board, meters and labels, still empty."""
    width = layout.side_width
    lane_x, lane_y, _ = layout.line
    boards = (
        (layout.totals, totals_board(layout.dots)),
        (layout.forest, use("board")),
        (layout.goals, goals_board(width)),
        (layout.piles, piles_board(width, language)),
    )
    return (
        rect(0, 0, *layout.panel, "panel", 10)
        + rect(lane_x - 2, lane_y - 2, layout.line_width + 4, 100 if layout.narrow else 91, "cell", 8)
        + "".join(at(x, y, content, scale) for (x, y, scale), content in boards)
    )
