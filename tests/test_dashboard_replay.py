"""Frames of a replay: whole, right at every step, and without what the chosen seat may not see."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any
from xml.etree import ElementTree

import pytest

import engine
from dashboard.models.packing import mark, pack, unpack
from dashboard.models.replay import Replay, build_frames, perspectives, seat_of, split
from engine.core.log import Recorded, SeatLine, recorded_games
from engine.core.play import play, read_options

GAME = engine.load("living_forest")


@cache
def lines(
    seed: str = "7", players: int = 2, agent: str = "random", limit: int | None = None
) -> tuple[bytes, ...]:
    options = read_options(GAME, {"players": str(players)})
    agents = [engine.make_agent(GAME, agent, seed, seat) for seat in range(players)]
    out: list[bytes] = []
    play(
        GAME,
        options,
        agents,
        [SeatLine(f"n{seat}", agent) for seat in range(players)],
        seed,
        out.append,
        step_limit=limit,
    )
    return tuple(line.rstrip(b"\n") for line in out)


@cache
def frames(perspective: str, language: str = "en", narrow: bool = False) -> Replay:
    return build_frames(lines(), perspective, language, narrow)


def observations(seat: int | None) -> Iterator[dict[str, Any]]:
    (recorded,) = recorded_games(lines())
    assert isinstance(recorded, Recorded)
    seen: list[dict[str, Any]] = []
    engine.replayer().replay(recorded, lambda step, state, table: seen.append(GAME.observe(state, seat)))
    yield from seen


def at(track: list[list[int]], step: int) -> int:
    """The value in force, found in the plainest way."""
    return [value for start, value in zip(*track, strict=True) if start <= step][-1]


@pytest.mark.parametrize("perspective", ["p2", "spectator", "all"])
@pytest.mark.parametrize("narrow", [False, True])
def test_every_frame_is_the_picture_of_its_step(perspective: str, narrow: bool) -> None:
    picture = unpack(frames(perspective, narrow=narrow).packed)["picture"]
    draw = engine.picture("living_forest")
    for step, observation in enumerate(observations(seat_of(perspective))):
        if step % 29 == 0:
            parts = split(draw(observation, language="en", narrow=narrow))
            shown = {name: picture["pool"][at(track, step)] for name, track in picture["groups"].items()}
            assert shown == dict(parts[1])
            assert picture["shell"] == parts[0][0], "what stands around the groups never changes"


def test_the_parts_of_a_picture_are_all_of_it() -> None:
    svg = engine.picture("living_forest")(next(observations(None)), language="ja")
    (shell, title), groups = split(svg)
    for name, markup in groups:
        shell = shell.replace(f'<g id="{name}"></g>', markup)
    whole = ElementTree.fromstring(svg)
    namespace = "{http://www.w3.org/2000/svg}"
    assert whole.findtext(f"{namespace}title") == title
    whole.remove(next(iter(whole.findall(f"{namespace}title"))))
    plain = [
        ElementTree.tostring(root).replace(b"\n", b"") for root in (ElementTree.fromstring(shell), whole)
    ]
    assert plain[0] == plain[1]
    assert {child.get("id") for child in whole.iter(f"{namespace}g") if child in list(whole)} == {
        name for name, _ in groups
    }


def test_lengths_fit_together() -> None:
    replay = frames("spectator")
    data = unpack(replay.packed)
    assert replay.steps == data["count"] == len(lines()) - 2
    assert len(data["steps"]["seat"]) == len(data["steps"]["text"]) == data["count"]
    first = data["events"]["first"]
    assert len(first) == data["count"] + 1
    assert first == sorted(first)
    assert (
        first[-1] == len(data["events"]["rule"]) == len(data["events"]["text"]) == len(data["events"]["seat"])
    )


def test_events_come_with_words_and_rules() -> None:
    data = unpack(frames("spectator").packed)
    rules = {rule["id"]: rule["text"] for rule in data["rules"]}
    assert rules["LF-4.3"].startswith("Draw takes the top card")
    assert all(rules.values())
    texts = {data["texts"][number] for number in data["events"]["text"]}
    assert any(text.startswith("draws ") for text in texts)
    assert not any("?" in text or "{" in text for text in texts), "every field of a sentence is filled"


def test_japanese_frames_are_japanese() -> None:
    data = unpack(frames("spectator", "ja").packed)
    assert data["title"] == "リビングフォレスト"
    assert data["words"]["spectator"] == "観戦者"
    assert any("引く" in text for text in data["texts"])


def test_score_lines_are_the_facts() -> None:
    data = unpack(frames("spectator").packed)
    (recorded,) = recorded_games(lines())
    assert isinstance(recorded, Recorded)
    step_facts: list[list[dict[str, int]]] = []
    engine.replayer().replay(
        recorded, lambda step, state, table: step_facts.append([GAME.facts(state, seat) for seat in range(2)])
    )
    assert len(data["lines"]) == len(GAME.headline)
    for name, line in zip(GAME.headline, data["lines"], strict=True):
        for seat, track in enumerate(line["seats"]):
            assert [at(track, step) for step in range(0, data["count"], 37)] == [
                facts[seat][name] for facts in step_facts[::37]
            ]


def hidden_orders() -> list[tuple[int, list[str]]]:
    """Per step the hidden piles that hold three cards or more, in their order, from the top."""
    found = []
    for step, view in enumerate(observations(-1)):
        piles = [player["deck"] for player in view["players"]] + list(view["stacks"].values())
        found += [(step, pile[:3]) for pile in piles if len(set(pile[:3])) == 3]
    return found


def names_of(cards: list[str]) -> list[list[str]]:
    """Ids, English and Japanese names: in whatever form an order might be written."""
    words = engine.words("living_forest")
    return [cards, [words.name(card, "en") for card in cards], [words.name(card, "ja") for card in cards]]


@pytest.mark.parametrize("perspective", ["p1", "p2", "spectator"])
def test_t33_nothing_that_is_sent_tells_a_hidden_order(perspective: str) -> None:
    # Card names stand in every frame (in play, in discard piles), so what is looked for is knowledge that
    # only the hidden piles hold: an order. Frames made after reshuffling what is hidden must be the same.
    sent = unpack(frames(perspective).packed)
    everything = unpack(frames("all").packed)
    for step in (0, 1, 40, 200):
        view = list(observations(seat_of(perspective)))[step]
        hidden = [player["deck"] for player in view["players"]] + list(view["stacks"].values())
        assert all(set(pile) == {"hidden"} for pile in hidden)
    pool = set(sent["picture"]["pool"])
    only_all = {text for text in everything["picture"]["pool"] if text not in pool}
    assert only_all, "who sees everything is shown more: so the comparison can fail"
    text = json.dumps(sent["texts"], ensure_ascii=False) + json.dumps(sent["steps"])
    for _, cards in hidden_orders()[::40]:
        for names in names_of(cards):
            assert ", ".join(names) not in text
    assert "chance" not in sent
    assert "deck 0" not in json.dumps(sent)


@pytest.mark.parametrize("perspective", ["p1", "spectator"])
def test_frames_do_not_depend_on_what_is_hidden(perspective: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The strictest leak test: turn every hidden pile round, and not one byte of what is sent changes."""
    from dashboard.models import replay

    straight = frames(perspective).packed
    take = replay._Film.take

    def turned(self: Any, step: Any, state: Any, table: Any) -> None:
        piles = [player.deck for player in state.players] + list(state.stacks)
        for pile in piles:
            pile.reverse()
        take(self, step, state, table)
        for pile in piles:
            pile.reverse()

    monkeypatch.setattr(replay._Film, "take", turned)
    assert build_frames(lines(), perspective, "en", False).packed == straight
    assert build_frames(lines(), "all", "en", False).packed != frames("all").packed, (
        "the test itself can fail"
    )


def test_secrets_of_an_event_are_for_its_seat_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    from dashboard.models import replay
    from engine.core.table import Event

    tell = replay._Film._tell

    def with_secret(self: Any, step: Any, events: Any) -> None:
        tell(self, step, [Event("LF-4.3", "card_drawn", 0, {"net_black": 0}, {"card": "xyzzy"}), *events])

    monkeypatch.setattr(replay._Film, "_tell", with_secret)
    for perspective, is_seen in (("p1", True), ("p2", False), ("spectator", False), ("all", True)):
        packed = build_frames(lines()[:5], perspective, "en", False).packed
        assert ("xyzzy" in json.dumps(unpack(packed))) is is_seen, perspective


def test_a_seat_that_the_game_lacks_sees_as_a_spectator() -> None:
    for wrong in ("p3", "p9", "", "P1", "everything", "p-1"):
        assert build_frames(lines()[:3], wrong, "en", False).perspective == "spectator"


def test_equal_games_have_equal_marks_and_others_other_ones() -> None:
    assert frames("p1").id == build_frames(lines(), "p1", "en", False).id
    assert len({frames(name).id for name in perspectives(2)}) == 4
    assert mark("a") != mark("b")


def test_packing_keeps_everything_and_makes_it_small() -> None:
    data = {"names": ["ベン", "\u2028", '"<script>'], "numbers": list(range(2000))}
    assert unpack(pack(data)) == data
    assert len(frames("spectator").packed) < 250_000


class TestLogsThatAreNotWhole:
    def notice(self, given: tuple[bytes, ...], language: str = "en") -> tuple[int, str | None]:
        replay = build_frames(given, "spectator", language, False)
        return replay.steps, unpack(replay.packed)["notice"]

    def test_a_good_log_has_no_notice(self) -> None:
        assert self.notice(lines())[1] is None

    def test_an_unfinished_game_is_shown_and_said_to_be_one(self) -> None:
        steps, notice = self.notice(lines()[:31])
        assert steps == 30
        assert notice is not None
        assert "not played to its end" in notice
        assert "最後まで" in (self.notice(lines()[:31], "ja")[1] or "")

    def test_t20_setup_alone_is_one_frame(self) -> None:
        assert self.notice(lines()[:2])[0] == 1

    def test_a_header_alone_is_no_frame(self) -> None:
        replay = build_frames(lines()[:1], "spectator", "en", False)
        data = unpack(replay.packed)
        assert (replay.steps, data["count"], data["picture"]["shell"]) == (0, 0, "")
        assert [seat["name"] for seat in data["seats"]] == ["n0", "n1"]
        assert replay.clamp(5) == 0

    def test_a_step_that_the_rules_refuse_ends_the_good_part(self) -> None:
        bad = list(lines())
        bad[20] = (
            bad[20].replace(b'"seat":0', b'"seat":1')
            if b'"seat":0' in bad[20]
            else bad[20].replace(b'"seat":1', b'"seat":0')
        )
        steps, notice = self.notice(tuple(bad))
        assert steps == 19
        assert notice is not None
        assert "step 18" in notice

    def test_a_damaged_line_ends_the_good_part(self) -> None:
        bad = (*lines()[:20], b'{"n":19,"seat', *lines()[21:])
        steps, notice = self.notice(bad)
        assert steps == 19
        assert "damaged" in (notice or "")

    @pytest.mark.parametrize(
        "given",
        [
            (),
            (b"",),
            (b"hello",),
            (b"[1]",),
            (b'{"emberlog":1,"game":"chess","rules":1,"options":{},"seats":[{"name":"a"}]}',),
            (b'{"emberlog":9,"game":"living_forest","rules":1,"options":{},"seats":[]}',),
            (
                b'{"emberlog":1,"game":"living_forest","rules":99,"options":{"players":2},"seats":[{"name":"a"},{"name":"b"}]}',
            ),
            (b'{"emberlog":1,"game":"living_forest","rules":1,"options":{"players":7},"seats":[]}',),
            (b'{"emberlog":1,"game":"../x","rules":1,"options":{},"seats":[]}',),
        ],
    )
    def test_what_is_no_log_gives_no_frame_and_a_notice(self, given: tuple[bytes, ...]) -> None:
        steps, notice = self.notice(given)
        assert steps == 0
        assert notice


def test_t12_hostile_names_are_data_and_never_markup() -> None:
    nasty = '<img src=x onerror="alert(1)">&amp;'
    header = json.loads(lines()[0])
    header["seats"][0] = {"name": nasty, "agent": "<b>"}
    given = (json.dumps(header).encode(), *lines()[1:40])
    data = unpack(build_frames(given, "all", "en", False).packed)
    assert data["seats"][0]["name"] == nasty
    assert "<img" not in data["picture"]["shell"] + "".join(data["picture"]["pool"])


def test_a_bigger_table_has_more_perspectives() -> None:
    assert perspectives(4) == ("p1", "p2", "p3", "p4", "spectator", "all")
    replay = build_frames(lines("9", 4)[:60], "p4", "en", True)
    assert replay.perspective == "p4"
    assert len(unpack(replay.packed)["lines"][0]["seats"]) == 4
