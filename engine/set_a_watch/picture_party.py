"""What lies before one adventurer: who it is, dice, ability cards, camp action, cards aside, tamed creatures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.pictures.svg import at
from engine.pictures.texts import wrapped
from engine.set_a_watch.cards import (
    ABILITY_DATA,
    ADVENTURER_NAMES,
    CAMP_ACTIONS,
    LOCATION_NAMES,
    REACH,
    UNIQUE,
    located,
)
from engine.set_a_watch.picture_pieces import die, token
from engine.set_a_watch.picture_style import circle, column, rect, text, use
from engine.set_a_watch.picture_words import name_of, rules_text, say, term

Observation = Mapping[str, Any]

CAMPS = 2
PITCH = 46
FINAL = 9
AFTER_CAMP = ("line", "fall", "reveal_power", "pending_damage", "first_position", "flip", "watch", "damage")


def controller(observation: Observation, who: int) -> int:
    """SW-3.1, SW-3.3: the seat that decides for an adventurer."""
    players = observation["players"]
    if players == 1:
        return 0
    if players == 2:
        return who >> 1
    if players == 4 or who < 3:
        return who
    camper = int(observation["camper"])
    return camper if 0 <= camper < 3 else int(observation["leader"])


def is_flex(observation: Observation, who: int) -> bool:
    """SW-3.1: the shared adventurer of three players."""
    return bool(observation["players"] == 3 and who == 3)


def _reach(observation: Observation, who: int) -> int:
    """SW-11.3: range in positions, with what adds to it this round."""
    adventurer = observation["adventurers"][who]
    reach = 2 if adventurer["daggers"] else REACH[ADVENTURER_NAMES.index(adventurer["id"])]
    return (
        int(reach + observation["watch"]["sight"]) + _FARTHER[LOCATION_NAMES.index(observation["location"])]
    )


_FARTHER = located("range_bonus")


def head(observation: Observation, who: int, width: float, height: float, language: str) -> str:
    """Name, seat, rest tokens (SW-1.8), and what the adventurer does this round."""
    adventurer = observation["adventurers"][who]
    name, camping = adventurer["id"], observation["camper"] == who
    seat = controller(observation, who)
    drawn = rect(1.5, 1.5, width - 3, height - 3, "turn", 9) if camping else ""
    drawn += circle(21, 21, 16, name) + use(f"e-{name}", 10, 10, 22)
    drawn += text(name_of(language, name), 43, 18, "head", fit=(15, width - 126))
    reach = say(language, "reach", _reach(observation, who))
    kind = term(language, "melee" if REACH[ADVENTURER_NAMES.index(name)] == 1 else "ranged")
    drawn += text(f"{kind}, {reach}" if language == "en" else f"{kind}・{reach}", 43, 35, "s", fit=(12, 100))
    drawn += text(_state(observation, who, language), width - 8, 36.5, "s b e", fit=(12, width - 152))
    for token_place in range(CAMPS):
        x = width - 76 + token_place * 21
        drawn += use("tent" if token_place < adventurer["camps"] else "untent", x, 4, 18)
    marker = use(f"p{seat + 1}")
    flex = circle(0, 0, 17, "flex") if is_flex(observation, who) else ""
    return drawn + at(width - 18, 14.5, marker + flex, 0.62)


def _state(observation: Observation, who: int, language: str) -> str:
    if observation["camper"] == who:
        return say(language, "camps")
    if not observation["adventurers"][who]["participates"] and observation["phase"] in AFTER_CAMP:
        return say(language, "stays_out")
    if observation["camper"] >= 0 or observation["round"] == FINAL:
        return say(language, "on_watch")
    return ""


def dice(observation: Observation, who: int, width: float, language: str) -> str:
    """Own dice and a die that was given, each with where it lies (SW-1.10); tamed creatures."""
    drawn = ""
    own = range(3 * who, 3 * who + 3)
    gifts = [
        number
        for number, each in enumerate(observation["dice"])
        if each["holder"] == who and number not in own
    ]
    for place, number in enumerate((*own, *gifts)):
        each = observation["dice"][number]
        free = each["place"] == "available" and each["holder"] == who
        x = 8 + place * PITCH
        drawn += die(observation, number, x + 5, 0, 32, not free)
        drawn += text(_caption(observation, number, who, language), x + 21, 46, "tag m", fit=(11, PITCH - 5))
    total = text(say(language, "total", observation["total"][who]), width - 8, 18, "s e", fit=(12, 62))
    return drawn + total + _tamed(observation, who, width)


def _tamed(observation: Observation, who: int, width: float) -> str:
    """Tamed creatures, which attack as dice do (SW-13.5); a note marks those of Siren Song."""
    tamed, drawn = observation["adventurers"][who]["tamed"], ""
    for place, card in enumerate(tamed):
        x = width - 8 - 25 * (len(tamed) - place)
        drawn += token(card, x, 26)
        if card in observation["siren"]:
            drawn += circle(x + 4, 28, 7, "chip") + use("note", x - 1, 23, 10)
    return drawn


def _caption(observation: Observation, number: int, who: int, language: str) -> str:
    """Where a die lies; a value that is no longer the rolled one has that beside it."""
    each = observation["dice"][number]
    if number == observation["watch"]["trap"]:
        return say(language, "place_trap")
    if each["holder"] != number // 3:
        given = each["holder"] != who
        if each["place"] == "available" or given:
            return say(language, "place_given" if given else "place_gift")
    rolled = f"({each['rolled']})" if each["rolled"] != each["value"] else ""
    if each["place"] == "available":
        return rolled
    if each["place"] == "creature":
        return say(language, "place_creature", _position(observation, each["on"]))
    return say(language, f"place_{each['place']}")


def _position(observation: Observation, card: str) -> int:
    return next((place for place, spot in enumerate(observation["line"], 1) if spot["card"] == card), 0)


def cards(observation: Observation, who: int, width: float, tall: float, language: str) -> str:
    """Ability cards: ready ones lie open with their text, exhausted ones face-down, drawn in (SW-1.3)."""
    adventurer = observation["adventurers"][who]
    return "".join(
        at(6, place * (tall + 4), _ability(slot, width - 12, tall, adventurer["id"], language))
        for place, slot in enumerate(adventurer["board"])
    )


def _ability(slot: Mapping[str, Any], width: float, tall: float, owner: str, language: str) -> str:
    name = name_of(language, slot["card"])
    if not slot["ready"]:
        lean = tall / 2 - 16
        back = rect(26, lean, width - 32, 32, "night", 7) + use("sleep", 34, lean + 7, 18)
        tag = text(term(language, "exhausted"), width - 16, lean + 21, "night-ink t e")
        return back + text(name, 60, lean + 21, "night-ink b", fit=(13, width - 152)) + tag
    data = ABILITY_DATA[slot["card"]]
    passive = data["mode"] == "passive"
    mark = ""
    if slot["die_used"]:
        mark = say(language, "die_here")
    elif slot["used"]:
        mark = say(language, "once_used")
    elif passive:
        mark = term(language, "passive")
    lines = wrapped(rules_text(language, slot["card"]), 11.5, width - 22)
    return (
        rect(0.5, 0.5, width - 1, tall - 1, "paper", 6)
        + rect(0.5, 0.5, 7, tall - 1, owner, 3)
        + text(name, 14, 16, "b", fit=(13, width - 92))
        + (
            text(mark, width - 6, 15, "minus e" if slot["die_used"] or slot["used"] else "s e", fit=(11, 68))
            if mark
            else ""
        )
        + column(lines, 14, 29.5, "t", 13)
    )


def extra(observation: Observation, who: int, width: float, language: str) -> str:
    """The unique camp action (SW-8.10) and the cards set aside."""
    adventurer = observation["adventurers"][who]
    unique = UNIQUE[ADVENTURER_NAMES.index(adventurer["id"])]
    used = observation["camp"]["placed"][unique] and observation["camper"] == who
    slot = rect(8, 3, 16, 16, adventurer["id"], 4) if used else circle(16, 11, 7.5, "ring")
    if used:
        slot += '<path class="sw-thin" d="M12 11l3 4 6-8"/>'
    need = {">=4": " ≥4"}.get(CAMP_ACTIONS[unique]["die"], "")
    drawn = slot + text(name_of(language, unique) + need, 30, 15, "b", fit=(13, width - 40))
    lines = wrapped(rules_text(language, unique), 11.5, width - 38)
    drawn += column(lines, 30, 29, "t", 13)
    aside = ", ".join(name_of(language, card) for card in adventurer["aside"])
    if language == "ja":
        aside = "、".join(name_of(language, card) for card in adventurer["aside"])
    return drawn + text(
        say(language, "aside", aside), 8, 69 if width < 300 else 58, "s", fit=(12, width - 16)
    )
