"""The database that the dashboard shows, and what to say when there is none."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from dashboard import DATABASE
from dashboard.models.words import literal, words
from ingest.database import Database, StoreError


class SourceError(Exception):
    """No database to show. `sentence` says why and what to do, and names no path."""

    def __init__(self, key: str, why: str = "") -> None:
        super().__init__(key, why)
        self.key, self.why = key, why

    def sentence(self, language: str) -> str:
        """As Markdown."""
        return words(language)(self.key, why=literal(self.why))


class Source:
    """One database file. It may be replaced by another at any time: every question sees the newest."""

    def __init__(self, path: str) -> None:
        if not path:
            raise SourceError("source.unset")
        self.path = Path(path)
        try:
            self.database = Database(self.path)
        except StoreError as error:
            raise trouble(error, path) from None

    @property
    def key(self) -> str:
        """Tells this state of this file from every other: for caches."""
        return f"{self.path}:{self.database.stamp}"

    def game_log(self, game: str) -> list[bytes] | None:
        """The lines of a stored game; None when there is none of that id."""
        try:
            return self.database.game_log(game)
        except StoreError as error:
            if "there is no game" in str(error):
                return None
            raise


def trouble(error: StoreError, path: str) -> SourceError:
    """What went wrong with the file of this path, said without the path."""
    if not Path(path).exists():
        return SourceError("source.missing")
    return SourceError("source.unreadable", plain_error(error, Path(path)))


def path_in_use(environment: Any = os.environ) -> str:
    """The path that EMBERLOG_DB names; empty when it does not."""
    return str(environment.get(DATABASE, "")).strip()


def plain_error(error: Exception, path: Path) -> str:
    """An error in one line, with the file's name instead of its whole path."""
    text = str(error).strip().replace(str(path.resolve()), path.name).replace(str(path), path.name)
    return " ".join(text.replace(str(path.parent.resolve()) + os.sep, "").split())
