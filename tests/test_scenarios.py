"""The rules as examples, and the runner that must be able to fail."""

import pytest

import engine
from engine.core.errors import ScenarioError
from engine.core.scenario import accept_text, parse, run_text

FILES = [
    pytest.param(text, id=f"{game}/{name}")
    for game in engine.games()
    for name, text in engine.texts(game, "scenarios", ".txt").items()
]


def test_every_game_has_scenarios() -> None:
    for game in engine.games():
        assert engine.texts(game, "scenarios", ".txt"), f"{game} has no scenarios"


@pytest.mark.parametrize("text", FILES)
def test_scenarios_hold(text: str) -> None:
    results = run_text(text, engine.load)
    assert results
    failures = [f"{result.title}: {failure}" for result in results for failure in result.failures]
    assert not failures, "\n".join(failures)


@pytest.mark.parametrize("text", FILES)
def test_scenarios_cite_rules_that_exist(text: str) -> None:
    for scenario in parse(text):
        known = engine.rule_texts(scenario.game)
        assert scenario.cites, f"line {scenario.line} cites no rule"
        assert scenario.cites <= set(known), sorted(scenario.cites - set(known))
        assert any(record.verb != "given" for record in scenario.records), (
            f"line {scenario.line} claims nothing"
        )


GOOD = """# LF-6.6  No more than the water.

game living_forest players=2

given
phase = "action"
turn.actions_left = 2
onibi = [2, 3, 4]
players.0.line = ["goldfish", "hummingbird"]

refused p1 take_fire value=4
----
LF-6.6

do p1 take_fire value=3
----
onibi = [2, 4]
players.0.onibi = [3]
turn.actions_left = 1
turn.kinds = ["extinguish"]
told LF-6.7 fire_taken p1 value=3

acts
----
p1

view p2
----
players.0.deck = {"hidden": 14}

outcome
----
none
"""


def failures(text: str) -> list[str]:
    return [failure for result in run_text(text, engine.load) for failure in result.failures]


def test_a_good_scenario_passes() -> None:
    assert failures(GOOD) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("LF-6.6\n\ndo", "LF-6.7\n\ndo"),
        ("onibi = [2, 4]\n", "onibi = [2, 3]\n"),
        ("onibi = [2, 4]\n", ""),
        ("players.0.onibi = [3]\n", "players.0.onibi = [3]\nfragments = 19\n"),
        ("value=3\n\nacts", "value=2\n\nacts"),
        ("fire_taken p1", "fire_taken p2"),
        ("told LF-6.7", "told LF-6.8"),
        ("acts\n----\np1", "acts\n----\np2"),
        ('{"hidden": 14}', '{"hidden": 13}'),
        ("outcome\n----\nnone", "outcome\n----\nwinners = [0]"),
    ],
)
def test_each_wrong_claim_fails(old: str, new: str) -> None:
    assert old in GOOD
    assert failures(GOOD.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("players=2", "players=7", "do not fit"),
        ("phase = ", "fase = ", "no place 'fase'"),
        ('"goldfish"', '"gold"', "no name"),
        ("do p1", "do px", "no actor"),
        ("do p1 take_fire value=3", "do p1 take_fires value=3", "no action"),
        ("do p1 take_fire value=3", "do p1 take_fire", "has the fields"),
        ("do p1 take_fire value=3", "do p1 take_fire value=4", "refuse this: LF-6.6"),
    ],
)
def test_a_slip_is_named_with_its_line(old: str, new: str, what: str) -> None:
    found = failures(GOOD.replace(old, new, 1))
    assert any(what in failure and failure.startswith("line ") for failure in found), found


def test_a_file_that_does_not_read_is_named_with_its_line() -> None:
    with pytest.raises(ScenarioError, match="line 3: 'does' is no record"):
        parse("game living_forest players=2\n\ndoes p1 draw\n")
    with pytest.raises(ScenarioError, match="line 1: a scenario begins"):
        parse("do p1 draw\n")


def test_accepting_writes_what_happens_and_then_holds() -> None:
    spoilt = GOOD.replace("onibi = [2, 4]\n", "onibi = [9]\n").replace("p1\n\nview", "p4\n\nview")
    accepted = accept_text(spoilt, engine.load)
    assert failures(accepted) == []
    assert "onibi = [2, 4]" in accepted
    assert accept_text(accepted, engine.load) == accepted
