"""A recorded game as frames for the player: for one perspective, in one language and layout.

The game is replayed on its full state; each step is then shown as the chosen seat may see it. What that
seat may not see is never put into the frames, so it cannot be found in what the browser is sent.

The picture goes as changes: for each group of the drawing the steps at which its markup is another.
Equal texts are kept once, in a pool, and referred to by number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import unescape
from typing import Any

import msgspec

import engine
from dashboard.models.packing import mark, pack
from dashboard.models.words import Words, words
from engine.core.errors import EmberlogError, seat_label
from engine.core.game import TABLE, Game, Seat
from engine.core.log import Header, Recorded, Step, read_header, recorded_games
from engine.core.replay import Verdict
from engine.core.table import Event, Table

SPECTATOR, EVERYTHING = "spectator", "all"


@dataclass(frozen=True)
class Replay:
    """A game ready to be shown. `steps` counts frames: the last one is number steps - 1."""

    id: str
    """Mark of what was packed: it changes when anything does."""
    game: str
    language: str
    perspective: str
    narrow: bool
    steps: int
    packed: str
    """What the player shows (`packing.unpack` reads it)."""

    def clamp(self, step: int) -> int:
        """The nearest step that there is."""
        return max(0, min(step, self.steps - 1))


def perspectives(players: int) -> tuple[str, ...]:
    """Names of all perspectives: each seat, a spectator, everything."""
    return (*(seat_label(seat) for seat in range(players)), SPECTATOR, EVERYTHING)


def seat_of(perspective: str) -> Seat | None:
    """What `Game.observe` takes."""
    if perspective == SPECTATOR:
        return None
    return TABLE if perspective == EVERYTHING else int(perspective.removeprefix("p")) - 1


def build_frames(lines: Iterable[bytes], perspective: str, language: str, narrow: bool) -> Replay:
    """Replay the first game of some log lines. A bad log is shown as far as it is good, with a notice.

    `perspective` is one of `perspectives(players)`; a seat that the game lacks sees as a spectator.
    """
    recorded = next((game for game in recorded_games(lines) if isinstance(game, Recorded)), None)
    header = _header(recorded)
    if recorded is None or header is None or header.game not in engine.games():
        return _nothing(recorded, header, language, narrow)
    if perspective not in perspectives(len(header.seats)):
        perspective = SPECTATOR
    film = _Film(engine.load(header.game), len(header.seats), perspective, language, narrow)
    verdict = engine.replayer().replay(recorded, film.take)
    seen = verdict.seen_by(seat_of(perspective))
    shown = film.frames() | _about(header, seen, words(language)) | {"perspective": perspective}
    return _replay(header.game, shown, film.steps, narrow)


def _header(recorded: Recorded | None) -> Header | None:
    try:
        return None if recorded is None else read_header(recorded.header, recorded.first)
    except EmberlogError:
        return None


def _nothing(recorded: Recorded | None, header: Header | None, language: str, narrow: bool) -> Replay:
    """Frames without a step, for lines that cannot be replayed at all."""
    verdict = Verdict(status="bad", steps=0, line=1)
    if recorded is not None:
        verdict = engine.replayer().replay(recorded)
    game = "" if header is None else header.game
    empty = _Film(None, 0, SPECTATOR, language, narrow).frames()
    return _replay(
        game, empty | _about(header, verdict, words(language)) | {"perspective": SPECTATOR}, 0, narrow
    )


def _replay(game: str, shown: dict[str, Any], steps: int, narrow: bool) -> Replay:
    packed = pack(shown)
    return Replay(mark(packed), game, shown["language"], shown["perspective"], narrow, steps, packed)


def _about(header: Header | None, verdict: Verdict, say: Words) -> dict[str, Any]:
    """Who played, how it ended, and what is wrong with the log."""
    end = None if verdict.end is None else verdict.end.end
    seats = [] if header is None else header.seats
    reason = None
    if header is not None and end is not None:
        reason = engine.words(header.game).reason(end.reason, say.language)
    return {
        "seats": [
            {"name": seat.name, "agent": seat.agent or "", "winner": end is not None and place in end.winners}
            for place, seat in enumerate(seats)
        ],
        "perspectives": perspectives(len(seats)),
        "result": reason,
        "rule": None if end is None else end.reason,
        "notice": _notice(verdict, say),
        "words": say.part("player"),
    }


def _notice(verdict: Verdict, say: Words) -> str | None:
    if verdict.status == "fine":
        return None
    if verdict.status == "unfinished":
        return say("replay.unfinished")
    found = verdict.sentence() if verdict.what else say("replay.no_log")
    return say(f"replay.{verdict.status}", found=found, last=max(verdict.steps - 1, 0))


class _Pool:
    """Texts by number; each is kept once."""

    def __init__(self) -> None:
        self.texts: dict[str, int] = {}

    def number(self, text: str) -> int:
        return self.texts.setdefault(text, len(self.texts))


class _Track:
    """A value over the steps: only where it changes."""

    __slots__ = ("steps", "values")

    def __init__(self) -> None:
        self.steps: list[int] = []
        self.values: list[int] = []

    def put(self, step: int, value: int) -> None:
        if not self.values or self.values[-1] != value:
            self.steps.append(step)
            self.values.append(value)

    def plain(self) -> list[list[int]]:
        return [self.steps, self.values]


@dataclass
class _Feed:
    """Events of all steps, column by column; those of step n are `first[n]` up to `first[n + 1]`."""

    first: list[int] = field(default_factory=list)
    seat: list[int] = field(default_factory=list)
    text: list[int] = field(default_factory=list)
    rule: list[int] = field(default_factory=list)


class _Film:
    """Listens to a replay and keeps what the player needs."""

    def __init__(
        self, game: Game[Any] | None, players: int, perspective: str, language: str, narrow: bool
    ) -> None:
        self.game, self.players, self.language, self.narrow = game, players, language, narrow
        self.eye = seat_of(perspective)
        self.steps = 0
        self.shell = ""
        self.pool, self.texts, self.rules = _Pool(), _Pool(), _Pool()
        self.groups: dict[str, _Track] = {}
        self.labels, self.rounds = _Track(), _Track()
        self.seats: list[int] = []
        self.actions: list[int] = []
        self.feed = _Feed()
        self.facts = {name: [_Track() for _ in range(players)] for name in (game.headline if game else ())}

    def take(self, step: Step[Any], state: Any, table: Table) -> None:
        """One good step."""
        assert self.game is not None
        self._draw(step.n, self.game.observe(state, self.eye))
        self.rounds.put(step.n, self.game.round_of(state))
        for seat in range(self.players):
            facts = self.game.facts(state, seat)
            for name, tracks in self.facts.items():
                tracks[seat].put(step.n, facts[name])
        self._tell(step, table.events or [])
        self.steps += 1

    def _draw(self, n: int, observation: Mapping[str, Any]) -> None:
        assert self.game is not None
        svg = engine.picture(self.game.name)(observation, language=self.language, narrow=self.narrow)
        outside, groups = split(svg)
        if not self.shell:
            self.shell = outside[0]
        self.labels.put(n, self.texts.number(unescape(outside[1])))
        for name, markup in groups:
            track = self.groups.setdefault(name, _Track())
            track.put(n, self.pool.number(markup))

    def _tell(self, step: Step[Any], events: Sequence[Event]) -> None:
        assert self.game is not None
        say = engine.words(self.game.name)
        self.seats.append(step.seat)
        action = say.action(msgspec.to_builtins(step.action), self.language)
        self.actions.append(self.texts.number(action))
        self.feed.first.append(len(self.feed.rule))
        for event in events:
            facts = {**event.facts, **self._secret(event)}
            self.feed.seat.append(TABLE if event.seat is None else event.seat)
            self.feed.text.append(self.texts.number(say.event(event.kind, facts, self.language)))
            self.feed.rule.append(self.rules.number(event.rule))

    def _secret(self, event: Event) -> Mapping[str, int | str]:
        """Facts of an event that are not open: for their own seat and for those who see everything."""
        is_seen = self.eye == TABLE or (self.eye is not None and self.eye == event.seat)
        return (event.secret or {}) if is_seen else {}

    def frames(self) -> dict[str, Any]:
        """Everything, as plain data."""
        name = "" if self.game is None else self.game.name
        return {
            "game": name,
            "title": engine.words(name).game(self.language) if name else "",
            "language": self.language,
            "narrow": self.narrow,
            "count": self.steps,
            "picture": {
                "shell": self.shell,
                "pool": list(self.pool.texts),
                "groups": {group: track.plain() for group, track in self.groups.items()},
                "labels": self.labels.plain(),
            },
            "texts": list(self.texts.texts),
            "steps": {"seat": self.seats, "text": self.actions, "round": self.rounds.plain()},
            "events": {
                "first": [*self.feed.first, len(self.feed.rule)],
                "seat": self.feed.seat,
                "text": self.feed.text,
                "rule": self.feed.rule,
            },
            "rules": [self._rule(rule) for rule in self.rules.texts],
            "lines": [self._line(name, tracks) for name, tracks in self.facts.items()],
        }

    def _rule(self, rule: str) -> dict[str, str]:
        assert self.game is not None
        text = engine.rule_texts(self.game.name).get(rule)
        return {"id": rule, "chapter": text.chapter if text else "", "text": text.text if text else ""}

    def _line(self, name: str, tracks: list[_Track]) -> dict[str, Any]:
        assert self.game is not None
        label = engine.words(self.game.name).fact(name, self.language)
        return {
            "label": label,
            "goal": self.game.goals.get(name),
            "seats": [track.plain() for track in tracks],
        }


def split(svg: str) -> tuple[tuple[str, str], list[tuple[str, str]]]:
    """A picture in parts: its shell, in which each group stands empty, its title, and (id, markup) of each group.

    Pictures have each group of the root on a line of its own.
    """
    shell: list[str] = []
    groups: list[tuple[str, str]] = []
    for line in svg.split("\n"):
        if line.startswith('<g id="'):
            name = line[7 : line.index('"', 7)]
            groups.append((name, line))
            shell.append(f'<g id="{name}"></g>')
        else:
            shell.append(line)
    outside = "\n".join(shell)
    start, found, rest = outside.partition('<title id="title">')
    title, _, after = rest.partition("</title>")
    return (start + after, title) if found else (outside, ""), groups
