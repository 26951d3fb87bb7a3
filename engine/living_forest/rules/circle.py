"""Chapter 8: the circle of spirits."""

from __future__ import annotations

from engine.core.game import RuleId, Seat
from engine.core.table import Table
from engine.living_forest.actions import Move, Steal
from engine.living_forest.cards import SPACES, TILE_KINDS
from engine.living_forest.rules.actions import begin_bonus, give_fragments, most_steps
from engine.living_forest.rules.turn import begin_main, close, refuse_main, refuse_seat
from engine.living_forest.state import State


def refuse_move(state: State, seat: Seat, action: Move) -> RuleId | None:
    if (rule := refuse_main(state, seat, "spirit")) is not None:
        return rule
    if not 1 <= action.steps <= state.players[seat].wind:
        return "LF-6.11"
    return None if action.steps <= most_steps(state) else "LF-8.3"


def path(state: State, seat: Seat, steps: int) -> tuple[int, list[Seat]]:
    """LF-8.1, LF-8.2, LF-8.4: the space reached and the opponents jumped, in order."""
    standing = {player.spirit: other for other, player in enumerate(state.players)}
    space = state.players[seat].spirit
    jumped = []
    while steps:
        space = (space + 1) % len(SPACES)
        if space in standing:
            jumped.append(standing[space])
        else:
            steps -= 1
    return space, jumped


def move(state: State, seat: Seat, action: Move, table: Table) -> None:
    """LF-6.11, LF-8.5, LF-8.7: tiles are taken first, then the space acts."""
    begin_main(state, "spirit", table)
    player = state.players[seat]
    space, jumped = path(state, seat, action.steps)
    table.tell("LF-8.2", "spirit_moved", seat, steps=action.steps, start=player.spirit, space=space)
    player.spirit = space
    for opponent in jumped:
        table.tell("LF-8.4", "jumped", seat, opponent=opponent)
    state.turn.jumped = [opponent for opponent in jumped if any(state.players[opponent].tiles)]
    if state.turn.jumped:
        state.turn.effect = "steal"
    else:
        _reach(state, seat, table)


def refuse_steal(state: State, seat: Seat, action: Steal) -> RuleId | None:
    if (rule := refuse_seat(state, seat)) is not None:
        return rule
    turn = state.turn
    if turn.effect != "steal":
        return "LF-8.5"
    if action.tile not in TILE_KINDS:
        return "LF-8.6"
    held = state.players[turn.jumped[0]].tiles[TILE_KINDS.index(action.tile)]
    return None if held else "LF-8.6"


def steal(state: State, seat: Seat, action: Steal, table: Table) -> None:
    """LF-8.5, LF-8.6, LF-8.10: one tile of the opponent jumped first."""
    turn = state.turn
    opponent = turn.jumped.pop(0)
    kind = TILE_KINDS.index(action.tile)
    state.players[opponent].tiles[kind] -= 1
    state.players[seat].tiles[kind] += 1
    table.tell("LF-8.5", "tile_stolen", seat, opponent=opponent, tile=action.tile)
    if not turn.jumped:
        turn.effect = ""
        _reach(state, seat, table)


def _reach(state: State, seat: Seat, table: Table) -> None:
    """LF-6.12, LF-8.8, LF-8.9: the effect of the space, with no extra symbols."""
    effect = SPACES[state.players[seat].spirit]
    if effect == "fragment":
        give_fragments(state, seat, 1, "LF-8.8", table)
        close(state, table)
    else:
        begin_bonus(state, seat, effect, 0, table)
