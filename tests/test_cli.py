"""The commands on logs, scenarios and rules, run in this process."""

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from command import emberlog, log_lines

import cli
import engine
from engine.core.log import Recorded
from ingest.files import recorded

COMMANDS = ["play", "verify", "replay", "scenario", "rules show", "rules coverage", "ingest", "rebuild", "export", "query", "stats",
            "dashboard", "demo", "info", "rules diff", "bless", "perft", "fuzz"]  # fmt: skip


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("logs")
    (folder / "a.jsonl").write_bytes(b"".join(log_lines(7) + log_lines(8)))
    (folder / "b.jsonl.gz").write_bytes(gzip.compress(b"".join(log_lines(9, names=["Aki", "ベン"]))))
    return folder


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    """Two good games, and between them one whose step 5 has a wrong check (line 7 of the game)."""
    lines = log_lines(8)
    lines[6] = re.sub(rb'"check":"...."', b'"check":"zzzz"', lines[6])
    path = tmp_path / "bad.jsonl"
    path.write_bytes(b"".join(log_lines(7) + lines + log_lines(9)))
    return path


def line_of_bad() -> int:
    return len(log_lines(7)) + 7


# --- help ---


@pytest.mark.parametrize("name", COMMANDS)
def test_every_help_ends_with_an_example(name: str) -> None:
    done = emberlog(*name.split(), "--help")
    assert done.code == 0
    *_, heading, example = done.out.rstrip().splitlines()
    assert heading.strip() == "Example:"
    assert example.strip() == cli.EXAMPLES[name]
    assert f"emberlog {name}" in example


def test_there_are_no_other_commands() -> None:
    listed = re.findall(r"^  (\w+)  ", emberlog("--help").out.partition("Commands:")[2], re.MULTILINE)
    assert set(listed) == {name.split()[0] for name in COMMANDS}
    assert set(cli.EXAMPLES) == set(COMMANDS)


def test_wrong_usage_is_two() -> None:
    for words in (
        ["nope"],
        ["verify"],
        ["verify", "--nope"],
        ["play", "living_forest", "-n", "0"],
        ["verify", ".", "-j", "x"],
    ):
        done = emberlog(*words)
        assert done.code == 2, words
        assert "Usage: " in done.err
        assert done.out == ""


def test_version() -> None:
    assert re.fullmatch(r"emberlog \d+\.\d+\.\d+\n", emberlog("--version").out)


# --- verify ---


@pytest.mark.parametrize("jobs", [1, 2])
def test_verify_says_how_many_were_checked(logs: Path, jobs: int) -> None:
    assert emberlog("verify", logs, "-j", jobs) == (0, "checked 3 games: 3 fine\n", "")
    assert emberlog("verify", logs, "-q") == (0, "", "")


def test_verify_names_file_line_and_step(bad: Path) -> None:
    done = emberlog("verify", bad)
    complaint, summary = done.out.splitlines()
    assert done.code == 1
    assert complaint.startswith(f"{bad}:{line_of_bad()}: step 5: p")
    assert 'check: the log has "zzzz"' in complaint
    assert summary == "checked 3 games: 2 fine, 1 diverged"
    assert emberlog("verify", bad, "-q").out == complaint + "\n"


def test_verify_can_stop_at_the_first(logs: Path, bad: Path) -> None:
    done = emberlog("verify", bad, logs, "--fail-fast")
    assert done.code == 1
    assert done.out.splitlines()[-1] == "checked 2 games: 1 fine, 1 diverged"


def test_verify_as_json(bad: Path) -> None:
    done = emberlog("verify", bad, "--json")
    assert done.code == 1
    found = json.loads(done.out)
    assert (found["checked"], found["counts"]) == (3, {"diverged": 1, "fine": 2})
    good, game, _ = found["games"]
    assert (game["file"], game["line"], game["step"], game["status"]) == (
        str(bad),
        line_of_bad(),
        5,
        "diverged",
    )
    assert game["differences"][0]["place"] == "check"
    assert good["id"] == json.loads(log_lines(7)[-1])["id"]


def test_verify_as_junit(bad: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    done = emberlog("verify", bad, "--junit", report)
    suite = ElementTree.parse(report).getroot()
    assert (suite.get("tests"), suite.get("failures")) == ("3", "1")
    failed = [case for case in suite if len(case)]
    assert [(case.get("file"), case.get("line")) for case in failed] == [(str(bad), str(line_of_bad()))]
    assert failed[0][0].get("message") == done.out.splitlines()[0]


def test_verify_reads_standard_input(logs: Path) -> None:
    data = (logs / "a.jsonl").read_bytes()
    assert emberlog("verify", "-", stdin=data) == (0, "checked 2 games: 2 fine\n", "")
    assert emberlog("verify", "-", stdin=gzip.compress(data)) == (0, "checked 2 games: 2 fine\n", "")
    done = emberlog("verify", "-", stdin=data[:-1000])
    assert done.out.startswith(f"standard input:{data[:-1000].count(10) + 1}: this line is cut off")
    assert emberlog("verify", "-", stdin=b"")[:2] == (
        5,
        "standard input: the file is empty\nchecked 1 game: 1 no whole log\n",
    )


# --- replay ---


def test_replay_tells_steps_with_their_rules(logs: Path) -> None:
    done = emberlog("replay", logs / "a.jsonl")
    assert (done.code, done.err) == (0, "")
    lines = log_lines(7)
    last = len(lines) - 3
    told = [int(match) for match in re.findall(r"^ {0,4}(\d+)  (?:p\d|table) ", done.out, re.MULTILINE)]
    assert told == list(range(last + 1))
    assert re.search(r"^ {7}LF-4\.3   p1 draws \w+", done.out, re.MULTILINE)
    assert f"after step {last}  " in done.out
    assert "p1 greedy 1" in done.out


def test_replay_of_some_steps(logs: Path) -> None:
    one = emberlog("replay", logs / "a.jsonl", "--step", 3)
    assert [line[:7].strip() for line in one.out.splitlines() if line[:5].strip().isdigit()] == ["3"]
    assert "after step 3  " in one.out
    some = emberlog("replay", logs / "a.jsonl", "--from", 3, "--to", 5, "--json")
    assert [json.loads(line)["n"] for line in some.out.splitlines()] == [3, 4, 5]
    rest = emberlog("replay", logs / "a.jsonl", "--from", 100, "--json")
    assert [json.loads(line)["n"] for line in rest.out.splitlines()] == list(
        range(100, len(log_lines(7)) - 2)
    )
    none = emberlog("replay", logs / "a.jsonl", "--step", 5000)
    assert (none.code, none.out) == (2, "")
    assert f"no step 5000; there are {len(log_lines(7)) - 2} steps" in none.err


def test_replay_of_another_game_of_a_file(logs: Path) -> None:
    done = emberlog("replay", logs / "a.jsonl", "--game", 2, "--step", 0, "--json", "--seat", "all")
    assert json.loads(done.out)["chance"] == json.loads(log_lines(8)[1])["chance"]
    none = emberlog("replay", logs / "a.jsonl", "--game", 3)
    assert none.code == 2
    assert "2 games, none of number 3" in none.err


def test_replay_in_japanese(logs: Path) -> None:
    done = emberlog("replay", logs / "b.jsonl.gz", "--step", 1, "-l", "ja")
    assert "カードを引く" in done.out
    assert "p2 ベン" in done.out


def test_replay_stops_at_the_first_bad_step(bad: Path) -> None:
    done = emberlog("replay", bad, "--game", 2)
    assert done.code == 1
    assert done.err.startswith(f"{bad}:{line_of_bad()}: step 5: ")
    assert "after step 4  " in done.out
    assert emberlog("replay", bad, "--game", 2, "--to", 4).code == 0


def strings(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield str(key)
            yield from strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from strings(item)
    elif isinstance(value, str):
        yield value


@pytest.mark.parametrize("seat", ["spectator", "p1", "p2"])
def test_replay_never_tells_what_a_seat_may_not_see(logs: Path, seat: str) -> None:
    """No chance, and not one card that lies hidden in a stack (each is there once in the whole game)."""
    every = [
        json.loads(line)
        for line in emberlog("replay", logs / "a.jsonl", "--json", "--seat", "all").out.splitlines()
    ]
    seen = [
        json.loads(line)
        for line in emberlog("replay", logs / "a.jsonl", "--json", "--seat", seat).out.splitlines()
    ]
    assert len(every) == len(seen) > 100
    for whole, part in zip(every, seen, strict=True):
        hidden = {card for stack in whole["state"]["stacks"].values() for card in stack}
        assert hidden
        assert not hidden & set(strings(part))
        assert "chance" not in part
        assert all(set(player["deck"]) == {"hidden"} for player in part["state"]["players"])
    assert any("chance" in whole for whole in every[1:])


def test_replay_wants_a_seat_that_is_there(logs: Path) -> None:
    for word, what in (
        ("p3", "2 seats"),
        ("p0", "a seat is p1"),
        ("me", "a seat is p1"),
        ("p12", "a seat is p1"),
    ):
        done = emberlog("replay", logs / "a.jsonl", "--seat", word)
        assert done.code == 2
        assert what in done.err


def test_interactive_replay_needs_a_terminal(logs: Path) -> None:
    done = emberlog("replay", logs / "a.jsonl", "-i")
    assert (done.code, done.out) == (2, "")
    assert "needs a terminal" in done.err


def test_replay_of_a_real_table_without_seed(tmp_path: Path) -> None:
    """A log without a seed: the chance comes from the log alone."""
    lines = log_lines(7, step_limit=30)
    header = json.loads(lines[0])
    del header["seed"], header["rng"]
    path = tmp_path / "x.jsonl"
    path.write_bytes(json.dumps(header).encode() + b"\n" + b"".join(lines[1:]))
    assert emberlog("verify", path).out == "checked 1 game: 1 unfinished\n"
    assert emberlog("replay", path, "--step", 29).code == 0


# --- info ---


def test_info_on_games() -> None:
    done = emberlog("info")
    assert "living_forest: rules 1, agents random, greedy" in done.out
    assert "--option players=2   possible: 2, 3, 4" in done.out
    found = json.loads(emberlog("info", "--json").out)
    assert [game["game"] for game in found["games"]] == list(engine.games())


def test_info_on_logs(logs: Path) -> None:
    found = json.loads(emberlog("info", logs, "--json").out)
    assert [row["seed"] for row in found] == ["7", "8", "9"]
    assert [row["line"] for row in found] == [1, len(log_lines(7)) + 1, 1]
    assert found[2]["seats"] == "Aki, ベン"
    assert found[0]["steps"] == len(log_lines(7)) - 2
    assert found[0]["id"] == json.loads(log_lines(7)[-1])["id"]
    assert "Aki, ベン" in emberlog("info", logs).out


# --- scenarios ---

SCENARIO = """# LF-3.1  Both draw first.

game living_forest players=2

acts
----
p1 p2
"""


def test_scenarios_of_all_games_hold() -> None:
    done = emberlog("scenario")
    assert done.code == 0
    assert re.fullmatch(r"ran (\d[\d,]*) scenarios: \1 fine\n", done.out)
    assert emberlog("scenario", "living_forest").code == 0


def test_a_failing_scenario_is_named_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "good.txt").write_text(SCENARIO)
    wrong = tmp_path / "wrong.txt"
    wrong.write_text(SCENARIO + "\n" + SCENARIO.replace("p1 p2", "p2"))
    slip = tmp_path / "slip.txt"
    slip.write_text("game living_forest players=2\n\nnope\n")
    done = emberlog("scenario", tmp_path, "--junit", tmp_path / "report.xml")
    assert done.code == 1
    first, second, summary = done.out.splitlines()
    assert first.startswith(f"{slip}:3: 'nope' is no record")
    assert second.startswith(f"{wrong}:13: ")
    assert summary == "ran 4 scenarios: 2 fine, 2 failed"
    suite = ElementTree.parse(tmp_path / "report.xml").getroot()
    assert (suite.get("tests"), suite.get("failures")) == ("4", "2")


def test_accepting_writes_what_happens(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text(SCENARIO.replace("p1 p2", "nobody"))
    done = emberlog("scenario", path, "--accept")
    assert done == (0, f"{path}\nran 1 scenario: 1 fine\n", "")
    assert path.read_text() == SCENARIO
    assert emberlog("scenario", path, "--accept").out == "ran 1 scenario: 1 fine\n"


def test_accepting_is_refused_in_a_build(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text(SCENARIO.replace("p1 p2", "nobody"))
    done = emberlog("scenario", path, "--accept", env={"CI": "true"})
    assert (done.code, done.out) == (2, "")
    assert "refused while CI is set" in done.err
    assert "nobody" in path.read_text()


def test_no_scenarios_are_not_green(tmp_path: Path) -> None:
    assert emberlog("scenario", tmp_path)[:2] == (4, "ran 0 scenarios: 0 fine\n")
    assert emberlog("scenario", "nope").code == 2
    (tmp_path / "x.txt").write_bytes(b"\xff")
    assert (
        emberlog("scenario", tmp_path).out.splitlines()[0] == f"{tmp_path / 'x.txt'}: this is no UTF-8 text"
    )


# --- rules ---


def test_rules_are_shown_by_id() -> None:
    done = emberlog("rules", "show", "living_forest", "LF-6.6", "lf-9")
    lines = done.out.splitlines()
    assert lines[0].startswith("LF-6.6  ")
    assert [line.split()[0] for line in lines[1:]] == [
        rule for rule in engine.rule_texts("living_forest") if rule.startswith("LF-9.")
    ]
    found = json.loads(emberlog("rules", "show", "living_forest", "--json").out)
    assert [rule["id"] for rule in found] == list(engine.rule_texts("living_forest"))
    none = emberlog("rules", "show", "living_forest", "LF-6.99")
    assert none.code == 2
    assert "there is no rule 'LF-6.99'; there are " in none.err
    assert emberlog("rules", "show", "chess").code == 3


def test_every_rule_is_exercised() -> None:
    done = emberlog("rules", "coverage", "--json")
    assert (done.code, done.err) == (0, "")
    found = json.loads(done.out)
    assert list(found) == list(engine.games())
    rows = found["living_forest"]["rules"]
    assert [row["id"] for row in rows] == list(engine.rule_texts("living_forest"))
    table = emberlog("rules", "coverage", "living_forest")
    assert len(table.out.splitlines()) == len(rows) + 4
    assert "OPEN" not in table.out


def test_a_rule_that_nothing_exercises_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "prose", lambda name: {"LF-99.9": "no such rule"})
    done = emberlog("rules", "coverage", "living_forest")
    assert done.code == 1
    assert "LF-99.9 is cited, but is no rule" in done.err
    assert "LF-0.6 has no scenario and no event" in done.err
    assert "OPEN" in done.out


def test_coverage_counts_other_logs_too(logs: Path, bad: Path) -> None:
    def events(*words: object) -> dict[str, int]:
        rows = json.loads(emberlog("rules", "coverage", "living_forest", "--json", *words).out)[
            "living_forest"
        ]["rules"]
        return {row["id"]: row["events"] for row in rows}

    alone, more = events(), events("--logs", logs)
    assert more["LF-4.3"] > alone["LF-4.3"]
    done = emberlog("rules", "coverage", "living_forest", "--logs", bad)
    assert done.code == 1
    assert f"{bad}:{line_of_bad()}: step 5" in done.err


# --- printing ---


def test_tables_in_a_pipe_are_plain_and_whole(logs: Path) -> None:
    done = emberlog("info", logs, env={"COLUMNS": "20"})
    ident = json.loads(log_lines(7)[-1])["id"]
    assert ident in done.out
    assert "\x1b" not in done.out
    assert not any(line.endswith(" ") for line in done.out.splitlines())


def test_text_that_the_output_cannot_write_is_spelled_out(logs: Path) -> None:
    from typer.testing import CliRunner

    result = CliRunner(charset="ascii").invoke(cli.app, ["replay", str(logs / "b.jsonl.gz"), "--step", "1"])
    assert result.exit_code == 0
    assert b"\\u30d9\\u30f3" in result.stdout_bytes


def test_a_recorded_game_from_standard_output_is_the_same(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    done = emberlog("play", "living_forest", "--seed", 7, "--agents", "greedy,random", "-o", "-")
    assert done.out.encode() == b"".join(log_lines(7))
    assert done.err == f"living_forest: seed 7, {len(log_lines(7)) - 2} steps\n"
    path = tmp_path / "x"
    path.write_text(done.out)
    (game,) = recorded(path)
    assert isinstance(game, Recorded)
