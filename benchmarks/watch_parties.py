"""How far parties of one agent get in Set a Watch, as rows of the table in docs/agents.md.

    .venv/bin/python benchmarks/watch_parties.py base easy 1000
    .venv/bin/python benchmarks/watch_parties.py base easy 1000 --agent random

Games take the four configurations of an edition and a difficulty in turn (one to four seats, parties as
`emberlog info set_a_watch` lists them), seeds 1, 2, ... Intervals are Wilson's, 95 %.
"""

import argparse
import math

import engine
from engine.core.play import play_fast

Z = 1.96
FINAL_ROUND = 9


def wilson(hits: int, games: int) -> tuple[float, float]:
    """The interval of a share in which 95 of 100 such samples hold the true one."""
    share = hits / games
    scale = 1 + Z * Z / games
    middle = (share + Z * Z / (2 * games)) / scale
    half = Z * math.sqrt(share * (1 - share) / games + Z * Z / (4 * games * games)) / scale
    return max(0.0, middle - half), min(1.0, middle + half)


def percent(hits: int, games: int) -> str:
    low, high = wilson(hits, games)
    return f"{100 * hits / games:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("edition", choices=("base", "deluxe"))
    parser.add_argument("difficulty", choices=("easy", "normal", "hard", "insane"))
    parser.add_argument("games", type=int, nargs="?", default=1000)
    parser.add_argument("--agent", default="greedy")
    asked = parser.parse_args()
    game = engine.load("set_a_watch")
    ways = [
        one
        for one in game.configurations()
        if one.edition == asked.edition and one.difficulty == asked.difficulty
    ]
    rounds = finals = wins = 0
    for number in range(1, asked.games + 1):
        options = ways[number % len(ways)]
        agents = [engine.make_agent(game, asked.agent, str(number), seat) for seat in range(options.players)]
        outcome = play_fast(game, options, agents, str(number)).outcome
        assert outcome is not None
        reached = outcome.scores[0][0]
        rounds += reached
        finals += reached == FINAL_ROUND
        wins += bool(outcome.winners)
    count = asked.games
    print(
        f"| {asked.edition} {asked.difficulty} | {asked.agent} | {count} | {rounds / count:.2f}"
        f" | {percent(finals, count)} | {percent(wins, count)} |"
    )


if __name__ == "__main__":
    main()
