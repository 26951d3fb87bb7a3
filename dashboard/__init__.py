"""The dashboard: a library of games, a player that shows every step, and a page for queries.

`models` are plain functions and frozen data, `screens` are Streamlit, `player` runs in the browser.
Nothing is imported here: the command line asks for `command` without loading Streamlit.
"""

from __future__ import annotations

import sys
from importlib.resources import files

DATABASE = "EMBERLOG_DB"
"""The environment variable that names the database file."""

_OPTIONS = (
    "--server.headless=true",
    "--server.fileWatcherType=none",
    "--browser.gatherUsageStats=false",
    "--client.toolbarMode=minimal",
    "--client.showErrorDetails=none",
    # Both themes are given, so that the page goes on following the browser's light or dark.
    "--theme.light.primaryColor=#c2410c",
    "--theme.light.backgroundColor=#fffdfa",
    "--theme.light.secondaryBackgroundColor=#f6f0e8",
    "--theme.light.textColor=#221c17",
    "--theme.light.borderColor=#dccfc0",
    "--theme.dark.primaryColor=#ff8a4c",
    "--theme.dark.backgroundColor=#15110f",
    "--theme.dark.secondaryBackgroundColor=#221b17",
    "--theme.dark.textColor=#f3ebe4",
    "--theme.dark.borderColor=#4a3d34",
)


def command(port: int, address: str = "127.0.0.1") -> list[str]:
    """The command line that serves the dashboard; the database is named by EMBERLOG_DB."""
    app = str(files("dashboard").joinpath("app.py"))
    where = (f"--server.port={port}", f"--server.address={address}")
    return [sys.executable, "-m", "streamlit", "run", app, *where, *_OPTIONS]
