"""From log files into the database: read, verify, gather, merge.

Reading and verifying need no lock and may be spread over processes; each piece of work writes Parquet parts
into a folder of this run. Then one writer at a time merges its parts into a copy of the database.
"""

from __future__ import annotations

import glob
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb
import msgspec
import polars as pl

import engine
from engine.core.errors import CannotReplay
from engine.core.log import Recorded
from ingest.columns import Schema
from ingest.files import STDIN, contents, digest_of_file, log_files, member_of
from ingest.frames import write_part
from ingest.games import digest_of_lines
from ingest.parts import Item, Piece, make_parts
from ingest.publish import (
    StoreError,
    attached,
    first_line,
    interruption,
    open_copy,
    open_new,
    publish,
    set_aside,
    sweep,
    text,
    workshop,
    writing,
)
from ingest.stamps import stamp_of

if TYPE_CHECKING:
    from ingest.cluster import Workers

Progress = Callable[[int, int], None]
"""Called with the number of files read so far and of all files."""
PIECE_STEPS = 80_000
PIECE_GAMES = 1000
"""A piece of work is full when it has so many steps or games: about 40 MiB while it is worked on."""
_GROWING = 8
"""So many pieces are smaller, each larger than the one before: few games too are work for several processes."""
_TOGETHER = 8
"""Parts whose rows are brought in at once."""
STDIN_NAME = "-"
_FULL = 1 << 20
"""With so few bytes left, whatever cannot be written is for want of space."""


class IngestReport(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an ingest has changed. `games_known` were there before, whole or longer, or came twice;
    `games_replaced` left because a longer or better copy came. `steps` and `unfinished` count new games."""

    files: int
    games_new: int
    games_known: int
    games_replaced: int
    unfinished: int
    rejected: int
    steps: int
    set_aside: str | None = None
    """Where a file is kept now that stood in the place of a rebuilt database and was none."""


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
    """Bring the games of log files, archives and folders into a database, which is made if need be.

    Every game is replayed under today's rules before it goes in (`verify=False`: taken as it stands); a file,
    or the lines of a game, that went in before byte for byte are known by their digest and not replayed again.
    The rows depend neither on the order of `paths` nor on `jobs`, nor on the `workers` that replay instead. What
    is wrong goes to the table `rejected`.
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
    them is gone. A file in its place that is no database of ours is kept beside it (`set_aside`).
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
        "standard input" if name == STDIN_NAME else str(path)
        for name, path in zip(names, found, strict=True)
        if name == STDIN_NAME or not path.exists()
    ]
    if gone:
        raise StoreError(
            f"{len(gone)} of the {len(names)} logs that {db} was made of are gone, the first is {gone[0]}; "
            f"name the files and folders to rebuild from"
        )
    return found


class Source(msgspec.Struct):
    """A log file or archive that is read: its number and name in this run, and what is known of it.

    `digest` is that of its bytes, None when it has none that last (a pipe, a file that is being written).
    `same`: these bytes went in before, so that it was not read; then `games` and `rules` are from there.
    """

    number: int
    name: str
    path: Path
    digest: str | None
    verified: bool
    same: bool = False
    games: int = 0
    rules: list[str] = []


class Known(msgspec.Struct):
    """What a database has by digest: of the lines of its games, and of the files it was made of."""

    lines: set[str]
    files: dict[str, tuple[int, list[str], bool]]
    """Number of games, their rules, and whether they were verified."""
    names: dict[str, str | None]


NONE_KNOWN = Known(set(), {}, {})


def _known(db: Path, verify: bool) -> Known:
    """What need not be replayed: whatever went in under the rules of today, or at all when nothing is verified."""
    if not db.exists():
        return NONE_KNOWN
    with attached(db) as connection:
        games = connection.execute("SELECT DISTINCT name || ' ' || rules FROM game").fetchall()
        today = [rules for (rules,) in games if not verify or _is_of_today(rules)]
        lines = connection.execute(text("sql/known_games.sql"), {"verify": verify, "rules": today}).fetchall()
        rows = connection.execute("SELECT file, digest, games, rules, verified FROM source").fetchall()
    files = {
        digest: (games, rules, verified)
        for _, digest, games, rules, verified in sorted(rows, key=lambda row: row[4])
        if digest is not None and (not verify or (verified and set(rules) <= set(today)))
    }
    return Known({digest for (digest,) in lines}, files, {row[0]: row[1] for row in rows})


def _is_of_today(rules: str) -> bool:
    """Is this a game of ours in the rules that we have? `rules` is its name and number."""
    name, _, number = rules.rpartition(" ")
    try:
        return str(engine.load(name).rules) == number
    except CannotReplay:
        return False


class _Run:
    """One reading of all logs: what was known, and how many steps of work there are."""

    def __init__(self, logs: Sequence[tuple[str, Path]], known: Known, folder: Path, verify: bool) -> None:
        self.known, self.folder, self.verify = known, folder, verify
        self.sources = [
            Source(number, name, path, digest_of_file(path), verify)
            for number, (name, path) in enumerate(logs)
        ]
        self.again: list[tuple[int, str]] = []
        """Games that were not replayed: number of the source, digest of the lines."""

    def pieces(self, progress: Progress | None) -> Iterator[Piece]:
        """The content of the logs that is not known, cut into pieces of work; there is always at least one."""
        items: list[Item] = []
        ref = steps = number = 0
        for source in self.sources:
            for file, content in self._read(source):
                items.append(Item(ref, source.number, file, content))
                ref += 1
                steps += len(content.steps) if isinstance(content, Recorded) else 0
                share = min(number + 1, _GROWING) / _GROWING
                if steps >= PIECE_STEPS * share or len(items) >= PIECE_GAMES * share:
                    yield Piece(number, self.folder, self.verify, items)
                    items, steps, number = [], 0, number + 1
            if progress is not None:
                progress(source.number + 1, len(self.sources))
        if items or not number:
            yield Piece(number, self.folder, self.verify, items)

    def _read(self, source: Source) -> Iterator[tuple[str, Any]]:
        """What of a log is not known, with the name of where it stands."""
        if source.digest in self.known.files:
            source.games, source.rules, source.verified = self.known.files[source.digest]
            source.same = True
            return
        stamp = stamp_of(source.path)
        for place, content in contents(source.path):
            if self.known.lines and isinstance(content, Recorded) and content.broken is None:
                digest = digest_of_lines(content)
                if digest in self.known.lines:
                    self.again.append((source.number, digest))
                    continue
            yield source.name + member_of(place, source.path), content
        if stamp_of(source.path) != stamp:
            source.digest = None  # it was written meanwhile: what was read may be something else

    def write(self) -> None:
        """What there is to say besides the pieces."""
        rows = [(s.number, s.name, s.digest, s.verified, s.same, s.games, s.rules) for s in self.sources]
        schema: Schema = {"source": pl.Int32, "file": pl.String, "digest": pl.String, "verified": pl.Boolean,
                  "same": pl.Boolean, "games": pl.Int32, "rules": pl.List(pl.String)}  # fmt: skip
        write_part(pl.DataFrame(rows, schema, orient="row"), self.folder / "source.parquet")
        again = pl.DataFrame(self.again, {"source": pl.Int32, "lines": pl.String}, orient="row")
        write_part(again, self.folder / "again.parquet")

    def is_stale(self, now: Known) -> bool:
        """Has something gone from the database that this run took for known?"""
        return not (
            all(source.digest in now.files for source in self.sources if source.same)
            and all(digest in now.lines for _, digest in self.again)
        )

    def is_nothing_new(self, now: Known) -> bool:
        """Every log is known under its name."""
        return all(source.same and now.names.get(source.name) == source.digest for source in self.sources)


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
    if any(name == _name_of(db, db) for name, _ in logs):
        raise StoreError(f"{db} is one of the files to read; the database needs a file of its own")
    lasting = all(path != STDIN and path.is_file() for _, path in logs)
    with workshop(db) as folder, _told(db):
        known = _known(db, verify) if lasting and not anew else NONE_KNOWN
        report = _attempt(_Run(logs, known, folder, verify), db, jobs, workers, progress, anew)
    if report is None:  # games that were there are gone: another process has made the database anew
        with workshop(db) as folder, _told(db):
            report = _attempt(_Run(logs, NONE_KNOWN, folder, verify), db, jobs, workers, progress, anew)
    assert report is not None
    return report


@contextmanager
def _told(db: Path) -> Iterator[None]:
    """What goes wrong with the work beside the database, in a sentence. Nothing has been done to it then."""
    try:
        yield
    except RuntimeError as error:
        raise interruption(error) from None
    except (OSError, duckdb.Error, pl.exceptions.PolarsError) as error:
        why = first_line(error)
        if "No space left" in str(error) or shutil.disk_usage(db.parent).free < _FULL:
            why = "there is no space left on its disk"
        raise StoreError(f"{db} could not be written: {why}; it is as it was before") from None


def _attempt(
    run: _Run, db: Path, jobs: int, workers: Workers | None, progress: Progress | None, anew: bool
) -> IngestReport | None:
    """Read, then merge; None when the database has lost meanwhile what was taken for known."""
    make_parts(run.pieces(progress), run.folder, jobs, workers)
    run.write()
    with writing(db):
        sweep(db)
        if run.known is not NONE_KNOWN:
            now = _known(db, run.verify)
            if run.is_stale(now):
                return None
            if run.is_nothing_new(now):
                games = sum(source.games for source in run.sources)
                return IngestReport(len(run.sources), 0, games, 0, 0, 0, 0)
        return _merge(db, run.folder, anew=anew)


def _in_order(logs: Sequence[Path], db: Path) -> list[tuple[str, Path]]:
    """Name and path of each log, by name: the path as seen from the database's folder.

    So the order of the arguments changes nothing, and folder and database may be moved together.
    """
    return sorted({_name_of(path, db): path for path in logs}.items())


def _name_of(path: Path, db: Path) -> str:
    return (
        STDIN_NAME if path == STDIN else Path(os.path.relpath(path.resolve(), db.parent.resolve())).as_posix()
    )


def _merge(db: Path, folder: Path, *, anew: bool) -> IngestReport:
    """Merge the parts into a copy of the database and publish it. All or nothing."""
    path = folder / "next.duckdb"
    connection = open_new(path) if anew else open_copy(db, path)
    try:
        connection.execute("SET VARIABLE parts = $parts", {"parts": glob.escape(str(folder))})
        connection.execute("BEGIN")
        connection.execute(text("sql/merge.sql"))
        _merge_rows(connection, folder)
        connection.execute(text("sql/merge_end.sql"))
        connection.execute("COMMIT")
        row = connection.execute(text("sql/report.sql")).fetchone()
        assert row is not None
        connection.execute("CHECKPOINT store")
    finally:
        connection.close()
    kept = set_aside(db) if anew else None
    publish(path, db)
    report = IngestReport(*row)
    return report if kept is None else msgspec.structs.replace(report, set_aside=str(kept))


def _merge_rows(connection: duckdb.DuckDBPyConnection, folder: Path) -> None:
    """The rows of the games, some parts at a time."""
    place = glob.escape(str(folder))
    parts = sorted(path.name.removeprefix("step-") for path in folder.glob("step-*.parquet"))
    for first in range(0, len(parts), _TOGETHER):
        for table in ("game", "seat", "score", "outcome", "step", "event", "fact"):
            files = [f"{place}/{table}-{part}" for part in parts[first : first + _TOGETHER]]
            connection.execute(f"SET VARIABLE {table}s = $files", {"files": files})
        connection.execute(text("sql/merge_rows.sql"))
