"""The database that all tabs share, and what is said when it cannot be asked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from dashboard.models.source import Source, SourceError, path_in_use, trouble
from ingest.database import StoreError


@st.cache_resource(max_entries=4, show_spinner=False)
def _opened(path: str) -> Source:
    return Source(path)


def database() -> Source:
    """Opened once for all tabs; it notices by itself when the file is replaced. Raises `SourceError`."""
    return _opened(path_in_use())


@contextmanager
def trouble_told(language: str) -> Iterator[None]:
    """One plain sentence instead of a traceback when the database is gone or cannot be read."""
    try:
        yield
    except SourceError as error:
        st.warning(error.sentence(language))
    except StoreError as error:
        st.warning(trouble(error, path_in_use()).sentence(language))
