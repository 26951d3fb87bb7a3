"""Faces of cards and trees, drawn once in the shell and used wherever a card or a tree lies."""

from __future__ import annotations

from engine.living_forest.cards import DATA, Card, Symbol, Tree
from engine.living_forest.picture_animals import parts, portrait
from engine.living_forest.picture_style import circle, rect, symbol, text, use
from engine.pictures.texts import bold_width

CARD_WIDTH, CARD_HEIGHT = 96, 106
STRIP = 40
"""Left part of a card: dot and symbols. Overlapping cards leave it free, as players lay them."""
TREE = 50
"""Side of a tree tile."""

SYMBOLS: tuple[Symbol, ...] = ("sun", "water", "earth", "wind", "flower")


def signed(amount: int) -> str:
    """An amount with its sign; a true minus, for a hyphen is lost at this size."""
    return f"+{amount}" if amount > 0 else f"−{-amount}" if amount else "0"


def _amounts() -> list[tuple[str, int]]:
    printed = [*(card.symbols for card in DATA.cards), *(tree.symbols for tree in DATA.trees)]
    bonuses = [*DATA.forest.column_bonus.values(), *DATA.forest.row_bonus.values()]
    return sorted({pair for symbols in (*printed, *bonuses) for pair in symbols.items()})


def _amount(kind: str, amount: int) -> str:
    number = text(signed(amount), 16, 12.5, "neg" if amount < 0 else "b")
    return symbol(f"{kind}{amount}", use(kind, 0, 0, 15) + number)


def _frame(name: str) -> str:
    """What all cards of a set share: paper, a glade for the portrait, a bar for the name, a coin for the price."""
    coin = circle(83, 13, 10.5, "coin") if name.startswith("level") else ""
    bar = f'<path class="lf-{name}" d="M1 {CARD_HEIGHT - 19}h94v12a6 6 0 0 1-6 6H7a6 6 0 0 1-6-6z"/>'
    frame = rect(0.5, 0.5, CARD_WIDTH - 1, CARD_HEIGHT - 1, "paper", 7)
    return symbol(f"f-{name}", f"{frame}{circle(65, 53, 27, 'sky')}{coin}{bar}")


def _dots() -> str:
    """Black: a filled disc; white: a ring. Both carry their own light edge, for any ground."""
    ring = circle(10.5, 10.5, 8, "plate") + circle(10.5, 10.5, 5.8, "dot-w")
    return symbol("black", circle(10.5, 10.5, 7, "dot")) + symbol("white", ring)


def _face(card: Card, language: str) -> str:
    """Dot top left, symbols down the left side, price top right, as printed."""
    pitch = min(18, 52 // max(len(card.symbols) - 1, 1))
    kinds = [kind for kind in SYMBOLS if kind in card.symbols]
    symbols = "".join(
        use(f"{kind}{card.symbols[kind]}", 3, 19 + place * pitch) for place, kind in enumerate(kinds)
    )
    dot = "" if card.dot == "none" else use(card.dot)
    price = "" if card.cost is None else text(card.cost, 83, 17.5, "price")
    name = text(
        card.ja if language == "ja" else card.en, 6, CARD_HEIGHT - 5.5, "name", fit=(12, CARD_WIDTH - 11)
    )
    animal = f'<g class="lf-animal">{portrait(card.id)}</g>'
    return symbol(card.id, use(f"f-{card.set}") + animal + dot + symbols + price + name)


_CROWNS = {
    "round": "M25 3c8 0 12 5 12 9 6 2 7 14-2 17H15c-9-3-8-15-2-17 0-4 4-9 12-9z",
    "fir": "M25 1l9 11h-4l8 9h-5l6 9H11l6-9h-5l8-9h-4z",
    "tall": "M25 1c9 4 11 18 8 28H17c-3-10-1-24 8-28z",
    "wide": "M10 14c-3-8 8-12 15-11 7-1 18 3 15 11 5 3 3 12-4 12l-11-3-11 3c-7 0-9-9-4-12z",
}

_LOOKS: dict[str, tuple[str, str]] = {
    # tree: (crown, colour); no two alike.
    "T3A": ("round", "#d9a31c"),
    "T3B": ("fir", "#3f8fb8"),
    "T4A": ("tall", "#6fa3a8"),
    "T4B": ("wide", "#d978a8"),
    "T5A": ("wide", "#e0891f"),
    "T5B": ("round", "#7d9a3a"),
    "T6": ("tall", "#2f6fa8"),
    "T7": ("fir", "#4f8a7a"),
    "T8": ("wide", "#3a5f9a"),
    "T9": ("tall", "#b8487f"),
    "T10": ("fir", "#c7761a"),
    "T11": ("round", "#7a55a8"),
}


def _tree(tree: Tree) -> str:
    crown, colour = _LOOKS.get(tree.id, ("round", "#3c8f4a"))
    plate = rect(4, 32, 42, 17, "paper", 8)
    if tree.same_action:
        plate += use("mark", 9, 33, 15) + use("mark", 26, 33, 15)
    for kind, amount in tree.symbols.items():
        plate += use(f"{kind}{amount}", 7, 33)
    wood = f'<path d="M22 26h6v8h-6z" class="lf-bark"/><path d="{_CROWNS[crown]}" fill="{colour}"/>'
    return symbol(tree.id, rect(0.5, 0.5, 49, 49, "glade", 7) + wood + _kind(tree.id) + plate)


def _kind(name: str) -> str:
    """The kind of a tree on a small plate: its price, and A or B."""
    wide = bold_width(name, 10.5) + 5
    return rect(1, 1, wide, 13, "label", 4) + text(name, 3.5, 11, "tag")


def _initial_tree() -> str:
    """The initial protective tree (LF-1.5), larger than the planted ones."""
    return symbol(
        DATA.initial_tree.id,
        f'{rect(0.5, 0.5, 49, 49, "lit", 7)}<path d="M22 28h6l3 17H19z" class="lf-bark"/>'
        '<path d="M25 4c9 0 14 6 14 11 7 3 6 16-4 18H15C5 31 4 18 11 15c0-5 5-11 14-11z" fill="#2f8f4a"/>'
        '<path d="M25 12v14M18.5 19h13" stroke="#ffe27a" stroke-width="2.5"/>',
    )


def faces(language: str) -> str:
    """Symbols for every card and tree of the game: the same in every position."""
    amounts = "".join(_amount(kind, amount) for kind, amount in _amounts())
    cards = "".join(_face(card, language) for card in DATA.cards)
    frames = _dots() + "".join(map(_frame, dict.fromkeys(card.set for card in DATA.cards)))
    return parts() + amounts + frames + cards + _initial_tree() + "".join(map(_tree, DATA.trees))


def card_name(card: str, language: str) -> str:
    """The name on a card."""
    return next((each.ja if language == "ja" else each.en for each in DATA.cards if each.id == card), card)


def spread(cards: list[str], width: float, framed: bool = False, gap: float = 5) -> str:
    """Cards side by side; when room is short they overlap down to their strips, then become smaller.

    `framed` puts a frame around the last one.
    """
    if not cards:
        return ""
    room = (len(cards) - 1) or 1
    step = min(CARD_WIDTH + gap, (width - CARD_WIDTH) / room)
    scale = 1.0
    if step < STRIP:
        step, scale = STRIP, width / (STRIP * (len(cards) - 1) + CARD_WIDTH)
    laid = "".join(use(card, place * step) for place, card in enumerate(cards))
    if framed:
        laid += rect((len(cards) - 1) * step, 0, CARD_WIDTH, CARD_HEIGHT, "turn", 7)
    return laid if scale == 1 else f'<g transform="scale({scale:.3f})">{laid}</g>'
