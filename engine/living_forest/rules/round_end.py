"""Chapter 10: end-of-turn processing, three steps of the table."""

from __future__ import annotations

from engine.core.game import RuleId, Seat
from engine.core.table import Table
from engine.living_forest.actions import AddOnibi, OnibiAttack, PassTree
from engine.living_forest.cards import CARD_NAMES, DATA, EMPTY_SLOT, ONIBI_OF_LEVEL, ONIBI_VALUES, VARAN
from engine.living_forest.rules.phase import refuse_table
from engine.living_forest.state import State
from engine.living_forest.totals import derive_player


def turn_order(state: State) -> list[Seat]:
    """LF-0.1, LF-0.2: the holder of the sacred tree, then each left neighbour."""
    players = len(state.players)
    return [(state.first + place) % players for place in range(players)]


def refuse_onibi_attack(state: State, seat: Seat, action: OnibiAttack) -> RuleId | None:
    return refuse_table(state, seat, "onibi_attack")


def onibi_attack(state: State, seat: Seat, action: OnibiAttack, table: Table) -> None:
    """LF-10.1 to LF-10.6."""
    state.phase = "add_onibi"
    number, strength = len(state.onibi), sum(state.onibi)
    if not number:
        table.tell("LF-10.1", "no_attack")
        return
    table.tell("LF-10.1", "attack", count=number, strength=strength)
    hit = [player for player in turn_order(state) if state.players[player].water < strength]  # LF-10.2
    for place, player in enumerate(hit):
        table.tell("LF-10.2", "hit", player, water=state.players[player].water, strength=strength)
        _give_varans(state, player, number, len(hit) - place, table)


def _give_varans(state: State, player: Seat, wanted: int, to_serve: int, table: Table) -> None:
    """LF-10.3 for one of the hit players, `to_serve` of whom (this one included) are still without.

    LF-10.4: dealing one card at a time, round and round, gives everybody an equal part and the first ones
    the remainder; so each in turn gets the equal part of what is left, rounded up.
    """
    count = min(wanted, -(-state.varans // to_serve))
    state.varans -= count
    state.players[player].discard.extend([VARAN] * count)
    if count:
        table.tell("LF-10.3", "varans", player, count=count)
    if count < wanted:
        table.tell("LF-10.4" if count else "LF-10.5", "varans_short", player, count=wanted - count)


def refuse_add_onibi(state: State, seat: Seat, action: AddOnibi) -> RuleId | None:
    return refuse_table(state, seat, "add_onibi")


def add_onibi(state: State, seat: Seat, action: AddOnibi, table: Table) -> None:
    """LF-10.7 to LF-10.11."""
    for value, wanted in sorted(zip(ONIBI_OF_LEVEL, state.bought, strict=True)):
        _place_onibi(state, value, wanted, table)
    _refill(state, table)
    if not state.onibi and state.onibi_stock[0]:
        state.onibi_stock[0] -= 1
        state.onibi.append(ONIBI_VALUES[0])
        table.tell("LF-10.11", "onibi_added", value=ONIBI_VALUES[0], count=1)
    state.onibi.sort()
    state.bought = [0 for _ in state.bought]
    state.phase = "pass_tree"


def _place_onibi(state: State, value: int, wanted: int, table: Table) -> None:
    """LF-10.7; LF-10.8: up to seven; LF-11.4: an empty stock is passed over and uses no place."""
    place = ONIBI_VALUES.index(value)
    available = min(wanted, state.onibi_stock[place])
    count = min(available, DATA.onibi.board_limit - len(state.onibi))
    state.onibi_stock[place] -= count
    state.onibi.extend([value] * count)
    if count:
        table.tell("LF-10.7", "onibi_added", value=value, count=count)
    if count < available:
        table.tell("LF-10.8", "onibi_dropped", value=value, count=available - count)
    if available < wanted:
        table.tell("LF-11.4", "onibi_used_up", value=value, count=wanted - available)


def _refill(state: State, table: Table) -> None:
    """LF-10.10; LF-11.1: an empty stack leaves its slots empty."""
    for level, (row, stack) in enumerate(zip(state.rows, state.stacks, strict=True), 1):
        for slot, card in enumerate(row):
            if card != EMPTY_SLOT:
                continue
            if stack:
                row[slot] = stack.pop(0)
                table.tell(
                    "LF-10.10", "card_revealed", level=level, slot=slot + 1, card=str(CARD_NAMES[row[slot]])
                )
            else:
                table.tell("LF-11.1", "slot_stays_empty", level=level, slot=slot + 1)


def refuse_pass_tree(state: State, seat: Seat, action: PassTree) -> RuleId | None:
    return refuse_table(state, seat, "pass_tree")


def pass_tree(state: State, seat: Seat, action: PassTree, table: Table) -> None:
    """LF-10.12, LF-10.13: lines to the discard piles, the sacred tree to the left neighbour."""
    for number, player in enumerate(state.players):
        table.tell("LF-10.12", "line_discarded", number, cards=len(player.line))
        player.discard.extend(player.line)
        player.line = []
        player.stopped = False
        player.actions = 0
        derive_player(player)
    state.first = (state.first + 1) % len(state.players)
    state.round += 1
    state.phase = "draw"
    table.tell("LF-10.13", "tree_passed", state.first, round=state.round)
