"""Random walks through games, shared by the conformance tests."""

from collections.abc import Iterator
from dataclasses import dataclass
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


def every_case() -> list[Any]:
    """(game, options) of every game and configuration, as parameters with readable names."""
    return [
        pytest.param(game, options, id=f"{name}-{option_words(options)}")
        for name in engine.games()
        for game in [engine.load(name)]
        for options in game.configurations()
    ]


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
