"""Faces of cards and spells, drawn once in the shell and used wherever one lies."""

from __future__ import annotations

from functools import cache

from engine.glow.cards import DATA, AbilityData, Adventurer, Companion, Condition, Effect
from engine.glow.picture_creatures import parts, portrait
from engine.glow.picture_icons import die, gain_name, gain_width, kinds_name
from engine.glow.picture_style import amount, at, circle, name_of, path, rect, symbol, text, use

CARD_WIDTH, CARD_HEIGHT = 88, 112
SPELL_WIDTH, SPELL_HEIGHT = 54, 44
GAP = 4

Item = tuple[str, float]
"""A piece of SVG and how wide it is."""


def _condition(given: Condition) -> Item:
    if given.need:
        return use(f"e-{given.need}", 0, 0, 16), 17
    if given.absent:
        return use(f"no-{given.absent}", 0, 0, 16), 17
    if given.kinds:
        return use(kinds_name(given.kinds), -1, -2, 19), 18
    if given.pay:
        return use(f"pay-{given.pay}{given.n}"), 38
    return use(f"same{given.same}"), given.same * 17 - 5


def _effect(effect: Effect) -> Item:
    if effect.do in ("gain", "lose") or effect.do.endswith("_butterfly"):
        value = -effect.n if effect.do == "lose" else effect.n
        return use(gain_name(effect.what or effect.do, value)), gain_width(value)
    return use(effect.do, 0, -1, 18), 19


def _centred(items: list[Item], middle: float, y: float, room: float) -> str:
    """Items side by side around a middle; when room is short all of them smaller."""
    wide = sum(width for _, width in items)
    scale = min(1.0, room / wide) if wide else 1.0
    x, drawn = middle - wide * scale / 2, ""
    for content, width in items:
        drawn += at(x, y + 8 * (1 - scale), content, scale)
        x += width * scale
    return drawn


def _ability(ability: AbilityData | None, middle: float, y: float, room: float) -> str:
    """Conditions above, the arrow and the effects below (GL-6.3)."""
    if ability is None:
        return ""
    arrow: Item = (use("arrow", 0, 2, 12), 14)
    return _centred([_condition(each) for each in ability.conditions], middle, y, room) + _centred(
        [arrow, *map(_effect, ability.effects)], middle, y + 18, room
    )


def _frame(kind: str, ground: str) -> str:
    """What cards of a deck and set share: paper, ground of the portrait, bar for the name."""
    return symbol(
        f"f-{kind}-{ground}",
        rect(0.5, 0.5, CARD_WIDTH - 1, CARD_HEIGHT - 1, "paper", 7)
        + rect(4, 4, CARD_WIDTH - 8, 53, f"o-{ground}", 5)
        + path(f"M1 {CARD_HEIGHT - 18}h86v11a6 6 0 0 1-6 6H7a6 6 0 0 1-6-6z", kind),
    )


def _value(value: int) -> str:
    """The printed light of a card (GL-1.5); less than nothing is red."""
    return f"v{value}" if value >= 0 else f"vm{-value}"


def _values() -> str:
    found = sorted({card.value for card in (*DATA.companions, *DATA.adventurers)})
    return "".join(
        symbol(
            _value(value),
            '<path d="M13 1l11 12-11 13L2 13z" class="gl-light"/>'
            + text(amount(value), 13, 18, "dark m", fit=None)
            if value >= 0
            else f'<path d="M13 1l11 12-11 13L2 13z" fill="#8f1622" stroke="#fff"/>{text(amount(value), 12.5, 18, "w m")}',
        )
        for value in found
    )


def _icons(card: Companion) -> str:
    """Permanent icons, top right (GL-1.6)."""
    names = ["firefly"] * card.icons.fireflies + ["reroll"] * card.icons.rerolls
    drawn = "".join(
        circle(76, 14 + 16 * place, 8.5, "pale") + use(name, 68.5, 6.5 + 16 * place, 15)
        for place, name in enumerate(names)
    )
    if card.icons.die == "any":
        return drawn + at(62, 7, '<rect width="34" height="34" rx="7" class="gl-pale gl-body"/>'
                          + f'<g style="color:#23202c">{use("question", 5, 5, 24)}</g>', 0.6)  # fmt: skip
    return drawn + (at(62, 7, die(card.icons.die, None), 0.6) if card.icons.die else "")


_SPECIALS = {
    # What a special companion does besides an ability: the black die without its curse (GL-7.24), light for rerolls.
    "kaar": at(32, 66, die("black", "lose_two_light") + use("no", 3, 3, 28), 0.72),
    "crolos": at(6, 66, use("g-light-2") + at(34, 0, use("arrow", 0, 2, 12)) + at(48, 0, use("reroll", 0, -1, 18)), 1.1),
}


def _companion(card: Companion, language: str) -> str:
    """Value top left, permanent icons top right, ability and name below."""
    name = text(name_of(card.id, language), 6, CARD_HEIGHT - 5, "name", fit=(12, CARD_WIDTH - 22))
    return symbol(
        card.id,
        use(f"f-{card.deck}-{card.set}")
        + f'<g class="gl-beast" transform="translate(43 33)">{portrait(card.id)}</g>'
        + use(_value(card.value), 1, 1)
        + _icons(card)
        + _ability(card.ability, CARD_WIDTH / 2, 59, CARD_WIDTH - 6)
        + _SPECIALS.get(card.special or "", "")
        + name
        + text(card.deck, CARD_WIDTH - 6, CARD_HEIGHT - 5, "name e"),
    )


def _adventurer(card: Adventurer, language: str) -> str:
    """As a companion, with the large dice that belong to it."""
    name = text(name_of(card.id, language), 6, CARD_HEIGHT - 5, "name", fit=(12, CARD_WIDTH - 11))
    kinds = [kind for kind, number in card.dice for _ in range(number)]
    dice = "".join(at(65, 6 + 17 * place, die(kind, None), 0.47) for place, kind in enumerate(kinds))
    return symbol(
        card.id,
        use("f-adv-adv")
        + f'<g class="gl-beast" transform="translate(42 33)">{portrait(card.id)}</g>'
        + use(_value(card.value), 1, 1)
        + dice
        + _ability(card.ability, CARD_WIDTH / 2, 59, CARD_WIDTH - 6)
        + name,
    )


def _spells() -> str:
    """Tokens face up: dark, with conditions and effects; and one face down."""
    ground = rect(0.5, 0.5, SPELL_WIDTH - 1, SPELL_HEIGHT - 1, "paper", 10) + rect(
        0.5, 0.5, SPELL_WIDTH - 1, 5, "spell", 3
    )
    faces = "".join(
        symbol(spell.id, ground + _ability(spell.ability, SPELL_WIDTH / 2, 7, SPELL_WIDTH - 6))
        for spell in DATA.spells
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


@cache
def faces(language: str, sets: str) -> str:
    """Symbols for every card that a game with these sets may show: the same in every position."""
    wanted = {"base", *sets.split("+")}
    companions = [card for card in DATA.companions if card.set in wanted]
    grounds = dict.fromkeys((card.deck, card.set) for card in companions)
    frames = "".join(_frame(deck, origin) for deck, origin in grounds) + _frame("adv", "adv")
    cards = "".join(_companion(card, language) for card in companions)
    adventurers = "".join(_adventurer(card, language) for card in DATA.adventurers)
    return parts() + _values() + frames + cards + adventurers + _spells() + _back()


def packed(
    pieces: list[str], size: tuple[float, float], room: tuple[float, float], most: float = 1.0, gap: float = GAP
) -> str:
    """Equal pieces in rows, as large as the room allows."""
    if not pieces:
        return ""
    scale, columns = fitting(len(pieces), size, room, most, gap)
    across, down = (size[0] + gap) * scale, (size[1] + gap) * scale
    return "".join(
        at(place % columns * across, place // columns * down, piece, scale)
        for place, piece in enumerate(pieces)
    )


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


