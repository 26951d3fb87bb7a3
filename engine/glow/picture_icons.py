"""Icons, dice and pieces, defined once in the shell of the picture. Shape tells what colour tells.

A glyph is drawn in the colour of its surroundings (`currentColor`), so that the same flame stands white on
a red die and dark on an azure one. An icon has colours of its own.
"""

from __future__ import annotations

from html import escape
from math import cos, pi, sin

from engine.glow.cards import DATA, ELEMENTS, AbilityData, Condition, Effect
from engine.glow.picture_style import ELEMENT_DIE, circle, icon, path, rect, scaled, symbol, text, use
from engine.pictures.pieces import DROP
from engine.pictures.svg import at, num
from engine.pictures.texts import minus


def _lines(width: float, d: str) -> str:
    return f'<path d="{d}" stroke-width="{num(width)}" class="gl-pen"/>'


def _solid(d: str) -> str:
    return path(d, "glyph")


_SOLE = "M0-5.2c2.2 0 2.8 2.2 2.4 4.2C2.1.8 1.6 1.6 1.5 2.6h-3C-1.6 1.6-2.1.8-2.4-1-2.8-3-2.2-5.2 0-5.2zM-1.4 3.6h2.8C1.6 6.4-1.6 6.4-1.4 3.6z"
_SHARD = "M12 2l6 8-6 12-6-12z"
_CLOUD = "M7 19C1 19 1 11.5 6.5 11.5 6.5 5 15 4 16.5 9.5 22 9 23.5 19 17 19z"
_HEX = "M12 .8L22.2 6.4v11.2L12 23.2 1.8 17.6V6.4z"
_FIVE = "M12 1.2L23 9.4 18.8 22.4H5.2L1 9.4z"
_BUTTERFLY = "M11.5 12C8 2 .5 3 2 9c.8 3 3 3.5 5 3.5C3 14 3 20 6.5 20.5 9.5 21 11 16 11.5 13zM12.5 12C16 2 23.5 3 22 9c-.8 3-3 3.5-5 3.5 4 1.5 4 7.5.5 8C14.5 21 13 16 12.5 13z"
_ROUND = "M18.5 7.5A8 8 0 1 0 20 13"
_ARROW = "M20.5 2.5v7h-7z"
_SKULL = (
    '<path d="M12 2C5 2 2.5 7 3 11.5c.3 3 2 3.5 2.5 5.5l.5 4h12l.5-4c.5-2 2.2-2.5 2.5-5.5C21.5 7 19 2 12 2z" class="gl-pale"/>'
    '<path d="M8.5 9.5a2.6 2.6 0 1 0 .1 0zM15.5 9.5a2.6 2.6 0 1 0 .1 0zM12 14.5l1.5 3h-3z" fill="#23202c" stroke="none"/>'
)
_BOOT = "M7 2h7v11c3 1 7 2 7 5v3H7z"
_CARD = "M7 2.5h10a2 2 0 0 1 2 2v15a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-15a2 2 0 0 1 2-2z"


def _dots(radius: float, *places: tuple[float, float]) -> str:
    return _lines(2 * radius, "".join(f"M{num(x)} {num(y)}h0" for x, y in places))


GLYPHS: dict[str, str] = {
    # Elements (GL-1.1).
    "fire": _solid(
        "M12.5 1C13 6 19.5 8 19.5 15a7.5 7.7 0 0 1-15 0C4.5 11 7 9.5 7.5 6c1.5 1 2 2.5 2 4C12 7.5 13 4.5 12.5 1z"
    ),
    "water": _solid(DROP),
    "cloud": _solid(_CLOUD),
    "rock": _solid("M1.5 20L6 10l4.5-2L14 3l5 6 3.5 11z")
    + '<path d="M10.5 8l2 5-3 7M14 3l-.5 5 3 3" fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="1.2"/>',
    "tree": _solid("M12 1l6 7h-3l5 6h-4l4.5 5.5h-7V23h-3v-3.5h-7L8 14H4l5-6H6z"),
    # The kinds' own faces (GL-1.2).
    "two_footprints": scaled("sole", 7.5, 10, 1.5) + scaled("sole", 16.5, 14, 1.5),
    "three_light": "".join(scaled("shard", x, y, 0.5) for x, y in ((6, 0.5), (0.5, 11), (11.5, 11))),
    "lose_two_light": scaled("shard", 0, 4, 0.58) + scaled("shard", 10, 4, 0.58) + _lines(2.6, "M6 3.2h12"),
    "choose_element": _lines(1.8, _FIVE) + _dots(2, (12, 6.5), (17, 10.5), (15, 17), (9, 17), (7, 10.5)),
    "draw_card": _lines(2, "M4 12v9.5h16V12") + _solid("M12 1l7 8h-4.5v9h-5V9H5z"),
    "reroll_again": _lines(2.6, _ROUND) + _solid(_ARROW) + _dots(2.6, (12, 12)),
    # Others.
    "boot-mark": _solid(_BOOT),
    "question": _lines(3, "M8 8c0-6 9-5.5 8.5 0-.3 3-4.5 3.5-4.5 7") + _dots(2, (12, 20)),
}
"""Drawn in the colour of their surroundings."""

ICONS: dict[str, str] = {
    "light": use("gem") + '<path d="M6 10h12M12 2v20" stroke="#fff" stroke-opacity=".6" fill="none"/>',
    "footprint": scaled("sole", 12, 12, 2, "foot"),
    "firefly": '<g class="gl-fly"><path d="M12 9l-8-6M12 9l8-6" stroke-width="1.6" fill="none"/>'
    '<ellipse cx="7" cy="9" rx="5" ry="2.6" transform="rotate(25 7 9)" fill-opacity=".35"/>'
    '<ellipse cx="17" cy="9" rx="5" ry="2.6" transform="rotate(-25 17 9)" fill-opacity=".35"/></g>'
    '<ellipse cx="12" cy="10" rx="2.6" ry="4" class="gl-ink"/><circle cx="12" cy="17" r="5" class="gl-light"/>',
    "reroll": f'<g class="gl-reroll">{_lines(2.8, _ROUND)}{_solid(_ARROW)}</g>',
    "butterfly": use("wings", names="ghost") + path("M12 8v10M12 8l-3-5M12 8l3-5", "line"),
    "skull": '<use href="#gl-bones" stroke="#23202c" stroke-width="1.5"/>',
    "spell": '<circle cx="12" cy="12" r="10.5" class="gl-spell"/><path d="M12 12c0-2.5 4-2 4 1 0 4-8 5-8-1 0-6 10-7 11-1" '
    'fill="none" stroke="#e3cfff" stroke-width="1.8" stroke-linecap="round"/>',
    "grave": '<path d="M5 22V10a7 8 0 0 1 14 0v12z" fill="#8b90a3" stroke="#3b3f52" stroke-width="1.5"/>'
    '<path d="M12 6.5v9M8.5 10h7" stroke="#23263a" stroke-width="2" fill="none"/>',
    "deck": '<use href="#gl-card" class="gl-back" stroke="#fff" stroke-opacity=".5"/><circle cx="12" cy="12" r="4.2" class="gl-eye"/>',
    "first": '<circle cx="12" cy="12" r="10.5" class="gl-lit"/><path d="M12 4.5l2.3 5 5.4.6-4 3.7 1.1 5.4L12 16.5l-4.8 2.7 '
    '1.1-5.4-4-3.7 5.4-.6z" class="gl-gold" stroke="#5a3c00"/>',
    "crown": '<path class="gl-light" d="M2 19L1.5 6l6 5L12 3l4.5 8 6-5L22 19z"/>',
    "done": '<circle cx="12" cy="12" r="10" fill="#2f7d3f" stroke="#fff" stroke-width="1.5"/><path d="M7 12.5l3.5 3.5L17 8.5" '
    'fill="none" stroke="#fff" stroke-width="2.6"/>',
    "no": '<path class="gl-halo" d="M5 5l14 14M19 5L5 19"/><path class="gl-bar" d="M5 5l14 14M19 5L5 19"/>',
    "boot": path(_BOOT, "ink"),
    "village": '<path d="M4 11h16v11H4z" class="gl-house"/><path d="M1 12L12 2l11 10z" class="gl-roof"/>',
    "island": '<path d="M1 16c3-6 19-6 22 0-2 6-20 6-22 0z" class="gl-isle"/><path d="M11 2h2v13h-2zM13 2h8l-2 3 2 3h-8z" class="gl-roof"/>',
    "worth": use("card", names="paper") + scaled("gem", 5.5, 5.5, 0.54),
    "sum": '<path d="M5 3h14v4M5 3l8 9-8 9h14v-4" class="gl-line"/>',
    # Phases of the day (GL-3.1).
    "early_morning": '<path class="gl-light" d="M5 17a7 7 0 0 1 14 0z"/><path class="gl-soft" d="M1 20h22M12 3v4M4 8l2 2M20 8l-2 2"/>',
    "late_morning": '<rect x="4" y="4" width="16" height="16" rx="3.5" class="gl-pale" stroke="#23202c" stroke-width="1.5"/>'
    '<g fill="#23202c"><circle cx="8.5" cy="8.5" r="1.7"/><circle cx="15.5" cy="15.5" r="1.7"/><circle cx="12" cy="12" r="1.7"/></g>',
    "noon": '<circle cx="12" cy="12" r="5.5" class="gl-light"/><path class="gl-soft" d="M12 1v3M12 20v3M1 12h3M20 12h3M4 4l2 2M18 18l2 2M4 20l2-2M18 6l2-2"/>',
    "afternoon": '<path class="gl-foot" d="' + _BOOT + '"/>',
    "evening": '<path class="gl-ghost" d="M15 2a10.5 10.5 0 1 0 7 14A9 9 0 0 1 15 2z"/>',
}
"""Drawn in colours of their own."""

MARKS: dict[str, str] = {
    "arrow": '<path class="gl-ink" d="M2 9.5h11V5l9 7-9 7v-4.5H2z"/>',
    "camp-flag": '<path class="gl-ink" d="M5 2h2v20H5z"/><path class="gl-gold" d="M7 3h13l-4 4.5 4 4.5H7z"/>',
    # What an ability does (`effects` in data.yaml).
    "spell_to_others": '<circle cx="9" cy="12" r="8" class="gl-spell"/><path d="M9 12c0-2 3-1.5 3 .8 0 3-6 3.8-6-.8" '
    'fill="none" stroke="#e3cfff" stroke-width="1.6"/><path class="gl-ink" d="M15 6l8.5 6-8.5 6z"/>',
    "take_from_cemetery": '<path d="M2 22V11a6 7 0 0 1 12 0v11z" fill="#8b90a3" stroke="#3b3f52" stroke-width="1.4"/>'
    '<path class="gl-ink" d="M19 3l4.5 7H21v11h-4V10h-2.5z"/>',
    "remove_companion_or_spell": use("card", names="soft")
    + '<use href="#gl-bones" stroke="#23202c" stroke-width="2.5" transform="translate(6 6.5)scale(.5)"/>',
    "newest_companion_death": use("card", names="cardA") + scaled("bones", 5.5, 6, 0.54),
    "exchange_butterfly": use("hex", names="paper") + scaled("wings", 3, 3, 0.75, "ghost"),
}
"""Icons that stand on cards and boards alone, in colours of their own."""

SOLO: dict[str, str] = {
    "band": '<path class="gl-ghost" d="M12 2l9 5v10l-9 5-9-5V7z"/><path class="gl-eye" d="M12 7l5 8H7z"/>',
    "go-low": '<path class="gl-ink" d="M12 22L3 11h6V2h6v9h6z"/>',
    "go-high": '<path class="gl-ink" d="M12 2l9 11h-6v9H9v-9H3z"/>',
}
"""Icons of the solo mode alone."""

TOKENS: dict[str, str] = {
    "bf_reroll": use("reroll", 5.5, 5.5, 13),
    "bf_footprint": use("footprint", 5, 5, 14),
    "bf_fireflies": use("firefly", 4, 5, 11) + use("firefly", 9, 8, 11),
    "bf_skull": use("skull", 6, 6, 12),
    "bf_cancel": '<path d="M12 5l7 5.2-2.7 8.3H7.7L5 10.2z" class="gl-soft"/><path class="gl-bar" d="M9.5 9.5l5 6M14.5 9.5l-5 6"/>',
}
_SPOTS = ("green", "blue", "azure", "red", "orange", "purple")


def _butterflies() -> str:
    """Butterfly tokens: colours with the glyph of the die of that colour, and the others."""
    ground = use("hex", names="pale body")
    wings = scaled("wings", 1.5, 0.2, 0.87, "body") + circle(12, 17.8, 4.6, "body")
    found = icon("bf", ground + wings)
    for colour in _SPOTS:
        glyph = use(_own(colour), 8.9, 14.7, 6.2)
        found += icon(f"bf_{colour}", f'<g class="gl-{colour}">{use("bf", 0, 0, 24)}{glyph}</g>')
    return found + "".join(icon(name, ground + drawing) for name, drawing in TOKENS.items())


def _own(kind: str) -> str:
    """The glyph of a kind of die: its sixth face, which tells kinds apart without colour."""
    return next(die.faces[-1] for die in DATA.dice if die.id == kind)


def _die(kind: str) -> str:
    """The body of a die, 34 wide, with the glyph of its kind in a corner."""
    return symbol(f"die-{kind}", f'<g class="gl-i-{kind}">{use("die")}{use(_own(kind), 23.2, 2.2, 8.6)}</g>')


def die(kind: str, face: str | None, marks: str = "") -> str:
    """A die with the face that lies up, 34 wide; without a face it has not been rolled."""
    up = use(f"up-{face}", names=escape(kind)) if face else ""
    return use(f"die-{kind}") + up + marks


def _element(element: str) -> str:
    """An element: a disc in its colour with its glyph; and the same one crossed out (absent, GL-6.6)."""
    kind = ELEMENT_DIE[element]
    disc = f'<g class="gl-{kind}">{use("disc")}{use(element, 4, 4, 16)}</g>'
    crossed = use(f"e-{element}", 0, 0, 24) + use("crossed")
    return icon(f"e-{element}", disc) + icon(f"no-{element}", crossed)


CONDITIONS, EFFECTS = 59, 77
"""Tops of the two rows of an ability on a card; the pieces of a row stand there of themselves."""
NODE = 18
"""Half of the width of a place on the Shadows."""


COUNTERS = ("light", "reroll", "footprint", "firefly", "village", "island", "worth", "sum")
"""Icons of the numbers of a seat."""


def _sized() -> str:
    """Icons in the sizes in which dice and numbers need them again and again, so that a use is short."""
    faces = (*ELEMENTS, *DATA.symbols["specials"])
    walked = circle(6, 28, 7.5, "pale") + use("boot-mark", 0.5, 22.5, 11, "beast")
    return (
        "".join(symbol(f"up-{face}", use(face, 5, 8, 22)) for face in faces)
        + symbol("walked", walked)
        + "".join(symbol(f"i-{name}", use(name, 0, 3, 20)) for name in COUNTERS)
    )


def _placed() -> str:
    """Icons as they stand on cards, boards and the score track."""
    found = ""
    for element in ELEMENTS:
        for name, small in ((f"e-{element}", element), (f"no-{element}", f"no-{element}")):
            found += symbol(f"c-{small}", use(name, 0, CONDITIONS, 16))
            found += symbol(f"n-{small}", use(name, -NODE, -NODE, 2 * NODE))
    for name in sorted({icon_of(effect) for effect in _card_effects() if not effect.what}):
        found += symbol(f"g-{name}", use(name, 0, EFFECTS - 1, 18))
    for name in ("firefly", "reroll"):
        found += symbol(f"{name}1", circle(76, 14, 8.5, "pale") + use(name, 68.5, 6.5, 15))
        found += symbol(f"{name}2", use(f"{name}1") + use(f"{name}1", 0, 16))
    found += symbol("firefly3", use("firefly2") + use("firefly1", 0, 32))
    arrow, back = use("arrow", 0, EFFECTS + 2, 12), use("reroll", -5.5, 0, 11)
    return found + symbol("g-arrow", arrow) + symbol("back", back)


def _abilities() -> list[AbilityData]:
    found = [card.ability for card in DATA.adventurers] + [card.ability for card in DATA.companions]
    return [ability for ability in found if ability] + [spell.ability for spell in DATA.spells]


def _card_conditions() -> list[Condition]:
    return [condition for ability in _abilities() for condition in ability.conditions]


def _card_effects() -> list[Effect]:
    return [effect for ability in _abilities() for effect in ability.effects]


def kinds_name(kinds: tuple[int, int]) -> str:
    """The id of the pentagon for so many different elements."""
    return f"kinds{kinds[0]}{kinds[1]}"


def _kinds() -> str:
    """Pentagons with the number of different elements (GL-6.8, GL-9.3)."""
    cards = [condition.kinds for condition in _card_conditions() if condition.kinds]
    routes = [edge.kinds for board in DATA.boards.values() for edge in board.edges if edge.kinds]
    found = ""
    for low, high in sorted({*cards, *routes}):
        number = f"{low}/{high}" if low != high else str(low)
        plate = text(number, 12, 17, "w m tiny") if low != high else text(number, 12, 18, "w m digit")
        found += icon(kinds_name((low, high)), use("five") + plate) + symbol(
            f"c-{kinds_name((low, high))}", use(kinds_name((low, high)), -1, CONDITIONS - 3, 22)
        )
    return found


def _polygon(corners: int, radius: float, start: float = 0.0) -> str:
    turns = (start + 2 * pi * corner / corners for corner in range(corners))
    return "M" + "L".join(f"{num(radius * sin(turn))} {num(-radius * cos(turn))}" for turn in turns) + "z"


SHAPES = (
    '<circle r="12"/>',
    '<path d="M-11-11h22v22h-22z"/>',
    '<path d="M0-16L16 11h-32z"/>',
    '<path d="M0-16L15 0 0 16-15 0z"/>',
    f'<path d="{_polygon(5, 14.5)}"/>',
    '<path d="M-5-14H5V-5h9V5H5v9H-5V5h-9V-5h9z"/>',
)
"""Pieces of the seats: circle, square, triangle, diamond, pentagon, cross; never told apart by colour alone."""
_TENT = "M0-12L13 10H-13z"
_HULL = "M-14 2h28l-5 9H-9zM-1-13L9-1H-1z"


_BUST = '<path d="M-12-9h24v6l-6 3v11h-12V0l-6-3z"/>'
"""Tom's piece."""


def pieces(players: int, solo: bool, side: str) -> str:
    """By seat, and for Tom: the party, the camp (a tent), the boat, the marker of the score track."""
    found = ""
    shapes = [(f"p{place}", str(place), drawn) for place, drawn in enumerate(SHAPES[:players], 1)]
    for seat, mark, drawn in [*shapes, *([("tom", "T", _BUST)] if solo else [])]:
        css = f' class="gl-{seat} gl-piece"'
        low = 8.5 if mark == "3" else 5
        found += symbol(seat, use(f"m-{seat}") + _digit(mark, low))
        found += symbol(f"m-{seat}", drawn.replace("/>", css + "/>"))
        if side == "shadows":
            found += symbol(f"camp-{seat}", f'<path d="{_TENT}"{css}/>{_digit(mark, 8, "small")}')
        else:
            found += symbol(f"boat-{seat}", f'<path d="{_HULL}"{css}/>{_digit(mark, 10.5, "tiny")}')
    return found


def _digit(mark: str, low: float, size: str = "digit") -> str:
    return text(mark, 0, low, f"w m {size}")


def icon_of(effect: Effect) -> str:
    """The icon of what an effect does besides gains and losses."""
    return {"self_death": "skull", "draw_butterfly": "butterfly"}.get(effect.do, effect.do)


def gain_name(what: str, value: int) -> str:
    """The id of a number with the icon of what is gained or lost."""
    return f"g-{what}{value}"


def _gains() -> str:
    """Numbers with icons, 16 high, for cards, spells and boards."""
    effects = _card_effects()
    for board in DATA.boards.values():
        effects += [effect for node in board.nodes for effect in node.effects]
        effects += [effect for edge in board.edges for effect in edge.effects]
    found = {
        (effect.what or icon_of(effect), -effect.n if effect.do == "lose" else effect.n)
        for effect in effects
        if effect.what or effect.do.endswith("_butterfly")
    }
    drawn = "".join(
        symbol(f"k-{what}", use(what, 0, EFFECTS, 16)) for what in sorted({what for what, _ in found})
    )
    for what, value in sorted(found):
        end = gain_width(value) - 19
        number = text(minus(value), end, EFFECTS + 13, "gain minus" if value < 0 else "gain")
        drawn += symbol(gain_name(what, value), number + use(f"k-{what}", end))
    return drawn


def gain_width(value: int) -> float:
    """How wide a number with its icon is, and a gap."""
    return 28 if 0 < value < 10 else 40


def _payments() -> str:
    """What an ability costs (GL-6.9): a box with a minus."""
    pays = {(condition.pay, condition.n) for condition in _card_conditions() if condition.pay}
    return symbol("pay", rect(0, CONDITIONS - 1, 38, 18, "badge", 5)) + "".join(
        symbol(
            f"pay-{what}{number}",
            use("pay")
            + text(f"−{number}", 21, CONDITIONS + 12.5, "gain minus")
            + use(str(what), 21.5, CONDITIONS + 0.5, 15),
        )
        for what, number in sorted(pays)
    )


def _same() -> str:
    """Dice that show one and the same symbol (GL-6.7)."""
    found = symbol("same1", rect(0.5, 2.5, 11, 11, "pale body", 2.5) + circle(6, 8, 2.5, "beast"))
    for number in (2, 3, 4):
        dice = "".join(use("same1", 17 * place) for place in range(number))
        equals = "".join(f"M{17 * place + 13} 6.5h3m-3 3h3" for place in range(number - 1))
        found += symbol(f"same{number}", at(0, CONDITIONS, dice + path(equals, "line")))
    return found


def _shapes() -> str:
    """Shapes that several icons and dice are made of."""
    return (
        symbol("sole", _solid(_SOLE))
        + symbol("shard", _solid(_SHARD))
        + symbol("gem", path(_SHARD, "light"))
        + symbol("bones", _SKULL)
        + symbol("wings", f'<path d="{_BUTTERFLY}"/>')
        + symbol("hex", f'<path d="{_HEX}"/>')
        + symbol("card", f'<path d="{_CARD}"/>')
        + symbol("five", path(_FIVE, "five"))
        + symbol("disc", circle(12, 12, 11.3, "body"))
        + symbol("crossed", path("M4 20L20 4", "halo") + path("M4 20L20 4", "bar"))
        + symbol(
            "die",
            '<rect width="34" height="34" rx="7" class="gl-body gl-glyph"/><circle cx="27.5" cy="6.5" r="6.5"/>',
        )
    )


def icons(dawn: bool, anibloom: bool, solo: bool) -> str:
    """All icons and dice that may lie on the table of a game, as symbols."""
    plain = "".join(icon(name, drawing) for name, drawing in (ICONS | (SOLO if solo else {})).items())
    dice = "".join(_die(each.id) for each in DATA.dice if dawn or each.big or each.curse)
    elements = "".join(map(_element, ELEMENTS))
    return plain + dice + elements + _sized() + (_butterflies() if anibloom else "")


def helpers() -> str:
    """Symbols that others are made of: icons, dice, cards and boards of all games."""
    parts = "".join(icon(name, drawing) for name, drawing in (GLYPHS | MARKS).items())
    return _shapes() + parts + _placed() + _kinds() + _gains() + _payments() + _same()
