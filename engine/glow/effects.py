"""Abilities made ready for asking: conditions as numbers, effects by source (GL-6.3).

A source is a card, an edge or a node of a journey board, or a butterfly token: whatever has effects of its
own. Sources share the numbers of cards; edges, nodes, tokens and die faces follow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.glow.cards import (
    ARCHIPELAGO,
    CARD_NAMES,
    DATA,
    ELEMENTS,
    SHADOWS,
    SPELL_CARDS,
    AbilityData,
    Effect,
)


@dataclass(frozen=True, slots=True)
class Ability:
    """The conditions of one card (GL-6.5 to GL-6.9)."""

    need: tuple[tuple[int, int], ...]
    """Element and how many of it."""
    same: int
    absent: tuple[int, ...]
    kinds: tuple[int, int] | None
    pay: tuple[tuple[str, int], ...]
    once: bool
    """At most once a day (GL-6.6); spells fire once and are gone."""


def _ability(data: AbilityData | None, *, spell: bool) -> Ability | None:
    if data is None:
        return None
    needed = [ELEMENTS.index(c.need) for c in data.conditions if c.need]
    kinds = next((c.kinds for c in data.conditions if c.kinds), None)
    absent = tuple(ELEMENTS.index(c.absent) for c in data.conditions if c.absent)
    return Ability(
        need=tuple((element, needed.count(element)) for element in sorted(set(needed))),
        same=max(c.same for c in data.conditions),
        absent=absent,
        kinds=kinds,
        pay=tuple((c.pay, c.n) for c in data.conditions if c.pay),
        once=bool(absent or kinds) or spell,
    )


_HOLDERS: tuple[tuple[str, AbilityData | None], ...] = (
    ("", None),
    *((card.id, card.ability) for card in DATA.adventurers),
    *((card.id, card.ability) for card in DATA.companions),
    *((spell.id, spell.ability) for spell in DATA.spells),
)
ABILITY: tuple[Ability | None, ...] = tuple(
    _ability(data, spell=card in SPELL_CARDS) for card, (_, data) in enumerate(_HOLDERS)
)
"""By card."""

_PLACES: tuple[tuple[str, tuple[Effect, ...]], ...] = (
    *((f"{edge.a}-{edge.b}", edge.effects) for edge in SHADOWS.edges if edge.effects),
    *((node.id, node.effects) for node in SHADOWS.nodes if node.effects),
    *((node.id, node.effects) for node in ARCHIPELAGO.nodes if node.effects),
    *((token.id, token.effects) for token in DATA.butterfly_tokens if token.kind != "colour"),
)
SOURCE_NAMES: tuple[str | None, ...] = (*CARD_NAMES, *(name for name, _ in _PLACES))
EFFECTS: tuple[tuple[Effect, ...], ...] = (
    *(() if data is None else data.effects for _, data in _HOLDERS),
    *(effects for _, effects in _PLACES),
)
"""By source."""
SOURCE: dict[str, int] = {str(name): source for source, name in enumerate(SOURCE_NAMES) if name}


def firings(ability: Ability, symbols: Sequence[int]) -> int:
    """GL-6.5 to GL-6.8: how many times a day the dice counted now satisfy the conditions."""
    for element in ability.absent:
        if symbols[element]:
            return 0
    if ability.kinds is not None and not ability.kinds[0] <= kinds_shown(symbols) <= ability.kinds[1]:
        return 0
    if ability.same:
        return sum([count // ability.same for count in symbols])
    times = 1 if ability.once else 99
    for element, number in ability.need:
        found = symbols[element] // number
        if found < times:
            times = found
            if not found:
                return 0
    return times


def kinds_shown(symbols: Sequence[int]) -> int:
    """GL-6.8, GL-9.3: different elements among the counted dice."""
    fire, water, cloud, rock, tree, *_ = symbols
    return (fire > 0) + (water > 0) + (cloud > 0) + (rock > 0) + (tree > 0)
