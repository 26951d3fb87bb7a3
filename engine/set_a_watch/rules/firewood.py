"""Chapter 14: firewood, lit positions, and the cards that pay for them."""

from __future__ import annotations

from engine.core.game import Action
from engine.core.table import Table
from engine.set_a_watch.actions import ExhaustForEffect, PayFirewood
from engine.set_a_watch.cards import (
    CARD_NAMES,
    FIREWOOD_MAX,
    IS_SUMMON,
    LIT,
    LOCATION_NAMES,
    ability,
    local,
    located,
    source_of,
)
from engine.set_a_watch.rules.party import card_actions, cards_where, exhaust, on_watch, push, source_name
from engine.set_a_watch.state import FRAMES, OVER, Frame, State

LIT_CHANGE = local("lit_bonus", "delta")
RUINS = located("summon_extra_exhaust")
PAYMENT = tuple(2 + bonus for bonus in local("firewood_payment_bonus", "delta"))
FIREWOOD = source_of("firewood")
EVERYBODY = range(4)


def change_firewood(state: State, delta: int, rule: str, source: int, table: Table) -> None:
    """SW-14.1: clamped. That a fire at 0 is paid for at once (SW-10.1) is seen to by `flow.advance`."""
    before = state.firewood
    state.firewood = max(0, min(FIREWOOD_MAX, before + delta))
    if state.firewood != before and table.listens:
        table.tell(rule, "firewood", change=state.firewood - before, firewood=state.firewood,
                   source=source_name(source))  # fmt: skip


def firewood_part(state: State, frame: Frame, table: Table) -> None:
    """A change of firewood that had to wait for its turn."""
    rule = "SW-16.PY" if frame.card else "SW-18.FS"  # SW-10.6
    change_firewood(state, frame.amount, rule, frame.source, table)


def lit_by_fire(state: State) -> int:
    """SW-1.1, SW-9.4: the campfire's own number of lit positions; Underground Tomb: one less, not below 1
    (SW-18.UT)."""
    lit = LIT[state.firewood]
    change = LIT_CHANGE[state.location]
    return max(1, lit + change) if change else lit


def lit(state: State) -> int:
    """SW-9.4: N."""
    return lit_by_fire(state) + state.watch.senses


def lose(state: State, rule: str, table: Table) -> None:
    """SW-20.5: the party has lost."""
    state.pending = []
    state.phase = OVER
    state.reason = rule
    for place, spot in enumerate(state.line):
        if spot.up:
            table.tell(rule, "left_standing", card=str(CARD_NAMES[spot.card]), position=place + 1)
    table.tell(rule, "lost", round=state.round)


def pay_options(state: State, frame: Frame) -> list[Action]:
    """SW-14.2: any ready card of any of the four."""
    return card_actions(PayFirewood, cards_where(state, EVERYBODY, True))


def pay(state: State, frame: Frame, action: PayFirewood, table: Table) -> None:
    """SW-14.2: one card, and the fire burns again; Forbidden Tower gives more (SW-18.FT)."""
    exhaust(state, ability(action.card), "SW-14.2", FIREWOOD, table)
    change_firewood(state, PAYMENT[state.location], of_payment(state, "SW-14.2"), FIREWOOD, table)


def of_payment(state: State, rule: str) -> str:
    """The rule that says how much wood a card brings."""
    return rule if PAYMENT[state.location] == 2 else "SW-18.FT"


def exhaust_options(state: State, frame: Frame) -> list[Action]:
    """SW-14.3: a ready card of an adventurer on watch; without one nothing happens."""
    return card_actions(ExhaustForEffect, cards_where(state, on_watch(state), True))


def exhaust_for_effect(state: State, frame: Frame, action: ExhaustForEffect, table: Table) -> None:
    """SW-14.3; of a Summon at Desert Ruins the second card is the location's (SW-18.DR)."""
    rule, source = "SW-14.3", frame.source
    if IS_SUMMON[source] and RUINS[state.location] and state.unhallowed and pays_last(state):
        rule, source = "SW-18.DR", source_of(LOCATION_NAMES[state.location])
    exhaust(state, ability(action.card), rule, source, table)


def pays_last(state: State) -> bool:
    """No other card of the same Summon has to be exhausted any more."""
    return not state.pending or FRAMES[state.pending[-1].what] != "exhaust_for_effect"


def push_exhaust(state: State, count: int, source: int) -> None:
    """SW-14.3: so many cards, one decision each."""
    for _ in range(count):
        push(state, "exhaust_for_effect", source=source)
