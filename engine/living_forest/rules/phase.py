"""Chapter 3: which phase is under way."""

from __future__ import annotations

from engine.core.game import TABLE, RuleId, Seat
from engine.living_forest.state import Phase, State


def refuse_phase(state: State, phase: Phase) -> RuleId | None:
    """LF-3.1: this phase and no other; LF-9.10: nothing after the end."""
    if state.phase == phase:
        return None
    return "LF-9.10" if state.phase == "over" else "LF-3.1"


def refuse_table(state: State, seat: Seat, phase: Phase) -> RuleId | None:
    """A step that the table does in this phase (LF-0.7)."""
    if (rule := refuse_phase(state, phase)) is not None:
        return rule
    return None if seat == TABLE else "LF-0.7"
