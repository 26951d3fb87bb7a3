"""Trials of the statistics: twelve games with known answers for every named query, ratings, rounding.

The twelve games are written down here as plain data. What they come to was counted by hand, from the tables
below; fractions stand as such, so that a reader can count again.
"""

import json
import random
from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import polars as pl
import pytest
from command import emberlog
from ingest_logs import write
from openskill.models import PlackettLuce

import engine
from engine.core.errors import BadOption
from engine.core.log import SeatLine
from engine.core.play import read_options
from ingest.batch import play_one
from ingest.database import Database, named_queries
from ingest.publish import open_new
from ingest.queries import query
from ingest.ratings import NotRated, played_at, ratings
from ingest.reports import three_places
from ingest.statistics import groupings, win_rates

LF = "living_forest"
ROOT = Path(__file__).resolve().parent.parent


class Made(msgspec.Struct):
    """One hand-made game. `winners`: None, unfinished; `goals`: by winning seat what it has twelve of."""

    agents: str
    winners: list[int] | None
    rounds: int | None
    steps: int
    reason: str = "LF-2.1"
    goals: dict[int, dict[str, int]] = {}
    verified: bool = True
    name: str = LF


GAMES = {
    1: Made("AB", [0], 4, 10, goals={0: {"fires": 12}}),
    2: Made("BA", [1], 5, 11, goals={1: {"trees": 12}}),
    3: Made("AB", [1], 6, 12, goals={1: {"fires": 12, "trees": 13}}),
    4: Made("AB", [0, 1], 5, 11, "LF-9.7", {0: {"flowers": 12}, 1: {"flowers": 12}}),  # a shared win
    5: Made("ABC", [2], 3, 8, goals={2: {"fires": 12}}),
    6: Made("AAB", [0], 4, 8, goals={0: {"flowers": 12}}),  # one player in two seats
    7: Made("ABC", [0, 2], 3, 9, "LF-9.7", {0: {"trees": 12}, 2: {"fires": 12}}),
    8: Made("AA", [1], 5, 11, "LF-9.7"),  # against itself
    9: Made("BC", None, 1, 3),  # unfinished
    10: Made("ABC", [], 4, 9, "LF-9.9"),  # nobody wins
    11: Made("AB", [0], None, 10, goals={0: {"fires": 14}}, verified=False),
    12: Made("AB", [0], 2, 7, "X-1", name="other_game"),
}
ORDINARY = {"fires": 3, "trees": 4, "flowers": 5}

# game, seat, card: the lynx is bought by every seat of every replayed finished game (and twice by one), the bat
# in the unfinished game only, the fox never.
BOUGHT = [
    *((game, seat, "lynx") for game in (1, 2, 3, 4, 5, 6, 7, 8, 10) for seat in range(len(GAMES[game].agents))),
    (1, 0, "lynx"), (1, 0, "panda"), (6, 0, "panda"), (3, 0, "panda"),
    (4, 0, "axolotl"), (4, 1, "axolotl"), (7, 2, "axolotl"), (9, 0, "bat"),
]  # fmt: skip
CARDS = {"lynx": (1, 2), "panda": (3, 9), "axolotl": (2, 4), "bat": (1, 3)}
PLANTED = [(1, 0, "oak", 3), (1, 0, "oak", 3), (2, 0, "oak", 3), (10, 0, "elm", 11), (10, 1, "elm", 11),
           (10, 2, "elm", 11)]  # fmt: skip
STOLEN = [(1, 0, "sun"), (1, 1, "sun"), (5, 2, "sun"), (9, 0, "leaf")]
# In step 2 of games 1 and 2 the onibi attack, in round 2.
ATTACKS: list[tuple[int, int | None, str, str, dict[str, int]]] = [
    (1, None, "LF-10.1", "attack", {"count": 2, "strength": 5}),
    (1, 1, "LF-10.2", "hit", {}),
    (1, 1, "LF-10.3", "varans", {"count": 3}),
    (2, None, "LF-10.1", "attack", {"count": 1, "strength": 2}),
]
# game, round, seat, value of the fact `total`
TOTALS = [(1, 1, 0, 4), (1, 1, 1, 2), (2, 1, 0, 1), (2, 1, 1, 6), (5, 1, 0, 3), (5, 1, 1, 3), (5, 1, 2, 8),
          (9, 1, 0, 100), (1, 2, 0, 9), (1, 2, 1, 7)]  # fmt: skip
REJECTED = [("a.jsonl", 40, 3, "diverged", "LF-6.6", 3, LF, "7"), ("a.jsonl", 90, None, "bad", "cut", 0, LF, None),
            ("b.jsonl", 0, None, "bad", "no log", 0, None, None)]  # fmt: skip


def insert(connection: Any, table: str, rows: Iterable[Sequence[object]]) -> None:
    for row in rows:
        connection.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", list(row))


def fill(connection: Any) -> None:
    for key, game in GAMES.items():
        done = game.winners is not None
        options = json.dumps({"players": len(game.agents)})
        insert(connection, "game", [[key, f"id{key}", "", game.name, 1, options, "1", len(game.agents), game.steps,
                                     game.rounds, done, game.verified, "a.jsonl", key, None, None, "", None]])  # fmt: skip
        for seat, agent in enumerate(game.agents):
            won = None if game.winners is None else float(seat in game.winners) / max(len(game.winners), 1)
            insert(
                connection, "seat", [[key, seat, agent.lower(), agent, won, None if won is None else won > 0]]
            )
            if done and game.name == LF:
                scores = ORDINARY | game.goals.get(seat, {})
                insert(connection, "score", [[key, seat, name, value] for name, value in scores.items()])
        if done:
            insert(connection, "outcome", [[key, game.reason, game.winners, "[]"]])
        for n in range(game.steps):
            kind, seat, number = ("setup", -1, 1) if n == 0 else ("plant", 0, 1) if n == 1 else ("draw", 0, 1)
            if n == 2 and key in (1, 2):
                kind, seat, number = "onibi_attack", -1, 2
            insert(
                connection,
                "step",
                [[key, n, seat, number if game.verified else None, kind, None, None, None]],
            )
    events: list[tuple[int, int, int | None, str, str, dict[str, Any]]] = [
        *((game, 1, seat, "LF-5.2", "card_bought", dict(zip(("level", "cost"), CARDS[card], strict=True), card=card))
          for game, seat, card in BOUGHT),
        *((game, 1, seat, "LF-5.5", "tree_planted", {"tree": tree, "cost": cost}) for game, seat, tree, cost in PLANTED),
        *((game, 1, seat, "LF-8.5", "tile_stolen", {"tile": tile}) for game, seat, tile in STOLEN),
        *((game, 2, seat, rule, kind, facts) for game, seat, rule, kind, facts in ATTACKS),
    ]  # fmt: skip
    for i, (key, n, who, rule, what, facts) in enumerate(events):
        insert(
            connection, "event", [[key, n, i, who, rule, what, json.dumps(facts) if facts else None, None]]
        )
    insert(
        connection,
        "fact",
        [[game, number, seat, "total", value, False] for game, number, seat, value in TOTALS],
    )
    insert(connection, "rejected", [(row[0], *row) for row in REJECTED])  # the source is the file itself


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("trials") / "twelve.duckdb"
    connection = open_new(path)
    fill(connection)
    connection.execute("CHECKPOINT store")
    connection.close()
    return path


@pytest.fixture(scope="module")
def db(path: Path) -> Database:
    return Database(path)


def is_wilson(low: float, high: float, wins: Fraction, tries: int) -> bool:
    """By its definition: both ends lie as far from the rate as 1.96 standard errors *of a rate of their own*."""
    rate, z = float(wins / tries), 1.959963984540054
    distances = [((rate - end) ** 2, z * z * end * (1 - end) / tries) for end in (low, high)]
    return low <= rate <= high and all(a == pytest.approx(b, abs=1e-7) for a, b in distances)


Row = dict[str, Any]

ANSWERS: dict[str, list[Row]] = {
    # 102 steps: 11 by the table at the beginning, 2 attacks; of the 89 choices each game has one `plant`.
    "actions": [
        {"kind": "draw", "times": 78, "share": Fraction(78, 89), "games": 11, "per_game": Fraction(78, 11)},
        {"kind": "plant", "times": 11, "share": Fraction(11, 89), "games": 11, "per_game": 1},
    ],
    # winners of round 1: 4, 6, 8; the others: 1, 2, 3, 3; the 100 belongs to the unfinished game
    "fact_by_round": [
        {"round": 1, "winner": True, "seats": 3, "mean": 6, "lower_quartile": 5, "median": 6, "upper_quartile": 7},
        {"round": 1, "winner": False, "seats": 4, "mean": Fraction(9, 4), "lower_quartile": Fraction(7, 4), "median": Fraction(5, 2),
         "upper_quartile": 3},
        {"round": 2, "winner": True, "seats": 1, "mean": 9, "lower_quartile": 9, "median": 9, "upper_quartile": 9},
        {"round": 2, "winner": False, "seats": 1, "mean": 7, "lower_quartile": 7, "median": 7, "upper_quartile": 7},
    ],
    # two players: rounds 4 5 6 5 5 (one not replayed), steps 10 11 12 11 11 10; three: 3 4 3 4 and 8 8 9 9
    "game_length": [
        {"players": 2, "games": 6, "rounds_mean": 5, "rounds_median": 5, "rounds_least": 4, "rounds_most": 6,
         "steps_mean": Fraction(65, 6), "steps_median": 11, "steps_least": 10, "steps_most": 12},
        {"players": 3, "games": 4, "rounds_mean": Fraction(7, 2), "rounds_median": Fraction(7, 2), "rounds_least": 3,
         "rounds_most": 4, "steps_mean": Fraction(17, 2), "steps_median": Fraction(17, 2), "steps_least": 8, "steps_most": 9},
    ],
    "game_lengths": [
        {"players": 2, "rounds": 4, "games": 1}, {"players": 2, "rounds": 5, "games": 3},
        {"players": 2, "rounds": 6, "games": 1}, {"players": 3, "rounds": 3, "games": 2},
        {"players": 3, "rounds": 4, "games": 2},
    ],
    # 22 seats in 9 replayed finished games hold 8 wins. Nobody did without a lynx: no baseline. No fox, no bat.
    "living_forest_cards_bought": [
        {"card": "lynx", "level": 1, "cost": 2, "times": 23, "games": 9, "buyers": 22, "wins": 8, "rate": Fraction(8, 22),
         "expected_rate": Fraction(9, 22), "baseline_rate": None},
        {"card": "axolotl", "level": 2, "cost": 4, "times": 3, "games": 2, "buyers": 3, "wins": Fraction(3, 2),
         "rate": Fraction(1, 2), "expected_rate": Fraction(4, 9), "baseline_rate": Fraction(13, 2) / 19},
        {"card": "panda", "level": 3, "cost": 9, "times": 3, "games": 3, "buyers": 3, "wins": 2, "rate": Fraction(2, 3),
         "expected_rate": Fraction(4, 9), "baseline_rate": Fraction(6, 19)},
    ],
    # nine wins; that of game 7 is split between trees and fires; game 8 was won with none of the three
    "living_forest_goals": [
        {"goals": "fires", "reason": "LF-2.1", "games": 3, "winners": 3, "wins": 3, "share": Fraction(3, 9)},
        {"goals": "fires", "reason": "LF-9.7", "games": 1, "winners": 1, "wins": Fraction(1, 2), "share": Fraction(1, 18)},
        {"goals": "fires + trees", "reason": "LF-2.1", "games": 1, "winners": 1, "wins": 1, "share": Fraction(1, 9)},
        {"goals": "flowers", "reason": "LF-2.1", "games": 1, "winners": 1, "wins": 1, "share": Fraction(1, 9)},
        {"goals": "flowers", "reason": "LF-9.7", "games": 1, "winners": 2, "wins": 1, "share": Fraction(1, 9)},
        {"goals": "trees", "reason": "LF-2.1", "games": 1, "winners": 1, "wins": 1, "share": Fraction(1, 9)},
        {"goals": "trees", "reason": "LF-9.7", "games": 1, "winners": 1, "wins": Fraction(1, 2), "share": Fraction(1, 18)},
        {"goals": None, "reason": "LF-9.7", "games": 1, "winners": 1, "wins": 1, "share": Fraction(1, 9)},
    ],
    "living_forest_onibi_attacks": [
        {"round": 2, "games": 2, "attacks": 2, "onibi": Fraction(3, 2), "strength": Fraction(7, 2), "seats_hit": Fraction(1, 2),
         "varans": Fraction(3, 2)},
    ],
    "living_forest_seats": [
        {"players": 2, "seat": 0, "games": 6, "wins": Fraction(5, 2), "rate": Fraction(5, 12), "expected_rate": Fraction(1, 2),
         "baseline_rate": Fraction(7, 12)},
        {"players": 2, "seat": 1, "games": 6, "wins": Fraction(7, 2), "rate": Fraction(7, 12), "expected_rate": Fraction(1, 2),
         "baseline_rate": Fraction(5, 12)},
        {"players": 3, "seat": 0, "games": 4, "wins": Fraction(3, 2), "rate": Fraction(3, 8), "expected_rate": Fraction(1, 3),
         "baseline_rate": Fraction(3, 16)},
        {"players": 3, "seat": 1, "games": 4, "wins": 0, "rate": 0, "expected_rate": Fraction(1, 3),
         "baseline_rate": Fraction(3, 8)},
        {"players": 3, "seat": 2, "games": 4, "wins": Fraction(3, 2), "rate": Fraction(3, 8), "expected_rate": Fraction(1, 3),
         "baseline_rate": Fraction(3, 16)},
    ],
    # ten replayed games, the unfinished one among them
    "living_forest_tiles_stolen": [
        {"tile": "sun", "times": 3, "games": 2, "per_game": Fraction(3, 10)},
        {"tile": "leaf", "times": 1, "games": 1, "per_game": Fraction(1, 10)},
    ],
    "living_forest_trees_planted": [
        {"tree": "oak", "cost": 3, "times": 3, "games": 2, "planters": 2, "wins": 1, "rate": Fraction(1, 2),
         "expected_rate": Fraction(1, 2), "baseline_rate": Fraction(7, 20)},
        {"tree": "elm", "cost": 11, "times": 3, "games": 1, "planters": 3, "wins": 0, "rate": 0,
         "expected_rate": Fraction(1, 3), "baseline_rate": Fraction(8, 19)},
    ],
    "reasons": [
        {"reason": "LF-2.1", "players": 2, "games": 4, "won": 4, "shared": 0},
        {"reason": "LF-2.1", "players": 3, "games": 2, "won": 2, "shared": 0},
        {"reason": "LF-9.7", "players": 2, "games": 2, "won": 2, "shared": 1},
        {"reason": "LF-9.7", "players": 3, "games": 1, "won": 1, "shared": 1},
        {"reason": "LF-9.9", "players": 3, "games": 1, "won": 0, "shared": 0},
    ],
    "rejected": [
        dict(zip(("file", "line", "step", "status", "reason", "good_steps", "game", "seed"), row, strict=True))
        for row in REJECTED
    ],
    "rule_events": [
        {"rule": "LF-5.2", "kind": "card_bought", "times": 30, "games": 10, "of_games": 10, "per_game": 3},
        {"rule": "LF-5.5", "kind": "tree_planted", "times": 6, "games": 3, "of_games": 10, "per_game": Fraction(6, 10)},
        {"rule": "LF-8.5", "kind": "tile_stolen", "times": 4, "games": 3, "of_games": 10, "per_game": Fraction(4, 10)},
        {"rule": "LF-10.1", "kind": "attack", "times": 2, "games": 2, "of_games": 10, "per_game": Fraction(2, 10)},
        {"rule": "LF-10.2", "kind": "hit", "times": 1, "games": 1, "of_games": 10, "per_game": Fraction(1, 10)},
        {"rule": "LF-10.3", "kind": "varans", "times": 1, "games": 1, "of_games": 10, "per_game": Fraction(1, 10)},
    ],
    # two players: 7 seats won (fires 12 3 12 3 3 3 14) in games 1 2 3 4 8 11, 5 did not (all but game 4); three
    # players: 4 seats won in games 5 6 7, 8 did not in 5 6 7 10
    "score_summary": [
        dict(zip(("players", "score", "winner", "games", "seats", "mean", "median", "least", "most"), row, strict=True))
        for row in [
            (2, "fires", True, 6, 7, Fraction(50, 7), 3, 3, 14), (2, "fires", False, 5, 5, 3, 3, 3, 3),
            (2, "flowers", True, 6, 7, 7, 5, 5, 12), (2, "flowers", False, 5, 5, 5, 5, 5, 5),
            (2, "trees", True, 6, 7, Fraction(45, 7), 4, 4, 13), (2, "trees", False, 5, 5, 4, 4, 4, 4),
            (3, "fires", True, 3, 4, Fraction(15, 2), Fraction(15, 2), 3, 12), (3, "fires", False, 4, 8, 3, 3, 3, 3),
            (3, "flowers", True, 3, 4, Fraction(27, 4), 5, 5, 12), (3, "flowers", False, 4, 8, 5, 5, 5, 5),
            (3, "trees", True, 3, 4, 6, 4, 4, 12), (3, "trees", False, 4, 8, 4, 4, 4, 4),
        ]
    ],
    # ten finished games: 65 steps at tables of two and 34 of three; nine of them replayed: 25 and 14 rounds
    "summary": [
        {"game": LF, "games": 11, "steps": 102, "unfinished": 1, "unverified": 1, "rejected": 2,
         "steps_per_game": Fraction(99, 10), "rounds_per_game": Fraction(39, 9)},
        {"game": "other_game", "games": 1, "steps": 7, "unfinished": 0, "unverified": 0, "rejected": 0,
         "steps_per_game": 7, "rounds_per_game": 2},
        {"game": "(unknown)", "games": 0, "steps": 0, "unfinished": 0, "unverified": 0, "rejected": 1,
         "steps_per_game": None, "rounds_per_game": None},
    ],
    "win_rates": [
        {"value": "A", "games": 10, "seats": 12, "expected": Fraction(31, 6), "wins": 6, "rate": Fraction(1, 2),
         "expected_rate": Fraction(31, 72), "baseline_rate": Fraction(1, 4), "excluded": 0},
        {"value": "B", "games": 9, "seats": 9, "expected": Fraction(23, 6), "wins": Fraction(3, 2), "rate": Fraction(1, 6),
         "expected_rate": Fraction(23, 54), "baseline_rate": Fraction(1, 2), "excluded": 1},
        {"value": "C", "games": 3, "seats": 3, "expected": 1, "wins": Fraction(3, 2), "rate": Fraction(1, 2),
         "expected_rate": Fraction(1, 3), "baseline_rate": Fraction(5, 14), "excluded": 1},
    ],
    # game 8 is one against itself; what the ratings are is asked below
    "ratings": [
        {"value": "C", "games": 3, "wins": Fraction(3, 2), "provisional": True, "alone": 0, "excluded": 1},
        {"value": "A", "games": 9, "wins": 5, "provisional": True, "alone": 1, "excluded": 0},
        {"value": "B", "games": 9, "wins": Fraction(3, 2), "provisional": True, "alone": 0, "excluded": 1},
    ],
}  # fmt: skip
TRIES = {"living_forest_cards_bought": "buyers", "living_forest_trees_planted": "planters",
         "living_forest_seats": "games", "win_rates": "seats"}  # fmt: skip
"""Queries with an interval, and what their rates are out of."""


def test_t35_every_published_number_has_its_known_answer() -> None:
    """A query for any game, or for Living Forest, is not published without an answer counted by hand."""
    assert set(ANSWERS) == {named.name for named in named_queries(LF)}


@pytest.mark.parametrize("name", ANSWERS)
def test_t35_answer(db: Database, name: str) -> None:
    found = db.named(name).to_dicts()
    wanted = ANSWERS[name]
    assert len(found) == len(wanted)
    for got, due in zip(found, wanted, strict=True):
        told = {key: got[key] for key in due}
        close = {
            key: pytest.approx(float(value)) if isinstance(value, Fraction) else value
            for key, value in due.items()
        }
        assert told == close
        open_columns = got.keys() - due.keys()
        if name in TRIES:
            assert open_columns == {"low", "high"}
            assert is_wilson(got["low"], got["high"], Fraction(due["wins"]), due[TRIES[name]])
        else:
            assert open_columns == ({"rating", "uncertainty", "low"} if name == "ratings" else set())


def test_t35_a_broken_number_would_be_seen(db: Database) -> None:
    """The interval's check refuses the plain interval (rate ± 1.96 standard errors) and a shifted one."""
    row = win_rates(db, LF, "agent").row(0, named=True)
    reach = 1.96 * (row["rate"] * (1 - row["rate"]) / row["seats"]) ** 0.5
    assert not is_wilson(row["rate"] - reach, row["rate"] + reach, Fraction(6), 12)
    assert not is_wilson(row["low"] + 0.01, row["high"] + 0.01, Fraction(6), 12)


def test_t35_totals_reconcile(db: Database) -> None:
    """However it is grouped: ten finished games, 24 seats, nine wins, ten expected; one unfinished game."""
    assert {*groupings(db, LF)} == {"agent", "seat", "name", "players"}
    for by in groupings(db, LF):
        rows = win_rates(db, LF, by)
        assert rows["seats"].sum() == 24
        assert rows["wins"].sum() == pytest.approx(9)
        assert rows["expected"].sum() == pytest.approx(10)
    assert win_rates(db, LF, "players")["games"].sum() == 10
    assert win_rates(db, LF, "players")["excluded"].sum() == 1
    assert db.named("reasons")["games"].sum() == db.named("game_length")["games"].sum() == 10
    assert db.named("score_summary")["seats"].sum() == 3 * 24
    rated = db.named("ratings")
    assert (rated["games"] + rated["alone"]).to_list() == [
        dict(win_rates(db, LF, "agent").select("value", "games").iter_rows())[value]
        for value in rated["value"]
    ]


def test_t35_the_rate_of_all_others_leaves_the_subset_out(db: Database) -> None:
    """Rate and baseline of each value, weighed by their seats, are the rate of everybody."""
    for by in groupings(db, LF):
        for row in win_rates(db, LF, by).iter_rows(named=True):
            others = 24 - row["seats"]
            assert row["rate"] * row["seats"] + (row["baseline_rate"] or 0) * others == pytest.approx(9)


# --- ratings ---


def table(*games: tuple[str, list[int] | None], order: Sequence[int] | None = None) -> pl.DataFrame:
    """Rows as the query `ratings` gives them; ids go up in the order of the games."""
    rows = [
        {
            "id": f"{n:06}",
            "finished": winners is not None,
            "played_at": None,
            "competitors": list(seats),
            "winners": [None if winners is None else seat in winners for seat in range(len(seats))],
        }
        for n, (seats, winners) in enumerate(games)
    ]
    schema = {"id": pl.String, "finished": pl.Boolean, "played_at": pl.String,
              "competitors": pl.List(pl.String), "winners": pl.List(pl.Boolean)}  # fmt: skip
    return pl.DataFrame([rows[n] for n in order or range(len(rows))], schema=schema)


def rated(games: pl.DataFrame, game: str = LF, by: str = "agent") -> dict[str | None, Row]:
    return {row["value"]: row for row in ratings(games, {"game": game, "by": by}).to_dicts()}


def test_t24_one_game_of_two_moves_both_by_the_published_formula() -> None:
    """Weng and Lin: mu' = mu + s²/c · (1 - p), with s² = sigma² + tau², c² = 2 (s² + beta²) and p = 1/2."""
    variance, beta = (25 / 3) ** 2 + (25 / 300) ** 2, 25 / 6
    c = (2 * (variance + beta**2)) ** 0.5
    rows = rated(table(("AB", [0])))
    assert rows["A"]["rating"] == pytest.approx(25 + variance / c / 2, abs=6e-5)
    assert rows["B"]["rating"] == pytest.approx(25 - variance / c / 2, abs=6e-5)
    assert rows["A"]["uncertainty"] == rows["B"]["uncertainty"] < 25 / 3
    for row in rows.values():
        assert row["low"] == pytest.approx(row["rating"] - 3 * row["uncertainty"], abs=2e-4)


def test_t24_ties_are_ties() -> None:
    """Shared winners are equal, so are the others; if all won or nobody did, nobody moves."""
    rows = rated(table(("ABCD", [1, 3])))
    assert rows["B"] == rows["D"] | {"value": "B"}
    assert rows["A"] == rows["C"] | {"value": "A"}
    assert rows["B"]["rating"] > 25 > rows["A"]["rating"]
    for winners in ([], [0, 1, 2]):
        assert {row["rating"] for row in rated(table(("ABC", winners))).values()} == {25.0}


def test_t24_seats_in_another_order_rate_the_same() -> None:
    """Not where one sat counts, but whom one beat."""
    sat = rated(table(("ABC", [0]), ("ABC", [1])))
    moved = rated(table(("CAB", [1]), ("BCA", [0])))
    assert sat == moved


def test_t24_two_seats_of_one_player_count_as_one() -> None:
    """Their mean counts: the game is one game, and the one seat that won is weighed with the one that did not."""
    rows = rated(table(("AAB", [0])))
    assert (rows["A"]["games"], rows["A"]["wins"], rows["B"]["games"]) == (1, 1.0, 1)
    apart = PlackettLuce()
    seats = apart.rate([[apart.rating()], [apart.rating()], [apart.rating()]], ranks=[0, 1, 1])
    assert rows["A"]["rating"] == pytest.approx((seats[0][0].mu + seats[1][0].mu) / 2, abs=6e-5)
    assert rows["B"]["rating"] == pytest.approx(seats[2][0].mu, abs=6e-5)


def test_t24_a_game_against_oneself_says_nothing() -> None:
    rows = rated(table(("AB", [0]), ("AA", [0]), ("AB", None)))
    alone = rated(table(("AB", [0])))
    assert {name: row["rating"] for name, row in rows.items()} == {n: r["rating"] for n, r in alone.items()}
    assert (rows["A"]["games"], rows["A"]["alone"], rows["A"]["excluded"]) == (1, 1, 1)
    only = rated(table(("AA", [0])))["A"]
    assert (only["games"], only["rating"], only["uncertainty"], only["low"]) == (0, None, None, None)


def test_t24_who_always_wins_stands_above() -> None:
    rows = ratings(table(*[("ABC", [0]), ("BCA", [0]), ("CAB", [1])] * 5), {"game": LF, "by": "agent"})
    assert rows["value"].to_list() == ["A", "B", "C"]
    assert rows["provisional"].to_list() == [False] * 3
    assert (
        ratings(table(*[("AB", [0])] * 9), {"game": LF, "by": "agent"})["provisional"].to_list() == [True] * 2
    )


def test_t24_the_order_of_games_is_that_of_play() -> None:
    """Recorded times decide (as instants, whatever their zone); games without one come first, by id."""
    games = table(("AB", [0]), ("AB", [1]), ("AC", [0]), ("BC", [1]))
    times = [None, "2026-05-01T12:00:00+02:00", "2026-05-01T10:30:00Z", "2026-05-01"]
    told = games.with_columns(pl.Series("played_at", times))
    # 0 and 3 have no time that every reader would read alike; 10:00 and 10:30 in UTC follow
    assert rated(told) == rated(table(("AB", [0]), ("BC", [1]), ("AB", [1]), ("AC", [0])))
    assert rated(told) != rated(games), "the order does matter, or this test would show nothing"


@pytest.mark.parametrize(
    "text", [None, "", "yesterday", "2026-05-01", "2026-05-01T10:00:00", "7", "0001-01-01T00:00+14:00"]
)
def test_t24_no_time_that_every_reader_reads_alike(text: str | None) -> None:
    assert played_at(text) is None


def test_t24_ratings_after_ten_thousand_games_in_two_orders() -> None:
    chance = random.Random(7)
    games = []
    for _ in range(10_000):
        seats = "".join(chance.sample("ABCDEFGH", chance.choice((2, 3, 4))))
        games.append((seats, [min(range(len(seats)), key=lambda seat: (seats[seat], chance.random()))]
                      if chance.random() < 0.6 else [chance.randrange(len(seats))]))  # fmt: skip
    shuffled = chance.sample(range(10_000), 10_000)
    once, again = rated(table(*games)), rated(table(*games, order=shuffled))
    assert once == again
    assert list(once) == list(again)
    assert next(iter(once)) == "A"
    assert sum(row["games"] for row in once.values()) == sum(len(seats) for seats, _ in games)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The same games of three agents' names in two databases, brought in in opposite orders, run by run."""
    folder = tmp_path_factory.mktemp("orders")
    game, logs = engine.load(LF), []
    for seed in range(1, 13):
        names = [["greedy", "random"], ["random", "greedy"], ["random", "random"]][seed % 3]
        lines: list[bytes] = []
        options = read_options(game, {"players": "2"})
        play_one(game, options, [SeatLine(name, name) for name in names], str(seed), lines.append)
        logs.append(write(folder / f"{seed}.jsonl", lines))
    one, other = folder / "one.duckdb", folder / "other.duckdb"
    for db, order in ((one, logs), (other, logs[::-1])):
        for group in (order[:4], order[4:]):
            assert emberlog("ingest", *group, "--db", db).code == 0
    return one, other


def test_t24_two_orders_of_ingest_give_the_same_ratings(played: tuple[Path, Path]) -> None:
    one, other = (Database(path) for path in played)
    keys = [db.frame("SELECT id FROM game ORDER BY key")["id"].to_list() for db in (one, other)]
    assert keys[0] != keys[1], "the databases hold the games in different orders"
    assert one.named("ratings").equals(other.named("ratings"))
    assert one.named("ratings")["games"].to_list() == [8, 8]
    assert one.named("ratings")["alone"].sum() == 4


def test_t24_cooperative_games_have_no_ratings(db: Database) -> None:
    games = [name for name in engine.games() if engine.load(name).cooperative]
    assert games == ["set_a_watch"]
    with pytest.raises(NotRated, match="win or lose together"):
        db.named("ratings", game="set_a_watch")


def test_t24_ratings_by_something_else_are_refused(db: Database) -> None:
    with pytest.raises(BadOption, match="by agent or name, not by 'players'"):
        db.named("ratings", by="players")


def test_t24_ratings_by_name(db: Database) -> None:
    agents, names = db.named("ratings"), db.named("ratings", by="name")
    assert names["value"].to_list() == [value.lower() for value in agents["value"]]
    assert names["rating"].equals(agents["rating"])


# --- the command line and the dashboard ---


def test_t24_command_and_dashboard_show_the_same_numbers(path: Path, db: Database) -> None:
    """`stats`, `query` and the saved query of the dashboard: equal to the last digit, and printed alike."""
    from dashboard.models.query import ask_saved, saved_query
    from dashboard.models.source import Source
    from dashboard.models.words import words

    for name, option in (("win_rates", []), ("ratings", ["--ratings"])):
        stats = emberlog("stats", LF, "--db", path, "--by", "agent", "--json", *option)
        (from_stats,) = json.loads(stats.out).values()
        from_query = json.loads(emberlog("query", name, "--db", path, "--format", "json").out)
        saved = saved_query(name, {}, words("en"))
        assert saved is not None
        answer = ask_saved(Source(str(path)), saved)
        assert from_stats == from_query == answer.frame.to_dicts() == db.named(name).to_dicts()
        assert set(answer.rates) == {key for key, kind in answer.frame.schema.items() if kind == pl.Float64}
        text = emberlog("stats", LF, "--db", path, "--by", "agent", *option).out
        for row in from_stats:
            line = next(line for line in text.splitlines() if line.split()[:1] == [row["value"]])
            shown = [three_places(value) for value in row.values() if isinstance(value, float)]
            assert [word for word in line.split() if "." in word] == shown


def test_t24_the_dashboard_shows_three_places_like_the_command(path: Path) -> None:
    from streamlit.testing.v1 import AppTest

    from dashboard import DATABASE

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(DATABASE, str(path))
        app = AppTest.from_file(str(ROOT / "dashboard" / "app.py"), default_timeout=30)
        app.query_params.update({"page": "query", "name": "ratings", "lang": "en"})
        app.run()
    assert not app.exception
    columns = json.loads(app.dataframe[0].proto.columns)
    shown = {
        name for name, column in columns.items() if column.get("type_config", {}).get("format") == "%.3f"
    }
    assert shown == {"wins", "rating", "uncertainty", "low"}


def test_t24_what_has_no_ratings_is_a_sentence(path: Path) -> None:
    done = emberlog("stats", "set_a_watch", "--db", path, "--ratings")
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        "emberlog: set_a_watch has no ratings: its players win or lose together, so nobody beats anybody\n"
    )
    assert emberlog("stats", "--db", path, "--ratings").code == 2


@pytest.mark.parametrize(
    ("value", "shown"),
    [(0.5, "0.500"), (2.5, "2.500"), (0.0625, "0.063"), (0.1875, "0.188"), (-0.0625, "-0.063"), (1 / 3, "0.333"),
     (2 / 3, "0.667"), (1.0005, "1.000"), (1e30, f"{10**30 + 19884624838656}.000"), (float("inf"), "inf")],
)  # fmt: skip
def test_t24_halves_go_up_everywhere(value: float, shown: str) -> None:
    """As a browser's toFixed rounds; 1.0005 lies below its half as a binary number."""
    assert three_places(value) == shown


def test_t24_averages_that_end_in_a_half_stay_halves(path: Path) -> None:
    """3.5 rounds, 8.5 steps: no table turns them into 4 and 8."""
    line = emberlog("query", "game_length", "--db", path).out.splitlines()[-1]
    assert line.split()[:5] == ["3", "4", "3.500", "3.500", "3"]
    assert line.split()[6:8] == ["8.500", "8.500"]


@pytest.mark.parametrize("name", ["actions", "living_forest_goals"])
def test_t24_shares_add_up_to_one(db: Database, name: str) -> None:
    assert "share" in query(name).sql
    assert db.named(name)["share"].sum() == pytest.approx(1, abs=1e-12)


def test_t24_no_games_no_numbers(tmp_path: Path) -> None:
    """An empty database answers every query with no rows, never with a division by nothing."""
    empty = tmp_path / "empty.duckdb"
    open_new(empty).close()
    for name in ANSWERS:
        assert Database(empty).named(name).height == 0
