"""Who may import whom.

import-linter holds the large lines (pyproject.toml). What it cannot say is read off the source here:
which names of the standard library the core may use, what each *discovered* game may use, that nobody
opens a file in the core, and where in the dashboard Streamlit may stand. Both checkers are fed bad
examples, so that neither can turn green by looking at nothing.
"""

import ast
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

CHANCE_AND_CLOCK = {"random", "secrets", "uuid", "time", "datetime", "calendar", "zoneinfo"}
NETWORK_AND_PROCESSES = {
    *("socket", "ssl", "select", "selectors", "http", "urllib", "ftplib", "smtplib", "xmlrpc", "asyncio"),
    *("subprocess", "multiprocessing", "threading", "concurrent", "signal", "queue", "sched"),
}
FILES = {
    *("os", "io", "pathlib", "tempfile", "shutil", "glob", "fileinput", "mmap", "sqlite3", "dbm", "shelve"),
    *("pickle", "zipfile", "tarfile", "gzip", "bz2", "lzma", "ctypes", "platform"),
}
LOADING = {"importlib", "pkgutil", "runpy"}
# A game reads its own data.yaml, so it has pathlib and importlib.resources.
GAME_READS = {"pathlib", "importlib"}

NOT_IN_CORE = CHANCE_AND_CLOCK | NETWORK_AND_PROCESSES | FILES | LOADING
NOT_IN_GAMES = CHANCE_AND_CLOCK | NETWORK_AND_PROCESSES | (FILES | LOADING) - GAME_READS
NOT_IN_AGENTS = NETWORK_AND_PROCESSES | FILES | LOADING

CALLS_OUTSIDE = {"open", "input", "print", "exec", "eval", "__import__"}


@dataclass(frozen=True)
class Import:
    """`target` is as far as the source tells: `from a import b` gives a.b, be b a module or a name."""

    target: str
    line: int


def imports(source: str, package: str) -> Iterator[Import]:
    """All imports of a module, also those inside functions; `package` resolves relative ones."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield Import(name.name, node.lineno)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, base] if base else above)
            for name in node.names:
                yield Import(f"{base}.{name.name}", node.lineno)


def within(target: str, packages: Iterable[str]) -> bool:
    return any(target == package or target.startswith(f"{package}.") for package in packages)


def root_name(target: str) -> str:
    return target.partition(".")[0]


def game_folders(root: Path) -> list[str]:
    """Names of the games: the folders of the engine that hold a game.py, the core's own aside."""
    return sorted(p.parent.name for p in (root / "engine").glob("*/game.py") if p.parent.name != "core")


def allowed_inside(target: str, own: Iterable[str], refused: set[str]) -> bool:
    """Is the target one of `own`, msgspec, or a part of the standard library that is not refused?"""
    if within(target, own) or root_name(target) == "msgspec":
        return True
    return root_name(target) in sys.stdlib_module_names - refused


def complaint(root: Path, path: Path, wanted: Import) -> str | None:
    """What is wrong with one import, or None."""
    parts = path.relative_to(root).with_suffix("").parts
    target = wanted.target
    match parts:
        case ("engine", "core", *_):
            if not allowed_inside(target, ["engine.core"], NOT_IN_CORE):
                return "engine.core has msgspec and the pure part of the standard library only"
        case ("engine", "pictures", *_):
            if not allowed_inside(target, ["engine.core", "engine.pictures"], NOT_IN_CORE):
                return (
                    "engine.pictures has engine.core, msgspec and the pure part of the standard library only"
                )
        case ("engine", "agents", *_):
            if not allowed_inside(target, ["engine.core", "engine.agents"], NOT_IN_AGENTS):
                return "engine.agents imports engine.core only"
        case ("engine", game, *rest) if game in game_folders(root):
            own = ["engine.core", "engine.pictures", f"engine.{game}"]
            if not allowed_inside(target, own, NOT_IN_GAMES):
                return "a game imports engine.core and itself, without chance, clock, network or other files"
            if within(target, ["engine.pictures"]) and not rest[0].startswith("picture"):
                return "only a game's picture draws"
            if within(target, [f"engine.{game}.picture"]) and rest[0] != "picture":
                return "no module of a game imports its picture"
        case ("engine", *_):
            if within(target, ["ingest", "dashboard", "cli"]):
                return "the engine stands alone"
        case ("ingest", *_):
            if within(target, ["dashboard", "cli"]):
                return "ingest knows no dashboard and no command line"
        case ("dashboard", part, *_):
            if within(target, ["cli"]):
                return "the dashboard does not know the command line"
            if root_name(target) == "streamlit" and part not in {"app", "screens"}:
                return "only dashboard.app and dashboard.screens use Streamlit"
    return None


def outside_calls(root: Path, path: Path) -> Iterator[str]:
    """Calls in the core of built-in functions that reach outside: what no import would show."""
    if path.relative_to(root).parts[:2] != ("engine", "core"):
        return
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS_OUTSIDE:
            yield f"{path.relative_to(root)}:{node.lineno}: {node.func.id}(): engine.core touches nothing outside"


def modules(root: Path) -> list[Path]:
    return sorted(path for top in ("engine", "ingest", "dashboard") for path in (root / top).rglob("*.py"))


def complaints(root: Path) -> list[str]:
    """All breaches of the table below a folder laid out like this repository."""
    found: list[str] = []
    for path in modules(root):
        package = ".".join(path.relative_to(root).parts[:-1])
        for wanted in imports(path.read_text(encoding="utf-8"), package):
            if why := complaint(root, path, wanted):
                found.append(f"{path.relative_to(root)}:{wanted.line}: {wanted.target}: {why}")
        found.extend(outside_calls(root, path))
    return found


def test_there_is_something_to_check() -> None:
    tops = {path.relative_to(ROOT).parts[:2] for path in modules(ROOT)}
    assert ("engine", "core") in tops
    assert {part[0] for part in tops} == {"engine", "ingest", "dashboard"}
    assert "living_forest" in game_folders(ROOT)


def test_every_import_is_one_that_the_table_allows() -> None:
    assert complaints(ROOT) == []


@pytest.fixture
def sound(tmp_path: Path) -> Path:
    """A small tree of the repository's shape, with two games, that breaks nothing."""
    texts = {
        "engine/__init__.py": "import importlib\nfrom engine.core.game import GAME\n",
        "engine/core/__init__.py": "",
        "engine/core/game.py": "import hashlib\nfrom collections import abc\nimport msgspec\nGAME = msgspec, abc, hashlib\n",
        "engine/core/log.py": "from engine.core import game\nfrom engine.core.game import GAME\n",
        "engine/agents/__init__.py": "import random\nfrom engine.core.game import GAME\n",
        "engine/pictures/__init__.py": "",
        "engine/pictures/svg.py": "from html import escape\nfrom engine.core.game import GAME\nfrom engine import pictures\n",
        "engine/forest/__init__.py": "",
        "engine/forest/game.py": "from importlib.resources import files\nimport msgspec.yaml\nfrom engine.core import game\nfrom engine.forest import cards\n",
        "engine/forest/cards.py": "from engine.core.game import GAME\n",
        "engine/forest/picture.py": "from engine.forest import cards\nfrom engine.pictures.svg import escape\n",
        "engine/forest/picture_icons.py": "from engine.pictures import svg\n",
        "engine/hollow/__init__.py": "",
        "engine/hollow/game.py": "from engine.core.game import GAME\n",
        "ingest/__init__.py": "import duckdb\nimport polars\nimport engine\n",
        "dashboard/__init__.py": "",
        "dashboard/app.py": "import streamlit\nfrom dashboard import screens\n",
        "dashboard/models/__init__.py": "import polars\nimport ingest\nimport engine\n",
        "dashboard/screens/__init__.py": "import altair\nimport streamlit\nfrom dashboard import models\n",
        "cli.py": "import typer\nimport dashboard\nimport ingest\nimport engine\n",
    }
    for name, text in texts.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_a_sound_tree_has_no_complaints(sound: Path) -> None:
    assert game_folders(sound) == ["forest", "hollow"]
    assert complaints(sound) == []


@pytest.mark.parametrize(
    ("name", "line"),
    [
        *(
            ("engine/core/log.py", f"import {name}")
            for name in ("random", "time", "datetime", "io", "socket")
        ),
        *(("engine/core/log.py", f"import {name}") for name in ("subprocess", "threading", "polars", "yaml")),
        ("engine/core/log.py", "import os.path as path"),
        ("engine/core/log.py", "from pathlib import Path"),
        ("engine/core/log.py", "import importlib"),
        ("engine/core/log.py", "from engine import games"),
        ("engine/core/log.py", "from engine import forest"),
        ("engine/core/log.py", "from ..agents import greedy"),
        ("engine/core/log.py", "def late():\n    import ingest"),
        ("engine/core/log.py", "open('x')"),
        ("engine/core/log.py", "__import__('random')"),
        ("engine/core/log.py", "from engine.pictures import svg"),
        ("engine/pictures/svg.py", "from engine.forest import cards"),
        ("engine/pictures/svg.py", "from pathlib import Path"),
        ("engine/pictures/svg.py", "import time"),
        ("engine/agents/__init__.py", "from engine.pictures import svg"),
        ("engine/agents/__init__.py", "from engine.forest import cards"),
        ("engine/agents/__init__.py", "import engine"),
        ("engine/forest/cards.py", "from engine.hollow.game import GAME"),
        ("engine/forest/cards.py", "from engine.agents import greedy"),
        ("engine/forest/cards.py", "import random"),
        ("engine/forest/cards.py", "from time import monotonic"),
        ("engine/forest/cards.py", "import duckdb"),
        ("engine/forest/cards.py", "from engine.forest import picture"),
        ("engine/forest/__init__.py", "from engine.forest.picture import draw"),
        ("engine/forest/cards.py", "from . import picture"),
        ("engine/forest/cards.py", "from engine.pictures.svg import escape"),
        ("engine/hollow/game.py", "import engine.forest.cards"),
        ("engine/__init__.py", "import ingest"),
        ("ingest/__init__.py", "from dashboard.models import games"),
        ("ingest/__init__.py", "import cli"),
        ("dashboard/app.py", "import cli"),
        ("dashboard/models/__init__.py", "from streamlit import cache_data"),
        ("dashboard/__init__.py", "import streamlit as st"),
    ],
)
def test_a_bad_import_is_found(sound: Path, name: str, line: str) -> None:
    path = sound / name
    at = len(path.read_text().splitlines()) + len(line.splitlines())
    path.write_text(path.read_text() + line + "\n")
    assert [text.split(": ")[0] for text in complaints(sound)] == [f"{name}:{at}"]


BAD_FOR_CONTRACT = [
    ("core-is-pure", "engine/core/log.py", "import random"),
    ("core-is-pure", "engine/core/log.py", "import os.path"),
    ("core-is-pure", "engine/pictures/svg.py", "import time"),
    ("core-without-pictures", "engine/core/log.py", "import engine.pictures.svg"),
    ("core-without-pictures", "engine/agents/__init__.py", "from engine.pictures import svg"),
    ("engine-folders", "engine/pictures/svg.py", "from engine.forest import cards"),
    ("engine-folders", "engine/core/log.py", "from engine.hollow import game"),
    ("engine-folders", "engine/hollow/game.py", "from engine.forest import cards"),
    ("engine-folders", "engine/agents/__init__.py", "import engine.forest.cards"),
    ("rules-without-picture", "engine/forest/cards.py", "import engine.forest.picture"),
    ("engine-alone", "engine/hollow/game.py", "import polars"),
    ("ingest-alone", "ingest/__init__.py", "import cli"),
    ("dashboard-without-cli", "dashboard/app.py", "import cli"),
    ("dashboard-without-sql", "dashboard/screens/__init__.py", "import duckdb"),
    ("models-without-widgets", "dashboard/models/__init__.py", "import altair"),
]


def lint_imports(root: Path, *options: str) -> subprocess.CompletedProcess[str]:
    code = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    done = subprocess.run(
        [sys.executable, "-c", code, "--no-cache", "--no-logo", *options],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Contracts:" in done.stdout, done.stdout + done.stderr
    return done


def test_each_contract_has_a_bad_example() -> None:
    config = tomllib.loads((ROOT / "pyproject.toml").read_text())
    contracts = {contract["id"] for contract in config["tool"]["importlinter"]["contracts"]}
    assert contracts == {contract for contract, _, _ in BAD_FOR_CONTRACT}


def test_import_linter_passes_a_sound_tree(sound: Path) -> None:
    done = lint_imports(sound)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(("contract", "name", "line"), BAD_FOR_CONTRACT)
def test_import_linter_finds_a_bad_import(sound: Path, contract: str, name: str, line: str) -> None:
    with (sound / name).open("a") as module:
        module.write(line + "\n")
    done = lint_imports(sound, "--contract", contract)
    assert done.returncode == 1
    assert "0 kept, 1 broken" in done.stdout
