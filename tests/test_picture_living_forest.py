"""The picture of Living Forest: well-formed, made of steady groups, nothing hidden shown, nothing cut off."""

import random
import re
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest
from contrast import contrast

from engine import load, picture
from engine.core.table import Table
from engine.living_forest.cards import CARD_NAMES, DATA
from engine.living_forest.picture_animals import ANIMALS, PARTS
from engine.living_forest.picture_style import COLOURS, SHEET, WORDS
from engine.pictures.texts import bold_width

GAME = load("living_forest")
draw = picture("living_forest")
SVG = "{http://www.w3.org/2000/svg}"
EVERYTHING = -1
LAYOUTS = [(language, narrow) for language in ("en", "ja") for narrow in (False, True)]


@cache
def _game(players: int, seat: int = 0) -> list[dict[str, Any]]:
    """What a seat sees in a game of random choices, after every step."""
    table, chance = Table(seed=f"picture {players}"), random.Random(players)
    state = GAME.setup(GAME.options(players=players), table)
    seen = [GAME.observe(state, seat)]
    while (acting := GAME.to_act(state)) and len(seen) < 500:
        who = chance.choice(acting)
        table.begin()
        GAME.perform(state, who, chance.choice(GAME.legal(state, who)), table)
        seen.append(GAME.observe(state, seat))
    return seen


def _sample(players: int, seat: int = 0) -> list[dict[str, Any]]:
    seen = _game(players, seat)
    return [*seen[:12], *seen[12::29], seen[-1]]


def _full(players: int = 4) -> dict[str, Any]:
    """More of everything than a table will ever see."""
    seen = deepcopy(_game(players)[-1])
    for seat, player in enumerate(seen["players"]):
        player["line"] = list(CARD_NAMES[20 + 9 * seat : 34 + 9 * seat])
        player["just_drew"] = player["stopped"] = True
        player["discard"] = list(CARD_NAMES[1:40])
        player["forest"] = {cell: DATA.trees[place % 12].id for place, cell in enumerate(player["forest"])}
        player |= {"sun": 24, "water": -10, "earth": -3, "wind": 13, "flower": -2, "net_black": 3 - 2 * seat}
        player |= {
            "actions": 2,
            "fragments": 20,
            "onibi": [4] * 13,
            "tiles": dict.fromkeys(player["tiles"], 4),
        }
    seen["goals"] = [{"fire": 17, "tree": 12, "flower": -2}] * players
    seen |= {
        "onibi": [2, 2, 3, 3, 4, 4, 4],
        "phase": "action",
        "winners": [0, 1],
        "reason": "LF-9.9",
        "round": 100,
    }
    turn = {"seat": 1, "effect": "steal", "jumped": [0, 2, 3][: players - 1], "kinds": ["spirit", "plant"]}
    seen["turn"] |= turn
    return seen


def _groups(svg: str) -> dict[str, str]:
    root = ElementTree.fromstring(svg)
    return {g.attrib["id"]: ElementTree.tostring(g, "unicode") for g in root.findall(f"{SVG}g")}


def _changed(before: dict[str, Any], after: dict[str, Any]) -> set[str]:
    old, new = _groups(draw(before)), _groups(draw(after))
    return {name for name in old if old[name] != new[name]}


@pytest.mark.parametrize(("language", "narrow"), LAYOUTS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_ids_of_groups_stay_the_same(players: int, language: str, narrow: bool) -> None:
    names = None
    for seen in _sample(players):
        root = ElementTree.fromstring(draw(seen, language=language, narrow=narrow))
        ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
        groups = [element.attrib["id"] for element in root.iter(f"{SVG}g") if "id" in element.attrib]
        assert len(set(ids)) == len(ids)
        assert groups == [child.attrib["id"] for child in root if child.tag == f"{SVG}g"], (
            "a group within a group"
        )
        assert names in (None, groups)
        names = groups
    assert names is not None
    assert [name for name in names if name.endswith("-line")] == [f"p{n}-line" for n in range(1, players + 1)]


@pytest.mark.parametrize("players", [2, 4])
def test_what_never_changes_never_changes(players: int) -> None:
    """Around the groups there is only the title, and the scenery is one text for all steps."""
    rest = {
        re.sub(r'<title id="title">.*?</title>|^<g id="(?!scenery").*$', "", draw(seen), flags=re.M)
        for seen in _sample(players)
    }
    assert len(rest) == 1


def test_each_group_is_one_line() -> None:
    svg = draw(_game(2)[-1])
    lines = [line for line in svg.splitlines() if line.startswith("<g id=")]
    assert [ElementTree.fromstring(line).attrib["id"] for line in lines] == list(_groups(svg))


def _put(seen: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """A copy with one place changed."""
    seen = deepcopy(seen)
    *way, last = path.split(".")
    holder: Any = seen
    for key in way:
        holder = holder[int(key) if isinstance(holder, list) else key]
    holder[int(last) if isinstance(holder, list) else last] = value
    return seen


@pytest.mark.parametrize(
    ("path", "value", "groups"),
    [
        ("round", 99, {"round"}),
        ("players.1.spirit", 4, {"circle"}),
        ("onibi", [2, 4, 4], {"onibi"}),
        ("onibi_stock.3", 1, {"stock"}),
        ("fragments", 1, {"stock"}),
        ("varans", 1, {"stock"}),
        ("rows.2.3", None, {"row-2"}),
        ("stacks.3", {"hidden": 1}, {"row-3"}),
        ("supply.T9", 0, {"supply"}),
        ("players.0.line", ["bear", "owl"], {"p1-line"}),
        ("players.0.just_drew", True, {"p1-line"}),
        ("players.1.water", -7, {"p2-totals"}),
        ("players.1.net_black", -1, {"p2-totals"}),
        ("players.1.forest.5,3", "T11", {"p2-forest"}),
        ("players.0.tiles.fire", 3, {"p1-goals"}),
        ("goals.1", {"fire": 12, "tree": 9, "flower": -1}, {"p2-goals"}),
        ("players.1.deck", {"hidden": 40}, {"p2-piles"}),
        ("players.1.discard", ["lynx"], {"p2-piles"}),
        ("players.0.fragments", 9, {"p1-piles"}),
        ("players.0.onibi", [2, 3, 4], {"p1-piles"}),
        ("players.0.actions", 1, {"p1-status"}),
        ("winners", [1], {"round", "p2-status"}),
        ("players.0.shuffles", 9, set()),
        ("bought.1", 4, set()),
    ],
)
def test_a_change_shows_in_its_group_alone(path: str, value: Any, groups: set[str]) -> None:
    seen = deepcopy(_game(2)[2])
    seen["players"][0] |= {"just_drew": False, "line": ["hare"], "actions": 0}
    assert _changed(seen, _put(seen, path, value)) == groups


@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_is_hidden_is_counted_and_not_named(language: str) -> None:
    seen = deepcopy(_game(2)[0])
    seen["rows"] = {level: dict.fromkeys(row) for level, row in seen["rows"].items()}
    for player in seen["players"]:
        player["discard"] = player["line"] = []
    shown = "".join(_groups(draw(seen, language=language)).values())
    for card in DATA.cards:
        assert f'#lf-{card.id}"' not in shown
        assert f">{getattr(card, language)}<" not in shown
    assert ">14<" in _groups(draw(seen))["p1-piles"]
    assert ">19<" in _groups(draw(seen))["row-1"]


def test_who_sees_everything_sees_the_next_cards() -> None:
    seen = _game(2, EVERYTHING)[0]
    top, stack = seen["players"][0]["deck"][0], seen["stacks"]["2"][0]
    assert f'#lf-{top}"' in _groups(draw(seen))["p1-piles"]
    assert f'#lf-{stack}"' in _groups(draw(seen))["row-2"]
    name = next(card.ja for card in DATA.cards if card.id == stack)
    assert name in _groups(draw(seen, language="ja", narrow=True))["row-2"]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("reason", '<b>&"'),
        ("phase", "<i>"),
        ("round", "<&"),
        ("players.0.line", ["<x>"]),
        ("players.0.fragments", "<"),
    ],
)
def test_every_text_is_escaped(path: str, value: Any) -> None:
    for language, narrow in LAYOUTS:
        ElementTree.fromstring(draw(_put(_game(2)[-1], path, value), language=language, narrow=narrow))


@pytest.mark.parametrize(("language", "narrow"), LAYOUTS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_pieces_and_classes_exist(players: int, language: str, narrow: bool) -> None:
    known = set(re.findall(r"\.(lf-[\w-]+)", SHEET)) | {"lf-picture"}
    for seen in [*_sample(players)[::4], *_sample(players, EVERYTHING)[::4], _full(players)]:
        root = ElementTree.fromstring(draw(seen, language=language, narrow=narrow))
        store = {f"#{symbol.attrib['id']}" for symbol in root.iter(f"{SVG}symbol")}
        assert all(name.startswith("#lf-") for name in store)
        assert {element.attrib["href"] for element in root.iter(f"{SVG}use")} <= store
        assert {name for element in root.iter() for name in element.get("class", "").split()} <= known


def test_every_card_has_a_portrait() -> None:
    assert set(ANIMALS) == {card.id for card in DATA.cards}
    used = {part[0] for parts in ANIMALS.values() for part in parts.split()}
    assert used == set(PARTS)


def test_both_languages_have_the_same_words() -> None:
    for term, forms in WORDS.items():
        assert set(forms) == {"en", "ja"}, term
        assert forms["en"].count("{}") == forms["ja"].count("{}"), term


def test_title_says_where_the_game_stands() -> None:
    seen = _put(_game(2)[0], "round", 3)
    assert '<title id="title">Living Forest, round 3, P1 to act</title>' in draw(seen)
    assert '<title id="title">リビングフォレスト、ラウンド 3、P1 の番</title>' in draw(seen, language="ja")
    seen |= {"winners": [0, 1], "phase": "over"}
    assert "P1, P2 won</title>" in draw(seen)
    root = ElementTree.fromstring(draw(seen))
    assert (root.attrib["role"], root.attrib["aria-label"], root[0].tag) == (
        "img",
        "Living Forest",
        f"{SVG}title",
    )


def _transform(element: ElementTree.Element) -> tuple[float, float, float]:
    """translate(x y) scale(s), as the picture uses them."""
    given = element.get("transform", "")
    move = re.search(r"translate\(([-\d.]+) ([-\d.]+)\)", given)
    size = re.search(r"scale\(([\d.]+)\)", given)
    return float(move[1]) if move else 0, float(move[2]) if move else 0, float(size[1]) if size else 1


def _texts(
    element: ElementTree.Element,
    store: dict[str, ElementTree.Element],
    x: float = 0,
    y: float = 0,
    scale: float = 1,
) -> Iterator[tuple[float, float, float, str]]:
    """Left end, right end and base line of every text that is drawn, and the text."""
    dx, dy, size = _transform(element)
    x, y, scale = x + dx * scale, y + dy * scale, scale * size
    if element.tag == f"{SVG}text":
        css, content = element.get("class", ""), element.text or ""
        font = next((size for name, size in SIZES if name in css.split()), 13.0)
        if given := re.search(r"font-size:([\d.]+)", element.get("style", "")):
            font = float(given[1])
        wide = bold_width(content, font) * scale
        left = x + float(element.get("x", 0)) * scale
        left -= wide if "lf-e" in css.split() else wide / 2 if {"lf-m", "lf-price"} & set(css.split()) else 0
        yield left, left + wide, y + float(element.get("y", 0)) * scale, content
    if element.tag == f"{SVG}use":
        piece = store[element.attrib["href"]]
        x, y = x + float(element.get("x", 0)) * scale, y + float(element.get("y", 0)) * scale
        if "viewBox" in piece.attrib:
            scale *= float(element.attrib["width"]) / 24
        element = piece
    for child in element:
        yield from _texts(child, store, x, y, scale)


SIZES = [("lf-big", 17.0), ("lf-s", 12.0), ("lf-name", 12.0), ("lf-tag", 10.5)]


@pytest.mark.parametrize(("language", "narrow"), LAYOUTS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_text_leaves_the_picture(players: int, language: str, narrow: bool) -> None:
    for seen in (_game(players)[0], _game(players)[-1], _game(players, EVERYTHING)[-1], _full(players)):
        root = ElementTree.fromstring(draw(seen, language=language, narrow=narrow))
        _, _, width, height = map(float, root.attrib["viewBox"].split())
        store = {f"#{symbol.attrib['id']}": symbol for symbol in root.iter(f"{SVG}symbol")}
        drawn = [text for group in root.findall(f"{SVG}g") for text in _texts(group, store)]
        assert len(drawn) > 100
        assert [
            text for text in drawn if text[0] < 0 or text[1] > width or not 10 < text[2] < height - 2
        ] == []


@pytest.mark.parametrize("players", [2, 4])
def test_sizes(players: int) -> None:
    """The shell is sent once, the groups again and again: these must be small."""
    seen = _game(players)
    pictures = [draw(each) for each in seen[:300]]
    groups = [_groups(svg) for svg in pictures]
    steps = sorted(
        sum(len(new[name].encode()) for name in new if new[name] != old[name])
        for old, new in pairwise(groups)
    )
    assert steps[len(steps) // 2] < 3_000
    assert max(len(svg.encode()) for svg in pictures) < 79_000
    assert len(draw(_full(players)).encode()) < 86_000


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("text", "grounds"),
    [
        ("ink", ["ground", "panel", "paper", "cell", "lit"]),
        ("soft", ["ground", "panel", "paper"]),
        ("minus", ["panel", "paper"]),
    ],
)
def test_texts_can_be_read(theme: int, text: str, grounds: list[str]) -> None:
    for ground in grounds:
        assert contrast(COLOURS[text][theme], COLOURS[ground][theme]) >= 4.5, ground


def test_white_texts_can_be_read() -> None:
    """On name bars, stacks and pieces, which are the same in both themes; and on the hearth of the onibi."""
    bars = re.findall(r"\.lf-(?:p\d|start|level\d|varan)\{fill:(#\w{6})\}", SHEET)
    assert len(bars) == 9
    for ground in [*bars, *COLOURS["hearth"]]:
        assert contrast("#ffffff", ground) >= 4.5, ground


def test_names_in_the_style_are_its_own() -> None:
    """A style inside an SVG counts for the whole page."""
    selectors = re.findall(r"([^{}]+)\{", SHEET)
    names = [name.strip() for selector in selectors for name in selector.split(",")]
    assert [name for name in names if not re.match(r'\.lf-|symbol\[id\^="lf-"\]$', name)] == []
