"""A greedy agent."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.core.game import Action, Observation, Seat


class Greedy:
    def __init__(self, seed: str, seat: Seat) -> None:
        self._seat = seat

    def choose(self, legal: Sequence[Action], observe: Callable[[], Observation]) -> int:
        return len(legal) - 1
