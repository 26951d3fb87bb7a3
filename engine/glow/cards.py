"""Components: `data.yaml` decoded once into typed tables (GL-1).

Everything is a small integer inside. Cards are numbered in one row: 0 no card, adventurers, companions,
spells; `CARD_NAMES` spells them out. Dice are single pieces, numbered as GL-3.6 orders them: large before
small, then by kind, then by copy; 0 is no die. Faces: the elements are 0 to 4; `NO_FACE` is the last.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Any, Literal

import msgspec

Element = Literal["fire", "water", "cloud", "rock", "tree"]
DieKind = Literal[
    "green", "blue", "azure", "red", "orange", "purple", "yellow", "black", "white", "lime", "pink"
]
SetName = Literal["base", "elemental", "anibloom", "draconic"]


class Condition(msgspec.Struct, frozen=True):
    """One condition of an ability; exactly one of its forms is there."""

    need: Element | None = None
    same: int = 0
    absent: Element | None = None
    kinds: tuple[int, int] | None = None
    pay: str | None = None
    n: int = 1


class Effect(msgspec.Struct, frozen=True):
    """One effect: `do` names the power, `what` a resource."""

    do: str
    what: str = ""
    n: int = 1


class AbilityData(msgspec.Struct, frozen=True):
    """Left and right of the arrow (GL-6.3)."""

    conditions: tuple[Condition, ...]
    effects: tuple[Effect, ...]


class DieData(msgspec.Struct, frozen=True):
    """A kind of die and how many there are of it."""

    id: DieKind
    name_ja: str
    faces: tuple[str, ...]
    big: int
    big_dawn: int
    small: int
    small_ext5: int
    small_ext6: int
    curse: bool


class Adventurer(msgspec.Struct, frozen=True):
    """GL-1.5."""

    id: str
    name: str
    name_ja: str
    expansion: Literal["base", "dawn"]
    value: int
    dice: tuple[tuple[DieKind, int], ...]
    ability: AbilityData | None


class Icons(msgspec.Struct, frozen=True):
    """Permanent icons (GL-1.6)."""

    fireflies: int
    rerolls: int
    die: str | None


class Companion(msgspec.Struct, frozen=True):
    """GL-1.5."""

    id: str
    name: str
    name_ja: str
    ja_src: str
    deck: Literal["A", "B"]
    set: SetName
    value: int
    icons: Icons
    special: Literal["xargok", "sketal", "kaar", "cromaug", "crolos"] | None
    ability: AbilityData | None


class Spell(msgspec.Struct, frozen=True):
    """A kind of spell token."""

    id: str
    expansion: Literal["base", "dawn"]
    copies: int
    sticks_to_newest: bool
    ability: AbilityData


class Butterfly(msgspec.Struct, frozen=True):
    """A kind of butterfly token (GL-12.11)."""

    id: str
    kind: Literal["colour", "instant", "held"]
    copies: int
    effects: tuple[Effect, ...] = ()
    use: str = ""


class SpaceData(msgspec.Struct, frozen=True):
    """A space of the meeting track."""

    id: str
    elements: tuple[Element, ...]


class Extension(msgspec.Struct, frozen=True):
    """GL-13.3 to GL-13.5."""

    spaces: tuple[SpaceData, ...]
    starting_small_dice: dict[DieKind, int]
    owner_seats: tuple[int, ...]


class Track(msgspec.Struct, frozen=True):
    """GL-1.10."""

    main: tuple[SpaceData, ...]
    starting_small_dice: dict[DieKind, int]
    extension_5: Extension
    extension_6: Extension


class Enter(msgspec.Struct, frozen=True):
    """What a node of the Shadows asks for."""

    symbol: Element | None = None
    absent: Element | None = None
    free: bool = False


class NodeData(msgspec.Struct, frozen=True):
    """A place on a journey board."""

    id: str
    pos: tuple[int, int]
    enter: Enter | None = None
    costs: dict[str, int] = {}
    effects: tuple[Effect, ...] = ()
    village: int | None = None
    points: int = 0
    ring: int = 0


class EdgeData(msgspec.Struct, frozen=True):
    """A way between two nodes, the same in both directions."""

    a: str
    b: str
    kinds: tuple[int, int] | None = None
    costs: dict[str, int] = {}
    effects: tuple[Effect, ...] = ()


class Board(msgspec.Struct, frozen=True):
    """One side of the journey board (GL-1.11)."""

    name_ja: str
    start: str
    nodes: tuple[NodeData, ...]
    edges: tuple[EdgeData, ...]


class SetData(msgspec.Struct, frozen=True):
    """A Dawn set and the base cards that it replaces (GL-2.13)."""

    name_ja: str
    out: tuple[str, ...]


class TileData(msgspec.Struct, frozen=True):
    """A tile of the automaton (GL-14.4)."""

    id: str
    band: int
    light: int
    journey: Literal["none", "low", "high"]


class Solo(msgspec.Struct, frozen=True):
    """GL-14."""

    automaton: str
    start_light: int
    tiles: tuple[TileData, ...]
    closed_edge: tuple[str, str]
    allowed_sets: tuple[str, ...]
    companions_out: tuple[str, ...]
    hulios_deck_from_companions_out_except: tuple[str, ...]


class Constants(msgspec.Struct, frozen=True):
    """Numbers of the rules."""

    days: int
    start_light: int
    last_player_rerolls: int
    companions_removed_per_deck: int
    boats_per_player: int
    spells_base: int
    spells_dawn: int
    firefly_bonus: int
    light_per_footprint: int
    min_light_in_play: int
    dice_per_reroll: int
    rerolls_to_set_die: int
    crolos_step: int
    butterfly_max_per_colour: int
    butterfly_all_colours_bonus: int
    light_per_missing_butterfly: int
    butterfly_points: tuple[int, ...]
    tie_break: str


class ScoreTrack(msgspec.Struct, frozen=True):
    """GL-5.6."""

    start: int
    reroll_spaces: tuple[int, ...]


class Data(msgspec.Struct, frozen=True):
    """The whole of data.yaml."""

    schema_version: int
    symbols: dict[str, tuple[str, ...]]
    constants: Constants
    options: dict[str, Any]
    score_track: ScoreTrack
    dice: tuple[DieData, ...]
    reserve: dict[str, tuple[DieKind, ...]]
    meeting_track: Track
    adventurers: tuple[Adventurer, ...]
    companions: tuple[Companion, ...]
    sets: dict[str, SetData]
    spells: tuple[Spell, ...]
    butterfly_tokens: tuple[Butterfly, ...]
    player_tokens: dict[str, dict[str, int]]
    boards: dict[str, Board]
    solo: Solo


DATA = msgspec.yaml.decode(files(__package__).joinpath("data.yaml").read_bytes(), type=Data)
RULE_NUMBERS = DATA.constants

# Faces and elements -----------------------------------------------------------------------------------
ELEMENTS: tuple[str, ...] = DATA.symbols["elements"]
COUNTED: tuple[str, ...] = DATA.symbols["same_symbol_eligible"]
"""Symbols that are counted, elements first (GL-6.7)."""
FACE_NAMES: tuple[str | None, ...] = (*ELEMENTS, *DATA.symbols["specials"], None)
NO_FACE = len(FACE_NAMES) - 1
_FACE = {str(name): face for face, name in enumerate(FACE_NAMES) if name}
TWO_FOOTPRINTS, THREE_LIGHT, LOSE_TWO_LIGHT, CHOOSE_ELEMENT, DRAW_CARD, REROLL_AGAIN = (
    _FACE[name] for name in DATA.symbols["specials"]
)
ELEMENT_FACES = tuple(range(len(ELEMENTS)))

# Dice -------------------------------------------------------------------------------------------------
COLOURS: tuple[str | None, ...] = (None, *(die.id for die in DATA.dice))
"""Kinds of dice by number; 0 is none."""
_LARGE = [(kind, copy, False) for kind, die in enumerate(DATA.dice, 1) for copy in range(1, die.big_dawn + 1)]
_SMALL = [
    (kind, copy, True)
    for kind, die in enumerate(DATA.dice, 1)
    for copy in range(1, die.small + max(die.small_ext5, die.small_ext6) + 1)
]
_PIECES = (*_LARGE, *_SMALL)
DIE_NAMES: tuple[str | None, ...] = (
    None,
    *(f"{'small_' if small else ''}{COLOURS[kind]}{copy}" for kind, copy, small in _PIECES),
)
NO_DIE = 0
COLOUR_OF: tuple[int, ...] = (0, *(kind for kind, _, _ in _PIECES))
"""Kind of a die."""
IS_SMALL: tuple[bool, ...] = (False, *(small for _, _, small in _PIECES))
TYPE_OF: tuple[int, ...] = (0, *(kind + 32 * small for kind, _, small in _PIECES))
"""Equal for dice that differ in nothing but their copy number (GL-3.6)."""
FACES_OF: tuple[tuple[int, ...], ...] = (
    (),
    *(tuple(_FACE[face] for face in DATA.dice[kind - 1].faces) for kind, _, _ in _PIECES),
)
SYMBOLS_OF: tuple[tuple[int, ...], ...] = tuple(tuple(sorted(set(faces))) for faces in FACES_OF)


def colour(name: str) -> int:
    """The number of a kind of die."""
    return COLOURS.index(name)


def dice_of(kind: str, *, small: bool) -> tuple[int, ...]:
    """All dice of a kind, lowest copy first."""
    wanted = colour(kind)
    return tuple(
        die for die in range(1, len(DIE_NAMES)) if COLOUR_OF[die] == wanted and IS_SMALL[die] == small
    )


BLACK, WHITE, LIME, PINK = (colour(name) for name in ("black", "white", "lime", "pink"))
LARGE_BLACK, CURSE_DIE = dice_of("black", small=False)[0], dice_of("black", small=True)[0]

# Cards ------------------------------------------------------------------------------------------------
CARD_NAMES: tuple[str | None, ...] = (
    None,
    *(card.id for card in DATA.adventurers),
    *(card.id for card in DATA.companions),
    *(spell.id for spell in DATA.spells),
)
NO_CARD = 0
_CARD = {str(name): card for card, name in enumerate(CARD_NAMES) if name}
FIRST_COMPANION = 1 + len(DATA.adventurers)
FIRST_SPELL = FIRST_COMPANION + len(DATA.companions)
ADVENTURER_CARDS = tuple(range(1, FIRST_COMPANION))
COMPANION_CARDS = tuple(range(FIRST_COMPANION, FIRST_SPELL))
SPELL_CARDS = tuple(range(FIRST_SPELL, len(CARD_NAMES)))
BASE_ADVENTURERS = tuple(card for card in ADVENTURER_CARDS if DATA.adventurers[card - 1].expansion == "base")
VALUE: tuple[int, ...] = (
    0,
    *(card.value for card in DATA.adventurers),
    *(card.value for card in DATA.companions),
    *(0 for _ in DATA.spells),
)
_ICONS = {_CARD[card.id]: card.icons for card in DATA.companions}
FIREFLY_ICONS: tuple[int, ...] = tuple(
    _ICONS[card].fireflies if card in _ICONS else 0 for card in range(len(CARD_NAMES))
)
REROLL_ICONS: tuple[int, ...] = tuple(
    _ICONS[card].rerolls if card in _ICONS else 0 for card in range(len(CARD_NAMES))
)
ANY_COLOUR = -1


def _icon_die(card: int) -> int:
    wanted = _ICONS[card].die if card in _ICONS else None
    if wanted is None:
        return 0
    return ANY_COLOUR if wanted == "any" else colour(wanted)


DIE_ICON: tuple[int, ...] = tuple(_icon_die(card) for card in range(len(CARD_NAMES)))
"""Kind of the die icon; 0: none; `ANY_COLOUR`: the player's choice."""


def card_number(name: str) -> int:
    """The number of an adventurer, companion or spell. Raises `KeyError`."""
    return _CARD[name]


def _special(name: str) -> int:
    return next(_CARD[card.id] for card in DATA.companions if card.special == name)


XARGOK, KAAR, CROMAUG, CROLOS = (_special(name) for name in ("xargok", "kaar", "cromaug", "crolos"))
ZAYDREL, HULIOS, ELLDIR = (_CARD[name] for name in ("zaydrel", "hulios", "elldir"))
SKULL_SPELL = next(_CARD[spell.id] for spell in DATA.spells if spell.sticks_to_newest)


# Meeting track ----------------------------------------------------------------------------------------
_SPACE_DATA = (*DATA.meeting_track.main, *DATA.meeting_track.extension_6.spaces)
SPACE_NAMES: tuple[str, ...] = tuple(space.id for space in _SPACE_DATA)
MAIN_SPACES = len(DATA.meeting_track.main)
MAIN_OF: tuple[int, ...] = tuple(
    next(place for place, space in enumerate(DATA.meeting_track.main) if element in space.elements)
    for element in ELEMENTS
)
"""The main space of each element."""
EXTENSIONS: dict[int, Extension] = {5: DATA.meeting_track.extension_5, 6: DATA.meeting_track.extension_6}
EXTENSION_OF: dict[int, tuple[int, ...]] = {
    players: tuple(
        MAIN_SPACES + next(place for place, space in enumerate(extension.spaces) if element in space.elements)
        for element in ELEMENTS
    )
    for players, extension in EXTENSIONS.items()
}
"""By number of players: the extension space that lists each element."""


def elements_of(place: int, players: int) -> tuple[int, ...]:
    """The elements of a space of the track, as listed there."""
    if place < MAIN_SPACES:
        listed = DATA.meeting_track.main[place].elements
    else:
        listed = EXTENSIONS[players].spaces[place - MAIN_SPACES].elements
    return tuple(_FACE[element] for element in listed)


# Butterflies ------------------------------------------------------------------------------------------
TOKEN_NAMES: tuple[str, ...] = tuple(token.id for token in DATA.butterfly_tokens)
COLOUR_TOKENS = tuple(place for place, token in enumerate(DATA.butterfly_tokens) if token.kind == "colour")
INSTANT_TOKENS = tuple(place for place, token in enumerate(DATA.butterfly_tokens) if token.kind == "instant")
SKULL_TOKEN, CANCEL_TOKEN = (TOKEN_NAMES.index(name) for name in ("bf_skull", "bf_cancel"))

# Journey boards ---------------------------------------------------------------------------------------
SHADOWS, ARCHIPELAGO = DATA.boards["shadows"], DATA.boards["archipelago"]
SIDES: tuple[str, ...] = tuple(DATA.boards)
NODE_NAMES: tuple[str | None, ...] = (None, *(node.id for node in SHADOWS.nodes))
"""Nodes of the Province of Shadows; 0 is none (the other side is played)."""
ISLAND_NAMES: tuple[str, ...] = tuple(node.id for node in ARCHIPELAGO.nodes)
ROUTE_NAMES: tuple[str, ...] = tuple(f"{edge.a}-{edge.b}" for edge in ARCHIPELAGO.edges)
START_NODE = NODE_NAMES.index(SHADOWS.start)
CENTER = ISLAND_NAMES.index(ARCHIPELAGO.start)
VILLAGE: tuple[int, ...] = (0, *(node.village or 0 for node in SHADOWS.nodes))
"""Value of the village on a node; 0: no village."""
VILLAGE_NODES: tuple[int, ...] = tuple(
    sorted((node for node in range(len(VILLAGE)) if VILLAGE[node]), key=lambda node: VILLAGE[node])
)
ISLAND_POINTS: tuple[int, ...] = tuple(node.points for node in ARCHIPELAGO.nodes)
TILE_NAMES: tuple[str | None, ...] = (None, *(tile.id for tile in DATA.solo.tiles))
