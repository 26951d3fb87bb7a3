"""How a database file is changed: one writer at a time works on a copy, which then takes its place.

Readers are never kept waiting and never see a half-done change: the file under the name of the database is
always a whole one. What a killed writer leaves behind (`NAME.tmp-...`) is removed by the next.
"""

from __future__ import annotations

import fcntl
import os
import shlex
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.resources import files
from pathlib import Path
from secrets import token_hex

import duckdb

from ingest.errors import ForeignFile, StoreError

__all__ = ["SCHEMA", "WAIT", "StoreError", "attach", "attached", "beside", "first_line", "interruption", "locked", "open_copy", "open_new", "publish",
           "set_aside", "sweep", "tables_of", "text", "unreadable", "workshop", "writing"]  # fmt: skip
SCHEMA = 4
WAIT = 60.0
"""Seconds that a writer waits for another one."""
_FILE_HEADERS = 3 * 4096
_MARK = slice(8, 12)
"""Where a DuckDB file says `DUCK`."""
SETTINGS: dict[str, str | bool | int | float | list[str]] = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "python_enable_replacements": "false",
    "temp_directory": tempfile.gettempdir(),
}
"""Of every connection. What does not fit into memory goes to the system's temporary folder, by default it
would go to the folder that the process happens to be in."""
_WRITING: dict[str, str | bool | int | float | list[str]] = {"threads": 1, "memory_limit": "192MB"}
"""One thread packs rows tighter (measured: 35 bytes a step in place of 40) in a quarter less of CPU time."""


def text(file: str) -> str:
    """An SQL text of this package, such as `sql/merge.sql`."""
    return files("ingest").joinpath(file).read_text("utf-8")


def unreadable(db: Path, why: str) -> StoreError:
    """The message about a file that is no whole database of this version."""
    return StoreError(
        f"{db} cannot be used: {why}. The logs are the truth and the database is made of them; make it anew with: "
        f"emberlog rebuild FOLDER_OF_LOGS --db {shlex.quote(str(db))}"
    )


def _foreign(db: Path, why: str) -> ForeignFile:
    """The message about a file that may be dear to somebody."""
    return ForeignFile(
        f"{db} cannot be used: {why}. Choose another name; or make a database of logs in its place, which keeps "
        f"this file beside it, with: emberlog rebuild FOLDER_OF_LOGS --db {shlex.quote(str(db))}"
    )


def first_line(error: BaseException) -> str:
    """A database's message in one line."""
    return str(error).strip().split("\n")[0].rstrip(".")


def interruption(error: RuntimeError) -> BaseException:
    """DuckDB makes an error of its own of Ctrl-C during a query: what it stands for, or the error as it is."""
    return KeyboardInterrupt() if str(error) == "Query interrupted" else error


@contextmanager
def writing(db: Path, wait: float = WAIT) -> Iterator[None]:
    """Be the only writer of this database. Raises `StoreError` when another one does not finish in time."""
    with open(db.with_name(db.name + ".lock"), "a+", encoding="ascii") as lock:
        until = time.monotonic() + wait
        while not locked(lock.fileno()):
            if time.monotonic() > until:
                lock.seek(0)
                holder = lock.read().strip() or "unknown"
                raise StoreError(
                    f"{db} is being written by another process (PID {holder}); waited {wait:g} seconds"
                )
            time.sleep(0.05)
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        yield
        lock.truncate(0)


def locked(file: int) -> bool:
    """Lock an open file or folder, if nobody else has."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


@contextmanager
def workshop(db: Path) -> Iterator[Path]:
    """A folder beside the database for work in progress, see `beside`. Raises `StoreError`."""
    _look_at_path(db)
    with beside(db) as folder:
        yield folder


@contextmanager
def beside(db: Path) -> Iterator[Path]:
    """A folder beside something that is written; goes when the work is over.

    It is locked while its owner lives, which tells it from what a killed process has left.
    """
    folder = db.parent / f"{db.name}.tmp-{token_hex(4)}"  # its name is known before it is there
    handle = -1
    try:
        try:
            _make(folder)
            handle = os.open(folder, os.O_RDONLY)
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    finally:  # an interrupt may have come in the middle of that
        shutil.rmtree(folder, ignore_errors=True)
        if handle >= 0:
            os.close(handle)


def _make(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700)
    except OSError as error:
        raise StoreError(f"{folder.parent} cannot be written: {error.strerror}") from None


def sweep(db: Path) -> None:
    """Remove what killed writers have left. Call it while `writing`."""
    for folder in db.parent.iterdir():
        if not folder.name.startswith(f"{db.name}.tmp-") or not folder.is_dir():
            continue
        with suppress(FileNotFoundError):
            handle = os.open(folder, os.O_RDONLY)
            if locked(handle):
                shutil.rmtree(folder, ignore_errors=True)
            os.close(handle)


def open_new(path: Path) -> duckdb.DuckDBPyConnection:
    """An empty database with all tables and views, opened for writing, in use as `store`."""
    connection = _open_for_writing(path)
    connection.execute(text("schema.sql"))
    connection.execute(text("views/rows.sql"))
    connection.execute(text("views/views.sql"))
    connection.execute("INSERT INTO about VALUES ($schema)", {"schema": SCHEMA})
    return connection


def open_copy(db: Path, path: Path) -> duckdb.DuckDBPyConnection:
    """A copy of the database at `path`, opened for writing; a new one if there is none yet.

    Raises `StoreError` for a file that is no whole database and for one that another program is changing.
    """
    if not db.exists():
        return open_new(path)
    with attached(db) as connection:  # nobody else can open it for writing meanwhile
        _look_for_the_end(db, connection)
        shutil.copyfile(db, path)
        log = _write_ahead_log(db)
        if log.exists():
            shutil.copyfile(log, _write_ahead_log(path))
    try:
        return _open_for_writing(path)
    except duckdb.Error as error:
        raise unreadable(db, first_line(error)) from None


def set_aside(db: Path) -> Path | None:
    """Where a file is kept that is in the place of the database and was never one of ours: `NAME.old`.

    None: nothing is there but a database, whole or not, which logs can replace. Call it while `writing`.
    """
    if not db.exists():
        return None
    try:
        attach(db).close()
    except ForeignFile:
        number = 1
        while (kept := db.with_name(f"{db.name}.old{number if number > 1 else ''}")).exists():
            number += 1
        os.rename(db, kept)
        with suppress(FileNotFoundError):
            os.rename(_write_ahead_log(db), _write_ahead_log(kept))
        return kept
    except StoreError:
        pass
    return None


def publish(path: Path, db: Path) -> None:
    """Put a finished database file in its place. Call it while `writing`."""
    os.replace(path, db)
    _write_ahead_log(db).unlink(missing_ok=True)  # its changes were taken over by `open_copy`


def _write_ahead_log(db: Path) -> Path:
    return db.with_name(db.name + ".wal")


def _connected(more: dict[str, str | bool | int | float | list[str]]) -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect(":memory:", config={**SETTINGS, **more})
    connection.execute(
        "SET enable_progress_bar = false"
    )  # drawn on standard output where Python runs no file
    return connection


def _open_for_writing(path: Path) -> duckdb.DuckDBPyConnection:
    spill = str(path.with_name("spill"))
    connection = _connected({**_WRITING, "temp_directory": spill})
    connection.execute(f"ATTACH {_quoted(path)} AS store (STORAGE_VERSION 'latest')")
    connection.execute("USE store")
    return connection


@contextmanager
def attached(db: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """The database read-only, in use as `store`. See `attach`."""
    connection = attach(db)
    try:
        yield connection
    finally:
        connection.close()


def attach(db: Path) -> duckdb.DuckDBPyConnection:
    """A connection with the database attached read-only as `store`, after a look at its layout.

    Attached, not opened: a second `duckdb.connect` to a path gives the cached file, even after a replace.
    Raises `StoreError`.
    """
    _look_at_path(db)
    _look_at_file(db)
    connection = _connected({})
    try:
        connection.execute(f"ATTACH {_quoted(db)} AS store (READ_ONLY)")
        connection.execute("USE store")
        _look_at(db, connection)
    except duckdb.Error as error:
        connection.close()
        if "Conflicting lock" in str(error):
            raise StoreError(
                f"{db} is open for writing in another program: {_holder(error)}; close it there"
            ) from None
        raise unreadable(db, first_line(error)) from None
    except StoreError:
        connection.close()
        raise
    return connection


def _look_at_path(db: Path) -> None:
    """DuckDB would go to another place, or to none."""
    for sign in "?\\":
        if sign in str(db.resolve()):
            raise StoreError(
                f"{db.resolve()}: DuckDB takes a '{sign}' in a path for something else; choose another"
            )


def _look_at_file(db: Path) -> None:
    """What DuckDB would open as something else, or name in words of its own."""
    if not db.exists():
        raise StoreError(
            f"there is no database {db}; make it with: emberlog ingest FOLDER_OF_LOGS --db {shlex.quote(str(db))}"
        )
    if not db.is_file():
        raise StoreError(f"{db} is no file; choose another name for the database")
    try:
        with open(db, "rb") as file:
            start = file.read(16)
    except OSError as error:
        raise StoreError(f"{db} cannot be read: {error.strerror}") from None
    if not start:
        raise unreadable(db, "the file is empty")
    if start.startswith(b"SQLite format"):
        raise _foreign(db, "it is an SQLite database")
    if start[_MARK] != b"DUCK":
        raise _foreign(db, "it is no DuckDB database")
    if db.stat().st_size < _FILE_HEADERS:
        raise unreadable(db, "the file is cut off")


def _holder(error: duckdb.Error) -> str:
    """The part of DuckDB's message that names the program."""
    text = first_line(error)
    start = text.find("(PID")
    return text[start : text.find(")", start) + 1].strip("()") if start >= 0 else "unknown"


def _look_at(db: Path, connection: duckdb.DuckDBPyConnection) -> None:
    """Is it ours, of this layout, and long enough for its blocks?"""
    try:
        found = connection.execute("SELECT max(schema) FROM about").fetchone()
    except (duckdb.CatalogException, duckdb.BinderException):
        raise _foreign(db, "it is a DuckDB database, but not one of Emberlog") from None
    version = found[0] if found else None
    if version != SCHEMA:
        raise unreadable(db, f"its layout has the number {version}, this version of Emberlog has {SCHEMA}")
    size = connection.execute(
        "SELECT block_size * used_blocks FROM pragma_database_size() WHERE database_name = 'store'"
    ).fetchone()
    if size is not None and db.stat().st_size < size[0]:
        raise unreadable(db, "the file is cut off")


def tables_of(connection: duckdb.DuckDBPyConnection) -> list[str]:
    """The tables of the database in use as `store`."""
    found = connection.execute(
        "SELECT table_name FROM duckdb_tables() WHERE database_name = 'store' ORDER BY table_name"
    )
    return [name for (name,) in found.fetchall()]


def _look_for_the_end(db: Path, connection: duckdb.DuckDBPyConnection) -> None:
    """Does the file hold the last block that is in use? Readers would miss it only when they ask for it; a
    writer must not publish a copy of a file that is cut off."""
    inside = [f"SELECT block_id FROM pragma_storage_info('{table}')" for table in tables_of(connection)]
    found = connection.execute(
        f"""SELECT max(block_id), (SELECT block_size FROM pragma_database_size() WHERE database_name = 'store')
        FROM ({" UNION ALL ".join(["SELECT block_id FROM pragma_metadata_info()", *inside])})"""
    ).fetchone()
    assert found is not None
    last_block, block_size = found
    if db.stat().st_size < _FILE_HEADERS + (last_block + 1) * block_size:
        raise unreadable(db, "the file is cut off")


def _quoted(path: Path) -> str:
    """A path as an SQL text: ATTACH takes no parameters."""
    return "'" + str(path).replace("'", "''") + "'"
