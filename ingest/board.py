"""A replay for people: steps in words with their rules, and the board laid out from an observation."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

import engine
from engine.core.errors import seat_label
from engine.core.game import TABLE, Game, Seat
from engine.core.log import Recorded, Step
from engine.core.replay import Verdict
from engine.core.table import Event, Table
from engine.core.words import Words
from ingest.reports import visible

_SEAT_FIELDS = ("seat", "first", "winners", "jumped", "opponent", "player", "victim")
"""Fields of a state that hold seats; a table of the state shows them as p1, p2, ..."""


def seen_facts(event: Event, seat: Seat | None) -> dict[str, int | str]:
    """The facts of an event as a seat knows them; its secret ones are for its own seat and the table."""
    if event.secret is None or seat is None or seat not in (event.seat, TABLE):
        return event.facts
    return {**event.facts, **event.secret}


def step_json(
    game: Game[Any], step: Step[Any], state: Any, table: Table, seat: Seat | None
) -> dict[str, Any]:
    """One line of `replay --json`. Chance is for the table alone: it tells the order of hidden cards."""
    fields: dict[str, Any] = {"n": step.n, "seat": step.seat, "action": msgspec.to_builtins(step.action)}
    if seat == TABLE and step.chance is not None:
        fields["chance"] = step.chance
    fields["events"] = [
        {"rule": event.rule, "kind": event.kind, "seat": event.seat, "facts": seen_facts(event, seat)}
        for event in table.events or []
    ]
    fields["state"] = game.observe(state, seat)
    return fields


class FeedLine(msgspec.Struct, frozen=True):
    """One thing that happened: the rule behind it, who, and what in words. Step lines have no rule."""

    rule: str
    who: str
    text: str


def feed(
    step: Step[Any], events: Sequence[Event], words: Words, seat: Seat | None, language: str
) -> list[FeedLine]:
    """A step and its events in words; the step itself comes first."""
    action = msgspec.to_builtins(step.action)
    lines = [FeedLine("", seat_label(step.seat), visible(words.action(action, language)))]
    for event in events:
        who = "" if event.seat is None else seat_label(event.seat)
        lines.append(
            FeedLine(event.rule, who, visible(words.event(event.kind, seen_facts(event, seat), language)))
        )
    return lines


class Enough(Exception):
    """The replay has come as far as was asked."""


def walk(
    recorded: Recorded, last: int | None, visit: Callable[[Step[Any], Any, Table], None]
) -> tuple[int, Verdict | None]:
    """Replay a game up to a step. How many steps were good, and the verdict (None: stopped before the end)."""
    good = 0

    def listen(step: Step[Any], state: Any, table: Table) -> None:
        nonlocal good
        good = step.n + 1
        visit(step, state, table)
        if step.n == last:
            raise Enough

    try:
        verdict = engine.replayer().replay(recorded, listen)
    except Enough:
        return good, None
    return good, verdict


class Board(msgspec.Struct, frozen=True):
    """An observation laid out: short facts in one row, a column per seat, and what lies in the middle."""

    facts: list[tuple[str, str]]
    seats: list[tuple[str, list[str]]]
    middle: list[tuple[str, str]]


def board(observation: Mapping[str, Any], players: int, words: Words, language: str) -> Board:
    """Derived from the shape of the observation alone, for any game.

    A list with one table per player becomes columns; single values become facts; the rest stands below.
    """
    facts: list[tuple[str, str]] = []
    seats: list[tuple[str, list[str]]] = []
    middle: list[tuple[str, str]] = []
    for key, value in observation.items():
        if (
            isinstance(value, list)
            and len(value) == players
            and all(isinstance(item, dict) for item in value)
        ):
            seats += _columns(key, value, words, language)
        elif isinstance(value, dict | list) and key not in _SEAT_FIELDS:
            middle.append((_label(key), cell(value, words, language)))
        else:
            facts.append((_label(key), cell(value, words, language, key)))
    return Board(facts, seats, middle)


def _columns(
    key: str, tables: list[dict[str, Any]], words: Words, language: str
) -> list[tuple[str, list[str]]]:
    """The first list of players is spread out, a row per field; another one becomes one row."""
    if key != "players":
        return [(_label(key), [cell(table, words, language) for table in tables])]
    fields = list(dict.fromkeys(field for table in tables for field in table))
    return [
        (_label(field), [cell(table.get(field), words, language, field) for table in tables])
        for field in fields
    ]


def cell(value: Any, words: Words, language: str, field: str = "") -> str:
    """A value as people read it: names instead of ids, `14 hidden`, a grid where the keys are places."""
    if value is None or value == [] or value == "" or value == {}:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return seat_label(value) if field in _SEAT_FIELDS else str(value)
    if isinstance(value, str):
        return visible(words.name(value, language))
    if isinstance(value, list):
        return ", ".join(cell(item, words, language, field) for item in value)
    if set(value) == {"hidden"}:
        return f"{value['hidden']} hidden"
    if all(re.fullmatch(r"\d+,\d+", key) for key in value):
        return _grid(value)
    if any(isinstance(item, dict) and set(item) != {"hidden"} for item in value.values()):
        return "\n".join(f"{_label(key)}: {cell(item, words, language, key)}" for key, item in value.items())
    return " · ".join(f"{_label(key)} {cell(item, words, language, key)}" for key, item in value.items())


def _grid(places: Mapping[str, Any]) -> str:
    """Cells named `column,row` in their rows; ids, not names, so that they line up."""
    at = {tuple(map(int, key.split(","))): visible(str(item or "·")) for key, item in places.items()}
    width = max(map(len, at.values()))
    columns = sorted({column for column, _ in at})
    return "\n".join(
        " ".join(at.get((column, row), "").ljust(width) for column in columns).rstrip()
        for row in sorted({row for _, row in at})
    )


def _label(key: str) -> str:
    return visible(key.replace("_", " "))
