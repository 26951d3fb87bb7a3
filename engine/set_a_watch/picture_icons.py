"""Icons, dice and emblems, defined once in the shell and used by name. Shape tells what colour tells."""

from __future__ import annotations

from collections.abc import Iterable

from engine.pictures.pieces import FLAME, paw, seat_pieces
from engine.set_a_watch.cards import ADVENTURER_NAMES, DIE_SIZE
from engine.set_a_watch.picture_style import PEN, icon, symbol

ICONS: dict[str, str] = {
    # In a box of 24 by 24.
    "flame": f'<path class="sw-fire" d="{FLAME}"/><path class="sw-flame" d="M12 11c1 3 3.5 3.5 3.5 6.5a3.5 4 0 0 1-7 0c0-3 2.5-3.5 3.5-6.5z"/>',
    "logs": '<path class="sw-wood" d="M2 14h14v6H2zM6 6h14v6H6z"/><circle cx="16.5" cy="17" r="3.5" fill="#e8cfa0"/>'
    '<circle cx="20" cy="9" r="3.5" fill="#e8cfa0"/><path fill="none" stroke="#8a5a2b" d="M15 17h3M18.5 9h3"/>',
    "eye": '<path class="sw-line" d="M2 12c5-8 15-8 20 0-5 8-15 8-20 0z"/><circle cx="12" cy="12" r="3.5" class="sw-ink"/>',
    "map": '<path class="sw-line" d="M3 6l6-3 6 3 6-3v15l-6 3-6-3-6 3zM9 3v15M15 6v15"/>',
    "heal": '<path class="sw-heart" d="M12 21C2 13 3 4 8 4c2 0 3 1 4 3 1-2 2-3 4-3 5 0 6 9-4 17z"/><path fill="#fff" d="M10.5 8h3v3h3v3h-3v3h-3v-3h-3v-3h3z"/>',
    "swap": '<path class="sw-line" d="M4 9h14l-4-4M20 15H6l4 4"/>',
    "heart": '<path class="sw-heart" d="M12 21C1 13 2 3 8 3c2 0 3 1 4 3 1-2 2-3 4-3 6 0 7 10-4 18z"/>',
    "sword": '<path class="sw-steel" d="M20 2l-1 6-9 9-3-3 9-9zM5 13l6 6-2 1-2-2-3 4-2-2 4-3-2-2z"/>',
    "seal": '<circle cx="12" cy="12" r="9" class="sw-line"/><path class="sw-line" d="M12 3v18M5 7l14 10M19 7L5 17"/>',
    "vanquish": '<path class="sw-line" d="M12 2l8 10-8 10-8-10zM8 8l8 8M16 8l-8 8"/>',
    "bolster": '<path class="sw-line" d="M12 22V5M12 5L5 12M12 5l7 7M5 3h14"/>',
    "chop": '<path class="sw-wood" d="M9 22l8-16 2 1-7 16z"/><path class="sw-steel" d="M11 2c5-2 10 1 11 7l-6 2-6-3z"/>',
    "drop": '<path class="sw-line" d="M7 3v12a5 5 0 0 0 10 0V9l3 3M17 9l-3 3"/>',
    "wound": '<path class="sw-heart" d="M3 19L17 3l4 3L6 21z"/><path d="M9 8l7 8" stroke="#fff" stroke-width="2"/>',
    "blank": '<circle cx="12" cy="12" r="9" class="sw-line"/><path class="sw-line" d="M6 18L18 6"/>',
    "note": '<path class="sw-line" d="M9 18V5l10-2v13"/><circle cx="6.5" cy="18" r="3" class="sw-ink"/><circle cx="16.5" cy="16" r="3" class="sw-ink"/>',
    "first": '<path class="sw-fire" d="M13 1L4 14h6l-2 9 11-14h-7z"/>',
    "paw": paw(),
    "sleep": '<path class="sw-moon" d="M15 2a10 10 0 1 0 7 14A9 9 0 0 1 15 2z"/>',
    "tent": '<path class="sw-wood" d="M12 3l11 18H1z"/><path class="sw-ink" d="M12 10l5 11H7z"/>',
    "untent": '<path class="sw-ring" stroke-linejoin="round" d="M12 4l10 16H2z"/>',
    "win": '<path class="sw-flame" d="M3 19L2 6l6 5 4-8 4 8 6-5-1 13z"/>',
    "lost": '<path class="sw-softfill" d="M12 2c7 0 10 5 10 9 0 3-2 5-4 6v5h-3v-3h-2v3h-2v-3H9v3H6v-5c-2-1-4-3-4-6 0-4 3-9 10-9z"/>'
    '<circle cx="8" cy="11" r="2.5" fill="#fff"/><circle cx="16" cy="11" r="2.5" fill="#fff"/>',
    "row": '<path class="sw-night" d="M1 6h6v13H1zM9 6h6v13H9zM17 6h6v13h-6z"/>',
    "bolt": '<path class="sw-line" d="M12 3v9m0 4v.5M5 20h14"/>',
}

EMBLEMS: dict[str, str] = {
    # Adventurers, white on their colour, in a box of 24 by 24.
    "beast_master": paw("#fff"),
    "cleric": '<path fill="#fff" d="M12 1a5 5 0 0 1 2 9.5V13h6v3h-6v7h-4v-7H4v-3h6v-2.5A5 5 0 0 1 12 1zm0 3a2 2 0 0 0 0 4 2 2 0 0 0 0-4z"/>',
    "dwarf": '<path fill="#fff" d="M10.5 4h3v19h-3z"/><path fill="#fff" d="M9 5C4 2 2 6 2 9.5S4 16 9 13zM15 5c5-3 7 1 7 4.5S20 16 15 13z"/>',
    "elf_ranger": '<path fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round" d="M5 3c14 2 18 9 16 17M5 3l16 17"/>'
    '<path fill="none" stroke="#fff" stroke-width="2" d="M3 21L17 8"/><path fill="#fff" d="M20 5l-1 6-5-5z"/>',
    "rogue": '<path fill="#fff" d="M20 2l-2 8-6 6-4-4 6-6zM5 12l7 7-2 1-2-2-4 4-2-2 4-4-2-2z"/>',
    "wizard": '<path fill="#fff" d="M13 1l6 15H6zM2 17h20c0 6-20 6-20 0z"/>',
    "knight": '<path fill="#fff" d="M12 1c3 2 6 3 9 3 0 9-3 16-9 19C6 20 3 13 3 4c3 0 6-1 9-3z"/><path stroke="#4c5d6e" stroke-width="2.5" d="M12 4v15M6 10h12"/>',
    "bard": '<path fill="#fff" d="M8 10c3-2 8 3 6 7-2 3-6 5-9 5s-4-3-3-6 3-4 6-6z"/><path stroke="#fff" stroke-width="3" stroke-linecap="round" d="M11 14l9-10M18 3l3 3"/>',
}

_D6 = "M5 2h22a3 3 0 0 1 3 3v22a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V5a3 3 0 0 1 3-3z"
_D8 = "M16-1L32 12v8L16 33 0 20v-8z"
_D8_EDGES = "M0 20l3 2L16 3l13 19 3-2M3 22h26M16 22v11"


def _dice(name: str, size: int) -> str:
    """A die of an adventurer in a box of 32 by 32, its value not yet on it: full, and hollow once it is used."""
    path = _D6 if size == 6 else _D8
    edges = (
        f'<path class="sw-thin" d="{_D8_EDGES}"/>'
        if size == 8
        else '<path class="sw-thin" d="M5.5 5.5h21v21h-21z"/>'
    )
    return symbol(f"d-{name}", f'<path d="{path}" class="sw-{name}"/>{edges}') + symbol(
        f"u-{name}", f'<path d="{path}" class="sw-hollow"/>'
    )


def icons(party: Iterable[str]) -> str:
    """All icons, and emblems and dice of the adventurers in a game, as symbols."""
    members = [name for name in EMBLEMS if name in party]
    boxed = ICONS | {f"e-{name}": EMBLEMS[name] for name in members}
    plain = "".join(icon(name, drawing) for name, drawing in boxed.items())
    dice = "".join(_dice(name, DIE_SIZE[ADVENTURER_NAMES.index(name)]) for name in members)
    return plain + dice + seat_pieces(PEN)
