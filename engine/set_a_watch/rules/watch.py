"""Chapter 12: the open node of the watch."""

from __future__ import annotations

from functools import lru_cache

from engine.core.game import Action, Seat
from engine.set_a_watch.actions import (
    END_WATCH,
    AbilityDie,
    AbilityExhaust,
    DirectAttack,
    Passive,
    Stoke,
    TamedAttack,
    made,
)
from engine.set_a_watch.cards import (
    ABILITY_NAMES,
    CARD_NAMES,
    FIREWOOD_MAX,
    IS_PASSIVE,
    LIMITED,
    REACH,
    ability,
)
from engine.set_a_watch.rules import attacks
from engine.set_a_watch.rules.firewood import EVERYBODY
from engine.set_a_watch.rules.party import (
    NO_PASSIVES,
    controller,
    has_die,
    leader,
    merged_hands,
    merged_held,
)
from engine.set_a_watch.rules.targets import TARGETS, Codes, Sight, can_raise, fields
from engine.set_a_watch.state import Slot, State

SEATED = {1: (EVERYBODY,), 2: ((0, 1), (2, 3))}
"""SW-3.1: whom a seat decides for. With four seats it is one each; of three the fourth goes round (SW-3.3)."""
DAGGERS = ability("throwing_daggers")
TARGETS_OF = tuple(TARGETS[name] if name else None for name in ABILITY_NAMES)


@lru_cache(maxsize=65536)
def _attack_options(dice: Codes, targets: Codes) -> tuple[DirectAttack, ...]:
    return tuple(made(DirectAttack, die + 1, target) for die in dice for target in targets)


@lru_cache(maxsize=65536)
def _tamed_options(creatures: Codes, targets: Codes) -> tuple[TamedAttack, ...]:
    return tuple(
        made(TamedAttack, str(CARD_NAMES[creature]), target) for creature in creatures for target in targets
    )


@lru_cache(maxsize=65536)
def die_options(card: int, dice: Codes, codes: Codes) -> tuple[AbilityDie, ...]:
    name = str(ABILITY_NAMES[card])
    return tuple(_ability_die(name, die + 1, code) for die in dice for code in codes)


@lru_cache(maxsize=65536)
def _ability_die(name: str, die: int, code: int) -> AbilityDie:
    return AbilityDie(card=name, die=die, **fields(name, code))


@lru_cache(maxsize=65536)
def exhaust_options(card: int, codes: Codes) -> tuple[AbilityExhaust, ...]:
    name = str(ABILITY_NAMES[card])
    return tuple(AbilityExhaust(card=name, **fields(name, code)) for code in codes)


@lru_cache(maxsize=65536)
def _both_options(
    card: int, dice: Codes, codes: Codes
) -> tuple[tuple[AbilityDie, ...], tuple[AbilityExhaust, ...]]:
    """SW-12.4: a ready card's options with a die, and by exhausting it."""
    return die_options(card, dice, codes), exhaust_options(card, codes)


@lru_cache(maxsize=65536)
def passive_options(card: int, codes: Codes) -> tuple[Passive, ...]:
    name = str(ABILITY_NAMES[card])
    return tuple(Passive(card=name, **fields(name, code)) for code in codes)


def players_of(state: State, seat: Seat) -> list[int]:
    """SW-3.5, SW-9.1: the participating adventurers that a seat decides for."""
    people = state.adventurers
    if state.players == 4:
        return [seat] if people[seat].participates else []
    if state.players == 3:
        return [who for who in EVERYBODY if people[who].participates and controller(state, who) == seat]
    return [who for who in SEATED[state.players][seat] if people[who].participates]


def watch_options(state: State, seat: Seat) -> list[Action]:
    """SW-12.1: attacks, abilities by die, by exhausting, passives, tamed attacks, END_WATCH, STOKE."""
    options: list[Action] = []
    by_die: list[Action] = []
    by_exhausting: list[Action] = []
    passives: list[Action] = []
    tamed: list[Action] = []
    sight = Sight(state)
    people = players_of(state, seat)
    hands = merged_hands(state) if len(people) > 2 else None
    reached: dict[int, Codes] = {}
    for who in people:
        hand = tuple(merged_held(state, who) if hands is None else hands[who])
        creatures = state.adventurers[who].tamed
        if hand or creatures:
            far = attacks.reach(state, who)
            if far not in reached or state.deluxe:  # The Grand Arena and Song of Pain make differences
                reached[far] = attacks.attack_targets(state, who, far)
            if targets := reached[far]:
                options += _attack_options(hand, targets)
                if creatures:
                    tamed += _tamed_options(tuple(creatures), targets)
        _of_cards(state, sight, who, hand, by_die, by_exhausting, passives)
    options += by_die
    options += by_exhausting
    options += passives
    options += tamed
    if seat == leader(state):
        options.append(END_WATCH)
    if state.stoke and state.firewood < FIREWOOD_MAX:
        for who in people:
            options.extend(
                made(Stoke, str(ABILITY_NAMES[slot.card]))
                for slot in state.adventurers[who].board
                if slot.ready
            )
    return options


def _of_cards(
    state: State,
    sight: Sight,
    who: int,
    dice: Codes,
    by_die: list[Action],
    by_exhausting: list[Action],
    passives: list[Action],
) -> None:
    """Options of one adventurer's ready cards, each in the list of its kind."""
    own = tuple([die for die in dice if die // 3 == who]) if state.deluxe else dice
    for slot in state.adventurers[who].board:
        if not slot.ready:
            continue
        card = slot.card
        if IS_PASSIVE[card]:
            passives += passive_options(card, passive_codes(state, sight, who, slot))
            continue
        codes = TARGETS_OF[card](state, sight, who)  # type: ignore[misc]
        if not codes:
            continue
        fit: Codes = () if slot.die_used else own
        if card == DAGGERS:
            fit = die_choices(state, sight, who, card, fit)
        with_die, exhausting = _both_options(card, fit, codes)
        by_die += with_die
        by_exhausting += exhausting


def die_choices(state: State, sight: Sight, who: int, card: int, own: Codes) -> Codes:
    """SW-12.2: own available dice; Throwing Daggers may need another one to raise."""
    if (
        card != DAGGERS
        or sight.down
        or (REACH[state.adventurers[who].id] == 1 and not state.adventurers[who].daggers)
    ):
        return own
    return tuple([die for die in own if can_raise(state, who, die)])


def passive_codes(state: State, sight: Sight, who: int, slot: Slot) -> Codes:
    """SW-13.1, SW-13.2."""
    if NO_PASSIVES[state.location] or (slot.used and LIMITED[slot.card]):
        return ()
    codes: Codes = TARGETS_OF[slot.card](state, sight, who)  # type: ignore[misc]
    return codes


def anybody_can_act(state: State) -> bool:
    """SW-12.9: is there any option besides END_WATCH?"""
    everybody = state.adventurers
    easy = attacks.reached_by_all(state)
    if easy:  # the usual case, found without further looking
        for die in state.dice:
            if not die.place and everybody[die.holder].participates:  # AVAILABLE is 0
                return True
    people = [who for who in EVERYBODY if everybody[who].participates]
    return _can_attack(state, people, easy) or _can_use(state, people, Sight(state))


def _can_attack(state: State, people: list[int], easy: bool) -> bool:
    """Is there a direct attack? `easy`: whoever has a die or a tamed creature has one."""
    for who in people:
        if easy:
            if state.adventurers[who].tamed or has_die(state, who):
                return True
        elif (has_die(state, who) or state.adventurers[who].tamed) and attacks.attack_targets(state, who):
            return True
    return False


def _can_use(state: State, people: list[int], sight: Sight) -> bool:
    """Is there a card to use or to stoke with? Stops at the first yes."""
    for who in people:
        for slot in state.adventurers[who].board:
            if not slot.ready:
                continue
            if state.stoke and state.firewood < FIREWOOD_MAX:
                return True
            if IS_PASSIVE[slot.card]:
                if passive_codes(state, sight, who, slot):
                    return True
            elif TARGETS_OF[slot.card](state, sight, who):  # type: ignore[misc]
                return True
    return False


def acting_seats(state: State) -> tuple[Seat, ...]:
    """SW-3.5: who may act now; the leader, who may end the watch, comes last."""
    count = state.players
    if count == 1:
        return (0,)
    last = leader(state)
    easy = attacks.reached_by_all(state)
    sight = None
    seats = []
    for step in range(1, count):
        seat = (last + step) % count
        people = players_of(state, seat)
        if not people:
            continue
        if not _can_attack(state, people, easy):
            sight = sight or Sight(state)
            if not _can_use(state, people, sight):
                continue
        seats.append(seat)
    return (*seats, last)
