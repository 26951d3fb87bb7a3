"""Which dice count (GL-6.1, GL-6.2), and large dice that come and go (GL-7.15 to GL-7.18)."""

from __future__ import annotations

from bisect import insort

from engine.core.game import Action, RuleId, Seat
from engine.core.table import Table
from engine.glow.actions import (
    DECLINE_DIE,
    RESERVE_DIE,
    RETURN_DIE,
    TAKE_DIE,
    ClaimDie,
    ReserveDie,
    ReturnDie,
)
from engine.glow.cards import (
    ANY_COLOUR,
    BLACK,
    CARD_NAMES,
    COLOUR_OF,
    COLOURS,
    COUNTED,
    CURSE_DIE,
    DIE_ICON,
    DIE_NAMES,
    ELEMENTS,
    IS_SMALL,
    KAAR,
    NO_FACE,
    TYPE_OF,
)
from engine.glow.rules.turn import push, refuse_pending, turn_order
from engine.glow.state import Companion, Die, Player, State

_COUNTED = len(COUNTED)
_ELEMENTS = len(ELEMENTS)


def owns(player: Player, card: int) -> bool:
    """Is this companion in the player's row?"""
    return any(companion.card == card for companion in player.row)


def is_inert(player: Player, die: int) -> bool:
    """GL-7.24: the small black die of Kaar's owner."""
    return die == CURSE_DIE and owns(player, KAAR)


def recount(player: Player) -> None:
    """GL-6.1, GL-6.2: counted dice by symbol. GL-7.21, GL-7.22: each black die cancels its element."""
    symbols = [0] * _COUNTED
    cancelled = 0
    for die in player.dice:
        face = die.face
        if not die.rolled or face >= _COUNTED:
            continue
        if COLOUR_OF[die.die] == BLACK:
            if is_inert(player, die.die):
                continue
            if face < _ELEMENTS:
                cancelled |= 1 << face
        symbols[face] += 1
    for element in player.cancelled:
        cancelled |= 1 << element  # GL-12.18
    if cancelled:
        for element in range(_ELEMENTS):
            if cancelled >> element & 1:
                symbols[element] = 0
    player.symbols = symbols


def add_die(player: Player, die: Die) -> None:
    """Dice lie in the order of their numbers (GL-3.6)."""
    player.dice.append(die)
    player.dice.sort(key=_number)


def _number(die: Die) -> int:
    return die.die


def lowest_of_each(dice: list[Die]) -> list[Die]:
    """GL-3.6: of dice alike the one with the lowest number."""
    if len(dice) < 2:
        return list(dice)
    seen: list[tuple[int, int, bool, bool]] = []
    result = []
    for die in dice:
        key = (TYPE_OF[die.die], die.face, die.rolled, die.used)
        if key not in seen:
            seen.append(key)
            result.append(die)
    return result


def take_icon_die(state: State, seat: Seat, companion: Companion, table: Table) -> None:
    """GL-7.15: the large die of a die icon, if the reserve has one."""
    icon = DIE_ICON[companion.card]
    if icon == ANY_COLOUR:
        if state.reserve:
            push(state, "reserve_die", seat, companion.card)
        return
    for die in state.reserve:
        if COLOUR_OF[die] == icon:
            _take(state, seat, companion, die, "GL-7.15", table)
            return


def _take(state: State, seat: Seat, companion: Companion, die: int, rule: RuleId, table: Table) -> None:
    """GL-7.18: it is not rolled before the next roll of all dice."""
    state.reserve.remove(die)
    companion.die = COLOUR_OF[die]
    add_die(state.players[seat], Die(die, NO_FACE, False, False))
    table.tell(rule, "die_gained", seat, die=str(DIE_NAMES[die]), source=str(CARD_NAMES[companion.card]))


def legal_reserve_die(state: State, seat: Seat) -> list[Action]:
    """D_RESERVE_DIE: colours in the reserve."""
    return [RESERVE_DIE[COLOUR_OF[die]] for die in state.reserve]


def refuse_reserve_die(state: State, seat: Seat, action: ReserveDie) -> RuleId | None:
    if (rule := refuse_pending(state, seat, "reserve_die")) is not None:
        return rule
    return None if action in legal_reserve_die(state, seat) else "GL-7.15"


def reserve_die(state: State, seat: Seat, action: ReserveDie, table: Table) -> None:
    """GL-7.15: the colour chosen."""
    card = state.pending.pop().source
    wanted = COLOURS.index(action.colour)
    die = next(die for die in state.reserve if COLOUR_OF[die] == wanted)
    companion = next(companion for companion in state.players[seat].row if companion.card == card)
    _take(state, seat, companion, die, "GL-7.15", table)


def give_back(state: State, seat: Seat, wanted: int, source: int, table: Table) -> None:
    """GL-7.17: one large die of this colour returns; which one is asked when they differ."""
    dice = state.players[seat].dice
    alike = lowest_of_each([die for die in dice if COLOUR_OF[die.die] == wanted and not IS_SMALL[die.die]])
    if len(alike) > 1:
        push(state, "return_die", seat, source, alike[0].die)
    elif alike:
        _return(state, seat, alike[0].die, source, table)


def _return(state: State, seat: Seat, die: int, source: int, table: Table) -> None:
    """GL-7.16: back to the reserve; those who wait for it are asked in turn order, oldest Sketal first."""
    player = state.players[seat]
    player.dice = [other for other in player.dice if other.die != die]
    recount(player)
    insort(state.reserve, die)
    table.tell("GL-7.17", "die_lost", seat, die=str(DIE_NAMES[die]), source=str(CARD_NAMES[source]))
    waiting = [
        (other, companion.card)
        for other in turn_order(state)
        for companion in state.players[other].row
        if not companion.die and DIE_ICON[companion.card] in (ANY_COLOUR, COLOUR_OF[die])
    ]
    for other, card in reversed(waiting):
        push(state, "claim_die", other, card, die)


def legal_return_die(state: State, seat: Seat) -> list[Action]:
    """D_RETURN_DIE: own large dice of that colour."""
    wanted = COLOUR_OF[state.pending[-1].die]
    dice = state.players[seat].dice
    alike = lowest_of_each([die for die in dice if COLOUR_OF[die.die] == wanted and not IS_SMALL[die.die]])
    return [RETURN_DIE[die.die] for die in alike]


def refuse_return_die(state: State, seat: Seat, action: ReturnDie) -> RuleId | None:
    if (rule := refuse_pending(state, seat, "return_die")) is not None:
        return rule
    return None if action in legal_return_die(state, seat) else "GL-7.17"


def return_die(state: State, seat: Seat, action: ReturnDie, table: Table) -> None:
    """GL-7.17: the die chosen."""
    source = state.pending.pop().source
    _return(state, seat, DIE_NAMES.index(action.die), source, table)


def legal_claim_die(state: State, seat: Seat) -> list[Action]:
    """D_CLAIM_DIE: the returned die, decline."""
    return [TAKE_DIE, DECLINE_DIE]


def refuse_claim_die(state: State, seat: Seat, action: ClaimDie) -> RuleId | None:
    if (rule := refuse_pending(state, seat, "claim_die")) is not None:
        return rule
    return None if action in (TAKE_DIE, DECLINE_DIE) else "GL-7.16"


def claim_die(state: State, seat: Seat, action: ClaimDie, table: Table) -> None:
    """GL-7.16: taken, nobody else is asked; declined, the next one is."""
    claim = state.pending.pop()
    if action.choice == "decline":
        table.tell("GL-7.16", "die_declined", seat, die=str(DIE_NAMES[claim.die]))
        return
    while state.pending and state.pending[-1].what == "claim_die" and state.pending[-1].die == claim.die:
        state.pending.pop()
    companion = next(other for other in state.players[seat].row if other.card == claim.source)
    _take(state, seat, companion, claim.die, "GL-7.16", table)
