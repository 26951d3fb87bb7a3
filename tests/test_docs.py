"""The documents on the command line and on logs say what is true: commands, options, codes and examples are run."""

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any, get_args

import pytest
from command import PROGRAM, emberlog, log_lines

import cli
from engine.core import chance
from engine.core.log import Recorded, read_end, read_header, recorded_games
from engine.core.replay import Status

ROOT = Path(__file__).resolve().parent.parent
CLI = (ROOT / "docs" / "cli.md").read_text("utf-8")
LOG = (ROOT / "docs" / "log-format.md").read_text("utf-8")
PLACES = {"play", "verify", "replay", "scenario", "rules show", "rules coverage", "ingest", "rebuild", "export", "query",
          "stats", "dashboard", "demo", "info", "rules diff", "bless", "perft", "fuzz"}  # fmt: skip


def rows(text: str, heading: str) -> list[list[str]]:
    """The cells of the first table after a heading (`|` inside of code does not end a cell here)."""
    lines = text[text.index(heading) :].splitlines()
    start = next(place for place, line in enumerate(lines) if line.startswith("| ---"))
    found = []
    for line in lines[start + 1 :]:
        if not line.startswith("|"):
            break
        found.append([cell.strip() for cell in re.split(r" \| (?!head)", line.strip("| "))])
    return found


# --- docs/cli.md ---


def test_the_table_has_every_command_with_every_option() -> None:
    table = {}
    for command, _, options in rows(CLI, "# The command"):
        words = re.findall(r"[a-z]+", command)
        table[" ".join(words[:2]) if words[0] == "rules" else words[0]] = options
    assert set(table) == set(cli.EXAMPLES) == PLACES
    for name, options in table.items():
        told = set(re.findall(r"`(-[-\w]+)", options))
        listed = re.findall(
            r"^  (?:(-\w), )?(--[\w-]+)(?:, (-\w))?", emberlog(*name.split(), "--help").out, re.MULTILINE
        )
        known = [{word for word in names if word} for names in listed if "--help" not in names]
        for option in told:
            assert any(option in names for names in known), f"{name} has no {option}"
        for names in known:
            assert names & told, f"{name} {names} is not in docs/cli.md"


def test_the_exit_codes_are_those_of_the_program() -> None:
    codes = {cli.FINE, cli.FOUND, cli.USAGE, cli.CANNOT_REPLAY, cli.NOTHING, cli.DAMAGED, cli.INTERRUPTED,
             cli.PIPE_CLOSED}  # fmt: skip
    assert [int(row[0]) for row in rows(CLI, "## Exit codes")] == sorted(codes)


def shell(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PATH": f"{PROGRAM.parent}{os.pathsep}{os.environ['PATH']}"}
    return subprocess.run(
        ["bash", "-c", command], cwd=folder, env=env, capture_output=True, text=True, timeout=120
    )


def test_every_example_runs(tmp_path: Path) -> None:
    """In their order, in one folder: each uses what those before have made. The dashboard has a test of its own."""
    for name, command in cli.EXAMPLES.items():
        if name != "dashboard":
            done = shell(command, tmp_path)
            fine = (
                (0, 1) if name == "rules diff" else (0,)
            )  # 1: a rule under work differs from the last commit
            assert done.returncode in fine, f"{command}: {done.stderr}"
            assert done.stdout, command


def test_the_names_of_files_are_as_described(tmp_path: Path) -> None:
    assert "`GAME-TAG-FIRST-LAST.jsonl.zst`" in CLI
    emberlog("play", "living_forest", "-n", 3, "--seed", 7, "-o", tmp_path)
    (path,) = tmp_path.iterdir()
    assert re.fullmatch(r"living_forest-[0-9a-f]{6}-7-9\.jsonl\.zst", path.name)


def test_replay_gives_the_fields_that_are_described(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(b"".join(log_lines(7)))
    told = {name for row in rows(CLI, "## What `replay` shows") for name in re.findall(r"`(\w+)`", row[0])}
    given: set[str] = set()
    for line in emberlog("replay", path, "--json", "--seat", "all").out.splitlines():
        given |= set(json.loads(line))
    assert given == told


# --- docs/log-format.md ---


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", LOG, re.DOTALL)


@pytest.fixture(scope="module")
def by_hand() -> dict[str, Any]:
    """What the Python of the document defines; its own claims are checked on the way."""
    (code,) = blocks("python")
    assert code.count("assert ") == 3
    names: dict[str, Any] = {}
    exec(compile(code, "docs/log-format.md", "exec"), names)
    return names


def test_chance_by_hand_is_the_engine_s(by_hand: dict[str, Any]) -> None:
    for seed in ("7", "-7", "🎲", "x" * 64):
        for label in ("p1 deck 0", "ベン"):
            cards = list(range(52))
            assert by_hand["shuffled"](seed, label, cards) == chance.shuffled(seed, label, cards)
            assert by_hand["rolled"](seed, label, [1, 2, 3, 4, 5, 6], 20) == chance.rolled(
                seed, label, [1, 2, 3, 4, 5, 6], 20
            )
            assert by_hand["picked"](seed, label, cards) == chance.picked(seed, label, cards)


def test_the_id_by_hand_is_the_log_s(by_hand: dict[str, Any]) -> None:
    lines = [line.decode() for line in log_lines(7, names=["Aki", 'ベ\u2028"\\\x01ン'])]
    assert by_hand["game_id"](lines) == json.loads(lines[-1])["id"]
    header = json.loads(lines[0])
    again = {"meta": {"source": "a table"}, **{key: header[key] for key in reversed(header)}}
    assert by_hand["game_id"]([json.dumps(again), *lines[1:]]) == json.loads(lines[-1])["id"]


def test_the_example_lines_read() -> None:
    header, setup, step, end = blocks("json")[0].splitlines()
    found = read_header(header.encode(), 1)
    assert (found.emberlog, found.game, found.seed) == (1, "living_forest", "7")
    assert list(json.loads(setup)) == ["n", "seat", "action", "chance", "check"]
    assert json.loads(step)["action"] == {"kind": "take_fire", "value": 3}
    assert read_end(end.encode(), 4).end.reason == "LF-9.7"


def test_the_shortest_log_is_one(tmp_path: Path, by_hand: dict[str, Any]) -> None:
    text = blocks("json")[1]
    path = tmp_path / "shortest.jsonl"
    path.write_text(text)
    assert emberlog("verify", path).out == "checked 1 game: 1 unfinished\n"
    told = re.search(r"its id is `([0-9a-f]{32})`", LOG)
    assert told is not None
    assert json.loads(emberlog("verify", path, "--json").out)["games"][0]["id"] == told[1]
    assert by_hand["game_id"](text.splitlines()) == told[1]
    words = ("--seed", 7, "--names", "Aki,ベン", "--step-limit", 1, "-o", "-")
    assert emberlog("play", "living_forest", *words).out == text


def test_header_and_step_have_the_fields_that_are_described() -> None:
    told = {name for row in rows(LOG, "## Header") for name in re.findall(r"`(\w+)`", row[0])}
    (game,) = recorded_games(log_lines(7))
    assert isinstance(game, Recorded)
    header = set(json.loads(game.header))
    assert header <= told
    assert told - header == {"meta"}


def test_the_verdicts_are_those_of_the_program() -> None:
    named = {row[0].replace(" ", "_") for row in rows(LOG, "## What a replay finds")}
    assert named == set(get_args(Status))


@pytest.mark.parametrize(
    ("missing", "said"),
    [
        ("seed", "checked 1 game: 1 fine\n"),
        ("check", "checked 1 game: 1 fine (1 game without a check at every step)\n"),
        ("agent", "checked 1 game: 1 fine\n"),
        ("end", "checked 1 game: 1 unfinished\n"),
        ("chance", "1 diverged\n"),
    ],
)
def test_what_may_be_unknown(tmp_path: Path, by_hand: dict[str, Any], missing: str, said: str) -> None:
    lines = [json.loads(line) for line in log_lines(7)]
    if missing == "seed":
        del lines[0]["seed"], lines[0]["rng"]
    elif missing == "agent":
        for seat in lines[0]["seats"]:
            del seat["agent"]
    elif missing == "end":
        del lines[-1]
    else:
        for line in lines[1:-1]:
            line.pop(missing, None)
    texts = [json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in lines]
    if missing in ("seed", "agent"):
        lines[-1]["id"] = by_hand["game_id"](texts)
        texts[-1] = json.dumps(lines[-1])
    path = tmp_path / "x.jsonl"
    path.write_text("\n".join(texts) + "\n")
    assert emberlog("verify", path).out.endswith(said)
