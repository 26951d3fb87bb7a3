"""Golden logs: the checker goes red for whatever is wrong with them, and recording again is done on purpose only."""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import scratch as scratches
from command import emberlog
from scratch import GAME, Scratch, spoilt
from test_rules_diff import ACTIONS, TWO_FRAGMENTS, first_with

import engine
from ingest import golden

NEVER_A_FRAGMENT = [
    (ACTIONS, 'return None if state.fragments else "LF-6.1"', 'return "LF-6.1"'),
    (ACTIONS, "    if state.fragments and kind_allowed", "    if state.fragments > 900 and kind_allowed"),
]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Scratch:
    return scratches.make(tmp_path_factory.mktemp("bless"))


@pytest.fixture
def scratch(project: Scratch) -> Iterator[Scratch]:
    with spoilt(project):
        yield project


def files(scratch: Scratch) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(scratch.golden.iterdir())}


def steps_of(data: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in data.splitlines()]


# --- the guard (T32) ---


@pytest.fixture
def guarded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the golden logs of one game, which is now the only one; the folder of the logs."""
    folder = tmp_path / GAME / "golden"
    shutil.copytree(golden.root() / GAME / "golden", folder)
    monkeypatch.setattr(golden, "root", lambda: tmp_path)
    monkeypatch.setattr(engine, "games", lambda: (GAME,))
    assert golden.troubles() == []
    return folder


def test_t32_our_golden_logs_are_as_they_must_be() -> None:
    assert golden.troubles() == []


def edited(change: Callable[[list[str]], None]) -> Callable[[Path], None]:
    """A change of the lines of one log."""

    def edit(folder: Path) -> None:
        path = folder / "two-greedy.jsonl"
        lines = path.read_text("utf-8").splitlines()
        change(lines)
        path.write_text("\n".join(lines) + "\n", "utf-8")

    return edit


def field(place: int, name: str, value: Any) -> Callable[[Path], None]:
    def change(lines: list[str]) -> None:
        step = json.loads(lines[place])
        assert step.get(name) != value
        lines[place] = json.dumps({**step, name: value}, separators=(",", ":"), ensure_ascii=False)

    return edited(change)


def without_seed(lines: list[str]) -> None:
    header = json.loads(lines[0])
    del header["seed"], header["rng"]
    lines[0] = json.dumps(header)
    end = json.loads(lines[-1])
    text = "".join(f"{line}\n" for line in lines[:-1])
    recorded = golden._only_game(text.encode())
    end["id"] = engine.replayer().replay(recorded).id
    lines[-1] = json.dumps(end)


def without_a_check(lines: list[str]) -> None:
    step = json.loads(lines[9])
    del step["check"]
    lines[9] = json.dumps(step, separators=(",", ":"))


def other_choice(lines: list[str]) -> None:
    """The first `stop` of the log becomes a `draw`, or the other way round."""
    place = next(n for n, line in enumerate(lines[1:-1], 1) if '"stop"' in line)
    lines[place] = lines[place].replace('"stop"', '"draw"')


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda folder: [path.unlink() for path in folder.iterdir()], "there are no golden logs"),
        (shutil.rmtree, "there are no golden logs"),
        (lambda folder: shutil.copytree(folder, folder.parent.parent / "chess" / "golden"),
         "chess: there are golden logs, but no game"),
        (lambda folder: shutil.copy(folder / "two-greedy.jsonl", folder / "again.jsonl"), "the same game as again.jsonl"),
        (lambda folder: (folder / "new.jsonl").touch(), "this holds 0"),
        (lambda folder: (folder / "new.jsonl").write_bytes((folder / "two-greedy.jsonl").read_bytes() * 2), "this holds 2"),
        (lambda folder: (folder / "new.jsonl").write_bytes(b"hello\n"), "this line is not JSON"),
        (edited(other_choice), "p"),
        (field(40, "check", "0000"), "step 39: "),
        (field(-2, "check", "0000"), "the state after this step is another"),
        (field(-2, "action", {"kind": "pass_tree"}), "illegal"),
        (field(-1, "hash", "0" * 32), "the end line differs"),
        (field(-1, "steps", 7), "the end line differs"),
        (field(0, "rules", 99), "recorded under rules 99"),
        (field(0, "rng", "mt19937"), "chance comes from 'mt19937'"),
        (field(0, "game", "chess"), "there is no game 'chess'"),
        (edited(lambda lines: lines.pop()), "unfinished"),
        (edited(lambda lines: lines.pop(7)), "steps out of order"),
        (edited(lambda lines: lines.insert(7, "")), "a line per step"),
        (edited(without_seed), "has a seed"),
        (edited(without_a_check), "a check at every step"),
    ],
)  # fmt: skip
def test_t32_the_guard_goes_red(guarded: Path, spoil: Callable[[Path], object], said: str) -> None:
    spoil(guarded)
    found = golden.troubles()
    assert len(found) == 1, found
    assert said in found[0]


def test_t32_a_game_in_the_folder_of_another_is_found(guarded: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    log = next((golden.root() / "glow" / "golden").iterdir())
    monkeypatch.setattr(golden, "root", lambda: guarded.parent.parent)
    monkeypatch.setattr(engine, "games", lambda: (GAME, "glow"))
    shutil.copy(log, guarded / "two-greedy.jsonl")
    assert f"{GAME}/two-greedy.jsonl: this is a game of glow" in golden.troubles()
    with pytest.raises(Exception, match="this is a game of glow; nothing was written"):
        golden.blessed([guarded / "two-greedy.jsonl"])


def test_t32_mutated_chance_and_rules_turn_the_checker_red(scratch: Scratch) -> None:
    code = "from ingest.golden import troubles; print(len(troubles()))"
    assert scratch.run(code=code).out == "0\n"
    for change in (
        (
            "core/chance.py",
            "for last in range(len(order) - 1, 0, -1):",
            "for last in range(len(order) - 2, 0, -1):",
        ),
        TWO_FRAGMENTS,
    ):
        with spoilt(scratch, change):
            assert int(scratch.run(code=code).out) > 0
            assert scratch.run("verify", scratch.golden, "-j", 1, "-q").code == 1
    (scratch.root / "engine" / "chess").mkdir()
    shutil.copytree(scratch.golden, scratch.root / "engine" / "chess" / "golden")
    done = scratch.run("bless", "--dry-run")
    assert (done.code, done.err) == (1, "chess: there are golden logs, but no game\n")
    for path in scratch.golden.iterdir():
        path.unlink()
    assert scratch.run("verify", scratch.golden).code == 4
    assert scratch.run("bless", GAME, "--dry-run").code == 4


# --- recording again ---


def test_unchanged_rules_give_the_same_bytes() -> None:
    done = emberlog("bless", "--dry-run")
    *lines, summary = done.out.splitlines()
    count = sum(len(engine.texts(name, "golden", ".jsonl")) for name in engine.games())
    assert (done.code, done.err, summary) == (0, "", f"would bless 0 of {count} golden logs")
    assert all(line.endswith(": as it was") for line in lines)


def test_bless_records_what_the_rules_say_now(scratch: Scratch) -> None:
    """A changed effect: what is kept, what is new, and from where on, all of it against the logs themselves."""
    before = files(scratch)
    scratch.change(*TWO_FRAGMENTS)
    dry = scratch.run("bless", "--dry-run")
    assert dry.code == 1
    assert files(scratch) == before
    told = json.loads(scratch.run("bless", "--json").out)
    after = files(scratch)
    assert set(after) == set(before)
    for entry in told:
        name = entry["golden"].partition("/")[2]
        old, new = steps_of(before[name]), steps_of(after[name])
        assert entry["changed"] == (old != new)
        assert (entry["before"], entry["after"]) == (old[-1], new[-1])
        assert (old[0]["seed"], old[0]["seats"]) == (new[0]["seed"], new[0]["seats"])
        assert entry["first_changed"] == first_with(old, "take_fragment")
        if entry["changed"]:
            first = entry["first_changed"]
            assert old[: first + 1] == new[: first + 1]
            assert old[first + 1]["action"] == new[first + 1]["action"], (
                "the choice is kept, what it does is new"
            )
        choices = [step for step in new[1:-1] if step["seat"] >= 0]
        assert entry["choices_kept"] + entry["choices_new"] == len(choices)
        if entry["first_new"] is not None:
            same = entry["first_new"] + 1
            assert [s["action"] for s in old[1:same]] == [s["action"] for s in new[1:same]]
    changed = sum(entry["changed"] for entry in told)
    assert changed
    assert dry.out.splitlines()[-1] == f"would bless {changed} of {len(before)} golden logs"
    assert scratch.run("verify", scratch.golden, "-j", 1).out == "checked 4 games: 4 fine\n"
    assert scratch.run("bless").out.endswith("blessed 0 of 4 golden logs\n")


def first_long_move(lines: list[dict[str, Any]]) -> int | None:
    moves = (step for step in lines[1:-1] if step["action"]["kind"] == "move" and step["action"]["steps"] > 1)
    return next((step["n"] for step in moves), None)


def test_a_choice_that_is_not_legal_any_more_is_made_anew(scratch: Scratch) -> None:
    before = files(scratch)
    scratch.change(ACTIONS, "MOVES[: min(player.wind, most_steps(state))]", "MOVES[:1]")
    scratch.change(f"{GAME}/rules/circle.py", "if action.steps <= most_steps(state)", "if action.steps <= 1")
    done = scratch.run("bless")
    assert done.code == 0, done
    anew = 0
    for line in done.out.splitlines()[:-1]:
        name = line.partition("/")[2].partition(":")[0]
        old, new = steps_of(before[name]), steps_of(files(scratch)[name])
        first = first_long_move(old)
        if first is None:
            assert line.endswith("as it was")
            continue
        anew += 1
        agents = ", ".join(dict.fromkeys(seat["agent"] for seat in old[0]["seats"]))
        assert f" new from step {first} (by {agents})" in line
        assert f"changed from step {first} " in line
        assert old[1 : first + 1] == new[1 : first + 1]
        assert first_long_move(new) is None
    assert anew
    assert scratch.run("verify", scratch.golden, "-j", 1).code == 0


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (NEVER_A_FRAGMENT, "may act and has no choice"),
        ([(ACTIONS, '    begin_main(state, "fragment", table)\n', "    raise KeyError(seat)\n")], "KeyError"),
    ],
)
def test_rules_that_do_not_work_bless_nothing(
    scratch: Scratch, changes: list[tuple[str, str, str]], said: str
) -> None:
    before = files(scratch)
    for change in changes:
        scratch.change(*change)
    done = scratch.run("bless")
    assert (done.code, done.out) == (1, "")
    assert said in done.err
    assert done.err.endswith("; nothing was written\n")
    assert files(scratch) == before


def test_a_log_that_was_edited_by_hand_is_put_right(scratch: Scratch) -> None:
    before = files(scratch)
    path = scratch.golden / "two-random.jsonl"
    lines = before[path.name].splitlines(keepends=True)
    path.write_bytes(
        b"".join([*lines[:40], lines[40].replace(b'"check":"', b'"check":"0')[:-4] + b'"}\n', *lines[41:]])
    )
    assert scratch.run("verify", path).code == 1
    done = scratch.run("bless", GAME, "two-random")
    assert done.code == 0
    assert "changed from step 39" in done.out
    assert files(scratch) == before


def test_t32_only_the_named_ones_are_recorded(scratch: Scratch) -> None:
    before = files(scratch)
    scratch.change(*TWO_FRAGMENTS)
    told = json.loads(scratch.run("bless", "--dry-run", "--json").out)
    changed = [entry["golden"].partition("/")[2] for entry in told if entry["changed"]]
    one = sorted(changed)[0]
    assert scratch.run("bless", GAME, one.removesuffix(".jsonl")).code == 0
    assert {name for name, data in files(scratch).items() if data != before[name]} == {one}
    done = scratch.run("bless", GAME, "nope")
    assert (done.code, done.out) == (2, "")
    assert "nope: there is no such golden log" in done.err


def test_t32_in_a_build_nothing_is_blessed(scratch: Scratch) -> None:
    before = files(scratch)
    scratch.change(*TWO_FRAGMENTS)
    for words in (["bless"], ["bless", GAME], ["bless", GAME, "two-random"]):
        done = scratch.run(*words, CI="1")
        assert (done.code, done.out) == (2, "")
        assert "refused while CI is set" in done.err
    assert scratch.run("bless", "--dry-run", CI="1").code == 1
    assert files(scratch) == before


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"hello\n", "line 1: this line is not JSON"),
        (b"", "a golden log holds one game, this holds 0"),
        (None, "cannot be read: Is a directory"),
    ],
)
def test_all_or_nothing_is_written(scratch: Scratch, content: bytes | None, said: str) -> None:
    before = files(scratch)
    scratch.change(*TWO_FRAGMENTS)
    bad = scratch.golden / "zzz.jsonl"
    bad.mkdir() if content is None else bad.write_bytes(content)
    done = scratch.run("bless")
    assert (done.code, done.out) == (1, "")
    assert done.err == f"emberlog: {GAME}/zzz.jsonl: {said}; nothing was written\n"
    bad.rmdir() if content is None else bad.unlink()
    assert files(scratch) == before


def test_a_game_from_a_real_table_cannot_be_played_again(scratch: Scratch) -> None:
    path = scratch.golden / "two-random.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    header = json.loads(lines[0])
    del header["seed"], header["rng"]
    path.write_bytes(json.dumps(header).encode() + b"\n" + b"".join(lines[1:]))
    done = scratch.run("bless", GAME, "two-random")
    assert (done.code, done.out) == (1, "")
    assert "without a seed it cannot be played again; nothing was written" in done.err
