"""GL-1.3, GL-1.4: light and tokens come and go; every change is told with its source."""

from __future__ import annotations

from engine.core.game import RuleId, Seat
from engine.core.table import Table
from engine.glow.cards import RULE_NUMBERS
from engine.glow.state import State

_GAINED = {what: f"{what}_gained" for what in ("light", "footprint", "firefly", "reroll")}
_LOST = {what: f"{what}_lost" for what in _GAINED}
_PAID = {what: f"{what}_paid" for what in _GAINED}


def held(state: State, seat: Seat, what: str) -> int:
    """Light or tokens of a player."""
    player = state.players[seat]
    if what == "light":
        return player.light
    if what == "footprint":
        return player.footprints
    return player.fireflies if what == "firefly" else player.rerolls


def _add(state: State, seat: Seat, what: str, n: int) -> None:
    player = state.players[seat]
    if what == "light":
        player.light += n
    elif what == "footprint":
        player.footprints += n
    elif what == "firefly":
        player.fireflies += n
    else:
        player.rerolls += n


def gain(state: State, seat: Seat, what: str, n: int, rule: RuleId, source: str | None, table: Table) -> None:
    """GL-1.4: supply and holdings are unlimited."""
    _add(state, seat, what, n)
    table.tell(rule, _GAINED[what], seat, count=n, source=source or "")


def lose(state: State, seat: Seat, what: str, n: int, rule: RuleId, source: str | None, table: Table) -> None:
    """GL-1.3, GL-6.13: a loss takes what is there."""
    n = min(n, held(state, seat, what) - RULE_NUMBERS.min_light_in_play)
    if n:
        _add(state, seat, what, -n)
        table.tell(rule, _LOST[what], seat, count=n, source=source or "")


def pay(state: State, seat: Seat, what: str, n: int, rule: RuleId, source: str | None, table: Table) -> None:
    """GL-6.9, GL-8.8: a payment that is known to be possible."""
    if n:
        _add(state, seat, what, -n)
        table.tell(rule, _PAID[what], seat, count=n, source=source or "")
