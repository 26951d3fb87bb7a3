"""Would the scenarios and golden logs notice? Each mutant is a wrong rule that has to turn them red."""

import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from mutants import KINDS, MUTANTS, QUICK, Mutant

import engine

ROOT = Path(__file__).resolve().parent.parent
REST = [mutant for mutant in MUTANTS if mutant not in QUICK]


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the engine to be spoilt."""
    folder = tmp_path_factory.mktemp("scratch")
    shutil.copytree(ROOT / "engine", folder / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def verdict(scratch: Path, game: str) -> str:
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    done = subprocess.run(
        [sys.executable, "-s", "-P", str(ROOT / "tests" / "mutant_run.py"), str(scratch), game],
        cwd=scratch,
        env={**env, "PYTHONPATH": str(scratch)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def spoilt_verdict(scratch: Path, mutant: Mutant) -> str:
    path = scratch / "engine" / mutant.game / mutant.file
    right = path.read_text("utf-8")
    assert right.count(mutant.old) == 1, f"{mutant} has no place any more: {mutant.old!r}"
    try:
        write(path, right.replace(mutant.old, mutant.new))
        return verdict(scratch, mutant.game)
    finally:
        write(path, right)


def write(path: Path, text: str) -> None:
    """Compiled code is found out of date by time and length only: one sign for another would go unnoticed."""
    path.write_text(text, "utf-8")
    for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
        compiled.unlink()


def test_every_mutant_has_its_place() -> None:
    for mutant in MUTANTS:
        text = (ROOT / "engine" / mutant.game / mutant.file).read_text("utf-8")
        assert text.count(mutant.old) == 1, f"{mutant} has no place any more: {mutant.old!r}"
        assert mutant.old != mutant.new
    assert len(set(MUTANTS)) == len(MUTANTS) >= 30
    per_game = Counter(mutant.game for mutant in MUTANTS)
    assert set(per_game) == set(engine.games())
    assert min(per_game.values()) >= 10
    for game in per_game:
        assert {mutant.kind for mutant in MUTANTS if mutant.game == game} == KINDS


@pytest.mark.parametrize("game", engine.games())
def test_right_rules_are_green(scratch: Path, game: str) -> None:
    """Else red would mean nothing."""
    assert verdict(scratch, game) == "green\n"


@pytest.mark.parametrize("mutant", QUICK, ids=str)
def test_wrong_rules_are_red(scratch: Path, mutant: Mutant) -> None:
    assert spoilt_verdict(scratch, mutant).startswith("red "), mutant


@pytest.mark.slow
def test_all_wrong_rules_are_red(scratch: Path) -> None:
    unnoticed = [mutant for mutant in REST if not spoilt_verdict(scratch, mutant).startswith("red ")]
    assert unnoticed == []
