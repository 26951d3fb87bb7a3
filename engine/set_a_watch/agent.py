"""A greedy agent. Who camps and what the camper does it decides by points; on watch it tries every option out
on a state guessed from what is seen, and takes what leaves the party best off.

All seats come to the same plan, so a seat whose turn it is not waits for the one that the plan needs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from engine.core.codec import copy, decode, encode
from engine.core.game import WAIT, Action, Observation, Seat
from engine.core.table import Table
from engine.set_a_watch import actions as a
from engine.set_a_watch.agent_choices import choose
from engine.set_a_watch.agent_plan import Plan, best_step, settle
from engine.set_a_watch.agent_view import imagine
from engine.set_a_watch.agent_worth import hope, worth
from engine.set_a_watch.rules.steps import RULE_OF
from engine.set_a_watch.state import State

_TRIED = (
    *(a.BlindingLightCard, a.BackstabCard, a.BackstabPick, a.CleansePick, a.DaggersCard, a.PolymorphPick),
    *(a.LineDanceCard, a.CathedralPick, a.StealDie),
)
_WATCH = (a.DirectAttack, a.AbilityDie, a.AbilityExhaust, a.Passive, a.TamedAttack, a.EndWatch, a.Stoke)


@lru_cache(maxsize=64)
def _plan(data: bytes) -> Plan | None:
    """The next step from a state; every seat that is asked comes to the same one, so it is kept."""
    return best_step(decode(data, State))


class Greedy:
    """Looks one or two choices ahead. Its own stream is not used: all seats must think alike."""

    def __init__(self, seed: str, seat: Seat) -> None:
        self._seat = seat

    def choose(self, legal: Sequence[Action], observe: Callable[[], Observation]) -> int:
        if len(legal) == 1 and type(legal[0]) is not a.EndWatch and not isinstance(legal[0], _WATCH):
            return 0
        state = imagine(observe())
        first = legal[0]
        if isinstance(first, _WATCH):
            return self._watch(legal, state)
        if isinstance(first, _TRIED):
            return self._tried(legal, state)
        return choose(legal, state)

    def _watch(self, legal: Sequence[Action], state: State) -> int:
        """The plan's next step if it is this seat's, else wait; the leader ends the watch."""
        step = _plan(encode(state))
        if step is not None and step[0] == self._seat and step[1] in legal:
            return legal.index(step[1])
        return legal.index(a.END_WATCH) if a.END_WATCH in legal else WAIT

    def _tried(self, legal: Sequence[Action], state: State) -> int:
        """The option that leaves the party best off."""
        points = []
        for action in legal:
            then = copy(state)
            table = Table("imagined")
            RULE_OF[type(action)].perform(then, self._seat, action, table)
            settle(then, table)
            points.append(worth(then) + hope(then) // 2)
        return points.index(max(points))
