"""Chapter 12: the open node of the watch."""

from __future__ import annotations

from functools import lru_cache

from engine.core.game import Action, RuleId, Seat
from engine.core.table import Table
from engine.set_a_watch.actions import (
    END_WATCH,
    AbilityDie,
    AbilityExhaust,
    DirectAttack,
    EndWatch,
    Passive,
    Stoke,
    TamedAttack,
    made,
)
from engine.set_a_watch.cards import (
    ABILITY_NAMES,
    ABILITY_RULE,
    CARD_NAMES,
    FIREWOOD_MAX,
    IS_PASSIVE,
    LIMITED,
    REACH,
    ability,
    source_of,
)
from engine.set_a_watch.rules import attacks
from engine.set_a_watch.rules.abilities import USE, USE_PASSIVE
from engine.set_a_watch.rules.ending import close_watch
from engine.set_a_watch.rules.firewood import EVERYBODY, PAYMENT, change_firewood
from engine.set_a_watch.rules.line import is_immune, lich_place
from engine.set_a_watch.rules.party import (
    NO_PASSIVES,
    controller,
    exhaust,
    held,
    leader,
    merged_hands,
    merged_held,
    name_of,
    slot_of,
)
from engine.set_a_watch.rules.targets import TARGETS, Codes, Sight, can_raise, fields
from engine.set_a_watch.state import AVAILABLE, ON_CARD, WATCH, Slot, State

DAGGERS, BERSERKER, CHAOS_BLAST = ability("throwing_daggers"), ability("berserker"), ability("chaos_blast")
_TARGETS = tuple(TARGETS[name] if name else None for name in ABILITY_NAMES)
_ABILITY = {name: number for number, name in enumerate(ABILITY_NAMES) if name}
_CARD = {name: number for number, name in enumerate(CARD_NAMES) if name}
STOKED = source_of("firewood")


@lru_cache(maxsize=65536)
def _attack_options(dice: Codes, targets: Codes) -> tuple[DirectAttack, ...]:
    return tuple(made(DirectAttack, die + 1, target) for die in dice for target in targets)


@lru_cache(maxsize=65536)
def _die_options(card: int, dice: Codes, codes: Codes) -> tuple[AbilityDie, ...]:
    name = str(ABILITY_NAMES[card])
    return tuple(_ability_die(name, die + 1, code) for die in dice for code in codes)


@lru_cache(maxsize=65536)
def _ability_die(name: str, die: int, code: int) -> AbilityDie:
    return AbilityDie(card=name, die=die, **fields(name, code))


@lru_cache(maxsize=65536)
def _exhaust_options(card: int, codes: Codes) -> tuple[AbilityExhaust, ...]:
    name = str(ABILITY_NAMES[card])
    return tuple(AbilityExhaust(card=name, **fields(name, code)) for code in codes)


@lru_cache(maxsize=65536)
def _passive_options(card: int, codes: Codes) -> tuple[Passive, ...]:
    name = str(ABILITY_NAMES[card])
    return tuple(Passive(card=name, **fields(name, code)) for code in codes)


def players_of(state: State, seat: Seat) -> list[int]:
    """SW-3.5, SW-9.1: the participating adventurers that a seat decides for."""
    people = state.adventurers
    if state.players == 1:
        return [who for who in EVERYBODY if people[who].participates]
    return [who for who in EVERYBODY if people[who].participates and controller(state, who) == seat]


def watch_options(state: State, seat: Seat) -> list[Action]:
    """SW-12.1: attacks, abilities by die, by exhausting, passives, tamed attacks, END_WATCH, STOKE."""
    options: list[Action] = []
    by_die: list[Action] = []
    by_exhausting: list[Action] = []
    passives: list[Action] = []
    tamed: list[Action] = []
    sight = Sight(state)
    people = players_of(state, seat)
    hands = merged_hands(state)
    for who in people:
        _attacks(state, who, hands[who], options, tamed)
        _of_cards(state, sight, who, hands[who], by_die, by_exhausting, passives)
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


def _attacks(state: State, who: int, dice: list[int], attacking: list[Action], tamed: list[Action]) -> None:
    """Direct attacks of one adventurer, by dice and by tamed creatures."""
    creatures = state.adventurers[who].tamed
    if dice or creatures:
        targets = attacks.attack_targets(state, who)
        if targets:
            attacking += _attack_options(tuple(dice), targets)
            for creature in creatures:
                tamed.extend(made(TamedAttack, str(CARD_NAMES[creature]), target) for target in targets)


def _of_cards(
    state: State,
    sight: Sight,
    who: int,
    dice: list[int],
    by_die: list[Action],
    by_exhausting: list[Action],
    passives: list[Action],
) -> None:
    """Options of one adventurer's ready cards, each in the list of its kind."""
    own = tuple([die for die in dice if die // 3 == who]) if state.deluxe else tuple(dice)
    for slot in state.adventurers[who].board:
        if not slot.ready:
            continue
        card = slot.card
        if IS_PASSIVE[card]:
            passives += _passive_options(card, passive_codes(state, sight, who, slot))
            continue
        codes = _TARGETS[card](state, sight, who)  # type: ignore[misc]
        if not codes:
            continue
        if own and not slot.die_used:
            fit = die_choices(state, sight, who, card, own) if card == DAGGERS else own
            by_die += _die_options(card, fit, codes)
        by_exhausting += _exhaust_options(card, codes)


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
    codes: Codes = _TARGETS[slot.card](state, sight, who)  # type: ignore[misc]
    return codes


def can_act(state: State, seat: Seat) -> bool:
    """SW-12.9: has the seat an option besides END_WATCH? Stops at the first yes."""
    return _can_act(state, players_of(state, seat))


def anybody_can_act(state: State) -> bool:
    """SW-12.9: is there any option besides END_WATCH?"""
    return _can_act(state, [who for who in EVERYBODY if state.adventurers[who].participates])


def _can_act(state: State, people: list[int]) -> bool:
    """Attacks first, for they are found quickest."""
    for who in people:
        if (held(state, who) or state.adventurers[who].tamed) and attacks.attack_targets(state, who):
            return True
    sight = Sight(state)
    for who in people:
        for slot in state.adventurers[who].board:
            if not slot.ready:
                continue
            if state.stoke and state.firewood < FIREWOOD_MAX:
                return True
            if IS_PASSIVE[slot.card]:
                if passive_codes(state, sight, who, slot):
                    return True
            elif _TARGETS[slot.card](state, sight, who):  # type: ignore[misc]
                return True
    return False


def acting_seats(state: State) -> tuple[Seat, ...]:
    """SW-3.5: who may act now; the leader, who may end the watch, comes last."""
    if state.players == 1:
        return (0,)
    first = leader(state) + 1
    order = [(first + step) % state.players for step in range(state.players - 1)]
    return (*[seat for seat in order if can_act(state, seat)], first - 1)


def _refuse(state: State, seat: Seat) -> RuleId | None:
    return None if state.phase == WATCH and not state.pending else "SW-9.8"


def refuse_direct_attack(state: State, seat: Seat, action: DirectAttack) -> RuleId | None:
    if (rule := _refuse(state, seat)) is not None:
        return rule
    number = action.die - 1
    if not 0 <= number < 12:
        return "SW-11.4"
    die = state.dice[number]
    who = die.holder
    if controller(state, who) != seat:
        return "SW-3.5"
    if not state.adventurers[who].participates:
        return "SW-12.10" if who == state.camper else "SW-9.1"
    if die.place != AVAILABLE:
        return "SW-11.4"
    if number not in merged_held(state, who):
        return "SW-3.10"
    return attacks.why_not(state, who, action.target)


def direct_attack(state: State, seat: Seat, action: DirectAttack, table: Table) -> None:
    """SW-11.4."""
    number = action.die - 1
    who = state.dice[number].holder
    begin(state, who)
    attacks.direct_attack(state, who, number, action.target - 1, table)


def begin(state: State, who: int) -> None:
    """SW-17.BS: a new action; what the one before defeated counts no longer."""
    holds = any(slot.card == BERSERKER for slot in state.adventurers[who].board)
    state.watch.actor = who if holds else -1
    if state.watch.kills:
        state.watch.kills = []


def _refuse_card(state: State, seat: Seat, name: str) -> tuple[RuleId | None, int, Slot | None]:
    """Is this a ready card of a participating adventurer of the seat?"""
    if (rule := _refuse(state, seat)) is not None:
        return rule, -1, None
    found = slot_of(state, _ABILITY.get(name, -1))
    if found is None:
        return "SW-12.3", -1, None
    who, slot = found
    if controller(state, who) != seat:
        return "SW-3.5", who, slot
    if not state.adventurers[who].participates:
        return ("SW-12.10" if who == state.camper else "SW-9.1"), who, slot
    return ("SW-12.4" if not slot.ready else None), who, slot


def refuse_ability_die(state: State, seat: Seat, action: AbilityDie) -> RuleId | None:
    rule, who, slot = _refuse_card(state, seat, action.card)
    if rule is not None or slot is None:
        return rule
    if IS_PASSIVE[slot.card]:
        return "SW-13.1"
    if slot.die_used:
        return "SW-12.2"
    mine = held(state, who)
    if action.die - 1 not in mine or (action.die - 1) // 3 != who:
        return "SW-12.2"
    dice = tuple([die for die in merged_held(state, who) if die // 3 == who])
    if action.die - 1 not in dice:
        return "SW-3.10"
    sight = Sight(state)
    codes: Codes = _TARGETS[slot.card](state, sight, who)  # type: ignore[misc]
    dice = die_choices(state, sight, who, slot.card, dice)
    if action.die - 1 in dice and action in _die_options(slot.card, (action.die - 1,), codes):
        return None
    return _why(state, slot.card, action.target, codes)


def _why(state: State, card: int, target: int, codes: Codes) -> RuleId:
    """The rule that the targets of an ability break: Lich or Cat, nothing to change, or its own text."""
    for place in (target - 1, target) if card == CHAOS_BLAST else (target - 1,):
        if 0 <= place < len(state.line) and (place > lich_place(state) or is_immune(state, place)):
            return "SW-12.6"
    if not codes:
        return ABILITY_RULE[card] if not state.line else "SW-12.5"
    return ABILITY_RULE[card]


def ability_die(state: State, seat: Seat, action: AbilityDie, table: Table) -> None:
    """SW-12.2: the die is spent, the card stays ready."""
    card = _ABILITY[action.card]
    found = slot_of(state, card)
    assert found is not None
    who, slot = found
    slot.die_used = True
    die = state.dice[action.die - 1]
    die.place = ON_CARD
    table.tell("SW-12.2", "ability_used", seat, adventurer=name_of(state, who), card=action.card, die=action.die,
               value=die.value, source=action.card)  # fmt: skip
    _use(state, who, card, action, table)


def _use(state: State, who: int, card: int, action: AbilityDie | AbilityExhaust, table: Table) -> None:
    begin(state, who)
    USE[action.card](state, who, action, table)


def refuse_ability_exhaust(state: State, seat: Seat, action: AbilityExhaust) -> RuleId | None:
    rule, who, slot = _refuse_card(state, seat, action.card)
    if rule is not None or slot is None:
        return rule
    if IS_PASSIVE[slot.card]:
        return "SW-13.1"
    codes: Codes = _TARGETS[slot.card](state, Sight(state), who)  # type: ignore[misc]
    return (
        None if action in _exhaust_options(slot.card, codes) else _why(state, slot.card, action.target, codes)
    )


def ability_exhaust(state: State, seat: Seat, action: AbilityExhaust, table: Table) -> None:
    """SW-12.3: the card is turned face-down, then works."""
    card = _ABILITY[action.card]
    found = slot_of(state, card)
    assert found is not None
    exhaust(state, card, "SW-12.3", source_of(action.card), table)
    _use(state, found[0], card, action, table)


def refuse_passive(state: State, seat: Seat, action: Passive) -> RuleId | None:
    rule, who, slot = _refuse_card(state, seat, action.card)
    if rule is not None or slot is None:
        return rule
    if not IS_PASSIVE[slot.card]:
        return "SW-12.2"
    if NO_PASSIVES[state.location]:
        return "SW-13.2"
    if slot.used and LIMITED[slot.card]:
        return "SW-13.1"
    codes = passive_codes(state, Sight(state), who, slot)
    return (
        None if action in _passive_options(slot.card, codes) else _why(state, slot.card, action.target, codes)
    )


def passive(state: State, seat: Seat, action: Passive, table: Table) -> None:
    """SW-13.1: no die, the card stays ready."""
    card = _ABILITY[action.card]
    found = slot_of(state, card)
    assert found is not None
    who, slot = found
    if LIMITED[card]:
        slot.used = True
    begin(state, who)
    table.tell("SW-13.1", "passive_used", seat, adventurer=name_of(state, who), card=action.card)
    USE_PASSIVE[action.card](state, who, action, table)


def _tamer(state: State, creature: int) -> int:
    """Who has tamed a creature; -1: nobody."""
    return next((who for who, one in enumerate(state.adventurers) if creature in one.tamed), -1)


def refuse_tamed_attack(state: State, seat: Seat, action: TamedAttack) -> RuleId | None:
    if (rule := _refuse(state, seat)) is not None:
        return rule
    who = _tamer(state, _CARD.get(action.creature, -1))
    if who < 0:
        return "SW-13.6"
    if controller(state, who) != seat:
        return "SW-3.5"
    if not state.adventurers[who].participates:
        return "SW-12.10" if who == state.camper else "SW-9.1"
    return attacks.why_not(state, who, action.target)


def tamed_attack(state: State, seat: Seat, action: TamedAttack, table: Table) -> None:
    """SW-13.6."""
    creature = _CARD[action.creature]
    who = _tamer(state, creature)
    begin(state, who)
    attacks.tamed_attack(state, who, creature, action.target - 1, table)


def refuse_end_watch(state: State, seat: Seat, action: EndWatch) -> RuleId | None:
    if (rule := _refuse(state, seat)) is not None:
        return rule
    return None if seat == leader(state) else "SW-3.5"


def end_watch(state: State, seat: Seat, action: EndWatch, table: Table) -> None:
    """SW-12.9."""
    close_watch(state, table)


def refuse_stoke(state: State, seat: Seat, action: Stoke) -> RuleId | None:
    if not state.stoke:
        return "SW-14.6"
    rule, _who, _slot = _refuse_card(state, seat, action.card)
    if rule is not None:
        return rule
    return None if state.firewood < FIREWOOD_MAX else "SW-14.6"


def stoke(state: State, seat: Seat, action: Stoke, table: Table) -> None:
    """SW-14.6."""
    card = _ABILITY[action.card]
    found = slot_of(state, card)
    assert found is not None
    begin(state, found[0])
    exhaust(state, card, "SW-14.6", STOKED, table)
    change_firewood(state, PAYMENT[state.location], "SW-14.6", STOKED, table)
