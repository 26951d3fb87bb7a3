"""The named queries of Glow against a count in Python over the same logs, replayed.

Where a state or an action says it, the count is made from those and not from events: who has which adventurer,
what lies on the track, who recruits and loses whom, where camps and boats are.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Any

import pytest

import engine
from engine.core import codec
from engine.core.game import Outcome
from engine.core.log import Recorded, SeatLine, recorded_games
from engine.core.play import play, read_options
from engine.glow.actions import Camp, Move, Pink, Recruit, Reroll, RerollSet, Sail
from engine.glow.cards import CARD_NAMES, DATA, ISLAND_NAMES, ISLAND_POINTS, NODE_NAMES, SPACE_NAMES, VILLAGE
from engine.glow.game import GAME
from engine.glow.state import Player, State
from ingest.database import Database
from ingest.statistics import win_rates
from ingest.store import ingest

GAMES: list[tuple[dict[str, str], tuple[str, ...], str]] = [
    ({"players": "2"}, ("random", "greedy"), "1"),
    ({"players": "2", "side": "archipelago", "dawn": "true"}, ("greedy", "greedy"), "2"),
    ({"players": "3", "dawn": "true", "sets": "elemental+draconic"}, ("greedy", "random", "random"), "3"),
    (
        {"players": "4", "side": "archipelago", "dawn": "true", "sets": "elemental+anibloom+draconic"},
        ("random", "greedy", "greedy", "random"),
        "4",
    ),
    ({"players": "1", "dawn": "true", "sets": "anibloom"}, ("greedy",), "5"),
    ({"players": "2", "dawn": "true", "random_adventurers": "true"}, ("random", "random"), "6"),
]
COMPANIONS = {card.id: card for card in DATA.companions}
ADVENTURERS = {card.id for card in DATA.adventurers}
SPELLS = {spell.id for spell in DATA.spells}


@dataclass
class Seen:
    """One game as its replay showed it. `told`: day, rule, kind, seat and facts of every event."""

    agents: tuple[str, ...]
    side: str
    outcome: Outcome
    players: list[Player]
    first: int = 0
    told: list[tuple[int, str, str, int | None, dict[str, Any]]] = field(default_factory=list)
    done: list[tuple[int, int, Any, State]] = field(default_factory=list)
    """Day, seat, action and the state before it."""

    def won(self, seat: int) -> float:
        winners = self.outcome.winners
        return 1 / len(winners) if seat in winners else 0.0


def log(options: dict[str, str], agents: tuple[str, ...], seed: str) -> list[bytes]:
    lines: list[bytes] = []
    seated = [engine.make_agent(GAME, name, seed, seat) for seat, name in enumerate(agents)]
    play(
        GAME,
        read_options(GAME, options),
        seated,
        [SeatLine(name, name) for name in agents],
        seed,
        lines.append,
    )
    return lines


def seen(lines: list[bytes], agents: tuple[str, ...], side: str) -> Seen:
    (recorded,) = recorded_games(lines)
    assert isinstance(recorded, Recorded)
    game = Seen(agents, side, Outcome([], "", []), [])
    before = b""

    def listen(step: Any, state: State, table: Any) -> None:
        nonlocal before
        if not before:
            game.first = state.first
            day = 1
        else:
            old = codec.decode(before, State)
            day = old.day
            game.done.append((day, step.seat, step.action, old))
        game.told += [(day, e.rule, e.kind, e.seat, e.facts) for e in table.events]
        before = codec.encode(state)
        game.outcome = GAME.outcome(state) or game.outcome
        game.players = state.players

    verdict = engine.replayer().replay(recorded, listen)
    assert verdict.status == "fine"
    return game


@pytest.fixture(scope="module")
def games() -> list[Seen]:
    return [seen(log(*game), game[1], game[0].get("side", "shadows")) for game in GAMES]


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Database:
    folder = tmp_path_factory.mktemp("glow")
    for number, game in enumerate(GAMES):
        (folder / f"{number}.jsonl").write_bytes(b"".join(log(*game)))
    forest = engine.load("living_forest")
    lines: list[bytes] = []
    pair = [engine.make_agent(forest, "random", "1", seat) for seat in (0, 1)]
    play(forest, forest.options(players=2), pair, [SeatLine("random", "random")] * 2, 1, lines.append)
    (folder / "other.jsonl").write_bytes(b"".join(lines))
    ingest([folder], folder / "glow.duckdb")
    return Database(folder / "glow.duckdb")


def chairs(games: list[Seen], least: int = 1) -> list[tuple[Seen, int]]:
    return [(game, seat) for game in games if len(game.agents) >= least for seat in range(len(game.agents))]


def rows(db: Database, name: str, *key: str, **given: str) -> dict[Any, dict[str, Any]]:
    found = db.named(name, **given).to_dicts()
    table = {tuple(row[part] for part in key) if len(key) > 1 else row[key[0]]: row for row in found}
    assert len(table) == len(found) > 0
    return table


def check_rates(row: dict[str, Any], wins: str, tries: int, rate: str, low: str, high: str) -> None:
    assert row[rate] == pytest.approx(row[wins] / tries)
    assert 0 <= row[low] <= row[rate] <= row[high] <= 1


@pytest.mark.parametrize("agent", ["any", "greedy"])
def test_adventurers(db: Database, games: list[Seen], agent: str) -> None:
    by_name = defaultdict(list)
    for game, seat in chairs(games, 2):
        if agent in ("any", game.agents[seat]):
            name = CARD_NAMES[game.players[seat].adventurer]
            by_name[name].append((game.won(seat), 1 / len(game.agents), game.outcome.scores[seat][0]))
    table = rows(db, "glow_adventurers", "adventurer", agent=agent)
    assert set(table) == set(by_name)
    every = [entry for entries in by_name.values() for entry in entries]
    for name, entries in by_name.items():
        row, wins = table[name], sum(entry[0] for entry in entries)
        assert (row["seats"], row["wins"]) == (len(entries), pytest.approx(wins))
        assert row["expected_rate"] == pytest.approx(sum(entry[1] for entry in entries) / len(entries))
        assert row["mean_total"] == pytest.approx(sum(entry[2] for entry in entries) / len(entries))
        rest = sum(entry[0] for entry in every) - wins
        assert row["baseline_rate"] == pytest.approx(rest / (len(every) - len(entries)))
        check_rates(row, "wins", len(entries), "rate", "low", "high")


def test_companions(db: Database, games: list[Seen]) -> None:
    dealt: Counter[str] = Counter()
    recruited: Counter[str] = Counter()
    days: Counter[str] = Counter()
    gained: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    light: Counter[str] = Counter()
    owners: defaultdict[str, set[tuple[int, int]]] = defaultdict(set)
    for number, game in enumerate(games):
        on_track: set[str] = set()
        for day, _seat, action, before in game.done:
            lying = {str(CARD_NAMES[space.companion]) for space in before.track if space.companion}
            dealt.update(lying - on_track)
            on_track = lying
            if isinstance(action, Recruit):
                place = SPACE_NAMES.index(action.space)
                card = str(CARD_NAMES[before.track[place].companion])
                recruited[card] += 1
                days[card] += day
        for _day, _rule, kind, seat, facts in game.told:
            if kind == "companion_gained":
                gained[facts["companion"]] += 1
                owners[facts["companion"]].add((number, seat or 0))
            lost[facts.get("companion", "")] += kind == "companion_lost"
            if kind in ("light_gained", "light_lost") and facts["source"] in COMPANIONS:
                light[facts["source"]] += facts["count"] * (1 if kind == "light_gained" else -1)
    table = rows(db, "glow_companions", "companion")
    assert set(table) == set(dealt) | set(gained)
    for name, row in table.items():
        if gained[name]:
            assert row["value"] == COMPANIONS[name].value
            assert row["light_each"] == pytest.approx(light[name] / gained[name])
        assert (row["dealt"], row["recruited"]) == (dealt[name], recruited[name])
        assert (row["gained"], row["lost"], row["light"]) == (gained[name], lost[name], light[name])
        if recruited[name]:
            assert row["day"] == pytest.approx(days[name] / recruited[name])
            check_rates(row, "recruited", dealt[name], "pick_rate", "pick_low", "pick_high")
        rivals = [(games[number], seat) for number, seat in owners[name] if len(games[number].agents) > 1]
        assert row["owners"] == len(rivals)
        assert row["wins"] == pytest.approx(sum(game.won(seat) for game, seat in rivals))
        if rivals:
            check_rates(row, "wins", len(rivals), "rate", "low", "high")
    assert sum(recruited.values()) > 80


def part_of(rule: str, source: str) -> str:
    if source in ADVENTURERS | SPELLS | set(COMPANIONS) and rule == "GL-6.13":
        return "adventurer" if source in ADVENTURERS else "spells" if source in SPELLS else "companions"
    by_rule = {"GL-1.3": "start", "GL-5.6": "rerolls", "GL-12.29": "rerolls", "GL-5.11": "die faces"}
    by_rule |= {
        "GL-12.15": "missing butterflies",
        "GL-8.11": "journey",
        "GL-8.10": "journey",
        "GL-9.7": "journey",
    }
    return by_rule[rule]


@pytest.mark.parametrize("agent", ["any", "random"])
def test_points(db: Database, games: list[Seen], agent: str) -> None:
    """Every part, and together they are the totals of the outcomes."""
    points: Counter[str] = Counter()
    winners: Counter[str] = Counter()
    mine = [(game, seat) for game, seat in chairs(games) if agent in ("any", game.agents[seat])]
    for game, seat in mine:
        found: Counter[str] = Counter()
        for _day, rule, kind, who, facts in game.told:
            if who == seat and kind.startswith("light_"):
                found[part_of(rule, facts["source"])] += facts["count"] * (
                    1 if kind == "light_gained" else -1
                )
        scores = dict(zip(GAME.score_names, game.outcome.scores[seat], strict=True))
        for name in ("cards", "board", "firefly_bonus", "footprints", "butterflies"):
            found[f"scoring: {name}"] += scores[name]
        assert sum(found.values()) == scores["total"]
        points.update(found)
        if seat in game.outcome.winners:
            winners.update(found)
    table = rows(db, "glow_points", "part", agent=agent)
    assert {part: row["points"] for part, row in table.items()} == dict(points)
    won = sum(seat in game.outcome.winners for game, seat in mine)
    total = sum(game.outcome.scores[seat][0] for game, seat in mine)
    for part, row in table.items():
        assert row["seats"] == len(mine)
        assert row["per_seat"] == pytest.approx(points[part] / len(mine))
        assert row["share"] == pytest.approx(points[part] / total)
        if won:
            assert row["per_winner"] == pytest.approx(winners[part] / won)
        assert row["per_other"] == pytest.approx((points[part] - winners[part]) / (len(mine) - won))


def test_being_first(db: Database, games: list[Seen]) -> None:
    by_place = defaultdict(list)
    for game, seat in chairs(games, 2):
        place = (seat - game.first) % len(game.agents) + 1
        by_place[len(game.agents), place].append((game.won(seat), game.outcome.scores[seat][0]))
    table = rows(db, "glow_seats", "players", "place")
    assert set(table) == set(by_place)
    for (players, place), entries in by_place.items():
        row = table[players, place]
        assert (row["games"], row["expected_rate"]) == (len(entries), pytest.approx(1 / players))
        assert row["wins"] == pytest.approx(sum(wins for wins, _ in entries))
        assert row["mean_total"] == pytest.approx(sum(total for _, total in entries) / len(entries))
        check_rates(row, "wins", len(entries), "rate", "low", "high")


def test_deaths(db: Database, games: list[Seen]) -> None:
    times = defaultdict(list)
    buried = 0
    for number, game in enumerate(games):
        for day, rule, kind, _seat, facts in game.told:
            if kind == "companion_lost":
                times[rule, facts["source"]].append((number, day, COMPANIONS[facts["companion"]].value))
        rows_of = [[companion.card for companion in player.row] for player in game.players]
        left = sum(kind in ("companion_lost", "companion_swapped_out") for _, _, kind, _, _ in game.told)
        came = sum(kind == "companion_gained" for _, _, kind, _, _ in game.told)
        assert came - left == sum(map(len, rows_of))
        buried += sum(kind == "companion_lost" for _, _, kind, _, _ in game.told)
    table = rows(db, "glow_deaths", "rule", "source")
    assert set(table) == set(times)
    for key, entries in times.items():
        row = table[key]
        assert (row["times"], row["games"]) == (len(entries), len({number for number, _, _ in entries}))
        assert row["per_game"] == pytest.approx(len(entries) / len(games))
        assert row["day"] == pytest.approx(sum(day for _, day, _ in entries) / len(entries))
        assert row["value"] == pytest.approx(sum(value for _, _, value in entries) / len(entries))
    assert sum(row["times"] for row in table.values()) == buried > 10


def test_rerolls(db: Database, games: list[Seen]) -> None:
    """From the payments that were chosen, not from events; the light of track steps from the score track."""
    points: Counter[str] = Counter()
    light: Counter[str] = Counter()
    payers = defaultdict(set)
    names = {"icon": "icon", "token": "token", "step": "score track", "crolos": "crolos"}

    for number, game in enumerate(games):
        for _day, seat, action, before in game.done:
            spent: Counter[str] = Counter()
            if isinstance(action, Pink):
                spent["pink die"] = 1
            elif isinstance(action, Reroll):
                spent[names[action.pay]] = 1
            elif isinstance(action, RerollSet):
                spent.update({"icon": action.icons, "token": action.tokens})
                spent.update({"score track": action.steps, "crolos": action.crolos})
            left = before.players[seat].light if seat >= 0 else 0
            for way in spent.elements():
                down = left
                if way == "score track":
                    down = max(space for space in DATA.score_track.reroll_spaces if space < left)
                elif way == "crolos":
                    down = left - DATA.constants.crolos_step
                light[way] += left - down
                left = down
                points[way] += 1
                payers[way].add((number, seat))
    table = rows(db, "glow_rerolls", "way")
    assert {way: row["points"] for way, row in table.items()} == dict(points)
    for way, row in table.items():
        assert (row["seats"], row["light"]) == (len(payers[way]), light[way])
        assert row["share"] == pytest.approx(points[way] / points.total())
        assert row["per_seat"] == pytest.approx(points[way] / len(chairs(games)))


def test_villages(db: Database, games: list[Seen]) -> None:
    """Entries from the moves chosen, what counts in the end from where camps and boats stand."""
    value = {str(NODE_NAMES[node]): VILLAGE[node] for node in range(len(NODE_NAMES)) if VILLAGE[node]}
    value |= {name: points for name, points in zip(ISLAND_NAMES, ISLAND_POINTS, strict=True) if points}
    entries = defaultdict(list)
    at_end = defaultdict(list)
    for number, game in enumerate(games):
        for day, seat, action, _before in game.done:
            place = None
            if isinstance(action, Move):
                place = action.node
            elif isinstance(action, Sail):
                ends = action.route.split("-")
                place = ends[1] if ends[0] == action.boat else ends[0]
            if place in value:
                entries[place].append((number, seat, day))
        for seat, player in enumerate(game.players):
            homes = {str(NODE_NAMES[player.camp])} if game.side == "shadows" else set()
            for place in homes | {ISLAND_NAMES[boat] for boat in player.boats}:
                if place in value:
                    at_end[place].append((game, seat))
    table = rows(db, "glow_villages", "place")
    assert set(table) == set(entries) | set(at_end)
    assert any(isinstance(action, Camp) for game in games for _, _, action, _ in game.done)
    for place, row in table.items():
        of_seats = sum(len(game.agents) for game in games if game.side == row["side"])
        assert row["of_seats"] == of_seats
        assert row["entries"] == len(entries[place])
        assert row["visitors"] == len({(number, seat) for number, seat, _ in entries[place]})
        assert row["at_end"] == len(at_end[place])
        check_rates(row, "at_end", of_seats, "share", "share_low", "share_high")
        if entries[place]:
            assert row["day"] == pytest.approx(sum(day for _, _, day in entries[place]) / len(entries[place]))
        if at_end[place]:
            assert row["value"] == value[place]
        rivals = [(game, seat) for game, seat in at_end[place] if len(game.agents) > 1]
        if rivals:
            assert row["wins"] == pytest.approx(sum(game.won(seat) for game, seat in rivals))
            check_rates(row, "wins", len(rivals), "rate", "low", "high")


def test_nothing_is_expected_of_somebody_who_plays_alone(db: Database) -> None:
    """Chance expects 1 / players of each seat with rivals; the automaton of the solo mode is no rival by chance."""
    by_players = {row["value"]: row for row in win_rates(db, "glow", "players").to_dicts()}
    assert (by_players["1"]["expected"], by_players["1"]["expected_rate"]) == (None, None)
    assert (by_players["2"]["expected"], by_players["2"]["expected_rate"]) == (3, 0.5)
    [greedy] = [row for row in win_rates(db, "glow", "agent").to_dicts() if row["value"] == "greedy"]
    assert greedy["seats"] == 7
    assert greedy["expected"] == pytest.approx(3 / 2 + 1 / 3 + 2 / 4)
    assert greedy["expected_rate"] == pytest.approx(greedy["expected"] / 6)
