"""Portraits of the guardian animals, put together from a few parts.

A portrait is a row of parts from back to front, each a letter and a colour: `R7a4a2b` are round ears in
brown. Faces are drawn around 0, 0 within 28 units each way; colours are the animals' own in every theme.
"""

from __future__ import annotations

from engine.living_forest.picture_style import symbol

_FILL = 'fill="currentColor"'
_STROKE = 'fill="none" stroke="currentColor" stroke-linecap="round" stroke-width='
_DARK = "#22201f"


def _fill(path: str) -> str:
    return f'<path {_FILL} d="{path}"/>'


def _stroke(width: float, path: str) -> str:
    return f'<path {_STROKE}"{width}" d="{path}"/>'


def _discs(radius: float, *places: tuple[float, float], colour: str = "currentColor") -> str:
    return "".join(f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{colour}"/>' for x, y in places)


def _oval(x: float, y: float, rx: float, ry: float, colour: str = "currentColor") -> str:
    return f'<ellipse cx="{x}" cy="{y}" rx="{rx}" ry="{ry}" fill="{colour}"/>'


PARTS: dict[str, str] = {
    # Ears, horns and the like.
    "R": _discs(8, (-14, -13), (14, -13)),
    "r": _discs(4, (-14, -13), (14, -13)),
    "P": _fill("M-18 0L-18-25-3-13zM18 0L18-25 3-13z"),
    "L": _oval(-8, -16, 5.5, 12) + _oval(8, -16, 5.5, 12),
    "H": _fill("M-9-16c-9 1-14-2-14-10-6 9 0 18 9 19zM9-16c9 1 14-2 14-10 6 9 0 18-9 19z"),
    "G": _fill("M-11-9c-2-8-1-14-7-19 11 2 14 9 14 15zM11-9c2-8 1-14 7-19-11 2-14 9-14 15z"),
    "C": _stroke(6, "M-10-14c-9-3-16 4-13 12 2 6 10 5 9-1M10-14c9-3 16 4 13 12-2 6-10 5-9-1"),
    "A": _stroke(
        2.8, "M-6-13c-3-6-12-5-14-15M-10-18l2-9M-15-20l-9-2M6-13c3-6 12-5 14-15M10-18l-2-9M15-20l9-2"
    ),
    "D": _fill("M-11-15c-13-2-15 14-10 24 7-2 10-8 11-17zM11-15c13-2 15 14 10 24-7-2-10-8-11-17z"),
    "F": _oval(-19, -2, 11, 15) + _oval(19, -2, 11, 15),
    "K": _fill("M-10-12c-5-9 0-15 4-9 1-8 9-8 9 0 5-6 11 0 6 9z"),
    "J": _fill("M-6-13c-4-6-12-7-13-14 7 0 11 3 13 6-1-4 0-8 5-8 5 1 6 6 5 10 3-4 7-6 12-5-2 6-9 8-12 12z"),
    "Q": _stroke(2, "M-5-12c0-7-4-11-9-12M5-12c0-7 4-11 9-12"),
    "Z": _fill(
        "M0-28l4 6 8-5 2 8 9-2-1 9 7 3-5 7 5 6-8 4 1 8-22-4-22 4 1-8-8-4 5-6-5-7 7-3-1-9 9 2 2-8 8 5z"
    ),
    "X": _stroke(4, "M-15-6l-11-9M-17 1h-11M-15 8l-10 8M15-6l11-9M17 1h11M15 8l10 8"),
    # Heads.
    "O": _discs(18, (0, 2)),
    "V": _fill("M-19-6c0-13 38-13 38 0 0 12-11 27-19 27S-19 6-19-6z"),
    "U": _fill("M-14-12c2-7 26-7 28 0 2 8-2 16-2 24 0 13-24 13-24 0 0-8-4-16-2-24z"),
    "W": _oval(0, 4, 23, 17),
    "T": _fill("M-20-10C-16-18 16-18 20-10 17 4 8 20 0 22-8 20-17 4-20-10z"),
    # Faces.
    "M": _oval(-8, 0, 7, 6) + _oval(8, 0, 7, 6),
    "S": _fill("M-4-16h8L2 5h-4z"),
    "i": _fill("M-19-4c4 12 14 8 19 25C5 4 15 8 19-4 17 10 8 21 0 21S-17 10-19-4z"),
    "c": _fill("M0-5c-4-6-14-5-14 4 0 10 7 18 14 18s14-8 14-18c0-9-10-10-14-4z"),
    "y": _discs(2.2, (-10, -9), (9, -11), (-1, -13), (13, -3), (-14, -1)),
    "e": _discs(4, (-7.5, -1), (7.5, -1), colour="#fff")
    + _discs(2.6, (-7.2, -0.6), (7.2, -0.6), colour=_DARK),
    "E": _discs(8, (-8, -2), (8, -2))
    + _discs(4.6, (-8, -2), (8, -2), colour=_DARK)
    + _discs(1.5, (-6.5, -4), (9.5, -4), colour="#fff"),
    "o": _discs(7.5, (-11, -11), (11, -11))
    + _discs(5, (-11, -12), (11, -12), colour="#fff")
    + _discs(3, (-11, -12), (11, -12), colour=_DARK),
    "m": _oval(0, 11, 9.5, 7.5) + _oval(0, 7, 4, 2.8, _DARK),
    "s": _oval(0, 12, 10, 6.5) + _discs(1.9, (-3.5, 12), (3.5, 12), colour=_DARK),
    "b": _fill("M-5.5 4h11L0 14z"),
    "B": _fill("M-8 3c12-7 32-2 33 13C15 11 4 15-6 13z"),
    "k": _fill("M-7 3c3-5 14-4 14 3 0 6-3 10-7 13 1-6-3-7-7-7z"),
    "d": _oval(0, 12, 15, 6.5) + _discs(1.3, (-3, 9.5), (3, 9.5), colour=_DARK),
    "w": _fill("M-3.5 3h7L0 27z"),
    "n": _oval(0, 7, 3.4, 2.5, _DARK) + _stroke(1.2, "M-9 8l-14-3M-9 11l-14 2M9 8l14-3M9 11l14 2"),
    "f": '<path fill="#fff" stroke="#555" stroke-width=".8" d="M-4 15h4v7h-4zM0 15h4v7H0z"/>',
    "t": '<path fill="#fff" stroke="#555" stroke-width=".8" d="M-13 15l-3-9 7 6zM13 15l3-9-7 6z"/>',
    "h": _stroke(9, "M0 6c0 9-1 16 9 18"),
    "v": '<path fill="#eee3c4" stroke="#6b5d3a" d="M-4 10C-4 0-2-8 0-12 2-8 4 0 4 10z"/>',
    "z": '<path fill="#fff" d="M-18 12l4 5 4-5 4 5 4-5 4 5 4-5 4 5 4-5 4 4v4h-36z"/>',
    # Whole animals.
    "1": _oval(-4, 0, 19, 12) + _fill("M11 0l16-13c-3 9-3 17 0 26zM-10-9C-4-20 6-18 8-9z"),
    "2": _fill("M-27 6C-18-14 8-18 24 6l4 12-12-5C2 6-12 10-27 6zM-4-9l6-12 5 12z"),
    "3": _fill("M-2-2C-14-28-30-22-25-5-30 8-16 26-2 6zM2-2C14-28 30-22 25-5 30 8 16 26 2 6z"),
    "4": _oval(0, 3, 3, 15, _DARK) + _discs(3.5, (0, -12), colour=_DARK),
    "5": _discs(9, (-19, 8), (-8, 12), (4, 10), (14, 3)) + _discs(10, (17, -8)),
    "6": _stroke(
        2.6,
        "M-9-3c-9-8-13-10-19-4M-9 2c-9-2-13-1-18 7M-8 7c-6 3-9 6-11 14M9-3c9-8 13-10 19-4M9 2c9-2 13-1 18 7M8 7c6 3 9 6 11 14",
    )
    + _discs(12, (0, 6))
    + _discs(7, (0, -8)),
    "7": _oval(0, 5, 16, 19)
    + _discs(9, (0, -15), colour=_DARK)
    + f'<path stroke="{_DARK}" stroke-width="2" d="M0-14v38"/>',
    "8": _oval(-11, -11, 9, 12, "#dceffb")
    + _oval(9, -12, 9, 12, "#dceffb")
    + _oval(0, 5, 20, 13)
    + f'<path stroke="{_DARK}" stroke-width="4.5" d="M-8-6v22M0-8v26M8-6v22"/>',
    "9": _fill(
        "M-27 3c2-10 14-12 19-5l13-2c9 0 9 11 17 6 4-3 2-8-2-7 5-5 11 1 8 8-4 9-13 6-19 5l5 11-6-1-5-9-9 1-6 9-5-2 4-8c-7 2-14-1-14-6z"
    ),
    "a": _fill("M-24 13c0-34 48-34 48 0z")
    + f'<path fill="none" stroke="{_DARK}" stroke-opacity=".5" stroke-width="2" d="M-8-11l8 10 8-10M0-1v14M0-1l-13 7M0-1l13 7"/>',
    "j": _discs(8, (-23, 10)) + _discs(5.5, (-15, 18), (14, 18)) + _discs(1.8, (-25, 8), colour=_DARK),
    "l": _fill("M0-27c24 0 25 26 12 35-4 4-4 12 2 18h-28c6-6 6-14 2-18C-25-1-24-27 0-27z"),
    "q": _oval(0, -12, 8, 10)
    + '<path fill="none" stroke="#d33" stroke-width="2" d="M0-2v8l-3 4M0 6l3 4"/>'
    + _discs(1.8, (-4, -14), (4, -14), colour=_DARK),
    "N": _stroke(8, "M8 27C-14 16 18-2 2-14") + _discs(9, (-1, -15)) + _discs(2, (-4, -17), colour=_DARK),
    "x": _fill("M-9-18c-10 0-16 5-15 16 4-4 10-6 16-8z"),
    "u": _fill("M-16 6c-4-12-14-12-12-22-7 20-2 22 12 22zM16 6c4-12 14-12 12-22 7 20 2 22-12 22z"),
    "p": _discs(1.8, (21, -10), (13, -10), colour=_DARK),
    "0": _discs(2, (-13, -3), colour=_DARK),
    "g": _discs(2, (-19, 0), colour=_DARK),
    "Y": _fill("M-4-28C6-16 26-10 22 10 18 30-18 30-22 10-24-2-14-6-14-16-8-14-6-8-6-4 0-8 0-18-4-28z"),
}

ANIMALS: dict[str, str] = {
    "bear": "R743 O743 mdb8 e",
    "beetle": "7538",
    "lynx": "P864 Oc96 iedc e n864",
    "fox": "Pc52 Vd62 ifee e n731",
    "goldfish": "1e82 0",
    "tanuki": "R543 Oa86 M332 e mdca",
    "boar": "P543 U654 e sc98 t",
    "weasel": "ra63 Vb74 ifed e n852",
    "hare": "Lb97 Ob97 e n765",
    "fawn": "Db85 Uc85 yfed e medb",
    "hummingbird": "w444 O296 ieed e",
    "bee": "8eb3",
    "baboon": "O776 ca75 e s57a",
    "owl": "P753 O864 Eec6 bd93",
    "hedgehog": "Z653 Odc9 e n875",
    "caterpillar": "57a4 p",
    "flamingo": "Ne8a x333",
    "ram": "Oedc Ueed C974 e sdba",
    "wolf": "P667 V789 ieee e n455",
    "lemur": "R555 O889 ifff M333 Ee91 n777",
    "squirrel": "Pb52 Oc63 e medb f",
    "tortoise": "j8a5 a673",
    "coati": "r853 V964 Medb e m432",
    "raccoon": "P677 O899 ifff M223 e nddd",
    "beaver": "r642 O853 e ma75 f",
    "raven": "O333 e k556",
    "bat": "u435 P546 O557 e m98b f",
    "cockatoo": "Jec4 Ofee e k667",
    "meerkat": "rb85 Vca7 M543 e m864",
    "horse": "P642 U853 S321 e sb86",
    "axolotl": "Xd57 Wfbc e nd8a",
    "chimpanzee": "Rdb8 O332 cdb8 e n865",
    "toucan": "O223 cfff e Be92",
    "butterfly": "3e73 4 Q432",
    "spider": "6334 ydcf",
    "hippopotamus": "r768 O879 e Wa9a s879",
    "horned_owl": "G654 O986 Ee82 b433",
    "woodpecker": "Kc23 O333 cfff e w777",
    "badger": "r344 Veee M333 e n999",
    "rooster": "Kc23 Oeed e be92",
    "rhinoceros": "P677 U889 e s677 v",
    "goat": "G886 Deed Ueee e sdca",
    "bull": "Hdcb D532 U743 e sdb9",
    "salamander": "9333 yec4 g",
    "frog": "W5a3 o5a3",
    "marmot": "r864 Oa85 e meca f",
    "platypus": "O754 e d455",
    "crane": "Neee xc22",
    "loris": "ra86 Oca8 M643 Eea3 medc",
    "koala": "F899 Oaab e n667 m344",
    "leopard": "Rc93 Oeb5 y531 e mfed n863",
    "eagle": "Z643 Oeee e ke92",
    "cobra": "l783 q9b5",
    "mantis": "Q583 T7a4 Edea",
    "panther": "R222 O333 E9c5 m445 n889",
    "gorilla": "O333 W334 c556 e s444",
    "bison": "Hcca Z432 U542 e s322",
    "chameleon": "94a5 g",
    "crocodile": "W584 o584 z",
    "elephant": "F89a O9ab e h89a t",
    "dolphin": "258b g",
    "dog": "D752 Oc85 Seec e meec",
    "panda": "R222 Offe M222 e n888",
    "stag": "A753 Ua74 e medb",
    "tapir": "r333 U344 Wedd e h445",
    "fire_varan": "Yd52 9721 g",
}


def portrait(card: str) -> str:
    """The parts of an animal's portrait; a card that is not in the table has none."""
    return "".join(
        f'<use href="#lf-a{part[0]}"' + (f' color="#{part[1:]}"/>' if part[1:] else "/>")
        for part in ANIMALS.get(card, "").split()
    )


def parts() -> str:
    """All parts, as symbols."""
    return "".join(symbol(f"a{letter}", drawing) for letter, drawing in PARTS.items())
