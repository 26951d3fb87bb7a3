"""Set a Watch where random play does not come: greedy parties with a random step now and then, checked at every step."""

from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from bounded import bounded
from test_set_a_watch import numbers_of

import engine
from engine.core import codec
from engine.core.conform import nearby
from engine.core.game import TABLE, WAIT, Action, Seat
from engine.core.log import SeatLine
from engine.core.play import play
from engine.core.stream import Stream
from engine.core.table import Table
from engine.set_a_watch.agent_view import imagine
from engine.set_a_watch.cards import ADVENTURER_NAMES, BASE_ADVENTURERS
from engine.set_a_watch.state import SetAWatchOptions
from ingest.files import LogWriter

GAME = engine.load("set_a_watch")
KINDS = tuple(GAME.rule_of)
LARGEST_LIST = 284
"""No such list has been seen: 240 such games showed 133 options, 4,800 random ones 116.

The longest are Rebuke's, where one seat holds the Cleric: each of n face-up creatures may go behind any later one,
n (n - 1) / 2 ways, by each unlike die and by exhausting the card. 284 is a line of 11 with three dice (4 times 55
and a defeat) with room for 60 attacks and other cards.
"""
LONGEST_SETTLING = 60
"""240 such games showed 10 steps of the table in a row."""


def any_options(below: Any) -> SetAWatchOptions:
    """Any party of any edition."""
    edition = ("base", "deluxe")[below(2)]
    pool = [str(name) for name in (BASE_ADVENTURERS if edition == "base" else ADVENTURER_NAMES[1:])]
    party: list[Any] = [pool.pop(below(len(pool))) for _ in range(4)]
    return SetAWatchOptions(
        players=(1, 2, 3, 4)[below(4)],  # type: ignore[arg-type]
        edition=edition,  # type: ignore[arg-type]
        difficulty=("easy", "normal", "hard", "insane")[below(4)],  # type: ignore[arg-type]
        a1=party[0],
        a2=party[1],
        a3=party[2],
        a4=party[3],
        start_firewood=("fixed_7", "roll_d8")[below(2)],  # type: ignore[arg-type]
        voluntary_stoke=bool(below(2)),
    )


def chosen(state: Any, agents: list[Any], below: Any) -> tuple[Seat, Action]:
    """Mostly what the agents want, sometimes anything."""
    acting = GAME.to_act(state)
    if acting[0] == TABLE:
        return TABLE, GAME.legal(state, TABLE)[0]
    if below(100) < 15:
        seat = acting[below(len(acting))]
        legal = GAME.legal(state, seat)
        return seat, legal[below(len(legal))]
    for seat in acting:
        legal = GAME.legal(state, seat)
        place = agents[seat].choose(legal, lambda seat=seat: GAME.observe(state, seat))
        if place != WAIT:
            return seat, legal[place]
    raise AssertionError("everybody waits")


def check(state: Any, below: Any) -> None:
    """What every position owes: lists without doubles, refusals that agree, a round trip, no leak."""
    for seat in GAME.to_act(state):
        legal = GAME.legal(state, seat)
        assert 0 < len(legal) <= LARGEST_LIST
        assert len(set(legal)) == len(legal)
        assert all(GAME.refusal(state, seat, action) is None for action in legal)
        other = nearby(legal[below(len(legal))], KINDS, below, legal)
        assert (GAME.refusal(state, seat, other) is None) == (other in legal)
    data = codec.encode(state)
    again = codec.decode(data, GAME.state)
    GAME.derive(again)
    assert codec.encode(again) == data
    view = GAME.observe(state, None)
    assert GAME.observe(imagine(view), None) == view


def play_deep(number: int) -> list[Seat]:
    """One checked game; the seats in the order in which they acted."""
    below = Stream(f"deep {number}").below
    options = any_options(below)
    table = Table(f"deep {number}", listen=True)
    state = GAME.setup(options, table)
    agents = [engine.make_agent(GAME, "greedy", "1", seat) for seat in range(options.players)]
    cards = numbers_of(state)
    known = engine.rule_texts("set_a_watch")
    seats: list[Seat] = []
    while GAME.to_act(state):
        check(state, below)
        seat, action = chosen(state, agents, below)
        table.begin()
        GAME.apply(state, seat, action, table)
        seats.append(seat)
        assert numbers_of(state) == cards
        assert {event.rule for event in table.events or []} <= set(known)
        assert len(seats) < 4000
    return seats


def longest_settling(seats: list[Seat]) -> int:
    rows: Counter[int] = Counter()
    row = 0
    for before, seat in pairwise([0, *seats]):
        row += seat == TABLE and before != TABLE
        rows[row] += seat == TABLE
    return max(rows.values())


@pytest.mark.parametrize("number", range(10))
def test_deep_positions_keep_every_promise(number: int) -> None:
    assert longest_settling(play_deep(number)) <= LONGEST_SETTLING


@pytest.mark.slow
def test_many_deep_games_keep_every_promise() -> None:
    for number in range(10, bounded(60, 14)):
        assert longest_settling(play_deep(number)) <= LONGEST_SETTLING


@pytest.mark.parametrize("difficulty", ["hard", "insane"])
def test_logs_of_a_batch_stay_short(difficulty: Any, tmp_path: Path) -> None:
    """At most 15 bytes a step as batches write them, where games are shortest and setups longest."""
    options = SetAWatchOptions(players=1, edition="deluxe", difficulty=difficulty)
    seats = [SeatLine("random", "random")]
    steps = 0
    with LogWriter(tmp_path / "games.jsonl.zst") as writer:
        for seed in range(200):
            agents = [engine.make_agent(GAME, "random", f"{seed}", 0)]
            steps += play(GAME, options, agents, seats, seed, writer.write).steps
            writer.game_over()
    assert writer.bytes_written <= 15 * steps
