"""The same work on a real Dask cluster: processes of their own that talk over TCP on this machine.

Workers get no path of these tests; one is killed in the middle of its work, others are of another version.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec
import pytest
from command import PROGRAM, emberlog
from ingest_logs import content, played

import engine
from engine.core.errors import BadOption
from engine.core.play import read_options
from ingest import cluster as module
from ingest import store
from ingest.batch import BatchReport, play_batch
from ingest.cluster import Cluster, ClusterTrouble, Mark, _do, connected, difference, own_mark
from ingest.pool import WorkerDied
from ingest.verifying import FileVerdicts, verify_files
from ingest.watch import watch

ROOT = Path(__file__).resolve().parent.parent
LOCAL = ["--host", "127.0.0.1", "--no-dashboard"]


class Running:
    """A scheduler and its workers, as processes."""

    def __init__(self, folder: Path, **env: str) -> None:
        self.folder = folder
        self.env = {**os.environ, "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False", **env}
        self.processes: list[subprocess.Popen[bytes]] = []
        self.workers: list[subprocess.Popen[bytes]] = []
        where = folder / "scheduler.json"
        self.scheduler = self.start(sys.executable, "scheduler", "--port", "0", "--scheduler-file", where)
        until = time.monotonic() + 60
        while not (where.exists() and where.stat().st_size):
            assert self.scheduler.poll() is None, (folder / "log").read_text()
            assert time.monotonic() < until
            time.sleep(0.05)
        self.address: str = json.loads(where.read_bytes())["address"]

    def start(self, python: str | Path, *words: object, **env: str) -> subprocess.Popen[bytes]:
        """`python -m dask WORDS`, in an empty folder."""
        with open(self.folder / "log", "ab") as log:
            process = subprocess.Popen([python, "-m", "dask", *map(str, words), *LOCAL], cwd=self.folder,
                                       env={**self.env, **env}, stdout=log, stderr=log)  # fmt: skip
        self.processes.append(process)
        return process

    def add_worker(self, python: str | Path = sys.executable, **env: str) -> subprocess.Popen[bytes]:
        scratch = self.folder / f"worker-{len(self.processes)}"
        words = ["worker", self.address, "--nthreads", 1, "--no-nanny", "--local-directory", scratch]
        self.workers.append(self.start(python, *words, **env))
        return self.workers[-1]

    def await_workers(self, count: int) -> None:
        """Until so many have joined."""
        from distributed import Client

        if not count:
            return
        with Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(count, timeout=60)

    def end(self) -> None:
        for process in self.processes[::-1]:
            process.kill()
            process.wait()


@contextmanager
def running(folder: Path, workers: int, **env: str) -> Iterator[Running]:
    folder.mkdir(exist_ok=True)
    cluster = Running(folder, **env)
    try:
        for _ in range(workers):
            cluster.add_worker()
        cluster.await_workers(workers)
        yield cluster
    finally:
        cluster.end()


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Two workers, for all tests that leave them alive."""
    with running(tmp_path_factory.mktemp("two"), 2) as cluster:
        yield cluster


def batch(folder: Path, count: int = 12, **more: Any) -> BatchReport:
    """Games of random agents in files of three."""
    game = engine.load("living_forest")
    options = read_options(game, {"players": "2"})
    return play_batch(game, options, ["random"], 1, count, folder, per_file=3, **more)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twelve games in four files, as one process of this machine writes them."""
    folder = tmp_path_factory.mktemp("local")
    batch(folder)
    return folder


@pytest.fixture(scope="module")
def trouble(logs: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Good and bad files: cut off, empty, another card, no JSON, unfinished, foreign rules; an archive of some."""
    folder = tmp_path_factory.mktemp("trouble")
    lines = played(5)
    whole = b"".join(lines)
    made = {
        "cut.jsonl": whole[: len(whole) // 2],
        "empty.jsonl": b"",
        "differs.jsonl": whole.replace(
            lines[20], lines[20].replace(b'"check":"', b'"check":"f')[:-1] + b"\n"
        ),
        "text.jsonl": b"hello\n" + whole,
        "unfinished.jsonl": b"".join(lines[:30]),
        "foreign.jsonl": whole.replace(b'"rules":1', b'"rules":99'),
    }
    for name, data in made.items():
        (folder / name).write_bytes(data)
    with ZipFile(folder / "members.zip", "w", ZIP_DEFLATED) as archive:
        for name in ("cut.jsonl", "unfinished.jsonl"):
            archive.write(folder / name, f"old/{name}")
        archive.write(next(iter(sorted(logs.iterdir()))), "old/three.jsonl.zst")
    return [*sorted(logs.iterdir())[:2], *sorted(folder.iterdir())]


# --- the same as without a cluster ---


def test_playing_gives_the_same_files_and_the_same_report(two: Running, logs: Path, tmp_path: Path) -> None:
    with connected(two.address) as workers:
        report = batch(tmp_path / "away", workers=workers)
    assert contents(tmp_path / "away") == contents(logs)
    again = batch(tmp_path / "again")
    assert msgspec.structs.replace(report, files=[]) == msgspec.structs.replace(again, files=[])
    assert [path.name for path in report.files] == [path.name for path in again.files]


@pytest.mark.parametrize("form", ["jsonl", "gz"])
def test_every_format_is_the_same(two: Running, tmp_path: Path, form: str) -> None:
    with connected(two.address) as workers:
        batch(tmp_path / "away", count=4, format=form, workers=workers)
    batch(tmp_path / "here", count=4, format=form)
    assert contents(tmp_path / "away") == contents(tmp_path / "here")


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("fail_fast", [False, True])
def test_verifying_gives_the_same_verdicts(
    two: Running, trouble: list[Path], fail_fast: bool, whole: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whole files, or small pieces of them shared between workers; with every kind of bad file."""
    if not whole:
        monkeypatch.setattr("ingest.verifying._WHOLE", -1)
        monkeypatch.setattr("ingest.verifying.PIECE", 2)
    here = list(verify_files(trouble, fail_fast=fail_fast))
    with connected(two.address) as workers:
        away = list(verify_files(trouble, fail_fast=fail_fast, workers=workers))
    assert plain(away) == plain(here)
    members = [file.path.name for file in here if "!" in str(file.path)]
    assert members == ([] if fail_fast else ["cut.jsonl", "unfinished.jsonl", "three.jsonl.zst"])
    statuses = {verdict.status for file in here for verdict in file.verdicts}
    assert statuses == (
        {"fine", "bad"} if fail_fast else {"fine", "bad", "diverged", "unfinished", "cannot_replay"}
    )


def plain(found: list[FileVerdicts]) -> list[Any]:
    return [msgspec.to_builtins(file, enc_hook=str) for file in found]


def test_ingest_gives_the_same_rows(
    two: Running, trouble: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "PIECE_GAMES", 2)
    with connected(two.address) as workers:
        away = store.ingest(trouble, tmp_path / "away.duckdb", workers=workers)
    here = store.ingest(trouble, tmp_path / "here.duckdb")
    assert away == here
    assert here.games_new >= 6
    assert content(tmp_path / "away.duckdb", by_key=True) == content(tmp_path / "here.duckdb", by_key=True)
    with connected(two.address) as workers:
        assert store.rebuild(None, tmp_path / "away.duckdb", workers=workers) == here
    assert content(tmp_path / "away.duckdb", by_key=True) == content(tmp_path / "here.duckdb", by_key=True)


def test_a_watched_folder_is_read_by_workers(two: Running, logs: Path, tmp_path: Path) -> None:
    with connected(two.address) as workers:
        read, report = next(watch([logs], tmp_path / "x.duckdb", settle=0, workers=workers))
    assert read == sorted(logs.iterdir())
    assert isinstance(report, store.IngestReport)
    assert report.games_new == 12


def test_the_commands(two: Running, tmp_path: Path) -> None:
    away, here = tmp_path / "away", tmp_path / "here"
    words = ["living_forest", "-n", 3, "--seed", 4, "--agents", "random"]
    told = emberlog("play", *words, "-o", away, "--cluster", two.address)
    assert (told.code, told.err) == (0, "")
    assert told.out.replace("away", "here") == emberlog("play", *words, "-o", here, "-j", 1).out
    assert contents(away) == contents(here)
    checked = emberlog("verify", away, "--cluster", two.address)
    assert (checked.code, checked.out) == (0, "checked 3 games: 3 fine\n")
    for command in ("ingest", "rebuild"):
        done = emberlog(command, away, "--db", tmp_path / "x.duckdb", "--cluster", two.address)
        assert (done.code, done.err) == (0, "")
        assert done.out.startswith("read 1 file: 3 new games")


def test_work_given_up_leaves_nothing_behind(two: Running, trouble: list[Path]) -> None:
    """After the first bad verdict nothing is left on the scheduler, and the next work is done."""
    from distributed import Client

    with connected(two.address) as workers:
        results = verify_files([*trouble * 3], workers=workers)
        next(results)
        results.close()  # type: ignore[attr-defined]
        assert len(list(verify_files(trouble[:2], workers=workers))) == 2
    with Client(two.address, set_as_default=False) as client:
        until = time.monotonic() + 20
        while client.run_on_scheduler(_tasks):
            assert time.monotonic() < until
            time.sleep(0.1)


def _tasks(dask_scheduler: Any) -> int:
    return len(dask_scheduler.tasks)


_tasks.__module__ = "__main__"  # goes to the scheduler by value


# --- what goes wrong ---


def test_a_killed_worker_loses_nothing(logs: Path, tmp_path: Path) -> None:
    """Playing, verifying and ingest, each with one of the workers killed in the middle of it."""
    with running(tmp_path / "cluster", 4) as cluster, connected(cluster.address) as workers:
        victims = cluster.workers[:3]

        def kill(done: int, _total: int) -> None:
            if done and victims and victims[-1].poll() is None:
                victims[-1].send_signal(signal.SIGKILL)
                victims[-1].wait()

        away = tmp_path / "away"
        batch(away, count=36, workers=workers, progress=kill)
        batch(tmp_path / "here", count=36)
        assert contents(away) == contents(tmp_path / "here")
        assert victims.pop().returncode == -signal.SIGKILL

        files = sorted(away.iterdir())
        found = list(verify_files(files, workers=workers, progress=kill))
        assert plain(found) == plain(list(verify_files(files)))
        assert victims.pop().returncode == -signal.SIGKILL

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(store, "PIECE_GAMES", 2)
            report = store.ingest([away], tmp_path / "away.duckdb", workers=workers, progress=kill)
        assert victims.pop().returncode == -signal.SIGKILL
        assert report == store.ingest([away], tmp_path / "here.duckdb")
        assert content(tmp_path / "away.duckdb", by_key=True) == content(
            tmp_path / "here.duckdb", by_key=True
        )
        assert cluster.workers[3].poll() is None, "one worker did the rest"


def test_work_that_kills_every_worker_is_given_up(tmp_path: Path) -> None:
    with (
        running(tmp_path / "c", 2, DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES="0") as cluster,
        connected(cluster.address) as workers,
        pytest.raises(WorkerDied, match="again and again at the same work"),
    ):
        list(workers.in_order(os._exit, [9]))


def test_without_workers_and_without_scheduler_in_mid_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both end in a sentence after some patience, and the files that are there are whole."""
    monkeypatch.setattr(module, "PATIENCE", 2)
    with running(tmp_path / "c", 1) as cluster, connected(cluster.address) as workers:

        def kill(done: int, _total: int) -> None:
            cluster.workers[0].kill()

        with pytest.raises(ClusterTrouble, match=f"all workers of {cluster.address} are gone"):
            batch(tmp_path / "away", count=60, workers=workers, progress=kill)
        cluster.add_worker()
        cluster.await_workers(1)

        def end(done: int, _total: int) -> None:
            cluster.scheduler.kill()

        with pytest.raises(ClusterTrouble, match="gone"):
            batch(tmp_path / "other", count=60, workers=workers, progress=end)
    for folder in ("away", "other"):
        files = contents(tmp_path / folder)
        assert 1 <= len(files) < 20
        assert not any(name.endswith(".part") for name in files)
        assert all(file.is_good for file in verify_files(sorted((tmp_path / folder).iterdir())))


def test_a_worker_of_other_rules_is_refused(tmp_path: Path) -> None:
    """A worker that runs a copy of this package in which Living Forest has other rules."""
    other = tmp_path / "other"
    for package in ("engine", "ingest"):
        shutil.copytree(
            ROOT / package, other / package, ignore=shutil.ignore_patterns("__pycache__", "golden")
        )
    game = other / "engine" / "living_forest" / "game.py"
    text = game.read_text("utf-8")
    assert text.count("    rules=1,\n") == 1
    game.write_text(text.replace("    rules=1,\n", "    rules=2,\n"), "utf-8")
    with running(tmp_path / "c", 0) as cluster:
        cluster.add_worker(PYTHONPATH=str(other))
        cluster.await_workers(1)
        done = emberlog(
            "play", "living_forest", "--seed", 1, "-o", tmp_path / "logs", "--cluster", cluster.address
        )
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("emberlog: the worker tcp://127.0.0.1:")
    assert done.err.endswith(
        " has rules 2 of living_forest, this machine has rules 1; install the same on all and start it again\n"
    )
    assert not (tmp_path / "logs").exists()


def test_a_worker_without_emberlog_is_refused(tmp_path: Path) -> None:
    """An environment that has Dask and all else, but not this package."""
    place = tmp_path / "bare"
    venv.create(place, with_pip=False, symlinks=True)
    (packages,) = place.glob("lib/python*/site-packages")
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    with running(tmp_path / "c", 0) as cluster:
        cluster.env.pop("PYTHONPATH", None)
        cluster.add_worker(place / "bin" / "python")
        cluster.await_workers(1)
        told = r"has no Emberlog as it is here: .*No module named 'ingest'.*; install the same on all"
        with pytest.raises(ClusterTrouble, match=told), connected(cluster.address):
            pass


def test_a_worker_that_joins_later_is_looked_at_too() -> None:
    """Every unit carries the mark, so nothing depends on who was there at the beginning."""
    assert _do(len, [1, 2], own_mark()) == 2
    with pytest.raises(ClusterTrouble, match="has other code under the same version"):
        _do(len, [1, 2], msgspec.structs.replace(own_mark(), code="0"))


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"emberlog": "9.9"}, "has Emberlog 9.9, this machine has 1.0"),
        ({"rules": {"chess": 1}}, "lacks the game go, unlike this machine"),
        ({"rules": {"chess": 1, "go": 3, "hex": 1}}, "has rules 3 of go, this machine has rules 2"),
        ({"rules": {"chess": 1, "go": 2, "hex": 1}}, "has a game hex, unlike this machine"),
        ({"zstd": "1.4.0"}, "packs with zstd 1.4.0, this machine with 1.5.7"),
        ({"zlib": "1.2"}, "packs with zlib 1.2, this machine with 1.3"),
        ({"code": "beef"}, "has other code under the same version 1.0"),
        ({}, None),
    ],
)
def test_what_differs_is_named(changes: dict[str, Any], told: str | None) -> None:
    here = Mark("1.0", {"chess": 1, "go": 2}, "1.5.7", "1.3", "cafe")
    assert difference(here, msgspec.structs.replace(here, **changes)) == told


def test_no_scheduler_and_no_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CONNECT", 1)
    done = emberlog("verify", ROOT / "engine", "--cluster", "tcp://127.0.0.1:9")
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("emberlog: no Dask scheduler answers at tcp://127.0.0.1:9: ")
    assert done.err.count("\n") == 1
    with running(tmp_path / "c", 0) as cluster:
        done = emberlog("verify", ROOT / "engine", "--cluster", cluster.address)
        assert (done.code, done.err) == (1, f"emberlog: the cluster {cluster.address} has no workers\n")


@pytest.mark.parametrize(
    "address",
    ["here", "http://127.0.0.1:8786", "inproc://1", "", "tcp://", "tcp://127.0.0.1", "tcp://127.0.0.1:x",
     "tcp://127.0.0.1:0", "tcp://127.0.0.1:65536", "tcp://:8786", "127.0.0.1:8786"],
)  # fmt: skip
def test_other_addresses_are_refused(address: str) -> None:
    done = emberlog("verify", ROOT / "engine", "--cluster", address)
    assert (done.code, done.out) == (2, "")
    assert done.err == f"emberlog: a cluster reads tcp://HOST:PORT, not {address!r}\n"


def test_tls_without_certificates_is_a_sentence() -> None:
    done = emberlog("verify", ROOT / "engine", "--cluster", "tls://127.0.0.1:9")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("emberlog: a cluster by tls:// needs the certificates in Dask's settings")


def test_an_interrupt_ends_at_once(two: Running, tmp_path: Path) -> None:
    """Ctrl-C in the middle: code 130, whole files only, and the workers are free for the next."""
    folder = tmp_path / "away"
    words = ["play", "living_forest", "-n", 2000, "--seed", 1, "-o", folder, "--cluster", two.address]
    with subprocess.Popen(
        [PROGRAM, *map(str, words)], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as run:
        until = time.monotonic() + 60
        while not (folder.exists() and contents(folder)):
            assert run.poll() is None
            assert time.monotonic() < until
            time.sleep(0.1)
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=20)
    assert (run.returncode, out, err) == (130, b"", b"interrupted\n")
    assert 1 <= len(contents(folder)) < 20
    assert not any(name.endswith(".part") for name in contents(folder))
    with connected(two.address) as workers:
        assert list(workers.in_order(abs, [-1])) == [1]


def test_the_document_names_what_dask_understands() -> None:
    """The options of `dask scheduler` and `dask worker` in docs/scaling.md."""
    text = (ROOT / "docs" / "scaling.md").read_text("utf-8")
    for command in ("scheduler", "worker"):
        (line,) = re.findall(rf"^dask {command} .*?(?:#|$)", text, re.MULTILINE)
        done = subprocess.run(
            [sys.executable, "-m", "dask", command, "--help"], capture_output=True, text=True, check=True
        )
        options = re.findall(r"--[a-z-]+", line)
        assert len(options) >= 3
        assert all(option in done.stdout for option in options)


def test_options_that_do_not_go_together(tmp_path: Path) -> None:
    address = "tcp://127.0.0.1:9"
    done = emberlog("verify", ROOT / "engine", "--cluster", address, "-j", 2)
    assert (done.code, done.err) == (
        2,
        "emberlog: a cluster brings its own workers: give --cluster or -j, not both\n",
    )
    done = emberlog("play", "living_forest", "--seed", 1, "-o", "-", "--cluster", address)
    assert (done.code, done.err) == (2, "emberlog: a cluster plays into a folder: give -o FOLDER\n")


def test_without_the_extra_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(BadOption, match=r"a cluster needs its extra: pip install 'emberlog\[cluster\]'"),
        connected("tcp://127.0.0.1:9"),
    ):
        pass


def test_dask_is_imported_for_a_cluster_only(logs: Path) -> None:
    code = (
        "import sys, cli, ingest.cluster, ingest.verifying, ingest.store\n"
        "from pathlib import Path\n"
        f"assert all(f.is_good for f in ingest.verifying.verify_files([Path({str(sorted(logs.iterdir())[0])!r})]))\n"
        "print(sorted({name.split('.')[0] for name in sys.modules} & {'dask', 'distributed', 'tornado'}))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_results_come_in_order_and_units_are_taken_as_needed(two: Running) -> None:
    taken = []

    def units() -> Iterator[int]:
        for number in range(200):
            taken.append(number)
            yield number

    with connected(two.address) as workers:
        assert isinstance(workers, Cluster)
        results = workers.in_order(abs, units())
        assert [next(results) for _ in range(3)] == [0, 1, 2]
        assert len(taken) < 30, "not all are handed out at once"
        assert list(results) == list(range(3, 200))
