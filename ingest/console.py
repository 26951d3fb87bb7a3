"""SQL by anybody: one query, in a process of its own that can do nothing but read one database.

`run_query` starts the child (`python -m ingest.console`), hands it a job on its standard input and reads one
answer from its standard output. The child has limits of the operating system on memory, CPU time and file
size, a DuckDB connection that is read-only, locked and without access to files, extensions and network, and
an environment and a database path that tell nothing of this machine. It is killed when it does not answer.
"""

from __future__ import annotations

import math
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import duckdb
import msgspec

from ingest.parquet import Part, manifest_of, open_archive

Cell = str | int | float | bool | None
Values = Mapping[str, Cell] | Sequence[Cell]

MEMORY = 2 << 30
"""Bytes of address space of the child. DuckDB's own limit does not count every temporary value."""
DUCKDB_MEMORY = "512MB"
QUERY_CHARACTERS = 100_000
CELL_CHARACTERS = 10_000
ANSWER_CHARACTERS = 8_000_000
COLUMNS = 500
AT_ONCE = 4
"""So many children live at a time; further queries wait for their turn."""
START = 30.0
"""Seconds that a child has for starting, on a busy machine."""
_READY = b"ready\n"
_NEUTRAL = "games.duckdb"
_LARGEST = 2**63
_Settings = dict[str, str | bool | int | float | list[str]]


class QueryResult(msgspec.Struct):
    """The answer to a query. `error` is empty when it went well.

    `rows` hold plain cells: numbers, booleans, None, texts; everything else as text. `truncated` says in
    words what was left out; empty: nothing.
    """

    columns: list[str] = []
    types: list[str] = []
    rows: list[list[Cell]] = []
    truncated: str = ""
    elapsed_note: str = ""
    error: str = ""


class Job(msgspec.Struct):
    """What the child is told."""

    sql: str
    database: str
    """A database file, or the folder of an archive."""
    archive: list[Part] | None
    """Its files; None: a database."""
    parameters: dict[str, Cell] | list[Cell] | None
    limit: int
    seconds: float


_places = threading.BoundedSemaphore(AT_ONCE)


def run_query(
    sql: str,
    db: Path | str,
    *,
    archive: bool = False,
    parameters: Values | None = None,
    limit: int = 1000,
    seconds: float = 2.0,
) -> QueryResult:
    """Run one SELECT (or EXPLAIN) and return at most `limit` rows. Never raises because of the query.

    `archive`: `db` is the folder of an archive, of which nothing but its own files can be read. `StoreError`
    tells when it is none.
    A query has `seconds` (of the clock) and is stopped one second later at the latest, wherever it is.
    """
    if len(sql) > QUERY_CHARACTERS:
        return QueryResult(
            error=f"This query is too long: {len(sql):,} characters, {QUERY_CHARACTERS:,} are allowed."
        )
    parts = manifest_of(Path(db)).parts if archive else None
    if not archive and not Path(db).is_file():
        return QueryResult(error="There is no database to ask.")
    values = dict(parameters) if isinstance(parameters, Mapping) else list(parameters or ())
    try:
        with _places, _neutral_copy(Path(db), parts) as copy:
            job = Job(sql, str(copy), parts, values or None, limit, seconds)
            return _ask(msgspec.msgpack.encode(job), seconds)
    except OSError as error:
        return QueryResult(
            error=f"The query could not be started: {error.strerror} (it needs room for temporary files)."
        )


@contextmanager
def _neutral_copy(db: Path, parts: Sequence[Part] | None) -> Iterator[Path]:
    """The database under a path that says nothing, for SQL can read the path: a hard link, else a copy.

    So do the parts of an archive; on another file system they get symbolic links instead, for they may be
    large, and then SQL can read where they lie.
    """
    with tempfile.TemporaryDirectory(prefix="sql-") as folder:
        if parts is not None:
            for part in parts:
                _linked(db / part.file, Path(folder, part.file))
            yield Path(folder)
            return
        copy = Path(folder, _NEUTRAL)
        try:
            os.link(db, copy)
        except OSError:  # another file system, or one without links
            shutil.copyfile(db, copy)
        yield copy


def _linked(part: Path, link: Path) -> None:
    link.parent.mkdir(parents=True)
    try:
        os.link(part, link)
    except OSError:
        link.symlink_to(part.resolve())


def _ask(job: bytes, seconds: float) -> QueryResult:
    child = subprocess.Popen(
        [sys.executable, "-s", "-m", "ingest.console"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd="/",
        env={
            "HOME": "/",
            "PATH": "/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "PYTHONPATH": str(Path(__file__).parents[1]),
        },
        close_fds=True,
    )
    assert child.stdin is not None
    assert child.stdout is not None
    killer = threading.Timer(START, child.kill)
    killer.start()
    try:
        if child.stdout.readline() != _READY:
            return QueryResult(error="The query could not be started.")
        killer.cancel()
        killer = threading.Timer(seconds + 1, child.kill)
        started = time.monotonic()
        killer.start()
        answer, _ = child.communicate(job)
        return _read(answer, child.returncode, time.monotonic() - started, seconds)
    except BrokenPipeError:
        return QueryResult(error=_stopped(seconds))
    finally:
        killer.cancel()
        child.kill()
        child.wait()


def _read(answer: bytes, code: int, elapsed: float, seconds: float) -> QueryResult:
    try:
        result = msgspec.msgpack.decode(answer, type=QueryResult)
    except msgspec.DecodeError:
        result = QueryResult(
            error=_stopped(seconds) if code < 0 else "The query needs more memory than it may have."
        )
    result.elapsed_note = f"{elapsed:.2f} s of {seconds:g} s"
    return result


def _stopped(seconds: float) -> str:
    return f"The query was stopped: it took longer than {seconds:g} seconds or too much memory."


# --- in the child ---


def main() -> None:
    """Answer one job."""
    answer = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    _limit(resource.RLIMIT_AS, MEMORY)
    _limit(resource.RLIMIT_FSIZE, 0)
    _limit(resource.RLIMIT_CORE, 0)
    answer.write(_READY)
    answer.flush()
    job = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=Job)
    _limit(resource.RLIMIT_CPU, math.ceil(job.seconds) + 2)
    try:
        result = answered(job)
    except MemoryError:
        result = QueryResult(error="The query needs more memory than it may have.")
    answer.write(msgspec.msgpack.encode(result))
    answer.flush()
    os._exit(0)  # no tidying up: whatever a query has grown goes with the process


def _limit(kind: int, most: int) -> None:
    resource.setrlimit(kind, (most, most))


def answered(job: Job) -> QueryResult:
    """Run the query of a job under lock and key; `main` has set the limits of the process."""
    try:
        connection = _locked_down(job)
    except duckdb.Error:  # its message would name files and programs
        return QueryResult(
            error="The database cannot be read now: it is damaged, or a program is changing it."
        )
    try:
        statements = duckdb.extract_statements(job.sql)
        if len(statements) != 1:
            return QueryResult(error=f"One query at a time, please: these are {len(statements)} statements.")
        kind = statements[0].type.name
        if job.archive is not None and kind != "SELECT":  # EXPLAIN ANALYZE would run a COPY onto a file
            return QueryResult(error="Only SELECT is possible here.")
        if kind not in ("SELECT", "EXPLAIN"):
            return QueryResult(error="Only SELECT (and EXPLAIN) is possible here.")
        found = connection.execute(statements[0], job.parameters)
        description = found.description or []
        rows = found.fetchmany(job.limit + 1)
    except duckdb.Error as error:
        return QueryResult(error=_explained(error))
    return _shortened(description, rows, job.limit)


def _locked_down(job: Job) -> duckdb.DuckDBPyConnection:
    settings: _Settings = {
        "memory_limit": DUCKDB_MEMORY,
        "threads": "1",
        "temp_directory": "",
        "max_temp_directory_size": "0B",
        "python_enable_replacements": "false",
        "autoinstall_known_extensions": "false",
        "autoload_known_extensions": "false",
        "allow_community_extensions": "false",
    }
    if job.archive is None:
        closed: _Settings = {"enable_external_access": "false", **settings}  # in this order
        connection = duckdb.connect(job.database, read_only=True, config=closed)
    else:  # opening it needs its files, and takes away the access to all others
        connection = open_archive(Path(job.database), job.archive, settings)
    connection.execute(f"SET max_execution_time = {int(job.seconds * 1000)}")
    connection.execute("SET lock_configuration = true")
    return connection


def _explained(error: duckdb.Error) -> str:
    text = str(error).strip()
    if "maximum execution time" in text:
        return "The query was stopped: it took too long."
    if isinstance(error, duckdb.OutOfMemoryException):
        return "The query needs more memory than it may have."
    return text[:CELL_CHARACTERS]


def _shortened(description: Sequence[Any], rows: list[Any], limit: int) -> QueryResult:
    """Cut what is too much: rows, columns, single cells, the whole."""
    notes = []
    if len(rows) > limit:
        notes.append(f"only the first {limit:,} rows are shown")
    if len(description) > COLUMNS:
        notes.append(f"only {COLUMNS} of {len(description):,} columns are shown")
    cut: list[list[Cell]] = []
    size = long_cells = 0
    for row in rows[:limit]:
        cells = [_cell(value) for value in row[:COLUMNS]]
        lengths = [len(cell) if isinstance(cell, str) else 8 for cell in cells]
        long_cells += sum(length > CELL_CHARACTERS for length in lengths)
        size += sum(lengths)
        if size > ANSWER_CHARACTERS:
            notes.append(f"the answer is too large, only {len(cut):,} rows are shown")
            break
        cut.append(cells)
    if long_cells:
        notes.append(f"{long_cells:,} cells are cut to {CELL_CHARACTERS:,} characters")
    columns = [str(column[0]) for column in description[:COLUMNS]]
    types = [str(column[1]) for column in description[:COLUMNS]]
    return QueryResult(columns, types, cut, "; ".join(notes))


def _cell(value: Any) -> Cell:
    """A plain value; NaN, infinities and integers beyond 64 bits become text, and so does all the rest."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int) and -_LARGEST <= value < _LARGEST:
        return value
    if isinstance(value, float) and math.isfinite(value):
        return value
    text = value if isinstance(value, str) else str(value)
    return text if len(text) <= CELL_CHARACTERS else text[:CELL_CHARACTERS] + "…"


if __name__ == "__main__":
    main()
