"""The protocol that every game speaks. Eight words: seat, state, action, table, observation, step,
event, outcome (docs/design.md tells them apart)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import msgspec

from engine.core.errors import IllegalAction
from engine.core.table import Table

S = TypeVar("S")
Seat = int
"""0, 1, ...; -1 is the table, which acts where the rules leave no choice."""

TABLE: Seat = -1
WAIT = -1
"""An agent's answer: let another seat act first."""
RuleId = str
Observation = dict[str, Any]
"""Plain data (dicts, lists, texts, integers); what may not be seen is `{"hidden": how_many}`."""


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag_field="kind"):
    """One kind of choice; a subclass per kind, its fields the parts of the choice."""


class Setup(Action, frozen=True, tag="setup"):
    """Step 0 of every log: the table sets the game up. The one kind that the core owns."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is agreed before a game; a game adds its own. Every game has `players`."""

    players: int


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended. `scores` holds one list of numbers per seat, named by `Game.score_names`."""

    winners: list[Seat]
    reason: RuleId
    scores: list[list[int]]


class Rule(NamedTuple):
    """Legality and effect of one kind of action."""

    refuse: Callable[[Any, Seat, Any], RuleId | None]
    perform: Callable[[Any, Seat, Any, Table], None]


class Agent(Protocol):
    """Chooses for a seat from what that seat may see."""

    def choose(self, legal: Sequence[Action], observe: Callable[[], Observation]) -> int:
        """The index in `legal` of the choice. `observe` shows the game from this seat; it costs time,
        so an agent that does not look does not pay.

        Where several seats may act they are asked in the order of `to_act`; any but the last may answer
        `WAIT`, and then the next one is asked.
        """


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S]):
    """A whole game. Functions take the state first and change it only in `perform` and `apply`."""

    name: str
    rules: int
    """Raised whenever an old log would read differently."""
    options: type[Options]
    configurations: Callable[[], Sequence[Any]]
    """Every combination of options that can be played, in a fixed order."""
    state: type[S]
    rule_of: Mapping[type[Action], Rule]
    """One entry per kind of action, the table's included: others do not decode."""
    setup: Callable[[Any, Table], S]
    to_act: Callable[[S], tuple[Seat, ...]]
    """Every seat that may act now, in turn order; `(-1,)`: the table; `()` once the game is over."""
    legal: Callable[[S, Seat], list[Action]]
    """All choices of a seat in `to_act`, in the order of the rules; of the table the one step due."""
    observe: Callable[[S, Seat | None], Observation]
    """What a seat sees; None: a spectator; -1: everything, nothing hidden."""
    outcome: Callable[[S], Outcome | None]
    derive: Callable[[S], None]
    """Works out again the running totals that the state keeps; changes nothing in a state from play."""
    facts: Callable[[S, Seat], dict[str, int]]
    """Numbers of one seat for charts and statistics."""
    round_of: Callable[[S], int]
    """The round (day, night, ...) under way, from 1. A new one begins in a step of the table."""
    milestones: tuple[type[Action], ...]
    """After these steps of the table the facts of a round are taken."""
    headline: tuple[str, ...]
    """The facts that are drawn as score lines."""
    score_names: tuple[str, ...]
    """What the numbers in `Outcome.scores` are called."""
    agents: Mapping[str, Callable[[str, Seat], Agent]]
    """The game's own agents by name; each is made from the text that seeds its stream, and its seat."""
    goals: Mapping[str, int] = field(default_factory=dict)
    """Values of headline facts at which the game is won: a line in the charts."""
    independent: tuple[type[Action], ...] = ()
    """Kinds that several seats may do in any order with the same result."""
    cooperative: bool = False
    """All seats win or lose together: nobody beats anybody."""
    step_limit: int = 100_000
    """A driver stops a game after so many steps, where the rules set no end."""

    @property
    def actions(self) -> tuple[type[Action], ...]:
        """All kinds of action of this game and the core's `Setup`."""
        return (Setup, *self.rule_of)

    def refusal(self, state: S, seat: Seat, action: Action) -> RuleId | None:
        """The rule that the choice breaks, or None. Total: it knows whose turn it is and what exists."""
        rule = self.rule_of.get(type(action))
        return "core" if rule is None else rule.refuse(state, seat, action)

    def perform(self, state: S, seat: Seat, action: Action, table: Table) -> None:
        """Apply a choice that is known to be legal (taken from `legal`, or asked of `refusal`)."""
        self.rule_of[type(action)].perform(state, seat, action, table)

    def apply(self, state: S, seat: Seat, action: Action, table: Table) -> None:
        """Apply a choice. Raises `IllegalAction`, and then not one field of the state is changed."""
        if (rule := self.refusal(state, seat, action)) is not None:
            raise IllegalAction(seat, action, rule)
        self.perform(state, seat, action, table)
