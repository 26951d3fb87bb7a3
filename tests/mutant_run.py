"""Scenarios and golden logs of one game under the first `engine` on the path (run as a process by a test).

Says `green`, or `red` with the first thing that is not as it must be; exit code 0 either way. Anything else, like an
engine that does not even load, is an error and no verdict.
"""

import sys
from pathlib import Path

import engine
from engine.core.scenario import run_text

assert Path(engine.__file__).resolve().is_relative_to(Path(sys.argv[1]).resolve())
game = sys.argv[2]
engine.load(game)


def first_red() -> str:
    try:
        for file, recorded in engine.golden_games(game):
            verdict = engine.replayer().replay(recorded)
            if verdict.status != "fine":
                return f"{file}: {verdict.sentence()}"
        for file, text in engine.texts(game, "scenarios", ".txt").items():
            for result in run_text(text, engine.load):
                if not result.ok:
                    return f"{file}: {result.failures[0]}"
    except Exception as error:  # noqa: BLE001 (wrong rules may raise anything)
        return f"{type(error).__name__}: {error}"
    return ""


found = first_red()
print(f"red {found}" if found else "green")
