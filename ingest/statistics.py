"""Statistics as frames. The SQL is in `ingest/queries`; here is what the columns mean."""

from __future__ import annotations

import polars as pl

from engine.core.errors import BadOption
from ingest.database import Database
from ingest.publish import text as sql_text

TOGETHER = "All seats win or lose together: games are counted, not seats, and chance alone expects nothing."
"""What a person is told beside the win rates of a co-operative game."""
OF_SEATS = ("agent", "seat", "name", "players")


def groupings(db: Database, game: str) -> list[str]:
    """What `win_rates` can group by: columns of the seats, then the options of the stored games."""
    options = db.frame(sql_text("sql/options.sql"), {"game": game})["option"].to_list()
    return [*OF_SEATS, *(option for option in options if option not in OF_SEATS)]


def win_rates(db: Database, game: str, by: str) -> pl.DataFrame:
    """Share of games won, by a column of the seats or an option of the game.

    Columns: value (str, None where there is none), games (int64), seats (int64, how often the value sat at a
    table: twice in a game that it plays against itself), expected (float64, sum of 1/players over the seats with
    rivals; None without any), wins (float64, shared wins split), rate (wins/seats), low, high (float64, 95 % Wilson
    interval of the rate), expected_rate (expected by those seats), baseline_rate (float64, rate of all other seats;
    None when there are none), excluded (int64, unfinished games, which are left out of all other columns). One row per value, most games
    first. In a co-operative game a game counts once: wins is the number of games won, rate is wins/games, the
    baseline are the games without the value, expected and expected_rate are None. Raises `BadOption` for a `by` that
    no game has.
    """
    if by not in (known := groupings(db, game)):
        raise BadOption(f"there is nothing called {by!r} to group {game} by; there is: {', '.join(known)}")
    return db.named("win_rates", game=game, by=by)


def stored(db: Database) -> list[str]:
    """The names of the games of which something is stored, sorted."""
    names: list[str] = db.frame(sql_text("sql/stored.sql"))["name"].to_list()
    return names


def is_together(db: Database, game: str) -> bool:
    """Is this a co-operative game, of which something is stored?"""
    return bool(db.frame(sql_text("sql/together.sql"), {"game": game})["cooperative"].any())


def ratings(db: Database, game: str, by: str = "agent") -> pl.DataFrame:
    """How strong agents or names are: see `ingest.ratings`. Raises `BadOption` where there are no ratings."""
    return db.named("ratings", game=game, by=by)


def summary(db: Database) -> pl.DataFrame:
    """What is stored, one row per game, most games first.

    Columns: game (str; "(unknown)" for rejected lines of no game), games, steps, unfinished, unverified,
    rejected (int64), steps_per_game, rounds_per_game (float64, means of finished games).
    """
    return db.named("summary")


def score_summary(db: Database, game: str) -> pl.DataFrame:
    """Scores at the end of finished games.

    Columns: players, score (str), winner (bool), games, seats (int64), mean, median (float64), least, most (int64).
    In a co-operative game all seats have the same score: there each game counts once, and seats is None.
    """
    return db.named("score_summary", game=game)
