"""Twelve games with known answers for every published number."""

from fractions import Fraction
from pathlib import Path

import pytest

from engine.core.errors import BadOption
from ingest.database import Database
from ingest.publish import open_new
from ingest.statistics import score_summary, summary, win_rates

GAMES: list[tuple[str, str, str | None]] = [
    ("living_forest", "AB", "0"),
    ("living_forest", "BA", "1"),
    ("living_forest", "AB", "0"),
    ("living_forest", "AB", "1"),
    ("living_forest", "AB", "01"),  # a shared win
    ("living_forest", "ABC", "2"),
    ("living_forest", "AAB", "0"),  # one agent in two seats
    ("living_forest", "ABCD", "012"),  # three share
    ("living_forest", "AA", "1"),  # against itself
    ("living_forest", "BC", None),  # unfinished
    ("living_forest", "BCD", ""),  # nobody wins
    ("other_game", "AB", "0"),
]
"""Name, agents by seat, seats that win; None: no end."""


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Database:
    path = tmp_path_factory.mktemp("statistics") / "twelve.duckdb"
    connection = open_new(path)
    for key, (name, agents, winners) in enumerate(GAMES, 1):
        done = winners is not None
        connection.execute(
            "INSERT INTO game VALUES (?, ?, '', ?, 1, ?, '1', ?, 100, 5, ?, true, 'a.jsonl', 1, NULL, NULL, '', NULL)",
            [key, f"id{key}", name, f'{{"players":{len(agents)}}}', len(agents), done],
        )
        for seat, agent in enumerate(agents):
            won = None if winners is None else (1 / len(winners) if str(seat) in winners else 0.0)
            connection.execute("INSERT INTO seat VALUES (?, ?, ?, ?, ?, ?)",
                               [key, seat, agent.lower(), agent, won, None if won is None else won > 0])  # fmt: skip
            if done:
                connection.execute(
                    "INSERT INTO score VALUES (?, ?, 'fires', ?)", [key, seat, 10 * (won or 0)]
                )
        if winners is not None:
            connection.execute(
                "INSERT INTO outcome VALUES (?, 'LF-9.7', ?, '[]')", [key, [int(s) for s in winners]]
            )
    connection.execute("CHECKPOINT store")
    connection.close()
    return Database(path)


# value: games, seats, expected wins, wins, unfinished games; by hand from the table above
BY_AGENT = {
    "A": (9, 11, Fraction(19, 4), Fraction(35, 6), 0),
    "B": (9, 9, Fraction(15, 4), Fraction(11, 6), 1),
    "C": (3, 3, Fraction(11, 12), Fraction(4, 3), 1),
    "D": (2, 2, Fraction(7, 12), Fraction(0), 0),
}


def test_win_rates_by_agent(db: Database) -> None:
    rows = {row["value"]: row for row in win_rates(db, "living_forest", "agent").to_dicts()}
    assert set(rows) == set(BY_AGENT)
    for agent, (games, seats, expected, wins, excluded) in BY_AGENT.items():
        row = rows[agent]
        assert (row["games"], row["seats"], row["excluded"]) == (games, seats, excluded)
        assert row["expected"] == pytest.approx(float(expected))
        assert row["wins"] == pytest.approx(float(wins))
        assert row["rate"] == pytest.approx(float(wins / seats))
        assert row["expected_rate"] == pytest.approx(float(expected / seats))
        assert row["baseline_rate"] == pytest.approx(float((9 - wins) / (25 - seats)))
        assert 0 <= row["low"] <= row["rate"] <= row["high"] <= 1


def test_totals_reconcile(db: Database) -> None:
    """Nine finished games have one win each to give, one has none; seats add up whatever the grouping."""
    for by in ("agent", "seat", "name", "players"):
        rows = win_rates(db, "living_forest", by)
        assert rows["wins"].sum() == pytest.approx(9)
        assert rows["seats"].sum() == 25
        assert rows["expected"].sum() == pytest.approx(10)


def test_win_rates_by_seat(db: Database) -> None:
    rows = {row["value"]: row for row in win_rates(db, "living_forest", "seat").to_dicts()}
    assert rows["0"]["wins"] == pytest.approx(1 + 1 + 0.5 + 1 + 1 / 3)
    assert rows["1"]["wins"] == pytest.approx(1 + 1 + 0.5 + 1 / 3 + 1)
    assert rows["2"]["wins"] == pytest.approx(1 + 1 / 3)
    assert rows["3"]["wins"] == 0


def test_an_unknown_grouping_says_what_there_is(db: Database) -> None:
    with pytest.raises(BadOption, match="agent, seat, name, players"):
        win_rates(db, "living_forest", "moon")


@pytest.mark.parametrize(
    ("wins", "tries", "low", "high"),
    [
        (8, 10, 0.4902, 0.9433),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (50, 100, 0.4038, 0.5962),
        (0, 1, 0.0, 0.7935),
    ],
)
def test_wilson_intervals(db: Database, wins: int, tries: int, low: float, high: float) -> None:
    """Against values from published tables of the Wilson interval, to four places."""
    row = db.frame("SELECT wilson_low(?, ?), wilson_high(?, ?)", [wins, tries, wins, tries]).row(0)
    assert row == pytest.approx((low, high), abs=6e-5)


def test_no_tries_no_interval(db: Database) -> None:
    assert db.frame("SELECT wilson_low(0, 0), wilson_high(0, 0)").row(0) == (None, None)


def test_summary(db: Database) -> None:
    rows = {row["game"]: row for row in summary(db).to_dicts()}
    assert rows["living_forest"]["games"] == 11
    assert rows["living_forest"]["unfinished"] == 1
    assert rows["other_game"]["games"] == 1
    assert rows["living_forest"]["steps_per_game"] == 100


def test_score_summary(db: Database) -> None:
    rows = score_summary(db, "living_forest").to_dicts()
    assert sum(row["seats"] for row in rows) == 25
    two = {row["winner"]: row for row in rows if row["players"] == 2}
    assert (two[True]["seats"], two[False]["seats"]) == (7, 5)
    assert (two[True]["games"], two[False]["games"]) == (6, 5)  # the shared win is one game with two winners
    assert two[True]["mean"] == pytest.approx((5 * 10 + 2 * 5) / 7)


def test_scores_of_a_cooperative_game_count_games(tmp_path: Path) -> None:
    """Three games for two (rounds 4 and 8 lost, 9 won), one for four (round 6 lost), one unfinished."""
    path = tmp_path / "together.duckdb"
    connection = open_new(path)
    connection.execute("INSERT INTO title VALUES ('together', true)")
    for key, (players, rounds, won) in enumerate(
        [(2, 4, False), (2, 9, True), (2, 8, False), (4, 6, False), (2, None, None)], 1
    ):
        connection.execute(
            "INSERT INTO game VALUES (?, ?, '', 'together', 1, '{}', '1', ?, 100, 5, ?, true, 'a.jsonl', 1, NULL, NULL, '', NULL)",
            [key, f"id{key}", players, rounds is not None],
        )
        for seat in range(players):
            share = None if won is None else float(won)
            connection.execute("INSERT INTO seat VALUES (?, ?, 'n', 'A', ?, ?)", [key, seat, share, won])
            if rounds is not None:
                connection.execute("INSERT INTO score VALUES (?, ?, 'rounds', ?)", [key, seat, rounds])
        if won is not None:
            winners = list(range(players)) if won else []
            connection.execute("INSERT INTO outcome VALUES (?, 'X-1', ?, '[]')", [key, winners])
    connection.execute("CHECKPOINT store")
    connection.close()
    columns = ("players", "score", "winner", "games", "seats", "mean", "median", "least", "most")
    assert [
        tuple(row[name] for name in columns) for row in score_summary(Database(path), "together").to_dicts()
    ] == [
        (2, "rounds", True, 1, None, 9.0, 9.0, 9, 9),
        (2, "rounds", False, 2, None, 6.0, 6.0, 4, 8),
        (4, "rounds", False, 1, None, 6.0, 6.0, 6, 6),
    ]
