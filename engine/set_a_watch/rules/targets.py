"""Chapter 17: what each ability may be used on. `TARGETS` leads from an ability to its function.

A function answers with codes, one per option, in order: a position, a card number, or several numbers in
one; `FIELDS` spells a code out as the fields of an action. No code: the activation is illegal (SW-12.5).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.set_a_watch.cards import (
    ABILITY_DATA,
    ADVENTURER_NAMES,
    CARD_NAMES,
    DRAGON,
    FOREST,
    IS_SUMMON,
    REACH,
    TAMED_LIMIT,
    TYPE,
    UNDEAD,
    type_number,
)
from engine.set_a_watch.rules.line import CAT, LICH, healths, is_immune
from engine.set_a_watch.rules.party import merged, own_available, size_of
from engine.set_a_watch.state import ON_CREATURE, SPENT, State

Codes = tuple[int, ...]
NONE: Codes = (0,)
NO: Codes = ()
PAIR = 100
"""Codes of two numbers: the first times this, plus the second."""


SPECIAL = tuple(summon or cat or lich for summon, cat, lich in zip(IS_SUMMON, CAT, LICH, strict=True))
"""Cards that cannot be touched, or that keep others from being touched."""


class Sight:
    """What an ability may touch now (SW-12.6), worked out once for a list of options."""

    __slots__ = ("_healths", "down", "state", "up")

    def __init__(self, state: State) -> None:
        self.state = state
        self._healths: list[int] | None = None
        self.up = up = []  # type: list[int]
        """Positions of face-up creatures."""
        self.down = down = []  # type: list[int]
        """Positions of face-down cards."""
        position = 0
        for spot in state.line:
            position += 1
            if not spot.up:
                down.append(position)
                continue
            card = spot.card
            if not SPECIAL[card]:
                up.append(position)
            elif not IS_SUMMON[card] and not (CAT[card] and is_immune(state, position - 1)):
                up.append(position)
                if LICH[card] and not spot.blank:
                    break

    def of_types(self, wanted: tuple[bool, ...]) -> Codes:
        """Positions of face-up creatures of these types."""
        line = self.state.line
        found = []
        for position in self.up:
            if wanted[TYPE[line[position - 1].card]]:
                found.append(position)
        return tuple(found)

    @property
    def touch(self) -> list[int]:
        """Positions of both, front to back."""
        return sorted([*self.up, *self.down])

    def health(self, position: int) -> int:
        """Current health (SW-11.1)."""
        if self._healths is None:
            self._healths = healths(self.state)
        return self._healths[position - 1]

    def card(self, position: int) -> int:
        """The card in a position."""
        return self.state.line[position - 1].card


def _types(name: str) -> tuple[bool, ...]:
    """For each creature type: does the ability's text name it?"""
    effect = ABILITY_DATA[name]["effects"][0]
    wanted = [type_number(kind) for kind in effect["target"]["type"]]
    return tuple(number in wanted for number in range(max(TYPE) + 1))


IS_UNDEAD = tuple(number == UNDEAD for number in range(max(TYPE) + 1))
TAME, SIREN, BANISHED = _types("tame_beast"), _types("siren_song"), _types("banish")
SHOCK: int = ABILITY_DATA["shockbolt"]["effects"][0]["target"]["max_health"]


def tame_beast(state: State, sight: Sight, who: int) -> Codes:
    """SW-17.TB, SW-13.5."""
    if len(state.adventurers[who].tamed) >= TAMED_LIMIT:
        return NO
    return sight.of_types(TAME)


def siren_song(state: State, sight: Sight, who: int) -> Codes:
    """SW-17.SI, SW-13.5."""
    if len(state.adventurers[who].tamed) >= TAMED_LIMIT:
        return NO
    return sight.of_types(SIREN)


def any_creature(state: State, sight: Sight, who: int) -> Codes:
    """SW-17.SS, SW-17.SL, SW-17.DI: a face-up creature."""
    return tuple(sight.up)


def hunt(state: State, sight: Sight, who: int) -> Codes:
    """SW-17.HU: a forest creature of the Graveyard, from the top."""
    if len(state.adventurers[who].tamed) >= TAMED_LIMIT:
        return NO
    return tuple([card for card in state.graveyard if TYPE[card] == FOREST])


def animal_sentry(state: State, sight: Sight, who: int) -> Codes:
    """SW-17.AS: the tamed forest creature discarded; the last card must be one that it may touch."""
    if len(state.line) not in sight.touch:
        return NO
    return tuple([card for card in state.adventurers[who].tamed if TYPE[card] == FOREST])


def tracking(state: State, sight: Sight, who: int) -> Codes:
    """SW-17.TK: position 1."""
    return (1,) if 1 in tame_beast(state, sight, who) else NO


def rebuke(state: State, sight: Sight, who: int) -> Codes:
    """SW-17.RB: back to each later position, or (code with position 0) defeat an undead in position 1."""
    last = len(state.line)
    codes = [position * PAIR + to for position in sight.up for to in range(position + 1, last + 1)]
    if 1 in sight.up and TYPE[sight.card(1)] == UNDEAD:
        codes.append(PAIR)
    return tuple(codes)


def cleanse_undead(state: State, sight: Sight, who: int) -> Codes:
    """SW-17.CU."""
    return NONE if sight.of_types(IS_UNDEAD) else NO


def banish(state: State, sight: Sight, who: int) -> Codes:
    """SW-17.BN."""
    return sight.of_types(BANISHED)


def face_down_exists(state: State, sight: Sight, who: int) -> Codes:
    """SW-17.BL, SW-17.BK: the cards are follow-ups."""
    return NONE if sight.down else NO


def front_creature(state: State, sight: Sight, who: int) -> Codes:
    """SW-17.PW, SW-17.MS: the creature in position 1."""
    return (1,) if 1 in sight.up else NO


def always(state: State, sight: Sight, who: int) -> Codes:
    """SW-17.ES, SW-17.FR, SW-17.PB: something always changes."""
    return NONE


def long_shot(state: State, sight: Sight, who: int) -> Codes:
    """SW-17.LS: a face-down card."""
    return tuple(sight.down)


def sharpshooter(state: State, sight: Sight, who: int) -> Codes:
    """SW-17.SP: own dice used for a direct attack."""
    dice = state.dice
    used = [die for die in range(3 * who, 3 * who + 3)
            if dice[die].holder == who and dice[die].place in (ON_CREATURE, SPENT)]  # fmt: skip
    return tuple([die + 1 for die in merged(state, used)])


def throwing_daggers(state: State, sight: Sight, who: int) -> Codes:
    """SW-17.TD: a card to flip, a die to raise, or a range to gain (the die on the card is looked at later)."""
    one = state.adventurers[who]
    if sight.down or (REACH[one.id] == 1 and not one.daggers):
        return NONE
    return NONE if can_raise(state, who, -1) else NO


def can_raise(state: State, who: int, spent: int) -> bool:
    """SW-17.TD: is there an own available die below its maximum, besides the one spent on the card?"""
    return any(
        state.dice[die].value < size_of(state, die) for die in own_available(state, who) if die != spent
    )


def smoke_bomb(state: State, sight: Sight, who: int) -> Codes:
    """SW-17.SB: not on a blanked creature (SW-12.5)."""
    return tuple([position for position in sight.up if not state.line[position - 1].blank])


def wound(state: State, sight: Sight, who: int) -> Codes:
    """SW-17.WO: health 1 has no half to lose (SW-12.5)."""
    return tuple([position for position in sight.up if sight.health(position) > 1])


def second_creature(state: State, sight: Sight, who: int) -> Codes:
    """SW-17.TA: the creature in position 2."""
    return (2,) if 2 in sight.up else NO


def shield_bash(state: State, sight: Sight, who: int) -> Codes:
    """SW-17.SH: positions 1 and 2 face-up."""
    return (2,) if 2 in sight.up and 1 in sight.up else NO


def giants_bane(state: State, sight: Sight, who: int) -> Codes:
    """SW-17.GB: does not stack."""
    return NO if state.watch.giants_bane else NONE


def berserker(state: State, sight: Sight, who: int) -> Codes:
    """SW-17.BS: weaker neighbours of what your action just now defeated."""
    watch = state.watch
    if watch.actor != who or not watch.kills:
        return NO
    return tuple([
        position
        for position in sight.up
        if any(
            sight.card(position) in (kill.front, kill.back) and sight.health(position) < kill.health
            for kill in watch.kills
        )
    ])  # fmt: skip


def curse(state: State, sight: Sight, who: int) -> Codes:
    """SW-17.CR: a creature with an attack die (SW-13.6: or a mark)."""
    attacked = [die.on for die in state.dice if die.place == ON_CREATURE]
    line = state.line
    return tuple([
        position for position in sight.up
        if line[position - 1].hit or line[position - 1].card in attacked
    ])  # fmt: skip


def chaos_blast(state: State, sight: Sight, who: int) -> Codes:
    """SW-17.CH: the front one of two adjacent face-up creatures."""
    return tuple([position for position in sight.up if position + 1 in sight.up])


def polymorph(state: State, sight: Sight, who: int) -> Codes:
    """SW-17.PO: needs a creature in the Graveyard."""
    return tuple(sight.up) if any(not IS_SUMMON[card] for card in state.graveyard) else NO


def shockbolt(state: State, sight: Sight, who: int) -> Codes:
    """SW-17.SK."""
    return tuple([position for position in sight.up if sight.health(position) <= SHOCK])


def illuminate(state: State, sight: Sight, who: int) -> Codes:
    """SW-17.IL: the frontmost face-down card, if an ability may touch it."""
    if not sight.down or state.firewood < 1:
        return NO
    return NONE


def taunt(state: State, sight: Sight, who: int) -> Codes:
    """SW-17.TU: any card behind position 1."""
    return tuple([position for position in sight.touch if position > 1])


def dragon_lance(state: State, sight: Sight, who: int) -> Codes:
    """SW-17.DL: dragons, then (code with PAIR) damage to position 2."""
    codes = [position for position in sight.up if TYPE[sight.card(position)] == DRAGON]
    if 2 in sight.up:
        codes.append(PAIR + 2)
    return tuple(codes)


def inspire_die(state: State, who: int) -> int:
    """SW-17.IN: the available own die of lowest `rolled`, of equals the lower `value`; -1: none can rise."""
    dice = own_available(state, who)
    if not dice:
        return -1
    lowest = min(dice, key=lambda die: (state.dice[die].rolled, state.dice[die].value))
    return lowest if state.dice[lowest].value < size_of(state, lowest) else -1


def inspire(state: State, sight: Sight, who: int) -> Codes:
    """SW-17.IN: participating adventurers, in party order."""
    return tuple([
        one.id for other, one in enumerate(state.adventurers)
        if one.participates and inspire_die(state, other) >= 0
    ])  # fmt: skip


def line_dance(state: State, sight: Sight, who: int) -> Codes:
    """SW-17.LD: the front card of a pair."""
    return tuple(sight.touch[:-1])


def harmonize(state: State, sight: Sight, who: int) -> Codes:
    """SW-17.HA: another participating adventurer and a creature that it is not yet in harmony with."""
    return tuple([
        one.id * PAIR + position
        for other, one in enumerate(state.adventurers)
        if other != who and one.participates
        for position in sight.up
        if state.line[position - 1].harmony != other
    ])  # fmt: skip


TARGETS: dict[str, Callable[[State, Sight, int], Codes]] = {
    "tame_beast": tame_beast,
    "set_snares": any_creature,
    "hunt": hunt,
    "animal_sentry": animal_sentry,
    "tracking": tracking,
    "rebuke": rebuke,
    "cleanse_undead": cleanse_undead,
    "banish": banish,
    "blinding_light": face_down_exists,
    "protective_ward": front_creature,
    "elf_senses": always,
    "far_sight": always,
    "long_shot": long_shot,
    "slumber": any_creature,
    "sharpshooter": sharpshooter,
    "poison_blade": always,
    "throwing_daggers": throwing_daggers,
    "backstab": face_down_exists,
    "smoke_bomb": smoke_bomb,
    "wound": wound,
    "throw_axe": second_creature,
    "giants_bane": giants_bane,
    "berserker": berserker,
    "curse": curse,
    "chaos_blast": chaos_blast,
    "polymorph": polymorph,
    "shockbolt": shockbolt,
    "illuminate": illuminate,
    "shield_bash": shield_bash,
    "magic_sword": front_creature,
    "taunt": taunt,
    "dragon_lance": dragon_lance,
    "inspire": inspire,
    "song_of_discord": any_creature,
    "siren_song": siren_song,
    "line_dance": line_dance,
    "harmonize": harmonize,
    # Automatic passives are never used: rules ask whether they work (defeat.py, attacks.py).
    "stay_dead": lambda state, sight, who: NO,
    "cleave": lambda state, sight, who: NO,
    "song_of_pain": lambda state, sight, who: NO,
}


def fields(name: str, code: int) -> dict[str, Any]:
    """The fields of an action that a code stands for."""
    match name:
        case "hunt" | "animal_sentry":
            return {"creature": str(CARD_NAMES[code])}
        case "rebuke":
            position, to = divmod(code, PAIR)
            return {"target": position, "to": to, "effect": "move" if to else "defeat"}
        case "dragon_lance":
            return {"target": code % PAIR, "effect": "damage" if code > PAIR else "defeat"}
        case "inspire":
            return {"adventurer": str(ADVENTURER_NAMES[code])}
        case "harmonize":
            return {"adventurer": str(ADVENTURER_NAMES[code // PAIR]), "target": code % PAIR}
        case "sharpshooter":
            return {"die": code}
    return {"target": code} if code else {}
