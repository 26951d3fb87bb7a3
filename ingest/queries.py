"""Named queries: the .sql files of `ingest/queries`, with what their comment headers tell.

    -- title: Cards bought
    -- about: How often each card was bought, and how its buyers fared.
    -- title[ja]: 獲得されたカード
    -- about[ja]: カードごとの獲得された回数と、獲得した席の成績です。
    -- game: living_forest          (or any)
    -- parameter: game = living_forest
    -- parameter: least = 10        (an integer; without quotes)
    -- then: ratings                (what `Database.named` does with the rows; see `ingest.ratings.THEN`)

A parameter has a default value; a call may give another. An `about` may go on in further lines: they are joined
by a space, those in Japanese by nothing.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

import msgspec

from ingest.publish import StoreError

Value = int | float | str | bool | None
_KEYS = ("title", "about", "title[ja]", "about[ja]", "game", "parameter", "then")
_HEADER = re.compile(rf"-- ({'|'.join(map(re.escape, _KEYS))}): *(.*?) *$")


class NamedQuery(msgspec.Struct, frozen=True):
    """One query. `games`: the games it is made for; empty: any. `parameters`: names and defaults.
    `then`: the step in Python that makes the answer of the rows; empty: they are the answer.
    `title` and `description` are English, `title_ja` and `description_ja` Japanese; see `telling`."""

    name: str
    title: str
    description: str
    games: tuple[str, ...]
    parameters: dict[str, Value]
    sql: str
    title_ja: str
    description_ja: str
    then: str = ""

    def telling(self, language: str) -> tuple[str, str]:
        """Title and description in a language; in English for one that is not there."""
        return (self.title_ja, self.description_ja) if language == "ja" else (self.title, self.description)


def named_queries(game: str | None = None) -> list[NamedQuery]:
    """All named queries by name; with a game those that are made for it or for any."""
    return [query for query in _all().values() if game is None or not query.games or game in query.games]


def query(name: str) -> NamedQuery:
    """Raises `StoreError` when there is none of that name."""
    if name not in _all():
        raise StoreError(f"there is no query {name!r}; there are: {', '.join(_all())}")
    return _all()[name]


@cache
def _all() -> dict[str, NamedQuery]:
    found = sorted(
        entry.name for entry in files("ingest").joinpath("queries").iterdir() if entry.name.endswith(".sql")
    )
    texts = {
        name.removesuffix(".sql"): files("ingest").joinpath("queries", name).read_text("utf-8")
        for name in found
    }
    return {name: parsed(name, sql) for name, sql in texts.items()}


def parsed(name: str, sql: str) -> NamedQuery:
    """Read the header of a query. Raises `StoreError` when something is missing or said twice."""
    told: dict[str, list[str]] = {key: [] for key in _KEYS}
    for line in sql.splitlines():
        if not line.startswith("--"):
            break
        if match := _HEADER.match(line):
            told[match[1]].append(match[2])
    once = ("title", "title[ja]", "game")
    if any(len(told[key]) != 1 for key in once) or not (told["about"] and told["about[ja]"]):
        raise StoreError(
            f"the query {name} needs in its comment header one title, one title[ja] and one game, "
            "an about and an about[ja]"
        )
    return NamedQuery(
        name=name,
        title=told["title"][0],
        description=" ".join(told["about"]),
        games=tuple(game.strip() for game in told["game"][0].split(",") if game.strip() != "any"),
        parameters=dict(_parameter(name, text) for text in told["parameter"]),
        sql=sql,
        title_ja=told["title[ja]"][0],
        description_ja="".join(told["about[ja]"]),
        then="".join(told["then"][:1]),
    )


def _parameter(name: str, text: str) -> tuple[str, Value]:
    key, equals, value = (part.strip() for part in text.partition("="))
    if not equals or not key.isidentifier():
        raise StoreError(f"the query {name} has a parameter without a default: {text!r}")
    return key, int(value) if value.lstrip("-").isdigit() else value
