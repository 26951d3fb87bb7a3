"""Ingest and reading back: steps per CPU-second, size of a row, time to one game among a million steps."""

import gzip
import math
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import duckdb

import engine
from ingest.batch import play_batch
from ingest.database import Database
from ingest.files import lines, log_files
from ingest.store import ingest
from ingest.verifying import verify_files

GAMES = 1000
FILES = 2000
MILLION = 1_000_000
VERIFIED = {"living_forest": 800, "glow": 1600, "set_a_watch": 12_000}
"""Number of games for verified ingest: 600,000 to 800,000 steps of each."""


def cpu() -> float:
    """CPU seconds of this process and the children it has waited for."""
    mine, theirs = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return mine.ru_utime + mine.ru_stime + theirs.ru_utime + theirs.ru_stime


def spent(work: Callable[[], object]) -> tuple[float, float]:
    """CPU seconds and wall seconds."""
    at, began = cpu(), time.monotonic()
    work()
    return cpu() - at, time.monotonic() - began


def logs(folder: Path, games: int, per_file: int, seed: int = 1, name: str = "living_forest") -> int:
    """Random games for four; how many steps they have."""
    game = engine.load(name)
    options = game.options(players=4)
    report = play_batch(
        game, options, ["random"], str(seed), games, folder, jobs=2, format="zst", per_file=per_file
    )
    return report.steps


def speeds(home: Path) -> list[str]:
    lines = []
    for name, games, per_file in (("one file", GAMES, GAMES), (f"{FILES} files", FILES, 1)):
        folder = home / name.replace(" ", "_")
        steps = logs(folder, games, per_file)
        found = [
            spent(partial(ingest, [folder], home / f"u{per_file}-{n}.duckdb", verify=False))[0]
            for n in range(3)
        ]
        lines.append(
            f"  without verification, {name}: {steps / statistics.median(found):,.0f} steps per CPU-second"
        )
    return lines


def against_verify(home: Path, name: str) -> list[str]:
    """Replaying and storing against replaying alone, and a second time against the first: rounds in turn."""
    folder, told, again = home / name, [], []
    games = VERIFIED[name]
    steps = logs(folder, games, games, name=name)
    for jobs in (1, 2):
        ratios, walls = [], []
        for n in range(3):
            db = home / f"{name}-{jobs}-{n}.duckdb"
            alone, alone_wall = spent(lambda jobs=jobs: list(verify_files(log_files([folder]), jobs=jobs)))
            first, first_wall = spent(partial(ingest, [folder], db, jobs=jobs))
            ratios.append(alone / first)
            walls.append(alone_wall / first_wall)
            again.append(first / spent(partial(ingest, [folder], db, jobs=jobs))[0])
        told.append(
            f"-j {jobs} {100 * statistics.median(ratios):.0f} % (by the clock {100 * statistics.median(walls):.0f} %)"
        )
    copy = home / f"{name}.jsonl.gz"
    copy.write_bytes(gzip.compress(b"\n".join(lines(next(folder.iterdir()))), 1))
    packed = spent(partial(ingest, [copy], db))[0]
    rows = Database(db)
    stored = sum(rows.frame(f"SELECT count(*) FROM {table}").item() for table in ("step", "event", "fact"))
    return [
        f"  {name}, verified ({steps:,} steps), CPU time against verify alone: {', '.join(told)}",
        f"    again: {statistics.median(again):.0f} times as fast as the first time;"
        f" packed otherwise under another name: {first / packed:.0f} times",
        f"    the file with events and facts: {db.stat().st_size / stored:.1f} bytes a row ({stored:,} rows)",
    ]


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


def memory(home: Path) -> list[str]:
    """Of a process of its own that brings in the million (`ru_maxrss` would begin with what this one has)."""
    code = (
        "import sys\nfrom pathlib import Path\nfrom ingest.store import ingest\n"
        "ingest([sys.argv[1]], Path(sys.argv[2]), verify=sys.argv[3] == 'verify')\n"
        "status = dict(line.split(':', 1) for line in open('/proc/self/status'))\n"
        "print(int(status['VmHWM'].split()[0]) // 1024)\n"
    )
    found = {}
    for how, folder in (("as it stands", "million"), ("verify", "living_forest")):
        words = [sys.executable, "-c", code, str(home / folder), str(home / f"memory-{folder}.duckdb"), how]
        found[how] = subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()
    return [
        f"  memory at its highest: {found['as it stands']} MiB for the million steps as they stand,"
        f" {found['verify']} MiB for {VERIFIED['living_forest']} games verified"
    ]


QUERIES = {
    "actions by kind": "SELECT kind, count(*) FROM step GROUP BY kind",
    "actions by seat and round": "SELECT seat, round, count(*) FROM step GROUP BY ALL",
    "steps by player and kind": "SELECT players, kind, count(*) FROM step JOIN game ON game.key = step.game GROUP BY ALL",
    "events by rule": "SELECT rule, count(*) FROM event GROUP BY rule",
    "facts by name": "SELECT name, avg(value) FROM fact WHERE at_end GROUP BY name",
    "one fact by round": "SELECT round, avg(value) FROM fact WHERE name = 'total' GROUP BY round",
    "all facts by round": "SELECT name, round, avg(value) FROM fact GROUP BY ALL",
    "win rates": "SELECT agent, sum(won), count(*) FROM seats GROUP BY agent",
}


def aggregates(home: Path) -> list[str]:
    """Over ten million steps: the games of one ingest, as often as it takes."""
    db = home / "ten.duckdb"
    ingest([home / "living_forest"], db, jobs=2)
    connection = duckdb.connect(str(db), config={"threads": 2})
    steps, games = connection.execute(
        "SELECT (SELECT count(*) FROM step), (SELECT max(key) FROM game)"
    ).fetchone()
    times = range(1, 1 + math.ceil(10 * MILLION / steps))
    for table in ("step_row", "event_row", "fact_row", "seat"):
        connection.execute(f"CREATE TEMP TABLE few AS SELECT * FROM {table}")
        for n in times:
            connection.execute(f"INSERT INTO {table} SELECT * REPLACE (game + {n * games} AS game) FROM few")
        connection.execute("DROP TABLE few")
    connection.execute("CREATE TEMP TABLE few AS SELECT * FROM game")
    for n in times:
        connection.execute(f"INSERT INTO game SELECT * REPLACE (key + {n * games} AS key) FROM few")
    connection.close()
    database = Database(db)
    told = []
    for name, sql in QUERIES.items():
        found = []
        for _ in range(5):
            began = time.perf_counter()
            database.frame(sql)
            found.append(1000 * (time.perf_counter() - began))
        told.append(f"    {name}: {statistics.median(found):.0f} ms")
    count = database.frame("SELECT count(*) FROM step").item()
    return [f"  questions over {count:,} steps (median of 5):", *told]


def main() -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        return [
            "ingest of random games for four, of Living Forest where nothing else is said:",
            *speeds(Path(folder)),
            *(line for name in VERIFIED for line in against_verify(Path(folder), name)),
            *one_game(Path(folder)),
            *memory(Path(folder)),
            *aggregates(Path(folder)),
        ]


if __name__ == "__main__":
    print("\n".join(main()))
