"""The rules as examples, and the runner that must be able to fail."""

import re

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
        ("told LF-6.7 fire_taken p1 value=3", "not told LF-6.7"),
        ("told LF-6.7 fire_taken p1 value=3", "not told fire_taken"),
        ("told LF-6.7 fire_taken p1 value=3", "not told fire_taken p1"),
        ("told LF-6.7 fire_taken p1 value=3", "not told LF-6.7 p1"),
        ("told LF-6.7 fire_taken p1 value=3", "not told LF-6.7 fire_taken p1 value=3"),
        ("value=3\n\nacts", "value=3\nnot told LF-6.7 fire_taken\n\nacts"),  # behind what it denies
        ("told LF-6.7", "not told LF-6.7 fire_taken\ntold LF-6.7"),  # and before it
    ],
)
def test_each_wrong_claim_fails(old: str, new: str) -> None:
    assert old in GOOD
    assert failures(GOOD.replace(old, new))


@pytest.mark.parametrize(
    "absent",
    [
        "LF-6.8", "card_bought", "fire_taken p2", "LF-6.7 card_bought", "LF-6.7 p2", "LF-6.7 table fire_taken", "LF-6.7 fire_taken value=4",
        "LF-6.7 fire_taken p1 value=3 cost=3", "LF-6.7 fire_taken p2 value=3",
    ],
)  # fmt: skip
def test_an_event_that_differs_in_any_word_is_absent(absent: str) -> None:
    text = GOOD.replace("told LF-6.7", f"not told {absent}\ntold LF-6.7")
    assert failures(text) == []
    accepted = accept_text(text, engine.load)
    assert set(text.split("\n")) <= set(accepted.split("\n"))
    assert accept_text(accepted, engine.load) == accepted


def test_what_is_told_after_all_is_said() -> None:
    (failure,) = failures(GOOD.replace("told LF-6.7 fire_taken p1 value=3", "not told LF-6.7 p1"))
    assert failure == "line 21: told after all: told LF-6.7 fire_taken p1 value=3"


def test_an_absent_event_cites_no_rule() -> None:
    (scenario,) = parse(GOOD.replace("told LF-6.7", "not told LF-10.1\ntold LF-6.7"))
    assert scenario.cites == {"LF-6.6", "LF-6.7"}


def test_accepting_takes_away_a_denial_that_is_wrong() -> None:
    wrong = GOOD.replace("told LF-6.7", "not told LF-6.7\nnot told LF-6.8\ntold LF-6.7")
    accepted = accept_text(wrong, engine.load)
    assert "not told LF-6.7" not in accepted
    assert "not told LF-6.8" in accepted
    assert failures(accepted) == []


def denials(game: str) -> list[str]:
    """Every `not told` line of a game's scenarios."""
    return [line for text in engine.texts(game, "scenarios", ".txt").values() for line in text.split("\n")
            if line.startswith("not told ")]  # fmt: skip


@pytest.mark.parametrize("game", engine.games())
def test_what_is_denied_here_happens_elsewhere(game: str) -> None:
    """Same rule and kind, with facts of these names: else a slip of the pen would be true of every game."""
    happened = [
        {word.split("=")[0] for word in line.split()}
        for text in engine.texts(game, "scenarios", ".txt").values()
        for line in accept_text(text, engine.load).split("\n")
        if line.startswith("told ")
    ]
    for line in denials(game):
        words = {word.split("=")[0] for word in line.split()[2:] if not re.fullmatch("p[1-9]|table", word)}
        assert any(words <= told for told in happened), line


def test_every_game_denies_something() -> None:
    assert all(denials(game) for game in engine.games())


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("told LF-6.7 ", "told ", "line 21: a `told` line names the rule"),
        ("told LF-6.7 fire_taken", "not told", "line 21: a `not told` line names a rule, or the kind"),
        ("told LF-6.7", "not told LF-6.7 card_bought", "line 21: an event has one rule, one kind"),
        ("told LF-6.7", "not told LF-6.7 p2", "at most one actor: not 'LF-6.7 p2 fire_taken p1 value=3'"),
        ("told LF-6.7 fire_taken p1 value=3", "not told LF-6.8 value=x", "line 21: 'x' is no JSON"),
        ("told LF-6.7 fire_taken p1 value=3", "not told", "line 21: this reads `place = value`"),
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
