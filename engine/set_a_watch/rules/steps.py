"""Every kind of step with its rules, and what is legal: the rules as the game and its agent use them."""

from __future__ import annotations

from engine.core.game import Action, Rule, Seat
from engine.set_a_watch import actions as a
from engine.set_a_watch.rules import arrive, camp, ending, settle, watch, watch_steps
from engine.set_a_watch.rules.flow import DECISION, NODE, rule
from engine.set_a_watch.state import CAMP, CAMPER, PHASES, WATCH, State

_STEPS_OF_THE_TABLE: dict[str, Action] = {
    "arrive": a.ARRIVE,
    "roll": a.ROLL,
    "line": a.BUILD_LINE,
    "fall": a.FALL,
    "reveal_power": a.REVEAL_POWER,
    "pending_damage": a.PENDING_DAMAGE,
    "first_position": a.FIRST_POSITION,
    "flip": a.FLIP,
    "damage": a.DAMAGE,
    "horde": a.TO_HORDE,
    "round_end": a.END_ROUND,
}
_DUE = tuple([_STEPS_OF_THE_TABLE[name]] if name in _STEPS_OF_THE_TABLE else [] for name in PHASES)


def legal(state: State, seat: Seat) -> list[Action]:
    """Section 21: every option once, in the order of the rules. `seat` is one of `to_act`."""
    if state.pending:
        frame = state.pending[-1]
        return NODE[frame.what].options(state, frame)
    phase = state.phase
    if phase == WATCH:
        return watch.watch_options(state, seat)
    if phase == CAMP:
        return camp.camp_options(state)
    if phase == CAMPER:
        return arrive.camper_options(state)
    return _DUE[phase]


RULE_OF: dict[type[Action], Rule] = {
    a.Arrive: rule(arrive.refuse_arrive, arrive.arrive),
    a.Roll: rule(arrive.refuse_roll, arrive.roll),
    a.Camper: rule(arrive.refuse_camper, arrive.camper),
    a.CampAction: rule(camp.refuse_camp_action, camp.camp_action),
    a.RuneGroup: rule(camp.refuse_rune_group, camp.rune_group),
    a.EndCamp: rule(camp.refuse_end_camp, camp.end_camp),
    a.BuildLine: rule(ending.refuse_build_line, ending.build_line),
    a.Flip: rule(settle.refuse_flip, settle.flip),
    a.RevealPower: rule(settle.refuse_reveal_power, settle.reveal_power),
    a.FirstPosition: rule(settle.refuse_first_position, settle.first_position),
    a.PendingDamage: rule(settle.refuse_pending_damage, settle.pending_damage),
    a.Fall: rule(settle.refuse_fall, settle.fall),
    a.DirectAttack: rule(watch_steps.refuse_direct_attack, watch_steps.direct_attack),
    a.AbilityDie: rule(watch_steps.refuse_ability_die, watch_steps.ability_die),
    a.AbilityExhaust: rule(watch_steps.refuse_ability_exhaust, watch_steps.ability_exhaust),
    a.Passive: rule(watch_steps.refuse_passive, watch_steps.passive),
    a.TamedAttack: rule(watch_steps.refuse_tamed_attack, watch_steps.tamed_attack),
    a.EndWatch: rule(watch_steps.refuse_end_watch, watch_steps.end_watch),
    a.Stoke: rule(watch_steps.refuse_stoke, watch_steps.stoke),
    a.Decline: DECISION,
    a.Damage: rule(ending.refuse_damage, ending.damage),
    a.ToHorde: rule(ending.refuse_to_horde, ending.move_to_horde),
    a.EndRound: rule(ending.refuse_end_round, ending.end_round),
    **dict.fromkeys(a.NODE_ACTIONS, DECISION),
}
