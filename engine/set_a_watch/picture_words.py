"""Words of the picture: terms of glossary.yaml, names and texts of data.yaml, and the few of its own in words.yaml."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from engine.pictures import texts
from engine.set_a_watch.cards import CARD_NAMES, KIND


def _file(name: str) -> Any:
    return msgspec.yaml.decode(files(__package__).joinpath(name).read_bytes())


@cache
def _terms() -> dict[str, dict[str, str]]:
    return {row["id"]: row for row in _file("glossary.yaml")}


@cache
def _own() -> dict[str, Any]:
    words: dict[str, Any] = _file("words.yaml")
    return words


@cache
def _records() -> dict[str, dict[str, Any]]:
    """Everything of data.yaml that has an id; a creature stands under its kind."""
    return {
        row["id"]: row
        for part in _file("data.yaml").values()
        if isinstance(part, list)
        for row in part
        if "en" in row
    }


@cache
def term(language: str, name: str) -> str:
    """A term of the glossary; English ones begin with a capital letter, as headings do."""
    found = _terms()[name][language]
    return found[:1].upper() + found[1:]


def say(language: str, name: str, *values: object) -> str:
    """One of the picture's own words; one that is not in the table stands for itself."""
    return texts.say(_own()["picture"], language, name, *values)


def prompt(language: str, node: str) -> str:
    """What a decision asks; one that is not in the table stands for itself."""
    return texts.say(_own()["picture"]["nodes"], language, node)


def step(language: str, kind: str) -> str:
    """A step of the table, which has no values of its own; one that is not in the table stands for itself."""
    return texts.say(_own()["actions"], language, kind)


def reason(language: str, rule: str) -> str:
    """How the game ended."""
    return texts.say(_own()["reasons"], language, rule)


@cache
def kind_of(card: str) -> str:
    """The kind of a creature card: what its copies share. All Summons are of one kind."""
    if card not in CARD_NAMES:
        return card
    kind = KIND[CARD_NAMES.index(card)]
    return "summon" if kind.startswith("summon") else kind


@cache
def name_of(language: str, ident: str) -> str:
    """The name of a component, or the id itself when it has none."""
    ident = kind_of(ident)
    record = _records().get("summon_1" if ident == "summon" else ident)
    return str(record[language]) if record else ident


@cache
def rules_text(language: str, ident: str) -> str:
    """What a component does, in short."""
    if ident == "summon":
        return {
            "en": "Exhaust 1 card. The top Unhallowed takes this place.",
            "ja": "能力カード1枚を消耗。穢れデッキの一番上がここに現れる。",
        }[language]
    record = _records().get(ident, {})
    return str(record.get(f"text_{language}", ""))
