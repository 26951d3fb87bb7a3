"""The browser itself: it starts, it is shut off from the network, and it never goes missing in silence."""

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

CONFTEST = Path(__file__).with_name("conftest.py")
PROBE = "import pytest\n\n@pytest.mark.browser\ndef test_page(page):\n    page.goto('about:blank')\n"


class Hello(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write("<h1>ベン</h1>".encode())

    def log_message(self, *_: Any) -> None:
        return


@pytest.fixture
def port() -> Iterator[int]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Hello) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


@pytest.mark.browser
def test_pages_of_this_machine_open(page: Any, port: int) -> None:
    page.goto(f"http://127.0.0.1:{port}/")
    assert page.inner_text("h1") == "ベン"


@pytest.mark.browser
@pytest.mark.parametrize("host", ["localhost", "example.org"])
def test_no_other_name_resolves(page: Any, port: int, host: str) -> None:
    # `localhost` does resolve without the rule: so it is the rule that this sees, not a missing network
    from playwright.sync_api import Error

    with pytest.raises(Error, match="ERR_NAME_NOT_RESOLVED"):
        page.goto(f"http://{host}:{port}/")


def run_without_chromium(folder: Path, **extra: str) -> subprocess.CompletedProcess[str]:
    shutil.copy(CONFTEST, folder / "conftest.py")
    (folder / "test_probe.py").write_text(PROBE)
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = browser: needs one\n")
    inherited = {k: v for k, v in os.environ.items() if k not in {"REQUIRE_BROWSER", "PYTEST_ADDOPTS"}}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-rs", "-p", "no:cacheprovider", str(folder)],
        cwd=folder,
        env={**inherited, "CHROMIUM": "/nonexistent/chromium", **extra},
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_without_chromium_browser_tests_are_skipped_with_a_reason(tmp_path: Path) -> None:
    done = run_without_chromium(tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 skipped" in done.stdout
    assert "no Chromium found; set CHROMIUM=/path or install one" in done.stdout


def test_where_a_browser_is_required_its_absence_is_an_error(tmp_path: Path) -> None:
    done = run_without_chromium(tmp_path, REQUIRE_BROWSER="1")
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "no Chromium found; set CHROMIUM=/path or install one" in done.stderr
