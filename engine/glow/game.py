"""Glow, put together."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import msgspec

from engine.core.game import TABLE, Action, Game, Rule, RuleId, Seat
from engine.core.table import Table
from engine.glow import actions as a
from engine.glow.agent import Greedy
from engine.glow.rules import (
    butterflies,
    companions,
    dice,
    evening,
    hulios,
    journey,
    noon,
    prepare,
    recruit,
    reroll,
    resolve,
    scoring,
    setup,
    solo,
)
from engine.glow.rules.turn import refuse_turn
from engine.glow.state import GlowOptions, Pending, State
from engine.glow.view import derive, facts, observe, outcome

_STEPS_OF_THE_TABLE: dict[str, Action] = {
    "adventurer": a.DEAL_ADVENTURERS,
    "prepare": a.PREPARE,
    "start_day": a.START_DAY,
    "clear_track": a.CLEAR_TRACK,
    "tom_roll": a.TOM_ROLL,
    "roll": a.ROLL,
    "mix": a.MIX_BUTTERFLIES,
    "evening": a.EVENING,
    "scoring": a.SCORING,
}
_Legal = Callable[[State, Seat], list[Action]]
_MAIN: dict[str, _Legal] = {
    "adventurer": setup.legal_adventurer,
    "tom_dice": solo.legal_tom_dice,
    "recruit": recruit.legal_recruit,
    "reroll": reroll.legal_reroll,
    "noon": noon.legal_noon,
    "afternoon": journey.legal_afternoon,
}
"""Decisions of the phases (GL-3.7)."""
_INSIDE: dict[str, _Legal] = {
    "move_curse": recruit.legal_move_curse,
    "discard_track": recruit.legal_discard_track,
    "reserve_die": dice.legal_reserve_die,
    "claim_die": dice.legal_claim_die,
    "return_die": dice.legal_return_die,
    "lose_one": companions.legal_lose_one,
    "cemetery": companions.legal_cemetery,
    "butterfly": butterflies.legal_butterfly,
    "pink": reroll.legal_pink,
    "white": reroll.legal_white,
    "reroll_die": reroll.legal_reroll_die,
    "reroll_face": reroll.legal_reroll_face,
    "swap": hulios.legal_swap,
}
"""Decisions inside of something else."""
_FOLLOWS: dict[str, Callable[[State, Pending, Table], None]] = {
    "effects": resolve.run_effects,
    "take_space": recruit.take_space,
    "join": hulios.join,
    "end_recruit": recruit.end_recruit,
    "end_swaps": hulios.end_swaps,
    "end_window": reroll.end_window,
    "end_turn": journey.end_turn,
}
"""What follows by itself."""


def to_act(state: State) -> tuple[Seat, ...]:
    """GL-3.4: whoever owes the decision on top, else the actor of the phase, else the table."""
    if state.pending:
        return (state.pending[-1].seat,)
    phase = state.phase
    if phase in _MAIN and not (phase == "adventurer" and state.random_adventurers):
        return (state.actor,)
    return () if phase == "over" else (TABLE,)


def legal(state: State, seat: Seat) -> list[Action]:
    """GL-3.7: every option once, in its order. `seat` is the one of `to_act`."""
    if state.pending:
        return _INSIDE[state.pending[-1].what](state, seat)
    if seat == TABLE:
        return [_STEPS_OF_THE_TABLE[state.phase]]
    return _MAIN[state.phase](state, seat)


def settle(state: State, table: Table) -> None:
    """GL-3.5: what needs no decision follows at once, the topmost first."""
    while state.pending and (follow := _FOLLOWS.get(state.pending[-1].what)) is not None:
        follow(state, state.pending.pop(), table)


def _settled(perform: Callable[[State, Seat, Any, Table], None]) -> Callable[[State, Seat, Any, Table], None]:
    def performed(state: State, seat: Seat, action: Any, table: Table) -> None:
        perform(state, seat, action, table)
        if state.pending:
            settle(state, table)

    return performed


_FINISH: dict[str, Callable[[State, Seat, Table], None]] = {
    "reroll": reroll.finish_reroll,
    "noon": noon.finish_noon,
    "afternoon": journey.finish_afternoon,
}


def refuse_finish(state: State, seat: Seat, action: a.Finish) -> RuleId | None:
    """GL-6.11: noon ends only when nothing is fireable."""
    phase = state.phase
    if phase not in _FINISH:
        return "GL-3.1"
    if (rule := refuse_turn(state, seat, phase)) is not None:
        return rule
    return noon.refuse_finish_noon(state, seat) if phase == "noon" else None


def finish(state: State, seat: Seat, action: a.Finish, table: Table) -> None:
    """GL-5.2, GL-6.15, GL-8.1, GL-9.1."""
    _FINISH[state.phase](state, seat, table)


def configurations() -> list[GlowOptions]:
    """GL-2.15: every combination of options that is not refused, in a fixed order."""
    found = []
    values = [
        (False, True) if field.type is bool else field.type.__args__
        for field in msgspec.structs.fields(GlowOptions)
    ]
    for combination in product(*values):
        try:
            found.append(GlowOptions(**dict(zip(GlowOptions.__struct_fields__, combination, strict=True))))
        except ValueError:
            continue
    return found


_RULES: dict[type[Action], tuple[Any, Any]] = {
    a.ChooseAdventurer: (setup.refuse_adventurer, setup.choose_adventurer),
    a.TomDice: (solo.refuse_tom_dice, solo.tom_dice),
    a.Recruit: (recruit.refuse_recruit, recruit.recruit),
    a.MoveCurse: (recruit.refuse_move_curse, recruit.move_curse),
    a.DiscardTrack: (recruit.refuse_discard_track, recruit.discard_track),
    a.ReserveDie: (dice.refuse_reserve_die, dice.reserve_die),
    a.ClaimDie: (dice.refuse_claim_die, dice.claim_die),
    a.ReturnDie: (dice.refuse_return_die, dice.return_die),
    a.Pink: (reroll.refuse_pink, reroll.pink),
    a.Reroll: (reroll.refuse_reroll, reroll.reroll),
    a.RerollDie: (reroll.refuse_reroll_die, reroll.reroll_die),
    a.RerollSet: (reroll.refuse_reroll_set, reroll.reroll_set),
    a.RerollFace: (reroll.refuse_reroll_face, reroll.reroll_face),
    a.White: (reroll.refuse_white, reroll.white),
    a.Finish: (refuse_finish, finish),
    a.UseSkull: (butterflies.refuse_use_skull, butterflies.use_skull),
    a.UseCancel: (butterflies.refuse_use_cancel, butterflies.use_cancel),
    a.Swap: (hulios.refuse_swap, hulios.swap),
    a.Stop: (hulios.refuse_stop, hulios.stop),
    a.Fire: (noon.refuse_fire, noon.fire),
    a.Cemetery: (companions.refuse_cemetery, companions.cemetery),
    a.LoseOne: (companions.refuse_lose_one, companions.lose_one),
    a.ReturnButterfly: (butterflies.refuse_butterfly, butterflies.butterfly),
    a.Move: (journey.refuse_move, journey.move),
    a.Camp: (journey.refuse_camp, journey.camp),
    a.Sail: (journey.refuse_sail, journey.sail),
    a.DealAdventurers: (setup.refuse_deal, setup.deal_adventurers),
    a.Prepare: (prepare.refuse_prepare, prepare.prepare),
    a.StartDay: (recruit.refuse_start_day, recruit.start_day),
    a.ClearTrack: (recruit.refuse_clear_track, recruit.clear_track),
    a.TomRoll: (solo.refuse_tom_roll, solo.tom_roll),
    a.Roll: (reroll.refuse_roll, reroll.roll),
    a.MixButterflies: (butterflies.refuse_mix, butterflies.mix_butterflies),
    a.Evening: (evening.refuse_evening, evening.evening),
    a.Scoring: (scoring.refuse_scoring, scoring.scoring),
}

GAME: Game[State] = Game(
    name="glow",
    rules=1,
    options=GlowOptions,
    configurations=configurations,
    state=State,
    rule_of={kind: Rule(refuse, _settled(perform)) for kind, (refuse, perform) in _RULES.items()},
    setup=setup.setup,
    to_act=to_act,
    legal=legal,
    observe=observe,
    outcome=outcome,
    derive=derive,
    facts=facts,
    round_of=lambda state: state.day,
    milestones=(a.Evening, a.Scoring),
    headline=("score", "light"),
    score_names=scoring.SCORE_NAMES,
    agents={"greedy": Greedy},
)
