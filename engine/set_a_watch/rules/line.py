"""Chapters 9 to 11: the cards of the line, their health, and what reaches them."""

from __future__ import annotations

from engine.core.table import Table
from engine.set_a_watch.cards import (
    CARD_NAMES,
    CARDS,
    FOREST,
    HEALTH,
    HEALTH_TYPE,
    IS_SUMMON,
    POWERS,
    TYPE,
    carries,
    timed,
)
from engine.set_a_watch.rules.party import controller, source_name
from engine.set_a_watch.state import ON_CREATURE, SPENT, STOLEN, Spot, State

REVEAL = timed("reveal")
FIRST = timed("first_position")
REACTS: tuple[bool, ...] = tuple(bool(REVEAL[card]) or IS_SUMMON[card] for card in range(CARDS))
"""Something happens when the card turns face-up."""
GIANT, LICH, GOLEM = (
    carries("add_health_to_behind"),
    carries("block_abilities_behind"),
    carries("block_direct_attacks_behind"),
)
CAT, WARLORD, WEREWOLF = (
    carries("immune_if_flanked"),
    carries("health_all_others"),
    carries("health_type_double"),
)
ZOMBIE = carries("health_add_gy_top")
_PLAIN, _WOOD, _ASH, _STOLEN = range(4)


def _own_kind(card: int) -> int:
    """How own health is found: printed, firewood, 16 less firewood, stolen die."""
    for power in POWERS[card]:
        if power["op"] == "health_formula":
            return _WOOD if power["formula"] == "F" else _ASH
        if power["op"] == "steal_die" and power["sets_health"]:
            return _STOLEN
    return _PLAIN


OWN_KIND = tuple(_own_kind(card) for card in range(CARDS))
BENDS = tuple(
    bool(OWN_KIND[card] or ZOMBIE[card] or GIANT[card] or WARLORD[card] or WEREWOLF[card] or IS_SUMMON[card])
    for card in range(CARDS)
)
"""Its health is not just the printed one, or it changes that of others."""


def where(state: State, card: int) -> int:
    """The place of a card in the line from 0; -1: it is not there."""
    for place, spot in enumerate(state.line):
        if spot.card == card:
            return place
    return -1


def own_in_graveyard(state: State, card: int) -> int:
    """SW-11.1 Z: own health as read in the Graveyard; a Summon has 0."""
    kind = OWN_KIND[card]
    if kind == _WOOD:
        return state.firewood
    if kind == _ASH:
        return 16 - state.firewood
    return HEALTH[card]


def own_health(state: State, spot: Spot) -> int:
    """SW-11.1, SW-11.2: own health of a face-up card."""
    card = spot.card
    kind = OWN_KIND[card]
    if kind == _PLAIN:
        return HEALTH[card]
    if spot.blank:
        return spot.frozen
    if kind == _STOLEN:
        for die in state.dice:
            if die.on == card and die.place == STOLEN:
                return die.value
        return HEALTH[card]
    return own_in_graveyard(state, card)


def healths(state: State) -> list[int]:
    """SW-11.1: current health by place, front to back; 0 for a face-down card and for a Summon.

    Locations that change the health of a type: SW-18.DW, SW-18.GO, SW-18.FC.
    """
    line = state.line
    if not HEALTH_TYPE[state.location][0]:
        for spot in line:
            if spot.up and BENDS[spot.card]:
                break
        else:
            return [max(1, HEALTH[spot.card] - spot.wound) if spot.up else 0 for spot in line]
    return _bent_healths(state)


def _bent_healths(state: State) -> list[int]:
    """The same, with everything that bends health."""
    line = state.line
    warlords, double = 0, False
    for spot in line:
        if spot.up and not spot.blank:
            if WARLORD[spot.card]:
                warlords += 1
            elif WEREWOLF[spot.card]:
                double = True
    of_type, change = HEALTH_TYPE[state.location]
    found = []
    giant = 0
    for spot in line:
        card = spot.card
        if not spot.up or IS_SUMMON[card]:
            found.append(0)
            giant = 0
            continue
        health = own_health(state, spot) if OWN_KIND[card] else HEALTH[card]
        if double and TYPE[card] == FOREST:
            health *= 2
        health += giant - spot.wound
        if TYPE[card] == of_type:
            health += change
        if warlords:
            health += 2 * (warlords - (WARLORD[card] and not spot.blank))
        if ZOMBIE[card] and not spot.blank and state.graveyard:
            health += own_in_graveyard(state, state.graveyard[0])
        health = max(1, health)
        giant = health if GIANT[card] and not spot.blank else 0
        found.append(health)
    return found


def health_at(state: State, place: int) -> int:
    """SW-11.1: current health of one face-up card; see `healths`."""
    line = state.line
    if not HEALTH_TYPE[state.location][0]:
        for spot in line:
            if BENDS[spot.card] and spot.up:
                break
        else:
            spot = line[place]
            health = HEALTH[spot.card] - spot.wound
            return health if health > 1 else 1
    return _bent_healths(state)[place]


def is_immune(state: State, place: int) -> bool:
    """SW-16.PC: a face-up Phantom Cat with a card in front and one behind."""
    spot = state.line[place]
    return CAT[spot.card] and spot.up and not spot.blank and 0 < place < len(state.line) - 1


def lich_place(state: State) -> int:
    """SW-12.6: abilities affect no card behind this place."""
    for place, spot in enumerate(state.line):
        if LICH[spot.card] and spot.up and not spot.blank:
            return place
    return len(state.line)


def is_creature(spot: Spot) -> bool:
    """SW-1.5: face-up, and no Summon."""
    return spot.up and not IS_SUMMON[spot.card]


def end_stays(state: State) -> None:
    """SW-10.9: who does not stand in position 1 may trigger again when it comes there."""
    for spot in state.line[1:]:
        if spot.first:
            spot.first = False


def note_shown(state: State, card: int) -> None:
    """SW-10.5: Discord damage waits for the earliest of these."""
    if state.watch.discord and not IS_SUMMON[card]:
        state.watch.shown.append(card)


def enter(state: State, place: int, card: int, rule: str, source: int, table: Table) -> None:
    """SW-10.4, SW-10.23: a card enters the line face-up and clean."""
    state.line.insert(place, Spot(card, True, True, reveal=REACTS[card]))
    note_shown(state, card)
    end_stays(state)
    if table.listens:
        table.tell(
            rule, "entered", card=str(CARD_NAMES[card]), position=place + 1, source=source_name(source)
        )


def free_dice(state: State, card: int, table: Table) -> None:
    """SW-10.20 D2, SW-13.3: attack dice become spent, a stolen die stays unavailable."""
    dice = state.dice
    for die in dice:
        if die.on == card:
            die.on = 0
            if die.place == ON_CREATURE:
                die.place = SPENT
                if table.listens:
                    number = next(number for number, other in enumerate(dice, 1) if other is die)
                    table.tell("SW-10.23", "die_spent", controller(state, die.holder), die=number,
                               value=die.value, source=str(CARD_NAMES[card]))  # fmt: skip


def leave(state: State, place: int, table: Table) -> Spot:
    """SW-10.23: a card leaves the line; the ranks close."""
    spot = state.line.pop(place)
    free_dice(state, spot.card, table)
    if spot.card in state.watch.shown:
        state.watch.shown.remove(spot.card)
    end_stays(state)
    return spot


def turn_up(state: State, spot: Spot, pending: bool, rule: str, source: int, table: Table) -> None:
    """SW-9.5, SW-12.7: a card is flipped; `pending`: its Reveal power or Summon text will follow."""
    spot.up = spot.known = True
    spot.reveal = pending and REACTS[spot.card]
    note_shown(state, spot.card)
    if table.listens:
        table.tell(rule, "flipped", card=str(CARD_NAMES[spot.card]), position=where(state, spot.card) + 1,
                   source=source_name(source))  # fmt: skip


def move(state: State, place: int, to: int, rule: str, source: int, table: Table) -> None:
    """SW-10.23: a card goes to another place of the line; the others close up."""
    if place == to:
        return
    state.line.insert(to, state.line.pop(place))
    end_stays(state)
    table.tell(rule, "moved", card=_shown(state.line[to]), start=place + 1, position=to + 1,
               source=source_name(source))  # fmt: skip


def _shown(spot: Spot) -> str:
    """What may be told of a card that moves."""
    return str(CARD_NAMES[spot.card]) if spot.up or spot.known else "face_down"
