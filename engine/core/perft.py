"""Counting the states that can be reached: a number that every change of a rule moves.

Chance comes from the seed and depends on its label alone, so a state and an action have one result, and the
count is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from engine.core.codec import decode, digest, encode
from engine.core.game import TABLE, Action, Game, Options, Seat
from engine.core.table import Table


class Depth(msgspec.Struct, frozen=True):
    """After so many steps: different states, and the steps (state, seat, action) that lead to them."""

    depth: int
    states: int
    steps: int


class Branch(msgspec.Struct, frozen=True):
    """One of the first choices, and how many different states lie behind it at the last depth."""

    seat: Seat
    action: dict[str, Any]
    states: int


class Perft(msgspec.Struct):
    """`split_depth`: after how many steps the first choice stands; None: there is none within the depth.

    A state that lies behind several first choices counts for each of them.
    """

    depths: list[Depth]
    split_depth: int | None = None
    split: list[Branch] = []


def perft(
    game: Game[Any],
    options: Options,
    seed: str,
    depth: int,
    progress: Callable[[int, int], None] | None = None,
) -> Perft:
    """Every state within `depth` steps of the setup, each expanded once. Memory grows with the last depths.

    `progress` hears how many states of a depth are expanded, and how many there are.
    """
    level: dict[str, tuple[bytes, int]] = {}
    start = game.setup(options, Table(seed))
    level[digest(start)] = (encode(start), 0)
    found = Perft([Depth(0, 1, 0)])
    first: list[tuple[Seat, Action]] = []
    for deep in range(1, depth + 1):
        if not first and (choices := _choices(game, *level.values())) and len(choices) > 1:
            first = choices
            found.split_depth = deep - 1
        behind: dict[str, tuple[bytes, int]] = {}
        steps = 0
        for done, (data, marks) in enumerate(level.values(), 1):
            splits_here = found.split_depth == deep - 1
            for place, (seat, action) in enumerate(_choices(game, (data, marks))):
                state = decode(data, game.state)
                game.perform(state, seat, action, Table(seed))
                key = digest(state)
                through = 1 << place if splits_here else marks
                if key in behind:
                    through |= behind[key][1]
                behind[key] = (encode(state), through)
                steps += 1
            if progress is not None and done % 100 == 0:
                progress(done, len(level))
        level = behind
        found.depths.append(Depth(deep, len(level), steps))
    for place, (seat, action) in enumerate(first):
        states = sum(marks >> place & 1 for _, marks in level.values())
        found.split.append(Branch(seat, msgspec.to_builtins(action), states))
    return found


def _choices(game: Game[Any], *states: tuple[bytes, int]) -> list[tuple[Seat, Action]]:
    """Who may do what; of the table the one step due."""
    found: list[tuple[Seat, Action]] = []
    for data, _ in states:
        state = decode(data, game.state)
        for seat in game.to_act(state):
            legal = game.legal(state, seat)
            found += [(seat, action) for action in (legal[:1] if seat == TABLE else legal)]
    return found
