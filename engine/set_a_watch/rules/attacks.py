"""Chapter 11: range, direct attacks, and attacks by tamed creatures."""

from __future__ import annotations

from engine.core.table import Table
from engine.set_a_watch.cards import CARD_NAMES, HEALTH, IS_SUMMON, REACH, ability, local, located, source_of
from engine.set_a_watch.rules.defeat import deal
from engine.set_a_watch.rules.line import CAT, GOLEM, healths, is_creature, is_immune, where
from engine.set_a_watch.rules.party import controller, push, works
from engine.set_a_watch.rules.piles import discard_tamed
from engine.set_a_watch.state import ON_CREATURE, Frame, State

RANGE = local("range_bonus", "delta")
ARENA = located("no_combining")
SONG_OF_PAIN = ability("song_of_pain")
ATTACK = source_of("attack")


def reach(state: State, who: int) -> int:
    """SW-11.3: how many positions an adventurer's direct attacks reach; Cliff Watch: SW-18.CW."""
    one = state.adventurers[who]
    base = 2 if one.daggers else REACH[one.id]
    return base + RANGE[state.location] + state.watch.sight


def attack_targets(state: State, who: int, far: int = 0) -> tuple[int, ...]:
    """SW-11.7: positions that the adventurer may attack directly; The Grand Arena: SW-18.GA. `far`: its reach,
    where that is known."""
    line = state.line
    arena = ARENA[state.location]
    free = state.deluxe and works(state, who, SONG_OF_PAIN)
    found = []
    position = 0
    for spot in line if free else line[: far or reach(state, who)]:
        position += 1
        card = spot.card
        if not spot.up or IS_SUMMON[card]:
            continue
        if not (arena and spot.attacker not in (-1, who)) and (
            free or not CAT[card] or not is_immune(state, position - 1)
        ):
            found.append(position)
        if GOLEM[card] and not spot.blank and not free:
            break
    return tuple(found)


def reached_by_all(state: State) -> bool:
    """A creature in position 1: whoever has a die may attack it (The Grand Arena may say otherwise)."""
    if not state.line:
        return False
    spot = state.line[0]
    return spot.up and not IS_SUMMON[spot.card] and not ARENA[state.location]


def why_not(state: State, who: int, position: int) -> str | None:
    """The rule that keeps an adventurer from attacking a position, or None."""
    if position in attack_targets(state, who):
        return None
    if not 1 <= position <= len(state.line) or not is_creature(state.line[position - 1]):
        return "SW-11.7"
    if position > reach(state, who) and not works(state, who, SONG_OF_PAIN):
        return "SW-11.3"
    return "SW-11.7"


def strike(
    state: State, who: int, place: int, value: int, source: int, table: Table, *, die: int = -1
) -> None:
    """SW-11.6: doubled, then a Poison Blade charge; the damage follows. `source`: attack, or a tamed creature.

    A defeat is credited to the owner of the die (SW-10.20 D1), also of one that was given away.
    """
    spot = state.line[place]
    watch = state.watch
    amount = value
    if watch.giants_bane and healths(state)[place] >= 10:
        amount *= 2
    if spot.harmony == who:
        amount *= 2
    if watch.charges:
        watch.charges -= 1
        amount += 2 * sum(1 for other in state.line if is_creature(other))
        table.tell(
            "SW-11.6", "charge_used", controller(state, who), charges=watch.charges, source="poison_blade"
        )
    if ARENA[state.location]:
        spot.attacker = who
    credited = die // 3 if die >= 0 else who
    deal(state, place, amount, credited, "SW-11.4", source, table, die=die)


def direct_attack(state: State, who: int, number: int, place: int, table: Table) -> None:
    """SW-11.4, SW-11.5: the die lies on the creature."""
    die = state.dice[number]
    card = state.line[place].card
    die.place, die.on = ON_CREATURE, card
    if table.listens:
        table.tell("SW-11.4", "attacks", controller(state, who), die=number + 1, value=die.value,
                   position=place + 1, card=str(CARD_NAMES[card]), source="attack")  # fmt: skip
    strike(state, who, place, die.value, ATTACK, table, die=number)


def tamed_attack(state: State, who: int, creature: int, place: int, table: Table) -> None:
    """SW-13.6: first the discard (and what it brings), then the damage."""
    push(state, "tamed_damage", who, amount=HEALTH[creature], card=state.line[place].card, source=creature)
    discard_tamed(state, who, creature, "SW-13.6", source_of(CARD_NAMES[creature]), table)


def tamed_damage(state: State, frame: Frame, table: Table) -> None:
    """SW-13.6: damage of the printed health; the target counts as having an attack die."""
    place = where(state, frame.card)
    state.line[place].hit = True
    table.tell("SW-13.6", "tamed_attacks", controller(state, frame.who), creature=str(CARD_NAMES[frame.source]),
               value=frame.amount, card=str(CARD_NAMES[frame.card]))  # fmt: skip
    strike(state, frame.who, place, frame.amount, frame.source, table)
