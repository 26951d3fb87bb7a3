"""Chapter 6: noon, the cards are resolved."""

from __future__ import annotations

from bisect import insort

from engine.core.game import Action, RuleId, Seat
from engine.core.table import Table
from engine.glow.actions import FINISH, FIRE, Fire
from engine.glow.cards import CARD_NAMES, FIRST_SPELL, SKULL_SPELL, card_number
from engine.glow.effects import ABILITY, Ability, firings
from engine.glow.rules.gains import held, pay
from engine.glow.rules.hulios import begin_noon
from engine.glow.rules.reroll import list_tokens
from engine.glow.rules.resolve import start_effects
from engine.glow.rules.turn import begin_phase, next_actor, push, refuse_turn
from engine.glow.state import SET_CHOICES, Player, State


def fireable(player: Player, card: int) -> bool:
    """GL-6.10: firings are left, the conditions hold, the payment is there."""
    ability = ABILITY[card]
    if ability is None:
        return False
    times = firings(ability, player.symbols)
    if not times:
        return False
    if card >= FIRST_SPELL:
        return card != SKULL_SPELL or bool(player.row)  # GL-7.13, GL-7.14
    if player.fired and times <= player.fired.count(card):
        return False
    return not ability.pay or _payable(player, ability)


def _payable(player: Player, ability: Ability) -> bool:
    """GL-6.9."""
    holdings = {
        "footprint": player.footprints,
        "firefly": player.fireflies,
        "reroll": player.rerolls,
        "butterfly": len(player.butterflies),
    }
    return all(holdings[what] >= n for what, n in ability.pay)


def fireable_cards(player: Player) -> list[int]:
    """GL-6.3: adventurer, companions, face-up spells, in this order."""
    cards = [player.adventurer, *[companion.card for companion in player.row]]
    if player.spells:
        cards.extend(sorted(set(player.spells)))
    return [card for card in cards if ABILITY[card] is not None and fireable(player, card)]


def legal_noon(state: State, seat: Seat) -> list[Action]:
    """D_NOON: fireable cards; tokens; finish if nothing is fireable."""
    player = state.players[seat]
    options: list[Action] = [FIRE[card] for card in fireable_cards(player)]
    idle = not options
    if player.butterflies:
        list_tokens(player, options)
    if idle:
        options.append(FINISH)
    return options


def refuse_fire(state: State, seat: Seat, action: Fire) -> RuleId | None:
    if (rule := refuse_turn(state, seat, "noon")) is not None:
        return rule
    player = state.players[seat]
    try:
        card = card_number(action.card)
    except KeyError:
        return "GL-6.3"
    own = card == player.adventurer or card in player.spells
    if not own and not any(companion.card == card for companion in player.row):
        return "GL-6.3"
    return None if fireable(player, card) else "GL-6.10"


def fire(state: State, seat: Seat, action: Fire, table: Table) -> None:
    """GL-6.13: pay, then the effects from left to right."""
    player = state.players[seat]
    card = card_number(action.card)
    ability = ABILITY[card]
    assert ability is not None
    table.tell("GL-6.12", "fired", seat, card=action.card)
    if card >= FIRST_SPELL:
        player.spells.remove(card)
        insort(state.spell_discards, card)
        table.tell("GL-7.13", "spell_discarded", seat, spell=action.card, source=action.card)
    else:
        insort(player.fired, card)
    asked = 0
    for what, n in ability.pay:
        if what == "butterfly":
            asked += n
        else:
            pay(state, seat, what, min(n, held(state, seat, what)), "GL-6.9", CARD_NAMES[card], table)
    if asked:
        push(state, "effects", seat, card)
        push(state, "butterfly", seat, card, n=asked)  # GL-12.17
    else:
        start_effects(state, seat, card, table)


def refuse_finish_noon(state: State, seat: Seat) -> RuleId | None:
    """GL-6.11: firing is compulsory."""
    return "GL-6.11" if fireable_cards(state.players[seat]) else None


def finish_noon(state: State, seat: Seat, table: Table) -> None:
    """GL-6.15: the next player; after the last one the butterflies (GL-12.20), then the afternoon."""
    if next_actor(state):
        begin_noon(state, table)
    elif "anibloom" in SET_CHOICES[state.sets]:
        state.phase = "mix"
    else:
        begin_phase(state, "afternoon")
