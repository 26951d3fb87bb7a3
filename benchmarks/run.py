"""Everything that is measured, side by side in one run: `make bench`.

Machines drift, so a speed stands here only as a ratio of processes that ran in turn, and as the median of
several rounds. Nothing here passes or fails; README.md says what was seen.
"""

import importlib.util
import json
import statistics
import subprocess
import sys
from pathlib import Path

import engine

HERE = Path(__file__).resolve().parent
PEER = HERE.parent / ".venv-bench" / "bin" / "python"
ROUNDS = 5


def run(*command: str) -> dict[str, float]:
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def median(values: list[float]) -> str:
    return f"{statistics.median(values):.2f} (from {min(values):.2f} to {max(values):.2f})"


def random_play(name: str, players: int) -> list[str]:
    """Decisions per CPU-second against the peer's, round by round."""
    ratios: dict[str, list[float]] = {"plain": [], "logged": [], "verified": []}
    against_log: list[float] = []
    last: dict[str, float] = {}
    peer_speed: list[float] = []
    for _ in range(ROUNDS):
        peer = run(str(PEER), str(HERE / "catanatron_random.py"), "20")
        ours = last = run(sys.executable, str(HERE / "random_play.py"), name, str(players), "60")
        speed = peer["decisions"] / peer["cpu_seconds"]
        peer_speed.append(speed)
        for way, found in ratios.items():
            found.append(ours["decisions"] / ours[way] / speed)
        against_log.append(ours["logged"] / ours["verified"])
    return [
        f"{name}, {players} players, random play; decisions per CPU-second as multiples of Catanatron's"
        f" (which had {statistics.median(peer_speed):,.0f}):",
        f"  without log                      {median(ratios['plain'])}",
        f"  with log, a check at every step  {median(ratios['logged'])}",
        f"  verify                           {median(ratios['verified'])}",
        f"  verify against playing with log  {median(against_log)}",
        f"  log: {last['bytes'] / last['steps']:.1f} bytes a step, {last['compressed'] / last['steps']:.1f} compressed",
    ]


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
    for name in engine.games():
        for players in (2, 4):
            print("\n".join(random_play(name, players)), flush=True)
    print("\n".join(part("storing")))


if __name__ == "__main__":
    main()
