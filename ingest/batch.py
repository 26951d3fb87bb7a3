"""Many games at once: playing over several processes (see `ingest.pool`), or on a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import msgspec

import engine
from engine.core.chance import given_seed, seed_text
from engine.core.errors import BadOption
from engine.core.game import Game, Options
from engine.core.log import SeatLine
from engine.core.play import Played, play
from engine.core.words import fill
from ingest.files import SUFFIXES, Format, LogWriter, write_whole
from ingest.pool import in_order

if TYPE_CHECKING:
    from ingest.cluster import Workers

Progress = Callable[[int, int], None]
"""Called with how much is done and how much there is."""

PER_FILE = 100
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
        told = "{0} {0:player needs|players need} {0} {0:name|names}, not {1}"
        raise BadOption(fill(told, len(agents), len(names)))
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
    first = given_seed(first_seed)
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
