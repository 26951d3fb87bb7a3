"""From log files into the database: read, verify, gather, merge.

Reading and verifying need no lock and may be spread over processes; each piece of work writes Parquet parts
into a folder of this run. Then one writer at a time merges its parts into a copy of the database.
"""

from __future__ import annotations

import glob
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
import msgspec
import polars as pl

from engine.core.log import Broken, Recorded
from ingest.files import STDIN, log_files, recorded
from ingest.frames import write_part
from ingest.parts import Piece, make_parts
from ingest.publish import (
    StoreError,
    attached,
    first_line,
    open_copy,
    open_new,
    publish,
    sweep,
    text,
    workshop,
    writing,
)

if TYPE_CHECKING:
    from ingest.cluster import Workers

Progress = Callable[[int, int], None]
"""Called with the number of files read so far and of all files."""
PIECE_STEPS = 40_000
PIECE_GAMES = 500
"""A piece of work is full when it has so many steps or games: about 40 MiB while it is worked on."""
STDIN_NAME = "-"


class IngestReport(msgspec.Struct, frozen=True):
    """What an ingest has changed. `games_known` were there before, whole or longer, or came twice;
    `games_replaced` left because a longer or better copy came. `steps` and `unfinished` count new games."""

    files: int
    games_new: int
    games_known: int
    games_replaced: int
    unfinished: int
    rejected: int
    steps: int


NOTHING = IngestReport(0, 0, 0, 0, 0, 0, 0)


def ingest(
    paths: Sequence[Path | str],
    db: Path,
    *,
    jobs: int = 1,
    verify: bool = True,
    progress: Progress | None = None,
    workers: Workers | None = None,
) -> IngestReport:
    """Bring the games of log files and folders into a database, which is made if need be.

    Every game is replayed under today's rules while it is read (`verify=False`: taken as it stands). The
    rows depend neither on the order of `paths` nor on `jobs`, nor on the `workers` that replay instead. What is wrong goes to the table `rejected`.
    Raises `FileTrouble` for a path that does not exist and `StoreError` for a database that cannot be used.
    """
    return _ingest(paths, db, jobs=jobs, verify=verify, progress=progress, anew=False, workers=workers)


def rebuild(
    paths: Sequence[Path | str] | None,
    db: Path,
    *,
    jobs: int = 1,
    verify: bool = True,
    progress: Progress | None = None,
    workers: Workers | None = None,
) -> IngestReport:
    """Make a database again from logs alone; the old one stays in use until the new one is whole.

    Without `paths` the logs are those that the old database was made of. Raises `StoreError` when one of
    them is gone.
    """
    if paths is None:
        paths = sources(db)
    return _ingest(paths, db, jobs=jobs, verify=verify, progress=progress, anew=True, workers=workers)


def sources(db: Path) -> list[Path]:
    """The log files that a database was made of. Raises `StoreError` when they are not all there."""
    with attached(db) as connection:
        names = [name for (name,) in connection.execute("SELECT file FROM source ORDER BY file").fetchall()]
    found = [db.parent / name for name in names]
    gone = [
        str(path) for name, path in zip(names, found, strict=True) if name == STDIN_NAME or not path.exists()
    ]
    if gone:
        raise StoreError(
            f"{len(gone)} of the {len(names)} logs that {db} was made of are gone, the first is {gone[0]}; "
            f"name the files and folders to rebuild from"
        )
    return found


def _ingest(
    paths: Sequence[Path | str],
    db: Path,
    *,
    jobs: int,
    verify: bool,
    progress: Progress | None,
    anew: bool,
    workers: Workers | None,
) -> IngestReport:
    logs = _in_order(log_files([Path(path) for path in paths]), db)
    if not logs:
        return NOTHING
    try:
        with workshop(db) as folder:
            write_part(pl.DataFrame({"file": [name for name, _ in logs]}), folder / "source.parquet")
            make_parts(_pieces(logs, progress), folder, jobs=jobs, verify=verify, workers=workers)
            with writing(db):
                sweep(db)
                return _merge(db, folder, anew=anew)
    except (OSError, duckdb.Error, pl.exceptions.PolarsError) as error:
        raise StoreError(f"{db} could not be written: {first_line(error)}; it is as it was before") from None


def _in_order(logs: Sequence[Path], db: Path) -> list[tuple[str, Path]]:
    """Name and path of each log, by name: the path as seen from the database's folder.

    So the order of the arguments changes nothing, and folder and database may be moved together.
    """
    home = db.parent.resolve()
    named = {
        STDIN_NAME if path == STDIN else Path(os.path.relpath(path.resolve(), home)).as_posix(): path
        for path in logs
    }
    return sorted(named.items())


def _pieces(logs: Sequence[tuple[str, Path]], progress: Progress | None) -> Iterator[Piece]:
    """The content of the logs, cut into pieces of work; there is always at least one."""
    items: list[tuple[int, str, Recorded | Broken]] = []
    ref = steps = number = 0
    for done, (name, path) in enumerate(logs, 1):
        for item in recorded(path):
            items.append((ref, name, item))
            ref += 1
            steps += len(item.steps) if isinstance(item, Recorded) else 0
            if steps >= PIECE_STEPS or len(items) >= PIECE_GAMES:
                yield Piece(number, items)
                items, steps, number = [], 0, number + 1
        if progress is not None:
            progress(done, len(logs))
    if items or not number:
        yield Piece(number, items)


def _merge(db: Path, folder: Path, *, anew: bool) -> IngestReport:
    """Merge the parts into a copy of the database and publish it. All or nothing."""
    path = folder / "next.duckdb"
    connection = open_new(path) if anew else open_copy(db, path)
    try:
        connection.execute("SET VARIABLE parts = $parts", {"parts": glob.escape(str(folder))})
        connection.execute("BEGIN")
        connection.execute(text("sql/merge.sql"))
        connection.execute("COMMIT")
        row = connection.execute(text("sql/report.sql")).fetchone()
        assert row is not None
        connection.execute("CHECKPOINT store")
    finally:
        connection.close()
    publish(path, db)
    return IngestReport(*row)
