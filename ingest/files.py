"""Log files: which there are, their lines as a stream, the games in them, and writing them.

A log file is `.jsonl`, `.jsonl.gz` or `.jsonl.zst` and holds any number of games. What a file holds is told
by its first bytes, never by its name. Nothing here reads a whole file into memory: what is held is one
line (at most `LINE_LIMIT` bytes) and, in `recorded`, the lines of one game.
"""

from __future__ import annotations

import os
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Literal

import zstandard

from engine.core.errors import EmberlogError
from engine.core.log import Broken, Recorded, recorded_games

Format = Literal["jsonl", "gz", "zst"]
SUFFIXES: dict[Format, str] = {"jsonl": ".jsonl", "gz": ".jsonl.gz", "zst": ".jsonl.zst"}
STDIN = Path("-")
OnBytes = Callable[[int], None]
LINE_LIMIT = 1 << 22
"""A longer line is no line of a log: it comes out shortened, and so as one that is not whole."""

_BOM = b"\xef\xbb\xbf"
_GZIP = b"\x1f\x8b"
_ZSTD = b"\x28\xb5\x2f\xfd"
_PASSED_OVER = [bytes([first]) for first in range(0x50, 0x60)]
_OTHERS = {
    b"\xff\xfe": "UTF-16 text; a log is UTF-8",
    b"\xfe\xff": "UTF-16 text; a log is UTF-8",
    b"{\x00": "UTF-16 text; a log is UTF-8",
    b"\x00{": "UTF-16 text; a log is UTF-8",
    b"PK\x03\x04": "a zip archive; a log is plain text, gzip or zstd",
    b"\xfd7zXZ": "xz data; a log is plain text, gzip or zstd",
    b"BZh": "bzip2 data; a log is plain text, gzip or zstd",
    b"SQLite": "an SQLite database, not a log",
    b"PAR1": "a Parquet file, not a log",
}
_CHUNK = 1 << 16
_BLOCK = 1 << 15
_PIECE = 1 << 11
"""Compressed bytes taken at once: 2 KiB of zstd unpack to at most 64 MiB."""


class FileTrouble(EmberlogError):
    """A file or folder that cannot be used. `path` is as it was given."""

    def __init__(self, path: Path, what: str) -> None:
        super().__init__(f"{path}: {what}")
        self.path = path
        self.what = what

    def __reduce__(self) -> tuple[type[FileTrouble], tuple[Path, str]]:
        return type(self), (self.path, self.what)


class NotThere(FileTrouble):
    """A path that was given, but does not exist."""


class Damaged(EmberlogError):
    """The stream of lines cannot be read on; the lines before are good."""


# --- which files ---


def log_files(paths: Iterable[Path]) -> list[Path]:
    """The log files below these paths, each once, in the order given; those of a folder are sorted.

    A folder stands for the files below it that have the name of a log, without hidden ones and without
    unfinished `.part` files. A file that is named is taken whatever its name. `-` is standard input.
    Raises `NotThere` for a path that does not exist, `FileTrouble` for a folder that cannot be read.
    """
    found: dict[Path, None] = {}
    for path in paths:
        if path == STDIN:
            found[path] = None
        elif path.is_dir():
            found.update(dict.fromkeys(_below(path)))
        elif path.exists():
            found[path] = None
        else:
            raise NotThere(path, "there is no such file or folder")
    return list(found)


def _below(folder: Path) -> list[Path]:
    def refuse(error: OSError) -> None:
        raise FileTrouble(Path(error.filename or folder), f"cannot be read: {error.strerror}")

    found = []
    for top, folders, names in os.walk(folder, onerror=refuse):
        folders[:] = [name for name in folders if not name.startswith(".")]
        found += [Path(top, name) for name in names if _is_log_name(name)]
    return sorted(path for path in found if path.is_file())


def _is_log_name(name: str) -> bool:
    return not name.startswith(".") and name.endswith(tuple(SUFFIXES.values()))


# --- reading ---


def recorded(path: Path, on_bytes: OnBytes | None = None) -> Iterator[Recorded | Broken]:
    """The games of a file, and what is in it besides. Never raises: all trouble comes out as `Broken`.

    `on_bytes` is told how many bytes of the file are read so far, as they are on the disk.

    Trouble that stops the reading (compressed data that ends early, a disk error) stands as `broken` in
    the game that it cuts off, else comes last by itself. Line 0 means the file as a whole.
    """
    source = _Source(path, on_bytes)
    last: Recorded | Broken | None = None
    for item in recorded_games(source):
        if last is not None:
            yield last
        last = item
    if source.trouble is None:
        yield Broken("the file is empty", 0) if last is None else last
        return
    trouble: Broken | None = Broken(source.trouble, source.line + 1 if source.line else 0)
    if isinstance(last, Recorded) and last.end is None and last.broken is None:
        last.broken, trouble = trouble, None
    if last is not None:
        yield last
    if trouble is not None:
        yield trouble


class _Source:
    """Lines for `recorded_games`; ends quietly where they cannot be read on and remembers why."""

    def __init__(self, path: Path, on_bytes: OnBytes | None = None) -> None:
        self.path = path
        self.on_bytes = on_bytes
        self.line = 0
        self.trouble: str | None = None

    def __iter__(self) -> Iterator[bytes]:
        try:
            for line in lines(self.path, self.on_bytes):
                self.line += 1
                yield line
        except FileTrouble as error:
            self.trouble = error.what
        except Damaged as error:
            self.trouble = str(error)


def lines(path: Path, on_bytes: OnBytes | None = None) -> Iterator[bytes]:
    """The lines of a file without their ends, unpacked; a byte order mark is taken off.

    Lines end with LF, CRLF or CR. Raises `FileTrouble` when the file cannot be opened, `Damaged` where
    it cannot be read on, after all whole lines before that place.
    """
    with _opened(path) as file:
        rest = b""
        for data in _text(file, on_bytes):
            rest += data
            end = max(rest.rfind(b"\n"), rest.rfind(b"\r", 0, -1)) + 1
            if end:
                yield from map(_plain, rest[:end].splitlines())
                rest = rest[end:]
            elif len(rest) > LINE_LIMIT:
                rest = rest[:64] + b"...\x00"
        if rest:
            yield from map(_plain, rest.splitlines())


def _plain(line: bytes) -> bytes:
    if line.startswith(_BOM):
        line = line[len(_BOM) :]
    return line if len(line) <= LINE_LIMIT else line[:64] + b"..."


def _opened(path: Path) -> AbstractContextManager[BinaryIO]:
    if path == STDIN:
        return nullcontext(sys.stdin.buffer)
    try:
        return open(path, "rb", buffering=0)
    except OSError as error:
        raise FileTrouble(path, f"cannot be read: {error.strerror}") from None


def _text(file: BinaryIO, on_bytes: OnBytes | None = None) -> Iterator[bytes]:
    """The unpacked bytes of a file, in pieces."""
    chunks = _chunks(file, on_bytes)
    first = next(chunks, b"")
    whole = _again(first, chunks)
    if first.startswith(_GZIP):
        yield from _unpacked(whole, _Gzip)
    elif _Zstd.begins(first):
        yield from _unpacked(whole, _Zstd)
    else:
        for magic, what in _OTHERS.items():
            if first.startswith(magic):
                raise Damaged(f"this is {what}")
        yield from whole


def _chunks(file: BinaryIO, on_bytes: OnBytes | None) -> Iterator[bytes]:
    """The bytes of a file; the first chunk is long enough to tell its format, pipes included."""
    least, done = 8, 0
    data = b""
    try:
        while more := file.read(_CHUNK):
            data += more
            done += len(more)
            if on_bytes is not None:
                on_bytes(done)
            if len(data) >= least:
                yield data
                data, least = b"", 1
    except OSError as error:
        raise Damaged(f"cannot be read on: {error.strerror}") from None
    if data:
        yield data


def _again(first: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    yield first
    yield from rest


# --- unpacking ---


class _Gzip:
    """One gzip member. `feed` gives what a few compressed bytes unpack to."""

    name = "gzip"

    @staticmethod
    def begins(data: bytes) -> bool:
        return data.startswith(_GZIP)

    def __init__(self) -> None:
        self._unpack = zlib.decompressobj(wbits=31)
        self._before = self._unpack.copy()

    def feed(self, data: bytes) -> bytes:
        self._before = self._unpack.copy()
        return self._unpack.decompress(data)

    def salvage(self, data: bytes) -> Iterator[bytes]:
        """What comes before the damage in the bytes that `feed` has refused."""
        return _one_by_one(self._before.decompress, data, zlib.error)

    @property
    def rest(self) -> bytes | None:
        """What follows the end; None: the end is not reached."""
        return self._unpack.unused_data if self._unpack.eof else None


class _Zstd:
    """One zstd frame. Its state cannot be copied: a second unpacker stays one piece behind."""

    name = "zstd"

    @staticmethod
    def begins(data: bytes) -> bool:
        """Frames of data, and frames to pass over, which some packers put between them."""
        return data.startswith(_ZSTD) or (data[:1] in _PASSED_OVER and data[1:4] == b"\x2a\x4d\x18")

    def __init__(self) -> None:
        self._unpack = zstandard.ZstdDecompressor().decompressobj()
        self._behind = zstandard.ZstdDecompressor().decompressobj()
        self._last = b""

    def feed(self, data: bytes) -> bytes:
        if self._last:
            self._behind.decompress(self._last)
        self._last = b""
        text = self._unpack.decompress(data)
        self._last = data
        return text

    def salvage(self, data: bytes) -> Iterator[bytes]:
        return _one_by_one(self._behind.decompress, data, zstandard.ZstdError)

    @property
    def rest(self) -> bytes | None:
        return self._unpack.unused_data if self._unpack.eof else None


def _one_by_one(unpack: Callable[[bytes], bytes], data: bytes, error: type[Exception]) -> Iterator[bytes]:
    for place in range(len(data)):
        try:
            yield unpack(data[place : place + 1])
        except error:
            return


def _unpacked(chunks: Iterator[bytes], kind: type[_Gzip] | type[_Zstd]) -> Iterator[bytes]:
    """The text of all members, one after the other. Raises `Damaged`, after what could be unpacked."""
    member: _Gzip | _Zstd | None = None
    rest = b""
    for piece in _pieces(chunks):
        rest += piece
        while rest:
            if member is None:
                rest = rest.lstrip(b"\x00")
                if len(rest) < 4:
                    break
                if not kind.begins(rest):
                    raise Damaged(f"after the {kind.name} data stands something else")
                member = kind()
            try:
                text = member.feed(rest)
            except (zlib.error, zstandard.ZstdError):
                yield from member.salvage(rest)
                raise Damaged(f"the {kind.name} data is damaged") from None
            yield text
            if member.rest is None:
                rest = b""
            else:
                rest, member = member.rest, None
    if member is not None or rest:
        raise Damaged(f"the {kind.name} data ends early: the file is cut off")


def _pieces(chunks: Iterator[bytes]) -> Iterator[bytes]:
    for chunk in chunks:
        for place in range(0, len(chunk), _PIECE):
            yield chunk[place : place + _PIECE]


# --- writing ---


class LogWriter:
    """Writes a log file, packed as its suffix says; equal lines give equal bytes.

    What is written goes to `NAME.part`, which gets its name when the block is left without an error: a file
    with its final name is whole. Every `flush` leaves the part file good up to the last line written, so a
    killed process costs no more than what came after. Call `game_over` after each game: it flushes once there
    is enough, because every flush begins a new block with tables of its own.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.part = path.with_name(path.name + ".part")
        self.bytes_written = 0
        self._lines: list[bytes] = []
        self._waiting = 0

    def __enter__(self) -> LogWriter:
        self._pack = _packer(self.path)
        try:
            self._file = open(self.part, "wb", buffering=0)
        except OSError as error:
            raise FileTrouble(self.part, f"cannot be written: {error.strerror}") from None
        return self

    def write(self, line: bytes) -> None:
        """Add one line, its LF included."""
        self._lines.append(line)
        self._waiting += len(line)
        if self._waiting >= _CHUNK:
            self.flush()

    def game_over(self) -> None:
        """A game has ended: flush if enough waits, or let it wait for the next one."""
        if self._waiting >= _BLOCK:
            self.flush()

    def flush(self) -> None:
        """Bring everything written so far into the file."""
        if self._lines:
            self._put(self._pack.add(b"".join(self._lines)))
            self._lines, self._waiting = [], 0

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self.flush()
            self._put(self._pack.end())
        finally:
            self._file.close()
        if kind is None:
            os.replace(self.part, self.path)

    def _put(self, data: bytes) -> None:
        try:
            while data:
                done = self._file.write(data)
                self.bytes_written += done
                data = data[done:]
        except OSError as error:
            raise FileTrouble(self.part, f"cannot be written: {error.strerror}") from None


def write_whole(path: Path, data: bytes) -> None:
    """Write a file that gets its name when it is whole."""
    part = path.with_name(path.name + ".part")
    try:
        part.write_bytes(data)
        os.replace(part, path)
    except OSError as error:
        raise FileTrouble(part, f"cannot be written: {error.strerror}") from None


class _Plain:
    def add(self, data: bytes) -> bytes:
        return data

    def end(self) -> bytes:
        return b""


class _PackGzip:
    """The header of zlib's own gzip has no time and no name."""

    def __init__(self) -> None:
        self._pack = zlib.compressobj(6, wbits=31)

    def add(self, data: bytes) -> bytes:
        return self._pack.compress(data) + self._pack.flush(zlib.Z_SYNC_FLUSH)

    def end(self) -> bytes:
        return self._pack.flush()


class _PackZstd:
    """Level 9, searching twice as long: what games have in common lies far back, in short pieces.

    Measured on random play of Set a Watch (deluxe, hard, one player): 14.1 bytes a step for 1.4 µs; plain level
    9 has 15.0 for 1.1, level 6 16.3 for 0.8, level 12 13.5 for 4.
    """

    PARAMETERS = zstandard.ZstdCompressionParameters.from_level(9, search_log=5, write_checksum=True)

    def __init__(self) -> None:
        self._pack = zstandard.ZstdCompressor(compression_params=self.PARAMETERS).compressobj()

    def add(self, data: bytes) -> bytes:
        return self._pack.compress(data) + self._pack.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK)

    def end(self) -> bytes:
        return self._pack.flush()


def _packer(path: Path) -> _Plain | _PackGzip | _PackZstd:
    if path.name.endswith(".gz"):
        return _PackGzip()
    return _PackZstd() if path.name.endswith(".zst") else _Plain()
