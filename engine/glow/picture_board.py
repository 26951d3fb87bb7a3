"""The two journey boards (GL-1.11) with parties, camps, ways and boats.

A board is drawn in the frame of `data.yaml`, 1000 wide and 521 high. On narrow screens it is turned a quarter,
so that its left side is on top; what stands on it stays upright.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from engine.glow.cards import DATA, NodeData
from engine.glow.picture_icons import EFFECTS, gain_name, gain_width, icon_of, kinds_name
from engine.glow.picture_style import circle, name_of, path, rect, scaled, symbol, text, use
from engine.pictures.svg import at, num

Observation = Mapping[str, Any]
Point = tuple[float, float]

WIDE, HIGH = 1000, 521
ICON = 22
"""Side of an icon of an effect that is no number."""
MARGIN_LEFT, MARGIN_TOP, MARGIN_LOW = 14, 14, 40
"""Room around the frame; below it for camps at the start."""
BEND = 0.16
"""How far a route bows out, in parts of its length."""


def frame(narrow: bool) -> tuple[float, float]:
    """Width and height of a board with its margins."""
    wide, high = (HIGH, WIDE) if narrow else (WIDE, HIGH)
    return wide + 2 * MARGIN_LEFT, high + MARGIN_TOP + MARGIN_LOW


def _turned(point: Point, narrow: bool) -> Point:
    return (HIGH - point[1], point[0]) if narrow else point


@cache
def places(side: str, narrow: bool) -> dict[str, Point]:
    """Middle of every node of a board."""
    return {node.id: _turned(node.pos, narrow) for node in DATA.boards[side].nodes}


def _effects(effects: Any, x: float = 0, y: float = 0) -> str:
    """Gains and losses side by side, around a point."""
    gains = [(each, each.n if each.do == "gain" else -each.n) for each in effects]
    widths = [gain_width(value) if each.do in ("gain", "lose") else ICON for each, value in gains]
    left, drawn = x - sum(widths) / 2, ""
    for (effect, value), wide in zip(gains, widths, strict=True):
        if effect.do in ("gain", "lose"):
            drawn += use(gain_name(effect.what, value), left, y - 8 - EFFECTS)
        else:
            drawn += use(icon_of(effect), left, y - ICON / 2, ICON)
        left += wide
    return drawn


def _pill(effects: Any) -> str:
    """Gains and losses on a ground of their own, which texts need in both themes."""
    return use("pill") + _effects(effects) if effects else ""


# Province of Shadows --------------------------------------------------------------------------------------
def _between(side: str, a: str, b: str, narrow: bool) -> Point:
    spots = places(side, narrow)
    return (spots[a][0] + spots[b][0]) / 2, (spots[a][1] + spots[b][1]) / 2


def _shadows(narrow: bool) -> str:
    spots, board = places("shadows", narrow), DATA.boards["shadows"]
    ways = "".join(
        f"M{num(spots[e.a][0])} {num(spots[e.a][1])}L{num(spots[e.b][0])} {num(spots[e.b][1])}"
        for e in board.edges
    )
    drawn = path(ways, "road")
    for edge in board.edges:
        if edge.effects:
            x, y = _between("shadows", edge.a, edge.b, narrow)
            drawn += circle(x, y, 20, "badge") + _effects(edge.effects, x, y)
    return drawn + "".join(_node(node, *spots[node.id]) for node in board.nodes)


def _node(node: NodeData, x: float, y: float) -> str:
    if node.village is not None:
        return at(x, y, _village(node))
    enter = node.enter
    if enter is not None and (enter.symbol or enter.absent):
        return use(f"n-{enter.symbol}" if enter.symbol else f"n-no-{enter.absent}", x, y)
    return circle(x, y, 22, "badge") + use("camp-flag", x - 15, y - 15, 30)


def _village(node: NodeData) -> str:
    """A house with the value of its camp, above it what entering costs and gives (GL-8.5, GL-11.3)."""
    price = use(f"fee{node.costs.get('footprint', 0)}")
    gain = at(-41, 6, _pill(node.effects))
    return price + gain + use("house") + text(node.village, 0, 17, "dark m worth")


# Archipelago of Darkness ------------------------------------------------------------------------------------
def _middle(a: Point, b: Point) -> tuple[Point, Point]:
    """The control point of a route, and the middle of the bow."""
    x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    dx, dy = (b[0] - a[0]) * BEND, (b[1] - a[1]) * BEND
    return (x - dy, y + dx), (x - dy / 2, y + dx / 2)


def _archipelago(narrow: bool) -> str:
    spots, board = places("archipelago", narrow), DATA.boards["archipelago"]
    ways, marks = "", ""
    for edge in board.edges:
        (ax, ay), (bx, by) = spots[edge.a], spots[edge.b]
        (cx, cy), (x, y) = _middle(spots[edge.a], spots[edge.b])
        ways += f"M{num(ax)} {num(ay)}Q{num(cx)} {num(cy)} {num(bx)} {num(by)}"
        if edge.costs.get("footprint"):
            marks += use("fee", x, y)
        marks += use(kinds_name(edge.kinds), x - 20, y - 21, 40) if edge.kinds else circle(x, y, 13, "badge")
    islands = "".join(at(*spots[node.id], _island(node)) for node in board.nodes)
    return path(ways, "road") + marks + islands


def stones(side: str) -> str:
    """What is printed on a board again and again, as symbols."""
    pill = symbol("pill", rect(-19, -12, 38, 24, "badge", 11))
    if side == "archipelago":
        flag = path("M-4-66h8v48h-8z", "roof") + path("M-2-66h40l-9 14 9 14h-40z", "roof")
        fee = rect(14, -15, 26, 24, "badge", 9) + use("footprint", 17, -14, 22)
        return pill + symbol("coast", path(_COAST, "isle")) + symbol("flag", flag) + symbol("fee", fee)
    found = pill + symbol("house", path("M-20-6H20V22H-20z", "house") + path("M-26-4L0-28 26-4z", "roof"))
    for cost in sorted({node.costs.get("footprint", 0) for node in DATA.boards[side].nodes}):
        feet = "".join(use("footprint", 20 + 13 * place, -6, 19) for place in range(cost))
        found += symbol(f"fee{cost}", rect(19, -7, 9 + 13 * cost, 20, "badge", 8) + feet)
    return found


_COAST = "M-60 4C-64-22-34-40-4-36 30-44 64-26 60 2 62 30 28 40 0 36-30 42-58 28-60 4z"


def _island(node: NodeData) -> str:
    """Points on a flag, effects beside it (GL-9.7, GL-11.3)."""
    big = node.id == DATA.boards["archipelago"].start
    coast = scaled("coast", 0, 0, 1.5 if big else 0.95)
    points = use("flag") + text(node.points, 14, -45, "w m worth") if node.points else ""
    effects = at(0, -13, _pill(node.effects), 1.15)
    return coast + points + effects if not node.points else coast + at(-24, 0, points) + at(24, 0, effects)


# What stands on a board -------------------------------------------------------------------------------------
@cache
def board(side: str, narrow: bool, language: str) -> str:
    """The printed board; nothing on it ever changes."""
    wide, high = frame(narrow)
    ground = rect(-MARGIN_LEFT, -MARGIN_TOP, wide, high, "land" if side == "shadows" else "sea", 14)
    name = text(name_of(side, language), *_title_place(narrow), "s title")
    return ground + (_shadows(narrow) if side == "shadows" else _archipelago(narrow)) + name


def _title_place(narrow: bool) -> Point:
    return (0, WIDE + 26) if narrow else (760, HIGH + 26)


_CROWD: dict[int, tuple[Point, ...]] = {
    1: ((0, -15),),
    2: ((-13, -15), (13, -15)),
    3: ((-17, -14), (17, -14), (0, 17)),
    4: ((-16, -16), (16, -16), (-16, 16), (16, 16)),
    5: ((-26, -16), (0, -18), (26, -16), (-14, 16), (14, 16)),
    6: ((-28, -16), (0, -18), (28, -16), (-28, 14), (0, 18), (28, 14)),
}
"""Where pieces stand around the middle of a node, by their number."""
_VILLAGES = {node.id for node in DATA.boards["shadows"].nodes if node.village}


def _crowd(node: str, number: int) -> tuple[Point, ...]:
    """Places for so many parties; at a village on its roof, so that its value stays in sight."""
    if node not in _VILLAGES:
        return _CROWD[min(number, len(_CROWD))]
    across = min(number, 3)
    return tuple((26 * (place % 3) - 13 * (across - 1), -24 - 28 * (place // 3)) for place in range(number))


def _crowds(at_nodes: Mapping[str, list[str]], spots: Mapping[str, Point], size: float) -> str:
    drawn = ""
    for node, pieces in at_nodes.items():
        x, y = spots[node]
        for piece, (dx, dy) in zip(pieces, _crowd(node, len(pieces)), strict=False):
            drawn += scaled(piece, x + dx, y + dy, size)
    return drawn


def _by_place(placed: list[tuple[str | None, str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for place, piece in placed:
        if place is not None:
            found.setdefault(place, []).append(piece)
    return found


def parties(observation: Observation, narrow: bool) -> str:
    """Parties on the Shadows (GL-2.6)."""
    spots = places("shadows", narrow)
    standing = [(player["party"], f"p{seat}") for seat, player in enumerate(observation["players"], 1)]
    return _crowds(_by_place(standing), spots, 0.95)


def camps(observation: Observation, narrow: bool) -> str:
    """Camps stand in a row below their village, at the start on narrow screens above it; also Tom's (GL-8.15, GL-14.1)."""
    spots, drawn = places("shadows", narrow), ""
    standing = [(player["camp"], f"camp-p{seat}") for seat, player in enumerate(observation["players"], 1)]
    standing += [(tom["camp"], "camp-tom") for tom in observation["tom"]]
    right = (HIGH if narrow else WIDE) + 8
    for node, tents in _by_place(standing).items():
        x, y = spots[node]
        half = 14.0 * (len(tents) - 1)
        left = min(max(x - half, 4), right - 2 * half)
        top = y - 48 if narrow and node == DATA.boards["shadows"].start else y + 38
        drawn += "".join(scaled(tent, left + 28 * place, top, 1.08) for place, tent in enumerate(tents))
    return drawn


def ways(observation: Observation, narrow: bool) -> str:
    """Where each party has been today (GL-8.13), a little apart from each other."""
    spots, drawn = places("shadows", narrow), ""
    for seat, player in enumerate(observation["players"]):
        stops = [*player["visited"], player["party"]]
        if len(stops) < 2 or None in stops:
            continue
        shift = 3.0 * seat - 7.5
        line = "L".join(f"{num(spots[stop][0] + shift)} {num(spots[stop][1] + shift)}" for stop in stops)
        drawn += f'<path d="M{line}" class="gl-p{seat + 1} gl-way" style="fill:none"/>'
    return drawn


def boats(observation: Observation, narrow: bool) -> str:
    """Boats by island: one piece per seat, with its number if there are several (GL-9.1)."""
    spots, drawn = places("archipelago", narrow), ""
    fleets = [(f"boat-p{seat}", player["boats"]) for seat, player in enumerate(observation["players"], 1)]
    fleets += [("boat-tom", tom["boats"]) for tom in observation["tom"]]
    for island, (x, y) in spots.items():
        there = [(piece, fleet.count(island)) for piece, fleet in fleets if island in fleet]
        rows = [there[start : start + 3] for start in range(0, len(there), 3)]
        is_home = any(number > 1 for _, number in there)
        top = y + (12 if len(rows) > 1 or is_home else 20) - 32 * (is_home and len(rows) > 1)
        for row, moored in enumerate(rows):
            widths = [36 + 22 * (number > 1) for _, number in moored]
            left = x - sum(widths) / 2
            for (piece, number), wide in zip(moored, widths, strict=True):
                drawn += scaled(piece, left + 18, top + 31 * row, 1.12)
                if number > 1:
                    drawn += text(f"×{number}", left + 35, top + 31 * row + 8, "dark")
                left += wide
    return drawn
