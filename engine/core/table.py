"""The table: it answers what no seat chooses, and hears what happens.

Three sources of chance stand behind one class. *Seeded* (playing): outcomes come from the seed.
*Scripted* (replaying): they come from the log, and each is checked to be possible. *Both* (verifying):
they must agree. A scenario adds a fourth for setting up: nothing is shuffled, the first thing is picked,
every die shows its first face.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from engine.core.chance import dealt, picked, rolled_each, shuffled
from engine.core.errors import CannotReplay, ChanceError

T = TypeVar("T")
Names = Sequence[str | None]
"""Names by number: what a state holds as a small integer, a log spells out."""

Draw = tuple[str, Any]
"""Label and outcome, the outcome in the words of the log: a list for a shuffle or a roll, else one word."""


class Event(msgspec.Struct, frozen=True):
    """One thing that a rule did. `secret` holds facts that only `seat` may see until they are open."""

    rule: str
    kind: str
    seat: int | None
    facts: dict[str, int | str]
    secret: dict[str, int | str] | None = None


Told = tuple[str, str, dict[str, int | str], dict[str, int | str] | None]
"""Rule, kind, facts and secret of an `Event`, as it is told: listeners that hear millions take these."""


class Table:
    """Chance by label and events by rule id, for one game.

    `drawn` holds the chance of the step under way, `events` what was told in it (None: nobody listens, and
    telling costs next to nothing); `told` and `told_of` hold the same in the making: the events and the seats.
    Call `begin` before a step and read them after it.
    """

    __slots__ = ("_labels", "_script", "_unshuffled", "drawn", "listens", "seed", "told", "told_of")

    def __init__(self, seed: str | None = None, *, listen: bool = False, unshuffled: bool = False) -> None:
        self.seed = seed
        self.drawn: list[Draw] = []
        self.listens = listen
        """Somebody hears what is told: before that, nothing need be worked out only to be told."""
        self.told: list[Told] = []
        self.told_of: list[int | None] = []
        self._labels: set[str] = set()
        self._script: list[Draw] | None = None
        self._unshuffled = unshuffled

    @property
    def events(self) -> list[Event] | None:
        """What was told in the step under way."""
        if not self.listens:
            return None
        pairs = zip(self.told, self.told_of, strict=True)
        return [Event(rule, kind, seat, facts, secret) for (rule, kind, facts, secret), seat in pairs]

    def begin(self, script: Sequence[Draw] | None = None) -> None:
        """Open a step. With a script its outcomes are used, in order, and must all be used (see `end`)."""
        if self.drawn:
            self.drawn = []
        if self.told:
            self.told, self.told_of = [], []
        self._script = None if script is None else list(script)

    def end(self) -> None:
        """Close a scripted step: raises `ChanceError` when an outcome was not asked for."""
        if self._script:
            label, found = self._script[0]
            raise ChanceError(label, "the log has an outcome that no rule asked for", None, found)

    def shuffle(self, label: str, cards: Sequence[T], names: Names | None = None) -> list[T]:
        """All the cards in a random order; `names` spells them out in the log."""
        self._claim(label)
        if self._script is not None:
            order = self._outcome(label, names)
            expected = None if self.seed is None else shuffled(self.seed, label, cards)
            if not _is_same(order, expected):
                if not _is_order(order, cards, names):
                    words = _words(order, names)
                    raise ChanceError(
                        label, "the outcome is not an order of these cards", _words(cards, names), words
                    )
                self._agree(label, expected, order, names)
        elif self._unshuffled:
            order = list(cards)
        else:
            order = shuffled(self._seed(label), label, cards)
        self.drawn.append((label, _words(order, names)))
        return order

    def deal(self, label: str, cards: Sequence[T], count: int, names: Names | None = None) -> list[T]:
        """So many of the cards, in random order; the others stay unseen."""
        self._claim(label)
        if self._script is not None:
            hand = self._outcome(label, names)
            expected = None if self.seed is None else dealt(self.seed, label, cards, count)
            if not _is_same(hand, expected):
                if not _is_hand(hand, cards, count):
                    raise ChanceError(
                        label,
                        f"the outcome is not {count} of these",
                        _words(cards, names),
                        _words(hand, names),
                    )
                self._agree(label, expected, hand, names)
        elif self._unshuffled:
            hand = list(cards[:count])
        else:
            hand = dealt(self._seed(label), label, cards, count)
        self.drawn.append((label, _words(hand, names)))
        return hand

    def roll(self, label: str, faces: Sequence[T], dice: int = 1, names: Names | None = None) -> list[T]:
        """One face per die."""
        return self.roll_each(label, [faces] * dice, names)

    def roll_each(self, label: str, dice: Sequence[Sequence[T]], names: Names | None = None) -> list[T]:
        """One face per die, each die given by its own faces: dice of several kinds in one throw."""
        self._claim(label)
        if self._script is not None:
            result = self._outcome(label, names)
            expected = None if self.seed is None else rolled_each(self.seed, label, dice)
            if not _is_same(result, expected):
                self._check_roll(label, dice, names, result)
                self._agree(label, expected, result, names)
        elif self._unshuffled:
            result = [faces[0] for faces in dice]
        else:
            result = rolled_each(self._seed(label), label, dice)
        self.drawn.append((label, _words(result, names)))
        return result

    def _check_roll(
        self, label: str, dice: Sequence[Sequence[T]], names: Names | None, result: list[Any]
    ) -> None:
        if len(result) != len(dice) or not all(map(_is_among, result, dice)):
            raise ChanceError(
                label,
                f"the outcome is not a roll of {len(dice)} such dice",
                [_words(faces, names) for faces in dict.fromkeys(map(tuple, dice))],
                _words(result, names),
            )

    def pick(self, label: str, among: Sequence[T], names: Names | None = None) -> T:
        """One of the things given."""
        self._claim(label)
        if self._script is not None:
            result = self._outcome(label, names)
            if len(result) != 1 or not _is_among(result[0], among):
                raise ChanceError(
                    label, "the outcome is none of these", _words(among, names), _words(result, names)
                )
            if self.seed is not None:
                self._agree(label, [picked(self.seed, label, among)], result, names)
        elif self._unshuffled:
            result = [among[0]]
        else:
            result = [picked(self._seed(label), label, among)]
        self.drawn.append((label, _words(result, names)))
        chosen: T = result[0]
        return chosen

    def tell(
        self,
        rule: str,
        kind: str,
        seat: int | None = None,
        /,
        secret: Mapping[str, int | str] | None = None,
        **facts: int | str,
    ) -> None:
        """A rule did something: tell of changes, never of candidates."""
        if self.listens:
            self.told.append((rule, kind, facts, dict(secret) if secret else None))
            self.told_of.append(seat)

    def _claim(self, label: str) -> None:
        if label in self._labels:
            raise ChanceError(label, "this label was drawn before in this game")
        self._labels.add(label)

    def _seed(self, label: str) -> str:
        if self.seed is None:
            raise ChanceError(label, "the rules draw here, but the log has no outcome and no seed")
        return self.seed

    def _outcome(self, label: str, names: Names | None) -> list[Any]:
        if not self._script:
            raise ChanceError(label, "the rules draw here, but the log has no outcome")
        found, outcome = self._script.pop(0)
        if found != label:
            raise ChanceError(label, f'the rules draw this, but the log has "{found}"', label, found)
        if not isinstance(outcome, list):
            raise ChanceError(label, "an outcome is a list", None, outcome)
        return outcome if names is None else _numbers(label, outcome, names)

    def _agree(self, label: str, expected: list[T] | None, found: list[T], names: Names | None) -> None:
        if expected is not None and expected != found:
            raise ChanceError(
                label, "the outcome is not the one of the seed", _words(expected, names), _words(found, names)
            )


def _is_among(value: object, things: Sequence[object]) -> bool:
    """Equal and of one type: a log's `true` is not 1."""
    kind = type(value)
    for thing in things:  # noqa: SIM110 (a loop is twice as fast)
        if thing == value and type(thing) is kind:
            return True
    return False


def _is_same(found: list[Any], expected: list[Any] | None) -> bool:
    """What the seed gives is possible: no further look at it is needed."""
    return found == expected and list(map(type, found)) == list(map(type, expected))


def _is_hand(hand: list[Any], cards: Sequence[Any], count: int) -> bool:
    """Are these so many of the cards?"""
    left = list(cards)
    for card in hand:
        if not _is_among(card, left):
            return False
        left.remove(card)
    return len(hand) == count


def _is_order(order: Sequence[Any], cards: Sequence[Any], names: Names | None) -> bool:
    """Are these the same cards? Without names the log may hold anything at all."""
    if names is None and not all(_is_among(card, cards) for card in order):
        return False
    return len(order) == len(cards) and sorted(order) == sorted(cards)


def _words(values: Sequence[Any], names: Names | None) -> list[Any]:
    return list(values) if names is None else [names[value] for value in values]


def _numbers(label: str, words: list[Any], names: Names) -> list[int]:
    known = _index(tuple(names))
    try:
        return [known[word] for word in words]
    except (KeyError, TypeError):
        word = next(word for word in words if not isinstance(word, str) or word not in known)
        raise CannotReplay(f'chance "{label}" names {word!r}, which these rules do not know') from None


@lru_cache(maxsize=64)
def _index(names: tuple[str | None, ...]) -> dict[str, int]:
    return {name: number for number, name in enumerate(names) if name is not None}
