"""Recorded games must replay unchanged, and the checker must be able to go red.

Every corruption is made on every golden log, and must be found at the very step.
"""

import json
from collections.abc import Iterator
from typing import Any

import pytest

import engine
from engine.core import codec
from engine.core.log import (
    Broken,
    Recorded,
    Step,
    content_of_header,
    content_of_step,
    game_id,
    line_of_step,
    recorded_games,
)
from engine.core.replay import Verdict
from engine.core.table import Table

GOLDEN = [
    pytest.param(text, id=f"{game}/{name}")
    for game in engine.games()
    for name, text in engine.texts(game, "golden", ".jsonl").items()
]
per_golden = pytest.mark.parametrize("text", GOLDEN)


def games_in(text: str) -> list[Recorded]:
    found = list(recorded_games(text.encode().split(b"\n")))
    assert all(isinstance(game, Recorded) for game in found)
    return [game for game in found if isinstance(game, Recorded)]


def verify(lines: list[str]) -> Verdict:
    found = list(recorded_games([line.encode() for line in lines]))
    assert len(found) == 1
    assert not isinstance(found[0], Broken)
    return engine.replayer().replay(found[0])


def changed(line: str, **fields: Any) -> str:
    value = json.loads(line)
    value.update(fields)
    return json.dumps(value, ensure_ascii=False)


def places(lines: list[str]) -> list[int]:
    """Steps to corrupt: the first after setup, some in the middle, the last. Line n + 1 holds step n."""
    last = len(lines) - 3
    return sorted({1, 2, last // 3, last // 2, last - 1, last})


def first_shuffle(lines: list[str]) -> tuple[int, list[Any], int]:
    """The first step with a long shuffle of named cards, its chance, and the place of the shuffle in it. Another
    seed cannot agree."""
    for line in lines[1:-1]:
        step = json.loads(line)
        for place, (_label, outcome) in enumerate(step.get("chance", [])):
            if len(outcome) > 10 and all(isinstance(word, str) for word in outcome):
                return step["n"], step["chance"], place
    raise AssertionError("this log shuffles nothing")


def test_every_game_has_golden_logs_for_every_player_count() -> None:
    for name in engine.games():
        seats = {
            len(json.loads(game.header)["seats"])
            for text in engine.texts(name, "golden", ".jsonl").values()
            for game in games_in(text)
        }
        for options in engine.load(name).configurations():
            assert options.players in seats, f"{name} has no golden log for {options.players} players"


@per_golden
def test_golden_logs_replay_unchanged(text: str) -> None:
    games = games_in(text)
    assert games
    for game in games:
        verdict = engine.replayer().replay(game)
        assert verdict.status == "fine", verdict.sentence()
        assert verdict.checked
        assert verdict.seeded


@per_golden
def test_a_listener_changes_nothing(text: str) -> None:
    (game,) = games_in(text)
    steps = []
    verdict = engine.replayer().replay(game, lambda step, state, table: steps.append(step.n))
    assert verdict.status == "fine"
    assert steps == list(range(verdict.steps))


@per_golden
def test_a_wrong_check_is_found_at_its_step(text: str) -> None:
    lines = text.splitlines()
    for n in [0, *places(lines)]:
        check = json.loads(lines[n + 1])["check"]
        other = f"{(int(check, 16) + 1) % 65536:04x}"
        verdict = verify([*lines[: n + 1], changed(lines[n + 1], check=other), *lines[n + 2 :]])
        assert (verdict.status, verdict.step, verdict.line) == ("diverged", n, n + 2)
        assert verdict.differences == [("check", other, check)]


@per_golden
def test_another_action_is_found_at_its_step(text: str) -> None:
    """Another legal action gives another state; an illegal one is refused. Both at that step.

    Where two choices come to the same state (to lose card A, then B; or B, then A), the id tells them apart; or
    the chance does, where the choice says what chance decides (to roll this die or that one).
    """
    lines = text.splitlines()
    legal_found = 0
    for n, others in alternatives(text):
        for action, same in others:
            verdict = verify([*lines[: n + 1], changed(lines[n + 1], action=action), *lines[n + 2 :]])
            if same:
                assert verdict.status == "diverged"
                [path] = [path for path, _, _ in verdict.differences]
                assert path == "id" or path.startswith("chance ")
                continue
            assert (verdict.status, verdict.step, verdict.line) == ("diverged", n, n + 2)
            legal_found += 1
        foreign = {"kind": "pass_tree"} if "living_forest" in lines[0] else {"kind": "setup"}
        if json.loads(lines[n + 1])["action"] != foreign:
            verdict = verify([*lines[: n + 1], changed(lines[n + 1], action=foreign), *lines[n + 2 :]])
            assert (verdict.status, verdict.step) == ("diverged", n)
    assert legal_found


def alternatives(text: str) -> Iterator[tuple[int, list[Any]]]:
    """Step and up to two other legal actions, for some steps with a choice, and whether they change nothing."""
    (game,) = games_in(text)
    rules = engine.load(json.loads(game.header)["game"])
    wanted = set(places(text.splitlines())) | set(range(5, len(game.steps), 40))
    found: list[tuple[int, list[Any]]] = []
    choices: dict[str, Any] = {}

    def listen(step: Step[Any], state: Any, table: Any) -> None:
        if step.n in wanted and "legal" in choices and choices["n"] == step.n:
            others = [action for action in choices["legal"] if action != step.action]
            data = codec.encode(state)
            found.append(
                (
                    step.n,
                    [(plain_action(other), data == result(choices, step, other)) for other in others[:2]],
                )
            )
        choices["n"] = step.n + 1
        choices["state"] = codec.encode(state)
        acting = rules.to_act(state)
        choices["legal"] = rules.legal(state, acting[0]) if acting else []

    def result(before: dict[str, Any], step: Step[Any], other: Any) -> bytes:
        """The encoded state after another choice with the same chance."""
        state = codec.decode(before["state"], rules.state)
        table = Table(json.loads(game.header)["seed"])
        rules.perform(state, step.seat, other, table)
        return codec.encode(state)

    engine.replayer().replay(game, listen)
    return iter(found)


def plain_action(action: Any) -> Any:
    return json.loads(line_of_step(Step(0, 0, action)))["action"]


@per_golden
def test_another_seat_is_found_at_its_step(text: str) -> None:
    lines = text.splitlines()
    for n in places(lines):
        seat = json.loads(lines[n + 1])["seat"]
        for other in (seat + 1, 99, -2):
            verdict = verify([*lines[: n + 1], changed(lines[n + 1], seat=other), *lines[n + 2 :]])
            assert (verdict.status, verdict.step, verdict.line) == ("diverged", n, n + 2)


@per_golden
def test_other_chance_is_found_at_its_step(text: str) -> None:
    lines = text.splitlines()
    spoilt = 0
    for n in range(len(lines) - 2):
        step = json.loads(lines[n + 1])
        for place, (label, outcome) in enumerate(step.get("chance", [])):
            for other in ([label, [*outcome[1:], outcome[0]]], [f"{label}x", outcome], [label, outcome[1:]]):
                if other == [label, outcome]:
                    continue
                chance = [*step["chance"][:place], other, *step["chance"][place + 1 :]]
                verdict = verify([*lines[: n + 1], changed(lines[n + 1], chance=chance), *lines[n + 2 :]])
                assert (verdict.status, verdict.step, verdict.line) == ("diverged", n, n + 2)
                spoilt += 1
            without = [*step["chance"][:place], *step["chance"][place + 1 :]]
            verdict = verify([*lines[: n + 1], changed(lines[n + 1], chance=without), *lines[n + 2 :]])
            assert (verdict.status, verdict.step) == ("diverged", n)
    assert spoilt


@per_golden
def test_chance_out_of_thin_air_is_found(text: str) -> None:
    lines = text.splitlines()
    n = next(n for n in range(1, len(lines) - 2) if "chance" not in json.loads(lines[n + 1]))
    verdict = verify([*lines[: n + 1], changed(lines[n + 1], chance=[["dice", [1]]]), *lines[n + 2 :]])
    assert (verdict.status, verdict.step) == ("diverged", n)


@per_golden
def test_an_unknown_card_or_action_cannot_be_replayed(text: str) -> None:
    lines = text.splitlines()
    n, chance, place = first_shuffle(lines)
    label, outcome = chance[place]
    chance[place] = [label, ["no_such_card", *outcome[1:]]]
    verdict = verify([*lines[: n + 1], changed(lines[n + 1], chance=chance), *lines[n + 2 :]])
    assert (verdict.status, verdict.step, verdict.line) == ("cannot_replay", n, n + 2)
    verdict = verify([*lines[:8], changed(lines[8], action={"kind": "no_such_action"}), *lines[9:]])
    assert (verdict.status, verdict.step, verdict.line) == ("cannot_replay", 7, 9)


@per_golden
@pytest.mark.parametrize("rules", [0, 2, 999])
def test_another_rules_number_cannot_be_replayed(text: str, rules: int) -> None:
    lines = text.splitlines()
    verdict = verify([changed(lines[0], rules=rules), *lines[1:]])
    assert (verdict.status, verdict.line) == ("cannot_replay", 1)


@per_golden
def test_another_header_is_found(text: str) -> None:
    """The seed moves the first shuffle, if no coin before it; a seat's name moves only the id."""
    lines = text.splitlines()
    n, _, _ = first_shuffle(lines)
    verdict = verify([changed(lines[0], seed="another"), *lines[1:]])
    assert verdict.status == "diverged"
    assert verdict.step in range(n + 1)
    assert "chance" in json.loads(lines[verdict.step + 1])
    seats = json.loads(lines[0])["seats"]
    verdict = verify([changed(lines[0], seats=[{**seats[0], "name": "someone"}, *seats[1:]]), *lines[1:]])
    assert verdict.status == "diverged"
    assert [path for path, _, _ in verdict.differences] == ["id"]
    verdict = verify(
        [changed(lines[0], meta={"source": "a friend", "played_at": "2026-01-01T00:00:00Z"}), *lines[1:]]
    )
    assert verdict.status == "fine"


@per_golden
def test_a_missing_or_doubled_step_is_found(text: str) -> None:
    lines = text.splitlines()
    for n in places(lines):
        verdict = verify([*lines[: n + 1], *lines[n + 2 :]])
        assert not verdict.is_good
        assert verdict.line == n + 2
        verdict = verify([*lines[: n + 2], lines[n + 1], *lines[n + 2 :]])
        assert (verdict.status, verdict.line) == ("bad", n + 3)


@per_golden
def test_the_end_line_is_compared(text: str) -> None:
    lines = text.splitlines()
    end = json.loads(lines[-1])
    for field, value in (("steps", end["steps"] + 1), ("hash", "0" * 32), ("id", "0" * 32)):
        verdict = verify([*lines[:-1], changed(lines[-1], **{field: value})])
        assert verdict.status == "diverged"
        assert [path for path, _, _ in verdict.differences] == [field]
    for part, value in (("winners", [9]), ("reason", "LF-0.0"), ("scores", [[0]])):
        verdict = verify([*lines[:-1], changed(lines[-1], end={**end["end"], part: value})])
        assert verdict.status == "diverged"
        assert [path for path, _, _ in verdict.differences] == [f"end.{part}"]


@per_golden
def test_without_its_end_line_a_game_is_unfinished(text: str) -> None:
    lines = text.splitlines()
    verdict = verify(lines[:-1])
    assert verdict.status == "unfinished"
    assert verdict.steps == len(lines) - 2
    assert verify(lines[:40]).status == "unfinished"


@per_golden
def test_written_otherwise_it_is_the_same_game(text: str) -> None:
    lines = text.splitlines()
    spaced = [json.dumps(dict(sorted(json.loads(line).items(), reverse=True)), indent=None) for line in lines]
    verdict, original = verify(spaced), verify(lines)
    assert verdict.status == "fine", verdict.sentence()
    assert verdict.id == original.id


@per_golden
def test_without_seed_and_checks_it_still_replays(text: str) -> None:
    """A game from a real table: no seed, no checks, no end line."""
    lines = text.splitlines()
    header = json.loads(lines[0])
    del header["seed"], header["rng"]
    steps = []
    for line in lines[1:-1]:
        step = json.loads(line)
        del step["check"]
        steps.append(json.dumps(step))
    verdict = verify([json.dumps(header), *steps])
    assert verdict.status == "unfinished"
    assert not verdict.checked
    assert verdict.steps == len(steps)


@per_golden
def test_the_id_is_the_digest_of_the_content(text: str) -> None:
    (game,) = games_in(text)
    content = content_of_header(game.header) + b"".join(content_of_step(line) for line in game.steps)
    assert json.loads(game.end or b"")["id"] == game_id(content)


@per_golden
def test_keyframes_can_be_taken_and_continued(text: str) -> None:
    """The encoded state of any step is enough to go on from there."""
    (game,) = games_in(text)
    rules = engine.load(json.loads(game.header)["game"])
    frames: list[bytes] = []
    engine.replayer().replay(game, lambda step, state, table: frames.append(codec.encode(state)))
    for n in range(0, len(frames), 50):
        state = codec.decode(frames[n], rules.state)
        assert codec.encode(state) == frames[n]
        assert rules.to_act(state) or n == len(frames) - 1
