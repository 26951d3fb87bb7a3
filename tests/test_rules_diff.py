"""Games under the rules of another revision and under today's, in processes of their own."""

import itertools
import json
import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import scratch as scratches
from scratch import GAME, Scratch, spoilt

TWO_FRAGMENTS = (
    f"{GAME}/rules/actions.py",
    'give_fragments(state, seat, 1, "LF-6.1", table)',
    'give_fragments(state, seat, 2, "LF-6.1", table)',
)
ACTIONS = f"{GAME}/rules/actions.py"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Scratch:
    return scratches.make(tmp_path_factory.mktemp("diff"))


@pytest.fixture
def scratch(project: Scratch) -> Iterator[Scratch]:
    with spoilt(project):
        yield project


def golden(scratch: Scratch) -> dict[str, list[dict[str, Any]]]:
    """The lines of each golden log."""
    return {
        path.name: [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        for path in sorted(scratch.golden.iterdir())
    }


def first_with(lines: list[dict[str, Any]], kind: str) -> int | None:
    return next((line["n"] for line in lines[1:-1] if line["action"]["kind"] == kind), None)


def diff(scratch: Scratch, *words: object) -> dict[str, Any]:
    done = scratch.run("rules", "diff", "--base", "start", "--json", *words)
    found: dict[str, Any] = json.loads(done.out)
    assert done.code == (1 if found["differences"] else 0)
    return found


def by_log(found: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {row["subject"].partition("/")[2]: row for row in found["differences"]}


def test_the_same_rules_do_not_differ(scratch: Scratch) -> None:
    done = scratch.run("rules", "diff", "--base", "start")
    commit = scratch.git("rev-parse", "start")[:12]
    assert done == (0, f"compared 4 games with {commit}: none differs\n", "")
    assert scratch.run("rules", "diff", "--base", "start", "--games", "1").code == 0


def test_a_changed_effect_is_found_where_it_first_acts(scratch: Scratch) -> None:
    """The step is the first `take_fragment` of each log, as its lines say; ends agree with what bless records."""
    logs = golden(scratch)
    scratch.change(*TWO_FRAGMENTS)
    found = by_log(diff(scratch))
    expected = {
        name: n for name, lines in logs.items() if (n := first_with(lines, "take_fragment")) is not None
    }
    assert expected
    assert {name: row["step"] for name, row in found.items()} == expected
    again = {
        entry["golden"].partition("/")[2]: entry
        for entry in json.loads(scratch.run("bless", "--dry-run", "--json").out)
    }
    for name, row in found.items():
        assert (row["kind"], row["base_rule"], row["today_rule"]) == ("state", "LF-6.1", "LF-6.1")
        assert "fragments" in row["what"]
        assert row["action"] == {"kind": "take_fragment"}
        assert row["base"]["winners"] == logs[name][-1]["end"]["winners"]
        assert row["today"]["winners"] == again[name]["after"]["end"]["winners"]
        assert row["winner_changes"] == (row["base"]["winners"] != row["today"]["winners"])
    assert any(row["last_rule"] is not None for row in found.values())


OTHER_NAME = (
    f"{GAME}/rules/draw.py",
    'table.tell("LF-4.3", "card_drawn"',
    'table.tell("LF-4.4", "card_drawn"',
)
LATE = (f"{GAME}/rules/round_end.py", ".water < strength", ".water <= strength")


@pytest.mark.parametrize("changes", [[TWO_FRAGMENTS], [LATE], [OTHER_NAME, TWO_FRAGMENTS]])
def test_the_last_rule_is_the_same_for_every_command(
    scratch: Scratch, changes: list[tuple[str, str, str]]
) -> None:
    """The one that spoke last in the steps before, as a replay of them tells. LATE differs in the middle of a step."""
    with spoilt(scratch, *changes):
        compared = by_log(diff(scratch))
        verified = {
            row["file"].rpartition("/")[2]: row
            for row in json.loads(scratch.run("verify", scratch.golden, "-j", 1, "--json").out)["games"]
        }
        blessed = {
            row["golden"].partition("/")[2]: row
            for row in json.loads(scratch.run("bless", GAME, "--dry-run", "--json").out)
        }
        before = {name: rules_told(scratch, name, "--to", row["step"] - 1) for name, row in compared.items()}
    assert compared
    for name, row in compared.items():
        assert blessed[name]["first_changed"] == verified[name]["step"] == row["step"]
        last = before[name][-1]
        assert blessed[name]["last_rule"] == verified[name]["rule"] == row["last_rule"] == last
        inside = [None, *rules_told(scratch, name, "--step", row["step"]), None]
        assert (row["shared_rule"], row["base_rule"]) in itertools.pairwise(inside)
    assert any(row["shared_rule"] not in (None, row["last_rule"]) for row in compared.values())


def rules_told(scratch: Scratch, name: str, *which: object) -> list[str]:
    """The rules that speak in steps of a golden log, in order."""
    lines = scratch.run("replay", scratch.golden / name, "--json", "--seat", "all", *which).out.splitlines()
    return [event["rule"] for line in lines for event in json.loads(line)["events"]]


def test_a_long_list_is_told_from_where_it_differs(scratch: Scratch, tmp_path: Path) -> None:
    """One fire varan more at the end of a discard pile: the same beginning of both piles would tell nothing."""
    scratch.change(f"{GAME}/rules/round_end.py", ".water < strength", ".water <= strength")
    folder = tmp_path / "logs"
    assert scratch.run("play", GAME, "-n", 12, "--seed", 1, "-j", 1, "-o", folder).code == 0
    told = [row["what"] for row in diff(scratch, folder)["differences"] if row["kind"] == "state"]
    assert any(" from place " in what for what in told)
    for what in told:
        for place in what.split("; "):
            if match := re.fullmatch(r"(\S+)( from place \d+ on)? is (.*) in the base, (.*) today", place):
                assert match[3] != match[4], place


def test_each_kind_of_difference(scratch: Scratch) -> None:
    logs = golden(scratch)
    first = {name: n for name, lines in logs.items() if (n := first_with(lines, "take_fragment")) is not None}
    refusal = (ACTIONS, 'return None if state.fragments else "LF-6.1"', 'return "LF-6.1"')
    unlisted = (
        ACTIONS,
        "    if state.fragments and kind_allowed",
        "    if state.fragments > 900 and kind_allowed",
    )
    with spoilt(scratch, refusal, unlisted):
        rows = by_log(diff(scratch))
        for name, n in first.items():
            assert rows[name]["step"] <= n
            assert rows[name]["kind"] == ("refused" if rows[name]["step"] == n else "choices")
        assert any("only in the base p" in row["what"] for row in rows.values() if row["kind"] == "choices")
    with spoilt(scratch, (ACTIONS, 'table.tell(rule, "fragments_taken", seat, count=count)',
                          'table.tell(rule, "fragments_taken", seat, count=-count)')):  # fmt: skip
        rows = by_log(diff(scratch))
        assert {row["kind"] for row in rows.values()} == {"told"}
        assert not any(row["winner_changes"] for row in rows.values())
    with spoilt(scratch, (f"{GAME}/rules/setup.py", 'f"level {level} stack"', 'f"level {level} pile"')):
        rows = by_log(diff(scratch))
        assert {(row["kind"], row["step"]) for row in rows.values()} == {("chance", 0)}
    with spoilt(
        scratch, (ACTIONS, '    begin_main(state, "fragment", table)\n', "    raise KeyError(seat)\n")
    ):
        rows = by_log(diff(scratch))
        assert {name: row["step"] + 1 for name, row in rows.items()} == first
        assert all("today's rules stop" in row["what"] and "KeyError" in row["what"] for row in rows.values())
        assert all(row["today"]["winners"] is None for row in rows.values())


def test_a_new_place_in_the_state_is_no_difference_by_itself(scratch: Scratch) -> None:
    scratch.change(f"{GAME}/rules/setup.py", '        reason="",\n', '        reason="",\n        moon=3,\n')
    scratch.change(f"{GAME}/state.py", "class State(", "class State(")
    text = scratch.rule(f"{GAME}/state.py").read_text("utf-8")
    assert text.count("    reason: str") == 1
    scratch.rule(f"{GAME}/state.py").write_text(
        text.replace("    reason: str", "    moon: int\n    reason: str"), "utf-8"
    )
    done = scratch.run("rules", "diff", "--base", "start")
    assert (done.code, "none differs" in done.out) == (0, True), done
    assert "living_forest: the state has other places, which are passed over: moon" in done.err
    scratch.change(*TWO_FRAGMENTS)
    rows = by_log(diff(scratch))
    assert {row["kind"] for row in rows.values()} == {"state"}
    assert not any("moon" in row["what"] for row in rows.values())


def test_fresh_games_are_the_base_s(scratch: Scratch) -> None:
    scratch.change(*TWO_FRAGMENTS)
    found = diff(scratch, "--games", "1", "--seed", "cup", "--game", GAME)
    assert found["compared"] == 3
    assert {row["kind"] for row in found["differences"]} <= {"state"}
    assert found["differences"]
    assert all(row["subject"].startswith(f"{GAME} seed cup") for row in found["differences"])
    assert found == diff(scratch, "--games", "1", "--seed", "cup")


def test_logs_are_compared_and_reported(scratch: Scratch, tmp_path: Path) -> None:
    log = tmp_path / "a|b.jsonl"
    log.write_bytes((scratch.golden / "two-random.jsonl").read_bytes() * 2)
    scratch.change(*TWO_FRAGMENTS)
    done = scratch.run("rules", "diff", "--base", "start", log, "--markdown", tmp_path / "x.md")
    alone = scratch.run("rules", "diff", "--base", "start", log, "--markdown", "-")
    assert (alone.code, alone.out) == (done.code, (tmp_path / "x.md").read_text("utf-8"))
    assert done.code == 1
    one, two, summary = done.out.splitlines()
    assert one == two.replace("game 2", "game 1")
    assert one.startswith(f"{log} game 1: step ")
    assert summary.startswith("compared 2 games with ")
    lines = (tmp_path / "x.md").read_text().splitlines()
    assert summary in lines
    rows = [line for line in lines if "take" in line or "fragments" in line]
    assert len(rows) == 2
    assert all(row.replace("\\|", "").count("|") == 8 for row in rows)
    log.write_bytes(b"hello\n")
    done = scratch.run("rules", "diff", "--base", "start", log)
    assert (done.code, done.out) == (5, "")
    assert "this line is not JSON" in done.err


def test_unfinished_and_real_games_are_compared_as_far_as_they_go(scratch: Scratch, tmp_path: Path) -> None:
    lines = (scratch.golden / "two-random.jsonl").read_bytes().splitlines(keepends=True)
    log = tmp_path / "x.jsonl"
    log.write_bytes(b"".join(lines[:60]))
    header = json.loads(lines[0])
    del header["seed"], header["rng"]
    real = tmp_path / "y.jsonl"
    real.write_bytes(json.dumps(header).encode() + b"\n" + b"".join(lines[1:]))
    assert diff(scratch, log, real) == {"base": scratch.git("rev-parse", "start"), "compared": 2, "differences": [],
                                        "layout": {}, "notes": [], "rules": {}}  # fmt: skip


# --- whose engine it is ---


def test_the_base_has_only_its_own_engine(scratch: Scratch) -> None:
    """Every module of this project in the process of the base stands in the base's folder, which is then gone."""
    code = """
from ingest.revisions import Driven, checked_out, commit_of
with checked_out(commit_of("start")) as folder, Driven(folder, "base") as base:
    modules = base.hello()["modules"]
    assert len(modules) > 20
    assert all(module.startswith(str(folder.resolve()) + "/engine/") for module in modules), modules
    print(folder)
"""
    scratch.change(
        "core/chance.py", "def shuffled(", "def shuffled_otherwise("
    )  # today's engine does not even load
    scratch.change(
        "core/table.py",
        "from engine.core.chance import",
        "from engine.core.chance import shuffled_otherwise as shuffled  # noqa\nfrom engine.core.chance import",
    )
    scratch.change("core/table.py", "picked, rolled_each, shuffled\n", "picked, rolled_each\n")
    done = scratch.run(code=code)
    assert done.code == 0, done
    assert not Path(done.out.strip()).exists()


def test_an_engine_from_elsewhere_is_refused(scratch: Scratch, tmp_path: Path) -> None:
    code = """
import sys
from pathlib import Path
from ingest.revisions import Driven, NotDriven
try:
    with Driven(Path(sys.argv[1]), "base") as base:
        base.hello()
except NotDriven as error:
    print(error)
"""
    done = scratch.run(tmp_path, code=code)
    assert done.out.startswith("base: its engine cannot be driven: ")
    assert "engine" in done.out


def test_what_rules_print_disturbs_nothing(scratch: Scratch) -> None:
    scratch.change(
        ACTIONS, '    """LF-6.1: one fragment from the stock."""', '    print("hello", flush=True)'
    )
    assert diff(scratch)["differences"] == []


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--base", "nope"], 2, "git knows no revision 'nope'"),
        (["--base", "--output=x"], 2, "git knows no revision '--output=x'"),
        (["--base", "start", "--game", "chess"], 3, "there is no game 'chess' here"),
        (["--base", "without-game", "--game", GAME], 3, "has no game 'living_forest'"),
        (["--base", "without-game", "engine/living_forest/golden"], 3, "has no game 'living_forest'"),
        (["--base", "without-game"], 4, "living_forest: revision "),
        (["--base", "without-engine"], 3, "has no engine"),
        (["--base", "unfit"], 3, "its engine cannot be driven: ModuleNotFoundError"),
        (["--base", "start", "--games", "1", "x.jsonl"], 2, "either logs or --games"),
        (["--base", "start", "nope.jsonl"], 2, "there is no such file or folder"),
    ],
)
def test_what_cannot_be_compared_is_one_sentence(
    scratch: Scratch, words: list[str], code: int, said: str
) -> None:
    words = [str(scratch.root / word) if word.startswith("engine/") else word for word in words]
    done = scratch.run("rules", "diff", *words)
    assert done.code == code, done
    assert said in done.err
    assert done.err.count("\n") == 1


def test_without_a_repository_there_is_nothing_to_compare_with(scratch: Scratch, tmp_path: Path) -> None:
    for name in ("engine", "ingest", "cli.py"):
        (tmp_path / name).symlink_to(scratch.root / name)
    done = Scratch(tmp_path, scratch.temporary).run("rules", "diff", "--base", "start")
    assert (done.code, done.out) == (2, "")
    assert "is no git checkout of these rules" in done.err


def test_a_hook_s_environment_does_not_mislead(scratch: Scratch, tmp_path: Path) -> None:
    done = scratch.run("rules", "diff", "--base", "start", GIT_DIR=str(tmp_path / "x"), GIT_INDEX_FILE="y")
    assert (done.code, "none differs" in done.out) == (0, True)


def children(pid: int) -> list[tuple[int, str]]:
    """The processes that this one has started and that are still there, with their command lines."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((place / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == pid:
                found.append((int(place.name), (place / "cmdline").read_text()))
        except OSError:  # it has just ended
            continue
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc: who is there cannot be seen")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("jobs", [1, 3])
def test_an_interrupted_comparison_leaves_nothing(
    scratch: Scratch, number: signal.Signals, jobs: int
) -> None:
    child = subprocess.Popen(
        scratch.command("rules", "diff", "--base", "start", "--games", "200", "-j", jobs),
        env=scratch.env(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    )
    players: list[int] = []
    try:
        deadline = time.monotonic() + 60
        while len(players) < 2 * jobs and time.monotonic() < deadline:
            time.sleep(0.01)
            players = [pid for pid, command in children(child.pid) if "following" in command]
        assert len(players) == 2 * jobs
        time.sleep(1)
        assert child.poll() is None
        os.killpg(child.pid, number)
        out, err = child.communicate(timeout=60)
    finally:
        if child.poll() is None:
            os.killpg(child.pid, signal.SIGKILL)
    assert (child.returncode, out, err) == (130, b"", b"interrupted\n")
    assert list(scratch.temporary.iterdir()) == []
    assert not [pid for pid in players if Path(f"/proc/{pid}").exists()]


def test_any_number_of_processes_tells_the_same(scratch: Scratch, tmp_path: Path) -> None:
    """The report, its order, and what is printed on the way; recorded games and fresh ones."""
    scratch.change(*TWO_FRAGMENTS)
    scratch.change(f"{GAME}/rules/setup.py", '        reason="",\n', '        reason="",\n        moon=3,\n')
    scratch.change(f"{GAME}/state.py", "    reason: str", "    moon: int\n    reason: str")
    folder = tmp_path / "logs"
    assert scratch.run("play", GAME, "-n", 32, "--seed", 1, "-j", 1, "-o", folder).code == 0
    for words in ([folder], ["--games", "6"]):
        one, other = (
            scratch.run(
                "rules", "diff", "--base", "start", *words, "-j", jobs, "--markdown", tmp_path / f"{jobs}.md"
            )
            for jobs in (1, 3)
        )
        assert one.code == 1
        assert one.out.count("\n") > 10
        assert "passed over: moon" in one.err
        assert one == other
        assert (tmp_path / "1.md").read_bytes() == (tmp_path / "3.md").read_bytes()


def test_a_bad_game_among_many_is_told_after_those_before_it(scratch: Scratch, tmp_path: Path) -> None:
    """Today's rules end the whole process at the first fragment: which game is told is no matter of luck."""
    names = sorted(scratch.golden.iterdir())
    log = tmp_path / "x.jsonl"
    log.write_bytes(b"".join(path.read_bytes() for path in names) * 6)
    scratch.change(ACTIONS, '    begin_main(state, "fragment", table)\n', "    import os; os._exit(7)\n")
    one, other = (scratch.run("rules", "diff", "--base", "start", log, "-j", jobs) for jobs in (1, 3))
    assert (one.code, one.err) == (
        3,
        "emberlog: today's rules: its engine cannot be driven: it ended with code 7\n",
    )
    assert one == other


def test_a_full_disk_is_a_sentence_that_names_the_file(scratch: Scratch, small_disk: Path) -> None:
    (small_disk / "filler").write_bytes(bytes(shutil.disk_usage(small_disk).free - 16_384))
    done = scratch.run("rules", "diff", "--base", "start", TMPDIR=str(small_disk))
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith(f"emberlog: No space left on device: {small_disk}/emberlog-")
    assert os.listdir(small_disk) == ["filler"]
