"""Many games at once: playing and verifying over several processes (see `ingest.pool`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from hashlib import blake2b
from heapq import merge
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec

import engine
from engine.core.chance import seed_text
from engine.core.errors import BadOption
from engine.core.game import Game, Options
from engine.core.log import Broken, SeatLine
from engine.core.play import Played, play
from engine.core.replay import Replayer, Verdict, verdict_on
from ingest.files import STDIN, SUFFIXES, Format, LogWriter, contents
from ingest.pool import WorkerDied, default_jobs, in_order

__all__ = ["BatchReport", "FileVerdicts", "Progress", "WorkerDied", "default_jobs", "in_order", "play_batch", "play_one",
           "seat_lines", "seed_of", "verify_files"]  # fmt: skip

Progress = Callable[[int, int], None]
"""Called with how much is done and how much there is."""

PER_FILE = 100
_SPLIT_BYTES = 1 << 19
"""A file of more bytes is shared between processes, a packed one of a quarter already."""


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
) -> BatchReport:
    """Play seeded games into files of `folder`; the same call writes the same names and bytes.

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
    for part in in_order(_play_file, units, jobs):
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
            writer.flush()
            report.games += 1
            report.steps += played.steps
            report.decisions += played.decisions
            report.unfinished += played.outcome is None
            for seat in [] if played.outcome is None else played.outcome.winners:
                report.wins[seat] += 1
    report.bytes = writer.bytes_written
    report.files = [unit.path]
    return report


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
    """The verdicts on the games of one log, and on what is in it besides, in its order.

    `path` of a log in an archive is its name to show, see `files.contents`.
    """

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


_Numbered = list[tuple[int, Path, Verdict]]


def verify_files(
    paths: Iterable[Path], *, jobs: int = 1, fail_fast: bool = False, progress: Progress | None = None
) -> Iterator[FileVerdicts]:
    """Replay every game of these files under today's rules; one result per log, in their order.

    `fail_fast` ends everything after the first verdict that is not good. `progress` counts bytes.
    """
    files = list(paths)
    sizes = [_size(path) for path in files]
    done = 0
    for index, logs in enumerate(_verdicts(files, jobs, fail_fast)):
        done += sizes[index]
        if progress is not None:
            progress(done, sum(sizes))
        yield from logs
        if fail_fast and not all(log.is_good for log in logs):
            return


def _verdicts(files: list[Path], jobs: int, fail_fast: bool) -> Iterator[list[FileVerdicts]]:
    """The logs of each file. Plain files go to the pool; what only this process can read is read here."""
    run: list[list[_VerifyUnit]] = []
    for path in [*files, None]:
        if path is not None and path != STDIN and path.is_file():
            shares = _shares(path, jobs)
            run.append([_VerifyUnit(path, share, shares, fail_fast) for share in range(shares)])
            continue
        yield from _verified_run(run, jobs)
        run = []
        if path is not None:
            unit = _VerifyUnit(path, 0, 1, fail_fast)
            yield _merged([unit], [_verify_unit(unit)])


def _verified_run(run: list[list[_VerifyUnit]], jobs: int) -> Iterator[list[FileVerdicts]]:
    results = in_order(_verify_unit, list(chain.from_iterable(run)), jobs)
    try:
        for units in run:
            yield _merged(units, [next(results) for _ in units])
    finally:
        results.close()  # type: ignore[attr-defined]


def _merged(units: list[_VerifyUnit], parts: list[_Numbered]) -> list[FileVerdicts]:
    logs: list[FileVerdicts] = []
    for _, path, verdict in merge(*parts, key=lambda numbered: numbered[0]):
        if not logs or logs[-1].path != path:
            logs.append(FileVerdicts(path, []))
        logs[-1].verdicts.append(verdict)
        if units[0].fail_fast and not verdict.is_good:
            break
    return logs


def _verify_unit(unit: _VerifyUnit) -> _Numbered:
    found: _Numbered = []
    for number, (path, item) in enumerate(contents(unit.path)):
        if number % unit.shares == unit.share:
            verdict = verdict_on(item) if isinstance(item, Broken) else _replayer().replay(item)
            found.append((number, path, verdict))
            if unit.fail_fast and not verdict.is_good:
                break
    return found


@cache
def _replayer() -> Replayer:
    return engine.replayer()


def _shares(path: Path, jobs: int) -> int:
    """In how many parts a file is worth being read."""
    size = _size(path) * (1 if path.suffix == ".jsonl" else 4)
    return max(1, min(jobs, size // _SPLIT_BYTES))


def _size(path: Path) -> int:
    return path.stat().st_size if path != STDIN and path.is_file() else 0
