"""Icons, dice, emblems and pictures of places, defined once in the shell and used by name. Shape tells what colour tells."""

from __future__ import annotations

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

_SCENES: dict[str, str] = {
    # Pictures of places in a box of 64 by 44: pieces in front of a dusky sky.
    "graves": "M0 44V36h64v8zM10 37V24c0-9 12-9 12 0v13zM30 37V28c0-7 10-7 10 0v9zM50 37V22h-4v-4h4v-5h4v5h4v4h-4v15z",
    "plains": "M0 44V34c14-5 22 2 34-2s20-2 30 1v11zM8 33l3-7 3 7zM50 32l2-5 3 5z",
    "woods": "M0 44V38h64v6zM10 38l-8 0 8-12-6 0 8-16 8 16-6 0 8 12zM32 38H22l9-14-6 0 8-18 8 18-6 0 9 14zM52 38H44l7-10-5 0 7-14 7 14-5 0 7 10z",
    "crypt": "M0 44V38h64v6zM12 38V18L32 6l20 12v20zM28 38V26c0-6 8-6 8 0v12z",
    "cave": "M0 44C4 20 16 8 32 8s28 12 32 36zM20 44c0-22 24-22 24 0z",
    "hut": "M0 44V38h64v6zM18 38V24l-6 0L32 8l20 16-6 0v14zM28 38V28h8v10zM42 14V8h5v10z",
    "camp": "M0 44V38h64v6zM12 38L32 10l20 28zM32 20l8 18H24zM56 38V14h2v24zM58 14l-10 3 10 4z",
    "swamp": "M0 44V34c8-3 12 3 20 0s14 3 22 0 14 2 22 0v10zM14 32c0-12-2-16-8-18 8 0 10 6 10 10 2-6 6-8 12-8-8 4-11 8-11 16zM48 31V18l-5-4M48 22l6-5",
    "pass": "M0 44L18 10l10 18L42 6l22 38zM18 10l5 9-5-3-5 3zM42 6l6 11-6-3-6 4z",
    "keep": "M0 44L14 30h36l14 14zM16 32V12h5v4h5v-4h5v4h5v-4h5v4h5v-4h3v20zM28 32V24c0-5 8-5 8 0v8z",
    "monolith": "M0 44V38h64v6zM26 38L28 4l8 2 3 32zM12 38l2-10 5 1 1 9zM46 38l1-8 5-1 2 9z",
    "circle": "M0 44V38h64v6zM6 38V24h6v14zM18 38V18h6v20zM40 38V18h6v20zM52 38V24h6v14zM16 18V13h32v5z",
    "ruins": "M0 44V38h64v6zM8 38V14h6v24zM22 38V20l6-4v22zM38 38V10h6v28zM36 10V6h18v4zM50 38V26h6v12z",
    "village": "M0 44V38h64v6zM4 38V26l9-9 9 9v12zM24 38V20l10-10 10 10v18zM46 38V28l8-8 8 8v10z",
    "road": "M0 44L26 14h10l28 30H44L32 18 18 44zM0 16c10-6 20-6 28-3v2H0zM64 15c-8-6-18-6-28-2v2h28z",
    "arena": "M0 44V38h64v6zM4 38V20c14-10 42-10 56 0v18h-8V28h-6v10h-6V26h-6v12h-4V26h-6v12h-6V28h-6v10z",
    "temple": "M0 44V38h64v6zM8 18L32 6l24 12v4H8zM12 38V22h5v16zM24 38V22h5v16zM35 38V22h5v16zM47 38V22h5v16z",
    "city": "M0 44V36h64v8zM6 36V20l5-8 5 8v16zM18 36V24h8v12zM28 36V14l6-10 6 10v22zM42 36V22h8v14zM52 36V18l4-7 4 7v18z",
    "tower": "M0 44V38h64v6zM24 38l3-24-4 0V6h4v3h3V6h4v3h3V6h4v8l-4 0 3 24zM30 24v-5h4v5z",
    "sea": "M0 44V34c8-4 10 3 18 0s12 3 20 0 14 3 26 0v10zM18 32V14h4v4h5v-4h5v4h5v-4h5v4h4v14z",
}

SCENE_OF: dict[str, str] = {
    "forgotten_graveyard": "graves",
    "barren_plains": "plains",
    "dark_woods": "woods",
    "ancient_crypt": "crypt",
    "goblin_caves": "cave",
    "underground_tomb": "crypt",
    "witchs_shack": "hut",
    "lost_outpost": "camp",
    "fetid_swamp": "swamp",
    "snowy_pass": "pass",
    "cliff_watch": "pass",
    "sea_fortress": "sea",
    "mountain_keep": "keep",
    "frost_caverns": "cave",
    "white_monolith": "monolith",
    "summoning_circle": "circle",
    "haunted_manor": "hut",
    "desert_ruins": "ruins",
    "ruined_gate": "ruins",
    "abandoned_village": "village",
    "long_road": "road",
    "grand_arena": "arena",
    "elven_grove": "woods",
    "hidden_temple": "temple",
    "remote_tavern": "hut",
    "sacred_city": "city",
    "wizards_cottage": "hut",
    "tranquil_village": "village",
    "forbidden_tower": "tower",
    "cursed_cathedral": "city",
    "catacombs": "graves",
}
"""What a location's picture shows."""


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


def icons() -> str:
    """All icons, as symbols."""
    boxed = {
        **ICONS,
        **{f"e-{name}": drawing for name, drawing in EMBLEMS.items()},
    }
    plain = "".join(icon(name, drawing) for name, drawing in boxed.items())
    dice = "".join(_dice(str(name), DIE_SIZE[place]) for place, name in enumerate(ADVENTURER_NAMES) if place)
    scenes = "".join(
        symbol(
            f"s-{name}",
            '<path d="M0 0h64v44H0z" class="sw-sky"/><circle cx="53" cy="9" r="5" class="sw-moonlight"/>'
            f'<path d="{path}" class="sw-scene" fill-rule="evenodd"/>',
        )
        for name, path in _SCENES.items()
    )
    return plain + dice + scenes + seat_pieces(PEN)
