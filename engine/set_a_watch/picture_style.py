"""The looks of the picture: the game's pen and its colours."""

from __future__ import annotations

from engine.pictures.pieces import seat_fills
from engine.pictures.svg import Pen
from engine.pictures.texts import text_width

PEN = Pen("sw", text_width)
text, column, rect, circle = PEN.text, PEN.column, PEN.rect, PEN.circle
use, scaled, symbol, icon = PEN.use, PEN.scaled, PEN.symbol, PEN.icon

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
    "lamp": ("#ffe79a", "#f6dd8c"),
    "pale": ("#f2f5fa", "#b9c6dc"),
    "water": ("#5f83a8", "#22405f"),
    "sand": ("#c2a877", "#6b5a3c"),
    "leaf": ("#3f6b46", "#1f4a33"),
    "ember": ("#e8702a", "#c9531a"),
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

SHEET = PEN.sheet(
    seat_fills(PEN)
    + """
.sw-big{font-size:17px;font-weight:700}.sw-head{font-size:15px;font-weight:700}
.sw-s{fill:var(--sw-soft);font-size:12px}.sw-t{font-size:11.5px}.sw-tiny{fill:var(--sw-soft);font-size:10.5px}.sw-v{writing-mode:vertical-rl}.sw-tag{font-size:11px;font-weight:700;fill:var(--sw-soft)}
.sw-w{fill:#fff;font-weight:700}.sw-name{fill:#fff;font-weight:700;font-size:12.5px}
.sw-val{fill:#fff;font-weight:700;font-size:16px;text-anchor:middle}
.sw-pen{fill:none;stroke-linecap:round}.sw-tok{transform:translate(17px,20.5px);fill:#fff;font-weight:700;font-size:10px;text-anchor:middle}
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
.sw-sky{fill:var(--sw-sky)}.sw-near,.sw-far{fill:var(--sw-scene)}.sw-far{opacity:.42}
.sw-far2{fill:var(--sw-sky);opacity:.5}.sw-lamp{fill:var(--sw-lamp)}.sw-pale{fill:var(--sw-pale)}.sw-water{fill:var(--sw-water)}
.sw-sand{fill:var(--sw-sand)}.sw-leaf{fill:var(--sw-leaf)}.sw-ember{fill:var(--sw-ember);fill-rule:evenodd}.sw-rays{fill:var(--sw-lamp);opacity:.35}
.sw-piece{stroke:#fff;stroke-width:2;stroke-linejoin:round}.sw-flex{fill:none;stroke:var(--sw-ink);stroke-width:1.6;stroke-dasharray:3 2.5}
"""
    + PEN.fills(CLASS_COLOURS)
    + PEN.fills({f"y-{name}": colour for name, colour in TYPE_COLOURS.items()})
)


def style() -> str:
    """The style element of the picture."""
    return PEN.style(COLOURS, SHEET)
