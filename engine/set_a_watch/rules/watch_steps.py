"""Chapter 12: the steps of the watch: who may do what, and what it does."""

from __future__ import annotations

from engine.core.game import RuleId, Seat
from engine.core.table import Table
from engine.set_a_watch.actions import (
    AbilityDie,
    AbilityExhaust,
    DirectAttack,
    EndWatch,
    Passive,
    Stoke,
    TamedAttack,
)
from engine.set_a_watch.cards import (
    ABILITY_NAMES,
    ABILITY_RULE,
    CARD_NAMES,
    FIREWOOD_MAX,
    IS_PASSIVE,
    LIMITED,
    ability,
    source_of,
)
from engine.set_a_watch.rules import attacks
from engine.set_a_watch.rules.abilities import USE, USE_PASSIVE
from engine.set_a_watch.rules.ending import close_watch
from engine.set_a_watch.rules.firewood import PAYMENT, change_firewood, of_payment
from engine.set_a_watch.rules.line import is_immune, lich_place
from engine.set_a_watch.rules.party import (
    NO_PASSIVES,
    controller,
    exhaust,
    exhaust_slot,
    held,
    leader,
    merged_held,
    name_of,
    slot_of,
)
from engine.set_a_watch.rules.targets import Codes, Sight
from engine.set_a_watch.rules.watch import (
    TARGETS_OF,
    die_choices,
    die_options,
    exhaust_options,
    passive_codes,
    passive_options,
)
from engine.set_a_watch.state import AVAILABLE, ON_CARD, WATCH, Slot, State

BERSERKER, CHAOS_BLAST = ability("berserker"), ability("chaos_blast")
_ABILITY = {name: number for number, name in enumerate(ABILITY_NAMES) if name}
_CARD = {name: number for number, name in enumerate(CARD_NAMES) if name}
STOKED = source_of("firewood")


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
    holds = BERSERKER in [slot.card for slot in state.adventurers[who].board]
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
    codes: Codes = TARGETS_OF[slot.card](state, sight, who)  # type: ignore[misc]
    dice = die_choices(state, sight, who, slot.card, dice)
    if action.die - 1 in dice and action in die_options(slot.card, (action.die - 1,), codes):
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
    if table.listens:
        table.tell("SW-12.2", "ability_used", seat, adventurer=name_of(state, who), card=action.card,
                   die=action.die, value=die.value, source=action.card)  # fmt: skip
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
    codes: Codes = TARGETS_OF[slot.card](state, Sight(state), who)  # type: ignore[misc]
    return (
        None if action in exhaust_options(slot.card, codes) else _why(state, slot.card, action.target, codes)
    )


def ability_exhaust(state: State, seat: Seat, action: AbilityExhaust, table: Table) -> None:
    """SW-12.3: the card is turned face-down, then works."""
    card = _ABILITY[action.card]
    found = slot_of(state, card)
    assert found is not None
    who, slot = found
    exhaust_slot(state, who, slot, "SW-12.3", source_of(action.card), table)
    _use(state, who, card, action, table)


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
        None if action in passive_options(slot.card, codes) else _why(state, slot.card, action.target, codes)
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
    if table.listens:
        table.tell("SW-13.1", "passive_used", seat, adventurer=name_of(state, who), card=action.card,
                   source=action.card)  # fmt: skip
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
    change_firewood(state, PAYMENT[state.location], of_payment(state, "SW-14.6"), STOKED, table)
