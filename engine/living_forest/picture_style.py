"""The looks of the picture: the game's pen, its colours and its words."""

from __future__ import annotations

from engine.pictures.pieces import seat_fills
from engine.pictures.svg import Pen
from engine.pictures.texts import say

PEN = Pen("lf")
text, rect, circle = PEN.text, PEN.rect, PEN.circle
use, symbol, icon = PEN.use, PEN.symbol, PEN.icon

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

SHEET = PEN.sheet(
    seat_fills(PEN)
    + """
.lf-animal{transform:translate(65.5px,54px) scale(.92)}
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
.lf-piece{stroke:#fff;stroke-width:2;stroke-linejoin:round}.lf-turn{fill:none;stroke:var(--lf-sun);stroke-width:3.5}
.lf-bar{fill:none;stroke-width:13;stroke-dasharray:.86 .14}.lf-fire-bar{stroke:var(--lf-fire)}.lf-leaf-bar{stroke:var(--lf-leaf)}
.lf-flower-bar{stroke:var(--lf-flower)}.lf-empty-bar{stroke:var(--lf-cell)}
.lf-start{fill:#54606b}.lf-level1{fill:#2c7040}.lf-level2{fill:#245f94}.lf-level3{fill:#6d3f94}.lf-varan{fill:#a32a16}
"""
)

WORDS: dict[str, dict[str, str]] = {
    "living_forest": {"en": "Living Forest", "ja": "リビングフォレスト"},
    "round": {"en": "Round {}", "ja": "ラウンド {}"},
    "to_act": {"en": "{} to act", "ja": "{} の番"},
    "win": {"en": "{} won", "ja": "{} の勝ち"},
    "draw": {"en": "Draw phase", "ja": "アニマルカードのプレイ"},
    "action": {"en": "Action phase", "ja": "アクション"},
    "end_check": {"en": "End of game check", "ja": "ゲーム終了の確認"},
    "onibi_attack": {"en": "Onibi attack", "ja": "鬼火の襲撃"},
    "add_onibi": {"en": "Adding onibi", "ja": "鬼火の追加"},
    "pass_tree": {"en": "Passing the sacred tree", "ja": "聖なる木の移動"},
    "over": {"en": "Game over", "ja": "ゲーム終了"},
    "level": {"en": "Level {}", "ja": "レベル {}"},
    "deck": {"en": "Deck", "ja": "デッキ"},
    "discard": {"en": "Discard pile", "ja": "捨て札"},
    "stock": {"en": "Stock", "ja": "ストック"},
    "next": {"en": "next: {}", "ja": "次: {}"},
    "stop": {"en": "Stopped", "ja": "ストップ"},
    "forced_stop": {"en": "Forced stop", "ja": "強制的にストップ"},
    "supply": {"en": "Protective trees", "ja": "保護木"},
    "attract": {"en": "Attract", "ja": "アニマルカードの獲得"},
    "extinguish": {"en": "Extinguish", "ja": "消化"},
    "plant": {"en": "Plant", "ja": "保護木の獲得"},
    "steal": {"en": "Steal from", "ja": "タイルを奪う"},
    "buy": {"en": "Attract: buy animal cards", "ja": "アニマルカードの獲得"},
    "take": {"en": "Extinguish: take onibi, be safe from them", "ja": "消化(鬼火の襲撃にも耐える)"},
    "grow": {"en": "Plant a protective tree", "ja": "保護木の獲得"},
    "move": {"en": "Move the spirit", "ja": "精霊の移動"},
    "twelve": {
        "en": "12 sacred flowers, 12 different trees or 12 onibi win",
        "ja": "神秘の花・異なる保護木・鬼火のどれかが12で勝利",
    },
    "discard_one": {
        "en": "Fragment: discard the card just drawn",
        "ja": "フラグメントタイル: 引いたカードを捨てる",
    },
    "black": {
        "en": "Three of them: stop drawing, one action",
        "ja": "黒丸3つで強制的にストップ、アクションは1回",
    },
    "white": {"en": "Cancels a black dot", "ja": "黒丸1つを無効化"},
}


def word(language: str, term: str, *values: object) -> str:
    """A word of the picture; a term that is not in the table stands for itself."""
    return say(WORDS, language, term, *values)


def style() -> str:
    """The style element of the picture."""
    return PEN.style(COLOURS, SHEET)
