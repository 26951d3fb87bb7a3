"""Faces of cards and spells, drawn once in the shell and used wherever one lies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from html import escape

from engine.glow.cards import DATA, AbilityData, Adventurer, Companion, Condition, Effect, Spell
from engine.glow.picture_creatures import creature_of, parts, portrait
from engine.glow.picture_icons import CONDITIONS, EFFECTS, die, gain_name, gain_width, icon_of, kinds_name
from engine.glow.picture_style import circle, name_of, path, rect, scaled, symbol, text, use
from engine.pictures.svg import at
from engine.pictures.texts import minus

CARD_WIDTH, CARD_HEIGHT = 88, 112
SPELL_WIDTH, SPELL_HEIGHT = 54, 44
GAP = 4

Item = tuple[str, float]
"""A piece from the store, and how wide it is."""


def _condition(given: Condition) -> Item:
    if given.need:
        return f"c-{given.need}", 17
    if given.absent:
        return f"c-no-{given.absent}", 17
    if given.kinds:
        return f"c-{kinds_name(given.kinds)}", 21
    if given.pay:
        return f"pay-{given.pay}{given.n}", 40
    return f"same{given.same}", given.same * 17 - 5


def _effect(effect: Effect) -> Item:
    if effect.do in ("gain", "lose") or effect.do.endswith("_butterfly"):
        value = -effect.n if effect.do == "lose" else effect.n
        return gain_name(effect.what or icon_of(effect), value), gain_width(value)
    return f"g-{icon_of(effect)}", 20


def _centred(items: list[Item], middle: float, top: float, room: float) -> str:
    """Pieces of a row of its own height side by side around a middle; when room is short all of them smaller."""
    wide = sum(width for _, width in items)
    scale = min(1.0, room / wide) if wide else 1.0
    x: float
    x, drawn = round(middle - wide * scale / 2), ""
    for name, width in items:
        drawn += use(name, x) if scale == 1 else scaled(name, x, (top + 8) * (1 - scale), scale)
        x += width * scale
    return drawn


_ARROW: Item = ("g-arrow", 15)


def _led(item: Item) -> Item:
    """An effect with the arrow before it."""
    return item[0].replace("g-", "to-", 1), _ARROW[1] + item[1]


def _ability(ability: AbilityData | None, middle: float, room: float) -> str:
    """Conditions above, the arrow and the effects below (GL-6.3), where they stand on a card."""
    if ability is None:
        return ""
    first, *others = map(_effect, ability.effects)
    conditions = [_condition(each) for each in ability.conditions]
    return _centred(conditions, middle, CONDITIONS, room) + _centred(
        [_led(first), *others], middle, EFFECTS, room
    )


def _firsts(abilities: Iterable[AbilityData | None]) -> str:
    """The arrow with each effect that may follow it, as symbols."""
    items = dict.fromkeys(_effect(ability.effects[0]) for ability in abilities if ability)
    return "".join(symbol(_led(item)[0], use(_ARROW[0]) + use(item[0], _ARROW[1])) for item in items)


def _frame(kind: str, ground: str) -> str:
    """What cards of a deck and set share: paper, ground of the portrait, bar for the name."""
    mark = text(kind, 0, 0, "name e set") if len(kind) == 1 else ""
    return symbol(f"{kind}-{ground}", use("blank", names=f"o-{ground} deck{kind}") + mark)


def _blank() -> str:
    """The card of all frames; its ground is filled, its bar coloured from outside."""
    return symbol(
        "blank",
        rect(0.5, 0.5, CARD_WIDTH - 1, CARD_HEIGHT - 1, "paper", 7)
        + rect(4, 4, CARD_WIDTH - 8, 53, "", 5)
        + path(f"M1 {CARD_HEIGHT - 18}h86v11a6 6 0 0 1-6 6H7a6 6 0 0 1-6-6z", "glyph"),
    ) + symbol("gap", rect(1, 1, CARD_WIDTH - 2, CARD_HEIGHT - 2, "gap", 7))


def _value(value: int) -> str:
    """The printed light of a card (GL-1.5); less than nothing is red."""
    return f"v{value}" if value >= 0 else f"vm{-value}"


def _values() -> str:
    found = symbol("value", path("M14 2l11 12-11 13L3 14z", "light")) + symbol(
        "loss", path("M14 1l13 13-13 13L1 14z", "loss")
    )
    values = {card.value for card in DATA.companions} | {card.value for card in DATA.adventurers}
    for value in sorted(values):
        number = text(value, 14, 19, "dark m") if value >= 0 else text(minus(value), 13.5, 18, "tight m")
        found += symbol(_value(value), use("value" if value >= 0 else "loss") + number)
    return found


def _icons(card: Companion) -> str:
    """Permanent icons, top right (GL-1.6)."""
    flies, rerolls = card.icons.fireflies, card.icons.rerolls
    drawn = (use(f"firefly{flies}") if flies else "") + (
        use(f"reroll{rerolls}", 0, 16 * flies) if rerolls else ""
    )
    if card.icons.die == "any":
        return drawn + at(62, 7, '<rect width="34" height="34" rx="7" class="gl-pale gl-body"/>'
                          + f'<g class="gl-beast">{use("question", 5, 5, 24)}</g>', 0.6)  # fmt: skip
    return drawn + (scaled(f"die-{card.icons.die}", 62, 7, 0.6) if card.icons.die else "")


_SPECIALS = {
    # What a special companion does besides an ability: the black die without its curse (GL-7.24), light for rerolls.
    "kaar": at(32, 66, die("black", "lose_two_light") + use("no", 3, 3, 28), 0.72),
    "crolos": use("g-light-2", 4, 66 - EFFECTS)
    + use(_ARROW[0], 44, 66 - EFFECTS)
    + use("reroll", 60, 66, 18),
}


def _portrait(name: str, cards: Mapping[str, int]) -> str:
    """One that stands on several cards is in the store."""
    return use(f"q-{name}") if cards[name] > 1 else portrait(name)


def _companion(card: Companion, language: str, creature: str) -> str:
    """Value top left, permanent icons top right, ability and name below."""
    name = text(name_of(card.id, language), 0, 0, "name", fit=(12, CARD_WIDTH - 22))
    return symbol(
        card.id,
        use(f"{card.deck}-{card.set}")
        + creature
        + use(_value(card.value))
        + _icons(card)
        + _ability(card.ability, CARD_WIDTH / 2, CARD_WIDTH - 6)
        + _SPECIALS.get(card.special or "", "")
        + name,
    )


def _adventurer(card: Adventurer, language: str, creature: str) -> str:
    """As a companion, with the large dice that belong to it."""
    name = text(name_of(card.id, language), 0, 0, "name", fit=(12, CARD_WIDTH - 11))
    kinds = [kind for kind, number in card.dice for _ in range(number)]
    dice = at(65, 6, "".join(use(f"die-{kind}", 0, 36 * place) for place, kind in enumerate(kinds)), 0.47)
    return symbol(
        card.id,
        use("adv-adv")
        + creature
        + use(_value(card.value))
        + dice
        + _ability(card.ability, CARD_WIDTH / 2, CARD_WIDTH - 6)
        + name,
    )


def _spells(spells: list[Spell]) -> str:
    """Tokens face up: dark, with conditions and effects; and one face down."""
    ground = rect(0.5, 0.5, SPELL_WIDTH - 1, SPELL_HEIGHT - 1, "paper", 10) + rect(
        0.5, 0.5, SPELL_WIDTH - 1, 5, "spell", 3
    )
    faces = symbol("f-spell", ground) + "".join(
        symbol(
            spell.id,
            use("f-spell") + at(0, 7 - CONDITIONS, _ability(spell.ability, SPELL_WIDTH / 2, SPELL_WIDTH - 6)),
        )
        for spell in spells
    )
    back = rect(0.5, 0.5, SPELL_WIDTH - 1, SPELL_HEIGHT - 1, "spell", 10) + use("spell", 13, 8, 28)
    return faces + symbol("spell-back", back)


def _back() -> str:
    return symbol(
        "card-back",
        rect(0.5, 0.5, CARD_WIDTH - 1, CARD_HEIGHT - 1, "back", 7)
        + rect(6, 6, CARD_WIDTH - 12, CARD_HEIGHT - 12, "gap", 5)
        + f'<g class="gl-beast">{circle(44, 56, 22, "eye")}{circle(50, 50, 18, "back")}</g>',
    )


def companions_of(players: int, sets: str, third_set: str) -> list[Companion]:
    """Companions that a game may show (GL-2.13, GL-13.1)."""
    chosen = sets.split("+")
    out = chosen if players < 5 else [third_set]
    gone = {card for name in out if name in DATA.sets for card in DATA.sets[name].out}
    return [card for card in DATA.companions if card.set in ("base", *chosen) and card.id not in gone]


@cache
def faces(language: str, players: int, dawn: bool, sets: str, third_set: str) -> tuple[str, str]:
    """Symbols for every card that a game may show, the same in every position; and symbols that these are made of."""
    companions = companions_of(players, sets, third_set)
    adventurers = [card for card in DATA.adventurers if dawn or card.expansion == "base"]
    grounds = dict.fromkeys((card.deck, card.set) for card in companions)
    frames = "".join(_frame(deck, origin) for deck, origin in grounds) + _frame("adv", "adv")
    names = [*(card.id for card in companions), *(card.id for card in adventurers)]
    creatures = Counter(map(creature_of, names))
    drawn = {name: _portrait(creature_of(name), creatures) for name in names}
    spells = [spell for spell in DATA.spells if dawn or spell.expansion == "base"]
    abilities = [each.ability for each in companions] + [each.ability for each in adventurers]
    abilities += [each.ability for each in spells]
    shared = "".join(symbol(f"q-{name}", portrait(name)) for name, cards in creatures.items() if cards > 1)
    helpers = parts() + shared + _values() + _blank() + frames + _firsts(abilities)
    cards = "".join(_companion(card, language, drawn[card.id]) for card in companions)
    cards += "".join(_adventurer(card, language, drawn[card.id]) for card in adventurers)
    return cards + _spells(spells) + _back(), helpers


def names(cards: Sequence[str]) -> list[str]:
    """Ids of pieces for `packed`, none of which can be taken for SVG text."""
    return [escape(card) for card in cards]


def packed(
    pieces: list[str],
    size: tuple[float, float],
    room: tuple[float, float],
    most: float = 1.0,
    gap: float = GAP,
) -> str:
    """Equal pieces in rows, as large as the room allows. A piece is the id of one in the store, or SVG text."""
    if not pieces:
        return ""
    scale, columns = fitting(len(pieces), size, room, most, gap)
    across, down = size[0] + gap, size[1] + gap
    laid = "".join(
        at(place % columns * across, place // columns * down, piece)
        if piece.startswith("<")
        else use(piece, place % columns * across, place // columns * down)
        for place, piece in enumerate(pieces)
    )
    return laid if scale == 1 else f'<g transform="scale({scale:.3g})">{laid}</g>'


@cache
def fitting(
    number: int, size: tuple[float, float], room: tuple[float, float], most: float, gap: float
) -> tuple[float, int]:
    """Scale and number of columns for so many equal pieces."""
    best = (0.0, 1)
    for columns in range(1, number + 1):
        rows = -(-number // columns)
        scale = min(
            most, (room[0] + gap) / (columns * (size[0] + gap)), (room[1] + gap) / (rows * (size[1] + gap))
        )
        best = max(best, (int(scale * 100) / 100, columns))
    return best
