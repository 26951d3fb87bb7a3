"""The looks of the picture: colours, words and the smallest pieces of SVG text.

Every class and id starts with `gl-`, for a style inside an SVG counts for the whole page it stands on.
"""

from __future__ import annotations

from functools import cache
from html import escape
from importlib.resources import files

import msgspec

from engine.core.words import LANGUAGES, fill

Number = int | float

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

SEATS = ("#0a6bb0", "#b44a00", "#00785a", "#a3427f", "#6a5acd", "#6b6b2a")
"""Colours of the seats, as in the dashboard; their pieces have shapes of their own, too. White texts keep 4.5:1 on them."""

_KINDS = "".join(
    f".gl-{kind}{{fill:{body};color:{ink}}}.gl-i-{kind}{{fill:{ink};color:{body}}}"
    for kind, (body, ink) in DICE.items()
)
_SEATS = "".join(
    f".gl-p{seat}{{fill:{colour};stroke:{colour}}}" for seat, colour in enumerate((*SEATS, "#4a4f5e"), 1)
).replace("gl-p7", "gl-tom")

SHEET = (
    _KINDS
    + _SEATS
    + """
.gl-picture{font:13px system-ui,-apple-system,"Segoe UI",Roboto,"Hiragino Sans","Yu Gothic UI","Noto Sans CJK JP",\
"Noto Sans JP",sans-serif;fill:var(--gl-ink)}
symbol[id^="gl-"]{overflow:visible}
.gl-m{text-anchor:middle}.gl-e{text-anchor:end}.gl-b{font-weight:700}
.gl-s{fill:var(--gl-soft);font-size:12px}.gl-big{font-size:17px;font-weight:700}
.gl-tiny{font-size:11px;fill:var(--gl-soft)}
.gl-n{font-size:13px;font-weight:700}.gl-w{fill:#fff;font-weight:700;stroke:none}
.gl-name{font-size:12px;font-weight:600;fill:#fff}.gl-minus{fill:var(--gl-minus)}
.gl-dark{fill:#1b2033;font-weight:700}.gl-huge{font-size:23px;font-weight:700}
.gl-ground{fill:var(--gl-ground)}.gl-panel{fill:var(--gl-panel);stroke:var(--gl-edge);stroke-opacity:.45}
.gl-paper{fill:var(--gl-paper);stroke:var(--gl-edge)}.gl-cell{fill:var(--gl-cell)}
.gl-gap{fill:none;stroke:var(--gl-edge);stroke-dasharray:5 4}
.gl-land{fill:var(--gl-land);stroke:var(--gl-edge)}.gl-sea{fill:var(--gl-sea);stroke:var(--gl-edge)}
.gl-road{fill:none;stroke:var(--gl-road);stroke-width:5;stroke-linecap:round}
.gl-badge{fill:var(--gl-paper);stroke:var(--gl-road);stroke-width:1.5}
.gl-house{fill:#f3e7c8;stroke:#5a4423;stroke-width:2;stroke-linejoin:round}.gl-roof{fill:#9c4a2e;stroke:#5a2413;stroke-width:2;stroke-linejoin:round}
.gl-isle{fill:#e7d6a6;stroke:#7b6a3c;stroke-width:2.5}
.gl-lit{fill:var(--gl-lit);stroke:var(--gl-light-edge);stroke-width:1.4}
.gl-turn{fill:none;stroke:var(--gl-light);stroke-width:3.5}
.gl-light{fill:var(--gl-light);stroke:var(--gl-light-edge);stroke-width:1.3;stroke-linejoin:round}
.gl-gold{fill:var(--gl-light)}.gl-foot{fill:var(--gl-foot);color:var(--gl-foot)}.gl-fly{fill:var(--gl-fly);stroke:var(--gl-fly)}
.gl-reroll{fill:none;stroke:var(--gl-reroll);color:var(--gl-reroll)}.gl-ghost{fill:var(--gl-ghost)}
.gl-ink{fill:var(--gl-ink)}.gl-line{fill:none;stroke:var(--gl-ink);stroke-width:1.8;stroke-linejoin:round;stroke-linecap:round}
.gl-soft{fill:none;stroke:var(--gl-soft);stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}
.gl-bar{stroke:#d01818;stroke-width:3.4;stroke-linecap:round;fill:none}.gl-halo{stroke:#fff;stroke-width:6;stroke-linecap:round;fill:none}
.gl-five{fill:#4d4660;stroke:#fff;stroke-width:1.2}.gl-spell{fill:#43305f;stroke:#c9a7ff;stroke-width:1.5}
.gl-loss{fill:#8f1622;stroke:#fff}.gl-tight{fill:#fff;font-weight:700;font-size:11px}
.gl-row{fill:none;stroke:var(--gl-cell);stroke-width:32}
.gl-piece{stroke:#fff;stroke-width:1.6;stroke-linejoin:round}
.gl-way{fill:none;stroke-width:6;stroke-linecap:round;stroke-linejoin:round;opacity:.75}
.gl-off{opacity:.4}.gl-body{stroke:#14141c;stroke-opacity:.55}
.gl-back{fill:#33406b}.gl-deckA{fill:#35507f}.gl-deckB{fill:#5f3a7d}.gl-deckadv{fill:#7a4a12}
.gl-beast{color:#191a28;fill:#191a28}.gl-eye{fill:#ffe27a}.gl-beak{fill:#f0a83a}.gl-pale{fill:#f4f1ea}
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


@cache
def words() -> dict[str, dict[str, str]]:
    """By language: the words of the picture (`picture` in words.yaml)."""
    table = _table()
    return {
        language: {term: forms[language] for term, forms in table.picture.items()} for language in LANGUAGES
    }


def word(language: str, term: str, *values: object) -> str:
    """A word of the picture; a term that is not in the table stands for itself."""
    return fill(words()[language].get(term, term), *values)


def name_of(ident: str, language: str) -> str:
    """The name of a component, or the id itself when it has none."""
    names = _table().names
    return names[ident][language] if ident in names else ident


def game_name(language: str) -> str:
    """The game's name."""
    return _table().game_name[language]


def num(value: Number) -> str:
    """A coordinate: an integer, or one decimal."""
    return f"{value:.1f}".removesuffix(".0")


@cache
def width_of(content: str, size: Number) -> float:
    """About how wide a bold text is at most: a Japanese character takes an em, a Latin one two thirds."""
    ems = (1.0 if ord(letter) > 0x2E80 else 0.84 if letter in "+−×≥MWmw" else 0.66 for letter in content)
    return sum(ems) * size


def text(
    content: object, x: Number, y: Number, css: str = "", *, fit: tuple[Number, Number] | None = None
) -> str:
    """A text; `fit` is (font size of its class, room): too long a text is set smaller."""
    content = str(content)
    style = f' class="{" ".join("gl-" + name for name in css.split())}"' if css else ""
    if fit and (wide := width_of(content, fit[0])) > fit[1]:
        style += f' style="font-size:{num(fit[0] * fit[1] / wide)}px"'
    return f'<text x="{num(x)}" y="{num(y)}"{style}>{escape(content)}</text>'


def use(name: str, x: Number = 0, y: Number = 0, size: Number | None = None) -> str:
    """A piece from the store of symbols; those with a viewBox need a size."""
    place = "".join(f' {axis}="{num(value)}"' for axis, value in (("x", x), ("y", y)) if value)
    if size is not None:
        place += f' width="{num(size)}" height="{num(size)}"'
    return f'<use href="#gl-{escape(name)}"{place}/>'


def symbol(name: str, content: str, css: str = "") -> str:
    """A piece for the store that keeps its own size; it may reach beyond its corner."""
    kind = f' class="gl-{css}"' if css else ""
    return f'<symbol id="gl-{name}"{kind}>{content}</symbol>'


def icon(name: str, content: str) -> str:
    """A piece for the store, drawn in a square of 24."""
    return f'<symbol id="gl-{name}" viewBox="0 0 24 24">{content}</symbol>'


def rect(x: Number, y: Number, width: Number, height: Number, css: str, radius: Number = 6) -> str:
    """A rectangle with round corners."""
    sides = f'x="{num(x)}" y="{num(y)}" width="{num(width)}" height="{num(height)}"'
    return f'<rect {sides} rx="{num(radius)}" class="gl-{css}"/>'


def circle(x: Number, y: Number, radius: Number, css: str) -> str:
    """A disc or a ring."""
    return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}" class="gl-{css}"/>'


def path(d: str, css: str) -> str:
    """A path of one class, or several."""
    return f'<path d="{d}" class="{" ".join("gl-" + name for name in css.split())}"/>'


def at(x: Number, y: Number, content: str, scale: Number = 1) -> str:
    """Content moved, and perhaps resized, as a whole."""
    size = "" if scale == 1 else f" scale({scale:.3g})"
    return f'<g transform="translate({num(x)} {num(y)}){size}">{content}</g>'


def count(pile: object) -> int:
    """How many pieces a pile holds, whether they may be seen or not."""
    if isinstance(pile, dict):
        return int(pile["hidden"])
    return len(pile) if isinstance(pile, list) else 0


def shown(pile: object) -> list[str]:
    """The pieces of a pile as far as they may be seen."""
    return pile if isinstance(pile, list) else []


def amount(value: object) -> str:
    """A number with a true minus, for a hyphen is lost at this size."""
    return str(value).replace("-", "−")


def style() -> str:
    """Light unless the reader's system is dark; `data-theme` on an ancestor has the last word."""
    light, dark = (
        ";".join(f"--gl-{name}:{pair[theme]}" for name, pair in COLOURS.items()) for theme in (0, 1)
    )
    return (
        f"<style>.gl-picture{{{light}}}@media (prefers-color-scheme:dark){{.gl-picture{{{dark}}}}}"
        f'[data-theme="light"] .gl-picture{{{light}}}[data-theme="dark"] .gl-picture{{{dark}}}{SHEET}</style>'
    )
