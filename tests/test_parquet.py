"""Parquet archives: the same answers as the database, and SQL by anybody that reaches nothing else."""

import json
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import duckdb
import pytest
from bounded import bounded
from command import Server, emberlog
from ingest_logs import content, played, write

from ingest.console import QueryResult, run_query
from ingest.database import Archive, Database, named_queries
from ingest.errors import StoreError
from ingest.parquet import FORMAT, Part, export, manifest_of
from ingest.publish import SCHEMA, open_new
from ingest.store import ingest

VIEWS = ("games", "seats", "steps", "events", "facts", "rejected")


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three games, one of them unfinished, one not replayed but of the same rules; two rejections."""
    home = tmp_path_factory.mktemp("a_telling_name")
    write(home / "a.jsonl", played(1, meta={"played_at": "2026-05-01T10:00:00Z"}), played(2, limit=40))
    write(home / "bad.jsonl", [b"no log\n"])
    write(home / "cut.jsonl", played(3)[:-2], [b'{"n":'])
    write(home / "stands.jsonl", played(4, players=3))
    path = home / "secret_place.duckdb"
    ingest([home / "a.jsonl", home / "bad.jsonl", home / "cut.jsonl"], path)
    ingest([home / "stands.jsonl"], path, verify=False)
    return path


@pytest.fixture(scope="module")
def archive(db: Path) -> Path:
    folder = db.parent / "secret_folder"
    export(db, folder)
    return folder


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def ask(sql: str, folder: Path, **more: Any) -> QueryResult:
    return run_query(sql, folder, archive=True, **more)


# --- what is in it ---


def test_the_folder_is_partitioned_by_game_and_rules(archive: Path) -> None:
    tables = ("events", "facts", "games", "outcomes", "scores", "seats", "steps")
    wanted = {f"{table}/game=living_forest/rules=1/data.parquet" for table in tables}
    assert set(files(archive)) == wanted | {
        "rejected/data.parquet",
        "source/data.parquet",
        "title/data.parquet",
        "archive.json",
    }
    assert manifest_of(archive).rows("game") == 4


@pytest.mark.parametrize("view", VIEWS)
def test_every_view_has_the_same_rows_and_types(db: Path, archive: Path, view: str) -> None:
    sql = f"SELECT * FROM {view} ORDER BY ALL"
    stored, archived = Database(db).frame(sql), Archive(archive).frame(sql)
    assert stored.height > 0
    assert archived.schema == stored.schema
    assert archived.equals(stored)


def test_every_table_has_the_same_rows(db: Path, archive: Path) -> None:
    there = Archive(archive)
    known = there.frame("SELECT (SELECT count(digest) FROM source), (SELECT count(lines) FROM game)").row(0)
    assert min(known) > 0, "what known logs and games are recognised by is in it too"
    for table, rows in content(db, by_key=True).items():
        assert there.frame(f"SELECT * FROM {table} ORDER BY ALL").rows() == rows


@pytest.mark.parametrize("name", [query.name for query in named_queries("living_forest")])
def test_every_named_query_gives_the_same_answer(db: Path, archive: Path, name: str) -> None:
    assert Archive(archive).named(name).equals(Database(db).named(name))


def test_other_programs_read_it_with_duckdb_alone(archive: Path) -> None:
    """As docs/scaling.md shows: partitions as columns, tables joined by the id of the game."""
    row = duckdb.sql(
        f"""SELECT game, rules, count(DISTINCT id), count(*)
        FROM read_parquet('{archive}/steps/*/*/*.parquet', hive_partitioning = true)
        JOIN read_parquet('{archive}/games/*/*/*.parquet', hive_partitioning = true) AS g USING (id, game, rules)
        GROUP BY ALL"""
    ).fetchall()
    steps = Archive(archive).frame("SELECT count(*) FROM steps").item()
    assert row == [("living_forest", 1, 4, steps)]


def test_the_query_of_the_document_runs(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the folder that holds the archive, by DuckDB without Emberlog."""
    text = (Path(__file__).parents[1] / "docs" / "scaling.md").read_text("utf-8")
    (sql,) = re.findall(r"```sql\n(.*?)```", text, re.DOTALL)
    there = Archive(archive).frame("SELECT players, count(*) FROM events JOIN games USING (id) "
                                   "WHERE kind = 'attack' GROUP BY ALL ORDER BY ALL")  # fmt: skip
    monkeypatch.chdir(archive.parent)
    assert "FROM read_parquet('archive/" in sql
    assert duckdb.sql(sql.replace("'archive/", f"'{archive.name}/")).fetchall() == there.rows()
    assert there.height


def test_equal_databases_give_equal_bytes(db: Path, archive: Path, tmp_path: Path) -> None:
    export(db, tmp_path / "again")
    assert files(tmp_path / "again") == files(archive)


def test_two_games_and_rules_have_folders_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "x.duckdb"
    connection = open_new(path)
    for key, (name, rules) in enumerate([("chess", 2), ("go", 1), ("chess", 1)], 1):
        connection.execute(
            "INSERT INTO game VALUES (?, ?, '', ?, ?, '{}', NULL, 2, 0, NULL, false, false, 'a', 1, NULL, NULL, '', NULL)",
            [key, f"id{key}", name, rules],
        )
    connection.execute("CHECKPOINT store")
    connection.close()
    export(path, tmp_path / "archive")
    places = ["game=chess/rules=1", "game=chess/rules=2", "game=go/rules=1"]
    assert [name for name in files(tmp_path / "archive") if name != "archive.json"] == [
        f"games/{place}/data.parquet" for place in places
    ]
    assert not [
        path for path in (tmp_path / "archive").rglob("*") if path.is_dir() and not any(path.iterdir())
    ]
    found = ask("SELECT key, game, rules FROM games ORDER BY key", tmp_path / "archive")
    assert found.rows == [[1, "chess", 2], [2, "go", 1], [3, "chess", 1]]
    assert ask("SELECT count(*) FROM steps", tmp_path / "archive").rows == [[0]]


# --- writing it ---


def test_an_archive_is_replaced_whole(db: Path, tmp_path: Path) -> None:
    folder = tmp_path / "archive"
    export(db, folder)
    (folder / "steps" / "left.txt").write_text("of an older one")
    export(db, folder)
    assert "steps/left.txt" not in files(folder)
    assert [path.name for path in tmp_path.iterdir()] == ["archive"], "nothing is left beside it"


def test_an_archive_is_not_lost_when_there_is_no_room(db: Path, tmp_path: Path) -> None:
    """The disk is full (files may hold no more than 4 KiB): one sentence, and the old archive is as it was."""
    folder = tmp_path / "archive"
    export(db, folder)
    before = files(folder)
    code = f"import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); " \
           f"resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)); from cli import app; " \
           f"app(['export', '--parquet', {str(folder)!r}, '--db', {str(db)!r}])"  # fmt: skip
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert done.stderr.startswith(f"emberlog: {folder} could not be written: ")
    assert files(folder) == before
    assert [path.name for path in tmp_path.iterdir()] == ["archive"]


EXPORTS = """
import os, signal, sys
from pathlib import Path
import ingest.parquet
db, folder = map(Path, sys.argv[1:])
for line in sys.stdin:
    word, last, wanted = line.split()
    child = os.fork()
    if child == 0:
        seen = 0
        def watch(event, args):
            global seen
            if event.startswith(("os.", "open", "shutil.", "fcntl.")) and (wanted == "any" or event == wanted):
                seen += 1
                if seen == int(last):
                    os.kill(os.getpid(), int(word))
        sys.addaudithook(watch)
        try:
            ingest.parquet.export(db, folder)
        except KeyboardInterrupt:
            pass
        finally:
            here = seen
            print(here, flush=True)
            os._exit(0)
    if os.waitpid(child, 0)[1]:
        print("killed", flush=True)
"""


class Exports(Server):
    """Exports of one database onto one folder, each a process of its own, ended by a signal when it is about to
    ask the system for something for the n-th time (to open, make, rename, remove, lock)."""

    def __init__(self, db: Path, folder: Path) -> None:
        super().__init__(EXPORTS, db, folder)

    def run(self, word: signal.Signals = signal.SIGKILL, last: int = 0, wanted: str = "any") -> str:
        """`killed`, or how often it asked."""
        self.tell(f"{int(word)} {last} {wanted}")
        return self.hear()


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Another database and its archive: what stood there before."""
    home = tmp_path_factory.mktemp("other")
    ingest([write(home / "a.jsonl", played(9, limit=30))], home / "x.duckdb")
    export(home / "x.duckdb", home / "archive")
    return home / "x.duckdb", home / "archive"


def points(number: int) -> list[int]:
    """All of them, or some that lie evenly."""
    some = bounded(number, 8)
    return [1 + place * (number - 1) // (some - 1) for place in range(some)]


@pytest.mark.parametrize("word", [signal.SIGKILL, signal.SIGINT])
def test_an_export_that_is_ended_anywhere_loses_nothing(
    db: Path, archive: Path, other: tuple[Path, Path], tmp_path: Path, word: signal.Signals
) -> None:
    """The old or the new archive stands under the name; after the next question or export nothing else lies there."""
    folder = tmp_path / "place" / "archive"
    old, new = files(other[1]), files(archive)
    assert old != new
    with Exports(db, folder) as exports:
        shutil.copytree(other[1], folder)
        asked = int(exports.run())
        assert files(folder) == new
        for last in points(asked):
            shutil.rmtree(folder.parent)
            shutil.copytree(other[1], folder)
            ended = exports.run(word, last)
            assert (ended == "killed") == (word == signal.SIGKILL)
            if word == signal.SIGINT:
                assert files(folder) in (old, new)
                assert [path.name for path in folder.parent.iterdir()] == ["archive"]
            assert emberlog("query", "SELECT 1", "--parquet", folder).code == 0
            assert files(folder) in (old, new)
            exports.run()
            assert files(folder) == new
            assert [path.name for path in folder.parent.iterdir()] == ["archive"], f"killed at {last}"


@pytest.mark.parametrize("then", ["query", "export"])
def test_a_kill_between_the_two_renames_is_put_right(
    db: Path, archive: Path, other: tuple[Path, Path], tmp_path: Path, then: str
) -> None:
    folder = tmp_path / "archive"
    shutil.copytree(other[1], folder)
    with Exports(db, folder) as exports:
        assert exports.run(signal.SIGKILL, 2, "os.rename") == "killed"
        assert not folder.exists()
        (left,) = tmp_path.iterdir()
        assert left.name.startswith("archive.tmp-")
        if then == "query":
            done = emberlog(
                "query", "SELECT count(*) AS n FROM games", "--parquet", folder, "--format", "csv"
            )
            assert (done.code, done.out, done.err) == (0, "n\n1\n", "")
            assert files(folder) == files(other[1])
        exports.run()
    assert files(folder) == files(archive)
    assert [path.name for path in tmp_path.iterdir()] == ["archive"]


def test_an_archive_that_somebody_removes_stays_away(
    db: Path, other: tuple[Path, Path], tmp_path: Path
) -> None:
    """What a killed export has left when its work was done is rubbish, and no archive to be put back."""
    folder = tmp_path / "archive"
    shutil.copytree(other[1], folder)
    with Exports(db, folder) as exports:
        assert exports.run(signal.SIGKILL, 1, "shutil.rmtree") == "killed"
    assert len(list(tmp_path.iterdir())) == 2
    shutil.rmtree(folder)
    assert "is no archive" in emberlog("query", "SELECT 1", "--parquet", folder).err
    assert not folder.exists()


def test_exports_onto_one_folder_at_once_all_end(
    db: Path, archive: Path, other: tuple[Path, Path], tmp_path: Path
) -> None:
    """Whoever asks meanwhile finds one of the two archives; the last to end stays."""
    folder = tmp_path / "archive"
    export(db, folder)
    code = "import sys; from pathlib import Path; from ingest.parquet import export\n" \
           "for _ in range(3): export(*map(Path, sys.argv[1:]))"  # fmt: skip
    running = [
        subprocess.Popen([sys.executable, "-c", code, source, folder], stderr=subprocess.PIPE)
        for source in (db, other[0], db, other[0])
    ]
    rows = set()
    while any(process.poll() is None for process in running):
        rows.add(manifest_of(folder).rows("game"))
    assert [process.communicate()[1] for process in running] == [b""] * 4
    assert [process.returncode for process in running] == [0] * 4
    assert rows <= {4, 1}
    assert files(folder) in (files(archive), files(other[1]))
    assert [path.name for path in tmp_path.iterdir()] == ["archive"]


def test_a_read_only_place_is_a_sentence(db: Path, other: tuple[Path, Path], small_disk: Path) -> None:
    folder = small_disk / "archive"
    shutil.copytree(other[1], folder)
    with Exports(db, folder) as exports:
        assert exports.run(signal.SIGKILL, 2, "os.rename") == "killed"
    subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)
    try:
        asked = emberlog("query", "SELECT 1", "--parquet", folder)
        assert (asked.code, asked.out) == (1, "")
        assert f"an export that was killed has left {folder} as " in asked.err
        assert asked.err.endswith("; it cannot be put back: Read-only file system\n")
        done = emberlog("export", "--parquet", small_disk / "another", "--db", db)
        assert done == (1, "", f"emberlog: {small_disk} cannot be written: Read-only file system\n")
        done = emberlog("export", "--parquet", small_disk / "deep" / "another", "--db", db)
        said = f"emberlog: {small_disk}/deep/another could not be written: Read-only file system\n"
        assert done == (1, "", said)
    finally:
        subprocess.run(["mount", "-o", "remount,rw", small_disk], check=True)


def test_a_folder_of_somebody_else_is_left_alone(db: Path, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("years of work")
    done = emberlog("export", "--parquet", tmp_path / "mine", "--db", db)
    assert done.code == 1
    assert (
        done.err == f"emberlog: {tmp_path / 'mine'} holds something else than an archive; name a new folder\n"
    )
    assert files(tmp_path / "mine") == {"thesis.txt": b"years of work"}


def test_the_command(db: Path, archive: Path, tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "archive"
    done = emberlog("export", "--parquet", folder, "--db", db)
    assert (done.code, done.err) == (0, "")
    assert "steps/game=living_forest/rules=1/data.parquet" in done.out
    assert files(folder) == files(archive)
    told = json.loads(emberlog("export", "--parquet", folder, "--db", db, "--json").out)
    assert told["emberlog_archive"] == FORMAT
    assert {part["table"]: part["rows"] for part in told["parts"]}["game"] == 4


def test_nothing_to_export(tmp_path: Path) -> None:
    open_new(tmp_path / "empty.duckdb").close()
    assert emberlog("export", "--parquet", tmp_path / "a", "--db", tmp_path / "empty.duckdb").code == 4
    done = emberlog(
        "query", "SELECT count(*) AS n FROM games", "--parquet", tmp_path / "a", "--format", "csv"
    )
    assert (done.code, done.out) == (0, "n\n0\n")
    done = emberlog("export", "--parquet", tmp_path / "b", "--db", tmp_path / "none.duckdb")
    assert (done.code, done.err.count("\n")) == (1, 1)
    assert not (tmp_path / "b").exists()


# --- asking it ---


@pytest.mark.parametrize("question", ["SELECT * FROM games ORDER BY id", "win_rates", "ratings"])
def test_the_command_asks_an_archive_like_a_database(db: Path, archive: Path, question: str) -> None:
    asked = emberlog("query", question, "--parquet", archive, "--format", "json")
    assert (asked.code, asked.err) == (0, "")
    assert asked.out == emberlog("query", question, "--db", db, "--format", "json").out


def test_one_place_to_ask(db: Path, archive: Path) -> None:
    for places in (["--db", db, "--parquet", archive], []):
        done = emberlog("query", "SELECT 1", *places)
        assert done.code == 2
        assert "--db FILE or --parquet DIR" in done.err


ATTACKS = [
    "SELECT * FROM read_text('/etc/passwd')",
    "SELECT * FROM glob('/etc/*')",
    "SELECT * FROM read_csv('/etc/passwd')",
    "SELECT * FROM read_blob('/etc/passwd')",
    "SELECT * FROM '/etc/passwd.csv'",
    "SELECT * FROM read_text('{}/outside.txt')",
    "SELECT * FROM read_text('{}/secret_folder/unlisted.parquet')",
    "SELECT * FROM read_text('{}/secret_folder/steps/../../outside.txt')",
    "SELECT * FROM read_text('{}/secret_folder/archive.json')",
    "SELECT * FROM glob('{}/secret_folder/**')",
    "SELECT * FROM read_parquet('{}/secret_folder/steps/*/*/*.parquet')",
    "SELECT * FROM read_parquet('{}/secret_folder/steps/game=living_forest/rules=1/data.parquet')",
    "SELECT * FROM read_parquet('https://example.org/x.parquet')",
    "SELECT * FROM read_parquet('s3://bucket/x.parquet')",
    "ATTACH ':memory:' AS other",
    "ATTACH '{}/secret_place.duckdb' AS other",
    "COPY (SELECT 1) TO '/tmp/emberlog_attack.csv'",
    "EXPLAIN ANALYZE COPY (SELECT 1) TO '/tmp/emberlog_attack.csv'",
    "EXPORT DATABASE '/tmp/emberlog_attack'",
    "CREATE TABLE t (a INTEGER)",
    "CREATE TEMP TABLE t AS SELECT 1",
    "CREATE OR REPLACE VIEW games AS SELECT 1",
    "DROP VIEW games",
    "INSERT INTO about VALUES (9)",
    "SELECT * FROM query('DROP VIEW games')",
    "INSTALL httpfs",
    "LOAD httpfs",
    "SET memory_limit = '20GB'",
    "SET enable_external_access = true",
    "SET allowed_paths = ['/etc/passwd']",
    "SET allowed_directories = ['/']",
    "RESET allowed_paths",
    "SET VARIABLE x = 1",
    "PRAGMA database_list",
    "PRAGMA enable_profiling",
    "CALL enable_logging(storage = 'file', storage_config = {{'path': '/tmp/emberlog_attack'}})",
    "SELECT * FROM enable_logging(storage = 'file', storage_config = {{'path': '/tmp/emberlog_attack'}})",
    "SELECT getenv('HOME')",
    "CHECKPOINT",
    "SELECT 1; DROP VIEW games",
    "SELECT * FROM some_frame",
    "",
    "SELEC 1",
    "SELECT '" + "x" * 1_000_000 + "'",
]


@pytest.mark.parametrize("sql", ATTACKS, ids=lambda sql: sql[:60])
def test_attacks_are_refused_with_a_sentence(archive: Path, sql: str) -> None:
    """The attacker knows where everything lies, and still reaches only the views."""
    home = archive.parent
    (home / "outside.txt").write_text("a secret")
    (archive / "unlisted.parquet").write_text("a secret")
    before = files(archive)
    some_frame = object()  # a scan of Python variables would find it
    result = ask(sql.format(home), archive)
    assert some_frame
    assert result.error
    assert not result.rows
    assert "Traceback" not in result.error
    assert "a secret" not in result.error
    assert files(archive) == before
    assert not list(Path("/tmp").glob("emberlog_attack*"))


def test_its_own_files_can_be_read_and_never_written(archive: Path) -> None:
    """Their neutral path stands in the views, so SQL can learn it; writing onto it is refused all the same."""
    before = files(archive)
    (sql,) = ask("SELECT sql FROM duckdb_views() WHERE view_name = 'step'", archive).rows[0]
    place = str(sql).split("list_value('")[1].split("'")[0]
    assert place.endswith("/steps/game=living_forest/rules=1/data.parquet")
    assert str(archive) not in place
    for attack in (
        "COPY (SELECT 1) TO '{}' (FORMAT parquet)",
        "COPY (SELECT 1) TO '{}' (FORMAT parquet, USE_TMP_FILE false)",
        "EXPLAIN ANALYZE COPY (SELECT 1) TO '{}' (FORMAT parquet, USE_TMP_FILE false)",
        "EXPLAIN ANALYZE COPY (SELECT 1) TO '{}' (FORMAT csv, USE_TMP_FILE false)",
        "EXPLAIN SELECT 1",
        "ATTACH '{}' AS other",
        "SELECT * FROM enable_logging(storage = 'file', storage_config = {{'path': '{}'}})",
        "SELECT * FROM query('COPY (SELECT 1) TO ''{}'' (USE_TMP_FILE false)')",
    ):
        assert _asked_at(place, attack.format(place), archive).error, attack
    own = _asked_at(place, f"SELECT count(*) FROM read_parquet('{place}')", archive)
    assert own.rows == ask("SELECT count(*) FROM steps", archive).rows, "the attacks had the right path"
    assert files(archive) == before


def _asked_at(place: str, sql: str, archive: Path) -> QueryResult:
    """A query that knows its neutral folder: each has one of its own, so its name is made the same again."""
    name = Path(place).parts[-5]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tempfile._RandomNameSequence.__next__", lambda _self: name.removeprefix("sql-"))
        return ask(sql, archive)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM duckdb_settings()",
        "SELECT * FROM duckdb_databases()",
        "SELECT * FROM duckdb_views()",
        "SELECT file FROM (SELECT * FROM read_parquet('x'))",
        "SELECT current_setting('allowed_paths')",
        "SELECT * FROM duckdb_external_file_cache()",
        "SELECT * FROM no_such_table",
    ],
)
def test_nothing_tells_where_we_are(archive: Path, sql: str) -> None:
    result = ask(sql, archive)
    told = f"{result.rows} {result.error}"
    assert "a_telling_name" not in told
    assert "secret_folder" not in told
    assert str(Path.home()) not in told


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT count(*) FROM steps a, steps b, steps c, steps d",
        "WITH RECURSIVE t AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM t) SELECT max(n) FROM t",
        "SELECT length(repeat('x', 2000000000))",
    ],
)
def test_costly_queries_are_bounded(archive: Path, sql: str) -> None:
    result = ask(sql, archive, seconds=1)
    assert result.error.startswith(("The query was stopped", "The query needs more memory"))
    assert ask("SELECT count(*) FROM games", archive).rows == [[4]]


# --- archives that are none ---


@pytest.fixture
def copy(archive: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(archive, tmp_path / "copy"))


def test_a_folder_without_a_manifest(tmp_path: Path) -> None:
    done = emberlog("query", "SELECT 1", "--parquet", tmp_path)
    assert (done.code, done.out) == (1, "")
    assert done.err == (
        f"emberlog: {tmp_path} is no archive; make one with: emberlog export --parquet {tmp_path} --db FILE\n"
    )


def test_a_missing_part(copy: Path) -> None:
    lost = "steps/game=living_forest/rules=1/data.parquet"
    (copy / lost).unlink()
    with pytest.raises(StoreError, match=f"is not whole: {lost} is missing"):
        Archive(copy)


def test_a_part_that_leads_elsewhere(copy: Path, tmp_path: Path) -> None:
    """A link in an archive from somebody else is no file of it."""
    part = copy / "steps/game=living_forest/rules=1/data.parquet"
    part.rename(tmp_path / "elsewhere.parquet")
    part.symlink_to(tmp_path / "elsewhere.parquet")
    with pytest.raises(StoreError, match="is missing"):
        ask("SELECT count(*) FROM steps", copy)


def test_a_damaged_part(copy: Path) -> None:
    part = copy / "steps/game=living_forest/rules=1/data.parquet"
    part.write_bytes(part.read_bytes()[:100])
    assert ask("SELECT count(*) FROM steps", copy).error
    done = emberlog("query", "actions", "--parquet", copy)
    assert (done.code, done.err.count("\n")) == (1, 1)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"schema": SCHEMA + 1}, "has the layout"),
        ({"emberlog_archive": FORMAT + 1}, "has the layout"),
        ({"parts": [{"file": "../outside.parquet", "table": "step", "rows": 1}]}, "none of an archive"),
        ({"parts": [{"file": "/etc/passwd", "table": "step", "rows": 1}]}, "none of an archive"),
        ({"parts": [{"file": "steps/game=x'/rules=1/data.parquet", "table": "step", "rows": 1}]}, "none of an archive"),
        ({"parts": [{"file": "rejected/data.parquet", "table": "about", "rows": 1}]}, "none of an archive"),
        ({"parts": 7}, "does not read"),
    ],
)  # fmt: skip
def test_a_manifest_that_says_something_else(copy: Path, change: dict[str, Any], told: str) -> None:
    manifest = json.loads((copy / "archive.json").read_bytes())
    (copy / "archive.json").write_text(json.dumps(manifest | change))
    done = emberlog("query", "SELECT 1", "--parquet", copy)
    assert (done.code, done.out) == (1, "")
    assert told in done.err
    assert done.err.count("\n") == 1


def test_parts_are_plain_data() -> None:
    assert Part("games/game=go/rules=1/data.parquet", "game", 1) != Part(
        "games/game=go/rules=2/data.parquet", "game", 1
    )
