"""What `emberlog verify` tells of many games: counts, rules, JSON, JUnit and Markdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Any

import engine
from engine.core.rulebook import RuleText
from ingest.ledger import GameVerdict
from ingest.reports import (
    Tally,
    counted,
    junit,
    markdown_table,
    path_text,
    verdict_cases,
    verdict_json,
    verdict_line,
)
from ingest.scenarios import chosen_rules
from ingest.verifying import FileVerdicts

MARKDOWN_ROWS = 200
"""So many games at most are told one by one in a Markdown summary."""


def touching(words: Sequence[str]) -> frozenset[str]:
    """The rules of all games that are meant by ids or their beginnings. Raises `BadOption`."""
    every: dict[str, RuleText] = {}
    for name in engine.games():
        every |= engine.rule_texts(name)
    return frozenset(rule.id for rule in chosen_rules(every, words)) if words else frozenset()


class VerifyReport:
    """Gathers file after file. `keep`: also what JSON and JUnit need, which grows with the number of games.

    With `only` good games in which none of these rules spoke are left out; what is not good stays, for it is
    not known what it would have touched.
    """

    def __init__(self, *, keep: bool = False, only: Collection[str] = ()) -> None:
        self.tally = Tally()
        self.keep = keep
        self.only = frozenset(only)
        self.left_out = 0
        self.kept: list[FileVerdicts] = []
        self.events: Counter[str] = Counter()
        self.touched: Counter[str] = Counter()
        self._lines: list[tuple[str, int | None, str, str]] = []
        self._more = 0

    def add(self, file: FileVerdicts, *, tell_good: bool = True) -> Iterator[str]:
        """Take in the games of a file; yields a line for each that is not good, and for good ones that are touched
        by one of `only`, if they are to be told."""
        games = [game for game in file.games if self._is_meant(game)]
        self.left_out += len(file.games) - len(games)
        file = FileVerdicts(file.path, games)
        self.tally.add(file)
        if self.keep:
            self.kept.append(file)
        for game in games:
            counts = game.rules or {}
            self.events.update(counts)
            self.touched.update(counts.keys())
            verdict = game.verdict
            if not verdict.is_good:
                self._note(file, game)
                yield verdict_line(file.path, verdict)
            elif self.only and tell_good:
                spoke = ", ".join(f"{rule} {counts[rule]}" for rule in counts if rule in self.only)
                yield f"{verdict_line(file.path, verdict)}; {spoke}"

    def _is_meant(self, game: GameVerdict) -> bool:
        return not self.only or not game.verdict.is_good or not self.only.isdisjoint(game.rules or ())

    def _note(self, file: FileVerdicts, game: GameVerdict) -> None:
        if len(self._lines) == MARKDOWN_ROWS:
            self._more += 1
            return
        verdict = game.verdict
        place = f"{path_text(file.path)}:{verdict.line}" if verdict.line else path_text(file.path)
        text = verdict.sentence().removeprefix(f"line {verdict.line}: ")
        self._lines.append((place, verdict.step, verdict.status, text))

    def summary(self) -> str:
        """`checked 12 games: 11 fine, 1 diverged`."""
        left = (
            f"; left out {counted(self.left_out, 'game')} in which no such rule spoke"
            if self.left_out
            else ""
        )
        return self.tally.summary() + left

    def rules(self) -> list[tuple[str, int, int, str]]:
        """Rule, events, games and text of every rule that spoke, in the order of the documents."""
        rows = []
        for name in engine.games():
            for rule in engine.rule_texts(name).values():
                if self.touched[rule.id] and (not self.only or rule.id in self.only):
                    rows.append((rule.id, self.events[rule.id], self.touched[rule.id], rule.text))
        return rows

    def json(self, *, with_rules: bool) -> dict[str, Any]:
        """The whole of it, one entry per game."""
        counts = self.tally.counts
        found: dict[str, Any] = {"checked": counts.total(), "counts": dict(sorted(counts.items()))}
        if with_rules:
            found["rules"] = [
                {"rule": rule, "events": events, "games": games} for rule, events, games, _ in self.rules()
            ]
        found["games"] = [verdict_json(file.path, game) for file in self.kept for game in file.games]
        return found

    def junit(self) -> bytes:
        return junit("verify", verdict_cases(self.kept))

    def markdown(self, *, with_rules: bool) -> str:
        """A summary for a reviewer: counts, what is not fine, and the rules if they were counted."""
        lines = ["## Replay under today's rules", "", self.summary()]
        if self._lines:
            lines += ["", *markdown_table(["Where", "Step", "Status", "What"], self._lines)]
        if self._more:
            lines += ["", f"and {self._more:,} more"]
        if with_rules:
            columns = ["Rule", "Events", "Games", "Text"]
            lines += ["", "### Rules that spoke", "", *markdown_table(columns, self.rules())]
        return "\n".join(lines) + "\n"
