"""The state of a game: plain data, changed in place.

Writing a scenario: the fresh game stands at `phase = "adventurer"`, seat 0 first, nothing dealt: no
companions on the track, empty deck, spell pile and pool, players without adventurer and dice, 10 light.
`given` sets `phase` and what it needs; `actor` is the seat whose decision it is (default seat 0), `first`
the start player. Everything may be set as a whole; a piece is written with the fields that differ from
their defaults: `players.0.dice = [{"die": "red1", "face": "fire"}]` (rolled today, not used),
`players.0.row = [{"card": "a13_sketal", "die": "orange"}]`, `track.0.companion = "a01_likyar"`.

    phase          who       decisions (`actions.py`)            also set
    adventurer     actor     adventurer                          reserve is there already
    tom_dice       seat 0    tom_dice (solo)                     reserve, players.0.adventurer
    prepare        table     prepare: decks, spells, track       every player's adventurer
    start_day      table     start_day: GL-3.3                   day
    recruit        actor     recruit, use_skull                  track.N.companion, .dice, .footprints
    clear_track    table     clear_track: GL-4.5
    tom_roll       table     tom_roll: GL-14.7 (solo)            tom.0.dice
    roll           table     roll: GL-5.1                        players.N.dice
    reroll         actor     reroll, reroll_set, finish, use_*   players.N.dice with face
    noon           actor     fire, finish, use_*                 adventurer, row, spells, dice with face
    mix            table     mix_butterflies: GL-12.20           butterflies_aside
    afternoon      actor     move, camp, sail, finish, use_*     party, camp, visited or boats; dice
    evening        table     evening: GL-10                      small dice with face, deck
    scoring        table     scoring: GL-11
    over           nobody

A decision inside of an effect stands on top of `pending` (its last entry is the one due): `what` is the
decision (reroll_die, reroll_face, pink, white, move_curse, discard_track, reserve_die, claim_die, return_die,
lose_one, cemetery, butterfly, swap) or a step that follows by itself (effects, join, end_...). A scenario may
set it, e.g. `pending = [{"what": "lose_one", "seat": 0, "source": "s15-s16"}]`, but it is simpler to reach it
by a step.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from engine.core.codec import DERIVED, Keyed, Named
from engine.core.game import Options, Seat
from engine.glow.cards import (
    CARD_NAMES,
    COLOURS,
    COUNTED,
    DIE_NAMES,
    ELEMENTS,
    FACE_NAMES,
    ISLAND_NAMES,
    NO_CARD,
    NO_DIE,
    NO_FACE,
    NODE_NAMES,
    SIDES,
    SPACE_NAMES,
    TILE_NAMES,
    TOKEN_NAMES,
)
from engine.glow.effects import SOURCE_NAMES

SETS = ("elemental", "anibloom", "draconic")
SetChoice = Literal[
    "none",
    "elemental",
    "anibloom",
    "draconic",
    "elemental+anibloom",
    "elemental+draconic",
    "anibloom+draconic",
    "elemental+anibloom+draconic",
]
SET_CHOICES: tuple[SetChoice, ...] = SetChoice.__args__  # type: ignore[attr-defined]
EVENING = ("empty_spaces", "no_new_die")

Card = Annotated[int, Named(CARD_NAMES)]
DieName = Annotated[int, Named(DIE_NAMES)]
Colour = Annotated[int, Named(COLOURS)]
Face = Annotated[int, Named(FACE_NAMES)]
ElementName = Annotated[int, Named(ELEMENTS)]
Node = Annotated[int, Named(NODE_NAMES)]
Island = Annotated[int, Named(ISLAND_NAMES)]
Token = Annotated[int, Named(TOKEN_NAMES)]
Tile = Annotated[int, Named(TILE_NAMES)]

Phase = Literal[
    "adventurer",
    "tom_dice",
    "prepare",
    "start_day",
    "recruit",
    "clear_track",
    "tom_roll",
    "roll",
    "reroll",
    "noon",
    "mix",
    "afternoon",
    "evening",
    "scoring",
    "over",
]
What = Literal[
    # decisions
    "move_curse",
    "discard_track",
    "reserve_die",
    "claim_die",
    "return_die",
    "lose_one",
    "cemetery",
    "butterfly",
    "pink",
    "white",
    "reroll_die",
    "reroll_face",
    "swap",
    # what follows by itself once everything above it is done
    "effects",
    "take_space",
    "join",
    "end_recruit",
    "end_swaps",
    "end_window",
    "end_turn",
]


class GlowOptions(Options, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """GL-2.15: what is agreed before a game. Other combinations are refused with what would be possible."""

    players: Literal[1, 2, 3, 4, 5, 6] = 2
    side: Literal["shadows", "archipelago"] = "shadows"
    dawn: bool = False
    sets: SetChoice = "none"
    third_set: Literal["none", "elemental", "anibloom", "draconic"] = "none"
    """With five players and three sets: whose eight base cards are taken out (GL-13.1)."""
    random_adventurers: bool = False
    """GL-2.5: the table deals the adventurers instead of the players choosing them."""
    footprint_passes_forbidden_space: bool = False
    """GL-8.7."""
    evening_footprints: Literal["empty_spaces", "no_new_die"] = "empty_spaces"
    """GL-10.3: a footprint where no die lies at all, or where none was put this evening."""

    def __post_init__(self) -> None:
        chosen = () if self.sets == "none" else tuple(self.sets.split("+"))
        if not self.dawn and chosen:
            raise ValueError(f"the set {self.sets} needs dawn=true; without Dawn play with sets=none")
        if not self.dawn and self.players > 4:
            raise ValueError(
                f"{self.players} players need dawn=true; without Dawn players=1 to players=4 may play"
            )
        if self.players == 1 and self.sets not in ("none", "anibloom"):
            raise ValueError("a solo game takes sets=none or sets=anibloom")
        if self.players == 5 and len(chosen) < 2:
            raise ValueError(
                "five players need two sets, such as sets=elemental+anibloom, or all three with third_set naming"
                " the third one"
            )
        if self.players == 6 and len(chosen) < 3:
            raise ValueError("six players need all sets: sets=elemental+anibloom+draconic")
        if self.players == 5 and len(chosen) == 3 and self.third_set == "none":
            raise ValueError("five players with three sets need third_set=elemental, anibloom or draconic")
        if self.third_set != "none" and not (self.players == 5 and len(chosen) == 3):
            raise ValueError("third_set belongs to five players with three sets; else third_set=none")


class Die(msgspec.Struct, array_like=True):
    """A die of a player."""

    die: DieName
    face: Face = NO_FACE
    """null: not rolled since it came from the reserve."""
    rolled: bool = True
    """Rolled today (GL-5.3, GL-6.1)."""
    used: bool = False
    """Moved the party today (GL-8.3)."""


class TrackDie(msgspec.Struct, array_like=True):
    """A small die on the meeting track, or one of Tom's large dice."""

    die: DieName
    face: Face = NO_FACE
    new: bool = False
    """Put there this evening (GL-10.3); false again in the morning."""


class Companion(msgspec.Struct, array_like=True):
    """A companion in a row."""

    card: Card
    die: Colour = 0
    """Colour of the large die that this card brought (GL-7.15); null: none."""


class Space(msgspec.Struct, array_like=True):
    """A space of the meeting track, left to right."""

    space: Annotated[int, Named(SPACE_NAMES)]
    companion: Card = NO_CARD
    dice: list[TrackDie] = []
    """Ascending by die."""
    footprints: int = 0


class Pending(msgspec.Struct, array_like=True):
    """A decision that is due inside of something else, or what follows after it."""

    what: What
    seat: Seat
    source: Annotated[int, Named(SOURCE_NAMES)] = 0
    """What brought it about: a card, an edge, a node, a token."""
    die: DieName = NO_DIE
    """The die that it is about."""
    n: int = 0
    """A count that is left, the next effect, or the place of a space."""


class Player(msgspec.Struct, array_like=True):
    """What belongs to one seat."""

    adventurer: Card = NO_CARD
    light: int = 10
    rerolls: int = 0
    """Reroll tokens (GL-1.4)."""
    footprints: int = 0
    fireflies: int = 0
    """Firefly tokens; icons are not among them."""
    dice: list[Die] = []
    """Ascending by die."""
    aside: list[DieName] = []
    """Zay'Drel's large black die while Kaar is there (GL-12.6)."""
    row: list[Companion] = []
    """Companions, oldest first (GL-1.7)."""
    spells: list[Card] = []
    """Face up, ascending. A skull spell lies on the newest companion (GL-7.14)."""
    face_down: list[Card] = []
    """Spells drawn today, in order of drawing; hidden from everybody (GL-7.12)."""
    fired: list[Card] = []
    """One entry per firing of today, ascending (GL-6.10)."""
    icons_used: list[Card] = []
    """One entry per reroll icon used today, ascending (GL-5.5)."""
    cancelled: list[ElementName] = []
    """Elements cancelled by tokens today, ascending (GL-12.18)."""
    rolls: int = 0
    """Rerolls of today; the next one takes this number into its label."""
    party: Node = 0
    camp: Node = 0
    visited: list[Node] = []
    """Nodes that the party has left today, in that order (GL-8.13)."""
    boats: list[Island] = []
    """Islands of the four boats, ascending (Archipelago)."""
    butterflies: list[Token] = []
    """Held tokens, ascending (GL-12.12, GL-12.18)."""
    hand: list[Card] = []
    """Hulios: drawn cards not yet swapped in, in drawing order; only the owner sees them (GL-12.1)."""
    replaced: list[Card] = []
    """Hulios: companions swapped out this noon, in order (GL-12.2)."""
    symbols: Annotated[list[int], Keyed(COUNTED), DERIVED] = []
    """Counted dice by what they show (GL-6.1, GL-6.2, GL-6.7)."""


class Tom(msgspec.Struct, array_like=True):
    """The automaton of the solo mode (GL-14)."""

    light: int
    footprints: int
    band: int
    camp: Node
    boats: list[Island]
    dice: list[TrackDie]
    """An element: the die lies on that main space; a special face: aside (GL-14.3)."""
    tiles: list[Tile]
    """One per main space; null: none."""
    pile: list[Tile]
    """Top first; hidden."""
    discards: list[Tile]
    """Ascending."""
    refills: int
    """How often a refill found the pile empty (GL-14.5); 2: this is the last day."""


class State(msgspec.Struct, array_like=True):
    """The whole game. The first fields are the configuration and never change."""

    side: Annotated[int, Named(SIDES)]
    dawn: bool
    sets: Annotated[int, Named(SET_CHOICES)]
    third_set: Annotated[int, Named(("none", *SETS))]
    random_adventurers: bool
    footprint_passes_forbidden_space: bool
    evening_footprints: Annotated[int, Named(EVENING)]
    day: int
    phase: Phase
    first: Seat
    """Start player of the day."""
    actor: Seat
    """Whose turn it is in phases with decisions."""
    pending: list[Pending]
    players: list[Player]
    track: list[Space]
    deck: list[Card]
    """Top first; hidden. In the solo mode the deck in use."""
    deck_b: list[Card]
    """Solo mode: the second deck, until it comes into use (GL-14.5); hidden."""
    cemetery: list[Card]
    """Ascending (GL-1.9)."""
    reserve: list[DieName]
    """Large dice, ascending (GL-1.8)."""
    spell_pile: list[Card]
    """Top first; hidden."""
    spell_discards: list[Card]
    """Ascending."""
    spell_shuffles: int
    curse_in_play: bool
    """The small black die has entered (GL-7.20)."""
    hulios_deck: list[Card]
    """Top first; hidden (GL-12.3)."""
    butterfly_pool: list[Token]
    """Face down, so its order means nothing: ascending."""
    butterflies_aside: list[Token]
    """Face up beside the pool, ascending (GL-12.20)."""
    butterflies_drawn: int
    """Tokens drawn so far; the next draw takes this number into its label."""
    tom: list[Tom]
    """Solo mode: one automaton; else empty."""
    totals: list[int]
    """Final totals by seat, once the game is scored."""
    winners: list[Seat]
    reason: str
    """The rule by which the game ended; empty while it goes on."""
