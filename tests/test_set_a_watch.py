"""What only Set a Watch promises: options, no endless play, settling that stops, a party that thinks as one."""

from collections import Counter
from typing import Any

import msgspec
import pytest
from bounded import bounded
from walks import walk

import engine
from engine.core import codec
from engine.core.errors import BadOption
from engine.core.game import TABLE, Outcome
from engine.core.play import play_fast, read_options
from engine.core.table import Table
from engine.set_a_watch import cards
from engine.set_a_watch.agent_view import imagine
from engine.set_a_watch.rules import abilities, camp, powers, targets
from engine.set_a_watch.state import SetAWatchOptions

GAME = engine.load("set_a_watch")
CONFIGURATIONS = GAME.configurations()
LONGEST_SETTLING = 60
"""Steps of the table in a row. 4,800 random games over all configurations have shown at most 10: a line that is
built, four cards that are turned up with four powers, and the damage."""
NODES_IN_A_ROUND = 2000
"""SW-3.9."""


def test_configurations_cover_the_main_options_once() -> None:
    main = [(one.edition, one.difficulty, one.players) for one in CONFIGURATIONS]
    assert len(main) == len(set(main)) == 2 * 4 * 4
    assert {name for one in CONFIGURATIONS for name in one.party} == set(cards.ADVENTURER_NAMES[1:])
    assert {one.start_firewood for one in CONFIGURATIONS} == {"fixed_7", "roll_d8"}
    assert {one.voluntary_stoke for one in CONFIGURATIONS} == {False, True}


def test_impossible_parties_are_refused_with_what_is_possible() -> None:
    with pytest.raises(ValueError, match="four different adventurers, and rogue stands in it twice"):
        SetAWatchOptions(a1="rogue")
    with pytest.raises(
        ValueError, match="knight belongs to the deluxe edition; the base edition has beast_master"
    ):
        SetAWatchOptions(a1="knight")
    assert SetAWatchOptions(a1="knight", edition="deluxe").party[0] == "knight"
    with pytest.raises(BadOption, match="rogue stands in it twice"):
        read_options(GAME, {"a1": "rogue"})
    with pytest.raises(BadOption, match="players: 1, 2, 3, 4"):
        read_options(GAME, {"players": "5"})


def test_every_record_of_the_data_has_its_code() -> None:
    """No card that silently does nothing: each active ability, usable passive, camp action and timed power."""
    for name, row in cards.ABILITY_DATA.items():
        assert name in targets.TARGETS
        if row["mode"] == "active":
            assert name in abilities.USE
        elif row["limit"] != "automatic":
            assert name in abilities.USE_PASSIVE
    for name, row in cards.CAMP_ACTIONS.items():
        assert (name in camp.SPACE) == (row["space"] != "rune")
    for timings in cards.POWERS:
        for power in timings:
            if power["timing"] in ("reveal", "first_position", "defeated"):
                assert power["op"] in powers.OPS


@pytest.mark.parametrize("options", CONFIGURATIONS, ids=str)
def test_random_play_neither_sticks_nor_loops(options: SetAWatchOptions) -> None:
    for seed in range(4):
        nodes: Counter[int] = Counter()
        row = 0
        for position, seat, _action in walk(GAME, options, f"bounded {seed}"):
            nodes[position.state.round] += 1
            row = row + 1 if seat == TABLE else 0
            assert row <= LONGEST_SETTLING
        assert max(nodes.values()) <= NODES_IN_A_ROUND
        assert GAME.outcome(position.state) is not None


@pytest.mark.slow
def test_many_random_games_end() -> None:
    for number in range(bounded(10_000, 640)):
        options = CONFIGURATIONS[number % len(CONFIGURATIONS)]
        agents = [engine.make_agent(GAME, "random", str(number), seat) for seat in range(options.players)]
        played = play_fast(GAME, options, agents, f"many {number}")
        assert played.outcome is not None
        assert played.steps < 2000


def numbers_of(state: Any) -> Counter[int]:
    """How often each creature card is somewhere."""
    found: Counter[int] = Counter()
    for faces in (state.deck, state.horde):
        found.update(face >> 1 for face in faces)
    for pile in (state.graveyard, state.unhallowed, state.removed, state.waiting):
        found.update(pile)
    found.update(spot.card for spot in state.line)
    for one in state.adventurers:
        found.update(one.tamed)
    for frame in state.pending:
        if cards_in_hand(frame):
            found.update(frame.cards)
    return found


def cards_in_hand(frame: Any) -> bool:
    """Cards that are looked at lie nowhere else."""
    from engine.set_a_watch.state import FRAMES

    return FRAMES[frame.what] in ("scout_order", "elven_scout_order")


@pytest.mark.parametrize("options", CONFIGURATIONS[::3], ids=str)
def test_no_card_is_lost_or_doubled(options: SetAWatchOptions) -> None:
    for seed in range(6):
        first = None
        for position, _seat, _action in walk(GAME, options, f"cards {seed}"):
            found = numbers_of(position.state)
            first = first or found
            assert found == first
            assert max(found.values()) == 1


def greedy_game(options: SetAWatchOptions, seed: str) -> Outcome:
    agents = [engine.make_agent(GAME, "greedy", seed, seat) for seat in range(options.players)]
    outcome = play_fast(GAME, options, agents, seed).outcome
    assert outcome is not None
    return outcome


@pytest.mark.parametrize("difficulty", ["easy", "normal", "hard", "insane"])
def test_greedy_gets_much_further_than_random(difficulty: Any) -> None:
    """Random play reaches round 2 at best on average; the greedy party gets twice as far."""
    options = SetAWatchOptions(difficulty=difficulty)
    greedy = sum(greedy_game(options, f"far {number}").scores[0][0] for number in range(10))
    random = 0
    for number in range(100):
        outcome = play_fast(
            GAME, options, [engine.make_agent(GAME, "random", str(number), 0)], f"far {number}"
        ).outcome
        assert outcome is not None
        random += outcome.scores[0][0]
    assert greedy * 10 >= 2 * random


def test_a_greedy_party_wins_together() -> None:
    """One win of many is enough here: a game of the measured series that is won, for one and for two seats."""
    won = [seed for seed in range(60) if greedy_game(SetAWatchOptions(), f"{seed}").winners == [0]]
    assert won
    outcome = greedy_game(SetAWatchOptions(players=4), f"{won[0]}")
    assert outcome.winners in ([], [0, 1, 2, 3])


@pytest.mark.parametrize("options", CONFIGURATIONS[::5], ids=str)
def test_the_agent_imagines_what_it_sees_and_nothing_else(options: SetAWatchOptions) -> None:
    """A state made from an observation shows the same observation, whatever was hidden."""
    for position, seat, _action in walk(GAME, options, "imagine"):
        if seat == TABLE:
            continue
        view = GAME.observe(position.state, seat)
        assert GAME.observe(imagine(view), seat) == view


def test_facts_are_of_the_party_and_of_the_seat() -> None:
    state = GAME.setup(SetAWatchOptions(players=2), Table("facts"))
    facts = [GAME.facts(state, seat) for seat in (0, 1)]
    assert facts[0]["ready"] == facts[1]["ready"] == 8
    assert [one["own_ready"] for one in facts] == [4, 4]
    assert facts[0]["firewood"] == 7


def test_records_of_a_state_may_leave_out_defaults() -> None:
    """What scenarios rely on: a record from part of its fields, and back again without the usual ones."""
    state = GAME.setup(SetAWatchOptions(), Table(unshuffled=True))
    codec.assign(state, "line", [{"card": "bear_4", "up": True}])
    whole = codec.plain(state)["line"]
    assert whole[0]["damage"] == 0
    assert codec.brief(type(state), "line", whole) == [{"card": "bear_4", "up": True}]
    assert codec.normal(state, "line", [{"card": "bear_4", "up": True}]) == whole
    with pytest.raises(ValueError, match="is no whole record"):
        codec.assign(state, "line", [{"up": True}])
    assert msgspec.to_builtins(codec.build(type(state), codec.plain(state))) == msgspec.to_builtins(state)


@pytest.mark.parametrize(
    ("location", "firewood", "positions"),
    [
        ("barren_plains", 0, 0),
        ("barren_plains", 6, 1),
        ("barren_plains", 7, 2),
        ("barren_plains", 12, 3),
        ("underground_tomb", 6, 1),
        ("underground_tomb", 12, 2),
    ],
)
def test_lit_positions(location: str, firewood: int, positions: int) -> None:
    """SW-1.1: none at firewood 0, where a card is about to pay; SW-9.4: one less at Underground Tomb, not below 1."""
    state = GAME.setup(SetAWatchOptions(), Table(unshuffled=True))
    codec.assign(state, "location", location)
    codec.assign(state, "firewood", firewood)
    assert GAME.observe(state, None)["lit"] == positions
