"""The looks of the picture: colours, words and the smallest pieces of SVG text.

Every class name starts with `lf-`, for a style inside an SVG counts for the whole page it stands on.
"""

from __future__ import annotations

from html import escape

from engine.core.words import fill

Number = int | float

COLOURS: dict[str, tuple[str, str]] = {
    # name: (light, dark); texts keep 4.5:1 on ground, panel, paper and cell in both.
    "ground": ("#e4ecd8", "#111a16"),
    "panel": ("#f5f8ee", "#1a2620"),
    "paper": ("#fffdf4", "#2a382f"),
    "cell": ("#dfe8cf", "#24332a"),
    "sky": ("#dfe8cf", "#46604f"),
    "wood": ("#cdbb96", "#3c3527"),
    "glade": ("#c3dab0", "#1f3a2b"),
    "hearth": ("#5b4a3a", "#0c1210"),
    "edge": ("#8d9a80", "#55665a"),
    "ink": ("#1e2a22", "#eaf1e6"),
    "soft": ("#4c594e", "#b4c2b5"),
    "minus": ("#a8201a", "#ff9d94"),
    "lit": ("#ffe27a", "#6d5600"),
    "sun": ("#f5b400", "#ffc933"),
    "sun-edge": ("#9a6200", "#b07a00"),
    "water": ("#2a86d8", "#58abf5"),
    "earth": ("#8a5a2b", "#b98450"),
    "leaf": ("#2f8f3e", "#5dc46c"),
    "wind": ("#4a7f8c", "#8fd0dd"),
    "flower": ("#d4508f", "#f27fb5"),
    "gem": ("#7c5cc4", "#a88bf0"),
    "fire": ("#d9480f", "#ff7a3d"),
    "bark": ("#6b4423", "#8f6540"),
}

SHEET = """
.lf-picture{font:13px system-ui,-apple-system,"Segoe UI",Roboto,"Hiragino Sans","Yu Gothic UI","Noto Sans CJK JP",\
"Noto Sans JP",sans-serif;fill:var(--lf-ink)}
symbol[id^="lf-"]{overflow:visible}.lf-animal{transform:translate(65.5px,54px) scale(.92)}
.lf-m{text-anchor:middle}.lf-e{text-anchor:end}.lf-b{font-weight:700}
.lf-s{fill:var(--lf-soft);font-size:12px}.lf-big{font-size:17px;font-weight:700}
.lf-name{font-size:12px;font-weight:600;fill:#fff}.lf-neg{font-weight:700;fill:var(--lf-minus)}
.lf-w{fill:#fff;font-weight:700}.lf-price{fill:#1d1a12;font-weight:700;text-anchor:middle}
.lf-tag{font-size:10.5px;font-weight:700;fill:var(--lf-soft)}
.lf-ground{fill:var(--lf-ground)}.lf-panel{fill:var(--lf-panel);stroke:var(--lf-edge);stroke-opacity:.45}
.lf-paper{fill:var(--lf-paper);stroke:var(--lf-edge)}.lf-sky{fill:var(--lf-sky)}.lf-cell{fill:var(--lf-cell)}
.lf-label{fill:var(--lf-paper);opacity:.88}
.lf-gap{fill:none;stroke:var(--lf-edge);stroke-dasharray:5 4}
.lf-wood{fill:var(--lf-wood);stroke:var(--lf-edge)}.lf-glade{fill:var(--lf-glade);stroke:var(--lf-edge)}
.lf-hearth{fill:var(--lf-hearth)}.lf-lit{fill:var(--lf-lit);stroke:var(--lf-sun-edge);stroke-width:1.5}
.lf-plate{fill:#fff}.lf-dot{fill:#15151a;stroke:#fff;stroke-width:1.3}.lf-dot-w{fill:none;stroke:#15151a;stroke-width:1.9}
.lf-sun{fill:var(--lf-sun);stroke:var(--lf-sun-edge);stroke-width:1.6;stroke-linecap:round}
.lf-coin{fill:#ffd35c;stroke:#8a5a00;stroke-width:1.4}
.lf-water{fill:var(--lf-water)}.lf-earth{fill:var(--lf-earth)}.lf-leaf{fill:var(--lf-leaf)}
.lf-wind{fill:none;stroke:var(--lf-wind);stroke-width:2.7;stroke-linecap:round}.lf-flower{fill:var(--lf-flower)}
.lf-gem{fill:var(--lf-gem)}.lf-fire{fill:var(--lf-fire)}.lf-bark{fill:var(--lf-bark)}.lf-ink{fill:var(--lf-ink)}
.lf-gold{fill:var(--lf-sun)}
.lf-soft{fill:none;stroke:var(--lf-soft);stroke-width:1.5}.lf-vein{fill:#fff;fill-opacity:.14;stroke:#fff;stroke-opacity:.3;stroke-width:1.5}.lf-off{opacity:.3}
.lf-p1{fill:#0a6bb0}.lf-p2{fill:#b44a00}.lf-p3{fill:#00785a}.lf-p4{fill:#a3427f}
.lf-piece{stroke:#fff;stroke-width:2;stroke-linejoin:round}.lf-turn{fill:none;stroke:var(--lf-sun);stroke-width:3.5}
.lf-bar{fill:none;stroke-width:13;stroke-dasharray:.86 .14}.lf-fire-bar{stroke:var(--lf-fire)}.lf-leaf-bar{stroke:var(--lf-leaf)}
.lf-flower-bar{stroke:var(--lf-flower)}.lf-empty-bar{stroke:var(--lf-cell)}
.lf-start{fill:#54606b}.lf-level1{fill:#2c7040}.lf-level2{fill:#245f94}.lf-level3{fill:#6d3f94}.lf-varan{fill:#a32a16}
"""

WORDS: dict[str, dict[str, str]] = {
    "en": {
        "living_forest": "Living Forest",
        "round": "Round {}",
        "to_act": "{} to act",
        "win": "{} won",
        "draw": "Draw phase",
        "action": "Action phase",
        "end_check": "End of game check",
        "onibi_attack": "Onibi attack",
        "add_onibi": "Adding onibi",
        "pass_tree": "Passing the sacred tree",
        "over": "Game over",
        "level": "Level {}",
        "deck": "Deck",
        "discard": "Discard pile",
        "stock": "Stock",
        "next": "next: {}",
        "stop": "Stopped",
        "forced_stop": "Forced stop",
        "supply": "Protective trees",
        "attract": "Attract",
        "extinguish": "Extinguish",
        "plant": "Plant",
        "steal": "Steal from",
        "buy": "Attract: buy animal cards",
        "take": "Extinguish: take onibi, be safe from them",
        "grow": "Plant a protective tree",
        "move": "Move the spirit",
        "twelve": "12 sacred flowers, 12 different trees or 12 onibi win",
        "discard_one": "Fragment: discard the card just drawn",
        "black": "Three of them: stop drawing, one action",
        "white": "Cancels a black dot",
    },
    "ja": {
        "living_forest": "リビングフォレスト",
        "round": "ラウンド {}",
        "to_act": "{} の番",
        "win": "{} の勝ち",
        "draw": "アニマルカードのプレイ",
        "action": "アクション",
        "end_check": "ゲーム終了の確認",
        "onibi_attack": "鬼火の襲撃",
        "add_onibi": "鬼火の追加",
        "pass_tree": "聖なる木の移動",
        "over": "ゲーム終了",
        "level": "レベル {}",
        "deck": "デッキ",
        "discard": "捨て札",
        "stock": "ストック",
        "next": "次: {}",
        "stop": "ストップ",
        "forced_stop": "強制的にストップ",
        "supply": "保護木",
        "attract": "アニマルカードの獲得",
        "extinguish": "消化",
        "plant": "保護木の獲得",
        "steal": "タイルを奪う",
        "buy": "アニマルカードの獲得",
        "take": "消化(鬼火の襲撃にも耐える)",
        "grow": "保護木の獲得",
        "move": "精霊の移動",
        "twelve": "神秘の花・異なる保護木・鬼火のどれかが12で勝利",
        "discard_one": "フラグメントタイル: 引いたカードを捨てる",
        "black": "黒丸3つで強制的にストップ、アクションは1回",
        "white": "黒丸1つを無効化",
    },
}


def word(language: str, term: str, *values: object) -> str:
    """A word of the picture; a term that is not in the table stands for itself."""
    return fill(WORDS[language].get(term, term), *values)


def num(value: Number) -> str:
    """A coordinate: an integer, or one decimal."""
    return f"{value:.1f}".removesuffix(".0")


def width_of(content: str, size: Number) -> float:
    """About how wide a bold text is at most: a Japanese character takes an em, a Latin one two thirds."""
    ems = (1.0 if ord(letter) > 0x2E80 else 0.84 if letter in "+−×≥MWmw" else 0.66 for letter in content)
    return sum(ems) * size


def text(
    content: object, x: Number, y: Number, css: str = "", *, fit: tuple[Number, Number] | None = None
) -> str:
    """A text; `fit` is (font size of its class, room): too long a text is set smaller."""
    content = str(content)
    style = f' class="{" ".join("lf-" + name for name in css.split())}"' if css else ""
    if fit and (wide := width_of(content, fit[0])) > fit[1]:
        style += f' style="font-size:{num(fit[0] * fit[1] / wide)}px"'
    return f'<text x="{num(x)}" y="{num(y)}"{style}>{escape(content)}</text>'


def use(name: str, x: Number = 0, y: Number = 0, size: Number | None = None) -> str:
    """A piece from the store of symbols; those with a viewBox need a size."""
    place = "".join(f' {axis}="{num(value)}"' for axis, value in (("x", x), ("y", y)) if value)
    if size is not None:
        place += f' width="{num(size)}" height="{num(size)}"'
    return f'<use href="#lf-{escape(name)}"{place}/>'


def symbol(name: str, content: str) -> str:
    """A piece for the store that keeps its own size; it may reach beyond its corner."""
    return f'<symbol id="lf-{name}">{content}</symbol>'


def rect(x: Number, y: Number, width: Number, height: Number, css: str, radius: Number = 6) -> str:
    """A rectangle with round corners."""
    sides = f'x="{num(x)}" y="{num(y)}" width="{num(width)}" height="{num(height)}"'
    return f'<rect {sides} rx="{num(radius)}" class="lf-{css}"/>'


def circle(x: Number, y: Number, radius: Number, css: str) -> str:
    """A disc or a ring."""
    return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}" class="lf-{css}"/>'


def at(x: Number, y: Number, content: str, scale: Number = 1) -> str:
    """Content moved, and perhaps resized, as a whole."""
    size = "" if scale == 1 else f" scale({scale:.3g})"
    return f'<g transform="translate({num(x)} {num(y)}){size}">{content}</g>'


def style() -> str:
    """Light unless the reader's system is dark; `data-theme` on an ancestor has the last word."""
    light, dark = (
        ";".join(f"--lf-{name}:{pair[theme]}" for name, pair in COLOURS.items()) for theme in (0, 1)
    )
    return (
        f"<style>.lf-picture{{{light}}}@media (prefers-color-scheme:dark){{.lf-picture{{{dark}}}}}"
        f'[data-theme="light"] .lf-picture{{{light}}}[data-theme="dark"] .lf-picture{{{dark}}}{SHEET}</style>'
    )
