"""A pen that writes pieces of SVG text, and how a picture is put together from them.

A picture is a title, a shell (style and store of symbols) and then groups, each on a line of its own and a direct
child of the root. The first group never changes; every other one shows a part of the game and changes with it.
The ids of groups and their order depend on the options of the game and the layout alone, so that a player can
send only what changed. Coordinates are units of the view box.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from html import escape

from engine.pictures.texts import Number, bold_width

Colours = Mapping[str, tuple[str, str]]
"""By name: the colour in the light theme and in the dark one."""

THEMES = ("light", "dark")
FONTS = (
    'system-ui,-apple-system,"Segoe UI",Roboto,"Hiragino Sans","Yu Gothic UI","Noto Sans CJK JP",'
    '"Noto Sans JP",sans-serif'
)


def num(value: Number, digits: int = 1) -> str:
    """A coordinate, to a tenth: `7`, `2.5`, `-.5`."""
    return _short(f"{value:.{digits}f}" if isinstance(value, float) else str(value))


def _short(number: str) -> str:
    """A decimal number without what says nothing: zeros at its ends, the sign of nothing."""
    if "." not in number:
        return number
    sign, digits = ("-", number[1:]) if number.startswith("-") else ("", number)
    digits = digits.rstrip("0").removesuffix(".").removeprefix("0")
    return sign + digits if digits else "0"


def moved(x: Number, y: Number, scale: Number = 1, digits: int = 3) -> str:
    """The attribute `transform` of what is moved and resized, with a blank before it; nothing for neither."""
    move = f"translate({num(x)} {num(y)})" if x or y else ""
    size = "" if scale == 1 else f"scale({_short(f'{scale:.{digits}g}')})"
    return f' transform="{move}{size}"' if move or size else ""


def at(x: Number, y: Number, content: str, scale: Number = 1) -> str:
    """Content moved, and perhaps resized, as a whole; nothing stays nothing."""
    move = moved(x, y, scale)
    return f"<g{move}>{content}</g>" if content and move else content


def group(name: str, x: Number, y: Number, content: str, scale: Number = 1) -> str:
    """A part of the picture that changes as a whole. It stands there even when it is empty."""
    return f'<g id="{name}"{moved(x, y, scale, 4)}>{content}</g>'


def _sides(**sides: Number) -> str:
    """Attributes that are numbers; those that are 0 need not be said."""
    return "".join(f' {name}="{num(value)}"' for name, value in sides.items() if value)


@dataclass(frozen=True)
class Pen:
    """Writes SVG text. Names of classes and ids are given without the game's prefix, several with blanks between."""

    prefix: str
    measure: Callable[[str, Number], float] = bold_width
    """How wide a text of some size is at most."""

    def css(self, names: str) -> str:
        """The attribute `class`, with a blank before it; nothing for no names."""
        return f' class="{" ".join(f"{self.prefix}-{name}" for name in names.split())}"' if names else ""

    # Pieces -------------------------------------------------------------------------------------------------
    def text(
        self,
        content: object,
        x: Number,
        y: Number,
        names: str = "",
        *,
        fit: tuple[Number, Number] | None = None,
    ) -> str:
        """A text; `fit` is (font size of its class, room): too long a text is set smaller."""
        content, style = str(content), self.css(names)
        if fit and (wide := self.measure(content, fit[0])) > fit[1]:
            style += f' style="font-size:{num(fit[0] * fit[1] / wide)}px"'
        return f"<text{_sides(x=x, y=y)}{style}>{escape(content)}</text>"

    def column(
        self, lines: Iterable[str], x: Number, y: Number, names: str, step: Number, size: Number = 0
    ) -> str:
        """Lines of text below each other, `step` apart; `size` of the letters if not that of their class."""
        spans = "".join(
            f'<tspan x="{num(x)}" y="{num(y + step * place)}">{escape(line)}</tspan>'
            for place, line in enumerate(lines)
        )
        style = f' style="font-size:{num(size)}px"' if size else ""
        return f"<text{self.css(names)}{style}>{spans}</text>" if spans else ""

    def rect(
        self,
        x: Number,
        y: Number,
        width: Number,
        height: Number,
        names: str,
        radius: Number = 6,
        fill: str = "",
    ) -> str:
        """A rectangle with round corners."""
        sides = _sides(x=x, y=y, width=width, height=height, rx=radius)
        return f"<rect{sides}{self.css(names)}{_fill(fill)}/>"

    def circle(self, x: Number, y: Number, radius: Number, names: str = "", fill: str = "") -> str:
        """A disc or a ring."""
        return f"<circle{_sides(cx=x, cy=y, r=radius)}{self.css(names)}{_fill(fill)}/>"

    def path(self, d: str, names: str) -> str:
        """A path."""
        return f'<path d="{d}"{self.css(names)}/>'

    # Store --------------------------------------------------------------------------------------------------
    def use(self, name: str, x: Number = 0, y: Number = 0, size: Number = 0, names: str = "") -> str:
        """A piece from the store; an icon needs a size, a symbol has its own."""
        place = _sides(x=x, y=y, width=size, height=size) + self.css(names)
        return f'<use href="#{self.prefix}-{escape(name)}"{place}/>'

    def scaled(self, name: str, x: Number, y: Number, scale: Number, names: str = "") -> str:
        """A symbol from the store, resized."""
        return f'<use href="#{self.prefix}-{escape(name)}"{moved(x, y, scale)}{self.css(names)}/>'

    def symbol(self, name: str, content: str, names: str = "") -> str:
        """A piece for the store that keeps its own size; it may reach beyond its corner."""
        return f'<symbol id="{self.prefix}-{name}"{self.css(names)}>{content}</symbol>'

    def icon(self, name: str, content: str) -> str:
        """A piece for the store, drawn in a square of 24."""
        return f'<symbol id="{self.prefix}-{name}" viewBox="0 0 24 24">{content}</symbol>'

    def needed(self, helpers: str, *users: str) -> str:
        """Those symbols of `helpers` that the users are made of, directly or by way of others; in their order."""
        name = re.escape(self.prefix)
        found = {
            each[1]: each[0] for each in re.finditer(rf'<symbol id="{name}-([^"]+)".*?</symbol>', helpers)
        }
        reached, left = set(), list(users)
        while left:
            for use in re.findall(rf'href="#{name}-([^"]+)"', left.pop()):
                if use in found and use not in reached:
                    reached.add(use)
                    left.append(found[use])
        return "".join(drawn for use, drawn in found.items() if use in reached)

    # Style --------------------------------------------------------------------------------------------------
    def fills(self, colours: Mapping[str, str]) -> str:
        """A class for each colour that is the same in both themes."""
        return "".join(f".{self.prefix}-{name}{{fill:{colour}}}" for name, colour in colours.items())

    def sheet(self, own: str) -> str:
        """The style sheet of a game: what all need, and its own rules.

        Common are the font, `m` and `e` (a text has its middle, its end at its place) and `b` (bold). Symbols reach
        beyond their corners. The colour of texts is `ink`.
        """
        name = self.prefix
        return (
            f".{name}-picture{{font:13px {FONTS};fill:var(--{name}-ink)}}"
            f'symbol[id^="{name}-"]{{overflow:visible}}'
            f".{name}-m{{text-anchor:middle}}.{name}-e{{text-anchor:end}}.{name}-b{{font-weight:700}}"
        ) + own.replace("\n", "")

    def style(self, colours: Colours, sheet: str) -> str:
        """The style element: colours as variables `--<prefix>-<name>`, and the sheet.

        Light unless the reader's system is dark; `data-theme` on an ancestor has the last word.
        A colour is said once for both (`light-dark()`, which browsers know since 2024).
        """
        name = self.prefix
        both = ";".join(
            f"--{name}-{colour}:light-dark({light},{dark})" for colour, (light, dark) in colours.items()
        )
        themes = "".join(
            f'[data-theme="{theme}"] .{name}-picture{{color-scheme:{theme}}}' for theme in THEMES
        )
        return f"<style>.{name}-picture{{color-scheme:light dark;{both}}}{themes}{sheet}</style>"

    # The whole ----------------------------------------------------------------------------------------------
    def document(
        self, size: tuple[Number, Number], language: str, name: str, title: str, lines: Iterable[str]
    ) -> str:
        """The picture. `name` is the game's, `title` says where the game stands; `lines` are shell and groups."""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="{self.prefix}-picture" role="img" '
            f'lang="{language}" viewBox="0 0 {num(size[0])} {num(size[1])}" aria-label="{escape(name)}">'
            f'<title id="title">{escape(title)}</title>\n' + "\n".join(lines) + "\n</svg>\n"
        )


def _fill(colour: str) -> str:
    return f' fill="{colour}"' if colour else ""
