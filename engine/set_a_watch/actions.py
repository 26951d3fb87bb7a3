"""The choices of the seats (section 21) and the steps of the table.

Kinds are the names of the document in snake_case. Positions, dice and the like count from 1; cards,
adventurers and locations are named. A field that does not apply to a card keeps its default and is left out
of logs. Instances are made once and shared: `made` finds one by its kind and fields.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal, TypeVar

from engine.core.game import Action

A = TypeVar("A", bound=Action)


class Arrive(Action, frozen=True, tag="arrive"):
    """Chapter 5: the table turns up a location, changes the firewood, resolves its arrival text."""


class Roll(Action, frozen=True, tag="roll"):
    """SW-6.1, SW-6.2: the table rolls all twelve dice."""


class BuildLine(Action, frozen=True, tag="build_line"):
    """SW-9.1, SW-9.2: who takes part in the watch, and its line."""


class Flip(Action, frozen=True, tag="flip"):
    """SW-10.7, SW-10.8: a card of the line is turned face-up."""


class RevealPower(Action, frozen=True, tag="reveal_power"):
    """SW-10.4: the pending Reveal power or Summon text farthest from the camp."""


class FirstPosition(Action, frozen=True, tag="first_position"):
    """SW-10.6: the First position power of the card in position 1."""


class PendingDamage(Action, frozen=True, tag="pending_damage"):
    """SW-10.5: the damage of Set Trap or Song of Discord."""


class Fall(Action, frozen=True, tag="fall"):
    """SW-10.3: a creature whose health fell to its damage is defeated."""


class Damage(Action, frozen=True, tag="damage"):
    """SW-19.1: the line left is turned face-up; its attack is the damage to take."""


class ToHorde(Action, frozen=True, tag="to_horde"):
    """SW-19.3: the cards left in the line join the Horde."""


class EndRound(Action, frozen=True, tag="end_round"):
    """SW-19.5 to SW-19.8: the round is over."""


class Camper(Action, frozen=True, tag="camper"):
    """SW-7.1: who camps."""

    adventurer: str


class CampRefresh(Action, frozen=True, tag="camp_refresh"):
    """SW-7.3: the camper refreshes a card."""

    card: str


class VillageRefresh(Action, frozen=True, tag="village_refresh"):
    """SW-7.4: an adventurer on watch refreshes a card, or `decline`."""

    card: str


class Outpost(Action, frozen=True, tag="outpost"):
    """SW-6.3: does the adventurer's lowest die gain 1?"""

    answer: Literal["yes", "no"]


class LowestDie(Action, frozen=True, tag="lowest_die"):
    """SW-6.4: which of the tied lowest dice goes onto Snowy Pass."""

    die: int


class MonolithRefresh(Action, frozen=True, tag="monolith_refresh"):
    """SW-18.WM: the card refreshed."""

    card: str


class MonolithExhaust(Action, frozen=True, tag="monolith_exhaust"):
    """SW-18.WM: the other card exhausted."""

    card: str


class Seal(Action, frozen=True, tag="seal"):
    """SW-8.11a: the Unhallowed that leaves the Graveyard."""

    creature: str


class SacredSeal(Action, frozen=True, tag="sacred_seal"):
    """SW-18.SC: the Unhallowed that leaves the Graveyard."""

    creature: str


class CottageReroll(Action, frozen=True, tag="cottage_reroll"):
    """SW-8.1: the dice that the camper rerolls; none is a choice too."""

    dice: tuple[int, ...]


class CampAction(Action, frozen=True, tag="camp_action"):
    """SW-8.2: a die of the camper on a space."""

    die: int
    space: str


class RuneGroup(Action, frozen=True, tag="rune_group"):
    """SW-8.11: equal dice on as many runes, resolved in this order."""

    dice: tuple[int, ...]
    runes: tuple[str, ...]


class EndCamp(Action, frozen=True, tag="end_camp"):
    """SW-8.2: the camper does nothing more; dice left are lost."""


class ScoutOrder(Action, frozen=True, tag="scout_order"):
    """SW-8.6: what goes on top and what to the bottom, the upper card first."""

    top: tuple[str, ...]
    bottom: tuple[str, ...]


class ElvenScoutOrder(Action, frozen=True, tag="elven_scout_order"):
    """SW-8.10: the new order of the top cards, the top one first."""

    top: tuple[str, ...]


class MapChoice(Action, frozen=True, tag="map_choice"):
    """SW-8.7: the location that goes on top of the map deck."""

    location: str


class TeleportChoice(Action, frozen=True, tag="teleport_choice"):
    """SW-8.10: the location that replaces the top of the map deck."""

    location: str


class HealTarget(Action, frozen=True, tag="heal_target"):
    """SW-8.8: the card refreshed."""

    card: str


class EquipSwap(Action, frozen=True, tag="equip_swap"):
    """SW-8.9: a board card of the camper goes, a set-aside card comes."""

    card: str
    aside: str


class PreparedExtra(Action, frozen=True, tag="prepared_extra"):
    """SW-8.10: an adventurer on watch swaps too, or `decline`."""

    adventurer: str
    card: str
    aside: str


class AssistTarget(Action, frozen=True, tag="assist_target"):
    """SW-8.10: who on watch gets the Knight's die."""

    adventurer: str


class MultitalentSwap(Action, frozen=True, tag="multitalent_swap"):
    """SW-8.10: a board card of the Bard goes, a card of an absent adventurer comes."""

    card: str
    absent: str


class BolsterDice(Action, frozen=True, tag="bolster_dice"):
    """SW-8.11c: the dice that one adventurer on watch will reroll; none is a choice too."""

    dice: tuple[int, ...]


class DirectAttack(Action, frozen=True, tag="direct_attack"):
    """SW-11.4: a die on the creature in a position."""

    die: int
    target: int


class AbilityDie(Action, frozen=True, tag="ability_die", omit_defaults=True):
    """SW-12.2: a die on a ready card. What else is named depends on the card:

    `target`: a position. `to`: Rebuke's new position. `effect`: "move" or "defeat" (Rebuke), "defeat" or
    "damage" (Dragon Lance). `creature`: from the Graveyard (Hunt), a tamed one (Animal Sentry's cost).
    """

    card: str
    die: int
    target: int = 0
    to: int = 0
    effect: Literal["", "move", "defeat", "damage"] = ""
    creature: str = ""


class AbilityExhaust(Action, frozen=True, tag="ability_exhaust", omit_defaults=True):
    """SW-12.3: a ready card is exhausted for its effect; fields as in `ability_die`."""

    card: str
    target: int = 0
    to: int = 0
    effect: Literal["", "move", "defeat", "damage"] = ""
    creature: str = ""


class Passive(Action, frozen=True, tag="passive", omit_defaults=True):
    """SW-13.1: a passive is used. `target`: a position. `adventurer`: Inspire, Harmonize. `die`: Sharpshooter."""

    card: str
    target: int = 0
    adventurer: str = ""
    die: int = 0


class TamedAttack(Action, frozen=True, tag="tamed_attack"):
    """SW-13.6: a tamed creature attacks the creature in a position."""

    creature: str
    target: int


class EndWatch(Action, frozen=True, tag="end_watch"):
    """SW-12.9: the watch ends with the line as it is."""


class Stoke(Action, frozen=True, tag="stoke"):
    """SW-14.6: a card is exhausted for firewood."""

    card: str


class Decline(Action, frozen=True, tag="decline"):
    """None of what is offered, where a decision may be declined."""


class BlindingLightCard(Action, frozen=True, tag="blinding_light_card"):
    """SW-17.BL: the position of the card to flip."""

    target: int


class BackstabCard(Action, frozen=True, tag="backstab_card"):
    """SW-17.BK: the position of a card to flip."""

    target: int


class BackstabPick(Action, frozen=True, tag="backstab_pick"):
    """SW-17.BK: the position of the flipped card to defeat."""

    target: int


class CleansePick(Action, frozen=True, tag="cleanse_pick"):
    """SW-17.CU: the position of the undead defeated next."""

    target: int


class DaggersCard(Action, frozen=True, tag="daggers_card"):
    """SW-17.TD: the position of the card to flip."""

    target: int


class DaggersDie(Action, frozen=True, tag="daggers_die"):
    """SW-17.TD: the die that goes to its maximum."""

    die: int


class PolymorphPick(Action, frozen=True, tag="polymorph_pick"):
    """SW-17.PO: the creature that comes out of the Graveyard."""

    creature: str


class LineDanceCard(Action, frozen=True, tag="line_dance_card"):
    """SW-17.LD: the position of the rear card of the pair."""

    target: int


class LineDanceReroll(Action, frozen=True, tag="line_dance_reroll"):
    """SW-17.LD: the die that is rerolled, or `decline`."""

    die: int


class StealDie(Action, frozen=True, tag="steal_die"):
    """SW-16.BA: the die that the Bandit gets."""

    die: int


class VampireTie(Action, frozen=True, tag="vampire_tie"):
    """SW-16.VA: which of the tied highest dice the Vampire gets."""

    die: int


class ExhaustForEffect(Action, frozen=True, tag="exhaust_for_effect"):
    """SW-14.3: the card of an adventurer on watch that an effect exhausts."""

    card: str


class PayFirewood(Action, frozen=True, tag="pay_firewood"):
    """SW-14.2: the card exhausted because the fire is out."""

    card: str


class CryptPick(Action, frozen=True, tag="crypt_pick"):
    """SW-16.SU: the Unhallowed summoned at the Ancient Crypt."""

    creature: str


class KeepTie(Action, frozen=True, tag="keep_tie"):
    """SW-18.MK: which of the strongest creatures comes back."""

    creature: str


class CathedralPick(Action, frozen=True, tag="cathedral_pick"):
    """SW-18.CC: the position of the creature defeated."""

    target: int


class EndDamage(Action, frozen=True, tag="end_damage"):
    """SW-19.2: a card exhausted for the damage."""

    card: str


class TempleRefresh(Action, frozen=True, tag="temple_refresh"):
    """SW-19.4: a card refreshed, or `decline`."""

    card: str


class CatacombsReroll(Action, frozen=True, tag="catacombs_reroll"):
    """SW-18.CB: the die rerolled, or `decline`."""

    die: int


@lru_cache(maxsize=65536)
def made(kind: type[A], *fields: Any) -> A:
    """The one shared instance of an action."""
    return kind(*fields)


ARRIVE, ROLL, BUILD_LINE, FLIP, REVEAL_POWER = Arrive(), Roll(), BuildLine(), Flip(), RevealPower()
FIRST_POSITION, PENDING_DAMAGE, FALL = FirstPosition(), PendingDamage(), Fall()
DAMAGE, TO_HORDE, END_ROUND = Damage(), ToHorde(), EndRound()
END_CAMP, END_WATCH, DECLINE = EndCamp(), EndWatch(), Decline()

NODE_ACTIONS: tuple[type[Action], ...] = (
    *(Outpost, LowestDie, SacredSeal, MonolithRefresh, MonolithExhaust),
    *(CampRefresh, VillageRefresh, CottageReroll, Seal, BolsterDice),
    *(ScoutOrder, ElvenScoutOrder, MapChoice, TeleportChoice, HealTarget, EquipSwap),
    *(PreparedExtra, AssistTarget, MultitalentSwap),
    *(StealDie, VampireTie, ExhaustForEffect, PayFirewood, CryptPick, KeepTie),
    *(CathedralPick, CatacombsReroll, EndDamage, TempleRefresh),
    *(BlindingLightCard, BackstabCard, BackstabPick, CleansePick, DaggersCard, DaggersDie),
    *(PolymorphPick, LineDanceCard, LineDanceReroll),
)
"""The action of each decision inside a step, in the order of `state.NODES`."""
