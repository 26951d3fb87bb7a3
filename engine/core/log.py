"""The log format: steps to lines and back (docs/log-format.md). No files here: lines in, lines out.

A log is JSON lines: a header, one line per step, an end line. The *content* of a game is its header
(without `meta`), actions and chance in canonical form; the digest of the content is the game's id.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from hashlib import blake2b
from operator import or_
from typing import Any, Generic, TypeVar

import msgspec

from engine.core.chance import RNG, seed_text
from engine.core.errors import BadOption, CannotReplay, LogError
from engine.core.game import Action, Game, Options, Outcome

FORMAT = 1
A = TypeVar("A", bound=Action)


class SeatLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat in the header: who sat there, and which agent chose, if one did."""

    name: str
    agent: str | None = None


class Header(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first line of a game. `meta` (notes, `played_at`, `source`) is no part of its content.

    Format, game and rules may be anything when read: what is not ours cannot be replayed, but it is no
    damaged log. `seed` is in its printed form.
    """

    emberlog: Any
    game: Any
    rules: Any
    options: dict[str, Any]
    seats: list[SeatLine]
    rng: str | None = None
    seed: str | None = None
    meta: dict[str, Any] | None = None


class Step(msgspec.Struct, Generic[A], omit_defaults=True, gc=False):
    """One applied action. `check`: first four digits of the state hash after it."""

    n: int
    seat: int
    action: A
    chance: list[tuple[str, Any]] | None = None
    check: str | None = None


class End(msgspec.Struct, frozen=True):
    """The last line: outcome, number of steps, state hash, id of the game."""

    end: Outcome
    steps: int
    hash: str
    id: str


class Broken(msgspec.Struct, frozen=True):
    """Why a game's lines stop being a log. `line` counts from 1 in the file."""

    what: str
    line: int


class Recorded(msgspec.Struct):
    """The lines of one game as they stand in a file, and where. `first` is the line of the header."""

    header: bytes
    first: int
    steps: list[bytes]
    lines: list[int] | None
    """Line numbers of the steps; None: they follow the header without a gap."""
    end: bytes | None = None
    end_line: int = 0
    broken: Broken | None = None

    def line_of(self, step: int) -> int:
        """The line in the file of a step (counted from 0)."""
        return self.first + 1 + step if self.lines is None else self.lines[step]


_UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
_like_float = re.compile(rb"[0-9][.eE]").search
"""Every fraction is found by it, and some texts are too."""
_dumps = msgspec.json.Encoder(order="sorted").encode
_step_line = msgspec.json.Encoder().encode
_header_of = msgspec.json.Decoder(Header).decode
_end_of = msgspec.json.Decoder(End).decode
_plain_of = msgspec.json.Decoder(dict[str, Any]).decode
_BEGINNINGS = (b'{"emberlog":', b'{"n":', b'{"end":')
"""How lines begin that are written as we write them."""
_SPREAD = 2_000
"""Lines that one object of a log may be spread over: more than the largest has."""
CHECK_TAIL = len(b',"check":"0123"}')
"""So long is what stands behind the content of a canonical step line that has a check."""


def new_header(
    game: Game[Any],
    options: Options,
    seats: Sequence[SeatLine],
    seed: str | None,
    meta: dict[str, Any] | None = None,
) -> Header:
    """The header of a game about to be played under today's rules."""
    return Header(
        FORMAT,
        game.name,
        game.rules,
        msgspec.to_builtins(options),
        list(seats),
        RNG if seed is not None else None,
        seed,
        meta,
    )


def line_of_header(header: Header) -> bytes:
    """Without the line end."""
    return _step_line(header)


line_of_step: Callable[[Step[Any]], bytes] = _step_line
"""Without the line end."""


def line_of_end(end: End) -> bytes:
    """Without the line end."""
    return _step_line(end)


def content_of_header(line: bytes) -> bytes:
    """The canonical header: all fields but `meta`, unknown ones included, keys sorted, no spaces.

    Raises `LogError` when a field outside `meta` holds a fraction: content is made of exact values.
    """
    try:
        fields = _plain_of(line)
    except _UNREADABLE as error:
        raise LogError(f"this header does not read: {_odd_number(line) or error}") from None
    fields.pop("meta", None)
    if _like_float(line) and (place := _float_in(fields, "$")) is not None:
        raise LogError(f"the header holds a number that is no integer, at {place}")
    return _dumps(fields) + b"\n"


def content_of_step(line: bytes) -> bytes:
    """The canonical step (as `line_of_step` writes it) without its check."""
    return line[:-CHECK_TAIL] + b"}\n"


def game_id(content: bytes | bytearray) -> str:
    """32 hexadecimal digits."""
    return blake2b(content, digest_size=16).hexdigest()


def _float_in(value: Any, place: str) -> str | None:
    """Where the first fraction stands."""
    if isinstance(value, float):
        return place
    found = (_float_in(inside, f"{place}{step}") for step, inside in _inside(value))
    return next((where for where in found if where is not None), None)


def _inside(value: Any) -> Iterator[tuple[str, Any]]:
    """What a JSON value holds, each with the step of its path: `.key` or `[0]`."""
    if isinstance(value, dict):
        yield from ((f".{key}", item) for key, item in value.items())
    elif isinstance(value, list):
        yield from ((f"[{place}]", item) for place, item in enumerate(value))


class _Odd(str):
    """A number that JSON does not have, as it is written."""

    __slots__ = ()


def _odd_number(line: bytes) -> str | None:
    """Where a line holds NaN, an infinity or a number beyond all bounds: `$.end.scores[0][1] is NaN, ...`.

    None: that is not what is wrong with it.
    """
    try:
        value = json.loads(line, parse_constant=_Odd, parse_float=_odd_or_zero, parse_int=lambda _: 0)
        return _first_odd(value, "$")
    except (ValueError, RecursionError):
        return None


def _odd_or_zero(text: str) -> Any:
    return _Odd(text) if math.isinf(float(text)) else 0


def _first_odd(value: Any, place: str) -> str | None:
    if isinstance(value, _Odd):
        return f"{place} is {value}, which is no number that a log can hold"
    found = (_first_odd(inside, f"{place}{step}") for step, inside in _inside(value))
    return next((what for what in found if what is not None), None)


def read_header(line: bytes, number: int) -> Header:
    """Decode and check the parts that every game shares. Raises `LogError` or `CannotReplay`."""
    try:
        header = _header_of(line)
    except _UNREADABLE as error:
        what = _odd_number(line) or _seed_that_is_no_text(line) or error
        raise LogError(f"this header does not read: {what}", number) from None
    if type(header.emberlog) is not int or header.emberlog != FORMAT:
        raise CannotReplay(
            f"the log is in format {as_written(header.emberlog)}; this version reads format {FORMAT}"
        )
    if not isinstance(header.game, str):
        raise CannotReplay(f"the log names the game {as_written(header.game)}")
    if header.seed is not None:
        if header.rng is None:
            raise CannotReplay(f"the log has a seed and names no source of chance; this version has {RNG!r}")
        if header.rng != RNG:
            raise CannotReplay(f"the log's chance comes from {header.rng!r}; this version has {RNG!r}")
        try:
            if seed_text(header.seed) != header.seed:
                raise LogError(f"the seed {header.seed!r} is not in its printed form", number)
        except BadOption as error:
            raise LogError(str(error), number) from None
    return header


def as_written(value: Any) -> str:
    """A value of a header as a person knows it from the file: `null`, not `None`."""
    return repr(value) if isinstance(value, str) else _step_line(value).decode()


def _seed_that_is_no_text(line: bytes) -> str | None:
    """What is wrong with a seed such as `7`, which stands as `"7"` in a log; None: it is something else."""
    try:
        seed = _plain_of(line).get("seed")
    except _UNREADABLE:
        return None
    if seed is None or isinstance(seed, str):
        return None
    if type(seed) is int:
        return f'a seed is a text in a log: write "{seed}" in place of {seed}'
    return f"a seed is a text in a log, not {as_written(seed)}"


def read_end(line: bytes, number: int) -> End:
    """Raises `LogError`."""
    try:
        return _end_of(line)
    except _UNREADABLE as error:
        raise LogError(f"this end line does not read: {_odd_number(line) or error}", number) from None


class StepReader:
    """Decodes the step lines of one game."""

    def __init__(self, game: Game[Any]) -> None:
        step: Any = Step
        any_action: Any = reduce(or_, game.actions)
        self._decode = msgspec.json.Decoder(step[any_action]).decode
        self._kinds = {kind.__struct_config__.tag for kind in game.actions}

    def read(self, line: bytes, number: int) -> Step[Any]:
        """Raises `LogError` for a line that is no step, `CannotReplay` for an action that does not exist."""
        try:
            return self._decode(line)  # type: ignore[no-any-return]
        except _UNREADABLE as error:
            raise self._explain(line, number, error) from None

    def _explain(self, line: bytes, number: int, error: Exception) -> CannotReplay | LogError:
        try:
            action = _plain_of(line).get("action")
        except _UNREADABLE:
            return LogError(f"this line does not read: {_odd_number(line) or error}", number)
        if isinstance(action, dict) and (kind := action.get("kind")) not in self._kinds:
            return CannotReplay(f"the action {kind!r} does not exist in these rules")
        if "$.action" in str(error):
            return CannotReplay(f"the action {msgspec.json.encode(action).decode()} does not exist: {error}")
        return LogError(f"this line is no step: {error}", number)


def recorded_games(lines: Iterable[bytes]) -> Iterator[Recorded | Broken]:
    """Split the lines of a file into games, without reading into the steps.

    A line that is no part of a log ends the game before it (`Recorded.broken`), and whatever stands
    between games comes out as `Broken`; the next header starts afresh, so one bad game costs no other.
    Empty lines are passed over. Lines keep no line end. An object over several lines, as pretty printers write it,
    is one line, which stands where it begins.
    """
    game: Recorded | None = None
    complained = False
    spread = _Spread()
    for at, raw in enumerate(lines, 1):
        text = raw.strip()
        if (
            text[:5] == b'{"n":'
            and text[-1:] == b"}"
            and game is not None
            and game.lines is None
            and game.end is None
            and game.broken is None
            and at == game.first + 1 + len(game.steps)
        ):  # nearly all lines: a step as we write it, right after the one before
            game.steps.append(text)
            continue
        if not text:
            continue
        for number, line in spread.take(at, text):
            kind = _kind_of(line)
            if kind == "header":
                if game is not None:
                    yield game
                game, complained = Recorded(line, number, [], None), False
            elif game is None or game.end is not None or game.broken is not None:
                if game is not None:
                    yield game
                    complained = complained or game.broken is not None
                    game = None
                if not complained:
                    yield Broken(_misplaced(kind, line), number)
                    complained = True
            elif kind == "step":
                if game.lines is None and number != game.first + 1 + len(game.steps):
                    game.lines = [game.first + 1 + step for step in range(len(game.steps))]
                game.steps.append(line)
                if game.lines is not None:
                    game.lines.append(number)
            elif kind == "end":
                game.end, game.end_line = line, number
            else:
                game.broken = Broken(_misplaced(kind, line), number)
    if spread.lines:
        broken = Broken(_misplaced("text", b"".join(spread.lines)), spread.first)
        if game is not None and game.end is None and game.broken is None:
            game.broken = broken
        elif not complained:
            if game is not None:
                yield game
                complained, game = game.broken is not None, None
            if not complained:
                yield broken
    if game is not None:
        yield game


class _Spread:
    """Puts objects that are spread over several lines together."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        """Of the object under way, none of them empty."""
        self.first = 0

    def take(self, number: int, line: bytes) -> list[tuple[int, bytes]]:
        """The lines, with their numbers, that are whole with this one. No text of JSON goes over a line's end."""
        if not self.lines:
            if line != b"{":
                return [(number, line)]
            self.lines, self.first = [line], number
            return []
        if line.startswith(_BEGINNINGS):  # the object before was never closed
            return [self._whole(), (number, line)]
        self.lines.append(line)
        if len(self.lines) < _SPREAD and not (line == b"}" and _is_json(b"".join(self.lines))):
            return []
        return [self._whole()]

    def _whole(self) -> tuple[int, bytes]:
        line, self.lines = b"".join(self.lines), []
        return self.first, line


def _is_json(text: bytes) -> bool:
    try:
        msgspec.json.decode(text)
    except _UNREADABLE:
        return False
    return True


def _kind_of(line: bytes) -> str:
    """What a line is, by its first characters where it is written as we write it, else by its keys."""
    if line.startswith(b'{"n":') and line.endswith(b"}"):
        return "step"
    if line.startswith(b'{"emberlog":') and line.endswith(b"}"):
        return "header"
    try:
        fields = msgspec.json.decode(line)
    except _UNREADABLE:
        return "text"
    if not isinstance(fields, dict):
        return "value"
    for key, kind in (("emberlog", "header"), ("end", "end"), ("n", "step")):
        if key in fields:
            return kind
    return "value"


def _misplaced(kind: str, line: bytes) -> str:
    if kind in ("step", "end"):
        return f"this {'step' if kind == 'step' else 'end line'} belongs to no game: no header before it"
    if kind == "value":
        return "this line is JSON, but no part of a log"
    if line.startswith((b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")) or b"\x00" in line[:64]:
        return f"this is not UTF-8 text ({_wide_coding(line)}, or a binary file)"
    if (odd := _odd_number(line)) is not None:
        return f"this line does not read: {odd}"
    if line.startswith(b'{"'):
        return "this line is cut off or damaged: it is not whole JSON"
    return "this line is not JSON"


def _wide_coding(line: bytes) -> str:
    """UTF-32 or UTF-16: of a letter's bytes three in four, or every other, are zero."""
    head = line[:64]
    marked = head.startswith((b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff"))
    return "UTF-32" if marked or 5 * head.count(0) > 3 * len(head) else "UTF-16"
