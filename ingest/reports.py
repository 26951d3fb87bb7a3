"""What commands tell, as text and plain data: verdicts, JUnit, what is in log files.

No terminal here: `cli.py` lays these out and colours them. Whatever comes from a log or a file name goes
through `visible` before a person sees it, so that no name can move a cursor or hide a line.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import ROUND_HALF_UP, Context, Decimal
from math import isfinite
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args, get_origin
from xml.etree import ElementTree

import msgspec

import engine
from engine.core.errors import EmberlogError
from engine.core.game import Game
from engine.core.log import Broken, read_end, read_header
from engine.core.replay import Verdict
from ingest.files import contents
from ingest.ledger import GameVerdict
from ingest.verifying import FileVerdicts

STATUSES = {"fine": "fine", "unfinished": "unfinished", "diverged": "diverged", "bad": "no whole log",
            "cannot_replay": "not replayable"}  # fmt: skip


def visible(text: str) -> str:
    """The text with everything that does not print (line ends, escapes, lone surrogates) spelled out."""
    if text.isprintable():
        return text
    return "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape", "surrogatepass").decode()
        for sign in text
    )


def visible_lines(text: str) -> str:
    """Several lines, each `visible`."""
    return "\n".join(map(visible, text.split("\n")))


def path_text(path: Path) -> str:
    """A path as a person may see it, whatever bytes its name has."""
    if str(path) == "-":
        return "standard input"
    return visible(os.fsencode(path).decode("utf-8", "backslashreplace"))


# --- verdicts ---


def verdict_line(path: Path, verdict: Verdict) -> str:
    """`FILE:LINE: step N: ...`, as editors find it; without the line where the whole file is meant."""
    text = verdict.sentence().removeprefix(f"line {verdict.line}: ")
    place = f"{path_text(path)}:{verdict.line}" if verdict.line else path_text(path)
    return f"{place}: {visible(text)}"


def counted(number: int, thing: str) -> str:
    """`1 game`, `2 games`, `1,000 games`."""
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


def three_places(value: float) -> str:
    """A number as tables show it: halves go up, as browsers round, not to the even digit, as Python does."""
    if not isfinite(value):
        return str(value)
    return str(Decimal(value).quantize(Decimal("0.001"), ROUND_HALF_UP, Context(prec=400)))


class Tally:
    """Counts verdicts and keeps none of them."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.unchecked = 0
        """Good games without a check at every step."""

    def add(self, file: FileVerdicts) -> None:
        self.counts.update(verdict.status for verdict in file.verdicts)
        self.unchecked += sum(verdict.is_good and not verdict.checked for verdict in file.verdicts)

    def summary(self) -> str:
        """`checked 12 games: 11 fine, 1 diverged`."""
        parts = ", ".join(
            f"{self.counts[status]:,} {word}" for status, word in STATUSES.items() if self.counts[status]
        )
        text = f"checked {counted(self.counts.total(), 'game')}" + (f": {parts}" if parts else "")
        loose = counted(self.unchecked, "game")
        return f"{text} ({loose} without a check at every step)" if self.unchecked else text


def verdict_code(counts: Mapping[str, int]) -> int:
    """The exit code, the worst first: 1 differences, 5 damaged, 3 not replayable; 4 for nothing at all."""
    for status, code in (("diverged", 1), ("bad", 5), ("cannot_replay", 3)):
        if counts.get(status):
            return code
    return 0 if sum(counts.values()) else 4


def verdict_json(path: Path, game: GameVerdict) -> dict[str, Any]:
    """One game of `verify --json`; with the events of each rule where they were counted."""
    verdict = game.verdict
    fields: dict[str, Any] = {
        "file": path_text(path),
        "line": verdict.line,
        "status": verdict.status,
        "game": verdict.header.game if verdict.header else None,
        "id": verdict.id,
        "steps": verdict.steps,
        "step": verdict.step,
        "seat": verdict.seat,
        "action": verdict.action,
        "rule": verdict.rule,
        "what": verdict.what or None,
        "legal": msgspec.to_builtins(verdict.legal),
        "differences": [
            {"place": place, "log": found, "rules": expected}
            for place, found, expected in verdict.differences
        ],
    }
    return fields if game.rules is None else fields | {"rules": game.rules}


class Case(NamedTuple):
    """One test case of a JUnit report. `error`: it could not be tried at all."""

    name: str
    path: Path
    line: int
    failure: str | None
    kind: str = "failed"
    error: bool = False


def junit(suite: str, cases: Iterable[Case]) -> bytes:
    """A JUnit report. It holds no times: two runs over the same logs write the same bytes."""
    top = ElementTree.Element("testsuite", name=suite)
    counts = dict.fromkeys(("tests", "failures", "errors", "skipped"), 0)
    for case in cases:
        counts["tests"] += 1
        element = ElementTree.SubElement(
            top,
            "testcase",
            classname=suite,
            name=_xml(case.name),
            file=path_text(case.path),
            line=str(case.line),
        )
        if case.failure is not None:
            counts["errors" if case.error else "failures"] += 1
            tag = "error" if case.error else "failure"
            what = _xml(case.failure)
            ElementTree.SubElement(element, tag, type=case.kind, message=what.split("\n")[0]).text = what
    for name, count in counts.items():
        top.set(name, str(count))
    ElementTree.indent(top)
    text: str = ElementTree.tostring(top, encoding="unicode")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'.encode()


def _xml(text: str) -> str:
    """Control characters and lone surrogates have no place in XML, not even escaped."""
    return visible_lines(text)


def verdict_cases(found: Iterable[FileVerdicts]) -> Iterable[Case]:
    """The cases of `verify --junit`: one per game. What diverged failed; what does not read is an error."""
    for file in found:
        for number, verdict in enumerate(file.verdicts, 1):
            name = f"{path_text(file.path)} game {number}"
            failure = None if verdict.is_good else verdict_line(file.path, verdict)
            yield Case(name, file.path, verdict.line, failure, verdict.status, verdict.status != "diverged")


# --- Markdown ---

_MARKS = re.compile(r"([\\`*_{}\[\]()<>#+!|~$&])")


def markdown(text: str) -> str:
    """A text inside of Markdown, shown literally whatever signs it holds, on one line."""
    return _MARKS.sub(r"\\\1", visible(text))


def markdown_table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    """The lines of a table; numbers with thousands separated, None as nothing."""
    lines = [f"| {' | '.join(columns)} |", f"|{' --- |' * len(columns)}"]
    return lines + [f"| {' | '.join(map(_markdown_cell, row))} |" for row in rows]


def _markdown_cell(value: object) -> str:
    if value is None:
        return ""
    return f"{value:,}" if isinstance(value, int) else markdown(str(value))


# --- what is there ---


def game_facts(game: Game[Any]) -> dict[str, Any]:
    """A game as `emberlog info` tells of it: rules, options with their choices, agents."""
    options = {}
    for field in msgspec.structs.fields(game.options):
        choices = [choice for kind in (field.type, *get_args(field.type)) for choice in _choices(kind)]
        default = None if field.default is msgspec.NODEFAULT else field.default
        name = getattr(field.type, "__name__", str(field.type))
        options[field.name] = {"default": default, "choices": choices, "type": name}
    return {
        "game": game.name,
        "rules": game.rules,
        "cooperative": game.cooperative,
        "options": options,
        "agents": list(engine.agent_names(game)),
    }


def _choices(kind: Any) -> list[Any]:
    if kind is bool:
        return [False, True]
    return list(get_args(kind)) if get_origin(kind) is Literal else []


def log_facts(path: Path) -> Iterator[dict[str, Any]]:
    """One row per game of a file, without replaying; `trouble` says what does not read."""
    for name, item in contents(path):
        row: dict[str, Any] = dict.fromkeys(
            ("game", "rules", "seats", "seed", "steps", "ended", "id", "trouble")
        )
        row |= {"file": path_text(name), "line": item.line if isinstance(item, Broken) else item.first}
        if isinstance(item, Broken):
            yield row | {"trouble": item.what}
            continue
        row["steps"] = len(item.steps)
        try:
            header = read_header(item.header, item.first)
            row |= {"game": header.game, "rules": header.rules, "seed": header.seed}
            row["seats"] = ", ".join(visible(seat.name) for seat in header.seats)
            end = None if item.end is None else read_end(item.end, item.end_line)
            row |= {"ended": "unfinished" if end is None else end.end.reason, "id": end and end.id}
        except EmberlogError as error:
            row["trouble"] = str(error)
        if item.broken is not None:
            row["trouble"] = item.broken.what
        yield row
