"""A greedy agent."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.core.game import Action, Observation
from engine.core.stream import Stream


class Greedy:
    def __init__(self, seed: str) -> None:
        self._stream = Stream(seed)

    def choose(self, legal: Sequence[Action], observe: Callable[[], Observation]) -> int:
        return self._stream.below(len(legal))
