"""The list of games: one page of it, and what its filters offer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, get_args

import engine
from dashboard.models.address import Address
from dashboard.models.source import Source
from ingest.database import Sort

PAGE = 50
SORTS: tuple[Sort, ...] = get_args(Sort)
COLUMNS: tuple[Sort, ...] = ("game", "names", "reason", "rounds", "steps", "seed", "id")
"""Shown, in this order; each can be sorted by."""


@dataclass(frozen=True)
class Listing:
    """One page of the list. `rows` are plain data for the browser; `first` and `last` count from 1."""

    rows: tuple[Mapping[str, Any], ...]
    total: int
    at: int
    pages: int

    @property
    def first(self) -> int:
        return (self.at - 1) * PAGE + 1

    @property
    def last(self) -> int:
        return self.first + len(self.rows) - 1


@dataclass(frozen=True)
class Choices:
    """What each filter can be set to, the empty choice first."""

    kind: tuple[str, ...]
    players: tuple[int, ...]
    agent: tuple[str, ...]
    reason: tuple[str, ...]
    finished: tuple[str, ...] = ("", "yes", "no")


def choices(source: Source, here: Address) -> Choices:
    """The filters' choices for the game chosen. What the address asks for is always among them."""
    found = source.database.choices(here.kind or None)
    return Choices(
        kind=_with("", found.games, here.kind),
        players=_with(0, found.players, here.players),
        agent=_with("", found.agents, *filter(None, (here.agent, here.winner))),
        reason=_with("", found.reasons, here.reason),
    )


def _with(nothing: Any, found: list[Any], *wanted: Any) -> tuple[Any, ...]:
    return tuple(dict.fromkeys((nothing, *found, *wanted)))


def sorting(text: str) -> tuple[Sort, bool]:
    """What an address says about the order: a column, and whether from the last to the first."""
    name = text.removeprefix("-")
    for known in SORTS:
        if known == name:
            return known, text.startswith("-")
    return "added", True


def listing(source: Source, here: Address, language: str) -> Listing:
    """The page of the list that the address asks for; the last one if it asks for more."""
    found = _games(source, here, here.at)
    at = here.at
    if found.is_empty() and here.at > 1:
        found = _games(source, here, 1)
        total = 0 if found.is_empty() else int(found["total"][0])
        at = max(1, -(-total // PAGE))
        found = found if at == 1 else _games(source, here, at)
    total = 0 if found.is_empty() else int(found["total"][0])
    rows = tuple(_row(game, language) for game in found.iter_rows(named=True))
    return Listing(rows, total, at, max(1, -(-total // PAGE)))


def _games(source: Source, here: Address, at: int) -> Any:
    sort, descending = sorting(here.sort)
    return source.database.games(
        game=here.kind or None,
        players=here.players or None,
        agent=here.agent or None,
        winner_agent=here.winner or None,
        reason=here.reason or None,
        finished={"yes": True, "no": False}.get(here.finished),
        text=here.text or None,
        sort=sort,
        descending=descending,
        limit=PAGE,
        offset=(at - 1) * PAGE,
    )


def _row(game: Mapping[str, Any], language: str) -> dict[str, Any]:
    return {
        "id": game["id"],
        "game": game_name(game["game"], language),
        "seats": list(_seats(game)),
        "reason": "" if game["reason"] is None else reason_text(game["reason"], language),
        "rule": game["reason"] or "",
        "rounds": game["rounds"],
        "steps": game["steps"],
        "seed": game["seed"] or "",
        "finished": game["finished"],
    }


def _seats(game: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    agents = game["agents"] or [None] * len(game["names"])
    winners = game["winners"] or ()  # seats, not names: two seats may share a name
    for seat, (name, agent) in enumerate(zip(game["names"], agents, strict=True)):
        yield {"name": name, "agent": agent or "", "winner": seat in winners}


def game_name(name: str, language: str) -> str:
    """What people call a game; its id when these rules do not know it."""
    return engine.words(name).game(language) if name in engine.games() else name


def reason_text(rule: str, language: str) -> str:
    """How a game ended, in words: each rule belongs to one game."""
    for name in engine.games():
        if (text := engine.words(name).reason(rule, language)) != rule:
            return text
    return rule


def rejected(source: Source) -> list[dict[str, Any]]:
    """What was not taken in: file, line, what is wrong; no folder is named."""
    found = source.database.rejected()
    return [
        {
            "file": str(row["file"]).replace("\\", "/").rsplit("/", 1)[-1],
            "line": row["line"],
            "what": row["reason"],
        }
        for row in found.iter_rows(named=True)
    ]
