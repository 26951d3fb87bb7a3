"""What every game owes the core, shown on random games of every configuration."""

import subprocess
import sys
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from walks import every_case, walk, walks

import engine
from engine.core import codec, conform
from engine.core.game import Game, Options
from engine.core.stream import Stream
from engine.core.table import Table

CASES = every_case()
per_case = pytest.mark.parametrize(("game", "options"), CASES)


def test_there_are_games() -> None:
    assert "living_forest" in engine.games()
    assert len(CASES) >= 3


@per_case
def test_random_play_ends_exactly_with_an_outcome(game: Game[Any], options: Options) -> None:
    for seed in ("1", "2", "3"):
        position = None
        for position, _seat, _action in walk(game, options, seed, game.step_limit):
            assert game.outcome(position.state) is None
        assert position is not None
        assert position.step < game.step_limit
        assert game.to_act(position.state) == ()
        assert game.outcome(position.state) is not None
        conform.check_outcome(game, options, position.state)


@per_case
def test_state_round_trips_and_totals_stay_right(game: Game[Any], options: Options) -> None:
    for position, _seat, _action in walk(game, options, "totals"):
        conform.check_round_trip(game, position.state)


@per_case
def test_an_unpacked_state_plays_on_alike(game: Game[Any], options: Options) -> None:
    shadow = done = None
    for position, seat, action in walk(game, options, "shadow", 150):
        if shadow is None:
            shadow = conform.Shadow(game, position.state, "shadow")
        elif done is not None:
            shadow.step(*done, position.state, position.table.drawn)
        done = (seat, action)
    assert done is not None


@per_case
def test_legal_actions_are_not_refused_and_stand_once(game: Game[Any], options: Options) -> None:
    for position, _seat, _action in walk(game, options, "legal"):
        conform.check_legal(game, position.state)


@per_case
def test_refusal_is_none_exactly_for_legal_actions(game: Game[Any], options: Options) -> None:
    below = Stream("mutations").below
    kinds = tuple(game.rule_of)
    agreed = [0, 0]
    for position, seat, action in walks(game, options, "refusal", 1200):
        state = position.state
        other = conform.nearby(action, kinds, below, game.legal(state, seat))
        for someone in (seat, below(options.players + 2) - 1, 99, -2):
            agreed[conform.check_refusal(game, state, someone, other) is None] += 1
    assert min(agreed) > 50, "the mutations hit too few legal or too few illegal choices"


@per_case
def test_a_refused_action_changes_nothing(game: Game[Any], options: Options) -> None:
    below = Stream("refused").below
    kinds = tuple(game.rule_of)
    refused = 0
    for position, seat, action in walks(game, options, "refused", 800):
        other = conform.nearby(action, kinds, below, game.legal(position.state, seat))
        if game.refusal(position.state, seat, other) is not None:
            conform.check_unchanged(game, position.state, seat, other, position.table)
            refused += 1
    assert refused > 100


@per_case
def test_events_and_refusals_name_rules_that_exist(game: Game[Any], options: Options) -> None:
    known = engine.rule_texts(game.name)
    words = engine.words(game.name)
    for position, _seat, _action in walk(game, options, "events"):
        conform.check_events(position.table.events or [], known, words)


@per_case
def test_rounds_begin_in_steps_of_the_table(game: Game[Any], options: Options) -> None:
    before: tuple[int, int] | None = None
    rounds = set()
    for position, seat, _action in walk(game, options, "rounds"):
        if before is not None:
            conform.check_round(game, *before, position.state)
        before = game.round_of(position.state), seat
        rounds.add(before[0])
    assert min(rounds) == 1


def test_a_round_that_a_seat_begins_is_found() -> None:
    game = engine.load("living_forest")
    state = game.setup(game.options(players=2), Table("1"))
    conform.check_round(game, 1, 0, state)
    conform.check_round(game, 0, -1, state)
    for before, seat in ((0, 0), (2, -1)):
        with pytest.raises(conform.Violation, match="rounds: round 1 comes after"):
            conform.check_round(game, before, seat, state)


@per_case
def test_words_exist_for_actions_and_facts(game: Game[Any], options: Options) -> None:
    words = engine.words(game.name)
    kinds = {kind.__struct_config__.tag for kind in game.actions}
    assert kinds == set(words.actions)
    state = game.setup(options, Table(unshuffled=True))
    facts = game.facts(state, 0)
    assert set(facts) == set(words.facts)
    assert set(game.headline) <= set(facts)
    assert all(type(value) is int for value in facts.values())


@per_case
def test_hidden_things_do_not_leak(game: Game[Any], options: Options) -> None:
    """Shuffle in the state what a seat's view marks hidden: the view must stay the same."""
    below = Stream("hidden").below
    checked = 0
    for position, _seat, _action in islice(walks(game, options, "hidden", 1500), 0, 1500, 25):
        checked += conform.check_hidden(game, position.state, options.players, below)
    assert checked


@pytest.mark.parametrize(("game", "options"), [case for case in CASES if case.values[0].independent])
def test_independent_steps_may_be_shuffled_between_seats(game: Game[Any], options: Options) -> None:
    """What a game declares independent gives the same state and chance in any order of the seats."""
    runs = 0
    for position, _seat, _action in walk(game, options, "independent", 900):
        acting = game.to_act(position.state)
        if len(acting) < 2 or len(acting) < options.players or runs >= 25:
            continue
        in_order = phase_by(game, position.state, lambda seats: seats[0])
        below = Stream(f"order {position.step}").below
        mixed = phase_by(game, position.state, lambda seats, below=below: seats[below(len(seats))])
        assert in_order == mixed
        runs += 1
    assert runs


def phase_by(game: Game[Any], start: Any, which: Any) -> tuple[bytes, list[Any]]:
    """Play the independent steps to their end; each seat's choices come from its own stream."""
    state = codec.copy(start)
    table = Table("independent")
    streams = {seat: Stream(f"seat {seat}") for seat in game.to_act(state)}
    chance = []
    while (acting := game.to_act(state)) and all(
        isinstance(action, game.independent) for seat in acting for action in game.legal(state, seat)
    ):
        seat = which(acting)
        legal = game.legal(state, seat)
        table.begin()
        game.apply(state, seat, legal[streams[seat].below(len(legal))], table)
        chance.extend(table.drawn)
    return codec.encode(state), sorted(chance)


@settings(max_examples=30, deadline=None)
@given(
    seed=st.text(alphabet=st.characters(categories=["L", "N", "P", "So"]), min_size=1, max_size=8),
    data=st.data(),
)
def test_copies_go_their_own_way(seed: str, data: st.DataObject) -> None:
    """A copy of a state plays on like the original, and playing on it leaves the original alone."""
    game = engine.load(data.draw(st.sampled_from(engine.games())))
    options = data.draw(st.sampled_from(game.configurations()))
    steps = data.draw(st.integers(0, 120))
    position, seat, action = next(islice(walks(game, options, seed, steps + 1), steps, steps + 1))
    before = codec.encode(position.state)
    copies = [codec.copy(position.state) for _ in range(2)]
    for copy in copies:
        game.apply(copy, seat, action, Table("other"))
    assert codec.encode(position.state) == before
    assert codec.encode(copies[0]) == codec.encode(copies[1])


def test_another_process_writes_the_same_bytes() -> None:
    """Hash seeds, locale and optimisation have no influence on a log."""
    script = Path(__file__).with_name("write_logs.py")
    outputs = set()
    for seed, flags, extra in (
        ("0", [], {}),
        ("1", ["-O"], {"LC_ALL": "tr_TR.UTF-8"}),
        ("random", [], {"TZ": "Asia/Tokyo"}),
    ):
        run = subprocess.run(
            [sys.executable, *flags, str(script)],
            env={"PYTHONHASHSEED": seed, "PATH": "", **extra},
            cwd=script.parent.parent,
            capture_output=True,
            check=True,
        )
        outputs.add(run.stdout)
    assert len(outputs) == 1
    assert len(outputs.pop()) > 10_000
