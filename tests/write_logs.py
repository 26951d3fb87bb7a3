"""Writes one short log of every game and configuration to standard output (run as a process by a test)."""

import sys

import engine
from engine.core.log import SeatLine
from engine.core.play import play

for name in engine.games():
    game = engine.load(name)
    for options in game.configurations():
        agents = [engine.make_agent(game, "random", "7", seat) for seat in range(options.players)]
        seats = [SeatLine("random", "random")] * options.players
        play(game, options, agents, seats, 7, sys.stdout.buffer.write, step_limit=300)
