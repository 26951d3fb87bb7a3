"""Questions to the database: saved ones with their parameters, and SQL of one's own.

Own SQL goes through the console, which is locked down; saved queries are part of the product.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

import engine
from dashboard.models.source import Source, plain_error
from dashboard.models.words import Words
from engine.core.errors import EmberlogError
from ingest.console import Waiting, run_query
from ingest.database import NamedQuery, named_queries
from ingest.publish import text as ingest_text

ROWS = 1000
SECONDS = 5.0
EXAMPLE = "SELECT game, players, count(*) AS games, avg(steps) AS steps\nFROM games GROUP BY ALL ORDER BY games DESC"
VIEWS = ("games", "seats", "steps", "events", "facts", "rejected")


@dataclass(frozen=True)
class Saved:
    """A saved query in the words of one language. `values`: all parameters, those of the address filled in.

    `labels`: what a person calls each of them.
    """

    name: str
    title: str
    about: str
    sql: str
    values: Mapping[str, str]
    defaults: Mapping[str, Any]
    labels: Mapping[str, str]


@dataclass(frozen=True)
class Answer:
    """Rows, or why there are none. `cut` says what was left out; empty: nothing.

    `rates`: the columns to show with three places, as the command line does; those of saved queries only.
    """

    frame: pl.DataFrame
    cut: str = ""
    error: str = ""
    rates: tuple[str, ...] = ()


@dataclass(frozen=True)
class Column:
    """One column that a query can name."""

    table: str
    column: str
    type: str
    meaning: str


def saved_queries(say: Words) -> dict[str, str]:
    """Titles of all saved queries by name, those for any game first, then game by game."""
    ordered = sorted(named_queries(), key=lambda query: (query.games, _title(query, say)))
    return {query.name: _title(query, say) for query in ordered}


def saved_query(name: str, given: Mapping[str, str], say: Words) -> Saved | None:
    """A saved query with the values that the address gives; None when there is none of that name."""
    for query in named_queries():
        if query.name == name:
            values = {key: given.get(key, str(default)) for key, default in query.parameters.items()}
            about = query.telling(say.language)[1]
            labels = {key: say(f"parameter.{key}") for key in values}
            return Saved(name, _title(query, say), about, query.sql, values, query.parameters, labels)
    return None


def _title(query: NamedQuery, say: Words) -> str:
    """The title, after the games it is made for: "Being first" is asked of two."""
    title = query.telling(say.language)[0]
    games = say("player.and").join(engine.words(game).game(say.language) for game in query.games)
    return say("query.title", games=games, title=title) if games else title


def headings(answer: Answer, name: str, say: Words) -> dict[str, str]:
    """What a person calls the columns of an answer. Those of somebody's own SQL (no name) keep their names."""
    known = say.part("column") if name else {}
    return {
        column: known.get(f"{name}.{column}", known.get(column, column)) for column in answer.frame.columns
    }


def ask_saved(source: Source, saved: Saved) -> Answer:
    """The rows of a saved query."""
    try:
        values = {key: _typed(saved.values[key], default) for key, default in saved.defaults.items()}
        found = source.database.named(saved.name, **values)
    except (EmberlogError, ValueError) as error:
        return Answer(pl.DataFrame(), error=plain_error(error, source.path))
    cut = f"only the first {ROWS:,} of {found.height:,} rows are shown" if found.height > ROWS else ""
    rates = tuple(name for name, kind in found.schema.items() if kind.is_float())
    return Answer(found.head(ROWS), cut, rates=rates)


def _typed(text: str, default: Any) -> Any:
    """A value from a field, of the kind that the default is. Raises `ValueError`."""
    if not isinstance(default, int):
        return text
    if not re.fullmatch(r"-?\d{1,15}", text.strip()):
        raise ValueError(f"{text!r} is no whole number")
    return int(text)


def ask(source: Source, sql: str, waiting: Waiting = lambda _: None) -> Answer:
    """The rows of somebody's own SELECT, within the limits of the console; what `waiting` raises ends it."""
    result = run_query(sql, source.path, limit=ROWS, seconds=SECONDS, waiting=waiting)
    if result.error:
        return Answer(pl.DataFrame(), error=plain_error(Exception(result.error), source.path))
    return Answer(_frame(result.columns, result.rows), result.truncated)


def _frame(columns: list[str], rows: list[Any]) -> pl.DataFrame:
    """Rows as a frame. Columns of one name are told apart; a column of mixed kinds becomes text."""
    data: dict[str, list[Any]] = {}
    for place, column in enumerate(columns):
        name = column if column not in data else f"{column} ({place + 1})"
        data[name] = [row[place] for row in rows]
    return pl.DataFrame([_series(name, values) for name, values in data.items()])


def _series(name: str, values: list[Any]) -> pl.Series:
    try:
        return pl.Series(name, values)
    except (TypeError, OverflowError, pl.exceptions.PolarsError):
        return pl.Series(name, [None if value is None else str(value) for value in values], pl.String)


def schema(source: Source) -> list[Column]:
    """What can be asked: the views for people, with the meaning of each column where it is written down."""
    meanings = dict(_meanings())
    found = []
    for view in VIEWS:
        empty = source.database.frame(f"SELECT * FROM {view} LIMIT 0")
        for column, kind in empty.schema.items():
            found.append(
                Column(view, column, str(kind), meanings.get((view, column), meanings.get(("", column), "")))
            )
    return found


def _meanings() -> Iterator[tuple[tuple[str, str], str]]:
    """Comments behind the columns of schema.sql, for the table's view and for other views with such a column."""
    table = ""
    for line in ingest_text("schema.sql").splitlines():
        if heading := re.match(r"CREATE TABLE (\w+)", line):
            table = heading[1]
        elif found := re.match(r'\s+"?(\w+)"? [A-Z][^-]*-- (.*)', line):
            yield ("", found[1]), found[2]
            yield (table if table in VIEWS else f"{table}s", found[1]), found[2]


def csv(frame: pl.DataFrame) -> bytes:
    """UTF-8 with a mark at the beginning, which spreadsheets need; lists are written as JSON."""
    flat = frame.with_columns(
        pl.col(name).map_elements(_json, return_dtype=pl.String)
        for name, kind in frame.schema.items()
        if kind.is_nested()
    )
    return flat.write_csv(include_bom=True).encode("utf-8")


def _json(value: Any) -> str:
    series = value if isinstance(value, pl.Series) else pl.Series([value])
    return pl.DataFrame({"v": [series.to_list()]}).write_json()[6:-2]


def json(frame: pl.DataFrame) -> bytes:
    """A list of objects."""
    return frame.write_json().encode("utf-8")


def parquet(frame: pl.DataFrame) -> bytes:
    """Parquet, compressed with zstd."""
    buffer = io.BytesIO()
    frame.write_parquet(buffer)
    return buffer.getvalue()


def numbers(frame: pl.DataFrame) -> list[str]:
    """The columns that a chart can draw upwards."""
    return [name for name, kind in frame.schema.items() if kind.is_numeric()]


def chart_data(frame: pl.DataFrame, x: str, y: str) -> pl.DataFrame:
    """Two columns under names that no chart grammar reads as more than names; x as text unless a number."""
    across = pl.col(x) if frame.schema[x].is_numeric() else pl.col(x).cast(pl.String, strict=False)
    return frame.select(across.alias("x"), pl.col(y).alias("y"))
