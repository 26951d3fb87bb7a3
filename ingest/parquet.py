"""A database as a folder of Parquet files, for object storage and for other programs.

    DIR/archive.json                                        what belongs to it
    DIR/games/game=living_forest/rules=1/data.parquet       and so on for every table
    DIR/rejected/data.parquet                               tables of no game have no partition

Every row has its game's `id`, and `key`, a small number inside this archive. Equal databases give equal bytes.
Read back, the archive has the tables and views of a database, so every query for the one suits the other.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from glob import escape
from pathlib import Path

import duckdb
import msgspec

from ingest.errors import StoreError
from ingest.publish import (
    SCHEMA,
    SETTINGS,
    WAIT,
    attached,
    beside,
    first_line,
    interruption,
    locked,
    sweep,
    tables_of,
    text,
)

MANIFEST = "archive.json"
FORMAT = 1
ORDERS = {"game": "key", "seat": "key, seat", "score": "key, seat, name", "outcome": "key", "step": "key, n",
          "event": "key, n, i", "fact": "key, round, seat, name"}  # fmt: skip
"""What has a game in each row, and how the rows stand. All other tables are written as they are."""
_NOT_WRITTEN = ("about", "choice", "step_row", "telling", "event_row", "naming", "fact_row")
"""The layout's number stands in the manifest; steps, events and facts are written out."""
_FILE = re.compile(r"[a-z]+(/game=[a-z0-9_]+/rules=[0-9]+)?/data\.parquet")
_TABLE = re.compile(r"[a-z]+")
_Settings = Mapping[str, str | bool | int | float | list[str]]


class Part(msgspec.Struct, frozen=True):
    """One file of an archive, seen from its folder."""

    file: str
    table: str
    rows: int


class Manifest(msgspec.Struct, frozen=True):
    """What belongs to an archive."""

    emberlog_archive: int
    schema: int
    parts: list[Part]

    def rows(self, table: str) -> int:
        return sum(part.rows for part in self.parts if part.table == table)


# --- writing ---


def export(db: Path, folder: Path) -> Manifest:
    """Write a database as an archive; one that is there already is replaced when the new one is whole.

    Of several exports onto one folder at once the last to end stays. What killed ones have left goes, see `_put_back`.
    Raises `StoreError` for a database that cannot be read, a folder that holds something else, and a place that
    cannot be written.
    """
    with attached(db) as connection, ExitStack() as stack:
        try:
            folder.parent.mkdir(parents=True, exist_ok=True)
            with _alone(folder):
                _put_back(folder)
                _refuse_other(folder)
                sweep(folder)
                work = stack.enter_context(beside(folder))
            new = Path(work, "new")
            manifest = Manifest(FORMAT, SCHEMA, _write_parts(connection, new))
            Path(new, MANIFEST).write_bytes(msgspec.json.format(msgspec.json.encode(manifest)) + b"\n")
            with _alone(folder):
                _refuse_other(folder)
                _swap(new, folder, work)
        except duckdb.Error as error:
            raise StoreError(f"{folder} could not be written: {first_line(error)}") from None
        except OSError as error:
            raise StoreError(f"{folder} could not be written: {error.strerror}") from None
        except RuntimeError as error:
            raise interruption(error) from None
    return manifest


def _refuse_other(folder: Path) -> None:
    """Raises `StoreError` when something else than an archive would be replaced."""
    if not folder.exists():
        return
    if not folder.is_dir() or not (Path(folder, MANIFEST).is_file() or not any(folder.iterdir())):
        raise StoreError(f"{folder} holds something else than an archive; name a new folder")


@contextmanager
def _alone(folder: Path, wait: float = WAIT) -> Iterator[None]:
    """Nobody else puts an archive of this name in its place meanwhile. It is held for a few renames only.

    The folder around is what is locked: a file would lie about, and the archive's own folder comes and goes.
    """
    handle = os.open(folder.parent, os.O_RDONLY)
    try:
        until = time.monotonic() + wait
        while not locked(handle):
            if time.monotonic() > until:
                raise StoreError(f"{folder} is being replaced by another process; waited {wait:g} seconds")
            time.sleep(0.02)
        yield
    finally:
        os.close(handle)


_OLD = "old"
"""In a workshop: the archive that is being replaced. It is there between two renames only."""


def _swap(new: Path, folder: Path, work: Path) -> None:
    """Put the new archive in the place of the old one, which goes back there if that fails. Call it `_alone`."""
    old = Path(work, _OLD)
    try:
        if folder.exists():
            os.replace(folder, old)
        os.replace(new, folder)
    except BaseException:  # Ctrl-C too: the workshop is about to be removed
        if old.exists() and not folder.exists():
            os.replace(old, folder)
        raise
    if old.exists():
        os.replace(old, Path(work, "replaced"))


def _put_back(folder: Path) -> None:
    """An export was killed between the two renames: give the old archive its name again. Call it `_alone`.

    Raises `StoreError` when this place cannot be written.
    """
    if folder.exists():
        return
    for work in sorted(folder.parent.glob(f"{escape(folder.name)}.tmp-*")):
        if Path(work, _OLD, MANIFEST).is_file():
            try:
                os.replace(Path(work, _OLD), folder)
            except OSError as error:
                raise StoreError(
                    f"an export that was killed has left {folder} as {Path(work, _OLD)}; it cannot be put back: "
                    f"{error.strerror}"
                ) from None
            return


def _write_parts(connection: duckdb.DuckDBPyConnection, folder: Path) -> list[Part]:
    found = connection.execute("SELECT DISTINCT name, rules FROM game ORDER BY ALL").fetchall()
    parts = []
    for name, rules in found:
        connection.execute("SET VARIABLE game = $game", {"game": name})
        connection.execute("SET VARIABLE rules = $rules", {"rules": rules})
        for table, order in ORDERS.items():
            key = "" if table == "game" else "g.key, g.id, "
            columns = "EXCLUDE (name, rules)" if table == "game" else "EXCLUDE (game)"
            rows = f"""SELECT {key}t.* {columns}
                FROM {table} AS t JOIN game AS g ON g.key = t.{"key" if table == "game" else "game"}
                WHERE g.name = getvariable('game') AND g.rules = getvariable('rules')
                ORDER BY {order.replace("key", "g.key")}"""
            parts.append(_write(connection, rows, folder, f"{table}s/game={name}/rules={rules}", table))
    for table in tables_of(connection):
        if table not in (*ORDERS, *_NOT_WRITTEN):
            parts.append(_write(connection, f"SELECT * FROM {table} ORDER BY ALL", folder, table, table))
    return [part for part in parts if part is not None]


def _write(
    connection: duckdb.DuckDBPyConnection, rows: str, folder: Path, place: str, table: str
) -> Part | None:
    """One file; None when there is nothing to be written."""
    path = Path(folder, place, "data.parquet")
    path.parent.mkdir(parents=True)
    copied = connection.execute(
        f"COPY ({rows}) TO {_text(path)} (FORMAT parquet, COMPRESSION zstd)"
    ).fetchone()
    assert copied is not None
    if not copied[0]:
        path.unlink()
        for parent in path.parents[: len(Path(place).parts)]:
            if not any(parent.iterdir()):
                parent.rmdir()
        return None
    return Part(path.relative_to(folder).as_posix(), table, copied[0])


# --- reading ---


def manifest_of(folder: Path) -> Manifest:
    """What belongs to an archive. Raises `StoreError`: none there, another layout, or files that are missing."""
    try:
        return _manifest(folder)
    except StoreError as trouble:  # perhaps an export is just replacing it, or was killed over that
        try:
            with _alone(folder):
                _put_back(folder)
                return _manifest(folder)
        except OSError:  # nobody can be kept out: there is no such place, or it is not ours
            raise trouble from None


def _manifest(folder: Path) -> Manifest:
    try:
        found = msgspec.json.decode(Path(folder, MANIFEST).read_bytes(), type=Manifest)
    except OSError:
        raise StoreError(
            f"{folder} is no archive; make one with: emberlog export --parquet {folder} --db FILE"
        ) from None
    except msgspec.DecodeError as error:
        raise StoreError(f"{Path(folder, MANIFEST)} does not read: {error}") from None
    if (found.emberlog_archive, found.schema) != (FORMAT, SCHEMA):
        raise StoreError(
            f"{folder} has the layout {found.emberlog_archive}.{found.schema}, this version of Emberlog has "
            f"{FORMAT}.{SCHEMA}; make it anew with: emberlog export"
        )
    for part in found.parts:
        if not _FILE.fullmatch(part.file) or not _TABLE.fullmatch(part.table) or part.table in _NOT_WRITTEN:
            raise StoreError(
                f"{Path(folder, MANIFEST)} names a file that is none of an archive: {part.file!r}"
            )
        path = Path(folder, part.file)
        if path.is_symlink() or not path.is_file():
            raise StoreError(f"{folder} is not whole: {part.file} is missing")
    return found


def open_archive(
    folder: Path, parts: Sequence[Part], settings: _Settings = SETTINGS
) -> duckdb.DuckDBPyConnection:
    """An archive as a database in memory: the tables are views of its files, and there is nothing else.

    In use as `store`. No file but those of the archive can be reached any more.
    """
    connection = duckdb.connect(":memory:", config=dict(settings))
    connection.execute("ATTACH ':memory:' AS store")
    connection.execute("USE store")
    connection.execute(text("schema.sql"))
    connection.execute(text("views/rows.sql"))
    tables = tables_of(connection)
    for table in sorted({part.table for part in parts}):
        paths = [_text(Path(folder, part.file)) for part in parts if part.table == table]
        connection.execute(f"DROP {'TABLE' if table in tables else 'VIEW'} {table}")
        connection.execute(_view(table, f"[{', '.join(paths)}]"))
    connection.execute(text("views/views.sql"))
    files = ", ".join(_text(Path(folder, part.file)) for part in parts)
    connection.execute(f"SET allowed_paths = [{files}]")
    connection.execute("SET enable_external_access = false")
    return connection


def _view(table: str, paths: str) -> str:
    if table not in ORDERS:
        return f"CREATE VIEW {table} AS SELECT * FROM read_parquet({paths}, hive_partitioning = false)"
    columns = "key AS game, * EXCLUDE (key, id, game, rules)"
    if table == "game":
        columns = "key, id, opening, game AS name, rules, * EXCLUDE (key, id, opening, game, rules)"
    return f"""CREATE VIEW {table} AS SELECT {columns} FROM read_parquet(
        {paths}, hive_partitioning = true, hive_types = {{'game': VARCHAR, 'rules': INTEGER}})"""


def _text(path: Path) -> str:
    """A path as an SQL text: COPY and views take no parameters."""
    return "'" + str(path).replace("'", "''") + "'"
