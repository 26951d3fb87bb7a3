"""Fuzzing: the same games whatever runs beside them, what was exercised, and broken rules that must be found."""

import json
import re
import shlex
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import scratch as scratches
from command import emberlog
from scratch import GAME, Scratch, spoilt

import engine
from engine.core.errors import IllegalAction
from engine.core.log import Recorded, recorded_games
from engine.living_forest.actions import Buy
from ingest import fuzzing

ACTIONS = f"{GAME}/rules/actions.py"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Scratch:
    return scratches.make(tmp_path_factory.mktemp("fuzz"))


@pytest.fixture
def scratch(project: Scratch) -> Iterator[Scratch]:
    with spoilt(project):
        yield project


def fuzzed(*words: object) -> dict[str, Any]:
    done = emberlog("fuzz", *words, "--json")
    assert (done.code, done.err) == (0, ""), done
    found: dict[str, Any] = json.loads(done.out)
    return found


@pytest.mark.parametrize("game", engine.games())
def test_our_rules_break_nothing(game: str) -> None:
    found = fuzzed(game, "--games", 1, "--seed", 5, "-j", 1)
    assert found["games"] == 1
    covered, missing = found["covered"], found["missing"]
    assert sum(covered["kinds"].values()) == found["steps"], "each step is one action"
    goals = fuzzing.targets(game)
    for what, every in (("kinds", goals.kinds), ("rules", goals.rules), ("components", goals.components)):
        assert missing[what] == [name for name in every if name not in covered[what]]
        assert every
        assert len(missing[what]) < len(every)
    assert set(covered["kinds"]) - {"setup"} <= set(goals.kinds)
    assert set(covered["rules"]) <= set(goals.rules), "a rule that speaks is named in the code"


def test_a_run_is_its_games_one_by_one() -> None:
    """Whatever -j is, and each game by its own seed alone."""
    whole = fuzzed("set_a_watch", "--games", 2, "--seed", 40, "-j", 1)
    assert fuzzed("set_a_watch", "--games", 2, "--seed", 40, "-j", 2) == whole
    alone = [fuzzed("set_a_watch", "--games", 1, "--seed", seed) for seed in (40, 41)]
    assert sum(one["steps"] for one in alone) == whole["steps"]
    together = fuzzing.Covered()
    for one in alone:
        together.add(fuzzing.Covered(**one["covered"]))
    assert together == fuzzing.Covered(**whole["covered"])


def test_options_that_are_given_hold() -> None:
    for seed in ("1", "2", "3"):
        unit = fuzzing._Unit("living_forest", {"players": "3"}, seed, time.monotonic() + 0.3)
        assert fuzzing._play(unit).options.players == 3
    done = emberlog("fuzz", "living_forest", "--games", 1, "--seed", 1, "--option", "players=9")
    assert (done.code, done.out) == (2, "")
    assert "no configuration of living_forest has players=9" in done.err
    assert emberlog("fuzz", "chess", "--games", 1).code == 3


def test_the_time_is_kept() -> None:
    started = time.monotonic()
    found = fuzzed("living_forest", "--seconds", 1, "--seed", 3, "-j", 1)
    assert found["games"] >= 1
    assert time.monotonic() - started < 10


def test_it_stops_when_all_is_exercised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzzing, "targets", lambda name: fuzzing.Missing(["draw"], ["LF-4.3"], []))
    found = fuzzed("living_forest", "--games", 50, "--seed", 3, "-j", 1)
    assert found["games"] == 1
    assert found["missing"] == {"kinds": [], "rules": [], "components": []}


BROKEN = {
    "legal: ": (ACTIONS, 'return None if state.fragments else "LF-6.1"', 'return "LF-6.1"'),
    "refusal: ": (ACTIONS, "payable = action.value in state.onibi and", "payable ="),
    "totals: ": (f"{GAME}/rules/draw.py", "    remove_card(player, card)\n", ""),
    "hidden information: ": (f"{GAME}/view.py", '    view["goals"] = ', '    view["next"] = state.players[0].deck[:1]\n    view["goals"] = '),
    "events: ": (f"{GAME}/rules/draw.py", 'table.tell("LF-4.3", "card_drawn"', 'table.tell("LF-99.1", "card_drawn"'),
    "crash: KeyError": (f"{GAME}/rules/round_end.py", '    state.phase = "add_onibi"\n', "    raise KeyError(seat)\n"),
    "crash: ChanceError": (f"{GAME}/rules/draw.py", "    player.shuffles += 1\n", ""),
    "outcome: ": (f"{GAME}/rules/ending.py", "    state.winners = winners\n", "    state.winners = winners * 2\n"),
}  # fmt: skip


@pytest.mark.parametrize("said", BROKEN)
def test_broken_rules_are_found_and_found_again(scratch: Scratch, tmp_path: Path, said: str) -> None:
    scratch.change(*BROKEN[said])
    done = scratch.run("fuzz", GAME, "--games", 12, "--seed", 1, "-j", 1, "-o", tmp_path)
    assert done.code == 1, done
    trouble, again = done.err.splitlines()
    match = re.fullmatch(
        rf"({re.escape(str(tmp_path))}/fuzz-living_forest-\d+\.jsonl): step (\d+): (.*)", trouble
    )
    assert match is not None, trouble
    assert match[3].startswith(said)
    assert not re.search(r"[A-Z]\w+\(", match[3]), "actions are named as everywhere else"
    told = done.out.splitlines()
    assert re.fullmatch(rf"{GAME}: \d+ games?, [\d,]+ steps?", told[0])
    for line, what in zip(told[1:], ("kinds of action", "rules", "components"), strict=True):
        assert re.fullmatch(rf"{what}: \d+ of \d+(; not yet \d+)?", line), "after a failure no names"
    (recorded,) = recorded_games(Path(match[1]).read_bytes().split(b"\n"))
    assert isinstance(recorded, Recorded)
    assert len(recorded.steps) == int(match[2])
    program, *words = shlex.split(again.removeprefix("again: "))
    assert program == "emberlog"
    repeated = scratch.run(*words, "-o", tmp_path / "again")
    assert repeated.code == 1
    assert repeated.err == done.err.replace(str(tmp_path), str(tmp_path / "again"))
    first, second = (Path(folder) / Path(match[1]).name for folder in (tmp_path, tmp_path / "again"))
    assert first.read_bytes() == second.read_bytes()


def test_an_action_is_named_as_in_a_log(scratch: Scratch, tmp_path: Path) -> None:
    scratch.change(*BROKEN["legal: "])
    done = scratch.run("fuzz", GAME, "--games", 12, "--seed", 1, "-j", 1, "-o", tmp_path)
    assert re.search(r": legal: p\d take_fragment is listed, but refused by LF-6\.1\n", done.err), done.err
    assert str(IllegalAction(0, Buy(level=1, slot=2), "LF-6.3")) == "p1 may not buy level=1 slot=2: LF-6.3"
    odd: Any = ...
    assert (
        str(IllegalAction(1, Buy(level=odd, slot=2), "LF-6.3"))
        == 'p2 may not buy level="Ellipsis" slot=2: LF-6.3'
    )


def test_a_failure_is_told_first_and_what_is_missing_in_json(scratch: Scratch, tmp_path: Path) -> None:
    scratch.change(*BROKEN["legal: "])
    words = ("fuzz", GAME, "--games", 12, "--seed", 1, "-j", 1, "-o", tmp_path)
    both = subprocess.run(
        scratch.command(*words), cwd=tmp_path, env=scratch.env(PYTHONUNBUFFERED="1"), text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
    )  # fmt: skip
    lines = both.stdout.splitlines()
    assert ": legal: " in lines[0]
    assert lines[1].startswith("again: emberlog fuzz ")
    assert lines[2].startswith(f"{GAME}: ")
    found = json.loads(scratch.run(*words, "--json").out)
    assert found["trouble"]["what"] in lines[0]
    rules = re.fullmatch(r"rules: (\d+) of (\d+); not yet (\d+)", lines[4])
    assert rules is not None
    assert int(rules[2]) - int(rules[1]) == int(rules[3]) == len(found["missing"]["rules"])


def test_a_log_that_cannot_be_written_is_a_sentence(scratch: Scratch, tmp_path: Path) -> None:
    """And what is broken is told all the same."""
    scratch.change(*BROKEN["events: "])
    (tmp_path / "file").touch()
    done = scratch.run("fuzz", GAME, "--games", 1, "--seed", 1, "-o", tmp_path / "file")
    assert done.code == 1
    broken, again, trouble = done.err.splitlines()
    assert re.match(r"step \d+: events: ", broken)
    assert again.startswith("again: emberlog fuzz ")
    assert "cannot be written" in trouble
