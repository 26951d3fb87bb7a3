"""SW-10.20: the Defeat procedure, and damage."""

from __future__ import annotations

from engine.core.table import Table
from engine.set_a_watch.cards import (
    CARD_NAMES,
    IS_SUMMON,
    POWERS,
    TYPE,
    UNDEAD,
    ability,
    carries,
    located,
)
from engine.set_a_watch.rules.line import enter, health_at, is_immune, leave, own_in_graveyard
from engine.set_a_watch.rules.party import controller, name_of, push, source_name, works
from engine.set_a_watch.rules.piles import count_arrival, to_graveyard
from engine.set_a_watch.state import AVAILABLE, Kill, Spot, State

HYDRA = carries("return_to_line_end")
GRAVEYARD_FORGETS = located("defeated_type_to_deck_bottom")
CATACOMBS = located("each_may_reroll_one")
STAY_DEAD, CLEAVE = ability("stay_dead"), ability("cleave")


def defeat(
    state: State,
    place: int,
    who: int,
    rule: str,
    source: int,
    table: Table,
    *,
    silent: bool = False,
    die: int = -1,
    health: int = -1,
) -> None:
    """SW-10.20 D1 to D3; D4 to D6 go onto the stack. `silent`: Backstab's pick counts as face-down.

    `health`: its current health, where that has been worked out already.
    """
    line = state.line
    spot = line[place]
    card = spot.card
    if health < 0:
        health = health_at(state, place) if spot.up else own_in_graveyard(state, card)
    front = line[place - 1].card if place else 0
    back = line[place + 1].card if place + 1 < len(line) else 0
    excess = spot.damage - health
    leave(state, place, table)
    if IS_SUMMON[card]:
        to_graveyard(state, card, "SW-1.5", source, table)
        return
    if table.listens:
        table.tell(rule, "defeated", controller(state, who) if who >= 0 else None, card=str(CARD_NAMES[card]),
                   adventurer=name_of(state, who) if who >= 0 else "nobody", source=source_name(source))  # fmt: skip
    if die >= 0 and excess >= 1:
        _cleave(state, die, who, excess, table)
    if who >= 0 and who == state.watch.actor:
        state.watch.kills.append(Kill(health, front, back))
    shown = spot.up and not spot.blank and not silent
    _after(state, spot, who, shown, source, table)


def _cleave(state: State, number: int, who: int, excess: int, table: Table) -> None:
    """SW-17.CL: the own die that finished a creature stays with the excess."""
    die = state.dice[number]
    if number // 3 != who or not works(state, who, CLEAVE):
        return
    die.place = AVAILABLE
    die.value = min(excess, die.value)
    table.tell(
        "SW-17.CL", "die_kept", controller(state, who), die=number + 1, value=die.value, source="cleave"
    )


def _after(state: State, spot: Spot, who: int, shown: bool, source: int, table: Table) -> None:
    """D3, and D4 to D6 in reverse onto the stack."""
    card = spot.card
    state.defeated += 1
    if CATACOMBS[state.location] and not state.watch.catacombs:
        state.watch.catacombs = True
        for other in (3, 2, 1, 0):
            if state.adventurers[other].participates:
                push(state, "catacombs_reroll", other)
    if shown and HYDRA[card] and state.line:
        enter(state, len(state.line), card, "SW-16.HY", card, table)
        return
    if who >= 0 and works(state, who, STAY_DEAD):
        state.removed.append(card)
        table.tell(
            "SW-17.SD",
            "left_the_game",
            controller(state, who),
            card=str(CARD_NAMES[card]),
            source="stay_dead",
        )
    elif GRAVEYARD_FORGETS[state.location] and TYPE[card] == UNDEAD:
        state.deck.append(2 * card + 1)
        table.tell("SW-18.FG", "to_deck_bottom", card=str(CARD_NAMES[card]), source="forgotten_graveyard")
    else:
        to_graveyard(state, card, "SW-10.20", source, table)
        count_arrival(state)
    if shown:
        push_powers(state, card, "defeated")


def push_powers(state: State, card: int, timing: str) -> None:
    """All powers of one timing onto the stack, so that they come in written order."""
    powers = POWERS[card]
    for place in range(len(powers) - 1, -1, -1):
        if powers[place]["timing"] == timing:
            push(state, "power", amount=place, card=card, source=card)


def deal(
    state: State, place: int, amount: int, who: int, rule: str, source: int, table: Table, *, die: int = -1
) -> None:
    """SW-11.4, SW-11.9: damage adds up; at the creature's health it is defeated."""
    spot = state.line[place]
    spot.damage += amount
    health = health_at(state, place)
    if table.listens:
        table.tell(rule, "damaged", controller(state, who) if who >= 0 else None, card=str(CARD_NAMES[spot.card]),
                   adventurer=name_of(state, who) if who >= 0 else "nobody", amount=amount, damage=spot.damage,
                   health=health, source=source_name(source))  # fmt: skip
    if spot.damage >= health:
        defeat(state, place, who, rule, source, table, die=die, health=health)


def is_fallen(state: State, place: int, health: int) -> bool:
    """SW-10.3: damage that lies on it is enough by now."""
    damage = state.line[place].damage
    return damage >= 1 and damage >= health and not is_immune(state, place)
