"""The picture of Set a Watch: well-formed, made of steady groups, nothing hidden shown, nothing cut off."""

import re
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
from contrast import contrast

import engine
from dashboard.models.packing import unpack
from dashboard.models.replay import build_frames
from engine import load, picture
from engine.core.table import Table
from engine.set_a_watch.cards import (
    ABILITY_NAMES,
    ADVENTURER_NAMES,
    BOARD_SPACES,
    CARD_NAMES,
    CREATURES,
    HEALTH,
    IS_SUMMON,
    KIND,
    LOCATION_NAMES,
    RUNES,
    SPACES,
    SUMMONS_OF,
    UNHALLOWED,
    UNIQUE,
)
from engine.set_a_watch.picture_creatures import PORTRAITS
from engine.set_a_watch.picture_icons import EMBLEMS
from engine.set_a_watch.picture_line import layout
from engine.set_a_watch.picture_pieces import runs
from engine.set_a_watch.picture_scenes import SCENES
from engine.set_a_watch.picture_style import CLASS_COLOURS, COLOURS, SHEET, TYPE_COLOURS
from engine.set_a_watch.picture_words import kind_of, name_of, prompt, reason, rules_text
from engine.set_a_watch.state import NODES, SetAWatchOptions

GAME = load("set_a_watch")
draw = picture("set_a_watch")
SVG = "{http://www.w3.org/2000/svg}"
EVERYTHING = -1
LANGUAGES = ("en", "ja")
LAYOUTS = [(language, narrow) for language in LANGUAGES for narrow in (False, True)]
CONFIGURATIONS = GAME.configurations()
CARDS = [str(card) for card in CARD_NAMES[1:]]
LOCATIONS = [str(name) for name in LOCATION_NAMES[1:]]
ADVENTURERS = [str(name) for name in ADVENTURER_NAMES[1:]]
GLOSSARY = {row["id"]: row for row in msgspec.yaml.decode(engine.text("set_a_watch", "glossary.yaml"))}


@cache
def _game(
    options: SetAWatchOptions = SetAWatchOptions(), agent: str = "greedy", seat: int | None = None
) -> list[dict[str, Any]]:
    """What a seat (None: a spectator) sees in a game, after every step."""
    table = Table(seed="picture")
    state = GAME.setup(options, table)
    agents = [engine.make_agent(GAME, agent, "picture", each) for each in range(options.players)]
    seen = [GAME.observe(state, seat)]
    while acting := GAME.to_act(state):
        for who in acting:
            choices = GAME.legal(state, who)
            look = _look(state, who)
            chosen = 0 if who < 0 else agents[who].choose(choices, look)
            if chosen >= 0:
                break
        table.begin()
        GAME.perform(state, who, choices[max(chosen, 0)], table)
        seen.append(GAME.observe(state, seat))
    return seen


def _look(state: Any, who: int) -> Any:
    return lambda: GAME.observe(state, who)


def _watching(options: SetAWatchOptions = SetAWatchOptions()) -> dict[str, Any]:
    """A moment of a watch with a face-up card in front and a face-down one behind."""
    return deepcopy(
        next(
            seen
            for seen in _game(options)
            if seen["phase"] == "watch" and seen["line"][0]["up"] and not seen["line"][-1]["known"]
        )
    )


CLEAN = {
    "card": "bear_4",
    "up": True,
    "known": True,
    "damage": 0,
    "wound": 0,
    "reveal": False,
    "first": False,
    "used": False,
    "blank": False,
    "frozen": 0,
    "hit": False,
    "attacker": -1,
    "harmony": -1,
}


def _line(seen: dict[str, Any], cards: list[str]) -> dict[str, Any]:
    """The same moment with other face-up cards in the line."""
    seen = deepcopy(seen)
    seen["line"] = [{**CLEAN, "card": card} for card in cards]
    seen["health"] = [HEALTH[CARD_NAMES.index(card)] for card in cards]
    return seen


def _full(language: str = "en") -> dict[str, Any]:
    """More of everything than a table will ever see, and the longest names and texts."""
    options = SetAWatchOptions(
        players=3, edition="deluxe", a1="knight", a2="bard", a3="beast_master", a4="cleric"
    )
    by_length = sorted(CARDS, key=lambda card: -len(rules_text(language, kind_of(card))))
    seen = _line(_watching(options), by_length[:7])
    for spot in seen["line"]:
        spot |= {"damage": 28, "wound": 14, "reveal": True, "first": True, "hit": True}
        spot |= {"attacker": 3, "harmony": 2}
    seen["line"][2]["blank"] = True
    seen["health"] = [28] * 7
    seen["deck"] = [{"hidden": 1}, "bear_4"] * 15
    seen["horde"] = [{"hidden": 1}, "summon_1", {"hidden": 1}, "hydra"] * 5
    seen["graveyard"] = CARDS[:40]
    seen["removed"] = CARDS[:14]
    seen["waiting"] = ["skeletons_8"]
    seen["map"] = LOCATIONS[:8]
    seen["unused"] = LOCATIONS[8:28]
    seen["location"] = max(LOCATIONS, key=lambda name: len(rules_text(language, name)))
    seen |= {"firewood": 15, "lit": 4, "round": 9, "defeated": 128, "camper": 2}
    seen["watch"] |= {"senses": 2, "negate": 2, "sight": 2, "giants_bane": True, "charges": 4, "trap": 8}
    seen["watch"] |= {"discord": 28, "horde": True, "catacombs": True, "paid": 9}
    seen["watch"]["kills"] = [{"health": 28, "front": None, "back": None}]
    seen["pending"] = [
        {"what": "pay_firewood", "who": -1, "amount": 0, "card": None, "cards": [], "source": None}
    ]
    for number, die in enumerate(seen["dice"]):
        die |= {"rolled": 1, "value": 6, "place": ("camp", "card", "creature", "stolen", "spent")[number % 5]}
        die["on"] = seen["line"][0]["card"]
    seen["dice"][6] |= {"place": "location"}
    seen["dice"][0] |= {"place": "available", "holder": 1}
    abilities = sorted(map(str, ABILITY_NAMES[1:]), key=lambda name: -len(rules_text(language, name)))
    for place, adventurer in enumerate(seen["adventurers"]):
        for slot, each in enumerate(adventurer["board"]):
            each |= {"card": abilities[3 * place + slot], "ready": slot < 2, "die_used": slot == 0}
            each["used"] = slot == 1
        adventurer |= {"aside": abilities[20:22], "tamed": ["bear_4", "eagle_3"], "camps": 2}
        adventurer |= {"participates": False, "daggers": True}
    seen["siren"] = ["eagle_3"]
    seen["total"] = [24] * 4
    return seen


def _long(ups: int = 3, downs: int = 21) -> dict[str, Any]:
    """A last line that holds the whole Horde; every second face-down card is known."""
    seen = _line(_watching(), CARDS[30 : 30 + ups] + CARDS[:downs])
    for place, spot in enumerate(seen["line"][ups:]):
        known = place % 2 == 0
        spot |= {"up": False, "known": known, "card": spot["card"] if known else {"hidden": 1}}
    seen["health"][ups:] = [0] * downs
    return seen


def _groups(svg: str) -> dict[str, str]:
    root = ElementTree.fromstring(svg)
    return {g.attrib["id"]: ElementTree.tostring(g, "unicode") for g in root.findall(f"{SVG}g")}


def _dynamic(svg: str) -> str:
    """All groups but the scenery, as text."""
    return "".join(content for name, content in _groups(svg).items() if name != "scenery")


def _words_in(svg: str) -> str:
    """Every text that is drawn outside of the store of symbols, without line breaks."""
    root = ElementTree.fromstring(svg)
    lines = [
        " ".join(line.strip() for line in text.itertext() if line.strip())
        for group in root.findall(f"{SVG}g")
        for text in group.iter(f"{SVG}text")
    ]
    return "\n".join(lines)


def _squeezed(content: str) -> str:
    return re.sub(r"\s", "", content)


def _changed(before: dict[str, Any], after: dict[str, Any]) -> set[str]:
    old, new = _groups(draw(before)), _groups(draw(after))
    return {name for name in old if old[name] != new[name]}


def _put(seen: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """A copy with one place changed."""
    seen = deepcopy(seen)
    *way, last = path.split(".")
    holder: Any = seen
    for key in way:
        holder = holder[int(key) if isinstance(holder, list) else key]
    holder[int(last) if isinstance(holder, list) else last] = value
    return seen


@pytest.mark.parametrize("options", CONFIGURATIONS, ids=str)
def test_all_editions_players_and_difficulties(options: SetAWatchOptions) -> None:
    """Well-formed, always the same groups in the same order, around them nothing that changes."""
    for language, narrow in LAYOUTS:
        seen = _game(options, "random")
        names, rest = set(), set()
        for each in [*seen[:8:2], *seen[8::19], seen[-1]]:
            svg = draw(each, language=language, narrow=narrow)
            root = ElementTree.fromstring(svg)
            ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
            groups = [element.attrib["id"] for element in root.iter(f"{SVG}g") if "id" in element.attrib]
            assert len(set(ids)) == len(ids)
            assert groups == [child.attrib["id"] for child in root if child.tag == f"{SVG}g"]
            lines = [line for line in svg.splitlines() if line.startswith("<g id=")]
            assert [ElementTree.fromstring(line).attrib["id"] for line in lines] == groups
            names.add(tuple(groups))
            rest.add(re.sub(r'<title id="title">.*?</title>|^<g id="(?!scenery").*$', "", svg, flags=re.M))
        assert len(names) == len(rest) == 1


def test_groups_do_not_depend_on_the_options() -> None:
    assert len({tuple(_groups(draw(_game(options, "random")[0]))) for options in CONFIGURATIONS}) == 1


@pytest.mark.parametrize("options", CONFIGURATIONS[::3], ids=str)
def test_the_difficulty_is_read_from_the_number_of_cards(options: SetAWatchOptions) -> None:
    """The state does not hold it, but the Summons are as many cards more (SW-2.4)."""
    said = GLOSSARY[f"name.difficulty.{options.difficulty}"]["en"]
    edition = GLOSSARY[f"edition_{options.edition}"]["en"]
    for seen in _game(options, "random"):
        banner = next(line for line in draw(seen).splitlines() if line.startswith('<g id="round"'))
        assert f"{said} (Summon ×{SUMMONS_OF[options.difficulty]})" in banner
        assert edition in banner
    fewer = _put(_game(options, "random")[0], "unhallowed", [])
    assert "Summon ×" not in draw(fewer)


@pytest.mark.parametrize(
    ("path", "value", "groups"),
    [
        ("round", 7, {"round"}),
        ("defeated", 99, {"round"}),
        ("leader", 3, {"round"}),
        ("firewood", 12, {"fire"}),
        ("location", "cliff_watch", {"location", "a1-head", "a2-head", "a3-head", "a4-head"}),
        ("location", "hidden_temple", {"location"}),
        ("map", {"hidden": 2}, {"map"}),
        ("unused", ["sea_fortress", {"hidden": 1}], {"unused"}),
        ("removed", ["hydra"], {"piles", "round"}),
        ("waiting", ["skeletons_8"], {"piles", "round"}),
        ("camp.placed.chop_wood", 3, {"camp"}),
        ("camp.placed.seal", 1, {"camp"}),
        ("camp.scout", 8, set()),
        ("watch.charges", 2, {"watch"}),
        ("watch.giants_bane", True, {"watch"}),
        ("watch.sight", 1, {"watch", "a1-head", "a2-head", "a3-head", "a4-head"}),
        ("line.0.damage", 3, {"line-1"}),
        ("line.0.blank", True, {"line-1"}),
        ("line.1.harmony", 2, {"line-2"}),
        ("health.0", 28, {"line-1"}),
        ("dice.4.value", 1, {"a2-dice"}),
        ("dice.4.place", "spent", {"a2-dice"}),
        ("adventurers.2.board.1.ready", False, {"a3-cards"}),
        ("adventurers.2.board.1.die_used", True, {"a3-cards"}),
        ("adventurers.0.camps", 2, {"a1-head"}),
        ("adventurers.0.daggers", True, {"a1-head"}),
        ("adventurers.3.tamed", ["wolf_4"], {"a4-dice", "round"}),
        ("adventurers.3.aside", ["backstab", "stay_dead", "curse"], {"a4-extra"}),
        ("total.1", 23, {"a2-dice"}),
        ("draws", 99, set()),
        ("watch.singer", 3, set()),
    ],
)
def test_a_change_shows_in_its_group_alone(path: str, value: Any, groups: set[str]) -> None:
    seen = _line(_watching(SetAWatchOptions(a1="rogue", a4="elf_ranger")), ["bear_4", "fae_5", "hydra"])
    seen |= {"camper": 3, "location": "sacred_city", "removed": [], "waiting": []}
    seen |= {
        "deck": {"hidden": 20},
        "horde": {"hidden": 3},
        "graveyard": ["fae_6"] * 6,
        "unhallowed": ["lich"] * 7,
    }
    seen["camp"] |= {
        "placed": {**seen["camp"]["placed"], "chop_wood": 1, "scout_ahead": 0, "seal": 0},
        "scout": 1,
    }
    for number, die in enumerate(seen["dice"]):
        die |= {"place": "available", "holder": number // 3, "rolled": 4, "value": 4}
    for adventurer in seen["adventurers"]:
        adventurer |= {"camps": 0, "tamed": [], "daggers": False, "participates": True}
        for slot in adventurer["board"]:
            slot |= {"ready": True, "die_used": False, "used": False}
    assert _changed(seen, _put(seen, path, value)) == groups


@pytest.mark.parametrize(("language", "narrow"), LAYOUTS)
def test_what_is_hidden_is_counted_and_not_named(language: str, narrow: bool) -> None:
    """At the start only the Unhallowed deck, the boards and the location are open (SW-1.9, SW-1.12)."""
    for options in CONFIGURATIONS[::5]:
        seen = _game(options, "random")[0]
        shown = _groups(draw(seen, language=language, narrow=narrow))
        piles = shown.pop("piles")
        assert (
            f">{GLOSSARY['creature_deck'][language].capitalize()} {30 + SUMMONS_OF[options.difficulty]}<"
            in piles
        )
        tokens = re.findall(r"#sw-t-(\w+)", piles)
        assert [each for each in tokens if each != "back"] == seen["unhallowed"]
        everything = "".join(shown.values())
        assert re.findall(r"#sw-[tk]-(?!back)\w+", everything) == []
        places = "".join(content for name, content in shown.items() if name not in ("location", "scenery"))
        open_ones = {name for _, _, name in runs(seen["map"])}
        assert open_ones <= {None, "forbidden_tower"}, "the only final location of the base edition"
        for name in sorted(set(LOCATIONS) - open_ones):
            assert f">{name_of(language, name)}<" not in places
        for card in CARDS:
            if kind_of(card) != "summon":  # its name stands beside the difficulty
                assert f">{name_of(language, card)}<" not in everything


def test_hidden_cards_of_the_line_have_only_backs() -> None:
    seen = _watching()
    seen["line"] = [{**CLEAN, "up": False, "known": False, "card": {"hidden": 1}}] * 5
    seen["health"] = [0] * 5
    for language, narrow in LAYOUTS:
        shown = _groups(draw(seen, language=language, narrow=narrow))
        lane = "".join(content for name, content in shown.items() if name.startswith("line-"))
        assert set(re.findall(r"#sw-([\w-]+)", lane)) == {"down"}
        assert re.findall(r">(\w+)<", lane) == ["1", "2", "3", "4", "5"]


def test_only_who_sees_everything_sees_what_is_hidden() -> None:
    """Every card of the deck for the one; for a spectator those alone that the party knows."""
    options = SetAWatchOptions(players=2)
    for seen, whole in list(zip(_game(options), _game(options, seat=EVERYTHING), strict=True))[::17]:
        tokens = [re.findall(r"#sw-t-(\w+)", _groups(draw(each))["piles"]) for each in (seen, whole)]
        deck = [name.removeprefix("?") for name in whole["deck"]]
        assert tokens[1][: len(deck)] == deck
        known = {name for pile in ("deck", "horde") for _, _, name in runs(seen[pile]) if name}
        opened = {*seen["unhallowed"], *seen["removed"], *seen["waiting"], "back"}
        assert set(tokens[0]) <= known | opened


def test_known_cards_are_shown_in_their_places() -> None:
    """SW-1.13."""
    seen = _watching()
    seen["deck"] = [{"hidden": 1}, {"hidden": 1}, "wolf_5", {"hidden": 1}]
    seen["map"] = [{"hidden": 1}, "sea_fortress"]
    seen["line"][-1] |= {"card": "hydra", "known": True}
    assert list(runs(seen["deck"])) == [(1, 2, None), (3, 1, "wolf_5"), (4, 1, None)]
    shown = _groups(draw(seen))
    assert re.findall(r"#sw-t-(\w+)", shown["piles"])[:3] == ["back", "wolf_5", "back"]
    assert ">×2<" in shown["piles"]
    assert ">Sea Fortress<" in shown["map"]
    assert '#sw-t-hydra"' in shown[f"line-{min(len(seen['line']), 9)}"]


def test_every_card_has_a_portrait_and_a_token() -> None:
    kinds = {"summon" if IS_SUMMON[card] else KIND[card] for card in range(1, len(CARD_NAMES))}
    assert set(PORTRAITS) == kinds
    assert len(set(PORTRAITS.values())) == len(PORTRAITS), "no two are alike"
    store = {symbol.attrib["id"] for symbol in ElementTree.fromstring(draw(_game()[0])).iter(f"{SVG}symbol")}
    assert {f"sw-t-{card}" for card in CARDS} <= store
    assert {f"sw-k-{kind}" for kind in kinds} <= store
    assert len(CREATURES) + 2 + 4 + len(UNHALLOWED["deluxe"]) == len(CARDS)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("card", CARDS)
def test_every_card_shows_name_type_attack_health_and_power(card: str, language: str) -> None:
    svg = draw(_line(_watching(), [card]), language=language)
    group = _groups(svg)["line-1"]
    kind = kind_of(card)
    row = (
        GLOSSARY.get(f"name.creature.{kind}")
        or GLOSSARY.get(f"name.unhallowed.{kind}")
        or GLOSSARY["name.summon"]
    )
    assert f">{row[language]}<" in group
    assert f'#sw-k-{kind}"' in group
    assert _squeezed(rules_text(language, kind)) in _squeezed(
        "".join(ElementTree.fromstring(group).itertext())
    )
    health = HEALTH[CARD_NAMES.index(card)]
    assert not health or f">{health}<" in group
    narrow = draw(_line(_watching(), [card]), language=language, narrow=True)
    assert f">{row[language]}<" in _groups(narrow)["line-1"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_location_has_a_picture_a_name_and_its_effect(language: str) -> None:
    assert set(SCENES) == set(LOCATIONS)
    seen = _watching()
    for name in LOCATIONS:
        for narrow in (False, True):
            group = _groups(draw(_put(seen, "location", name), language=language, narrow=narrow))["location"]
            assert f">{GLOSSARY[f'name.location.{name}'][language]}<" in group
            assert f'#sw-s-{name}"' in group
            assert _squeezed(rules_text(language, name)) in _squeezed(
                "".join(ElementTree.fromstring(group).itertext())
            )


def test_every_location_of_an_edition_has_a_scene_of_its_own() -> None:
    """No two are alike, and what a base game cannot reach is not sent."""
    assert len({tuple(layers) for layers in SCENES.values()}) == len(SCENES) == len(LOCATIONS)
    rows = msgspec.yaml.decode(engine.text("set_a_watch", "data.yaml"))["locations"]
    for edition in ("base", "deluxe"):
        svg = draw(_game(SetAWatchOptions(edition=edition))[0])
        store = {symbol.attrib["id"] for symbol in ElementTree.fromstring(svg).iter(f"{SVG}symbol")}
        wanted = {f"sw-s-{row['id']}" for row in rows if row["edition"] in ("base", edition)}
        assert {name for name in store if name.startswith("sw-s-")} == wanted


@pytest.mark.parametrize("name", SCENES)
def test_a_scene_stays_in_its_frame(name: str) -> None:
    """Symbols are not clipped, so that no point of a scene may lie beyond 64 by 44."""
    for _, path in SCENES[name]:
        for x, y in _points(path):
            assert -0.01 <= x <= 64.01, (name, path)
            assert -0.01 <= y <= 44.01, (name, path)


def _points(path: str) -> Iterator[tuple[float, float]]:
    """Where the pieces of a path end."""
    x = y = left = top = 0.0
    for letter, numbers in re.findall(r"([a-zA-Z])([^a-zA-Z]*)", path):
        values = [float(each) for each in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", numbers)]
        step = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "a": 7, "z": 0}[
            letter.lower()
        ]
        assert (not values) if step == 0 else len(values) % step == 0, (path, letter, numbers)
        for start in range(0, len(values), step or 1):
            piece, by = values[start : start + step], (x, y) if letter.islower() else (0.0, 0.0)
            if letter in "hH":
                x = by[0] + piece[0]
            elif letter in "vV":
                y = by[1] + piece[0]
            else:
                x, y = by[0] + piece[-2], by[1] + piece[-1]
            if letter in "mM" and start == 0:
                left, top = x, y
            yield x, y
        if letter in "zZ":
            x, y = left, top


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_adventurer_and_ability_is_named(language: str) -> None:
    assert set(EMBLEMS) == set(CLASS_COLOURS) == set(ADVENTURERS)
    seen = _watching()
    for place, name in enumerate(ADVENTURERS):
        seen["adventurers"][0]["id"] = name
        shown = _groups(draw(seen, language=language))
        assert f">{GLOSSARY[f'name.adventurer.{name}'][language]}<" in shown["a1-head"]
        assert f'#sw-e-{name}"' in shown["a1-head"]
        assert GLOSSARY[f"name.camp.{UNIQUE[place + 1]}"][language] in shown["a1-extra"]
    for ability in map(str, ABILITY_NAMES[1:]):
        name = GLOSSARY[f"name.ability.{ability}"][language]
        seen["adventurers"][0]["aside"] = [ability]
        slot = seen["adventurers"][0]["board"][0]
        slot |= {"card": ability, "ready": True, "die_used": False, "used": False}
        ready = _groups(draw(seen, language=language))
        assert f">{name}<" in ready["a1-cards"]
        assert name in ready["a1-extra"]
        text = _squeezed(rules_text(language, ability))
        assert text in _squeezed("".join(ElementTree.fromstring(ready["a1-cards"]).itertext()))
        slot["ready"] = False
        exhausted = _groups(draw(seen, language=language))["a1-cards"]
        assert f">{name}<" in exhausted
        assert exhausted.count("#sw-sleep") == ready["a1-cards"].count("#sw-sleep") + 1
        assert exhausted.count("sw-night") > ready["a1-cards"].count("sw-night")


@pytest.mark.parametrize("language", LANGUAGES)
def test_camp_spaces_are_named_and_fill_up(language: str) -> None:
    """SW-8.2: a space shows by its filled places how often the camper has used it."""
    seen = _put(_watching(), "camper", 1)
    seen["camp"]["placed"] = dict.fromkeys(SPACES, 0)
    scenery = _groups(draw(seen, language=language))["scenery"]
    for space in (*BOARD_SPACES, *RUNES):
        assert f">{GLOSSARY[f'name.camp.{space}'][language]}<" in scenery
        one = _groups(draw(_put(seen, f"camp.placed.{space}", 1), language=language))["camp"]
        assert one.count("<ns0:rect") == 1
        name = seen["adventurers"][1]["id"]
        assert f'sw-{name}"' in one
    three = _put(_put(seen, "camp.placed.scout_ahead", 3), "camp.scout", 5)
    assert _groups(draw(three, language=language))["camp"].count("<ns0:rect") == 3
    assert ">5<" in _groups(draw(three, language=language))["camp"]


@pytest.mark.parametrize(
    ("players", "camper", "seats"),
    [
        (1, 2, [1, 1, 1, 1]),
        (2, 2, [1, 1, 2, 2]),
        (3, 1, [1, 2, 3, 2]),
        (3, 3, [1, 2, 3, 3]),
        (3, -1, [1, 2, 3, 3]),
        (4, 0, [1, 2, 3, 4]),
    ],
)
def test_every_adventurer_carries_the_mark_of_its_seat(players: int, camper: int, seats: list[int]) -> None:
    """SW-3.1, SW-3.3: the fourth one of three players goes with the camper's seat, else with the leader."""
    seen = _watching() | {"players": players, "camper": camper, "leader": 2}
    shown = _groups(draw(seen))
    assert [int(re.findall(r"#sw-p(\d)", shown[f"a{who}-head"])[0]) for who in (1, 2, 3, 4)] == seats
    assert ["sw-flex" in shown[f"a{who}-head"] for who in (1, 2, 3, 4)] == [False] * 3 + [players == 3]


def test_dice_have_the_shape_of_their_size_and_say_where_they_lie() -> None:
    seen = _watching(SetAWatchOptions(a1="dwarf", a2="rogue", a3="wizard", a4="cleric"))
    for number, place in enumerate(("available", "card", "spent")):
        seen["dice"][number] |= {"value": 7, "rolled": 7, "place": place, "holder": 0}
    drawn = _groups(draw(seen))["a1-dice"]
    assert re.findall(r"#sw-([du])-dwarf", drawn) == ["d", "u", "u"]
    assert re.findall(r'class="sw-tag sw-m"[^>]*>([^<]*)<', drawn) == ["", "ability", "spent"]
    seen["dice"][0] |= {"value": 8}
    assert ">(7)<" in _groups(draw(seen))["a1-dice"], "the rolled value of a raised die"
    store = {s.attrib["id"]: s for s in ElementTree.fromstring(draw(seen)).iter(f"{SVG}symbol")}
    d8 = store["sw-d-dwarf"][0].attrib["d"]
    d6 = store["sw-d-rogue"][0].attrib["d"]
    assert d8 != d6 == store["sw-d-wizard"][0].attrib["d"]
    seen["line"][0]["card"] = "hydra"
    seen["dice"][1] |= {"place": "creature", "on": "hydra"}
    shown = _groups(draw(seen))
    assert '#sw-d-dwarf"' in shown["line-1"]
    assert ">on 1<" in shown["a1-dice"]
    seen["dice"][2] |= {"place": "location"}
    assert '#sw-u-dwarf"' in _groups(draw(seen))["location"]


def test_a_given_die_shows_at_both_adventurers() -> None:
    """SW-8.10, Assist."""
    seen = _watching()
    seen["dice"][0] |= {"place": "available", "holder": 2}
    shown = _groups(draw(seen))
    name = seen["adventurers"][0]["id"]
    assert f'#sw-u-{name}"' in shown["a1-dice"]
    assert f'#sw-d-{name}"' in shown["a3-dice"]


def test_tamed_creatures_lie_beside_the_dice() -> None:
    """SW-13.5; those of Siren Song bear a note."""
    seen = _watching()
    seen["adventurers"][1]["tamed"] = ["wolf_4", "bandit_a"]
    dice = _groups(draw(seen))["a2-dice"]
    assert re.findall(r"#sw-t-(\w+)", dice) == ["wolf_4", "bandit_a"]
    assert "#sw-note" not in dice
    assert _groups(draw(_put(seen, "siren", ["bandit_a"])))["a2-dice"].count("#sw-note") == 1


def test_the_effects_of_the_round_are_named() -> None:
    seen = _watching()
    seen["watch"] |= {"senses": 1, "negate": 2, "sight": 1, "charges": 3, "discord": 7, "paid": 4, "trap": 5}
    seen["watch"] |= {"giants_bane": True, "kills": [{"health": 9, "front": None, "back": None}]}
    seen["dice"][5] |= {"value": 8}
    said = _groups(draw(seen))["watch"]
    for chip in (
        "lit +1",
        "stops 2 Reveal",
        "range +1",
        "poison ×3",
        "Discord 7",
        "damage taken 4",
        "trap 8",
    ):
        assert f">{chip}<" in said
    assert ">Giants Bane<" in said
    assert ">Berserker below 9<" in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_of_locations_hold_their_whole_text(language: str) -> None:
    """SW-8.7, SW-8.10."""
    for name in LOCATIONS:
        ahead = _groups(draw(_put(_game()[0], "seen", [name]), language=language))["ahead"]
        drawn = _squeezed("".join(ElementTree.fromstring(ahead).itertext()))
        assert _squeezed(name_of(language, name)) in drawn
        assert _squeezed(rules_text(language, name)) in drawn
        assert max(float(y) for y in re.findall(r' y="([\d.]+)"', ahead)) <= 200


def test_the_dashboard_takes_it_apart() -> None:
    """The Replay screen sends a shell once, then the groups that changed; no text of a group is in the shell."""
    name, recorded = next(iter(engine.golden_games("set_a_watch")))
    lines = engine.text("set_a_watch", f"golden/{name}").encode().splitlines(keepends=True)
    assert recorded
    for language, narrow in LAYOUTS:
        replay = build_frames(lines, "spectator", language, narrow)
        shown = unpack(replay.packed)["picture"]
        assert list(shown["groups"]) == list(_groups(draw(_game()[0])))
        assert all(f'<g id="{group}"></g>' in shown["shell"] for group in shown["groups"])
        assert shown["groups"]["scenery"] == [[0], [0]]
        first = [shown["pool"][values[0]] for _, values in shown["groups"].values()]
        assert [ElementTree.fromstring(group).attrib["id"] for group in first] == list(shown["groups"])


def test_cards_that_are_looked_at_lie_open() -> None:
    seen = _put(_game()[0], "seen", ["hydra", "wolf_4", "sea_fortress"])
    for language, narrow in LAYOUTS:
        ahead = _groups(draw(seen, language=language, narrow=narrow))["ahead"]
        for name in seen["seen"]:
            assert name_of(language, name) in ahead


def test_a_line_keeps_its_order_and_its_place() -> None:
    """Every number of cards fits the lane, row by row; nothing lies on anything else."""
    for room, height in ((1048, 206), (404, 419)):
        for ups in range(13):
            for downs in range(26):
                cards = [{"up": place < ups} for place in range(ups + downs)]
                laid = layout(cards, room, height)
                assert len(laid) == len(cards)
                for before, after in pairwise(laid):
                    right = before.x + before.width * before.scale
                    assert after.x > right or after.y >= before.y + before.tall * before.scale
                for card in laid:
                    assert card.x + card.width * card.scale <= room + 0.2
                    assert card.y + card.tall * card.scale <= height + 0.2
                    assert card.scale >= 0.5
                if 0 < ups + downs < 12 and ups < 8:
                    assert laid[0].scale >= 1


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("reason", '<b>&"'),
        ("phase", "<i>"),
        ("round", "<&"),
        ("firewood", 3),
        ("deck", ["<x>"]),
        ("adventurers.0.board.0.ready", True),
        ("watch.charges", "<&"),
        ("pending", [{"what": "<&", "who": 0}]),
    ],
)
def test_every_text_is_escaped(path: str, value: Any) -> None:
    for language, narrow in LAYOUTS:
        ElementTree.fromstring(draw(_put(_watching(), path, value), language=language, narrow=narrow))


@pytest.mark.parametrize(("language", "narrow"), LAYOUTS)
def test_pieces_and_classes_exist(language: str, narrow: bool) -> None:
    style = ElementTree.fromstring(draw(_game()[0])).find(f"{SVG}style")
    assert style is not None
    known = set(re.findall(r"\.(sw-[\w-]+)", style.text or "")) | {"sw-picture"}
    samples = [
        *_game()[::29],
        *_game(CONFIGURATIONS[22])[::29],
        *_game(seat=EVERYTHING)[::29],
        _full(),
        _long(),
    ]
    for seen in samples:
        root = ElementTree.fromstring(draw(seen, language=language, narrow=narrow))
        store = {f"#{symbol.attrib['id']}" for symbol in root.iter(f"{SVG}symbol")}
        assert all(name.startswith("#sw-") for name in store)
        assert {element.attrib["href"] for element in root.iter(f"{SVG}use")} <= store
        assert {name for element in root.iter() for name in element.get("class", "").split()} <= known


def test_both_languages_have_the_same_words() -> None:
    table = msgspec.yaml.decode(engine.text("set_a_watch", "words.yaml"))["picture"]
    nodes = table.pop("nodes")
    assert set(nodes) == set(NODES)
    for each in (*table.values(), *nodes.values()):
        fields = {language: re.findall(r"\{(\d*)\}", each[language]) for language in LANGUAGES}
        assert sorted(fields["en"]) == sorted(fields["ja"])
        assert each["en"] != each["ja"]


def test_title_says_where_the_game_stands() -> None:
    seen = _game()[0] | {"phase": "camper", "round": 3, "leader": 0, "pending": []}
    assert '<title id="title">Set a Watch, round 3, P1: Who camps?</title>' in draw(seen)
    assert '<title id="title">セット・ア・ウォッチ、ラウンド3、P1:キャンプするのは誰?</title>' in draw(
        seen, language="ja"
    )
    seen |= {"phase": "over", "reason": "SW-20.4", "won": True}
    assert f"{reason('en', 'SW-20.4')}</title>" in draw(seen)
    root = ElementTree.fromstring(draw(seen))
    assert (root.attrib["role"], root.attrib["aria-label"], root[0].tag) == (
        "img",
        "Set a Watch",
        f"{SVG}title",
    )


def test_the_banner_says_what_the_table_does_next() -> None:
    told = {
        "roll": "Next: rolls all dice",
        "line": "Next: builds the line",
        "round_end": "Next: ends the round",
    }
    found = {seen["phase"]: _groups(draw(seen))["round"] for seen in _game()}
    for phase, sentence in told.items():
        assert f">{sentence}<" in found[phase]


def test_the_banner_names_who_decides_what() -> None:
    """Section 21: a party decision is the leader's, another one that of the adventurer's seat."""
    for options in CONFIGURATIONS[3::9]:
        table = Table(seed="who")
        state = GAME.setup(options, table)
        asked = set()
        while acting := GAME.to_act(state):
            who = acting[0]
            if state.pending and who >= 0:
                node = GAME.observe(state, None)["pending"][-1]["what"]
                asked.add(node)
                assert (
                    f"P{who + 1}: {prompt('en', node)}" in _groups(draw(GAME.observe(state, None)))["round"]
                )
            table.begin()
            GAME.perform(state, who, GAME.legal(state, who)[0], table)
        assert asked


def test_sizes() -> None:
    """The shell is sent once, the groups again and again: these must be small."""
    for options in (SetAWatchOptions(), CONFIGURATIONS[22]):
        pictures = [draw(each) for each in _game(options)]
        groups = [_groups(svg) for svg in pictures]
        steps = sorted(
            sum(len(new[name].encode()) for name in new if new[name] != old[name])
            for old, new in pairwise(groups)
        )
        assert steps[len(steps) // 2] < 4_000
        assert max(len(svg.encode()) for svg in pictures) < 83_000
    assert len(draw(_full()).encode()) < 92_000


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("text", "grounds"),
    [
        ("ink", ["ground", "panel", "paper", "cell", "lane", "glow"]),
        ("soft", ["ground", "panel", "paper", "cell", "glow"]),
        ("minus", ["panel", "paper"]),
        ("plus", ["panel", "paper"]),
    ],
)
def test_texts_can_be_read(theme: int, text: str, grounds: list[str]) -> None:
    for ground in grounds:
        assert contrast(COLOURS[text][theme], COLOURS[ground][theme]) >= 4.5, ground


def test_texts_on_their_own_grounds_can_be_read() -> None:
    """White on bars, dice and seats, which are the same in both themes; names on the backs of cards."""
    badges = re.findall(r"\.sw-(?:p\d|badge|litbadge)\{fill:(#\w{6})\}", SHEET)
    assert len(badges) == 6
    for ground in [*badges, *TYPE_COLOURS.values(), *CLASS_COLOURS.values()]:
        assert contrast("#ffffff", ground) >= 4.5, ground
    for ground in COLOURS["night"]:
        assert contrast("#e6ebf7", ground) >= 4.5


def test_names_in_the_style_are_its_own() -> None:
    """A style inside an SVG counts for the whole page."""
    selectors = re.findall(r"([^{}]+)\{", SHEET)
    names = [name.strip() for selector in selectors for name in selector.split(",")]
    assert [name for name in names if not re.match(r'\.sw-|symbol\[id\^="sw-"\]$', name)] == []


MEASURE = """() => {
  const svg = document.querySelector("svg"), found = [];
  const whole = svg.getBoundingClientRect();
  const scale = whole.width / svg.viewBox.baseVal.width;
  for (const group of svg.querySelectorAll(":scope > g")) for (const text of group.querySelectorAll("text")) {
    if (!text.textContent.trim()) continue;
    const box = text.getBoundingClientRect();
    found.push([group.id, text.textContent, ...[box.left, box.top, box.right, box.bottom].map((n) => n / scale),
      parseFloat(getComputedStyle(text).fontSize)]);
  }
  return found;
}"""
"""Every text with its group, its box and the size of its letters, in units of the picture."""


def _panels(svg: str) -> dict[str, tuple[float, float, float, float]]:
    """The panels of the scenery: those that hold a group, by the group's name."""
    root = ElementTree.fromstring(svg)
    scenery = next(group for group in root.findall(f"{SVG}g") if group.attrib["id"] == "scenery")
    boxes = []
    for holder in (scenery, *scenery.findall(f"{SVG}g")):
        dx, dy = (
            map(float, re.findall(r"[-\d.]+", holder.attrib["transform"])[:2])
            if "transform" in holder.attrib
            else (0.0, 0.0)
        )
        for rect in holder.findall(f"{SVG}rect"):
            if {"sw-panel", "sw-lane"} & set(rect.attrib["class"].split()):
                x, y = float(rect.get("x", 0)) + dx, float(rect.get("y", 0)) + dy
                boxes.append((x, y, x + float(rect.attrib["width"]), y + float(rect.attrib["height"])))
    found = {}
    for group in root.findall(f"{SVG}g"):
        if group is not scenery and group.attrib["id"] != "round":
            x, y = map(float, re.findall(r"[-\d.]+", group.attrib["transform"])[:2])
            found[group.attrib["id"]] = next(
                box for box in boxes if box[0] - 0.1 <= x <= box[2] and box[1] - 0.1 <= y <= box[3]
            )
    return found


def _clashes(texts: list[list[Any]]) -> Iterator[tuple[str, str]]:
    """Pairs of texts that lie on each other; a box is as high as the line, its letters are less."""
    boxes = [
        (name, content, left + 0.5, top + (bottom - top) * 0.2, right - 0.5, bottom - (bottom - top) * 0.2)
        for name, content, left, top, right, bottom, _ in texts
    ]
    for place, one in enumerate(boxes):
        for other in boxes[place + 1 :]:
            if one[2] < other[4] and other[2] < one[4] and one[3] < other[5] and other[3] < one[5]:
                yield f"{one[0]}: {one[1]}", f"{other[0]}: {other[1]}"


@pytest.mark.browser
@pytest.mark.parametrize(("language", "narrow"), LAYOUTS)
def test_no_text_leaves_its_panel_or_lies_on_another(page: Any, language: str, narrow: bool) -> None:
    """Measured by a browser, also for more of everything than a table will ever see."""
    games = [_game(options) for options in (CONFIGURATIONS[3], CONFIGURATIONS[22], CONFIGURATIONS[30])]
    samples = [seen for game in games for seen in game[5::31]]
    samples += [_full(language), _long(), _long(6, 6), _line(_watching(), CARDS[:12])]
    samples.append(_put(_full(language) | {"line": [], "health": []}, "seen", LOCATIONS[13:17]))
    page.set_viewport_size({"width": 420 if narrow else 1080, "height": 900})
    for seen in samples:
        svg = draw(seen, language=language, narrow=narrow)
        page.set_content(f'<body style="margin:0">{svg}</body>')
        texts = page.evaluate(MEASURE)
        assert len(texts) > 100
        panels = _panels(svg)
        width, height = map(float, re.findall(r'viewBox="0 0 (\S+) (\S+)"', svg)[0])
        for name, content, left, top, right, bottom, size in texts:
            box = panels.get(name, (0, 0, width, height))
            assert box[0] <= left, (name, content)
            assert right <= box[2] + 0.5, (name, content)
            assert box[1] - 3 <= top, (name, content)
            assert bottom <= box[3] + 3, (name, content)
            assert size >= 8, (name, content, size)
        covered = (f"scenery: {seen['firewood']}", f"fire: {seen['firewood']}")
        assert [pair for pair in _clashes(texts) if pair != covered] == [], "only the marker of the firewood"


@pytest.mark.browser
@pytest.mark.parametrize("narrow", [False, True])
def test_texts_are_legible_on_their_screen(page: Any, narrow: bool) -> None:
    """As the dashboard shows it: the board is 845 pixels wide at 1280, and 366 at 390."""
    page.set_viewport_size({"width": 366 if narrow else 845, "height": 900})
    factor = 366 / 420 if narrow else 845 / 1080
    page.set_content(f'<body style="margin:0">{draw(_watching(), narrow=narrow)}</body>')
    sizes = sorted(size * factor for *_, size in page.evaluate(MEASURE))
    assert sizes[len(sizes) // 2] > (9.5 if narrow else 8.5)
    assert sizes[0] > (8 if narrow else 7)
