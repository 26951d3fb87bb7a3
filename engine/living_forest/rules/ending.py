"""Chapters 2 and 9: the three counts, the goals, the end check."""

from __future__ import annotations

from engine.core.game import RuleId, Seat
from engine.core.table import Table
from engine.living_forest.actions import EndCheck
from engine.living_forest.cards import DATA, INITIAL_TREE, NO_TREE, TILE_KINDS
from engine.living_forest.rules.phase import refuse_table
from engine.living_forest.state import Player, State
from engine.living_forest.totals import row_flowers

_NOT_PLANTED = {NO_TREE, INITIAL_TREE}
_FIRE, _TREE, _FLOWER = (TILE_KINDS.index(kind) for kind in ("fire", "tree", "flower"))


def fire_count(player: Player) -> int:
    """LF-9.3: onibi taken, by number, and fire tiles."""
    return len(player.onibi) + player.tiles[_FIRE]


def tree_count(player: Player) -> int:
    """LF-9.2: different kinds planted, 1 for the initial tree, tree tiles."""
    return len(set(player.forest) - _NOT_PLANTED) + 1 + player.tiles[_TREE]


def flower_count(player: Player) -> int:
    """LF-9.4, LF-9.5: symbols in the line and on trees, a complete row 2, flower tiles."""
    return player.flower + row_flowers(player) + player.tiles[_FLOWER]


def counts(player: Player) -> list[int]:
    """Fires, trees, flowers."""
    return [fire_count(player), tree_count(player), flower_count(player)]


def meets_goal(fires: int, trees: int, flowers: int) -> bool:
    """LF-2.1."""
    win = DATA.win
    return fires >= win.fires or trees >= win.distinct_trees or flowers >= win.flowers


def refuse_end_check(state: State, seat: Seat, action: EndCheck) -> RuleId | None:
    return refuse_table(state, seat, "end_check")


def end_check(state: State, seat: Seat, action: EndCheck, table: Table) -> None:
    """LF-9.1, LF-9.6 to LF-9.10. LF-2.2: goals are looked at here and nowhere else."""
    scores = [counts(player) for player in state.players]
    for player, (fires, trees, flowers) in enumerate(scores):
        table.tell("LF-9.1", "counted", player, fires=fires, trees=trees, flowers=flowers)
    reached = [player for player, score in enumerate(scores) if meets_goal(*score)]
    for player in reached:
        table.tell("LF-2.1", "goal_met", player)
    if not reached:
        state.phase = "onibi_attack"
        table.tell("LF-9.6", "no_goal_met")
        return
    best = max(sum(scores[player]) for player in reached)
    winners: list[Seat] = [player for player in reached if sum(scores[player]) == best]
    if len(reached) == 1:
        state.reason = "LF-9.7"
    else:
        state.reason = "LF-9.8" if len(winners) == 1 else "LF-9.9"
    state.winners = winners
    state.phase = "over"
    for player in winners:
        table.tell(state.reason, "won", player, total=sum(scores[player]))
