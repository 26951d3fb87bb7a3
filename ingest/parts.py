"""Pieces of work of an ingest: recorded games in, Parquet parts out."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import msgspec

import engine
from engine.core.log import Broken, Recorded
from engine.core.replay import Replayer, verdict_on
from ingest.frames import Batch
from ingest.games import as_it_stands, replayed
from ingest.pool import in_order
from ingest.vocabulary import Vocabulary

if TYPE_CHECKING:
    from ingest.cluster import Workers


class Item(msgspec.Struct, frozen=True):
    """A game or something broken: its number in the order of reading, where it stands, and in which source."""

    ref: int
    source: int
    file: str
    content: Recorded | Broken


class Piece(msgspec.Struct, frozen=True):
    """Some items in the order of reading. Number in that order, where its parts go, whether to replay."""

    number: int
    folder: Path
    verify: bool
    items: list[Item]


@cache
def _replayer() -> Replayer:
    """Kept between pieces, with its decoders."""
    return engine.replayer()


_words = Vocabulary()
"""Kept between pieces: what the games of one say, those of the next say too. No part shows what it knew before."""


def make_part(piece: Piece) -> None:
    """Write the parts of one piece. Done again, it writes the same."""
    global _words  # noqa: PLW0603 (one vocabulary per process)
    if _words.is_large:
        _words = Vocabulary()
    with _without_collector():
        batch = Batch(_words)
        for item in piece.items:
            content = item.content
            if isinstance(content, Broken):
                batch.reject(item.ref, item.source, item.file, verdict_on(content))
            else:
                reading = (
                    replayed(content, _replayer(), batch.words) if piece.verify else as_it_stands(content)
                )
                batch.add(item.ref, item.source, item.file, content, reading)
        batch.write(piece.folder, piece.number)


def make_parts(pieces: Iterator[Piece], folder: Path, jobs: int, workers: Workers | None) -> None:
    """Work on all pieces over processes; with `workers` there, and then their parts are written here."""
    if workers is None:
        for _ in in_order(make_part, pieces, jobs):
            pass
        return
    sent = (msgspec.structs.replace(piece, folder=Path()) for piece in pieces)
    for parts in workers.in_order(_parts_of, sent):
        for name, data in parts:
            (folder / name).write_bytes(data)


def _parts_of(piece: Piece) -> list[tuple[str, bytes]]:
    """The parts of one piece as names and contents."""
    with TemporaryDirectory(prefix="parts-") as folder:
        make_part(msgspec.structs.replace(piece, folder=Path(folder)))
        return [(path.name, path.read_bytes()) for path in sorted(Path(folder).iterdir())]


@contextmanager
def _without_collector() -> Iterator[None]:
    """Rows of a piece live until it is written: a collector would look at all of them again and again, for
    nothing (measured: half of the time). A piece is small, and what it leaves is looked at afterwards."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
