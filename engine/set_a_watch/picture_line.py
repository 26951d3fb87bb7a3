"""The line (chapter 9): faces of creatures, what lies on them, face-down cards, and what is looked at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from engine.pictures.svg import at, num
from engine.pictures.texts import text_width, wrapped
from engine.set_a_watch.cards import CARD_NAMES, LINE_SIZE, LOCATION_NAMES, POWERS
from engine.set_a_watch.picture_pieces import (
    attack_of,
    dice_on,
    die,
    hidden,
    printed_health,
    site_numbers,
    site_scene,
    token,
    type_of,
)
from engine.set_a_watch.picture_style import circle, column, rect, scaled, symbol, text, use
from engine.set_a_watch.picture_words import kind_of, name_of, rules_text, say, term

Observation = Mapping[str, Any]

CARD, TALL, MIDDLE, SHORT, GAP = 132, 206, 136, 98, 4
"""Width of a face-up card; heights: whole, with a small portrait, without its text; room between two."""
LARGE = (1.45, 1.2)
"""Scales of a few cards where the place is high."""
SINGLES = 8
"""Positions with a group of their own; the rest of the line is one group."""
BEFORE_LINE = ("arrive", "roll", "camper", "camp", "line")


class Laid(NamedTuple):
    """Where a card of the line lies, and how large."""

    x: float
    y: float
    scale: float
    width: float
    tall: int


def frames() -> str:
    """What all face-up cards share: paper and icons, for whole ones and for short ones; a bar that its type fills."""
    bar = f"M1 21V7a6 6 0 0 1 6-6h{CARD - 14}a6 6 0 0 1 6 6v14z"
    drawn = symbol(
        "tall",
        rect(0.5, 0.5, CARD - 1, TALL - 1, "paper", 7)
        + rect(4, 24, 62, 60, "stage", 5)
        + use("sword", 71, 25, 17)
        + use("heart", 71, 45, 17),
    )
    small = rect(4, 24, 42, 42, "stage", 5) + use("sword", 50, 25, 15) + use("heart", 82, 25, 15)
    for name, height in (("middle", MIDDLE), ("short", SHORT)):
        drawn += symbol(name, rect(0.5, 0.5, CARD - 1, height - 1, "paper", 7) + small)
    drawn += symbol(
        "down",
        '<path class="sw-eyes" d="M-13-5L-2 1C-5 6-11 4-13-5zM13-5L2 1C5 6 11 4 13-5z"/>'
        '<path class="sw-moonline" d="M-6 12l3 4 3-4 3 4 3-4"/>',
    )
    return drawn + symbol("bar", f'<path d="{bar}"/>')


@cache
def _face(kind: str, card: str, height: int, language: str) -> str:
    """What never changes on a face-up card of a kind."""
    drawn = use({TALL: "tall", MIDDLE: "middle"}.get(height, "short")) + use(
        "bar", names=f"y-{type_of(card)}"
    )
    drawn += text(name_of(language, kind), 27, 15.5, "name", fit=(12.5, CARD - 32))
    if height != TALL:
        return drawn + scaled(f"k-{kind}", 25, 45, 0.72) + text(attack_of(card), 67, 38, "head")
    type_name = term(language, "summon" if kind == "summon" else f"type.{type_of(card)}")
    return (
        drawn
        + use(f"k-{kind}", 35, 54)
        + text(attack_of(card), 92, 39, "big")
        + text(type_name, 5, 96, "tag", fit=(11, CARD - 10))
    )


@cache
def _power(kind: str, top: float, language: str, step: float = 0) -> str:
    """What a creature does, in five lines at most; smaller letters if need be. `step`: 0 is close."""
    content = rules_text(language, kind)
    for size in (11.5, 11, 10.5, 10, 9.5):
        lines = wrapped(content, size, CARD - 10)
        if len(lines) <= 5:
            break
    return column(lines, 5, top, "", step or size + 1, size)


def layout(cards: Sequence[Mapping[str, Any]], room: float, height: float) -> list[Laid]:
    """All cards of a line in a place of one size: large while they fit, then without text, then smaller."""
    for scale in LARGE:
        if (found := _flow(cards, room, height, scale, CARD, TALL)) is not None:
            return found
    for down in (CARD, 118, 104, 84, 64, 42):
        if (found := _flow(cards, room, height, 1, down, TALL)) is not None:
            return found
    for down in (64, 42):
        if (found := _flow(cards, room, height, 1, down, MIDDLE)) is not None:
            return found
    for step in range(14):
        scale = 1 - step * 0.05
        for down in (64, 42):
            if (found := _flow(cards, room, height, scale, down, SHORT)) is not None:
                return found
    return _flow(cards, room, 10_000, 0.35, 42, SHORT) or []


def _flow(
    cards: Sequence[Mapping[str, Any]], room: float, height: float, scale: float, down: float, tall: int
) -> list[Laid] | None:
    x = y = 0.0
    found = []
    for card in cards:
        width = (CARD if card["up"] else down) * scale
        if x and x + width > room + 0.1:
            x, y = 0.0, y + (tall + GAP) * scale
        if y + tall * scale > height:
            return None
        found.append(Laid(x, y, scale, width / scale, tall))
        x += width + GAP * scale
    return found


def _badge(position: int, lit: bool) -> str:
    """The position from the camp; a flame tells that the campfire lights it (SW-9.5)."""
    content = text(position, 13, 17, "w m", fit=(13, 17))
    return circle(13, 12.5, 10, "litbadge" if lit else "badge") + content


def _marks(spot: Mapping[str, Any], x: float, y: float, room: float) -> str:
    """What is to be remembered about a creature, as small icons with numbers."""
    marks: list[tuple[str, object]] = []
    if spot["wound"]:
        marks.append(("wound", f"−{spot['wound']}"))
    if spot["blank"]:
        marks.append(("blank", ""))
    if spot["reveal"]:
        marks.append(("eye", ""))
    if spot["first"]:
        marks.append(("first", ""))
    if spot["used"]:
        marks.append(("bolt", ""))
    if spot["hit"]:
        marks.append(("paw", ""))
    if spot["harmony"] >= 0:
        marks.append(("note", f"A{spot['harmony'] + 1}"))
    if spot["attacker"] >= 0:
        marks.append(("sword", f"A{spot['attacker'] + 1}"))
    widths = [16 + (text_width(str(number), 11) if number else 0) for _, number in marks]
    scale = min(1.0, room / sum(widths)) if widths else 1
    drawn, left = "", 0.0
    for (icon, number), width in zip(marks, widths, strict=True):
        drawn += use(icon, left, 0, 14) + (text(number, left + 15, 11, "tag") if number else "")
        left += width
    return at(x, y, drawn, scale)


def _dice(observation: Observation, card: str, width: float, size: float) -> str:
    numbers = dice_on(observation, card)
    pitch = min(size + 7, (width - size - 4) / max(len(numbers) - 1, 1))
    return "".join(die(observation, number, place * pitch, 0, size) for place, number in enumerate(numbers))


def _health(card: str, health: int) -> tuple[str, str]:
    """The number on the heart, and its class: changed by other cards or not."""
    printed = printed_health(card)
    if not health:
        return printed or "–", ""
    if not printed.isdigit() or health == int(printed):
        return str(health), ""
    return str(health), "plus" if health > int(printed) else "minus"


def _bar(spot: Mapping[str, Any], health: int, x: float, y: float, width: float) -> str:
    """Damage on a creature against its health."""
    if not spot["damage"]:
        return ""
    full = width - 46
    part = full * min(spot["damage"] / max(health, 1), 1)
    return (
        rect(x, y, full, 8, "cell", 4)
        + rect(x, y, max(part, 6), 8, "heart", 4)
        + text(f"{spot['damage']}/{health or '–'}", x + width, y + 8, "minus e", fit=(13, 42))
    )


_CLEAN = {
    "up": True,
    "known": True,
    "damage": 0,
    "wound": 0,
    "reveal": False,
    "first": False,
    "used": False,
    "blank": False,
    "hit": False,
    "attacker": -1,
    "harmony": -1,
}


def _tall(observation: Observation, spot: Mapping[str, Any], health: int, language: str) -> str:
    card = spot["card"]
    number, names = _health(card, health)
    drawn = _face(kind_of(card), card, TALL, language) + text(
        number, 92, 60, f"big {names}".strip(), fit=(17, 38)
    )
    drawn += _marks(spot, 70, 67, 60) + _bar(spot, health, 5, 100, CARD - 10)
    if spot["blank"]:
        drawn += text(say(language, "no_powers"), 5, 123, "minus")
    else:
        drawn += _power(kind_of(card), 121, language, 12.5)
    return drawn + at(6, 178, _dice(observation, card, CARD - 8, 23))


def _small(observation: Observation, spot: Mapping[str, Any], health: int, height: int, language: str) -> str:
    """A face-up card where room is short: its text stands on it while no die lies there."""
    card = spot["card"]
    number, names = _health(card, health)
    drawn = _face(kind_of(card), card, height, language) + text(
        number, 99, 38, f"head {names}".strip(), fit=(15, 30)
    )
    drawn += _marks(spot, 50, 46, CARD - 54) + _bar(spot, health, 50, 60, CARD - 54)
    words = say(language, "no_powers") if spot["blank"] else _timings(card, language)
    timings = text(words, 6, 85, "tag", fit=(11, CARD - 12))
    if dice_on(observation, card):
        drawn += at(6, height - 25, _dice(observation, card, CARD - 8, 20))
        return drawn + (timings if height == MIDDLE else "")
    if height == MIDDLE and not spot["blank"]:
        return drawn + _power(kind_of(card), 81, language)
    return drawn + timings


@cache
def _timings(card: str, language: str) -> str:
    """When the powers of a creature work, where there is no room for what they do."""
    timings = dict.fromkeys(power["timing"] for power in POWERS[CARD_NAMES.index(card)])
    return " · ".join(term(language, f"timing_{timing}") for timing in timings if timing != "on_flip")


def _down(spot: Mapping[str, Any], place: Laid, language: str) -> str:
    """A face-down card; one whose face the party has seen shows it small (SW-1.13)."""
    width, height = place.width, place.tall
    back = rect(0.5, 0.5, width - 1, height - 1, "night", 7)
    middle = width / 2
    if hidden(spot["card"]):
        inner = rect(5.5, 5.5, width - 11, height - 11, "moonrim", 4)
        return back + inner + scaled("down", middle, height / 2 + 4, min(1.3, width / 52))
    card = spot["card"]
    drawn = back + at(middle - 15.4, 27, token(card, 0, 0), 1.4)
    stats = text(f"{attack_of(card)}", middle + 3, 77, "night-ink b")
    drawn += use("sword", middle - 14, 64, 14) + stats
    name = name_of(language, card)
    if place.tall != TALL:
        return drawn
    if width >= 84:
        lines = wrapped(name, 12, width - 8)
        return drawn + column(lines, middle, 100, "night-ink m", 14)
    if language == "ja":
        return drawn + text(name, middle, 88, "night-ink v", fit=(13, TALL - 94))
    words = text(name, 0, 0, "night-ink m", fit=(13, TALL - 94))
    return (
        drawn + f'<g transform="translate({num(middle - 4.5)} {num((TALL + 84) / 2)}) rotate(90)">{words}</g>'
    )


def spots(observation: Observation, room: float, height: float, language: str) -> list[str]:
    """The cards of the line, drawn where they lie: the first ones singly, then all others together."""
    line = observation["line"]
    drawn = []
    for position, (spot, place) in enumerate(zip(line, layout(line, room, height), strict=True), 1):
        health = observation["health"][position - 1]
        if not spot["up"]:
            card = _down(spot, place, language)
        elif place.tall == TALL:
            card = _tall(observation, spot, health, language)
        else:
            card = _small(observation, spot, health, place.tall, language)
        card += _badge(position, position <= observation["lit"])
        drawn.append(at(place.x, place.y, card, place.scale))
    singles = [*drawn[:SINGLES], *[""] * (SINGLES - len(drawn))]
    return [*singles, "".join(drawn[SINGLES:])]


def ahead(observation: Observation, room: float, height: float, language: str) -> str:
    """The lane while no line lies there: what is being looked at, else the places of the line to come."""
    if observation["seen"]:
        return _looked_at(observation, room, language)
    if observation["line"] or observation["phase"] not in BEFORE_LINE:
        return ""
    places = [{"up": False}] * size_ahead(observation)
    drawn = ""
    for position, place in enumerate(layout(places, room, height), 1):
        tall = place.tall
        gap = rect(0.5, 0.5, place.width - 1, tall - 1, "gap", 7)
        drawn += at(place.x, place.y, gap + _badge(position, position <= observation["lit"]), place.scale)
    return drawn


def size_ahead(observation: Observation) -> int:
    """How many cards the next line will have, with one that waits for it (SW-9.2)."""
    return LINE_SIZE[LOCATION_NAMES.index(observation["location"])] + len(observation["waiting"])


def _looked_at(observation: Observation, room: float, language: str) -> str:
    """SW-8.6, 8.7, 8.10: cards that the party holds in hand."""
    drawn, columns = "", int((room + GAP) // (CARD + GAP))
    for place, name in enumerate(observation["seen"]):
        if name in LOCATION_NAMES[1:]:
            card = site_card(name, language)
        else:
            card = _tall(observation, {**_CLEAN, "card": name}, 0, language)
        drawn += at(place % columns * (CARD + GAP), place // columns * (TALL + GAP), card)
    return drawn


def site_card(name: str, language: str) -> str:
    """A location as a card."""
    return (
        rect(0.5, 0.5, CARD - 1, TALL - 1, "paper", 7)
        + at(16, 5, site_scene(name), 1.56)
        + column(wrapped(name_of(language, name), 13, CARD - 10), 5, 89, "b", 15)
        + at(5, 110, site_numbers(name))
        + column(wrapped(rules_text(language, name), 11.5, CARD - 10), 5, 145, "t", 13)
    )
