"""Recorded games under the rules of another revision and under today's: what differs, from which step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple

import msgspec

import engine
from engine.core import codec
from engine.core.chance import RNG
from engine.core.errors import CannotReplay, LogError, seat_label
from engine.core.log import FORMAT, Broken, Recorded, read_header
from ingest.batch import Progress, seed_of
from ingest.files import recorded
from ingest.reports import counted, markdown_table, path_text, visible
from ingest.revisions import Driven, checked_out, commit_of, home

_SHOWN = 3
"""So many places, choices or chance outcomes of a difference are told."""
_WIDTH = 80
"""Signs of a value that are shown."""
_WORTH = 10
"""So many games at least for each further pair of processes: to start one takes as long as to play them."""


class Subject(msgspec.Struct):
    """A game to be played under both rules: where it is from, and the lines of its log.

    Without steps it is a fresh one: the base's agents choose, and today's rules follow them.
    """

    name: str
    header: dict[str, Any]
    steps: list[dict[str, Any]] = []
    whole: bool = True

    @property
    def game(self) -> str:
        return str(self.header["game"])


class Ending(msgspec.Struct):
    """How a game ended under one set of rules. `stop`: why it did not."""

    steps: int
    winners: list[int] | None = None
    reason: str | None = None
    scores: list[list[int]] | None = None
    stop: str | None = None


class Difference(msgspec.Struct):
    """The first difference of a game, and how it ends under both rules.

    `kind`: setup, refused (a recorded choice), choices (what is legal), chance, state, told (events), end.
    `last_rule` spoke last in the steps before this one, `shared_rule` in it as long as both sides say the same;
    `base_rule` and `today_rule` speak next. Each is None if none does.
    """

    subject: str
    game: str
    step: int
    kind: str
    what: str
    seat: int | None
    action: dict[str, Any] | None
    last_rule: str | None
    shared_rule: str | None
    base_rule: str | None
    today_rule: str | None
    base: Ending
    today: Ending

    @property
    def winner_changes(self) -> bool:
        return self.base.winners != self.today.winners

    def sentence(self) -> str:
        """In one line."""
        did = "" if self.action is None else f", {seat_label(self.seat)} {_words(self.action)}"
        spoke = f"; last rule {self.last_rule}" if self.last_rule else ""
        if self.shared_rule:
            spoke += f", in this step {self.shared_rule} alike"
        if self.base_rule != self.today_rule:
            spoke += f", then {self.base_rule or 'none'} (base) and {self.today_rule or 'none'} (today)"
        return visible(
            f"{self.subject}: step {self.step}{did}: {self.kind}: {self.what}{spoke}; {self.winners()}"
        )

    def winners(self) -> str:
        """Who wins under which rules."""
        if not self.winner_changes:
            return f"the winner stays {_seats(self.base)}"
        return f"the winner changes from {_seats(self.base)} to {_seats(self.today)}"


class DiffReport(msgspec.Struct):
    """Everything that was compared. `notes`: what could not be."""

    base: str
    compared: int = 0
    differences: list[Difference] = []
    layout: dict[str, list[str]] = {}
    """Game and places of the state that only one of the revisions has; they are passed over."""
    notes: list[str] = []
    rules: dict[str, tuple[Any, Any]] = {}
    """Game and its rules number in base and today, where they are not the same."""

    def summary(self) -> str:
        """`compared 48 games: 3 differ, in 1 the winner changes`."""
        text = f"compared {counted(self.compared, 'game')} with {self.base[:12]}"
        if not self.differences:
            return f"{text}: none differs" if self.compared else text
        winners = sum(difference.winner_changes for difference in self.differences)
        differ = f"{len(self.differences):,} {'differs' if len(self.differences) == 1 else 'differ'}"
        return f"{text}: {differ}, in {winners:,} the winner changes"

    def remarks(self) -> Iterator[str]:
        """What a reader has to know besides."""
        for name, (base, today) in self.rules.items():
            yield f"{name}: rules {base} in the base, {today} today"
        for name, places in self.layout.items():
            yield f"{name}: the state has other places, which are passed over: {', '.join(places)}"
        yield from self.notes

    def json(self) -> dict[str, Any]:
        found: dict[str, Any] = msgspec.to_builtins(self)
        for entry, difference in zip(found["differences"], self.differences, strict=True):
            entry["winner_changes"] = difference.winner_changes
        return found

    def markdown(self) -> str:
        """A summary for a reviewer."""
        lines = [f"## Rules against {self.base[:12]}", "", self.summary()]
        if self.differences:
            rows = [
                (d.subject, d.step, d.kind, d.what, d.last_rule, _seats(d.base), _seats(d.today))
                for d in self.differences
            ]
            columns = ["Game", "Step", "Kind", "What", "Last rule", "Winner, base", "Winner, today"]
            lines += ["", *markdown_table(columns, rows)]
        for remark in self.remarks():
            lines += ["", visible(remark)]
        return "\n".join(lines) + "\n"


# --- which games ---


def subjects_of(paths: Iterable[Path]) -> Iterator[Subject]:
    """The recorded games of log files. Raises `LogError` for what is no log."""
    for path in paths:
        for number, item in enumerate(recorded(path), 1):
            yield _subject(f"{path_text(path)} game {number}", item)


def golden_subjects(names: Iterable[str]) -> Iterator[Subject]:
    """The golden games of these games."""
    for name in names:
        for file, item in engine.golden_games(name):
            yield _subject(f"{name}/{file}", item)


def _subject(name: str, item: Recorded | Broken) -> Subject:
    if isinstance(item, Broken):
        raise LogError(f"{name}: line {item.line}: {item.what}")
    try:
        read_header(item.header, item.first)
        steps = [msgspec.json.decode(line) for line in item.steps]
        for n, step in enumerate(steps):
            if step.get("n") != n or type(step.get("seat")) is not int or "action" not in step:
                raise LogError(f"step {n} is due, this is another or no step")
        return Subject(name, msgspec.json.decode(item.header), steps, whole=item.end is not None)
    except CannotReplay as error:
        raise CannotReplay(f"{name}: {error}") from None
    except (LogError, msgspec.DecodeError) as error:
        raise LogError(f"{name}: {error}") from None


def _fresh(
    base: Driven, names: Iterable[str], count: int, seed: str, agents: Sequence[str]
) -> Iterator[Subject]:
    """So many games to be played per configuration of the base."""
    for name in names:
        base.send({"do": "configurations", "game": name})
        for options in base.answer()["options"]:
            players = options["players"]
            line_up = engine.seats_of_agents(engine.load(name), players, list(agents))
            seats = [{"name": agent, "agent": agent} for agent in line_up]
            for index in range(count):
                number = seed_of(seed, index)
                header = {"emberlog": FORMAT, "game": name, "rules": None, "options": options, "seats": seats,
                          "rng": RNG, "seed": number}  # fmt: skip
                words = " ".join(f"{key}={value}" for key, value in options.items())
                yield Subject(f"{name} seed {number} {words}", header)


# --- comparing ---


class _Pair(NamedTuple):
    """Two processes that play the same games, one under the base's rules, one under today's."""

    base: Driven
    today: Driven

    def close(self) -> None:
        self.base.close()
        self.today.close()


class _Compared(NamedTuple):
    """What came of one game. `layout`: the places of the state that only one side has, where it was looked at."""

    difference: Difference | None
    layout: Sequence[str] = ()


class Comparison:
    """Pairs of processes, one process per set of rules; use it as a context (`compared_with`)."""

    def __init__(self, folder: Path, commit: str, jobs: int, closing: ExitStack) -> None:
        self.folder, self.jobs, self.closing = folder, jobs, closing
        self.report = DiffReport(commit)
        self.pairs = [self._pair()]
        self.base, self.today = self.pairs[0]
        self.base_has, self.today_has = self.base.hello()["games"], self.today.hello()["games"]

    def _pair(self) -> _Pair:
        start = self.closing.enter_context
        return _Pair(
            start(Driven(self.folder, f"revision {self.report.base[:12]}")),
            start(Driven(home(), "today's rules")),
        )

    def games(self, only: str | None) -> list[str]:
        """The games that both have; `only` this one. Those that the base lacks are noted."""
        if only is not None:
            self._must_have(engine.load(only).name)
            return [only]
        for name in self.today_has:
            if name not in self.base_has:
                self.report.notes.append(f"{name}: revision {self.report.base[:12]} has no such game")
        return [name for name in self.today_has if name in self.base_has]

    def _must_have(self, name: str) -> None:
        for side, has in ((self.base.name, self.base_has), (self.today.name, self.today_has)):
            if name not in has:
                raise CannotReplay(f"{side} has no game {visible(name)!r}")

    def fresh(self, names: Iterable[str], count: int, seed: str, agents: Sequence[str]) -> Iterator[Subject]:
        return _fresh(self.base, names, count, seed, agents)

    def run(self, subjects: Sequence[Subject], progress: Progress | None = None) -> Iterator[Difference]:
        """Compare game after game, as many at once as there are pairs; yields each that differs, in their order."""
        self._start_pairs(min(self.jobs, len(subjects) // _WORTH))
        pool = ThreadPoolExecutor(len(self.pairs))  # threads only wait: the work is done by the processes
        free: SimpleQueue[_Pair] = SimpleQueue()
        for pair in self.pairs:
            free.put(pair)

        def compared(subject: Subject) -> _Compared:
            pair = free.get()
            try:
                return self._compare(pair, subject)
            finally:
                free.put(pair)

        try:
            results = pool.map(compared, subjects)
            for done, (subject, result) in enumerate(zip(subjects, results, strict=True), 1):
                self._note(subject, result)
                if progress is not None:
                    progress(done, len(subjects))
                if result.difference is not None:
                    yield result.difference
        except BaseException:  # given up: threads that wait for an answer must not wait any longer
            for pair in self.pairs:
                pair.close()
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)

    def _start_pairs(self, count: int) -> None:
        """All of them start at once; then each has to say that its engine is the right one."""
        more = [self._pair() for _ in range(count - len(self.pairs))]
        self.pairs += more
        for pair in more:
            pair.base.hello()
            pair.today.hello()

    def _note(self, subject: Subject, result: _Compared) -> None:
        """Into the report, in the order of the games."""
        self.report.compared += 1
        numbers = (self.base_has[subject.game]["rules"], self.today_has[subject.game]["rules"])
        if numbers[0] != numbers[1]:
            self.report.rules[subject.game] = numbers
        if result.layout:
            self.report.layout[subject.game] = list(result.layout)
        if result.difference is not None:
            self.report.differences.append(result.difference)

    def _compare(self, pair: _Pair, subject: Subject) -> _Compared:
        self._must_have(subject.game)
        lines = self._both(pair, subject, detail=False)
        if lines[0] == lines[1]:
            return _Compared(None)
        base, today = _decoded(subject, *lines)
        if _first(base["moves"], today["moves"]) is None and base["done"] == today["done"]:
            return _Compared(None)
        whole = subject if subject.steps else msgspec.structs.replace(subject, steps=base["moves"])
        base, today = _decoded(whole, *self._both(pair, whole, detail=True))
        layout = _only_one_has(base["moves"], today["moves"])
        return _Compared(_difference(subject, base, today), layout)

    def _both(self, pair: _Pair, subject: Subject, *, detail: bool) -> tuple[bytes, bytes]:
        """What both rules make of a game. The base's choices of a fresh game are today's record."""
        if not subject.steps:
            pair.base.send(self._request(subject, self.base_has, subject.steps, detail))
            first = pair.base.line()
            steps = msgspec.json.decode(first)["moves"]
            pair.today.send(self._request(subject, self.today_has, steps, detail))
            return first, pair.today.line()
        for side, has in ((pair.base, self.base_has), (pair.today, self.today_has)):
            side.send(self._request(subject, has, subject.steps, detail))
        return pair.base.line(), pair.today.line()

    def _request(self, subject: Subject, has: Mapping[str, Any], steps: Sequence[Any], detail: bool) -> Any:
        """Options that one side lacks are left out where they say what is usual."""
        options = dict(subject.header["options"])
        usual = {
            field.name: field.default for field in msgspec.structs.fields(engine.load(subject.game).options)
        }
        for name, value in list(options.items()):
            if name not in has[subject.game]["options"] and value == usual.get(name):
                del options[name]
        header = {**subject.header, "options": options}
        bare = [{key: step.get(key) for key in ("n", "seat", "action", "chance")} for step in steps]
        return {"do": "trace", "header": header, "steps": bare, "whole": subject.whole, "detail": detail}


def _decoded(subject: Subject, base: bytes, today: bytes) -> tuple[Any, Any]:
    played = msgspec.json.decode(base)
    return played if subject.steps else _as_record(played), msgspec.json.decode(today)


def _only_one_has(base: Sequence[Any], today: Sequence[Any]) -> list[str]:
    """Places of the first state that only one side has."""
    return sorted(set(_only_one(base[0]["plain"], today[0]["plain"]))) if base and today else []


def _as_record(played: Any) -> Any:
    """What agents chose in the base is what today's rules are given: both say `record`."""
    for move in played["moves"]:
        if move["source"] == "agent":
            move["source"] = "record"
    done = played["done"]
    if done.get("new"):
        done |= {"kept": done["new"], "new": 0, "first_new": None}
    return played


@contextmanager
def compared_with(revision: str, jobs: int = 1) -> Iterator[Comparison]:
    """Today's rules beside those of a revision, each in processes of its own: so many pairs at most.

    Raises `BadOption` when there is no such revision, `NotDriven` when its engine does not start.
    """
    commit = commit_of(revision)
    with checked_out(commit) as folder, ExitStack() as closing:
        yield Comparison(folder, commit, jobs, closing)


_COMPARED = ("seat", "action", "refused", "choices", "chance", "hash", "told")


def _first(base: Sequence[Any], today: Sequence[Any]) -> int | None:
    """The first step that is not the same in every part, or None."""
    for n, (one, other) in enumerate(zip(base, today, strict=False)):
        if any(one[part] != other[part] for part in _COMPARED):
            return n
    return None if len(base) == len(today) else min(len(base), len(today))


def _difference(subject: Subject, base: Any, today: Any) -> Difference | None:
    """The first difference that is one of rules; places of the state that only one side has are none.

    Events told otherwise come last: they are reported only where nothing else differs.
    """
    ones, others = base["moves"], today["moves"]
    endings = _ending(base["done"]), _ending(today["done"])
    last: str | None = None
    told: Difference | None = None
    for n, (one, other) in enumerate(zip(ones, others, strict=False)):
        if (found := _at_step(one, other)) is not None and (found[0] != "told" or told is None):
            common = _common(one["told"], other["told"])
            shared = one["told"][common - 1]["rule"] if common else None
            difference = Difference(subject.name, subject.game, n, *found, one["seat"], one["action"], last, shared,
                                    _rule(one["told"], common), _rule(other["told"], common), *endings)  # fmt: skip
            if found[0] != "told":
                return difference
            told = difference
        if other["told"]:  # today's, as in `verify` and `bless`, which have no other
            last = other["told"][-1]["rule"]
    n = min(len(ones), len(others))
    if len(ones) != len(others) or endings[0] != endings[1]:
        kind = "setup" if n == 0 else "end"
        what = f"the base {_end_words(endings[0])}, today's rules {_end_words(endings[1])}"
        return Difference(subject.name, subject.game, max(n - 1, 0), kind, what, None, None, last, None, None, None,
                          *endings)  # fmt: skip
    return told


def _at_step(one: Any, other: Any) -> tuple[str, str] | None:
    """Kind of difference and what it is."""
    for where, move in (("today", other), ("in the base", one)):
        if move["refused"]:
            return "refused", f"refused {where} by {move['refused']}"
    if one["choices"] != other["choices"]:
        return "choices", _choices_words(one["choices"], other["choices"])
    if (one["seat"], one["action"]) != (other["seat"], other["action"]):
        return "choices", f"{_move_words(one)} in the base, {_move_words(other)} today"
    if one["chance"] != other["chance"]:
        return "chance", f"{_json(one['chance'])} in the base, {_json(other['chance'])} today"
    if one["hash"] != other["hash"] and (places := list(_changes(one["plain"], other["plain"]))):
        return "state", "; ".join(_change_words(*place) for place in places[:_SHOWN]) + _more(len(places))
    if one["told"] != other["told"]:
        common = _common(one["told"], other["told"])
        pair = [
            _told(side["told"][common]) if common < len(side["told"]) else "nothing" for side in (one, other)
        ]
        return "told", f"{pair[0]} in the base, {pair[1]} today"
    return None


def _changes(one: Any, other: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Places of two plain states that differ; a field that only one of them has is passed over."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in one:
            if key in other:
                yield from _changes(one[key], other[key], f"{path}.{key}".strip("."))
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for place, (left, right) in enumerate(zip(one, other, strict=True)):
            yield from _changes(left, right, f"{path}.{place}".strip("."))
    elif one != other:
        yield path, one, other


def _only_one(one: Any, other: Any, path: str = "") -> Iterator[str]:
    """Fields that only one of two plain states has, with `*` for places of lists."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in dict.fromkeys([*one, *other]):
            place = f"{path}.{key}".strip(".")
            if key in one and key in other:
                yield from _only_one(one[key], other[key], place)
            else:
                yield place
    elif isinstance(one, list) and isinstance(other, list):
        for left, right in zip(one, other, strict=False):
            yield from _only_one(left, right, f"{path}.*".strip("."))


def _common(one: Sequence[Any], other: Sequence[Any]) -> int:
    """How many events are the same from the beginning."""
    count = 0
    while count < min(len(one), len(other)) and one[count] == other[count]:
        count += 1
    return count


def _rule(told: Sequence[Any], place: int) -> str | None:
    return told[place]["rule"] if place < len(told) else None


def _ending(done: Mapping[str, Any]) -> Ending:
    outcome = done.get("outcome") or {}
    return Ending(
        done["steps"], outcome.get("winners"), outcome.get("reason"), outcome.get("scores"), done.get("stop")
    )


# --- words ---


def _words(action: Mapping[str, Any]) -> str:
    fields = " ".join(f"{key}={_json(value)}" for key, value in action.items() if key != "kind")
    return f"{action['kind']} {fields}".strip()


def _change_words(path: str, old: Any, new: Any) -> str:
    """What a place is on both sides. Long lists are told from where they differ: their beginnings would look alike."""
    if isinstance(old, list) and isinstance(new, list):
        same = _common(old, new)
        if same and max(len(codec.json_text(value)) for value in (old, new)) > _WIDTH:
            path, old, new = f"{path} from place {same} on", old[same:], new[same:]
    return f"{path} is {_json(old)} in the base, {_json(new)} today"


def _json(value: Any) -> str:
    text = codec.json_text(value)
    return text if len(text) <= _WIDTH else f"{text[: _WIDTH - 3]}..."


def _seats(ending: Ending) -> str:
    if ending.winners is None:
        return "nobody yet"
    return " and ".join(seat_label(seat) for seat in ending.winners) or "nobody"


def _more(count: int) -> str:
    return f"; and {count - _SHOWN:,} more" if count > _SHOWN else ""


def _move_words(move: Mapping[str, Any]) -> str:
    return f"{seat_label(move['seat'])} {_words(move['action'])} ({move['source']})"


def _told(event: Mapping[str, Any]) -> str:
    facts = {**event["facts"], **(event.get("secret") or {})}
    return " ".join(
        [event["rule"], event["kind"], *(f"{key}={_json(value)}" for key, value in facts.items())]
    )


def _end_words(ending: Ending) -> str:
    if ending.stop:
        return f"stop after {counted(ending.steps, 'step')}: {ending.stop}"
    if ending.winners is None:
        return f"go on after {counted(ending.steps, 'step')}"
    scores = "" if ending.scores is None else f", scores {_json(ending.scores)}"
    return f"end after {counted(ending.steps, 'step')} by {ending.reason}, {_seats(ending)} won{scores}"


def _choices_words(one: Mapping[str, Sequence[str]], other: Mapping[str, Sequence[str]]) -> str:
    """Who may act, or which choices only one side has."""
    if set(one) != set(other):
        acting = [" and ".join(seat_label(int(seat)) for seat in side) or "nobody" for side in (one, other)]
        return f"{acting[0]} may act in the base, {acting[1]} today"
    parts = []
    for seat in one:
        for text, left, right in (("only in the base", one, other), ("only today", other, one)):
            extra = [choice for choice in left[seat] if choice not in set(right[seat])]
            if extra:
                shown = ", ".join(_words(msgspec.json.decode(choice)) for choice in extra[:_SHOWN])
                parts.append(f"{text} {seat_label(int(seat))} may {shown}{_more(len(extra))}")
    return "; ".join(parts) or "the same choices stand in another number"
