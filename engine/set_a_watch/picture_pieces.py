"""Pieces that several parts of the table show: dice, tokens of cards, rows of a pile."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.pictures.svg import at
from engine.set_a_watch.cards import (
    ADVENTURER_NAMES,
    ATTACK,
    CARD_NAMES,
    DIE_SIZE,
    FIREWOOD_CHANGE,
    HEALTH,
    LINE_SIZE,
    LOCATION_NAMES,
    POWERS,
    TYPE,
    TYPE_NAMES,
    located,
)
from engine.set_a_watch.picture_scenes import SCENES
from engine.set_a_watch.picture_style import rect, scaled, symbol, text, use
from engine.set_a_watch.picture_words import kind_of

Observation = Mapping[str, Any]

TOKEN = 22
"""Side of a card's token."""


def owner_name(observation: Observation, die: int) -> str:
    """The adventurer whose die it is: three dice each, in party order (SW-1.10)."""
    return str(observation["adventurers"][die // 3]["id"])


def die(observation: Observation, number: int, x: float, y: float, size: float, used: bool = False) -> str:
    """A die with its value: full while it may be used, hollow after that."""
    value, name = observation["dice"][number]["value"], owner_name(observation, number)
    low = 22 if DIE_SIZE[ADVENTURER_NAMES.index(name)] == 6 else 20
    drawn = use(f"{'u' if used else 'd'}-{name}") + text(value, 16, low, "used" if used else "val")
    return at(x, y, drawn, size / 32)


def dice_on(observation: Observation, card: str) -> list[int]:
    """Dice that lie on a card: attacks, and those it has stolen."""
    return [
        number
        for number, each in enumerate(observation["dice"])
        if each["place"] in ("creature", "stolen") and each["on"] == card
    ]


def hidden(card: Any) -> int:
    """How many cards a mark of an observation stands for; 0: it is a card that may be seen."""
    return int(card["hidden"]) if isinstance(card, Mapping) else 0


def count(pile: Any) -> int:
    """How many cards a pile holds, whether they may be seen or not."""
    return hidden(pile) if isinstance(pile, Mapping) else sum(hidden(card) or 1 for card in pile)


def runs(pile: Any) -> Iterator[tuple[int, int, str | None]]:
    """A pile from its top: (place from 1, how many, name); face-down cards that follow each other are one run.

    Who sees everything also sees cards that the party has not seen; "?" marks those (`Face` in state.py).
    """
    place, unknown = 1, 0
    for card in [pile] if isinstance(pile, Mapping) else pile:
        if isinstance(card, Mapping):
            unknown += hidden(card)
            continue
        if unknown:
            yield place, unknown, None
            place, unknown = place + unknown, 0
        yield place, 1, str(card).removeprefix("?")
        place += 1
    if unknown:
        yield place, unknown, None


def type_of(card: str) -> str:
    """The type of a creature card, or `summon`."""
    return str(TYPE_NAMES[TYPE[CARD_NAMES.index(card)]] or "summon")


def printed_health(card: str) -> str:
    """Health as printed: a number, or what it is made of."""
    number = CARD_NAMES.index(card)
    for power in POWERS[number]:
        if power["op"] == "health_formula":
            return str(power["formula"])
    return "" if type_of(card) == "summon" else str(HEALTH[number])


def attack_of(card: str) -> int:
    """Printed attack."""
    return ATTACK[CARD_NAMES.index(card)]


def tokens() -> str:
    """A small picture of every card: portrait, and printed health to tell copies apart."""
    drawn = symbol("t-back", rect(0.5, 0.5, TOKEN - 1, TOKEN - 1, "night", 4) + scaled("down", 11, 11, 0.55))
    drawn += symbol("t-stage", rect(0.5, 0.5, TOKEN - 1, TOKEN - 1, "stage", 4))
    drawn += symbol("t-plate", '<path d="M12 12h9.5v9.5H12z"/>')
    cards = [str(card) for card in CARD_NAMES[1:]]
    for kind, card in {kind_of(card): card for card in cards}.items():
        face = use("t-stage") + scaled(f"k-{kind}", 10, 10, 0.33)
        drawn += symbol(
            f"m-{kind}", face + (use("t-plate", names=f"y-{type_of(card)}") if printed_health(card) else "")
        )
    for card in cards:
        health = printed_health(card)
        drawn += symbol(
            f"t-{card}",
            use(f"m-{kind_of(card)}") + (text(health, 0, 0, "tok", fit=(10, 11)) if health else ""),
        )
    return drawn


def token(card: str, x: float, y: float) -> str:
    """A card's token; a card that is not of the game stands as a back."""
    return use(f"t-{card}" if card in CARD_NAMES[1:] else "t-back", x, y)


def _units(found: Sequence[tuple[int, int, str | None]]) -> list[float]:
    """Widths of the pieces of a row, in tokens."""
    return [2.1 if many > 1 else 1.0 for _, many, _ in found]


def needs_two_rows(pile: Any, room: float) -> bool:
    """Whether a pile is too long for one row of tokens in full size."""
    return sum(_units(list(runs(pile)))) > room / (TOKEN + 1)


def token_row(pile: Any, room: float, rows: int = 1, framed: bool = False) -> str:
    """A pile as tokens, top first; too many of them become smaller. Runs of face-down cards carry their number.

    `framed` puts a frame around the top one.
    """
    found = list(runs(pile))
    units, per_row = _units(found), room / (TOKEN + 1)
    scale, lines = 1.0, _broken(units, per_row)
    while len(lines) > int(rows / scale) and scale > 0.45:
        scale -= 0.05
        lines = _broken(units, per_row / scale)
    drawn, item = "", 0
    for row, line in enumerate(lines):
        x = 0.0
        for unit in line:
            _, many, name = found[item]
            drawn += token(name, x, row * (TOKEN + 2)) if name else use("t-back", x, row * (TOKEN + 2))
            if many > 1:
                drawn += text(f"×{many}", x + TOKEN + 1, row * (TOKEN + 2) + 16, "s")
            x, item = x + unit * (TOKEN + 1), item + 1
    if framed:
        drawn += rect(-1, -1, TOKEN + 2, TOKEN + 2, "turn", 5)
    return at(0, 0, drawn, scale) if scale < 1 else drawn


def _broken(units: Sequence[float], room: float) -> list[list[float]]:
    lines: list[list[float]] = [[]]
    for unit in units:
        if sum(lines[-1]) + unit > room:
            lines.append([])
        lines[-1].append(unit)
    return lines


_HALVES = located("firewood_halve_loss")


def site_scene(name: str) -> str:
    """The picture of a location."""
    return use(f"s-{name}") if name in SCENES else ""


def site_numbers(name: str) -> str:
    """Firewood change and line size of a location (SW-1.7)."""
    place = LOCATION_NAMES.index(name)
    change = FIREWOOD_CHANGE[place]
    wood = "÷2" if _HALVES[place] else f"+{change}" if change > 0 else f"−{-change}" if change else "±0"
    names = "big minus" if change < 0 or _HALVES[place] else "big plus" if change else "big"
    return (
        use("logs", 0, 0, 20)
        + text(wood, 23, 16, names)
        + use("row", 62, 0, 20)
        + text(LINE_SIZE[place], 86, 16, "big")
    )
