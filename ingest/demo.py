"""The games of `emberlog demo`: every game, every number of players, several line-ups of agents."""

from __future__ import annotations

from itertools import accumulate
from pathlib import Path
from typing import Any

import msgspec

import engine
from engine.core.game import Game, Options
from ingest.batch import Progress, play_batch

GAMES = 60
"""About so many of each kind."""
PARTIES = 3
"""Configurations in which an agent leads a whole party, to one for random play."""


class _Table(msgspec.Struct, frozen=True):
    game: str
    options: Options
    agents: tuple[str, ...]
    games: int


def play_demo(folder: Path, *, jobs: int = 1, progress: Progress | None = None) -> list[Path]:
    """Play them all into files of `folder`; the same files each time. Returns the files."""
    files: list[Path] = []
    tables = [table for name in engine.games() for table in _tables(engine.load(name))]
    totals = list(accumulate(table.games for table in tables))
    for table, done in zip(tables, totals, strict=True):
        report = play_batch(
            engine.load(table.game), table.options, table.agents, 1, table.games, folder, jobs=jobs
        )
        files += report.files
        if progress is not None:
            progress(done, totals[-1])
    return files


def _tables(game: Game[Any]) -> list[_Table]:
    """Every line-up for every number of players, each in another configuration, spread over all of them."""
    by_players: dict[int, list[Options]] = {}
    for options in game.configurations():
        by_players.setdefault(options.players, []).append(options)
    seatings = []
    for players, found in by_players.items():
        line_ups = _line_ups(game, players)
        seatings += [
            (found[place * len(found) // len(line_ups)], agents) for place, agents in enumerate(line_ups)
        ]
    each = max(1, GAMES // len(seatings))
    return [_Table(game.name, options, agents, each) for options, agents in seatings]


def _line_ups(game: Game[Any], players: int) -> list[tuple[str, ...]]:
    """All random; each agent of the game against random ones, in the first and in the last seat; all alike.

    Partners are of one kind: a party is as strong as its weakest head.
    """
    if game.cooperative:
        return [*((agent,) * players for agent in game.agents for _ in range(PARTIES)), ("random",) * players]
    line_ups = [("random",) * players]
    for agent in game.agents:
        rest = ("random",) * (players - 1)
        line_ups += [(agent, *rest), (*rest, agent), (agent,) * players]
    return list(dict.fromkeys(line_ups))
