"""Scenarios: the rules as examples (docs/scenarios.md). Text in, results out; no files here.

A scenario is comment lines that cite rule ids, a `game` line, and records until the next `game` line:

    given            edits a fresh game whose decks are not shuffled
    do ACTOR ...     one step; below the bar every change, and events that must (`told`) or must not (`not told`)
                     be among the step's
    refused ACTOR .. below the bar the rule that the choice breaks
    legal ACTOR      below the bar all choices, in the rules' order (`legal p1 plant`: of these kinds only)
    acts             below the bar who may act
    state            below the bar places of the state
    view SEAT        below the bar places of what a seat sees
    outcome          below the bar winners, reason, scores, or `none`

Running totals are worked out after `given`, and must be right by themselves after every `do`. In records
of the state fields with a default may be left out, in `given` and below a bar.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

import msgspec

from engine.core import codec
from engine.core.errors import EmberlogError, ScenarioError, action_words, seat_label
from engine.core.game import TABLE, Action, Game, Seat
from engine.core.table import Draw, Event, Table

BAR = "----"
_TOLD, _NOT_TOLD = "told ", "not told "
RULE_ID = re.compile(r"\b[A-Z]{2,4}-[0-9A-Z][0-9A-Za-z.]*(?<!\.)")
_VERBS = ("given", "do", "refused", "legal", "acts", "state", "view", "outcome")
Load = Callable[[str], Game[Any]]


@dataclass
class Record:
    """One record: its words, what stands above and below the bar, and where (0-based lines)."""

    verb: str
    words: list[str]
    line: int
    above: list[tuple[int, str]] = field(default_factory=list)
    below: list[tuple[int, str]] = field(default_factory=list)
    bar: int | None = None


@dataclass
class Scenario:
    """One scenario of a file. `line` counts from 1."""

    title: str
    line: int
    game: str
    options: dict[str, str]
    records: list[Record]
    cites: frozenset[str] = frozenset()
    """Rule ids in its comments and below its bars."""


@dataclass(frozen=True)
class ScenarioResult:
    """What came of one scenario. Each failure is a sentence that begins with `line N:`."""

    title: str
    line: int
    failures: tuple[str, ...]
    cites: frozenset[str]

    @property
    def ok(self) -> bool:
        return not self.failures


def parse(text: str) -> list[Scenario]:
    """The scenarios of a file. Raises `ScenarioError`."""
    scenarios: list[Scenario] = []
    comments: list[str] = []
    current: Record | None = None
    for number, raw in enumerate(text.split("\n")):
        line = raw.strip()
        if not line:
            current = None
        elif line.startswith("#"):
            comments.append(line.lstrip("# "))
        elif line.startswith("game "):
            scenarios.append(_begin(comments, line, number))
            comments, current = [], None
        elif not scenarios:
            raise ScenarioError("a scenario begins with a `game` line", number + 1)
        elif current is None:
            current = _record(line, number)
            scenarios[-1].records.append(current)
        elif line == BAR and current.bar is None:
            current.bar = number
        else:
            (current.above if current.bar is None else current.below).append((number, line))
    for scenario in scenarios:
        below = [line for record in scenario.records for _, line in record.below]
        written = [line for line in below if not line.startswith(_NOT_TOLD)]  # what is absent shows no rule
        scenario.cites |= frozenset(RULE_ID.findall("\n".join(written)))
    return scenarios


def _begin(comments: list[str], line: str, number: int) -> Scenario:
    _, name, *pairs = line.split()
    options = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise ScenarioError(f"an option reads key=value, not {pair!r}", number + 1)
        options[key] = value
    cites = frozenset(RULE_ID.findall("\n".join(comments)))
    return Scenario(comments[0] if comments else name, number + 1, name, options, [], cites)


def _record(line: str, number: int) -> Record:
    verb, *words = _split(line)
    if verb not in _VERBS:
        raise ScenarioError(f"{verb!r} is no record; there are: {', '.join(_VERBS)}", number + 1)
    return Record(verb, words, number)


def _split(line: str) -> list[str]:
    """Split at spaces that stand outside of JSON texts and brackets."""
    words, start, depth, quoted = [], 0, 0, False
    for place, sign in enumerate(line):
        if sign == '"' and line[place - 1] != "\\":
            quoted = not quoted
        elif not quoted:
            depth += (sign in "[{") - (sign in "]}")
            if sign == " " and not depth:
                words.append(line[start:place])
                start = place + 1
    words.append(line[start:])
    return [word for word in words if word]


def run_text(text: str, load: Load) -> list[ScenarioResult]:
    """Run every scenario of a file. Raises `ScenarioError` when the file does not read."""
    return [_Runner(scenario, load).run() for scenario in parse(text)]


def accept_text(text: str, load: Load) -> str:
    """The file with what stands below the bars made anew from what happens now."""
    lines = text.split("\n")
    for scenario in reversed(parse(text)):
        runner = _Runner(scenario, load)
        runner.run()
        for record in reversed(scenario.records):
            if record.bar is not None and (found := runner.found.get(record.line)) is not None:
                end = record.below[-1][0] + 1 if record.below else record.bar + 1
                lines[record.bar + 1 : end] = found
    return "\n".join(lines)


def read_seat(word: str, line: int) -> Seat:
    """`p1` is seat 0; `table` is -1."""
    if word == "table":
        return TABLE
    if re.fullmatch(r"p[1-9]", word):
        return int(word[1:]) - 1
    raise ScenarioError(f"{word!r} is no actor (p1, p2, ..., table)", line + 1)


def action_text(seat: Seat, action: Mapping[str, Any]) -> str:
    """A choice as scenarios write it behind `do`, from the action in plain form."""
    fields = [f"{key}={json.dumps(value)}" for key, value in action.items() if key != "kind"]
    return " ".join([seat_label(seat), action["kind"], *fields])


class _Runner:
    """Runs one scenario; collects failures, and what was found below each bar for accepting."""

    def __init__(self, scenario: Scenario, load: Load) -> None:
        self.scenario = scenario
        self.failures: list[str] = []
        self.found: dict[int, list[str]] = {}
        self.game = load(scenario.game)
        self.kinds = {kind.__struct_config__.tag: kind for kind in self.game.actions}
        self.derived = codec.derived_paths(self.game.state)

    def run(self) -> ScenarioResult:
        try:
            self._fresh()
            for record in self.scenario.records:
                getattr(self, f"_{record.verb}")(record)
        except ScenarioError as error:
            self.failures.append(str(error))
        scenario = self.scenario
        return ScenarioResult(scenario.title, scenario.line, tuple(self.failures), scenario.cites)

    def _fresh(self) -> None:
        try:
            options = msgspec.convert(self.scenario.options, self.game.options, strict=False)
        except msgspec.ValidationError as error:
            raise ScenarioError(f"these options do not fit: {error}", self.scenario.line) from None
        self.table = Table(unshuffled=True, listen=True)
        self.state = self.game.setup(options, self.table)

    def _fail(self, line: int, what: str) -> None:
        self.failures.append(f"line {line + 1}: {what}")

    def _given(self, record: Record) -> None:
        for number, line in [*record.above, *record.below]:
            path, value = _assignment(line, number)
            try:
                codec.assign(self.state, path, value)
            except KeyError:
                raise ScenarioError(f"there is no place {path!r} in the state", number + 1) from None
            except ValueError as error:
                raise ScenarioError(f"{path}: {error}", number + 1) from None
        self.game.derive(self.state)

    def _step(self, record: Record) -> tuple[Seat, Action]:
        if len(record.words) < 2:
            raise ScenarioError(f"`{record.verb}` needs an actor and an action", record.line + 1)
        actor, kind, *fields = record.words
        if kind not in self.kinds:
            raise ScenarioError(f"{self.scenario.game} has no action {kind!r}", record.line + 1)
        values = dict(_assignment(word, record.line) for word in fields)
        parts = msgspec.structs.fields(self.kinds[kind])
        known = {part.name for part in parts}
        if not {part.name for part in parts if part.required} <= set(values) <= known:
            raise ScenarioError(
                f"{kind} has the fields {sorted(known)}, not {sorted(values)}", record.line + 1
            )
        # A list in an action is a tuple, as in logs.
        values = {key: tuple(value) if isinstance(value, list) else value for key, value in values.items()}
        return read_seat(actor, record.line), self.kinds[kind](**values)

    def _do(self, record: Record) -> None:
        seat, action = self._step(record)
        before = codec.plain(self.state)
        if (rule := self.game.refusal(self.state, seat, action)) is not None:
            raise ScenarioError(f"the rules refuse this: {rule}", record.line + 1)
        try:
            self.table.begin(list(_script(record)))
            self.game.perform(self.state, seat, action, self.table)
            self.table.end()
        except EmberlogError as error:
            raise ScenarioError(str(error), record.line + 1) from None
        self._totals(record)
        self._compare_step(record, before)

    def _totals(self, record: Record) -> None:
        again = codec.copy(self.state)
        self.game.derive(again)
        for path, kept, remade in codec.changes(codec.plain(self.state), codec.plain(again)):
            self._fail(record.line, f"running total {path} is {kept}, worked out afresh {remade}")

    def _compare_step(self, record: Record, before: dict[str, Any]) -> None:
        changed = {
            path: new
            for path, _, new in codec.changes(before, codec.plain(self.state))
            if not self._is_derived(path)
        }
        ignored = [line.split(None, 1)[1] for _, line in record.below if line.startswith("ignore ")]
        events: Sequence[Event] = self.table.events or []
        absent = [line for number, line in record.below
                  if line.startswith(_NOT_TOLD) and self._is_absent(number, line, events)]  # fmt: skip
        self.found[record.line] = [
            *(f"ignore {path}" for path in ignored),
            *(
                f"{path} = {codec.json_text(codec.brief(self.game.state, path, new))}"
                for path, new in changed.items()
                if not _below(path, ignored)
            ),
            *(_told(event) for event in events),
            *absent,
        ]
        expected = {}
        for number, line in record.below:
            if line.startswith(_TOLD):
                events = self._match(number, line, events)
            elif not line.startswith(("ignore ", _NOT_TOLD)):
                path, value = _assignment(line, number)
                expected[path] = value
                if path not in changed:
                    self._fail(number, f"{path} did not change")
                elif changed[path] != codec.normal(self.state, path, value):
                    now = codec.brief(self.game.state, path, changed[path])
                    self._fail(number, f"{path} became {codec.json_text(now)}")
        for path, new in changed.items():
            if path not in expected and not _below(path, ignored):
                self._fail(record.line, f"{path} changed to {codec.json_text(new)}, which is not listed")

    def _is_derived(self, path: str) -> bool:
        starred = re.sub(r"\.\d+(?=\.|$)", ".*", path)
        return any(place == name or place.startswith(f"{name}.")
                   for name in self.derived for place in (starred, path))  # fmt: skip

    def _match(self, number: int, line: str, events: Sequence[Event]) -> Sequence[Event]:
        """The events behind the first that matches; the same ones when none does."""
        telling = _telling(line.removeprefix(_TOLD), number)
        if telling.rule is None:
            raise ScenarioError("a `told` line names the rule that tells", number + 1)
        for place, event in enumerate(events):
            if telling.fits(event):
                return events[place + 1 :]
        others = "; ".join(_told(event) for event in events) or "nothing more"
        self._fail(number, f"not told; told was: {others}")
        return events

    def _is_absent(self, number: int, line: str, events: Sequence[Event]) -> bool:
        """Does no event of the step match this `not told`, wherever it stands? One that does is a failure."""
        telling = _telling(line.removeprefix(_NOT_TOLD), number)
        if telling.rule is None and telling.kind is None:
            raise ScenarioError("a `not told` line names a rule, or the kind of an event", number + 1)
        found = [_told(event) for event in events if telling.fits(event)]
        if found:
            self._fail(number, f"told after all: {'; '.join(found)}")
        return not found

    def _refused(self, record: Record) -> None:
        seat, action = self._step(record)
        before = codec.encode(self.state)
        rule = self.game.refusal(self.state, seat, action)
        if codec.encode(self.state) != before:
            self._fail(record.line, "asking changed the state")
        self._compare_lines(record, [rule or "allowed"])

    def _legal(self, record: Record) -> None:
        if not record.words:
            raise ScenarioError("`legal` needs an actor", record.line + 1)
        actor, *kinds = record.words
        seat = read_seat(actor, record.line)
        if seat in self.game.to_act(self.state):
            words = [action_words(action) for action in self.game.legal(self.state, seat)]
        else:
            words = []
        self._compare_lines(record, [line for line in words if not kinds or line.split()[0] in kinds])

    def _acts(self, record: Record) -> None:
        actors = " ".join(seat_label(seat) for seat in self.game.to_act(self.state))
        self._compare_lines(record, [actors or "nobody"])

    def _state(self, record: Record) -> None:
        self._compare_places(record, codec.plain(self.state), of_state=True)

    def _view(self, record: Record) -> None:
        if len(record.words) != 1:
            raise ScenarioError("`view` needs a seat, `spectator` or `table`", record.line + 1)
        word = record.words[0]
        seat = None if word == "spectator" else read_seat(word, record.line)
        self._compare_places(record, self.game.observe(self.state, seat))

    def _outcome(self, record: Record) -> None:
        outcome = self.game.outcome(self.state)
        if outcome is None:
            self._compare_lines(record, ["none"])
        else:
            self._compare_places(record, msgspec.to_builtins(outcome))

    def _compare_lines(self, record: Record, found: list[str]) -> None:
        self.found[record.line] = found
        expected = [line for _, line in record.below]
        if expected != found:
            missing = [line for line in expected if line not in found]
            extra = [line for line in found if line not in expected]
            what = f"missing {missing}, not expected {extra}" if missing or extra else f"the order is {found}"
            self._fail(record.line, what)

    def _compare_places(self, record: Record, plain: dict[str, Any], *, of_state: bool = False) -> None:
        found = []
        for number, line in record.below:
            path, value = _assignment(line, number)
            try:
                now = codec.look_up(plain, path)
            except KeyError:
                raise ScenarioError(f"there is no place {path!r}", number + 1) from None
            shown = codec.brief(self.game.state, path, now) if of_state else now
            found.append(f"{path} = {codec.json_text(shown)}")
            if now != (codec.normal(self.state, path, value) if of_state else value):
                self._fail(number, f"{path} is {codec.json_text(shown)}")
        self.found[record.line] = found


def _assignment(line: str, number: int) -> tuple[str, Any]:
    path, equals, text = line.partition("=")
    if not equals:
        raise ScenarioError(f"this reads `place = value`, not {line!r}", number + 1)
    try:
        return path.strip(), json.loads(text)
    except json.JSONDecodeError:
        raise ScenarioError(f"{text.strip()!r} is no JSON value", number + 1) from None


def _script(record: Record) -> Iterator[Draw]:
    for number, line in record.above:
        words = _split(line)
        if len(words) != 3 or words[0] != "chance":
            raise ScenarioError('above the bar stand lines `chance "label" [...]`', number + 1)
        yield json.loads(words[1]), json.loads(words[2])


def _told(event: Event) -> str:
    facts = {**event.facts, **(event.secret or {})}
    who = [] if event.seat is None else [seat_label(event.seat)]
    pairs = [f"{key}={codec.json_text(value)}" for key, value in facts.items()]
    return " ".join(["told", event.rule, event.kind, *who, *pairs])


@dataclass
class _Telling:
    """What a `told` or `not told` line says of an event; what it leaves out may be anything."""

    rule: str | None = None
    kind: str | None = None
    seat: Seat | None = None
    facts: dict[str, Any] = field(default_factory=dict)

    def fits(self, event: Event) -> bool:
        facts = {**event.facts, **(event.secret or {})}
        return (
            self.rule in (None, event.rule)
            and self.kind in (None, event.kind)
            and self.seat in (None, event.seat)
            and all(facts.get(key) == value for key, value in self.facts.items())
        )


def _telling(text: str, number: int) -> _Telling:
    """Read `RULE kind actor field=JSON`. Raises `ScenarioError` for words that no event could fit."""
    told = _Telling()
    for word in _split(text):
        if "=" in word:
            name, value = _assignment(word, number)
            told.facts[name] = value
        elif RULE_ID.fullmatch(word) and told.rule is None:
            told.rule = word
        elif re.fullmatch(r"p[1-9]|table", word) and told.seat is None:
            told.seat = read_seat(word, number)
        elif told.kind is None:
            told.kind = word
        else:
            raise ScenarioError(
                f"an event has one rule, one kind, at most one actor: not {text!r}", number + 1
            )
    return told


def _below(path: str, ignored: Iterable[str]) -> bool:
    return any(path == name or path.startswith(f"{name}.") or fnmatchcase(path, name) for name in ignored)
