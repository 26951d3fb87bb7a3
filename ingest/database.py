"""The read side of a database: frames out, nothing in.

The file is attached read-only to a database in memory and attached anew when a writer has put another file
in its place, so readers are never in anybody's way and always see a whole state.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Literal

import duckdb
import msgspec
import polars as pl

from engine.core.game import Outcome
from engine.core.log import End, Step, line_of_end, line_of_step
from ingest.parquet import MANIFEST, manifest_of, open_archive
from ingest.publish import StoreError, attach, first_line, interruption, unreadable
from ingest.publish import text as sql_text
from ingest.queries import NamedQuery, Value, named_queries, query
from ingest.stamps import Stamp, stamp_of

__all__ = ["Archive", "Database", "NamedQuery", "StoreError", "Value", "named_queries"]

Parameters = Mapping[str, Any] | Sequence[Any] | None
Sort = Literal[
    "added", "id", "game", "players", "names", "winner", "reason", "rounds", "steps", "finished", "seed"
]


class Choices(msgspec.Struct, frozen=True):
    """What the filters of `Database.games` can be set to."""

    games: list[str]
    players: list[int]
    agents: list[str]
    reasons: list[str]


class Database:
    """Asks one database file. One object may be used by many threads.

    All methods raise `StoreError`: no such file, not one of ours, not whole, or an SQL error.
    """

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self._guard = threading.Lock()
        self._stamp: Stamp | None = None
        self._connection: duckdb.DuckDBPyConnection | None = None
        self._cursor().close()

    @property
    def stamp(self) -> Stamp:
        """Changes when the content does: for caches."""
        stamp = stamp_of(self.path)
        if stamp is None:
            raise StoreError(f"there is no database {self.path}")
        return stamp

    def frame(self, sql: str, parameters: Parameters = None) -> pl.DataFrame:
        """The rows of one query. Parameters are bound: `$name` by a mapping, `?` by a sequence."""
        with closing(self._cursor()) as cursor:
            return self._frame(cursor, sql, parameters)

    def _frame(self, cursor: duckdb.DuckDBPyConnection, sql: str, parameters: Parameters) -> pl.DataFrame:
        try:
            relation = cursor.sql(sql, params=parameters or None)
            if relation is None:
                raise StoreError("this is no query: it has no rows")
            return pl.DataFrame(relation)
        except duckdb.IOException as error:
            raise unreadable(self.path, first_line(error)) from None
        except (duckdb.Error, pl.exceptions.PolarsError) as error:
            raise StoreError(str(error).strip()) from None
        except RuntimeError as error:
            raise interruption(error) from None

    def named(self, name: str, /, **parameters: Value) -> pl.DataFrame:
        """The answer of a named query; parameters that are not given have their defaults.

        Raises `BadOption` too, for values that the query's step in Python refuses.
        """
        found = query(name)
        unknown = parameters.keys() - found.parameters.keys()
        if unknown:
            raise StoreError(f"the query {name} has no parameter {', '.join(sorted(unknown))}")
        values = {**found.parameters, **parameters}
        rows = self.frame(found.sql, values)
        if not found.then:
            return rows
        from ingest.ratings import THEN

        return THEN[found.then](rows, values)

    def games(
        self,
        *,
        game: str | None = None,
        players: int | None = None,
        agent: str | None = None,
        winner_agent: str | None = None,
        reason: str | None = None,
        text: str | None = None,
        finished: bool | None = None,
        verified: bool | None = None,
        sort: Sort = "added",
        descending: bool = False,
        limit: int = 100,
        offset: int = 0,
    ) -> pl.DataFrame:
        """A page of the list of games. A filter that is None lets everything through.

        `text` is looked for anywhere in ids, seeds and names of seats, in upper or lower case, and
        taken literally. Columns: id, game, players, names, agents, winner_names (lists by seat), reason,
        rounds, steps, finished, verified, seed, options, file, line, and total (matches on all pages).
        """
        filters = {
            "game": game,
            "players": players,
            "agent": agent,
            "winner_agent": winner_agent,
            "reason": reason,
            "finished": finished,
            "verified": verified,
            "pattern": None if not text else f"%{_literal(text)}%",
            "sort": sort,
            "descending": descending,
            "limit": limit,
            "offset": offset,
        }
        return self.frame(sql_text("sql/games.sql"), filters)

    def choices(self, game: str | None = None) -> Choices:
        """What there is to filter by, of one game or of all."""
        row = self.frame(sql_text("sql/choices.sql"), {"game": game}).row(0)
        return Choices(*(list(values or ()) for values in row))

    def rejected(self) -> pl.DataFrame:
        """What is not in the tables, or not whole: file, line, step, status, reason, good_steps, game, seed."""
        return self.frame(sql_text("sql/rejected.sql"))

    def game_log(self, id: str) -> list[bytes]:  # noqa: A002
        """The log of a game, rebuilt from the tables: its lines without line ends.

        Byte for byte the lines that were read, where those were in canonical form.
        """
        with closing(self._cursor()) as cursor:  # one state of the file for both questions
            found = self._frame(cursor, sql_text("sql/game_header.sql"), {"id": id})
            if found.is_empty():
                raise StoreError(f"there is no game {id!r} in {self.path}")
            game = found.row(0, named=True)
            steps = self._frame(cursor, sql_text("sql/game_steps.sql"), {"key": game["key"]})
        lines = [game["header"].encode(), *(_step_line(*row) for row in steps.iter_rows())]
        if game["reason"] is not None:
            scores = msgspec.json.decode(game["scores"], type=list[list[int]])
            outcome = Outcome(game["winners"], game["reason"], scores)
            lines.append(line_of_end(End(outcome, game["steps"], game["hash"], game["id"])))
        return lines

    def close(self) -> None:
        """Let the file go."""
        with self._guard:
            if self._connection is not None:
                self._connection.close()
            self._connection = self._stamp = None

    def _cursor(self) -> duckdb.DuckDBPyConnection:
        """A connection of its own for one call, on the file as it is now."""
        with self._guard:
            stamp = self.stamp
            if self._connection is None or stamp != self._stamp:
                self._connection = self._attach()  # cursors of the old one keep it alive until they close
                self._stamp = stamp
            cursor = self._connection.cursor()
        cursor.execute("USE store")
        return cursor

    def _attach(self) -> duckdb.DuckDBPyConnection:
        return attach(self.path)


class Archive(Database):
    """Asks an archive what one asks a database: frames out, by named queries and trusted SQL."""

    @property
    def stamp(self) -> Stamp:
        manifest_of(self.path)
        stamp = stamp_of(Path(self.path, MANIFEST))
        if stamp is None:
            raise StoreError(f"there is no archive {self.path}")
        return stamp

    def _attach(self) -> duckdb.DuckDBPyConnection:
        try:
            return open_archive(self.path.resolve(), manifest_of(self.path).parts)
        except duckdb.Error as error:
            raise StoreError(f"{self.path} cannot be read: {first_line(error)}") from None


def _literal(text: str) -> str:
    """A text as a pattern of ILIKE that matches only itself."""
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def _step_line(
    n: int, seat: int, kind: str, action: str | None, chance: str | None, check: int | None
) -> bytes:
    """One step as the log has it: the kind comes first among the fields of an action."""
    start = b'{"kind":' + msgspec.json.encode(kind)
    whole = start + b"}" if action is None else start + b"," + action[1:].encode()
    drawn: Any = None if chance is None else msgspec.Raw(chance.encode())
    return line_of_step(Step(n, seat, msgspec.Raw(whole), drawn, None if check is None else f"{check:04x}"))
