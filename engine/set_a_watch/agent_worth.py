"""How good a position is for the party, and small preferences. Points are integers; 100 is one ready card."""

from __future__ import annotations

from itertools import zip_longest

from engine.set_a_watch.cards import (
    ABILITY_NAMES,
    ATTACK,
    CARD_NAMES,
    CARDS,
    FINAL_ROUND,
    FIREWOOD_CHANGE,
    HEALTH,
    IS_PASSIVE,
    IS_SUMMON,
    KIND,
    LINE_SIZE,
    LOCATION_NAMES,
)
from engine.set_a_watch.rules.firewood import lit
from engine.set_a_watch.rules.line import OWN_KIND
from engine.set_a_watch.rules.party import held
from engine.set_a_watch.state import OVER, State

WIN = 1_000_000
_CARD_WORTH = {
    "magic_sword": 150, "curse": 120, "shockbolt": 160, "chaos_blast": 160, "backstab": 120, "long_shot": 150,
    "tame_beast": 105, "set_snares": 110, "hunt": 70, "animal_sentry": 70, "tracking": 60, "rebuke": 70,
    "cleanse_undead": 90, "banish": 90, "blinding_light": 70, "protective_ward": 90, "elf_senses": 70,
    "far_sight": 60, "slumber": 70, "sharpshooter": 80, "poison_blade": 120, "throwing_daggers": 80,
    "smoke_bomb": 60, "stay_dead": 40, "wound": 110, "throw_axe": 130, "giants_bane": 70, "berserker": 110,
    "cleave": 60, "polymorph": 80, "illuminate": 40, "shield_bash": 110, "taunt": 60, "dragon_lance": 110,
    "inspire": 80, "song_of_discord": 80, "siren_song": 80, "line_dance": 60, "harmonize": 70,
    "song_of_pain": 60,
}  # fmt: skip
ABILITY_WORTH = tuple(_CARD_WORTH.get(name, 0) if name else 0 for name in ABILITY_NAMES)
"""What a ready card is worth to keep."""
_TROUBLE = {
    "fae": 20, "wyvern": 90, "ember_drake": 160, "fell_beast": 90, "bandit": 50, "metal_golem": 30,
    "acolyte": 60, "vampire": 20, "skeletons": 20, "zombie_horde": 60, "fire_serpent": 90, "shade": 90,
    "hydra": 150, "lich": 120, "warlord": 120, "pyromancer": 70, "wraith_lord": 120, "wyvern_rider": 60,
    "werewolf": 40, "necromancer": 120, "goblin_chief": 60, "high_priestess": 60, "minotaur": 100,
    "phantom_cat": 60, "corrupt_druid": 10, "treant": -30,
}  # fmt: skip
BURDEN = tuple(
    350 if IS_SUMMON[card] else 60 * ATTACK[card] + 10 * HEALTH[card] + _TROUBLE.get(KIND[card], 0)
    for card in range(CARDS)
)
"""How unwelcome a card is in the next line."""
USUAL_BURDEN = 175
_SITE = {
    "hidden_temple": 40, "remote_tavern": 90, "elven_grove": 40, "sacred_city": 20, "wizards_cottage": 40,
    "cliff_watch": 60, "frost_caverns": 20, "lost_outpost": 20, "long_road": -30, "grand_arena": -80,
    "summoning_circle": -120, "mountain_keep": -90, "haunted_manor": -100, "snowy_pass": -30,
    "underground_tomb": -30, "fetid_swamp": -40, "desert_ruins": -20, "barren_plains": -120,
}  # fmt: skip
SITE_WORTH = tuple(
    45 * FIREWOOD_CHANGE[site] - 110 * LINE_SIZE[site] + _SITE.get(LOCATION_NAMES[site] or "", 0)
    for site in range(len(LOCATION_NAMES))
)
FIRE = tuple(
    65 * min(wood, 8) + 50 * max(0, min(wood, 11) - 8) + 30 * max(0, wood - 11) for wood in range(16)
)
"""What so much firewood is worth."""
LEFT, STRIKE, UNKNOWN_STRIKE, TOO_MUCH = 75, 130, 130, 500
FINAL_LEFT = 700
HORDE = 60
"""What a card of the Horde costs: it will stand in the last line."""
CARD, LATE, LAST_CARD = 130, 5, 150
"""What a ready card is worth, per cent of `ABILITY_WORTH`: in round 0, more per round, and in the last round."""
SOME_READY = 120
"""Having a ready card at all: without one an adventurer loses its dice in the next watch (SW-9.1)."""
HOPE_DIE, HOPE_PIP = 18, 4
"""What an available die promises in an attack, and more per pip."""
USE, LAST_USE = 30, 150
"""What it promises on a card that has had no die, per cent of `ABILITY_WORTH`; more in the last round, so that
a card is used with a die there before it is exhausted."""


def worth(state: State) -> int:
    """What the party would have if the watch ended here: cards, fire, less what is left in the line."""
    if state.phase == OVER:
        return WIN if state.won else -WIN
    points = FIRE[state.firewood] - HORDE * len(state.horde)
    final = state.round == FINAL_ROUND
    card = LAST_CARD if final else CARD + LATE * state.round
    on_watch = 0
    for who, one in enumerate(state.adventurers):
        ready = 0
        for slot in one.board:
            if slot.ready:
                ready += 1
                points += ABILITY_WORTH[slot.card] * card // 100
        if ready and not final:
            points += SOME_READY
        if who != state.camper:
            on_watch += ready
        points += 30 * len(one.tamed)
    strike = 0
    for spot in state.line:
        if final:
            points -= FINAL_LEFT + _toughness(state, spot.card)
        elif spot.up or spot.known:
            strike += 100 * ATTACK[spot.card]
            points -= LEFT + BURDEN[spot.card] // 6
        else:
            strike += UNKNOWN_STRIKE
            points -= LEFT + USUAL_BURDEN // 6
    if not final:
        points -= strike * STRIKE // 100
        if strike > 100 * on_watch:
            points -= (strike - 100 * on_watch) * TOO_MUCH // 100 + 300
    return points


def ending_loses(state: State) -> bool:
    """Would the party lose if the watch ended here (as far as it can be known)?"""
    if not state.line:
        return False
    if state.round == FINAL_ROUND:
        return True
    strike = sum(ATTACK[spot.card] if spot.up or spot.known else 1 for spot in state.line)
    ready = [slot.ready for who in range(4) if who != state.camper for slot in state.adventurers[who].board]
    return strike > sum(ready)


def _toughness(state: State, card: int) -> int:
    return 12 * (HEALTH[card] if not OWN_KIND[card] else 8) + BURDEN[card] // 4


def hope(state: State) -> int:
    """What dice that may still be used promise, low ones on cards, others in attacks; it is lost with the watch."""
    points = 0
    use = LAST_USE if state.round == FINAL_ROUND else USE
    for who, one in enumerate(state.adventurers):
        if not one.participates:
            continue
        uses = [
            use * ABILITY_WORTH[slot.card] // 100
            for slot in one.board
            if slot.ready and not slot.die_used and not IS_PASSIVE[slot.card]
        ]
        values = sorted([state.dice[die].value for die in held(state, who)])
        for value, use_of_card in zip_longest(values, sorted(uses, reverse=True)[: len(values)], fillvalue=0):
            points += max(HOPE_DIE + HOPE_PIP * value, use_of_card)
    return points


def progress(state: State) -> int:
    """Small things that help later in the watch: damage that lies, cards that can be seen."""
    points = 0
    for spot in state.line:
        if spot.up:
            points += 4 * min(spot.damage, 10) + 5 * spot.wound
    return points + 2 * lit(state)


def burden_of(name: str) -> int:
    """`BURDEN` by name."""
    return BURDEN[CARD_NAMES.index(name)]
