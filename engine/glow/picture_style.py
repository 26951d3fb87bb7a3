"""The looks of the picture: the game's pen, its colours and its words."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from engine.pictures.pieces import SEAT_COLOURS
from engine.pictures.svg import Pen
from engine.pictures.texts import say

PEN = Pen("gl")
text, rect, circle, path = PEN.text, PEN.rect, PEN.circle, PEN.path
use, scaled, symbol, icon = PEN.use, PEN.scaled, PEN.symbol, PEN.icon

COLOURS: dict[str, tuple[str, str]] = {
    # name: (light, dark); texts keep 4.5:1 on ground, panel, paper and cell in both.
    "ground": ("#e3e6f0", "#10131f"),
    "panel": ("#f6f7fb", "#1a1f30"),
    "paper": ("#fffdf6", "#262d43"),
    "cell": ("#d9deec", "#232a40"),
    "land": ("#cfd8d3", "#1c2b36"),
    "sea": ("#bfd3e6", "#14263d"),
    "road": ("#7d8496", "#8d97b5"),
    "edge": ("#8a91a8", "#56607f"),
    "ink": ("#1b2033", "#eef0fa"),
    "soft": ("#4a5169", "#b3bad2"),
    "minus": ("#a8201a", "#ff9d94"),
    "lit": ("#ffe38a", "#6a5200"),
    "light": ("#e09a00", "#ffcf4a"),
    "light-edge": ("#7d5200", "#8a5f00"),
    "foot": ("#7a5230", "#d3a777"),
    "fly": ("#5d7f10", "#b8e04a"),
    "reroll": ("#2a5fa8", "#8dbcff"),
    "ghost": ("#6b3fa0", "#c3a2f5"),
}

DICE: dict[str, tuple[str, str]] = {
    # kind: (body, what stands on it), the same in both themes; 4.5:1 between the two.
    "green": ("#2f7d3f", "#ffffff"),
    "blue": ("#2360b8", "#ffffff"),
    "azure": ("#a6def5", "#0d3a52"),
    "red": ("#c2352b", "#ffffff"),
    "orange": ("#eb9a3c", "#3b1e00"),
    "purple": ("#7a3fa8", "#ffffff"),
    "yellow": ("#f6d743", "#3a2d00"),
    "black": ("#24232c", "#ffffff"),
    "white": ("#fbfaf5", "#2a2a36"),
    "lime": ("#b9e03c", "#2c3a00"),
    "pink": ("#f29bc4", "#47102c"),
}

ELEMENT_DIE = {"fire": "red", "water": "blue", "cloud": "azure", "rock": "orange", "tree": "green"}
"""An element has the colour of the die that bears it twice."""

_KINDS = "".join(
    f".gl-{kind}{{fill:{body};color:{ink}}}.gl-i-{kind}{{fill:{ink};color:{body}}}"
    for kind, (body, ink) in DICE.items()
)
_SEATS = "".join(
    f".gl-p{seat}{{fill:{colour};stroke:{colour}}}"
    for seat, colour in enumerate((*SEAT_COLOURS, "#4a4f5e"), 1)
).replace("gl-p7", "gl-tom")

SHEET = PEN.sheet(
    _KINDS
    + _SEATS
    + """
.gl-s{fill:var(--gl-soft);font-size:12px}.gl-big{font-size:17px;font-weight:700}
.gl-tiny{font-size:11px}.gl-small{font-size:12px}.gl-step{font-size:11px;fill:var(--gl-soft);text-anchor:middle}
.gl-digit{font-size:14px}.gl-title{font-size:18px}.gl-worth{font-size:20px}.gl-gain{font-weight:700;text-anchor:end}
.gl-w{fill:#fff;font-weight:700;stroke:none}
.gl-name{font-size:12px;font-weight:600;fill:#fff;transform:translate(6px,107px)}.gl-set{transform:translate(82px,107px)}.gl-minus{fill:var(--gl-minus)}
.gl-dark{fill:#1b2033;font-weight:700}
.gl-road,.gl-line,.gl-soft,.gl-bar,.gl-halo,.gl-way,.gl-pen,.gl-eyes{fill:none;stroke-linecap:round;stroke-linejoin:round}
.gl-ground{fill:var(--gl-ground)}.gl-panel{fill:var(--gl-panel);stroke:var(--gl-edge);stroke-opacity:.45}
.gl-paper{fill:var(--gl-paper);stroke:var(--gl-edge)}
.gl-gap{fill:none;stroke:var(--gl-edge);stroke-dasharray:5 4}
.gl-land{fill:var(--gl-land);stroke:var(--gl-edge)}.gl-sea{fill:var(--gl-sea);stroke:var(--gl-edge)}
.gl-road{stroke:var(--gl-road);stroke-width:5}
.gl-badge{fill:var(--gl-paper);stroke:var(--gl-road);stroke-width:1.5}
.gl-house{fill:#f3e7c8;stroke:#5a4423;stroke-width:2;stroke-linejoin:round}.gl-roof{fill:#9c4a2e;stroke:#5a2413;stroke-width:2;stroke-linejoin:round}
.gl-isle{fill:#e7d6a6;stroke:#7b6a3c;stroke-width:2.5}
.gl-lit{fill:var(--gl-lit);stroke:var(--gl-light-edge);stroke-width:1.4}
.gl-turn{fill:none;stroke:var(--gl-light);stroke-width:3.5}
.gl-light{fill:var(--gl-light);stroke:var(--gl-light-edge);stroke-width:1.3;stroke-linejoin:round}
.gl-gold{fill:var(--gl-light)}.gl-foot{fill:var(--gl-foot);color:var(--gl-foot)}.gl-fly{fill:var(--gl-fly);stroke:var(--gl-fly)}
.gl-reroll{fill:none;stroke:var(--gl-reroll);color:var(--gl-reroll)}.gl-ghost{fill:var(--gl-ghost)}
.gl-ink{fill:var(--gl-ink)}.gl-line{stroke:var(--gl-ink);stroke-width:1.8}
.gl-soft{stroke:var(--gl-soft);stroke-width:1.6}
.gl-bar{stroke:#d01818;stroke-width:3.4}.gl-halo{stroke:#fff;stroke-width:6}
.gl-five{fill:#4d4660;stroke:#fff;stroke-width:1.2}.gl-spell{fill:#43305f;stroke:#c9a7ff;stroke-width:1.5}
.gl-loss{fill:#8f1622;stroke:#fff}.gl-tight{fill:#fff;font-weight:700;font-size:11px}
.gl-row{fill:none;stroke:var(--gl-cell);stroke-width:32}
.gl-piece{stroke:#fff;stroke-width:1.6;stroke-linejoin:round}
.gl-way{stroke-width:6;opacity:.75}
.gl-off{opacity:.4}.gl-body{stroke:#14141c;stroke-opacity:.55}
.gl-back{fill:#33406b}.gl-cardA{fill:#35507f}.gl-deckA{color:#35507f}.gl-deckB{color:#5f3a7d}.gl-deckadv{color:#7a4a12}
.gl-eyes{stroke:#ffe27a}.gl-glyph{fill:currentColor}.gl-pen{stroke:currentColor}
.gl-beast,.gl-face{color:#191a28;fill:#191a28}.gl-face{transform:translate(43px,33px)}.gl-eye{fill:#ffe27a}.gl-beak{fill:#f0a83a}.gl-pale{fill:#f4f1ea}
.gl-o-base{fill:#c3cde8}.gl-o-elemental{fill:#e9cfa2}.gl-o-anibloom{fill:#e9c3da}.gl-o-draconic{fill:#c9b8ea}.gl-o-adv{fill:#f2dfa6}
"""
)


class _Table(msgspec.Struct, frozen=True):
    picture: dict[str, dict[str, str]]
    names: dict[str, dict[str, str]]
    game_name: dict[str, str]


@cache
def _table() -> _Table:
    text = files(__package__).joinpath("words.yaml").read_bytes()
    return msgspec.yaml.decode(text, type=_Table)


def words() -> dict[str, dict[str, str]]:
    """By term and language: the words of the picture (`picture` in words.yaml)."""
    return _table().picture


def word(language: str, term: str, *values: object) -> str:
    """A word of the picture; a term that is not in the table stands for itself."""
    return say(words(), language, term, *values)


def name_of(ident: str, language: str) -> str:
    """The name of a component, or the id itself when it has none."""
    names = _table().names
    return names[ident][language] if ident in names else ident


def game_name(language: str) -> str:
    """The game's name."""
    return _table().game_name[language]


def style() -> str:
    """The style element of the picture."""
    return PEN.style(COLOURS, SHEET)
