"""Ratings of agents and players: how strong they are, judged by whom they beat.

A rating is a belief: a mean (25 for somebody unknown) and an uncertainty (a standard deviation, 25/3). Each
game moves the beliefs about those who met in it, so the order of the games matters, and is defined: games
without a recorded time come first, by id; then those with one, by that time, then by id. Ids are digests of
the content, hence the order is the same in every database that holds these games, however they came into it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from math import fsum
from typing import TYPE_CHECKING, Any

import polars as pl

import engine
from engine.core.errors import BadOption

if TYPE_CHECKING:
    from openskill.models import PlackettLuce, PlackettLuceRating

COMPETITORS = ("agent", "name")
PROVISIONAL = 10
"""With fewer games a rating is told as provisional."""
PLACES = 4
"""Ratings are rounded: the last digits of a float are no news."""
SCHEMA = {
    "value": pl.String, "games": pl.Int64, "wins": pl.Float64, "rating": pl.Float64, "uncertainty": pl.Float64,
    "low": pl.Float64, "provisional": pl.Boolean, "alone": pl.Int64, "excluded": pl.Int64,
}  # fmt: skip
_BEGINNING = datetime.min.replace(tzinfo=UTC)


class NotRated(BadOption):
    """Ratings were asked for where there can be none."""


def ratings(games: pl.DataFrame, parameters: Mapping[str, Any]) -> pl.DataFrame:
    """Ratings from the rows of the query `ratings`, one row per competitor, the highest rating first.

    Columns: value (str, None: people, when agents are rated), games (int64, rated ones), wins (float64,
    shared wins split, over rated games), rating, uncertainty (float64, rounded), low (rating - 3 uncertainty),
    provisional (bool), alone (int64, finished games against nobody else, not rated), excluded (int64,
    unfinished games). Raises `NotRated` for a co-operative game and a `by` that is neither agent nor name.
    """
    game, by = parameters["game"], parameters["by"]
    if by not in COMPETITORS:
        raise NotRated(f"ratings are by {' or '.join(COMPETITORS)}, not by {by!r}")
    if game in engine.games() and engine.load(game).cooperative:
        raise NotRated(f"{game} has no ratings: its players win or lose together, so nobody beats anybody")
    table = _Table()
    for row in sorted(games.iter_rows(named=True), key=_when):
        table.add(row["competitors"], row["winners"], finished=row["finished"])
    return table.frame()


def _when(row: Mapping[str, Any]) -> tuple[datetime, str]:
    """Where a game stands in the order."""
    return played_at(row["played_at"]) or _BEGINNING, row["id"]


def played_at(text: str | None) -> datetime | None:
    """The recorded time; None when there is none, or none that every reader would read alike (no zone)."""
    try:
        found = datetime.fromisoformat(text or "")
        return None if found.tzinfo is None else found.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


class _Table:
    """What is believed of everybody after the games so far."""

    def __init__(self) -> None:
        from openskill.models import PlackettLuce

        self.model: PlackettLuce = PlackettLuce()
        self.beliefs: dict[str | None, PlackettLuceRating] = {}
        self.games: Counter[str | None] = Counter()
        self.wins: dict[str | None, list[float]] = {}
        self.alone: Counter[str | None] = Counter()
        self.excluded: Counter[str | None] = Counter()

    def add(self, competitors: Sequence[str | None], winners: Sequence[bool], *, finished: bool) -> None:
        """One game: its winners come first together, all others second together (nobody won: all tie).

        Who holds several seats meets himself too; of what his seats give, the mean counts.
        """
        present = list(dict.fromkeys(competitors))
        if not finished or len(present) < 2:
            (self.alone if finished else self.excluded).update(present)
            return
        seats = [[self._belief(competitor)] for competitor in competitors]
        after = self.model.rate(seats, ranks=[0 if won else 1 for won in winners])
        for competitor in present:
            own = [seat for [seat], other in zip(after, competitors, strict=True) if other == competitor]
            self.beliefs[competitor] = self.model.rating(
                mu=fsum(seat.mu for seat in own) / len(own), sigma=fsum(seat.sigma for seat in own) / len(own)
            )
        self.games.update(present)
        shared = sum(winners)
        for competitor, won in zip(competitors, winners, strict=True):
            self.wins.setdefault(competitor, []).append(1 / shared if won else 0.0)

    def _belief(self, competitor: str | None) -> PlackettLuceRating:
        known = self.beliefs.get(competitor)
        return self.model.rating() if known is None else self.model.rating(mu=known.mu, sigma=known.sigma)

    def frame(self) -> pl.DataFrame:
        everybody = dict.fromkeys([*self.beliefs, *self.alone, *self.excluded])
        rows = [self._row(competitor) for competitor in everybody]
        rows.sort(key=lambda row: (row["rating"] is None, -(row["rating"] or 0), row["value"] or ""))
        return pl.DataFrame(rows, schema=SCHEMA)

    def _row(self, competitor: str | None) -> dict[str, Any]:
        belief = self.beliefs.get(competitor)
        return {
            "value": competitor,
            "games": self.games[competitor],
            "wins": fsum(self.wins.get(competitor, ())),
            "rating": None if belief is None else round(belief.mu, PLACES),
            "uncertainty": None if belief is None else round(belief.sigma, PLACES),
            "low": None if belief is None else round(belief.mu - 3 * belief.sigma, PLACES),
            "provisional": self.games[competitor] < PROVISIONAL,
            "alone": self.alone[competitor],
            "excluded": self.excluded[competitor],
        }


THEN: dict[str, Callable[[pl.DataFrame, Mapping[str, Any]], pl.DataFrame]] = {"ratings": ratings}
"""What may follow a named query: sums that depend on the order of the games, which SQL does not do."""
