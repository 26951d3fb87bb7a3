"""Packed bytes back to plain ones, as a stream: gzip, zstd, xz and bzip2, told by their first bytes.

Whoever packs may be hostile, so what comes out is bounded (`Allowance`), and damaged data gives everything
that stands before the damage.
"""

from __future__ import annotations

import bz2
import lzma
import zlib
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec
import zstandard

from engine.core.errors import EmberlogError

FREE = 1 << 28
RATIO = 100
"""A file may unpack to so many bytes, and to so many for each byte of its own besides. Logs pack to a tenth,
rarely to a fiftieth; what grows more is made to fill memory or time."""
_PIECE = 1 << 11
"""Packed bytes taken at once: 2 KiB of zstd unpack to at most 64 MiB."""
_KEPT = 1 << 22
"""Packed bytes kept for reading a damaged place again."""
_XZ_MEMORY = 1 << 28
_PASSED_OVER = [bytes([first]) for first in range(0x50, 0x60)]


class Damaged(EmberlogError):
    """The stream cannot be read on; what came before is good."""


class TooMuch(Damaged):
    """It unpacks to more than a log could."""


class Allowance:
    """How much one file may still unpack to, all that is packed inside of it included."""

    def __init__(self) -> None:
        self.left = FREE

    def earn(self, packed: int) -> None:
        """Bytes of the file itself that were read."""
        self.left += RATIO * packed

    def spend(self, data: bytes) -> bytes:
        """Bytes that came out of unpacking. Raises `TooMuch`."""
        self.left -= len(data)
        if self.left < 0:
            raise TooMuch(
                f"it unpacks to more than {FREE >> 20} MiB and {RATIO} times its size, which no log does"
            )
        return data


class Packing(msgspec.Struct, frozen=True):
    """A way to pack: `make` gives an unpacker for one member (frame, stream) of the data."""

    name: str
    begins: Callable[[bytes], bool]
    make: Callable[[], Any]
    errors: tuple[type[Exception], ...]


def _begins_zstd(data: bytes) -> bool:
    """Frames of data, and frames to pass over, which some packers put between them."""
    return data.startswith(b"\x28\xb5\x2f\xfd") or (data[:1] in _PASSED_OVER and data[1:4] == b"\x2a\x4d\x18")


PACKINGS = (
    Packing("gzip", lambda data: data.startswith(b"\x1f\x8b"), lambda: zlib.decompressobj(wbits=31), (zlib.error,)),
    Packing("zstd", _begins_zstd, lambda: zstandard.ZstdDecompressor().decompressobj(), (zstandard.ZstdError,)),
    Packing("xz", lambda data: data.startswith(b"\xfd7zXZ"),
            lambda: lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_XZ_MEMORY), (lzma.LZMAError,)),
    Packing("bzip2", lambda data: data.startswith(b"BZh"), bz2.BZ2Decompressor, (OSError, ValueError)),
)  # fmt: skip


def packing_of(first: bytes) -> Packing | None:
    """How data that begins so is packed; None: it is not."""
    return next((packing for packing in PACKINGS if packing.begins(first)), None)


class _Member:
    """One member. An unpacker cannot go back, so what it was fed is kept and fed to another one if need be."""

    def __init__(self, packing: Packing) -> None:
        self._packing = packing
        self._unpack, self._behind = packing.make(), packing.make()
        self._kept: list[bytes] = []
        self._size = 0

    def feed(self, data: bytes) -> bytes:
        """What a few packed bytes unpack to."""
        text: bytes = self._unpack.decompress(data)
        self._kept.append(data)
        self._size += len(data)
        if self._size > _KEPT:
            self._catch_up()
        return text

    def salvage(self, data: bytes) -> Iterator[bytes]:
        """What comes before the damage in the bytes that `feed` has refused."""
        self._catch_up()
        for place in range(len(data)):
            try:
                yield self._behind.decompress(data[place : place + 1])
            except self._packing.errors:
                return

    def _catch_up(self) -> None:
        for data in self._kept:
            self._behind.decompress(data)
        self._kept, self._size = [], 0

    @property
    def rest(self) -> bytes | None:
        """What follows the end; None: the end is not reached."""
        return self._unpack.unused_data if self._unpack.eof else None


def unpacked(chunks: Iterable[bytes], packing: Packing, allowance: Allowance) -> Iterator[bytes]:
    """The text of all members, one after the other. Raises `Damaged`, after what could be unpacked."""
    member: _Member | None = None
    rest = b""
    for piece in pieces(chunks, _PIECE):
        rest += piece
        while rest:
            if member is None:
                rest = rest.lstrip(b"\x00")
                if len(rest) < 4:
                    break
                if not packing.begins(rest):
                    raise Damaged(f"after the {packing.name} data stands something else")
                member = _Member(packing)
            try:
                text = member.feed(rest)
            except packing.errors:
                yield from map(allowance.spend, member.salvage(rest))
                raise Damaged(f"the {packing.name} data is damaged") from None
            yield allowance.spend(text)
            if member.rest is None:
                rest = b""
            else:
                rest, member = member.rest, None
    if member is not None or rest:
        raise Damaged(f"the {packing.name} data ends early: the file is cut off")


def pieces(chunks: Iterable[bytes], size: int) -> Iterator[bytes]:
    """The same bytes in pieces of at most `size`."""
    for chunk in chunks:
        if len(chunk) <= size:
            yield chunk
        else:
            for place in range(0, len(chunk), size):
                yield chunk[place : place + size]
