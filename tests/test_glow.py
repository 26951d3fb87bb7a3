"""Glow: what scenarios cannot say. Options, whole games over all configurations, the greedy agent."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import product
from typing import Any, Literal

import msgspec
import pytest
from bounded import bounded
from walks import covering, walk

import engine
from engine.core import codec
from engine.core.errors import BadOption, ChanceError
from engine.core.game import Action
from engine.core.play import play_fast, read_options
from engine.core.table import Event, Table
from engine.glow.actions import FINISH, USE_SKULL, Fire, UseCancel
from engine.glow.cards import CARD_NAMES, DATA, DIE_NAMES, IS_SMALL, TOKEN_NAMES
from engine.glow.effects import ABILITY, EFFECTS
from engine.glow.game import GAME, configurations
from engine.glow.rules.resolve import POWERS
from engine.glow.state import SET_CHOICES, GlowOptions, State

LONGEST_LIST = 100
LONGEST_GAME = 1000


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"sets": "elemental"}, "needs dawn=true"),
        ({"players": "5"}, "5 players need dawn=true"),
        ({"players": "1", "dawn": "true", "sets": "draconic"}, "sets=none or sets=anibloom"),
        ({"players": "5", "dawn": "true", "sets": "anibloom"}, "five players need two sets"),
        ({"players": "6", "dawn": "true", "sets": "anibloom"}, "six players need all sets"),
        (
            {"players": "5", "dawn": "true", "sets": "elemental+anibloom+draconic"},
            "need third_set=elemental, anibloom or draconic",
        ),
        ({"players": "3", "third_set": "anibloom"}, "third_set belongs to five players"),
        ({"players": "7"}, "players: 1, 2, 3, 4, 5, 6"),
        ({"side": "moon"}, "shadows, archipelago"),
    ],
)
def test_an_impossible_combination_says_what_is_possible(given: dict[str, str], sentence: str) -> None:
    with pytest.raises(BadOption) as caught:
        read_options(GAME, given)
    assert sentence in str(caught.value)


def is_possible(players: int, dawn: bool, sets: str, third_set: str) -> bool:
    """GL-2.15, GL-2.13, GL-13.1 and GL-14.1, said once more."""
    chosen = [] if sets == "none" else sets.split("+")
    if players < 5:
        return third_set == "none" and (dawn or not chosen) and (players > 1 or chosen in ([], ["anibloom"]))
    if players == 5:
        return dawn and (len(chosen), third_set == "none") in ((2, True), (3, False))
    return dawn and len(chosen) == 3 and third_set == "none"


def test_every_impossible_combination_is_refused_with_a_way_out() -> None:
    """GL-2.15: following the settings that the sentences name leads to a game that can be played."""
    refused = 0
    for players, dawn, sets, third_set in product(
        range(1, 7), (False, True), SET_CHOICES, ("none", *DATA.sets)
    ):
        given: dict[str, Any] = {"players": players, "dawn": dawn, "sets": sets, "third_set": third_set}
        try:
            GlowOptions(**given)
            assert is_possible(**given)
            continue
        except ValueError as error:
            assert not is_possible(**given)
            refused += 1
            sentence = str(error)
        for _ in range(5):
            key, value = re.findall(r"(players|dawn|sets|third_set)=([\w+]+)", sentence)[0]
            given[key] = value
            try:
                read_options(GAME, {key: str(value).lower() for key, value in given.items()})
                break
            except BadOption as error:
                sentence = str(error)
        else:
            pytest.fail(f"{given}: {sentence}")
    assert refused == 6 * 2 * 8 * 4 - 37


def test_the_options_are_those_of_the_data() -> None:
    """The switches of data.yaml with their defaults and values, and nothing but them beside GL-2.15."""
    fields = {field.name: field for field in msgspec.structs.fields(GlowOptions)}
    for name, switch in DATA.options.items():
        field = fields.pop(name)
        assert field.default == switch["default"]
        values = [False, True] if field.type is bool else list(field.type.__args__)
        assert values == switch["values"]
        assert switch["rule"] in engine.rule_texts("glow")
    assert set(fields) == {"players", "side", "dawn", "sets", "third_set"}


def test_configurations_are_all_and_none_twice() -> None:
    """GL-2.15: 74 games, each with three switches; the count by players is the document's."""
    found = configurations()
    assert len(set(found)) == len(found) == 74 * 8
    by_players = Counter(options.players for options in found)
    assert by_players == {1: 6 * 8, 2: 18 * 8, 3: 18 * 8, 4: 18 * 8, 5: 12 * 8, 6: 2 * 8}


def test_every_effect_has_its_power() -> None:
    for effects in EFFECTS:
        for effect in effects:
            assert effect.do == "gain" or effect.do in POWERS


def small_dice(state: State) -> int:
    """Small dice in play, wherever they are."""
    held = sum(IS_SMALL[die.die] for player in state.players for die in player.dice)
    return held + sum(len(space.dice) for space in state.track)


def companions(state: State) -> list[int]:
    """Every companion that is not in the box."""
    piles = [state.deck, state.deck_b, state.cemetery, state.hulios_deck]
    piles += [[companion.card for companion in player.row] for player in state.players]
    piles += [player.hand + player.replaced for player in state.players]
    piles += [[item.source for item in state.pending if item.what == "join"]]
    piles += [[space.companion for space in state.track if space.companion]]
    return sorted(card for pile in piles for card in pile)


def large_dice(state: State) -> list[int]:
    """Every large dice in play."""
    found = [die.die for player in state.players for die in player.dice if not IS_SMALL[die.die]]
    found += [die for player in state.players for die in player.aside]
    found += [die.die for tom in state.tom for die in tom.dice]
    return sorted([*found, *state.reserve])


@pytest.mark.parametrize("options", covering(GAME), ids=str)
def test_nothing_is_lost_or_doubled(options: GlowOptions) -> None:
    """Companions, dice, spells and butterfly tokens stay the same all game; losses have no floor below 0."""
    fixed = None
    for position, _seat, _action in walk(GAME, options, "pieces"):
        state: State = position.state
        for player in state.players:
            assert min(player.light, player.rerolls, player.footprints, player.fireflies) >= 0
            assert len(player.boats) in (0, 4)
        if state.phase in ("adventurer", "tom_dice", "prepare"):
            continue
        spells = sorted(
            [*state.spell_pile, *state.spell_discards]
            + [spell for player in state.players for spell in [*player.spells, *player.face_down]]
        )
        tokens = sorted(
            [*state.butterfly_pool, *state.butterflies_aside]
            + [token for player in state.players for token in player.butterflies]
        )
        found = (small_dice(state) - state.curse_in_play, large_dice(state), spells, tokens)
        # in the solo mode the rest of deck A leaves the game (GL-14.5)
        found += ((companions(state) if not state.tom else []),)
        if fixed is None:
            fixed = found
            assert len(set(companions(state))) == len(companions(state))
        assert found == fixed
    assert fixed is not None


@pytest.mark.parametrize(
    ("options", "deck"),
    [
        (GlowOptions(players=2), 40),
        (GlowOptions(players=4, dawn=True, sets="elemental"), 40),
        (GlowOptions(players=5, dawn=True, sets="elemental+draconic"), 56),
        (
            GlowOptions(players=5, dawn=True, sets="elemental+anibloom+draconic", third_set="anibloom"),
            56,
        ),
        (GlowOptions(players=6, dawn=True, sets="elemental+anibloom+draconic"), 64),
    ],
    ids=str,
)
def test_deck_sizes(options: GlowOptions, deck: int) -> None:
    """Case C-46."""
    for position, _seat, _action in walk(GAME, options, "deck"):
        state: State = position.state
        if state.phase == "start_day":
            assert len(state.deck) + len(state.track) == deck
            return


def check_a_game(options: GlowOptions, seed: str) -> None:
    table = Table(seed)
    state = GAME.setup(options, table)
    choose = engine.make_agent(GAME, "random", seed, 0).choose
    steps = 0
    while acting := GAME.to_act(state):
        legal = GAME.legal(state, acting[0])
        assert 0 < len(legal) <= LONGEST_LIST
        GAME.perform(state, acting[0], legal[choose(legal, dict)], table)
        steps += 1
        assert steps < LONGEST_GAME
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert state.day == DATA.constants.days
    assert codec.decode(codec.encode(state), State) == state


@pytest.mark.slow
def test_random_games_of_every_configuration_end() -> None:
    """At least one game of each: never stuck, eight days, no long list of choices."""
    every = configurations()
    for number in range(bounded(10_000, len(every))):
        check_a_game(every[number % len(every)], f"{number}")


def test_every_ability_fires_somewhere() -> None:
    """No card that silently does nothing: each is fired in random play, and then something is told."""
    missing = {str(name) for card, name in enumerate(CARD_NAMES) if ABILITY[card] is not None}
    for number in range(12):
        for options in covering(GAME):
            for position, _seat, _action in walk(GAME, options, f"fires {number}"):
                events = position.table.events or []
                for event in events:
                    if event.kind == "fired":
                        missing.discard(str(event.facts["card"]))
            if not missing:
                return
    assert not missing


HOLDINGS = {"light": "light", "footprint": "footprints", "firefly": "fireflies", "reroll": "rerolls"}
"""What is gained, lost and paid by the count, and its field in a player."""


class Ledger:
    """What every seat has by what the events say, from nothing on."""

    def __init__(self, players: int) -> None:
        self.counts = [dict.fromkeys(HOLDINGS, 0) for _ in range(players)]
        self.pieces: list[dict[str, list[str]]] = [
            {"companions": [], "dice": [], "aside": [], "butterflies": [], "face_down": [], "spells": []}
            for _ in range(players)
        ]

    def hear(self, event: Event) -> None:
        if event.seat is None:
            return
        facts, pieces = event.facts, self.pieces[event.seat]
        what, _, how = event.kind.rpartition("_")
        if what in HOLDINGS:
            assert type(facts["count"]) is int
            assert facts["count"] > 0
            assert facts["source"]
            self.counts[event.seat][what] += facts["count"] if how == "gained" else -facts["count"]
            return
        match event.kind:
            case "companion_gained":
                assert facts["source"]
                pieces["companions"].append(str(facts["companion"]))
            case "companion_lost" | "companion_swapped_out":
                assert facts["source"]
                pieces["companions"].remove(str(facts["companion"]))
            case "die_gained":
                assert facts["source"]
                if facts["die"] in pieces["aside"]:
                    pieces["aside"].remove(str(facts["die"]))
                pieces["dice"].append(str(facts["die"]))
            case "die_lost" | "die_placed":
                pieces["dice"].remove(str(facts["die"]))
            case "die_set_aside":
                pieces["dice"].remove(str(facts["die"]))
                pieces["aside"].append(str(facts["die"]))
            case "butterfly_drawn":
                assert facts["source"]
                pieces["butterflies"].append(str(facts["token"]))
            case "butterfly_returned" | "butterfly_used" | "butterfly_aside":
                pieces["butterflies"].remove(str(facts["token"]))
            case "spell_drawn":
                pieces["face_down"].append("?")
            case "spell_turned":
                pieces["face_down"].pop()
                pieces["spells"].append(str(facts["spell"]))
            case "spell_discarded":
                if facts["spell"] in pieces["spells"]:
                    pieces["spells"].remove(str(facts["spell"]))
                else:
                    pieces["face_down"].pop()

    def check(self, state: State) -> None:
        for player, counts, pieces in zip(state.players, self.counts, self.pieces, strict=True):
            assert counts == {what: getattr(player, field) for what, field in HOLDINGS.items()}
            held = {
                "companions": [CARD_NAMES[companion.card] for companion in player.row],
                "dice": [DIE_NAMES[die.die] for die in player.dice],
                "aside": [DIE_NAMES[die] for die in player.aside],
                "butterflies": [TOKEN_NAMES[token] for token in player.butterflies],
                "spells": [CARD_NAMES[spell] for spell in player.spells],
                "face_down": ["?" for _ in player.face_down],
            }
            assert {what: Counter(found) for what, found in held.items()} == {
                what: Counter(found) for what, found in pieces.items()
            }


def told_steps(options: GlowOptions, names: list[str], seed: str) -> Iterator[tuple[State, list[Event]]]:
    """States after every step of a game of these agents, with what was told in it."""
    table = Table(seed, listen=True)
    state = GAME.setup(options, table)
    agents = [engine.make_agent(GAME, name, seed, seat) for seat, name in enumerate(names)]
    yield state, table.events or []
    while acting := GAME.to_act(state):
        seat = acting[0]
        legal = GAME.legal(state, seat)
        choice = 0 if seat < 0 else agents[seat].choose(legal, partial(GAME.observe, state, seat))
        table.begin()
        GAME.perform(state, seat, legal[choice], table)
        yield state, table.events or []


def reconcile(options: GlowOptions, agent: str, seed: str) -> None:
    ledger = Ledger(options.players)
    scored = [0] * options.players
    state = None
    for state, events in told_steps(options, [agent] * options.players, seed):
        for event in events:
            ledger.hear(event)
            if event.kind == "scored" and event.seat is not None:
                scored[event.seat] += int(event.facts["count"])
        ledger.check(state)
    assert state is not None
    light = [counts["light"] for counts in ledger.counts]
    assert state.totals == [light + more for light, more in zip(light, scored, strict=True)]


@pytest.mark.parametrize("options", covering(GAME), ids=str)
def test_every_gain_and_loss_is_told(options: GlowOptions) -> None:
    """Light, tokens, companions, dice, butterflies and spells of every seat are the sum of its events at every
    step, each with its source; and what the scoring tells adds up to the totals. Greedy and random games."""
    reconcile(options, "random", "ledger")
    reconcile(options, "greedy", "ledger")


@pytest.mark.parametrize("side", ["shadows", "archipelago"])
def test_an_afternoon_draws_nothing(side: Literal["shadows", "archipelago"]) -> None:
    """GL-8.17, GL-9.9: no chance between the noon and the evening, decisions inside of a move included."""
    options = GlowOptions(players=4, side=side, dawn=True, sets="elemental+anibloom+draconic")
    steps = 0
    phase = ""
    for number in range(3):
        for position, _seat, _action in walk(GAME, options, f"afternoon {number}"):
            if phase == "afternoon" and position.step:
                assert position.table.drawn == []
                steps += 1
            phase = position.state.phase
    assert steps > 100


def test_facts_of_a_seat() -> None:
    """Facts of a state set by hand: light, tokens, dice, companions, the way gone and what the camp is worth."""
    state = GAME.setup(GlowOptions(), Table(unshuffled=True))
    player = {
        "adventurer": "eoles",
        "light": 12,
        "footprints": 3,
        "fireflies": 1,
        "rerolls": 2,
        "dice": [{"die": "azure2", "face": "fire"}, {"die": "small_red1", "face": "fire"}],
        "row": [{"card": "a11_briki"}, {"card": "a04_tamnuca"}],
        "party": "v8",
        "camp": "v5",
    }
    for name, value in player.items():
        codec.assign(state, f"players.0.{name}", value)
    GAME.derive(state)
    facts = GAME.facts(state, 0)
    expected = {
        "light": 12,
        "footprints": 3,
        "rerolls": 2,
        "fireflies": 1 + 1,
        "large_dice": 1,
        "companions": 2,
    }
    # start - s01 - s02 - s03 - s04 - v5 - s51 - s50 - s35 - s34 - v8: five steps beyond the village
    expected |= {"card_values": 4 + 6 + 0, "board_value": 5, "distance": 10, "firefly_bonus": 10}
    expected |= {"score": 12 + 10 + 5 + 10 + 3}
    assert {name: facts[name] for name in expected} == expected
    boats = GAME.setup(GlowOptions(side="archipelago"), Table(unshuffled=True))
    codec.assign(boats, "players.0.boats", ["center", "east", "far_east", "isle8"])
    facts = GAME.facts(boats, 0)
    assert (facts["distance"], facts["board_value"]) == (0 + 1 + 2 + 2, 8)


def test_every_seat_may_start() -> None:
    """GL-2.2: the start player is drawn among the seats; GL-2.3: the last one has the two tokens."""
    firsts = Counter()
    for seed in range(60):
        table = Table(f"{seed}")
        state = GAME.setup(GlowOptions(players=3), table)
        assert table.drawn == [("start player", [state.first])]
        assert [player.rerolls for player in state.players].index(2) == (state.first - 1) % 3
        firsts[state.first] += 1
    assert set(firsts) == {0, 1, 2}


@pytest.mark.slow
@pytest.mark.parametrize("side", ["shadows", "archipelago"])
def test_greedy_plainly_beats_random(side: str) -> None:
    """At least 90 % of the games for two; it sits in both seats equally often."""
    options = GlowOptions(players=2, side=side)  # type: ignore[arg-type]
    won = 0.0
    games = bounded(400, 40)
    for number in range(games):
        seat = number % 2
        names = ["random", "random"]
        names[seat] = "greedy"
        agents = [engine.make_agent(GAME, who, str(number), place) for place, who in enumerate(names)]
        played = play_fast(GAME, options, agents, str(number))
        assert played.outcome is not None
        if seat in played.outcome.winners:
            won += 1 / len(played.outcome.winners)
    assert won >= 0.9 * games


def greedy_choice(**fields: Any) -> Action:
    """What the greedy agent in seat 0 does at noon with these dice, cards and tokens."""
    state = GAME.setup(GlowOptions(dawn=True, sets="anibloom"), Table(unshuffled=True))
    state.phase, state.actor = "noon", 0
    for player in state.players:
        player.adventurer = CARD_NAMES.index("pocana")
    for name, value in fields.items():
        codec.assign(state, f"players.0.{name}", value)
    GAME.derive(state)
    legal = GAME.legal(state, 0)
    agent = engine.make_agent(GAME, "greedy", "1", 0)
    return legal[agent.choose(legal, partial(GAME.observe, state, 0))]


def test_greedy_uses_the_tokens_it_holds() -> None:
    """A skull token takes a spell away, a cancel token a firing that hurts; neither is wasted on nothing."""
    idle = {"row": [{"card": "a05_ladawa"}], "butterflies": ["bf_skull", "bf_cancel"], "dice": []}
    assert greedy_choice(**idle) == FINISH
    assert greedy_choice(**idle, spells=["tree_curse"]) == USE_SKULL
    fires = [{"die": "red1", "face": "fire"}, {"die": "red2", "face": "fire"}]
    assert greedy_choice(spells=["fire_curse"], butterflies=["bf_cancel"], dice=fires) == UseCancel("fire")
    assert greedy_choice(spells=["fire_curse"], butterflies=["bf_skull"], dice=fires) == USE_SKULL
    assert greedy_choice(row=[{"card": "a05_ladawa"}], butterflies=["bf_cancel"], dice=fires) == Fire(
        "a05_ladawa"
    )


def test_greedy_plays_every_kind_of_game() -> None:
    for options in covering(GAME):
        agents = [engine.make_agent(GAME, "greedy", "1", seat) for seat in range(options.players)]
        assert play_fast(GAME, options, agents, "1").outcome is not None


def test_names_of_dice_are_those_of_the_box() -> None:
    large = sum(die.big_dawn for die in DATA.dice)
    small = sum(die.small + max(die.small_ext5, die.small_ext6) for die in DATA.dice)
    assert len(DIE_NAMES) == len(set(DIE_NAMES)) == 1 + large + small


def test_dice_of_several_kinds_in_one_throw() -> None:
    """The table: equal dice give what `roll` gives; a script's face must be on its own die."""
    assert Table("7").roll_each("x", [(1, 2, 3)] * 5) == Table("7").roll("x", (1, 2, 3), 5)
    table = Table(None)
    table.begin([("mixed", [1, 9])])
    assert table.roll_each("mixed", [(1, 2), (8, 9)]) == [1, 9]
    table.begin([("again", [9, 1])])
    with pytest.raises(ChanceError, match="not a roll of 2 such dice"):
        table.roll_each("again", [(1, 2), (8, 9)])


def test_records_are_written_as_a_whole() -> None:
    """Scenarios: a record from its fields; what has a default may be left out, what does not exist may not."""
    state = GAME.setup(GlowOptions(), Table(unshuffled=True))
    codec.assign(state, "players.0.dice", [{"die": "red1", "face": "fire"}])
    assert codec.plain(state)["players"][0]["dice"] == [
        {"die": "red1", "face": "fire", "rolled": True, "used": False}
    ]
    for wrong in ([{"face": "fire"}], [{"die": "red1", "colour": "red"}], [7]):
        with pytest.raises(ValueError, match="record"):
            codec.assign(state, "players.0.dice", wrong)
    assert msgspec.to_builtins(GlowOptions())["players"] == 2
