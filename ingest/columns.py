"""Columns of a batch of games: what was chosen in each step, what the rules told, and the facts of the seats.

Nearly all that a game consists of comes again and again: the same choice, the same event, the same things told
in one step. Each is looked at once per batch and has a number there. Rows hold numbers, and the dictionaries go
with them (`choice`, `telling`, `naming`): writing all of it out took more than twice the time (measured).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import msgspec
import polars as pl

from engine.core.log import CHECK_TAIL
from ingest.games import Facts, Reading
from ingest.vocabulary import Vocabulary

RUN = 100_000
"""So many steps are made to columns together. A batch has more only when one game has: see `store.PIECE_STEPS`."""

Schema = dict[str, Any]
_Choice = tuple[str, str | None]
"""Its kind, and its other fields as JSON."""
SCHEMAS: dict[str, Schema] = {
    "step": {
        "ref": pl.Int64, "n": pl.Int32, "seat": pl.Int16, "round": pl.Int32, "choice": pl.Int32,
        "chance": pl.String, "check": pl.UInt16,
    },
    "event": {"ref": pl.Int64, "n": pl.Int32, "i": pl.Int16, "seat": pl.Int16, "telling": pl.Int32},
    "fact": {
        "ref": pl.Int64, "round": pl.Int32, "seat": pl.Int16, "at_end": pl.Boolean, "naming": pl.Int32,
        "numbers": pl.List(pl.Int64),
    },
    "choice": {"kind": pl.String, "action": pl.String},
    "telling": {"rule": pl.String, "kind": pl.String, "facts": pl.String, "secret": pl.String},
    "naming": {"names": pl.List(pl.String)},
    "claim": {
        "ref": pl.Int64, "n": pl.Int32, "seat": pl.Int16, "kind": pl.String, "action": pl.String,
        "chance": pl.String,
    },
}  # fmt: skip


class _Line(msgspec.Struct):
    """A canonical step line, as far as rows need to know it. No chance: an empty text."""

    seat: int
    action: msgspec.Raw
    chance: msgspec.Raw = msgspec.Raw(b"")
    check: str | None = None


_NO_CHECK = b',"check":"----"}'
_CHANCE = ',"chance":'
_json_of = msgspec.json.Encoder().encode
_plain_of = msgspec.json.Decoder().decode
_line_of = msgspec.json.Decoder(_Line).decode


class Steps:
    """Steps, game by game."""

    def __init__(self) -> None:
        self.games: tuple[list[int], list[int]] = [], []
        """Number of each game and of its steps."""
        self.rounds: tuple[list[int | None], list[int]] = [], []
        """Of each round its number (None: the game was not replayed) and how many steps it has."""
        self.lines: list[bytes] = []
        """Canonical lines, each with a check or with `_NO_CHECK` in its place."""

    def add(
        self, ref: int, lines: Sequence[bytes], rounds: Sequence[tuple[int, int]], *, checked: bool
    ) -> None:
        """The steps of one game, canonical lines, and its rounds: first step and number, without any if it was
        not replayed. `checked`: every line has a check."""
        if not lines:
            return
        self.games[0].append(ref)
        self.games[1].append(len(lines))
        self.lines += lines if checked else map(_with_tail, lines)
        starts = [start for start, _ in rounds] or [0]
        self.rounds[0].extend([number for _, number in rounds] or [None])
        self.rounds[1].extend(after - start for start, after in pairwise([*starts, len(lines)]))

    def frames(self) -> tuple[pl.DataFrame, pl.DataFrame]:
        """A row per step, and the choices by their number. The lines are used up."""
        rows = _counted(self.games[1], "n", ref=self.games[0])
        known: dict[_Choice, int] = {}
        moves: list[pl.DataFrame] = []
        while self.lines or not moves:
            run = self.lines[:RUN]
            del self.lines[:RUN]  # what is in columns need not stay as text
            moves.append(_moves(run, rows["n"].slice(RUN * len(moves), RUN), known))
        rounds = pl.DataFrame(dict(zip(("round", "times"), self.rounds, strict=True)),
                              {"round": pl.Int32, "times": pl.UInt32})  # fmt: skip
        times = rounds.select(pl.col("round").repeat_by("times").explode())
        choices = pl.DataFrame(list(known), SCHEMAS["choice"], orient="row").with_row_index("number")
        whole = pl.concat([rows, pl.concat(moves), times], how="horizontal")
        return _shaped(whole, SCHEMAS["step"]), choices

    def written_out(self) -> pl.DataFrame:
        """A row per step, with its choice as texts."""
        rows, choices = self.frames()
        return _shaped(rows.hstack(choices.select("kind", "action")[rows["choice"]]), SCHEMAS["claim"])


def _where_seats_are(places: pl.Series) -> pl.Series:
    """How many characters stand before the seat in the canonical line of the step at a place."""
    digits = pl.Series([1], dtype=pl.Int32).new_from_index(0, len(places))
    least, last = 10, places.max()
    while isinstance(last, int) and least <= last:
        digits += (places >= least).cast(pl.Int32)
        least *= 10
    return digits + len(b'{"n":,')


def _moves(lines: list[bytes], places: pl.Series, known: dict[_Choice, int]) -> pl.DataFrame:
    """Seat, number of the choice, chance and check of canonical lines; `known` learns new choices.

    What steps draw is new each time, what they choose hardly ever: the two are taken apart without reading them,
    unless an action of other rules has a field with the name of chance.
    """
    whole = pl.Series("line", lines, pl.Binary).cast(pl.String)
    bare = whole.str.head(-CHECK_TAIL).str.slice(_where_seats_are(places))
    parts = bare.str.splitn(_CHANCE, 2).struct.unnest()
    try:
        texts = _looked_into(parts["field_0"].unique(maintain_order=True), known)
        moves = parts.join(texts, left_on="field_0", right_on="text", how="left", maintain_order="left")
        moves = moves.with_columns(pl.col("field_1").alias("chance"))
    except msgspec.DecodeError:
        texts = _looked_into(bare.unique(maintain_order=True), known)
        moves = bare.to_frame("text").join(texts, "text", "left", maintain_order="left")
    check = whole.str.tail(6).str.head(4).str.to_integer(base=16, strict=False)
    return moves.select("seat", "choice", "chance", check.cast(pl.UInt16).alias("check"))


def _looked_into(texts: pl.Series, known: dict[_Choice, int]) -> pl.DataFrame:
    """Seat, number of the choice and chance of different texts like `"seat":0,"action":{...}`; `known` learns new
    choices when all texts read."""
    found = [_line_of(f"{{{text}}}") for text in texts]
    columns = {
        "text": texts,
        "seat": [line.seat for line in found],
        "choice": [known.setdefault(_kind_and_rest(line.action), len(known)) for line in found],
        "chance": [bytes(line.chance).decode() or None for line in found],
    }
    schema = {"text": pl.String, "seat": pl.Int16, "choice": pl.Int32, "chance": pl.String}
    return pl.DataFrame(columns, schema)


def _with_tail(line: bytes) -> bytes:
    """A canonical line that is as long behind its content as if it had a check."""
    return line if _line_of(line).check is not None else line[:-1] + _NO_CHECK


def _kind_and_rest(action: msgspec.Raw) -> _Choice:
    """The kind of an action, and its other fields as JSON."""
    fields = _plain_of(action)
    kind = fields.pop("kind")
    return kind, _json_of(fields).decode() if fields else None


class Events:
    """What the rules told, game by game."""

    def __init__(self, words: Vocabulary) -> None:
        self.words = words
        self.games: tuple[list[int], list[int]] = [], []
        """Number of each game and of its steps."""
        self.counts: list[int] = []
        """How many events each step told."""
        self.numbers: list[int] = []
        self.seats: list[int | None] = []

    def add(self, ref: int, reading: Reading) -> None:
        """The events of one game."""
        if reading.counts:
            self.games[0].append(ref)
            self.games[1].append(len(reading.counts))
            self.counts += reading.counts
            self.numbers += reading.told
            self.seats += reading.told_of

    def frames(self) -> tuple[pl.DataFrame, pl.DataFrame]:
        """A row per event, and the events by their number, without seats: those of these games, whatever else the
        vocabulary knows from earlier ones."""
        steps = _counted(self.games[1], "n", ref=self.games[0])
        steps = steps.with_columns(pl.Series("count", self.counts, pl.Int32)).filter(pl.col("count") > 0)
        rows = steps.with_columns(pl.int_ranges(0, "count", dtype=pl.Int32).alias("i")).explode("i")
        numbers = pl.Series("number", self.numbers, pl.Int32)
        used = numbers.unique(maintain_order=True)
        telling = numbers.to_frame().join(
            used.to_frame().with_row_index("telling"), "number", "left", maintain_order="left"
        )
        rows = rows.with_columns(telling["telling"], pl.Series("seat", self.seats, pl.Int16))
        texts = self.words.events.texts
        dictionary = pl.DataFrame([texts[number] for number in used], SCHEMAS["telling"], orient="row")
        return _shaped(rows, SCHEMAS["event"]), dictionary.with_row_index("number")


class Tallies:
    """Facts of seats, game by game."""

    def __init__(self, words: Vocabulary) -> None:
        self.words = words
        self.rows: dict[str, list[Any]] = {name: [] for name in ("ref", "round", "seat", "at_end", "naming")}
        self.namings: dict[int, int] = {}
        """Numbers of the vocabulary, and those of this batch."""
        self.numbers: list[list[int]] = []
        """By the naming: lists with different names are not equally long."""

    def add(self, ref: int, facts: Sequence[Facts], final: int) -> None:
        """The facts of one game, of which the last ones are those of its end."""
        rows = self.rows
        rows["ref"] += [ref] * len(facts)
        rows["round"] += [one.round for one in facts]
        rows["seat"] += [one.seat for one in facts]
        rows["at_end"] += [False] * (len(facts) - final) + [True] * final
        rows["naming"] += [self.namings.setdefault(one.naming, len(self.namings)) for one in facts]
        self.numbers += [[] for _ in range(len(self.namings) - len(self.numbers))]
        for one in facts:
            self.numbers[self.namings[one.naming]] += one.numbers

    def frames(self) -> tuple[pl.DataFrame, pl.DataFrame]:
        """A row per seat and moment, and the lists of names by their number."""
        schema = SCHEMAS["fact"]
        rows = pl.DataFrame(self.rows, {name: schema[name] for name in self.rows})
        known = list(self.words.namings)
        names = [known[naming] for naming in self.namings]
        lists = [
            rows.filter(pl.col("naming") == naming).with_columns(_lists(numbers, len(names[naming])))
            for naming, numbers in enumerate(self.numbers)
        ]
        whole = pl.concat(lists).sort("ref", maintain_order=True) if lists else pl.DataFrame(schema=schema)
        dictionary = pl.DataFrame({"names": [list(each) for each in names]}, SCHEMAS["naming"])
        return _shaped(whole, schema), dictionary.with_row_index("number")


def _lists(numbers: Sequence[int], length: int) -> pl.Series:
    """Lists of the same length, from one after the other."""
    return pl.Series("numbers", numbers, pl.Int64).reshape((-1, length)).arr.to_list()


def _counted(counts: Sequence[int], index: str, **columns: Sequence[int]) -> pl.DataFrame:
    """So many rows of each, with their number from 0. No count is 0."""
    schema = {"count": pl.Int32, **dict.fromkeys(columns, pl.Int64)}
    frame = pl.DataFrame({"count": counts, **columns}, schema)
    return frame.select(*columns, pl.int_ranges(0, "count", dtype=pl.Int32).alias(index)).explode(index)


def _shaped(frame: pl.DataFrame, schema: Schema) -> pl.DataFrame:
    return frame.select(pl.col(name).cast(kind) for name, kind in schema.items())
