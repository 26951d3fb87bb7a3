"""What every game owes the core, as checks on one position: the tests and `emberlog fuzz` ask the same.

A check raises `Violation` with what is wrong; it leaves the state as it was.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Sequence
from typing import Any

import msgspec

from engine.core import codec
from engine.core.errors import EmberlogError, IllegalAction, action_words, seat_label
from engine.core.game import TABLE, Action, Game, Observation, Options, Seat
from engine.core.table import Event, Table
from engine.core.words import LANGUAGES, Words

Below = Callable[[int], int]
"""A number from 0 to the limit given, without it."""


class Violation(EmberlogError):
    """Something that no game may do. `check` names the invariant."""

    def __init__(self, check: str, what: str) -> None:
        super().__init__(f"{check}: {what}")
        self.check = check
        self.what = what


def check_legal(game: Game[Any], state: Any) -> None:
    """Whoever may act has choices, each listed once, and none of them is refused."""
    for seat in game.to_act(state):
        legal = game.legal(state, seat)
        if not legal:
            raise Violation("legal", f"{seat_label(seat)} may act and has no choice")
        if len(set(legal)) != len(legal):
            twice = next(action for action in legal if legal.count(action) > 1)
            raise Violation("legal", f"{seat_label(seat)} has {action_words(twice)} twice")
        for action in legal:
            if (rule := game.refusal(state, seat, action)) is not None:
                raise Violation(
                    "legal", f"{seat_label(seat)} {action_words(action)} is listed, but refused by {rule}"
                )


def check_refusal(game: Game[Any], state: Any, seat: Seat, action: Action) -> str | None:
    """A choice is refused exactly when it is not listed. Returns the rule that refuses it."""
    expected = seat in game.to_act(state) and action in game.legal(state, seat)
    rule = game.refusal(state, seat, action)
    if (rule is None) != expected:
        said = "allowed" if rule is None else f"refused by {rule}"
        listed = "listed" if expected else "not listed"
        raise Violation("refusal", f"{seat_label(seat)} {action_words(action)} is {said}, but {listed}")
    return rule


def check_unchanged(game: Game[Any], state: Any, seat: Seat, action: Action, table: Table) -> None:
    """A refused choice is refused by `apply` too, and then not one field is changed."""
    before = codec.encode(state)
    try:
        game.apply(state, seat, action, table)
    except IllegalAction:
        if codec.encode(state) == before:
            return
        raise Violation(
            "refusal", f"refused {seat_label(seat)} {action_words(action)} changed the state"
        ) from None
    raise Violation("refusal", f"{seat_label(seat)} {action_words(action)} is refused, but was applied")


def check_round_trip(game: Game[Any], state: Any) -> None:
    """Bytes to state and back are the same bytes, and so they are after all totals are worked out again."""
    data = codec.encode(state)
    again = codec.decode(data, game.state)
    if codec.encode(again) != data:
        raise Violation("round trip", "the decoded state encodes to other bytes")
    game.derive(again)
    if codec.encode(again) != data:
        path, kept, remade = next(codec.changes(codec.plain(state), codec.plain(again)))
        raise Violation("totals", f"{path} is {kept!r}, worked out afresh {remade!r}")


def check_hidden(game: Game[Any], state: Any, players: int, below: Below) -> int:
    """Whatever a view marks hidden is shuffled in a copy of the state: the view must stay the same.

    Returns how many lists of hidden things there were to shuffle.
    """
    shuffled = 0
    for seat in (None, *range(players)):
        view = game.observe(state, seat)
        other = codec.copy(state)
        for paths in _piles(view, codec.plain(other)):
            cards = [card for path in paths for card in _as_list(codec.look_up(codec.plain(other), path))]
            for last in range(len(cards) - 1, 0, -1):
                place = below(last + 1)
                cards[last], cards[place] = cards[place], cards[last]
            shuffled += len(cards) > 1
            for path in paths:
                whole = isinstance(codec.look_up(codec.plain(other), path), list)
                codec.assign(other, path, cards if whole else cards.pop())
        seen = game.observe(other, seat)
        if seen != view:
            path = next((path for path, _, _ in codec.changes(view, seen)), "?")
            raise Violation("hidden information", f"{seat_label(seat)} sees in {path} what is marked hidden")
    if hidden_places(game.observe(state, TABLE)):
        raise Violation("hidden information", "something is hidden from the table")
    return shuffled


def hidden_places(view: Any, path: str = "") -> list[str]:
    """Paths of an observation that are marked hidden."""
    if isinstance(view, dict):
        if set(view) == {"hidden"}:
            return [path]
        return [
            found for key, value in view.items() for found in hidden_places(value, f"{path}.{key}".strip("."))
        ]
    if isinstance(view, list):
        return [
            found for place, value in enumerate(view) for found in hidden_places(value, f"{path}.{place}")
        ]
    return []


def _piles(view: Observation, plain: Any) -> list[list[str]]:
    """Places that may be exchanged: a hidden list each for itself, single hidden values of a list together."""
    found: dict[str, list[str]] = {}
    for path in hidden_places(view):
        single = not isinstance(codec.look_up(plain, path), list)
        found.setdefault(re.sub(r"\.\d+(?=\.|$)", ".*", path) if single else path, []).append(path)
    return list(found.values())


def _as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def check_events(events: Iterable[Event], rules: Container[str], words: Words) -> None:
    """Events name rules that exist, and there are words for them in every language."""
    for event in events:
        if event.rule not in rules:
            raise Violation("events", f"{event.kind} names {event.rule}, which is no rule")
        if event.kind not in words.events:
            raise Violation("events", f"there are no words for {event.kind}")
        facts = {**event.facts, **(event.secret or {})}
        for language in LANGUAGES:
            if "?" in words.event(event.kind, facts, language):
                raise Violation("events", f"a fact of {event.kind} has no words in {language!r}")


def check_outcome(game: Game[Any], options: Options, state: Any) -> None:
    """There is an outcome exactly when nobody may act, and it fits the table."""
    outcome = game.outcome(state)
    if outcome is None:
        if not game.to_act(state):
            raise Violation("outcome", "nobody may act, and there is no outcome")
        return
    if game.to_act(state):
        raise Violation("outcome", "there is an outcome, and somebody may act")
    if outcome.winners != sorted(set(outcome.winners)) or not all(
        0 <= seat < options.players for seat in outcome.winners
    ):
        raise Violation("outcome", f"the winners {outcome.winners} are no seats in order")
    if game.cooperative and len(outcome.winners) not in (0, options.players):
        raise Violation(
            "outcome", f"the winners {outcome.winners} are some of those who win or lose together"
        )
    if [len(score) for score in outcome.scores] != [len(game.score_names)] * options.players:
        raise Violation("outcome", f"the scores {outcome.scores} are not one per seat and name")


def check_round(game: Game[Any], before: int, seat: Seat, state: Any) -> None:
    """Rounds begin in steps of the table, one after the other: nobody looks for them elsewhere."""
    now = game.round_of(state)
    if now != before and (seat != TABLE or now != before + 1):
        raise Violation("rounds", f"round {now} comes after round {before} in a step of {seat_label(seat)}")


class Shadow:
    """A second game beside the first that is packed into bytes and unpacked after each step."""

    def __init__(self, game: Game[Any], state: Any, seed: str) -> None:
        self.game, self.seed = game, seed
        self.data = codec.encode(state)

    def step(self, seat: Seat, action: Action, state: Any, drawn: Sequence[Any]) -> None:
        """Do the same on the unpacked state: state and chance must come out the same."""
        table = Table(self.seed)
        again = codec.decode(self.data, self.game.state)
        self.game.apply(again, seat, action, table)
        self.data = codec.encode(again)
        if self.data != codec.encode(state):
            changes = list(codec.changes(codec.plain(state), codec.plain(again)))
            path = changes[0][0] if changes else "its bytes"
            raise Violation("round trip", f"an unpacked state plays on otherwise: {path} differs")
        if table.drawn != list(drawn):
            raise Violation("round trip", "an unpacked state draws otherwise")


def nearby(action: Action, kinds: Sequence[type[Action]], below: Below, legal: Sequence[Action]) -> Action:
    """Another action: another value in a field (any, or that of another choice), or another kind."""
    fields = msgspec.structs.fields(type(action))
    if fields and below(2):
        field = fields[below(len(fields))]
        alike = [other for other in legal if type(other) is type(action)]
        if alike and below(2):
            other = alike[below(len(alike))]
            return msgspec.structs.replace(action, **{field.name: getattr(other, field.name)})
        return msgspec.structs.replace(action, **{field.name: _any_value(field.type, below)})
    kind = kinds[below(len(kinds))]
    return kind(**{field.name: _any_value(field.type, below) for field in msgspec.structs.fields(kind)})


def _any_value(kind: Any, below: Below) -> Any:
    values = getattr(kind, "__args__", (0,))
    chosen = values[below(len(values))]
    if isinstance(chosen, int):
        return chosen + below(7) - 3
    return chosen if below(4) else "no_such_name"
