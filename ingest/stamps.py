"""When a file has changed: for whoever remembers something of it. By itself, so that it costs nothing to load."""

from __future__ import annotations

from pathlib import Path

Stamp = tuple[int, int, int]


def stamp_of(path: Path) -> Stamp | None:
    """Changes when a file is written, or another one is put in its place; None: it is not there."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size
