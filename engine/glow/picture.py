"""The picture of a game: what a seat may see, as SVG text.

`draw` gets an observation and nothing else, so it cannot show what is hidden. The picture is a shell
(style, icons, faces of cards) and then groups, each on a line of its own and a direct child of the root:
`scenery` never changes, every other group changes with the part of the game it shows. The ids and their
order depend on the options of the game and the layout alone, so a player can send only what changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from engine.glow import picture_board as board
from engine.glow import picture_player as player
from engine.glow import picture_table as table
from engine.glow.picture_cards import CARD_HEIGHT, faces
from engine.glow.picture_icons import helpers, icons, pieces
from engine.glow.picture_style import PEN, game_name, name_of, rect, scaled, style, text, word
from engine.pictures.svg import at, group, moved
from engine.pictures.texts import bold_width

Observation = Mapping[str, Any]
Area = tuple[float, float, float, float]
"""Left, top, width, height."""


@dataclass(frozen=True)
class _Options:
    """What a picture depends on besides language and layout; fixed for a whole game."""

    players: int
    side: str
    dawn: bool
    sets: str
    third_set: str
    solo: bool


@dataclass(frozen=True)
class _Layout:
    """Where things lie on the page; parts of a panel are counted from its corner."""

    narrow: bool
    width: float
    height: float
    board: tuple[float, float, float]
    """Left, top, scale."""
    side: Area
    """Piles, reserve, discards, legend."""
    score: Area
    spaces: tuple[Area, ...]
    below: bool
    """Dice lie below the companion, else to the right of it."""
    panels: tuple[Area, ...]
    tom: Area
    cemetery: Area


@dataclass(frozen=True)
class _Panel:
    """Parts of a player's panel."""

    dice: Area
    numbers: Area
    row: Area
    spells: Area
    butterflies: Area


_PANELS = {
    False: _Panel(
        dice=(138, 6, 382, 34),
        numbers=(532, 9, 440, 28),
        row=(10, 46, 828, CARD_HEIGHT),
        spells=(846, 46, 124, 46),
        butterflies=(846, 96, 124, 62),
    ),
    True: _Panel(
        dice=(8, 42, 392, 34),
        numbers=(8, 84, 392, 28),
        row=(8, 118, 392, 230),
        spells=(8, 354, 168, 44),
        butterflies=(184, 354, 216, 44),
    ),
}


@cache
def _layout(options: _Options, narrow: bool) -> _Layout:
    return _narrow(options) if narrow else _wide(options)


def _wide(options: _Options) -> _Layout:
    scale = 0.7
    wide, high = (side * scale for side in board.frame(narrow=False))
    top = 46.0
    left = 10 + board.MARGIN_LEFT * scale
    side = (wide + 20, top, 970 - wide, high)
    score = (10.0, top + high + 10, 980.0, 68.0)
    spaces = table.spaces_of(options.players)
    below = len(spaces) > 5
    pitch = 980 / len(spaces)
    tall = CARD_HEIGHT + (86 if below else 37)
    y = score[1] + score[3] + 8
    laid = tuple((10 + pitch * place, y, pitch - 6, tall) for place in range(len(spaces)))
    y += tall + 10
    tom = (10.0, y, 980.0, 46.0)
    y += 54 if options.solo else 0
    panels = tuple((10.0, y + 174 * seat, 980.0, 166.0) for seat in range(options.players))
    y += 174 * options.players
    cemetery = (14.0, y + 4, 972.0, 128.0 if options.players == 4 else 190.0)
    return _Layout(
        False, 1000, y + cemetery[3] + 10, (left, top + board.MARGIN_TOP * scale, scale), side, score, laid, below,
        panels, tom, cemetery,
    )  # fmt: skip


def _narrow(options: _Options) -> _Layout:
    wide, high = board.frame(narrow=True)
    scale = 404 / wide
    top = 84.0
    place = (8 + board.MARGIN_LEFT * scale, top + board.MARGIN_TOP * scale, scale)
    score = (8.0, top + high * scale + 10, 404.0, 170.0)
    spaces = table.spaces_of(options.players)
    y = score[1] + score[3] + 8
    tall = CARD_HEIGHT + 90
    laid = tuple(
        (8 + 136 * (number % 3), y + number // 3 * (tall + 6), 132.0, tall) for number in range(len(spaces))
    )
    y += -(-len(spaces) // 3) * (tall + 6) + 4
    side = (8.0, y, 404.0, 350.0)
    y += side[3] + 8
    tom = (6.0, y, 408.0, 90.0)
    y += 98 if options.solo else 0
    panels = tuple((6.0, y + 414 * seat, 408.0, 406.0) for seat in range(options.players))
    y += 414 * options.players
    cemetery = (12.0, y + 4, 396.0, 250.0 if options.players == 4 else 310.0)
    return _Layout(True, 420, y + cemetery[3] + 12, place, side, score, laid, True, panels, tom, cemetery)


def draw(observation: Observation, *, language: str = "en", narrow: bool = False) -> str:
    """The picture in `en` or `ja`; `narrow` is a tall layout for small screens."""
    options = _Options(
        len(observation["players"]),
        observation["side"],
        observation["dawn"],
        observation["sets"],
        observation["third_set"],
        bool(observation["tom"]),
    )
    layout = _layout(options, narrow)
    return PEN.document(
        (layout.width, layout.height),
        language,
        game_name(language),
        _title(observation, language),
        (
            _shell(language, options),
            _still(options, language, layout),
            *_groups(observation, language, options, layout),
        ),
    )


@cache
def _shell(language: str, options: _Options) -> str:
    """Style and store of symbols: what may lie on the table, and of the symbols that these are made of those that this game needs."""
    cards, parts = faces(language, options.players, options.dawn, options.sets, options.third_set)
    store = icons(options.dawn, "anibloom" in options.sets, options.solo) + cards
    store += pieces(options.players, options.solo, options.side)
    scenery = _still(options, language, _layout(options, narrow=False)) + table.legend_icons()
    needed = PEN.needed(helpers() + board.stones(options.side) + parts, store, scenery)
    return f"{style()}\n<defs>{store}{needed}</defs>"


# What is going on -------------------------------------------------------------------------------------------
def _when(observation: Observation, language: str) -> str:
    phase = word(language, table.PHASES[observation["phase"]])
    if observation["day"] < 1:
        return phase
    return f"{word(language, 'day', observation['day'])} · {phase}"


def _who(observation: Observation, language: str) -> str:
    """Who has won, or who decides what."""
    if observation["phase"] == "over":
        if observation["winners"]:
            winners = ", ".join(f"P{seat + 1}" for seat in observation["winners"])
            return word(language, "win", winners)
        return word(language, "win", word(language, "tom"))
    seat = player.to_act(observation)
    return "" if seat is None else word(language, "to_act", f"P{seat + 1}")


def _what(observation: Observation, language: str) -> str:
    """The decision that is due, and what brought it about."""
    if player.to_act(observation) is None:
        return ""
    if not observation["pending"]:
        return word(language, f"d_{observation['phase']}_{observation['side']}"
                    if observation["phase"] == "afternoon" else f"d_{observation['phase']}")  # fmt: skip
    due = observation["pending"][-1]
    source = f" ({name_of(due['source'], language)})" if due["source"] else ""
    return word(language, f"d_{due['what']}") + source


def _title(observation: Observation, language: str) -> str:
    between = "、" if language == "ja" else ", "
    parts = (game_name(language), _when(observation, language), _who(observation, language))
    return between.join(part for part in parts if part)


# Groups -----------------------------------------------------------------------------------------------------
_STANDING: dict[str, tuple[tuple[str, Callable[[Observation, bool], str]], ...]] = {
    "shadows": (("ways", board.ways), ("camps", board.camps), ("parties", board.parties)),
    "archipelago": (("boats", board.boats),),
}
"""What stands on each board, from back to front."""


def _groups(observation: Observation, language: str, options: _Options, layout: _Layout) -> Iterator[str]:
    """All groups that change, from back to front."""
    yield group("now", 12, 8, _banner(observation, language, layout))
    yield group("hours", 12, 10 if not layout.narrow else 34, table.hours(observation))
    left, top, scale = layout.board
    for name, stand in _STANDING[options.side]:
        yield group(name, left, top, stand(observation, layout.narrow), scale)
    x, y, width, _ = layout.score
    yield group("score", x, y, table.markers(observation, width, layout.narrow))
    for place, (x, y, wide, high) in enumerate(layout.spaces):
        space = table.space(observation, place, (wide, high), layout.below)
        yield group(f"space-{place + 1}", x, y, space)
    yield from _side(observation, language, layout)
    if options.solo:
        x, y, width, _ = layout.tom
        yield group("tom", x, y, table.tom(observation, width, layout.narrow, language))
    for seat in range(options.players):
        yield from _player(observation, seat, layout)
    x, y, width, high = layout.cemetery
    yield group("cemetery", x, y, table.cemetery(observation, (width, high), language))


_SIDE = {
    # Tops of piles, reserve, discards and legend.
    False: (10, 138, 196, 280),
    True: (10, 98, 154, 234),
}


def _side(observation: Observation, language: str, layout: _Layout) -> Iterator[str]:
    x, y, width, high = layout.side
    piles, reserve, discards, rest = _SIDE[layout.narrow]
    inner = width - 20
    columns = 3 if layout.narrow else 2
    yield group("piles", x + 10, y + piles, table.piles(observation, inner, columns, language))
    yield group("reserve", x + 10, y + reserve + 18, table.reserve(observation, (inner, 30)))
    yield group("discards", x + 10, y + discards + 18, table.discards(observation, (inner, 58)))
    room = (inner, high - rest - 6)
    yield group("ahead", x + 10, y + rest, table.ahead(observation, room, language))


def _player(observation: Observation, seat: int, layout: _Layout) -> Iterator[str]:
    left, top, *size = layout.panels[seat]
    panel, mine = _PANELS[layout.narrow], observation["players"][seat]
    parts = (
        ("status", (0, 0, 0, 0), player.status(observation, seat, (size[0], size[1]))),
        ("dice", panel.dice, player.dice(mine, panel.dice[2])),
        ("numbers", panel.numbers, player.numbers(observation, seat, panel.numbers[2])),
        ("row", panel.row, player.row(mine, panel.row[2:])),
        ("spells", panel.spells, player.spells(mine, panel.spells[2:])),
        ("butterflies", panel.butterflies, player.butterflies(mine, panel.butterflies[2:])),
    )
    for name, (x, y, *_), content in parts:
        yield group(f"p{seat + 1}-{name}", left + x, top + y, content)


def _banner(observation: Observation, language: str, layout: _Layout) -> str:
    """Day and phase, who decides what, or who has won."""
    when, who, what = (part(observation, language) for part in (_when, _who, _what))
    if observation["reason"]:
        what = f"({observation['reason']})"
    if layout.narrow:
        room = 396 - bold_width(when, 17) - 14
        drawn = text(when, 0, 17, "big") + text(who, 396, 17, "big e", fit=(17, room))
        return drawn + text(what, 396, 66, "e", fit=(13, 396))
    room = 976 - 320 - bold_width(when, 17) - 20
    drawn = text(when, 306, 21, "big")
    if what:
        who = f"{who}: " if language == "en" else f"{who}："
        return drawn + text(who + what, 976, 21, "big e", fit=(17, room))
    return drawn + text(who, 976, 21, "big e", fit=(17, room))


# Scenery ----------------------------------------------------------------------------------------------------
@cache
def _still(options: _Options, language: str, layout: _Layout) -> str:
    """Everything that never changes, drawn first."""
    left, top, scale = layout.board
    printed = board.board(options.side, layout.narrow, language)
    drawn = rect(0, 0, layout.width, layout.height, "ground", 0)
    drawn += f"<g{moved(left, top, scale, 4)}>{printed}</g>"
    x, y, width, _ = layout.score
    drawn += at(x, y, table.score_board(width, layout.narrow))
    for (x, y, *size), (name, elements) in zip(layout.spaces, table.spaces_of(options.players), strict=True):
        drawn += at(x, y, table.space_board(elements, (size[0], size[1]), name.startswith("x")))
    drawn += _side_board(options, language, layout)
    if options.solo:
        x, y, width, high = layout.tom
        drawn += at(x, y, table.tom_board(width, high))
    for seat, (x, y, width, high) in enumerate(layout.panels):
        drawn += at(x, y, rect(0, 0, width, high, "panel", 10) + scaled(f"p{seat + 1}", 24, 22, 0.9)
                    + text(f"P{seat + 1}", 44, 28, "big"))  # fmt: skip
    x, y, width, high = layout.cemetery
    drawn += at(x - 4, y - 4, rect(0, 0, width + 8, high + 4, "panel", 10))
    return f'<g id="scenery">{drawn}</g>'


def _side_board(options: _Options, language: str, layout: _Layout) -> str:
    x, y, width, high = layout.side
    _, reserve, discards, _ = _SIDE[layout.narrow]
    drawn = rect(0, 0, width, high, "panel", 10)
    drawn += text(word(language, "reserve"), 10, reserve + 12, "s")
    drawn += text(word(language, "spell_discards"), 10, discards + 12, "s", fit=(12, (width - 20) / 2 - 8))
    if "anibloom" in options.sets:
        aside = width / 2 + 6
        drawn += text(
            word(language, "butterflies_aside"), aside, discards + 12, "s", fit=(12, width / 2 - 12)
        )
    return at(x, y, drawn)
