"""Chapter 3: whose turn it is, and what follows by itself."""

from __future__ import annotations

from engine.core.game import TABLE, RuleId, Seat
from engine.glow.state import Pending, Phase, Player, State, What


def turn_order(state: State) -> tuple[Seat, ...]:
    """GL-3.2: the start player, then clockwise."""
    return (*range(state.first, len(state.players)), *range(state.first))


def next_actor(state: State) -> bool:
    """GL-3.4: the next player of the phase; False when all had their turn."""
    state.actor = (state.actor + 1) % len(state.players)
    return state.actor != state.first


def begin_phase(state: State, phase: Phase) -> None:
    """GL-3.1: the start player acts first."""
    state.phase = phase
    state.actor = state.first


def refuse_turn(state: State, seat: Seat, phase: Phase) -> RuleId | None:
    """GL-3.4: is it this seat's turn in this phase, with nothing else due before?"""
    if state.phase != phase:
        return "GL-3.1"
    if state.pending:
        return "GL-3.7"
    return None if seat == state.actor else "GL-3.4"


def refuse_pending(state: State, seat: Seat, what: What) -> RuleId | None:
    """GL-3.7: is this the decision due, and this seat's?"""
    if not state.pending or state.pending[-1].what != what:
        return "GL-3.7"
    return None if seat == state.pending[-1].seat else "GL-3.4"


def refuse_table(state: State, seat: Seat, phase: Phase) -> RuleId | None:
    """GL-3.5: a step that nobody chooses."""
    if state.phase != phase or state.pending:
        return "GL-3.1"
    return None if seat == TABLE else "GL-3.5"


def push(state: State, what: What, seat: Seat, source: int = 0, die: int = 0, n: int = 0) -> None:
    """Something that is due before everything below it."""
    state.pending.append(Pending(what, seat, source, die, n))


def seat_of(state: State, player: Player) -> Seat:
    """The seat of a player."""
    return next(seat for seat, other in enumerate(state.players) if other is player)
