"""Logs and table contents for the tests of ingest."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import engine
from engine.core.log import SeatLine
from engine.core.play import play, read_options
from ingest.database import Database

TABLES = ("game", "seat", "score", "outcome", "step", "event", "fact")


def played(
    seed: int | str = 1,
    *,
    players: int = 2,
    names: Iterable[str] = (),
    agent: str = "random",
    limit: int | None = None,
    meta: dict[str, Any] | None = None,
) -> list[bytes]:
    """The lines of one game of Living Forest, each with its line end."""
    game = engine.load("living_forest")
    called = list(names) or [f"Player {seat + 1}" for seat in range(players)]
    lines: list[bytes] = []
    play(
        game,
        read_options(game, {"players": str(players)}),
        [engine.make_agent(game, agent, str(seed), seat) for seat in range(players)],
        [SeatLine(name, agent) for name in called],
        seed,
        lines.append,
        meta=meta,
        step_limit=limit,
    )
    return lines


def write(path: Path, *games: list[bytes]) -> Path:
    """A log file of these games."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(line for game in games for line in game))
    return path


def content(db: Path, *, by_key: bool = False) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables. `key` stays only where asked for: else rows name their game by its id."""
    database = Database(db)
    found = {
        table: database.frame(f"SELECT * FROM {table} ORDER BY ALL").rows() for table in ("rejected", "title")
    }
    for table in TABLES:
        if by_key:
            rows = database.frame(f"SELECT * FROM {table} ORDER BY ALL")
        elif table == "game":
            rows = database.frame("SELECT * EXCLUDE (key) FROM game ORDER BY ALL")
        else:
            rows = database.frame(
                f"SELECT id, t.* EXCLUDE (game) FROM {table} AS t JOIN game ON game.key = t.game ORDER BY ALL"
            )
        found[table] = rows.rows()
    database.close()
    return found


def count(db: Path, table: str) -> int:
    number: int = Database(db).frame(f"SELECT count(*) FROM {table}").item()
    return number
