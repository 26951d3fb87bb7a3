"""T22: every other Python that is there writes the same bytes."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PYTHONS = "EMBERLOG_PYTHONS"
"""Environment variable: interpreters to try, apart from those on PATH, with os.pathsep between them."""
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
WRITE_LOGS = Path(__file__).with_name("write_logs.py")
HOW: tuple[tuple[list[str], dict[str, str]], ...] = (
    ([], {"PYTHONHASHSEED": "0"}),
    (["-O"], {"PYTHONHASHSEED": "1", "LC_ALL": "tr_TR.UTF-8"}),
    (["-O"], {"PYTHONHASHSEED": "random", "TZ": "Pacific/Kiritimati"}),
)


def version_here() -> str:
    return f"{sys.version_info[0]}.{sys.version_info[1]}"


def candidates() -> Iterator[str]:
    """Those that the variable names come first."""
    yield from filter(None, os.environ.get(PYTHONS, "").split(os.pathsep))
    for version in VERSIONS:
        for folder in os.environ.get("PATH", "").split(os.pathsep):
            if folder and (path := shutil.which(f"python{version}", path=folder)):
                yield path


def asked(python: str, *words: str, **env: str) -> subprocess.CompletedProcess[bytes]:
    """A run with little of this environment and with this project; it leaves no compiled files."""
    return subprocess.run(
        [python, "-s", "-P", "-B", *words],
        env={"PATH": os.environ.get("PATH", ""), "PYTHONPATH": str(ROOT), **env},
        cwd=ROOT,
        capture_output=True,
    )


@cache
def found() -> tuple[dict[str, str], list[str]]:
    """The first usable interpreter of each other version, and what was wrong with those that are not."""
    usable: dict[str, str] = {}
    troubles = []
    code = (
        "import sys; print('%d.%d' % sys.version_info[:2], flush=True); import engine; print(engine.games())"
    )
    for python in candidates():
        try:
            done = asked(python, "-c", code)
        except OSError as error:
            troubles.append(f"{python} does not start: {error.strerror}")
            continue
        version = done.stdout.decode().partition("\n")[0]
        if version == version_here() or version in usable:
            continue
        if done.returncode or version not in VERSIONS:
            said = done.stderr.decode("utf-8", "replace").strip().splitlines() or [
                f"it calls itself {version!r}"
            ]
            troubles.append(f"{python}: {said[-1 if said[0].startswith('Traceback') else 0]}")
        else:
            usable[version] = python
    return usable, troubles


def other(version: str) -> str:
    usable, troubles = found()
    if version == version_here():
        pytest.skip("the tests run on this one")
    if version not in usable:
        why = "; ".join(troubles) or "none is there"
        pytest.skip(f"no other Python {version} that can import the engine ({PYTHONS} may name one): {why}")
    return usable[version]


@cache
def bytes_here() -> bytes:
    done = asked(sys.executable, str(WRITE_LOGS), PYTHONHASHSEED="7")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(b'"emberlog":') > 100
    return done.stdout


@pytest.mark.parametrize("version", VERSIONS)
def test_t22_another_python_writes_the_same_logs(version: str) -> None:
    """A log of every game and configuration, hash and checks included, in three surroundings."""
    python = other(version)
    for flags, env in HOW:
        done = asked(python, *flags, str(WRITE_LOGS), **env)
        assert done.returncode == 0, done.stderr
        assert done.stdout == bytes_here()


@pytest.mark.parametrize("version", VERSIONS)
def test_t22_another_python_replays_the_golden_games(version: str) -> None:
    """Their verdicts, and the games' last hashes and ids, are those that were recorded here."""
    code = """
import engine
replayer = engine.replayer()
count = 0
for name in engine.games():
    for file, item in engine.golden_games(name):
        verdict = replayer.replay(item)
        if verdict.status != "fine":
            raise SystemExit(f"{name}/{file}: {verdict.sentence()}")
        count += 1
print(count)
"""
    done = asked(other(version), "-O", "-c", code, PYTHONHASHSEED="random")
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 50


def test_a_python_that_cannot_do_it_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A version is never passed over in silence: the reason of the skip says what is missing."""
    broken = tmp_path / "python"
    broken.write_text("#!/bin/sh\necho 3.99\necho no module >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv(PYTHONS, os.pathsep.join([str(tmp_path / "none"), str(broken)]))
    monkeypatch.setenv("PATH", "")
    found.cache_clear()
    try:
        usable, troubles = found()
        assert usable == {}
        assert troubles == [
            f"{tmp_path / 'none'} does not start: No such file or directory",
            f"{broken}: no module",
        ]
        missing = next(version for version in VERSIONS if version != version_here())
        with pytest.raises(pytest.skip.Exception, match=f"{PYTHONS} may name one.*no module"):
            other(missing)
    finally:
        found.cache_clear()
