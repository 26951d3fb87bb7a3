"""The lock files name packages, versions and hashes, never a place to fetch them from."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# By name, wherever they lie.
LOCK = re.compile(
    r"(^|/)([^/]*(requirements|constraints)[^/]*\.(txt|in)"
    r"|[^/]*\.lock|pylock[^/]*\.toml|package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml)$"
)
HOSTED = re.compile(r"(^|/)(uv\.lock|pylock[^/]*\.toml)$")  # kinds that always hold addresses
PLACE = re.compile(
    r"\w+://|(^|\s)(-i|-f|--index|--index-url|--extra-index-url|--find-links|--trusted-host|--no-index)\b"
    r"|\s@\s|(^|[\s/@\"'])([a-z0-9-]+\.)+(org|com|net|io|dev)\b",
    re.IGNORECASE,
)


def files_of_the_project() -> list[str]:
    """Tracked files, and new ones that git would not ignore, as paths from the root."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return sorted(name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file())


def places(text: str) -> list[str]:
    """The lines that say where to fetch something, with their numbers."""
    lines = enumerate(text.splitlines(), start=1)
    return [f"{number}: {line.strip()}" for number, line in lines if PLACE.search(line)]


def unhashed(text: str) -> list[str]:
    """Requirements of a compiled file that carry no hash, so that anything could be served for them."""
    entries = re.split(r"\n(?=[A-Za-z0-9])", text.replace("\\\n", " "))
    return [e.split()[0] for e in entries if re.match(r"[A-Za-z0-9]", e) and "--hash=sha256:" not in e]


LOCKS = [name for name in files_of_the_project() if LOCK.search(name)]
COMPILED = [name for name in LOCKS if name.endswith("requirements.txt")]


def test_the_known_lock_files_are_among_those_looked_at() -> None:
    assert {"requirements.txt", "benchmarks/requirements.txt"} <= set(COMPILED)


@pytest.mark.parametrize("name", LOCKS)
def test_no_lock_file_says_where_to_fetch(name: str) -> None:
    assert places((ROOT / name).read_text()) == []


@pytest.mark.parametrize("name", COMPILED)
def test_every_requirement_has_a_hash(name: str) -> None:
    assert unhashed((ROOT / name).read_text()) == []


def test_no_lock_file_of_a_kind_that_holds_addresses() -> None:
    assert [name for name in files_of_the_project() if HOSTED.search(name)] == []


def test_every_dependency_is_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    asked = [
        *project["project"]["dependencies"],
        *(line for extra in project["project"]["optional-dependencies"].values() for line in extra),
        *project["dependency-groups"]["dev"],
    ]
    wanted = {re.split(r"[\s<>=!~;\[]", line)[0].lower().replace("_", "-") for line in asked}
    lines = (ROOT / "requirements.txt").read_text().splitlines()
    locked = {line.split("==")[0].lower() for line in lines if re.match(r"[a-z0-9]", line, re.IGNORECASE)}
    assert wanted
    assert wanted - locked == set(), "requirements.txt is older than pyproject.toml"


@pytest.mark.parametrize(
    "line",
    [
        "--index-url https://packages.example/simple",
        "--extra-index-url=file:///somewhere",
        "--find-links wheels",
        "-i packages",
        "-f wheels",
        "--trusted-host packages",
        "six @ git+ssh://example/six",
        "six @ ../six",
        '    "resolved": "https://registry.example/six.tgz"',
        "# fetched from files.example.org",
    ],
)
def test_the_guard_sees_a_place(line: str) -> None:
    assert places(f"six==1.17.0 \\\n    --hash=sha256:00\n{line}\n") == [f"3: {line.strip()}"]


def test_the_guard_passes_what_is_fine() -> None:
    assert (
        places("numpy==2.5 ; python_full_version >= '3.12' \\\n    --hash=sha256:0f\n    # via -r bench.in")
        == []
    )


def test_the_guard_sees_a_missing_hash() -> None:
    assert unhashed("six==1.17.0 \\\n    --hash=sha256:0f\n    # via x\nrich==15.0.0\n    # via y\n") == [
        "rich==15.0.0"
    ]


@pytest.mark.parametrize("name", ["uv.lock", "sub/uv.lock", "pylock.toml", "pylock.dev.toml"])
def test_the_guard_knows_kinds_with_addresses(name: str) -> None:
    assert HOSTED.search(name)
    assert LOCK.search(name)
