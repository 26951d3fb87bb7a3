"""Chapters 8 and 9: the afternoon on either side of the journey board."""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence

from engine.core.game import Action, RuleId, Seat
from engine.core.table import Table
from engine.glow.actions import CAMP, FINISH, MOVE, SAIL, Camp, Move, Sail
from engine.glow.cards import (
    ARCHIPELAGO,
    CENTER,
    DATA,
    ELEMENTS,
    ISLAND_NAMES,
    NODE_NAMES,
    ROUTE_NAMES,
    SHADOWS,
    START_NODE,
    VILLAGE,
)
from engine.glow.effects import SOURCE, kinds_shown
from engine.glow.rules.dice import is_inert
from engine.glow.rules.gains import pay
from engine.glow.rules.reroll import list_tokens
from engine.glow.rules.turn import next_actor, push, refuse_turn
from engine.glow.state import Die, Pending, Player, State

_NODE = {str(name): node for node, name in enumerate(NODE_NAMES) if name}
_SYMBOL: tuple[int, ...] = (
    -1,
    *(ELEMENTS.index(n.enter.symbol) if n.enter and n.enter.symbol else -1 for n in SHADOWS.nodes),
)
"""Element that a node asks for; -1: none."""
_ABSENT: tuple[int, ...] = (
    -1,
    *(ELEMENTS.index(n.enter.absent) if n.enter and n.enter.absent else -1 for n in SHADOWS.nodes),
)
_COST: tuple[int, ...] = (0, *(node.costs.get("footprint", 0) for node in SHADOWS.nodes))
_NODE_SOURCE: tuple[int, ...] = (
    0,
    *(SOURCE[node.id] if node.effects else 0 for node in SHADOWS.nodes),
)


def _ways() -> tuple[tuple[tuple[int, int, int], ...], ...]:
    """Per node: neighbour, footprints that the edge costs, source of the edge's effects."""
    ways: list[list[tuple[int, int, int]]] = [[] for _ in NODE_NAMES]
    for edge in SHADOWS.edges:
        source = SOURCE[f"{edge.a}-{edge.b}"] if edge.effects else 0
        cost = edge.costs.get("footprint", 0)
        ways[_NODE[edge.a]].append((_NODE[edge.b], cost, source))
        ways[_NODE[edge.b]].append((_NODE[edge.a], cost, source))
    return tuple(tuple(sorted(found)) for found in ways)


WAYS = _ways()


def steps_from(start: int, ways: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """By place: the fewest steps from a start, whatever they cost; 0 where no way leads."""
    found = {start: 0}
    reached = [start]
    for place in reached:
        for other in ways[place]:
            if other not in found:
                found[other] = found[place] + 1
                reached.append(other)
    return tuple(found.get(place, 0) for place in range(len(ways)))


_NODE_STEPS = steps_from(START_NODE, [[node for node, _, _ in ways] for ways in WAYS])
NEVER = 99
"""More footprints than anybody has: the node cannot be entered."""


def usable_die(player: Player, element: int) -> Die | None:
    """GL-8.3: the counted die with the lowest number that shows the element and was not used today."""
    if not player.symbols[element]:
        return None
    for die in player.dice:
        if die.face == element and die.rolled and not die.used and not is_inert(player, die.die):
            return die
    return None


def footprints_needed(state: State, player: Player, node: int, edge_cost: int) -> tuple[int, RuleId]:
    """GL-8.3 to GL-8.8: what entering takes beside dice, and the rule that speaks; `NEVER`: impossible."""
    if node in player.visited:
        return NEVER, "GL-8.13"
    if node == player.camp and VILLAGE[node]:
        return NEVER, "GL-8.14"
    needed = edge_cost + _COST[node]
    absent = _ABSENT[node]
    if absent >= 0 and player.symbols[absent]:
        if not state.footprint_passes_forbidden_space:
            return NEVER, "GL-8.6"
        return needed + 1, "GL-8.7"
    symbol = _SYMBOL[node]
    if symbol >= 0 and usable_die(player, symbol) is None:
        return needed + 1, "GL-8.3"
    return needed, "GL-8.8"


def legal_afternoon(state: State, seat: Seat) -> list[Action]:
    """D_MOVE or D_SAIL."""
    player = state.players[seat]
    options: list[Action] = []
    if state.side == 0:
        for node, cost, _ in WAYS[player.party]:
            needed = footprints_needed(state, player, node, cost)[0]
            if needed < NEVER and needed <= player.footprints:
                options.append(MOVE[node])
        if VILLAGE[player.party] and player.party != player.camp:
            options.append(CAMP)
    else:
        _list_routes(state, player, options)
    if player.butterflies:
        list_tokens(player, options)
    options.append(FINISH)
    return options


def refuse_move(state: State, seat: Seat, action: Move) -> RuleId | None:
    if (rule := refuse_turn(state, seat, "afternoon")) is not None:
        return rule
    player = state.players[seat]
    target = _NODE.get(action.node, -1)
    for node, cost, _ in WAYS[player.party]:
        if node == target:
            needed, rule = footprints_needed(state, player, node, cost)
            return None if needed < NEVER and needed <= player.footprints else rule
    return "GL-8.2"


def move(state: State, seat: Seat, action: Move, table: Table) -> None:
    """GL-8.9: pay, relocate, effects of the edge, effects of the node."""
    player = state.players[seat]
    target = _NODE[action.node]
    cost, edge = next((cost, source) for node, cost, source in WAYS[player.party] if node == target)
    needed = footprints_needed(state, player, target, cost)[0]
    symbol = _SYMBOL[target]
    if symbol >= 0 and (die := usable_die(player, symbol)) is not None:
        die.used = True
    pay(state, seat, "footprint", needed, "GL-8.8", action.node, table)
    player.visited.append(player.party)
    table.tell("GL-8.2", "moved", seat, start=str(NODE_NAMES[player.party]), node=action.node)
    player.party = target
    if _NODE_SOURCE[target]:
        push(state, "effects", seat, _NODE_SOURCE[target])
    if edge:
        push(state, "effects", seat, edge)


def refuse_camp(state: State, seat: Seat, action: Camp) -> RuleId | None:
    if (rule := refuse_turn(state, seat, "afternoon")) is not None:
        return rule
    player = state.players[seat]
    return None if VILLAGE[player.party] and player.party != player.camp else "GL-8.15"


def camp(state: State, seat: Seat, action: Camp, table: Table) -> None:
    """GL-8.15: the own camp comes here and the player's afternoon ends."""
    player = state.players[seat]
    player.camp = player.party
    table.tell("GL-8.15", "camped", seat, village=str(NODE_NAMES[player.camp]), value=VILLAGE[player.camp])
    finish_afternoon(state, seat, table)


def finish_afternoon(state: State, seat: Seat, table: Table) -> None:
    """GL-8.1, GL-9.1: the next player; after the last one the evening, or the scoring (GL-10.6)."""
    if next_actor(state):
        return
    last = state.tom[0].refills > 1 if state.tom else state.day >= DATA.constants.days
    state.phase = "scoring" if last else "evening"


def end_turn(state: State, item: Pending, table: Table) -> None:
    """GL-9.1: after one route the afternoon ends."""
    finish_afternoon(state, item.seat, table)


# Archipelago ------------------------------------------------------------------------------------------

_ISLAND = {name: island for island, name in enumerate(ISLAND_NAMES)}
_ROUTE = {name: route for route, name in enumerate(ROUTE_NAMES)}
_ENDS = tuple((_ISLAND[edge.a], _ISLAND[edge.b]) for edge in ARCHIPELAGO.edges)
_CLOSED = ROUTE_NAMES.index("-".join(DATA.solo.closed_edge))
_ISLAND_STEPS = steps_from(
    CENTER,
    [[sum(ends) - island for ends in _ENDS if island in ends] for island in range(len(ISLAND_NAMES))],
)


def distance(state: State, player: Player) -> int:
    """How far the journey has led: steps from the start to the party, or from the centre to all four boats."""
    if state.side == 0:
        return _NODE_STEPS[player.party]
    return sum([_ISLAND_STEPS[boat] for boat in player.boats])


_ISLAND_SOURCE = tuple(SOURCE[node.id] if node.effects else 0 for node in ARCHIPELAGO.nodes)


def route_price(state: State, player: Player, route: int) -> int:
    """GL-9.3 to GL-9.6: footprints that a route takes; `NEVER`: too many kinds, or closed (GL-14.8)."""
    if route == _CLOSED and state.tom:
        return NEVER
    edge = ARCHIPELAGO.edges[route]
    cost = edge.costs.get("footprint", 0)
    if edge.kinds is None:
        return cost
    shown = kinds_shown(player.symbols)
    if shown > edge.kinds[1]:
        return NEVER
    return cost + max(0, edge.kinds[0] - shown)


def _list_routes(state: State, player: Player, options: list[Action]) -> None:
    for island in sorted(set(player.boats)):
        for route, ends in enumerate(_ENDS):
            if island in ends:
                target = ends[1] if ends[0] == island else ends[0]
                if target in player.boats:
                    continue
                price = route_price(state, player, route)
                if price < NEVER and price <= player.footprints:
                    options.append(SAIL[route][ends.index(island)])


def refuse_sail(state: State, seat: Seat, action: Sail) -> RuleId | None:
    if (rule := refuse_turn(state, seat, "afternoon")) is not None:
        return rule
    player = state.players[seat]
    island = _ISLAND.get(action.boat, -1)
    route = _ROUTE.get(action.route, -1)
    if state.side == 0 or island not in player.boats or route < 0 or island not in _ENDS[route]:
        return "GL-9.1"
    ends = _ENDS[route]
    if (ends[1] if ends[0] == island else ends[0]) in player.boats:
        return "GL-9.2"
    price = route_price(state, player, route)
    if route == _CLOSED and state.tom:
        return "GL-14.8"
    if price == NEVER:
        return "GL-9.3"
    if price <= player.footprints:
        return None
    return "GL-9.6" if ARCHIPELAGO.edges[route].costs else "GL-9.5"


def sail(state: State, seat: Seat, action: Sail, table: Table) -> None:
    """GL-9.7: pay, relocate, effects of the island; then the afternoon ends."""
    player = state.players[seat]
    island, route = _ISLAND[action.boat], _ROUTE[action.route]
    ends = _ENDS[route]
    target = ends[1] if ends[0] == island else ends[0]
    pay(state, seat, "footprint", route_price(state, player, route), "GL-9.5", action.route, table)
    player.boats.remove(island)
    insort(player.boats, target)
    table.tell("GL-9.1", "sailed", seat, boat=action.boat, island=ISLAND_NAMES[target], route=action.route)
    push(state, "end_turn", seat)
    if _ISLAND_SOURCE[target]:
        push(state, "effects", seat, _ISLAND_SOURCE[target])
