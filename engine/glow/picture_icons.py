"""Icons, dice and pieces, defined once in the shell of the picture. Shape tells what colour tells.

A glyph is drawn in the colour of its surroundings (`currentColor`), so that the same flame stands white on
a red die and dark on an azure one. An icon has colours of its own.
"""

from __future__ import annotations

from math import cos, pi, sin

from engine.glow.cards import DATA, ELEMENTS
from engine.glow.picture_style import DICE, ELEMENT_DIE, SEATS, amount, at, icon, num, path, symbol, text, use

_FILL = 'fill="currentColor"'


def _lines(width: float, d: str) -> str:
    return (
        f'<path d="{d}" fill="none" stroke="currentColor" stroke-width="{width}" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _solid(d: str) -> str:
    return f'<path {_FILL} d="{d}"/>'


_SOLE = "M0-5.2c2.2 0 2.8 2.2 2.4 4.2C2.1.8 1.6 1.6 1.5 2.6h-3C-1.6 1.6-2.1.8-2.4-1-2.8-3-2.2-5.2 0-5.2zM-1.4 3.6h2.8C1.6 6.4-1.6 6.4-1.4 3.6z"
_SHARD = "M12 2l6 8-6 12-6-12z"
_CLOUD = "M7 19C1 19 1 11.5 6.5 11.5 6.5 5 15 4 16.5 9.5 22 9 23.5 19 17 19z"
_HEX = "M12 .8L22.2 6.4v11.2L12 23.2 1.8 17.6V6.4z"
_FIVE = "M12 1.2L23 9.4 18.8 22.4H5.2L1 9.4z"
_BUTTERFLY = "M11.5 12C8 2 .5 3 2 9c.8 3 3 3.5 5 3.5C3 14 3 20 6.5 20.5 9.5 21 11 16 11.5 13zM12.5 12C16 2 23.5 3 22 9c-.8 3-3 3.5-5 3.5 4 1.5 4 7.5.5 8C14.5 21 13 16 12.5 13z"
_ROUND = "M18.5 7.5A8 8 0 1 0 20 13"
_ARROW = "M20.5 2.5v7h-7z"
_SKULL = "M12 2C5 2 2.5 7 3 11.5c.3 3 2 3.5 2.5 5.5l.5 4h12l.5-4c.5-2 2.2-2.5 2.5-5.5C21.5 7 19 2 12 2z"
_HOLES = "M8.5 9.5a2.6 2.6 0 1 0 .1 0zM15.5 9.5a2.6 2.6 0 1 0 .1 0zM12 14.5l1.5 3h-3z"
_CARD = "M7 2.5h10a2 2 0 0 1 2 2v15a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-15a2 2 0 0 1 2-2z"


def _soles(*places: tuple[float, float, float]) -> str:
    return "".join(at(x, y, _solid(_SOLE), size) for x, y, size in places)


def _dots(*places: tuple[float, float], radius: float = 2) -> str:
    return "".join(f'<circle cx="{x}" cy="{y}" r="{radius}" {_FILL}/>' for x, y in places)


GLYPHS: dict[str, str] = {
    # Elements (GL-1.1).
    "fire": _solid(
        "M12.5 1C13 6 19.5 8 19.5 15a7.5 7.7 0 0 1-15 0C4.5 11 7 9.5 7.5 6c1.5 1 2 2.5 2 4C12 7.5 13 4.5 12.5 1z"
    ),
    "water": _solid("M12 1.5C8 8 4.5 11 4.5 15.5a7.5 7.5 0 0 0 15 0C19.5 11 16 8 12 1.5z"),
    "cloud": _solid(_CLOUD),
    "rock": _solid("M1.5 20L6 10l4.5-2L14 3l5 6 3.5 11z")
    + '<path d="M10.5 8l2 5-3 7M14 3l-.5 5 3 3" fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="1.2"/>',
    "tree": _solid("M12 1l6 7h-3l5 6h-4l4.5 5.5h-7V23h-3v-3.5h-7L8 14H4l5-6H6z"),
    # The kinds' own faces (GL-1.2).
    "two_footprints": _soles((7.5, 10, 1.5), (16.5, 14, 1.5)),
    "three_light": "".join(
        at(x, y, _solid(_SHARD), 0.5) for x, y in ((6, 0.5), (0.5, 11), (11.5, 11))
    ),
    "lose_two_light": at(0, 4, _solid(_SHARD), 0.58) + at(10, 4, _solid(_SHARD), 0.58)
    + _lines(2.6, "M6 3.2h12"),
    "choose_element": _lines(1.8, _FIVE) + _dots((12, 6.5), (17, 10.5), (15, 17), (9, 17), (7, 10.5)),
    "draw_card": _lines(2, "M4 12v9.5h16V12") + _solid("M12 1l7 8h-4.5v9h-5V9H5z"),
    "reroll_again": _lines(2.6, _ROUND) + _solid(_ARROW) + _dots((12, 12), radius=2.6),
    # Others.
    "one_footprint": _soles((12, 12, 2.0)),
    "boot-mark": _solid("M7 2h7v11c3 1 7 2 7 5v3H7z"),
    "question": _lines(3, "M8 8c0-6 9-5.5 8.5 0-.3 3-4.5 3.5-4.5 7") + _dots((12, 20)),
}
"""Drawn in the colour of their surroundings."""

ICONS: dict[str, str] = {
    "light": f'<path class="gl-light" d="{_SHARD}"/><path d="M6 10h12M12 2v20" stroke="#fff" stroke-opacity=".6" fill="none"/>',
    "footprint": f'<g class="gl-foot">{GLYPHS["one_footprint"]}</g>',
    "firefly": '<g class="gl-fly"><path d="M12 9l-8-6M12 9l8-6" stroke-width="1.6" fill="none"/>'
    '<ellipse cx="7" cy="9" rx="5" ry="2.6" transform="rotate(25 7 9)" fill-opacity=".35"/>'
    '<ellipse cx="17" cy="9" rx="5" ry="2.6" transform="rotate(-25 17 9)" fill-opacity=".35"/></g>'
    '<ellipse cx="12" cy="10" rx="2.6" ry="4" class="gl-ink"/><circle cx="12" cy="17" r="5" class="gl-light"/>',
    "reroll": f'<g class="gl-reroll">{_lines(2.8, _ROUND)}{_solid(_ARROW)}</g>',
    "butterfly": f'<path class="gl-ghost" d="{_BUTTERFLY}"/><path class="gl-line" d="M12 8v10M12 8l-3-5M12 8l3-5"/>',
    "skull": f'<path d="{_SKULL}" class="gl-pale" stroke="#23202c" stroke-width="1.5"/><path d="{_HOLES}" fill="#23202c"/>',
    "die-out": '<path d="M4 4h16v16H4z" class="gl-soft"/>',
    "spell": '<circle cx="12" cy="12" r="10.5" class="gl-spell"/><path d="M12 12c0-2.5 4-2 4 1 0 4-8 5-8-1 0-6 10-7 11-1" '
    'fill="none" stroke="#e3cfff" stroke-width="1.8" stroke-linecap="round"/>',
    "grave": '<path d="M5 22V10a7 8 0 0 1 14 0v12z" fill="#8b90a3" stroke="#3b3f52" stroke-width="1.5"/>'
    '<path d="M12 6.5v9M8.5 10h7" stroke="#23263a" stroke-width="2" fill="none"/>',
    "deck": f'<path d="{_CARD}" class="gl-back" stroke="#fff" stroke-opacity=".5"/><circle cx="12" cy="12" r="4.2" class="gl-eye"/>',
    "first": '<circle cx="12" cy="12" r="10.5" class="gl-lit"/><path d="M12 4.5l2.3 5 5.4.6-4 3.7 1.1 5.4L12 16.5l-4.8 2.7 '
    '1.1-5.4-4-3.7 5.4-.6z" class="gl-gold" stroke="#5a3c00"/>',
    "crown": '<path class="gl-light" d="M2 19L1.5 6l6 5L12 3l4.5 8 6-5L22 19z"/>',
    "arrow": '<path class="gl-ink" d="M2 9.5h11V5l9 7-9 7v-4.5H2z"/>',
    "done": '<circle cx="12" cy="12" r="10" fill="#2f7d3f" stroke="#fff" stroke-width="1.5"/><path d="M7 12.5l3.5 3.5L17 8.5" '
    'fill="none" stroke="#fff" stroke-width="2.6"/>',
    "no": '<path class="gl-halo" d="M5 5l14 14M19 5L5 19"/><path class="gl-bar" d="M5 5l14 14M19 5L5 19"/>',
    "boot": '<path class="gl-ink" d="M7 2h7v11c3 1 7 2 7 5v3H7z"/>',
    "camp-flag": '<path class="gl-ink" d="M5 2h2v20H5z"/><path class="gl-gold" d="M7 3h13l-4 4.5 4 4.5H7z"/>',
    "band": '<path class="gl-ghost" d="M12 2l9 5v10l-9 5-9-5V7z"/><path class="gl-eye" d="M12 7l5 8H7z"/>',
    "go-low": '<path class="gl-ink" d="M12 22L3 11h6V2h6v9h6z"/>',
    "go-high": '<path class="gl-ink" d="M12 2l9 11h-6v9H9v-9H3z"/>',
    "village": '<path d="M4 11h16v11H4z" class="gl-house"/><path d="M1 12L12 2l11 10z" class="gl-roof"/>',
    "island": '<path d="M1 16c3-6 19-6 22 0-2 6-20 6-22 0z" class="gl-isle"/><path d="M11 2h2v13h-2zM13 2h8l-2 3 2 3h-8z" class="gl-roof"/>',
    "worth": f'<path d="{_CARD}" class="gl-paper"/><g transform="translate(5.5 5.5) scale(.54)"><path class="gl-light" d="{_SHARD}"/></g>',
    "sum": '<path d="M5 3h14v4M5 3l8 9-8 9h14v-4" class="gl-line"/>',
    "box": '<path class="gl-soft" d="M3 8l9-5 9 5v9l-9 5-9-5zM3 8l9 5 9-5M12 13v9"/>',
    # What an ability does (`effects` in data.yaml).
    "self_death": f'<path d="{_SKULL}" class="gl-pale" stroke="#23202c" stroke-width="1.5"/><path d="{_HOLES}" fill="#23202c"/>',
    "spell_to_others": '<circle cx="9" cy="12" r="8" class="gl-spell"/><path d="M9 12c0-2 3-1.5 3 .8 0 3-6 3.8-6-.8" '
    'fill="none" stroke="#e3cfff" stroke-width="1.6"/><path class="gl-ink" d="M15 6l8.5 6-8.5 6z"/>',
    "take_from_cemetery": '<path d="M2 22V11a6 7 0 0 1 12 0v11z" fill="#8b90a3" stroke="#3b3f52" stroke-width="1.4"/>'
    '<path class="gl-ink" d="M19 3l4.5 7H21v11h-4V10h-2.5z"/>',
    "remove_companion_or_spell": f'<path d="{_CARD}" class="gl-soft"/>'
    + f'<g transform="translate(6 6.5) scale(.5)"><path d="{_SKULL}" class="gl-pale" stroke="#23202c" stroke-width="2.5"/>'
    f'<path d="{_HOLES}" fill="#23202c"/></g>',
    "newest_companion_death": f'<path d="{_CARD}" class="gl-A"/>'
    + f'<g transform="translate(5.5 6) scale(.54)"><path d="{_SKULL}" class="gl-pale"/><path d="{_HOLES}" fill="#23202c"/></g>',
    "draw_butterfly": f'<path class="gl-ghost" d="{_BUTTERFLY}"/><path class="gl-line" d="M12 8v10M12 8l-3-5M12 8l3-5"/>',
    "exchange_butterfly": f'<path d="{_HEX}" class="gl-paper"/><g transform="translate(3 3) scale(.75)">'
    f'<path class="gl-ghost" d="{_BUTTERFLY}"/></g>',
    # Phases of the day (GL-3.1).
    "early_morning": '<path class="gl-light" d="M5 17a7 7 0 0 1 14 0z"/><path class="gl-soft" d="M1 20h22M12 3v4M4 8l2 2M20 8l-2 2"/>',
    "late_morning": '<rect x="4" y="4" width="16" height="16" rx="3.5" class="gl-pale" stroke="#23202c" stroke-width="1.5"/>'
    '<g fill="#23202c"><circle cx="8.5" cy="8.5" r="1.7"/><circle cx="15.5" cy="15.5" r="1.7"/><circle cx="12" cy="12" r="1.7"/></g>',
    "noon": '<circle cx="12" cy="12" r="5.5" class="gl-light"/><path class="gl-soft" d="M12 1v3M12 20v3M1 12h3M20 12h3M4 4l2 2M18 18l2 2M4 20l2-2M18 6l2-2"/>',
    "afternoon": '<path class="gl-foot" d="M7 2h7v11c3 1 7 2 7 5v3H7z"/>',
    "evening": '<path class="gl-ghost" d="M15 2a10.5 10.5 0 1 0 7 14A9 9 0 0 1 15 2z"/>',
}
"""Drawn in colours of their own."""

TOKENS: dict[str, str] = {
    "bf_reroll": use("reroll", 5.5, 5.5, 13),
    "bf_footprint": use("footprint", 5, 5, 14),
    "bf_fireflies": use("firefly", 4, 5, 11) + use("firefly", 9, 8, 11),
    "bf_skull": use("skull", 6, 6, 12),
    "bf_cancel": '<path d="M12 5l7 5.2-2.7 8.3H7.7L5 10.2z" class="gl-soft"/><path class="gl-bar" d="M9.5 9.5l5 6M14.5 9.5l-5 6"/>',
}
_SPOTS = ("green", "blue", "azure", "red", "orange", "purple")


def _butterfly(colour: str) -> str:
    """A colour token: the butterfly in its colour, and the glyph of the die of that colour."""
    glyph = _own(colour)
    return icon(
        f"bf_{colour}",
        f'<path d="{_HEX}" class="gl-pale" stroke="#5c5870"/><g class="gl-{colour}">'
        f'<path d="{_BUTTERFLY}" transform="translate(1.5 .2) scale(.87)" stroke="#333" stroke-width=".6"/></g>'
        f'<circle cx="12" cy="17.8" r="4.6" class="gl-{colour}" stroke="#333" stroke-width=".6"/>'
        f'<g class="gl-i-{colour}" style="color:{DICE[colour][1]}">{use(glyph, 8.9, 14.7, 6.2)}</g>',
    )


def _own(kind: str) -> str:
    """The glyph of a kind of die: its sixth face, which tells kinds apart without colour."""
    return next(die.faces[-1] for die in DATA.dice if die.id == kind)


def _die(kind: str) -> str:
    """The body of a die, 34 wide, with the glyph of its kind in a corner."""
    return symbol(
        f"die-{kind}",
        f'<rect width="34" height="34" rx="7" class="gl-body"/><circle cx="27.5" cy="6.5" r="6.5" class="gl-i-{kind}"/>'
        f'<g style="color:{DICE[kind][0]}">{use(_own(kind), 23.2, 2.2, 8.6)}</g>',
    )


def die(kind: str, face: str | None, marks: str = "") -> str:
    """A die with the face that lies up, 34 wide; without a face it has not been rolled."""
    up = use(face, 5, 8, 22) if face else ""
    return f'<g class="gl-{kind}">{use(f"die-{kind}")}{up}</g>{marks}'


def _element(element: str) -> str:
    """An element: a disc in its colour with its glyph; and the same one crossed out (absent, GL-6.6)."""
    kind = ELEMENT_DIE[element]
    disc = f'<g class="gl-{kind}"><circle cx="12" cy="12" r="11.3" stroke="#14141c" stroke-opacity=".5"/>{use(element, 4, 4, 16)}</g>'
    crossed = f'{use(f"e-{element}", 0, 0, 24)}<path class="gl-halo" d="M4 20L20 4"/><path class="gl-bar" d="M4 20L20 4"/>'
    return icon(f"e-{element}", disc) + icon(f"no-{element}", crossed)


def kinds_name(kinds: tuple[int, int]) -> str:
    """The id of the pentagon for so many different elements."""
    return f"kinds{kinds[0]}{kinds[1]}"


def _kinds() -> str:
    """Pentagons with the number of different elements (GL-6.8, GL-9.3)."""
    cards = [c.kinds for card in (*DATA.companions, *DATA.adventurers, *DATA.spells) if card.ability
             for c in card.ability.conditions if c.kinds]  # fmt: skip
    routes = [edge.kinds for board in DATA.boards.values() for edge in board.edges if edge.kinds]
    found = ""
    for low, high in sorted({*cards, *routes}):
        number = f"{low}/{high}" if low != high else str(low)
        size = 9.5 if low != high else 13
        found += icon(
            kinds_name((low, high)),
            f'<path d="{_FIVE}" class="gl-five"/><text x="12" y="{17 if low != high else 18}" class="gl-w gl-m" '
            f'style="font-size:{size}px">{number}</text>',
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
    f'<path d="{_polygon(6, 13.5, pi / 6)}"/>',
    '<path d="M-5-14H5V-5h9V5H5v9H-5V5h-9V-5h9z"/>',
)
"""Pieces of the seats: circle, square, triangle, diamond, hexagon, cross; never told apart by colour alone."""
_TENT = "M0-12L13 10H-13z"
_HULL = "M-14 2h28l-5 9H-9zM-1-13L9-1H-1z"


def _pieces() -> str:
    """By seat, and for Tom: the party, the camp (a tent), the boat, the marker of the score track."""
    found = ""
    for place, drawn in enumerate((*SHAPES, '<path d="M-12-9h24v6l-6 3v11h-12V0l-6-3z"/>'), 1):
        seat, mark = (f"p{place}", str(place)) if place <= len(SEATS) else ("tom", "T")
        css = f' class="gl-{seat} gl-piece"'
        low = 8.5 if place == 3 else 5
        found += symbol(seat, drawn.replace("/>", css + "/>") + _digit(mark, low))
        found += symbol(f"m-{seat}", drawn.replace("/>", css + "/>"))
        found += symbol(f"camp-{seat}", f'<path d="{_TENT}"{css}/>{_digit(mark, 8, 11)}')
        found += symbol(f"boat-{seat}", f'<path d="{_HULL}"{css}/>{_digit(mark, 10.5, 10)}')
    return found


def _digit(mark: str, low: float, size: int = 14) -> str:
    return f'<text y="{num(low)}" class="gl-w gl-m" style="font-size:{size}px">{mark}</text>'


def gain_name(what: str, value: int) -> str:
    """The id of a number with the icon of what is gained or lost."""
    return f"g-{what}{value}"


def _gains() -> str:
    """Numbers with icons, 16 high, for cards, spells and boards."""
    holders = (*DATA.adventurers, *DATA.companions, *DATA.spells)
    effects = [effect for card in holders if card.ability for effect in card.ability.effects]
    for board in DATA.boards.values():
        for place in (*board.nodes, *board.edges):
            effects += place.effects
    found = {
        (effect.what or effect.do, -effect.n if effect.do == "lose" else effect.n)
        for effect in effects
        if effect.what or effect.do.endswith("_butterfly")
    }
    return "".join(
        symbol(
            gain_name(what, value),
            text(amount(value), 8 if abs(value) < 10 and value > 0 else 15, 13, "n e minus" if value < 0 else "n e")
            + use(what, 9 if abs(value) < 10 and value > 0 else 16, 0, 16),
        )
        for what, value in sorted(found)
    )


def gain_width(value: int) -> float:
    """How wide a number with its icon is."""
    return 25 if 0 < value < 10 else 32


def _payments() -> str:
    """What an ability costs (GL-6.9): a box with a minus."""
    holders = (*DATA.adventurers, *DATA.companions, *DATA.spells)
    pays = {(c.pay, c.n) for card in holders if card.ability for c in card.ability.conditions if c.pay}
    return "".join(
        symbol(
            f"pay-{what}{number}",
            '<rect y="0" width="36" height="16" rx="4" class="gl-badge" style="stroke-width:1"/>'
            + text(f"−{number}", 18, 12.5, "n e minus") + use(str(what), 19.5, 0.5, 15),
        )
        for what, number in sorted(pays)
    )


def _same() -> str:
    """Dice that show one and the same symbol (GL-6.7)."""
    dots = '<circle cx="6" cy="8" r="2.5" fill="#23202c"/>'
    one = f'<rect x=".5" y="2.5" width="11" height="11" rx="2.5" class="gl-pale" stroke="#23202c"/>{dots}'
    found = ""
    for number in (2, 3, 4):
        dice = "".join(at(place * 17, 0, one) for place in range(number))
        equals = "".join(f"M{place * 17 + 13} 6.5h3M{place * 17 + 13} 9.5h3" for place in range(number - 1))
        found += symbol(f"same{number}", dice + path(equals, "line"))
    return found


def icons() -> str:
    """All icons, dice and pieces, as symbols."""
    plain = "".join(icon(name, drawing) for name, drawing in (GLYPHS | ICONS).items())
    held = "".join(
        icon(name, f'<path d="{_HEX}" class="gl-pale" stroke="#5c5870"/>{drawing}')
        for name, drawing in TOKENS.items()
    )
    butterflies = "".join(map(_butterfly, _SPOTS))
    dice = "".join(map(_die, DICE))
    elements = "".join(map(_element, ELEMENTS))
    return plain + held + butterflies + dice + elements + _kinds() + _pieces() + _gains() + _payments() + _same()
