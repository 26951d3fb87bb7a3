"""Ingest and reading back: steps per CPU-second, size of a row, time to one game among a million steps."""

import resource
import statistics
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import engine
from ingest.batch import play_batch
from ingest.database import Database
from ingest.store import ingest

GAMES = 200
MILLION = 1_000_000


def cpu() -> float:
    """CPU seconds of this process and the children it has waited for."""
    mine, theirs = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return mine.ru_utime + mine.ru_stime + theirs.ru_utime + theirs.ru_stime


def spent(work: Callable[[], object]) -> tuple[float, float]:
    """CPU seconds and wall seconds."""
    at, began = cpu(), time.monotonic()
    work()
    return cpu() - at, time.monotonic() - began


def logs(folder: Path, games: int, per_file: int, seed: int = 1) -> int:
    """Random games for four; how many steps they have."""
    game = engine.load("living_forest")
    options = game.options(players=4)
    report = play_batch(
        game, options, ["random"], str(seed), games, folder, jobs=2, format="zst", per_file=per_file
    )
    return report.steps


def speeds(home: Path) -> list[str]:
    lines = []
    for name, per_file in (("one file", GAMES), (f"{GAMES} files", 1)):
        folder = home / name.replace(" ", "_")
        steps = logs(folder, GAMES, per_file)
        found = [
            spent(partial(ingest, [folder], home / f"u{per_file}-{n}.duckdb", verify=False))[0]
            for n in range(3)
        ]
        lines.append(
            f"  without verification, {name}: {steps / statistics.median(found):,.0f} steps per CPU-second"
        )
    walls = {}
    for jobs in (1, 2):
        seconds, walls[jobs] = spent(
            partial(ingest, [home / "one_file"], home / f"v{jobs}.duckdb", jobs=jobs)
        )
        lines.append(f"  verified, -j {jobs}: {steps / seconds:,.0f} steps per CPU-second")
    lines.append(f"  verified: -j 2 takes {walls[2] / walls[1]:.2f} of the time of -j 1")
    return lines


def one_game(home: Path) -> list[str]:
    """The steps of one game out of a million, read from the file's own bytes."""
    steps, seed = 0, 10_000
    while steps < MILLION:
        steps += logs(home / "million", 400, 400, seed)
        seed += 400
    ingest([home / "million"], home / "million.duckdb", jobs=2, verify=False)
    database = Database(home / "million.duckdb")
    keys = database.frame("SELECT key FROM game ORDER BY key")["key"].to_list()
    times = []
    for key in keys[:: len(keys) // 40]:
        began = time.perf_counter()
        rows = database.frame("SELECT n, seat, kind, action FROM step WHERE game = ? ORDER BY n", [key])
        times.append(1000 * (time.perf_counter() - began))
        assert len(rows)
    size = (home / "million.duckdb").stat().st_size / steps
    return [
        f"  one game's steps out of {steps:,}: {statistics.median(times):.1f} ms (median of {len(times)} games)",
        f"  the whole file without events and facts: {size:.1f} bytes a step",
    ]


def main() -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        return [
            "ingest of Living Forest, random games for four:",
            *speeds(Path(folder)),
            *one_game(Path(folder)),
        ]


if __name__ == "__main__":
    print("\n".join(main()))
