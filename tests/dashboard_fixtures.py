"""A small database with known games, and the dashboard serving it."""

import os
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import dashboard
import engine
from engine.core.log import SeatLine
from engine.core.play import play, read_options
from ingest.database import Database
from ingest.store import ingest

GAME = engine.load("living_forest")
HOSTILE = (
    "<img src=x onerror=document.title='hit'>",
    "[x](javascript:alert(1)) :red[hi] $x$ **b**",
    "Robert'); DROP TABLE games;--",
    "# Title :material/home: %_",
)


def log(
    seed: str,
    players: int = 2,
    agent: str = "random",
    names: tuple[str, ...] = ("Aki", "ベン", "Chloé", "Dee"),
    limit: int | None = None,
) -> list[bytes]:
    """The lines of one played game, with line ends."""
    options = read_options(GAME, {"players": str(players)})
    agents = [engine.make_agent(GAME, agent, seed, seat) for seat in range(players)]
    lines: list[bytes] = []
    play(
        GAME,
        options,
        agents,
        [SeatLine(name, agent) for name in names[:players]],
        seed,
        lines.append,
        step_limit=limit,
    )
    return lines


@dataclass(frozen=True)
class Ids:
    """The games by what they are there for."""

    long: str
    four: str
    hostile: str
    short: str
    one: str


@cache
def _logs() -> dict[str, list[bytes]]:
    return {
        "long": log("7"),
        "four": log("9", 4, "greedy"),
        "hostile": log("3", 3, names=HOSTILE),
        "short": log("5", limit=40),
        "one": log("6", limit=1),
    }


def fill(folder: Path, extra: int = 0) -> tuple[Path, Ids]:
    """A database with the games of `Ids`, so many more, and a file that is no log."""
    logs = folder / "logs"
    logs.mkdir()
    for name, lines in _logs().items():
        (logs / f"{name}.jsonl").write_bytes(b"".join(lines))
    (logs / "more.jsonl").write_bytes(b"".join(line for n in range(extra) for line in log(f"more {n}")))
    (logs / "bad.jsonl").write_bytes(b"hello\n")
    db = folder / "games.duckdb"
    ingest([logs], db)
    rows = Database(db).games(limit=1000).iter_rows(named=True)
    by_seed = {(row["seed"], row["players"]): row["id"] for row in rows}
    return db, Ids(by_seed["7", 2], by_seed["9", 4], by_seed["3", 3], by_seed["5", 2], by_seed["6", 2])


@dataclass(frozen=True)
class Served:
    """A running dashboard."""

    address: str
    db: Path
    ids: Ids

    def replay(self, game: str, **params: object) -> str:
        """The address of a game."""
        more = "".join(f"&{name}={value}" for name, value in params.items())
        return f"{self.address}/?page=replay&game={game}{more}"


@contextmanager
def serving(db: Path) -> Iterator[str]:
    """The dashboard of a database, on a free port; yields its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {**os.environ, dashboard.DATABASE: str(db)}
    process = subprocess.Popen(
        dashboard.command(port), env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        _wait(f"http://127.0.0.1:{port}/_stcore/health", process)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(20)


def _wait(address: str, process: subprocess.Popen[bytes], seconds: float = 40) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        assert process.poll() is None, "the dashboard ended at once"
        try:
            with urllib.request.urlopen(address, timeout=5) as answer:
                if answer.status == 200:
                    return
        except (urllib.error.URLError, TimeoutError):
            time.sleep(0.1)
    raise AssertionError("the dashboard did not start")
