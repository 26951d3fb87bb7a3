"""Random play of one game, measured three ways, as one JSON line; the counterpart of catanatron_random.py.

    .venv/bin/python benchmarks/random_play.py living_forest 100 players=4

plain: no log, no checks. logged: every line written to memory, a state hash at every step. verified: those
lines read again and replayed with refusals, chance, hashes and the id compared. All in CPU seconds of this
process, imports and one warm-up game left out. A decision is a choice of a seat; the table's own steps are
done as well, but not counted. The log is packed as a batch packs it: zstd, in one file.
"""

import argparse
import json
import tempfile
import time
from pathlib import Path

import engine
from engine.core.game import Game, Options
from engine.core.log import Recorded, SeatLine, recorded_games
from engine.core.play import play, play_fast, read_options
from ingest.files import LogWriter


def agents(game: Game, players: int, seed: int) -> list:
    return [engine.make_agent(game, "random", str(seed), seat) for seat in range(players)]


def packed(games: list[list[bytes]]) -> int:
    """Bytes of these games in a file of a batch."""
    with tempfile.TemporaryDirectory() as folder:
        with LogWriter(Path(folder) / "games.jsonl.zst") as writer:
            for lines in games:
                for line in lines:
                    writer.write(line)
                writer.game_over()
        return writer.bytes_written


def measure(game: Game, options: Options, seeds: range) -> dict[str, float | int]:
    """CPU seconds of each way, decisions, steps, bytes of the log as it stands and compressed."""
    players = options.players
    seats = [SeatLine("random", "random")] * players
    start = time.process_time()
    decisions = sum(play_fast(game, options, agents(game, players, s), str(s)).decisions for s in seeds)
    plain = time.process_time()
    games: list[list[bytes]] = []
    steps = 0
    for seed in seeds:
        games.append([])
        steps += play(game, options, agents(game, players, seed), seats, seed, games[-1].append).steps
    logged = time.process_time()
    replayer = engine.replayer()
    for recorded in recorded_games(line for lines in games for line in lines):
        assert isinstance(recorded, Recorded)
        assert replayer.replay(recorded).status == "fine"
    verified = time.process_time()
    return {
        "decisions": decisions,
        "steps": steps,
        "plain": plain - start,
        "logged": logged - plain,
        "verified": verified - logged,
        "bytes": sum(len(line) for lines in games for line in lines),
        "compressed": packed(games),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=engine.games())
    parser.add_argument("games", type=int, help="how many games are measured")
    parser.add_argument("option", nargs="*", metavar="key=value", help="options of the game")
    asked = parser.parse_args()
    game = engine.load(asked.game)
    options = read_options(game, dict(text.split("=", 1) for text in asked.option))
    measure(game, options, range(1))
    print(json.dumps(measure(game, options, range(1, asked.games + 1))))


if __name__ == "__main__":
    main()
