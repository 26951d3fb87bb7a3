"""Portraits of adventurers and companions: dark shapes with glowing eyes, put together from a few parts.

A portrait is a row of parts from back to front, a letter each. Shapes are drawn around 0, 0 within 24 units
each way. Cards of one name share a portrait; the sets have grounds of their own.
"""

from __future__ import annotations

from engine.glow.picture_style import symbol, use
from engine.pictures.svg import num


def _fill(d: str, css: str = "") -> str:
    return f'<path d="{d}"{f" class={chr(34)}gl-{css}{chr(34)}" if css else ""}/>'


def _line(width: float, d: str) -> str:
    return f'<path class="gl-pen" stroke-width="{width}" d="{d}"/>'


def _discs(radius: float, *places: tuple[float, float], css: str = "pen") -> str:
    """Discs are dots of a pen: steps that lead nowhere, with round ends."""
    dots = "".join(f"M{num(x)} {num(y)}h0" for x, y in places)
    return f'<path class="gl-{css}" stroke-width="{num(2 * radius)}" d="{dots}"/>'


PARTS: dict[str, str] = {
    # Ears, horns, hats and the like.
    "P": _fill("M-15-5L-19-22-4-14zM15-5L19-22 4-14z"),
    "L": _fill("M-4-11C-9-12-13-24-8-24-4-24-3-15-2-11zM4-11C9-12 13-24 8-24 4-24 3-15 2-11z"),
    "R": _discs(6.5, (-13, -11), (13, -11)),
    "H": _fill("M-7-11C-18-8-23-17-19-23-17-16-12-15-6-16zM7-11C18-8 23-17 19-23 17-16 12-15 6-16z"),
    "A": _line(2.4, "M-5-12C-6-19-13-17-15-23M-8-17l-8 1M5-12C6-19 13-17 15-23M8-17l8 1"),
    "Q": _line(1.8, "M-4-11C-5-19-9-21-12-21M4-11C5-19 9-21 12-21")
    + _discs(2.6, (-13, -21), (13, -21), css="eyes"),
    "C": _fill("M-11-10L-14-22-6-17 0-24 6-17 14-22 11-10z"),
    "F": _fill("M-14-4C-19-14-10-16-10-23-5-19-4-17-2-24 3-19 5-18 7-23 9-16 19-14 14-4z"),
    "J": _fill("M0-11C-9-13-12-19-11-24-4-23-1-18 0-14 1-18 5-24 12-23 12-16 7-12 0-11z"),
    "N": _fill("M-19-8L19-8 8-12 3-25-5-20-9-12z"),
    "U": _fill("M-13-6C-16-20 16-20 13-6z"),
    "I": _fill("M0-8L-4-24 0-20 4-24z"),
    "8": _fill("M-9-11L-13-21-7-18-4-24 0-18 4-24 7-18 13-21 9-11z", "eye"),
    # Bodies and heads.
    "O": _discs(15, (0, 3)),
    "V": _fill("M-18-8C-14-15 14-15 18-8 14 7 6 18 0 20-6 18-14 7-18-8z"),
    "W": _fill("M-21 6C-21-12 21-12 21 6 21 22-21 22-21 6z"),
    "T": _fill("M0-17C11-15 13 4 16 20L9 15 4 21 0 16-4 21-9 15-16 20C-13 4-11-15 0-17z"),
    "S": _fill("M-13-5C-14-20 14-20 13-5 13 3 9 4 8 8V17H-8V8C-9 4-13 3-13-5z"),
    "G": _fill("M-21 18C-23 4-9-16 0-16S23 4 21 18C15 23-15 23-21 18z"),
    "B": _fill("M-5-15C6-18 12-8 11 1L23 16 5 13C-7 20-16 11-13-2-13-9-9-14-5-15z"),
    "D": _fill("M-21 9C-23 0-10-14 2-14 10-14 15-22 21-24 20-12 16-4 14 5 9 17-3 14-7 14-12 17-19 16-21 9z"),
    "K": _fill("M-22 16C-22-12 12-20 14 5 17 2 19-4 22-3 26 7 17 17 9 16z"),
    "M": _fill("M0-22L5-15 13-19 13-10 21-8 16-1 22 6 14 8 15 17 6 14 0 22-6 14-15 17-14 8-22 6-16-1-21-8-13-10-13-19-5-15z"),
    "E": _fill("M-12-14C-6-20 6-20 12-14L14 12C10 22-10 22-14 12z"),
    "7": _fill("M0-21C13-21 16-4 19 21H-19C-16-4-13-21 0-21z"),
    "9": _fill("M-6-18C8-24 15-6 4 2-2 7 8 12 16 10 10 22-14 20-11 6-9-1 3-3 1-9-1-13-8-10-12-12-12-15-10-17-6-18z"),
    # Limbs and wings.
    "Y": _fill("M-7-4L-24-16-21 1-25 11-13 8-7 14zM7-4L24-16 21 1 25 11 13 8 7 14z"),
    "Z": _fill("M-2 0C-10-22-26-18-22-2-27 8-14 20-2 4zM2 0C10-22 26-18 22-2 27 8 14 20 2 4z"),
    "X": _line(2.6, "M-9-2l-9-8-4 4M-10 4H-23M-9 9l-8 6-4 6M9-2l9-8 4 4M10 4H23M9 9l8 6 4 6"),
    "j": _line(3, "M0 2v18M-6 6h12M-5 11h10M-4 16h8"),
    "q": _line(5, "M8 17C24 20 24 4 17 0"),
    "v": _line(4, "M-10 8L-20-6M10 8L20-6"),
    "r": _line(3.5, "M-14 10c-5 4-6 8-8 12M-5 14c-2 4-2 6-4 9M5 14c2 4 2 6 4 9M14 10c5 4 6 8 8 12"),
    # Faces.
    "e": _discs(3.2, (-6, -1), (6, -1), css="eyes"),
    "a": _fill("M-11-5L-2 0-8 3zM11-5L2 0 8 3z", "eye"),
    "o": _discs(6.5, (0, -1), css="eyes") + _discs(2.8, (0, -1)),
    "s": _discs(1.9, (-4, -3), (4, -3), css="eyes"),
    "x": _discs(2, (-9, -2), (-3, -4), (3, -4), (9, -2), css="eyes"),
    "E2": _discs(6, (-7, -2), (7, -2), css="eyes") + _discs(2.6, (-7, -2), (7, -2)),
    "h": _discs(3.6, (-5, -4), (5, -4), css="eyes") + _fill("M0 1l2 4h-4zM-5 10h2v6h-2zM-1 10h2v6h-2zM3 10h2v6H3z", "eye"),
    "g": _discs(2.6, (-4, -7), css="eyes"),
    "b": _fill("M-11-8L-22-3-11-1z", "beak"),
    "k": _fill("M-5 4H5L0 13z", "beak"),
    "t": _fill("M-7 8l2.5 6L-2 8zM2 8l2.5 6L7 8z", "pale"),
    "m": '<path fill="none" stroke="#ffe27a" stroke-width="1.6" stroke-linecap="round" d="M-6 8c3 4 9 4 12 0"/>',
    "n": _fill("M-4 8h8l-4 5z", "pale"),
    "w": '<path fill="none" stroke="#f4f1ea" stroke-width="1.1" d="M-6 8l-12-2M-6 10l-11 3M6 8l12-2M6 10l11 3"/>',
    "p": _discs(2, (-7, 9), (0, 12), (7, 9), css="eyes"),
    "y": _discs(2.4, (-13, -6), (13, -6), (-14, 8), (14, 8), css="eyes"),
    "z": '<path fill="none" stroke="#f4f1ea" stroke-width="1.6" d="M-10 6l3 3 3-3 3 3 3-3 3 3 3-3 3 3"/>',
    "f": _fill("M-8-6C-6-13 6-13 8-6 8 3 4 7 0 8-4 7-8 3-8-6z", "pale") + _discs(1.5, (-3, -3), (3, -3)),
    "i": _fill("M14 22L18-19l2 0-3 41zM14-19h8l-4-6z", "beak"),
    "l": _line(2, "M-18 22V-18") + _discs(4.5, (-18, -18), css="eyes"),
    "c": _fill("M10 8l12-5v10c0 6-6 9-6 9s-6-3-6-9z", "beak"),
}  # fmt: skip

CREATURES: dict[str, str] = {
    # name: parts
    "braccio": "W R f v",
    "taetyss": "7 L f i",
    "eoles": "7 J f c",
    "pocana": "F 7 f c",
    "moloch": "H W f t",
    "noctiluca": "Z U f Q",
    "orium": "8 7 f l",
    "zaydrel": "N 7 a",
    "hulios": "N 7 f l",
    "elldir": "P U O f i",
    "likyar": "P V a n",
    "thoape": "R W e n m",
    "torke": "r K g",
    "torkos": "r I K g z",
    "tamnuca": "q O L e w",
    "ladawa": "F T e",
    "mindaroo": "L E q e n",
    "donillilu": "J O E2 m",
    "oshra": "P T s p",
    "xargok": "N 7 a i",
    "briki": "v E o",
    "brikix": "v C E o z",
    "sketal": "S h",
    "lumipili": "Q O e p",
    "lulumipili": "Q Z O e p",
    "snarexe": "9 g y",
    "kaar": "Y B g b",
    "hymoros": "H W e t",
    "dvol": "H Y V a t",
    "okans": "A V e n",
    "okanios": "A C V e n",
    "zzibelu": "Z X E s j",
    "wapoki": "q R O e n w",
    "zellyf": "r U G x",
    "biraii": "Y O E2 k",
    "gluach": "G o m",
    "drel": "T I a",
    "cromaug": "H M E2 t",
    "kapaoro": "C R W E2 t",
    "kapao": "R W E2 t",
    "lilan": "L T e y",
    "phyrene": "F Y B g b",
    "celes": "8 T e",
    "esul": "A T s p",
    "crolos": "H G x z",
    "glint": "Z I T s",
    "cyld": "J Z O e",
    "solas": "8 O e m",
    "vorivi": "X Q O x",
    "knif": "P D g z",
    "ki_dun": "D g t",
    "ty_fla": "Y D g",
    "ma_vos": "H D g z",
    "wo_shan": "F D g",
}


def parts() -> str:
    """All parts, as symbols."""
    return "".join(symbol(name, drawing) for name, drawing in PARTS.items())


def creature_of(card: str) -> str:
    """The name under which a card's portrait stands: cards are called `a13_sketal`, adventurers `moloch`."""
    return card if card in CREATURES else card.partition("_")[2]


def portrait(name: str) -> str:
    """A portrait, where it stands on a card."""
    return f'<g class="gl-face">{"".join(map(use, CREATURES[name].split()))}</g>'
