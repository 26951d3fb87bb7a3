"""Chapter 5: whose turn it is, which main action is allowed, and when an action is over."""

from __future__ import annotations

from engine.core.game import RuleId, Seat
from engine.core.table import Table
from engine.living_forest.cards import COST, EMPTY_SLOT, FIRST_TREE, SAME_ACTION, TREE_COST
from engine.living_forest.forest_cells import frontier
from engine.living_forest.rules.phase import refuse_phase
from engine.living_forest.state import Kind, Player, State


def begin_turns(state: State, table: Table) -> None:
    """LF-5.1: the holder of the sacred tree acts first."""
    state.phase = "action"
    _begin_turn(state, state.first, table)
    go_on(state, table)


def _begin_turn(state: State, seat: Seat, table: Table) -> None:
    turn = state.turn
    turn.seat = seat
    turn.actions_left = state.players[seat].actions  # LF-5.2
    turn.kinds = []
    table.tell("LF-5.1", "turn_begins", seat, actions=turn.actions_left)


def refuse_seat(state: State, seat: Seat) -> RuleId | None:
    """LF-3.1, LF-5.1: is this seat's turn under way?"""
    if (rule := refuse_phase(state, "action")) is not None:
        return rule
    return None if seat == state.turn.seat else "LF-5.1"


def kind_allowed(state: State, kind: Kind) -> bool:
    """LF-5.4: another kind than before, or a tree with two action marks stands (LF-5.5, LF-5.6)."""
    turn = state.turn
    return kind not in turn.kinds or SAME_ACTION in state.players[turn.seat].forest


def refuse_main(state: State, seat: Seat, kind: Kind) -> RuleId | None:
    """Is a main action of this kind due?"""
    if (rule := refuse_seat(state, seat)) is not None:
        return rule
    effect = state.turn.effect
    if effect:
        return {"steal": "LF-8.7", "plant": "LF-5.12"}.get(effect, "LF-5.10")
    return None if kind_allowed(state, kind) else "LF-5.4"


def begin_main(state: State, kind: Kind, table: Table) -> None:
    """LF-5.2, LF-6.13: the first step of a main action names it."""
    turn = state.turn
    turn.actions_left -= 1
    turn.kinds.append(kind)
    table.tell("LF-5.3", "action_begins", turn.seat, action=kind)


def close(state: State, table: Table) -> None:
    """The effect under way is over; what comes next in the turn or after it?"""
    turn = state.turn
    turn.effect = ""
    turn.spent = turn.extra = 0
    go_on(state, table)


def go_on(state: State, table: Table) -> None:
    """The next main action, or the next player (LF-5.1), or the end check (LF-9.1)."""
    turn = state.turn
    while True:
        if turn.actions_left:
            if any_main(state):
                return
            table.tell("LF-5.9", "actions_lapse", turn.seat, count=turn.actions_left)
            turn.actions_left = 0
        seat = (turn.seat + 1) % len(state.players)
        if seat == state.first:
            turn.kinds = []
            state.phase = "end_check"
            return
        _begin_turn(state, seat, table)


def any_main(state: State) -> bool:
    """LF-5.9: is any main action legal? Stops at the first yes."""
    player = state.players[state.turn.seat]
    return (
        (state.fragments > 0 and kind_allowed(state, "fragment"))
        or (kind_allowed(state, "attract") and any_card(state, player.sun))
        or (kind_allowed(state, "extinguish") and any_fire(state, player.water))
        or (kind_allowed(state, "plant") and any_tree(state, player))
        or (player.wind > 0 and kind_allowed(state, "spirit"))
    )


def any_card(state: State, sun: int) -> bool:
    """LF-6.5: a face-up card costs at most this much."""
    if sun <= 0:
        return False
    for row in state.rows:
        for card in row:
            if card != EMPTY_SLOT and COST[card] <= sun:
                return True
    return False


def any_fire(state: State, water: int) -> bool:
    """LF-6.8: an onibi on the board has at most this value (they lie in ascending order)."""
    return bool(state.onibi) and state.onibi[0] <= water


def any_tree(state: State, player: Player) -> bool:
    """LF-6.10: an affordable kind is in the supply, and a cell next to a tree is free."""
    earth = player.earth
    for place, left in enumerate(state.supply, FIRST_TREE):
        if left and TREE_COST[place] <= earth:
            return bool(frontier(player.filled))
    return False
