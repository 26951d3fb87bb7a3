"""The rules of another git revision: their files in a folder of their own, and a process that plays by them."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from engine.core.errors import BadOption, CannotReplay
from ingest import following

MESSAGE = 300
"""So many characters at most of what another program complained about."""


class NotDriven(CannotReplay):
    """An engine that does not start, or does not answer."""


def home() -> Path:
    """The folder that holds today's `engine`."""
    return Path(str(files("engine"))).parent


def _git(*words: str) -> subprocess.CompletedProcess[bytes]:
    """Git on today's folder, whatever repository the environment names (as it does inside of hooks)."""
    env = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    try:
        return subprocess.run(["git", "-C", str(home()), *words], env=env, capture_output=True, check=False)
    except FileNotFoundError:
        raise BadOption("git is not installed: there is no other revision to compare with") from None


def commit_of(revision: str) -> str:
    """The full name of a revision's commit. Raises `BadOption` when there is none, or no repository."""
    if _git("ls-files", "--error-unmatch", "engine/__init__.py").returncode:
        raise BadOption(
            f"{home()} is no git checkout of these rules: there is no other revision to compare with"
        )
    found = _git("rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}")
    if found.returncode:
        raise BadOption(f"git knows no revision {revision!r}")
    return found.stdout.decode().strip()


@contextmanager
def checked_out(commit: str) -> Iterator[Path]:
    """A folder with the `engine` of a commit; gone afterwards, also when the process is told to end."""
    archive = _git("archive", "--format=tar", commit, "engine")
    if archive.returncode:
        raise NotDriven(f"revision {commit[:12]} has no engine")
    with _ended_politely(), tempfile.TemporaryDirectory(prefix="emberlog-") as name:
        folder = Path(name)
        with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as tar:
            for member in tar:
                if (content := tar.extractfile(member)) is not None:
                    _write(folder / member.name, content.read())
        yield folder


def _write(path: Path, data: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    except OSError as error:  # a full disk does not say which
        raise OSError(error.errno, error.strerror, str(path)) from None


@contextmanager
def _ended_politely() -> Iterator[None]:
    """SIGTERM unwinds like Ctrl-C, so that what is temporary is cleaned up."""

    def end(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    try:
        before = signal.signal(signal.SIGTERM, end)
    except ValueError:  # not the main thread: signals are somebody else's
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


class Driven:
    """A process that plays by the rules of one folder and by no others. Use it as a context."""

    def __init__(self, folder: Path, name: str) -> None:
        self.name = name
        self.folder = folder.resolve()
        env = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
        env |= {"PYTHONPATH": str(self.folder), "PYTHONDONTWRITEBYTECODE": "1"}
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115 (closed by `close`)
        self._process = subprocess.Popen(
            [sys.executable, "-s", "-P", following.__file__, str(self.folder)],
            cwd=self.folder,
            env=env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._complaints,
            start_new_session=True,  # Ctrl-C is answered by whoever asked
        )

    def __enter__(self) -> Driven:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        process = self._process
        process.kill()
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            with suppress(OSError):
                pipe.close()
        process.wait()
        self._complaints.close()

    def hello(self) -> dict[str, Any]:
        """What it can play. Raises `NotDriven` when another engine than the folder's answers."""
        self.send({"do": "hello"})
        found: dict[str, Any] = self.answer()
        for module in found["modules"]:
            if not Path(module).resolve().is_relative_to(self.folder):
                raise NotDriven(f"{self.name}: its process loaded {module}, which is not of that revision")
        return found

    def send(self, request: Mapping[str, Any]) -> None:
        """Ask; `answer` waits for what comes back. So two of them can work at once."""
        assert self._process.stdin is not None
        with suppress(OSError):  # it has ended: `answer` says why
            self._process.stdin.write(msgspec.json.encode(request) + b"\n")
            self._process.stdin.flush()

    def answer(self) -> Any:
        """What came back; see `line`."""
        return msgspec.json.decode(self.line())

    def line(self) -> bytes:
        """The answer as it came: two processes that say the same say it in the same bytes.

        Raises `NotDriven` with the last thing that the process complained about.
        """
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if line.endswith(b"\n"):
            return line
        self._process.wait()
        self._complaints.seek(0)
        lines = self._complaints.read().decode("utf-8", "replace").strip().splitlines()
        last = lines[-1][:MESSAGE] if lines else f"it ended with code {self._process.returncode}"
        raise NotDriven(f"{self.name}: its engine cannot be driven: {last}")
