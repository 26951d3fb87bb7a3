"""The address of a page: what deserves a link, read without trust and written in one form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import ClassVar

from dashboard.models.words import LANGUAGES

PAGES = ("library", "replay", "query")


@dataclass(frozen=True)
class Address:
    """Empty texts and zeros are defaults and stay out of the address."""

    page: str = "library"
    lang: str = ""
    """Empty: as the browser asks."""
    # replay
    game: str = ""
    """The id of a game."""
    step: int = 0
    seat: str = "spectator"
    # library
    kind: str = ""
    """The name of a game's rules, as in `living_forest`."""
    players: int = 0
    agent: str = ""
    winner: str = ""
    reason: str = ""
    finished: str = ""
    text: str = ""
    sort: str = ""
    at: int = 1
    """Page of the list, from 1."""
    # query
    name: str = ""
    sql: str = ""
    values: Mapping[str, str] = field(default_factory=dict)
    """Parameters of a named query: `p.<name>` in the address."""

    filters: ClassVar[tuple[str, ...]] = ("kind", "players", "agent", "winner", "reason", "finished", "text")

    @property
    def is_filtered(self) -> bool:
        return any(getattr(self, name) for name in self.filters)

    def params(self) -> dict[str, str]:
        """The address as query parameters: of its own page only, defaults left out."""
        shown = {
            name: str(getattr(self, name))
            for name in _OF_PAGE[self.page]
            if getattr(self, name) != _DEFAULT[name]
        }
        if self.page == "replay" and self.game:
            shown |= {"step": str(self.step), "seat": self.seat}
        if self.page == "query" and self.name:
            shown |= {f"p.{name}": value for name, value in self.values.items()}
        language = {"lang": self.lang} if self.lang else {}
        return {"page": self.page, **shown, **language}

    def to(self, **changes: object) -> Address:
        """The same address with some parts changed."""
        return replace(self, **changes)  # type: ignore[arg-type]


_DEFAULT = {item.name: item.default for item in fields(Address) if item.name != "values"}
_OF_PAGE = {
    "library": ("kind", "players", "agent", "winner", "reason", "finished", "text", "sort", "at"),
    "replay": ("game", "step", "seat"),
    "query": ("kind", "name", "sql"),
}


def read(params: Mapping[str, str]) -> Address:
    """An address from query parameters. Whatever makes no sense is left at its default."""
    texts = {name: params[name] for name in _TEXTS if name in params}
    numbers = {name: _number(params[name]) for name in ("step", "players", "at") if name in params}
    found = Address(**texts, **numbers, values=_values(params))  # type: ignore[arg-type]
    return replace(
        found,
        page=_one_of(found.page, PAGES, "library"),
        lang=_one_of(found.lang, LANGUAGES, ""),
        finished=_one_of(found.finished, ("yes", "no"), ""),
        at=max(1, found.at),
    )


_TEXTS = (
    "page",
    "lang",
    "game",
    "seat",
    "kind",
    "agent",
    "winner",
    "reason",
    "finished",
    "text",
    "sort",
    "name",
    "sql",
)


def _values(params: Mapping[str, str]) -> dict[str, str]:
    return {key[2:]: value for key, value in params.items() if key.startswith("p.") and len(key) > 2}


def _number(text: str) -> int:
    """A whole number from 0 to a billion; 0 for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def _one_of(value: str, known: tuple[str, ...], otherwise: str) -> str:
    return value if value in known else otherwise


def language_of(address: Address, accepted: str | None) -> str:
    """The language to show: the address's, else the first that the browser accepts, else English."""
    if address.lang:
        return address.lang
    return "ja" if (accepted or "").lower().startswith("ja") else "en"
