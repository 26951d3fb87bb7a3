"""What can go wrong with a database. By itself, so that a process that only reads logs loads no DuckDB."""

from __future__ import annotations

from engine.core.errors import EmberlogError


class StoreError(EmberlogError):
    """A database that cannot be read, written or asked so; says what to do."""


class ForeignFile(StoreError):
    """Where the database should be lies a file that Emberlog never wrote."""
