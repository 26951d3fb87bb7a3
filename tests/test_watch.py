"""A watched folder: what comes is brought in when it is whole, whatever else lies there, until Ctrl-C."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from command import emberlog
from ingest_logs import content, count, played, write

from ingest.publish import writing
from ingest.store import ingest
from ingest.watch import Settling

A, B = Path("a.jsonl"), Path("b.jsonl")
PATIENCE = 60.0


class Watching:
    """`emberlog ingest --watch` as a process."""

    def __init__(self, *words: object) -> None:
        code = "import cli, sys; sys.argv[0] = 'emberlog'; cli.app()"
        self.process = subprocess.Popen(
            [sys.executable, "-u", "-c", code, "ingest", *map(str, words), "-j", "1"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stderr is not None
        assert self.process.stderr.readline().startswith("watching ")

    def ended(self, sign: int = signal.SIGINT) -> tuple[int, str, str]:
        """Exit code and what it said, after a signal."""
        self.process.send_signal(sign)
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out, err


@contextmanager
def watching(*words: object) -> Iterator[Watching]:
    watch = Watching(*words)
    try:
        yield watch
    finally:
        watch.process.kill()
        watch.process.communicate()


def until(what: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < end, "this did not happen"
        time.sleep(0.1)


def games(db: Path) -> int:
    return count(db, "game") if db.exists() else 0


def test_a_log_is_ready_when_it_has_not_changed_for_a_while() -> None:
    settling = Settling(2)
    assert settling.ready({A: (1, 1, 1)}, 0) == []
    assert settling.ready({A: (1, 1, 1)}, 1.9) == []
    assert settling.ready({A: (1, 2, 2), B: (2, 1, 1)}, 2) == []  # it grows
    assert settling.ready({A: (1, 2, 2), B: (2, 1, 1)}, 4) == [A, B]
    assert settling.ready({A: (1, 2, 2), B: (2, 1, 1)}, 5) == [A, B]  # until it is done
    settling.done([A, B])
    assert settling.ready({A: (1, 2, 2), B: (2, 1, 1)}, 6) == []
    assert settling.ready({A: (1, 3, 3), B: (2, 1, 1)}, 7) == []
    assert settling.ready({A: (1, 3, 3)}, 9) == [A]  # it has grown since
    settling.done([A])
    assert settling.ready({}, 10) == []
    assert settling.ready({A: (1, 3, 3)}, 11) == []
    assert settling.ready({A: (1, 3, 3)}, 13) == [A]  # gone and come again


def test_what_comes_is_brought_in_and_what_grows_when_it_is_whole(tmp_path: Path) -> None:
    inbox, db = tmp_path / "inbox", tmp_path / "x.duckdb"
    inbox.mkdir()
    write(inbox / "there.jsonl", played(1))
    os.mkfifo(inbox / "pipe.jsonl")
    (inbox / "null.jsonl").symlink_to("/dev/zero")
    (inbox / "nowhere.jsonl").symlink_to(inbox / "gone")
    (inbox / "around").symlink_to(inbox)
    write(inbox / "half.jsonl.part", played(9))
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(inbox / "s.jsonl"))
        with watching("--watch", inbox, "--db", db) as watch:
            grows = played(2)
            with open(inbox / "grows.jsonl", "wb", buffering=0) as file:
                for place in range(0, len(grows), 40):
                    file.write(b"".join(grows[place : place + 40]))
                    time.sleep(0.4)
            until(lambda: games(db) == 2)
            write(inbox / "new" / "bad.jsonl", played(3)[:20], [b"broken\n"])
            until(lambda: games(db) == 3)
            write(inbox / "new" / "bad.jsonl", played(3))  # mended
            until(lambda: count(db, "rejected") == 0)
            code, out, err = watch.ended()
    assert code == 0
    assert err.endswith("stopped watching\n")
    assert "new/bad.jsonl:21: this line is not JSON" in err
    assert "Traceback" not in err
    assert out.count("read 1 file: 1 new game") >= 3
    ingest([inbox], tmp_path / "once.duckdb")
    assert content(db) == content(tmp_path / "once.duckdb")


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_it_can_be_ended_at_any_time(tmp_path: Path, sign: int) -> None:
    inbox, db = tmp_path / "inbox", tmp_path / "x.duckdb"
    write(inbox / "a.jsonl", *[played(seed) for seed in range(12)])
    for wait in (0.0, 2.2, 2.7):
        with watching("--watch", inbox, "--db", db) as watch:
            time.sleep(wait)
            code, _, err = watch.ended(sign)
        assert code == 0, err
        assert err == "stopped watching\n"
        assert games(db) in (0, 12)
        assert not list(tmp_path.glob("x.duckdb.tmp-*"))


def test_a_trouble_that_lasts_is_told_once_and_tried_again(tmp_path: Path) -> None:
    inbox = tmp_path / "inbox"
    db = tmp_path / "later" / "x.duckdb"
    write(inbox / "a.jsonl", played(1))
    with watching("--watch", inbox, "--db", db) as watch:
        time.sleep(4)
        (tmp_path / "later").mkdir()
        until(lambda: games(db) == 1)
        _, _, err = watch.ended()
    assert (
        err == f"emberlog: {tmp_path}/later cannot be written: No such file or directory\nstopped watching\n"
    )


def test_another_writer_is_waited_for(tmp_path: Path) -> None:
    inbox, db = tmp_path / "inbox", tmp_path / "x.duckdb"
    write(inbox / "a.jsonl", played(1))
    with writing(db), watching("--watch", inbox, "--db", db) as watch:
        time.sleep(4)
        assert games(db) == 0
        assert watch.process.poll() is None
        code, _, err = watch.ended()  # while it waits
        assert (code, err) == (0, "stopped watching\n")


def test_only_a_folder_can_be_watched(tmp_path: Path) -> None:
    log = write(tmp_path / "a.jsonl", played(1))
    for path in (log, tmp_path / "nowhere"):
        done = emberlog("ingest", "--watch", path, "--db", tmp_path / "x.duckdb")
        assert done.code == 2
        assert done.err.endswith(f"emberlog: {path}: there is no such folder to watch\n")
