"""A folder that is looked at again and again: logs are brought in as soon as they are whole.

A log counts as whole when nothing about it has changed for a while (`SETTLE`). Should it go on growing after
that, it is read again: a longer version of a game takes the place of a shorter one, and what was said to be
wrong with a file goes when the file is good. So waiting too little costs time and never a game.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine.core.errors import EmberlogError
from ingest.files import NotThere, log_files
from ingest.stamps import stamp_of
from ingest.store import IngestReport, ingest

if TYPE_CHECKING:
    from ingest.cluster import Workers

SETTLE = 2.0
"""Seconds without a change after which a log is read."""
PAUSE = 0.5
"""Seconds between two looks."""

_Stamp = tuple[int, int, int]


class Settling:
    """Which logs have changed, and which of them are still growing. Knows nothing of a clock: it is told."""

    def __init__(self, settle: float = SETTLE) -> None:
        self._settle = settle
        self._seen: dict[Path, tuple[_Stamp, float]] = {}
        self._done: dict[Path, _Stamp] = {}

    def ready(self, found: dict[Path, _Stamp], now: float) -> list[Path]:
        """The logs to read now: they have not changed for a while, and are not done as they are."""
        seen = {}
        for path, stamp in found.items():
            before, since = self._seen.get(path, (None, now))
            seen[path] = (stamp, since if before == stamp else now)
        self._seen = seen
        self._done = {path: stamp for path, stamp in self._done.items() if path in found}
        return [
            path
            for path, (stamp, since) in seen.items()
            if now - since >= self._settle and self._done.get(path) != stamp
        ]

    def done(self, paths: Sequence[Path]) -> None:
        """These were read as they were when they were `ready`."""
        self._done |= {path: self._seen[path][0] for path in paths}


def watch(
    folders: Sequence[Path],
    db: Path,
    *,
    jobs: int = 1,
    verify: bool = True,
    settle: float = SETTLE,
    workers: Workers | None = None,
) -> Iterator[tuple[list[Path], IngestReport | EmberlogError]]:
    """Look at the folders for ever; yields what each ingest has read and done.

    An ingest that did not succeed (a full disk, another writer that does not finish) comes out as its error
    and is done again at every look until it does. Pipes, sockets, devices and links to nowhere are passed over. Raises
    `NotThere` when a folder is not there, at the beginning or later. An interrupt during an ingest leaves the
    database as it was.
    """
    settling = Settling(settle)
    told = ""
    while True:
        ready: list[Path] = []
        try:
            ready = settling.ready(_stamps(folders), time.monotonic())
            if ready:
                report = ingest(ready, db, jobs=jobs, verify=verify, workers=workers)
                settling.done(ready)
                yield ready, report
            told = ""
        except NotThere as error:
            if error.path in folders:
                raise
        except EmberlogError as error:
            if str(error) != told:  # a trouble that lasts is told once
                yield ready, error
            told = str(error)
        time.sleep(PAUSE)


def _stamps(folders: Sequence[Path]) -> dict[Path, _Stamp]:
    """The logs below the folders with what changes when they are written."""
    for folder in folders:
        if not folder.is_dir():
            raise NotThere(folder, "there is no such folder to watch")
    stamps = {path: stamp_of(path) for path in log_files(folders)}
    return {path: stamp for path, stamp in stamps.items() if stamp is not None}  # those that are gone since
