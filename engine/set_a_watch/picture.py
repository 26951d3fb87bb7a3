"""The picture of a game: what a seat may see, as SVG text.

`draw` gets an observation and nothing else, so it cannot show what is hidden. The picture is a shell
(style, icons, faces of cards) and then groups, each on a line of its own and a direct child of the root:
`scenery` never changes, every other group changes with the part of the game it shows. The ids and their
order depend on the layout alone, the shell on edition and party, so a player can send only what changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from engine.pictures.svg import at, group
from engine.pictures.texts import text_width
from engine.set_a_watch import picture_camp as camp
from engine.set_a_watch import picture_line as line
from engine.set_a_watch import picture_party as party
from engine.set_a_watch.cards import FINAL_ROUND, PARTY, SUMMONS_OF
from engine.set_a_watch.picture_creatures import portraits
from engine.set_a_watch.picture_icons import icons
from engine.set_a_watch.picture_pieces import attack_of, tokens
from engine.set_a_watch.picture_scenes import scenes
from engine.set_a_watch.picture_style import PEN, rect, style, text, use
from engine.set_a_watch.picture_words import prompt, reason, say, step, term
from engine.set_a_watch.rules.flow import PARTY_DECISIONS
from engine.set_a_watch.state import FRAMES, NODES

Observation = Mapping[str, Any]
Place = tuple[float, float]

PHASE_TERMS = {
    "arrive": "phase_arrive",
    "roll": "phase_roll",
    "camper": "phase_choose_camper",
    "camp": "phase_camp",
    "damage": "phase_round_end",
    "horde": "phase_round_end",
    "round_end": "phase_round_end",
}
"""Phases of the state by their heading; every other one belongs to the watch."""
STEPS = {"line": "build_line", "horde": "to_horde", "round_end": "end_round"}
"""Phases in which the table acts, by its step where that has another name."""


@dataclass(frozen=True)
class _Layout:
    """Where things lie."""

    narrow: bool
    width: float
    height: float
    camp: Place
    location: Place
    location_size: Place
    piles: Place
    piles_width: float
    maps: tuple[Place, Place]
    maps_size: tuple[Place, Place]
    lane: Place
    lane_size: Place
    lane_head: float
    """Room above the cards."""
    boards: tuple[Place, ...]
    board_size: Place
    ability: float
    """Height of an ability card."""


_WIDE = _Layout(
    narrow=False,
    width=1080,
    height=887,
    camp=(8, 40),
    location=(406, 40),
    location_size=(254, 184),
    piles=(666, 40),
    piles_width=406,
    maps=((8, 230), (414, 230)),
    maps_size=((400, 26), (658, 26)),
    lane=(8, 262),
    lane_size=(1064, 240),
    lane_head=27,
    boards=tuple((8 + place * 267.3, 508) for place in range(PARTY)),
    board_size=(262, 371),
    ability=60,
)
_NARROW = _Layout(
    narrow=True,
    width=420,
    height=2484,
    camp=(14, 78),
    location=(8, 268),
    location_size=(404, 114),
    piles=(8, 2184),
    piles_width=404,
    maps=((8, 2374), (8, 2428)),
    maps_size=((404, 48), (404, 48)),
    lane=(8, 388),
    lane_size=(404, 478),
    lane_head=52,
    boards=tuple((8, 872 + place * 328) for place in range(PARTY)),
    board_size=(404, 322),
    ability=48,
)


def draw(observation: Observation, *, language: str = "en", narrow: bool = False) -> str:
    """The picture in `en` or `ja`; `narrow` is a tall layout for small screens."""
    layout, edition = _NARROW if narrow else _WIDE, "deluxe" if observation["deluxe"] else "base"
    members = tuple(sorted(each["id"] for each in observation["adventurers"]))
    return PEN.document(
        (layout.width, layout.height),
        language,
        term(language, "set_a_watch"),
        _title(observation, language),
        (_shell(edition, members), _still(language, layout), *_groups(observation, language, layout)),
    )


@cache
def _shell(edition: str, party: tuple[str, ...]) -> str:
    """Style and store of symbols."""
    return f"{style()}\n<defs>{icons(party)}{scenes(edition)}{portraits()}{tokens()}{line.frames()}</defs>"


@cache
def _still(language: str, layout: _Layout) -> str:
    """Everything that never changes, drawn first."""
    parts = [
        rect(0, 0, layout.width, layout.height, "ground", 0),
        at(
            *layout.camp,
            rect(*((-6, 0, 404) if layout.narrow else (0, 0, 392)), camp.CAMP_HEIGHT, "panel", 10)
            + camp.camp_board(language),
        ),
        rect(*layout.location, *layout.location_size, "panel", 10),
        rect(*layout.piles, layout.piles_width, 184, "panel", 10),
        *(rect(*place, *size, "panel", 8) for place, size in zip(layout.maps, layout.maps_size, strict=True)),
        rect(*layout.lane, *layout.lane_size, "lane", 10),
        *(rect(*place, *layout.board_size, "panel", 10) for place in layout.boards),
    ]
    return f'<g id="scenery">{"".join(parts)}</g>'


def _groups(observation: Observation, language: str, layout: _Layout) -> Iterator[str]:
    """All groups that change, from back to front."""
    yield group("round", 10, 8, _banner(observation, language, layout))
    yield group("fire", *layout.camp, camp.fire(observation, language))
    yield group("camp", *layout.camp, camp.spaces(observation))
    yield group("location", *layout.location, camp.location(observation, layout.location_size[0], language))
    for name, label, place, size in zip(
        ("map", "unused"), ("map_deck", "unused_deck"), layout.maps, layout.maps_size, strict=True
    ):
        yield group(name, *place, camp.sites(observation[name], label, size[0], layout.narrow, language))
    left, top = layout.piles
    yield group("graveyard", left, top, camp.graveyard(observation, layout.piles_width, language))
    yield group("piles", left, top + 58, camp.piles(observation, layout.piles_width, language))
    yield from _lane(observation, language, layout)
    for who in range(PARTY):
        yield from _adventurer(observation, who, language, layout)


def _lane(observation: Observation, language: str, layout: _Layout) -> Iterator[str]:
    (left, top), (width, height) = layout.lane, layout.lane_size
    room, tall = width - (0 if layout.narrow else 16), height - layout.lane_head - 7
    corner = (left + (0 if layout.narrow else 8), top + layout.lane_head)
    yield group("watch", *layout.lane, _watch(observation, language, layout))
    yield group("ahead", *corner, line.ahead(observation, room, tall, language))
    for position, content in enumerate(line.spots(observation, room, tall, language), 1):
        yield group(f"line-{position}", *corner, content)


def _adventurer(observation: Observation, who: int, language: str, layout: _Layout) -> Iterator[str]:
    (left, top), (width, height) = layout.boards[who], layout.board_size
    under = 100 + 3 * (layout.ability + 4)
    parts = (
        ("head", 0, party.head(observation, who, width, height, language)),
        ("dice", 45, party.dice(observation, who, width, language)),
        ("cards", 97, party.cards(observation, who, width, layout.ability, language)),
        ("extra", under, party.extra(observation, who, width, language)),
    )
    for name, y, content in parts:
        yield group(f"a{who + 1}-{name}", left, top + y, content)


def _phase(observation: Observation, language: str) -> str:
    return term(language, PHASE_TERMS.get(observation["phase"], "phase_watch"))


def _who(observation: Observation, language: str) -> str:
    """How the game ended, who decides what (section 21), or what the table does next."""
    if observation["reason"]:
        return reason(language, observation["reason"])
    pending, phase = observation["pending"], observation["phase"]
    if pending:
        node, who = pending[-1]["what"], pending[-1]["who"]
        if node not in NODES:
            return ""
        to_leader = node in FRAMES and FRAMES.index(node) in PARTY_DECISIONS
        seat = observation["leader"] if to_leader else party.controller(observation, who)
        return say(language, "decides", f"P{seat + 1}", prompt(language, node))
    if phase == "camper":
        return say(language, "decides", f"P{observation['leader'] + 1}", term(language, "node_camper"))
    if phase == "camp":
        seat = party.controller(observation, observation["camper"])
        return say(language, "decides", f"P{seat + 1}", say(language, "camp_open"))
    if phase == "watch":
        return say(language, "watch_open")
    return say(language, "next_is", step(language, str(STEPS.get(phase, phase))))


def _title(observation: Observation, language: str) -> str:
    what = _who(observation, language)
    return say(language, "title", term(language, "set_a_watch"), observation["round"], what)


def _banner(observation: Observation, language: str, layout: _Layout) -> str:
    """Round, phase, edition, difficulty, leader; who decides what, or how the game ended."""
    when = say(language, "round_of", observation["round"], FINAL_ROUND)
    phase = "" if observation["reason"] else f" · {_phase(observation, language)}"
    end = layout.width - 20
    edition = term(language, "edition_deluxe" if observation["deluxe"] else "edition_base")
    summons = camp.difficulty(observation)
    level = next((name for name, number in SUMMONS_OF.items() if number == summons), None)
    facts = edition
    if level:
        facts += " · " + say(language, "summons", term(language, f"name.difficulty.{level}"), summons)
    leader = f"{term(language, 'leader')} P{observation['leader'] + 1}"
    beaten = say(language, "defeated", observation["defeated"])
    icon = ""
    if observation["reason"]:
        icon = use("win" if observation["won"] else "lost", 0, 1, 24)
    who = _who(observation, language)
    if layout.narrow:
        shift = 28 if icon else 0
        return (
            at(0, 22, icon)
            + text(when + phase, 0, 18, "big", fit=(17, end - 96))
            + text(beaten, end, 17, "s e", fit=(12, 90))
            + text(who, shift, 41, "b", fit=(13, end - shift))
            + text(f"{leader} · {facts}", 0, 61, "s", fit=(12, end))
        )
    wide = text_width(when + phase, 17)
    shift = 28 if icon else 0
    return (
        icon
        + text(when + phase, shift, 19, "big")
        + text(f"{facts} · {leader} · {beaten}", shift + wide + 16, 18, "s", fit=(12, 420))
        + text(who, end, 19, "head e", fit=(15, end - shift - wide - 440))
    )


def _watch(observation: Observation, language: str, layout: _Layout) -> str:
    """The head of the lane: line, lit positions, attack in sight, and what holds for this round."""
    cards = observation["line"]
    facts = term(language, "line")
    if observation["seen"]:
        facts = say(language, "looked_at")
    elif cards:
        attack = sum(attack_of(spot["card"]) for spot in cards if spot["up"])
        facts += f" · {say(language, 'in_line', len(cards))} · {say(language, 'attack_sum', attack)}"
    elif observation["phase"] in line.BEFORE_LINE:
        facts += f" · {say(language, 'line_size', line.size_ahead(observation))}"
    width = layout.lane_size[0]
    drawn = use("flame", 8, 3, 19) + text(facts, 31, 18, "b", fit=(13, 360))
    if layout.narrow:
        return drawn + at(8, 26, _chips(observation, language, width - 16))
    return drawn + at(420, 3, _chips(observation, language, width - 428))


def _chips(observation: Observation, language: str, room: float) -> str:
    """Effects of this round, each a small plate."""
    watch = observation["watch"]
    numbers = [(name, watch[name]) for name in ("senses", "negate", "sight", "charges", "discord", "paid")]
    chips = [say(language, f"chip_{name}", number) for name, number in numbers if number]
    if watch["giants_bane"]:
        chips.append(say(language, "chip_giants_bane"))
    if watch["trap"] >= 0:
        chips.append(say(language, "chip_trap", observation["dice"][watch["trap"]]["value"]))
    if watch["kills"]:
        most = max(kill["health"] for kill in watch["kills"])
        chips.append(say(language, "chip_kills", most))
    if watch["horde"]:
        chips.append(say(language, "chip_horde"))
    if watch["catacombs"]:
        chips.append(say(language, "chip_catacombs"))
    widths = [text_width(chip, 12) + 16 for chip in chips]
    scale = min(1.0, room / (sum(widths) + 5 * len(widths))) if widths else 1
    drawn, x = "", 0.0
    for chip, width in zip(chips, widths, strict=True):
        drawn += rect(x, 0, width, 20, "chip", 10) + text(chip, x + width / 2, 14.5, "s m")
        x += width + 5
    return at(0, 0, drawn, scale)
