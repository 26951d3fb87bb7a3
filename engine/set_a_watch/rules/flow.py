"""What comes next: the stack of effects (SW-10.2), decisions (SW-3.6, SW-3.8), and the phases.

`NODES` leads from a decision of section 21 to its owner, options and effect; `PARTS` from a part of an effect
without a choice to its function. Every step ends with `advance`, which works the stack off until a seat has
to decide or the table's next step is due.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from engine.core.game import TABLE, Action, Rule, RuleId, Seat
from engine.core.table import Table
from engine.set_a_watch.actions import DECLINE, NODE_ACTIONS, Decline
from engine.set_a_watch.cards import located
from engine.set_a_watch.rules import (
    abilities,
    arrive,
    attacks,
    camp,
    camp_choices,
    ending,
    firewood,
    follow_ups,
    powers,
    settle,
    watch,
)
from engine.set_a_watch.rules.party import FRAME, controller, leader, push
from engine.set_a_watch.state import CAMP, CAMPER, FALL, FRAMES, NODES, OVER, WATCH, Frame, State

CATHEDRAL = located("defeat")
PAY = FRAME["pay_firewood"]


class Node(NamedTuple):
    """A decision: its rule, its legal options, its effect."""

    rule: RuleId
    options: Callable[[State, Frame], list[Action]]
    take: Callable[[State, Frame, Any, Table], None]


_NODES: dict[str, Node] = {
    "outpost": Node("SW-18.LO", arrive.outpost_options, arrive.outpost),
    "lowest_die": Node("SW-18.SP", arrive.lowest_options, arrive.lowest_die),
    "sacred_seal": Node("SW-18.SC", arrive.sacred_options, arrive.sacred_seal),
    "monolith_refresh": Node("SW-18.WM", arrive.monolith_options, arrive.monolith_refresh),
    "monolith_exhaust": Node("SW-18.WM", arrive.monolith_exhaust_options, arrive.monolith_exhaust),
    "camp_refresh": Node("SW-7.3", arrive.camp_refresh_options, arrive.camp_refresh),
    "village_refresh": Node("SW-18.TV", arrive.village_options, arrive.village_refresh),
    "cottage_reroll": Node("SW-18.WC", camp.cottage_options, camp.cottage),
    "seal": Node("SW-8.11a", camp.seal_options, camp.seal),
    "bolster_dice": Node("SW-8.11c", camp.bolster_options, camp.bolster_dice),
    "scout_order": Node("SW-8.6", camp_choices.scout_options, camp_choices.scout_order),
    "elven_scout_order": Node("SW-8.10", camp_choices.elven_options, camp_choices.elven_scout_order),
    "map_choice": Node("SW-8.7", camp_choices.map_options, camp_choices.map_choice),
    "teleport_choice": Node("SW-8.10", camp_choices.teleport_options, camp_choices.teleport_choice),
    "heal_target": Node("SW-8.8", camp_choices.heal_options, camp_choices.heal_target),
    "equip_swap": Node("SW-8.9", camp_choices.equip_options, camp_choices.equip_swap),
    "prepared_extra": Node("SW-8.10", camp_choices.prepared_options, camp_choices.prepared_extra),
    "assist_target": Node("SW-8.10", camp_choices.assist_options, camp_choices.assist_target),
    "multitalent_swap": Node("SW-8.10", camp_choices.multitalent_options, camp_choices.multitalent_swap),
    "steal_die": Node("SW-16.BA", powers.steal_options, powers.take_die),
    "vampire_tie": Node("SW-16.VA", powers.vampire_options, powers.take_die),
    "exhaust_for_effect": Node("SW-14.3", firewood.exhaust_options, firewood.exhaust_for_effect),
    "pay_firewood": Node("SW-14.2", firewood.pay_options, firewood.pay),
    "crypt_pick": Node("SW-18.AC", powers.crypt_options, powers.crypt_pick),
    "keep_tie": Node("SW-18.MK", ending.keep_options, ending.keep_tie),
    "cathedral_pick": Node("SW-18.CC", follow_ups.cathedral_options, follow_ups.cathedral_pick),
    "catacombs_reroll": Node("SW-18.CB", follow_ups.catacombs_options, follow_ups.catacombs_reroll),
    "end_damage": Node("SW-19.2", ending.end_damage_options, ending.end_damage),
    "temple_refresh": Node("SW-18.HT", ending.temple_options, ending.temple_refresh),
    "blinding_light_card": Node("SW-17.BL", follow_ups.blinding_options, follow_ups.blinding_light_card),
    "backstab_card": Node("SW-17.BK", follow_ups.backstab_options, follow_ups.backstab_card),
    "backstab_pick": Node("SW-17.BK", follow_ups.backstab_picks, follow_ups.backstab_pick),
    "cleanse_pick": Node("SW-17.CU", follow_ups.cleanse_options, follow_ups.cleanse_pick),
    "daggers_card": Node("SW-17.TD", follow_ups.daggers_options, follow_ups.daggers_card),
    "daggers_die": Node("SW-17.TD", follow_ups.daggers_dice, follow_ups.daggers_die),
    "polymorph_pick": Node("SW-17.PO", follow_ups.polymorph_options, follow_ups.polymorph_pick),
    "line_dance_card": Node("SW-17.LD", follow_ups.dance_options, follow_ups.line_dance_card),
    "line_dance_reroll": Node("SW-17.LD", follow_ups.dance_dice, follow_ups.line_dance_reroll),
}
_PARTS: dict[str, Callable[[State, Frame, Table], None]] = {
    "firewood": firewood.firewood_part,
    "power": powers.power_part,
    "summon": powers.summon_part,
    "defeat": abilities.defeat_part,
    "defeat_last": abilities.defeat_last,
    "sacred_shuffle": arrive.sacred_shuffle,
    "rune": camp.rune_part,
    "bolster_roll": camp.bolster_roll,
    "tamed_damage": attacks.tamed_damage,
    "illuminate": abilities.illuminate_part,
    "daggers_range": abilities.daggers_range,
    "backstab_reveal": abilities.backstab_reveal,
    "reveal_again": follow_ups.reveal_again,
    "new_card": abilities.new_card,
}
NODE = tuple(_NODES[name] for name in NODES)
PART = tuple(_PARTS[name] for name in FRAMES[len(NODES) :])
NODE_KIND = dict(zip(NODE_ACTIONS, range(len(NODES)), strict=True))
"""The decision that an action answers."""
PARTY_DECISIONS = frozenset(
    FRAME[name]
    for name in (
        *("lowest_die", "sacred_seal", "prepared_extra", "steal_die", "vampire_tie", "exhaust_for_effect"),
        *("pay_firewood", "crypt_pick", "keep_tie", "cathedral_pick", "end_damage", "temple_refresh"),
    )
)
"""SW-3.4: decisions that belong to the leader; all others to the seat of the adventurer named in the frame."""


def owner(state: State, frame: Frame) -> Seat:
    """SW-3.4, section 21."""
    return leader(state) if frame.what in PARTY_DECISIONS else controller(state, frame.who)


def advance(state: State, table: Table) -> None:
    """Work on until a seat decides, the table's next step is due, or the game is over."""
    while (phase := state.phase) != OVER:
        pending = state.pending
        if not state.firewood and not (pending and pending[-1].what == PAY):
            push(state, "pay_firewood", source=firewood.FIREWOOD)  # SW-10.1
        if pending:
            if _waits(state, pending[-1], table):
                return
        elif FALL <= phase <= WATCH:
            if _watch_waits(state, table):
                return
        elif _phase_waits(state, phase, table):
            return


def _waits(state: State, frame: Frame, table: Table) -> bool:
    """The part on top of the stack: does a seat have to decide? Else it is done here (SW-3.6, SW-3.8)."""
    if frame.what >= len(NODE):
        state.pending.pop()
        PART[frame.what - len(NODE)](state, frame, table)
        return False
    node = NODE[frame.what]
    options = node.options(state, frame)
    if len(options) > 1:
        return True
    if options:
        _take(state, options[0], table)
    elif frame.what == PAY:
        firewood.lose(state, "SW-14.2", table)
    else:
        state.pending.pop()
    return False


def _take(state: State, action: Action, table: Table) -> None:
    """The decision on top of the stack is made."""
    frame = state.pending.pop()
    if action is DECLINE or type(action) is Decline:
        table.tell(NODE[frame.what].rule, "declined", owner(state, frame))
        if frame.what == FRAME["temple_refresh"]:
            ending.temple_declined(state, frame)
        return
    NODE[frame.what].take(state, frame, action, table)


def _phase_waits(state: State, phase: int, table: Table) -> bool:
    """The stack is empty: has somebody to act in this phase outside the watch?"""
    if phase == CAMPER:
        options = arrive.camper_options(state)
        if len(options) == 1:
            arrive.camper(state, leader(state), options[0], table)  # type: ignore[arg-type]
            return False
    elif phase == CAMP:
        return not camp.close_camp(state, table)
    return True


def _watch_waits(state: State, table: Table) -> bool:
    """SW-10: settle; then The Cursed Cathedral (SW-9.9), the end of the watch, or the open node."""
    state.phase = settle.due(state)
    if state.phase != WATCH:
        return True
    if not state.watch.opened:
        state.watch.opened = True
        if CATHEDRAL[state.location]:
            push(state, "cathedral_pick")
            return False
    if not state.line or not watch.anybody_can_act(state):
        ending.close_watch(state, table)  # SW-10.22, SW-12.9
        return False
    return True


def refuse_decision(state: State, seat: Seat, action: Action) -> RuleId | None:
    """SW-3.4: is this decision due, is it the seat's, is the choice on the list?"""
    if not state.pending:
        return "SW-3.4"
    frame = state.pending[-1]
    if type(action) is not Decline and NODE_KIND[type(action)] != frame.what:
        return "SW-3.4"
    if seat != owner(state, frame):
        return "SW-3.4"
    node = NODE[frame.what]
    return None if action in node.options(state, frame) else node.rule


def decide(state: State, seat: Seat, action: Action, table: Table) -> None:
    """SW-3.4."""
    _take(state, action, table)
    advance(state, table)


DECISION = Rule(refuse_decision, decide)


def rule(refuse: Callable[..., RuleId | None], perform: Callable[..., None]) -> Rule:
    """A step that is followed by whatever it brings about."""

    def whole(state: State, seat: Seat, action: Action, table: Table) -> None:
        perform(state, seat, action, table)
        advance(state, table)

    return Rule(refuse, whole)


def derive(state: State) -> None:
    """For a state made by hand: the camper is no watcher, and the phase of the watch is what is due.

    Changes nothing in a state from play (there are no running totals).
    """
    if FALL <= state.phase <= WATCH and not state.pending:
        if state.camper >= 0:
            state.adventurers[state.camper].participates = False  # SW-12.10
        state.phase = settle.due(state)
        if state.phase == WATCH:
            state.watch.opened = True
    for spot in state.line:
        if spot.up:
            spot.known = True


def to_act(state: State) -> tuple[Seat, ...]:
    """Section 21: who decides; on watch whoever has an option, the leader last (SW-3.5)."""
    if state.pending:
        return (owner(state, state.pending[-1]),)
    phase = state.phase
    if phase == WATCH:
        return watch.acting_seats(state)
    if phase == CAMP:
        return (controller(state, state.camper),)
    if phase == CAMPER:
        return (leader(state),)
    return () if phase == OVER else (TABLE,)
