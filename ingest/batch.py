"""Many games at once: playing and verifying over several processes.

Work is cut into units that depend on nothing but their input, so results and written bytes are the same
for every number of processes, and a unit whose worker died is simply done again.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import blake2b
from heapq import merge
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

import engine
from engine.core.chance import seed_text
from engine.core.errors import BadOption, EmberlogError
from engine.core.game import Game, Options
from engine.core.log import Broken, Recorded, SeatLine
from engine.core.play import Played, play
from engine.core.replay import Replayer, Verdict, verdict_on
from ingest.files import STDIN, SUFFIXES, Format, LogWriter, recorded, write_whole

if TYPE_CHECKING:
    from ingest.cluster import Workers

U = TypeVar("U")
R = TypeVar("R")
Progress = Callable[[int, int], None]
"""Called with how much is done and how much there is."""

PER_FILE = 100
_ATTEMPTS = 3
_SPLIT_BYTES = 1 << 19
"""A file of more bytes is shared between processes, a packed one of a quarter already."""
_WHOLE = 1 << 22
"""A file of at most so many bytes goes to a worker of a cluster as it is: packed, that is a tenth of its text."""
_PIECE_STEPS = 20_000
"""Steps that go to a worker of a cluster at once: about 0.2 s of replaying, against milliseconds for the way."""


class WorkerDied(EmberlogError):
    """A unit of work ended its process again and again (out of memory, most likely)."""


def default_jobs() -> int:
    """As many processes as this one may use processors."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_order(work: Callable[[U], R], units: Sequence[U], jobs: int) -> Iterator[R]:
    """`work` of each unit, in the order of the units; in this process when there is nothing to share.

    `work` and units must be picklable. Raises what `work` raises, and `WorkerDied`.
    """
    if jobs <= 1 or len(units) <= 1:
        yield from map(work, units)
        return
    done = 0
    while done < len(units):
        try:
            for result in _pooled(work, units[done:], min(jobs, len(units) - done)):
                done += 1
                yield result
        except BrokenProcessPool:  # which unit it was is not known: the first one due is done by itself
            yield _alone(work, units[done])
            done += 1


def _alone(work: Callable[[U], R], unit: U) -> R:
    """One unit in a process of its own, so that no other can take it along."""
    for _ in range(_ATTEMPTS):
        with suppress(BrokenProcessPool), _pool(1) as pool:
            return _submitted(pool, work, unit).result()
    raise WorkerDied(f"a worker process died {_ATTEMPTS} times at the same work")


def _pooled(work: Callable[[U], R], units: Sequence[U], jobs: int) -> Iterator[R]:
    """One pool's results. Few units are handed out ahead, so a slow reader piles up no results."""
    with _pool(jobs) as pool:
        queue: deque[Future[R]] = deque()
        for unit in units:
            queue.append(_submitted(pool, work, unit))
            if len(queue) == 4 * jobs:
                yield queue.popleft().result()
        while queue:
            yield queue.popleft().result()


@contextmanager
def _pool(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """A pool that does not make anybody wait for its workers when the work is given up."""
    before = multiprocessing.active_children()
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"))
    try:
        yield pool
    except BaseException:
        for child in multiprocessing.active_children():
            if child not in before:
                child.terminate()
        raise
    finally:  # waits for the pool's own thread, which would else complain when the interpreter ends
        pool.shutdown(wait=True, cancel_futures=True)


def _submitted(pool: ProcessPoolExecutor, work: Callable[[U], R], unit: U) -> Future[R]:
    with _interrupts_held():
        return pool.submit(work, unit)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Workers start here and inherit that Ctrl-C is held back: only the parent answers it."""
    held = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, held)


# --- playing ---


class BatchReport(msgspec.Struct):
    """What a batch came to. `wins` counts per seat; a shared win counts for each of its winners."""

    game: str
    first_seed: str
    last_seed: str
    agents: list[str]
    games: int = 0
    unfinished: int = 0
    steps: int = 0
    decisions: int = 0
    bytes: int = 0
    wins: list[int] = []
    files: list[Path] = []


class _PlayUnit(msgspec.Struct, frozen=True):
    """The games of one file."""

    game: str
    options: Options
    agents: tuple[str, ...]
    seats: tuple[SeatLine, ...]
    seeds: tuple[str, ...]
    path: Path
    step_limit: int | None


def seed_of(first_seed: str, index: int) -> str:
    """The seed of a batch's game: integers count up, a text gets a number: `cup`, `cup-1`, `cup-2`."""
    if _is_integer(first_seed):
        return seed_text(int(first_seed) + index)
    return seed_text(first_seed if index == 0 else f"{first_seed}-{index}")


def _is_integer(seed: str) -> bool:
    digits = seed.removeprefix("-")
    return digits.isascii() and digits.isdigit() and str(int(seed)) == seed


def seat_lines(agents: Sequence[str], names: Sequence[str] | None = None) -> tuple[SeatLine, ...]:
    """The seats of a header; without names each is called by its agent and number."""
    if names is None:
        names = [f"{agent} {seat}" for seat, agent in enumerate(agents, 1)]
    if len(names) != len(agents):
        raise BadOption(f"{len(agents)} players need {len(agents)} names, not {len(names)}")
    return tuple(map(SeatLine, names, agents))


def play_one(
    game: Game[Any],
    options: Options,
    seats: Sequence[SeatLine],
    seed: str,
    write: Callable[[bytes], object],
    step_limit: int | None = None,
) -> Played:
    """Play one game with the agents that its seats name."""
    agents = [engine.make_agent(game, seat.agent or "random", seed, n) for n, seat in enumerate(seats)]
    return play(game, options, agents, seats, seed, write, step_limit=step_limit)


def play_batch(
    game: Game[Any],
    options: Options,
    agents: Sequence[str],
    first_seed: int | str,
    count: int,
    folder: Path,
    *,
    jobs: int = 1,
    format: Format = "zst",  # noqa: A002
    per_file: int = PER_FILE,
    names: Sequence[str] | None = None,
    step_limit: int | None = None,
    progress: Progress | None = None,
    workers: Workers | None = None,
) -> BatchReport:
    """Play seeded games into files of `folder`; the same call writes the same names and bytes.

    `workers` play instead of `jobs` processes; their files are written here.
    Raises `BadOption` before anything is played, and `FileTrouble` when a file cannot be written.
    """
    first = seed_text(first_seed)
    line_up = tuple(engine.seats_of_agents(game, options.players, agents))
    seats = seat_lines(line_up, names)
    report = BatchReport(game.name, first, seed_of(first, max(count - 1, 0)), list(line_up))
    report.wins = [0] * options.players
    tag = _tag(game, options, seats, first, step_limit)
    units = [
        _PlayUnit(game.name, options, line_up, seats,
                  tuple(seed_of(first, index) for index in range(start, min(start + per_file, count))),
                  folder / _file_name(game.name, tag, first, start, min(start + per_file, count) - 1, format),
                  step_limit)
        for start in range(0, count, per_file)
    ]  # fmt: skip
    folder.mkdir(parents=True, exist_ok=True)
    for part in in_order(_play_file, units, jobs) if workers is None else _played_away(units, workers):
        _add(report, part)
        if progress is not None:
            progress(report.games, count)
    return report


def _tag(game: Game[Any], options: Options, seats: Sequence[SeatLine], first: str, limit: int | None) -> str:
    """Six digits that tell batches apart which would have equal names otherwise."""
    what = [
        game.name,
        game.rules,
        msgspec.to_builtins(options),
        seats,
        limit,
        not _is_integer(first) and first,
    ]
    return blake2b(msgspec.json.encode(what), digest_size=3).hexdigest()


def _file_name(game: str, tag: str, seed: str, start: int, last: int, form: Format) -> str:
    """Integer seeds stand in the name; of a text seed (already in the tag) the numbers of its games."""
    ends = [seed_of(seed, index) if _is_integer(seed) else str(index) for index in (start, last)]
    return f"{game}-{tag}-{'-'.join(ends)}{SUFFIXES[form]}"


def _play_file(unit: _PlayUnit) -> BatchReport:
    game = engine.load(unit.game)
    report = BatchReport(unit.game, unit.seeds[0], unit.seeds[-1], list(unit.agents))
    report.wins = [0] * len(unit.seats)
    with LogWriter(unit.path) as writer:
        for seed in unit.seeds:
            played = play_one(game, unit.options, unit.seats, seed, writer.write, unit.step_limit)
            writer.game_over()
            report.games += 1
            report.steps += played.steps
            report.decisions += played.decisions
            report.unfinished += played.outcome is None
            for seat in [] if played.outcome is None else played.outcome.winners:
                report.wins[seat] += 1
    report.bytes = writer.bytes_written
    report.files = [unit.path]
    return report


def _played_away(units: Sequence[_PlayUnit], workers: Workers) -> Iterator[BatchReport]:
    """The files of these units, played by workers that share no disk with this process."""
    sent = [msgspec.structs.replace(unit, path=Path(unit.path.name)) for unit in units]
    for unit, (report, data) in zip(units, workers.in_order(_play_packed, sent), strict=True):
        write_whole(unit.path, data)
        report.files = [unit.path]
        yield report


def _play_packed(unit: _PlayUnit) -> tuple[BatchReport, bytes]:
    """The games of one file, and the file's bytes."""
    with TemporaryDirectory(prefix="play-") as folder:
        path = Path(folder, unit.path)
        report = _play_file(msgspec.structs.replace(unit, path=path))
        return report, path.read_bytes()


def _add(report: BatchReport, part: BatchReport) -> None:
    report.games += part.games
    report.unfinished += part.unfinished
    report.steps += part.steps
    report.decisions += part.decisions
    report.bytes += part.bytes
    report.wins = [a + b for a, b in zip(report.wins, part.wins, strict=True)]
    report.files = report.files + part.files


# --- verifying ---


class FileVerdicts(msgspec.Struct):
    """The verdicts on the games of one file, and on what is in it besides, in its order."""

    path: Path
    verdicts: list[Verdict]

    @property
    def is_good(self) -> bool:
        return all(verdict.is_good for verdict in self.verdicts)


class _VerifyUnit(msgspec.Struct, frozen=True):
    """Every `shares`-th game of a file."""

    path: Path
    share: int
    shares: int
    fail_fast: bool


_Numbered = list[tuple[int, Verdict]]
_Sent = bytes | list[Recorded | Broken]
"""What a worker of a cluster verifies: the bytes of a file, or a piece of what is in it."""


def verify_files(
    paths: Iterable[Path],
    *,
    jobs: int = 1,
    fail_fast: bool = False,
    progress: Progress | None = None,
    workers: Workers | None = None,
) -> Iterator[FileVerdicts]:
    """Replay every game of these files under today's rules; one result per file, in their order.

    `fail_fast` ends everything after the first verdict that is not good. `progress` counts bytes. `workers`
    replay instead of `jobs` processes; the files are read here.
    """
    files = list(paths)
    sizes = [_size(path) for path in files]
    done = 0
    away = None if workers is None else _verdicts_away(files, workers, fail_fast)
    for index, found in enumerate(away or _verdicts(files, jobs, fail_fast)):
        done += sizes[index]
        if progress is not None:
            progress(done, sum(sizes))
        yield found
        if fail_fast and not found.is_good:
            return


def _verdicts(files: list[Path], jobs: int, fail_fast: bool) -> Iterator[FileVerdicts]:
    """Runs of plain files go to the pool; what only this process can read (a pipe) is read here."""
    run: list[list[_VerifyUnit]] = []
    for path in [*files, None]:
        if path is not None and path != STDIN and path.is_file():
            shares = _shares(path, jobs)
            run.append([_VerifyUnit(path, share, shares, fail_fast) for share in range(shares)])
            continue
        yield from _verified_run(run, jobs)
        run = []
        if path is not None:
            yield _merged(
                [_VerifyUnit(path, 0, 1, fail_fast)], [_verify_unit(_VerifyUnit(path, 0, 1, fail_fast))]
            )


def _verified_run(run: list[list[_VerifyUnit]], jobs: int) -> Iterator[FileVerdicts]:
    results = in_order(_verify_unit, list(chain.from_iterable(run)), jobs)
    try:
        for units in run:
            yield _merged(units, [next(results) for _ in units])
    finally:
        results.close()  # type: ignore[attr-defined]


def _merged(units: list[_VerifyUnit], parts: list[_Numbered]) -> FileVerdicts:
    verdicts = []
    for _, verdict in merge(*parts, key=lambda numbered: numbered[0]):
        verdicts.append(verdict)
        if units[0].fail_fast and not verdict.is_good:
            break
    return FileVerdicts(units[0].path, verdicts)


def _verify_unit(unit: _VerifyUnit) -> _Numbered:
    found: _Numbered = []
    for number, item in enumerate(recorded(unit.path)):
        if number % unit.shares == unit.share:
            verdict = verdict_on(item) if isinstance(item, Broken) else _replayer().replay(item)
            found.append((number, verdict))
            if unit.fail_fast and not verdict.is_good:
                break
    return found


def _verdicts_away(files: list[Path], workers: Workers, fail_fast: bool) -> Iterator[FileVerdicts]:
    """The contents of the files go out: packed as they are, or, of a large file, in pieces of some steps."""
    owners: deque[int] = deque()  # of the pieces under way: the file each is of

    def pieces() -> Iterator[_Sent]:
        for number, path in enumerate(files):
            for piece in _sent(path):
                owners.append(number)
                yield piece

    current = FileVerdicts(files[0], []) if files else None
    results = workers.in_order(_verify_sent, pieces())
    try:
        for verdicts in results:
            path = files[owners.popleft()]
            assert current is not None
            if path != current.path:
                yield current
                current = FileVerdicts(path, [])
            for verdict in verdicts:
                current.verdicts.append(verdict)
                if fail_fast and not verdict.is_good:
                    yield current
                    return
        if current is not None:
            yield current
    finally:
        results.close()  # type: ignore[attr-defined]


def _sent(path: Path) -> Iterator[_Sent]:
    """What a file holds. What cannot be read as a whole is read like any other: that tells what is wrong."""
    if path != STDIN and path.is_file() and path.stat().st_size <= _WHOLE:
        with suppress(OSError):
            yield path.read_bytes()
            return
    yield from _pieces(recorded(path))


def _pieces(items: Iterator[Recorded | Broken]) -> Iterator[list[Recorded | Broken]]:
    """What a file holds, at least one thing, in pieces of `_PIECE_STEPS` steps."""
    piece: list[Recorded | Broken] = []
    steps = 0
    for item in items:
        piece.append(item)
        steps += len(item.steps) if isinstance(item, Recorded) else 1
        if steps >= _PIECE_STEPS:
            yield piece
            piece, steps = [], 0
    if piece:
        yield piece


def _verify_sent(sent: _Sent) -> list[Verdict]:
    if isinstance(sent, bytes):
        with TemporaryDirectory(prefix="verify-") as folder:
            path = Path(folder, "log")
            path.write_bytes(sent)
            return _verify_items(recorded(path))
    return _verify_items(sent)


def _verify_items(items: Iterable[Recorded | Broken]) -> list[Verdict]:
    return [verdict_on(item) if isinstance(item, Broken) else _replayer().replay(item) for item in items]


@cache
def _replayer() -> Replayer:
    return engine.replayer()


def _shares(path: Path, jobs: int) -> int:
    """In how many parts a file is worth being read."""
    size = _size(path) * (1 if path.suffix == ".jsonl" else 4)
    return max(1, min(jobs, size // _SPLIT_BYTES))


def _size(path: Path) -> int:
    return path.stat().st_size if path != STDIN and path.is_file() else 0
