"""Random walks through games, shared by the conformance tests."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import msgspec
import pytest

import engine
from engine.core.game import Action, Game, Options
from engine.core.stream import Stream
from engine.core.table import Table


@dataclass
class Position:
    """A state reached by random play, with the table that serves it."""

    game: Game[Any]
    options: Options
    state: Any
    table: Table
    step: int


def option_words(options: Options) -> str:
    """The options in short: their values, joined."""
    return "-".join(str(value) for value in msgspec.to_builtins(options).values())


ALL_BELOW = 20
"""Up to so many configurations of a game are all walked by every test."""


def every_case() -> list[Any]:
    """(game, options) of every game, as parameters with readable names: all configurations of a game that has
    few; of one that has many those in which every pair of option values occurs that can occur."""
    return [case for name in engine.games() for case in _cases(name, covering(engine.load(name)))]


def _cases(name: str, configurations: Sequence[Options]) -> list[Any]:
    game = engine.load(name)
    return [pytest.param(game, options, id=f"{name}-{option_words(options)}") for options in configurations]


def covering(game: Game[Any]) -> list[Options]:
    """Configurations in which every possible pair of option values occurs, found greedily."""
    every = list(game.configurations())
    if len(every) <= ALL_BELOW:
        return every
    pairs = [set(combinations(msgspec.to_builtins(options).items(), 2)) for options in every]
    missing = set().union(*pairs)
    chosen = []
    while missing:
        best = max(range(len(every)), key=lambda place: len(pairs[place] & missing))
        chosen.append(every[best])
        missing -= pairs[best]
    return chosen


def walks(game: Game[Any], options: Options, seed: str, steps: int) -> Iterator[tuple[Position, int, Action]]:
    """Positions of random games, one game after the other until there were so many steps in all."""
    done = number = 0
    while done < steps:
        for position, seat, action in walk(
            game, options, f"{seed} {number}" if number else seed, steps - done
        ):
            yield position, seat, action
            done += 1
        number += 1


def walk(
    game: Game[Any], options: Options, seed: str, limit: int = 3000
) -> Iterator[tuple[Position, int, Action]]:
    """Positions of a random game before each step, with the seat and the action that is then done."""
    table = Table(seed, listen=True)
    state = game.setup(options, table)
    choose = Stream(f"{seed} walk").below
    position = Position(game, options, state, table, 0)
    while position.step < limit and (acting := game.to_act(state)):
        seat = acting[choose(len(acting))]
        legal = game.legal(state, seat)
        action = legal[choose(len(legal))]
        yield position, seat, action
        table.begin()
        game.apply(state, seat, action, table)
        position.step += 1
