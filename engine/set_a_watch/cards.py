"""Components: `data.yaml` decoded once into tables of integers (chapter 1).

Everything is a small integer inside: creature cards (places in `CARD_NAMES`), abilities, locations and
adventurers; 0 is none of them. What a card or location does stands in data.yaml as `op`s. A rule that asks
"is there a Lich?" asks for the op: `carries("block_abilities_behind")` and `located("no_passives")` give one
truth value per card or location, so the op's name leads from the data to the rule and back.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

_DATA: dict[str, Any] = msgspec.yaml.decode(files(__package__).joinpath("data.yaml").read_bytes())
META: dict[str, Any] = _DATA["meta"]
FIREWOOD_MAX: int = META["firewood_max"]
FINAL_ROUND: int = META["rounds"]
PARTY: int = META["adventurers_in_play"]
DICE = 3 * PARTY
"""Dice are numbered from 1 in actions: A1 has 1 to 3, A2 has 4 to 6, and so on; from 0 inside."""
TAMED_LIMIT: int = META["tamed_limit"]
LIT: tuple[int, ...] = tuple(
    next(row["lit"] for row in _DATA["firewood_track"] if row["from"] <= wood <= row["to"])
    for wood in range(FIREWOOD_MAX + 1)
)
"""SW-1.1: lit positions by firewood."""
PILES: dict[str, list[int]] = {row["id"]: row["piles"] for row in _DATA["difficulty"]}
SUMMONS_OF: dict[str, int] = {row["id"]: row["summons"] for row in _DATA["difficulty"]}

TYPE_NAMES: tuple[str | None, ...] = (None, *(row["id"] for row in _DATA["creature_types"]))
_KINDS = {row["id"]: row for row in _DATA["creature_kinds"]}


def _kind(row: dict[str, Any]) -> dict[str, Any]:
    """What all copies of a creature share: its type and powers."""
    return _KINDS[row["kind"]] if "kind" in row else row


_ROWS: list[dict[str, Any]] = [
    {},
    *_DATA["creatures"],
    *_DATA["acolytes"],
    *_DATA["summons"],
    *_DATA["unhallowed"],
]
CARD_NAMES: tuple[str | None, ...] = (None, *(row["id"] for row in _ROWS[1:]))
CARDS = len(_ROWS)
FACE_NAMES: tuple[str | None, ...] = (
    None,
    None,
    *(name for card in CARD_NAMES[1:] for name in (f"?{card}", card)),
)
"""Cards of face-down piles: twice the number, plus 1 if the party has seen the face (SW-1.13)."""
KIND: tuple[str, ...] = ("", *(row.get("kind", row["id"]) for row in _ROWS[1:]))
"""Creatures of one kind share name and powers; a card without copies is a kind of its own."""
TYPE: tuple[int, ...] = tuple(
    0 if not row or row in _DATA["summons"] else TYPE_NAMES.index(_kind(row).get("type", "unhallowed"))
    for row in _ROWS
)
ATTACK: tuple[int, ...] = (0, *(row["attack"] for row in _ROWS[1:]))
HEALTH: tuple[int, ...] = (0, *(row["health"] if isinstance(row["health"], int) else 0 for row in _ROWS[1:]))
"""Printed health; 0 for a formula."""
POWERS: tuple[tuple[dict[str, Any], ...], ...] = ((), *(tuple(_kind(row)["powers"]) for row in _ROWS[1:]))

CARD_RULE: tuple[str, ...] = ("", *(_kind(row)["rule"].split(",")[0] for row in _ROWS[1:]))
"""The rule of a card's power in chapter 16."""


def cards_of(part: str) -> tuple[int, ...]:
    """The numbers of all cards of one part of data.yaml."""
    return tuple(CARD_NAMES.index(row["id"]) for row in _DATA[part])


CREATURES, ACOLYTES, SUMMONS = cards_of("creatures"), cards_of("acolytes"), cards_of("summons")
UNHALLOWED = {
    "base": tuple(CARD_NAMES.index(row["id"]) for row in _DATA["unhallowed"] if row["edition"] == "base"),
    "deluxe": cards_of("unhallowed"),
}
IS_SUMMON: tuple[bool, ...] = tuple(card in SUMMONS for card in range(CARDS))
IS_UNHALLOWED: tuple[bool, ...] = tuple(card in UNHALLOWED["deluxe"] for card in range(CARDS))


def carries(op: str) -> tuple[bool, ...]:
    """For each card: does one of its powers have this op?"""
    return tuple(any(power["op"] == op for power in powers) for powers in POWERS)


def timed(timing: str) -> tuple[tuple[dict[str, Any], ...], ...]:
    """For each card: its powers of one timing, in written order."""
    return tuple(tuple(power for power in powers if power["timing"] == timing) for powers in POWERS)


def type_number(name: str) -> int:
    """The number of a creature type."""
    return TYPE_NAMES.index(name)


FOREST, DRAGON, UNDEAD, HUMAN = (type_number(name) for name in ("forest", "dragon", "undead", "human"))

_LOCATIONS: list[dict[str, Any]] = [{}, *_DATA["locations"]]
LOCATION_NAMES: tuple[str | None, ...] = (None, *(row["id"] for row in _LOCATIONS[1:]))
SITE_NAMES: tuple[str | None, ...] = (
    None,
    None,
    *(name for place in LOCATION_NAMES[1:] for name in (f"?{place}", place)),
)
"""Locations of face-down piles, marked like `FACE_NAMES`."""
FIREWOOD_CHANGE: tuple[int, ...] = (
    0,
    *(row["firewood"] if isinstance(row["firewood"], int) else 0 for row in _LOCATIONS[1:]),
)
LINE_SIZE: tuple[int, ...] = (0, *(row["line"] for row in _LOCATIONS[1:]))


@cache
def locations_of(kind: str, edition: str) -> tuple[int, ...]:
    """The locations of a kind that an edition has."""
    return tuple(
        place
        for place, row in enumerate(_LOCATIONS)
        if row and row["kind"] == kind and row["edition"] in ("base", edition)
    )


def located(op: str) -> tuple[bool, ...]:
    """For each location: does it have this op?"""
    return tuple(any(effect["op"] == op for effect in row.get("effects", ())) for row in _LOCATIONS)


def local(op: str, key: str, absent: int = 0) -> tuple[int, ...]:
    """For each location: a number of its op, or `absent`."""
    found = [
        [effect[key] for effect in row.get("effects", ()) if effect["op"] == op and key in effect]
        for row in _LOCATIONS
    ]
    return tuple(values[0] if values else absent for values in found)


HEALTH_TYPE: tuple[tuple[int, int], ...] = tuple(
    next(
        (
            (type_number(effect["type"]), effect["delta"])
            for effect in row.get("effects", ())
            if effect["op"] == "health_type"
        ),
        (0, 0),
    )
    for row in _LOCATIONS
)
"""For each location: whose health it changes, and by how much (SW-11.1)."""

_ADVENTURERS: list[dict[str, Any]] = [{}, *_DATA["adventurers"]]
ADVENTURER_NAMES: tuple[str | None, ...] = (None, *(row["id"] for row in _ADVENTURERS[1:]))
DIE_SIZE: tuple[int, ...] = (0, *(row["die"] for row in _ADVENTURERS[1:]))
REACH: tuple[int, ...] = (0, *({"melee": 1, "ranged": 2}[row["range"]] for row in _ADVENTURERS[1:]))
UNIQUE: tuple[str, ...] = ("", *(row["unique"] for row in _ADVENTURERS[1:]))
BASE_ADVENTURERS: tuple[str, ...] = tuple(
    row["id"] for row in _DATA["adventurers"] if row["edition"] == "base"
)

_ABILITIES: list[dict[str, Any]] = [{}, *_DATA["abilities"]]
ABILITY_NAMES: tuple[str | None, ...] = (None, *(row["id"] for row in _ABILITIES[1:]))
ABILITY_DATA: dict[str, dict[str, Any]] = {row["id"]: row for row in _DATA["abilities"]}
ABILITIES_OF: tuple[tuple[int, ...], ...] = (
    (),
    *(tuple(ABILITY_NAMES.index(name) for name in row["abilities"]) for row in _ADVENTURERS[1:]),
)
IS_PASSIVE: tuple[bool, ...] = (False, *(row["mode"] == "passive" for row in _ABILITIES[1:]))
LIMITED: tuple[bool, ...] = (False, *(row["limit"] == "once_per_round" for row in _ABILITIES[1:]))
ABILITY_RULE: tuple[str, ...] = ("", *(row["rule"].split(",")[0] for row in _ABILITIES[1:]))


ability = {name: number for number, name in enumerate(ABILITY_NAMES) if name}.__getitem__
"""The number of an ability card."""
card_number = {name: number for number, name in enumerate(CARD_NAMES) if name}.__getitem__
"""The number of a creature card."""
location_number = {name: number for number, name in enumerate(LOCATION_NAMES) if name}.__getitem__
"""The number of a location."""
adventurer_number = {name: number for number, name in enumerate(ADVENTURER_NAMES) if name}.__getitem__
"""The number of an adventurer."""


CAMP_ACTIONS: dict[str, dict[str, Any]] = {row["id"]: row for row in _DATA["camp_actions"]}
BOARD_SPACES: tuple[str, ...] = tuple(row["id"] for row in _DATA["camp_actions"] if row["space"] == "board")
RUNES: tuple[str, ...] = tuple(row["id"] for row in _DATA["camp_actions"] if row["space"] == "rune")
SPACES: tuple[str, ...] = tuple(CAMP_ACTIONS)
SPACE_LIMIT: tuple[int, ...] = tuple(row["limit"] for row in _DATA["camp_actions"])

SOURCE_NAMES: tuple[str | None, ...] = (
    *CARD_NAMES,
    *ABILITY_NAMES[1:],
    *LOCATION_NAMES[1:],
    *SPACES,
    "attack",
    "camp",
    "firewood",
    "damage",
)
"""What can be the cause of an effect; creature cards keep their own numbers."""


source_of = {name: SOURCE_NAMES.index(name) for name in SOURCE_NAMES}.__getitem__
"""The number of a cause; None: the rules themselves."""
SOURCE_OF_PLACE: tuple[int, ...] = tuple(source_of(name) for name in LOCATION_NAMES)
"""For each location: its number as a cause."""
