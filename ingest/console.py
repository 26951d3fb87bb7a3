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
import select
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import duckdb
import msgspec

from ingest.parquet import Part, manifest_of, open_archive
from ingest.stamps import Stamp, stamp_of

Cell = str | int | float | bool | None
Values = Mapping[str, Cell] | Sequence[Cell]
Waiting = Callable[[float], None]
"""Called several times a second with the seconds since the question; what it raises ends the query."""

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
_BEAT = 0.1
"""Seconds between two calls of whoever waits."""
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
    waiting: Waiting = lambda _: None,
) -> QueryResult:
    """Run one SELECT (or EXPLAIN) and return at most `limit` rows. Never raises because of the query.

    `archive`: `db` is the folder of an archive, of which nothing but its own files can be read. `StoreError`
    tells when it is none.
    A query has `seconds` (of the clock) and is stopped one second later at the latest, wherever it is; or when
    `waiting`, which is called meanwhile, raises anything: that passes through when the process has ended.
    """
    if len(sql) > QUERY_CHARACTERS:
        return QueryResult(
            error=f"This query is too long: {len(sql):,} characters, {QUERY_CHARACTERS:,} are allowed."
        )
    parts = manifest_of(Path(db)).parts if archive else None
    if not archive and not Path(db).is_file():
        return QueryResult(error="There is no database to ask.")
    values = dict(parameters) if isinstance(parameters, Mapping) else list(parameters or ())
    asked = time.monotonic()

    def beat() -> None:
        waiting(time.monotonic() - asked)

    try:
        with _place(beat), _neutral_copy(Path(db).resolve(), parts) as copy:
            job = Job(sql, str(copy), parts, values or None, limit, seconds)
            return _ask(msgspec.msgpack.encode(job), seconds, beat)
    except OSError as error:
        return QueryResult(
            error=f"The query could not be started: {error.strerror} (it needs room for temporary files)."
        )


@contextmanager
def _place(beat: Callable[[], None]) -> Iterator[None]:
    """One of the places for children."""
    while not _places.acquire(timeout=_BEAT):
        beat()
    try:
        yield
    finally:
        _places.release()


# --- a path that says nothing ---


@contextmanager
def _neutral_copy(db: Path, parts: Sequence[Part] | None) -> Iterator[Path]:
    """The database under a path that says nothing, for SQL can read the path, and DuckDB resolves every other kind
    of link: a hard link, else a copy, which is kept for the next question.

    Parts of an archive get hard links too; on another file system they get symbolic links instead, for they may
    be large, and then SQL can read where they lie.
    """
    first = db if not parts else db / parts[0].file
    with tempfile.TemporaryDirectory(prefix="sql-", dir=_root_beside(first)) as folder:
        if parts is not None:
            for part in parts:
                _linked(db / part.file, Path(folder, part.file))
            yield Path(folder)
            return
        link = Path(folder, _NEUTRAL)
        try:
            os.link(db, link)
        except OSError:  # another file system, one without links, or somebody else's file
            with _copies.of(db) as copy:
                yield copy
            return
        yield link


def _root_beside(file: Path) -> str:
    """A folder for temporary files on the file system of this file, if one of those that everybody has is; else
    the usual one."""
    usual = tempfile.gettempdir()
    device = file.stat().st_dev
    for root in (usual, "/tmp", "/var/tmp"):
        if os.path.isdir(root) and os.stat(root).st_dev == device and os.access(root, os.W_OK | os.X_OK):
            return root
    return usual


def _linked(part: Path, link: Path) -> None:
    link.parent.mkdir(parents=True)
    try:
        os.link(part, link)
    except OSError:
        link.symlink_to(part.resolve())


class _Copy:
    """A copy of one state of a database, and how many questions are at it."""

    def __init__(self, db: Path, stamp: Stamp | None) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="sql-")  # goes with this process
        self.stamp, self.users = stamp, 0
        self.path = Path(self.folder.name, _NEUTRAL)
        try:
            shutil.copyfile(db, self.path)
        except OSError:
            self.folder.cleanup()
            raise


class _Copies:
    """The last copy of the database, for a dashboard that is asked again and again: made anew only when the file
    has changed. One is kept, so the room for temporary files has to hold two for a moment."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._last: tuple[Path, _Copy] | None = None

    @contextmanager
    def of(self, db: Path) -> Iterator[Path]:
        with self._lock:
            copy = self._newest(db)
            copy.users += 1
        try:
            yield copy.path
        finally:
            with self._lock:
                copy.users -= 1
                self._tidy(copy)

    def _newest(self, db: Path) -> _Copy:
        stamp = stamp_of(db)
        last = self._last
        if last is not None and (last[0], last[1].stamp) == (db, stamp):
            return last[1]
        self._last = None
        if last is not None:
            self._tidy(last[1])
        copy = _Copy(db, stamp)
        self._last = db, copy
        return copy

    def _tidy(self, copy: _Copy) -> None:
        """One that is neither the last nor in use is not needed any more."""
        if not copy.users and (self._last is None or self._last[1] is not copy):
            copy.folder.cleanup()


_copies = _Copies()


# --- the child, seen from outside ---


def _ask(job: bytes, seconds: float, beat: Callable[[], None]) -> QueryResult:
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
    try:
        if not _is_ready(child, beat):
            return QueryResult(error="The query could not be started.")
        started = time.monotonic()
        answer = _answer_of(child, job, seconds + 1, beat)
        return _read(answer, child.returncode, time.monotonic() - started, seconds)
    except BrokenPipeError:
        return QueryResult(error=_stopped(seconds))
    finally:
        child.kill()
        child.wait()
        for pipe in (child.stdin, child.stdout):
            assert pipe is not None
            with suppress(OSError):
                pipe.close()


def _is_ready(child: subprocess.Popen[bytes], beat: Callable[[], None]) -> bool:
    assert child.stdout is not None
    latest = time.monotonic() + START
    while not select.select([child.stdout], [], [], _BEAT)[0]:
        if time.monotonic() > latest:
            return False
        beat()
    return child.stdout.readline() == _READY


def _answer_of(child: subprocess.Popen[bytes], job: bytes, seconds: float, beat: Callable[[], None]) -> bytes:
    """What the child writes; it is killed when that takes longer than so many seconds."""
    latest = time.monotonic() + seconds
    rest: bytes | None = job
    while True:
        try:
            return child.communicate(rest, timeout=_BEAT)[0]
        except subprocess.TimeoutExpired:
            rest = None  # it is on its way
            if time.monotonic() > latest:
                child.kill()
            beat()


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
