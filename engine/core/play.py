"""Playing one game with agents, and writing its log as it goes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from engine.core.chance import seed_text
from engine.core.codec import check, digest
from engine.core.errors import BadOption
from engine.core.game import TABLE, WAIT, Action, Agent, Game, Options, Outcome, Seat, Setup
from engine.core.log import (
    End,
    SeatLine,
    Step,
    content_of_header,
    content_of_step,
    game_id,
    line_of_end,
    line_of_header,
    line_of_step,
    new_header,
)
from engine.core.table import Table


class Played(msgspec.Struct, frozen=True):
    """What came of a game. `outcome` is None when the step limit ended it. `steps` counts the table's too."""

    steps: int
    decisions: int
    outcome: Outcome | None


def read_options(game: Game[Any], given: Mapping[str, str]) -> Options:
    """Options from `key=value` texts. Raises `BadOption` with what would be possible."""
    known = {field.name: field for field in msgspec.structs.fields(game.options)}
    for key in given:
        if key not in known:
            raise BadOption(f"{game.name} has no option {key!r}; it has: {', '.join(known)}")
    try:
        return msgspec.convert(given, game.options, strict=False)
    except msgspec.ValidationError as error:
        choices = "; ".join(f"{name}: {_choices(field.type)}" for name, field in known.items())
        raise BadOption(f"{game.name} cannot be played so ({error}). Possible are {choices}") from None


def _choices(kind: Any) -> str:
    values = getattr(kind, "__args__", None)
    return ", ".join(str(value) for value in values) if values else getattr(kind, "__name__", str(kind))


def play_fast(game: Game[Any], options: Options, agents: Sequence[Agent], seed: str) -> Played:
    """Play without a log and without checks: for measuring and for searching agents."""
    table = Table(seed)
    state = game.setup(options, table)
    views = [partial(game.observe, state, seat) for seat in range(options.players)]
    to_act, legal, rule_of = game.to_act, game.legal, game.rule_of
    steps = decisions = 0
    while steps < game.step_limit and (acting := to_act(state)):
        seat = acting[0]
        choices: Sequence[Action] = legal(state, seat)
        if seat == TABLE:
            action = choices[0]
        else:
            chosen = agents[seat].choose(choices, views[seat])
            if chosen == WAIT:
                seat, choices, chosen = _ask_on(game, state, agents, views, acting)
            action = choices[chosen]
            decisions += 1
        rule_of[type(action)].perform(state, seat, action, table)
        steps += 1
    return Played(steps + 1, decisions, game.outcome(state))


def _ask_on(
    game: Game[Any], state: Any, agents: Sequence[Agent], views: Sequence[Any], acting: Sequence[Seat]
) -> tuple[Seat, Sequence[Action], int]:
    """The first of several seats waits: ask the others. Raises `ValueError` when they all wait."""
    for seat in acting[1:]:
        choices = game.legal(state, seat)
        chosen = agents[seat].choose(choices, views[seat])
        if chosen != WAIT:
            return seat, choices, chosen
    raise ValueError("every seat that may act waits for another")


def play(
    game: Game[Any],
    options: Options,
    agents: Sequence[Agent],
    seats: Sequence[SeatLine],
    seed: int | str,
    write: Callable[[bytes], object],
    *,
    meta: dict[str, Any] | None = None,
    step_limit: int | None = None,
) -> Played:
    """Play one game; `write` gets whole lines, each as soon as its step is done.

    Among several seats that may act the first that does not wait does. A game that reaches `step_limit` is
    left without an end line: an unfinished game.
    """
    seed = seed_text(seed)
    if len(agents) != options.players or len(seats) != options.players:
        raise BadOption(f"{options.players} seats need as many agents, not {len(agents)}")
    table = Table(seed)
    header = line_of_header(new_header(game, options, seats, seed, meta))
    content = bytearray(content_of_header(header))
    write(header + b"\n")
    state = game.setup(options, table)
    line = line_of_step(Step(0, TABLE, Setup(), table.drawn or None, check(state)))
    content += content_of_step(line)
    write(line + b"\n")
    views = [partial(game.observe, state, seat) for seat in range(options.players)]
    to_act, legal, rule_of = game.to_act, game.legal, game.rule_of
    limit = game.step_limit if step_limit is None else step_limit
    n = 1
    decisions = 0
    while n < limit and (acting := to_act(state)):
        seat = acting[0]
        choices: Sequence[Action] = legal(state, seat)
        if seat == TABLE:
            action = choices[0]
        else:
            chosen = agents[seat].choose(choices, views[seat])
            if chosen == WAIT:
                seat, choices, chosen = _ask_on(game, state, agents, views, acting)
            action = choices[chosen]
            decisions += 1
        table.begin()
        rule_of[type(action)].perform(state, seat, action, table)
        line = line_of_step(Step(n, seat, action, table.drawn or None, check(state)))
        content += content_of_step(line)
        write(line + b"\n")
        n += 1
    outcome = game.outcome(state)
    if outcome is not None:
        write(line_of_end(End(outcome, n, digest(state), game_id(content))) + b"\n")
    return Played(n, decisions, outcome)
