"""The words of the dashboard, from words.yaml. Words of a game are the game's own (`engine.words`)."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

import msgspec

from engine.core.words import fill

LANGUAGES = ("en", "ja")
LANGUAGE_NAMES = {"en": "English", "ja": "日本語"}
_MARKDOWN = re.compile(r"([!-/:-@\[-`{-~])")


class Words:
    """The texts of one language."""

    def __init__(self, language: str, texts: dict[str, str]) -> None:
        self.language = language
        self._texts = texts

    def __call__(self, key: str, **values: object) -> str:
        """A text with its values filled in (`engine.core.words.fill`). They stand as they are: see `literal`."""
        return fill(self._texts[key], **values)

    def part(self, prefix: str) -> dict[str, str]:
        """All texts whose key begins with `prefix.`, without it."""
        start = f"{prefix}."
        return {key[len(start) :]: text for key, text in self._texts.items() if key.startswith(start)}


@cache
def tables() -> dict[str, dict[str, str]]:
    """Every text: key, then language."""
    source = files("dashboard").joinpath("words.yaml").read_bytes()
    return msgspec.yaml.decode(source, type=dict[str, dict[str, str]])


@cache
def words(language: str) -> Words:
    """The words of a language; English for one that is not there."""
    known = language if language in LANGUAGES else LANGUAGES[0]
    return Words(known, {key: text[known] for key, text in tables().items()})


def literal(text: object) -> str:
    """Text from a log or an address for a place that reads Markdown: it shows as it is."""
    shown = " ".join(str(text).split("\n"))
    return _MARKDOWN.sub(r"\\\1", shown)
