"""Chapters 9, 19 and 20: building the line, the end of a round, the end of the game."""

from __future__ import annotations

from engine.core.game import TABLE, Action, RuleId, Seat
from engine.core.table import Table
from engine.set_a_watch.actions import (
    DECLINE,
    BuildLine,
    Damage,
    EndDamage,
    EndRound,
    KeepTie,
    TempleRefresh,
    ToHorde,
    made,
)
from engine.set_a_watch.cards import (
    ATTACK,
    CARD_NAMES,
    FINAL_ROUND,
    IS_SUMMON,
    LINE_SIZE,
    ability,
    card_number,
    carries,
    local,
    located,
    source_of,
)
from engine.set_a_watch.rules.firewood import EVERYBODY, lose
from engine.set_a_watch.rules.line import own_in_graveyard
from engine.set_a_watch.rules.party import (
    card_actions,
    cards_where,
    controller,
    exhaust,
    name_of,
    on_watch,
    push,
    refresh,
)
from engine.set_a_watch.rules.piles import draw, to_graveyard, to_horde
from engine.set_a_watch.state import (
    ARRIVE,
    AVAILABLE,
    DAMAGE,
    HORDE,
    LINE,
    OVER,
    ROUND_END,
    WATCH,
    Frame,
    Spot,
    State,
    Watch,
)

KEEP, CIRCLE = located("strongest_gy_creature_to_line_end"), located("top_unhallowed_to_line_end")
TEMPLE = local("refresh_if_no_horde_entry", "count")
SKELETONS = carries("waits_for_next_line")
DAMAGE_SOURCE = source_of("damage")


def refuse_build_line(state: State, seat: Seat, action: BuildLine) -> RuleId | None:
    return None if seat == TABLE and state.phase == LINE and not state.pending else "SW-9.2"


def build_line(state: State, seat: Seat, action: BuildLine, table: Table) -> None:
    """SW-9.1, SW-9.2: participants; Skeletons, the deck's cards, a card of the location, the Horde."""
    for who, one in enumerate(state.adventurers):
        one.participates = who != state.camper and any(slot.ready for slot in one.board)
        if who != state.camper and not one.participates:
            table.tell("SW-9.1", "stays_out", adventurer=name_of(state, who))
    state.line = [Spot(card, known=True) for card in state.waiting]
    state.waiting = []
    for _ in range(LINE_SIZE[state.location]):
        face = draw(state, table)
        if not face:
            break  # SW-9.3
        state.line.append(Spot(face >> 1, known=bool(face & 1)))
    if CIRCLE[state.location] and state.unhallowed:
        state.line.append(Spot(state.unhallowed.pop(0), known=True))
        table.tell("SW-18.SU", "card_added", position=len(state.line), source="summoning_circle")
    if state.round == FINAL_ROUND:
        state.line.extend(Spot(face >> 1, known=bool(face & 1)) for face in state.horde)  # SW-20.2
        state.horde = []
    table.tell("SW-9.2", "line_built", cards=len(state.line))
    state.phase = WATCH
    if KEEP[state.location]:
        push(state, "keep_tie", source=source_of("mountain_keep"))


def keep_options(state: State, frame: Frame) -> list[Action]:
    """SW-18.MK: the creatures of highest own health in the Graveyard."""
    found = [card for card in state.graveyard if not IS_SUMMON[card]]
    highest = max([own_in_graveyard(state, card) for card in found], default=0)
    return [
        made(KeepTie, str(CARD_NAMES[card])) for card in found if own_in_graveyard(state, card) == highest
    ]


def keep_tie(state: State, frame: Frame, action: KeepTie, table: Table) -> None:
    """SW-18.MK: face-down behind the last card."""
    card = card_number(action.creature)
    state.graveyard.remove(card)
    state.line.append(Spot(card, known=True))
    table.tell("SW-18.MK", "card_added", position=len(state.line), source="mountain_keep")


def close_watch(state: State, table: Table) -> None:
    """SW-10.22, SW-12.9: the watch ends; in the final round the game ends (SW-20.4, SW-20.5)."""
    if table.listens:
        _tell_unused(state, table)
    table.tell("SW-10.22" if not state.line else "SW-12.9", "watch_ended", cards=len(state.line))
    state.phase = DAMAGE
    if state.round == FINAL_ROUND:
        if state.line:
            lose(state, "SW-20.5", table)
        else:
            state.phase, state.won, state.reason = OVER, True, "SW-20.4"
            table.tell("SW-20.4", "won", round=state.round)


def _tell_unused(state: State, table: Table) -> None:
    """SW-12.9: dice that nobody used; SW-9.1: those of an adventurer who took no part."""
    for who in on_watch(state):
        count = sum(die.place == AVAILABLE and die.holder == who for die in state.dice)
        if count:
            rule = "SW-12.9" if state.adventurers[who].participates else "SW-9.1"
            table.tell(
                rule, "dice_unused", controller(state, who), adventurer=name_of(state, who), dice=count
            )


def refuse_damage(state: State, seat: Seat, action: Damage) -> RuleId | None:
    return None if seat == TABLE and state.phase == DAMAGE and not state.pending else "SW-19.1"


def damage(state: State, seat: Seat, action: Damage, table: Table) -> None:
    """SW-19.1, SW-19.2: every card left strikes; too few ready cards on watch is a loss."""
    for place, spot in enumerate(state.line):
        if not spot.up:
            spot.up = spot.known = True
            if table.listens:
                table.tell(
                    "SW-19.1", "flipped", card=str(CARD_NAMES[spot.card]), position=place + 1, source="damage"
                )
    if table.listens:
        for spot in state.line:
            card = str(CARD_NAMES[spot.card])
            table.tell("SW-19.1", "strikes", card=card, damage=ATTACK[spot.card], source=card)
    total = sum(ATTACK[spot.card] for spot in state.line)
    table.tell("SW-19.1", "damage_to_take", damage=total)
    if total > len(cards_where(state, on_watch(state), True)):
        lose(state, "SW-19.2", table)
        return
    if state.line:
        state.phase = HORDE
    else:
        _begin_round_end(state)
    for _ in range(total):
        push(state, "end_damage", source=DAMAGE_SOURCE)


def end_damage_options(state: State, frame: Frame) -> list[Action]:
    """SW-19.2: ready cards of adventurers on watch."""
    return card_actions(EndDamage, cards_where(state, on_watch(state), True))


def end_damage(state: State, frame: Frame, action: EndDamage, table: Table) -> None:
    """SW-19.2."""
    exhaust(state, ability(action.card), "SW-19.2", frame.source, table)
    state.watch.paid += 1


def refuse_to_horde(state: State, seat: Seat, action: ToHorde) -> RuleId | None:
    return None if seat == TABLE and state.phase == HORDE and not state.pending else "SW-19.3"


def move_to_horde(state: State, seat: Seat, action: ToHorde, table: Table) -> None:
    """SW-19.3: front to back, each on top."""
    for spot in state.line:
        to_horde(state, 2 * spot.card + 1, "SW-19.3", DAMAGE_SOURCE, table)
    state.line = []
    _begin_round_end(state)


def _begin_round_end(state: State) -> None:
    """SW-18.HT, SW-19.4: Hidden Temple refreshes if no card has entered the Horde."""
    state.phase = ROUND_END
    if not state.watch.horde:
        for _ in range(TEMPLE[state.location]):
            push(state, "temple_refresh", source=source_of("hidden_temple"))


def temple_options(state: State, frame: Frame) -> list[Action]:
    """SW-19.4: an exhausted card of any adventurer, or none."""
    found = card_actions(TempleRefresh, cards_where(state, EVERYBODY, False))
    return [*found, DECLINE] if found else []


def temple_refresh(state: State, frame: Frame, action: TempleRefresh, table: Table) -> None:
    """SW-18.HT, SW-19.4."""
    refresh(state, ability(action.card), "SW-18.HT", frame.source, table)


def temple_declined(state: State, frame: Frame) -> None:
    """SW-19.4: up to two; none is none of the rest either."""
    while state.pending:
        state.pending.pop()


def refuse_end_round(state: State, seat: Seat, action: EndRound) -> RuleId | None:
    return None if seat == TABLE and state.phase == ROUND_END and not state.pending else "SW-19.8"


def end_round(state: State, seat: Seat, action: EndRound, table: Table) -> None:
    """SW-19.5 to SW-19.8: tamed by song, Skeletons, nobody left, clean up."""
    for card in state.siren:
        for one in state.adventurers:
            if card in one.tamed:
                one.tamed.remove(card)
        to_graveyard(state, card, "SW-19.5", source_of("siren_song"), table)
    state.siren = []
    if state.graveyard and SKELETONS[state.graveyard[0]]:
        card = state.graveyard.pop(0)
        state.waiting = [card]
        table.tell("SW-19.6", "waits", card=str(CARD_NAMES[card]), source=str(CARD_NAMES[card]))
    if state.watch.paid and not cards_where(state, EVERYBODY, True):
        lose(state, "SW-19.7", table)
        return
    _clean_up(state)
    table.tell("SW-19.8", "round_ended", round=state.round - 1)


def _clean_up(state: State) -> None:
    """SW-19.8: dice home, round effects over."""
    for number, die in enumerate(state.dice):
        die.place, die.on, die.holder = AVAILABLE, 0, number // 3
    for one in state.adventurers:
        one.participates, one.daggers = True, False
        for slot in one.board:
            slot.die_used = slot.used = False
    state.watch = Watch()
    state.camper = -1
    state.round += 1
    state.phase = ARRIVE
