"""What happened in a game, in words: templates per kind of action and event, in several languages.

A game's `words.yaml` holds `actions`, `events`, `facts`, `reasons` and `names`, each a table from an id to
`{en: ..., ja: ...}`. A template names the fields that it shows: "takes the onibi of value {value}". A field
whose value is an id of a component (a card, a tree, a kind of tile) is shown by its name. Where a word depends on
a number, the template holds both: "gains {count} {count:footprint|footprints}". Pictures and the dashboard fill
their own texts in the same way (`fill`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.core.errors import seat_label

Language = str
LANGUAGES = ("en", "ja")
_SEATS = ("opponent", "player", "victim")


class Shown(str):
    """A value in a text; `{count:card|cards}` is the first word where it is one (1, or a list of one thing)."""

    __slots__ = ("is_one",)
    is_one: bool

    def __new__(cls, text: str, value: object) -> Shown:
        shown = super().__new__(cls, text)
        shown.is_one = len(value) == 1 if isinstance(value, list | tuple) else str(value) == "1"
        return shown

    def __format__(self, words: str) -> str:
        one, bar, several = words.partition("|")
        if not bar:
            return super().__format__(words)
        return one if self.is_one else several


def fill(template: str, *values: object, **named: object) -> str:
    """A text with its values filled in, and of each `{value:one|several}` the word that fits."""
    return template.format(
        *(Shown(str(value), value) for value in values),
        **{name: Shown(str(value), value) for name, value in named.items()},
    )


class Words(msgspec.Struct, frozen=True):
    """The words of one game."""

    game_name: dict[Language, str]
    actions: dict[str, dict[Language, str]]
    events: dict[str, dict[Language, str]]
    facts: dict[str, dict[Language, str]]
    reasons: dict[str, dict[Language, str]]
    names: dict[str, dict[Language, str]]

    def game(self, language: Language) -> str:
        """The game's name."""
        return self.game_name[language]

    def name(self, ident: str, language: Language) -> str:
        """The name of a component, or the id itself when it has none."""
        return self.names[ident][language] if ident in self.names else ident

    def action(self, action: Mapping[str, Any], language: Language) -> str:
        """An action in plain form (`{"kind": ..., field: value}`), said of whoever does it."""
        return self._fill(self.actions, str(action["kind"]), action, language)

    def event(self, kind: str, facts: Mapping[str, Any], language: Language) -> str:
        """An event, said of its seat (or of the table)."""
        return self._fill(self.events, kind, facts, language)

    def fact(self, name: str, language: Language) -> str:
        """The name of a number."""
        return self.facts[name][language] if name in self.facts else name

    def reason(self, rule: str, language: Language) -> str:
        """How a game ended, by the rule that ended it."""
        return self.reasons[rule][language] if rule in self.reasons else rule

    def _fill(
        self,
        table: Mapping[str, Mapping[Language, str]],
        kind: str,
        values: Mapping[str, Any],
        language: Language,
    ) -> str:
        template = table[kind][language] if kind in table else kind
        shown = {key: Shown(self._shown(key, value, language), value) for key, value in values.items()}
        return template.format_map(_Gaps(shown))

    def _shown(self, key: str, value: Any, language: Language) -> str:
        if key in _SEATS and isinstance(value, int):
            return seat_label(value)
        if isinstance(value, list | tuple):
            return ", ".join(self._shown(key, item, language) for item in value) or "-"
        return self.name(value, language) if isinstance(value, str) else str(value)


class _Gaps(dict[str, Shown]):
    """A field that is not there shows as a question mark: words never stop a replay."""

    def __missing__(self, key: str) -> Shown:
        return Shown("?", None)
