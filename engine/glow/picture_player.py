"""What lies before one seat: status, dice, numbers, the row of cards, spells and butterflies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from html import escape
from typing import Any

from engine.glow.cards import DATA, ELEMENTS, RULE_NUMBERS
from engine.glow.picture_cards import CARD_HEIGHT, CARD_WIDTH, SPELL_HEIGHT, SPELL_WIDTH, names, packed
from engine.glow.picture_icons import die
from engine.glow.picture_style import rect, text, use
from engine.glow.picture_table import LARGE, SMALL, kind_of, piece_of
from engine.pictures.pieces import count, shown
from engine.pictures.svg import at
from engine.pictures.texts import bold_width, minus

Observation = Mapping[str, Any]
Player = Mapping[str, Any]

_VALUES = {card.id: card.value for card in DATA.adventurers} | {
    card.id: card.value for card in DATA.companions
}
_COMPANIONS = {card.id: card for card in DATA.companions}
_VILLAGES = {node.id: node.village or 0 for node in DATA.boards["shadows"].nodes}
_ISLANDS = {node.id: node.points for node in DATA.boards["archipelago"].nodes}
_KAAR = next(card.id for card in DATA.companions if card.special == "kaar")
_SKULL = next(spell.id for spell in DATA.spells if spell.sticks_to_newest)

ACTING = ("adventurer", "tom_dice", "recruit", "reroll", "noon", "afternoon")
"""Phases in which a seat decides; in the others the table acts (GL-3.5)."""


def to_act(observation: Observation) -> int | None:
    """The seat whose decision is due; None: the table's, or the game is over."""
    if observation["pending"]:
        return int(observation["pending"][-1]["seat"])
    phase = observation["phase"]
    if phase not in ACTING or (phase == "adventurer" and observation["random_adventurers"]):
        return None
    return int(observation["actor"])


def status(observation: Observation, seat: int, size: tuple[float, float]) -> str:
    """Whose turn it is, start player, crown."""
    drawn = rect(0, 0, *size, "turn", 10) if to_act(observation) == seat else ""
    if observation["first"] == seat:
        drawn += use("first", 76, 9, 25)
    if seat in observation["winners"]:
        drawn += use("crown", 104, 8, 26)
    return drawn


# Dice -------------------------------------------------------------------------------------------------------
def _is_inert(player: Player, held: Mapping[str, Any]) -> bool:
    """GL-7.24: the small black die of Kaar's owner."""
    return held["die"].startswith("small_black") and any(each["card"] == _KAAR for each in player["row"])


def _cancelled(player: Player) -> set[str]:
    """Elements that count nowhere today (GL-6.2)."""
    black = (each for each in player["dice"] if kind_of(each["die"]) == "black" and each["rolled"])
    return {*player["cancelled"], *(each["face"] for each in black if not _is_inert(player, each))} & {
        *ELEMENTS
    }


def _marks(held: Mapping[str, Any], cancelled: set[str]) -> str:
    marks = use("no", 3, 6, 26) if held["rolled"] and held["face"] in cancelled else ""
    if held["used"]:
        marks += use("walked")
    return marks


def dice(player: Player, width: float) -> str:
    """Large dice, then small ones; pale: not rolled today. Crossed: cancelled. A boot: has moved the party."""
    cancelled = _cancelled(player)
    items: list[tuple[str, float, float]] = []
    for held in player["dice"]:
        piece = piece_of(held, _marks(held, cancelled))
        if not held["rolled"] or _is_inert(player, held):
            piece = f'<g class="gl-off">{piece}</g>'
        scale = SMALL if held["die"].startswith("small_") else 1
        items.append((piece, scale, LARGE * scale + 4))
    items += [(die(kind_of(name), None) + use("no", 4, 4, 26), 0.6, 26.0) for name in player["aside"]]
    items += [(use(f"no-{element}", 0, 0, LARGE), 0.6, 26.0) for element in player["cancelled"]]
    room = width - (40 if player["rolls"] else 0)
    fit = min(1.0, room / max(sum(wide for *_, wide in items), 1))
    drawn, x = "", 0.0
    for piece, scale, wide in items:
        drawn += at(x, (LARGE - LARGE * scale * fit) / 2, piece, scale * fit)
        x += wide * fit
    if player["rolls"]:
        drawn += use("reroll", x + 4, 10, 15) + text(player["rolls"], x + 21, 22, "s")
    return drawn


# Numbers ----------------------------------------------------------------------------------------------------
def numbers(observation: Observation, seat: int, width: float) -> str:
    """Light, tokens, fireflies against companions, board, printed values, and the total as of now (GL-11)."""
    player = observation["players"][seat]
    row = [each["card"] for each in player["row"]]
    flies = player["fireflies"] + sum(_COMPANIONS[card].icons.fireflies for card in row)
    printed = sum(_VALUES[card] for card in row) + _VALUES.get(player["adventurer"], 0)
    shadows = observation["side"] == "shadows"
    board = _VILLAGES.get(player["camp"], 0) if shadows else sum(_ISLANDS[isle] for isle in player["boats"])
    found = [
        ("light", minus(player["light"]), 1.0),
        ("reroll", minus(player["rerolls"]), 0.9),
        ("footprint", minus(player["footprints"]), 0.9),
        ("firefly", f"{flies}/{len(row)}", 1.25),
        ("village" if shadows else "island", minus(board), 0.95),
        ("worth", minus(printed), 1.0),
        ("sum", minus(observation["scores"][seat]), 1.0),
    ]
    pitch, x, drawn = width / sum(share for *_, share in found), 0.0, ""
    for icon, value, share in found:
        room = round(pitch * share)
        if icon == "firefly" and flies >= len(row):
            drawn += rect(x - 3, 0, min(room - 4, bold_width(value, 17) + 28), 27, "lit", 8)
        drawn += use(f"i-{icon}", x) + text(value, x + 22, 20, "big", fit=(17, room - 26))
        x += room
    return drawn


# Cards ------------------------------------------------------------------------------------------------------
def row(player: Player, room: tuple[float, float]) -> str:
    """Adventurer, companions from the oldest to the newest (GL-1.7), cards drawn with Hulios."""
    fired: Counter[str] = Counter(player["fired"])
    used: Counter[str] = Counter(player["icons_used"])
    pieces = [_card(player["adventurer"], fired, used)] if player["adventurer"] else []
    for place, each in enumerate(player["row"], 1):
        is_cursed = place == len(player["row"]) and _SKULL in player["spells"]  # GL-7.14
        more = _brought(each) + (use(_SKULL, 30, 14) if is_cursed else "")
        pieces.append(_card(each["card"], fired, used, more))
    hidden = count(player["hand"]) - len(shown(player["hand"]))
    hand = [use(card) for card in shown(player["hand"])] + [use("card-back")] * hidden
    hand += [use(card) for card in player["replaced"]]
    pieces += [card + rect(-1, -1, CARD_WIDTH + 2, CARD_HEIGHT + 2, "turn", 8) for card in hand]
    return packed(pieces, (CARD_WIDTH, CARD_HEIGHT), room)


def _card(card: str, fired: Counter[str], used: Counter[str], more: str = "") -> str:
    """A card with a tick for every firing of today, and its used reroll icons crossed out."""
    drawn = ""
    if number := fired[card]:
        drawn += use("done", 3, 34, 22)
        if number > 1:
            drawn += rect(24, 37, 24, 17, "lit", 7) + text(f"×{number}", 36, 50, "b m")
    first = _COMPANIONS[card].icons.fireflies if card in _COMPANIONS else 0
    for place in range(used[card]):
        drawn += use("no", 68.5, 6.5 + 16 * (first + place), 15)
    drawn += more
    return use(card) + drawn if drawn else escape(card)


def _brought(companion: Mapping[str, Any]) -> str:
    """The large die of a Sketal: which colour it took, or that it has none (GL-7.15)."""
    wanted = _COMPANIONS[companion["card"]].icons.die
    if wanted is None:
        return ""
    if companion["die"] is None:
        return use("no", 63, 8, 18)
    return at(62, 7, die(companion["die"], None), 0.6) if wanted == "any" else ""


# Spells and butterflies -------------------------------------------------------------------------------------
def spells(player: Player, room: tuple[float, float]) -> str:
    """Face up, then face down (GL-7.12)."""
    laid = names(player["spells"])
    laid += [
        use(spell) + rect(0, 0, SPELL_WIDTH, SPELL_HEIGHT, "turn", 10) for spell in shown(player["face_down"])
    ]
    laid += ["spell-back"] * (count(player["face_down"]) - len(shown(player["face_down"])))
    return packed(laid, (SPELL_WIDTH, SPELL_HEIGHT), room)


def butterflies(player: Player, room: tuple[float, float]) -> str:
    """Held tokens by kind with their number, and the points of the colours (GL-11.6)."""
    held: Counter[str] = Counter(player["butterflies"])
    if not held:
        return ""
    pieces = [use(token, 0, 0, 30) + text(number, 32, 21, "b") for token, number in held.items()]
    pieces.append(use("butterfly", 0, 4, 20) + text(f"={_points(held)}", 21, 21, "b"))
    return packed(pieces, (44, 30), room)


def _points(held: Counter[str]) -> int:
    colours = [held[token.id] for token in DATA.butterfly_tokens if token.kind == "colour"]
    points = RULE_NUMBERS.butterfly_points
    bonus = RULE_NUMBERS.butterfly_all_colours_bonus if all(colours) else 0
    return sum(points[min(number, len(points) - 1)] for number in colours) + bonus
