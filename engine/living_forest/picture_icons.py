"""Icons, defined once in the shell of the picture and used by name. Shape tells what colour tells."""

from __future__ import annotations

from math import cos, pi, sin

from engine.living_forest.picture_style import PEN, icon, use
from engine.pictures.pieces import DROP, FLAME, paw, seat_pieces
from engine.pictures.svg import num

_PETALS = "".join(
    f'<circle cx="{num(12 + 6 * sin(turn))}" cy="{num(12 - 6 * cos(turn))}" r="4.7" class="lf-flower"/>'
    for turn in (2 * pi * petal / 5 for petal in range(5))
)
_CROWN_OF_TREE = "M12 1a6 6 0 0 1 6 5 5.5 5.5 0 0 1-1 11H7A5.5 5.5 0 0 1 6 6a6 6 0 0 1 6-5z"
ICONS: dict[str, str] = {
    # Symbols (LF-0.3).
    "sun": '<g class="lf-sun"><path d="M12 1v4M12 19v4M1 12h4M19 12h4M4.2 4.2L7 7M17 17l2.8 2.8M4.2 19.8L7 17M17 7l2.8-2.8"/>'
    '<circle cx="12" cy="12" r="6.2"/></g>',
    "water": f'<path class="lf-water" d="{DROP}"/><path d="M8 15a4 4 0 0 0 4 4" fill="none" stroke="#fff" stroke-width="1.6"/>',
    "earth": '<path class="lf-earth" d="M1 22c2-6 6-8 11-8s9 2 11 8z"/><path class="lf-leaf" '
    'd="M11 16c0-3-1-4-1-5C4 12 2 8 2 3c6 0 9 2 9.6 6C12 5 16 3 22 4c0 6-4 8-9 7.5-.5 1-.5 2.5-.5 4.5z"/>',
    "wind": '<path class="lf-wind" d="M12 12a2 2 0 0 1 4 0a4 4 0 0 1-8 0a6 6 0 0 1 12 0a8.5 8.5 0 0 1-17 0c0-4 2-7 4-9"/>',
    "flower": _PETALS + '<circle cx="12" cy="12" r="3.6" class="lf-gold"/>',
    # Effects of the circle (LF-8.8) and what they yield.
    "fragment": '<path class="lf-gem" d="M12 1l8 8-8 14L4 9z"/><path d="M4 9h16M12 1L9 9l3 14 3-14z" fill="none" '
    'stroke="#fff" stroke-width="1.2" stroke-linejoin="round"/>',
    "attract": f'<g class="lf-sun" style="stroke:none">{paw()}</g>',
    "extinguish": f'<path class="lf-fire" d="{FLAME}"/><path class="lf-water" stroke="#fff" stroke-width="1.2" '
    f'transform="translate(9.5 9) scale(.62)" d="{DROP}"/>',
    "plant": f'<path class="lf-bark" d="M10 14h4l1 9H9z"/><path class="lf-leaf" d="{_CROWN_OF_TREE}"/>',
    "spirit": '<path class="lf-gem" d="M12 2c5 0 7 4 7 9v11l-3.5-3-3.5 3-3.5-3L5 22V11c0-5 2-9 7-9z"/>'
    '<circle cx="9.5" cy="10" r="1.7" fill="#fff"/><circle cx="14.5" cy="10" r="1.7" fill="#fff"/>',
    "fire": f'<path class="lf-fire" d="{FLAME}"/><path class="lf-gold" d="M12 12c1 3 3.5 3.5 3.5 6a3.5 4 0 0 1-7 0c0-2.5 2.5-3 3.5-6z"/>',
    # Marks of a player.
    "sacred": f'<path class="lf-bark" d="M10 14h4l1.5 9h-7z"/><path class="lf-sun" d="{_CROWN_OF_TREE}"/>'
    '<path d="M12 5v8M9 9h6" stroke="#7a4b00" stroke-width="1.5"/>',
    "crown": '<path class="lf-sun" stroke-linejoin="round" d="M2 19L1.5 6l6 5L12 3l4.5 8 6-5L22 19z"/>',
    "stop": '<path d="M8 2h8l6 6v8l-6 6H8l-6-6V8z" fill="#b3261e"/><path d="M7 12h10" stroke="#fff" stroke-width="3"/>',
    "mark": '<path d="M12 1.5L22.5 12 12 22.5 1.5 12z" class="lf-gold" stroke="#7a4b00" stroke-width="1.5"/>'
    '<path d="M9 7l6 5-6 5z" fill="#3d2600"/>',
    "spent": '<path d="M12 2.5L21.5 12 12 21.5 2.5 12z" class="lf-soft"/>',
    "card": '<rect x="4" y="1.5" width="16" height="21" rx="2.5" class="lf-level1"/><path d="M12 5c4 3 4 9 0 14-4-5-4-11 0-14z" '
    'fill="#bfe0b4"/>',
    "cards": '<rect x="2" y="4" width="14" height="18" rx="2" class="lf-start"/><rect x="7" y="2" width="14" height="18" rx="2" '
    'class="lf-paper"/>',
    "lizard": '<path d="M4 4c3 0 5 2 5 4l4 1 4-3-2 5 2 5-4-2c-1 4-4 8-9 8 4-2 5-4 5-7L4 14l4-3C6 9 4 7 4 4z" class="lf-varan"/>'
    '<circle cx="6" cy="6" r="1" fill="#fff"/>',
}

_ONIBI = {2: "#b86a00", 3: "#c4400a", 4: "#8f1622"}


def onibi(value: int) -> str:
    """A flame with its value; the larger, the darker."""
    return icon(
        f"onibi{value}",
        f'<path d="{FLAME}" fill="{_ONIBI.get(value, "#8f1622")}" stroke="#ffd36b" stroke-width="1.3"/>'
        f'<text x="12" y="19" class="lf-w lf-m" style="font-size:11px">{value}</text>',
    )


def tile(kind: str, goal: str) -> str:
    """A victory tile: a hexagon with the icon of its goal."""
    hexagon = '<path d="M12 .7L22.5 6.5v11L12 23.3 1.5 17.5v-11z" class="lf-lit"/>'
    return icon(f"tile-{kind}", hexagon + use(goal, 5, 4.5, 14))


def icons(values: tuple[int, ...]) -> str:
    """All icons, as symbols."""
    plain = "".join(icon(name, drawing) for name, drawing in ICONS.items())
    tiles = tile("fire", "fire") + tile("tree", "plant") + tile("flower", "flower")
    return plain + "".join(map(onibi, values)) + tiles + seat_pieces(PEN)
