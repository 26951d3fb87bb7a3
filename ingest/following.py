"""Playing a recorded game again: the same seed, the same choices as long as they are legal.

Unlike a replay this does not stop where today's rules say something else. Where a recorded choice is not
legal any more the recorded agent chooses, and the recorded choices behind it are taken up again.

Run as a program this file answers requests on standard input with whatever `engine` stands first on the
path: the rules of another revision (see `rules_diff`). So it imports the engine's oldest and plainest parts and
nothing else of this project.
"""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from functools import partial, reduce
from operator import or_
from pathlib import Path
from typing import Any

import msgspec

import engine
from engine.core import codec
from engine.core.errors import ChanceError, EmberlogError, seat_label
from engine.core.game import TABLE, Game, Outcome, Setup
from engine.core.table import Table

WAIT = -1
"""An agent's answer: let another seat act first. Older engines have no name for it."""


class Move(msgspec.Struct):
    """One step of a game that is played again. `source`: who chose it, the record, an agent or the table.

    `refused`: the rule that refuses the choice which the record has here instead. `choices`: what each seat that
    might act could have chosen; it is worked out only when asked for.
    """

    n: int
    seat: int
    action: Any
    source: str
    refused: str | None = None
    choices: dict[str, list[Any]] = {}


class Followed(msgspec.Struct):
    """What came of it. `kept` recorded choices were taken, `new` ones made by agents, the first at `first_new`.

    `stop`: why the game was left before its end, if it was.
    """

    steps: int
    kept: int = 0
    new: int = 0
    first_new: int | None = None
    outcome: Outcome | None = None
    stop: str | None = None


Visit = Callable[[Move, Any, Table], None]
"""Called after each step with the step, the state and the table (its draws and events)."""


def follow(
    game: Game[Any],
    header: Mapping[str, Any],
    steps: Sequence[Mapping[str, Any]],
    visit: Visit,
    *,
    whole: bool = True,
    with_choices: bool = False,
) -> Followed:
    """Play a recorded game again. `header` and `steps` are the lines of its log; without steps agents choose all.

    `whole`: to its end; else as far as the record goes. Raises `EmberlogError` when it cannot be set up.
    """
    return _Following(game, header, steps, visit, with_choices).run(whole)


class _Following:
    def __init__(
        self,
        game: Game[Any],
        header: Mapping[str, Any],
        steps: Sequence[Mapping[str, Any]],
        visit: Visit,
        with_choices: bool,
    ) -> None:
        self.game, self.steps, self.visit, self.with_choices = game, steps, visit, with_choices
        try:
            self.options = msgspec.convert(header["options"], game.options)
        except msgspec.ValidationError as error:
            raise EmberlogError(f"{game.name} cannot be played with these options: {error}") from None
        self.seed: str | None = header.get("seed")
        self.table = Table(self.seed, listen=True)
        names = [seat.get("agent") or "random" for seat in header["seats"]]
        stream = "none" if self.seed is None else self.seed
        self.agents = [engine.make_agent(game, name, stream, seat) for seat, name in enumerate(names)]
        self.queues = _choices_of(game, steps)
        self.done = Followed(0)
        self.state: Any = None

    def run(self, whole: bool) -> Followed:
        done, game = self.done, self.game
        try:
            self._step(Move(0, TABLE, Setup(), "table"))
            limit = game.step_limit if whole else max(len(self.steps), 1)
            while done.steps < limit and (acting := game.to_act(self.state)):
                self._step(self._move(acting))
        except ChanceError as error:
            done.stop = str(error)
        if self.state is not None:
            done.outcome = game.outcome(self.state)
        return done

    def _step(self, move: Move) -> None:
        table, n = self.table, move.n
        script: Any = None
        if self.seed is None:  # a game from a real table: chance is what the record has
            script = self.steps[n].get("chance") or [] if n < len(self.steps) else []
        table.begin(script)
        if n == 0:
            self.state = self.game.setup(self.options, table)
        else:
            self.game.perform(self.state, move.seat, move.action, table)
        if script is not None:
            table.end()
        self.done.steps += 1
        self.visit(move, self.state, table)

    def _move(self, acting: Sequence[int]) -> Move:
        n = self.done.steps
        move = self._chosen(n, acting)
        if self.with_choices:
            move.choices = {str(seat): list(self.game.legal(self.state, seat)) for seat in acting}
        if move.source == "record":
            self.done.kept += 1
        elif move.source == "agent":
            self.done.new += 1
            if self.done.first_new is None:
                self.done.first_new = n
        return move

    def _chosen(self, n: int, acting: Sequence[int]) -> Move:
        if acting[0] == TABLE:
            return Move(n, TABLE, self.game.legal(self.state, TABLE)[0], "table")
        due = [(self.queues[seat][0][0], seat) for seat in acting if self.queues.get(seat)]
        if not due:
            return Move(n, *self._by_agent(acting), "agent")
        seat = min(due)[1]  # of several seats that may act the one whose recorded choice came first
        queue = self.queues[seat]
        action = queue[0][1]
        refused = "no such action" if action is None else self.game.refusal(self.state, seat, action)
        if refused is None:
            queue.popleft()
            return Move(n, seat, action, "record")
        legal = self.game.legal(self.state, seat)
        if action is None or any(type(other) is type(action) for other in legal):
            queue.popleft()  # it was due now; one of another kind may be due later
        return Move(n, *self._by_agent([seat]), "agent", refused)

    def _by_agent(self, acting: Sequence[int]) -> tuple[int, Any]:
        """Seat and choice: as in play the first that does not wait; the last has to choose."""
        for seat in acting:
            legal = self.game.legal(self.state, seat)
            if not legal:
                raise EmberlogError(f"step {self.done.steps}: {seat_label(seat)} may act and has no choice")
            chosen = self.agents[seat].choose(legal, partial(self.game.observe, self.state, seat))
            if chosen != WAIT:
                return seat, legal[chosen]
        return seat, legal[0]


def _choices_of(game: Game[Any], steps: Sequence[Mapping[str, Any]]) -> dict[int, deque[tuple[int, Any]]]:
    """The recorded choices of each seat in their order, with their steps; None: there is no such action."""
    every: Any = reduce(or_, game.actions)
    decoder = msgspec.json.Decoder(every)  # `convert` looks at all actions anew each time: most of the work
    queues: dict[int, deque[tuple[int, Any]]] = {}
    for step in steps:
        if step["seat"] == TABLE:
            continue
        try:
            action = decoder.decode(msgspec.json.encode(step["action"]))
        except msgspec.ValidationError:
            action = None
        queues.setdefault(step["seat"], deque()).append((step["n"], action))
    return queues


# --- as a program: the rules of one checkout, driven by requests ---


def hello() -> dict[str, Any]:
    """Which engine this is, and what it can play."""
    found = {}
    for name in engine.games():
        game = engine.load(name)
        fields = msgspec.structs.fields(game.options)
        found[name] = {"rules": game.rules, "options": [field.name for field in fields]}
    return {"modules": _modules(), "games": found}


def _modules() -> list[str]:
    """The files of everything imported that belongs to this project, this program aside."""
    project = ("engine", "ingest", "dashboard", "cli")
    return sorted(
        module.__file__ or ""
        for name, module in sys.modules.items()
        if name.partition(".")[0] in project and getattr(module, "__file__", None)
    )


def trace(request: Mapping[str, Any]) -> dict[str, Any]:
    """Follow a game; every step with hash, chance, events and the digest of all choices; `detail`: in plain."""
    game = engine.load(request["header"]["game"])
    detail = request["detail"]
    moves: list[dict[str, Any]] = []

    def visit(move: Move, state: Any, table: Table) -> None:
        choices = {
            seat: sorted(msgspec.json.encode(action).decode() for action in legal)
            for seat, legal in move.choices.items()
        }
        found = {
            "n": move.n,
            "seat": move.seat,
            "action": move.action,
            "source": move.source,
            "refused": move.refused,
            "choices": choices if detail else codec.digest(choices),
            "chance": table.drawn,
            "hash": codec.digest(state),
            "told": table.events or [],
        }
        moves.append(msgspec.to_builtins(found | ({"plain": codec.plain(state)} if detail else {})))

    try:
        done = follow(
            game, request["header"], request["steps"], visit, whole=request["whole"], with_choices=True
        )
    except Exception as error:  # noqa: BLE001 (rules under work may raise anything: that too is an answer)
        return {"moves": moves, "done": {"steps": len(moves), "stop": f"{type(error).__name__}: {error}"}}
    return {"moves": moves, "done": msgspec.to_builtins(done)}


def configurations(request: Mapping[str, Any]) -> dict[str, Any]:
    """Every combination of options of a game."""
    game = engine.load(request["game"])
    return {"options": [msgspec.to_builtins(options) for options in game.configurations()]}


def main() -> None:
    """Answer requests, a line of JSON each, until there are no more."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what rules under work may print disturbs no answer
    kinds: dict[str, Callable[[Mapping[str, Any]], Any]] = {
        "hello": lambda request: hello(),
        "trace": trace,
        "configurations": configurations,
    }
    for line in sys.stdin.buffer:
        request = msgspec.json.decode(line)
        answers.write(msgspec.json.encode(kinds[request["do"]](request)) + b"\n")
        answers.flush()


if __name__ == "__main__":
    wanted = Path(sys.argv[1]).resolve()
    if not Path(engine.__file__).resolve().is_relative_to(wanted):
        sys.exit(f"the engine of {wanted} was meant, this is {engine.__file__}")
    main()
