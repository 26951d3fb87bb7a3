"""What cards and dice are worth to the greedy agent, in hundredths of a light. Integers only."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engine.glow.cards import (
    ADVENTURER_CARDS,
    ANY_COLOUR,
    CARD_NAMES,
    COMPANION_CARDS,
    DIE_ICON,
    DIE_NAMES,
    FACE_NAMES,
    FACES_OF,
    FIREFLY_ICONS,
    FIRST_SPELL,
    KAAR,
    NODE_NAMES,
    REROLL_ICONS,
    SHADOWS,
    THREE_LIGHT,
    TWO_FOOTPRINTS,
    VALUE,
    XARGOK,
)
from engine.glow.effects import ABILITY, EFFECTS, Ability, firings

FACE = {name: face for face, name in enumerate(FACE_NAMES)}
DIE = {name: die for die, name in enumerate(DIE_NAMES)}
CARD = {name: card for card, name in enumerate(CARD_NAMES)}
NODE = {name: node for node, name in enumerate(NODE_NAMES)}
_WORTH = {"light": 100, "footprint": 140, "firefly": 70, "reroll": 90}
_CHANCE = {1: 85, 2: 45, 3: 12}
"""Firings in a hundred days, by how many dice a condition takes."""


@cache
def benefit(card: int) -> int:
    """What one firing brings, its payment and a death counted."""
    ability = ABILITY[card]
    if ability is None:
        return 0
    points = -sum(_WORTH.get(what, 120) * n for what, n in ability.pay)
    for effect in EFFECTS[card]:
        if effect.do in ("gain", "lose"):
            worth = _WORTH[effect.what] * effect.n
            points += worth if effect.do == "gain" else -worth
        elif effect.do == "self_death":
            points -= 100 * VALUE[card] + 90 * REROLL_ICONS[card] + 150 * (DIE_ICON[card] != 0)
        elif effect.do == "draw_butterfly":
            points += 180 * effect.n
        elif effect.do == "exchange_butterfly":
            points += 90 * effect.n
        elif effect.do == "spell_to_others" or effect.do == "take_from_cemetery":
            points += 250
        else:
            points -= 250
    return points


def _often(ability: Ability) -> int:
    """Firings in a hundred days with the usual six or seven dice."""
    if ability.kinds is not None:
        return {(3, 3): 35, (4, 4): 40, (1, 2): 15}[ability.kinds]
    if ability.same:
        return {2: 220, 3: 60, 4: 15}[ability.same]
    often = 100
    for _, count in ability.need:
        often = often * _CHANCE[count] // 100
    for _ in ability.absent:
        often = often * 32 // 100
    return often


@cache
def worth(card: int, days: int) -> int:
    """What an adventurer or a companion is worth with so many days to go, today included."""
    ability = ABILITY[card]
    points = 100 * VALUE[card] + 60 * FIREFLY_ICONS[card] + 80 * REROLL_ICONS[card] * days
    if DIE_ICON[card]:
        points += (90 if DIE_ICON[card] == ANY_COLOUR else 80) * days
    if ability is not None:
        dies = any(effect.do == "self_death" for effect in EFFECTS[card])
        times = _often(ability) * days
        points += benefit(card) * (min(times, 100) if dies else times) // 100
    if card in (KAAR, XARGOK):
        points += 50
    return points


def symbols_of(faces: Sequence[int], black: Sequence[int]) -> list[int]:
    """Counted dice by symbol; elements shown by the black dice are cancelled."""
    symbols = [0] * 7
    for face in faces:
        if face < 7:
            symbols[face] += 1
    for face in black:
        if face < 5:
            symbols[face] = 0
    return symbols


def dice_points(
    faces: Sequence[int], black: Sequence[int], cards: Sequence[int], wishes: Sequence[int]
) -> int:
    """What a throw brings: the firings of the cards, special faces, and elements wished for the journey."""
    symbols = symbols_of(faces, black)
    points = 270 * symbols[TWO_FOOTPRINTS] + 300 * symbols[THREE_LIGHT]
    for card in cards:
        ability = ABILITY[card]
        if ability is not None:
            times = firings(ability, symbols)
            if card >= FIRST_SPELL or any(effect.do == "self_death" for effect in EFFECTS[card]):
                times = min(times, 1)
            points += times * benefit(card)
    for element in range(5):
        points += wishes[element] * (symbols[element] > 0)
    return points


def reroll_gains(
    dice: Sequence[tuple[int, int]], black: Sequence[int], cards: Sequence[int], wishes: Sequence[int]
) -> dict[int, int]:
    """By die: what rolling it again brings on average."""
    faces = [face for _, face in dice]
    now = dice_points(faces, black, cards, wishes)
    gains = {}
    for place, (die, _) in enumerate(dice):
        total = 0
        for face in FACES_OF[die]:
            total += dice_points([*faces[:place], face, *faces[place + 1 :]], black, cards, wishes)
        gains[die] = total // len(FACES_OF[die]) - now
    return gains


@cache
def distances(target: int) -> tuple[int, ...]:
    """Steps from every node of the Shadows to a node."""
    near: dict[int, list[int]] = {node: [] for node in range(len(NODE_NAMES))}
    for edge in SHADOWS.edges:
        near[NODE[edge.a]].append(NODE[edge.b])
        near[NODE[edge.b]].append(NODE[edge.a])
    found = {target: 0}
    edge_of_search = [target]
    while edge_of_search:
        reached = []
        for node in edge_of_search:
            for other in near[node]:
                if other not in found:
                    found[other] = found[node] + 1
                    reached.append(other)
        edge_of_search = reached
    return tuple(found.get(node, 99) for node in range(len(NODE_NAMES)))


assert len(ADVENTURER_CARDS) + len(COMPANION_CARDS) == FIRST_SPELL - 1
