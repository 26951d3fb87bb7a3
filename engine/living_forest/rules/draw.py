"""Chapter 4: the draw phase. Every player who has not stopped may act; no step touches another player."""

from __future__ import annotations

from engine.core.game import Action, RuleId, Seat
from engine.core.table import Table
from engine.living_forest.actions import DISCARD, DRAW, STOP, DiscardWithFragment, Draw, Stop
from engine.living_forest.cards import CARD_NAMES, DATA, VARAN
from engine.living_forest.rules.phase import refuse_phase
from engine.living_forest.rules.turn import begin_turns
from engine.living_forest.state import Player, State
from engine.living_forest.totals import add_card, remove_card

BLACK_LIMIT = DATA.actions.black_limit


def drawing(state: State) -> tuple[Seat, ...]:
    """LF-4.2: who has not stopped, in turn order (LF-0.2)."""
    players = state.players
    first = state.first
    seats = (*range(first, len(players)), *range(first))
    return tuple([seat for seat in seats if not players[seat].stopped])


def may_draw(player: Player) -> bool:
    """LF-4.8, LF-4.16."""
    return player.net_black < BLACK_LIMIT and bool(player.deck or player.discard)


def may_discard(player: Player) -> bool:
    """LF-4.10, LF-4.13."""
    return player.just_drew and player.fragments > 0 and bool(player.line)


def legal_draw(state: State, seat: Seat) -> list[Action]:
    """The table of chapter 4, in its order."""
    player = state.players[seat]
    options: list[Action] = []
    if may_draw(player):
        options.append(DRAW)
    if player.line:
        options.append(STOP)
    if may_discard(player):
        options.append(DISCARD)
    return options


def _refuse_seat(state: State, seat: Seat) -> RuleId | None:
    if (rule := refuse_phase(state, "draw")) is not None:
        return rule
    if not 0 <= seat < len(state.players) or state.players[seat].stopped:
        return "LF-4.2"
    return None


def refuse_draw(state: State, seat: Seat, action: Draw) -> RuleId | None:
    if (rule := _refuse_seat(state, seat)) is not None:
        return rule
    player = state.players[seat]
    if player.net_black >= BLACK_LIMIT:
        return "LF-4.8"
    return None if may_draw(player) else "LF-4.16"


def draw(state: State, seat: Seat, action: Draw, table: Table) -> None:
    """LF-4.3: the top card of the deck goes to the end of the line."""
    player = state.players[seat]
    if not player.deck:
        _reshuffle(player, seat, table)
    card = player.deck.pop(0)
    player.line.append(card)
    player.just_drew = True
    add_card(player, card)
    table.tell("LF-4.3", "card_drawn", seat, card=str(CARD_NAMES[card]), net_black=player.net_black)
    if player.net_black >= BLACK_LIMIT:
        table.tell("LF-4.8", "forced_stop", seat)
    _stop_if_nothing_else(state, seat, table)


def _reshuffle(player: Player, seat: Seat, table: Table) -> None:
    """LF-4.4, LF-4.5, LF-12.3: the pile is sorted first, for its order means nothing (LF-12.6)."""
    label = f"p{seat + 1} deck {player.shuffles}"
    player.shuffles += 1
    player.deck = table.shuffle(label, sorted(player.discard), CARD_NAMES)
    player.discard = []
    table.tell("LF-4.4", "deck_shuffled", seat, cards=len(player.deck))


def refuse_stop(state: State, seat: Seat, action: Stop) -> RuleId | None:
    if (rule := _refuse_seat(state, seat)) is not None:
        return rule
    return None if state.players[seat].line else "LF-4.9"


def stop(state: State, seat: Seat, action: Stop, table: Table) -> None:
    """LF-4.9, LF-4.18: the number of actions is fixed; the last to stop opens the action phase."""
    player = state.players[seat]
    at_limit = player.net_black >= BLACK_LIMIT
    player.actions = DATA.actions.count_at_limit if at_limit else DATA.actions.count_below_limit
    player.stopped = True
    player.just_drew = False
    table.tell("LF-4.18", "stopped", seat, actions=player.actions, net_black=player.net_black)
    if all(other.stopped for other in state.players):
        begin_turns(state, table)


def refuse_discard(state: State, seat: Seat, action: DiscardWithFragment) -> RuleId | None:
    if (rule := _refuse_seat(state, seat)) is not None:
        return rule
    player = state.players[seat]
    if may_discard(player):
        return None
    return "LF-4.10" if player.just_drew and player.line else "LF-4.13"


def discard_with_fragment(state: State, seat: Seat, action: DiscardWithFragment, table: Table) -> None:
    """LF-4.10 to LF-4.14: the card just drawn leaves the line."""
    player = state.players[seat]
    player.fragments -= 1
    state.fragments += 1  # LF-4.12
    player.just_drew = False
    card = player.line.pop()
    remove_card(player, card)
    name = str(CARD_NAMES[card])
    table.tell("LF-4.12", "fragment_paid", seat)
    if card == VARAN:
        state.varans += 1
        table.tell("LF-4.11", "varan_returned", seat, card=name)
    else:
        player.discard.append(card)
        table.tell("LF-4.10", "card_discarded", seat, card=name)
    _stop_if_nothing_else(state, seat, table)


def _stop_if_nothing_else(state: State, seat: Seat, table: Table) -> None:
    """LF-4.17: whoever can only stop does so without being asked."""
    player = state.players[seat]
    if player.line and not may_draw(player) and not may_discard(player):
        table.tell("LF-4.17", "automatic_stop", seat)
        stop(state, seat, STOP, table)
