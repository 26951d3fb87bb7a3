"""Many recorded games replayed under today's rules, over several processes, a bounded piece at a time.

A piece is a small file or a run of games of a large one. So a bar moves, an interrupted run loses only the
pieces under way, and what a `Ledger` remembers of a piece is not worked out again.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from functools import cache
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import msgspec

import engine
from engine.core.log import Broken, Recorded, Step
from engine.core.replay import Replayer, Verdict, verdict_on
from engine.core.table import Table
from ingest.batch import Progress
from ingest.files import STDIN, contents, digest_of_file, member_of
from ingest.ledger import GameVerdict, Ledger, Piece, key_of
from ingest.pool import Ready, in_order

if TYPE_CHECKING:
    from ingest.cluster import Workers

SPLIT_BYTES = 1 << 18
"""A larger file may be verified in several pieces. Never a matter of `jobs`: pieces are remembered."""
PIECE = 50
"""Games in a piece; the last one holds whatever is left."""
_SAMPLES = 4
_WHOLE = 1 << 22
"""A file of at most so many bytes goes to a worker of a cluster as it is: packed, that is a tenth of its text."""


_Item = tuple[str, Recorded | Broken]
"""What stands in a file, and where: see `files.member_of`."""


class FileVerdicts(msgspec.Struct):
    """The verdicts on the games of one log, and on what is in it besides, in its order.

    `path` of a log in an archive is its name to show, see `files.contents`.
    """

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


class _Sent(msgspec.Struct, frozen=True):
    """What a worker of a cluster verifies: the bytes of a file, or a piece of what is in it."""

    contents: bytes | list[_Item]
    with_rules: bool
    fail_fast: bool
    is_last: bool
    position: int


def verify_files(
    paths: Iterable[Path],
    *,
    jobs: int = 1,
    fail_fast: bool = False,
    with_rules: bool = False,
    ledger: Ledger | None = None,
    progress: Progress | None = None,
    workers: Workers | None = None,
) -> Iterator[FileVerdicts]:
    """Replay every game of these files under today's rules; one result per log, in their order.

    `fail_fast` ends everything after the first verdict that is not good. `with_rules` counts the events of each
    rule, game by game. A ledger gives what it knows and keeps what is found. `progress` counts bytes. `workers`
    replay instead of `jobs` processes; the files are read here.
    """
    files = list(paths)
    sizes = [_size(path) for path in files]
    plan = _Plan(files, sizes, with_rules, fail_fast, ledger)
    before = 0
    with closing(_pieces_of(plan, jobs, workers)) as pieces:  # type: ignore[type-var]
        for path, size in zip(files, sizes, strict=True):
            log: FileVerdicts | None = None
            for piece in plan.of_one_file(pieces):
                for game in piece.games:
                    place = Path(f"{path}{game.member}")
                    if log is None or log.path != place:
                        if log is not None:
                            yield log
                        log = FileVerdicts(place, [])
                    log.games.append(game)
                if progress is not None:
                    progress(before + min(piece.position, size), sum(sizes))
                if fail_fast and log is not None and not log.is_good:
                    yield log
                    return
            before += size
            if progress is not None:
                progress(before, sum(sizes))
            if log is not None:
                yield log


def _pieces_of(plan: _Plan, jobs: int, workers: Workers | None) -> Iterator[Piece]:
    """The results of the plan, in order."""
    if workers is None:
        yield from in_order(_verify, plan.units(), jobs)
        return
    due: deque[Piece | None] = deque()
    """What is under way: a piece that is known already, or None where a worker is at it."""

    def away() -> Iterator[_Sent]:
        for unit in plan.units_away():
            due.append(unit.result if isinstance(unit, Ready) else None)
            if not isinstance(unit, Ready):
                yield unit

    with closing(workers.in_order(_verify_sent, away())) as results:  # type: ignore[type-var]
        for piece in results:
            while (known := due.popleft()) is not None:
                yield known
            yield piece
        yield from (known for known in due if known is not None)


class _Plan:
    """What is handed out, in order, and what is to be remembered of it."""

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
        self.keys: deque[str | None] = deque()
        """One per piece without a result yet; None: nothing to remember."""

    def units(self) -> Iterator[_Unit | Ready[Piece]]:
        for path, size in zip(self.files, self.sizes, strict=True):
            if path == STDIN or not path.is_file():  # only this process can read it (a pipe)
                self.keys.append(None)
                yield Ready(_verify(_Unit(path, 0, None, self.with_rules, self.fail_fast)))
                continue
            content = None if self.ledger is None else digest_of_file(path)
            pieces = _pieces(path, size)
            for number in range(pieces):
                count = PIECE if number < pieces - 1 else None
                unit = _Unit(path, number * PIECE, count, self.with_rules, self.fail_fast)
                yield self._known(content, unit) or unit

    def units_away(self) -> Iterator[_Sent | Ready[Piece]]:
        """For workers that share no disk with this process: small files as they are, pieces of large ones."""
        for path, size in zip(self.files, self.sizes, strict=True):
            regular = path != STDIN and path.is_file()
            content = None if self.ledger is None else digest_of_file(path)
            if regular and size <= _WHOLE:
                unit = _Unit(path, 0, None, self.with_rules, self.fail_fast)
                yield self._known(content, unit) or self._whole(unit, size)
            else:
                yield from self._parts(path, content)

    def _whole(self, unit: _Unit, size: int) -> _Sent | Ready[Piece]:
        try:
            return _Sent(unit.path.read_bytes(), self.with_rules, self.fail_fast, True, size)
        except OSError:  # read like any other: that tells what is wrong
            return Ready(_verify(unit))

    def _parts(self, path: Path, content: str | None) -> Iterator[_Sent | Ready[Piece]]:
        """Runs of games; whether one is the last is known when the next one is read."""
        reading = _Reading(path)
        items = list(reading.take(0, PIECE))  # never empty: an empty file is something to tell
        while items:
            first, position = reading.number - len(items), reading.position
            after = list(reading.take(reading.number, PIECE))
            count = PIECE if after else None
            unit = _Unit(path, first, count, self.with_rules, self.fail_fast)
            yield self._known(content, unit) or _Sent(
                items, self.with_rules, self.fail_fast, not after, position
            )
            items = after

    def _known(self, content: str | None, unit: _Unit) -> Ready[Piece] | None:
        if content is None or self.ledger is None:
            self.keys.append(None)
            return None
        key = key_of(content, unit.first, unit.count, self.with_rules)
        piece = self.ledger.known(key)
        self.keys.append(key if piece is None else None)
        return None if piece is None else Ready(piece)

    def of_one_file(self, pieces: Iterator[Piece]) -> Iterator[Piece]:
        """The pieces of the next file, to its last."""
        for piece in pieces:
            key = self.keys.popleft()
            is_whole = not self.fail_fast or all(game.verdict.is_good for game in piece.games)
            if key is not None and self.ledger is not None and is_whole:
                self.ledger.add(key, piece)
            yield piece
            if piece.is_last:
                return


def _size(path: Path) -> int:
    return path.stat().st_size if path != STDIN and path.is_file() else 0


def _pieces(path: Path, size: int) -> int:
    """In how many pieces a file is verified: what its first games take says about how many games it has."""
    if size <= SPLIT_BYTES:
        return 1
    sample = PIECE if size < 64 * SPLIT_BYTES else _SAMPLES * PIECE
    reading = _Reading(path)
    reading.skip(sample)
    if reading.number < sample:
        return 1
    games = size * (sample + 1) // reading.position  # one more is read ahead
    return max(1, -(-games // PIECE))


# --- in a worker ---


class _Reading:
    """A file under way: pieces of a large file come in order, and its lines are split only once."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.number = 0
        self.position = 0
        self.items = contents(path, self._at)

    def _at(self, position: int) -> None:
        self.position = max(self.position, position)  # a zip archive is read from its end and begun again

    def take(self, first: int, count: int | None) -> Iterator[_Item]:
        for place, item in islice(
            self.items, first - self.number, None if count is None else first - self.number + count
        ):
            self.number += 1
            yield member_of(place, self.path), item

    def skip(self, first: int) -> None:
        for _ in islice(self.items, first - self.number):
            self.number += 1


_reading: _Reading | None = None


def _reading_of(unit: _Unit) -> _Reading:
    """Where the last piece ended, if this one is of the same file and behind it; else from the beginning."""
    global _reading  # noqa: PLW0603 (one open file per process)
    if not unit.first or _reading is None or _reading.path != unit.path or _reading.number > unit.first:
        _reading = _Reading(unit.path)
    return _reading


def _verify(unit: _Unit) -> Piece:
    global _reading  # noqa: PLW0603
    reading = _reading_of(unit)
    reading.skip(unit.first)
    games = _judged_all(reading.take(unit.first, unit.count), unit)
    if unit.count is None:
        _reading = None
    return Piece(games, unit.count is None, reading.position)


def _verify_sent(sent: _Sent) -> Piece:
    """In a worker of a cluster, which has the contents and no file."""
    if not isinstance(sent.contents, bytes):
        return Piece(_judged_all(sent.contents, sent), sent.is_last, sent.position)
    with TemporaryDirectory(prefix="verify-") as folder:
        path = Path(folder, "log")
        path.write_bytes(sent.contents)
        items = ((member_of(place, path), item) for place, item in contents(path))
        return Piece(_judged_all(items, sent), sent.is_last, sent.position)


def _judged_all(items: Iterable[_Item], how: _Unit | _Sent) -> list[GameVerdict]:
    games: list[GameVerdict] = []
    for member, item in items:
        games.append(_judged(item, how.with_rules))
        games[-1].member = member
        if how.fail_fast and not games[-1].verdict.is_good:
            break
    return games


def _judged(item: Recorded | Broken, with_rules: bool) -> GameVerdict:
    if isinstance(item, Broken):
        return GameVerdict(verdict_on(item))
    if not with_rules:
        return GameVerdict(_replayer().replay(item))
    counts: Counter[str] = Counter()
    last: list[str] = []

    def listen(step: Step[Any], state: Any, table: Table) -> None:
        if table.told:
            counts.update(rule for rule, *_ in table.told)
            last[:] = [table.told[-1][0]]

    verdict = _replayer().replay(item, listen)
    if verdict.status == "diverged" and verdict.rule is None and last:
        verdict.rule = last[0]
    return GameVerdict(verdict, dict(sorted(counts.items())))


@cache
def _replayer() -> Replayer:
    return engine.replayer()
