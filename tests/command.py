"""Running the command line in tests: in this process where that will do, else as a process."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple, Self

from typer.testing import CliRunner

import cli
import engine
from engine.core.play import read_options
from ingest.batch import play_one, seat_lines

PROGRAM = Path(sys.executable).with_name("emberlog")


class Done(NamedTuple):
    code: int
    out: str
    err: str


def emberlog(*words: object, stdin: bytes | None = None, env: Mapping[str, str] | None = None) -> Done:
    """Run a command in this process. Anything but an exit is a failure: no traceback ever."""
    settings = {"CI": None, "NO_COLOR": "1", **(env or {})}
    result = CliRunner().invoke(cli.app, [str(word) for word in words], input=stdin, env=settings)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Done(result.exit_code, result.stdout, result.stderr)


class Server:
    """A process that runs some code and answers lines with lines: it need not start again for each question."""

    def __init__(self, code: str, *words: object) -> None:
        self.server = subprocess.Popen(
            [sys.executable, "-c", code, *map(str, words)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.server.communicate("")

    def tell(self, line: str) -> None:
        assert self.server.stdin is not None
        self.server.stdin.write(line + "\n")

    def hear(self) -> str:
        assert self.server.stdout is not None
        return self.server.stdout.readline().strip()


def process(*words: object, cwd: Path, **env: str) -> subprocess.CompletedProcess[bytes]:
    """Run the installed program as a process of its own."""
    return subprocess.run(
        [PROGRAM, *map(str, words)],
        cwd=cwd,
        env={**os.environ, **env},
        capture_output=True,
        check=False,
        timeout=60,
    )


def log_lines(
    seed: int = 7,
    agents: str = "greedy,random",
    players: int = 2,
    step_limit: int | None = None,
    names: list[str] | None = None,
) -> list[bytes]:
    """The lines of one game of Living Forest, line ends included. Line n + 2 of a file holds step n."""
    game = engine.load("living_forest")
    options = read_options(game, {"players": str(players)})
    lines: list[bytes] = []
    play_one(game, options, seat_lines(agents.split(","), names), str(seed), lines.append, step_limit)
    return lines
