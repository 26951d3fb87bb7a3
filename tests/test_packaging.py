"""The built wheel, installed where the repository cannot be seen, is whole and runs.

The development install is one path entry with the repository's root, so a file forgotten in the wheel
would go unnoticed in every other test. Here the wheel is built from the working tree without network
and installed into an environment of its own, which borrows the dependencies of this one but not its
path entries.
"""

import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("engine", "ingest", "dashboard")


def run(*command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, timeout=120)


def should_ship(files: Iterable[str]) -> set[str]:
    """Those of the repository's files that a user of the wheel needs: all of the packages, and cli.py."""
    return {name for name in files if name.split("/")[0] in PACKAGES or name == "cli.py"}


def missing(wanted: set[str], wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return wanted - set(archive.namelist())


def files_of_the_project() -> list[str]:
    """Tracked files, and new ones that git would not ignore, as paths from the root."""
    listed = run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", cwd=ROOT)
    assert listed.returncode == 0, listed.stderr
    return [name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    options = ["--no-build-isolation", "--no-deps", "--no-index", "--disable-pip-version-check", "-q"]
    built = run(sys.executable, "-m", "pip", "wheel", *options, "-w", out, ROOT, cwd=out)
    assert built.returncode == 0, built.stdout + built.stderr
    (path,) = out.glob("emberlog-*.whl")
    return path


@pytest.fixture(scope="module")
def elsewhere(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bin folder of an environment that has the wheel installed and cannot see the repository."""
    place = tmp_path_factory.mktemp("installed")
    venv.create(place, with_pip=False, symlinks=True)
    python = place / "bin" / "python"
    options = ["--no-deps", "--no-index", "--disable-pip-version-check", "-q"]
    done = run(sys.executable, "-m", "pip", "--python", python, "install", *options, wheel, cwd=place)
    assert done.returncode == 0, done.stdout + done.stderr
    (packages,) = place.glob("lib/python*/site-packages")
    # A folder named in a .pth file is searched, but its own .pth files are not read: the dependencies
    # come along, the development install does not.
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return place / "bin"


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """An empty folder to work in, which is not the repository."""
    return tmp_path


def test_the_wheel_holds_every_file_that_git_has(wheel: Path) -> None:
    wanted = should_ship(files_of_the_project())
    assert {f"{package}/__init__.py" for package in PACKAGES} | {"cli.py"} <= wanted
    assert missing(wanted, wheel) == set()


def test_the_wheel_holds_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        tops = {name.split("/")[0] for name in archive.namelist()}
        caches = [name for name in archive.namelist() if "__pycache__" in name or name.endswith(".duckdb")]
    assert {top for top in tops if not top.endswith(".dist-info")} == {*PACKAGES, "cli.py"}
    assert caches == []


def test_a_forgotten_file_would_be_seen(wheel: Path, tmp_path: Path) -> None:
    wanted = should_ship(files_of_the_project())
    data = next(name for name in sorted(wanted) if name.endswith(".yaml"))
    poorer = tmp_path / wheel.name
    with zipfile.ZipFile(wheel) as whole, zipfile.ZipFile(poorer, "w") as copy:
        for name in whole.namelist():
            if name != data:
                copy.writestr(name, whole.read(name))
    assert missing(wanted, poorer) == {data}


def test_the_packages_come_from_the_wheel(elsewhere: Path, desk: Path) -> None:
    code = "import cli, dashboard, engine, ingest, sys; print(*(m.__file__ for m in (cli, dashboard, engine, ingest)), *sys.path, sep='\\n')"
    done = run(elsewhere / "python", "-c", code, cwd=desk)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    place = elsewhere.parent.resolve()
    assert all(Path(line).resolve().is_relative_to(place) for line in lines[:4]), lines
    assert str(ROOT) not in lines


@pytest.mark.parametrize("command", [["--help"], ["info"]], ids=" ".join)
def test_the_installed_command_runs_in_another_folder(
    elsewhere: Path, desk: Path, command: list[str]
) -> None:
    done = run(elsewhere / "emberlog", *command, cwd=desk)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.strip()
    assert list(desk.iterdir()) == [], "asking for help or information leaves nothing behind"


def test_the_command_is_the_app_of_cli(elsewhere: Path, desk: Path) -> None:
    done = run(elsewhere / "python", "-c", "from cli import app; app()", "info", cwd=desk)
    assert done.returncode == 0, done.stdout + done.stderr
