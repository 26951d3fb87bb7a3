"""Plain data as one short text for the browser, and back.

Frames repeat themselves a great deal: packed they take about a twentieth. Streamlit's connection is not
compressed by itself.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from hashlib import blake2b
from typing import Any
from zlib import compress, decompress

import msgspec


def pack(data: Any) -> str:
    """JSON, deflated, as base64: what the player's `unpack` reads."""
    return b64encode(compress(msgspec.json.encode(data), 6)).decode("ascii")


def unpack(text: str) -> Any:
    """The data of a packed text."""
    return msgspec.json.decode(decompress(b64decode(text)))


def mark(text: str) -> str:
    """A short mark of a text: equal texts have equal marks."""
    return blake2b(text.encode(), digest_size=8).hexdigest()
