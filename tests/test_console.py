"""Hostile and costly SQL: every attack is blocked or bounded, and the next query works."""

import os
import resource
import tempfile
import threading
import time
from pathlib import Path

import pytest
from ingest_logs import played, write

from ingest.console import AT_ONCE, CELL_CHARACTERS, MEMORY, QueryResult, run_query
from ingest.store import ingest


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("a_telling_name")
    write(home / "a.jsonl", played(1))
    path = home / "secret_place.duckdb"
    ingest([home / "a.jsonl"], path)
    return path


def works(db: Path) -> bool:
    return run_query("SELECT count(*) FROM game", db).rows == [[1]]


def test_a_query_answers(db: Path) -> None:
    result = run_query("SELECT seat, name FROM seat WHERE seat = $seat", db, parameters={"seat": 1})
    assert result == QueryResult(
        ["seat", "name"], ["SMALLINT", "VARCHAR"], [[1, "Player 2"]], "", result.elapsed_note
    )
    assert run_query("SELECT ?::INTEGER + 1 AS n", db, parameters=[4]).rows == [[5]]
    assert run_query("EXPLAIN SELECT 1", db).error == ""


ATTACKS = [
    "SELECT * FROM read_text('/etc/passwd')",
    "SELECT * FROM glob('/etc/*')",
    "SELECT * FROM read_csv('/etc/passwd')",
    "SELECT * FROM read_json('/etc/passwd')",
    "SELECT * FROM read_blob('/etc/passwd')",
    "SELECT * FROM sniff_csv('/etc/passwd')",
    "SELECT * FROM '/etc/passwd.csv'",
    "SELECT * FROM read_parquet('https://example.org/x.parquet')",
    "ATTACH ':memory:' AS other",
    "ATTACH 'other.duckdb'",
    "COPY (SELECT 1) TO '/tmp/emberlog_attack.csv'",
    "EXPORT DATABASE '/tmp/emberlog_attack'",
    "IMPORT DATABASE '/tmp/emberlog_attack'",
    "CREATE TABLE t (a INTEGER)",
    "CREATE TEMP TABLE t AS SELECT 1",
    "DELETE FROM game",
    "UPDATE game SET seed = '1'",
    "DROP TABLE game",
    "INSERT INTO about VALUES (9)",
    "WITH d AS (DELETE FROM game RETURNING *) SELECT * FROM d",
    "SELECT * FROM query('DELETE FROM game')",
    "INSTALL httpfs",
    "LOAD httpfs",
    "SET memory_limit = '20GB'",
    "SET enable_external_access = true",
    "PRAGMA enable_profiling",
    "PRAGMA database_list",
    "CALL enable_logging(storage = 'file', storage_config = {'path': '/tmp/emberlog_attack'})",
    "SELECT getenv('HOME')",
    "CHECKPOINT",
    "SELECT 1; DROP TABLE game",
    "SELECT 1; SELECT 2",
    "SELECT * FROM some_frame",
    "",
    "-- nothing",
    "SELEC 1",
    "SELECT " + "(" * 2000 + "1" + ")" * 2000,
    "SELECT '" + "x" * 1_000_000 + "'",
]


@pytest.mark.parametrize("sql", ATTACKS, ids=lambda sql: sql[:50])
def test_t30_attacks_are_refused_with_a_sentence(db: Path, sql: str) -> None:
    before = db.read_bytes()
    some_frame = object()  # a scan of Python variables would find it
    result = run_query(sql, db)
    assert some_frame
    assert result.error
    assert not result.rows
    assert "Traceback" not in result.error
    assert db.read_bytes() == before
    assert not list(Path("/tmp").glob("emberlog_attack*"))


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM duckdb_settings()",
        "SELECT * FROM duckdb_databases()",
        "SELECT * FROM pragma_database_list()",
        "SELECT current_setting('temp_directory')",
        "SELECT * FROM no_such_table",
    ],
)
def test_t30_nothing_tells_where_we_are(db: Path, sql: str) -> None:
    result = run_query(sql, db)
    told = f"{result.rows} {result.error}"
    assert "a_telling_name" not in told
    assert "secret_place" not in told
    assert str(Path.home()) not in told


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT count(*) FROM range(1000000) a, range(1000000) b, range(1000000) c",
        "WITH RECURSIVE t AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM t) SELECT max(n) FROM t",
        "SELECT * FROM range(10000000000) ORDER BY 1 DESC",
        "SELECT count(DISTINCT range) FROM range(10000000000)",
        "SELECT length(string_agg(range::VARCHAR, 'x')) FROM range(1000000000)",
        "SELECT length(repeat('x', 2000000000))",
        "SELECT len(range(100000000))",
        "SELECT len(list_transform(range(50000000), lambda x: x * x))",  # cannot be interrupted: killed
        "SELECT damerau_levenshtein(repeat('ab', 20000), repeat('ba', 20000))",  # nor this
    ],
    ids=lambda sql: sql[:40],
)
def test_t30_costly_queries_are_bounded(db: Path, sql: str) -> None:
    result = run_query(sql, db, seconds=1)
    assert result.error.startswith(("The query was stopped", "The query needs more memory"))
    assert works(db)


def test_no_query_has_taken_more_memory_than_it_may(db: Path) -> None:
    """Of all children of this process so far, the costly queries among them (unit: KiB)."""
    run_query("SELECT len(list_transform(range(50000000), lambda x: x * x))", db, seconds=1)
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss < MEMORY / 1024


def test_a_long_cell_is_cut(db: Path) -> None:
    result = run_query("SELECT repeat('x', 60000000) AS long", db, seconds=20)
    assert "1 cells are cut" in result.truncated
    assert len(str(result.rows[0][0])) == CELL_CHARACTERS + 1


def test_large_answers_are_cut_and_say_so(db: Path) -> None:
    rows = run_query("SELECT * FROM range(1000000000)", db, limit=10)
    assert len(rows.rows) == 10
    assert "only the first 10 rows" in rows.truncated
    cell = run_query("SELECT repeat('x', 60000) AS long", db)
    assert "1 cells are cut" in cell.truncated
    columns = run_query("SELECT " + ", ".join(f"{n} AS c{n}" for n in range(2000)), db)
    assert len(columns.columns) == 500
    assert "500 of 2,000 columns" in columns.truncated


def test_odd_values_have_a_plain_form(db: Path) -> None:
    result = run_query(
        "SELECT 'nan'::DOUBLE AS a, 2::HUGEINT ** 100 AS b, DATE '2026-01-02' AS c, [1, 2] AS d, NULL AS e, '日本' AS \"名前\"",
        db,
    )
    assert result.error == ""
    assert result.columns[-1] == "名前"
    assert result.rows[0][0] == "nan"
    assert result.rows[0][2:] == ["2026-01-02", "[1, 2]", None, "日本"]


def test_t30_many_at_once(db: Path) -> None:
    results: list[QueryResult] = []
    threads = [threading.Thread(target=lambda: results.append(run_query("SELECT count(*) FROM step", db, seconds=20)))
               for _ in range(20)]  # fmt: skip
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 20
    assert {result.error for result in results} == {""}
    assert len({str(result.rows) for result in results}) == 1


def test_no_database_is_a_sentence(tmp_path: Path) -> None:
    assert run_query("SELECT 1", tmp_path / "none.duckdb").error == "There is no database to ask."
    (tmp_path / "text.duckdb").write_text("Dear diary")
    assert run_query("SELECT 1", tmp_path / "text.duckdb").error


# --- given up ---

ENDLESS = "SELECT count(*) FROM range(1000000) a, range(1000000) b, range(1000000) c"


class NotWanted(BaseException):
    """What a server raises in whoever waits, when nobody does any more."""


def children() -> list[str]:
    """The processes of this one that answer questions."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((place / "stat").read_text().rpartition(")")[2].split()[1])
            command = (place / "cmdline").read_text()
        except OSError:  # it has just ended
            continue
        if parent == os.getpid() and "ingest.console" in command:
            found.append(place.name)
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc: who is there cannot be seen")
@pytest.mark.parametrize("after", [0.0, 0.7])
def test_t28_a_query_that_nobody_waits_for_ends_at_once(db: Path, after: float) -> None:
    """While its process starts, and while it is at work."""
    there: list[int] = []

    def waiting(seconds: float) -> None:
        there.append(len(children()))
        if seconds > after:
            raise NotWanted

    asked = time.monotonic()
    with pytest.raises(NotWanted):
        run_query(ENDLESS, db, seconds=30, waiting=waiting)
    assert time.monotonic() - asked < 10
    assert there[-1] == 1
    assert children() == []
    assert works(db)


def test_t28_a_query_that_waits_for_its_turn_can_be_given_up(db: Path) -> None:
    def waiting(seconds: float) -> None:
        if len(children()) >= AT_ONCE:
            raise NotWanted

    others = [
        threading.Thread(target=run_query, args=(ENDLESS, db), kwargs={"seconds": 3}) for _ in range(AT_ONCE)
    ]
    for other in others:
        other.start()
    with pytest.raises(NotWanted):
        run_query(ENDLESS, db, seconds=30, waiting=waiting)
    for other in others:
        other.join()
    assert works(db)


# --- a database on another file system than temporary files ---


def where(db: Path) -> str:
    """The path as SQL sees it."""
    found = run_query("SELECT path FROM duckdb_databases() WHERE path IS NOT NULL", db)
    assert found.error == ""
    return str(found.rows[0][0])


def copies(room: Path) -> list[tuple[int, int]]:
    """Files in a folder for temporary ones."""
    return [(path.stat().st_ino, path.stat().st_mtime_ns) for path in room.glob("sql-*/*")]


def test_it_is_copied_once_and_again_when_it_has_changed(
    other_disk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    logs, room = tmp_path / "logs", tmp_path / "room"
    room.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(room))
    write(logs / "a.jsonl", played(1))
    db = other_disk / "secret_place.duckdb"
    ingest([logs], db)
    assert run_query("SELECT count(*) FROM game", db).rows == [[1]]
    first = copies(room)
    assert len(first) == 1
    path = where(db)
    assert path.startswith(f"{room}/sql-")
    assert "secret_place" not in path
    assert copies(room) == first
    write(logs / "b.jsonl", played(2))
    ingest([logs], db)
    assert run_query("SELECT count(*) FROM game", db).rows == [[2]]
    second = copies(room)
    assert len(second) == 1
    assert second != first
    db.unlink()
    assert run_query("SELECT 1", db).error == "There is no database to ask."


def test_a_copy_in_use_stays_until_its_question_is_answered(
    other_disk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A long question to the old state, and one to the new state meanwhile."""
    room = tmp_path / "room"
    room.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(room))
    db = other_disk / "games.duckdb"
    write(tmp_path / "logs" / "a.jsonl", played(1))
    ingest([tmp_path / "logs"], db)
    asked: list[list[object]] = []

    def waiting(seconds: float) -> None:  # the child of the first question is under way
        if not asked:
            write(tmp_path / "logs" / "b.jsonl", played(2))
            ingest([tmp_path / "logs"], db)
            asked.extend(run_query("SELECT count(*) FROM game", db).rows)

    first = run_query("SELECT count(*) FROM game, range(300000000)", db, seconds=60, waiting=waiting)
    assert (first.error, first.rows) == ("", [[300_000_000]])
    assert asked == [[2]]
    assert len(copies(room)) == 1


def test_a_neutral_folder_on_its_own_file_system_needs_no_copy(
    db: Path, other_disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    roots = [root for root in ("/tmp", "/var/tmp") if os.stat(root).st_dev == db.stat().st_dev]
    if not roots:
        pytest.skip("neither /tmp nor /var/tmp lies on the file system of the tests")
    monkeypatch.setattr(tempfile, "tempdir", str(other_disk))
    assert where(db).startswith(f"{roots[0]}/sql-")
    assert list(other_disk.iterdir()) == []


def test_a_link_to_a_database_tells_nothing_either(db: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.duckdb"
    link.symlink_to(db)
    assert "secret_place" not in where(link)
    assert "a_telling_name" not in where(link)
