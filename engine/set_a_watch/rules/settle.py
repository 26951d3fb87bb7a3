"""SW-10: the SETTLE procedure. `due` finds the first step that applies; each is a step of the table."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.game import TABLE, RuleId, Seat
from engine.core.table import Table
from engine.set_a_watch.actions import Fall, FirstPosition, Flip, PendingDamage, RevealPower
from engine.set_a_watch.cards import CARD_NAMES, HEALTH, HEALTH_TYPE, IS_SUMMON, located, source_of
from engine.set_a_watch.rules.defeat import deal, defeat, is_fallen, push_powers
from engine.set_a_watch.rules.firewood import lit_by_fire
from engine.set_a_watch.rules.line import (
    FIRST,
    GIANT,
    OWN_KIND,
    healths,
    is_creature,
    is_immune,
    lich_place,
    turn_up,
    where,
)
from engine.set_a_watch.rules.party import controller, push
from engine.set_a_watch.rules.piles import SWAMP
from engine.set_a_watch.rules.powers import begin_summon
from engine.set_a_watch.state import (
    FALL,
    FIRST_POSITION,
    FLIP,
    ON_CREATURE,
    PENDING_DAMAGE,
    REVEAL_POWER,
    WATCH,
    State,
)

FOUL = located("firewood_per_first_position")
TRAP, DISCORD, CAMPFIRE = source_of("set_trap"), source_of("song_of_discord"), source_of("firewood")


LESS_HEALTH = tuple(max(0, -change) for _, change in HEALTH_TYPE)
"""For each location: how much health it may take away."""


def due(state: State) -> int:
    """SW-10.3 to SW-10.8: the phase of the step that is due; WATCH when the line is settled.

    `hurt`: a card may have fallen. Only Wound, a location, or a formula of its own make health less than printed.
    """
    line = state.line
    pending = hurt = giant = False
    less = LESS_HEALTH[state.location]
    down = -1
    for spot in line:
        if spot.up:
            card = spot.card
            if spot.damage and (spot.damage >= HEALTH[card] - spot.wound - less or OWN_KIND[card]):
                hurt = True
            if spot.reveal:
                pending = True
            if GIANT[card]:
                giant = True
        elif down < 0:
            down = line.index(spot)
    if hurt and _fallen(state) >= 0:
        return FALL
    if pending:
        return REVEAL_POWER
    watch = state.watch
    if (watch.discord and watch.shown) or (watch.trap >= 0 and line and is_creature(line[0])):
        return PENDING_DAMAGE
    if line and _first_is_due(state):
        return FIRST_POSITION
    if down < 0:
        return WATCH
    return FLIP if (giant and _behind_giant(state) >= 0) or _flips(state, down) else WATCH


def _fallen(state: State) -> int:
    """SW-10.3: the frontmost creature whose health fell to its damage."""
    found = healths(state)
    for place, spot in enumerate(state.line):
        if spot.up and spot.damage and is_fallen(state, place, found[place]):
            return place
    return -1


def _first_is_due(state: State) -> bool:
    """SW-10.6: position 1 holds a First position power that has not worked in this stay."""
    spot = state.line[0]
    return spot.up and bool(FIRST[spot.card]) and not (spot.first or spot.blank or spot.used)


def _behind_giant(state: State) -> int:
    """SW-10.7: a face-down card directly behind a Forest Giant; -1: none."""
    line = state.line
    for place in range(1, len(line)):
        giant = line[place - 1]
        if not line[place].up and GIANT[giant.card] and giant.up and not giant.blank:
            return place
    return -1


def _unlit(state: State) -> int:
    """SW-10.8: the frontmost face-down card in a lit position; -1: none."""
    for place, spot in enumerate(state.line):
        if not spot.up:
            return place if _flips(state, place) else -1
    return -1


def _flips(state: State, place: int) -> bool:
    """SW-10.8: is this place lit? SW-17.ES: what only Elf Senses lights is not lit behind a Lich."""
    fire = lit_by_fire(state)
    senses = state.watch.senses
    return place < fire or (place < fire + senses and place <= lich_place(state))


def _refuse(phase: int, rule: RuleId) -> Callable[[State, Seat, object], RuleId | None]:
    def refuse(state: State, seat: Seat, action: object) -> RuleId | None:
        return None if seat == TABLE and state.phase == phase and not state.pending else rule

    return refuse


refuse_fall = _refuse(FALL, "SW-10.3")
refuse_reveal_power = _refuse(REVEAL_POWER, "SW-10.4")
refuse_pending_damage = _refuse(PENDING_DAMAGE, "SW-10.5")
refuse_first_position = _refuse(FIRST_POSITION, "SW-10.6")
refuse_flip = _refuse(FLIP, "SW-10.8")


def fall(state: State, seat: Seat, action: Fall, table: Table) -> None:
    """SW-10.3: credited to nobody."""
    defeat(state, _fallen(state), -1, "SW-10.3", 0, table)


def reveal_power(state: State, seat: Seat, action: RevealPower, table: Table) -> None:
    """SW-10.4: the pending card farthest from the camp; Elf Senses stops a power, not a Summon (SW-12.8)."""
    spot = next(spot for spot in reversed(state.line) if spot.reveal)
    spot.reveal = False
    card = spot.card
    if IS_SUMMON[card]:
        table.tell("SW-16.SU", "summon_works", card=str(CARD_NAMES[card]))
        begin_summon(state, card)
    elif state.watch.negate:
        state.watch.negate -= 1
        table.tell("SW-17.ES", "reveal_stopped", card=str(CARD_NAMES[card]), source="elf_senses")
    elif not spot.blank:
        if table.listens:
            table.tell("SW-10.4", "reveal_works", card=str(CARD_NAMES[card]))
        push_powers(state, card, "reveal")


def pending_damage(state: State, seat: Seat, action: PendingDamage, table: Table) -> None:
    """SW-10.5: (a) Set Trap, (b) Song of Discord."""
    watch = state.watch
    if watch.trap >= 0 and is_creature(state.line[0]):
        die = state.dice[watch.trap]
        die.place, die.on = ON_CREATURE, state.line[0].card
        number, watch.trap = watch.trap, -1
        deal(state, 0, die.value, number // 3, "SW-10.5", TRAP, table)
        return
    card, amount, singer = watch.shown[0], watch.discord, watch.singer
    watch.shown, watch.discord, watch.singer = [], 0, -1
    place = where(state, card)
    if place > lich_place(state) or is_immune(state, place):
        table.tell("SW-10.5", "damage_lost", controller(state, singer), card=str(CARD_NAMES[card]), amount=amount,
                   source="song_of_discord")  # fmt: skip
        return
    deal(state, place, amount, singer, "SW-10.5", DISCORD, table)


def first_position(state: State, seat: Seat, action: FirstPosition, table: Table) -> None:
    """SW-10.6: once per stay; Fetid Swamp takes 1 firewood after it."""
    spot = state.line[0]
    spot.first = True
    if table.listens:
        table.tell("SW-10.6", "first_works", card=str(CARD_NAMES[spot.card]))
    if FOUL[state.location]:
        push(state, "firewood", amount=-1, source=SWAMP)
    push_powers(state, spot.card, "first_position")


def flip(state: State, seat: Seat, action: Flip, table: Table) -> None:
    """SW-10.7, SW-10.8."""
    place, rule = _behind_giant(state), "SW-10.7"
    if place < 0:
        place, rule = _unlit(state), "SW-10.8"
    turn_up(state, state.line[place], True, rule, CAMPFIRE, table)
