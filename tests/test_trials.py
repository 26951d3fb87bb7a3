"""Nasty inputs and circumstances, by the numbers of the project's list of trials: a test is named after its trial.

Here are those about logs, ingest, database, text and statistics that have no better place; others stand in the
files of their subject under names that begin in the same way (see the last test).
"""

import itertools
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from command import PROGRAM, emberlog, process
from ingest_logs import content, count, played, write

import engine
from dashboard.models.packing import unpack
from dashboard.models.replay import build_frames
from engine.core.chance import given_seed
from engine.core.errors import BadOption
from engine.core.log import Recorded, Step, content_of_header, content_of_step, game_id, recorded_games
from engine.core.table import Table
from ingest.answers import packed_rows
from ingest.batch import play_batch
from ingest.database import Database
from ingest.store import ingest

BOTH = pytest.mark.parametrize("how", [[], ["--no-verify"]], ids=["verified", "as it stands"])
HERE = Path(__file__).resolve().parent


def stored(log: Path, *how: object) -> tuple[int, str, Path]:
    """Exit code and remarks of an ingest into a new database, and the database."""
    db = log.with_name(f"{log.name}.duckdb")
    done = emberlog("ingest", log, "--db", db, "-j", 1, *how)
    return done.code, done.err, db


def sealed(lines: list[bytes], **end: Any) -> list[bytes]:
    """The lines with an end line that fits them, whatever they say."""
    last = json.loads(lines[-1])
    last["end"] |= end
    last["steps"] = len(lines) - 2
    last["id"] = game_id(
        content_of_header(lines[0].strip()) + b"".join(content_of_step(line.strip()) for line in lines[1:-1])
    )
    return [*lines[:-1], json.dumps(last, separators=(",", ":")).encode() + b"\n"]


def changed(line: bytes, **fields: Any) -> bytes:
    return json.dumps(json.loads(line) | fields, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


# --- T1: cut off ---


@BOTH
def test_t01_a_log_cut_anywhere_is_stored_up_to_its_last_good_step(tmp_path: Path, how: list[str]) -> None:
    """Every 389th byte, and every 13th of the last line, with and without a line end: one ingest of all of them."""
    lines = played(1)
    data = b"".join(lines)
    cuts = [*range(0, len(data), 389), *range(len(data) - len(lines[-1]) - 2, len(data), 13), len(data) - 1]
    cuts = sorted(set(cuts))
    for cut in cuts:
        for end in (b"", b"\n"):
            (tmp_path / f"{cut:06}{len(end)}.jsonl").write_bytes(data[:cut] + end)
    db = tmp_path / "x.duckdb"
    done = emberlog("ingest", tmp_path, "--db", db, "-j", 1, *how)
    assert done.code == 1
    told = {
        match[1]: int(match[2] or 0) for match in re.finditer(r"/(\d+)\.jsonl(?::([1-9]\d*))?: ", done.err)
    }
    assert len(done.err.splitlines()) == len(told)
    for cut in cuts:
        for end in (0, 1):
            whole, rest = data[:cut].count(b"\n"), data[:cut].rpartition(b"\n")[2]
            is_whole_line = bool(rest) and data[cut : cut + 1] == b"\n"
            line = 0 if not data[:cut].strip() else whole + 1
            assert told.get(f"{cut:06}{end}") == (None if cut and (not rest or is_whole_line) else line), cut
    (game,) = Database(db).games().to_dicts()  # only what came to the last line of the end is finished
    assert (game["finished"], game["steps"]) == (True, len(lines) - 2)  # the cut of the last line end alone
    (tmp_path / "cut").mkdir()
    (tmp_path / "cut" / "a.jsonl").write_bytes(data[: len(data) - 2])
    ingest([tmp_path / "cut"], tmp_path / "y.duckdb", verify=not how)
    assert Database(tmp_path / "y.duckdb").games()["finished"].to_list() == [False]
    (row,) = Database(tmp_path / "y.duckdb").rejected().to_dicts()
    assert row["good_steps"] == len(lines) - 2


# --- T3: the same game twice ---


@BOTH
def test_t03_the_same_game_written_otherwise_is_there_already(tmp_path: Path, how: list[str]) -> None:
    """Whichever comes first, what is told of the game is the same."""
    game = played(3)
    values = [json.loads(line) for line in game]
    turned = [{key: value[key] for key in reversed(value)} for value in values]
    written = {
        "plain": b"".join(game),
        "renamed": b"".join(game),
        "crlf": b"".join(line.replace(b"\n", b"\r\n") for line in game),
        "keys": b"".join(json.dumps(value).encode() + b"\n" for value in turned),
        "indented": b"".join(json.dumps(value, indent=2).encode() + b"\n" for value in values),
        "margin": b"".join(json.dumps(value, indent=0).encode() + b"\n" for value in turned),
        "tabs": b"".join(json.dumps(value, indent="\t").encode() + b"\r\n" for value in values),
    }
    logs = {name: tmp_path / f"{name}.jsonl" for name in written}
    for name, data in written.items():
        logs[name].write_bytes(data)
    tables = []
    for first in written:
        db = tmp_path / f"{first}.duckdb"
        assert ingest([logs[first]], db, verify=not how).games_new == 1
        tables.append({table: rows for table, rows in content(db).items() if table != "game"})
        done = emberlog("ingest", *logs.values(), "--db", db, "-j", 1, *how)
        assert (done.code, done.out) == (0, "read 7 files: 0 new games (0 steps), 7 known\n"), first
        assert count(db, "game") == 1
    assert all(rows == tables[0] for rows in tables)


def test_t03_two_threads_that_bring_in_the_same_game(tmp_path: Path) -> None:
    db = tmp_path / "x.duckdb"
    logs = [write(tmp_path / f"{number}.jsonl", played(3)) for number in range(2)]
    reports: list[Any] = []
    threads = [threading.Thread(target=lambda log=log: reports.append(ingest([log], db))) for log in logs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted((report.games_new, report.games_known) for report in reports) == [(0, 1), (1, 0)]
    assert count(db, "game") == 1


def test_t03_a_game_without_what_one_seat_could_not_see_is_no_second_game(tmp_path: Path) -> None:
    """A log is the whole table's: without the other seat's chance it cannot be replayed, and is not counted."""
    game = played(3)
    db = tmp_path / "x.duckdb"
    ingest([write(tmp_path / "a.jsonl", game)], db)
    blind = []
    for line in game[1:-1]:
        step = json.loads(line)
        step["chance"] = [draw for draw in step.get("chance", []) if not draw[0].startswith("p2")]
        blind.append(json.dumps(step, separators=(",", ":")).encode() + b"\n")
    done = emberlog("ingest", write(tmp_path / "b.jsonl", [game[0], *blind, game[-1]]), "--db", db, "-j", 1)
    assert done.code == 1
    assert count(db, "game") == 1
    assert "it says it is the game at a.jsonl:1" in done.err


@BOTH
def test_t03_the_same_id_with_other_content_is_a_conflict_that_shows_both(
    tmp_path: Path, how: list[str]
) -> None:
    game = played(3)
    db = tmp_path / "x.duckdb"
    emberlog("ingest", write(tmp_path / "here.jsonl", played(4), game), "--db", db, "-j", 1, *how)
    before = content(db)
    step = next(number for number, line in enumerate(game) if b'"kind":"buy"' in line)
    other = game[step].replace(b'"slot":', b'"slot":1', 1) if not how else game[step].replace(b"buy", b"stop")
    other = re.sub(rb'"slot":\d+', b'"slot":' + (b"3" if b'"slot":2' in game[step] else b"2"), game[step])
    done = emberlog(
        "ingest",
        write(tmp_path / "there.jsonl", [*game[:step], other, *game[step + 1 :]]),
        "--db",
        db,
        "-j",
        1,
        *how,
    )
    assert done.code == 1
    first = len(played(4)) + 1
    seat = json.loads(other)["seat"] + 1
    assert (
        f"it says it is the game at here.jsonl:{first}, but differs from it first at step {step - 1}: "
        in done.err
    )
    there, here = re.search(r"there (.*), here (.*)$", done.err.strip()).groups()  # type: ignore[union-attr]
    assert there.startswith(f"p{seat} buy ")
    assert here.startswith(f"p{seat} buy ")
    assert there != here
    found = content(db)
    assert {table: rows for table, rows in found.items() if table != "rejected"} == {
        table: rows for table, rows in before.items() if table != "rejected"
    }
    renamed = [game[0].replace(b"Player 1", b"Somebody"), *game[1:]]
    done = emberlog("ingest", write(tmp_path / "renamed.jsonl", renamed), "--db", db, "-j", 1, *how)
    assert done.err.strip().endswith(f"it says it is the game at here.jsonl:{first}, whose header is another")
    done = emberlog(
        "ingest", write(tmp_path / "short.jsonl", [*game[:-2], game[-1]]), "--db", db, "-j", 1, *how
    )
    assert f"first at step {len(game) - 3}: there " in done.err
    assert done.err.strip().endswith(", here nothing")


# --- T5: other rules ---


@pytest.mark.parametrize("rules", ["0.0.1", "999", "", None, 3, 0, -1, "9f3c2ab", 1.5, True, [1], 2**70])
def test_t05_a_log_of_other_rules_cannot_be_replayed(tmp_path: Path, rules: object) -> None:
    lines = played(5)
    log = write(tmp_path / "a.jsonl", [changed(lines[0], rules=rules), *lines[1:]])
    done = emberlog("verify", log)
    assert done.code == 3
    written = repr(rules) if isinstance(rules, str) else json.dumps(rules)
    assert f"{log}:1: living_forest was recorded under rules {written}; these are rules 1\n" in done.out
    assert "not replayable" in done.out
    code, said, db = stored(log)
    assert code == 3
    assert "rules" in said
    assert count(db, "game") == 0


def test_t05_statistics_work_from_what_was_recorded_under_other_rules(tmp_path: Path) -> None:
    lines = played(5)
    lines[0] = changed(lines[0], rules=3)
    code, said, db = stored(write(tmp_path / "a.jsonl", sealed(lines)), "--no-verify")
    assert (code, said) == (0, "")
    done = emberlog("stats", "living_forest", "--db", db, "--json")
    (row,) = json.loads(done.out)["win rates by agent"]
    assert (row["value"], row["seats"], row["wins"]) == ("random", 2, 1.0)
    assert Database(db).games()["verified"].to_list() == [False]


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("game", lambda lines: [lines[0].replace(b"living_forest", b"chess"), *lines[1:]]),
        ("card", lambda lines: [lines[0], lines[1].replace(b'"bear"', b'"unicorn"'), *lines[2:]]),
        (
            "action",
            lambda lines: [*lines[:9], re.sub(rb'"kind":"\w+"', b'"kind":"castle"', lines[9]), *lines[10:]],
        ),
        ("rng", lambda lines: [lines[0].replace(b"blake2b-1", b"mt19937/v0"), *lines[1:]]),
        ("format", lambda lines: [lines[0].replace(b'"emberlog":1', b'"emberlog":2'), *lines[1:]]),
    ],
)
def test_t05_what_these_rules_lack_is_named(
    tmp_path: Path, name: str, change: Callable[[list[bytes]], list[bytes]]
) -> None:
    log = write(tmp_path / "a.jsonl", change(played(5)))
    done = emberlog("verify", log)
    assert (done.code, "not replayable" in done.out) == (3, True), done.out
    assert stored(log)[0] == 3


def test_t05_unknown_fields_are_borne_and_unknown_actions_are_not(tmp_path: Path) -> None:
    lines = played(5)
    lines[0] = changed(lines[0], club="Linden", table=7)
    assert stored(write(tmp_path / "a.jsonl", sealed(lines)))[:2] == (0, "")


# --- T7: seeds ---


@pytest.mark.parametrize(
    "seed", [1.0, True, -7.0, "+1", "01", "-0", "", "x" * 65, [], {}, " 1", "1\n", 1e999]
)
def test_t07_a_seed_that_is_none_is_refused(tmp_path: Path, seed: object) -> None:
    lines = played(1)
    text = json.dumps(seed).replace("Infinity", "1e999").encode()
    log = write(tmp_path / "a.jsonl", [lines[0].replace(b'"seed":"1"', b'"seed":' + text), *lines[1:]])
    done = emberlog("verify", log)
    is_another = seed in ("+1", "01", "-0", " 1")  # texts like any other: they draw other cards
    assert done.code == (1 if is_another else 5)
    assert ("the outcome is not the one of the seed" in done.out) == is_another
    assert "fine" not in done.out
    assert stored(log)[0] == 1


@pytest.mark.parametrize(
    ("seed", "what"),
    [
        (1, 'a seed is a text in a log: write "1" in place of 1'),
        (-(2**63), f'write "{-(2**63)}" in place of {-(2**63)}'),
        (True, "a seed is a text in a log, not true"),
        (1.0, "a seed is a text in a log, not 1.0"),
        ([], "a seed is a text in a log, not []"),
    ],
)
def test_t07_a_seed_of_a_log_that_is_no_text_is_told_in_our_words(
    tmp_path: Path, seed: object, what: str
) -> None:
    lines = played(1)
    log = write(tmp_path / "a.jsonl", [changed(lines[0], seed=seed), *lines[1:]])
    done = emberlog("verify", log)
    assert (done.code, what in done.out) == (5, True)
    assert what in stored(log)[1]
    assert what in emberlog("info", log).err


LOOKS_LIKE = {
    "01": "1", "1.0": None, "+1": "1", "-0": "0", " 1": "1", "1 ": "1", "1e3": None, "1E3": None, "00": "0",
    "-007": "-7", "1_000": "1000", "1,000": None, "\u2212" "1": None, "\uff11": "1", "\u0663": "3", "0x10": "16",
    "- 7": None, "7.": None, "1e-3": None, "1.5": None, ".5": None, "1e999": None, "1,2": None, "1e99999999999999": None,
}  # fmt: skip
"""Texts that stand for a number and are not how it is written, and how it is."""


@pytest.mark.parametrize("seed", LOOKS_LIKE)
def test_t07_what_looks_like_a_number_is_one_or_is_refused(tmp_path: Path, seed: str) -> None:
    """It would be a stream of its own, which nobody means."""
    wanted = LOOKS_LIKE[seed]
    how = "a number is an integer in plain digits, like 7 or -7" if wanted is None else f"write {wanted}"
    said = f"emberlog: the seed {seed!r} looks like a number and is not written like one: {how}\n"
    words = ["--seed", seed]
    for command in (
        ["play", "living_forest", "-o", tmp_path / "logs"],
        ["perft", "living_forest", "--depth", 0],
        ["fuzz", "living_forest", "--games", 1],
        ["rules", "diff", "--games", 1],
    ):
        assert emberlog(*command, *words) == (2, "", said)
    assert not (tmp_path / "logs").exists()
    game = engine.load("living_forest")
    with pytest.raises(BadOption):
        play_batch(game, game.configurations()[0], ["random"], seed, 1, tmp_path / "logs")


@pytest.mark.parametrize(
    "seed", ["true", "nan", "🎲", "7x", "x7", "1-2", "2026-05-01", "v1.0", "e3", "½", "_", "+"]
)
def test_t07_other_texts_stay_texts(seed: str) -> None:
    assert given_seed(seed) == seed
    assert emberlog("perft", "living_forest", "--depth", 0, "--seed", seed).code == 0


@pytest.mark.parametrize("seed", [-1, 0, 1, 2**53 + 1, 2**64, 2**200, "🎲", "cup"])
def test_t07_a_seed_is_told_in_a_form_that_plays_the_same_again(tmp_path: Path, seed: int | str) -> None:
    done = emberlog("play", "living_forest", "--seed", seed, "-o", "-")
    header = json.loads(done.out.split("\n")[0])
    assert header["seed"] == str(seed)
    assert emberlog("play", "living_forest", "--seed", header["seed"], "-o", "-").out == done.out
    assert emberlog("verify", "-", stdin=done.out.encode()).code == 0


# --- T9: no numbers ---


ODD = ["NaN", "Infinity", "-Infinity", "1e999", "-1e999", "1e400"]


@BOTH
@pytest.mark.parametrize("odd", ODD)
def test_t09_a_score_that_is_no_number_is_refused_with_its_path(
    tmp_path: Path, odd: str, how: list[str]
) -> None:
    lines = played(9)
    lines[-1] = re.sub(rb'"scores":\[\[(\d+),\d+', rb'"scores":[[\1,' + odd.encode(), lines[-1])
    code, said, db = stored(write(tmp_path / "a.jsonl", lines, played(10)), *how)
    assert code == 1
    assert f":{len(lines)}: this line does not read: $.end.scores[0][1] is {odd}, which is no number" in said
    assert emberlog("verify", tmp_path / "a.jsonl").out.startswith(f"{tmp_path}/a.jsonl:{len(lines)}: ")
    (row,) = json.loads(emberlog("stats", "living_forest", "--db", db, "--json").out)["win rates by agent"]
    assert (row["games"], row["excluded"]) == (1, 1)  # the other game counts, this one is unfinished
    scores = Database(db).named("score_summary", game="living_forest")
    assert scores["mean"].is_finite().all()


@pytest.mark.parametrize("odd", ['"NaN"', "1.5", "true", "null", "[]", "1e3"])
def test_t09_a_score_of_another_kind_is_refused_with_its_path(tmp_path: Path, odd: str) -> None:
    lines = played(9)
    lines[-1] = re.sub(rb'"scores":\[\[\d+', b'"scores":[[' + odd.encode(), lines[-1])
    code, said, _ = stored(write(tmp_path / "a.jsonl", lines))
    assert (code, "`$.end.scores[0][0]`" in said) == (1, True)


@BOTH
@pytest.mark.parametrize("odd", ODD[3:] + ODD[:1])
@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        (b'"emberlog":1', b'"emberlog":1,"x":{"a":[1,ODD]}', "$.x.a[1]"),
        (b'"options":{', b'"options":{"odd":ODD,', "$.options.odd"),
        (b'"rules":1', b'"rules":ODD', "$.rules"),
        (b'"emberlog":1', b'"emberlog":1,"meta":{"rating":ODD}', "$.meta.rating"),
    ],
)
def test_t09_no_number_goes_anywhere_in_a_header(
    tmp_path: Path, odd: str, old: bytes, new: bytes, place: str, how: list[str]
) -> None:
    lines = played(9)
    lines[0] = lines[0].replace(old, new.replace(b"ODD", odd.encode()))
    code, said, db = stored(write(tmp_path / "a.jsonl", lines), *how)
    assert code == 1
    assert f":1: this header does not read: {place} is {odd}, which is no number" in said
    assert count(db, "game") == 0


def test_t09_our_own_json_has_no_such_number(tmp_path: Path) -> None:
    code, _, db = stored(write(tmp_path / "a.jsonl", played(9)))
    assert code == 0
    for sql in ("SELECT 'nan'::DOUBLE AS x", "SELECT 'inf'::DOUBLE AS x, '-infinity'::FLOAT AS y"):
        out = emberlog("query", sql, "--db", db, "--format", "json").out
        json.loads(out, parse_constant=pytest.fail)


# --- T11: line separators inside of texts ---


@BOTH
def test_t11_line_separators_in_names_separate_no_lines(tmp_path: Path, how: list[str]) -> None:
    names = ["a\u2028b\u2029", "c\u0085d\x0b\x0c\x1c\x1d\x1e"]
    lines = played(11, names=names)
    raw = json.dumps(json.loads(lines[0]), ensure_ascii=False, separators=(",", ":"))
    for control in "\x0b\x0c\x1c\x1d\x1e":  # these JSON must escape, the others it need not
        assert json.dumps(control)[1:-1] in raw
    assert "\u2028" in raw
    assert "\u0085" in raw
    code, said, db = stored(write(tmp_path / "a.jsonl", [raw.encode() + b"\n", *lines[1:]]), *how)
    assert (code, said) == (0, "")
    assert Database(db).frame("SELECT name FROM seat ORDER BY seat")["name"].to_list() == names
    assert Database(db).games()["names"].to_list() == [names]


# --- T12: names like SQL, Markdown, HTML ---


NAMES = ["Robert'); DROP TABLE games;--", "O'Kennedy", '"; SELECT 1', "%", "_", "$x$", ":red[hi]", ":material/home:",
         "[x](javascript:alert(1))", "<img src=x onerror=alert(1)>", "# Title", "../../etc", "{0}%s", "=1+1"]  # fmt: skip


def test_t12_names_come_out_of_the_database_as_they_went_in(tmp_path: Path) -> None:
    for number, name in enumerate(NAMES):
        write(tmp_path / f"{number}.jsonl", played(100 + number, names=[name, "other"], limit=20))
    db = tmp_path / "x.duckdb"
    assert emberlog("ingest", tmp_path, "--db", db, "-j", 1)[:1] == (0,)
    database = Database(db)
    for name in NAMES:
        rows = database.games(text=name).to_dicts()
        assert name in [row["names"][0] for row in rows]
        assert all(name in f"{row['names']}" or name in row["names"][0] for row in rows)  # and no pattern
        found = database.frame("SELECT name FROM seat WHERE name = ?", [name])
        assert found["name"].to_list() == [name]
    out = emberlog("query", "SELECT name FROM seat WHERE name <> 'other'", "--db", db, "--format", "json").out
    assert sorted(row["name"] for row in json.loads(out)) == sorted(NAMES)
    assert count(db, "game") == len(NAMES)


# --- T14: marks and line ends ---


@pytest.mark.parametrize("name", ["UTF-16", "UTF-32"])
@pytest.mark.parametrize("order", ["", "-le", "-be", "mark be"])
def test_t14_utf_16_and_utf_32_are_named(tmp_path: Path, name: str, order: str) -> None:
    """With a mark in both orders of bytes, and without one."""
    text = b"".join(played(14)).decode()
    text, code = (f"\ufeff{text}", f"{name}-be") if order == "mark be" else (text, name + order)
    (tmp_path / "a.jsonl").write_bytes(text.encode(code))
    done, said, _ = stored(tmp_path / "a.jsonl")
    assert (done, f"{name} text; a log is UTF-8" in said) == (1, True)
    assert name in emberlog("verify", tmp_path / "a.jsonl").out
    broken = next(recorded_games(text.encode(code).split(b"\n")))
    assert not isinstance(broken, Recorded)
    assert broken.what == f"this is not UTF-8 text ({name}, or a binary file)"


def test_t14_line_ends_are_no_content(tmp_path: Path) -> None:
    game = [line.rstrip(b"\n") for line in played(14)]
    mixed = b"".join(
        line + [b"\n", b"\r\n", b"\r", b" \t\n\n", b"\r\n\r\n"][n % 5] for n, line in enumerate(game)
    )
    for name, data in {
        "lf": b"\n".join(game), "crlf": b"\r\n".join(game), "cr": b"\r".join(game), "mixed": mixed,
        "mark": b"\xef\xbb\xbf" + b"\n".join(game), "tabs": b"\n".join(b"\t" + line + b"  " for line in game),
        "blank": b"\n\n\r\n" + b"\n \n".join(game) + b"\n\n",
    }.items():  # fmt: skip
        (tmp_path / f"{name}.jsonl").write_bytes(data)
    done = emberlog("ingest", tmp_path, "--db", tmp_path / "x.duckdb", "-j", 1)
    assert (done.code, done.out) == (0, f"read 7 files: 1 new game ({len(game) - 2} steps), 6 known\n")


def test_t14_csv_may_begin_with_the_mark_that_excel_needs(tmp_path: Path) -> None:
    _, _, db = stored(write(tmp_path / "a.jsonl", played(14, names=["Zoë", "ベン"])))
    sql = "SELECT name FROM seat ORDER BY seat"
    out = tmp_path / "out.csv"
    for encoding, mark in (("utf-8", b""), ("utf-8-sig", b"\xef\xbb\xbf")):
        emberlog("query", sql, "--db", db, "--format", "csv", "--encoding", encoding, "-o", out)
        assert out.read_bytes() == mark + "name\nZoë\nベン\n".encode()
    assert emberlog("query", sql, "--db", db, "--format", "json", "--encoding", "utf-8-sig").code == 2
    assert packed_rows(["a"], [["x"]], "csv", "utf-8-sig") == b"\xef\xbb\xbfa\nx\n"


# --- T18: order ---


@BOTH
@pytest.mark.parametrize(
    ("numbers", "line", "what"),
    [
        ([0, 1, 3, 2], 4, "2 is due, this is 3"),
        ([0, 1, 1, 2], 4, "2 is due, this is 1"),
        ([0, 1, 2, 4], 5, "3 is due, this is 4"),
        ([1, 2, 3, 4], 2, "0 is due, this is 1"),
        ([-1, 0, 1, 2], 2, "0 is due, this is -1"),
        ([3, 2, 1, 0], 2, "0 is due, this is 3"),
    ],
)
def test_t18_steps_out_of_order_are_named_and_never_sorted(
    tmp_path: Path, numbers: list[int], line: int, what: str, how: list[str]
) -> None:
    lines = played(18)
    steps = [
        re.sub(rb'"n":\d+', b'"n":%d' % number, lines[1 + place]) for place, number in enumerate(numbers)
    ]
    log = write(tmp_path / "a.jsonl", [lines[0], *steps, *lines[5:]])
    code, said, db = stored(log, *how)
    assert code == 1
    assert f"{log}:{line}: " in said
    assert f"steps out of order: {what}" in said
    assert Database(db).games()["finished"].to_list() in ([], [False])


def test_t18_a_step_of_another_game_in_the_middle(tmp_path: Path) -> None:
    lines, other = played(18), played(19)
    code, said, db = stored(write(tmp_path / "a.jsonl", [*lines[:20], other[20], *lines[21:]], other))
    assert code == 1
    assert f"{tmp_path}/a.jsonl:21: step 19: " in said
    assert Database(db).games()["seed"].to_list() == ["19"]  # the second game of the file is whole


def test_t18_an_illegal_action_names_step_seat_and_rule(tmp_path: Path) -> None:
    lines = played(18)
    buy = next(number for number, line in enumerate(lines) if b'"kind":"buy"' in line)
    seat = json.loads(lines[buy])["seat"]
    lines[buy] = lines[buy].replace(b'"seat":%d' % seat, b'"seat":%d' % (1 - seat))
    code, said, _ = stored(write(tmp_path / "a.jsonl", lines))
    assert code == 1
    assert re.search(rf":{buy + 1}: step {buy - 1}: p{2 - seat} buy .*: illegal: LF-", said)


class Spoilt(NamedTuple):
    """A golden game with a choice that is refused, and what its seats could have chosen there."""

    lines: list[bytes]
    step: int
    seat: int
    action: dict[str, Any]
    legal: dict[int, list[dict[str, Any]]]


def refused(name: str, wanted: Callable[[dict[int, list[Any]]], tuple[int, Any] | None]) -> Spoilt:
    """The first position of a game where `wanted` finds a choice: it gets all legal ones, and gives seat and action."""
    game = engine.load(name)
    for _, recorded in engine.golden_games(name):
        assert isinstance(recorded, Recorded)
        lines = [line + b"\n" for line in (recorded.header, *recorded.steps)]
        found: list[Spoilt] = []

        def look(step: Step[Any], state: Any, table: Table, lines: list[bytes], found: list[Spoilt]) -> None:
            legal = {seat: game.legal(state, seat) for seat in game.to_act(state)}
            if found or (choice := wanted(legal)) is None or game.refusal(state, *choice) is None:
                return
            plain = msgspec.to_builtins(legal)
            found.append(Spoilt(lines, step.n + 1, choice[0], msgspec.to_builtins(choice[1]), plain))

        engine.replayer().replay(recorded, partial(look, lines=lines, found=found))
        for spoilt in found:
            line = json.loads(lines[spoilt.step + 1])
            line |= {"seat": spoilt.seat, "action": spoilt.action}
            lines[spoilt.step + 1] = json.dumps(line).encode() + b"\n"
            return spoilt
    raise AssertionError("no such position in the golden games")


def another_choice(legal: dict[int, list[Any]]) -> tuple[int, Any] | None:
    """One that somebody had at another time: two of one kind with fields, the second with a field of the first."""
    for seat, choices in legal.items():
        for one, other in itertools.combinations(choices if seat >= 0 and len(choices) > 6 else [], 2):
            fields = msgspec.structs.asdict(one)
            if type(one) is type(other) and len(fields) > 1:
                field = next(iter(fields))
                mixed = msgspec.structs.replace(other, **{field: fields[field]})
                if mixed not in choices:
                    return seat, mixed
    return None


def of_another_seat(legal: dict[int, list[Any]]) -> tuple[int, Any] | None:
    ((seat, choices), *more) = legal.items() or [(-1, [])]
    return None if more or seat < 0 or len(choices) < 2 else (1 - min(seat, 1), choices[0])


def when_the_table_is_due(legal: dict[int, list[Any]]) -> tuple[int, Any] | None:
    return (0, legal[-1][0]) if -1 in legal else None


@pytest.mark.parametrize("name", engine.games())
@pytest.mark.parametrize("wanted", [another_choice, of_another_seat, when_the_table_is_due])
def test_t18_an_illegal_action_tells_what_was_legal(
    tmp_path: Path, name: str, wanted: Callable[[dict[int, list[Any]]], tuple[int, Any] | None]
) -> None:
    """All choices of that seat, or who may act and what; in a sentence five of them, in JSON all of them."""
    spoilt = refused(name, wanted)
    log = write(tmp_path / "a.jsonl", spoilt.lines)
    seat = spoilt.seat if spoilt.seat in spoilt.legal else next(iter(spoilt.legal))
    (found,) = json.loads(emberlog("verify", log, "--json").out)["games"]
    assert (found["status"], found["step"], found["seat"]) == ("diverged", spoilt.step, spoilt.seat)
    assert found["legal"] == {"may_act": list(spoilt.legal), "seat": seat, "choices": spoilt.legal[seat]}
    done = emberlog("verify", log, "--junit", tmp_path / "r.xml", "--markdown", tmp_path / "r.md")
    said = done.out.splitlines()[0]
    assert re.search(rf": step {spoilt.step}: p{spoilt.seat + 1} .*: illegal: [A-Z]+-[0-9.]+; ", said)
    who = "table does" if seat < 0 else f"p{seat + 1} may"
    turn = "" if seat == spoilt.seat else f"it is the turn of {who.split()[0]}; "
    shown = said.partition(f"; {turn}{who} ")[2]
    choices = spoilt.legal[seat]
    more = f" and {len(choices) - 5} more" if len(choices) > 5 else ""
    assert shown.endswith(more)
    told = shown.removesuffix(more).split(", ")
    assert len(told) == min(5, len(choices))
    texts = [" ".join([c["kind"], *(f"{k}={v}" for k, v in c.items() if k != "kind")]) for c in choices]
    assert all(text in texts for text in told)
    alike = [text for text in texts if text.split()[0] == spoilt.action["kind"]]
    assert told[: len(alike)] == alike[:5], "those of the refused kind come first"
    assert who in (tmp_path / "r.xml").read_text()
    assert who in (tmp_path / "r.md").read_text()
    code, reason, _ = stored(log)
    assert (code, f"; {turn}{who} {shown}" in reason) == (1, True)


def test_t18_t33_the_legal_choices_are_told_to_nobody_who_may_not_know_them(tmp_path: Path) -> None:
    """In Glow they name cards that only the seat has seen."""
    spoilt = refused("glow", another_choice)
    log = write(tmp_path / "a.jsonl", spoilt.lines)
    players = len(json.loads(spoilt.lines[0])["seats"])
    eyes = [*(f"p{seat + 1}" for seat in range(players)), "spectator", "all"]
    knows = [eye for eye in eyes if eye in (f"p{spoilt.seat + 1}", "all")]
    assert len(knows) == 2
    for eye in eyes:
        told = emberlog("replay", log, "--seat", eye, "--from", spoilt.step - 1).err
        assert ("illegal" in told, " may " in told) == (True, eye in knows), eye
        notice = unpack(build_frames(tuple(spoilt.lines), eye, "en", False).packed)["notice"]
        assert ("illegal" in notice, " may " in notice) == (True, eye in knows), eye


def test_t18_what_was_legal_is_remembered_with_the_verdict(tmp_path: Path) -> None:
    """A record without it (of a version that did not keep it) still reads."""
    log = write(tmp_path / "a.jsonl", refused("living_forest", of_another_seat).lines)
    fresh = emberlog("verify", log, "--json")
    known = tmp_path / "known"
    for told in ("", f"1 verdict taken from {known}\n"):
        done = emberlog("verify", log, "--json", "--resume", known)
        assert (done.out, done.err) == (fresh.out, told)
    first, line = known.read_bytes().splitlines()
    entry = json.loads(line)
    del entry["piece"]["games"][0]["verdict"]["legal"]
    known.write_bytes(first + b"\n" + json.dumps(entry).encode() + b"\n")
    done = emberlog("verify", log, "--json", "--resume", known)
    assert done.err == f"1 verdict taken from {known}\n"
    (found,) = json.loads(done.out)["games"]
    assert found == json.loads(fresh.out)["games"][0] | {"legal": None}


# --- T20: none, one, endless; nobody wins, everybody wins ---


@BOTH
def test_t20_a_game_of_no_or_one_step_is_a_game(tmp_path: Path, how: list[str]) -> None:
    for steps in (0, 1):
        log = write(tmp_path / f"{steps}.jsonl", played(20)[: 1 + steps])
        code, said, db = stored(log, *how)
        assert (code, said) == (0, "")
        (game,) = Database(db).games().to_dicts()
        assert (game["steps"], game["finished"]) == (steps, False)
        for words in (
            ["stats"],
            ["stats", "living_forest"],
            ["query", "game_length"],
            ["query", "win_rates"],
        ):
            assert emberlog(*words, "--db", db).code == 0, words


def test_t20_a_long_log_is_refused_at_its_first_bad_step(tmp_path: Path) -> None:
    """Two hundred thousand steps, nearly all of them after the end of the game."""
    lines = played(20)
    draw = re.sub(rb',"check":"\w+"', b"", next(line for line in lines if b'"kind":"draw"}' in line))
    more = [re.sub(rb'"n":\d+', b'"n":%d' % n, draw) for n in range(len(lines) - 2, 200_000)]
    log = write(tmp_path / "a.jsonl", [*lines[:-1], *more])
    done = emberlog("verify", log)
    assert done.code == 1
    assert done.out.startswith(f"{log}:{len(lines)}: step {len(lines) - 2}: ")
    assert "the game was over before this step" in done.out
    code, _, db = stored(log, "--no-verify")
    assert code == 0
    assert Database(db).games()["steps"].to_list() == [200_000]


def endless(steps: int) -> list[bytes]:
    """A log of so many steps: those of one game again and again. Only their form is good."""
    header, *game = played(20)[:-1]
    rests = [line.partition(b",")[2] for line in game]
    return [header, *(b'{"n":%d,' % n + rests[n % len(rests)] for n in range(steps))]


def test_t20_a_million_steps_need_little_memory(tmp_path: Path) -> None:
    """One game of 1,000,001 steps, as it stands, in a process of its own: at most 400 MiB."""
    lines = endless(1_000_001)
    log, db = write(tmp_path / "a.jsonl", lines), tmp_path / "x.duckdb"
    code = """
import resource, subprocess, sys
done = subprocess.run(sys.argv[1:])
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(done.returncode)
"""  # a small process between: one that is started counts what its parent has
    words = [PROGRAM, "ingest", log, "--db", db, "--no-verify", "-j", "1"]
    done = subprocess.run([sys.executable, "-c", code, *map(str, words)], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    said, used = done.stdout.splitlines()
    assert "1 new game (1,000,001 steps)" in said
    kilobytes = int(used) // (1024 if sys.platform == "darwin" else 1)
    assert kilobytes < 400 * 1024
    places = (0, 9, 99_999, 100_000, 999_999, 1_000_000)
    rows = Database(db).frame(
        'SELECT n, seat, kind, "check" FROM steps WHERE n IN (SELECT unnest(?)) ORDER BY n', [list(places)]
    )
    wanted = [json.loads(lines[1 + n]) for n in places]
    assert rows.rows() == [
        (step["n"], step["seat"], step["action"]["kind"], step["check"]) for step in wanted
    ]


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ({"n": 30_001}, "steps out of order: 30000 is due, this is 30001"),
        ({"seat": 7}, "there is no seat 7 in a game of 2"),
        ({"check": "zzzz"}, "the check 'zzzz' is not four hexadecimal digits"),
        ({"chance": 3}, "this line is no step"),
        ({"action": {"kind": "dance"}}, "dance"),
    ],
)
@pytest.mark.parametrize("rules", [1, 99])
def test_t20_what_is_wrong_late_in_a_long_log_is_found_there(
    tmp_path: Path, what: dict[str, Any], told: str, rules: int
) -> None:
    """Step 30,000 of 45,000 is bad, under today's rules and under others: it is named, and all before it is kept."""
    lines = endless(45_000)
    lines[0] = changed(lines[0], rules=rules)
    lines[30_001] = changed(lines[30_001], **what)
    log = write(tmp_path / "a.jsonl", lines)
    code, said, db = stored(log, "--no-verify")
    if rules == 99 and "action" in what:  # another rule's action: whatever it may be
        assert (code, said) == (0, "")
        return
    assert told in said
    assert said.startswith(f"{log}:30002: ")
    if "action" not in what:
        assert code == 1
        assert Database(db).games()["steps"].to_list() == [30_000]


def test_t20_the_id_of_a_long_log_is_that_of_its_content(tmp_path: Path) -> None:
    """With an end line that says so, and written otherwise: it is one game."""
    lines = endless(45_000)
    end = json.loads(played(20)[-1])
    lines = sealed([*lines, json.dumps(end).encode() + b"\n"])
    log = write(tmp_path / "a.jsonl", lines)
    spaced = write(tmp_path / "b.jsonl", [line.replace(b'":', b'": ') for line in lines])
    code, said, db = stored(log, "--no-verify")
    assert (code, said) == (0, "")
    (game,) = Database(db).games().to_dicts()
    assert (game["steps"], game["finished"]) == (45_000, True)
    assert game["id"] == json.loads(log.read_bytes().splitlines()[-1])["id"]
    assert emberlog("ingest", spaced, "--db", db, "-j", 1, "--no-verify").code == 0
    assert Database(db).games()["id"].to_list() == [game["id"]]


@pytest.mark.parametrize("winners", [[], [0], [0, 1]])
def test_t20_nobody_one_or_everybody_wins(tmp_path: Path, winners: list[int]) -> None:
    lines = sealed([changed(played(20)[0], rules=3), *played(20)[1:]], winners=winners)
    code, said, db = stored(write(tmp_path / "a.jsonl", lines), "--no-verify")
    assert (code, said) == (0, "")
    (row,) = Database(db).named("win_rates", game="living_forest", by="agent").to_dicts()
    assert (row["wins"], row["seats"], row["rate"]) == (bool(winners), 2, bool(winners) / 2)
    rows = Database(db).named("win_rates", game="living_forest", by="seat").to_dicts()
    assert sum(row["wins"] for row in rows) == bool(winners)
    assert emberlog("stats", "living_forest", "--db", db).code == 0


@pytest.mark.parametrize("winners", [[7], [-1], [0, 0]])
def test_t20_a_winner_who_is_not_there_is_refused(tmp_path: Path, winners: list[int]) -> None:
    lines = sealed([changed(played(20)[0], rules=3), *played(20)[1:]], winners=winners)
    code, said, _ = stored(write(tmp_path / "a.jsonl", lines), "--no-verify")
    assert (code, "winners are no seats of the game" in said) == (1, True)


@pytest.mark.parametrize(
    ("names", "players", "verified", "ingested"),
    [
        (["A"], 1, 3, 3),
        (["A", "A"], 2, 0, 0),
        (["A", "B", "C"], 2, 5, 1),
        (list("ABCDEFG"), 7, 3, 3),
        ([], 0, 3, 3),
        ([], 2, 5, 1),
    ],
)
def test_t20_numbers_of_players(
    tmp_path: Path, names: list[str], players: int, verified: int, ingested: int
) -> None:
    """One is too few, seven too many, the same name twice is two seats, and seats must be as many as players."""
    lines = played(20)
    lines[0] = changed(lines[0], seats=[{"name": name} for name in names], options={"players": players})
    log = write(tmp_path / "a.jsonl", sealed(lines))
    assert emberlog("verify", log).code == verified
    assert stored(log)[0] == ingested


# --- T22: the world around ---


@pytest.mark.parametrize(
    "world",
    [
        {"PYTHONHASHSEED": "1", "LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"},
        {"PYTHONHASHSEED": "random", "TZ": "Pacific/Kiritimati", "PYTHONOPTIMIZE": "1"},
        {"PYTHONHASHSEED": "0", "LC_ALL": "C", "PYTHONUTF8": "0", "POLARS_MAX_THREADS": "1"},
    ],
    ids=str,
)
def test_t22_the_same_tables_in_every_world(tmp_path: Path, world: dict[str, str]) -> None:
    for number in range(3):
        write(
            tmp_path / "logs" / f"{number}.jsonl",
            *[played(10 * number + seed, names=["Aki", "ベン"]) for seed in range(2)],
        )
    write(tmp_path / "logs" / "cut.jsonl", played(7)[:9], [b"?"])
    ingest([tmp_path / "logs"], tmp_path / "here.duckdb")
    (tmp_path / "elsewhere").mkdir()
    for jobs in ("2",) if "POLARS_MAX_THREADS" in world else ("1",):
        done = process(
            "ingest",
            tmp_path / "logs",
            "--db",
            tmp_path / f"{jobs}.duckdb",
            "-j",
            jobs,
            cwd=tmp_path / "elsewhere",
            **world,
        )
        assert done.returncode == 1, done.stderr
        assert content(tmp_path / f"{jobs}.duckdb", by_key=True) == content(
            tmp_path / "here.duckdb", by_key=True
        )
    assert os.listdir(tmp_path / "elsewhere") == []


# --- T25: see test_nothing_lost.py; paths ---


@pytest.mark.parametrize("sign", ["?", "\\"])
def test_t25_a_database_path_that_duckdb_cannot_take_is_refused_clearly(tmp_path: Path, sign: str) -> None:
    folder = tmp_path / f"what{sign}now"
    log = write(folder / "a.jsonl", played(25))
    (folder / "there.duckdb").write_bytes(b"")
    said = f"DuckDB takes a '{sign}' in a path for something else; choose another"
    for words in (
        ["ingest", log],
        ["rebuild", log],
        ["stats"],
        ["query", "summary"],
        ["info"],
        ["dashboard"],
    ):
        done = emberlog(*words, "--db", folder / "there.duckdb")
        assert (done.code, said in done.err) == (1, True), words
        assert done.err.count("\n") == 1
    assert sorted(os.listdir(folder)) == ["a.jsonl", "there.duckdb"]


@pytest.mark.parametrize(
    "name", ["it's", 'a "b"', "a;b", "ü ベン", "a%20b", "-x", "#1", ":memory:", "md:x", "$HOME"]
)
def test_t25_a_database_may_have_any_other_name(tmp_path: Path, name: str) -> None:
    log = write(tmp_path / "a.jsonl", played(25))
    db = tmp_path / name
    assert emberlog("ingest", log, "--db", db, "-j", 1).code == 0
    assert emberlog("stats", "--db", db).code == 0
    out = emberlog("query", "SELECT count(*) AS games FROM games", "--db", db, "--format", "csv").out
    assert out == "games\n1\n"
    assert sorted(os.listdir(tmp_path)) == sorted(["a.jsonl", name, f"{name}.lock"])


# --- T26: see test_nothing_lost.py; interrupted ---


@pytest.mark.parametrize("jobs", [1, 2])
def test_t26_an_interrupted_ingest_says_so_and_leaves_nothing(tmp_path: Path, jobs: int) -> None:
    log = write(tmp_path / "a.jsonl", *[played(seed) for seed in range(16)])
    db = tmp_path / "x.duckdb"
    code = "import cli, sys; sys.argv[0] = 'emberlog'; print('on', flush=True); cli.app()"
    for wait in (0.5, 0.9):
        child = subprocess.Popen(
            [sys.executable, "-c", code, "ingest", log, "--db", db, "-j", str(jobs)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert child.stdout is not None
        assert child.stdout.readline() == "on\n"  # earlier than that Python itself does not answer yet
        try:
            out, err = child.communicate(timeout=wait)
        except subprocess.TimeoutExpired:
            child.send_signal(2)
            out, err = child.communicate()
        if "16 new games" in out:  # it was through: while Python ends it does not answer either
            assert (child.returncode in (0, -2), err) == (True, "")
            assert count(db, "game") == 16
        else:
            assert (child.returncode, err) in (
                (130, "interrupted\n"),
                (130, ""),
            )  # "": the command had not begun
        assert not list(tmp_path.glob("x.duckdb.tmp-*"))
        assert not db.exists() or count(db, "game") == 16
        db.unlink(missing_ok=True)


# --- T30: hostile SQL, beside test_console.py ---


def test_t30_two_statements_comments_and_sizes(tmp_path: Path) -> None:
    _, _, db = stored(write(tmp_path / "a.jsonl", played(30)))
    before = db.read_bytes()
    for sql in (
        "select 1; drop table game", "select 1 -- ; drop table game\n; delete from game", "/* x */ drop table game",
        "with x as (delete from game returning *) select * from x", "select * from query('delete from game')",
        "copy (select 1) to 'x.csv'", "create temp table t as select 1", "checkpoint", "x" * 1_000_000,
    ):  # fmt: skip
        done = emberlog("query", sql, "--db", db)
        assert done.code == 1, sql[:60]
        assert done.err.startswith("emberlog: ")
        assert "Traceback" not in done.err
    assert db.read_bytes() == before
    wide = "select " + ",".join(["1"] * 10_000)
    done = emberlog("query", wide, "--db", db, "--format", "json")
    assert done.code == 0
    assert "column" in done.err
    done = emberlog("query", "select repeat('x', 60000000) as x", "--db", db, "--format", "json")
    assert done.code == 1 or len(done.out) < 100_000
    assert emberlog("query", 'select 1 as "größe"', "--db", db, "--format", "csv").out == "größe\n1\n"


# --- all of them ---


def test_every_trial_has_a_test_named_after_it() -> None:
    names = " ".join(path.read_text("utf-8") for path in HERE.glob("test_*.py"))
    for number in (1, 3, 5, 6, 7, 9, 11, 12, 14, 18, 20, 22, 24, 25, 26, 28, 30, 32, 33, 35):
        assert re.search(rf"def test_t{number:02}_", names), number
