"""How wide texts are, where they may be broken, and the words of a picture in several languages."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from engine.core.words import fill

Number = int | float

_JAPANESE = 0x2E80
"""The first of the letters that are as wide as they are high."""


@cache
def bold_width(content: str, size: Number) -> float:
    """About how wide a bold text is at most: a Japanese character takes an em, a Latin one two thirds."""
    ems = (1.0 if ord(letter) > _JAPANESE else 0.84 if letter in "+−×≥MWmw" else 0.66 for letter in content)
    return sum(ems) * size


_WIDTHS = {
    **dict.fromkeys("iljI.,:;'|!· ", 0.37),
    **dict.fromkeys("ftr()[]-/", 0.45),
    **dict.fromkeys("mwMW", 1.0),
    **dict.fromkeys("+−×≥=<>", 0.84),
}


@cache
def text_width(content: str, size: Number) -> float:
    """About how wide a text is at most, letter by letter: closer than `bold_width`, for running text."""
    ems = sum(
        1.0 if ord(letter) > _JAPANESE else _WIDTHS.get(letter, 0.76 if letter.isupper() else 0.65)
        for letter in content
    )
    return ems * size


def _pieces(content: str) -> list[str]:
    """Where a text may be broken: after a blank; between Japanese characters, but not before a stop."""
    pieces: list[str] = []
    for letter in content:
        joined = pieces and (
            (ord(letter) < _JAPANESE and not pieces[-1].endswith(" ") and ord(pieces[-1][-1]) < _JAPANESE)
            or letter in "。、)」ーょっゃゅ:・"
        )
        if joined:
            pieces[-1] += letter
        else:
            pieces.append(letter)
    return pieces


@cache
def wrapped(content: str, size: Number, room: Number) -> tuple[str, ...]:
    """The lines of a text in a column of some width; one empty line for no text."""
    lines = [""]
    for piece in _pieces(content):
        if lines[-1] and text_width((lines[-1] + piece).rstrip(), size) > room:
            lines.append("")
        lines[-1] += piece
    return tuple(line.strip() for line in lines)


def say(table: Mapping[str, Mapping[str, str]], language: str, term: str, *values: object) -> str:
    """A word or sentence of a picture with its values filled in; a term that is not in the table stands for itself.

    The table is `picture` of a game's words.yaml, or one like it: by term, then by language. Words that depend on a
    number stand in the template (`engine.core.words.fill`).
    """
    template = table[term][language] if term in table else term
    return fill(template, *values) if values else template


def minus(value: object) -> str:
    """A number with a true minus, for a hyphen is lost at this size."""
    return str(value).replace("-", "−")
