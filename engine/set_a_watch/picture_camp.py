"""What lies around the camp: firewood, action spaces, location, maps, Graveyard and the other piles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.pictures.svg import at, num
from engine.pictures.texts import text_width, wrapped
from engine.set_a_watch.cards import (
    BOARD_SPACES,
    CAMP_ACTIONS,
    CARD_NAMES,
    FIREWOOD_MAX,
    LIT,
    LOCATION_NAMES,
    RUNES,
    locations_of,
)
from engine.set_a_watch.picture_pieces import (
    count,
    die,
    needs_two_rows,
    runs,
    site_numbers,
    site_scene,
    token_row,
)
from engine.set_a_watch.picture_style import circle, column, rect, text, use
from engine.set_a_watch.picture_words import name_of, rules_text, say, term

Observation = Mapping[str, Any]

CELL = 24
"""Width of a place of the firewood track."""
SPACE = 77
ICONS = {
    "chop_wood": "chop",
    "scout_ahead": "eye",
    "check_map": "map",
    "heal": "heal",
    "equip": "swap",
    "seal": "seal",
    "vanquish": "vanquish",
    "bolster": "bolster",
}
NEEDS = {"any": "", "increasing": "<", ">=4": "≥4", "==6": "=6", "rune": ""}
CAMP_HEIGHT = 184
LABEL = 131
"""Room of a pile's name."""


def camp_board(language: str) -> str:
    """The printed camp board: firewood track with what it lights (SW-1.1), action spaces, runes."""
    drawn = text(term(language, "camp_board"), 8, 17, "s b")
    for wood in range(FIREWOOD_MAX + 1):
        drawn += rect(4 + wood * CELL, 26, CELL - 2, 22, "cell", 4)
        drawn += text(wood, 4 + wood * CELL + 11, 41, "tag m")
    for lit in sorted(set(LIT) - {0}):
        cells = [wood for wood in range(FIREWOOD_MAX + 1) if LIT[wood] == lit]
        left, wide = 4 + cells[0] * CELL, len(cells) * CELL - 2
        drawn += rect(left, 50, wide, 15, "glow", 4)
        drawn += text(say(language, "lit", lit), left + wide / 2, 61.5, "tag m")
    for place, space in enumerate(BOARD_SPACES):
        drawn += at(4 + place * SPACE, 71, _space(space, language))
    for place, rune in enumerate(RUNES):
        drawn += at(4 + place * 128.5, 142, _rune(rune, language))
    return drawn


def _space(space: str, language: str) -> str:
    row = CAMP_ACTIONS[space]
    slots = "".join(circle(_slot(row["limit"], place), 55, 7.5, "ring") for place in range(row["limit"]))
    need = NEEDS[row["die"]]
    icon = use(ICONS[space], 26 if not need else 12, 19, 22) + text(need, 42, 36, "head")
    return (
        rect(0, 0, 74, 66, "paper")
        + text(name_of(language, space), 37, 14, "b m", fit=(13, 67))
        + icon
        + slots
    )


def _slot(limit: int, place: int) -> float:
    return 37 + (place - (limit - 1) / 2) * 21


def _rune(rune: str, language: str) -> str:
    return (
        rect(0, 0, 124, 36, "paper")
        + use(ICONS[rune], 6, 7, 22)
        + text(name_of(language, rune), 33, 23, "b", fit=(13, 66))
        + circle(111, 18, 8, "ring")
    )


def fire(observation: Observation, language: str) -> str:
    """The firewood, and how many positions it lights now (SW-9.4)."""
    wood = observation["firewood"]
    left = 4 + wood * CELL
    lit = say(language, "lit", observation["lit"])
    x = 388 - text_width(lit, 12)
    drawn = text(lit, 388, 17, "s e") + use("row", x - 24, 2, 19)
    drawn += use("flame", x - 50, 1, 21)
    drawn += text(f"{term(language, 'firewood')} {wood}", x - 54, 17, "head e", fit=(15, x - 150))
    return (
        drawn + rect(left - 1, 24, CELL, 26, "litbadge", 5) + text(wood, left + 11, 42, "w m", fit=(13, 20))
    )


def spaces(observation: Observation) -> str:
    """Which action spaces the camper has used (SW-8.2); the last Scout die keeps its value in sight."""
    camper = observation["camper"]
    if camper < 0:
        return ""
    name, drawn = observation["adventurers"][camper]["id"], ""
    for place, space in enumerate(BOARD_SPACES):
        for slot in range(used := observation["camp"]["placed"][space]):
            x, y = 4 + place * SPACE + _slot(CAMP_ACTIONS[space]["limit"], slot), 126
            drawn += rect(x - 8, y - 8, 16, 16, name, 4)
            if space == "scout_ahead" and slot == used - 1:
                drawn += text(observation["camp"]["scout"], x, y + 4.5, "w m")
            else:
                drawn += f'<path class="sw-thin" d="M{num(x - 4)} {num(y)}l3 4 6-8"/>'
    for place, rune in enumerate(RUNES):
        if observation["camp"]["placed"][rune]:
            x, y = 4 + place * 128.5 + 111, 160
            drawn += rect(x - 8, y - 8, 16, 16, name, 4)
            drawn += f'<path class="sw-thin" d="M{num(x - 4)} {num(y)}l3 4 6-8"/>'
    return drawn


def location(observation: Observation, width: float, language: str) -> str:
    """The current location: picture, firewood change, line size, effect, a die that lies on it."""
    name = observation["location"]
    drawn = text(name_of(language, name), 8, 18, "head", fit=(15, width - 16))
    drawn += at(8, 26, site_scene(name), 1.8) + at(134, 30, site_numbers(name))
    effect, kind = rules_text(language, name), _kind(name, language)
    if width > 300:
        drawn += text(kind, 252, 46, "s", fit=(12, width - 260))
        drawn += column(wrapped(effect, 13, width - 142), 134, 72, "", 16)
    else:
        drawn += text(kind, 134, 68, "s", fit=(12, width - 142))
        drawn += column(wrapped(effect, 13, width - 16), 8, 124, "", 16)
    on_it = [number for number, each in enumerate(observation["dice"]) if each["place"] == "location"]
    return drawn + "".join(
        die(observation, number, width - 36 - 34 * place, 78, 26, True) for place, number in enumerate(on_it)
    )


def _kind(name: str, language: str) -> str:
    place = LOCATION_NAMES.index(name)
    kinds = {"final": "final_location", "respite": "respite"}
    kind = next((kind for kind in kinds if place in locations_of(kind, "deluxe")), "")
    return term(language, kinds.get(kind, "regular_location"))


def sites(pile: Any, label: str, width: float, two_rows: bool, language: str) -> str:
    """A deck of locations, top first: backs, and pictures with names of those that are known (SW-1.13).

    Too many for that are listed by name, each with its place from the top.
    """
    head = f"{term(language, label)} {count(pile)}"
    left, top = (8.0, 22.0) if two_rows else (text_width(head, 13) + 18, 4.0)
    pieces = [_site(name, many, language) for _, many, name in runs(pile)]
    wide, room = sum(each for _, each in pieces), width - left - 6
    if wide * 0.85 > room:
        return text(head, 8, 17, "b") + _listed(pile, left, top, room, language)
    drawn, x = "", 0.0
    for piece, each in pieces:
        drawn, x = drawn + at(x, 0, piece), x + each
    return text(head, 8, 17, "b") + at(left, top, drawn, min(1.0, room / wide) if wide else 1.0)


def _listed(pile: Any, left: float, top: float, room: float, language: str) -> str:
    """Known locations in two lines, so many as fit there."""
    known = [f"{place} {name_of(language, name)}" for place, _, name in runs(pile) if name]
    size = 10.5
    for shown in range(len(known), -1, -1):
        more = [f"+{len(known) - shown}"] if shown < len(known) else []
        lines = wrapped(" · ".join([*known[:shown], *more]), size, room)
        if len(lines) <= 2:
            break
    return column(lines, left, top + (7 if len(lines) > 1 else 13), "tiny", 12)


def _site(name: str | None, many: int, language: str) -> tuple[str, float]:
    """A known location, or a run of backs; and its width."""
    if name is None:
        backs = min(many, 9)
        drawn = "".join(rect(place * 7, 1, 13, 17, "night", 3) for place in range(backs))
        return drawn + text(many, backs * 7 + 9, 14, "s"), backs * 7 + 32
    label = name_of(language, name)
    drawn = at(0, 0, site_scene(name), 0.42) + text(label, 31, 14, "s")
    return drawn, 41 + text_width(label, 12)


def graveyard(observation: Observation, width: float, language: str) -> str:
    """The Graveyard, top first: every card of it is open."""
    pile = observation["graveyard"]
    drawn = text(f"{term(language, 'graveyard')} {len(pile)}", 8, 18, "b", fit=(13, 118))
    if not pile:
        return drawn
    top = say(language, "top_is", name_of(language, pile[0]))
    return (
        drawn
        + text(top, 8, 35, "s", fit=(12, 118))
        + at(LABEL, 4, token_row(pile, width - LABEL - 6, 2, framed=True))
    )


def piles(observation: Observation, width: float, language: str) -> str:
    """Creature deck, Horde, Unhallowed deck, and cards that have left the game."""
    rows: list[tuple[str, Any]] = [
        (term(language, "creature_deck"), observation["deck"]),
        (term(language, "horde"), observation["horde"]),
        (term(language, "unhallowed_deck"), observation["unhallowed"]),
        (say(language, "removed"), observation["removed"]),
    ]
    room = width - LABEL - 6
    crowded = needs_two_rows(observation["horde"], room)
    drawn, y = "", 0.0
    for label, pile in rows:
        waiting = observation["waiting"] if pile is observation["removed"] else []
        two = crowded and pile is observation["horde"]
        drawn += text(f"{label} {count(pile)}", 8, y + 18, "b", fit=(13, 118))
        if count(pile):
            drawn += at(LABEL, y + 1, token_row(pile, room - (116 if waiting else 0), 1 + two))
        if waiting:
            drawn += text(say(language, "waits"), width - 36, y + 17, "s e", fit=(12, 80))
            drawn += at(width - 32, y + 1, token_row(waiting, 30))
        y += 48 if two else 25 if crowded else 31
    return drawn


def difficulty(observation: Observation) -> int:
    """How many Summons the game has: all cards in play, less 30 of the creature deck and 8 Unhallowed (SW-2.4)."""
    cards = sum(
        count(observation[pile])
        for pile in ("deck", "horde", "graveyard", "unhallowed", "removed", "waiting")
    )
    cards += len(observation["line"]) + sum(len(one["tamed"]) for one in observation["adventurers"])
    cards += sum(name in CARD_NAMES for name in observation["seen"])
    return cards - 38
