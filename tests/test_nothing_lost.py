"""An ingest loses nothing and doubles nothing, whatever happens to it: processes are killed, disks fill up, files
are cut or foreign, several run at once. Afterwards the same command gives the tables of one undisturbed run.
"""

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path, PurePath
from typing import Any

import duckdb
import pytest
from bounded import bounded
from command import Server, emberlog, process
from ingest_logs import content, count, played, write

from ingest.database import Database
from ingest.publish import StoreError
from ingest.store import ingest

KILLS = bounded(200, 4)

SERVER = """
import os, sys
from pathlib import Path
import engine
from ingest.store import ingest
engine.load("living_forest")
db, logs = Path(sys.argv[1]), sys.argv[2:]
for _ in sys.stdin:
    child = os.fork()
    if child == 0:
        ingest(logs, db)
        os._exit(0)
    print(child, flush=True)
    print(os.waitpid(child, 0)[1], flush=True)
"""


class Runs(Server):
    """Ingests of one command, each in a process of its own that needs no time to start."""

    def __init__(self, db: Path, *logs: Path) -> None:
        super().__init__(SERVER, db, *logs)

    def run(self, seconds: float | None = None) -> float:
        """One ingest, killed after so many seconds; how long it lasted."""
        self.tell("")
        began = time.monotonic()
        child = int(self.hear())
        if seconds is not None:
            time.sleep(seconds)
            with suppress(ProcessLookupError):  # it was quicker
                os.kill(child, signal.SIGKILL)
        status = int(self.hear())
        assert status in ((0,) if seconds is None else (0, signal.SIGKILL))
        return time.monotonic() - began


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ten games in two files, one of them unfinished, and a damaged one."""
    folder = tmp_path_factory.mktemp("lost") / "logs"
    write(folder / "a.jsonl", *[played(seed) for seed in range(6)])
    write(folder / "b.jsonl", *[played(seed, players=3) for seed in range(6, 9)], played(9, limit=50))
    write(folder / "c.jsonl", played(10)[:30], [b'{"n":29,"se'])
    return folder


@pytest.fixture(scope="module")
def undisturbed(logs: Path) -> dict[str, list[tuple[Any, ...]]]:
    db = logs.parent / "undisturbed.duckdb"
    ingest([logs], db)
    return tables(db, by_key=True)


def tables(db: Path, *, by_key: bool = False) -> dict[str, list[tuple[Any, ...]]]:
    """All rows, logs by their names alone: the databases lie in several folders."""
    return {
        table: [tuple(PurePath(v).name if str(v).endswith(".jsonl") else v for v in row) for row in rows]
        for table, rows in content(db, by_key=by_key).items()
    }


def leftovers(db: Path) -> list[str]:
    return sorted(path.name for path in db.parent.iterdir() if path.name.startswith(f"{db.name}.tmp-"))


def assert_healed(db: Path, logs: Path, undisturbed: dict[str, list[tuple[Any, ...]]]) -> None:
    """The same command again gives the tables of one run, and nothing lies around."""
    ingest([logs], db)
    assert tables(db, by_key=True) == undisturbed
    assert leftovers(db) == []


# --- killed ---


@pytest.mark.slow
def test_t26_a_kill_at_any_moment_costs_nothing(
    logs: Path, tmp_path: Path, undisturbed: dict[str, list[tuple[Any, ...]]]
) -> None:
    db = logs.parent / "killed.duckdb"
    before = 0
    moments = random.Random(26)
    with Runs(db, logs) as runs:
        whole = runs.run()
        for kill in range(KILLS):
            if kill % 2:  # every other time the database is there, with one game that is not in the logs
                shutil.copyfile(logs.parent / "undisturbed.duckdb", db)
            else:
                db.unlink(missing_ok=True)
            runs.run(moments.uniform(0, 1.1 * whole))
            if db.exists():
                before += 1
                assert count(db, "game") == 11  # all of a run or nothing
                halves = Database(db).frame(
                    "SELECT 1 FROM game AS g LEFT JOIN step ON step.game = g.key"
                    " GROUP BY g.key, g.steps HAVING count(step.n) <> g.steps"
                )
                assert halves.is_empty()
            assert_healed(db, logs, undisturbed)
    assert before < KILLS  # some were killed before they were through


# --- full ---


def test_t26_a_full_disk_is_a_sentence_and_costs_nothing(
    logs: Path, small_disk: Path, undisturbed: dict[str, list[tuple[Any, ...]]]
) -> None:
    db = small_disk / "x.duckdb"
    first = write(small_disk.parent / "first.jsonl", played(0))
    ingest([first], db)
    before = tables(db)
    filler = small_disk / "filler"
    full = 0
    for free in (0, 40_000, 100_000, 200_000):
        filler.write_bytes(bytes(shutil.disk_usage(small_disk).free - free))
        done = emberlog("ingest", logs, "--db", db, "-j", 1)
        assert done.code == 1, free
        if tables(db) == before:
            full += 1
            assert done.err.startswith(f"emberlog: {db}"), done.err
            assert done.err.count("\n") == 1
            assert "there is no space left on its disk; it is as it was before" in done.err
        assert leftovers(db) == []
        filler.unlink()
    assert full >= 2
    db.unlink()
    assert_healed(db, logs, undisturbed)


def test_t26_a_full_temporary_folder_is_a_sentence(logs: Path, small_disk: Path, other_disk: Path) -> None:
    """A question is put to a copy, if the database lies on another disk than every folder for temporary files."""
    (small_disk / "filler").write_bytes(bytes(shutil.disk_usage(small_disk).free - 8192))
    db = other_disk / "asked.duckdb"
    ingest([logs], db)
    done = process("query", "SELECT 1", "--db", db, cwd=logs.parent, TMPDIR=str(small_disk))
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.decode() == (
        "emberlog: The query could not be started: No space left on device (it needs room for temporary files).\n"
    )
    assert os.listdir(small_disk) == ["filler"]


def test_t26_a_full_temporary_folder_is_not_needed_where_another_will_do(
    logs: Path, small_disk: Path
) -> None:
    """A link on the database's own disk needs no room."""
    (small_disk / "filler").write_bytes(bytes(shutil.disk_usage(small_disk).free - 8192))
    db = logs.parent / "asked.duckdb"
    ingest([logs], db)
    if db.stat().st_dev not in {os.stat(root).st_dev for root in ("/tmp", "/var/tmp")}:
        pytest.skip("neither /tmp nor /var/tmp lies on the file system of the tests")
    done = process("query", "SELECT 1 AS one", "--db", db, cwd=logs.parent, TMPDIR=str(small_disk))
    assert (done.returncode, done.stderr) == (0, b"")
    assert os.listdir(small_disk) == ["filler"]


@pytest.mark.parametrize("bytes_", [1, 4096, 12_288, 100_000, 300_000])
def test_t26_a_file_that_may_not_grow_costs_nothing(
    logs: Path, tmp_path: Path, bytes_: int, undisturbed: dict[str, list[tuple[Any, ...]]]
) -> None:
    db = tmp_path / "x.duckdb"
    limited = (
        "import resource, signal, sys\nimport cli\nsignal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({bytes_}, {bytes_}))\nsys.argv[0] = 'emberlog'\ncli.app()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", limited, "ingest", logs, "--db", db, "-j", "1"], capture_output=True, text=True
    )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith("emberlog: ")
    assert not db.exists()
    assert_healed(db, logs, undisturbed)


# --- damaged, foreign, newer, read-only ---


def newer_format(raw: bytes) -> bytes:
    """The number of the format stands behind the checksum and the mark, in the first header."""
    assert raw[8:12] == b"DUCK"
    return raw[:12] + (9999).to_bytes(8, "little") + raw[20:]


DAMAGES = {
    "cut": lambda raw: raw[: len(raw) // 2],
    "cut at a block": lambda raw: raw[: 12_288 + 262_144],
    "headers alone": lambda raw: raw[:12_288],
    "empty": lambda raw: b"",
    "text": lambda raw: b"dear diary\n" * 5000,
    "a log": lambda raw: played(1)[0],
    "newer": newer_format,
    "zeros": lambda raw: bytes(len(raw)),
    "sqlite": lambda raw: b"SQLite format 3\0" + bytes(4080),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_t26_a_file_that_is_no_whole_database_names_the_way_out(
    logs: Path, tmp_path: Path, damage: Any, undisturbed: dict[str, list[tuple[Any, ...]]]
) -> None:
    db = tmp_path / "x.duckdb"
    raw = damage((logs.parent / "undisturbed.duckdb").read_bytes())
    db.write_bytes(raw)
    for words in (["ingest", logs, "-j", 1], ["stats"], ["query", "summary"]):
        done = emberlog(*words, "--db", db)
        assert done.code == 1, words
        assert f"emberlog rebuild FOLDER_OF_LOGS --db {db}" in done.err, words
        assert done.err.count("\n") == 1, words
    assert db.read_bytes() == raw  # nothing is made worse
    assert emberlog("rebuild", logs, "--db", db, "-j", 1).code == 1  # a log is damaged, and told
    assert tables(db, by_key=True) == undisturbed


def foreign_database(path: Path) -> None:
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE TABLE about (schema_of_somebody_else TEXT)")


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda path: path.write_text("dear diary"), "it is no DuckDB database"),
        (lambda path: path.write_bytes(played(1)[0]), "it is no DuckDB database"),
        (
            lambda path: sqlite3.connect(path).executescript("CREATE TABLE t (a)").close(),
            "it is an SQLite database",
        ),
        (foreign_database, "it is a DuckDB database, but not one of Emberlog"),
    ],
    ids=["text", "a log", "sqlite", "duckdb"],
)
def test_t26_a_rebuild_keeps_what_emberlog_never_wrote(
    logs: Path, tmp_path: Path, make: Any, why: str
) -> None:
    db = tmp_path / "x.duckdb"
    for number in ("", "2"):
        make(db)
        raw = db.read_bytes()
        done = emberlog("ingest", logs / "a.jsonl", "--db", db, "-j", 1)
        assert (done.code, done.err.count("\n")) == (1, 1)
        assert done.err.startswith(f"emberlog: {db} cannot be used: {why}. Choose another name; ")
        done = emberlog("rebuild", logs / "a.jsonl", "--db", db, "-j", 1)
        assert (done.code, done.err) == (
            0,
            f"what {db} was before is no database of Emberlog; it is kept as {db}.old{number}\n",
        )
        assert count(db, "game") == 6
        assert (tmp_path / f"x.duckdb.old{number}").read_bytes() == raw
        db.unlink()
    emberlog("ingest", logs / "a.jsonl", "--db", db, "-j", 1)
    assert emberlog("rebuild", logs / "a.jsonl", "--db", db, "-j", 1).err == ""  # one of ours is replaced
    assert not (tmp_path / "x.duckdb.old3").exists()


@pytest.mark.parametrize("words", [["ingest"], ["rebuild"], ["rebuild", "--no-verify"]], ids=" ".join)
def test_t26_a_log_never_becomes_the_database(tmp_path: Path, words: list[str]) -> None:
    log = write(tmp_path / "logs" / "a.jsonl", played(1))
    raw = log.read_bytes()
    done = emberlog(*words, tmp_path / "logs", "--db", log, "-j", 1)
    assert (done.code, done.err) == (
        1,
        f"emberlog: {log} is one of the files to read; the database needs a file of its own\n",
    )
    assert log.read_bytes() == raw


def test_a_database_that_is_a_folder_is_a_sentence(logs: Path, tmp_path: Path) -> None:
    for words in (["ingest", logs, "-j", 1], ["stats"]):
        done = emberlog(*words, "--db", tmp_path)
        assert (done.code, done.err) == (
            1,
            f"emberlog: {tmp_path} is no file; choose another name for the database\n",
        )


def test_t26_a_foreign_write_ahead_log_is_no_silent_loss(logs: Path, tmp_path: Path) -> None:
    db = tmp_path / "x.duckdb"
    shutil.copyfile(logs.parent / "undisturbed.duckdb", db)
    db.with_name("x.duckdb.wal").write_bytes(b"not a write-ahead log" * 100)
    done = emberlog("stats", "--db", db)
    assert (done.code == 0 and "living_forest" in done.out) or "emberlog rebuild" in done.err
    assert "Traceback" not in done.err


def test_t25_a_read_only_folder_is_a_sentence(logs: Path, small_disk: Path) -> None:
    db = small_disk / "x.duckdb"
    ingest([write(small_disk.parent / "a.jsonl", played(0))], db)
    subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)
    done = emberlog("ingest", logs, "--db", db, "-j", 1)
    assert (done.code, done.err) == (1, f"emberlog: {small_disk} cannot be written: Read-only file system\n")
    assert emberlog("stats", "--db", db).code == 0
    subprocess.run(["mount", "-o", "remount,rw", small_disk], check=True)


AS_NOBODY = """
import os, sys
from pathlib import Path
import engine
from ingest.database import Database
from ingest.publish import StoreError
from ingest.store import ingest
db, log = map(Path, sys.argv[1:])
engine.load("living_forest")
ingest([log], db)
os.setgid(65534)
os.setuid(65534)
print(Database(db).frame("SELECT count(*) FROM game").item())
for attempt in (log, log.with_name("b.jsonl")):
    try:
        ingest([attempt], db)
    except StoreError as error:
        print(error)
"""


@pytest.mark.skipif(os.getuid() != 0, reason="only root can become somebody else")
def test_t25_a_database_of_another_user_is_read_and_not_written() -> None:
    """Somebody else may read the file, and may write nothing beside it."""
    with tempfile.TemporaryDirectory(prefix="emberlog-test-") as place:
        os.chmod(place, 0o755)
        log = write(Path(place, "a.jsonl"), played(1))
        write(Path(place, "b.jsonl"), played(2))
        done = subprocess.run(
            [sys.executable, "-c", AS_NOBODY, f"{place}/x.duckdb", log], capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout.splitlines() == ["1", *[f"{place} cannot be written: Permission denied"] * 2]


# --- several at once ---


def test_t25_two_ingests_at_once_both_end_with_all_games(
    logs: Path, tmp_path: Path, undisturbed: dict[str, list[tuple[Any, ...]]]
) -> None:
    db = tmp_path / "x.duckdb"
    code = "import cli, sys; sys.argv[0] = 'emberlog'; cli.app()"
    children = [
        subprocess.Popen(
            [sys.executable, "-c", code, "ingest", *paths, "--db", db, "-j", "1"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for paths in ([logs], [logs / "b.jsonl", logs / "a.jsonl"], [logs])
    ]
    for child in children:
        _, said = child.communicate()
        assert child.returncode in (0, 1)  # one of the logs is damaged
        assert "Traceback" not in said
    found = tables(db)
    single = logs.parent / "undisturbed.duckdb"
    assert found == tables(single)
    assert_healed_up_to_keys(db, logs, single)


def assert_healed_up_to_keys(db: Path, logs: Path, single: Path) -> None:
    ingest([logs], db)
    assert tables(db) == tables(single)


def test_t25_readers_with_open_questions_block_nobody_and_see_whole_states(
    logs: Path, tmp_path: Path
) -> None:
    """Two readers as processes of their own, one of them in the middle of a long answer."""
    db = tmp_path / "x.duckdb"
    ingest([write(tmp_path / "first.jsonl", played(50))], db)
    reader = (
        "import sys, time\nfrom pathlib import Path\nfrom ingest.publish import attached\n"
        "with attached(Path(sys.argv[1])) as connection:\n"
        "    answer = connection.execute('SELECT n FROM step, range(1000) ORDER BY ALL')\n"
        "    answer.fetchone(); print('open', flush=True); sys.stdin.readline()\n"
        "    print(1 + len(answer.fetchall()), flush=True)\n"
    )
    children = [
        subprocess.Popen(
            [sys.executable, "-c", reader, db], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(2)
    ]
    steps = count(db, "step")
    for child in children:
        assert child.stdout is not None
        assert child.stdout.readline() == "open\n"
    assert ingest([logs], db).games_new == 11
    assert count(db, "game") == 12  # a new question sees the new file
    for child in children:
        out, _ = child.communicate("\n")
        assert int(out) == 1000 * steps  # the old one was answered from the old file
        assert child.returncode == 0


def test_a_long_question_draws_nothing_onto_standard_output(logs: Path) -> None:
    """DuckDB draws a bar after two seconds where Python runs no file, as here."""
    db = logs.parent / "bar.duckdb"
    ingest([logs / "a.jsonl"], db)
    asks = (
        "import sys\nfrom pathlib import Path\nfrom ingest.publish import attached, open_copy\n"
        "db = Path(sys.argv[1])\nasks = \"SELECT current_setting('enable_progress_bar')\"\n"
        "with attached(db) as connection:\n    print(connection.execute(asks).fetchone())\n"
        "print(open_copy(db, db.with_name('bar-copy.duckdb')).execute(asks).fetchone())\n"
        "from ingest.database import Database\nprint(Database(db).frame(asks).item())\n"
    )
    done = subprocess.run([sys.executable, "-c", asks, db], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("(False,)\n(False,)\nFalse\n", "")


def test_t25_another_writer_is_waited_for_and_then_named(logs: Path, tmp_path: Path) -> None:
    db = tmp_path / "x.duckdb"
    holds = (
        "import sys\nfrom pathlib import Path\nfrom ingest.publish import writing\n"
        "with writing(Path(sys.argv[1])):\n    print('held', flush=True); sys.stdin.readline()\n"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", holds, db], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "held\n"
    timer = threading.Timer(1, lambda: child.communicate("\n"))
    timer.start()
    assert ingest([logs], db).games_new == 11  # it waited
    timer.join()


def test_known_games_that_another_process_took_away_are_read_again(
    logs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, undisturbed: dict[str, list[tuple[Any, ...]]]
) -> None:
    """Between reading and merging somebody makes the database anew from other logs."""
    from ingest import store
    from ingest.store import rebuild

    db = tmp_path / "x.duckdb"
    other = write(tmp_path / "other.jsonl", played(77))
    ingest([logs], db)
    write_parts = store._Run.write

    def write_and_lose(run: Any) -> None:
        write_parts(run)
        monkeypatch.setattr(store._Run, "write", write_parts)
        rebuild([other], db)

    monkeypatch.setattr(store._Run, "write", write_and_lose)
    assert ingest([logs], db).games_new == 11
    assert count(db, "game") == 12


# --- in any order, known or not ---


def test_any_order_and_any_number_of_processes_give_equal_tables(
    logs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ingest.store.PIECE_STEPS", 900)
    paths = sorted(logs.iterdir())
    single = tables(logs.parent / "undisturbed.duckdb")
    for number, (order, jobs) in enumerate(
        [(paths[::-1], 1), (paths[1:] + paths[:1], 2), ([logs, *paths], 2)]
    ):
        db = tmp_path / f"{number}.duckdb"
        ingest(order, db, jobs=jobs)
        assert tables(db) == single
        for path in order:  # and one after the other, and once more
            ingest([path], tmp_path / f"{number}-single.duckdb")
        assert tables(tmp_path / f"{number}-single.duckdb") == single


def test_a_known_log_is_not_read_again_unless_it_must(
    logs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ingest import parts

    replays = 0
    replayed = parts.replayed

    def counted(*given: Any) -> Any:
        nonlocal replays
        replays += 1
        return replayed(*given)

    monkeypatch.setattr(parts, "replayed", counted)
    db = tmp_path / "x.duckdb"
    a = logs / "a.jsonl"

    def took(*paths: Path, **how: Any) -> tuple[int, int, int]:
        nonlocal replays
        replays = 0
        report = ingest(paths, db, **how)
        return replays, report.games_new, report.games_known

    assert took(a) == (6, 6, 0)
    stamp = Database(db).stamp
    assert took(a) == (0, 0, 6)
    assert Database(db).stamp == stamp  # nothing was written at all
    renamed = tmp_path / "renamed.jsonl"
    shutil.copyfile(a, renamed)
    assert took(renamed) == (0, 0, 6)
    assert {row[0] for row in Database(db).frame("SELECT file FROM source").rows()} > {"renamed.jsonl"}
    grown = write(tmp_path / "grown.jsonl", *[played(seed) for seed in range(6)], played(60))
    assert took(grown) == (1, 1, 6)
    assert took(grown) == (0, 0, 7)
    # Another check in one step: other bytes, so that the game is replayed, refused, and not taken for known.
    lines = played(60)
    lines[5] = lines[5].replace(b'"check":"', b'"check":"0')[:-5] + lines[5][-4:]
    assert took(write(tmp_path / "tampered.jsonl", lines))[:2] == (1, 0)
    # What is known without verification is replayed when it is to be verified; the other way round it is known.
    assert took(write(tmp_path / "loose.jsonl", played(61)), verify=False) == (0, 1, 0)
    assert took(tmp_path / "loose.jsonl") == (1, 1, 0)
    assert took(tmp_path / "loose.jsonl", verify=False) == (0, 0, 1)
    # A file with something wrong in it is always read again, and says so again.
    assert took(logs / "c.jsonl") == (1, 1, 0)
    assert took(logs / "c.jsonl") == (1, 0, 1)


def test_known_games_of_other_rules_are_replayed(logs: Path, tmp_path: Path) -> None:
    db = tmp_path / "x.duckdb"
    ingest([logs / "a.jsonl"], db)
    connection = duckdb.connect(str(db))
    connection.execute("UPDATE game SET rules = 99")
    connection.execute("UPDATE source SET rules = ['living_forest 99']")
    connection.close()
    report = ingest([logs / "a.jsonl"], db)
    assert (report.games_new, report.games_known) == (0, 6)
    rules = Database(db).frame("SELECT rules FROM source").item().to_list()
    assert rules == ["living_forest 1"]


def test_a_path_that_cannot_be_made_is_a_sentence(logs: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be written: No such file or directory"):
        ingest([logs], tmp_path / "no" / "folder" / "x.duckdb")
