"""The picture of Glow: well-formed, made of steady groups, complete, nothing hidden shown, no texts that meet."""

import random
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
from contrast import contrast

from dashboard.models.packing import unpack
from dashboard.models.replay import build_frames, seat_of
from engine import load, make_agent, picture, replayer
from engine.core.log import Recorded, SeatLine, recorded_games
from engine.core.play import play
from engine.core.table import Table
from engine.core.words import LANGUAGES
from engine.glow import picture_style
from engine.glow.cards import CARD_NAMES, DATA, TILE_NAMES, TOKEN_NAMES
from engine.glow.game import _INSIDE
from engine.glow.picture_board import frame, places
from engine.glow.picture_creatures import CREATURES, PARTS, creature_of
from engine.glow.picture_icons import GLYPHS, ICONS, MARKS, SOLO
from engine.glow.picture_player import to_act
from engine.glow.picture_style import COLOURS, DICE, ELEMENT_DIE, SHEET, words
from engine.glow.picture_table import PHASES, kind_of
from engine.glow.state import Phase
from engine.pictures.pieces import SEAT_COLOURS

GAME = load("glow")
draw = picture("glow")
SVG = "{http://www.w3.org/2000/svg}"
EVERYTHING = -1
LAYOUTS = [(language, narrow) for language in LANGUAGES for narrow in (False, True)]
ALL_SETS = "elemental+anibloom+draconic"
FAMILIES: dict[str, dict[str, Any]] = {
    "solo": {"players": 1, "dawn": True, "sets": "anibloom"},
    "solo-archipelago": {"players": 1, "side": "archipelago"},
    "two": {"players": 2},
    "three-archipelago": {"players": 3, "side": "archipelago", "dawn": True, "sets": "elemental"},
    "four": {"players": 4, "dawn": True, "sets": "anibloom+draconic"},
    "four-archipelago": {"players": 4, "side": "archipelago", "dawn": True, "sets": ALL_SETS},
    "five": {"players": 5, "dawn": True, "sets": "elemental+draconic"},
    "five-third": {"players": 5, "dawn": True, "sets": ALL_SETS, "third_set": "anibloom"},
    "six": {"players": 6, "dawn": True, "sets": ALL_SETS},
    "six-archipelago": {"players": 6, "side": "archipelago", "dawn": True, "sets": ALL_SETS},
}
"""Configurations that differ in what is drawn."""


@cache
def _game(family: str, seat: int | None = None) -> list[dict[str, Any]]:
    """What a seat (None: a spectator) sees in a game of random choices, after every step."""
    table, chance = Table(seed=f"picture {family}"), random.Random(family)
    state = GAME.setup(GAME.options(**FAMILIES[family]), table)
    seen = [GAME.observe(state, seat)]
    while acting := GAME.to_act(state):
        who = chance.choice(acting)
        table.begin()
        GAME.perform(state, who, chance.choice(GAME.legal(state, who)), table)
        seen.append(GAME.observe(state, seat))
    return seen


def _sample(family: str, seat: int | None = None) -> list[dict[str, Any]]:
    seen = _game(family, seat)
    return [*seen[:8], *seen[8::37], seen[-1]]


def _groups(svg: str) -> dict[str, str]:
    """Groups by id: each is a line of its own, which a test below holds."""
    return {line[7 : line.index('"', 7)]: line for line in svg.split("\n") if line.startswith('<g id="')}


def _used(svg: str) -> Counter[str]:
    """Pieces laid out in the groups that change, by name; what stands inside of a piece is not counted."""
    groups = (line for name, line in _groups(svg).items() if name != "scenery")
    return Counter(name for line in groups for name in re.findall(r'href="#gl-([^"]+)"', line))


def _full(family: str) -> dict[str, Any]:
    """As much of everything as a table will ever see, and of most things more."""
    seen = deepcopy(_game(family)[-1])
    companions = [card.id for card in DATA.companions if card.id in draw(seen)]
    spells = [spell.id for spell in DATA.spells if f'id="gl-{spell.id}"' in draw(seen)]
    anibloom = "anibloom" in seen["sets"]
    dice = [name for player in seen["players"] for name in player["dice"]]
    for seat, player in enumerate(seen["players"]):
        player["row"] = [{"card": card, "die": None} for card in (companions[7 * seat :] + companions)[:8]]
        player["fired"] = [each["card"] for each in player["row"] for _ in range(4)]
        player["dice"] = (dice * 9)[:14]
        player |= {"light": 97 + seat, "rerolls": 18, "footprints": 40, "fireflies": 25, "rolls": 30}
        player |= {"cancelled": ["fire", "tree"], "spells": spells[:2], "face_down": {"hidden": 1}}
        player |= {"hand": {"hidden": 1}, "replaced": companions[:1]}
        player["butterflies"] = (
            sorted([name for name in TOKEN_NAMES if name[3:] in (*DICE, "skull", "cancel")] * 6)
            if anibloom
            else []
        )
        if seen["side"] == "shadows":
            player |= {"party": "v5", "camp": "v5", "visited": ["s03", "s04"]}
        else:
            player["boats"] = ["center"] * 2 + ["isle8", "isle2_south"]
    for space in seen["track"]:
        card = companions[-1]
        space |= {
            "companion": card,
            "footprints": 7,
            "dice": [{"die": "small_red1", "face": "fire", "new": False}] * 11,
        }
    for tom in seen["tom"]:
        tom |= {
            "light": 98,
            "footprints": 30,
            "band": 22,
            "tiles": ["t6"] * 5,
            "discards": ["t2", "t4", "t5"],
        }
    seen |= {
        "scores": [188] * len(seen["players"]),
        "cemetery": companions[: 16 if len(seen["players"]) == 4 else 28],
        "spell_discards": spells[:4],
        "butterflies_aside": [*TOKEN_NAMES] if anibloom else [],
        "reserve": ["green1", "blue1", "azure1", "red1", "orange1", "purple1", "yellow1"],
        "phase": "noon",
        "winners": [*range(len(seen["players"]))],
        "pending": [{"what": "lose_one", "seat": 0, "source": "skull_spell", "die": None, "n": 0}],
        "day": 8,
        "reason": "",
    }  # fmt: skip
    return seen


# Groups -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("language", "narrow"), LAYOUTS)
@pytest.mark.parametrize("family", FAMILIES)
def test_ids_of_groups_stay_the_same(family: str, language: str, narrow: bool) -> None:
    names = None
    for seen in _sample(family):
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
    players = FAMILIES[family]["players"]
    assert [name for name in names if name.endswith("-row")] == [f"p{n}-row" for n in range(1, players + 1)]
    assert sum(name.startswith("space-") for name in names) == {5: 7, 6: 8}.get(players, 5)


@pytest.mark.parametrize("family", FAMILIES)
def test_what_never_changes_never_changes(family: str) -> None:
    """Around the groups there is only the title, and the scenery is one text for all steps and seats."""
    rest = {
        re.sub(r'<title id="title">.*?</title>|^<g id="(?!scenery").*$', "", draw(seen), flags=re.M)
        for seat in (None, 0, EVERYTHING)
        for seen in _sample(family, seat)[::3]
    }
    assert len(rest) == 1


def test_each_group_is_one_line() -> None:
    svg = draw(_game("six")[-1])
    children = [child.attrib["id"] for child in ElementTree.fromstring(svg).findall(f"{SVG}g")]
    assert [ElementTree.fromstring(line).attrib["id"] for line in _groups(svg).values()] == children


def _put(seen: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """A copy with one place changed."""
    seen = deepcopy(seen)
    *way, last = path.split(".")
    holder: Any = seen
    for key in way:
        holder = holder[int(key) if isinstance(holder, list) else key]
    holder[int(last) if isinstance(holder, list) else last] = value
    return seen


@cache
def _noon(family: str) -> dict[str, Any]:
    """A position in which all players have dice with faces."""
    return next(
        seen for seen in _game(family) if seen["phase"] == "noon" and seen["day"] == 3 and not seen["pending"]
    )


CHANGES: list[tuple[str, str, Any, set[str]]] = [
    ("two", "day", 7, {"now", "hours"}),
    ("two", "phase", "evening", {"now", "hours", "p1-status"}),
    ("two", "first", 1, {"p1-status", "p2-status"}),
    ("two", "winners", [1], {"p2-status"}),
    ("two", "players.0.light", 47, {"score", "p1-numbers"}),
    ("two", "players.1.rerolls", 8, {"p2-numbers"}),
    ("two", "players.1.footprints", 9, {"p2-numbers"}),
    ("two", "players.1.fireflies", 9, {"p2-numbers"}),
    ("two", "scores.1", 99, {"p2-numbers"}),
    ("two", "players.1.dice.0.face", "two_footprints", {"p2-dice"}),
    ("two", "players.1.dice.0.used", True, {"p2-dice"}),
    ("two", "players.1.dice.0.rolled", False, {"p2-dice"}),
    ("two", "players.1.cancelled", ["tree"], {"p2-dice"}),
    ("two", "players.1.rolls", 5, {"p2-dice"}),
    ("two", "players.1.aside", ["black1"], {"p2-dice"}),
    ("two", "players.1.fired", ["zaydrel"], set()),
    ("two", "players.1.spells", ["rock_curse"], {"p2-spells"}),
    ("two", "players.1.face_down", {"hidden": 3}, {"p2-spells"}),
    ("two", "players.1.hand", {"hidden": 2}, {"p2-row"}),
    ("two", "players.1.replaced", ["a05_ladawa"], {"p2-row"}),
    ("two", "players.0.party", "v20", {"parties"}),
    ("two", "players.0.camp", "v20", {"camps", "p1-numbers"}),
    ("two", "players.0.visited", ["s12", "s13"], {"ways"}),
    ("two", "track.2.companion", "a05_ladawa", {"space-3"}),
    ("two", "track.4.footprints", 4, {"space-5"}),
    ("two", "track.4.dice", [{"die": "small_blue1", "face": "rock", "new": True}], {"space-5"}),
    ("two", "deck", {"hidden": 1}, {"piles"}),
    ("two", "spell_pile", {"hidden": 1}, {"piles"}),
    ("two", "reserve", ["red4"], {"reserve"}),
    ("two", "cemetery", ["a01_likyar"], {"cemetery"}),
    ("two", "spell_discards", ["rock_curse"], {"discards"}),
    ("four", "butterfly_pool", {"hidden": 2}, {"piles"}),
    ("four", "hulios_deck", {"hidden": 3}, {"piles"}),
    ("four", "butterflies_aside", ["bf_green", "bf_reroll"], {"discards"}),
    ("four", "players.3.butterflies", ["bf_green", "bf_cancel"], {"p4-butterflies"}),
    ("three-archipelago", "players.2.boats", ["center", "center", "isle8", "west"], {"boats", "p3-numbers"}),
    ("six", "track.7.footprints", 2, {"space-8"}),
    ("solo", "tom.0.light", 44, {"score", "tom"}),
    ("solo", "tom.0.footprints", 44, {"tom"}),
    ("solo", "tom.0.band", 11, {"tom"}),
    ("solo", "tom.0.camp", "v20", {"camps"}),
    ("solo", "tom.0.tiles.1", "t3", {"space-2"}),
    ("solo", "tom.0.discards", ["t3"], {"tom"}),
    ("solo", "tom.0.pile", {"hidden": 1}, {"tom"}),
    ("solo", "deck_b", {"hidden": 1}, {"piles"}),
    ("solo-archipelago", "tom.0.boats", ["west"] * 4, {"boats"}),
    ("two", "players.0.symbols", {}, set()),
    ("two", "spell_shuffles", 4, set()),
]  # fmt: skip


@pytest.mark.parametrize(("family", "path", "value", "groups"), CHANGES)
def test_a_change_shows_in_its_group_alone(family: str, path: str, value: Any, groups: set[str]) -> None:
    seen = deepcopy(_noon(family))
    seen["actor"], seen["winners"], seen["first"] = 0, [], 0
    for player in seen["players"]:
        player |= {"cancelled": [], "visited": [], "rolls": 0, "fired": []}
    for tom in seen["tom"]:
        tom["tiles"][1] = "t1"
    old, new = _groups(draw(seen)), _groups(draw(_put(seen, path, value)))
    assert {name for name in old if old[name] != new[name]} == groups


def test_a_firing_is_ticked_and_a_used_icon_crossed_out() -> None:
    seen = deepcopy(_noon("two"))
    seen["players"][0]["row"] = [{"card": "a18_lumipili", "die": None}]
    seen["players"][0] |= {"fired": [], "icons_used": []}
    before = _used(draw(seen))
    fired = _used(draw(_put(seen, "players.0.fired", ["a18_lumipili", "a18_lumipili"])))
    used = _used(draw(_put(seen, "players.0.icons_used", ["a18_lumipili"])))
    assert fired - before == {"done": 1}
    assert used - before == {"no": 1}
    assert ">×2<" in draw(_put(seen, "players.0.fired", ["a18_lumipili", "a18_lumipili"]))


def test_cancelled_dice_are_crossed_out() -> None:
    """GL-6.2: by a token, by a black die; not by the one of Kaar's owner (GL-7.24)."""
    seen = deepcopy(_noon("two"))
    faces = ("fire", "fire", "tree", "two_footprints")
    seen["players"][0] |= {
        "dice": [{"die": f"red{n}", "face": face, "rolled": True, "used": False} for n, face in enumerate(faces, 1)],
        "cancelled": [], "row": [],
    }  # fmt: skip
    curse = {"die": "small_black1", "face": "fire", "rolled": True, "used": False}

    def crossed(seen: dict[str, Any]) -> int:
        return _groups(draw(seen))["p1-dice"].count('#gl-no"')

    assert crossed(seen) == 0
    assert crossed(_put(seen, "players.0.cancelled", ["fire"])) == 2
    cursed = _put(seen, "players.0.dice", [*seen["players"][0]["dice"], curse])
    assert crossed(cursed) == 3
    assert crossed(_put(cursed, "players.0.row", [{"card": "a20_kaar", "die": None}])) == 0


# Nothing lacks, nothing leaks -------------------------------------------------------------------------------
CARDS = {name for name in CARD_NAMES if name}


def _open_cards(seen: dict[str, Any]) -> Counter[str]:
    """Cards that the observation names where a picture shows them."""
    found = [space["companion"] for space in seen["track"]] + seen["cemetery"] + seen["spell_discards"]
    for player in seen["players"]:
        found += [player["adventurer"], *(each["card"] for each in player["row"])]
        found += [*player["spells"], *player["replaced"]]
        if "skull_spell" in player["spells"] and player["row"]:
            found.append("skull_spell")
        for pile in (player["hand"], player["face_down"]):
            found += pile if isinstance(pile, list) else []
    if isinstance(seen["deck"], list):
        found += seen["deck"][:10]
    return Counter(card for card in found if card)


@pytest.mark.parametrize("seat", [None, 0, EVERYTHING])
@pytest.mark.parametrize("family", FAMILIES)
def test_every_open_piece_is_shown_and_no_other(family: str, seat: int | None) -> None:
    for seen in _sample(family, seat):
        used = _used(draw(seen))
        assert Counter({name: n for name, n in used.items() if name in CARDS}) == _open_cards(seen)
        dice = [held["die"] for player in seen["players"] for held in player["dice"]] + seen["reserve"]
        dice += [die for player in seen["players"] for die in player["aside"]]
        dice += [held["die"] for space in seen["track"] for held in space["dice"]]
        dice += [held["die"] for tom in seen["tom"] for held in tom["dice"]]
        brought = [companion["die"] for player in seen["players"] for companion in player["row"]
                   if companion["card"] == "b21_sketal" and companion["die"]]  # fmt: skip
        shown = Counter(name.removeprefix("die-") for name in used.elements() if name.startswith("die-"))
        assert shown == Counter(map(kind_of, dice)) + Counter(brought)
        tokens = {token for player in seen["players"] for token in player["butterflies"]}
        assert tokens <= set(used)
        backs = sum(player[pile]["hidden"] for player in seen["players"] for pile in ("face_down",)
                    if isinstance(player[pile], dict))  # fmt: skip
        assert used["spell-back"] == backs
        assert used["card-back"] == sum(
            player["hand"]["hidden"] for player in seen["players"] if isinstance(player["hand"], dict)
        )


@pytest.mark.parametrize("family", FAMILIES)
def test_hidden_piles_are_counted(family: str) -> None:
    seen = _put(_noon(family), "deck", {"hidden": 31})
    seen["spell_pile"] = {"hidden": 29}
    shown = _groups(draw(seen))["piles"]
    assert ">31<" in shown
    assert ">29<" in shown


def test_hidden_hands_and_spells_are_backs() -> None:
    """GL-1.12: for others a drawn card and a face-down spell are backs; the owner sees the hand."""
    seen = _put(_noon("four"), "players.1.hand", {"hidden": 2})
    seen["players"][1]["face_down"] = {"hidden": 1}
    shown = _used(draw(seen))
    assert (shown["card-back"], shown["spell-back"]) == (2, 1)
    mine = _used(draw(_put(seen, "players.1.hand", ["a05_ladawa", "b04_torkos"])))
    assert mine["card-back"] == 0
    assert mine - shown == {"a05_ladawa": 1, "b04_torkos": 1}


def _store(svg: str) -> set[str]:
    root = ElementTree.fromstring(svg)
    return {symbol.attrib["id"].removeprefix("gl-") for symbol in root.iter(f"{SVG}symbol")}


@pytest.mark.parametrize("family", FAMILIES)
def test_every_card_of_the_game_has_a_face(family: str) -> None:
    """Whatever lies anywhere in the full state, also in the piles."""
    store = _store(draw(_game(family)[0]))
    everything = msgspec.json.encode(_game(family, EVERYTHING)[-1:] + _sample(family, EVERYTHING)).decode()
    named = set(re.findall(r'"(\w+)"', everything))
    assert named & CARDS <= store
    assert {f"die-{kind_of(name)}" for name in named if kind_of(name) in DICE} <= store
    assert store >= named & set(TOKEN_NAMES)


def test_every_piece_of_the_data_has_a_drawing() -> None:
    store = _store(draw(_game("six")[0])) | _store(draw(_game("six-archipelago")[0]))
    assert store >= CARDS
    assert {f"die-{die.id}" for die in DATA.dice} <= store
    assert {f"up-{face}" for die in DATA.dice for face in die.faces} <= store
    assert set(TOKEN_NAMES) <= store
    assert {f"e-{element}" for element in DATA.symbols["elements"]} <= store
    for seat in range(1, 7):
        assert {f"p{seat}", f"m-p{seat}", f"camp-p{seat}", f"boat-p{seat}"} <= store
    solo = _store(draw(_game("solo")[0])) | _store(draw(_game("solo-archipelago")[0]))
    assert {"tom", "camp-tom", "boat-tom", "m-tom", "band", "go-low", "go-high"} <= solo


def test_every_creature_has_a_portrait_and_every_part_is_used() -> None:
    cards = [card.id for card in DATA.companions] + [card.id for card in DATA.adventurers]
    assert {creature_of(card) for card in cards} == set(CREATURES)
    assert {part for parts in CREATURES.values() for part in parts.split()} == set(PARTS)
    assert len(set(CREATURES.values())) == len(CREATURES), "two creatures look alike"


def test_every_icon_is_used() -> None:
    """In some configuration, or by name from an ability, an effect, a phase."""
    text = "".join(draw(_full(family), narrow=narrow) for family in FAMILIES for narrow in (False, True))
    text += "".join(draw(seen) for family in FAMILIES for seen in _sample(family)[::4])
    used = set(re.findall(r'href="#gl-([\w-]+)"', text))
    assert [name for name in (*GLYPHS, *ICONS, *MARKS, *SOLO) if name not in used] == []


def _positions(element: ElementTree.Element, x: float = 0, y: float = 0) -> Iterator[tuple[float, float]]:
    """Where everything inside of a group stands, without scales."""
    if move := re.search(r"translate\(([-\d.]+) ([-\d.]+)\)", element.get("transform", "")):
        x, y = x + float(move[1]), y + float(move[2])
    for name in ("x", "cx"):
        if name in element.attrib:
            yield x + float(element.get(name, 0)), y + float(element.get(name.replace("x", "y"), 0))
    yield x, y
    for child in element:
        yield from _positions(child, x, y)


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize(("side", "family"), [("shadows", "two"), ("archipelago", "three-archipelago")])
def test_every_node_stands_where_the_data_says(side: str, family: str, narrow: bool) -> None:
    """And on narrow screens turned a quarter, with every road between two of them."""
    root = ElementTree.fromstring(draw(_game(family)[0], narrow=narrow))
    scenery = next(group for group in root.findall(f"{SVG}g") if group.attrib["id"] == "scenery")
    printed = next(child for child in scenery if "scale" in child.get("transform", ""))
    printed.attrib["transform"] = ""
    drawn = {(round(x), round(y)) for x, y in _positions(printed)}
    spots = {
        node.id: (521 - node.pos[1], node.pos[0]) if narrow else node.pos for node in DATA.boards[side].nodes
    }
    assert places(side, narrow) == spots
    assert [name for name, spot in spots.items() if spot not in drawn] == []
    roads = next(path.attrib["d"] for path in printed.iter(f"{SVG}path") if path.get("class") == "gl-road")
    ends = [tuple(map(float, re.findall(r"[-\d.]+", road))) for road in roads.split("M")[1:]]
    assert [(road[:2], road[-2:]) for road in ends] == [
        (spots[edge.a], spots[edge.b]) for edge in DATA.boards[side].edges
    ]
    width, height = frame(narrow)
    assert all(0 < x < width and 0 < y < height for x, y in spots.values())


@pytest.mark.parametrize("narrow", [False, True])
def test_pieces_stand_at_their_nodes(narrow: bool) -> None:
    for node in DATA.boards["shadows"].nodes:
        seen = _put(_game("six")[0], "players.5.party", node.id)
        for player in seen["players"][:5]:
            player["party"] = "start" if node.id != "start" else "s01"
        group = ElementTree.fromstring(_groups(draw(seen, narrow=narrow))["parties"])
        (mine,) = [child for child in group if child.attrib["href"] == "#gl-p6"]
        x, y = next(_positions(mine))
        to_x, to_y = places("shadows", narrow)[node.id]
        assert abs(x - to_x) + abs(y - to_y) < 25
    for island in DATA.boards["archipelago"].nodes:
        seen = _put(_game("six-archipelago")[0], "players.5.boats", [island.id] * 4)
        for player in seen["players"][:5]:
            player["boats"] = []
        group = ElementTree.fromstring(_groups(draw(seen, narrow=narrow))["boats"])
        assert [child.text for child in group] == [None, "×4"]
        x, y = next(_positions(group[0]))
        to_x, to_y = places("archipelago", narrow)[island.id]
        assert abs(x - to_x) + abs(y - to_y) < 40


@pytest.mark.parametrize("perspective", ["p2", "spectator", "all"])
def test_a_replay_holds_every_picture(perspective: str) -> None:
    """The dashboard takes a picture apart and sends what changes: put together again it is the same."""
    options = GAME.options(**FAMILIES["four"])
    agents = [make_agent(GAME, "random", "replay", seat) for seat in range(4)]
    lines: list[bytes] = []
    play(GAME, options, agents, [SeatLine("x", "random")] * 4, "replay", lines.append, step_limit=60)
    frames = unpack(build_frames(lines, perspective, "en", False).packed)["picture"]
    pictures: list[str] = []

    def take(step: Any, state: Any, table: Table) -> None:
        pictures.append(draw(GAME.observe(state, seat_of(perspective))))

    (recorded,) = [game for game in recorded_games(lines) if isinstance(game, Recorded)]
    replayer().replay(recorded, take)
    assert len(pictures) > 50
    for step, svg in enumerate(pictures):
        for name, line in _groups(svg).items():
            steps, values = frames["groups"][name]
            assert frames["pool"][values[bisect_right(steps, step) - 1]] == line


# Texts ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("reason", '<b>&"'),
        ("players.0.rerolls", "<"),
        ("players.0.dice.0.die", '<"&'),
        ("players.0.dice.0.face", '<"&'),
        ("players.0.rolls", "<"),
        ("track.0.companion", "<x>"),
        ("cemetery", ["<x>"]),
        ("pending", [{"what": "<", "seat": 0, "source": "<&", "die": None, "n": 0}]),
    ],
)
def test_every_text_is_escaped(path: str, value: Any) -> None:
    for language, narrow in LAYOUTS:
        ElementTree.fromstring(draw(_put(_noon("two"), path, value), language=language, narrow=narrow))


@pytest.mark.parametrize("family", FAMILIES)
def test_pieces_and_classes_exist(family: str) -> None:
    known = set(re.findall(r"\.(gl-[\w-]+)", SHEET)) | {"gl-picture"}
    for narrow in (False, True):
        for seen in [*_sample(family)[::4], *_sample(family, EVERYTHING)[::4], _full(family)]:
            root = ElementTree.fromstring(draw(seen, narrow=narrow))
            names = [symbol.attrib["id"] for symbol in root.iter(f"{SVG}symbol")]
            assert all(name.startswith("gl-") for name in names)
            store = {f"#{name}" for name in names}
            assert {element.attrib["href"] for element in root.iter(f"{SVG}use")} - store == set()
            assert {
                name for element in root.iter() for name in element.get("class", "").split()
            } - known == set()


def test_both_languages_have_the_same_words() -> None:
    for term, forms in words().items():
        assert set(forms) == set(LANGUAGES), term
        assert forms["en"].count("{}") == forms["ja"].count("{}"), term
        assert re.search(r"[぀-ヿ一-鿿]", forms["ja"]), term


def test_every_phase_and_decision_has_words() -> None:
    assert set(PHASES) == set(Phase.__args__)  # type: ignore[attr-defined]
    terms = set(words())
    assert set(PHASES.values()) <= terms
    assert {f"d_{what}" for what in _INSIDE} <= terms
    asked = {
        seen["phase"]
        for family in FAMILIES
        for seen in _game(family)
        if to_act(seen) is not None and not seen["pending"]
    }
    assert {f"d_{phase}" for phase in asked - {"afternoon"}} | {
        "d_afternoon_shadows",
        "d_afternoon_archipelago",
    } <= terms


@pytest.mark.parametrize("family", FAMILIES)
def test_who_is_to_act_is_who_the_rules_say(family: str) -> None:
    table, chance = Table(seed=f"act {family}"), random.Random(family)
    state = GAME.setup(GAME.options(**FAMILIES[family]), table)
    for _ in range(250):
        acting = GAME.to_act(state)
        shown = to_act(GAME.observe(state, None))
        assert (shown,) == acting if shown is not None else acting in ((), (-1,))
        if not acting:
            break
        table.begin()
        GAME.perform(state, acting[0], chance.choice(GAME.legal(state, acting[0])), table)


def test_title_says_where_the_game_stands() -> None:
    seen = _put(_noon("two"), "actor", 1)
    assert '<title id="title">Glow, Day 3 · Noon, P2 to act</title>' in draw(seen)
    assert '<title id="title">グロウ、3日目 · 真昼、P2 の番</title>' in draw(seen, language="ja")
    over = seen | {"winners": [0, 1], "phase": "over"}
    assert "P1, P2 won</title>" in draw(over)
    lost = deepcopy(_game("solo")[-1]) | {"winners": []}
    assert "Tom won</title>" in draw(lost)
    root = ElementTree.fromstring(draw(seen))
    assert (root.attrib["role"], root.attrib["aria-label"], root[0].tag) == ("img", "Glow", f"{SVG}title")


FLATTEN = """() => {
  const svg = document.querySelector("svg");
  const store = new Map([...svg.querySelectorAll("symbol")].map((s) => [`#${s.id}`, s]));
  const ready = new Map();
  const piece = (name) => {
    if (!ready.has(name)) {
      const whole = document.createElementNS(svg.namespaceURI, "g");
      for (const child of store.get(name).children) whole.append(child.cloneNode(true));
      fill(whole);
      ready.set(name, whole);
    }
    return ready.get(name).cloneNode(true);
  };
  const fill = (place) => {
    for (const use of place.querySelectorAll("use")) {
      const name = use.getAttribute("href");
      const x = +(use.getAttribute("x") || 0), y = +(use.getAttribute("y") || 0);
      const size = store.get(name).hasAttribute("viewBox") ? +use.getAttribute("width") / 24 : 1;
      const whole = piece(name);
      const moved = use.getAttribute("transform") || "";
      whole.setAttribute("transform", `${moved} translate(${x} ${y}) scale(${size})`);
      if (use.hasAttribute("class")) whole.setAttribute("class", use.getAttribute("class"));
      use.replaceWith(whole);
    }
  };
  for (const group of svg.querySelectorAll(":scope > g")) fill(group);
  for (const drawing of svg.querySelectorAll("path, rect, circle, ellipse")) drawing.remove();
  const page = svg.getBoundingClientRect();
  return {
    page: [page.width, page.height],
    texts: [...svg.querySelectorAll(":scope > g text")].map((text) => {
      const box = text.getBoundingClientRect();
      return [text.textContent, box.left, box.top, box.right, box.bottom,
              text.closest("svg > g").id, parseFloat(getComputedStyle(text).fontSize) * text.getCTM().a];
    }),
  };
}"""
"""Every piece is put in place of its use, so that the browser tells where each text stands."""


def _meeting(texts: list[list[Any]]) -> list[tuple[str, str]]:
    """Pairs of texts whose letters meet; boxes are a quarter higher than letters."""
    found = []
    for place, (one, left, top, right, bottom, where, _) in enumerate(texts):
        for other, left2, top2, right2, bottom2, where2, _ in texts[place + 1 :]:
            across = min(right, right2) - max(left, left2)
            down = min(bottom, bottom2) - max(top, top2)
            if across > 0.5 and down > 0.3 * min(bottom - top, bottom2 - top2):
                found.append((f"{where}: {one}", f"{where2}: {other}"))
    return found


@pytest.mark.browser
@pytest.mark.parametrize("family", FAMILIES)
def test_texts_neither_meet_nor_leave_the_picture(family: str, page: Any) -> None:
    """Measured by the browser at the widths at which people look: 845 on a page of 1280, 368 on one of 390."""
    shown = (("en", False, _full), ("ja", True, _full), ("ja", False, _noon), ("en", True, _noon))
    for language, narrow, position in shown:
        page.set_viewport_size({"width": 368 if narrow else 845, "height": 900})
        svg = draw(position(family), language=language, narrow=narrow)
        page.set_content(f'<!doctype html><body style="margin:0">{svg}</body>')
        found = page.evaluate(FLATTEN)
        (across, down), texts = found["page"], found["texts"]
        assert len(texts) > 80
        assert [
            each for each in texts if each[1] < 0 or each[3] > across or each[2] < 0 or each[4] > down
        ] == []
        assert _meeting(texts) == []
        assert [each for each in texts if each[6] < (4.4 if each[5] == "cemetery" else 6)] == []


# Sizes and colours ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("family", FAMILIES)
def test_sizes(family: str) -> None:
    """The shell is sent once, the groups again and again: these must be small."""
    pictures = [draw(each) for each in _game(family)[:300]]
    groups = [_groups(svg) for svg in pictures]
    steps = sorted(
        sum(len(new[name].encode()) for name in new if new[name] != old[name])
        for old, new in pairwise(groups)
    )
    assert steps[len(steps) // 2] < 3_000
    players = FAMILIES[family]["players"]
    assert max(len(svg.encode()) for svg in pictures) < (90_000 if players < 5 else 107_000)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("text", "grounds"),
    [
        ("ink", ["ground", "panel", "paper", "cell", "lit"]),
        ("soft", ["ground", "panel", "paper", "cell", "land", "sea"]),
        ("minus", ["panel", "paper"]),
    ],
)
def test_texts_can_be_read(theme: int, text: str, grounds: list[str]) -> None:
    for ground in grounds:
        assert contrast(COLOURS[text][theme], COLOURS[ground][theme]) >= 4.5, ground


def test_glyphs_and_white_texts_can_be_read() -> None:
    for body, ink in DICE.values():
        assert contrast(body, ink) >= 4.5
    grounds = re.findall(r"\.gl-(?:deckA|deckB|deckadv|loss|five|roof|back)\{(?:fill|color):(#\w{6})", SHEET)
    assert len(grounds) == 7
    for ground in [*SEAT_COLOURS, *grounds]:
        assert contrast("#ffffff", ground) >= 4.5, ground
    for ground in ["#f3e7c8", "#e7d6a6", *(COLOURS["light"])]:
        assert ground in SHEET or ground in COLOURS["light"]
        assert contrast("#1b2033", ground) >= 4.5, ground


def test_kinds_of_dice_and_seats_are_told_apart_without_colour() -> None:
    own = [die.faces[-1] for die in DATA.dice]
    assert len(set(own)) == len(own)
    store = draw(_game("six")[0])
    for die in DATA.dice:
        (body,) = re.findall(rf'<symbol id="gl-die-{die.id}".*?</symbol>', store)
        assert f'#gl-{die.faces[-1]}"' in body
    shapes = re.findall(r'<symbol id="gl-m-p\d">(.*?)</symbol>', store)
    assert len({re.sub(r"class=.*", "", shape) for shape in shapes}) == 6
    assert set(ELEMENT_DIE.values()) <= set(DICE)


def test_names_in_the_style_are_its_own() -> None:
    """A style inside an SVG counts for the whole page."""
    selectors = re.findall(r"([^{}]+)\{", SHEET)
    names = [name.strip() for selector in selectors for name in selector.split(",")]
    assert [name for name in names if not re.match(r'\.gl-|symbol\[id\^="gl-"\]$', name)] == []
    assert "gl-" in picture_style.style()


def test_tiles_show_what_they_do() -> None:
    """GL-14.4: steps of the band, light, journey."""
    for name in TILE_NAMES[1:]:
        seen = _put(_noon("solo"), "tom.0.tiles", [name, None, None, None, None])
        tile = next(tile for tile in DATA.solo.tiles if tile.id == name)
        shown = _groups(draw(seen))["space-1"]
        assert ("#gl-band" in shown, "#gl-light" in shown) == (tile.band > 0, tile.light > 0)
        assert ("#gl-go-low" in shown, "#gl-go-high" in shown) == (
            tile.journey == "low",
            tile.journey == "high",
        )
