"""Butterfly tokens (GL-12.11 to GL-12.20)."""

from __future__ import annotations

from bisect import insort

from engine.core.game import Action, RuleId, Seat
from engine.core.table import Table
from engine.glow.actions import BUTTERFLY, MixButterflies, ReturnButterfly, UseCancel, UseSkull
from engine.glow.cards import (
    CANCEL_TOKEN,
    COLOUR_TOKENS,
    ELEMENTS,
    INSTANT_TOKENS,
    RULE_NUMBERS,
    SKULL_TOKEN,
    TOKEN_NAMES,
)
from engine.glow.effects import ABILITY, EFFECTS, SOURCE, SOURCE_NAMES
from engine.glow.rules.companions import can_lose
from engine.glow.rules.dice import recount
from engine.glow.rules.gains import gain
from engine.glow.rules.turn import begin_phase, push, refuse_pending, refuse_table
from engine.glow.state import Player, State

_PAID_WITH_BUTTERFLIES = frozenset(
    card
    for card, ability in enumerate(ABILITY)
    if ability is not None and any(what == "butterfly" for what, _ in ability.pay)
)


def draw_butterflies(state: State, seat: Seat, count: int, source: int, table: Table) -> None:
    """GL-12.13: one token at a time, uniformly from the pool."""
    for _ in range(count):
        if not state.butterfly_pool:
            name = str(SOURCE_NAMES[source])
            gain(state, seat, "light", RULE_NUMBERS.light_per_missing_butterfly, "GL-12.15", name, table)
            continue
        label = f"butterfly {state.butterflies_drawn}"
        state.butterflies_drawn += 1
        token = table.pick(label, state.butterfly_pool, TOKEN_NAMES)
        state.butterfly_pool.remove(token)
        table.tell(
            "GL-12.13", "butterfly_drawn", seat, token=TOKEN_NAMES[token], source=str(SOURCE_NAMES[source])
        )
        _keep(state, seat, token, table)


def _keep(state: State, seat: Seat, token: int, table: Table) -> None:
    """GL-12.12: kept; GL-12.14: an instant token gives at once. Surplus and instants go beside the pool."""
    player = state.players[seat]
    if token in INSTANT_TOKENS:
        for effect in EFFECTS[SOURCE[TOKEN_NAMES[token]]]:
            gain(state, seat, effect.what, effect.n, "GL-12.14", TOKEN_NAMES[token], table)
    elif (
        token not in COLOUR_TOKENS or player.butterflies.count(token) < RULE_NUMBERS.butterfly_max_per_colour
    ):
        insort(player.butterflies, token)
        return
    insort(state.butterflies_aside, token)
    table.tell(
        "GL-12.14" if token in INSTANT_TOKENS else "GL-12.12",
        "butterfly_aside",
        seat,
        token=TOKEN_NAMES[token],
    )


def exchange(state: State, seat: Seat, count: int, source: int, table: Table) -> None:
    """GL-12.16: draw, then put as many held tokens beside the pool."""
    draw_butterflies(state, seat, count, source, table)
    if state.players[seat].butterflies:
        push(state, "butterfly", seat, source, n=count)


def legal_butterfly(state: State, seat: Seat) -> list[Action]:
    """D_BUTTERFLY: held tokens, one option per kind."""
    return [BUTTERFLY[token] for token in sorted(set(state.players[seat].butterflies))]


def refuse_butterfly(state: State, seat: Seat, action: ReturnButterfly) -> RuleId | None:
    if (rule := refuse_pending(state, seat, "butterfly")) is not None:
        return rule
    return None if action in legal_butterfly(state, seat) else "GL-12.16"


def butterfly(state: State, seat: Seat, action: ReturnButterfly, table: Table) -> None:
    """GL-12.16, GL-12.17: a held token goes face up beside the pool."""
    due = state.pending[-1]
    _put_aside(state, seat, TOKEN_NAMES.index(action.token))
    rule = "GL-12.17" if due.source in _PAID_WITH_BUTTERFLIES else "GL-12.16"
    table.tell(rule, "butterfly_returned", seat, token=action.token, source=str(SOURCE_NAMES[due.source]))
    due.n -= 1
    if due.n <= 0 or not state.players[seat].butterflies:
        state.pending.pop()


def _put_aside(state: State, seat: Seat, token: int) -> None:
    state.players[seat].butterflies.remove(token)
    insort(state.butterflies_aside, token)


# Held tokens (GL-12.18, GL-12.19) ---------------------------------------------------------------------

_SKULL_PHASES = ("recruit", "reroll", "noon", "afternoon")
_CANCEL_PHASES = ("reroll", "noon", "afternoon")


def has_skull(player: Player) -> bool:
    """GL-12.19: a skull token, and something to lose."""
    return SKULL_TOKEN in player.butterflies and can_lose(player)


def _refuse_use(state: State, seat: Seat, phases: tuple[str, ...]) -> RuleId | None:
    if state.phase not in phases or state.pending:
        return "GL-12.19"
    return None if seat == state.actor else "GL-3.4"


def refuse_use_skull(state: State, seat: Seat, action: UseSkull) -> RuleId | None:
    if (rule := _refuse_use(state, seat, _SKULL_PHASES)) is not None:
        return rule
    return None if has_skull(state.players[seat]) else "GL-12.19"


def use_skull(state: State, seat: Seat, action: UseSkull, table: Table) -> None:
    """GL-12.18: like a skull on the map; then the same decision is asked again."""
    _put_aside(state, seat, SKULL_TOKEN)
    table.tell("GL-12.18", "butterfly_used", seat, token=TOKEN_NAMES[SKULL_TOKEN])
    push(state, "lose_one", seat, SOURCE[TOKEN_NAMES[SKULL_TOKEN]])


def refuse_use_cancel(state: State, seat: Seat, action: UseCancel) -> RuleId | None:
    if (rule := _refuse_use(state, seat, _CANCEL_PHASES)) is not None:
        return rule
    usable = CANCEL_TOKEN in state.players[seat].butterflies and action.element in ELEMENTS
    return None if usable else "GL-12.19"


def use_cancel(state: State, seat: Seat, action: UseCancel, table: Table) -> None:
    """GL-12.18: until the end of the day own dice are cancelled while they show the element."""
    player = state.players[seat]
    _put_aside(state, seat, CANCEL_TOKEN)
    insort(player.cancelled, ELEMENTS.index(action.element))
    recount(player)
    table.tell("GL-12.18", "butterfly_used", seat, token=TOKEN_NAMES[CANCEL_TOKEN])
    table.tell("GL-12.18", "element_cancelled", seat, element=action.element, token=TOKEN_NAMES[CANCEL_TOKEN])


def refuse_mix(state: State, seat: Seat, action: MixButterflies) -> RuleId | None:
    return refuse_table(state, seat, "mix")


def mix_butterflies(state: State, seat: Seat, action: MixButterflies, table: Table) -> None:
    """GL-12.20: the tokens beside the pool go back into it."""
    table.tell("GL-12.20", "butterflies_mixed", count=len(state.butterflies_aside))
    state.butterfly_pool = sorted([*state.butterfly_pool, *state.butterflies_aside])
    state.butterflies_aside = []
    begin_phase(state, "afternoon")
