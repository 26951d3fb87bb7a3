"""Writes one short log of every game and player count to standard output (run as a process by a test)."""

import sys
from typing import get_args, get_type_hints

import engine
from engine.core.log import SeatLine
from engine.core.play import play

for name in engine.games():
    game = engine.load(name)
    for players in get_args(get_type_hints(game.options)["players"]):
        agents = [engine.make_agent(game, "random", "7", seat) for seat in range(players)]
        seats = [SeatLine("random", "random")] * players
        play(game, game.options(players=players), agents, seats, 7, sys.stdout.buffer.write, step_limit=300)
