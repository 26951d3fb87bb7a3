"""Pieces of work, in this process or spread over several: recorded games in, Parquet parts out."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from itertools import chain, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import msgspec

import engine
from engine.core.log import Broken, Recorded
from engine.core.replay import Replayer, verdict_on
from ingest.errors import StoreError
from ingest.frames import Batch
from ingest.games import as_it_stands, replayed

if TYPE_CHECKING:
    from ingest.cluster import Workers

POOLS = 3
"""So many pools may lose a process (killed, out of memory) before the work is given up."""


class Piece(msgspec.Struct):
    """Some games in the order of reading: number in that order, name of the file, content."""

    number: int
    items: list[tuple[int, str, Recorded | Broken]]


@cache
def _replayer() -> Replayer:
    """Kept between pieces, with its decoders."""
    return engine.replayer()


def make_part(piece: Piece, folder: Path, verify: bool) -> None:
    """Write the parts of one piece. Done again, it writes the same."""
    batch = Batch()
    for ref, file, item in piece.items:
        if isinstance(item, Broken):
            batch.reject(ref, file, verdict_on(item))
        else:
            batch.add(ref, file, item, replayed(item, _replayer()) if verify else as_it_stands(item))
    batch.write(folder, piece.number)


def make_parts(
    pieces: Iterator[Piece], folder: Path, *, jobs: int, verify: bool, workers: Workers | None = None
) -> None:
    """Work on all pieces. Raises `StoreError` when processes keep dying. `workers` do it instead of `jobs`
    processes; the parts are written here."""
    if workers is not None:
        for parts in workers.in_order(_parts_of, ((piece, verify) for piece in pieces)):
            for name, data in parts:
                (folder / name).write_bytes(data)
        return
    first = list(islice(pieces, 2))
    if jobs <= 1 or len(first) < 2:  # for a single piece no process is started
        for piece in chain(first, pieces):
            make_part(piece, folder, verify)
        return
    pieces = chain(first, pieces)
    pending: dict[int, Piece] = {}
    for _ in range(POOLS):
        if _with_pool(pending, pieces, folder, jobs, verify):
            return
    raise StoreError("the processes that read the logs keep dying; is there enough memory? Try with one job")


def _parts_of(unit: tuple[Piece, bool]) -> list[tuple[str, bytes]]:
    """The parts of one piece as names and contents."""
    piece, verify = unit
    with TemporaryDirectory(prefix="parts-") as folder:
        make_part(piece, Path(folder), verify)
        return [(path.name, path.read_bytes()) for path in sorted(Path(folder).iterdir())]


def _with_pool(
    pending: dict[int, Piece], pieces: Iterator[Piece], folder: Path, jobs: int, verify: bool
) -> bool:
    """Work until nothing is left (True) or a process dies (False). `pending` keeps what has no result."""
    running: dict[Future[None], int] = {}
    spawn = multiprocessing.get_context("spawn")  # a fork would copy locks that other threads hold
    with ProcessPoolExecutor(jobs, mp_context=spawn, initializer=_ignore_interrupts) as pool:
        try:
            for number, piece in pending.items():
                running[pool.submit(make_part, piece, folder, verify)] = number
            for piece in pieces:
                pending[piece.number] = piece
                running[pool.submit(make_part, piece, folder, verify)] = piece.number
                while len(running) >= 2 * jobs:
                    _collect(running, pending)
            while running:
                _collect(running, pending)
        except BrokenProcessPool:
            return False
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return True


def _collect(running: dict[Future[None], int], pending: dict[int, Piece]) -> None:
    """Wait for a result; raises what the work raised."""
    for future in wait(running, return_when=FIRST_COMPLETED).done:
        future.result()
        del pending[running.pop(future)]


def _ignore_interrupts() -> None:
    """Ctrl-C is answered by the process that handed out the work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
