"""The middle of the table: score track, meeting track, piles and reserve, cemetery, and Tom of the solo mode."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from engine.glow.cards import DATA, EXTENSIONS, RULE_NUMBERS
from engine.glow.picture_cards import CARD_HEIGHT, CARD_WIDTH, SPELL_HEIGHT, SPELL_WIDTH, names, packed
from engine.glow.picture_icons import die
from engine.glow.picture_style import circle, path, rect, scaled, text, use, word
from engine.pictures.pieces import count, shown
from engine.pictures.svg import at, num

Observation = Mapping[str, Any]

PHASES: dict[str, str] = {
    # phase of the engine: phase of the day (GL-3.1)
    "adventurer": "setup",
    "tom_dice": "setup",
    "prepare": "setup",
    "start_day": "early_morning",
    "recruit": "early_morning",
    "clear_track": "early_morning",
    "tom_roll": "early_morning",
    "roll": "late_morning",
    "reroll": "late_morning",
    "noon": "noon",
    "mix": "noon",
    "afternoon": "afternoon",
    "evening": "evening",
    "scoring": "final_scoring",
    "over": "over",
}
TIMES = ("early_morning", "late_morning", "noon", "afternoon", "evening")
LARGE, SMALL = 34, 0.7
"""Side of a large die; a small one in parts of it."""


def hours(observation: Observation) -> str:
    """The eight days as lamps, and the five phases of a day, with the present one lit."""
    now, drawn = PHASES[observation["phase"]], ""
    for day in range(1, RULE_NUMBERS.days + 1):
        past = "gold" if day < observation["day"] else "lit" if day == observation["day"] else "gap"
        drawn += circle(8 + 15 * (day - 1), 13, 5.5, past)
    for place, time in enumerate(TIMES):
        x = 132 + 31 * place
        drawn += rect(x - 2, -1, 28, 28, "lit", 7) if time == now else ""
        drawn += use(time, x, 1, 24)
    return drawn


# Score track (GL-5.6) ---------------------------------------------------------------------------------------
TRACK_END = 100
"""Spaces that are drawn; whoever has more goes round again."""


def _columns(narrow: bool) -> int:
    return 20 if narrow else 50


def _cell(light: int, width: float, narrow: bool) -> tuple[float, float, float]:
    """Left, top and width of a space of the score track."""
    pitch = width / _columns(narrow)
    return light % _columns(narrow) * round(pitch, 2), light // _columns(narrow) * 34, pitch


@cache
def score_board(width: float, narrow: bool) -> str:
    """Spaces in rows; a rerolling arrow where the marker may step back to (GL-5.6)."""
    cells, marks = {"lit": "", "paper": ""}, ""
    pitch, rows = width / _columns(narrow), range(TRACK_END // _columns(narrow))
    plain = "".join(f"M0 {16 + 34 * row}h{num(width)}" for row in rows)
    drawn = f'<path d="{plain}" class="gl-row" stroke-dasharray="{num(pitch - 1)} 1"/>'
    for light in range(TRACK_END):
        x, y, pitch = _cell(light, width, narrow)
        if light % 5 and light not in DATA.score_track.reroll_spaces:
            continue
        kind = "lit" if light in DATA.score_track.reroll_spaces else "paper"
        cells[kind] += f"M{num(x)} {num(y)}h{num(pitch - 1)}v32h{num(1 - pitch)}z"
        if kind == "lit":
            marks += use("back", x + pitch / 2 - 0.5, y + 20)
        else:
            marks += text(light, x + pitch / 2 - 0.5, y + 30, "step")
    return drawn + "".join(path(d, kind) for kind, d in cells.items()) + marks


def markers(observation: Observation, width: float, narrow: bool) -> str:
    """The players' markers; three and more on one space stand in two columns, smaller."""
    standing: dict[int, list[str]] = {}
    lights = [(player["light"], f"m-p{seat}") for seat, player in enumerate(observation["players"], 1)]
    lights += [(tom["light"], "m-tom") for tom in observation["tom"]]
    for light, piece in lights:
        standing.setdefault(light % TRACK_END, []).append(piece)
    drawn = ""
    for light, pieces in standing.items():
        x, y, pitch = _cell(light, width, narrow)
        middle = x + pitch / 2 - 0.5
        for place, piece in enumerate(pieces):
            if len(pieces) < 3:
                drawn += scaled(piece, middle, y + 9 + 15 * place, 0.54)
            else:
                drawn += scaled(piece, middle - 4.6 + 9.2 * (place % 2), y + 6 + 10 * (place // 2), 0.34)
    return drawn


# Meeting track (GL-1.10) ------------------------------------------------------------------------------------
def spaces_of(players: int) -> list[tuple[str, tuple[str, ...]]]:
    """Spaces of the track with the elements printed on them (GL-13.3)."""
    extension = EXTENSIONS[players].spaces if players in EXTENSIONS else ()
    return [(space.id, space.elements) for space in (*DATA.meeting_track.main, *extension)]


@cache
def space_board(elements: tuple[str, ...], size: tuple[float, float], extra: bool) -> str:
    """An empty space: its elements above, the gap for a companion; extensions have a ground of their own."""
    drawn = rect(0, 0, *size, "paper" if extra else "panel", 9)
    drawn += "".join(use(f"e-{element}", 6 + 25 * place, 4, 22) for place, element in enumerate(elements))
    return drawn + use("gap", 6, 30)


def track_dice(dice: list[Mapping[str, Any]], room: tuple[float, float]) -> str:
    """Small dice, and large ones of Tom's, packed."""
    pieces = [piece_of(each) for each in dice]
    return packed(pieces, (LARGE, LARGE), room, SMALL, 3)


def kind_of(name: str) -> str:
    """The kind of a die: `small_red2` is red."""
    return name.removeprefix("small_").rstrip("0123456789")


def piece_of(held: Mapping[str, Any], marks: str = "") -> str:
    """A die with its face."""
    return die(kind_of(held["die"]), held["face"], marks)


def space(observation: Observation, place: int, size: tuple[float, float], below: bool) -> str:
    """Companion, dice and footprints of a space; in the solo mode a tile, or a die of Tom's."""
    here = observation["track"][place]
    drawn = "".join(
        use("footprint", size[0] - 24 - 15 * step, 5, 20) for step in range(min(here["footprints"], 2))
    )
    if here["footprints"] > 2:
        drawn = use("footprint", size[0] - 24, 5, 20) + text(f"{here['footprints']}", size[0] - 25, 20, "b e")
    if here["companion"] is not None:
        drawn += use(here["companion"], 6, 30)
    corner, room = ((6, CARD_HEIGHT + 33), (size[0] - 12, size[1] - CARD_HEIGHT - 36)) if below else (
        (CARD_WIDTH + 11, 31), (size[0] - CARD_WIDTH - 16, CARD_HEIGHT - 2)
    )  # fmt: skip
    for tom in observation["tom"]:
        shares = [each for each in tom["dice"] if each["face"] == space_element(place)]
        drawn += at(14, 52, packed([piece_of(each) for each in shares], (LARGE, LARGE), (72, 72), 2, 4))
        tile = tom["tiles"][place] if place < len(tom["tiles"]) else None
        if tile is not None:
            laid = packed([tile_of(tile)], (92, 34), (room[0], 34))
            drawn += at(corner[0], corner[1] + room[1] - 36, laid)
            room = (room[0], room[1] - 38)
    return drawn + at(*corner, track_dice(here["dice"], room))


def space_element(place: int) -> str | None:
    """The element of a main space."""
    main = DATA.meeting_track.main
    return main[place].elements[0] if place < len(main) else None


def tile_of(name: str) -> str:
    """A tile of the solo mode: steps of the band, light, journey (GL-14.4)."""
    tile = next(tile for tile in DATA.solo.tiles if tile.id == name)
    items = [("band", tile.band)] if tile.band else []
    items += [("light", tile.light)] if tile.light else []
    drawn, x = rect(0, 0, 92, 34, "lit", 7), 4.0
    for what, value in items:
        drawn += text(value, x + 9, 22, "b e") + use(what, x + 10, 9, 17)
        x += 30
    if tile.journey != "none":
        drawn += use("boot", 66, 9, 16) + use(f"go-{tile.journey}", 79, 10, 13)
    return drawn


# Piles ------------------------------------------------------------------------------------------------------
Area = tuple[float, float, float, float]
"""Left, top, width, height."""


def piles_in_play(observation: Observation) -> list[tuple[str, str, int]]:
    """Piles of the table: icon, name, how many pieces they hold. Hidden ones are counted (GL-1.12)."""
    found = [("deck", "deck", count(observation["deck"]))]
    if observation["tom"]:
        found.append(("deck", "deck_b", count(observation["deck_b"])))
    found.append(("spell", "spells", count(observation["spell_pile"])))
    if count(observation["hulios_deck"]) or any(p["adventurer"] == "hulios" for p in observation["players"]):
        found.append(("deck", "hulios_deck", count(observation["hulios_deck"])))
    if "anibloom" in observation["sets"]:
        found.append(("butterfly", "butterflies", count(observation["butterfly_pool"])))
    return found


def piles(observation: Observation, width: float, columns: int, language: str) -> str:
    """Icons and numbers of the piles."""
    drawn, pitch = "", width / columns
    for place, (icon, name, number) in enumerate(piles_in_play(observation)):
        x, y = place % columns * pitch, place // columns * 42
        drawn += use(icon, x, y, 34) + text(number, x + 38, y + 17, "big")
        drawn += text(word(language, name), x + 38, y + 32, "s", fit=(12, pitch - 42))
    return drawn


LEGEND = (
    # icon, what it stands for
    ("kinds33", "l_kinds"),
    ("no-fire", "l_absent"),
    ("skull", "l_death"),
    ("remove_companion_or_spell", "l_lost"),
    ("worth", "l_worth"),
    ("sum", "l_sum"),
)


def ahead(observation: Observation, room: tuple[float, float], language: str) -> str:
    """What the icons mean; for whoever sees everything instead the next cards of the deck."""
    cards = names(shown(observation["deck"])[:10])
    if isinstance(observation["deck"], list):
        return packed(cards, (CARD_WIDTH, CARD_HEIGHT), room, 0.7)
    drawn = ""
    for place, (name, meaning) in enumerate(LEGEND):
        y = place * room[1] / len(LEGEND)
        drawn += use(name, 0, y, 17) + text(word(language, meaning), 26, y + 13, "s", fit=(12, room[0] - 26))
    return drawn


def legend_icons() -> str:
    """The icons of the legend."""
    return "".join(use(name) for name, _ in LEGEND)


def reserve(observation: Observation, room: tuple[float, float]) -> str:
    """Large dice of the reserve (GL-1.8)."""
    dice = [die(kind_of(name), None) for name in observation["reserve"]]
    return packed(dice, (LARGE, LARGE), room, 1, 4)


def discards(observation: Observation, room: tuple[float, float]) -> str:
    """Discarded spells and, with Anibloom, butterfly tokens that lie face up (GL-12.20)."""
    half = room[0] / 2 - 6
    width = half if "anibloom" in observation["sets"] else room[0]
    spells = packed(names(observation["spell_discards"]), (SPELL_WIDTH, SPELL_HEIGHT), (width, room[1]))
    tokens = [use(token, 0, 0, 34) for token in observation["butterflies_aside"]]
    return spells + at(half + 12, 0, packed(tokens, (34, 34), (half, room[1])))


def cemetery(observation: Observation, room: tuple[float, float], language: str) -> str:
    """The common cemetery, open and unordered (GL-1.9)."""
    cards = observation["cemetery"]
    title = use("grave", 2, -1, 22) + text(f"{word(language, 'cemetery')}  {len(cards)}", 30, 15, "b")
    laid = packed(names(cards), (CARD_WIDTH, CARD_HEIGHT), (room[0], room[1] - 26), 0.8)
    return title + at(0, 26, laid)


# Tom (GL-14) ------------------------------------------------------------------------------------------------
def tom(observation: Observation, width: float, narrow: bool, language: str) -> str:
    """What the automaton has: light, footprints, band, camp or boats; its tiles; dice that lie aside."""
    if not observation["tom"]:
        return ""
    held = observation["tom"][0]
    elements = {element for place in range(len(held["tiles"])) if (element := space_element(place))}
    aside = [piece_of(each) for each in held["dice"] if each["face"] not in elements]
    drawn = scaled("tom", 24, 22, 0.95) + text(word(language, "tom"), 46, 27, "big", fit=(17, 70))
    items = [("light", held["light"]), ("footprint", held["footprints"]), ("band", held["band"])]
    for place, (icon, number) in enumerate(items):
        drawn += use(icon, 122 + 66 * place, 11, 22) + text(number, 147 + 66 * place, 28, "big")
    second = (8, 46) if narrow else (340, 6)
    drawn += at(*second, packed(aside, (LARGE, LARGE), (76, 34), 1, 4))
    pile = text(
        f"{word(language, 'tiles')} {count(held['pile'])}", second[0] + 86, second[1] + 22, "s", fit=(12, 80)
    )
    tiles = [*held["discards"], *shown(held["pile"])]
    room = (width - second[0] - 184, 34)
    laid = packed([tile_of(tile) for tile in tiles], (92, 34), room, 1)
    return drawn + pile + at(second[0] + 172, second[1], laid)


def tom_board(width: float, high: float) -> str:
    """The ground under it."""
    return rect(0, 0, width, high, "panel", 10)
