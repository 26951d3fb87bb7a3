"""What games say, each wording once: they say the same few thousand things over and over."""

from __future__ import annotations

import msgspec

from engine.core.table import Told

packed = msgspec.msgpack.Encoder().encode
"""An event without its seat, as a key: the quickest way to tell events from each other."""
_unpacked = msgspec.msgpack.Decoder(Told).decode
_json_of = msgspec.json.Encoder().encode


class EventNumbers(dict[bytes, int]):
    """Numbers of events by what `packed` makes of them. Asking for one that is new makes it known."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[tuple[str, str, str | None, str | None]] = []
        """By number: rule, kind, facts and secret facts as JSON (None: none)."""

    def __missing__(self, key: bytes) -> int:
        rule, kind, facts, secret = _unpacked(key)
        self.texts.append((rule, kind, _json(facts), _json(secret)))
        number = self[key] = len(self)
        return number


class Vocabulary:
    """The events and the names of facts that some games have, numbered in the order in which they came up.

    It may be kept for further games: then most of what they say is known.
    """

    LARGE = 100_000
    """With so many events it is time for a new one."""

    def __init__(self) -> None:
        self.events = EventNumbers()
        self.namings: dict[tuple[str, ...], int] = {}
        """Numbers of the lists of names that facts have."""

    @property
    def is_large(self) -> bool:
        return len(self.events) >= self.LARGE

    def rule(self, number: int) -> str:
        """Id of the rule that told the event with this number."""
        return self.events.texts[number][0]

    def naming(self, names: tuple[str, ...]) -> int:
        """The number of a list of names."""
        return self.namings.setdefault(names, len(self.namings))


def _json(words: dict[str, int | str] | None) -> str | None:
    return _json_of(words).decode() if words else None
