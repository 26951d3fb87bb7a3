"""The named queries of Set a Watch against counts made here, in plain Python, over its replayed golden games."""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from itertools import combinations
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import pytest
from command import emberlog

import engine
from engine.core.log import Recorded, read_end
from engine.core.replay import Replayer
from ingest.database import Database, named_queries
from ingest.files import recorded
from ingest.statistics import TOGETHER, is_together, win_rates
from ingest.store import ingest

NAME = "set_a_watch"
Row = dict[str, Any]


class Told:
    """One game: options, result, and its events with the round in which they were told."""

    def __init__(self, recorded: Any, replayer: Replayer) -> None:
        self.events: list[tuple[int, Any]] = []
        self.round = 1
        self.horde_after_round_8: int | None = None
        verdict = replayer.replay(recorded, self.hear)
        assert verdict.status == "fine"
        assert verdict.header is not None
        assert verdict.end is not None
        self.options: Row = dict(verdict.header.options)
        self.agents = [seat.agent for seat in verdict.header.seats]
        self.won = bool(verdict.end.end.winners)
        self.reason = verdict.end.end.reason
        self.last_round = verdict.end.end.scores[0][0]
        self.party = [self.options[f"a{place}"] for place in range(1, 5)]

    def hear(self, step: Any, state: Any, table: Any) -> None:
        self.events += [(self.round, event) for event in table.events]
        if self.round == 8 and state.round == 9:
            self.horde_after_round_8 = len(state.horde)
        self.round = state.round

    def of(self, *kinds: str) -> Iterator[Any]:
        return (event for _, event in self.events if event.kind in kinds)


@pytest.fixture(scope="module")
def games() -> list[Told]:
    replayer = engine.replayer()
    return [Told(recorded, replayer) for _, recorded in engine.golden_games(NAME)]


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Database:
    folder = tmp_path_factory.mktemp("watch")
    for file, text in engine.texts(NAME, "golden", ".jsonl").items():
        (folder / file).write_text(text, "utf-8")
    ingest([folder], folder / "games.duckdb")
    return Database(folder / "games.duckdb")


def rows(db: Database, query: str, **parameters: Any) -> list[Row]:
    return db.named(f"set_a_watch_{query}", **parameters).to_dicts()


def wilson(wins: float, tries: int) -> tuple[float, float]:
    """The interval, by its textbook formula."""
    z, share = 1.959963984540054, wins / tries
    middle = (share + z * z / (2 * tries)) / (1 + z * z / tries)
    reach = z / (1 + z * z / tries) * sqrt(share * (1 - share) / tries + z * z / (4 * tries * tries))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def check(found: Row, wins: int, tries: int, others: tuple[int, int] | None) -> None:
    """A row's rate, interval and baseline (wins and tries of the others)."""
    assert found["rate"] == pytest.approx(wins / tries)
    assert (found["low"], found["high"]) == pytest.approx(wilson(wins, tries), abs=1e-8)
    if others is not None:
        baseline = others[0] / others[1] if others[1] else None
        assert found["baseline_rate"] == (None if baseline is None else pytest.approx(baseline))


def check_groups(found: list[Row], games: list[Told], key: Callable[[Row], Callable[[Told], bool]]) -> None:
    """Games and wins of each row, beside those of the games that are not in it."""
    for row in found:
        inside = [game for game in games if key(row)(game)]
        assert (row["games"], row["wins"]) == (len(inside), sum(game.won for game in inside)), row
        rest = len(games) - len(inside), sum(game.won for game in games) - row["wins"]
        check(row, row["wins"], row["games"], (rest[1], rest[0]))


def test_the_games_have_what_the_queries_ask_for(games: list[Told]) -> None:
    assert any(game.won for game in games)
    assert len({game.reason for game in games}) > 2
    assert {game.options["edition"] for game in games} == {"base", "deluxe"}


def test_every_query_has_a_test() -> None:
    names = {query.name.removeprefix("set_a_watch_") for query in named_queries(NAME) if query.games}
    assert all(f"test_{name}" in globals() for name in names)
    assert len(names) == 9


def test_difficulty(db: Database, games: list[Told]) -> None:
    found = rows(db, "difficulty")

    def inside(row: Row) -> Callable[[Told], bool]:
        wanted = {name: row[name] for name in ("edition", "difficulty", "players") if row[name] is not None}
        return lambda game: all(game.options[name] == value for name, value in wanted.items())

    check_groups(found, games, inside)
    keys = [(row["edition"], row["difficulty"], row["players"]) for row in found]
    assert len(set(keys)) == len(keys) == 1 + 2 + 4 + 4 + 8 + 32


def test_adventurers(db: Database, games: list[Told]) -> None:
    found = rows(db, "adventurers")
    check_groups(found, games, lambda row: lambda game: row["adventurer"] in game.party)
    assert {row["adventurer"] for row in found} == {name for game in games for name in game.party}


def test_pairs(db: Database, games: list[Told]) -> None:
    found = rows(db, "pairs")
    check_groups(found, games, lambda row: lambda game: {row["first"], row["second"]} <= set(game.party))
    pairs = {pair for game in games for pair in combinations(sorted(game.party), 2)}
    assert sorted((row["first"], row["second"]) for row in found) == sorted(pairs)
    assert all(row["games"] >= 9 for row in rows(db, "pairs", least=9))


def had(game: Told) -> set[str]:
    """Ability cards that lay on a board."""
    cards = {event.facts["card"] for event in game.of("dealt_ready", "dealt_exhausted")}
    return cards | {event.facts["aside"] for event in game.of("swapped")}


def test_abilities(db: Database, games: list[Told]) -> None:
    owners = {
        event.facts["card"]: event.facts["adventurer"]
        for game in games
        for event in game.of("dealt_ready", "dealt_exhausted")
    }
    uses = Counter(
        event.facts["card"]
        for game in games
        for event in game.of("ability_used", "passive_used", "exhausted")
        if event.kind != "exhausted" or event.rule == "SW-12.3"
    )
    found = rows(db, "abilities")
    assert {row["card"] for row in found} == {card for game in games for card in had(game)}
    for row in found:
        card = row["card"]
        inside = [game for game in games if card in had(game)]
        without = [game for game in games if card not in had(game) and owners.get(card) in game.party]
        assert (row["games"], row["wins"]) == (len(inside), sum(game.won for game in inside))
        assert (row["adventurer"], row["uses"]) == (owners.get(card), uses[card])
        assert row["games_without"] == len(without)
        check(row, row["wins"], row["games"], (sum(game.won for game in without), len(without)))


def test_final_locations(db: Database, games: list[Told]) -> None:
    reached: dict[str, list[bool]] = defaultdict(list)
    for game in games:
        for event in game.of("location"):
            if event.facts["round"] == 9:
                reached[event.facts["location"]].append(game.won)
    found = rows(db, "final_locations")
    assert {row["location"]: (row["games"], row["wins"]) for row in found} == {
        location: (len(won), sum(won)) for location, won in reached.items()
    }
    everything = [won for one in reached.values() for won in one]
    for row in found:
        rest = sum(everything) - row["wins"], len(everything) - row["games"]
        check(row, row["wins"], row["games"], rest)


def test_losses(db: Database, games: list[Told]) -> None:
    lost = Counter((game.last_round, game.reason) for game in games if not game.won)
    found = rows(db, "losses")
    assert {(row["round"], row["reason"]): row["games"] for row in found} == lost
    for row in found:
        reached = sum(game.last_round >= row["round"] for game in games)
        assert row["reached"] == reached
        check(row, row["games"], reached, None)


def test_horde(db: Database, games: list[Told]) -> None:
    reached = [game for game in games if game.horde_after_round_8 is not None]
    assert reached
    found = rows(db, "horde")
    assert sum(row["games"] for row in found) == len(reached)
    check_groups(found, reached, lambda row: lambda game: game.horde_after_round_8 == row["horde"])


def dice_of(game: Told, name: str) -> Counter[str]:
    """What one adventurer did in one game."""
    place, done = game.party.index(name), Counter[str]()
    for _, event in game.events:
        facts, kind = event.facts, event.kind
        if facts.get("adventurer") == name:
            done["damage"] += facts["amount"] if kind == "damaged" else 0
            done["defeats"] += kind == "defeated"
            done["rolled"] += 3 * (kind == "rolled")
            done["wasted"] += facts["dice"] if kind in ("camp_ended", "dice_unused") else 0
        if (facts.get("die", 0) - 1) // 3 == place:
            done["camp"] += kind == "die_placed"
            done["attacks"] += kind == "attacks"
            done["abilities"] += kind == "ability_used"
            done["taken"] += kind in ("die_stolen", "die_lost")
    return done


def test_dice(db: Database, games: list[Told]) -> None:
    found = rows(db, "dice")
    assert {row["adventurer"] for row in found} == {name for game in games for name in game.party}
    for row in found:
        done = [dice_of(game, row["adventurer"]) for game in games if row["adventurer"] in game.party]
        assert row["games"] == len(done)
        for what in ("damage", "defeats", "rolled", "camp", "attacks", "abilities", "taken", "wasted"):
            assert row[what] == sum(one[what] for one in done), (row["adventurer"], what)
        for what in ("damage", "wasted"):
            numbers = [one[what] for one in done]
            reach = 1.959963984540054 * stdev(numbers) / sqrt(len(numbers))
            middle = mean(numbers)
            expected = (middle, middle - reach, middle + reach)
            assert (row[f"{what}_mean"], row[f"{what}_low"], row[f"{what}_high"]) == pytest.approx(expected)


def test_creatures(db: Database, games: list[Told]) -> None:
    seen, times, losses = Counter[str](), Counter[str](), Counter[str]()
    costs: dict[str, Counter[str]] = defaultdict(Counter)
    for game in games:
        shown = Counter(event.facts["card"] for event in game.of("flipped", "entered"))
        times += shown
        seen.update(shown.keys())
        last = set()
        for number, event in game.events:
            source = event.facts.get("source")
            if event.kind == "exhausted":
                costs[source]["exhausted"] += 1
            elif event.kind == "die_stolen":
                costs[source]["dice_stolen"] += 1
            elif event.kind == "firewood" and event.facts["change"] < 0:
                costs[source]["firewood"] -= event.facts["change"]
            elif event.kind == "strikes":
                costs[event.facts["card"]]["struck"] += event.facts["damage"]
            if event.kind == "left_standing" or (event.kind == "strikes" and number == game.last_round):
                last.add(event.facts["card"])
        losses.update(() if game.won else last)
    found = rows(db, "creatures")
    assert {row["card"]: (row["games"], row["times"]) for row in found} == {
        card: (seen[card], times[card]) for card in seen
    }
    assert sum(losses.values()) == sum(row["losses"] for row in found)
    for row in found:
        cost = costs[row["card"]]
        for what in ("exhausted", "struck", "firewood", "dice_stolen"):
            assert row[what] == cost[what], (row["card"], what)
        assert row["cards_per_game"] == pytest.approx((cost["exhausted"] + cost["struck"]) / row["games"])
        assert row["losses"] == losses[row["card"]]
        rest = sum(losses.values()) - row["losses"], sum(seen.values()) - row["games"]
        check(row, row["losses"], row["games"], rest)


def test_win_rates_count_games_not_seats(db: Database, games: list[Told]) -> None:
    """All seats win together: games are the tries, and there is nothing that chance alone would give."""
    assert is_together(db, NAME)
    for by, value_of in (
        ("agent", lambda game: set(game.agents)),
        ("players", lambda game: {str(len(game.agents))}),
        ("difficulty", lambda game: {game.options["difficulty"]}),
    ):
        frame = win_rates(db, NAME, by)
        assert frame["expected"].null_count() == frame.height
        assert set(frame["value"]) == {value for game in games for value in value_of(game)}
        for row in frame.to_dicts():
            inside = [game for game in games if row["value"] in value_of(game)]
            won = sum(game.won for game in inside)
            assert (row["games"], row["wins"]) == (len(inside), won)
            assert row["expected"] is None
            assert row["expected_rate"] is None
            rest = sum(game.won for game in games) - won, len(games) - len(inside)
            check(row, won, len(inside), rest)


def test_a_win_is_a_whole_win_for_every_seat(db: Database, games: list[Told]) -> None:
    found = db.frame("SELECT won, winner, cooperative FROM seats").to_dicts()
    assert all(row["cooperative"] and row["won"] == float(row["winner"]) for row in found)
    assert sum(row["winner"] for row in found) == sum(len(game.agents) for game in games if game.won)


def test_facts_stand_once_per_round_and_seat(db: Database) -> None:
    doubled = db.frame(
        "SELECT key, round, seat, name FROM facts WHERE NOT at_end GROUP BY ALL HAVING count(*) > 1"
    )
    assert doubled.is_empty()
    assert db.frame("SELECT max(round) AS last FROM facts WHERE NOT at_end").item() == 8


def test_stats_show_the_queries_and_say_what_is_counted(db: Database, capsys: Any) -> None:
    from cli import stats

    stats(db=db.path, game=NAME, by=None, as_json=False)
    out = capsys.readouterr().out
    assert TOGETHER in out
    assert "win rates by seat" not in out
    for query in named_queries(NAME):
        assert (query.title in out) == bool(query.games) or query.title == "Win rates"
    stats(db=db.path, game=NAME, by=None, as_json=True)
    tables = json.loads(capsys.readouterr().out)
    assert [row["value"] for row in tables["win rates by players"]]
    assert Path(db.path).exists()


def test_a_batch_tells_one_number_for_all_seats(tmp_path: Path) -> None:
    done = emberlog("play", NAME, "-n", "2", "--option", "players=3", "--seed", "1", "-o", tmp_path)
    _, wins, file = done.out.splitlines()
    played = [game for game in recorded(Path(file)) if isinstance(game, Recorded)]
    ends = [read_end(game.end, game.end_line) for game in played if game.end is not None]
    won = sum(bool(end.end.winners) for end in ends)
    assert wins == f"won together: {won} of {len(played)} games"
    rules = engine.load(NAME).rules
    assert f"\n{NAME}: rules {rules}, co-operative, agents random, greedy\n" in emberlog("info").out
