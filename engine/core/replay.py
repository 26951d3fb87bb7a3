"""Replaying a recorded game under today's rules, and finding the first difference.

What the rules refuse, what the table cannot have drawn, a wrong check or end: each ends the replay at
that step with a verdict; everything before it has been shown to the listener and stays usable.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import msgspec

from engine.core.codec import check, digest
from engine.core.errors import CannotReplay, ChanceError, EmberlogError, LogError, seat_label
from engine.core.game import TABLE, Game, Outcome, Seat, Setup
from engine.core.log import (
    Broken,
    End,
    Header,
    Recorded,
    Step,
    StepReader,
    as_written,
    content_of_header,
    content_of_step,
    game_id,
    line_of_step,
    read_end,
    read_header,
)
from engine.core.table import Table

Status = Literal["fine", "unfinished", "diverged", "cannot_replay", "bad"]
Difference = tuple[str, Any, Any]
"""Path, what the log says, what today's rules say."""


_SHOWN = 5
"""So many legal choices are told in a sentence."""


class Legal(msgspec.Struct, frozen=True):
    """What was legal where a choice was refused: who may act, and all choices of `seat`, in the order of the rules.

    `seat` is the one that was refused, if it may act; else the first that may (-1: the table, with the step due).
    """

    may_act: list[Seat]
    seat: Seat
    choices: list[dict[str, Any]]


class Verdict(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What a replay found. `steps` counts the good ones; `line` counts from 1 in the file.

    fine: whole and equal. unfinished: equal as far as it goes, no end line. diverged: today's rules say
    something else from `step` on. cannot_replay: it needs rules, cards or actions that are not there.
    bad: not a whole log; the steps before it are good.
    """

    status: Status
    steps: int
    line: int
    header: Header | None = None
    what: str = ""
    step: int | None = None
    seat: int | None = None
    action: dict[str, Any] | None = None
    rule: str | None = None
    """Id of the rule that refused, or that spoke last in the steps before the one that differs."""
    legal: Legal | None = None
    """Where a choice was refused: what there was to choose from."""
    differences: list[Difference] = []
    id: str | None = None
    end: End | None = None
    seeded: bool = False
    checked: bool = True
    """Every step carried a check."""
    exact: bool = True
    """Every good step is written as we write it, byte for byte."""

    @property
    def is_good(self) -> bool:
        """Fine or unfinished."""
        return self.status in ("fine", "unfinished")

    def sentence(self) -> str:
        """What happened, in one plain sentence (without the file's name)."""
        if self.status == "fine":
            return f"fine, {self.steps} steps"
        if self.status == "unfinished":
            return f"unfinished, good up to step {self.steps - 1}" if self.steps else "unfinished, no steps"
        where = "" if self.step is None else f"step {self.step}: "
        who = "" if self.seat is None else f"{seat_label(self.seat)} "
        did = "" if self.action is None else f"{_words(self.action)}: "
        text = f"line {self.line}: {where}{who}{did}{self.what}"
        if self.rule is not None and self.rule not in self.what:
            text += f" (last rule {self.rule})"
        if self.legal is not None:
            text += f"; {self._legal_words(self.legal)}"
        for path, found, expected in self.differences[:3]:
            text += f"; {path}: the log has {_short(found)}, the rules give {_short(expected)}"
        if self.status == "bad" and self.steps:
            text += f"; good up to step {self.steps - 1}"
        return text

    def _legal_words(self, legal: Legal) -> str:
        """Whose turn it is, if not that of the refused seat, and some choices: those of the refused kind first."""
        kind = (self.action or {}).get("kind")
        choices = sorted(legal.choices, key=lambda choice: choice.get("kind") != kind)
        told = ", ".join(map(_words, choices[:_SHOWN]))
        more = f" and {len(choices) - _SHOWN} more" if len(choices) > _SHOWN else ""
        whose = " and ".join(map(seat_label, legal.may_act))
        turn = "" if legal.seat == self.seat else f"it is the turn of {whose}; "
        verb = "does" if legal.seat == TABLE else "may"
        return f"{turn}{seat_label(legal.seat)} {verb} {told}{more}"

    def seen_by(self, seat: Seat | None) -> Verdict:
        """The verdict as a seat may see it (None: a spectator; -1: all): choices can tell what is hidden."""
        if self.legal is None or seat in (TABLE, self.legal.seat):
            return self
        return msgspec.structs.replace(self, legal=None)


OnStep = Callable[[Step[Any], Any, Table], None]
"""Called after each good step with the step, the state and the table (its events)."""


class _Stop(Exception):
    """Ends a replay with a verdict."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(verdict.what)
        self.verdict = verdict


class Replayer:
    """Replays recorded games of any of the games that `load` finds; keeps decoders between games."""

    def __init__(self, load: Callable[[str], Game[Any]]) -> None:
        self._load = load
        self._readers: dict[str, StepReader] = {}

    def replay(self, recorded: Recorded, on_step: OnStep | None = None) -> Verdict:
        """The verdict on one game. With `on_step` events are collected, which costs some time."""
        try:
            header, game, reader = self._open(recorded)
        except CannotReplay as error:
            return Verdict(status="cannot_replay", steps=0, line=recorded.first, what=str(error))
        except LogError as error:
            return Verdict(status="bad", steps=0, line=error.line or recorded.first, what=error.what)
        run = _Run(recorded, header, game, reader, on_step)
        try:
            run.setup()
            run.steps()
            return run.finish()
        except _Stop as stop:
            if on_step is None and stop.verdict.status == "diverged" and stop.verdict.rule is None:
                stop.verdict.rule = self._last_rule(recorded)
            return stop.verdict

    def _open(self, recorded: Recorded) -> tuple[Header, Game[Any], StepReader]:
        header = read_header(recorded.header, recorded.first)
        game = self._load(header.game)
        if type(header.rules) is not int or header.rules != game.rules:
            raise CannotReplay(
                f"{game.name} was recorded under rules {as_written(header.rules)}; these are rules {game.rules}"
            )
        if game.name not in self._readers:
            self._readers[game.name] = StepReader(game)
        return header, game, self._readers[game.name]

    def _last_rule(self, recorded: Recorded) -> str | None:
        """Replay once more with a listener: which rule spoke last before the difference?"""
        last: list[str] = []

        def listen(step: Step[Any], state: Any, table: Table) -> None:
            last.extend(rule for rule, *_ in table.told[-1:])

        verdict = self.replay(recorded, listen)
        return verdict.rule or (last[-1] if last else None)


class _Run:
    """One replay under way."""

    def __init__(
        self, recorded: Recorded, header: Header, game: Game[Any], reader: StepReader, on_step: OnStep | None
    ) -> None:
        self.recorded, self.header, self.game, self.reader, self.on_step = (
            recorded,
            header,
            game,
            reader,
            on_step,
        )
        self.table = Table(header.seed, listen=on_step is not None)
        self.content = bytearray()
        self.state: Any = None
        self.good = 0
        self.checked = self.exact = True

    def setup(self) -> None:
        """The header's options and step 0."""
        try:
            self.content += content_of_header(self.recorded.header)
            options = msgspec.convert(self.header.options, self.game.options)
        except LogError as error:
            raise self._stop("bad", error.what, line=self.recorded.first) from None
        except msgspec.ValidationError as error:
            what = f"{self.game.name} cannot be played with these options: {error}"
            raise self._stop("cannot_replay", what, line=self.recorded.first) from None
        if len(self.header.seats) != options.players:
            what = f"the header names {len(self.header.seats)} seats for {options.players} players"
            raise self._stop("bad", what, line=self.recorded.first)
        if not self.recorded.steps:
            return
        line = self.recorded.steps[0]
        step = self._read(0, line)
        if not isinstance(step.action, Setup) or step.seat != TABLE:
            raise self._stop("diverged", "the first step of a game is the table's setup", step)
        self._with_chance(step, lambda: self._set_up(options))
        self._compare(step, line)

    def _set_up(self, options: Any) -> None:
        self.state = self.game.setup(options, self.table)

    def steps(self) -> None:
        """Every further step."""
        recorded, table, state = self.recorded, self.table, self.state
        read = self.reader.read
        rule_of, on_step, content = self.game.rule_of, self.on_step, self.content
        for n in range(1, len(recorded.steps)):
            line = recorded.steps[n]
            try:
                step = read(line, 0)
            except EmberlogError:
                step = self._read(n, line)
            if step.n != n:
                self._out_of_order(step, n)
            action, seat = step.action, step.seat
            rule = rule_of.get(type(action))
            refusal = "core" if rule is None else rule.refuse(state, seat, action)
            if rule is None or refusal is not None:
                raise self._refused(step, refusal)
            chance = step.chance
            table.begin(chance if chance is not None or self.header.seed is None else [])
            try:
                rule.perform(state, seat, action, table)
                table.end()
            except (ChanceError, CannotReplay) as error:
                raise self._chance(step, error) from None
            ours = line_of_step(Step(n, seat, action, table.drawn or None, check(state)))
            if ours != line:
                self._differs(step)
            content += content_of_step(ours)
            self.good = n + 1
            if on_step is not None:
                on_step(step, state, table)

    def finish(self) -> Verdict:
        """Compare the end line with the state reached."""
        recorded = self.recorded
        if recorded.broken is not None:
            raise self._stop("bad", recorded.broken.what, line=recorded.broken.line)
        number = game_id(self.content)
        if recorded.end is None:
            return self._verdict("unfinished", line=recorded.first, id=number)
        try:
            end = read_end(recorded.end, recorded.end_line)
        except LogError as error:
            raise self._stop("bad", error.what, line=recorded.end_line) from None
        differences = self._end_differences(end, number)
        if differences:
            what = (
                "the end line differs"
                if self._outcome() is not None
                else "the log ends, but the game goes on"
            )
            raise _Stop(self._verdict("diverged", line=recorded.end_line, what=what, step=max(self.good - 1, 0),
                                      differences=differences, id=number))  # fmt: skip
        return self._verdict("fine", line=recorded.first, id=number, end=end)

    def _outcome(self) -> Outcome | None:
        return None if self.state is None else self.game.outcome(self.state)

    def _end_differences(self, end: End, number: str) -> list[Difference]:
        ours = self._outcome()
        pairs: list[Difference] = [
            ("end.winners", end.end.winners, None if ours is None else ours.winners),
            ("end.reason", end.end.reason, None if ours is None else ours.reason),
            ("end.scores", end.end.scores, None if ours is None else ours.scores),
            ("steps", end.steps, self.good),
            ("hash", end.hash, None if self.state is None else digest(self.state)),
            ("id", end.id, number),
        ]
        return [pair for pair in pairs if pair[1] != pair[2]]

    def _read(self, n: int, line: bytes) -> Step[Any]:
        number = self.recorded.line_of(n)
        try:
            return self.reader.read(line, number)
        except CannotReplay as error:
            raise _Stop(self._verdict("cannot_replay", line=number, what=str(error), step=n)) from None
        except LogError as error:
            raise _Stop(self._verdict("bad", line=number, what=error.what, step=n)) from None

    def _with_chance(self, step: Step[Any], act: Callable[[], None]) -> None:
        given = step.chance
        self.table.begin(given if given is not None or self.header.seed is None else [])
        try:
            act()
            self.table.end()
        except (ChanceError, CannotReplay) as error:
            raise self._chance(step, error) from None

    def _compare(self, step: Step[Any], line: bytes) -> None:
        """The slow comparison of step 0: order, check, and on to the listener."""
        if step.n != 0:
            self._out_of_order(step, 0)
        ours = line_of_step(Step(0, step.seat, step.action, self.table.drawn or None, check(self.state)))
        if ours != line:
            self._differs(step)
        self.content += content_of_step(ours)
        self.good = 1
        if self.on_step is not None:
            self.on_step(step, self.state, self.table)

    def _differs(self, step: Step[Any]) -> None:
        """The line is not as we would write it: is it only written otherwise, or does it say otherwise?"""
        ours = check(self.state)
        self.exact = False
        if step.check is None:
            self.checked = False
        elif step.check != ours:
            raise self._stop("diverged", "the state after this step is another", step,
                             differences=[("check", step.check, ours)])  # fmt: skip

    def _out_of_order(self, step: Step[Any], expected: int) -> None:
        number = self.recorded.line_of(expected)
        what = f"steps out of order: {expected} is due, this is {step.n}"
        raise _Stop(self._verdict("bad", line=number, what=what, step=expected))

    def _refused(self, step: Step[Any], rule: str | None) -> _Stop:
        if not self.game.to_act(self.state):
            return self._stop("diverged", "the game was over before this step", step)
        stop = self._stop("diverged", f"illegal: {rule}", step, rule=rule)
        stop.verdict.legal = self._legal(step.seat)
        return stop

    def _legal(self, refused: Seat) -> Legal:
        acting = self.game.to_act(self.state)
        seat = refused if refused in acting else acting[0]
        return Legal(list(acting), seat, msgspec.to_builtins(self.game.legal(self.state, seat)))

    def _chance(self, step: Step[Any], error: ChanceError | CannotReplay) -> _Stop:
        if isinstance(error, CannotReplay):
            return self._stop("cannot_replay", str(error), step)
        differences: list[Difference] = []
        if error.expected is not None or error.found is not None:
            differences = _first_difference(f'chance "{error.label}"', error.found, error.expected)
        return self._stop("diverged", str(error), step, differences=differences)

    def _stop(
        self,
        status: Status,
        what: str,
        step: Step[Any] | None = None,
        *,
        line: int = 0,
        rule: str | None = None,
        differences: Sequence[Difference] = (),
    ) -> _Stop:
        verdict = self._verdict(status, line=line, what=what, rule=rule, differences=list(differences))
        if step is not None:
            verdict.step, verdict.seat = self.good, step.seat
            verdict.action = msgspec.to_builtins(step.action)
            verdict.line = self.recorded.line_of(self.good)
        return _Stop(verdict)

    def _verdict(self, status: Status, **parts: Any) -> Verdict:
        return Verdict(
            status=status,
            steps=self.good,
            header=self.header,
            seeded=self.header.seed is not None,
            checked=self.checked,
            exact=self.exact,
            **parts,
        )


def verdict_on(broken: Broken) -> Verdict:
    """For lines that belong to no game."""
    return Verdict(status="bad", steps=0, line=broken.line, what=broken.what)


def _first_difference(path: str, found: Any, expected: Any) -> list[Difference]:
    if isinstance(found, list) and isinstance(expected, list) and len(found) == len(expected):
        for place, (left, right) in enumerate(zip(found, expected, strict=True)):
            if left != right:
                return [(f"{path}[{place}]", left, right)]
    return [(path, found, expected)]


def _words(action: dict[str, Any]) -> str:
    fields = " ".join(f"{key}={value}" for key, value in action.items() if key != "kind")
    return f"{action.get('kind')} {fields}".strip()


def _short(value: Any) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 80 else f"{text[:77]}..."
