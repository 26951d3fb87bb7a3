"""Chapters 1 and 3: seats, dice and ability cards of the party, and the stack of what is still to be done."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeVar

from engine.core.game import Action, Seat
from engine.core.table import Table
from engine.set_a_watch.actions import made
from engine.set_a_watch.cards import (
    ABILITY_NAMES,
    ADVENTURER_NAMES,
    DIE_SIZE,
    SOURCE_NAMES,
    located,
)
from engine.set_a_watch.state import AVAILABLE, FRAMES, ON_LOCATION, Die, Frame, Slot, State

A = TypeVar("A", bound=Action)
FRAME = {name: number for number, name in enumerate(FRAMES)}
FACES = {size: tuple(range(1, size + 1)) for size in (6, 8)}
NO_PASSIVES = located("no_passives")


def push(
    state: State,
    what: str,
    who: int = -1,
    *,
    amount: int = 0,
    card: int = 0,
    cards: Iterable[int] = (),
    source: int = 0,
) -> None:
    """Put a part of an effect on the stack: it comes before everything that lies there already."""
    state.pending.append(Frame(FRAME[what], who, amount, card, list(cards), source))


def leader(state: State) -> Seat:
    """SW-3.2."""
    return (state.round - 1) % state.players


def controller(state: State, who: int) -> Seat:
    """SW-3.1, SW-3.3: the seat that decides for an adventurer."""
    players = state.players
    if players == 1:
        return 0
    if players == 2:
        return who >> 1
    if players == 4 or who < 3:
        return who
    return state.camper if 0 <= state.camper < 3 else leader(state)


def name_of(state: State, who: int) -> str:
    """The adventurer's name."""
    return str(ADVENTURER_NAMES[state.adventurers[who].id])


def source_name(source: int) -> str:
    """What caused an effect; "rules": the rules themselves."""
    return SOURCE_NAMES[source] or "rules"


def size_of(state: State, die: int) -> int:
    """Sides of a die: those of its owner's dice."""
    return DIE_SIZE[state.adventurers[die // 3].id]


def on_watch(state: State) -> list[int]:
    """SW-7.4: all but the camper."""
    return [who for who in range(4) if who != state.camper]


def slot_of(state: State, card: int) -> tuple[int, Slot] | None:
    """Whose board holds an ability card, and where."""
    for who, adventurer in enumerate(state.adventurers):
        for slot in adventurer.board:
            if slot.card == card:
                return who, slot
    return None


def cards_where(state: State, people: Iterable[int], ready: bool) -> list[int]:
    """Ready (or exhausted) board cards of these adventurers, in party order."""
    return [slot.card for who in people for slot in state.adventurers[who].board if slot.ready is ready]


def works(state: State, who: int, card: int) -> bool:
    """SW-13.1, SW-13.2 (SW-18.LR): does this passive of a participating adventurer work now?"""
    adventurer = state.adventurers[who]
    if not adventurer.participates or NO_PASSIVES[state.location]:
        return False
    for slot in adventurer.board:
        if slot.card == card:
            return slot.ready
    return False


def exhaust(state: State, card: int, rule: str, source: int, table: Table) -> None:
    """SW-1.3: a ready card is turned face-down."""
    found = slot_of(state, card)
    assert found is not None
    exhaust_slot(state, *found, rule, source, table)


def exhaust_slot(state: State, who: int, slot: Slot, rule: str, source: int, table: Table) -> None:
    """The same where the card has been found already."""
    slot.ready = False
    if table.listens:
        table.tell(rule, "exhausted", controller(state, who), adventurer=name_of(state, who),
                   card=str(ABILITY_NAMES[slot.card]), source=source_name(source))  # fmt: skip


def refresh(state: State, card: int, rule: str, source: int, table: Table) -> None:
    """SW-1.3: an exhausted card is turned face-up."""
    found = slot_of(state, card)
    assert found is not None
    who, slot = found
    slot.ready = True
    if table.listens:
        table.tell(rule, "refreshed", controller(state, who), adventurer=name_of(state, who),
                   card=str(ABILITY_NAMES[card]), source=source_name(source))  # fmt: skip


def total_roll(state: State, who: int) -> int:
    """SW-1.11: what the three own dice showed when they were last rolled."""
    dice = state.dice
    first = 3 * who
    return dice[first].rolled + dice[first + 1].rolled + dice[first + 2].rolled


def available(state: State) -> list[int]:
    """SW-1.10: on watch, unspent dice held by participating adventurers."""
    people = state.adventurers
    return [
        number
        for number, die in enumerate(state.dice)
        if die.place == AVAILABLE and people[die.holder].participates
    ]


def held(state: State, who: int) -> list[int]:
    """Available dice that an adventurer holds, given ones included (only the Knight gives)."""
    if not state.deluxe:
        return own_available(state, who)
    return [number for number, die in enumerate(state.dice) if die.place == AVAILABLE and die.holder == who]


def has_die(state: State, who: int) -> bool:
    """Does an adventurer hold an available die?"""
    if state.deluxe:
        return bool(held(state, who))
    for die in state.dice[3 * who : 3 * who + 3]:  # noqa: SIM110 (a loop is twice as fast)
        if not die.place and die.holder == who:  # AVAILABLE is 0
            return True
    return False


def merged_held(state: State, who: int) -> list[int]:
    """SW-3.10: `merged(held)`, quicker: own available dice differ in nothing but value and roll."""
    if state.deluxe:
        return _merged_given(state, held(state, who))
    number = 3 * who
    seen = []
    kept = []
    for die in state.dice[number : number + 3]:
        if not die.place and die.holder == who:  # AVAILABLE is 0
            mark = 16 * die.value + die.rolled
            if mark not in seen:
                seen.append(mark)
                kept.append(number)
        number += 1
    return kept


def _merged_given(state: State, numbers: list[int]) -> list[int]:
    """The same where dice of other owners may be among them."""
    if len(numbers) < 2:
        return numbers
    dice = state.dice
    seen: list[int] = []
    kept = []
    for number in numbers:
        die = dice[number]
        mark = (number // 3 * 16 + die.value) * 16 + die.rolled
        if mark not in seen:
            seen.append(mark)
            kept.append(number)
    return kept


def merged_hands(state: State) -> list[list[int]]:
    """`merged_held` of all four adventurers at once."""
    hands: list[list[int]] = [[], [], [], []]
    marks = set()  # only asked, never walked through
    for number, die in enumerate(state.dice):
        if not die.place:  # AVAILABLE is 0
            holder = die.holder
            mark = ((number // 3 * 4 + holder) * 16 + die.value) * 16 + die.rolled
            if mark not in marks:
                marks.add(mark)
                hands[holder].append(number)
    return hands


def own_available(state: State, who: int) -> list[int]:
    """An adventurer's own dice that it may still use."""
    dice = state.dice
    number = 3 * who
    found = []
    for die in dice[number : number + 3]:
        if not die.place and die.holder == who:  # AVAILABLE is 0
            found.append(number)
        number += 1
    return found


def own_rollable(state: State, who: int) -> list[int]:
    """SW-8.11c: own dice that are neither on Snowy Pass nor given away."""
    dice = state.dice
    first = 3 * who
    return [
        number
        for number in (first, first + 1, first + 2)
        if dice[number].place != ON_LOCATION and dice[number].holder == who
    ]


def key(number: int, die: Die) -> tuple[int, ...]:
    """SW-3.10: dice with equal keys are interchangeable."""
    return number // 3, die.holder, die.value, die.rolled, die.place, die.on


def merged(state: State, numbers: Iterable[int]) -> list[int]:
    """SW-3.10: of interchangeable dice the one with the lowest number."""
    dice = state.dice
    seen: list[tuple[int, ...]] = []
    kept = []
    for number in numbers:
        mark = key(number, dice[number])
        if mark not in seen:
            seen.append(mark)
            kept.append(number)
    return kept


def alike(state: State, numbers: Iterable[int]) -> tuple[int, ...]:
    """SW-3.10: for each die the place of the first one that it is interchangeable with."""
    dice = state.dice
    keys = [key(number, dice[number]) for number in numbers]
    return tuple([keys.index(mark) for mark in keys])


@lru_cache(maxsize=4096)
def subset_actions(kind: type[A], numbers: tuple[int, ...], marks: tuple[int, ...]) -> tuple[A, ...]:
    """SW-3.10: an action per subset of dice that differs (`marks`: see `alike`), the empty one first."""
    seen: list[list[int]] = []
    found = []
    for bits in range(1 << len(numbers)):
        chosen = [place for place in range(len(numbers)) if bits >> place & 1]
        taken = sorted(marks[place] for place in chosen)
        if taken not in seen:
            seen.append(taken)
            found.append(made(kind, tuple(numbers[place] + 1 for place in chosen)))
    return tuple(found)


@lru_cache(maxsize=65536)
def _card_actions(kind: type[A], cards: tuple[int, ...]) -> tuple[A, ...]:
    return tuple(made(kind, str(ABILITY_NAMES[card])) for card in cards)


def card_actions(kind: type[Action], cards: list[int]) -> list[Action]:
    """An action of this kind for each ability card."""
    return list(_card_actions(kind, tuple(cards)))


@lru_cache(maxsize=65536)
def swap_actions(kind: type[A], boards: tuple[int, ...], others: tuple[int, ...]) -> tuple[A, ...]:
    """An action of this kind for each pair of a board card and another one."""
    return tuple(
        made(kind, str(ABILITY_NAMES[card]), str(ABILITY_NAMES[other])) for card in boards for other in others
    )


def label(state: State, what: str) -> str:
    """A label for the next chance event, unique in the game."""
    state.draws += 1
    return f"{what} {state.draws}"


def reroll(state: State, numbers: list[int], rule: str, source: int, table: Table) -> None:
    """SW-3.7, SW-3.11: CHANCE for the chosen dice in one event; none without dice."""
    if not numbers:
        return
    faces = table.roll_each(label(state, "reroll"), [FACES[size_of(state, number)] for number in numbers])
    for number, face in zip(numbers, faces, strict=True):
        die = state.dice[number]
        if table.listens:
            table.tell(rule, "rerolled", controller(state, die.holder), die=number + 1, before=die.value,
                       value=face, source=source_name(source))  # fmt: skip
        die.rolled = die.value = face
