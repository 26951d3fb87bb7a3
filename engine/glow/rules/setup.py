"""Chapter 2: setup (GL-2), with the Dawn sets (GL-2.13) and five or six players (GL-13)."""

from __future__ import annotations

from bisect import insort

from engine.core.game import Action, RuleId, Seat
from engine.core.table import Table
from engine.glow.actions import ADVENTURER, ChooseAdventurer, DealAdventurers
from engine.glow.cards import (
    ADVENTURER_CARDS,
    BASE_ADVENTURERS,
    CARD_NAMES,
    CENTER,
    DATA,
    DIE_NAMES,
    EXTENSIONS,
    MAIN_SPACES,
    NO_FACE,
    RULE_NUMBERS,
    SIDES,
    START_NODE,
    card_number,
    dice_of,
)
from engine.glow.rules.dice import recount
from engine.glow.rules.turn import begin_phase, next_actor, refuse_table, refuse_turn, turn_order
from engine.glow.state import EVENING, SET_CHOICES, SETS, Die, GlowOptions, Player, Space, State, Tom


def setup(options: GlowOptions, table: Table) -> State:
    """GL-2.1 to GL-2.6: start player, reserve, tokens. Adventurers are chosen next, then `prepare`."""
    count = options.players
    first = table.pick("start player", range(count)) if count > 1 else 0  # GL-2.2
    shadows = options.side == "shadows"
    state = State(
        side=SIDES.index(options.side),
        dawn=options.dawn,
        sets=SET_CHOICES.index(options.sets),
        third_set=("none", *SETS).index(options.third_set),
        random_adventurers=options.random_adventurers,
        footprint_passes_forbidden_space=options.footprint_passes_forbidden_space,
        evening_footprints=EVENING.index(options.evening_footprints),
        day=1,
        phase="adventurer",
        first=first,
        actor=first,
        pending=[],
        players=[_player(shadows) for _ in range(count)],
        track=[Space(place) for place in _spaces(count)],
        deck=[],
        deck_b=[],
        cemetery=[],
        reserve=[
            dice_of(kind, small=False)[0] for kind in DATA.reserve["dawn" if options.dawn else "base"]
        ],  # GL-2.4
        spell_pile=[],
        spell_discards=[],
        spell_shuffles=1,
        curse_in_play=False,
        hulios_deck=[],
        butterfly_pool=[],
        butterflies_aside=[],
        butterflies_drawn=0,
        tom=[_tom(shadows)] if count == 1 else [],
        totals=[],
        winners=[],
        reason="",
    )
    table.tell("GL-2.2", "start_player", first)
    if count > 1:
        last = (first - 1) % count
        state.players[last].rerolls = RULE_NUMBERS.last_player_rerolls
        table.tell("GL-2.3", "reroll_gained", last, count=RULE_NUMBERS.last_player_rerolls, source="setup")
    for seat, player in enumerate(state.players):
        table.tell("GL-1.3", "light_gained", seat, count=player.light, source="setup")
        recount(player)
    return state


def _spaces(count: int) -> range:
    extension = len(EXTENSIONS[count].spaces) if count in EXTENSIONS else 0
    return range(MAIN_SPACES + extension)


def _player(shadows: bool) -> Player:
    node = START_NODE if shadows else 0
    boats = [] if shadows else [CENTER] * RULE_NUMBERS.boats_per_player
    return Player(light=RULE_NUMBERS.start_light, party=node, camp=node, boats=boats)  # GL-2.6


def _tom(shadows: bool) -> Tom:
    """GL-14.1."""
    node = START_NODE if shadows else 0
    boats = [] if shadows else [CENTER] * RULE_NUMBERS.boats_per_player
    return Tom(DATA.solo.start_light, 0, 0, node, boats, [], [0] * MAIN_SPACES, [], [], 0)


def free_adventurers(state: State) -> list[int]:
    """GL-2.5: those that nobody has taken."""
    taken = [player.adventurer for player in state.players]
    return [card for card in (ADVENTURER_CARDS if state.dawn else BASE_ADVENTURERS) if card not in taken]


def legal_adventurer(state: State, seat: Seat) -> list[Action]:
    """D_ADVENTURER."""
    return [ADVENTURER[card] for card in free_adventurers(state)]


def refuse_adventurer(state: State, seat: Seat, action: ChooseAdventurer) -> RuleId | None:
    if (rule := refuse_turn(state, seat, "adventurer")) is not None:
        return rule
    if state.random_adventurers:
        return "GL-2.5"
    return None if action in legal_adventurer(state, seat) else "GL-2.5"


def choose_adventurer(state: State, seat: Seat, action: ChooseAdventurer, table: Table) -> None:
    """GL-2.5: the adventurer and its large dice."""
    _take_adventurer(state, seat, card_number(action.adventurer), table)
    if not next_actor(state):
        _adventurers_done(state)


def refuse_deal(state: State, seat: Seat, action: DealAdventurers) -> RuleId | None:
    if (rule := refuse_table(state, seat, "adventurer")) is not None:
        return rule
    return None if state.random_adventurers else "GL-2.5"


def deal_adventurers(state: State, seat: Seat, action: DealAdventurers, table: Table) -> None:
    """GL-2.5 by lot, in turn order."""
    order = table.shuffle("adventurers", free_adventurers(state), CARD_NAMES)
    for player, card in zip(turn_order(state), order, strict=False):
        _take_adventurer(state, player, card, table)
    _adventurers_done(state)


def _adventurers_done(state: State) -> None:
    begin_phase(state, "tom_dice" if state.tom else "prepare")


def _take_adventurer(state: State, seat: Seat, card: int, table: Table) -> None:
    player = state.players[seat]
    player.adventurer = card
    table.tell("GL-2.5", "adventurer_taken", seat, adventurer=str(CARD_NAMES[card]))
    for kind, number in DATA.adventurers[card - 1].dice:
        free = [die for die in dice_of(kind, small=False) if die not in state.reserve]
        for die in free[:number]:
            player.dice.append(Die(die, NO_FACE, False, False))
            table.tell("GL-2.5", "die_gained", seat, die=str(DIE_NAMES[die]), source=str(CARD_NAMES[card]))
    player.dice.sort(key=lambda die: die.die)
    if state.tom:
        _solo_reserve(state, card)


def _solo_reserve(state: State, adventurer: int) -> None:
    """GL-14.2: one purple and one yellow die, unless it is the adventurer's colour."""
    own = [kind for kind, _ in DATA.adventurers[adventurer - 1].dice]
    have = [str(DIE_NAMES[die])[:-1] for die in state.reserve]
    for kind in DATA.reserve["solo_extra"]:
        if kind not in own and kind not in have:
            insort(state.reserve, dice_of(kind, small=False)[0])
