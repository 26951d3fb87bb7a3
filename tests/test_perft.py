"""Reachable states, counted twice: by perft, and by walking every single sequence of choices from the setup."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from command import emberlog

import engine
from engine.core import codec
from engine.core.game import TABLE, Action, Game, Options
from engine.core.perft import _choices, perft
from engine.core.play import read_options
from engine.core.scenario import action_text
from engine.core.table import Table

GOLDEN = json.loads(Path(__file__).with_name("golden").joinpath("perft.json").read_text("utf-8"))
per_count = pytest.mark.parametrize("count", GOLDEN, ids=lambda count: f"{count['game']}-{count['seed']}")
Choice = tuple[int, Action]


def sequences(game: Game[Any], options: Options, seed: str, depth: int) -> Iterator[tuple[Choice, ...]]:
    """Every sequence of at most `depth` choices."""
    found: list[tuple[Choice, ...]] = [()]
    while found:
        sequence = found.pop()
        yield sequence
        if len(sequence) < depth:
            state = reached(game, options, seed, sequence)
            for seat in game.to_act(state):
                legal = game.legal(state, seat)
                found += [(*sequence, (seat, action)) for action in (legal[:1] if seat == TABLE else legal)]


def reached(game: Game[Any], options: Options, seed: str, sequence: tuple[Choice, ...]) -> Any:
    """The state behind a sequence, played from the setup on one table, with every choice asked for."""
    table = Table(seed)
    state = game.setup(options, table)
    for seat, action in sequence:
        table.begin()
        game.apply(state, seat, action, table)
    return state


@per_count
def test_every_sequence_comes_to_the_states_that_perft_counts(count: dict[str, Any]) -> None:
    game = engine.load(count["game"])
    options = read_options(game, count["options"])
    depth = len(count["states"]) - 1
    states: list[set[bytes]] = [set() for _ in range(depth + 1)]
    behind: dict[str, set[bytes]] = {}
    split = count["split_depth"]
    for sequence in sequences(game, options, count["seed"], depth):
        state = codec.encode(reached(game, options, count["seed"], sequence))
        states[len(sequence)].add(state)
        if len(sequence) == depth:
            seat, action = sequence[split]
            words = action_text(seat, msgspec.to_builtins(action))
            behind.setdefault(words, set()).add(state)
    assert [len(found) for found in states] == count["states"]
    assert {words: len(found) for words, found in behind.items()} == count["split"]
    assert all(len(found) == 1 for found in states[: split + 1])


@per_count
def test_perft_says_the_golden_numbers(count: dict[str, Any]) -> None:
    """A rule that is changed moves these numbers; they are made anew from the walk above, never from perft."""
    game = engine.load(count["game"])
    found = perft(game, read_options(game, count["options"]), count["seed"], len(count["states"]) - 1)
    assert [row.states for row in found.depths] == count["states"]
    assert [row.depth for row in found.depths] == list(range(len(count["states"])))
    assert found.split_depth == count["split_depth"]
    assert {action_text(row.seat, row.action): row.states for row in found.split} == count["split"]


def test_every_game_is_counted() -> None:
    assert {count["game"] for count in GOLDEN} == set(engine.games())
    assert all(max(count["states"]) > 30 for count in GOLDEN)


def test_the_command_is_the_same_in_every_world() -> None:
    words = ["perft", "glow", "--seed", "cup", "--depth", "2", "--option", "players=2", "--json"]
    outputs = set()
    for seed in ("0", "1"):
        done = subprocess.run(
            [sys.executable, "-c", "import cli; cli.app()", *words],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        )
        outputs.add(done.stdout)
    (output,) = outputs
    assert output.decode() == emberlog(*words).out
    found = json.loads(output)
    assert sum(branch["states"] for branch in found["split"]) >= found["depths"][-1]["states"]


def test_perft_as_a_table_and_at_the_start() -> None:
    done = emberlog("perft", "living_forest", "--seed", 7, "--depth", 0)
    assert (done.code, [line.split() for line in done.out.splitlines()][-1]) == (0, ["0", "1", "0"])
    assert emberlog("perft", "living_forest", "--depth", -1).code == 2
    assert emberlog("perft", "chess", "--depth", 1).code == 3
    assert emberlog("perft", "living_forest", "--depth", 1, "--option", "players=9").code == 2
    lines = emberlog("perft", "living_forest", "--seed", 7, "--depth", 1).out.splitlines()
    assert "states at depth 1 by what is chosen at step 1" in lines
    assert [line.split()[:2] for line in lines[-2:]] == [["p1", "draw"], ["p2", "draw"]]


def test_after_the_end_there_is_nothing() -> None:
    """One step before the end of a golden game, played on: the counts run out."""
    game = engine.load("living_forest")
    _, recorded = next(iter(engine.golden_games("living_forest")))
    last: list[bytes] = []
    engine.replayer().replay(recorded, lambda step, state, table: last.append(codec.encode(state)))
    assert _choices(game, (last[-1], 0)) == []
    assert len(_choices(game, (last[-2], 0))) == 1
