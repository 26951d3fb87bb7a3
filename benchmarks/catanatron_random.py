"""Play random games of Catan with the peer, Catanatron, and print what they cost as one JSON line.

Run it with the Python of .venv-bench, which `make bench` prepares; it needs nothing of Emberlog:

    .venv-bench/bin/python benchmarks/catanatron_random.py 20

The time is this process's CPU time for making and playing the games. Imports and one game played
beforehand, which fills the peer's caches, are left out. A decision is one entry of the peer's own
list of actions, forced ones included.
"""

import argparse
import json
import time
from importlib.metadata import version

from catanatron import Color, Game, RandomPlayer


def play(seed: int) -> int:
    """Play one game of four random players to its end; how many actions were taken."""
    game = Game([RandomPlayer(color) for color in Color], seed=seed)
    game.play()
    return len(game.state.actions)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", type=int, nargs="?", default=20, help="how many games are measured")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game, at least 1")
    asked = parser.parse_args()
    if asked.games < 1 or asked.seed < 1:  # the peer takes a seed of 0 for none at all
        parser.error("games and seed must be at least 1")
    play(asked.seed)
    start = time.process_time()
    decisions = sum(play(seed) for seed in range(asked.seed, asked.seed + asked.games))
    seconds = time.process_time() - start
    print(json.dumps({"decisions": decisions, "cpu_seconds": seconds, "version": version("catanatron")}))


if __name__ == "__main__":
    main()
