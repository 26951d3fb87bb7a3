"""Golden draws: the chance source must give the same outcomes for ever.

`golden/draws.json` was made once and is never made again: a change in it would change every old game.
The second source here is the definition in docs/log-format.md, spelled out anew.
"""

import hashlib
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.chance import dealt, number, picked, rolled, rolled_each, seed_text, shuffled
from engine.core.errors import BadOption, CannotReplay, ChanceError
from engine.core.table import Table

GOLDEN = json.loads(Path(__file__).with_name("golden").joinpath("draws.json").read_text("utf-8"))


def by_definition(seed: str, label: str, ranges: list[int]) -> list[int]:
    """Remainders by each range in turn, of the label's digest keyed with the seed."""
    digest = hashlib.blake2b(label.encode("utf-8"), key=seed.encode("utf-8"), digest_size=64).digest()
    rest = int.from_bytes(digest, "big")
    remainders = []
    for size in ranges:
        remainders.append(rest % size)
        rest //= size
    return remainders


def shuffle_by_definition(seed: str, label: str, cards: list[int]) -> list[int]:
    cards = list(cards)
    places = list(range(len(cards) - 1, 0, -1))
    for last, other in zip(places, by_definition(seed, label, [place + 1 for place in places]), strict=True):
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def test_t06_there_are_golden_draws() -> None:
    assert len(GOLDEN) >= 4
    assert all(len(case["dice"]) == 1000 for case in GOLDEN)


@pytest.mark.parametrize("case", GOLDEN, ids=lambda case: case["seed"])
def test_t06_golden_draws(case: dict) -> None:
    seed = case["seed"]
    assert [number(seed, f"n {n}", 6) % 6 for n in range(20)] == case["numbers"]
    assert [rolled(seed, f"die {n}", range(1, 7), 1)[0] for n in range(1000)] == case["dice"]
    assert rolled(seed, "nine dice", range(1, 7), 9) == case["nine_dice"]
    assert shuffled(seed, "cards 52", range(52)) == case["shuffle_52"]
    assert shuffled(seed, "cards 90", range(90)) == case["shuffle_90"]
    assert shuffled(seed, "cards 200", range(200)) == case["shuffle_200"]
    assert picked(seed, "pick", ["a", "b", "c"]) == case["pick"]


@pytest.mark.parametrize("case", GOLDEN, ids=lambda case: case["seed"])
def test_t06_golden_draws_follow_the_definition(case: dict) -> None:
    seed = case["seed"]
    assert [by_definition(seed, f"die {n}", [6])[0] + 1 for n in range(1000)] == case["dice"]
    assert [face + 1 for face in by_definition(seed, "nine dice", [6] * 9)] == case["nine_dice"]
    assert shuffle_by_definition(seed, "cards 52", list(range(52))) == case["shuffle_52"]
    assert shuffle_by_definition(seed, "cards 90", list(range(90))) == case["shuffle_90"]


def test_dice_are_fair_enough() -> None:
    """A coarse look at 6,000 dice: each face 1,000 times, give or take five standard deviations (144)."""
    counts = [0] * 6
    for n in range(6000):
        counts[rolled("fair", f"die {n}", range(6), 1)[0]] += 1
    assert all(abs(count - 1000) < 144 for count in counts)


@pytest.mark.parametrize(
    ("seed", "text"),
    [(0, "0"), (7, "7"), ("7", "7"), (-7, "-7"), (2**53 + 1, "9007199254740993"), (2**64, str(2**64)),
     (2**200, str(2**200)), ("🎲", "🎲"), ("a seed", "a seed")],
)  # fmt: skip
def test_t07_seeds_have_one_form(seed: int | str, text: str) -> None:
    assert seed_text(seed) == text
    assert seed_text(text) == text


@pytest.mark.parametrize(
    "seed", [1.0, True, False, None, "", "a\nb", "x" * 65, "é" * 33, 2**600, "\ud800", b"7", [7]]
)
def test_t07_other_seeds_are_refused(seed: object) -> None:
    with pytest.raises(BadOption):
        seed_text(seed)


def test_t07_minus_seven_is_another_seed() -> None:
    assert shuffled(seed_text(-7), "x", range(20)) != shuffled(seed_text(7), "x", range(20))


@given(st.lists(st.integers(), max_size=30), st.text(min_size=1, max_size=5))
def test_a_shuffle_keeps_the_cards(cards: list[int], label: str) -> None:
    assert sorted(shuffled("s", label, cards)) == sorted(cards)


NAMES = ("ant", "bee", "cat")


def test_a_label_serves_once() -> None:
    table = Table("1")
    table.shuffle("deck", [0, 1, 2], NAMES)
    with pytest.raises(ChanceError, match="drawn before"):
        table.pick("deck", [0, 1])


def test_seeded_and_scripted_agree() -> None:
    played = Table("1")
    order = played.shuffle("deck", [0, 1, 2], NAMES)
    faces = played.roll("dice", [1, 2, 3, 4, 5, 6], 4)
    chosen = played.pick("who", [0, 1], NAMES)
    for seed in (None, "1"):
        replayed = Table(seed)
        replayed.begin(json.loads(json.dumps(played.drawn)))
        assert replayed.shuffle("deck", [0, 1, 2], NAMES) == order
        assert replayed.roll("dice", [1, 2, 3, 4, 5, 6], 4) == faces
        assert replayed.pick("who", [0, 1], NAMES) == chosen
        replayed.end()


@pytest.mark.parametrize(
    "outcome",
    [["ant", "bee"], ["ant", "ant", "bee"], ["ant", "bee", "cat", "cat"], "ant", None, {"ant": 1}],
)
def test_impossible_orders_are_refused(outcome: object) -> None:
    table = Table()
    table.begin([("deck", outcome)])
    with pytest.raises(ChanceError):
        table.shuffle("deck", [0, 1, 2], NAMES)


@pytest.mark.parametrize("outcome", [[7], [0], ["1"], [True], [1, 2], [], [1.0], [[1]]])
def test_impossible_dice_are_refused(outcome: list[object]) -> None:
    table = Table()
    table.begin([("die", outcome)])
    with pytest.raises(ChanceError):
        table.roll("die", [1, 2, 3, 4, 5, 6])


def test_an_unknown_name_is_no_divergence() -> None:
    table = Table()
    table.begin([("deck", ["ant", "bee", "dog"])])
    with pytest.raises(CannotReplay, match="dog"):
        table.shuffle("deck", [0, 1, 2], NAMES)


def test_a_script_is_used_up_exactly() -> None:
    table = Table()
    table.begin([("deck", ["cat", "bee", "ant"]), ("more", [1])])
    table.shuffle("deck", [0, 1, 2], NAMES)
    with pytest.raises(ChanceError, match="no rule asked"):
        table.end()
    table.begin([])
    with pytest.raises(ChanceError, match="no outcome"):
        table.roll("die", [1, 2])


def test_a_possible_order_that_is_not_the_seeds_differs() -> None:
    order = Table("1").shuffle("deck", [0, 1, 2], NAMES)
    table = Table("1")
    table.begin([("deck", [NAMES[card] for card in reversed(order)])])
    with pytest.raises(ChanceError, match="not the one of the seed"):
        table.shuffle("deck", [0, 1, 2], NAMES)


def test_a_deal_is_a_shuffle_stopped_early() -> None:
    cards = list(range(20))
    hand = Table("7").deal("hand", cards, 5)
    assert hand == dealt("7", "hand", cards, 5)
    assert len(set(hand)) == 5
    remainders = by_definition("7", "hand", [20, 19, 18, 17, 16])
    for last, other in zip(range(19, 14, -1), remainders, strict=True):
        cards[last], cards[other] = cards[other], cards[last]
    assert hand == cards[:14:-1]
    assert Table(unshuffled=True).deal("hand", [3, 1, 2], 2) == [3, 1]


def test_unlike_dice_are_one_roll() -> None:
    dice = [(1, 2, 3, 4, 5, 6), (1, 2), (7,)]
    faces = Table("7").roll_each("dice", dice)
    assert faces == [
        die[place] for die, place in zip(dice, by_definition("7", "dice", [6, 2, 1]), strict=True)
    ]
    assert Table(unshuffled=True).roll_each("dice", dice) == [1, 1, 7]


@pytest.mark.parametrize("outcome", [[1], [1, 2, 3], [1, 1], [1, 9], [1, True]])
def test_impossible_hands_are_refused(outcome: list[object]) -> None:
    table = Table()
    table.begin([("hand", outcome)])
    with pytest.raises(ChanceError, match="not 2 of these"):
        table.deal("hand", [1, 2, 3], 2)


@pytest.mark.parametrize("outcome", [[1], [1, 2, 2], [7, 1], [1, 3], [True, 1]])
def test_impossible_unlike_dice_are_refused(outcome: list[object]) -> None:
    table = Table()
    table.begin([("dice", outcome)])
    with pytest.raises(ChanceError, match="not a roll of 2 such dice"):
        table.roll_each("dice", [(1, 2, 3), (1, 2)])


def test_hands_and_unlike_dice_that_are_not_the_seeds_differ() -> None:
    table = Table("7")
    hand = dealt("7", "hand", [1, 2, 3], 2)
    table.begin([("hand", hand[::-1])])
    with pytest.raises(ChanceError, match="not the one of the seed"):
        table.deal("hand", [1, 2, 3], 2)
    faces = rolled_each("7", "dice", [(1, 2, 3), (1, 2)])
    table.begin([("dice", [faces[0] % 3 + 1, faces[1]])])
    with pytest.raises(ChanceError, match="not the one of the seed"):
        table.roll_each("dice", [(1, 2, 3), (1, 2)])
