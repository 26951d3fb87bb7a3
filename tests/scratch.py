"""A project of its own to spoil: the engine with one game, ingest and the command line, in a git repository."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from command import Done

ROOT = Path(__file__).resolve().parent.parent
GAME = "living_forest"
OTHERS = ("glow", "set_a_watch")
RUN = "import cli; cli.app()"
GIT = ("git", "-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "commit.gpgsign=false")


class Scratch(NamedTuple):
    """`root` is the checkout, `temporary` where its processes put what is to be gone afterwards."""

    root: Path
    temporary: Path

    @property
    def golden(self) -> Path:
        return self.root / "engine" / GAME / "golden"

    def rule(self, file: str) -> Path:
        return self.root / "engine" / file

    def git(self, *words: str) -> str:
        done = subprocess.run([*GIT, *words], cwd=self.root, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    def command(self, *words: object, code: str = RUN) -> list[str]:
        return [sys.executable, "-s", "-P", "-c", code, *map(str, words)]

    def env(self, **more: str) -> dict[str, str]:
        outer = {
            key: value for key, value in os.environ.items() if key != "CI" and not key.startswith("PYTHON")
        }
        return {**outer, "PYTHONPATH": str(self.root), "TMPDIR": str(self.temporary), "NO_COLOR": "1", **more}

    def run(self, *words: object, code: str = RUN, **env: str) -> Done:
        """A command of the spoilt project, as a process."""
        done = subprocess.run(
            self.command(*words, code=code),
            cwd=self.root.parent,
            env=self.env(**env),
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert "Traceback" not in done.stderr, done.stderr
        return Done(done.returncode, done.stdout, done.stderr)

    def change(self, file: str, old: str, new: str) -> None:
        """Another text in a file of the engine; it must stand there exactly once."""
        path = self.rule(file)
        text = path.read_text("utf-8")
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file}"
        path.write_text(text.replace(old, new), "utf-8")
        self.forget_compiled()

    def forget_compiled(self) -> None:
        """Compiled code is found out of date by time and length only."""
        for folder in self.root.rglob("__pycache__"):
            shutil.rmtree(folder)

    def restore(self) -> None:
        self.git("reset", "-q", "--hard", "start")
        self.git("clean", "-qfdx")


def make(folder: Path) -> Scratch:
    """Commits with tags: `start` is today's state; the others have something wrong with them."""
    scratch = Scratch(folder / "project", folder / "temporary")
    scratch.temporary.mkdir()
    skip = shutil.ignore_patterns("__pycache__", *OTHERS)
    for name in ("engine", "ingest"):
        shutil.copytree(ROOT / name, scratch.root / name, ignore=skip)
    shutil.copy(ROOT / "cli.py", scratch.root)
    scratch.git("init", "-q", "-b", "main")
    scratch.git("add", "-A")
    scratch.git("commit", "-q", "-m", "start")
    scratch.git("tag", "start")
    for tag, spoil in {
        "without-game": lambda: scratch.rule(f"{GAME}/RULES.md").unlink(),
        "without-engine": lambda: shutil.rmtree(scratch.root / "engine"),
        "unfit": lambda: scratch.change(
            "__init__.py", "from collections import Counter", "import nothing_like_it"
        ),
    }.items():
        spoil()
        scratch.git("commit", "-q", "-a", "-m", tag)
        scratch.git("tag", tag)
        scratch.restore()
    return scratch


@contextmanager
def spoilt(scratch: Scratch, *changes: tuple[str, str, str]) -> Iterator[None]:
    """Some changes of the working tree, and afterwards all as it was."""
    try:
        for change in changes:
            scratch.change(*change)
        yield
    finally:
        scratch.restore()
        assert list(scratch.temporary.iterdir()) == [], "something temporary was left behind"
