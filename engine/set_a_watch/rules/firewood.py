"""Chapter 14: firewood, lit positions, and the cards that pay for them."""

from __future__ import annotations

from engine.core.game import Action
from engine.core.table import Table
from engine.set_a_watch.actions import ExhaustForEffect, PayFirewood
from engine.set_a_watch.cards import (
    FIREWOOD_MAX,
    LIT,
    ability,
    local,
    source_of,
)
from engine.set_a_watch.rules.party import card_actions, cards_where, exhaust, on_watch, push, source_name
from engine.set_a_watch.state import OVER, Frame, State

LIT_CHANGE = local("lit_bonus", "delta")
PAYMENT = tuple(2 + bonus for bonus in local("firewood_payment_bonus", "delta"))
FIREWOOD = source_of("firewood")
EVERYBODY = range(4)


def change_firewood(state: State, delta: int, rule: str, source: int, table: Table) -> None:
    """SW-14.1: clamped. That a fire at 0 is paid for at once (SW-10.1) is seen to by `flow.advance`."""
    before = state.firewood
    state.firewood = max(0, min(FIREWOOD_MAX, before + delta))
    if state.firewood != before and table.events is not None:
        table.tell(rule, "firewood", change=state.firewood - before, firewood=state.firewood,
                   source=source_name(source))  # fmt: skip


def firewood_part(state: State, frame: Frame, table: Table) -> None:
    """A change of firewood that had to wait for its turn."""
    rule = "SW-16.PY" if frame.card else "SW-10.6"
    change_firewood(state, frame.amount, rule, frame.source, table)


def lit_by_fire(state: State) -> int:
    """SW-1.1, SW-9.4: the campfire's own number of lit positions."""
    lit = LIT[state.firewood] + LIT_CHANGE[state.location]
    return lit if lit > 1 else 1


def lit(state: State) -> int:
    """SW-9.4: N."""
    return lit_by_fire(state) + state.watch.senses


def lose(state: State, rule: str, table: Table) -> None:
    """SW-20.5: the party has lost."""
    state.pending = []
    state.phase = OVER
    state.reason = rule
    table.tell(rule, "lost", round=state.round)


def pay_options(state: State, frame: Frame) -> list[Action]:
    """SW-14.2: any ready card of any of the four."""
    return card_actions(PayFirewood, cards_where(state, EVERYBODY, True))


def pay(state: State, frame: Frame, action: PayFirewood, table: Table) -> None:
    """SW-14.2: one card, and the fire burns again."""
    exhaust(state, ability(action.card), "SW-14.2", FIREWOOD, table)
    change_firewood(state, PAYMENT[state.location], "SW-14.2", FIREWOOD, table)


def exhaust_options(state: State, frame: Frame) -> list[Action]:
    """SW-14.3: a ready card of an adventurer on watch; without one nothing happens."""
    return card_actions(ExhaustForEffect, cards_where(state, on_watch(state), True))


def exhaust_for_effect(state: State, frame: Frame, action: ExhaustForEffect, table: Table) -> None:
    """SW-14.3."""
    exhaust(state, ability(action.card), "SW-14.3", frame.source, table)


def push_exhaust(state: State, count: int, source: int) -> None:
    """SW-14.3: so many cards, one decision each."""
    for _ in range(count):
        push(state, "exhaust_for_effect", source=source)
