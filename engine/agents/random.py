"""The agent that chooses uniformly among what is legal."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.core.game import Action, Observation
from engine.core.stream import Stream


class RandomAgent:
    """Every option alike; never looks at the game."""

    __slots__ = ("_below",)

    def __init__(self, seed: str) -> None:
        self._below = Stream(seed).below

    def choose(self, legal: Sequence[Action], observe: Callable[[], Observation]) -> int:
        return self._below(len(legal))
