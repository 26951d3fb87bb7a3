"""Batches of games: the same files whatever the number of processes, and workers that may die."""

import json
import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from command import emberlog, log_lines

import engine
from engine.core.errors import BadOption
from engine.core.log import Recorded
from engine.core.play import read_options
from ingest import batch, verifying
from ingest.batch import play_batch, seed_of
from ingest.files import FileTrouble, log_files, recorded
from ingest.pool import Ready, WorkerDied, in_order
from ingest.verifying import verify_files


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def batch_of(folder: Path, count: int = 12, **more: Any) -> batch.BatchReport:
    game = engine.load("living_forest")
    more = {"per_file": 5, "agents": ["greedy"], "first_seed": 7, **more}
    return play_batch(game, read_options(game, {"players": "2"}), count=count, folder=folder, **more)


# --- the command ---


def test_play_writes_logs_that_verify(tmp_path: Path) -> None:
    words = ["play", "living_forest", "-n", 5, "--seed", 7, "--option", "players=3", "-o", tmp_path]
    done = emberlog(*words, "--agents", "greedy,random,random", "--names", "Aki,Ben,Chloé")
    assert (done.code, done.err) == (0, "")
    first, wins, name = done.out.splitlines()
    assert re.fullmatch(r"living_forest: 5 games, [\d,]+ steps, seeds 7 to 11", first)
    assert sum(map(int, re.findall(r" (\d+)(?:,|$)", wins))) == 5
    assert log_files([tmp_path]) == [Path(name)]
    games = [game for game in recorded(Path(name)) if isinstance(game, Recorded)]
    headers = [json.loads(game.header) for game in games]
    assert [header["seed"] for header in headers] == ["7", "8", "9", "10", "11"]
    assert headers[0]["seats"][2] == {"name": "Chloé", "agent": "random"}
    assert emberlog("verify", tmp_path).out == "checked 5 games: 5 fine\n"


def test_play_as_json(tmp_path: Path) -> None:
    found = json.loads(
        emberlog("play", "living_forest", "-n", 2, "--seed", "cup", "-o", tmp_path, "--json").out
    )
    assert (found["games"], found["first_seed"], found["last_seed"]) == (2, "cup", "cup-1")
    assert [Path(name).name for name in found["files"]] == [path.name for path in tmp_path.iterdir()]
    assert found["bytes"] == sum(path.stat().st_size for path in tmp_path.iterdir())
    assert sum(found["wins"]) >= 2


def test_t07_a_drawn_seed_is_told_and_stored(tmp_path: Path) -> None:
    done = emberlog("play", "living_forest", "-n", 2, "-o", tmp_path)
    match = re.fullmatch(r"seed (\d+) \(drawn; --seed \1 plays the same again\)\n", done.err)
    assert match is not None
    (path,) = tmp_path.iterdir()
    once = path.read_bytes()
    again = emberlog("play", "living_forest", "-n", 2, "-o", tmp_path, "--seed", match[1])
    assert again.out == done.out
    assert path.read_bytes() == once
    assert (
        emberlog("play", "living_forest", "-o", "-").err != emberlog("play", "living_forest", "-o", "-").err
    )


@pytest.mark.parametrize(
    ("words", "code", "what"),
    [
        (["chess"], 3, "there is no game 'chess' here; there are: "),
        (["living_forest", "--option", "players=9"], 2, "players: 2, 3, 4"),
        (["living_forest", "--option", "moon=1"], 2, "no option 'moon'"),
        (["living_forest", "--option", "players"], 2, "key=value"),
        (["living_forest", "--agents", "deep"], 2, "there are: random, greedy"),
        (["living_forest", "--agents", "random,random,random"], 2, "2 players need 1 or 2 agents"),
        (["living_forest", "--names", "Aki"], 2, "2 players need 2 names"),
        (["set_a_watch", "--agents", "random,random"], 2, "1 player needs 1 agent, not 2"),
        (["set_a_watch", "--names", "Aki,ベン"], 2, "1 player needs 1 name, not 2"),
        (["living_forest", "--names", "a,\udcff"], 2, "UTF-8"),
        (["living_forest", "--seed", ""], 2, "not an empty one"),
        (["living_forest", "--seed", "x" * 65], 2, "at most 64 bytes"),
        (["living_forest", "--seed", "x" * 64, "-n", "2"], 2, "at most 64 bytes"),
        (["living_forest", "--seed", "a\nb"], 2, "can be printed"),
        (["living_forest", "-o", "-", "-n", "2"], 2, "one game"),
        (["living_forest", "-o", "/dev/null/x"], 1, "/dev/null/x"),
    ],
)
def test_what_cannot_be_played_is_said_before_anything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], code: int, what: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = emberlog("play", *words, *([] if "--seed" in words else ["--seed", "7"]))
    assert (done.code, done.out) == (code, "")
    assert what in done.err
    assert len(done.err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_game_may_be_left_early(tmp_path: Path) -> None:
    done = emberlog("play", "living_forest", "--seed", 7, "--step-limit", 30, "-o", tmp_path)
    assert done.out.startswith("living_forest: 1 game, 1 unfinished, 30 steps, seeds 7\n")
    assert emberlog("verify", tmp_path).out == "checked 1 game: 1 unfinished\n"


# --- batches ---


@pytest.mark.parametrize("packing", ["jsonl", "gz", "zst"])
def test_bytes_do_not_depend_on_the_number_of_processes(tmp_path: Path, packing: str) -> None:
    one = batch_of(tmp_path / "one", format=packing)
    two = batch_of(tmp_path / "two", format=packing, jobs=2)
    assert len(one.files) == 3
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    assert (one.steps, one.wins, one.games, one.bytes) == (two.steps, two.wins, two.games, two.bytes)
    before = contents(tmp_path / "one")
    batch_of(tmp_path / "one", format=packing)
    assert contents(tmp_path / "one") == before


def test_games_do_not_depend_on_their_batch(tmp_path: Path) -> None:
    batch_of(tmp_path, format="jsonl", per_file=12, agents=["greedy", "random"])
    (path,) = tmp_path.iterdir()
    lines = path.read_bytes()
    assert b"".join(log_lines(9)) in lines
    assert lines.startswith(b"".join(log_lines(7)))


def test_different_batches_have_different_files(tmp_path: Path) -> None:
    game = engine.load("living_forest")
    three = read_options(game, {"players": "3"})
    found = [
        *batch_of(tmp_path, 2).files,
        *batch_of(tmp_path, 2, agents=["random"]).files,
        *batch_of(tmp_path, 2, names=["a", "b"]).files,
        *batch_of(tmp_path, 2, first_seed=8).files,
        *batch_of(tmp_path, 3).files,
        *batch_of(tmp_path, 2, first_seed="7x").files,
        *batch_of(tmp_path, 2, first_seed="8x").files,
        *batch_of(tmp_path, 2, first_seed="../../x").files,
        *batch_of(tmp_path, 2, step_limit=30).files,
        *batch_of(tmp_path, 2, format="gz").files,
        *play_batch(game, three, ["greedy"], 7, 2, tmp_path).files,
    ]
    assert len(set(found)) == len(found)
    assert sorted(found) == sorted(tmp_path.iterdir())
    assert all(
        re.fullmatch(r"living_forest-[0-9a-f]{6}--?\d+--?\d+\.jsonl\.(gz|zst)", path.name) for path in found
    )


@pytest.mark.parametrize(
    ("first", "seeds"),
    [
        ("7", ["7", "8", "9"]),
        ("-1", ["-1", "0", "1"]),
        (str(2**64), [str(2**64), str(2**64 + 1), str(2**64 + 2)]),
        ("007", ["007", "007-1", "007-2"]),
        ("7.0", ["7.0", "7.0-1", "7.0-2"]),
        ("-", ["-", "--1", "--2"]),
        ("🎲", ["🎲", "🎲-1", "🎲-2"]),
        ("٣", ["٣", "٣-1", "٣-2"]),
    ],
)
def test_seeds_of_a_batch(first: str, seeds: list[str]) -> None:
    assert [seed_of(first, index) for index in range(3)] == seeds


def test_a_full_disk_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    name = batch_of(tmp_path / "other", 2).files[0].name
    (folder / f"{name}.part").symlink_to("/dev/full")
    with pytest.raises(FileTrouble, match="cannot be written: No space left on device"):
        batch_of(folder, 2)
    assert not (folder / name).exists()


# --- workers ---


def dies_once(marker: Path) -> str:
    """Ends its process the first time."""
    if marker.name != "calm" and not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return marker.name


def dies(marker: Path) -> str:
    os.kill(os.getpid(), signal.SIGKILL)
    return ""


def fails(number: int) -> int:
    if number == 3:
        raise FileTrouble(Path("x"), "cannot be written: it is the third")
    return number


def test_work_of_a_worker_that_died_is_done_again(tmp_path: Path) -> None:
    units = [tmp_path / "a", tmp_path / "calm", tmp_path / "b", tmp_path / "c", *[tmp_path / "calm"] * 9]
    assert list(in_order(dies_once, units, 2)) == [unit.name for unit in units]


def test_a_unit_that_always_kills_is_named_at_last(tmp_path: Path) -> None:
    with pytest.raises(WorkerDied, match="died 3 times"):
        list(in_order(dies, [tmp_path] * 3, 2))


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_a_unit_raises_comes_out_in_its_place(jobs: int) -> None:
    results = in_order(fails, range(9), jobs)
    assert [next(results) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(FileTrouble, match="it is the third"):
        next(results)


def test_large_files_are_shared_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verifying, "SPLIT_BYTES", 1000)
    monkeypatch.setattr(verifying, "PIECE", 5)
    monkeypatch.setattr("ingest.files._CHUNK", 1 << 12)
    batch_of(tmp_path, per_file=12)
    (tmp_path / "empty.jsonl").touch()
    one = list(verify_files(log_files([tmp_path]), jobs=1))
    two = list(verify_files(log_files([tmp_path]), jobs=2))
    assert one == two
    assert [len(file.verdicts) for file in one] == [1, 12]
    assert not one[0].is_good
    assert one[1].is_good
    assert [file.path for file in verify_files(log_files([tmp_path]), jobs=2, fail_fast=True)] == [
        tmp_path / "empty.jsonl"
    ]


def test_progress_counts_up_to_the_whole(tmp_path: Path) -> None:
    played: list[tuple[int, int]] = []
    batch_of(tmp_path, progress=lambda done, total: played.append((done, total)))
    assert played == [(5, 12), (10, 12), (12, 12)]
    checked: list[tuple[int, int]] = []
    list(verify_files(log_files([tmp_path]), progress=lambda done, total: checked.append((done, total))))
    total = sum(path.stat().st_size for path in tmp_path.iterdir())
    assert [done for done, _ in checked] == sorted(done for done, _ in checked)
    assert checked[-1] == (total, total)


@pytest.mark.parametrize("jobs", [1, 2])
def test_units_are_asked_for_a_few_ahead_and_may_be_ready(jobs: int) -> None:
    asked: list[int] = []

    def units() -> Iterator[int | Ready[int]]:
        for number in range(100):
            asked.append(number)
            yield Ready(-number) if number % 3 == 0 else number

    results = in_order(abs, units(), jobs)
    assert [next(results) for _ in range(5)] == [0, 1, 2, -3, 4]
    assert len(asked) <= 5 + 4 * jobs
    assert list(results) == [-number if number % 3 == 0 else number for number in range(5, 100)]


def test_names_and_agents_must_fit() -> None:
    with pytest.raises(BadOption, match="2 players need 2 names, not 1"):
        batch.seat_lines(["random", "random"], ["a"])
