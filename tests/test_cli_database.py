"""The commands on a database, and the demo, run in this process."""

import csv
import io
import json
import os
import sys
from pathlib import Path

import polars as pl
import pytest
from command import emberlog, log_lines

import cli
import dashboard
import engine
from ingest.demo import play_demo
from ingest.files import log_files
from ingest.queries import named_queries


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with logs of three games and a database made of them."""
    folder = tmp_path_factory.mktemp("home")
    (folder / "logs").mkdir()
    (folder / "logs" / "a.jsonl").write_bytes(b"".join(log_lines(7) + log_lines(8)))
    (folder / "logs" / "b.jsonl").write_bytes(b"".join(log_lines(9, names=["Aki, the first", "ベン"])))
    done = emberlog("ingest", folder / "logs", "--db", folder / "x.duckdb", "-j", 1)
    steps = sum(len(log_lines(seed)) - 2 for seed in (7, 8, 9))
    assert done == (0, f"read 2 files: 3 new games ({steps:,} steps)\n", "")
    return folder


@pytest.fixture
def db(home: Path) -> Path:
    return home / "x.duckdb"


def ident(seed: int) -> str:
    found = json.loads(log_lines(seed)[-1])["id"]
    assert isinstance(found, str)
    return found


# --- ingest ---


def test_a_game_that_is_there_is_known(home: Path, tmp_path: Path) -> None:
    db = tmp_path / "y.duckdb"
    emberlog("ingest", home / "logs", "--db", db, "-j", 1)
    done = emberlog("ingest", home / "logs" / "a.jsonl", "--db", db, "-j", 1, "--json")
    assert done.code == 0
    assert json.loads(done.out)["games_new"] == 0
    assert json.loads(done.out)["games_known"] == 2


def test_nothing_to_ingest_is_not_green(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    done = emberlog("ingest", tmp_path / "empty", "--db", tmp_path / "y.duckdb")
    assert (done.code, done.out) == (4, "read 0 files: 0 new games (0 steps)\n")
    assert emberlog("ingest", tmp_path / "nope", "--db", tmp_path / "y.duckdb").code == 2


@pytest.mark.parametrize(
    ("old", "new", "code", "what"),
    [
        (b'"rules":1', b'"rules":2', 3, "these are rules 1"),
        (b'"players":2', b'"players":2.5', 1, "no integer"),
    ],
)
def test_what_is_wrong_is_told_and_the_rest_is_kept(
    tmp_path: Path, old: bytes, new: bytes, code: int, what: str
) -> None:
    log = tmp_path / "x.jsonl"
    log.write_bytes(b"".join(log_lines(7)) + b"".join(log_lines(8)).replace(old, new))
    done = emberlog("ingest", log, "--db", tmp_path / "y.duckdb", "-j", 1)
    assert done.code == code
    assert "1 new game " in done.out
    assert "1 rejected" in done.out
    (line,) = done.err.splitlines()
    assert line.startswith(f"{log}:{len(log_lines(7)) + 1}: ")
    assert what in line


def test_json_tells_what_is_wrong_one_by_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """File, line, step, status and reason, as the sentences have them; `rejected` counts those beyond the limit too."""
    good, other, wrong = log_lines(7), log_lines(8), log_lines(9)
    other[0] = other[0].replace(b'"rules":1', b'"rules":2')
    wrong[5] = wrong[5].replace(b'"n":4', b'"n":7')
    log, text = tmp_path / "x.jsonl", tmp_path / "y.jsonl.gz"
    log.write_bytes(b"".join([*good, *other, *wrong]))
    text.write_bytes(b"\x1f\x8b\x08\x00nothing")
    db = tmp_path / "y.duckdb"
    told = emberlog("ingest", log, text, "--db", db, "-j", 1)
    assert told.code == 1
    for words in (["ingest", log, text], ["rebuild", log, text], ["rebuild"]):
        done = emberlog(*words, "--db", db, "-j", 1, "--json")
        assert done.code == 1
        found = json.loads(done.out)
        first, second, third = found["rejections"]
        assert found["rejected"] == 3
        line = len(good) + 1
        assert (first["line"], first["step"], first["status"]) == (line, None, "cannot_replay")
        line += len(other) + 5
        assert (second["line"], second["step"], second["status"]) == (line, 4, "bad")
        assert (third["line"], third["step"], third["status"]) == (None, None, "bad")
        assert "steps out of order: 4 is due, this is 7" in second["reason"]
        sentences = [
            f"{row['file']}:{row['line']}: {row['reason']}"
            if row["line"]
            else f"{row['file']}: {row['reason']}"
            for row in found["rejections"]
        ]
        assert sentences == done.err.splitlines()
        if words != ["rebuild"]:
            assert [row["file"] for row in found["rejections"]] == [str(log), str(log), str(text)]
            assert done.err == told.err
    monkeypatch.setattr("ingest.answers.REJECTIONS", 2)
    found = json.loads(emberlog("ingest", log, text, "--db", db, "-j", 1, "--json").out)
    assert (found["rejected"], len(found["rejections"])) == (3, 2)
    assert (
        json.loads(emberlog("ingest", log, "--db", tmp_path / "z.duckdb", "-j", 1, "--json").out)["rejected"]
        == 2
    )


def test_a_database_is_made_again_from_its_logs(home: Path, tmp_path: Path) -> None:
    db = tmp_path / "y.duckdb"
    emberlog("ingest", home / "logs", "--db", db, "-j", 1)
    done = emberlog("rebuild", "--db", db, "-j", 1)
    assert done.code == 0
    assert done.out.startswith("read 2 files: 3 new games ")
    done = emberlog("rebuild", home / "logs" / "b.jsonl", "--db", db, "-j", 1)
    assert done.out.startswith("read 1 file: 1 new game ")
    text = tmp_path / "text.duckdb"
    text.write_text("hello")
    for words in (["rebuild"], ["stats"], ["info"], ["query", "summary"], ["dashboard"]):
        done = emberlog(*words, "--db", text)
        assert (done.code, done.out) == (1, ""), words
        assert "emberlog rebuild" in done.err
    assert text.read_text() == "hello"


def test_what_came_by_standard_input_is_named_when_it_cannot_come_again(tmp_path: Path) -> None:
    db = tmp_path / "x.duckdb"
    assert emberlog("ingest", "-", "--db", db, "-j", 1, stdin=b"".join(log_lines(3))).code == 0
    done = emberlog("rebuild", "--db", db, "-j", 1)
    assert (done.code, done.out) == (1, "")
    assert "are gone, the first is standard input; name the files and folders to rebuild from" in done.err
    assert (
        emberlog("ingest", "-", "--db", db, "-j", 1, stdin=b"").err == "standard input: the file is empty\n"
    )


# --- questions ---


def test_a_select_in_every_form(db: Path, tmp_path: Path) -> None:
    sql = "SELECT name, agent, seat FROM seats WHERE seed = '9' ORDER BY seat"
    table = emberlog("query", sql, "--db", db)
    assert table.code == 0
    assert [line.split() for line in table.out.splitlines()[-1:]] == [["ベン", "random", "1"]]
    comma = emberlog("query", sql, "--db", db, "--format", "csv")
    assert list(csv.reader(io.StringIO(comma.out))) == [
        ["name", "agent", "seat"], ["Aki, the first", "greedy", "0"], ["ベン", "random", "1"],
    ]  # fmt: skip
    rows = json.loads(emberlog("query", sql, "--db", db, "--format", "json").out)
    assert rows[1] == {"name": "ベン", "agent": "random", "seat": 1}
    path = tmp_path / "x.parquet"
    assert emberlog("query", sql, "--db", db, "--format", "parquet", "-o", path) == (0, "", "")
    assert pl.read_parquet(path).to_dicts() == rows
    path = tmp_path / "x.csv"
    assert emberlog("query", sql, "--db", db, "-o", path).out == ""
    assert path.read_text() == comma.out


def test_a_query_takes_values(db: Path) -> None:
    sql = "SELECT seat, $word AS word FROM seats WHERE seed = '9' AND seat = $seat"
    done = emberlog(
        "query", sql, "--db", db, "--param", "seat=1", "--param", "word='; DROP--", "--format", "json"
    )
    assert json.loads(done.out) == [{"seat": 1, "word": "'; DROP--"}]
    done = emberlog("query", "win_rates", "--param", "by=seat", "--db", db, "--format", "json")
    assert [row["value"] for row in json.loads(done.out)] == ["0", "1"]


def test_what_is_left_out_is_said(db: Path) -> None:
    done = emberlog("query", "SELECT n FROM steps ORDER BY n", "--db", db, "--limit", 3, "--format", "csv")
    assert done == (0, "n\n0\n0\n0\n", "only the first 3 rows are shown\n")
    done = emberlog("query", "actions", "--db", db, "--limit", 1, "--format", "csv")
    assert len(done.out.splitlines()) == 2
    assert "only the first 1 of " in done.err


def test_columns_of_one_name_are_told_apart(db: Path) -> None:
    done = emberlog("query", "SELECT 1 AS a, 2 AS a, [1, 2] AS b", "--db", db, "--format", "json")
    assert json.loads(done.out)[0] == {"a": 1, "a_2": 2, "b": "[1, 2]"}


@pytest.mark.parametrize(
    ("sql", "what"),
    [
        ("SELECT nope FROM games", "nope"),
        ("DROP TABLE game", "Only SELECT"),
        ("SELECT 1; SELECT 2", "One query at a time"),
        ("SELECT * FROM read_csv('/etc/passwd')", "disabled"),
        ("", "statements"),
        ("no_such_name", "no_such_name"),
    ],
)
def test_a_bad_query_is_a_sentence(db: Path, sql: str, what: str) -> None:
    done = emberlog("query", sql, "--db", db)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("emberlog: ")
    assert what in done.err


def test_a_query_needs_something_to_ask(db: Path) -> None:
    for words in ([], ["SELECT 1"], ["--db", db]):
        done = emberlog("query", *words)
        assert done.code == 2
        assert "emberlog query --list" in done.err
    assert emberlog("query", "summary", "--db", db, "--param", "x=1").code == 1
    assert "there is no database" in emberlog("query", "SELECT 1", "--db", db.with_name("nope")).err


def test_queries_with_names_are_listed_and_work(db: Path) -> None:
    assert "win_rates" in emberlog("query", "--list").out
    names = [query["name"] for query in json.loads(emberlog("query", "--list", "--format", "json").out)]
    assert len(names) > 5
    for name in names:
        for form in ("table", "csv", "json"):
            assert emberlog("query", name, "--db", db, "--format", form).code == 0, name


def test_a_stored_game_is_replayed(db: Path) -> None:
    done = emberlog("replay", ident(8), "--db", db, "--step", 3, "--json")
    assert (done.code, done.err) == (0, "")
    (shown,) = [json.loads(line) for line in done.out.splitlines()]
    assert shown["action"] == json.loads(log_lines(8)[4])["action"]
    none = emberlog("replay", "0" * 32, "--db", db)
    assert none.code == 1
    assert "there is no game" in none.err


def test_statistics(db: Path) -> None:
    done = emberlog("stats", "living_forest", "--db", db)
    assert done.code == 0
    titles = ["win rates by agent", "win rates by seat", "win rates by players", "scores", "how games end"]
    titles += [query.title for query in named_queries("living_forest") if query.games]
    assert [line for line in done.out.splitlines() if line in titles] == titles
    found = json.loads(emberlog("stats", "living_forest", "--db", db, "--by", "agent", "--json").out)
    rows = {row["value"]: row for row in found["win rates by agent"]}
    assert (rows["greedy"]["games"], rows["greedy"]["wins"] + rows["random"]["wins"]) == (3, 3)
    assert rows["greedy"]["low"] < rows["greedy"]["rate"] <= rows["greedy"]["high"]
    assert "living_forest" in emberlog("stats", "--db", db).out
    assert emberlog("stats", "living_forest", "--by", "weather", "--db", db).code == 2


@pytest.mark.parametrize("how", [[], ["--ratings"], ["--by", "name"], ["--json"]], ids=" ".join)
def test_statistics_of_what_is_not_stored_are_no_empty_tables(db: Path, how: list[str]) -> None:
    done = emberlog("stats", "chess", "--db", db, *how)
    assert (done.code, done.out) == (2, "")
    assert done.err == f"emberlog: there is no game 'chess'; {db} holds: living_forest\n"
    done = emberlog("stats", "glow", "--db", db, *how)
    assert (done.code, done.out) == (4, "")
    assert done.err == f"no game of glow is stored; {db} holds: living_forest\n"


def test_info_on_a_database(db: Path) -> None:
    assert "living_forest" in emberlog("info", "--db", db).out
    found = json.loads(emberlog("info", "--db", db, "--json").out)
    assert found["games"][0]["games"] == 3
    assert found["rejected"] == []


# --- the dashboard ---


def test_the_dashboard_takes_the_place_of_the_command(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[str, list[str], dict[str, str]]] = []
    monkeypatch.setattr(os, "execve", lambda *call: calls.append(call))
    done = emberlog("dashboard", "--db", db, "--port", 18999)
    assert (done.code, done.out) == (0, "")
    assert done.err.startswith("http://127.0.0.1:18999 shows ")
    ((program, words, env),) = calls
    assert (program, words) == (sys.executable, dashboard.command(18999))
    assert env[dashboard.DATABASE] == str(db.resolve())


def test_the_dashboard_says_what_is_missing(
    db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "execve", lambda *call: pytest.fail("started"))
    none = emberlog("dashboard", "--db", tmp_path / "nope.duckdb")
    assert (none.code, none.out) == (1, "")
    assert "there is no database" in none.err
    monkeypatch.setattr(cli, "_is_free", lambda port: False)
    taken = emberlog("dashboard", "--db", db)
    assert taken.code == 2
    assert "port 8501 is in use" in taken.err
    monkeypatch.undo()
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    extra = emberlog("dashboard", "--db", db, "--port", 18999)
    assert extra.code == 2
    assert "emberlog[dashboard]" in extra.err


# --- the demo ---


def test_the_demo_shows_everything_and_writes_the_same_again(tmp_path: Path) -> None:
    folder = tmp_path / "demo"
    done = emberlog("demo", "--folder", folder, "-j", 1, env={"DASHBOARD": "0"})
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("checked ")
    for word in (
        *engine.games(),
        "greedy",
        "random",
        "low",
        "high",
        f"logs:     {folder}/logs",
        "emberlog.duckdb",
    ):
        assert word in done.out
    files = {path: path.read_bytes() for path in log_files([folder])}
    assert files
    again = emberlog("demo", "--folder", folder, "-j", 1, "--no-dashboard")
    assert again == done
    assert {path: path.read_bytes() for path in log_files([folder])} == files
    rows = json.loads(emberlog("stats", "--db", folder / "emberlog.duckdb", "--json").out)["stored"]
    assert {row["game"] for row in rows} == set(engine.games())
    assert all(40 <= row["games"] <= 80 for row in rows)


def test_the_demo_opens_the_dashboard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[str, list[str], dict[str, str]]] = []
    monkeypatch.setattr(os, "execve", lambda *call: calls.append(call))
    assert emberlog("demo", "--folder", tmp_path, "-j", 1, env={"DASHBOARD": None}).code == 0
    assert calls[0][2][dashboard.DATABASE] == str((tmp_path / "emberlog.duckdb").resolve())


def test_the_demo_has_every_number_of_players_and_several_line_ups(tmp_path: Path) -> None:
    files = play_demo(tmp_path)
    rows = json.loads(emberlog("info", *files, "--json").out)
    for name in engine.games():
        seats = {row["seats"] for row in rows if row["game"] == name}
        counts = {options.players for options in engine.load(name).configurations()}
        assert {len(names.split(", ")) for names in seats} == counts
        for agent in engine.load(name).agents:
            assert {line.startswith(f"{agent} 1") for line in seats} == {True, False}
