"""Files of scenarios, rules by id, and how much of a rule document is exercised."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path

import msgspec

import engine
from engine.core.errors import BadOption, EmberlogError, ScenarioError
from engine.core.log import Broken
from engine.core.replay import verdict_on
from engine.core.rulebook import Coverage, RuleText, strangers
from engine.core.scenario import accept_text, parse, run_text
from ingest.files import FileTrouble, NotThere, contents
from ingest.reports import path_text, verdict_line, visible


class Ran(msgspec.Struct, frozen=True):
    """What came of one scenario; `failure` is one line or more, each `FILE:LINE: ...`, or None."""

    title: str
    path: Path
    line: int
    failure: str | None


def scenario_files(words: Sequence[str]) -> list[Path]:
    """The files meant by names of games, files and folders; without words those of every game.

    Raises `NotThere` for a word that is none of these.
    """
    found: dict[Path, None] = {}
    for word in words or engine.games():
        path = Path(word)
        if word in engine.games():
            path = Path(str(files("engine"))) / word / "scenarios"
        if path.is_dir():
            found.update(dict.fromkeys(sorted(path.rglob("*.txt"))))
        elif path.exists():
            found[path] = None
        else:
            raise NotThere(path, "there is no such game, file or folder")
    return list(found)


def run_file(path: Path) -> Iterator[Ran]:
    """Run every scenario of a file. One that does not read is one failure."""
    try:
        results = run_text(_text(path), engine.load)
    except ScenarioError as error:
        yield Ran(path_text(path), path, error.line, f"{path_text(path)}:{error.line}: {visible(error.what)}")
        return
    except EmberlogError as error:
        what = error.what if isinstance(error, FileTrouble) else str(error)
        yield Ran(path_text(path), path, 0, f"{path_text(path)}: {visible(what)}")
        return
    for result in results:
        lines = [f"{path_text(path)}:{_at(text, result.line)}" for text in result.failures]
        yield Ran(result.title, path, result.line, "\n".join(lines) if lines else None)


def _at(failure: str, line: int) -> str:
    """`line 12: what` as `12: what`."""
    number, colon, what = failure.removeprefix("line ").partition(": ")
    return f"{number}: {visible(what)}" if colon and number.isdigit() else f"{line}: {visible(failure)}"


def accept_file(path: Path) -> bool:
    """Rewrite what stands below the bars from what happens now; was there anything to change?"""
    before = _text(path)
    after = accept_text(before, engine.load)
    if after == before:
        return False
    try:
        path.write_bytes(after.encode())
    except OSError as error:
        raise FileTrouble(path, f"cannot be written: {error.strerror}") from None
    return True


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode()
    except OSError as error:
        raise FileTrouble(path, f"cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise FileTrouble(path, "this is no UTF-8 text") from None


def chosen_rules(texts: Mapping[str, RuleText], ids: Sequence[str]) -> list[RuleText]:
    """The rules with these ids, or that lie below them (`LF-6`); without ids all. Raises `BadOption`."""
    chosen: dict[str, RuleText] = {} if ids else dict(texts)
    for word in ids:
        stem = word.upper().rstrip(".")
        below = [rule for rule in texts if rule.upper() == stem or rule.upper().startswith(f"{stem}.")]
        if not below:
            near = difflib.get_close_matches(stem, list(texts), 3)
            hint = f"; there are {', '.join(near)}" if near else ""
            raise BadOption(f"there is no rule {word!r}{hint}")
        chosen.update((rule, texts[rule]) for rule in below)
    return list(chosen.values())


class CoverageReport(msgspec.Struct, frozen=True):
    """Every rule of a game with what exercises it, and what is wrong, in sentences."""

    rules: list[Coverage]
    troubles: list[str]


def rule_coverage(name: str, logs: Iterable[Path]) -> CoverageReport:
    """Scenarios that cite a rule, and events that carry its id in the golden logs and in `logs`."""
    troubles: list[str] = []
    events: Counter[str] = Counter()
    for file, game in engine.golden_games(name):
        (verdict,) = engine.count_events([game], events)
        if not verdict.is_good:
            troubles.append(verdict_line(Path(file), verdict))
    for path in logs:
        troubles += _count(name, path, events)
    rows = engine.rule_coverage(name, events)
    cited = {
        rule
        for text in engine.texts(name, "scenarios", ".txt").values()
        for s in parse(text)
        for rule in s.cites
    }
    unknown = strangers(engine.rule_texts(name), [*cited, *events, *engine.prose(name)])
    troubles += [f"{rule} is cited, but is no rule" for rule in unknown]
    troubles += [f"{row.id} has no scenario and no event" for row in rows if not row.is_covered]
    return CoverageReport(rows, troubles)


def _count(name: str, path: Path, events: Counter[str]) -> Iterator[str]:
    """Count the rules that spoke in the games of this name; others are passed over. Yields what is wrong."""
    for place, item in contents(path):
        counts: Counter[str] = Counter()
        verdict = verdict_on(item) if isinstance(item, Broken) else engine.count_events([item], counts)[0]
        if verdict.header is None or verdict.header.game == name:
            events.update(counts)
            if not verdict.is_good:
                yield verdict_line(place, verdict)
