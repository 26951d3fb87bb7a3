"""Many games as one batch of Polars frames, written as Parquet parts.

A batch is filled game by game in plain columns (lists), so that no object outlives its game; `ref` numbers
the games in the order in which they were read.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec
import polars as pl

import engine
from engine.core.log import Header, Recorded, Step
from engine.core.replay import Verdict
from engine.core.table import Event
from ingest.games import Claim, Facts, Reading, claim_of, digest_of_lines

_line_of = msgspec.json.Encoder().encode
_lines_of = msgspec.json.Encoder().encode_lines
_sorted = msgspec.json.Encoder(order="sorted").encode

Schema = dict[str, Any]
SCHEMAS: dict[str, Schema] = {
    "title": {"name": pl.String, "cooperative": pl.Boolean},
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

    def frame(self) -> pl.DataFrame:
        return pl.DataFrame(self.lists, schema=self.schema)


class StepColumns:
    """Steps, game by game: what was chosen and drawn, and with `told` the round and the check too.

    What can be said once per game is said once, and Polars makes rows of it.
    """

    def __init__(self, table: str, *, told: bool) -> None:
        self.schema, self.told = SCHEMAS[table], told
        self.games: tuple[list[int], list[int]] = [], []
        """Number of the game and of its steps."""
        self.seats: list[int] = []
        self.actions: list[bytes] = []
        self.chances: list[str | None] = []
        self.rounds: list[int | None] = []
        self.checks: list[int | None] = []

    def add(self, ref: int, steps: Sequence[Step[Any]], rounds: Sequence[int] = ()) -> None:
        """The steps of one game; `rounds` is empty when it was not replayed."""
        if not steps:
            return
        self.games[0].append(ref)
        self.games[1].append(len(steps))
        self.seats += [step.seat for step in steps]
        self.actions.append(_lines_of([step.action for step in steps]))
        self.chances += [_json(step.chance) if step.chance else None for step in steps]
        if self.told:
            self.rounds += rounds or [None] * len(steps)
            self.checks += check_numbers(steps)

    def frame(self) -> pl.DataFrame:
        rows = _counted(self.games[1], "n", ref=self.games[0])
        actions = _split_lines(self.actions)
        kinds = pl.DataFrame(
            [(text, *_kind_and_rest(text)) for text in actions.unique(maintain_order=True)],
            {"text": pl.String, "kind": pl.String, "action": pl.String},
            orient="row",
        )
        chosen = actions.to_frame("text").join(kinds, "text", "left", maintain_order="left")
        rows = rows.with_columns(
            chosen["kind"],
            chosen["action"],
            pl.Series("seat", self.seats, pl.Int16),
            pl.Series("chance", self.chances, pl.String),
            *(
                [pl.Series("round", self.rounds, pl.Int32), pl.Series("check", self.checks, pl.UInt16)]
                if self.told
                else []
            ),
        )
        return _shaped(rows, self.schema)


class EventColumns:
    """Events, game by game."""

    def __init__(self) -> None:
        self.steps: tuple[list[int], list[int], list[int]] = [], [], []
        """Of the steps that told any: number of the game, number of the step, how many."""
        self.seats: list[int | None] = []
        self.rules: list[str] = []
        self.kinds: list[str] = []
        self.facts: list[bytes] = []
        self.secrets: list[str | None] = []

    def add(self, ref: int, events: Sequence[tuple[int, Sequence[Event]]]) -> None:
        """What the steps of one game told."""
        if not events:
            return
        refs, steps, counts = self.steps
        refs += [ref] * len(events)
        steps += [n for n, _ in events]
        counts += [len(told) for _, told in events]
        told = list(chain.from_iterable(told for _, told in events))
        self.seats += [event.seat for event in told]
        self.rules += [event.rule for event in told]
        self.kinds += [event.kind for event in told]
        self.facts.append(_lines_of([event.facts for event in told]))
        self.secrets += [_json(event.secret) if event.secret else None for event in told]

    def frame(self) -> pl.DataFrame:
        facts = _split_lines(self.facts)
        rows = _counted(self.steps[2], "i", ref=self.steps[0], n=self.steps[1]).with_columns(
            pl.Series("seat", self.seats, pl.Int16),
            pl.Series("rule", self.rules, pl.String),
            pl.Series("kind", self.kinds, pl.String),
            facts.set(facts == "{}", None).alias("facts"),
            pl.Series("secret", self.secrets, pl.String),
        )
        return _shaped(rows, SCHEMAS["event"])


class FactColumns:
    """Facts. Those of one kind have the same names each time, so that names are told once."""

    def __init__(self) -> None:
        self.rows: tuple[list[int], list[int], list[int], list[bool], list[int]] = [], [], [], [], []
        """Number of the game, round, seat, at the end, number of the names."""
        self.names: dict[tuple[str, ...], int] = {}
        self.values: list[int] = []

    def add(self, ref: int, facts: Sequence[Facts]) -> None:
        """The facts of one game."""
        refs, rounds, seats, ends, names = self.rows
        refs += [ref] * len(facts)
        rounds += [one.round for one in facts]
        seats += [one.seat for one in facts]
        ends += [one.at_end for one in facts]
        names += [self.names.setdefault(tuple(one.values), len(self.names)) for one in facts]
        for one in facts:
            self.values += one.values.values()

    def frame(self) -> pl.DataFrame:
        schema = SCHEMAS["fact"]
        told = pl.Series("name", [list(names) for names in self.names], pl.List(pl.String))
        rows = pl.DataFrame(dict(zip(("ref", "round", "seat", "at_end"), self.rows, strict=False)),
                            {name: schema[name] for name in ("ref", "round", "seat", "at_end")})  # fmt: skip
        rows = (
            rows.with_columns(told.gather(self.rows[4])).filter(pl.col("name").list.len() > 0).explode("name")
        )
        return _shaped(rows.with_columns(pl.Series("value", self.values, pl.Int64)), schema)


def _counted(counts: Sequence[int], index: str, **columns: Sequence[int]) -> pl.DataFrame:
    """So many rows of each, with their number from 0. No count is 0."""
    schema = {"count": pl.Int32, **dict.fromkeys(columns, pl.Int64)}
    frame = pl.DataFrame({"count": counts, **columns}, schema)
    return frame.select(*columns, pl.int_ranges(0, "count", dtype=pl.Int32).alias(index)).explode(index)


def _shaped(frame: pl.DataFrame, schema: Schema) -> pl.DataFrame:
    return frame.select(pl.col(name).cast(kind) for name, kind in schema.items())


def _split_lines(parts: Sequence[bytes]) -> pl.Series:
    """The lines of JSON lines: line ends inside of JSON are escaped."""
    text = b"".join(parts).decode()
    if not text:
        return pl.Series(dtype=pl.String)
    return pl.Series([text[:-1]]).str.split("\n").explode()


def _json(value: object) -> str:
    return _line_of(value).decode()


def _kind_and_rest(text: str) -> tuple[str, str | None]:
    """The kind of an action, and its other fields as JSON."""
    fields = msgspec.json.decode(text)
    kind = fields.pop("kind")
    return kind, _json(fields) if fields else None


class Batch:
    """Rows of some games, and how to write them."""

    def __init__(self) -> None:
        self.tables = {
            name: Columns(name) for name in SCHEMAS if name not in ("step", "claim", "event", "fact")
        }
        self.steps = StepColumns("step", told=True)
        self.claims = StepColumns("claim", told=False)
        self.events, self.facts = EventColumns(), FactColumns()
        self._titles: set[str] = set()

    def add(self, ref: int, source: int, file: str, recorded: Recorded, reading: Reading) -> None:
        """A game, a rejection, or both."""
        if not reading.verdict.is_good:
            self.reject(ref, source, file, reading.verdict, reading.header, claim_of(recorded))
        if not reading.is_kept:
            return
        self._add_game(ref, source, file, recorded, reading)
        self._add_seats(ref, reading)
        self.steps.add(ref, reading.steps, reading.rounds)
        self.events.add(ref, reading.events)
        self.facts.add(ref, reading.facts)

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
            self.claims.add(ref, claim.steps)

    def _add_game(self, ref: int, source: int, file: str, recorded: Recorded, reading: Reading) -> None:
        header = reading.header
        assert header is not None
        self._add_title(header.game)
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
        cooperative = engine.load(reading.header.game).cooperative
        for seat, line in enumerate(reading.header.seats):
            won, winner = None, None
            if outcome is not None:
                winner = seat in outcome.winners
                won = _share(len(outcome.winners), cooperative) if winner else 0.0
            self.tables["seat"].row(ref, seat, line.name, line.agent, won, winner)
        if outcome is None:
            return
        names = engine.load(reading.header.game).score_names
        self.tables["outcome"].row(ref, outcome.reason, outcome.winners, _line_of(outcome.scores).decode())
        for seat, numbers in enumerate(outcome.scores):
            for name, value in zip(names, numbers, strict=False):
                self.tables["score"].row(ref, seat, name, value)

    def _add_title(self, name: str) -> None:
        """What the statistics have to know of a game; a row may come twice."""
        if name not in self._titles:
            self._titles.add(name)
            self.tables["title"].row(name, engine.load(name).cooperative)

    def write(self, folder: Path, number: int) -> None:
        """One part per table, `TABLE-NUMBER.parquet`; written again, it is the same."""
        frames = {name: columns.frame() for name, columns in self.tables.items()}
        frames |= {"step": self.steps.frame(), "claim": self.claims.frame()}
        frames |= {"event": self.events.frame(), "fact": self.facts.frame()}
        for name, frame in frames.items():
            write_part(frame, folder / f"{name}-{number:06}.parquet")


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


def _share(winners: int, cooperative: bool) -> float:
    """What a win is worth to each winner: rivals split it, partners have it together."""
    return 1.0 if cooperative else 1 / winners
