"""Many games at once: playing over several processes, and sharing work out to them.

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
from hashlib import blake2b
from itertools import chain, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

import engine
from engine.core.chance import seed_text
from engine.core.errors import BadOption, EmberlogError
from engine.core.game import Game, Options
from engine.core.log import SeatLine
from engine.core.play import Played, play
from ingest.files import SUFFIXES, Format, LogWriter, write_whole

if TYPE_CHECKING:
    from ingest.cluster import Workers

U = TypeVar("U")
R = TypeVar("R")
Progress = Callable[[int, int], None]
"""Called with how much is done and how much there is."""

PER_FILE = 100
_ATTEMPTS = 3


class WorkerDied(EmberlogError):
    """A unit of work ended its process again and again (out of memory, most likely)."""


def default_jobs() -> int:
    """As many processes as this one may use processors."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Ready(Generic[R]):
    """Stands among units of work where the result is there already."""

    def __init__(self, result: R) -> None:
        self.result = result


def in_order(work: Callable[[U], R], units: Iterable[U | Ready[R]], jobs: int) -> Iterator[R]:
    """`work` of each unit, in the order of the units; in this process when there is nothing to share.

    Units are asked for a few ahead only, so what comes out may decide what goes in. `work` and units must be
    picklable. Raises what `work` raises, and `WorkerDied`.
    """
    rest = iter(units)
    due: deque[U | Ready[R]] = deque(islice(rest, jobs))
    if len(due) <= 1:
        for unit in chain(due, rest):
            yield unit.result if isinstance(unit, Ready) else work(unit)
        return
    processes = len(due)
    while True:
        try:
            yield from _pooled(work, due, rest, processes)
            return
        except BrokenProcessPool:  # which unit it was is not known: the first one due is done by itself
            yield _alone(work, due[0])
            due.popleft()


def _alone(work: Callable[[U], R], unit: U | Ready[R]) -> R:
    """One unit in a process of its own, so that no other can take it along."""
    if isinstance(unit, Ready):
        return unit.result
    for _ in range(_ATTEMPTS):
        with suppress(BrokenProcessPool), _pool(1) as pool:
            return _submitted(pool, work, unit).result()
    raise WorkerDied(f"a worker process died {_ATTEMPTS} times at the same work")


def _pooled(
    work: Callable[[U], R], due: deque[U | Ready[R]], rest: Iterator[U | Ready[R]], jobs: int
) -> Iterator[R]:
    """One pool's results. Few units are handed out ahead, so a slow reader piles up no results.

    `due` holds the units that have no result yet: what is to be done again when a process dies.
    """
    with _pool(jobs) as pool:
        queue = deque(_submitted(pool, work, unit) for unit in due)
        while True:
            for unit in islice(rest, 4 * jobs - len(queue)):
                due.append(unit)
                queue.append(_submitted(pool, work, unit))
            if not queue:
                return
            result = queue.popleft().result()
            due.popleft()
            yield result


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


def _submitted(pool: ProcessPoolExecutor, work: Callable[[Any], R], unit: object) -> Future[R]:
    if isinstance(unit, Ready):
        there: Future[R] = Future()
        there.set_result(unit.result)
        return there
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
