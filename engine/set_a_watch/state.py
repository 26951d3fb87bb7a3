"""The state of a game: plain data, changed in place, and what is agreed before it.

Numbers that stand for a place count from 0 in the state (adventurer 0 is A1) and from 1 in actions (position
1 is the front of the line, die 1 the first die of A1), as the rule document does.

What a scenario gives, by phase:

    every phase     round, firewood, location, camper, adventurers.N.board / aside / tamed / camps, dice,
                    deck, graveyard, horde, unhallowed. `pending` stays [] (a node is reached by its step).
    arrive, roll    phase = "arrive": the table turns up a location (round 1: not); phase = "roll": it rolls.
    camper          phase = "camper" and dice.N.rolled / value: the leader chooses.
    camp            phase = "camp", camper (0 is A1), dice.N.value and rolled of the camper; camp.*.
    line            phase = "line": the table builds the line; participants are worked out in this step.
    watch           phase = "watch", camper, line; adventurers.N.participates is true from a fresh game.
                    A line that still has something to settle makes the phase that of the table's step:
                    fall, reveal_power, pending_damage, first_position or flip.
    damage          phase = "damage": the table counts what is left in the line.
    horde, round_end  the table's later steps of the end of a round.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from engine.core.codec import Keyed, Named
from engine.core.game import Options
from engine.set_a_watch.cards import (
    ABILITY_NAMES,
    ADVENTURER_NAMES,
    BASE_ADVENTURERS,
    CARD_NAMES,
    FACE_NAMES,
    LOCATION_NAMES,
    SITE_NAMES,
    SOURCE_NAMES,
    SPACES,
)

Card = Annotated[int, Named(CARD_NAMES)]
Face = Annotated[int, Named(FACE_NAMES)]
"""A card of a face-down pile: "?bear_4" is unseen, "bear_4" is known to the party (SW-1.13)."""
Ability = Annotated[int, Named(ABILITY_NAMES)]
Location = Annotated[int, Named(LOCATION_NAMES)]
Site = Annotated[int, Named(SITE_NAMES)]
"""A location of a face-down pile, marked like `Face`."""
AdventurerId = Annotated[int, Named(ADVENTURER_NAMES)]
Source = Annotated[int, Named(SOURCE_NAMES)]

PLACES = ("available", "camp", "card", "creature", "location", "stolen", "spent")
AVAILABLE, CAMP_SPACE, ON_CARD, ON_CREATURE, ON_LOCATION, STOLEN, SPENT = range(len(PLACES))
Place = Annotated[int, Named(PLACES)]

SETTLING = ("fall", "reveal_power", "pending_damage", "first_position", "flip")
"""SW-10: the steps of SETTLE that the table does, by name of its action."""
PHASES = (
    *("arrive", "roll", "camper", "camp", "line", *SETTLING),
    *("watch", "damage", "horde", "round_end", "over"),
)
ARRIVE, ROLL, CAMPER, CAMP, LINE, FALL, REVEAL_POWER, PENDING_DAMAGE, FIRST_POSITION, FLIP = range(10)
WATCH, DAMAGE, HORDE, ROUND_END, OVER = range(10, len(PHASES))
Phase = Annotated[int, Named(PHASES)]

NODES = (
    *("outpost", "lowest_die", "sacred_seal", "monolith_refresh", "monolith_exhaust"),
    *("camp_refresh", "village_refresh", "cottage_reroll", "seal", "bolster_dice"),
    *("scout_order", "elven_scout_order", "map_choice", "teleport_choice", "heal_target", "equip_swap"),
    *("prepared_extra", "assist_target", "multitalent_swap"),
    *("steal_die", "vampire_tie", "exhaust_for_effect", "pay_firewood", "crypt_pick", "keep_tie"),
    *("cathedral_pick", "catacombs_reroll", "end_damage", "temple_refresh"),
    *("blinding_light_card", "backstab_card", "backstab_pick", "cleanse_pick", "daggers_card", "daggers_die"),
    *("polymorph_pick", "line_dance_card", "line_dance_reroll"),
)
"""Decisions inside a step (section 21); each has an action of the same kind."""
PARTS = (
    *("firewood", "power", "summon", "defeat", "defeat_last", "sacred_shuffle"),
    *("rune", "bolster_roll", "tamed_damage", "illuminate", "daggers_range", "backstab_reveal"),
    *("reveal_again", "new_card"),
)
"""What an effect still has to do without a choice."""
FRAMES = (*NODES, *PARTS)
FrameName = Annotated[int, Named(FRAMES)]

AdventurerName = Literal["beast_master", "cleric", "dwarf", "elf_ranger", "rogue", "wizard", "knight", "bard"]


class SetAWatchOptions(Options, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Chapter 2: what is agreed before a game. `a1` to `a4` is the party in its order (SW-3.1)."""

    players: Literal[1, 2, 3, 4] = 1
    edition: Literal["base", "deluxe"] = "base"
    difficulty: Literal["easy", "normal", "hard", "insane"] = "easy"
    a1: AdventurerName = "elf_ranger"
    a2: AdventurerName = "beast_master"
    a3: AdventurerName = "wizard"
    a4: AdventurerName = "rogue"
    start_firewood: Literal["fixed_7", "roll_d8"] = "fixed_7"
    voluntary_stoke: bool = False

    @property
    def party(self) -> tuple[str, str, str, str]:
        """SW-2.1: the four adventurers in party order."""
        return self.a1, self.a2, self.a3, self.a4

    def __post_init__(self) -> None:
        if len(set(self.party)) < len(self.party):
            twice = next(name for name in self.party if self.party.count(name) > 1)
            raise ValueError(f"a party has four different adventurers, and {twice} stands in it twice")
        absent = [name for name in self.party if name not in BASE_ADVENTURERS]
        if self.edition == "base" and absent:
            raise ValueError(
                f"{absent[0]} belongs to the deluxe edition; the base edition has {', '.join(BASE_ADVENTURERS)}"
            )


class Die(msgspec.Struct, array_like=True, gc=False):
    """SW-1.10. `dice` holds twelve: places 0 to 2 are A1's own. Its size is that of its owner's dice."""

    rolled: int = 1
    """Last roll, after Abandoned Village and Lost Outpost."""
    value: int = 1
    place: Place = AVAILABLE
    on: Card = 0
    """The creature that it lies on (place "creature") or that stole it (place "stolen")."""
    holder: int = 0
    """Who may use it: its owner, or whom the Knight gave it to (then for direct attacks only)."""


class Slot(msgspec.Struct, array_like=True, gc=False):
    """An ability card on a board (SW-1.3)."""

    card: Ability
    ready: bool = True
    die_used: bool = False
    """It has had a die this round (SW-12.2)."""
    used: bool = False
    """A once-per-round passive was used this round (SW-13.1)."""


class Adventurer(msgspec.Struct, array_like=True, gc=False):
    """SW-1.2."""

    id: AdventurerId
    camps: int
    """SW-1.8: the rest token."""
    board: list[Slot]
    """Three ability cards; their order means nothing, they are kept in the order of data.yaml."""
    aside: list[Ability]
    """Set aside, in the order of data.yaml."""
    tamed: list[Card]
    """SW-13.5: in the order of taming."""
    participates: bool
    """SW-9.1: acts in this watch; worked out when the line is built (true before)."""
    daggers: bool
    """Throwing Daggers: base range 2 this round."""


class Spot(msgspec.Struct, array_like=True, gc=False):
    """A card of the line and what lies on it. `line[0]` is position 1."""

    card: Card
    up: bool = False
    known: bool = False
    """The party has seen its face (always so while face-up)."""
    damage: int = 0
    wound: int = 0
    """Health lost to Wound."""
    reveal: bool = False
    """Its Reveal power or Summon text is pending (SW-10.4)."""
    first: bool = False
    """Its First position power has triggered in this stay in position 1, or Taunt prevents it (SW-10.6)."""
    used: bool = False
    """Fell Beast's power has worked in this time in the line (SW-10.9)."""
    blank: bool = False
    """SW-11.2."""
    frozen: int = 0
    """Own health at the moment of Smoke Bomb (Fire Serpent, Shade, Vampire)."""
    hit: bool = False
    """A tamed creature has attacked it: it counts as having an attack die (SW-13.6)."""
    attacker: int = -1
    """At The Grand Arena: who has attacked it directly since it entered; -1: nobody."""
    harmony: int = -1
    """Whose direct attacks on it count double (Harmonize); -1: nobody's."""


class Kill(msgspec.Struct, array_like=True, gc=False):
    """SW-17.BS: a defeat credited to the adventurer of the last action: its health and its neighbours."""

    health: int
    front: Card
    back: Card


class Camp(msgspec.Struct, array_like=True, gc=False):
    """The camp phase under way."""

    placed: Annotated[list[int], Keyed(SPACES)]
    """Placements by space; a rune that was used counts 1."""
    scout: int = 0
    """Value of the last Scout Ahead die."""


class Watch(msgspec.Struct, array_like=True, gc=False):
    """What holds for this round's watch."""

    senses: int = 0
    """Elf Senses uses: lit positions on top (SW-9.4)."""
    negate: int = 0
    """Reveal powers still to be stopped by Elf Senses."""
    sight: int = 0
    """Far Sight uses: range on top."""
    giants_bane: bool = False
    charges: int = 0
    """Poison Blade charges."""
    trap: int = -1
    """Place in `dice` of the Set Trap die that waits; -1: none."""
    discord: int = 0
    """Song of Discord damage that waits for the next revealed creature."""
    singer: int = -1
    """Whose Song of Discord it was."""
    shown: list[Card] = []
    """Creatures flipped or entered face-up while Discord damage waits, earliest first (SW-10.5)."""
    opened: bool = False
    """The first settling of the watch is over."""
    catacombs: bool = False
    """The first defeat of the round at The Catacombs is over."""
    horde: bool = False
    """A card has entered the Horde this round (Hidden Temple)."""
    paid: int = 0
    """Cards exhausted for the damage at the end of the round (SW-19.7)."""
    actor: int = -1
    """Adventurer of the last watch action, if its board holds Berserker; -1: another, or none yet."""
    kills: list[Kill] = []
    """Defeats credited to `actor` in that action."""


class Frame(msgspec.Struct, array_like=True, gc=False):
    """A part of an effect that is still to be done; the last of `pending` comes first."""

    what: FrameName
    who: int = -1
    """Adventurer: who decides, or who is credited."""
    amount: int = 0
    card: Card = 0
    cards: list[int] = []
    """Cards, dice or locations by number, as the frame needs them."""
    source: Source = 0


class State(msgspec.Struct, array_like=True, gc=False):
    """The whole game."""

    round: int
    phase: Phase
    players: int
    deluxe: bool
    stoke: bool
    """Option `voluntary_stoke`."""
    firewood: int
    location: Location
    """The current location."""
    camper: int
    """Adventurer who camps this round; -1: nobody (yet)."""
    adventurers: list[Adventurer]
    dice: list[Die]
    line: list[Spot]
    deck: list[Face]
    """Creature deck, top first."""
    graveyard: list[Card]
    """Top first."""
    horde: list[Face]
    """Top first."""
    unhallowed: list[Card]
    """The open Unhallowed deck, top first."""
    map: list[Site]
    """Map deck, top first."""
    unused: list[Site]
    """Unused location deck, top first."""
    removed: list[Card]
    """Cards that left the game in play, latest last."""
    waiting: list[Card]
    """Skeletons that wait for the next line (SW-19.6)."""
    siren: list[Card]
    """Creatures tamed by Siren Song this round, in taming order."""
    camp: Camp
    watch: Watch
    pending: list[Frame]
    """The stack of what the step under way still has to do; on top stands a decision, or it is empty."""
    draws: int
    """Chance events so far; the next one takes this number into its label."""
    defeated: int
    """Creatures defeated in the whole game."""
    won: bool
    reason: str
    """The rule by which the game ended; empty while it goes on."""
