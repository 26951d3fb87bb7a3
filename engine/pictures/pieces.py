"""What several games put on the table: pieces of the seats, some glyphs, piles that may be hidden."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.pictures.svg import Pen

SEAT_COLOURS = ("#0a6bb0", "#b44a00", "#00785a", "#a3427f", "#6a5acd", "#6b6b2a")
"""Colours of the seats, as in the dashboard when it is light; here the same in both themes. White texts keep 4.5:1."""

_SHAPES = (
    '<circle r="13"',
    '<path d="M-12-12h24v24h-24z"',
    '<path d="M0-17L17 12h-34z"',
    '<path d="M0-17L17 0 0 17-17 0z"',
)
"""Circle, square, triangle, diamond: seats are never told apart by colour alone."""


def seat_fills(pen: Pen, seats: int = len(_SHAPES)) -> str:
    """Classes `p1`, `p2`, ... with the colours of the seats."""
    return pen.fills({f"p{seat}": colour for seat, colour in enumerate(SEAT_COLOURS[:seats], 1)})


def seat_pieces(pen: Pen) -> str:
    """Symbols `p1` to `p4`: the piece of a seat with its number, around 0, 0; needs the class `piece`."""
    found = ""
    for seat, shape in enumerate(_SHAPES, 1):
        low = 9 if seat == 3 else 5  # a triangle has its middle further down
        number = f'<text y="{low}"{pen.css("w m")} style="font-size:14px">{seat}</text>'
        found += pen.symbol(f"p{seat}", f"{shape}{pen.css(f'p{seat} piece')}/>{number}")
    return found


# Glyphs, in a square of 24 ----------------------------------------------------------------------------------
FLAME = "M12 1c1 5 7.5 7 7.5 14a7.5 8 0 0 1-15 0c0-4 2-6 3-9 1 2 2 3 3 3 1-3 .5-5 1.5-8z"
DROP = "M12 1.5C8 8 4.5 11 4.5 15.5a7.5 7.5 0 0 0 15 0C19.5 11 16 8 12 1.5z"


def paw(fill: str = "") -> str:
    """A paw with four toes, in a colour of its own or in that of its surroundings."""
    css = f' fill="{fill}"' if fill else ""
    toes = ((4.3, 10.5, 2.4, 3.2), (9.2, 5.3, 2.5, 3.6), (14.8, 5.3, 2.5, 3.6), (19.7, 10.5, 2.4, 3.2))
    return f'<path{css} d="M12 11c4 0 7 4.5 7 7.5 0 4-4.5 3-7 3s-7 1-7-3c0-3 3-7.5 7-7.5z"/>' + "".join(
        f'<ellipse{css} cx="{x}" cy="{y}" rx="{rx}" ry="{ry}"/>' for x, y, rx, ry in toes
    )


# Piles of an observation ------------------------------------------------------------------------------------
def count(pile: Any) -> int:
    """How many pieces a pile holds, whether they may be seen or not; 0 for what is no pile."""
    if isinstance(pile, Mapping):
        return int(pile["hidden"])
    return len(pile) if isinstance(pile, list | tuple) else 0


def shown(pile: Any) -> Sequence[str]:
    """The pieces of a pile, top first, as far as they may be seen."""
    return pile if isinstance(pile, list | tuple) else []
