"""Log files: which there are, their lines as a stream, the games in them, and writing them.

A log file is JSON lines, plain or packed, and holds any number of games; an archive holds any number of log
files. What a file is, is told by its first bytes, never by its name. Nothing here reads a whole file into
memory: what is held is one line (at most `LINE_LIMIT` bytes) and, in `contents`, the lines of one game.
"""

from __future__ import annotations

import os
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from hashlib import blake2b
from io import BufferedReader, FileIO
from pathlib import Path, PurePosixPath
from types import TracebackType
from typing import BinaryIO, Literal

import zstandard

from engine.core.errors import EmberlogError
from engine.core.log import Broken, Recorded, recorded_games
from ingest.archives import held, is_tar, is_zip, tar_members, zip_members
from ingest.stamps import stamp_of
from ingest.unpacking import Allowance, Damaged, packing_of, pieces, unpacked

__all__ = ["STDIN", "SUFFIXES", "Damaged", "FileTrouble", "Format", "LogWriter", "NotThere", "contents", "digest_of_file",
           "lines", "log_files", "member_of", "member_path", "recorded", "write_whole"]  # fmt: skip

Format = Literal["jsonl", "gz", "zst"]
SUFFIXES: dict[Format, str] = {"jsonl": ".jsonl", "gz": ".jsonl.gz", "zst": ".jsonl.zst"}
STDIN = STDOUT = Path("-")
OnBytes = Callable[[int], None]
"""Called with how many bytes of a file are read, as they are on the disk."""
LINE_LIMIT = 1 << 22
"""A longer line is no line of a log: it comes out shortened, and so as one that is not whole."""

LOGS = (*SUFFIXES.values(), ".jsonl.xz", ".jsonl.bz2")
ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.zst", ".tar.xz", ".tar.bz2")
"""What a folder is looked through for."""

_BOM = b"\xef\xbb\xbf"
_OTHERS = {
    b"\xff\xfe\x00\x00": "UTF-32 text; a log is UTF-8",
    b"\x00\x00\xfe\xff": "UTF-32 text; a log is UTF-8",
    b"{\x00\x00\x00": "UTF-32 text; a log is UTF-8",
    b"\x00\x00\x00{": "UTF-32 text; a log is UTF-8",
    b"\xff\xfe": "UTF-16 text; a log is UTF-8",
    b"\xfe\xff": "UTF-16 text; a log is UTF-8",
    b"{\x00": "UTF-16 text; a log is UTF-8",
    b"\x00{": "UTF-16 text; a log is UTF-8",
    b"7z\xbc\xaf": "a 7z archive; tar and zip archives can be read",
    b"Rar!": "a RAR archive; tar and zip archives can be read",
    b"SQLite": "an SQLite database, not a log",
    b"PAR1": "a Parquet file, not a log",
}
_CHUNK = 1 << 16
_BLOCK = 1 << 15
"""Text that is packed at once, if games allow it."""
_LINES = 1 << 20
"""Text that is cut into lines at once."""
_DIGESTED = 1 << 18
_BEGINNING = 512
"""A tar archive is told by its first block."""


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


# --- which files ---


def log_files(paths: Iterable[Path]) -> list[Path]:
    """The log files below these paths, each once, in the order given; those of a folder are sorted.

    A folder stands for the files below it that have the name of a log or an archive, without hidden ones and
    without unfinished `.part` files. A file that is named is taken whatever its name. `-` is standard input.
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
    return not name.startswith(".") and name.endswith((*LOGS, *ARCHIVES))


def _is_member_name(name: str) -> bool:
    """A log in an archive is called like one in a folder. Archives in archives count, to be named as such."""
    parts = [part for part in PurePosixPath(name).parts if part not in (".", "..")]
    return bool(parts) and _is_log_name(parts[-1]) and not any(part.startswith(".") for part in parts)


# --- which content ---


def digest_of_file(path: Path) -> str | None:
    """The digest of a file's bytes; None for what is no file, cannot be read, or is being written."""
    if path == STDIN or not path.is_file():
        return None
    stamp, digest = stamp_of(path), blake2b(digest_size=16)
    try:
        with open(path, "rb", buffering=0) as file:
            while data := file.read(_DIGESTED):
                digest.update(data)
    except OSError:
        return None  # reading it will tell
    return digest.hexdigest() if stamp_of(path) == stamp else None


# --- reading ---


def recorded(path: Path, on_bytes: OnBytes | None = None) -> Iterator[Recorded | Broken]:
    """The games of a file or archive, and what is in it besides. Never raises; see `contents`."""
    return (item for _, item in contents(path, on_bytes))


def contents(path: Path, on_bytes: OnBytes | None = None) -> Iterator[tuple[Path, Recorded | Broken]]:
    """The games of a file, and what is in it besides, each with the name of where it stands.

    That is the path itself; of a log in an archive it is `ARCHIVE!MEMBER`, a name to show and no path to open.
    Never raises: all trouble comes out as `Broken`. Trouble that stops the reading (packed data that ends
    early, a disk error) stands as `broken` in the game that it cuts off, else comes last by itself. Line 0
    means the file as a whole.
    """
    try:
        with _opened(path) as file:
            allowance = Allowance()
            found = False
            for name, text in _members(file, allowance, on_bytes):
                found = True
                yield from ((member_path(path, name), item) for item in _recorded(text))
                if allowance.left < 0:
                    return
            if not found:
                yield path, Broken("there is no log in this archive", 0)
    except FileTrouble as error:
        yield path, Broken(error.what, 0)
    except Damaged as error:
        yield path, Broken(str(error), 0)


def member_path(path: Path, name: str | None) -> Path:
    """How a log in an archive is called; a log that is a file by itself (None) has its path."""
    return path if name is None else Path(f"{path}!{name}".replace("\0", "?"))


def member_of(place: Path, path: Path) -> str:
    """What stands behind the path of a file in the name of a place in it: `!MEMBER`, or nothing."""
    return str(place).removeprefix(str(path))


def _recorded(text: Iterator[bytes]) -> Iterator[Recorded | Broken]:
    source = _Source(text)
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

    def __init__(self, text: Iterator[bytes]) -> None:
        self.text = text
        self.line = 0
        self.trouble: str | None = None

    def __iter__(self) -> Iterator[bytes]:
        try:
            for block in _blocks(self.text):
                yield from block
                self.line += len(block)
        except Damaged as error:
            self.trouble = str(error)


def lines(path: Path) -> Iterator[bytes]:
    """The lines of a log file without their ends, unpacked; a byte order mark is taken off.

    Lines end with LF, CRLF or CR. Raises `FileTrouble` when the file cannot be opened, `Damaged` where
    it cannot be read on, after all whole lines before that place.
    """
    with _opened(path) as file:
        for _, text in _members(file, Allowance()):
            for block in _blocks(text):
                yield from block


def _blocks(text: Iterator[bytes]) -> Iterator[list[bytes]]:
    """Some lines at a time. A line that is too long comes out shortened."""
    rest = b""
    trouble: Damaged | None = None
    try:
        for data in pieces(text, _LINES):
            rest += data
            end = max(rest.rfind(b"\n"), rest.rfind(b"\r", 0, -1)) + 1
            if end:
                yield _plain(rest[:end])
                rest = rest[end:]
            elif len(rest) > LINE_LIMIT:
                rest = rest[:64] + b"...\x00"
    except Damaged as error:
        trouble = error
    if trouble is not None:
        raise trouble
    if rest:
        yield _plain(rest)


def _plain(block: bytes) -> list[bytes]:
    found = block.splitlines()
    if _BOM in block:
        found = [line.removeprefix(_BOM) for line in found]
    if len(block) > LINE_LIMIT:
        found = [line if len(line) <= LINE_LIMIT else line[:64] + b"..." for line in found]
    return found


def _opened(path: Path) -> AbstractContextManager[BinaryIO]:
    if path == STDIN:
        return nullcontext(sys.stdin.buffer)
    try:
        return open(path, "rb", buffering=0)
    except OSError as error:
        raise FileTrouble(path, f"cannot be read: {error.strerror}") from None


def _members(
    file: BinaryIO, allowance: Allowance, on_bytes: OnBytes | None = None
) -> Iterator[tuple[str | None, Iterator[bytes]]]:
    """The texts that a file holds: one without a name, or those of an archive that have the name of a log."""
    first, whole = _begun(_chunks(file, allowance, on_bytes))
    if is_zip(first):
        archive = _sought(file, whole, allowance)
        members = zip_members(archive, allowance)
        if on_bytes is not None and isinstance(archive, BufferedReader):
            members = ((name, _telling(content, file, on_bytes)) for name, content in members)
    else:
        if (packing := packing_of(first)) is not None:
            first, whole = _begun(unpacked(whole, packing, allowance))
        if not is_tar(first):
            yield None, _named(first, whole)
            return
        members = tar_members(whole)
    for name, content in members:
        if _is_member_name(name):
            yield name, _member_text(content, allowance)


def _sought(file: BinaryIO, whole: Iterator[bytes], allowance: Allowance) -> BinaryIO:
    """A zip archive is read from its end: from the file itself, or from memory if it comes through a pipe."""
    if not isinstance(file, FileIO) or not file.seekable():
        return held(whole)
    allowance.earn(max(0, os.fstat(file.fileno()).st_size - file.tell()))
    file.seek(0)
    return BufferedReader(file)


def _telling(content: Iterator[bytes], file: BinaryIO, on_bytes: OnBytes) -> Iterator[bytes]:
    """A member of a zip archive. Where its file is read is how much of it is done."""
    for data in content:
        on_bytes(file.tell())
        yield data


def _member_text(content: Iterator[bytes], allowance: Allowance) -> Iterator[bytes]:
    """A log in an archive may be packed by itself, but an archive ends there."""
    first, whole = _begun(content)
    if (packing := packing_of(first)) is not None:
        first, whole = _begun(unpacked(whole, packing, allowance))
    if is_tar(first) or is_zip(first):
        raise Damaged("this is an archive inside an archive; unpack the outer one first")
    yield from _named(first, whole)


def _named(first: bytes, whole: Iterator[bytes]) -> Iterator[bytes]:
    """The text; raises `Damaged` for what begins like another kind of file."""
    for magic, what in _OTHERS.items():
        if first.startswith(magic):
            raise Damaged(f"this is {what}")
    yield from whole


def _begun(chunks: Iterator[bytes]) -> tuple[bytes, Iterator[bytes]]:
    """So many first bytes that they tell what it is, and all of it. Trouble comes when it is read."""
    first: list[bytes] = []
    trouble: list[Damaged] = []
    try:
        while sum(map(len, first)) < _BEGINNING:
            first.append(next(chunks))
    except StopIteration:
        pass
    except Damaged as error:
        trouble.append(error)

    def whole() -> Iterator[bytes]:
        yield from first
        for error in trouble:
            raise error
        yield from chunks

    return b"".join(first), whole()


def _chunks(file: BinaryIO, allowance: Allowance, on_bytes: OnBytes | None) -> Iterator[bytes]:
    done = 0
    try:
        while data := file.read(_CHUNK):
            allowance.earn(len(data))
            done += len(data)
            if on_bytes is not None:
                on_bytes(done)
            yield data
    except OSError as error:
        raise Damaged(f"cannot be read on: {error.strerror}") from None


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
