"""Hulios (GL-12.1 to GL-12.3): drawn cards are swapped in at the start of the own noon."""

from __future__ import annotations

from engine.core.game import Action, RuleId, Seat
from engine.core.table import Table
from engine.glow.actions import STOP, Stop, Swap
from engine.glow.cards import CARD_NAMES, COLOUR_OF, DRAW_CARD, HULIOS, LIME, card_number
from engine.glow.rules.companions import after_leaving, gain_companion, place_of
from engine.glow.rules.turn import push, refuse_pending
from engine.glow.state import Pending, State


def begin_noon(state: State, table: Table) -> None:
    """GL-12.1: one card for each lime die that shows its own face."""
    seat = state.actor
    player = state.players[seat]
    if player.adventurer != HULIOS:
        return
    wanted = sum(die.rolled and die.face == DRAW_CARD and COLOUR_OF[die.die] == LIME for die in player.dice)
    count = min(wanted, len(state.hulios_deck))
    for _ in range(count):
        card = state.hulios_deck.pop(0)
        player.hand.append(card)
        table.tell(
            "GL-12.1", "card_drawn", seat, secret={"companion": str(CARD_NAMES[card])}, source="draw_card"
        )
    if count:
        push(state, "swap", seat, HULIOS, n=count)


def legal_swap(state: State, seat: Seat) -> list[Action]:
    """D_SWAP: (drawn card, own companion), stop."""
    player = state.players[seat]
    options: list[Action] = [
        Swap(CARD_NAMES[card], CARD_NAMES[companion.card])  # type: ignore[arg-type]
        for card in player.hand
        for companion in player.row
    ]
    options.append(STOP)
    return options


def refuse_swap(state: State, seat: Seat, action: Swap) -> RuleId | None:
    if (rule := refuse_pending(state, seat, "swap")) is not None:
        return rule
    return None if action in legal_swap(state, seat) else "GL-12.1"


def swap(state: State, seat: Seat, action: Swap, table: Table) -> None:
    """GL-12.1, GL-12.3: the own companion leaves first, then the drawn card joins."""
    left = state.pending.pop().n - 1
    player = state.players[seat]
    card = card_number(action.card)
    player.hand.remove(card)
    if left:
        push(state, "swap", seat, HULIOS, n=left)
    else:
        push(state, "end_swaps", seat)
    push(state, "join", seat, card)
    companion = player.row.pop(place_of(player, card_number(action.companion)))
    player.replaced.append(companion.card)
    table.tell("GL-12.1", "companion_swapped_out", seat, companion=action.companion, source="hulios")
    after_leaving(state, seat, companion, table)


def join(state: State, item: Pending, table: Table) -> None:
    """GL-12.3: the drawn card is newest, with its die or the curse."""
    gain_companion(state, item.seat, item.source, "GL-12.3", "hulios", table)


def refuse_stop(state: State, seat: Seat, action: Stop) -> RuleId | None:
    return refuse_pending(state, seat, "swap")


def stop(state: State, seat: Seat, action: Stop, table: Table) -> None:
    """GL-12.1: swap no more."""
    state.pending.pop()
    push(state, "end_swaps", seat)


def end_swaps(state: State, item: Pending, table: Table) -> None:
    """GL-12.2: under the deck: unused cards in drawing order, then replaced companions."""
    player = state.players[item.seat]
    state.hulios_deck.extend([*player.hand, *player.replaced])
    table.tell("GL-12.2", "cards_put_back", item.seat, count=len(player.hand) + len(player.replaced))
    player.hand = []
    player.replaced = []
