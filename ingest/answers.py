"""What the database has to tell on the command line: reports of an ingest, and rows as CSV, JSON, Parquet."""

from __future__ import annotations

import csv
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import msgspec
import polars as pl

from engine.core.log import Recorded, recorded_games
from ingest.reports import counted, path_text, visible
from ingest.store import IngestReport

REJECTIONS = 1_000
"""So many at most are told one by one in JSON; all of them stand in the table `rejected`."""


def only_game(lines: Iterable[bytes]) -> Recorded:
    """The game that these lines are."""
    (game,) = recorded_games(lines)
    assert isinstance(game, Recorded)
    return game


def ingest_text(report: IngestReport) -> str:
    """`read 3 files: 60 new games (20,114 steps), 2 known, 1 rejected`."""
    parts = [f"{counted(report.games_new, 'new game')} ({counted(report.steps, 'step')})"]
    counts = {"unfinished": report.unfinished, "known": report.games_known, "replaced": report.games_replaced,
              "rejected": report.rejected}  # fmt: skip
    parts += [f"{number:,} {word}" for word, number in counts.items() if number]
    return f"read {counted(report.files, 'file')}: {', '.join(parts)}"


def ingest_json(report: IngestReport, rejected: pl.DataFrame | None) -> dict[str, Any]:
    """`ingest --json`: the counts, and one by one what is wrong, at most 1,000; `rejected` counts all of them."""
    rows = [] if rejected is None else list(rejected.head(REJECTIONS).iter_rows(named=True))
    found: dict[str, Any] = msgspec.to_builtins(report)
    found["rejections"] = [
        {
            "file": path_text(Path(row["file"])),
            "line": row["line"] or None,
            "step": row["step"],
            "status": row["status"],
            "reason": row["reason"].removeprefix(f"line {row['line']}: "),
        }
        for row in rows
    ]
    return found


def rejected_of(rejected: pl.DataFrame, logs: Iterable[Path], db: Path) -> pl.DataFrame:
    """What is wrong in these logs (in all that the database is made of, if there are none).

    The column `source` is replaced by the path that was given.
    """
    home = db.parent.resolve()
    names = {Path(os.path.relpath(path.resolve(), home)).as_posix(): str(path) for path in logs} | {"-": "-"}
    if len(names) == 1:
        return rejected
    return rejected.filter(pl.col("source").is_in(list(names))).with_columns(
        pl.concat_str(
            pl.col("source").replace_strict(names, return_dtype=pl.String),
            pl.col("file").str.strip_prefix(pl.col("source")),
        ).alias("file")
    )


def rejected_lines(rejected: pl.DataFrame) -> Iterator[str]:
    """What is wrong, a line each."""
    for row in rejected.iter_rows(named=True):
        what = row["reason"].removeprefix(f"line {row['line']}: ")
        line = f":{row['line']}" if row["line"] else ""  # else the whole file is meant
        yield f"{path_text(Path(row['file']))}{line}: {visible(what)}"


def query_values(pairs: Mapping[str, str]) -> dict[str, Any]:
    """Parameters of a query: whole numbers as such, all else as text."""
    return {
        key: int(value) if re.fullmatch(r"-?[0-9]{1,18}", value) else value for key, value in pairs.items()
    }


def packed_rows(
    columns: Sequence[str], rows: Sequence[Sequence[Any]], form: str, encoding: str = "utf-8"
) -> bytes:
    """The rows as CSV, JSON (an array of objects, one a line) or Parquet. Equal names get a number.

    `encoding` is that of CSV: `utf-8-sig` begins with a byte order mark, which Excel needs to see.
    """
    names = _told_apart(columns)
    if form == "json":
        lines = (msgspec.json.encode(dict(zip(names, row, strict=True))) for row in rows)
        return b"[" + b",\n ".join(lines) + b"]\n"
    if form == "parquet":
        frame = pl.DataFrame(
            [list(row) for row in rows], schema=names, orient="row", infer_schema_length=None
        )
        buffer = BytesIO()
        frame.write_parquet(buffer)
        return buffer.getvalue()
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(names)
    writer.writerows([_csv_cell(value) for value in row] for row in rows)
    return text.getvalue().encode(encoding, "backslashreplace")


def _csv_cell(value: Any) -> Any:
    return msgspec.json.encode(value).decode() if isinstance(value, list | dict) else value


def _told_apart(columns: Sequence[str]) -> list[str]:
    seen: Counter[str] = Counter()
    names: list[str] = []
    for column in columns:
        seen[column] += 1
        names.append(column if seen[column] == 1 else f"{column}_{seen[column]}")
    return names
