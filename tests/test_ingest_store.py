"""The database file under stress: killed writers, several at once, readers meanwhile, damage, other programs.

Real processes and real files throughout. Everything here runs until something is so, never for a time.
"""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import duckdb
import polars as pl
import pytest
from ingest_logs import content, count, played, write

import engine
from ingest.database import Database, StoreError
from ingest.files import recorded
from ingest.parts import Item, Piece, make_part
from ingest.pool import in_order
from ingest.publish import open_new, writing
from ingest.queries import named_queries, parsed
from ingest.store import ingest, rebuild

INGEST = """
import sys
from pathlib import Path
from ingest.store import ingest
if __name__ == "__main__":
    ingest(sys.argv[2:], Path(sys.argv[1]))
"""


def start(db: Path, *logs: Path, script: str = INGEST) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", script, str(db), *map(str, logs)],
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with ten games in two files."""
    folder = tmp_path_factory.mktemp("store") / "logs"
    write(folder / "a.jsonl", *[played(seed) for seed in range(6)])
    write(folder / "b.jsonl", *[played(seed, players=3) for seed in range(6, 9)], played(9, limit=50))
    return folder


def leftovers(db: Path) -> list[str]:
    return sorted(path.name for path in db.parent.iterdir() if path.name.startswith(f"{db.name}.tmp-"))


# --- killed ---


def test_a_killed_ingest_leaves_the_old_file_and_the_next_one_heals(logs: Path, tmp_path: Path) -> None:
    ingest([logs], tmp_path / "undisturbed.duckdb")
    expected = content(tmp_path / "undisturbed.duckdb")
    db = tmp_path / "x.duckdb"
    first = tmp_path / "first.jsonl"
    write(first, played(100))
    ingest([first], db)
    began = time.monotonic()
    assert start(tmp_path / "timed.duckdb", logs).wait() == 0
    whole = time.monotonic() - began
    sizes = set()
    for moment in range(10):
        child = start(db, logs)
        time.sleep(whole * (moment + 0.5) / 10)
        os.killpg(child.pid, signal.SIGKILL)
        child.communicate()
        games = count(db, "game")
        sizes.add(games)
        assert games in (1, 11)  # all of a run or nothing
        steps = Database(db).frame(
            "SELECT count(*) AS stored, max(g.steps) AS told FROM game AS g JOIN step ON step.game = g.key GROUP BY g.key"
        )
        assert steps["stored"].equals(steps["told"])
    assert 1 in sizes
    ingest([logs, first], db)
    assert leftovers(db) == []
    found = content(db)
    ids = set(Database(tmp_path / "undisturbed.duckdb").games()["id"])
    for table, rows in expected.items():
        mine = rows if table in ("rejected", "title") else [row for row in found[table] if row[0] in ids]
        assert mine == rows, table


def test_leftovers_of_the_living_stay(logs: Path, tmp_path: Path) -> None:
    """A folder of a writer that is still at work is not swept away by another that finishes."""
    db = tmp_path / "x.duckdb"
    waits = INGEST.replace("import ingest\n", "import ingest\nimport ingest.store as store\n").replace(
        "    ingest(", "    write = store._Run.write\n"
        "    def write_and_wait(run):\n"
        "        write(run)\n"
        "        sys.stderr.write('ready\\n'); sys.stderr.flush(); sys.stdin.readline()\n"
        "    store._Run.write = write_and_wait\n"
        "    ingest(",
    )  # fmt: skip
    child = subprocess.Popen(
        [sys.executable, "-c", waits, str(db), str(logs)], stdin=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert child.stderr is not None
    assert child.stderr.readline() == b"ready\n"
    dead = tmp_path / "x.duckdb.tmp-of-the-dead"
    dead.mkdir()
    (dead / "next.duckdb").write_bytes(b"half")
    ingest([write(tmp_path / "one.jsonl", played(200))], db)
    assert len(leftovers(db)) == 1
    assert not dead.exists()
    child.communicate(b"go on\n")
    assert child.returncode == 0
    assert count(db, "game") == 11
    assert leftovers(db) == []


def kill_once(piece: Piece) -> None:
    """Work that takes its process down the first time."""
    mark = piece.folder / "killed"
    if piece.number == 1 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    make_part(piece)


def test_a_killed_worker_costs_no_piece(logs: Path, tmp_path: Path) -> None:
    items = [Item(ref, 0, "a.jsonl", game) for ref, game in enumerate(recorded(logs / "a.jsonl"))]
    pieces = (Piece(number, tmp_path, False, [item]) for number, item in enumerate(items))
    assert list(in_order(kill_once, pieces, 2)) == [None] * len(items)
    assert (tmp_path / "killed").exists()
    assert sorted(path.name for path in tmp_path.glob("step-*")) == [f"step-{n:06}.parquet" for n in range(6)]


# --- several at once ---


def test_two_ingests_at_once_lose_nothing(logs: Path, tmp_path: Path) -> None:
    db = tmp_path / "x.duckdb"
    write(tmp_path / "more.jsonl", *[played(seed) for seed in range(300, 304)])
    children = [start(db, logs), start(db, logs / "a.jsonl", tmp_path / "more.jsonl"), start(db, logs)]
    for child in children:
        _, said = child.communicate()
        assert child.returncode == 0, said
    ingest([logs, tmp_path / "more.jsonl"], tmp_path / "quiet.duckdb")
    assert content(db) == content(tmp_path / "quiet.duckdb")


def test_readers_go_on_during_an_ingest(logs: Path, tmp_path: Path) -> None:
    db = tmp_path / "x.duckdb"
    ingest([logs / "a.jsonl"], db)
    database = Database(db)
    stamp = database.stamp
    seen: set[int] = set()
    troubles: list[BaseException] = []
    over = threading.Event()

    def read() -> None:
        try:
            while not over.is_set():
                frame = database.frame("SELECT count(*) AS games, sum(steps) AS steps FROM game")
                seen.add(frame["games"].item())
        except StoreError as error:
            troubles.append(error)

    readers = [threading.Thread(target=read) for _ in range(4)]
    for reader in readers:
        reader.start()
    child = start(db, logs)
    _, said = child.communicate()
    while database.frame("SELECT count(*) FROM game").item() != 10:
        pass
    over.set()
    for reader in readers:
        reader.join()
    assert child.returncode == 0, said
    assert troubles == []
    assert seen <= {6, 10}
    assert 6 in seen
    assert database.stamp != stamp


def test_waiting_for_a_writer_ends_with_its_name(logs: Path, tmp_path: Path) -> None:
    db = tmp_path / "x.duckdb"
    with (
        writing(db),
        pytest.raises(StoreError, match=rf"PID {os.getpid()}\); waited 0 seconds"),
        writing(db, 0),
    ):
        pass
    with writing(db, 0):
        pass


def test_a_database_that_another_program_writes_is_named(logs: Path, tmp_path: Path) -> None:
    db = tmp_path / "x.duckdb"
    ingest([logs / "a.jsonl"], db)
    before = content(db)
    holds = (
        "import duckdb, sys; c = duckdb.connect(sys.argv[1]); print('held', flush=True); sys.stdin.readline()"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", holds, str(db)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert child.stdout is not None
    assert child.stdout.readline() == b"held\n"
    for attempt in (lambda: ingest([logs], db), lambda: Database(db)):
        with pytest.raises(StoreError, match=f"PID {child.pid}"):
            attempt()
    child.communicate(b"\n")
    assert content(db) == before
    assert ingest([logs], db).games_new == 4


def test_what_another_program_left_in_its_write_ahead_log_is_kept(logs: Path, tmp_path: Path) -> None:
    db = tmp_path / "x.duckdb"
    ingest([logs / "a.jsonl"], db)
    adds = (
        "import duckdb, os, sys; c = duckdb.connect(sys.argv[1]); c.execute(\"INSERT INTO source VALUES ('by hand', NULL, 0, [], false)\")\n"
        "os.kill(os.getpid(), 9)"
    )
    subprocess.run([sys.executable, "-c", adds, str(db)])
    assert db.with_name("x.duckdb.wal").exists()
    ingest([logs / "b.jsonl"], db)
    assert not db.with_name("x.duckdb.wal").exists()
    files = Database(db).frame("SELECT file FROM source ORDER BY file")["file"].to_list()
    assert [Path(file).name for file in files] == ["a.jsonl", "b.jsonl", "by hand"]


# --- damaged, foreign, newer ---


def test_damaged_and_foreign_files_are_named_with_the_way_out(logs: Path, tmp_path: Path) -> None:
    good = tmp_path / "good.duckdb"
    ingest([logs], good)
    raw = good.read_bytes()
    foreign = tmp_path / "foreign.duckdb"
    duckdb.connect(str(foreign)).close()
    newer = tmp_path / "newer.duckdb"
    connection = open_new(newer)
    connection.execute("UPDATE about SET schema = schema + 1")
    connection.close()
    damaged = {"foreign": foreign.read_bytes(), "newer": newer.read_bytes(), "text": b"not a database\n", "empty": b"",
               "headers": raw[:12288], "half": raw[: len(raw) // 2], "end": raw[:-262144], "few": raw[:100]}  # fmt: skip
    for name, data in damaged.items():
        db = tmp_path / f"{name}.duckdb"
        db.write_bytes(data)
        with pytest.raises(StoreError, match="emberlog rebuild") as told:
            ingest([logs], db)
        assert str(db) in str(told.value), name
        assert db.read_bytes() == data, name  # nothing is made worse
        with pytest.raises(StoreError):
            rebuild(None, db) if name != "end" else ingest([logs], db)
        report = rebuild([logs], db)
        assert report.games_new == 10, name
        assert content(db) == content(good), name


def read_all(db: Path) -> None:
    for table in ("game", "title", "seat", "score", "outcome", "step", "event", "fact", "rejected", "source"):
        Database(db).frame(f"SELECT * FROM {table}")


def test_a_cut_file_is_a_sentence_for_readers(logs: Path, tmp_path: Path) -> None:
    db = tmp_path / "x.duckdb"
    ingest([logs], db)
    read_all(db)
    raw = db.read_bytes()
    for size in range(0, len(raw), 131072):
        db.write_bytes(raw[:size])
        with pytest.raises(StoreError):
            read_all(db)


def test_no_database_is_said(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no database"):
        Database(tmp_path / "none.duckdb")


def test_a_full_disk_leaves_everything_as_it_was(logs: Path, tmp_path: Path) -> None:
    """Files may grow to 64 KiB, as if there were no more room."""
    db = tmp_path / "x.duckdb"
    ingest([logs / "a.jsonl"], db)
    before = content(db)
    small = INGEST.replace(
        "    ingest(",
        "    import resource, signal\n    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "    resource.setrlimit(resource.RLIMIT_FSIZE, (65536, 65536))\n    ingest(",
    )
    child = start(db, logs, script=small)
    _, said = child.communicate()
    assert child.returncode == 1
    assert b"StoreError" in said
    assert b"it is as it was before" in said
    assert content(db) == before
    assert leftovers(db) == []


# --- made again ---


def test_a_database_is_made_again_from_the_logs_it_remembers(logs: Path, tmp_path: Path) -> None:
    db = tmp_path / "x.duckdb"
    write(tmp_path / "own" / "c.jsonl", played(400)[:-1], [b"broken\n"])
    for path in (tmp_path / "own" / "c.jsonl", logs / "b.jsonl", logs / "a.jsonl"):
        ingest([path], db)
    before = content(db)
    inode = db.stat().st_ino
    assert rebuild(None, db, jobs=2).games_new == 11
    assert content(db) == before
    assert db.stat().st_ino != inode
    (tmp_path / "own" / "c.jsonl").rename(tmp_path / "elsewhere.jsonl")
    with pytest.raises(StoreError, match=r"1 of the 3 logs .* are gone, the first is .*c\.jsonl"):
        rebuild(None, db)
    assert content(db) == before


def test_database_and_logs_may_move_together(tmp_path: Path) -> None:
    write(tmp_path / "here" / "logs" / "a.jsonl", played(500))
    ingest([tmp_path / "here" / "logs"], tmp_path / "here" / "x.duckdb")
    (tmp_path / "here").rename(tmp_path / "there")
    assert rebuild(None, tmp_path / "there" / "x.duckdb").games_new == 1


# --- asking ---


def test_frames_need_no_pyarrow_and_keep_their_types(logs: Path, tmp_path: Path) -> None:
    ingest([logs], tmp_path / "x.duckdb")
    script = """
import sys
for name in ("pyarrow", "pandas", "numpy"):
    sys.modules[name] = None
from ingest.database import Database
database = Database(sys.argv[1])
for condition in ("true", "false"):
    frame = database.frame(
        "SELECT key, id, players, finished, winners, names, won, rounds, 1.5::DECIMAL(4, 2) AS d, NULL AS n"
        f" FROM games JOIN (SELECT game, won FROM seat WHERE seat = 0) ON game = key WHERE {condition}"
    )
    print("; ".join(f"{name}: {kind}" for name, kind in frame.schema.items()))
"""
    script = script.replace("SELECT key, id", "SELECT games.key, id").replace(
        "ON game = key", "AS s ON s.game = games.key"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "x.duckdb")], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    full, empty = done.stdout.splitlines()
    assert full == empty
    assert {"key: Int32", "winners: List(Int16)"} <= set(full.split("; "))


def test_a_question_that_cannot_be_answered_is_a_sentence(logs: Path, tmp_path: Path) -> None:
    ingest([logs], tmp_path / "x.duckdb")
    database = Database(tmp_path / "x.duckdb")
    for sql in (
        "SELECT nothing FROM game",
        "SELEKT 1",
        "SELECT $unbound",
        "DELETE FROM game",
        "CREATE TABLE t (a INT)",
    ):
        with pytest.raises(StoreError):
            database.frame(sql)
    with pytest.raises(StoreError, match="no query 'nonsense'"):
        database.named("nonsense")
    with pytest.raises(StoreError, match="no parameter nonsense"):
        database.named("win_rates", nonsense=1)
    with pytest.raises(StoreError, match="no game 'nonsense'"):
        database.game_log("nonsense")
    assert database.frame("SELECT 1 AS one").equals(pl.DataFrame({"one": [1]}, schema={"one": pl.Int32}))


def test_pages_of_the_list_of_games(logs: Path, tmp_path: Path) -> None:
    ingest([logs], tmp_path / "x.duckdb")
    database = Database(tmp_path / "x.duckdb")
    everything = database.games(sort="steps", descending=True)
    assert everything["steps"].to_list() == sorted(everything["steps"], reverse=True)
    assert everything["total"].unique().to_list() == [10]
    pages = [database.games(sort="steps", descending=True, limit=4, offset=offset) for offset in (0, 4, 8)]
    assert pl.concat(pages).equals(everything)
    assert database.games(players=3, finished=True).height == 3
    assert database.games(finished=False)["seed"].to_list() == ["9"]
    assert database.games(agent="greedy").is_empty()
    assert database.games(winner_agent="random").height == 9
    assert database.games(text="player 3").height == 3
    assert database.games(text="%").is_empty()
    choices = database.choices("living_forest")
    assert (choices.games, choices.players, choices.agents) == (["living_forest"], [2, 3], ["random"])
    for sort in ("id", "game", "names", "winner", "reason", "rounds", "finished", "seed", "players", "added"):
        up = database.games(sort=sort)  # type: ignore[arg-type]
        down = database.games(sort=sort, descending=True)  # type: ignore[arg-type]
        assert set(up["id"]) == set(down["id"]) == set(everything["id"]), sort


@pytest.mark.parametrize("query", named_queries(), ids=lambda query: query.name)
def test_every_named_query_answers(
    query: object, logs: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    name = query.name  # type: ignore[attr-defined]
    db = tmp_path_factory.getbasetemp() / "named.duckdb"
    if not db.exists():
        others = tmp_path_factory.mktemp("others")
        for game in engine.games():
            for number, text in enumerate(engine.texts(game, "golden", ".jsonl").values()):
                (others / f"{game}-{number}.jsonl").write_text(text, "utf-8")
        ingest([logs, others], db)
    assert "emberlog" not in Database(db).named(name).columns
    assert Database(db).named(name).height > 0 or name == "rejected"
    empty = tmp_path_factory.mktemp("empty") / "e.duckdb"
    open_new(empty).close()
    assert Database(empty).named(name).height <= 1


def test_headers_of_queries_are_read(logs: Path) -> None:
    text = (
        "-- title: A\n-- about: Long\n-- about: text.\n-- title[ja]: あ\n-- about[ja]: 長い\n-- about[ja]: 文。\n"
        "-- game: any\n-- parameter: n = 12\n-- parameter: s = a = b\nSELECT 1"
    )
    query = parsed("q", text)
    assert (query.title, query.description, query.games) == ("A", "Long text.", ())
    assert query.telling("en") == query.telling("de") == ("A", "Long text.")
    assert query.telling("ja") == ("あ", "長い文。")
    assert query.parameters == {"n": 12, "s": "a = b"}
    for wrong in (
        text.replace("title:", "titel:"),
        text.replace("title[ja]:", "title[de]:"),
        text.replace("about[ja]:", "about"),
        text.replace("-- game", "-- title[ja]: い\n-- game"),
        text.replace("game: any", "x"),
        text.replace("n = 12", "n"),
    ):
        with pytest.raises(StoreError, match="the query q"):
            parsed("q", wrong)
    assert {query.name for query in named_queries("other")} < {query.name for query in named_queries()}
