"""Many games as one batch of Polars frames, written as Parquet parts.

A batch is filled game by game in plain columns (lists), so that no object outlives its game; `ref` numbers
the games in the order in which they were read.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import polars as pl

import engine
from engine.core.log import Header, Recorded, Step
from engine.core.replay import Verdict
from ingest.games import Claim, Reading, claim_of, digest_of_lines

_line_of = msgspec.json.Encoder().encode
_lines_of = msgspec.json.Encoder().encode_lines
_sorted = msgspec.json.Encoder(order="sorted").encode

Schema = dict[str, Any]
SCHEMAS: dict[str, Schema] = {
    "game": {
        "ref": pl.Int64, "source": pl.Int32, "id": pl.String, "opening": pl.String, "name": pl.String, "rules": pl.Int32,
        "options": pl.String, "seed": pl.String, "players": pl.Int16, "steps": pl.Int32, "rounds": pl.Int32,
        "finished": pl.Boolean, "verified": pl.Boolean, "file": pl.String, "line": pl.Int32,
        "lines": pl.String, "hash": pl.String, "header": pl.String, "meta": pl.String,
    },
    "seat": {
        "ref": pl.Int64, "seat": pl.Int16, "name": pl.String, "agent": pl.String, "won": pl.Float64,
        "winner": pl.Boolean,
    },
    "score": {"ref": pl.Int64, "seat": pl.Int16, "name": pl.String, "value": pl.Int64},
    "outcome": {"ref": pl.Int64, "reason": pl.String, "winners": pl.List(pl.Int16), "scores": pl.String},
    "step": {
        "ref": pl.Int64, "n": pl.Int32, "seat": pl.Int16, "round": pl.Int32, "kind": pl.String,
        "action": pl.String, "chance": pl.String, "check": pl.UInt16,
    },
    "event": {
        "ref": pl.Int64, "n": pl.Int32, "i": pl.Int16, "seat": pl.Int16, "rule": pl.String,
        "kind": pl.String, "facts": pl.String, "secret": pl.String,
    },
    "fact": {
        "ref": pl.Int64, "round": pl.Int32, "seat": pl.Int16, "name": pl.String, "value": pl.Int64,
        "at_end": pl.Boolean,
    },
    "rejected": {
        "ref": pl.Int64, "source": pl.Int32, "file": pl.String, "line": pl.Int32, "step": pl.Int32, "status": pl.String,
        "reason": pl.String, "good_steps": pl.Int32, "name": pl.String, "seed": pl.String,
        "claimed": pl.String, "opening": pl.String,
    },
    "claim": {
        "ref": pl.Int64, "n": pl.Int32, "seat": pl.Int16, "kind": pl.String, "action": pl.String,
        "chance": pl.String,
    },
}  # fmt: skip


class Columns:
    """The columns of one table of a batch."""

    def __init__(self, table: str) -> None:
        self.schema = SCHEMAS[table]
        self.lists: dict[str, list[Any]] = {name: [] for name in self.schema}

    def row(self, *values: object) -> None:
        """Append one row, in the order of the schema."""
        for column, value in zip(self.lists.values(), values, strict=True):
            column.append(value)

    def rows(self, count: int, **columns: Iterable[Any] | int | str | None) -> None:
        """Append many rows; a single value stands for all of them."""
        for name, values in columns.items():
            if values is None or isinstance(values, int | str):
                values = [values] * count
            self.lists[name].extend(values)

    def frame(self) -> pl.DataFrame:
        return pl.DataFrame(self.lists, schema=self.schema)


class Batch:
    """Rows of some games, and how to write them."""

    def __init__(self) -> None:
        self.tables = {name: Columns(name) for name in SCHEMAS}
        self._actions: dict[str, tuple[str, str | None]] = {}

    def add(self, ref: int, source: int, file: str, recorded: Recorded, reading: Reading) -> None:
        """A game, a rejection, or both."""
        if not reading.verdict.is_good:
            self.reject(ref, source, file, reading.verdict, reading.header, claim_of(recorded))
        if not reading.is_kept:
            return
        self._add_game(ref, source, file, recorded, reading)
        self._add_seats(ref, reading)
        self._add_steps(ref, reading)
        self._add_events(ref, reading)
        for facts in reading.facts:
            self.tables["fact"].rows(
                len(facts.values),
                ref=ref,
                round=facts.round,
                seat=facts.seat,
                name=facts.values.keys(),
                value=facts.values.values(),
                at_end=facts.at_end,
            )

    def reject(
        self,
        ref: int,
        source: int,
        file: str,
        verdict: Verdict,
        header: Header | None = None,
        claim: Claim | None = None,
    ) -> None:
        """Say what is wrong with a game or a line; a claim to the id of another game is looked into later."""
        self.tables["rejected"].row(
            ref,
            source,
            file,
            verdict.line,
            verdict.step,
            verdict.status,
            verdict.sentence(),
            verdict.steps,
            header.game if header is not None and isinstance(header.game, str) else None,
            None if header is None else header.seed,
            None if claim is None else claim.id,
            None if claim is None else claim.opening,
        )
        if claim is not None:
            self.tables["claim"].rows(len(claim.steps), ref=ref, **self._choices(claim.steps))

    def _add_game(self, ref: int, source: int, file: str, recorded: Recorded, reading: Reading) -> None:
        header = reading.header
        assert header is not None
        self.tables["game"].row(
            ref,
            source,
            reading.id,
            reading.opening,
            header.game,
            header.rules,
            _sorted(header.options).decode(),
            header.seed,
            len(header.seats),
            len(reading.steps),
            reading.rounds[-1] if reading.rounds else None,
            reading.end is not None,
            reading.verified,
            file,
            recorded.first,
            digest_of_lines(recorded) if reading.verdict.is_good else None,
            reading.end.hash if reading.end else None,
            recorded.header.decode(),
            None if header.meta is None else _sorted(header.meta).decode(),
        )

    def _add_seats(self, ref: int, reading: Reading) -> None:
        assert reading.header is not None
        outcome = None if reading.end is None else reading.end.end
        for seat, line in enumerate(reading.header.seats):
            won, winner = None, None
            if outcome is not None:
                winner = seat in outcome.winners
                won = 1 / len(outcome.winners) if winner else 0.0
            self.tables["seat"].row(ref, seat, line.name, line.agent, won, winner)
        if outcome is None:
            return
        names = engine.load(reading.header.game).score_names
        self.tables["outcome"].row(ref, outcome.reason, outcome.winners, _line_of(outcome.scores).decode())
        for seat, numbers in enumerate(outcome.scores):
            for name, value in zip(names, numbers, strict=False):
                self.tables["score"].row(ref, seat, name, value)

    def _add_steps(self, ref: int, reading: Reading) -> None:
        steps = reading.steps
        self.tables["step"].rows(
            len(steps),
            ref=ref,
            round=reading.rounds or None,
            check=check_numbers(steps),
            **self._choices(steps),
        )

    def _choices(self, steps: Sequence[Step[Any]]) -> dict[str, Iterable[Any]]:
        """The columns that tell what was chosen and drawn."""
        actions = [self._split(text) for text in _texts([step.action for step in steps])]
        return {
            "n": range(len(steps)),
            "seat": [step.seat for step in steps],
            "kind": [kind for kind, _ in actions],
            "action": [rest for _, rest in actions],
            "chance": [step.chance and _line_of(step.chance).decode() for step in steps],
        }

    def _split(self, text: str) -> tuple[str, str | None]:
        """The kind of an action, and its other fields as JSON."""
        if (known := self._actions.get(text)) is None:
            fields = msgspec.json.decode(text)
            kind = fields.pop("kind")
            known = self._actions[text] = (kind, _line_of(fields).decode() if fields else None)
        return known

    def _add_events(self, ref: int, reading: Reading) -> None:
        told = [event for _, events in reading.events for event in events]
        if not told:
            return
        facts = _texts([event.facts for event in told])
        self.tables["event"].rows(
            len(told),
            ref=ref,
            n=[n for n, events in reading.events for _ in events],
            i=[i for _, events in reading.events for i in range(len(events))],
            seat=[event.seat for event in told],
            rule=[event.rule for event in told],
            kind=[event.kind for event in told],
            facts=[None if text == "{}" else text for text in facts],
            secret=[event.secret and _line_of(event.secret).decode() for event in told],
        )

    def write(self, folder: Path, number: int) -> None:
        """One part per table, `TABLE-NUMBER.parquet`; written again, it is the same."""
        for name, columns in self.tables.items():
            write_part(columns.frame(), folder / f"{name}-{number:06}.parquet")


def write_part(frame: pl.DataFrame, path: Path) -> None:
    """A part has its name only when it is whole."""
    draft = path.with_suffix(".part")
    frame.write_parquet(draft, compression="lz4", statistics=False)
    os.replace(draft, path)


def check_numbers(steps: Sequence[Step[Any]]) -> Sequence[int | None]:
    """The checks as numbers; a step without one has None."""
    digits = [step.check for step in steps]
    if None in digits:
        return [None if check is None else int(check, 16) for check in digits]
    return struct.unpack(f">{len(steps)}H", bytes.fromhex("".join(digits)))  # type: ignore[arg-type]


def _texts(values: Sequence[Any]) -> list[str]:
    """Each value as JSON text: one call for all, for line ends inside JSON are escaped."""
    return _lines_of(values).decode().split("\n")[:-1]
