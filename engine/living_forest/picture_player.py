"""What lies before one seat: status, line, totals, forest, goals, piles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.living_forest.cards import COLUMNS, DATA, NO_TREE, ROWS, TREE_NAMES
from engine.living_forest.picture_cards import SYMBOLS, TREE, signed, spread
from engine.living_forest.picture_style import circle, rect, text, use, word
from engine.pictures.pieces import count, shown
from engine.pictures.svg import at, num

Observation = Mapping[str, Any]

CELL = TREE + 2
LINE_SCALE = {False: 0.82, True: 0.9}
GOALS = (("fire", "fire", "fire"), ("tree", "plant", "leaf"), ("flower", "flower", "flower"))
"""Goal, icon, colour."""


def to_act(observation: Observation) -> int | None:
    """The seat asked next in turn order (LF-4.2, LF-5.1); None: the table, or the game is over."""
    players, first = observation["players"], observation["first"]
    if observation["phase"] == "action":
        return int(observation["turn"]["seat"])
    if observation["phase"] != "draw":
        return None
    order = ((first + step) % len(players) for step in range(len(players)))
    return next((seat for seat in order if not players[seat]["stopped"]), None)


def actions_left(observation: Observation, seat: int) -> int:
    """Main actions that a seat still has in this round."""
    players, first, turn = observation["players"], observation["first"], observation["turn"]
    if observation["phase"] == "draw":
        return int(players[seat]["actions"])
    if observation["phase"] != "action":
        return 0
    if seat == turn["seat"]:
        return int(turn["actions_left"])
    ahead = (seat - first) % len(players) > (turn["seat"] - first) % len(players)
    return int(players[seat]["actions"]) if ahead else 0


def status(observation: Observation, seat: int, language: str, size: tuple[int, int]) -> str:
    """Who it is, whose turn, sacred tree, crown, stopped, actions."""
    width, height = size
    mine = to_act(observation) == seat
    drawn = rect(0, 0, width, height, "turn", 10) if mine else ""
    x = 76
    for icon, held in (("sacred", observation["first"] == seat), ("crown", seat in observation["winners"])):
        if held:
            drawn += use(icon, x, 5, 27)
            x += 32
    return drawn + _turn(observation, seat, language, x) + _actions(observation, seat, width)


def _turn(observation: Observation, seat: int, language: str, x: float) -> str:
    """Has stopped, or what is being carried out."""
    player, turn = observation["players"][seat], observation["turn"]
    if observation["phase"] == "draw" and player["stopped"]:
        forced = player["net_black"] >= DATA.actions.black_limit
        return use("stop", x, 9, 19) + text(word(language, "forced_stop" if forced else "stop"), x + 24, 24)
    if observation["phase"] != "action" or turn["seat"] != seat or not turn["effect"]:
        return ""
    if turn["effect"] == "steal":
        jumped = "".join(
            at(x + 96 + 22 * place, 20, use(f"p{other + 1}"), 0.65)
            for place, other in enumerate(turn["jumped"])
        )
        return text(word(language, "steal"), x, 24, fit=(13, 84)) + jumped
    used = f" −{turn['spent']}" if turn["spent"] else ""
    extra = f" (+{turn['extra']})" if turn["extra"] else ""
    return text(word(language, turn["effect"]) + used + extra, x, 24)


def _actions(observation: Observation, seat: int, width: int) -> str:
    """Marks for the actions of this round, the used ones hollow; in one's turn also their kinds."""
    total, left = observation["players"][seat]["actions"], actions_left(observation, seat)
    drawn = "".join(
        use("mark" if place < left else "spent", width - 34 - 27 * place, 7, 24) for place in range(total)
    )
    if observation["phase"] == "action" and observation["turn"]["seat"] == seat:
        for place, kind in enumerate(observation["turn"]["kinds"]):
            drawn += use(kind, width - 90 - 25 * place, 8, 22)
    return drawn


def line(player: Mapping[str, Any], width: float, narrow: bool) -> str:
    """The cards just played; the last one is framed while a fragment may answer it (LF-4.13)."""
    scale = LINE_SCALE[narrow]
    return at(0, 0, spread(player["line"], width / scale, framed=bool(player["just_drew"])), scale)


def totals(player: Mapping[str, Any], width: float, dots: tuple[float, float]) -> str:
    """Symbols of line, trees and columns (LF-0.4), and net black dots (LF-4.6)."""
    pitch, drawn = width / 5, ""
    for place, kind in enumerate(SYMBOLS):
        left, number = place * pitch, signed(player[kind]).removeprefix("+")
        css = "big neg" if player[kind] < 0 else "big"
        drawn += use(kind, left, 5, 19) + text(number, left + 22, 21, css, fit=(17, pitch - 28))
    net, (x, y) = player["net_black"], dots
    for place in range(abs(net)):
        mark = use("black" if net > 0 else "white", -10.5, -10.5)
        drawn += at(x + place % 3 * 21, y - place // 3 * 4, mark, 1.15)
    return drawn


def totals_board(dots: tuple[float, float]) -> str:
    """Three rings for the black dots that force a stop (LF-4.8)."""
    rings = range(DATA.actions.black_limit)
    return "".join(circle(dots[0] + place * 21, dots[1], 8, "gap") for place in rings)


def _cell(column: int, row: int) -> tuple[int, int]:
    return (column - 1) * CELL, 22 + (row - 1) * CELL


def forest_board() -> str:
    """The printed forest board: cells, corner bonuses (LF-7.9), bonuses of columns and row (LF-7.6, 7.7)."""
    board = rect(-5, 0, COLUMNS * CELL + 50, ROWS * CELL + 26, "wood", 8)
    for row in range(1, ROWS + 1):
        for column in range(1, COLUMNS + 1):
            board += rect(*_cell(column, row), TREE, TREE, "cell", 7)
    for corner in DATA.forest.corners:
        board += at(*_cell(*corner.cell), _corner(corner.effect, corner.amount))
    return board + "".join(_bonuses("paper", set(range(1, COLUMNS + 1)), set(range(1, ROWS + 1))))


def _corner(effect: str, amount: int) -> str:
    if effect == "fragments":
        return "".join(use("fragment", 25 - 11 * amount + 22 * place, 13, 24) for place in range(amount))
    kind = "sun" if effect == "attract" else "water"
    return use(effect, 12, 3, 25) + use(f"{kind}{amount}", 9, 31)


def _bonuses(css: str, columns: set[int], rows: set[int]) -> list[str]:
    """Plates with what full columns and rows give."""
    plates = []
    for column, gives in sorted(DATA.forest.column_bonus.items()):
        for symbol, amount in gives.items():
            if column in columns:
                x = _cell(column, 1)[0] + 5
                plates.append(rect(x, 2, 40, 18, css, 8) + use(f"{symbol}{amount}", x + 2, 3.5))
    for row, gives in sorted(DATA.forest.row_bonus.items()):
        for symbol, amount in gives.items():
            if row in rows:
                x, y = COLUMNS * CELL + 1, _cell(1, row)[1] + 16
                plates.append(rect(x, y, 40, 18, css, 8) + use(f"{symbol}{amount}", x + 2, y + 1.5))
    return plates


def forest(player: Mapping[str, Any]) -> str:
    """Planted trees, and the bonuses that are complete, lit up."""
    trees = {cell: tree for cell, tree in player["forest"].items() if tree != TREE_NAMES[NO_TREE]}
    columns = {c for c in range(1, COLUMNS + 1) if all(f"{c},{r}" in trees for r in range(1, ROWS + 1))}
    rows = {r for r in range(1, ROWS + 1) if all(f"{c},{r}" in trees for c in range(1, COLUMNS + 1))}
    planted = ""
    for cell, tree in trees.items():
        column, row = cell.split(",")
        planted += use(tree, *_cell(int(column), int(row)))
    return planted + "".join(_bonuses("lit", columns, rows))


def goals(observation: Observation, seat: int, width: float) -> str:
    """How far the three goals are (LF-9.2 to LF-9.4), and the victory tiles."""
    reached, tiles = observation["goals"][seat], observation["players"][seat]["tiles"]
    most = {"fire": DATA.win.fires, "tree": DATA.win.distinct_trees, "flower": DATA.win.flowers}
    drawn = ""
    for place, (goal, _, colour) in enumerate(GOALS):
        number, y = reached[goal], place * 24
        bar = (width - 118) / most[goal]
        if (units := max(0, min(number, most[goal]))) > 0:
            drawn += _bar(y, bar, units, colour)
        drawn += text(f"{signed(number).removeprefix('+')}/{most[goal]}", width - 50, y + 16, "b e")
        if tiles[goal]:
            drawn += use(f"tile-{goal}", width - 42, y, 22) + text(f"×{tiles[goal]}", width - 18, y + 16, "b")
    return drawn


def _bar(y: float, unit: float, units: int, colour: str) -> str:
    """A bar in equal pieces; `pathLength` makes the dashes of the style count in pieces."""
    return f'<path d="M25 {num(y + 11)}h{num(unit * units)}" pathLength="{units}" class="lf-bar lf-{colour}-bar"/>'


def goals_board(width: float) -> str:
    """Icons and empty meters of the goals."""
    unit = (width - 118) / 12
    return "".join(
        use(icon, 0, place * 24 + 1, 20) + _bar(place * 24, unit, 12, "empty")
        for place, (_, icon, _) in enumerate(GOALS)
    )


def piles(player: Mapping[str, Any], width: float, narrow: bool) -> str:
    """Deck and discard pile with the cards that may be seen, fragments, onibi taken."""
    second, scale, step = width * 0.38, 0.38 if narrow else 0.36, 60 if narrow else 24
    start = 54 if narrow else 48
    seen = list(shown(player["deck"])[:2]), list(reversed(player["discard"][-3:]))
    drawn = text(count(player["deck"]), 23, 34, "big", fit=(17, 24)) + text(
        len(player["discard"]), second + 23, 34, "big", fit=(17, 24)
    )
    for x, cards, apart in ((start, seen[0], step), (second + start, seen[1], step)):
        if cards:
            laid = "".join(use(card, apart * place) for place, card in reversed(list(enumerate(cards))))
            drawn += at(x, 14, laid, scale)
    drawn += text(f"×{player['fragments']}", width - 27, 17, "b")
    return drawn + text(f"×{len(player['onibi'])}", width - 27, 41, "b")


def piles_board(width: float, language: str) -> str:
    """Names and icons of the piles."""
    second = width * 0.38
    names = text(word(language, "deck"), 1, 10, "s") + text(
        word(language, "discard"), second, 10, "s", fit=(12, 100)
    )
    icons = use("card", -1, 16, 24) + use("cards", second - 1, 16, 24)
    return names + icons + use("fragment", width - 49, 2, 20) + use("fire", width - 49, 26, 20)
