"""Portraits of the creatures: a few coloured pieces each, around 0, 0 within 28 units each way.

Their colours are their own in both themes; they stand on a light stage.
"""

from __future__ import annotations

from engine.pictures.svg import moved, num
from engine.set_a_watch.picture_style import symbol

DARK, BONE, PALE = "#22201f", "#e8e0c8", "#f4f1ea"


def _f(path: str, colour: str) -> str:
    """A filled path."""
    return f'<path d="{path}" fill="{colour}"/>'


def _l(path: str, colour: str, width: float = 3) -> str:
    """A line."""
    return f'<path d="{path}" class="sw-pen" stroke="{colour}" stroke-width="{num(width)}"/>'


def _o(x: float, y: float, rx: float, ry: float, colour: str) -> str:
    """An oval."""
    return f'<ellipse cx="{x}" cy="{y}" rx="{rx}" ry="{ry}" fill="{colour}"/>'


def _d(radius: float, colour: str, *places: tuple[float, float]) -> str:
    """Discs; several of them are dots of one pen: steps that lead nowhere, with round ends."""
    if len(places) == 1:
        return (
            f'<circle cx="{num(places[0][0])}" cy="{num(places[0][1])}" r="{num(radius)}" fill="{colour}"/>'
        )
    return _l("".join(f"M{num(x)} {num(y)}h0" for x, y in places), colour, 2 * radius)


def _eyes(apart: float, y: float, radius: float = 2.4, colour: str = DARK) -> str:
    return _d(radius, colour, (-apart, y), (apart, y))


def _hood(cloth: str, inside: str = DARK) -> str:
    """A hooded figure; the face is left to others."""
    return _f("M-25 28C-26 2-16-25 0-28 16-25 26 2 25 28z", cloth) + _f(
        "M-12 8c-4-18 2-27 12-28 10 1 16 10 12 28-6 8-18 8-24 0z", inside
    )


def _skull(colour: str, x: float = 0, y: float = 0, scale: float = 1) -> str:
    return f'<use href="#sw-skull" fill="{colour}"{moved(x, y, scale)}/>'


def _shared() -> dict[str, str]:
    """Pieces of several portraits; what has no colour here has that of the portrait."""
    return {"skull": _bare_skull(), "goblin": _bare_goblin()}


def _bare_skull() -> str:
    return (
        '<path d="M-16-8c0-22 32-22 32 0 0 7-3 10-6 12v8h-20v-8c-3-2-6-5-6-12z"/>'
        + _d(4.6, DARK, (-6.5, -6), (6.5, -6))
        + _f("M0-1l3 6h-6z", DARK)
        + _l("M-4 8v4M0 8v4M4 8v4", DARK, 1.5)
    )


def _goblin(x: float, y: float, skin: str, scale: float = 1) -> str:
    return f'<use href="#sw-goblin" fill="{skin}"{moved(x, y, scale)}/>'


def _bare_goblin() -> str:
    return (
        '<path d="M-8-2L-22-9l5 13 9 2zM8-2l14-7-5 13-9 2z"/><ellipse cy="1" rx="11" ry="12"/>'
        + _d(3, "#ffe14a", (-4.5, -1), (4.5, -1))
        + _d(1.4, DARK, (-4.5, -1), (4.5, -1))
        + _f("M-6 6h12l-2 4-2-2-2 3-2-3-2 2z", BONE)
    )


def _dragon(skin: str, horn: str, eye: str) -> str:
    """A dragon's head from the front."""
    return (
        _l("M-12-14c-2-8-8-12-13-13M12-14c2-8 8-12 13-13", horn, 4.5)
        + _f("M-21-9C-12-21 12-21 21-9 17 1 10 8 9 18 6 25-6 25-9 18-10 8-17 1-21-9z", skin)
        + _f("M-14-6l11 4-4 4c-4 0-6-4-7-8zM14-6L3-2l4 4c4 0 6-4 7-8z", eye)
        + _d(1.8, DARK, (-8, -1), (8, -1), (-4, 14), (4, 14))
        + _l("M-7 19c4 2 10 2 14 0", DARK, 1.5)
    )


def _wolf(fur: str, mask: str, eye: str) -> str:
    return (
        _f("M-18 0l-3-26 16 13zM18 0l3-26L5-13z", fur)
        + _f("M-20-4c2-14 38-14 40 0 3 6 4 11-6 15-3 5-8 13-14 14-6-1-11-9-14-14-10-4-9-9-6-15z", fur)
        + _f("M-10 4C-6 0 6 0 10 4 8 12 4 22 0 24-4 22-8 12-10 4z", mask)
        + _eyes(9, -2, 2.8, eye)
        + _o(0, 12, 3.8, 2.8, DARK)
    )


_LEAF = "M-15-8C-18-28 18-28 15-8 8-15-8-15-15-8z"
_FLAME = "M0-26c2 10 14 14 14 28 0 22-28 22-28 0C-14-6-9-8-7-16c4 2 5 5 6 8 3-6 2-12 1-18z"
_BACK = "M-20 28c0-12 40-12 40 0z"

PORTRAITS: dict[str, str] = {
    "bear": _d(8, "#6b4a2c", (-15, -14), (15, -14))
    + _d(20, "#7a5533", (0, 2))
    + _o(0, 11, 10, 8, "#cda97f")
    + _o(0, 7, 4.2, 3, DARK)
    + _eyes(8, -3),
    "eagle": _f("M-28-8C-16-16-8-4 0-5 8-4 16-16 28-8 24 8 12 15 0 14-12 15-24 8-28-8z", "#6d4a2a")
    + _f("M-6 11h12l4 16h-20z", PALE)
    + _d(9, PALE, (0, -9))
    + _f("M-4-8h8L0 3z", "#f0a92a")
    + _eyes(4, -11, 1.8),
    "wolf": _wolf("#7b8590", "#d8dde0", "#e6b422"),
    "forest_giant": _f("M-27 28C-26 8-14 2 0 2s26 6 27 26z", "#7d8a4f")
    + _l("M21 26L26-14", "#6b4423", 7)
    + _d(14, "#b08f62", (0, -7))
    + _f(_LEAF, "#3f6b2c")
    + _f("M-11 0C-8 12 8 12 11 0 6 4-6 4-11 0z", "#3f6b2c")
    + _eyes(5, -7),
    "fae": _o(-14, -9, 10, 15, "#a9dcef")
    + _o(14, -9, 10, 15, "#a9dcef")
    + _o(-11, 12, 8, 10, "#cdeaf5")
    + _o(11, 12, 8, 10, "#cdeaf5")
    + _f("M-4-2h8l5 24H-9z", "#c75aa8")
    + _d(8, "#f4d3b0", (0, -9))
    + _f("M-9-8c-1-14 19-14 18 0-4-5-14-5-18 0z", "#e3a92f")
    + _eyes(3, -8, 1.4),
    "ember_drake": f'<g transform="translate(0 4) scale(1.7 1.1)">{_f(_FLAME, "#f5a02a")}</g>'
    + _dragon("#b02a18", "#3a1a12", "#ffe14a"),
    "fell_beast": _l("M-10-12c-8-1-15-6-15-15M10-12c8-1 15-6 15-15", "#3a2a22", 5.5)
    + _f("M-18-8C-16-22 16-22 18-8 20 6 12 24 0 25-12 24-20 6-18-8z", "#4a1512")
    + _f("M-13-4l10 3-5 5zM13-4L3-1l5 5z", "#ff8a1f")
    + _f("M-10 11h20l-3 6-3-4-4 6-4-6-3 4z", BONE)
    + _l("M-3-20c0 4 2 5 2 9M4-19c0 4-2 5-1 9", "#ff8a1f", 2),
    "goblins": _goblin(-12, -10, "#6f8f2a") + _goblin(12, -8, "#57761f") + _goblin(0, 12, "#82a335"),
    "wyvern": _f(
        "M-5 2C-12-20-22-24-29-20l5 10-3 8 7-1 2 9 12-2zM5 2C12-20 22-24 29-20l-5 10 3 8-7-1-2 9-12-2z",
        "#3f6f62",
    )
    + _l("M0-2C-10 8 12 14 3 26", "#57917f", 7)
    + _f("M-9-12C-6-20 6-20 9-12L4-1h-8z", "#57917f")
    + _eyes(4, -11, 1.8, "#ffe14a"),
    "bandit": _f(_BACK, "#4a4038")
    + _f("M-18 12c-4-30 6-40 18-40s22 10 18 40c-8 8-28 8-36 0z", "#5d5148")
    + _o(0, -4, 12, 14, "#d9ab82")
    + _f("M-13-1h26c0 14-6 19-13 19S-13 13-13-1z", "#8a2f2a")
    + _eyes(5, -7, 2),
    "metal_golem": _f("M-27 28V8l9-6h36l9 6v20z", "#7d8790")
    + _f("M-14-24h28v26h-28z", "#9aa5ae")
    + _f("M-9-15h6v6h-6zM3-15h6v6H3z", "#4fd1ff")
    + _l("M-7-2H7", "#444c54", 3)
    + _d(2, "#444c54", (-20, 13), (20, 13), (-20, 23), (20, 23))
    + _f("M-7 10H7v12H-7z", "#59626a"),
    "skeletons": _l("M-20 12L20 26M20 12L-20 26", BONE, 5)
    + _d(3.5, BONE, (-22, 11), (22, 11), (-22, 27), (22, 27))
    + _skull(BONE, 0, -3),
    "vampire": _f("M-27 28L-20 0l10 12h20L20 0l7 28z", "#7c1224")
    + _o(0, -3, 14, 17, "#e9e2e6")
    + _f("M-15-4C-18-28 18-28 15-4 12-10 6-13 0-7-6-13-12-10-15-4z", DARK)
    + _eyes(5.5, -2, 2.2, "#b3122b")
    + _l("M-5 8h10", "#7c1224", 1.6)
    + _f("M-5 8h3l-1.5 5zM2 8h3l-1.5 5z", "#fff"),
    "zombie_horde": _f(_BACK, "#5a4b3d")
    + _l("M-20 24V2M20 24V2", "#7f9470", 7)
    + _d(5, "#7f9470", (-20, 0), (20, 0))
    + _o(0, -3, 14, 17, "#8ea37c")
    + _f("M-14-8c0-16 26-18 28 0-6-4-8-2-12-6-4 5-10 2-16 6z", "#3a3a2c")
    + _d(4, PALE, (-6, -2), (6, -3))
    + _d(1.8, DARK, (-5, -1), (6, -3))
    + _l("M-6 8l3-2 3 3 3-3 3 2", DARK, 1.8),
    "treant": _f("M-14 28c5-10 4-18 2-26h24c-2 8-3 16 2 26z", "#6b4423")
    + _d(12, "#3f7d38", (-14, -12), (14, -12), (0, -17), (-5, -6), (6, -6))
    + _l("M-12 8l-12-4M12 8l12-6", "#6b4423", 4)
    + _d(2.6, "#ffd257", (-5, 10), (5, 10))
    + _f("M-4 17h8l-2 5h-4z", DARK),
    "fire_serpent": _l("M20 24C-26 28-22 6-4 8 18 10 14-10-2-8", "#d9480f", 9)
    + _l("M20 24C-26 28-22 6-4 8 18 10 14-10-2-8", "#ffb02e", 3)
    + _f("M4-18C-4-24-20-22-22-12-20-3-8-2 2-4z", "#d9480f")
    + _f("M-6-20c4-2 4-6 3-9 5 3 8 8 5 13z", "#ffb02e")
    + _d(2, DARK, (-13, -14))
    + _l("M-21-9l-6 3M-21-9l-5 6", "#b3122b", 1.5),
    "shade": _f("M-22 28C-24-6-14-27 0-27S24-6 22 28l-7-6-7 6-8-6-8 6-7-6z", "#2b2f40")
    + _f("M-12-9l9 4-8 4zM12-9l-9 4 8 4z", "#e6f0ff")
    + _l("M-16 14c6-4 8 2 14-2M4 10c4-4 8 0 12-3", "#5c6380", 2),
    "graveshifter": _f("M-25 28h50v-7c-10-6-40-6-50 0z", "#5a4632")
    + _f("M5 22V-6c0-16 20-16 20 0v28z", "#8b9199")
    + _l("M15-8V8M10-3h10", "#5a6068", 2.5)
    + _l("M-13 24L-14 6", "#8ea37c", 8)
    + _l("M-20 2l-2-10M-15 0l-1-14M-10 0l2-13M-6 6l5-8", "#8ea37c", 4),
    "acolyte": _hood("#3d4f7c", "#1b2136")
    + _o(0, -3, 8, 11, "#d9ab82")
    + _eyes(3.5, -5, 1.7)
    + _l("M0 13v13M-6 19H6", "#e0b84a", 2.5),
    "summon": '<circle r="23" fill="none" stroke="#b3202f" stroke-width="3"/>'
    '<circle r="17" fill="none" stroke="#b3202f" stroke-width="1.5"/>'
    + _f("M0-17l4.7 12.4L17-5.3 7.2 2.8 10.5 15 0 8.2-10.5 15-7.2 2.8-17-5.3-4.7-4.6z", "#7c1b2e")
    + _d(4, "#ffd257", (0, 1)),
    "hydra": _l("M0 28C-2 8-14 8-16-8M0 28V-8M0 28C2 8 14 8 16-8", "#3f6f4a", 8)
    + "".join(
        f'<g transform="translate({x} {y})">'
        + _f("M-8-2C-7-12 7-12 8-2L3 8h-6z", "#57916a")
        + _eyes(3.5, -3, 1.7, "#ffe14a")
        + "</g>"
        for x, y in ((-17, -10), (17, -10), (0, -16))
    ),
    "lich": _f("M-26 28C-22 8-12 10 0 10s22-2 26 18z", "#3a2a56")
    + _skull("#dfe4d2", 0, -1)
    + _d(2.2, "#4fd1ff", (-6.5, -7), (6.5, -7))
    + _f("M-15-16l-3-11 8 5 4-6 6 6 6-6 4 6 8-5-3 11z", "#e0b84a"),
    "warlord": _f(_BACK, "#5a2a22")
    + _f("M-4-22C-2-30 12-30 16-20 8-22 4-20 2-16z", "#b3202f")
    + _f("M-17 10C-20-22 20-22 17 10l-9 8v-12H-8v12z", "#7d8790")
    + _f("M-9-4H9v10H-9z", "#c9976b")
    + _eyes(4.5, 0, 1.9)
    + _f("M-17-6c-9-1-11-8-10-15 2 6 6 7 11 7zM17-6c9-1 11-8 10-15-2 6-6 7-11 7z", BONE)
    + _f("M-2-12h4V8h-4z", "#7d8790"),
    "pyromancer": _hood("#8c2a1a", "#2a1410")
    + _o(0, -3, 8, 11, "#d9ab82")
    + _eyes(3.5, -4, 1.8, "#b3122b")
    + "".join(f'<g transform="translate({x} 13) scale(.5)">{_f(_FLAME, "#f5a02a")}</g>' for x in (-19, 19)),
    "wraith_lord": _hood("#2f4a52", "#0d1518")
    + _d(2.8, "#7df0d8", (-5, -5), (5, -5))
    + _f("M-13-18l-3-10 7 5 4-5 5 5 5-5 4 5 7-5-3 10c-8-4-18-4-26 0z", "#b9c4cc")
    + _l("M20 26V-10M14-2h12", "#b9c4cc", 3),
    "wyvern_rider": _f(
        "M-5 8C-12-10-22-12-29-8l5 8-3 8 7-1 3 8zM5 8C12-10 22-12 29-8l-5 8 3 8-7-1-3 8z", "#54407a"
    )
    + _f("M-9 12C-8 2 8 2 9 12l-4 15H-5z", "#7460a0")
    + _eyes(4, 13, 1.8, "#ffe14a")
    + _f("M-10 4C-10-10 10-10 10 4z", "#6b3a2a")
    + _d(8, "#8b9199", (0, -15))
    + _f("M-6-17H6v4H-6z", DARK)
    + _l("M14 4l10-30", "#8a5a2b", 2.5),
    "werewolf": _wolf("#4a3b33", "#7d6656", "#e3202b") + _f("M-6 16h12l-2 5-2-3-2 3-2-3-2 3z", "#fff"),
    "goblin_chief": _goblin(0, 5, "#6f8f2a", 1.3)
    + _f("M-13-8l-4-16 9 7 8-11 8 11 9-7-4 16c-8-3-18-3-26 0z", "#c9a227")
    + _d(2, "#b3202f", (0, -14)),
    "necromancer": _hood("#2c3a2a", "#101510")
    + _o(0, -3, 8, 11, "#cfd8c0")
    + _d(2.2, "#39a845", (-3.5, -5), (3.5, -5))
    + _l("M20 28V-4", "#6b4423", 3)
    + _skull(BONE, 20, -12, 0.45),
    "phantom_cat": _f("M-18 0l-4-26 16 12zM18 0l4-26L6-14z", "#8a7bc8")
    + _f("M-20 2c0-22 40-22 40 0 0 14-10 18-10 26-4-5-7-2-10 0-3-2-6-5-10 0 0-8-10-12-10-26z", "#a294dd")
    + _f("M-13-3c4-5 8-4 10 2-4 3-8 3-10-2zM13-3C9-8 5-7 3-1c4 3 8 3 10-2z", "#e9ff6b")
    + _f("M-2.5 6h5L0 9z", DARK)
    + _l("M-8 8l-14-2M-8 11l-13 3M8 8l14-2M8 11l13 3", "#fff", 1.2),
    "corrupt_druid": _l("M-7-16c-3-5-12-4-14-12M-12-21l1-7M7-16c3-5 12-4 14-12M12-21l-1-7", "#4a3423", 3.4)
    + _f(_BACK, "#3a2a4a")
    + _o(0, 0, 14, 17, "#8a9a6a")
    + _f("M-15-2C-16-22 16-22 15-2 8-9-8-9-15-2z", "#33482a")
    + _f("M-11 8C-9 26 9 26 11 8 6 12-6 12-11 8z", "#33482a")
    + _d(2.4, "#c03adf", (-5.5, 1), (5.5, 1)),
    "minotaur": _f("M-10-13c-10 2-17-4-17-14 5 6 9 6 17 5zM10-13c10 2 17-4 17-14-5 6-9 6-17 5z", BONE)
    + _f("M-15-14C-10-20 10-20 15-14 19-4 12 6 11 14 8 24-8 24-11 14-12 6-19-4-15-14z", "#6b3f22")
    + _o(0, 15, 11, 8, "#a87b58")
    + _d(1.8, DARK, (-4, 13), (4, 13))
    + _l("M-4 18c0 7 8 7 8 0", "#e0b84a", 2.4)
    + _eyes(8, -5, 2.4, "#e3202b"),
    "high_priestess": _f(_BACK, "#6b1f68")
    + _f("M-18 20C-22-14-12-22 0-22s22 8 18 42z", DARK)
    + _o(0, -1, 11, 14, "#d9ab82")
    + _f("M-16-12C-12-22-6-24 0-28 6-24 12-22 16-12 8-16-8-16-16-12z", "#e0b84a")
    + _d(2.6, "#4fd1ff", (0, -19))
    + _eyes(4.5, -2, 1.8)
    + _l("M-3 6h6", "#8a2f2a", 2)
    + _l("M-12 18c6 6 18 6 24 0", "#e0b84a", 3),
}


def portraits() -> str:
    """All portraits, as symbols."""
    shared = "".join(symbol(name, drawing) for name, drawing in _shared().items())
    return shared + "".join(symbol(f"k-{kind}", drawing) for kind, drawing in PORTRAITS.items())
