"""SW-8.6 to SW-8.10: the decisions inside camp actions."""

from __future__ import annotations

from itertools import permutations

from engine.core.game import Action
from engine.core.table import Table
from engine.set_a_watch.actions import (
    DECLINE,
    AssistTarget,
    ElvenScoutOrder,
    EquipSwap,
    HealTarget,
    MapChoice,
    MultitalentSwap,
    PreparedExtra,
    ScoutOrder,
    TeleportChoice,
    made,
)
from engine.set_a_watch.cards import (
    ABILITIES_OF,
    ABILITY_NAMES,
    ADVENTURER_NAMES,
    BASE_ADVENTURERS,
    CARD_NAMES,
    LOCATION_NAMES,
    ability,
    card_number,
    location_number,
)
from engine.set_a_watch.rules.firewood import EVERYBODY
from engine.set_a_watch.rules.party import (
    card_actions,
    cards_where,
    controller,
    name_of,
    on_watch,
    refresh,
    source_name,
    swap_actions,
)
from engine.set_a_watch.state import AVAILABLE, Frame, Slot, State


def _names(cards: list[int]) -> tuple[str, ...]:
    return tuple(str(CARD_NAMES[card]) for card in cards)


def _known(names: tuple[str, ...]) -> list[int]:
    """SW-1.13: faces that the party has seen."""
    return [2 * card_number(name) + 1 for name in names]


def scout_options(state: State, frame: Frame) -> list[Action]:
    """SW-8.6: six ways for two cards, two for one."""
    names = _names(frame.cards)
    if not names:
        return []
    if len(names) == 1:
        return [made(ScoutOrder, names, ()), made(ScoutOrder, (), names)]
    a, b = names
    ways = (((a, b), ()), ((b, a), ()), ((), (a, b)), ((), (b, a)), ((a,), (b,)), ((b,), (a,)))
    return [made(ScoutOrder, top, bottom) for top, bottom in ways]


def scout_order(state: State, frame: Frame, action: ScoutOrder, table: Table) -> None:
    """SW-8.6: back to top or bottom of the creature deck."""
    state.deck = [*_known(action.top), *state.deck, *_known(action.bottom)]
    table.tell("SW-8.6", "cards_returned", controller(state, frame.who), top=len(action.top),
               bottom=len(action.bottom), source=source_name(frame.source))  # fmt: skip


def elven_options(state: State, frame: Frame) -> list[Action]:
    """SW-8.10: every order."""
    return [made(ElvenScoutOrder, order) for order in permutations(_names(frame.cards)) if order]


def elven_scout_order(state: State, frame: Frame, action: ElvenScoutOrder, table: Table) -> None:
    """SW-8.10: all back on top."""
    state.deck = [*_known(action.top), *state.deck]
    table.tell("SW-8.10", "cards_returned", controller(state, frame.who), top=len(action.top), bottom=0,
               source=source_name(frame.source))  # fmt: skip


def map_options(state: State, frame: Frame) -> list[Action]:
    """SW-8.7: the next location, or the unused one."""
    return [made(MapChoice, str(LOCATION_NAMES[place])) for place in frame.cards]


def map_choice(state: State, frame: Frame, action: MapChoice, table: Table) -> None:
    """SW-8.7: one on top of the map deck, the other under the unused deck."""
    for place in frame.cards:
        if LOCATION_NAMES[place] == action.location:
            state.map.insert(0, 2 * place + 1)
        else:
            state.unused.append(2 * place + 1)
    table.tell("SW-8.7", "location_chosen", controller(state, frame.who), location=action.location,
               source=source_name(frame.source))  # fmt: skip


def teleport_options(state: State, frame: Frame) -> list[Action]:
    """SW-8.10: one of those drawn."""
    return [made(TeleportChoice, str(LOCATION_NAMES[place])) for place in frame.cards]


def teleport_choice(state: State, frame: Frame, action: TeleportChoice, table: Table) -> None:
    """SW-8.10: it replaces the top of the map; the unpicked, then the old one (unseen), go to the bottom."""
    old = state.map.pop(0)
    chosen = location_number(action.location)
    state.map.insert(0, 2 * chosen + 1)
    state.unused.extend(2 * place + 1 for place in frame.cards if place != chosen)
    state.unused.append(old)
    table.tell("SW-8.10", "location_chosen", controller(state, frame.who), location=action.location,
               source=source_name(frame.source))  # fmt: skip


def heal_options(state: State, frame: Frame) -> list[Action]:
    """SW-8.8: an exhausted card of the camper or of an adventurer on watch, so of anybody."""
    return card_actions(HealTarget, cards_where(state, EVERYBODY, False))


def heal_target(state: State, frame: Frame, action: HealTarget, table: Table) -> None:
    """SW-8.8."""
    refresh(state, ability(action.card), "SW-8.8", frame.source, table)


def equip_options(state: State, frame: Frame) -> list[Action]:
    """SW-8.9: a board card, a set-aside card."""
    one = state.adventurers[frame.who]
    return list(swap_actions(EquipSwap, tuple([slot.card for slot in one.board]), tuple(one.aside)))


def swap(state: State, who: int, out: str, into: str, rule: str, source: int, table: Table) -> None:
    """SW-8.9: the incoming card takes the state of the outgoing one, which is set aside."""
    one = state.adventurers[who]
    old, new = ability(out), ability(into)
    slot = next(slot for slot in one.board if slot.card == old)
    if new in one.aside:
        one.aside.remove(new)
    one.aside = sorted([*one.aside, old])
    one.board.remove(slot)
    one.board = sorted([*one.board, Slot(new, slot.ready)], key=lambda other: other.card)
    if table.listens:
        table.tell(rule, "swapped", controller(state, who), adventurer=name_of(state, who), card=out, aside=into,
                   source=source_name(source))  # fmt: skip


def equip_swap(state: State, frame: Frame, action: EquipSwap, table: Table) -> None:
    """SW-8.9."""
    swap(state, frame.who, action.card, action.aside, "SW-8.9", frame.source, table)


def prepared_options(state: State, frame: Frame) -> list[Action]:
    """SW-8.10: one adventurer on watch, or none."""
    found: list[Action] = [
        made(PreparedExtra, name_of(state, who), str(ABILITY_NAMES[slot.card]), str(ABILITY_NAMES[aside]))
        for who in on_watch(state)
        for slot in state.adventurers[who].board
        for aside in state.adventurers[who].aside
    ]
    return [*found, DECLINE]


def prepared_extra(state: State, frame: Frame, action: PreparedExtra, table: Table) -> None:
    """SW-8.10."""
    who = next(who for who in on_watch(state) if name_of(state, who) == action.adventurer)
    swap(state, who, action.card, action.aside, "SW-8.10", frame.source, table)


def assist_options(state: State, frame: Frame) -> list[Action]:
    """SW-8.10: an adventurer on watch."""
    return [made(AssistTarget, name_of(state, who)) for who in on_watch(state)]


def assist_target(state: State, frame: Frame, action: AssistTarget, table: Table) -> None:
    """SW-8.10: the die is available there, for direct attacks only."""
    who = next(who for who in on_watch(state) if name_of(state, who) == action.adventurer)
    die = state.dice[frame.amount]
    die.place, die.holder = AVAILABLE, who
    table.tell("SW-8.10", "die_given", controller(state, frame.who), die=frame.amount + 1, value=die.value,
               adventurer=action.adventurer, source=source_name(frame.source))  # fmt: skip


def multitalent_options(state: State, frame: Frame) -> list[Action]:
    """SW-8.10: a board card of the Bard, a card of an adventurer of the edition that is not in this game."""
    one = state.adventurers[frame.who]
    party = [other.id for other in state.adventurers]
    has = [*one.aside, *(slot.card for slot in one.board)]
    absent = [
        card
        for other in range(1, len(ADVENTURER_NAMES))
        if other not in party and (state.deluxe or ADVENTURER_NAMES[other] in BASE_ADVENTURERS)
        for card in ABILITIES_OF[other]
        if card not in has
    ]
    return list(swap_actions(MultitalentSwap, tuple([slot.card for slot in one.board]), tuple(absent)))


def multitalent_swap(state: State, frame: Frame, action: MultitalentSwap, table: Table) -> None:
    """SW-8.10: the outgoing card joins the Bard's set-aside cards."""
    swap(state, frame.who, action.card, action.absent, "SW-8.10", frame.source, table)
