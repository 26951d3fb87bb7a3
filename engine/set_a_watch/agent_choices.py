"""What the agent chooses where it does not try things out: camp, and the small decisions of a round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.core.game import Action
from engine.set_a_watch import actions as a
from engine.set_a_watch.agent_worth import ABILITY_WORTH, BURDEN, FIRE, SITE_WORTH, USUAL_BURDEN, burden_of
from engine.set_a_watch.cards import (
    ABILITY_NAMES,
    ADVENTURER_NAMES,
    ATTACK,
    IS_UNHALLOWED,
    LOCATION_NAMES,
    REACH,
)
from engine.set_a_watch.rules.party import on_watch, own_rollable, size_of, slot_of, total_roll
from engine.set_a_watch.state import State

_ABILITY = {name: number for number, name in enumerate(ABILITY_NAMES) if name}
VANQUISH = 60
"""What taking a card out of the Horde is worth, times the round: the last round brings what is left of it."""
DOUBLES = 80
"""What two equal dice of the camper are worth while the Horde holds cards: they reach Vanquish."""
ALONE = 150
"""What the only ready card of somebody on watch is worth besides: without it three dice are lost (SW-9.1)."""
SCOUT = 60
"""What two seen creature cards are worth: less than the fire or a card."""
Points = Callable[[Any, State], int]


def choose(options: Sequence[Action], state: State) -> int:
    """The place of the option with most points, the first of equals."""
    points = [_POINTS[type(action)](action, state) if type(action) in _POINTS else 0 for action in options]
    return points.index(max(points))


def _card(action: Any, state: State) -> int:
    """A card to refresh: what it is worth, more for somebody who has no other."""
    card = _ABILITY[action.card]
    found = slot_of(state, card)
    if found is None:
        return ABILITY_WORTH[card]
    return ABILITY_WORTH[card] + _alone(state, found[0], 0)


def _alone(state: State, who: int, ready: int) -> int:
    """Points if the adventurer has just so many ready cards and is on watch."""
    return ALONE * (sum(slot.ready for slot in state.adventurers[who].board) == ready and who != state.camper)


def _loss(action: Any, state: State) -> int:
    """A card to exhaust: the cheapest; one that has had its die is used up for the round."""
    card = _ABILITY[action.card]
    found = slot_of(state, card)
    if found is None:
        return -ABILITY_WORTH[card]
    who, slot = found
    return 25 * slot.die_used - ABILITY_WORTH[card] - _alone(state, who, 1)


def _camper(action: a.Camper, state: State) -> int:
    """Who is tired, rolled low, and leaves the least behind; without a ready card the dice are lost anyway."""
    who = [one.id for one in state.adventurers].index(ADVENTURER_NAMES.index(action.adventurer))
    one = state.adventurers[who]
    tired = [ABILITY_WORTH[slot.card] for slot in one.board if not slot.ready]
    ready = [ABILITY_WORTH[slot.card] for slot in one.board if slot.ready]
    return (
        max(tired, default=0)
        + 25 * len(tired)
        + (DOUBLES if state.horde and _has_doubles(state, who) else 0)
        - (9 * total_roll(state, who) if ready else 0)
        - sum(ready) * 2 // 3
        - 40 * one.camps
    )


def _has_doubles(state: State, who: int) -> bool:
    """Two of the three own dice are equal."""
    return len({die.value for die in state.dice[3 * who : 3 * who + 3]}) < 3


def _camp_action(action: a.CampAction, state: State) -> int:
    """What a placement is worth; a low die rather than a high one."""
    value = state.dice[action.die - 1].value
    return _SPACE[action.space](state, value) - 2 * value


def _fire(state: State, more: int) -> int:
    return FIRE[min(15, state.firewood + more)] - FIRE[state.firewood]


def _tired(state: State) -> int:
    """The exhausted card of anybody that is worth most to refresh."""
    return max(
        [
            ABILITY_WORTH[slot.card] + _alone(state, who, 0)
            for who, one in enumerate(state.adventurers)
            for slot in one.board
            if not slot.ready
        ],
        default=0,
    )


def _better_card(state: State, who: int) -> int:
    """What a swap with a set-aside card gains."""
    one = state.adventurers[who]
    best = max([ABILITY_WORTH[card] for card in one.aside], default=0)
    return max(0, best - min(ABILITY_WORTH[slot.card] for slot in one.board)) * 2 // 3


_SPACE: dict[str, Callable[[State, int], int]] = {
    "chop_wood": lambda state, value: _fire(state, 2),
    "scout_ahead": lambda state, value: SCOUT if state.deck else 0,
    "check_map": lambda state, value: 60,
    "heal": lambda state, value: _tired(state) + 20,
    "equip": lambda state, value: _better_card(state, state.camper),
    "set_trap": lambda state, value: 14 * value + 10,
    "cleric_heal": lambda state, value: _tired(state) + 20,
    "wood_axe": lambda state, value: _fire(state, 4),
    "elven_scout": lambda state, value: 20,
    "prepared": lambda state, value: _better_card(state, state.camper) + 30,
    "teleport": lambda state, value: 110,
    "assist": lambda state, value: 14 * value + 20,
    "multi_talented": lambda state, value: 60,
}


def _rune_group(action: a.RuneGroup, state: State) -> int:
    """What the runes are worth, per die."""
    points = 0
    for rune in action.runes:
        if rune == "vanquish":
            points += VANQUISH * state.round if state.horde else 0
        elif rune == "seal":
            points += 60 if any(IS_UNHALLOWED[card] for card in state.graveyard) else 0
        else:
            points += sum(
                _reroll_gain(state, die)
                for who in on_watch(state)
                if any(slot.ready for slot in state.adventurers[who].board)
                for die in own_rollable(state, who)
            )
    return points // len(action.runes)


def _reroll_gain(state: State, die: int) -> int:
    """What a reroll gains on average, a low die most."""
    return max(0, 5 * (size_of(state, die) + 1) - 10 * state.dice[die].value)


def _dice(action: Any, state: State) -> int:
    """Dice to reroll: those below their average."""
    return sum(_low(state, die - 1) for die in action.dice)


def _low(state: State, die: int) -> int:
    """How far a die is below its average."""
    return 5 * (size_of(state, die) + 1) - 10 * state.dice[die].value - 5


def _die_to_lose(action: Any, state: State) -> int:
    number: int = action.die - 1
    return -state.dice[number].value


def _die_to_reroll(action: Any, state: State) -> int:
    return _low(state, action.die - 1)


def _die_to_raise(action: a.DaggersDie, state: State) -> int:
    return size_of(state, action.die - 1) - state.dice[action.die - 1].value


def _scout(action: a.ScoutOrder, state: State) -> int:
    """Unwelcome cards go to the bottom; of two on top the easier one comes first."""
    points = sum(USUAL_BURDEN - burden_of(name) for name in action.top)
    return 2 * points - (burden_of(action.top[0]) // 20 if action.top else 0)


def _elven(action: a.ElvenScoutOrder, state: State) -> int:
    """Easier ones first."""
    return sum(place * burden_of(name) for place, name in enumerate(action.top))


def _site(action: Any, state: State) -> int:
    return SITE_WORTH[LOCATION_NAMES.index(action.location)]


def _swap(action: Any, state: State) -> int:
    into = action.absent if isinstance(action, a.MultitalentSwap) else action.aside
    return ABILITY_WORTH[_ABILITY[into]] - ABILITY_WORTH[_ABILITY[action.card]]


def _assist(action: a.AssistTarget, state: State) -> int:
    one = next(one for one in state.adventurers if ADVENTURER_NAMES[one.id] == action.adventurer)
    return 10 * REACH[one.id] + 100 * any(slot.ready for slot in one.board)


def _creature_to_lose(action: Any, state: State) -> int:
    return burden_of(action.creature)


def _creature_to_gain(action: Any, state: State) -> int:
    return -burden_of(action.creature)


def _spot(action: Any, state: State) -> int:
    """A card of the line to defeat or to look at: the most unwelcome."""
    position: int = action.target
    spot = state.line[position - 1]
    return BURDEN[spot.card] + 100 * ATTACK[spot.card] if spot.up or spot.known else 100 - position


_POINTS: dict[type[Action], Points] = {
    a.Camper: _camper,
    a.CampAction: _camp_action,
    a.RuneGroup: _rune_group,
    a.CampRefresh: _card,
    a.VillageRefresh: _card,
    a.MonolithRefresh: _card,
    a.MonolithExhaust: _loss,
    a.HealTarget: _card,
    a.TempleRefresh: _card,
    a.ExhaustForEffect: _loss,
    a.PayFirewood: _loss,
    a.EndDamage: _loss,
    a.Seal: _creature_to_lose,
    a.SacredSeal: _creature_to_lose,
    a.CryptPick: _creature_to_gain,
    a.KeepTie: _creature_to_gain,
    a.PolymorphPick: _creature_to_gain,
    a.CottageReroll: _dice,
    a.BolsterDice: _dice,
    a.ScoutOrder: _scout,
    a.ElvenScoutOrder: _elven,
    a.MapChoice: _site,
    a.TeleportChoice: _site,
    a.EquipSwap: _swap,
    a.PreparedExtra: _swap,
    a.MultitalentSwap: _swap,
    a.AssistTarget: _assist,
    a.LowestDie: _die_to_lose,
    a.StealDie: _die_to_lose,
    a.VampireTie: _die_to_lose,
    a.LineDanceReroll: _die_to_reroll,
    a.CatacombsReroll: _die_to_reroll,
    a.DaggersDie: _die_to_raise,
    a.BackstabPick: _spot,
    a.CleansePick: _spot,
    a.CathedralPick: _spot,
}
