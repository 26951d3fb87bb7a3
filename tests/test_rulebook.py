"""Every rule of every game is exercised, or says why it cannot be; and the count can fail."""

from collections import Counter

import pytest

import engine
from engine.core.rulebook import coverage, rules, strangers
from engine.core.scenario import parse

DOCUMENT = """# A game

## 1. Setup

- XX-1.1 Shuffle. [seed]
- XX-1.2 Deal five cards, then (see XX-1.1) look. [ruling: because]
not a rule
## 2. Play
- XX-2.1 Play one card.
"""


@pytest.mark.parametrize("name", engine.games())
def test_every_rule_is_covered(name: str) -> None:
    events: Counter[str] = Counter()
    verdicts = engine.count_events((game for _, game in engine.golden_games(name)), events)
    assert verdicts
    assert all(verdict.status == "fine" for verdict in verdicts)
    rows = engine.rule_coverage(name, events)
    assert len(rows) > 100
    assert [row.id for row in rows if not row.is_covered] == []


@pytest.mark.parametrize("name", engine.games())
def test_prose_is_prose(name: str) -> None:
    """A reason stands only where nothing else does, and every id in the list exists."""
    texts, prose = engine.rule_texts(name), engine.prose(name)
    assert strangers(texts, prose) == []
    cited = {
        rule
        for text in engine.texts(name, "scenarios", ".txt").values()
        for s in parse(text)
        for rule in s.cites
    }
    assert sorted(set(prose) & cited) == []


def test_a_document_is_read() -> None:
    found = rules(DOCUMENT)
    assert list(found) == ["XX-1.1", "XX-1.2", "XX-2.1"]
    assert found["XX-1.2"].text == "Deal five cards, then (see XX-1.1) look."
    assert found["XX-1.2"].source == "ruling: because"
    assert found["XX-2.1"].chapter == "2. Play"


def test_the_count_can_fail() -> None:
    found = rules(DOCUMENT)
    scenarios = parse("# XX-1.1  Shuffled.\ngame living_forest players=2\n\nacts\n----\np1 p2\n")
    rows = {row.id: row for row in coverage(found, scenarios, {"XX-1.2": 3}, {})}
    assert rows["XX-1.1"].scenarios == 1
    assert rows["XX-1.2"].events == 3
    assert not rows["XX-2.1"].is_covered
    assert coverage(found, [], {}, {"XX-2.1": "prose"})[2].is_covered
    assert strangers(found, ["XX-9.9", "XX-1.1"]) == ["XX-9.9"]
