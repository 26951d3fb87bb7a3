"""Many games as one batch of Polars frames, written as Parquet parts.

A batch is filled game by game in plain columns (lists), so that no object outlives its game; `ref` numbers
the games in the order in which they were read.
"""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import polars as pl

import engine
from engine.core.log import Header, Recorded
from engine.core.replay import Verdict
from ingest.columns import Events, Schema, Steps, Tallies
from ingest.games import Claim, Reading, claim_of, digest_of_lines
from ingest.vocabulary import Vocabulary

_json_of = msgspec.json.Encoder().encode
_sorted = msgspec.json.Encoder(order="sorted").encode

NUMBERED = ("step", "event", "fact", "choice", "telling", "naming")
"""Rows with numbers that are those of one part, and the dictionaries that they are from."""
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
    "rejected": {
        "ref": pl.Int64, "source": pl.Int32, "file": pl.String, "line": pl.Int32, "step": pl.Int32, "status": pl.String,
        "reason": pl.String, "good_steps": pl.Int32, "name": pl.String, "seed": pl.String,
        "claimed": pl.String, "opening": pl.String,
    },
}  # fmt: skip


class Columns:
    """The columns of one table of a batch."""

    def __init__(self, table: str) -> None:
        self.schema = SCHEMAS[table]
        self.lists: dict[str, list[object]] = {name: [] for name in self.schema}

    def row(self, *values: object) -> None:
        """Append one row, in the order of the schema."""
        for column, value in zip(self.lists.values(), values, strict=True):
            column.append(value)

    def frame(self) -> pl.DataFrame:
        return pl.DataFrame(self.lists, schema=self.schema)


class Batch:
    """Rows of some games, and how to write them."""

    def __init__(self, words: Vocabulary) -> None:
        self.tables = {name: Columns(name) for name in SCHEMAS}
        self.words = words
        self.steps, self.claims = Steps(), Steps()
        self.events, self.facts = Events(self.words), Tallies(self.words)
        self._titles: set[str] = set()

    def add(self, ref: int, source: int, file: str, recorded: Recorded, reading: Reading) -> None:
        """A game, a rejection, or both."""
        if not reading.verdict.is_good:
            self.reject(ref, source, file, reading.verdict, reading.header, claim_of(recorded))
        if not reading.is_kept:
            return
        self._add_game(ref, source, file, recorded, reading)
        self._add_seats(ref, reading)
        self.steps.add(ref, reading.lines, reading.rounds, checked=reading.checked)
        self.events.add(ref, reading)
        self.facts.add(ref, reading.facts, reading.final)

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
            self.claims.add(ref, claim.lines, (), checked=claim.checked)

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
            len(reading.lines),
            reading.rounds[-1][1] if reading.rounds else None,
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
        self.tables["outcome"].row(ref, outcome.reason, outcome.winners, _json_of(outcome.scores).decode())
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
        frames["step"], frames["choice"] = self.steps.frames()
        frames["event"], frames["telling"] = self.events.frames()
        frames["fact"], frames["naming"] = self.facts.frames()
        frames["claim"] = self.claims.written_out()
        for name, frame in frames.items():
            rows = frame.with_columns(pl.lit(number, pl.Int32).alias("part")) if name in NUMBERED else frame
            write_part(rows, folder / f"{name}-{number:06}.parquet")


def write_part(frame: pl.DataFrame, path: Path) -> None:
    """A part has its name only when it is whole."""
    draft = path.with_suffix(".part")
    frame.write_parquet(draft, compression="lz4", statistics=False)
    os.replace(draft, path)


def _share(winners: int, cooperative: bool) -> float:
    """What a win is worth to each winner: rivals split it, partners have it together."""
    return 1.0 if cooperative else 1 / winners
