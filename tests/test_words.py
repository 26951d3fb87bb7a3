"""Words of the games with their numbers filled in: one card, two cards."""

import re
from collections.abc import Iterator

import msgspec
import pytest

import engine
from engine.core.words import Shown, fill
from engine.set_a_watch import picture_words

CHOICE = re.compile(r"\{(\w*):(\w[\w ]*)\|(\w[\w ]*)\}")
FIELD = re.compile(r"\{(\w*)[:}]")


def templates(game: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Every sentence of a game that has fields, and where it stands."""
    table = msgspec.yaml.decode(engine.text(game, "words.yaml"))
    for part in ("actions", "events", "picture"):
        for key, texts in table.get(part, {}).items():
            if "{" in texts.get("en", ""):
                yield f"{game} {part}.{key}", texts


SENTENCES = [sentence for game in engine.games() for sentence in templates(game)]
NOUNS = {
    one: several
    for _, texts in SENTENCES
    for _, ones, severals in CHOICE.findall(texts["en"])
    for one, several in zip(ones.split(), severals.split(), strict=True)
    if one != several and (several.endswith("s") or several == "dice")
}
"""One card, several cards: the nouns that stand beside a number in some sentence. (Of verbs it is the one who -s.)"""


def filled(template: str, value: object) -> str:
    """The template with this value in every field."""
    fields = FIELD.findall(template)
    return fill(template, *[value] * len(fields), **dict.fromkeys(filter(None, fields), value))


def test_there_are_words_to_choose() -> None:
    assert {
        "card": "cards",
        "footprint": "footprints",
        "firefly": "fireflies",
        "die": "dice",
    }.items() <= NOUNS.items()
    assert not {"is", "goes", "attacks"} & NOUNS.keys()


@pytest.mark.parametrize(("place", "texts"), SENTENCES, ids=[place for place, _ in SENTENCES])
def test_no_noun_stands_beside_a_number_that_it_does_not_fit(place: str, texts: dict[str, str]) -> None:
    """Not "1 cards", "1 reroll tokens", "2 card": in whichever sentence such a noun stands."""
    one, several = "|".join(NOUNS), "|".join(NOUNS.values())
    assert not re.search(rf"\b1 (?:\w+ )?(?:{several})\b", filled(texts["en"], 1))
    assert not re.search(rf"\b2 (?:(?!with )\w+ )?(?:{one})\b(?! (?:{several})\b)", filled(texts["en"], 2))
    assert not CHOICE.search(texts["ja"]), "Japanese words do not change with a number"


@pytest.mark.parametrize(
    ("game", "kind", "facts", "said"),
    [
        ("living_forest", "stopped", {"actions": 1}, "stops with 1 action"),
        ("living_forest", "stopped", {"actions": 2}, "stops with 2 actions"),
        ("living_forest", "attack", {"count": 1, "strength": 3}, "1 onibi attacks with 3"),
        ("glow", "footprints_removed", {"count": 1, "space": "v8"}, "1 footprint leaves village 8"),
        ("glow", "footprints_removed", {"count": 3, "space": "v8"}, "3 footprints leave village 8"),
        ("glow", "reroll_gained", {"count": 1, "source": "setup"}, "gains 1 reroll token (setup)"),
        ("set_a_watch", "watch_ended", {"cards": 0}, "the watch ends with 0 cards in the line"),
        ("set_a_watch", "watch_ended", {"cards": 1}, "the watch ends with 1 card in the line"),
        ("set_a_watch", "camp_ended", {"dice": 1}, "ends camp with 1 die left"),
    ],
)
def test_events_with_numbers(game: str, kind: str, facts: dict[str, object], said: str) -> None:
    assert engine.words(game).event(kind, facts, "en") == said


def test_a_list_counts_its_things() -> None:
    said = engine.words("set_a_watch").action
    assert said({"kind": "cottage_reroll", "dice": [4]}, "en") == "rerolls die 4"
    assert said({"kind": "cottage_reroll", "dice": [4, 5]}, "en") == "rerolls dice 4, 5"


def test_a_missing_number_shows_as_a_gap() -> None:
    assert engine.words("set_a_watch").event("line_built", {}, "en") == "a line of ? cards"


def test_the_picture_fits_its_words_too() -> None:
    assert [picture_words.say("en", "in_line", cards) for cards in (0, 1, 2)] == [
        "0 cards",
        "1 card",
        "2 cards",
    ]
    assert picture_words.say("en", "line_size", 1) == "1 card to come"
    assert picture_words.say("ja", "line_size", 1) == "予定1枚"


def test_other_formats_stay_those_of_a_text() -> None:
    assert f"{Shown('ab', 'ab'):>4}" == "  ab"
    assert fill("{0} {0:a|b} {x:c|d}", 1, x=True) == "1 a d"
