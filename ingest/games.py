"""One recorded game, replayed or taken as it stands: everything that its rows are made of."""

from __future__ import annotations

from contextlib import suppress
from functools import cache, reduce
from operator import or_
from typing import Any

import msgspec

import engine
from engine.core.errors import CannotReplay, LogError
from engine.core.game import TABLE, Game
from engine.core.log import (
    CHECK_TAIL,
    End,
    Header,
    Recorded,
    Step,
    StepReader,
    content_of_header,
    game_id,
    read_end,
    read_header,
)
from engine.core.replay import Replayer, Verdict
from engine.core.table import Table
from ingest.vocabulary import Vocabulary, packed

_LARGEST_RULES = 2**31 - 1
_LARGEST_SCORE = 2**63 - 1
_lines_of = msgspec.json.Encoder().encode_lines


class Facts(msgspec.Struct, gc=False):
    """The numbers of one seat at one moment; `naming` is the number of their names in a `Vocabulary`."""

    round: int
    seat: int
    naming: int
    numbers: list[int]


class Reading(msgspec.Struct):
    """What came of one recorded game: a verdict, and the good part of the game, if there is one.

    `rounds`, `told` and `facts` come from replaying; without it they are empty.
    """

    verdict: Verdict
    header: Header | None = None
    id: str = ""
    opening: str = ""
    lines: list[bytes] = []
    """The canonical lines of the steps."""
    checked: bool = True
    """Each of them has a check."""
    rounds: list[tuple[int, int]] = []
    """The first step and the number of each round."""
    told: list[int] = []
    """The events, as numbers of a `Vocabulary`."""
    told_of: list[int | None] = []
    """Their seats."""
    counts: list[int] = []
    """How many events each step told."""
    facts: list[Facts] = []
    final: int = 0
    """So many of the last facts were taken when the game was over."""
    end: End | None = None
    verified: bool = False

    @property
    def is_kept(self) -> bool:
        """Goes into the tables. A game that is cut off or damaged does, up to its last good step."""
        status = self.verdict.status
        return status in ("fine", "unfinished") or (status == "bad" and bool(self.lines))


class _Listener:
    """Hears a replay and keeps what the tables need. It is called a million times: what need not be done at
    every step waits for a step of the table, which alone begins a round or ends one."""

    def __init__(self, game: Game[Any], players: int, words: Vocabulary) -> None:
        self.game, self.words = game, words
        self.round = 1
        self.rounds = [(0, 1)]
        self.told: list[int] = []
        self.told_of: list[int | None] = []
        self.counts: list[int] = []
        self.facts: list[Facts] = []
        self._number_of, self._seats = words.events.__getitem__, range(players)
        self._state: Any = None
        self._names: tuple[str, ...] | None = None
        self._naming = 0
        self._milestones, self._last_milestone = frozenset(game.milestones), -1

    def hear(self, step: Step[Any], state: Any, table: Table) -> None:
        """What the step told, and what it means for the rounds."""
        told = table.told
        self.counts.append(len(told))
        if told:
            self.told.extend(map(self._number_of, map(packed, told)))
            self.told_of += table.told_of
        if step.seat == TABLE:
            self._look(step, state)

    def _look(self, step: Step[Any], state: Any) -> None:
        """A step belongs to the round in which it was chosen, whatever round it opens."""
        self._state = state
        if type(step.action) in self._milestones:
            self._last_milestone = step.n
            self._take()
        number = self.game.round_of(state)
        if number != self.round:
            self.round = number
            self.rounds.append((step.n + 1, number))

    def drop_empty_round(self) -> None:
        """A round that the last step has opened is none of this game."""
        if self.rounds[-1][0] == len(self.counts) and len(self.rounds) > 1:
            self.rounds.pop()
            self.round = self.rounds[-1][1]

    def close(self) -> int:
        """The game is over: the last facts are those of its end, taken now unless they just were. How many."""
        if self._last_milestone != len(self.counts) - 1:
            self._take()
        return len(self._seats)

    def _take(self) -> None:
        facts_of, state, number = self.game.facts, self._state, self.round
        for seat in self._seats:
            facts = facts_of(state, seat)
            names = tuple(facts)
            if names != self._names:  # they are the same nearly each time
                self._names, self._naming = names, self.words.naming(names)
            self.facts.append(Facts(number, seat, self._naming, list(facts.values())))


def replayed(recorded: Recorded, replayer: Replayer, words: Vocabulary) -> Reading:
    """Replay under today's rules, with a listener."""
    try:
        header = read_header(recorded.header, recorded.first)
        listener = _Listener(engine.load(header.game), len(header.seats), words)
    except (CannotReplay, LogError):
        return Reading(replayer.replay(recorded))
    verdict = replayer.replay(recorded, listener.hear)
    if verdict.status == "diverged" and verdict.rule is None:
        verdict.rule = words.rule(listener.told[-1]) if listener.told else None
    reading = Reading(verdict, header, verified=True)
    if not verdict.is_good and not (verdict.status == "bad" and verdict.steps):
        return reading
    opening = content_of_header(recorded.header)
    reading.opening = game_id(opening)
    reading.lines, reading.checked = _lines_of_good(recorded, verdict)
    reading.id = verdict.id or game_id(opening + _content(reading.lines, checked=reading.checked))
    listener.drop_empty_round()
    if verdict.status == "fine":
        reading.final = listener.close()
        reading.end = verdict.end
    reading.rounds, reading.facts = listener.rounds, listener.facts
    reading.told, reading.told_of, reading.counts = listener.told, listener.told_of, listener.counts
    return reading


def _lines_of_good(recorded: Recorded, verdict: Verdict) -> tuple[list[bytes], bool]:
    """The lines of the good steps as we write them, and whether all of them have a check."""
    if verdict.exact:
        return recorded.steps[: verdict.steps], True
    assert verdict.header is not None
    steps = _decoder(verdict.header.game).decode_lines(b"\n".join(recorded.steps[: verdict.steps]))
    for step in steps:
        step.chance = step.chance or None
    return _lines_of(steps).split(b"\n")[:-1], verdict.checked


def as_it_stands(recorded: Recorded) -> Reading:
    """Decode without replaying: all that is checked is that the lines read and belong together."""
    try:
        header = read_header(recorded.header, recorded.first)
        engine.load(header.game)
        if type(header.rules) is not int or not 0 <= header.rules <= _LARGEST_RULES:
            raise CannotReplay(f"the log names the rules {header.rules!r}; rules have a number")
        opening = content_of_header(recorded.header)
    except CannotReplay as error:
        return Reading(Verdict(status="cannot_replay", steps=0, line=recorded.first, what=str(error)))
    except LogError as error:
        return Reading(Verdict(status="bad", steps=0, line=error.line or recorded.first, what=error.what))
    reading = Reading(Verdict(status="fine", steps=0, line=recorded.first), header, opening=game_id(opening))
    _decode(recorded, reading)
    reading.verdict.steps = len(reading.lines)
    reading.id = game_id(opening + _content(reading.lines, checked=reading.checked))
    if reading.verdict.status == "fine":
        _close(recorded, reading)
    return reading


class Claim(msgspec.Struct, frozen=True):
    """A game that says of itself, in its end line, an id that its content does not give."""

    id: str
    opening: str
    lines: list[bytes]
    checked: bool


def claim_of(recorded: Recorded) -> Claim | None:
    """The claim of a game that was refused, if it makes one."""
    if recorded.end is None:
        return None
    reading = as_it_stands(recorded)
    with suppress(LogError):
        end = read_end(recorded.end, recorded.end_line)
        if reading.lines and end.id != reading.id:
            return Claim(end.id, reading.opening, reading.lines, reading.checked)
    return None


def digest_of_lines(recorded: Recorded) -> str:
    """Digest of a game's lines as they stand: what has the same has the same everything, checks included."""
    return game_id(b"\n".join([recorded.header, *recorded.steps, recorded.end or b""]))


def _content(lines: list[bytes], *, checked: bool) -> bytes:
    """Canonical lines without their checks; `checked`: all of them have one."""
    if checked:
        return b"}\n".join([*[line[:-CHECK_TAIL] for line in lines], b""])
    steps = _any_step.decode_lines(b"\n".join(lines))
    for step in steps:
        step.check = None
    return _lines_of(steps)


@cache
def _decoder(name: str) -> msgspec.json.Decoder[Any]:
    """Decodes step lines of today's rules, many at once."""
    step: Any = Step
    any_action: Any = reduce(or_, engine.load(name).actions)
    return msgspec.json.Decoder(step[any_action])


_any_step = msgspec.json.Decoder(Step[Any])
"""Decodes step lines of other rules, whose actions are not known here."""
_NO_STEP = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


def _decode(recorded: Recorded, reading: Reading) -> None:
    """The steps up to the first that does not read or does not belong; the verdict says why it does not."""
    header = reading.header
    assert header is not None
    same_rules = header.rules == engine.load(header.game).rules
    decoder = _decoder(header.game) if same_rules else _any_step
    text = b"\n".join(recorded.steps)
    try:
        steps = decoder.decode_lines(text)
    except _NO_STEP:
        steps = _one_by_one(recorded, reading, decoder)
    if (found := _misfit(steps, len(header.seats), decoded_freely=not same_rules)) is not None:
        place, what = found
        line = recorded.line_of(place)
        reading.verdict = Verdict(status="bad", steps=place, line=line, what=what, step=place)
        steps = steps[:place]
    written = _lines_of(steps)
    reading.lines = recorded.steps if written == text + b"\n" else written.split(b"\n")[:-1]
    reading.checked = None not in [step.check for step in steps]


def _one_by_one(recorded: Recorded, reading: Reading, decoder: msgspec.json.Decoder[Any]) -> list[Step[Any]]:
    """The steps up to the line that does not read; the verdict says which it is."""
    steps: list[Step[Any]] = []
    for place, line in enumerate(recorded.steps):
        try:
            steps.append(decoder.decode(line))
        except _NO_STEP as error:
            number = recorded.line_of(place)
            reading.verdict = Verdict(
                status="bad", steps=place, line=number, step=place, what=f"this line is no step: {error}"
            )
            if decoder is not _any_step:
                _explain(line, number, reading)
            break
    return steps


def _explain(line: bytes, number: int, reading: Reading) -> None:
    """In the words of a replay: an unknown action is something else than a damaged line."""
    assert reading.header is not None
    try:
        StepReader(engine.load(reading.header.game)).read(line, number)
    except CannotReplay as error:
        reading.verdict.status, reading.verdict.what = "cannot_replay", str(error)
    except LogError as error:
        reading.verdict.what = error.what


def _misfit(steps: list[Step[Any]], seats: int, *, decoded_freely: bool) -> tuple[int, str] | None:
    """The first step that is out of order or of no seat, or whose action or check is none, and why."""
    for place, step in enumerate(() if _is_plain(steps, seats) and not decoded_freely else steps):
        if step.n != place:
            return place, f"steps out of order: {place} is due, this is {step.n}"
        if not -1 <= step.seat < seats:
            return place, f"there is no seat {step.seat} in a game of {seats}"
        if step.chance == []:
            step.chance = None  # an empty list says the same as none, and is written so
        if decoded_freely and not (
            isinstance(step.action, dict) and isinstance(step.action.get("kind"), str)
        ):
            return place, "this action has no kind"
    checks = [step.check for step in steps if step.check is not None]
    if _are_checks(checks):
        return None
    place = next(
        place for place, step in enumerate(steps) if step.check is not None and not _are_checks([step.check])
    )
    return place, f"the check {steps[place].check!r} is not four hexadecimal digits"


def _is_plain(steps: list[Step[Any]], seats: int) -> bool:
    """In order, of seats that are there, without empty lists of chance: nearly always, and quickly seen."""
    return (
        [step.n for step in steps] == list(range(len(steps)))
        and {step.seat for step in steps} <= set(range(-1, seats))
        and [] not in [step.chance for step in steps]
    )


def _are_checks(texts: list[str]) -> bool:
    """Each has four lower-case hexadecimal digits."""
    digits = "".join(texts)
    if not set(map(len, texts)) <= {4} or not digits.isascii():
        return False
    try:
        return bytes.fromhex(digits).hex() == digits
    except ValueError:
        return False


def _close(recorded: Recorded, reading: Reading) -> None:
    """The end line, as far as it can be judged without the rules."""
    verdict = reading.verdict
    if recorded.broken is not None:
        verdict.status, verdict.what, verdict.line = "bad", recorded.broken.what, recorded.broken.line
        return
    if recorded.end is None:
        verdict.status = "unfinished"
        return
    try:
        end = read_end(recorded.end, recorded.end_line)
    except LogError as error:
        verdict.status, verdict.what, verdict.line = "bad", error.what, recorded.end_line
        return
    wrong = _wrong_end(end, reading)
    if wrong:
        verdict.status, verdict.what, verdict.line = (
            "diverged",
            f"the end line differs: {wrong}",
            recorded.end_line,
        )
    else:
        reading.end = end


def _wrong_end(end: End, reading: Reading) -> str:
    assert reading.header is not None
    seats = range(len(reading.header.seats))
    if end.steps != len(reading.lines):
        return f"it counts {end.steps} steps, the log has {len(reading.lines)}"
    if end.id != reading.id:
        return f"its id is {end.id}, the content gives {reading.id}"
    winners, scores = end.end.winners, end.end.scores
    if len(set(winners)) != len(winners) or any(winner not in seats for winner in winners):
        return "winners are no seats of the game"
    if len(scores) not in (0, len(seats)):
        return f"{len(scores)} rows of scores for {len(seats)} seats"
    if any(abs(value) > _LARGEST_SCORE for numbers in scores for value in numbers):
        return "a score is too large"
    return ""
