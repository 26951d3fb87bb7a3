"""Many recorded games replayed under today's rules, over several processes, a bounded piece at a time.

A piece is a small file or a run of games of a large one. So a bar moves, an interrupted run loses only the
pieces under way, and what a `Ledger` remembers of a piece is not worked out again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

import engine
from engine.core.log import Broken, Recorded, Step
from engine.core.replay import Replayer, Verdict, verdict_on
from engine.core.table import Table
from ingest.batch import Progress, Ready, in_order
from ingest.files import STDIN, recorded
from ingest.ledger import GameVerdict, Ledger, Piece, key_of

SPLIT_BYTES = 1 << 18
"""A larger file is verified in pieces of `PIECE` games. Never a matter of `jobs`: pieces are remembered."""
PIECE = 50


class FileVerdicts(msgspec.Struct):
    """The verdicts on the games of one file, and on what is in it besides, in its order."""

    path: Path
    games: list[GameVerdict]

    @property
    def verdicts(self) -> list[Verdict]:
        return [game.verdict for game in self.games]

    @property
    def is_good(self) -> bool:
        return all(verdict.is_good for verdict in self.verdicts)


class _Unit(msgspec.Struct, frozen=True):
    """Games of a file, from `first` (counted from 0): `count` of them, or all (None)."""

    path: Path
    first: int
    count: int | None
    with_rules: bool
    fail_fast: bool


def verify_files(
    paths: Iterable[Path],
    *,
    jobs: int = 1,
    fail_fast: bool = False,
    with_rules: bool = False,
    ledger: Ledger | None = None,
    progress: Progress | None = None,
) -> Iterator[FileVerdicts]:
    """Replay every game of these files under today's rules; one result per file, in their order.

    `fail_fast` ends everything after the first verdict that is not good. `with_rules` counts the events of each
    rule, game by game. A ledger gives what it knows and keeps what is found. `progress` counts bytes.
    """
    files = list(paths)
    sizes = [_size(path) for path in files]
    plan = _Plan(files, sizes, with_rules, fail_fast, ledger)
    before = 0
    with closing(in_order(_verify, plan.units(), jobs)) as pieces:  # type: ignore[type-var]
        for index, path in enumerate(files):
            found = FileVerdicts(path, [])
            for piece in _pieces_of(index, plan, pieces):
                found.games += piece.games
                if progress is not None:
                    progress(before + min(piece.position, sizes[index]), sum(sizes))
                if fail_fast and not found.is_good:
                    yield found
                    return
            before += sizes[index]
            if progress is not None:
                progress(before, sum(sizes))
            yield found


def _pieces_of(index: int, plan: _Plan, pieces: Iterator[Piece]) -> Iterator[Piece]:
    """The pieces of one file up to its end; what was handed out beyond the end of another is passed over."""
    for piece in pieces:
        owner, key = plan.handed_out.pop(0)
        if owner != index:
            continue
        if key is not None and plan.ledger is not None and not (plan.fail_fast and _is_bad(piece)):
            plan.ledger.add(key, piece)
        if piece.is_last:
            plan.ended.add(index)
        yield piece
        if piece.is_last:
            return


def _is_bad(piece: Piece) -> bool:
    return any(not game.verdict.is_good for game in piece.games)


class _Plan:
    """What is handed out, in order: of a large file piece after piece until one of them reached its end."""

    def __init__(
        self,
        files: Sequence[Path],
        sizes: Sequence[int],
        with_rules: bool,
        fail_fast: bool,
        ledger: Ledger | None,
    ) -> None:
        self.files, self.sizes, self.ledger = files, sizes, ledger
        self.with_rules, self.fail_fast = with_rules, fail_fast
        self.ended: set[int] = set()
        self.handed_out: list[tuple[int, str | None]] = []
        """File and key (None: not to be remembered) of each piece without a result yet."""

    def units(self) -> Iterator[_Unit | Ready[Piece]]:
        for index, path in enumerate(self.files):
            if path == STDIN or not path.is_file():  # only this process can read it (a pipe)
                self.handed_out.append((index, None))
                yield Ready(_verify(_Unit(path, 0, None, self.with_rules, self.fail_fast)))
                continue
            content = None if self.ledger is None else self.ledger.content(path)
            count = PIECE if self.sizes[index] > SPLIT_BYTES else None
            first = 0
            while index not in self.ended:
                known = self._hand_out(index, content, first, count)
                yield known or _Unit(path, first, count, self.with_rules, self.fail_fast)
                if count is None or (known is not None and known.result.is_last):
                    break
                first += count

    def _hand_out(
        self, index: int, content: str | None, first: int, count: int | None
    ) -> Ready[Piece] | None:
        if content is None or self.ledger is None:
            self.handed_out.append((index, None))
            return None
        key = key_of(content, first, count, self.with_rules)
        piece = self.ledger.known(key)
        self.handed_out.append((index, key if piece is None else None))
        return None if piece is None else Ready(piece)


def _size(path: Path) -> int:
    return path.stat().st_size if path != STDIN and path.is_file() else 0


# --- in a worker ---


class _Reading:
    """A file under way: pieces of a large file come in order, and its lines are split only once."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.number = 0
        self.position = 0
        self.items = recorded(path, self._at)

    def _at(self, position: int) -> None:
        self.position = position

    def take(self, first: int, count: int | None) -> Iterator[Recorded | Broken]:
        for item in islice(
            self.items, first - self.number, None if count is None else first - self.number + count
        ):
            self.number += 1
            yield item

    def skip(self, first: int) -> None:
        for _ in islice(self.items, first - self.number):
            self.number += 1


_reading: _Reading | None = None


def _reading_of(unit: _Unit) -> _Reading:
    global _reading  # noqa: PLW0603 (one open file per process)
    if _reading is None or unit.count is None or _reading.path != unit.path or _reading.number > unit.first:
        _reading = _Reading(unit.path)
    return _reading


def _verify(unit: _Unit) -> Piece:
    global _reading  # noqa: PLW0603
    reading = _reading_of(unit)
    reading.skip(unit.first)
    games: list[GameVerdict] = []
    for item in reading.take(unit.first, unit.count):
        games.append(_judged(item, unit.with_rules))
        if unit.fail_fast and not games[-1].verdict.is_good:
            break
    is_last = unit.count is None or reading.number < unit.first + unit.count
    piece = Piece(games, is_last, reading.position)
    if is_last or (unit.fail_fast and _is_bad(piece)):
        _reading = None
    return piece


def _judged(item: Recorded | Broken, with_rules: bool) -> GameVerdict:
    if isinstance(item, Broken):
        return GameVerdict(verdict_on(item))
    if not with_rules:
        return GameVerdict(_replayer().replay(item))
    counts: Counter[str] = Counter()
    last: list[str] = []

    def listen(step: Step[Any], state: Any, table: Table) -> None:
        if table.events:
            counts.update(event.rule for event in table.events)
            last[:] = [table.events[-1].rule]

    verdict = _replayer().replay(item, listen)
    if verdict.status == "diverged" and verdict.rule is None and last:
        verdict.rule = last[0]
    return GameVerdict(verdict, dict(sorted(counts.items())))


@cache
def _replayer() -> Replayer:
    return engine.replayer()
