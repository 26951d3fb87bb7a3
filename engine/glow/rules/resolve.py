"""GL-6.13: effects from left to right, whoever they come from. One table from power to function."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.game import RuleId, Seat
from engine.core.table import Table
from engine.glow.cards import CARD_NAMES, Effect
from engine.glow.effects import EFFECTS, SOURCE_NAMES
from engine.glow.rules.butterflies import draw_butterflies, exchange
from engine.glow.rules.companions import bury, may_lose_one, place_of, spell_to_others
from engine.glow.rules.gains import gain, lose
from engine.glow.rules.turn import push
from engine.glow.state import Pending, State

Power = Callable[[State, Seat, int, Effect, Table], None]
_CARDS = len(CARD_NAMES)


def _rule(state: State, source: int) -> RuleId:
    """The rule by which a source acts: a card at noon, a place on either board."""
    if source < _CARDS:
        return "GL-6.13"
    return "GL-8.10" if state.side == 0 else "GL-9.7"


def run_effects(state: State, item: Pending, table: Table) -> None:
    """GL-6.13: from the effect `n` on. A decision inside comes first, the rest waits below it."""
    effects = EFFECTS[item.source]
    seat, source = item.seat, item.source
    for place in range(item.n, len(effects)):
        effect = effects[place]
        if effect.do == "gain":
            gain(state, seat, effect.what, effect.n, _rule(state, source), SOURCE_NAMES[source], table)
            continue
        depth = len(state.pending)
        POWERS[effect.do](state, seat, source, effect, table)
        if len(state.pending) > depth:
            if place + 1 < len(effects):
                state.pending.insert(depth, Pending("effects", seat, source, 0, place + 1))
            return


def start_effects(state: State, seat: Seat, source: int, table: Table) -> None:
    """All effects of a source."""
    run_effects(state, Pending("effects", seat, source), table)


def _lose(state: State, seat: Seat, source: int, effect: Effect, table: Table) -> None:
    rule = "GL-8.11" if source >= _CARDS else "GL-6.13"
    lose(state, seat, effect.what, effect.n, rule, SOURCE_NAMES[source], table)


def _self_death(state: State, seat: Seat, source: int, effect: Effect, table: Table) -> None:
    place = place_of(state.players[seat], source)
    bury(state, seat, place, "GL-7.1", str(SOURCE_NAMES[source]), table)


def _spell_to_others(state: State, seat: Seat, source: int, effect: Effect, table: Table) -> None:
    spell_to_others(state, seat, table)


def _take_from_cemetery(state: State, seat: Seat, source: int, effect: Effect, table: Table) -> None:
    push(state, "cemetery", seat, source)


def _lose_one(state: State, seat: Seat, source: int, effect: Effect, table: Table) -> None:
    may_lose_one(state, seat, source, table)


def _newest_death(state: State, seat: Seat, source: int, effect: Effect, table: Table) -> None:
    newest = len(state.players[seat].row) - 1
    bury(state, seat, newest, "GL-7.14", str(SOURCE_NAMES[source]), table)


def _draw(state: State, seat: Seat, source: int, effect: Effect, table: Table) -> None:
    draw_butterflies(state, seat, effect.n, source, table)


def _exchange(state: State, seat: Seat, source: int, effect: Effect, table: Table) -> None:
    exchange(state, seat, effect.n, source, table)


POWERS: dict[str, Power] = {
    "lose": _lose,
    "self_death": _self_death,
    "spell_to_others": _spell_to_others,
    "take_from_cemetery": _take_from_cemetery,
    "remove_companion_or_spell": _lose_one,
    "newest_companion_death": _newest_death,
    "draw_butterfly": _draw,
    "exchange_butterfly": _exchange,
}
