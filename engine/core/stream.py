"""A seeded stream of small numbers for agents. It is not the game's chance and never touches it."""

from __future__ import annotations

from hashlib import blake2b
from struct import Struct

_NUMBERS = Struct(">16I")


class Stream:
    """Numbers from BLAKE2b blocks of the seed, 32 bits each."""

    __slots__ = ("_block", "_key", "_rest")

    def __init__(self, seed: str) -> None:
        self._key = blake2b(seed.encode()).digest()
        self._block = 0
        self._rest: list[int] = []

    def below(self, limit: int) -> int:
        """An integer from 0 to `limit` - 1 (bias below limit / 2**32)."""
        if not self._rest:
            data = blake2b(self._block.to_bytes(8, "big"), key=self._key).digest()
            self._block += 1
            self._rest = list(_NUMBERS.unpack(data))
        return self._rest.pop() * limit >> 32
