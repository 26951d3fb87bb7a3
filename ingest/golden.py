"""Golden logs: recorded games that must replay unchanged, and recording them again on purpose."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

import engine
from engine.core.codec import check, digest
from engine.core.errors import BadOption, EmberlogError, seat_label
from engine.core.log import (
    Broken,
    End,
    Recorded,
    Step,
    content_of_header,
    content_of_step,
    game_id,
    line_of_end,
    line_of_step,
    recorded_games,
)
from engine.core.table import Table
from ingest.batch import Progress
from ingest.files import FileTrouble, NotThere
from ingest.following import Followed, Move, follow
from ingest.reports import counted, visible

FOLDER = "golden"


class Blessed(msgspec.Struct):
    """A golden log as it was and as it would be. Equal bytes: there is nothing to do."""

    path: Path
    game: str
    before: bytes
    after: bytes
    first_changed: int | None
    """The first step that reads otherwise; None: none, or only the header or the end."""
    action: dict[str, Any] | None
    seat: int | None
    last_rule: str | None
    """It spoke last before that step, see docs/regression.md."""
    followed: Followed
    agents: list[str]
    endings: tuple[dict[str, Any], dict[str, Any]]
    """The end lines, before and after."""

    @property
    def is_changed(self) -> bool:
        return self.before != self.after

    @property
    def name(self) -> str:
        return f"{self.game}/{self.path.name}"

    def sentence(self) -> str:
        """What changed, for a reviewer, in one line."""
        if not self.is_changed:
            return visible(f"{self.name}: as it was")
        return visible(f"{self.name}: {'; '.join(self._parts())}")

    def _parts(self) -> Iterator[str]:
        if self.first_changed is None:
            yield "only the header or the end reads otherwise"
        else:
            did = "" if self.action is None else f" ({seat_label(self.seat)} {self.action['kind']})"
            yield f"changed from step {self.first_changed}{did}"
            if self.last_rule is not None:
                yield f"last rule {self.last_rule}"
        done = self.followed
        if done.first_new is None:
            yield f"all {counted(done.kept, 'choice')} kept"
        else:
            agents = ", ".join(dict.fromkeys(self.agents))
            yield f"{counted(done.kept, 'choice')} kept, {done.new:,} new from step {done.first_new} (by {agents})"
        for what, pair in self._ends():
            yield f"{what} {pair[0]}" if pair[0] == pair[1] else f"{what} {pair[0]} -> {pair[1]}"

    def _ends(self) -> Iterator[tuple[str, tuple[str, str]]]:
        before, after = self.endings
        yield "steps", (str(before.get("steps", "?")), str(after["steps"]))
        yield "winner", (_winners(before), _winners(after))
        yield "by", (str(before.get("end", {}).get("reason", "?")), after["end"]["reason"])

    def json(self) -> dict[str, Any]:
        before, after = self.endings
        return {
            "golden": self.name,
            "changed": self.is_changed,
            "first_changed": self.first_changed,
            "last_rule": self.last_rule,
            "choices_kept": self.followed.kept,
            "choices_new": self.followed.new,
            "first_new": self.followed.first_new,
            "before": before,
            "after": after,
        }


def _winners(end: dict[str, Any]) -> str:
    winners = end.get("end", {}).get("winners")
    if winners is None:
        return "?"
    return " and ".join(map(seat_label, winners)) or "nobody"


def root() -> Path:
    """The folder of all games."""
    return Path(str(files("engine")))


# --- what must hold ---


def troubles() -> list[str]:
    """What is wrong with the golden logs of all games, in sentences.

    Every game has some; each file is one whole game of its folder's game, played from a seed, with a check at
    every step, in the form in which games are written, and replays unchanged; no game stands there twice; and
    no folder is left over from a game that is gone.
    """
    found = left_over()
    for name in engine.games():
        paths = golden_files(name)
        if not paths:
            found.append(f"{name}: there are no golden logs")
        ids: dict[str, Path] = {}
        for path in paths:
            try:
                number = _sound(path, name)
            except EmberlogError as error:
                found.append(f"{name}/{path.name}: {error}")
                continue
            if number in ids:
                found.append(f"{name}/{path.name}: this is the same game as {ids[number].name}")
            ids.setdefault(number, path)
    return found


def left_over() -> list[str]:
    """Folders of golden logs without a game."""
    folders = sorted(root().glob(f"*/{FOLDER}"))
    return [f"{folder.parent.name}: there are golden logs, but no game"
            for folder in folders if folder.parent.name not in engine.games()]  # fmt: skip


def _sound(path: Path, name: str) -> str:
    """The id of a golden game that is as it must be. Raises `EmberlogError`."""
    data = _read(path)
    recorded = _only_game(data)
    verdict = engine.replayer().replay(recorded)
    if verdict.status != "fine" or verdict.header is None:
        raise EmberlogError(verdict.sentence())
    if verdict.header.game != name:
        raise EmberlogError(f"this is a game of {verdict.header.game}")
    if not verdict.seeded or not verdict.checked:
        raise EmberlogError("a golden game has a seed, and a check at every step")
    if not data.endswith(b"\n") or data.count(b"\n") != len(recorded.steps) + 2 or b"\r" in data:
        raise EmberlogError("a golden log has a line per step, and nothing else")
    assert verdict.id is not None
    return verdict.id


def golden_files(game: str, names: Sequence[str] = ()) -> list[Path]:
    """The golden logs of a game, or those with these names (`two-greedy`). Raises `NotThere`."""
    folder = root() / engine.load(game).name / FOLDER
    every = sorted(folder.glob("*.jsonl"))
    if not names:
        return every
    known = {path.name: path for path in every} | {path.stem: path for path in every}
    for name in names:
        if name not in known:
            raise NotThere(folder / name, "there is no such golden log")
    chosen = {known[name] for name in names}
    return [path for path in every if path in chosen]


# --- recording again ---


def blessed(paths: Sequence[Path], progress: Progress | None = None) -> list[Blessed]:
    """Record golden games again: same seed, same choices where they are legal. Nothing is written.

    Raises `EmberlogError` when one of them cannot be.
    """
    found = []
    for done, path in enumerate(paths, 1):
        game = path.parent.parent.name
        try:
            found.append(_blessed(path, game))
        except EmberlogError as error:
            what = error.what if isinstance(error, FileTrouble) else str(error)
            raise EmberlogError(f"{game}/{path.name}: {what}; nothing was written") from None
        if progress is not None:
            progress(done, len(paths))
    return found


def _blessed(path: Path, name: str) -> Blessed:
    before = _read(path)
    recorded = _only_game(before)
    try:
        header: dict[str, Any] = msgspec.json.decode(recorded.header)
        steps = [msgspec.json.decode(line) for line in recorded.steps]
        agents = [str(seat.get("agent") or "random") for seat in header["seats"]]
    except (msgspec.DecodeError, KeyError, AttributeError, TypeError) as error:
        raise EmberlogError(f"this does not read: {error}") from None
    if header.get("game") != name:
        raise EmberlogError(f"this is a game of {header.get('game')}")
    if not isinstance(header.get("seed"), str):
        raise EmberlogError("without a seed it cannot be played again")
    game = engine.load(name)
    header["rules"] = game.rules
    taken = _Taken(recorded, msgspec.json.encode(header))
    try:
        done = follow(game, header, steps, taken.visit)
    except EmberlogError:
        raise
    except Exception as error:  # noqa: BLE001 (rules under work may raise anything)
        raise EmberlogError(f"step {len(taken.lines) - 1}: {type(error).__name__}: {error}") from None
    if done.outcome is None:
        raise EmberlogError(f"played again it does not end ({done.stop or f'{done.steps:,} steps'})")
    end = End(done.outcome, done.steps, digest(taken.state), game_id(taken.content))
    after = b"\n".join([*taken.lines, line_of_end(end), b""])
    verdict = engine.replayer().replay(_only_game(after))
    if verdict.status != "fine":
        raise EmberlogError(f"played again it does not replay: {verdict.sentence()}")
    endings = (_plain_end(recorded.end), msgspec.to_builtins(end))
    first = taken.first_changed
    if first is None and len(recorded.steps) != done.steps:
        first = min(len(recorded.steps), done.steps) - 1
    return Blessed(
        path, name, before, after, first, taken.action, taken.seat, taken.last_rule, done, agents, endings
    )


class _Taken:
    """Writes the log of a game that is played again, and finds the first step that reads otherwise."""

    def __init__(self, recorded: Recorded, header: bytes) -> None:
        self.recorded = recorded
        self.lines = [header]
        self.content = bytearray(content_of_header(header))
        self.state: Any = None
        self.first_changed: int | None = None
        self.action: dict[str, Any] | None = None
        self.seat: int | None = None
        self.last_rule: str | None = None
        """The rule that spoke last in the steps before the first change; of steps that the record lacks none count."""

    def visit(self, move: Move, state: Any, table: Table) -> None:
        self.state = state
        line = line_of_step(Step(move.n, move.seat, move.action, table.drawn or None, check(state)))
        self.lines.append(line)
        self.content += content_of_step(line)
        steps = self.recorded.steps
        if self.first_changed is not None or move.n >= len(steps):
            return
        if steps[move.n] != line:
            self.first_changed, self.seat = move.n, move.seat
            self.action = msgspec.to_builtins(move.action)
        elif table.told:
            self.last_rule = table.told[-1][0]


def write(found: Sequence[Blessed]) -> None:
    """Write what changed: all files beside the old ones first, then each in its place. Raises `FileTrouble`."""
    changed = [item for item in found if item.is_changed]
    beside = [item.path.with_name(f".{item.path.name}.part") for item in changed]
    path = Path()
    try:
        for item, path in zip(changed, beside, strict=True):
            path.write_bytes(item.after)
        for item, path in zip(changed, beside, strict=True):
            os.replace(path, item.path)
    except OSError as error:
        raise FileTrouble(path, f"cannot be written: {error.strerror}") from None
    finally:
        for path in beside:
            path.unlink(missing_ok=True)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise FileTrouble(path, f"cannot be read: {error.strerror}") from None


def _only_game(data: bytes) -> Recorded:
    items = list(recorded_games(data.split(b"\n")))
    if len(items) != 1:
        raise EmberlogError(f"a golden log holds one game, this holds {len(items)}")
    (item,) = items
    if isinstance(item, Broken):
        raise EmberlogError(f"line {item.line}: {item.what}")
    if item.broken is not None:
        raise EmberlogError(f"line {item.broken.line}: {item.broken.what}")
    return item


def _plain_end(line: bytes | None) -> dict[str, Any]:
    """The end line as it stands, as far as it reads."""
    try:
        found = msgspec.json.decode(line or b"{}")
    except msgspec.DecodeError:
        return {}
    is_end = isinstance(found, dict) and isinstance(found.get("end"), dict)
    return found if is_end else {}


def refuse_in_ci() -> None:
    """Golden logs are blessed by a person who reads the difference. Raises `BadOption` while CI is set."""
    if os.environ.get("CI"):
        raise BadOption(
            "bless is for a person who reads the difference: refused while CI is set (see --dry-run)"
        )
