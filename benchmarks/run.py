"""Everything that is measured, side by side in one run: `make bench`.

Machines drift, so a speed stands here only as a ratio of processes that ran in turn, and as the median of
several rounds. Every game has bars in one table; the exit code is 1 when one is missed.
"""

import argparse
import importlib.util
import json
import statistics
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import engine

HERE = Path(__file__).resolve().parent
PEER = HERE.parent / ".venv-bench" / "bin" / "python"
ROUNDS = 5
SETTINGS: dict[str, tuple[tuple[str, ...], ...]] = {
    "glow": (
        ("players=2",),
        ("players=4",),
        ("players=4", "side=archipelago", "dawn=true", "sets=elemental+anibloom+draconic"),
    ),
}
"""What is measured of a game; else two and four players with the defaults."""
_TWO_AND_FOUR = (("players=2",), ("players=4",))


class Bar(NamedTuple):
    """What a game must reach in every setting."""

    logged: float
    """Decisions per CPU-second with log and a check at every step, as a multiple of the peer's."""
    verified: float
    """Steps verified per CPU-second, as a multiple of the same."""
    packed: float
    """Bytes a step of a compressed log, at most."""


BARS = {
    "living_forest": Bar(logged=2.5, verified=2.5, packed=15),
    "glow": Bar(logged=1.5, verified=1.5, packed=15),
    "set_a_watch": Bar(logged=1.0, verified=1.0, packed=15),
}


class Found(NamedTuple):
    """One setting measured: ratios round by round, and bytes a step."""

    game: str
    setting: str
    plain: list[float]
    logged: list[float]
    verified: list[float]
    against_log: list[float]
    bytes: float
    packed: float

    def missed(self) -> list[str]:
        """The bars that it does not reach."""
        bar = BARS[self.game]
        reached = {
            "with log": statistics.median(self.logged) >= bar.logged,
            "verify": statistics.median(self.verified) >= bar.verified,
            "packed": self.packed <= bar.packed,
        }
        return [what for what, good in reached.items() if not good]


def run(*command: str) -> dict[str, float]:
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def median(values: list[float]) -> str:
    return f"{statistics.median(values):.2f} ({min(values):.2f}-{max(values):.2f})"


def measure(rounds: int, games: int, peer_games: int) -> list[Found]:
    """Every setting of every game. The peer runs once in each round, beside all of them."""
    settings = [(name, setting) for name in engine.games() for setting in SETTINGS.get(name, _TWO_AND_FOUR)]
    found = [Found(name, " ".join(setting), [], [], [], [], 0, 0) for name, setting in settings]
    for _ in range(rounds):
        peer = run(str(PEER), str(HERE / "catanatron_random.py"), str(peer_games))
        speed = peer["decisions"] / peer["cpu_seconds"]
        print(f"the peer: {speed:,.0f} decisions per CPU-second", file=sys.stderr, flush=True)
        for place, (name, setting) in enumerate(settings):
            ours = run(sys.executable, str(HERE / "random_play.py"), name, str(games), *setting)
            row = found[place]
            row.plain.append(ours["decisions"] / ours["plain"] / speed)
            row.logged.append(ours["decisions"] / ours["logged"] / speed)
            row.verified.append(ours["decisions"] / ours["verified"] / speed)
            row.against_log.append(ours["logged"] / ours["verified"])
            sizes = (ours["bytes"] / ours["steps"], ours["compressed"] / ours["steps"])
            found[place] = row._replace(bytes=sizes[0], packed=sizes[1])
    return found


def table(found: list[Found]) -> list[str]:
    """One row per setting, with its bars and what it missed."""
    lines = [
        "Random play; decisions per CPU-second as multiples of Catanatron's, median of the rounds (least-most).",
        "Behind ≥ and ≤ stands the bar.",
        "",
        "| Game | Setting | Without log | With log and checks | Verify | Verify against log | Bytes a step, packed | |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for row in found:
        bar, missed = BARS[row.game], row.missed()
        cells = [
            row.game,
            row.setting,
            median(row.plain),
            f"{median(row.logged)} ≥ {bar.logged}",
            f"{median(row.verified)} ≥ {bar.verified}",
            median(row.against_log),
            f"{row.bytes:.0f}, {row.packed:.1f} ≤ {bar.packed:g}",
            f"missed: {', '.join(missed)}" if missed else "all reached",
        ]
        lines.append("| " + " | ".join(cells) + " |")
    return lines


def part(name: str) -> list[str]:
    """The lines of a benchmark that stands in a file of its own."""
    spec = importlib.util.spec_from_file_location(name, HERE / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    lines: list[str] = module.main()
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--games", type=int, default=60, help="games of ours in a round, per setting")
    parser.add_argument("--peer-games", type=int, default=20)
    parser.add_argument("--play-only", action="store_true", help="leave out the database")
    asked = parser.parse_args()
    found = measure(asked.rounds, asked.games, asked.peer_games)
    print("\n".join(table(found)), flush=True)
    if not asked.play_only:
        print("\n".join(part("storing")))
    sys.exit(any(row.missed() for row in found))


if __name__ == "__main__":
    main()
