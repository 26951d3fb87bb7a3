"""Living Forest, put together."""

from __future__ import annotations

from engine.core.game import TABLE, Action, Game, Rule, Seat
from engine.living_forest import actions as a
from engine.living_forest.agent import Greedy
from engine.living_forest.cards import DATA
from engine.living_forest.rules import actions, circle, draw, ending, forest, round_end
from engine.living_forest.rules.setup import setup
from engine.living_forest.state import LivingForestOptions, State
from engine.living_forest.totals import derive
from engine.living_forest.view import SCORE_NAMES, facts, observe, outcome

_STEPS_OF_THE_TABLE: dict[str, Action] = {
    "end_check": a.END_CHECK,
    "onibi_attack": a.ONIBI_ATTACK,
    "add_onibi": a.ADD_ONIBI,
    "pass_tree": a.PASS_TREE,
}


def to_act(state: State) -> tuple[Seat, ...]:
    """LF-3.1: all who draw, then one seat at a time, then the table."""
    phase = state.phase
    if phase == "action":
        return (state.turn.seat,)
    if phase == "draw":
        return draw.drawing(state)
    return () if phase == "over" else (TABLE,)


def legal(state: State, seat: Seat) -> list[Action]:
    """LF-6.15: every option once, in the order of the rules. `seat` is one of `to_act`."""
    if state.phase == "draw":
        return draw.legal_draw(state, seat)
    if state.phase == "action":
        return actions.legal_action(state, seat)
    return [_STEPS_OF_THE_TABLE[state.phase]]


GAME: Game[State] = Game(
    name="living_forest",
    rules=1,
    options=LivingForestOptions,
    configurations=lambda: [LivingForestOptions(players=count) for count in (2, 3, 4)],
    state=State,
    rule_of={
        a.Draw: Rule(draw.refuse_draw, draw.draw),
        a.Stop: Rule(draw.refuse_stop, draw.stop),
        a.DiscardWithFragment: Rule(draw.refuse_discard, draw.discard_with_fragment),
        a.TakeFragment: Rule(actions.refuse_take_fragment, actions.take_fragment),
        a.Buy: Rule(actions.refuse_buy, actions.buy),
        a.TakeFire: Rule(actions.refuse_take_fire, actions.take_fire),
        a.Plant: Rule(forest.refuse_plant, forest.plant),
        a.Move: Rule(circle.refuse_move, circle.move),
        a.Steal: Rule(circle.refuse_steal, circle.steal),
        a.EndAction: Rule(actions.refuse_end_action, actions.end_action),
        a.EndCheck: Rule(ending.refuse_end_check, ending.end_check),
        a.OnibiAttack: Rule(round_end.refuse_onibi_attack, round_end.onibi_attack),
        a.AddOnibi: Rule(round_end.refuse_add_onibi, round_end.add_onibi),
        a.PassTree: Rule(round_end.refuse_pass_tree, round_end.pass_tree),
    },
    setup=setup,
    to_act=to_act,
    legal=legal,
    observe=observe,
    outcome=outcome,
    derive=derive,
    facts=facts,
    round_of=lambda state: state.round,
    milestones=(a.EndCheck,),
    headline=SCORE_NAMES,
    score_names=SCORE_NAMES,
    goals={"fires": DATA.win.fires, "trees": DATA.win.distinct_trees, "flowers": DATA.win.flowers},  # LF-2.1
    agents={"greedy": Greedy},
    independent=(a.Draw, a.Stop, a.DiscardWithFragment),
)
