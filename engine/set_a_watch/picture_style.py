"""The looks of the picture: colours, measures of texts and the smallest pieces of SVG text.

Every class name starts with `sw-`, for a style inside an SVG counts for the whole page it stands on.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from html import escape

Number = int | float

COLOURS: dict[str, tuple[str, str]] = {
    # name: (light, dark); texts keep 4.5:1 on ground, panel, paper, cell and lane in both.
    "ground": ("#e7dfcc", "#10141b"),
    "panel": ("#f6f0e2", "#1b212b"),
    "paper": ("#fffdf6", "#29313e"),
    "cell": ("#e5dac1", "#2c3543"),
    "lane": ("#ccd3dc", "#0b0f17"),
    "glow": ("#fbd993", "#4d3413"),
    "edge": ("#9c8f76", "#5d6a7c"),
    "ink": ("#241d14", "#efe9db"),
    "soft": ("#574b39", "#b9b6ac"),
    "minus": ("#a31f12", "#ff9d8d"),
    "plus": ("#2a6330", "#8ed68f"),
    "night": ("#33405c", "#1d2740"),
    "moon": ("#c7d0e6", "#8d9cc2"),
    "fire": ("#d9480f", "#ff8a3d"),
    "flame": ("#f5b400", "#ffd257"),
    "wood": ("#8a5a2b", "#b98450"),
    "heart": ("#b3202f", "#f2637a"),
    "steel": ("#5c6670", "#b6c1cc"),
    "sky": ("#9fb2c9", "#33425e"),
    "scene": ("#34455a", "#131c2b"),
    "moonlight": ("#fff3c4", "#f6e7b0"),
}

TYPE_COLOURS: dict[str, str] = {
    # Creature types: grounds of white texts, the same in both themes.
    "forest": "#2f6b35",
    "giant": "#7a5230",
    "fairy": "#8a3f86",
    "dragon": "#a3301f",
    "fire_demon": "#8f3515",
    "goblin": "#55651c",
    "human": "#3d588a",
    "golem": "#59616a",
    "undead": "#4d4a7c",
    "earth_elemental": "#6b4a1e",
    "fire_elemental": "#ad410f",
    "shadow_elemental": "#333a52",
    "unhallowed": "#6b1f68",
    "summon": "#7c1b2e",
}

CLASS_COLOURS: dict[str, str] = {
    # Adventurers and their dice: grounds of white texts, the same in both themes.
    "beast_master": "#3d7030",
    "cleric": "#8f6400",
    "dwarf": "#9c3d1e",
    "elf_ranger": "#0d6e70",
    "rogue": "#5d3c8f",
    "wizard": "#2453a6",
    "knight": "#4c5d6e",
    "bard": "#a52f6b",
}

SHEET = """
.sw-picture{font:13px system-ui,-apple-system,"Segoe UI",Roboto,"Hiragino Sans","Yu Gothic UI","Noto Sans CJK JP",\
"Noto Sans JP",sans-serif;fill:var(--sw-ink)}
symbol[id^="sw-"]{overflow:visible}
.sw-m{text-anchor:middle}.sw-e{text-anchor:end}.sw-b{font-weight:700}
.sw-big{font-size:17px;font-weight:700}.sw-head{font-size:15px;font-weight:700}
.sw-s{fill:var(--sw-soft);font-size:12px}.sw-t{font-size:11.5px}.sw-tiny{fill:var(--sw-soft);font-size:10.5px}.sw-v{writing-mode:vertical-rl}.sw-tag{font-size:11px;font-weight:700;fill:var(--sw-soft)}
.sw-w{fill:#fff;font-weight:700}.sw-name{fill:#fff;font-weight:700;font-size:12.5px}
.sw-val{fill:#fff;font-weight:700;font-size:16px;text-anchor:middle}
.sw-tok{fill:#fff;font-weight:700;font-size:10px;text-anchor:middle}
.sw-minus{fill:var(--sw-minus);font-weight:700}.sw-plus{fill:var(--sw-plus);font-weight:700}
.sw-ground{fill:var(--sw-ground)}.sw-panel{fill:var(--sw-panel);stroke:var(--sw-edge);stroke-opacity:.5}
.sw-paper{fill:var(--sw-paper);stroke:var(--sw-edge)}.sw-cell{fill:var(--sw-cell)}.sw-lane{fill:var(--sw-lane)}
.sw-glow{fill:var(--sw-glow)}.sw-gap{fill:none;stroke:var(--sw-edge);stroke-dasharray:5 4}
.sw-night{fill:var(--sw-night);stroke:var(--sw-moon);stroke-width:1.2}.sw-night-ink{fill:#e6ebf7}
.sw-eyes{fill:#e9c95c}.sw-moonrim{fill:none;stroke:var(--sw-moon);stroke-opacity:.45}
.sw-moon{fill:var(--sw-moon)}.sw-moonline{fill:none;stroke:var(--sw-moon);stroke-width:1.6;stroke-linecap:round}
.sw-ring{fill:none;stroke:var(--sw-edge);stroke-width:1.6}.sw-turn{fill:none;stroke:var(--sw-fire);stroke-width:3}
.sw-fire{fill:var(--sw-fire)}.sw-flame{fill:var(--sw-flame)}.sw-wood{fill:var(--sw-wood)}.sw-heart{fill:var(--sw-heart)}
.sw-steel{fill:var(--sw-steel)}.sw-ink{fill:var(--sw-ink)}.sw-softfill{fill:var(--sw-soft)}.sw-white{fill:#fff}
.sw-line{fill:none;stroke:var(--sw-ink);stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round}
.sw-thin{fill:none;stroke:#fff;stroke-opacity:.55;stroke-width:1.2;stroke-linejoin:round}
.sw-hollow{fill:var(--sw-cell);stroke:var(--sw-soft);stroke-width:1.6;stroke-dasharray:4 2.5}.sw-used{fill:var(--sw-ink);font-weight:700;font-size:16px;text-anchor:middle}
.sw-stage{fill:#b4bec4}
.sw-chip{fill:var(--sw-paper);stroke:var(--sw-edge)}.sw-badge{fill:#2b3348}.sw-litbadge{fill:#a8430b}
.sw-sky{fill:var(--sw-sky)}.sw-scene{fill:var(--sw-scene)}.sw-moonlight{fill:var(--sw-moonlight)}
.sw-p1{fill:#0a6bb0}.sw-p2{fill:#b44a00}.sw-p3{fill:#00785a}.sw-p4{fill:#a3427f}
.sw-piece{stroke:#fff;stroke-width:2;stroke-linejoin:round}.sw-flex{fill:none;stroke:var(--sw-ink);stroke-width:1.6;stroke-dasharray:3 2.5}
"""


def num(value: Number) -> str:
    """A coordinate: an integer, or one decimal."""
    return f"{value:.1f}".removesuffix(".0")


_WIDTHS = {
    **dict.fromkeys("iljI.,:;'|!· ", 0.37),
    **dict.fromkeys("ftr()[]-/", 0.45),
    **dict.fromkeys("mwMW", 1.0),
    **dict.fromkeys("+−×≥=<>", 0.84),
}


@cache
def width_of(content: str, size: Number) -> float:
    """About how wide a text is at most: a Japanese character takes an em, a Latin one about two thirds."""
    ems = sum(
        1.0 if ord(letter) > 0x2E80 else _WIDTHS.get(letter, 0.76 if letter.isupper() else 0.65)
        for letter in content
    )
    return ems * size


def _pieces(content: str) -> list[str]:
    """Where a text may be broken: after a blank; between Japanese characters, but not before a stop."""
    pieces: list[str] = []
    for letter in content:
        joined = pieces and (
            (ord(letter) < 0x2E80 and not pieces[-1].endswith(" ") and ord(pieces[-1][-1]) < 0x2E80)
            or letter in "。、)」ーょっゃゅ:・"
        )
        if joined:
            pieces[-1] += letter
        else:
            pieces.append(letter)
    return pieces


@cache
def wrapped(content: str, size: Number, room: Number) -> tuple[str, ...]:
    """The lines of a text in a column."""
    lines = [""]
    for piece in _pieces(content):
        if lines[-1] and width_of((lines[-1] + piece).rstrip(), size) > room:
            lines.append("")
        lines[-1] += piece
    return tuple(line.strip() for line in lines)


def css(names: str) -> str:
    """The attribute `class` of some names without their prefix."""
    return f' class="{" ".join("sw-" + name for name in names.split())}"' if names else ""


def text(
    content: object, x: Number, y: Number, names: str = "", *, fit: tuple[Number, Number] | None = None
) -> str:
    """A text; `fit` is (font size of its class, room): too long a text is set smaller."""
    content = str(content)
    style = css(names)
    if fit and (wide := width_of(content, fit[0])) > fit[1]:
        style += f' style="font-size:{num(fit[0] * fit[1] / wide)}px"'
    return f'<text x="{num(x)}" y="{num(y)}"{style}>{escape(content)}</text>'


def column(lines: Iterable[str], x: Number, y: Number, names: str, step: Number, size: Number = 0) -> str:
    """Lines of text below each other, `step` apart; `size` of the letters if not that of their class."""
    spans = "".join(
        f'<tspan x="{num(x)}" y="{num(y + step * place)}">{escape(line)}</tspan>'
        for place, line in enumerate(lines)
    )
    style = f' style="font-size:{num(size)}px"' if size else ""
    return f"<text{css(names)}{style}>{spans}</text>" if spans else ""


def use(name: str, x: Number = 0, y: Number = 0, size: Number | None = None) -> str:
    """A piece from the store of symbols; those with a viewBox need a size."""
    place = "".join(f' {axis}="{num(value)}"' for axis, value in (("x", x), ("y", y)) if value)
    if size is not None:
        place += f' width="{num(size)}" height="{num(size)}"'
    return f'<use href="#sw-{escape(name)}"{place}/>'


def symbol(name: str, content: str) -> str:
    """A piece for the store that keeps its own size; it may reach beyond its corner."""
    return f'<symbol id="sw-{name}">{content}</symbol>'


def rect(
    x: Number, y: Number, width: Number, height: Number, names: str, radius: Number = 6, fill: str = ""
) -> str:
    """A rectangle with round corners."""
    sides = f'x="{num(x)}" y="{num(y)}" width="{num(width)}" height="{num(height)}"'
    return f'<rect {sides} rx="{num(radius)}"{css(names)}{_fill(fill)}/>'


def circle(x: Number, y: Number, radius: Number, names: str = "", fill: str = "") -> str:
    """A disc or a ring."""
    return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}"{css(names)}{_fill(fill)}/>'


def _fill(colour: str) -> str:
    return f' fill="{colour}"' if colour else ""


def at(x: Number, y: Number, content: str, scale: Number = 1) -> str:
    """Content moved, and perhaps resized, as a whole."""
    if not content:
        return ""
    size = "" if scale == 1 else f" scale({scale:.3g})"
    return f'<g transform="translate({num(x)} {num(y)}){size}">{content}</g>'


def style() -> str:
    """Light unless the reader's system is dark; `data-theme` on an ancestor has the last word."""
    light, dark = (
        ";".join(f"--sw-{name}:{pair[theme]}" for name, pair in COLOURS.items()) for theme in (0, 1)
    )
    fills = "".join(f".sw-{name}{{fill:{colour}}}" for name, colour in CLASS_COLOURS.items()) + "".join(
        f".sw-y-{name}{{fill:{colour}}}" for name, colour in TYPE_COLOURS.items()
    )
    return (
        f"<style>.sw-picture{{{light}}}@media (prefers-color-scheme:dark){{.sw-picture{{{dark}}}}}"
        f'[data-theme="light"] .sw-picture{{{light}}}[data-theme="dark"] .sw-picture{{{dark}}}{SHEET}{fills}</style>'
    )
