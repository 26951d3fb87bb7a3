"""Randomness that is addressed by label: `blake2b-1`.

An outcome depends on the seed, the label and the list it is drawn from, and on nothing else.
The digest of a label (BLAKE2b of its UTF-8 bytes, 64 bytes long, keyed with the seed's bytes) is read
as one big-endian integer; each die, each place of a shuffle takes the remainder by its range and leaves
the quotient. A draw that needs more than 462 bits takes further digests of the same label, told apart by
their salt (1, 2, ... as 16 big-endian bytes; the first has salt 0), so that the bias stays below 2**-50.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from hashlib import blake2b
from math import prod
from typing import TypeVar

from engine.core.errors import BadOption

T = TypeVar("T")

RNG = "blake2b-1"
SEED_BYTES = 64
_DIGEST_BITS = 512
_SPARE_BITS = 50


def seed_text(seed: object) -> str:
    """The one printed form of a seed: an integer in decimal digits, or the text itself.

    `7` and `"7"` are the same seed, `-7` is another. Raises `BadOption` for anything else (floats and
    booleans among them), for empty text, control characters, and more than 64 bytes of UTF-8.
    """
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise BadOption(f"a seed is an integer or a text, not {seed!r}")
    if isinstance(seed, int) and seed.bit_length() > 8 * SEED_BYTES:
        raise BadOption("a seed has at most 64 bytes; this integer is longer")
    text = str(seed)
    if not text or not text.isprintable():
        raise BadOption("a seed is a text that can be printed, and not an empty one")
    try:
        size = len(text.encode())
    except UnicodeEncodeError:
        raise BadOption("a seed is a text that can be written as UTF-8") from None
    if size > SEED_BYTES:
        raise BadOption(f"a seed has at most {SEED_BYTES} bytes; this one has {size}")
    return text


_INTEGER = re.compile(r"0|-?[1-9][0-9]*", re.ASCII)
_LIKE_A_NUMBER = re.compile(
    r"\s*[+\-\u2212]?\s*"
    r"(0[xX][0-9a-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|(\d[\d_,]*\.?[\d_]*|\.\d[\d_]*)([eE][+\-]?\d+)?)\s*"
)


def given_seed(seed: object) -> str:
    """`seed_text` of a seed that a person gives for a new game.

    Raises `BadOption` also for a text that looks like a number and is not its printed form (`01`, `1.0`, `1e3`):
    it would be another seed than that number. Logs are read with `seed_text`: what stands there was played.
    """
    text = seed_text(seed)
    if _INTEGER.fullmatch(text) or not _LIKE_A_NUMBER.fullmatch(text):
        return text
    value = _integer_meant(text)
    how = "a number is an integer in plain digits, like 7 or -7" if value is None else f"write {value}"
    raise BadOption(f"the seed {text!r} looks like a number and is not written like one: {how}")


def _integer_meant(text: str) -> int | None:
    """The integer that Python reads in a text, or None: it is written as something else."""
    for base in (10, 0):
        with suppress(ValueError):
            return int(text, base)
    return None


def number(seed: str, label: str, outcomes: int) -> int:
    """A large integer for one label, wide enough for `outcomes` equally likely outcomes."""
    key = seed.encode()
    data = label.encode()
    value = int.from_bytes(blake2b(data, key=key).digest(), "big")
    bits = _DIGEST_BITS
    block = 0
    while outcomes.bit_length() > bits - _SPARE_BITS:
        block += 1
        more = blake2b(data, key=key, salt=block.to_bytes(16, "big")).digest()
        value = value << _DIGEST_BITS | int.from_bytes(more, "big")
        bits += _DIGEST_BITS
    return value


@lru_cache(maxsize=1024)
def _orders(cards: int, count: int) -> int:
    """How many ways there are to deal `count` of so many cards in order."""
    outcomes = 1
    for left in range(cards, cards - count, -1):
        outcomes *= left
    return outcomes


def shuffled(seed: str, label: str, cards: Sequence[T]) -> list[T]:
    """The cards in the seed's order: Fisher-Yates from the last place down."""
    order = list(cards)
    rest = number(seed, label, _orders(len(order), len(order)))
    for last in range(len(order) - 1, 0, -1):
        rest, other = divmod(rest, last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def dealt(seed: str, label: str, cards: Sequence[T], count: int) -> list[T]:
    """So many of the cards, as if dealt from the shuffled pile: Fisher-Yates, stopped early."""
    order = list(cards)
    rest = number(seed, label, _orders(len(order), count))
    for left in range(len(order), len(order) - count, -1):
        rest, other = divmod(rest, left)
        order[left - 1], order[other] = order[other], order[left - 1]
    return order[: len(order) - count - 1 : -1] if count < len(order) else order[::-1]


def rolled(seed: str, label: str, faces: Sequence[T], dice: int) -> list[T]:
    """One face per die, first die first."""
    return rolled_each(seed, label, [faces] * dice)


def rolled_each(seed: str, label: str, dice: Sequence[Sequence[T]]) -> list[T]:
    """One face per die, each die given by its own faces, first die first."""
    rest = number(seed, label, prod(map(len, dice)))
    result = []
    for faces in dice:
        rest, face = divmod(rest, len(faces))
        result.append(faces[face])
    return result


def picked(seed: str, label: str, among: Sequence[T]) -> T:
    """One of the things given."""
    return among[number(seed, label, len(among)) % len(among)]
