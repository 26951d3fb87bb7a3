"""Playing games of all kinds to find one that breaks an invariant, and telling what was exercised on the way.

A game depends on its seed and on nothing else: options, who chooses and how are drawn from the seed. So any game
of a run is played again alone, by its own seed.
"""

from __future__ import annotations

import ast
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

import engine
from engine.core import conform
from engine.core.codec import check
from engine.core.conform import Violation
from engine.core.errors import BadOption
from engine.core.game import TABLE, WAIT, Action, Game, Options, Seat, Setup
from engine.core.log import SeatLine, Step, line_of_header, line_of_step, new_header
from engine.core.stream import Stream
from engine.core.table import Table
from ingest.batch import Progress, seed_of
from ingest.files import FileTrouble
from ingest.pool import in_order
from ingest.reports import counted

UNIFORM, RARE, OWN = range(3)
"""Who chooses: every choice alike; the kind of action that was rarest in this game; the game's own agents."""


class Covered(msgspec.Struct):
    """What was exercised: kinds of action, rules that spoke or refused, components that were named."""

    kinds: dict[str, int] = {}
    rules: dict[str, int] = {}
    components: dict[str, int] = {}

    def add(self, other: Covered) -> None:
        for name in self.__struct_fields__:
            total = Counter(getattr(self, name))
            total.update(getattr(other, name))
            setattr(self, name, dict(sorted(total.items())))


class Fuzzed(msgspec.Struct):
    """One game. `trouble`: the invariant that broke, at `steps`, with the log up to there."""

    seed: str
    options: Options
    steps: int
    covered: Covered
    trouble: str | None = None
    log: bytes = b""


class FuzzReport(msgspec.Struct):
    """All games together. What is missing was never exercised; `trouble` ended the run."""

    game: str
    first_seed: str
    games: int = 0
    steps: int = 0
    covered: Covered = msgspec.field(default_factory=Covered)
    missing: Missing | None = None
    trouble: Fuzzed | None = None

    def lines(self) -> Iterator[str]:
        """Counts, and what is missing, for a person. After a failure only how much: it is not what matters then."""
        yield f"{self.game}: {counted(self.games, 'game')}, {counted(self.steps, 'step')}"
        missing, goals = self.missing, targets(self.game)
        assert missing is not None
        for what, left, every in (
            ("kinds of action", missing.kinds, goals.kinds),
            ("rules", missing.rules, goals.rules),
            ("components", missing.components, goals.components),
        ):
            text = f"{what}: {len(every) - len(left):,} of {len(every):,}"
            names = f"{len(left):,}" if self.trouble is not None else ", ".join(left)
            yield text + (f"; not yet {names}" if left else "")

    def json(self) -> dict[str, Any]:
        found: dict[str, Any] = msgspec.to_builtins(msgspec.structs.replace(self, trouble=None))
        if self.trouble is not None:
            game = self.trouble
            found["trouble"] = {"seed": game.seed, "step": game.steps, "what": game.trouble,
                                "options": msgspec.to_builtins(game.options)}  # fmt: skip
        return found


class Missing(msgspec.Struct):
    """What has not been exercised, in the order of the documents."""

    kinds: list[str]
    rules: list[str]
    components: list[str]

    @property
    def is_nothing(self) -> bool:
        return not (self.kinds or self.rules or self.components)


@cache
def targets(name: str) -> Missing:
    """Everything that can be exercised: kinds of action, rules that code or components name, components.

    A rule that is never named in an event or a refusal cannot be seen to act.
    """
    game = engine.load(name)
    kinds = [kind.__struct_config__.tag for kind in game.rule_of]
    named = _texts_in_code(Path(str(files("engine"))) / name) | set(_texts_in_data(name))
    rules = [rule for rule in engine.rule_texts(name) if rule in named]
    return Missing([str(kind) for kind in kinds], rules, list(engine.components(name)))


def _texts_in_data(name: str) -> Iterator[str]:
    """The fields `rule` of the components: where there are several ids, the first is the one that speaks."""
    left = [msgspec.yaml.decode(engine.text(name, "data.yaml"))]
    while left:
        part = left.pop()
        if isinstance(part, dict):
            if isinstance(part.get("rule"), str):
                yield part["rule"].partition(",")[0]
            left += part.values()
        elif isinstance(part, list):
            left += part


def _texts_in_code(folder: Path) -> set[str]:
    """The texts in the code of a game, documentation and pictures aside."""
    found = set()
    for path in sorted(folder.rglob("*.py")):
        if path.name.startswith("picture"):
            continue
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    return found


def missing(name: str, covered: Covered) -> Missing:
    """What has not been exercised yet."""
    goals = targets(name)
    return Missing(
        [kind for kind in goals.kinds if kind not in covered.kinds],
        [rule for rule in goals.rules if rule not in covered.rules],
        [item for item in goals.components if item not in covered.components],
    )


class _Unit(msgspec.Struct, frozen=True):
    game: str
    given: dict[str, str]
    seed: str
    deadline: float | None


def fuzz(
    game: Game[Any],
    given: Mapping[str, str],
    seed: str,
    *,
    games: int | None = None,
    seconds: float | None = None,
    jobs: int = 1,
    progress: Progress | None = None,
) -> FuzzReport:
    """Play until all is exercised, so many games are played, the time is over, or an invariant breaks.

    `given` are options that every game has; the others are drawn. Raises `BadOption` when no game has them.
    """
    _configurations(game.name, tuple(sorted(given.items())))
    report = FuzzReport(game.name, seed)
    started = time.monotonic()
    deadline = None if seconds is None else started + seconds

    def units() -> Iterator[_Unit]:
        number = 0
        while (games is None or number < games) and (deadline is None or time.monotonic() < deadline):
            yield _Unit(game.name, dict(given), seed_of(seed, number), deadline)
            number += 1

    for played in in_order(_play, units(), jobs):
        report.games += 1
        report.steps += played.steps
        report.covered.add(played.covered)
        if progress is not None:
            if games is not None:
                progress(report.games, games)
            elif seconds is not None:
                progress(min(int(10 * (time.monotonic() - started)), int(10 * seconds)), int(10 * seconds))
        if played.trouble is not None:
            report.trouble = played
            break
        if missing(game.name, report.covered).is_nothing:
            break
    report.missing = missing(game.name, report.covered)
    return report


def write_log(played: Fuzzed, game: str, folder: Path) -> Path:
    """The log of a game that broke an invariant, up to the step that did. Raises `FileTrouble`."""
    path = folder / f"fuzz-{game}-{''.join(sign if sign.isalnum() else '_' for sign in played.seed)}.jsonl"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_bytes(played.log)
    except OSError as error:
        raise FileTrouble(path, f"cannot be written: {error.strerror}") from None
    return path


@cache
def _configurations(name: str, given: tuple[tuple[str, str], ...]) -> Sequence[Options]:
    """Those that have the given options. Raises `BadOption` when there are none."""
    every = engine.load(name).configurations()
    wanted = dict(given)
    found = [
        options
        for options in every
        if all(_text(msgspec.to_builtins(options).get(key)) == value for key, value in wanted.items())
    ]
    if not found:
        words = " ".join(f"{key}={value}" for key, value in given)
        raise BadOption(f"no configuration of {name} has {words}")
    return found


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _play(unit: _Unit) -> Fuzzed:
    """One game with all checks after every step."""
    possible = _configurations(unit.game, tuple(sorted(unit.given.items())))
    below = Stream(f"{unit.seed} fuzz").below
    return _Fuzzing(engine.load(unit.game), possible[below(len(possible))], unit.seed, below).run(
        unit.deadline
    )


class _Fuzzing:
    def __init__(self, game: Game[Any], options: Options, seed: str, below: conform.Below) -> None:
        self.game, self.options, self.seed, self.below = game, options, seed, below
        self.words, self.rules = engine.words(game.name), engine.rule_texts(game.name)
        self.known = frozenset(engine.components(game.name))
        self.kinds: Counter[str] = Counter()
        self.spoke: Counter[str] = Counter()
        self.named: Counter[str] = Counter()
        self.mode = below(3 if game.agents else 2)
        names = sorted(game.agents) or ["random"]
        self.names = [
            names[below(len(names))] if self.mode == OWN else "random" for _ in range(options.players)
        ]
        self.agents = [engine.make_agent(game, name, seed, seat) for seat, name in enumerate(self.names)]
        self.table = Table(seed, listen=True)
        self.lines: list[bytes] = []
        self.steps = 0
        self.state: Any = None

    def run(self, deadline: float | None) -> Fuzzed:
        trouble = None
        try:
            self._play(deadline)
        except Violation as error:
            trouble = str(error)
        except Exception as error:  # noqa: BLE001 (whatever rules raise: that is what is looked for)
            trouble = f"crash: {type(error).__name__}: {error}"
        covered = Covered(*(dict(sorted(counts.items())) for counts in (self.kinds, self.spoke, self.named)))
        log = b"".join(line + b"\n" for line in self.lines) if trouble else b""
        return Fuzzed(self.seed, self.options, self.steps, covered, trouble, log)

    def _play(self, deadline: float | None) -> None:
        game = self.game
        seats = [SeatLine(name, name) for name in self.names]
        self.lines.append(line_of_header(new_header(game, self.options, seats, self.seed)))
        self.state = game.setup(self.options, self.table)
        self._after(TABLE, Setup())
        shadow = conform.Shadow(game, self.state, self.seed)
        while acting := game.to_act(self.state):
            if self.steps >= game.step_limit:
                raise Violation("outcome", f"the game goes on after {game.step_limit:,} steps")
            if deadline is not None and time.monotonic() > deadline:
                return
            self._before(acting)
            seat, action = self._choice(acting)
            self.table.begin()
            number = game.round_of(self.state)
            game.apply(self.state, seat, action, self.table)
            conform.check_round(game, number, seat, self.state)
            self._after(seat, action)
            shadow.step(seat, action, self.state, self.table.drawn)
        conform.check_outcome(game, self.options, self.state)

    def _before(self, acting: Sequence[Seat]) -> None:
        """What holds between steps."""
        game, state, below = self.game, self.state, self.below
        conform.check_outcome(game, self.options, state)
        conform.check_legal(game, state)
        conform.check_round_trip(game, state)
        conform.check_hidden(game, state, self.options.players, below)
        legal = game.legal(state, acting[0])
        other = conform.nearby(legal[below(len(legal))], tuple(game.rule_of), below, legal)
        for seat in (acting[0], below(self.options.players + 2) - 1):
            rule = conform.check_refusal(game, state, seat, other)
            if rule is not None:
                conform.check_unchanged(game, state, seat, other, self.table)
                self.spoke[rule] += 1
                if rule not in self.rules:
                    raise Violation("refusal", f"{rule} refuses, which is no rule")

    def _choice(self, acting: Sequence[Seat]) -> tuple[Seat, Action]:
        game, state, below = self.game, self.state, self.below
        if acting[0] == TABLE:
            return TABLE, game.legal(state, TABLE)[0]
        if self.mode == OWN:
            for seat in acting:
                legal = game.legal(state, seat)
                chosen = self.agents[seat].choose(legal, partial(game.observe, state, seat))
                if chosen != WAIT:
                    return seat, legal[chosen]
            raise Violation("agents", "every seat that may act waits for another")
        seat = acting[below(len(acting))]
        legal = game.legal(state, seat)
        if self.mode == RARE and below(2):
            rarest = min(self.kinds[_kind(action)] for action in legal)
            legal = [action for action in legal if self.kinds[_kind(action)] == rarest]
        return seat, legal[below(len(legal))]

    def _after(self, seat: Seat, action: Action) -> None:
        """The line of the step, what it exercised, and its events."""
        events = self.table.events or []
        line = Step(self.steps, seat, action, self.table.drawn or None, check(self.state))
        self.lines.append(line_of_step(line))
        self.steps += 1
        self.kinds[_kind(action)] += 1
        for value in msgspec.to_builtins(action).values():
            self._name(value)
        for event in events:
            self.spoke[event.rule] += 1
            for value in (*event.facts.values(), *(event.secret or {}).values()):
                self._name(value)
        conform.check_events(events, self.rules, self.words)

    def _name(self, value: Any) -> None:
        for word in value if isinstance(value, list | tuple) else [value]:
            if isinstance(word, str) and word in self.known:
                self.named[word] += 1


def _kind(action: Action) -> str:
    return str(type(action).__struct_config__.tag)
