"""What can go wrong, one class per kind of trouble, each with the parts that a person needs.

A difference between a log and today's rules is not an error: it is a `replay.Verdict`.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec


class EmberlogError(Exception):
    """Base of all errors that are told to a person in one plain sentence.

    They keep their parts on the way out of a worker process, whatever their constructors take.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        return _remade, (type(self), self.args, self.__dict__)


def _remade(kind: type[EmberlogError], args: tuple[object, ...], parts: dict[str, object]) -> EmberlogError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(parts)
    return error


class BadOption(EmberlogError):
    """An option, seed or agent that does not exist or does not fit; says what would be possible."""


class IllegalAction(EmberlogError):
    """A choice that the rules refuse. `rule` is the id of the rule that it breaks."""

    def __init__(self, seat: int, action: object, rule: str) -> None:
        super().__init__(f"{seat_label(seat)} may not {action_words(action)}: {rule}")
        self.seat = seat
        self.action = action
        self.rule = rule


class ChanceError(EmberlogError):
    """A recorded chance outcome that is impossible, missing, left over or not the seed's."""

    def __init__(self, label: str, what: str, expected: object = None, found: object = None) -> None:
        super().__init__(f'chance "{label}": {what}')
        self.label = label
        self.what = what
        self.expected = expected
        self.found = found


class CannotReplay(EmberlogError):
    """The log needs something that these rules lack: a game, a rules number, a card, an action."""


class LogError(EmberlogError):
    """A line that is no part of a log. `line` counts from 1 in its file; 0: the file as a whole."""

    def __init__(self, what: str, line: int = 0) -> None:
        super().__init__(what)
        self.what = what
        self.line = line


class ScenarioError(EmberlogError):
    """A scenario that cannot be read. `line` counts from 1."""

    def __init__(self, what: str, line: int) -> None:
        super().__init__(f"line {line}: {what}")
        self.what = what
        self.line = line


def action_words(action: object) -> str:
    """An action as scenarios write it: kind, then fields. A field may hold anything at all."""
    fields = msgspec.to_builtins(action, enc_hook=repr)
    return " ".join([fields.pop("kind"), *(f"{key}={json.dumps(value)}" for key, value in fields.items())])


def seat_label(seat: int | None) -> str:
    """`p1` for seat 0 and so on, `table` for what no seat chooses, `spectator` for nobody."""
    if seat is None:
        return "spectator"
    return "table" if seat < 0 else f"p{seat + 1}"
