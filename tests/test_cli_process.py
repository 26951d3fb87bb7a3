"""The command line as a process: what it loads, signals, pipes, terminals, and the world around it."""

import json
import os
import pty
import re
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from command import PROGRAM, emberlog, log_lines, process

import engine
from ingest.batch import play_batch
from ingest.files import log_files

HEAVY = {
    "altair",
    "dashboard",
    "duckdb",
    "engine",
    "ingest",
    "msgspec",
    "pandas",
    "polars",
    "rich",
    "streamlit",
    "zstandard",
}
LOOK = """
import sys
import cli
sys.argv = ["emberlog", *sys.argv[1:]]
try:
    cli.app()
finally:
    print(*sorted({name.partition(".")[0] for name in sys.modules}), file=sys.stderr)
"""


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"".join(log_lines(7)))
    return path


@pytest.mark.parametrize(
    "words", [["--help"], ["--version"], ["play", "--help"], ["rules", "--help"], ["dashboard", "--help"]]
)
def test_help_loads_nothing_heavy(words: list[str]) -> None:
    done = subprocess.run([sys.executable, "-c", LOOK, *words], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0
    assert done.stdout
    assert set(done.stderr.split()) & HEAVY == set()


def test_playing_needs_no_database_and_no_pages(tmp_path: Path) -> None:
    words = ["play", "living_forest", "--seed", "7", "-o", str(tmp_path)]
    done = subprocess.run([sys.executable, "-c", LOOK, *words], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0
    assert set(done.stderr.split()) & {"duckdb", "polars", "streamlit", "rich"} == set()
    (path,) = tmp_path.iterdir()
    done = subprocess.run(
        [sys.executable, "-c", LOOK, "verify", str(path)], capture_output=True, text=True, timeout=60
    )
    assert done.stdout == "checked 1 game: 1 fine\n"
    assert set(done.stderr.split()) & {"duckdb", "polars", "streamlit", "rich"} == set()


@pytest.mark.parametrize(
    "world",
    [
        {"PYTHONHASHSEED": "0"},
        {"PYTHONHASHSEED": "1"},
        {"PYTHONHASHSEED": "2", "LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"},
        {"PYTHONHASHSEED": "random", "TZ": "Pacific/Kiritimati", "PYTHONOPTIMIZE": "1"},
        {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
    ],
)
def test_t22_the_same_bytes_in_every_world(tmp_path: Path, world: dict[str, str]) -> None:
    lines = b"".join(log_lines(7, "greedy,random", names=["İı", "ベン"]))
    words = ("play", "living_forest", "--seed", 7, "--agents", "greedy,random", "--names", "İı,ベン")
    done = process(*words, "-o", "-", cwd=tmp_path, **world)
    assert (done.returncode, done.stdout) == (0, lines)
    assert process(*words, "-o", "logs", "-n", 3, cwd=tmp_path, **world).returncode == 0
    (path,) = log_files([tmp_path / "logs"])
    there = emberlog(*words, "-o", tmp_path / "here", "-n", 3)
    assert there.code == 0
    assert path.read_bytes() == (tmp_path / "here" / path.name).read_bytes()
    done = process("verify", "logs", cwd=tmp_path, **world)
    assert done.stdout == b"checked 3 games: 3 fine\n"
    shown = process("replay", path, "--step", 3, cwd=tmp_path, **world)
    assert (shown.returncode, shown.stderr) == (0, b"")


# --- killed, interrupted, cut off ---


@contextmanager
def started(*words: object, cwd: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process in a group of its own, which is gone in the end."""
    command = [PROGRAM, *map(str, words)]
    child = subprocess.Popen(
        command,
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        # a build that runs in the background may hand down that Ctrl-C is ignored; there is one thread here
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    )
    try:
        yield child
    finally:
        if child.poll() is None:
            os.killpg(child.pid, signal.SIGKILL)
        child.communicate()


def wait_for_part(folder: Path, size: int) -> Path:
    """An unfinished file of at least so many bytes."""
    for _ in range(6000):
        for path in folder.glob("*.part"):
            if path.stat().st_size >= size:
                return path
        time.sleep(0.01)
    raise AssertionError("nothing was written")


@pytest.mark.parametrize("packing", ["jsonl", "gz", "zst"])
def test_a_killed_process_leaves_a_log_that_is_good_up_to_its_last_line(tmp_path: Path, packing: str) -> None:
    words = ("play", "living_forest", "-n", 10_000, "--seed", 7, "-o", "logs", "-j", 1, "--format", packing)
    with started(*words, cwd=tmp_path) as child:
        # several games, whatever the packing: a plain game has some 50,000 bytes
        part = wait_for_part(tmp_path / "logs", 400_000 if packing == "jsonl" else 40_000)
        child.kill()
        child.wait()
    found = json.loads(emberlog("verify", part, "--json").out)
    *games, last = found["games"]
    assert len(games) >= 1
    assert {game["status"] for game in games} == {"fine"}
    assert last["status"] in ("fine", "unfinished", "bad")
    assert last["status"] != "bad" or "cut off" in last["what"] or "ends early" in last["what"]
    again = emberlog(
        "play", "living_forest", "-n", 100, "--seed", 7, "-o", tmp_path / "logs", "--format", packing
    )
    assert again.code == 0
    assert not part.exists()


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupted_batch_says_so_and_leaves_whole_games(tmp_path: Path, jobs: int) -> None:
    words = ("play", "living_forest", "-n", 100_000, "--seed", 7, "-o", "logs", "-j", jobs)
    with started(*words, cwd=tmp_path) as child:
        part = wait_for_part(tmp_path / "logs", 10_000)
        os.killpg(child.pid, signal.SIGINT)
        out, err = child.communicate(timeout=60)
    assert (child.returncode, out, err) == (130, b"", b"interrupted\n")
    assert emberlog(
        "verify", *log_files([tmp_path / "logs"]), part if part.exists() else tmp_path / "logs"
    ).code in (0, 5)


def test_interrupted_verifying_says_so(tmp_path: Path) -> None:
    game = engine.load("living_forest")
    play_batch(game, game.configurations()[0], ["random"], 1, 200, tmp_path / "logs", jobs=2, per_file=25)
    for path in log_files([tmp_path / "logs"]):
        for copy in range(12):
            path.with_name(f"{copy}-{path.name}").symlink_to(path)
    (tmp_path / "logs" / "0.jsonl").write_bytes(b"hello\n")
    with started("verify", "logs", "-j", 2, cwd=tmp_path) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"logs/0.jsonl:1: this line is not JSON\n"
        os.killpg(child.pid, signal.SIGINT)
        out, err = child.communicate(timeout=60)
    assert (child.returncode, out, err) == (130, b"", b"interrupted\n")


@pytest.mark.parametrize(
    "words", ["replay game.jsonl", "replay game.jsonl --json", "rules show living_forest"]
)
def test_a_reader_that_leaves_is_no_trouble(log: Path, words: str) -> None:
    line = f"'{PROGRAM}' {words} | head -1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", line], cwd=log.parent, capture_output=True, text=True, timeout=60)
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1] in ("0", "141")
    assert len(done.stdout.splitlines()) == 2


@pytest.mark.parametrize(
    "words", ["replay game.jsonl", "replay game.jsonl --json", "info", "verify game.jsonl"]
)
def test_a_full_disk_is_a_sentence(log: Path, words: str) -> None:
    with open("/dev/full", "wb") as full:
        command = [PROGRAM, *words.split()]
        done = subprocess.run(
            command, cwd=log.parent, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60
        )
    assert done.returncode == 1
    assert done.stderr == "emberlog: No space left on device: standard output\n"


# --- the dashboard ---


def test_the_dashboard_answers_until_it_is_ended(log: Path) -> None:
    db = log.with_name("x.duckdb")
    assert emberlog("ingest", log, "--db", db, "-j", 1).code == 0
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with started("dashboard", "--db", db, "--port", port, cwd=log.parent) as child:
        for _ in range(300):
            with suppress(URLError), urlopen(f"http://127.0.0.1:{port}/_stcore/health") as answer:
                assert answer.read() == b"ok"
                break
            assert child.poll() is None
            time.sleep(0.1)
        else:
            raise AssertionError("no answer")
        second = process("dashboard", "--db", db, "--port", port, cwd=log.parent)
        assert (second.returncode, second.stdout) == (2, b"")
        assert b"is in use" in second.stderr
        child.terminate()
        assert child.wait(30) in (0, -signal.SIGTERM, 128 + signal.SIGTERM)


# --- a terminal ---


class Terminal:
    """A process whose three streams are a terminal."""

    def __init__(self, command: list[str], cwd: Path, **env: str) -> None:
        self.seen = ""
        self.pid, self.stream = pty.fork()
        if self.pid == 0:
            os.chdir(cwd)
            size = {"TERM": "xterm-256color", "COLUMNS": "120", "LINES": "50"}
            os.execve(command[0], command, {**os.environ, **size, **env})

    def read_until(self, pattern: str, seconds: float = 30) -> str:
        """What comes up to and including a match; it is then forgotten."""
        until = time.monotonic() + seconds
        while (match := re.search(pattern, self.seen)) is None:
            assert time.monotonic() < until, self.seen
            if select.select([self.stream], [], [], 0.1)[0]:
                try:
                    data = os.read(self.stream, 65536)
                except OSError:  # Linux says so when the other side has closed
                    data = b""
                assert data, self.seen
                self.seen += data.decode(errors="replace")
        found, self.seen = self.seen[: match.end()], self.seen[match.end() :]
        return found

    def type(self, keys: str) -> None:
        os.write(self.stream, keys.encode())

    def close(self) -> int:
        """The exit code."""
        while True:
            try:
                if not os.read(self.stream, 65536):
                    break
            except OSError:
                break
        os.close(self.stream)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def test_stepping_by_keys(log: Path) -> None:
    last = len(log_lines(7)) - 3
    terminal = Terminal([str(PROGRAM), "replay", "game.jsonl", "-i", "--from", "3"], log.parent)
    for key, step in [("n", 3), (" ", 4), ("\x1b[C", 5), ("p", 6), ("\x1b[D", 5), ("\x1b[F", 4), ("n", last), ("\x1b[H", last),
                      ("p", 0), ("x", 0), ("q", 0)]:  # fmt: skip
        shown = terminal.read_until(rf"step {step} of {last}  ")
        assert f"after step {step}" in shown
        terminal.type(key)
    assert terminal.close() == 0


def test_a_terminal_gets_progress_and_a_pipe_does_not(log: Path) -> None:
    terminal = Terminal([str(PROGRAM), "verify", "game.jsonl"], log.parent)
    assert "verifying" in terminal.read_until("checked 1 game: 1 fine")
    assert terminal.close() == 0
    done = process("verify", "game.jsonl", cwd=log.parent)
    assert (done.stdout, done.stderr) == (b"checked 1 game: 1 fine\n", b"")


def test_no_color_is_obeyed(log: Path) -> None:
    for env in ({}, {"NO_COLOR": "1"}):
        terminal = Terminal([str(PROGRAM), "verify", "game.jsonl"], log.parent, **env)
        seen = terminal.read_until("checked 1 game: 1 fine")
        assert terminal.close() == 0
        coloured = re.search(r"\x1b\[(?:[\d;]*;)?[34][0-8][;m]", seen) is not None
        assert coloured == (not env)
