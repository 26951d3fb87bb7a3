"""A greedy agent (placeholder until the rules stand)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.core.game import Action, Observation, Seat


class Greedy:
    """Takes the first option."""

    def __init__(self, seed: str, seat: Seat) -> None:
        self._seat = seat

    def choose(self, legal: Sequence[Action], observe: Callable[[], Observation]) -> int:
        return 0
