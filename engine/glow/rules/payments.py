"""GL-5.5 to GL-5.7, GL-12.29: what reroll points are paid with."""

from __future__ import annotations

from bisect import bisect_left, insort
from functools import lru_cache

from engine.core.game import Action, Seat
from engine.core.table import Table
from engine.glow.actions import REROLL, REROLL_SET
from engine.glow.cards import CARD_NAMES, CROLOS, DATA, REROLL_ICONS, RULE_NUMBERS
from engine.glow.rules.dice import owns
from engine.glow.rules.gains import pay
from engine.glow.state import Player, State

_SPACES = DATA.score_track.reroll_spaces


def icons_left(player: Player) -> int:
    """GL-5.5: unused reroll icons of the row."""
    icons = 0
    for companion in player.row:
        icons += REROLL_ICONS[companion.card]
    if player.icons_used:
        icons -= sum([player.icons_used.count(other.card) for other in player.row])
    return icons


def lower_space(light: int) -> int:
    """GL-5.6: the nearest reroll space strictly below; -1: none."""
    place = bisect_left(_SPACES, light)
    return _SPACES[place - 1] if place else -1


@lru_cache(maxsize=8192)
def payments(icons: int, tokens: int, light: int, crolos: bool) -> tuple[Action, ...]:
    """GL-5.3 to GL-5.7: possible payments of one, then of three; icons and tokens are cut off at three."""
    options: list[Action] = []
    possible = (icons, tokens, light, crolos and light >= RULE_NUMBERS.crolos_step)
    options.extend([choice for choice, able in zip(REROLL, possible, strict=True) if able])
    for choice in REROLL_SET:
        if choice.icons <= icons and choice.tokens <= tokens and (crolos or not choice.crolos):
            rest = light
            for _ in range(choice.steps):
                rest = lower_space(rest) if rest > 0 else -1
            if rest >= RULE_NUMBERS.crolos_step * choice.crolos:
                options.append(choice)
    return tuple(options)


def payments_of(player: Player) -> tuple[Action, ...]:
    return payments(min(icons_left(player), 3), min(player.rerolls, 3), player.light, owns(player, CROLOS))


def _use_icon(player: Player, seat: Seat, table: Table) -> None:
    """GL-5.5: an unused icon of the oldest companion that has one."""
    for companion in player.row:
        card = companion.card
        if REROLL_ICONS[card] > player.icons_used.count(card):
            insort(player.icons_used, card)
            table.tell("GL-5.5", "icon_used", seat, source=str(CARD_NAMES[card]))
            return


def pay_points(state: State, seat: Seat, amounts: tuple[int, int, int, int], table: Table) -> None:
    """GL-5.7: icons, tokens, steps, Crolos, in this order."""
    icons, tokens, steps, crolos = amounts
    player = state.players[seat]
    for _ in range(icons):
        _use_icon(player, seat, table)
    pay(state, seat, "reroll", tokens, "GL-5.5", "reroll", table)
    for _ in range(steps):
        pay(state, seat, "light", player.light - lower_space(player.light), "GL-5.6", "score_step", table)
    for _ in range(crolos):
        pay(state, seat, "light", RULE_NUMBERS.crolos_step, "GL-12.29", CARD_NAMES[CROLOS], table)
