"""The watch: what to do next. Every option, and every way to finish a creature with dice, is tried out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.codec import copy
from engine.core.game import TABLE, Action, Seat
from engine.core.table import Table
from engine.set_a_watch import actions as a
from engine.set_a_watch.agent_choices import choose
from engine.set_a_watch.agent_worth import ending_loses, hope, progress, worth
from engine.set_a_watch.rules.attacks import attack_targets
from engine.set_a_watch.rules.flow import to_act
from engine.set_a_watch.rules.line import healths
from engine.set_a_watch.rules.party import controller, held, key
from engine.set_a_watch.rules.steps import RULE_OF, legal
from engine.set_a_watch.rules.watch import watch_options
from engine.set_a_watch.state import DAMAGE, OVER, WATCH, State

Plan = tuple[Seat, Action]
ENOUGH = 60
"""Points that an action must gain."""
WIDTH = 20
"""So many first actions are looked at more deeply when none helps by itself."""
_ABILITIES = (a.AbilityDie, a.AbilityExhaust, a.Passive)
_FOLLOWS = (a.DirectAttack, a.AbilityDie, a.AbilityExhaust)


def settle(state: State, table: Table) -> None:
    """Play on, as the agent would choose, until the watch is open again or over."""
    for _ in range(80):
        if state.phase in (DAMAGE, OVER):
            return
        seats = to_act(state)
        if state.phase == WATCH and not state.pending:
            return
        options = legal(state, seats[0])
        action = options[0] if seats[0] == TABLE else options[choose(options, state)]
        RULE_OF[type(action)].perform(state, seats[0], action, table)


def after(state: State, steps: Sequence[Plan]) -> State:
    """The position after these steps, each settled; later ones that are not legal any more are left out."""
    then = copy(state)
    table = Table("imagined")
    first = True  # it was taken from the list of options
    for step in steps:
        if then.phase != WATCH or then.pending:
            break
        seat, action = step if first else _listed(then, step)
        if first or RULE_OF[type(action)].refuse(then, seat, action) is None:
            first = False
            RULE_OF[type(action)].perform(then, seat, action, table)
            settle(then, table)
    return then


def kills(state: State) -> Iterator[list[Plan]]:
    """For each creature in reach: the dice that finish it with least waste."""
    health = healths(state)
    targets: dict[int, list[int]] = {}
    for who, one in enumerate(state.adventurers):
        if one.participates:
            for position in attack_targets(state, who):
                targets.setdefault(position, []).extend(held(state, who))
    for position in sorted(targets):
        spot = state.line[position - 1]
        dice = _cheapest(state, targets[position], health[position - 1] - spot.damage)
        if len(dice) > 1:
            yield [
                (controller(state, state.dice[die].holder), a.made(a.DirectAttack, die + 1, position))
                for die in dice
            ]


def _cheapest(state: State, dice: list[int], need: int) -> list[int]:
    """The dice whose sum reaches `need` with least waste; of equals the fewest. Empty: they cannot."""
    reached: dict[int, list[int]] = {0: []}
    for die in dice:
        value = state.dice[die].value
        for total, used in list(reached.items()):
            new = total + value
            if total < need and (new not in reached or len(reached[new]) > len(used) + 1):
                reached[new] = [*used, die]
    enough = [total for total in reached if total >= need]
    return reached[min(enough)] if enough else []


def best_step(state: State) -> Plan | None:
    """The party's next action in the open watch; None: end the watch."""
    now, hoped = worth(state), hope(state)
    ways = [*kills(state), *([step] for step in _steps(state))]
    thens = [after(state, steps) for steps in ways]
    helping: list[tuple[int, list[Plan]]] = []
    setups: list[tuple[int, list[Plan]]] = []
    for steps, then in zip(ways, thens, strict=True):
        gain = worth(then) - now
        if gain >= ENOUGH:
            helping.append((gain + min(hope(then), hoped) - hoped, steps))
        elif isinstance(steps[0][1], _ABILITIES) and then.phase == WATCH and not then.pending:
            setups.append((gain, steps))
    if helping:
        return _listed(state, max(helping, key=lambda one: one[0])[1][0])
    setups.sort(key=lambda one: -one[0])
    found = _deeper(state, now, [steps for _, steps in setups[:WIDTH]])
    if found is not None or not ways or not ending_loses(state):
        return found
    # The end would be a loss: whatever keeps most is better.
    kept = [worth(then) + hope(then) + progress(then) for then in thens]
    return _listed(state, ways[kept.index(max(kept))][0])


def _deeper(state: State, now: int, firsts: list[list[Plan]]) -> Plan | None:
    """Nothing helps by itself: does something help together with the next action?"""
    best, chosen = ENOUGH, None
    for first in firsts:
        middle = after(state, first)
        if middle.phase != WATCH or middle.pending:
            continue
        follow = [*kills(middle), *([step] for step in _steps(middle) if isinstance(step[1], _FOLLOWS))]
        for steps in follow:
            gain = worth(after(middle, steps)) - now
            if gain > best:
                best, chosen = gain, first
    return None if chosen is None else _listed(state, chosen[0])


def _steps(state: State) -> Iterator[Plan]:
    """Every option of every seat but ending the watch."""
    for seat in range(state.players):
        for action in watch_options(state, seat):
            if type(action) is not a.EndWatch:
                yield seat, action


def _listed(state: State, step: Plan) -> Plan:
    """The step with the die that stands for it in the list of options (SW-3.10)."""
    seat, action = step
    if isinstance(action, a.DirectAttack):
        mark = key(action.die - 1, state.dice[action.die - 1])
        for die in range(12):
            if key(die, state.dice[die]) == mark:
                return seat, a.made(a.DirectAttack, die + 1, action.target)
    return step
