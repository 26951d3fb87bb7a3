"""Fixtures for many: one Chromium for the whole run with one fresh context for each test, and a small disk."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

NO_CHROMIUM = "no Chromium found; set CHROMIUM=/path or install one"

# No background traffic; and no name but this machine's resolves, so that a page which asks an
# outside host for anything cannot succeed unnoticed.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]


def find_chromium() -> str | None:
    """Path of the Chromium to use: what CHROMIUM says, and only that, or the first one on PATH."""
    if named := os.environ.get("CHROMIUM"):
        return shutil.which(named)
    found = (shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome"))
    return next((path for path in found if path), None)


def pytest_configure(config: pytest.Config) -> None:
    if os.environ.get("REQUIRE_BROWSER") == "1" and find_chromium() is None:
        raise pytest.UsageError(f"REQUIRE_BROWSER=1, but {NO_CHROMIUM}")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if find_chromium() is None:
        for item in items:
            if item.get_closest_marker("browser"):
                item.add_marker(pytest.mark.skip(reason=NO_CHROMIUM))


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """The running Chromium (a playwright Browser)."""
    from playwright.sync_api import sync_playwright

    path = find_chromium()
    if path is None:
        pytest.skip(NO_CHROMIUM)
    with sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=path, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def context(browser: Any) -> Iterator[Any]:
    """A context of its own for one test: no cookies, storage or zoom of another."""
    fresh = browser.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB", timezone_id="UTC")
    fresh.set_default_timeout(15_000)
    yield fresh
    fresh.close()


@pytest.fixture
def page(context: Any) -> Any:
    """An empty page in this test's context (a playwright Page)."""
    return context.new_page()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A dashboard with a few games (see dashboard_fixtures.Served), one for the whole run."""
    from dashboard_fixtures import Served, fill, serving

    db, ids = fill(tmp_path_factory.mktemp("served"))
    with serving(db) as address:
        yield Served(address, db, ids)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 5 MiB; skipped where this user may make none."""
    with mounted(tmp_path / "disk", "5m", "RLIMIT_FSIZE stands in for it"):
        yield tmp_path / "disk"


@pytest.fixture
def other_disk(tmp_path: Path) -> Iterator[Path]:
    """Another file system than that of temporary files, with room enough; skipped where this user may make none."""
    with mounted(tmp_path / "other disk", "100m", "what happens with links to another is not seen"):
        yield tmp_path / "other disk"


@contextmanager
def mounted(place: Path, size: str, instead: str) -> Iterator[None]:
    place.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", place], capture_output=True)
    if made.returncode:
        pytest.skip(f"only root may mount a file system; {instead}")
    yield
    subprocess.run(["umount", place], check=True)
