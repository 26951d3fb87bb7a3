"""Archives of logs, tar and zip: their members as streams, one after the other, and nothing on any disk.

A member is only ever read, and its name only ever shown: no path of an archive is opened, made or followed. Tar
headers are read one by one here, because the stream mode of `tarfile` takes an archive that is cut off inside a
header for a whole one, and games would be lost without a word.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator
from io import BytesIO
from lzma import LZMAError
from tarfile import (
    AREGTYPE,
    CONTTYPE,
    GNUTYPE_LONGLINK,
    GNUTYPE_LONGNAME,
    GNUTYPE_SPARSE,
    REGTYPE,
    XGLTYPE,
    XHDTYPE,
    HeaderError,
    TarInfo,
)
from typing import BinaryIO
from zlib import error as ZlibError  # noqa: N812

from ingest.unpacking import Allowance, Damaged

Member = tuple[str, Iterator[bytes]]
"""Name, and content in pieces. The content must be read before the next member is asked for, or is lost."""
MEMBERS = 100_000
"""An archive may have so many."""
HELD = 1 << 28
"""A zip that comes through a pipe is held in memory, up to so many bytes."""
_BLOCK = 512
_CHUNK = 1 << 16
_LONGEST_NAME = 1 << 16
_FILES = (REGTYPE, AREGTYPE, CONTTYPE)


def is_tar(first: bytes) -> bool:
    """Does data that begins so (512 bytes are enough) hold a tar archive?"""
    return first[257:262] == b"ustar"


def is_zip(first: bytes) -> bool:
    return first.startswith((b"PK\x03\x04", b"PK\x05\x06"))


# --- tar ---


class _Stream:
    """Bytes by number out of a stream of pieces."""

    def __init__(self, chunks: Iterable[bytes]) -> None:
        self._chunks = iter(chunks)
        self._rest = b""

    def some(self, most: int) -> bytes:
        """At least one byte, at most so many; none at the end."""
        while not self._rest:
            if (more := next(self._chunks, None)) is None:
                return b""
            self._rest = more
        data, self._rest = self._rest[:most], self._rest[most:]
        return data

    def exactly(self, count: int) -> bytes:
        """So many bytes, fewer at the end."""
        parts = []
        while count and (data := self.some(count)):
            parts.append(data)
            count -= len(data)
        return b"".join(parts)

    def content(self, size: int) -> Iterator[bytes]:
        """A member's bytes, then the zeros that fill its last block. Raises `Damaged` when it is cut off."""
        for left, inside in ((size, True), (-size % _BLOCK, False)):
            while left:
                data = self.some(min(left, _CHUNK))
                if not data:
                    raise Damaged("the archive ends early: the file is cut off")
                left -= len(data)
                if inside:
                    yield data


def tar_members(chunks: Iterable[bytes]) -> Iterator[Member]:
    """The files of a tar archive; links, folders and devices are passed over. Raises `Damaged`."""
    stream = _Stream(chunks)
    name: str | None = None
    size: int | None = None
    sparse = False
    count = 0
    while (head := _tar_head(stream)) is not None:
        count += 1
        if count > MEMBERS:
            raise Damaged(f"the archive has more than {MEMBERS:,} members")
        if head.type in (XHDTYPE, GNUTYPE_LONGNAME):
            if not 0 <= head.size <= _LONGEST_NAME:
                raise Damaged("the archive has a name that is too long")
            data = b"".join(stream.content(head.size))
            if head.type == GNUTYPE_LONGNAME:
                name = _name(data.rstrip(b"\0"))
            else:
                records = _pax_records(data)
                name = _name(records[b"path"]) if b"path" in records else name
                size = int(records[b"size"]) if records.get(b"size", b"").isdigit() else size
                sparse = any(key.startswith(b"GNU.sparse") for key in records)
            continue
        content = stream.content(head.size if size is None else size)
        if head.type in (XGLTYPE, GNUTYPE_LONGLINK):
            _pass_over(content)
            continue
        if head.type == GNUTYPE_SPARSE or (sparse and head.type in _FILES):
            raise Damaged(f"the archive's member {name or head.name} is a sparse file")
        if head.type in _FILES:
            yield name or head.name, content
        _pass_over(content)
        name, size, sparse = None, None, False
    _pass_over(iter(lambda: stream.some(_CHUNK), b""))  # so that packed data is checked up to its end


def _tar_head(stream: _Stream) -> TarInfo | None:
    """The next header; None at the end of the archive."""
    block = stream.exactly(_BLOCK)
    if not block.strip(b"\0"):
        return None
    try:
        head = TarInfo.frombuf(block, "utf-8", "surrogateescape")
    except HeaderError:
        what = (
            "ends early: the file is cut off" if len(block) < _BLOCK else "is damaged: a header does not read"
        )
        raise Damaged(f"the archive {what}") from None
    if head.size < 0:
        raise Damaged("the archive is damaged: a member has a size below zero")
    return head


def _pax_records(data: bytes) -> dict[bytes, bytes]:
    """`LENGTH KEY=VALUE` lines, the length being that of the whole line. Raises `Damaged`."""
    records = {}
    while data.rstrip(b"\0"):
        length, _, _ = data.partition(b" ")
        end = int(length) if length.isdigit() and len(length) < 9 else 0
        key, equals, value = data[len(length) + 1 : end - 1].partition(b"=")
        if end <= len(length) + 1 or end > len(data) or not equals:
            raise Damaged("the archive is damaged: an extended header does not read")
        records[key] = value
        data = data[end:]
    return records


def _name(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _pass_over(content: Iterable[bytes]) -> None:
    for _ in content:
        pass


# --- zip ---


def zip_members(file: BinaryIO, allowance: Allowance) -> Iterator[Member]:
    """The files of a zip archive. `file` can be sought in. Raises `Damaged`."""
    try:
        archive = zipfile.ZipFile(file)
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
        raise Damaged(f"this is a zip archive that cannot be read: {error}") from None
    with archive:
        entries = archive.infolist()
        if len(entries) > MEMBERS:
            raise Damaged(f"the archive has more than {MEMBERS:,} members")
        for entry in entries:
            if not entry.is_dir():
                yield entry.filename, _zip_content(archive, entry, allowance)


def _zip_content(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, allowance: Allowance) -> Iterator[bytes]:
    if entry.flag_bits & 1:
        raise Damaged("this member of the archive is encrypted")
    try:
        with archive.open(entry) as member:
            while data := member.read(_CHUNK):
                yield allowance.spend(data)
    except NotImplementedError:
        raise Damaged("this member of the archive is packed in a way that cannot be read here") from None
    except (zipfile.BadZipFile, ZlibError, LZMAError, EOFError, OSError, ValueError) as error:
        raise Damaged(f"this member of the archive is damaged: {str(error) or 'it ends early'}") from None


def held(chunks: Iterable[bytes]) -> BinaryIO:
    """A stream as something that can be sought in. Raises `Damaged` when it is too long."""
    buffer = BytesIO()
    for chunk in chunks:
        buffer.write(chunk)
        if buffer.tell() > HELD:
            raise Damaged(f"a zip archive through a pipe may have {HELD >> 20} MiB; give its file")
    buffer.seek(0)
    return buffer
