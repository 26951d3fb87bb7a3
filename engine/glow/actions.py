"""The choices of the players (the decisions of GL-3.7) and the steps of the table.

Instances are made once and shared: a legal list is a list of references.
"""

from __future__ import annotations

from typing import Any, Literal

from engine.core.game import Action
from engine.glow.cards import (
    ARCHIPELAGO,
    CARD_NAMES,
    COLOURS,
    DIE_NAMES,
    ELEMENTS,
    FACE_NAMES,
    NODE_NAMES,
    ROUTE_NAMES,
    RULE_NUMBERS,
    SPACE_NAMES,
    TOKEN_NAMES,
)

AdventurerName = Literal[
    "braccio",
    "taetyss",
    "eoles",
    "pocana",
    "moloch",
    "noctiluca",
    "orium",
    "zaydrel",
    "hulios",
    "elldir",
]
"""Adventurers."""

CompanionName = Literal[
    "a01_likyar",
    "a02_thoape",
    "a03_torke",
    "a04_tamnuca",
    "a05_ladawa",
    "a06_mindaroo",
    "a07_mindaroo",
    "a08_donillilu",
    "a09_oshra",
    "a10_xargok",
    "a11_briki",
    "a12_briki",
    "a13_sketal",
    "a14_sketal",
    "a15_sketal",
    "a16_sketal",
    "a17_sketal",
    "a18_lumipili",
    "a19_snarexe",
    "a20_kaar",
    "a21_hymoros",
    "a22_dvol",
    "a23_okans",
    "b01_brikix",
    "b02_zzibelu",
    "b03_torke",
    "b04_torkos",
    "b05_wapoki",
    "b06_tamnuca",
    "b07_zellyf",
    "b08_zellyf",
    "b09_biraii",
    "b10_biraii",
    "b11_dvol",
    "b12_dvol",
    "b13_okanios",
    "b14_gluach",
    "b15_drel",
    "b16_oshra",
    "b17_drel",
    "b18_cromaug",
    "b19_kapaoro",
    "b20_kapao",
    "b21_sketal",
    "b22_lumipili",
    "b23_kapao",
    "e1_lilan",
    "e2_phyrene",
    "e3_celes",
    "e4_sketal",
    "e5_celes",
    "e6_esul",
    "e7_crolos",
    "e8_phyrene",
    "n1_glint",
    "n2_cyld",
    "n3_solas",
    "n4_cyld",
    "n5_solas",
    "n6_lulumipili",
    "n7_vorivi",
    "n8_glint",
    "d1_knif",
    "d2_ki_dun",
    "d3_ty_fla",
    "d4_ma_vos",
    "d5_wo_shan",
    "d6_ty_fla",
    "d7_lumipili",
    "d8_wo_shan",
]
"""Companions."""

SpellName = Literal[
    "tree_curse",
    "water_curse",
    "skull_spell",
    "fire_curse",
    "rock_curse",
    "same_curse",
    "no_rock_curse",
    "few_kinds_curse",
    "three_kinds_curse",
    "four_kinds_curse",
]
"""Spells."""

DieName = Literal[
    "green1",
    "green2",
    "green3",
    "blue1",
    "blue2",
    "blue3",
    "azure1",
    "azure2",
    "azure3",
    "red1",
    "red2",
    "red3",
    "red4",
    "orange1",
    "orange2",
    "orange3",
    "purple1",
    "purple2",
    "purple3",
    "yellow1",
    "yellow2",
    "black1",
    "white1",
    "white2",
    "lime1",
    "lime2",
    "pink1",
    "pink2",
    "small_green1",
    "small_green2",
    "small_green3",
    "small_blue1",
    "small_blue2",
    "small_blue3",
    "small_azure1",
    "small_azure2",
    "small_azure3",
    "small_red1",
    "small_red2",
    "small_orange1",
    "small_orange2",
    "small_purple1",
    "small_purple2",
    "small_black1",
]
"""Single dice, as GL-3.6 orders them."""

SymbolName = Literal[
    "fire",
    "water",
    "cloud",
    "rock",
    "tree",
    "two_footprints",
    "three_light",
    "lose_two_light",
    "choose_element",
    "draw_card",
    "reroll_again",
]
"""Faces of dice."""

NodeName = Literal[
    "start",
    "s01",
    "s02",
    "s03",
    "s04",
    "v5",
    "s06",
    "s07",
    "s08",
    "s09",
    "s10",
    "s11",
    "s12",
    "s13",
    "v20",
    "s15",
    "s16",
    "v12",
    "s18",
    "s19",
    "s20",
    "s21",
    "s22",
    "s23",
    "s24",
    "s25",
    "s26",
    "s27",
    "s28",
    "s29",
    "s30",
    "s31",
    "s32",
    "v8",
    "s34",
    "s35",
    "s36",
    "s37",
    "v10",
    "s39",
    "s40",
    "s41",
    "s42",
    "v15",
    "s44",
    "s45",
    "s46",
    "s47",
    "s48",
    "s49",
    "s50",
    "s51",
    "s52",
    "s53",
    "s54",
    "s55",
    "s56",
    "s57",
    "s58",
    "v3",
    "s60",
]
"""Nodes of the Province of Shadows."""

IslandName = Literal[
    "center",
    "east",
    "far_east",
    "southeast",
    "isle5",
    "isle4",
    "isle2_south",
    "isle2_west",
    "west",
    "isle8",
    "north",
    "isle3",
]
"""Islands of the Archipelago."""

RouteName = Literal[
    "center-east",
    "center-southeast",
    "center-isle2_south",
    "center-west",
    "center-north",
    "east-far_east",
    "southeast-isle5",
    "southeast-isle4",
    "isle4-isle2_south",
    "isle2_south-isle2_west",
    "isle2_west-west",
    "west-isle8",
    "isle8-north",
    "north-isle3",
]
"""Routes of the Archipelago."""

HeldName = Literal[
    "bf_green",
    "bf_blue",
    "bf_azure",
    "bf_red",
    "bf_orange",
    "bf_purple",
    "bf_skull",
    "bf_cancel",
]
"""Butterfly tokens that are held."""

SpaceName = Literal[
    "m_fire",
    "m_water",
    "m_rock",
    "m_cloud",
    "m_tree",
    "x1",
    "x2",
    "x3",
]
"""Spaces of the meeting track."""

ColourName = Literal[
    "green",
    "blue",
    "azure",
    "red",
    "orange",
    "purple",
    "yellow",
    "black",
    "white",
    "lime",
    "pink",
]
"""Kinds of dice."""

ElementName = Literal["fire", "water", "cloud", "rock", "tree"]
Pay = Literal["icon", "token", "step", "crolos"]
FaceDown = Literal["face_down_1", "face_down_2", "face_down_3", "face_down_4"]
UpTo3 = Literal[0, 1, 2, 3]


class ChooseAdventurer(Action, frozen=True, tag="adventurer"):
    """D_ADVENTURER, GL-2.5: take an adventurer that nobody has."""

    adventurer: AdventurerName


class TomDice(Action, frozen=True, tag="tom_dice"):
    """D_TOM_DICE, GL-14.2: two reserve colours for Tom, in the order of the dice."""

    first: ColourName
    second: ColourName


class Recruit(Action, frozen=True, tag="recruit"):
    """D_RECRUIT, GL-4.1: take the companion of this space."""

    space: SpaceName


class MoveCurse(Action, frozen=True, tag="move_curse"):
    """D_MOVE_CURSE, GL-4.2: where the small black die goes; `stay`: it is taken with the space."""

    space: Literal["stay", SpaceName]


class DiscardTrack(Action, frozen=True, tag="discard_track"):
    """D_DISCARD_TRACK, GL-4.4: the companion of this space goes to the cemetery."""

    space: SpaceName


class ReserveDie(Action, frozen=True, tag="reserve_die"):
    """D_RESERVE_DIE, GL-7.15: the colour taken from the reserve."""

    colour: ColourName


class ClaimDie(Action, frozen=True, tag="claim_die"):
    """D_CLAIM_DIE, GL-7.16: take the returned die, or decline it."""

    choice: Literal["take", "decline"]


class ReturnDie(Action, frozen=True, tag="return_die"):
    """D_RETURN_DIE, GL-7.17: the large die that goes back."""

    die: DieName


class Pink(Action, frozen=True, tag="pink"):
    """D_PINK, GL-12.8: the other die that is rolled again with the pink one, or `none`."""

    die: Literal["none", DieName]


class Reroll(Action, frozen=True, tag="reroll"):
    """D_REROLL (a), GL-5.3: pay one reroll point with a reroll icon, a reroll token, a step back on the score
    track, or a Crolos step. Then `reroll_die` names one or two dice."""

    pay: Pay


class RerollDie(Action, frozen=True, tag="reroll_die"):
    """D_REROLL (a), GL-5.3: the first die, then the second one or `none`; then they roll."""

    die: Literal["none", DieName]


class RerollSet(Action, frozen=True, tag="reroll_set"):
    """D_REROLL (b), GL-5.4: pay three reroll points in this order (GL-5.7). Then `reroll_face` sets a die."""

    icons: UpTo3
    tokens: UpTo3
    steps: UpTo3
    crolos: UpTo3


class RerollFace(Action, frozen=True, tag="reroll_face"):
    """D_REROLL (b), GL-5.4: the die that is set, and the symbol that it shows from now on."""

    die: DieName
    symbol: SymbolName


class White(Action, frozen=True, tag="white"):
    """D_WHITE, GL-12.4: the element of the white die with the lowest number."""

    element: ElementName


class Finish(Action, frozen=True, tag="finish"):
    """GL-5.2, GL-6.11, GL-8.1, GL-9.1: the player's part of the phase ends."""


class UseSkull(Action, frozen=True, tag="use_skull"):
    """GL-12.18, GL-12.19: use the held skull token; `lose_one` follows."""


class UseCancel(Action, frozen=True, tag="use_cancel"):
    """GL-12.18, GL-12.19: use a held cancel token against this element."""

    element: ElementName


class Swap(Action, frozen=True, tag="swap"):
    """D_SWAP, GL-12.1: exchange a drawn card for an own companion."""

    card: CompanionName
    companion: CompanionName


class Stop(Action, frozen=True, tag="stop"):
    """D_SWAP, GL-12.1: swap no more."""


class Fire(Action, frozen=True, tag="fire"):
    """D_NOON, GL-6.12: one firing of an adventurer, a companion or a face-up spell."""

    card: Literal[AdventurerName, CompanionName, SpellName]


class Cemetery(Action, frozen=True, tag="cemetery"):
    """D_CEMETERY, GL-7.26: the companion taken from the cemetery, or `none`."""

    companion: Literal["none", CompanionName]


class LoseOne(Action, frozen=True, tag="lose_one"):
    """D_LOSE_ONE, GL-7.5: an own companion, or an own spell: face up by name, face down by its place."""

    lost: Literal[CompanionName, SpellName, FaceDown]


class ReturnButterfly(Action, frozen=True, tag="butterfly"):
    """D_BUTTERFLY, GL-12.16, GL-12.17: the held token that is put beside the pool."""

    token: HeldName


class Move(Action, frozen=True, tag="move"):
    """D_MOVE, GL-8.2: the party goes to this adjacent node."""

    node: NodeName


class Camp(Action, frozen=True, tag="camp"):
    """D_MOVE, GL-8.15: the own camp comes to the village where the party is."""


class Sail(Action, frozen=True, tag="sail"):
    """D_SAIL, GL-9.1: the boat on this island takes this route to its other end."""

    boat: IslandName
    route: RouteName


class DealAdventurers(Action, frozen=True, tag="deal_adventurers"):
    """GL-2.5 by lot: the table deals one adventurer to each player."""


class Prepare(Action, frozen=True, tag="prepare"):
    """GL-2.7 to GL-2.14: decks, spells, companions, small dice, footprints; solo: GL-14.3, GL-14.4."""


class StartDay(Action, frozen=True, tag="start_day"):
    """GL-3.3: spells are turned face up, what counts per day starts afresh."""


class ClearTrack(Action, frozen=True, tag="clear_track"):
    """GL-4.5: the companions that nobody took go to the cemetery."""


class TomRoll(Action, frozen=True, tag="tom_roll"):
    """GL-14.7: Tom's dice and the small dice left on the track are rolled."""


class Roll(Action, frozen=True, tag="roll"):
    """GL-5.1: every player rolls all own dice."""


class MixButterflies(Action, frozen=True, tag="mix_butterflies"):
    """GL-12.20: the tokens beside the pool go back into it."""


class Evening(Action, frozen=True, tag="evening"):
    """GL-10: small dice, footprints, new companions, start player."""


class Scoring(Action, frozen=True, tag="scoring"):
    """GL-11: final scoring."""


def _any(value: object) -> Any:
    return value


FINISH, USE_SKULL, STOP, CAMP = Finish(), UseSkull(), Stop(), Camp()
DEAL_ADVENTURERS, PREPARE, START_DAY, CLEAR_TRACK = DealAdventurers(), Prepare(), StartDay(), ClearTrack()
TOM_ROLL, ROLL, MIX_BUTTERFLIES, EVENING, SCORING = TomRoll(), Roll(), MixButterflies(), Evening(), Scoring()
ADVENTURER = tuple(ChooseAdventurer(_any(name)) for name in CARD_NAMES)
"""By card; the same for the tuples by card, die, space, node below."""
TOM_DICE = tuple(tuple(TomDice(_any(one), _any(two)) for two in COLOURS) for one in COLOURS)
RECRUIT = tuple(Recruit(_any(name)) for name in SPACE_NAMES)
STAY = MoveCurse("stay")
MOVE_CURSE = tuple(MoveCurse(_any(name)) for name in SPACE_NAMES)
DISCARD_TRACK = tuple(DiscardTrack(_any(name)) for name in SPACE_NAMES)
RESERVE_DIE = tuple(ReserveDie(_any(name)) for name in COLOURS)
TAKE_DIE, DECLINE_DIE = ClaimDie("take"), ClaimDie("decline")
RETURN_DIE = tuple(ReturnDie(_any(name)) for name in DIE_NAMES)
PINK = tuple(Pink(_any(name or "none")) for name in DIE_NAMES)
PAYMENTS: tuple[Pay, ...] = ("icon", "token", "step", "crolos")
REROLL = tuple(Reroll(pay) for pay in PAYMENTS)
REROLL_DIE = tuple(RerollDie(_any(name or "none")) for name in DIE_NAMES)
_POINTS = RULE_NUMBERS.rerolls_to_set_die
REROLL_SET = tuple(
    RerollSet(_any(icons), _any(tokens), _any(steps), _any(_POINTS - icons - tokens - steps))
    for icons in range(_POINTS, -1, -1)
    for tokens in range(_POINTS - icons, -1, -1)
    for steps in range(_POINTS - icons - tokens, -1, -1)
)
"""Every payment of three, most icons first."""
REROLL_FACE = tuple(tuple(RerollFace(_any(die), _any(face)) for face in FACE_NAMES) for die in DIE_NAMES)
WHITE_ELEMENT = tuple(White(_any(name)) for name in ELEMENTS)
USE_CANCEL = tuple(UseCancel(_any(name)) for name in ELEMENTS)
FIRE = tuple(Fire(_any(name)) for name in CARD_NAMES)
CEMETERY = tuple(Cemetery(_any(name or "none")) for name in CARD_NAMES)
LOSE_CARD = tuple(LoseOne(_any(name)) for name in CARD_NAMES)
LOSE_FACE_DOWN = tuple(LoseOne(name) for name in FaceDown.__args__)  # type: ignore[attr-defined]
BUTTERFLY = tuple(ReturnButterfly(_any(name)) for name in TOKEN_NAMES)
MOVE = tuple(Move(_any(name)) for name in NODE_NAMES)
SAIL = tuple(
    (Sail(_any(edge.a), _any(route)), Sail(_any(edge.b), _any(route)))
    for edge, route in zip(ARCHIPELAGO.edges, ROUTE_NAMES, strict=True)
)
"""By route: from its first end, from its second."""
