"""GL-2.7 to GL-2.14: decks, spells, companions, small dice; GL-13 for five and six, GL-14 for one."""

from __future__ import annotations

from engine.core.game import RuleId, Seat
from engine.core.table import Table
from engine.glow.actions import Prepare
from engine.glow.cards import (
    CARD_NAMES,
    DATA,
    DIE_NAMES,
    ELEMENT_FACES,
    ELEMENTS,
    EXTENSION_OF,
    EXTENSIONS,
    FACE_NAMES,
    FACES_OF,
    FIRST_SPELL,
    HULIOS,
    MAIN_OF,
    RULE_NUMBERS,
    SPACE_NAMES,
    SPELL_CARDS,
    card_number,
    dice_of,
)
from engine.glow.rules.solo import lay_tiles, roll_toms_dice, toms_spaces
from engine.glow.rules.turn import refuse_table
from engine.glow.state import SET_CHOICES, State, TrackDie


def refuse_prepare(state: State, seat: Seat, action: Prepare) -> RuleId | None:
    return refuse_table(state, seat, "prepare")


def prepare(state: State, seat: Seat, action: Prepare, table: Table) -> None:
    """GL-2.7 to GL-2.14, in the order of the chapter; solo: GL-14.3 comes before the deal."""
    _decks(state, table)
    if state.tom:
        roll_toms_dice(state, "setup tom", table)
        lay_tiles(state, table)
    else:
        spells = [
            card
            for card in SPELL_CARDS
            for _ in range(DATA.spells[card - FIRST_SPELL].copies)
            if state.dawn or DATA.spells[card - FIRST_SPELL].expansion == "base"
        ]
        state.spell_pile = table.shuffle("spells 0", spells, CARD_NAMES)  # GL-2.8
    deal(state, "GL-2.9", table)
    _small_dice(state, table)
    for space in state.track:
        if not space.dice and space.space not in toms_spaces(state):
            space.footprints += 1  # GL-2.11
            table.tell("GL-2.11", "footprint_added", space=SPACE_NAMES[space.space])
    if "anibloom" in SET_CHOICES[state.sets]:
        state.butterfly_pool = [
            token for token, kind in enumerate(DATA.butterfly_tokens) for _ in range(kind.copies)
        ]  # GL-2.14
    state.phase = "start_day"


def cards_in_play(state: State) -> list[int]:
    """GL-2.13, GL-13.1, GL-14.1: the companions of this configuration, in the order of the data."""
    name = SET_CHOICES[state.sets]
    chosen = () if name == "none" else tuple(name.split("+"))
    replaced: tuple[str, ...] = chosen
    if len(state.players) >= 5:
        third = ("none", *DATA.sets)[state.third_set]
        replaced = () if third == "none" else (third,)
    out = {card for which in replaced for card in DATA.sets[which].out}
    if state.tom:
        out |= set(DATA.solo.companions_out)
    return [
        card_number(card.id)
        for card in DATA.companions
        if (card.set == "base" or card.set in chosen) and card.id not in out
    ]


def _is_a(card: int) -> bool:
    return DATA.companions[card - card_number(DATA.companions[0].id)].deck == "A"


def _decks(state: State, table: Table) -> None:
    """GL-2.7: A and B shuffled apart, three of each away, A on B. GL-12.3, GL-14.10: the Hulios deck."""
    cards = cards_in_play(state)
    deck_a = table.shuffle("deck a", [card for card in cards if _is_a(card)], CARD_NAMES)
    deck_b = table.shuffle("deck b", [card for card in cards if not _is_a(card)], CARD_NAMES)
    hulios = any(player.adventurer == HULIOS for player in state.players)
    if state.tom:
        state.deck, state.deck_b = deck_a, deck_b
        if hulios:
            _solo_hulios(state, table)
        return
    away = RULE_NUMBERS.companions_removed_per_deck
    state.deck = deck_a[away:] + deck_b[away:]
    if hulios:
        state.hulios_deck = deck_a[:away] + deck_b[:away]
    table.tell("GL-2.7", "deck_built", cards=len(state.deck))


def _solo_hulios(state: State, table: Table) -> None:
    """GL-14.10."""
    without = DATA.solo.hulios_deck_from_companions_out_except
    cards = sorted(card_number(card) for card in DATA.solo.companions_out if card not in without)
    state.hulios_deck = table.shuffle("hulios a", [card for card in cards if _is_a(card)], CARD_NAMES)
    state.hulios_deck += table.shuffle("hulios b", [card for card in cards if not _is_a(card)], CARD_NAMES)


def deal(state: State, rule: RuleId, table: Table) -> None:
    """GL-2.9, GL-10.4, GL-14.12: new companions left to right; none where a die of Tom lies."""
    closed = toms_spaces(state)
    for space in state.track:
        if state.deck and space.space not in closed:
            space.companion = state.deck.pop(0)
            table.tell(
                rule,
                "companion_dealt",
                space=SPACE_NAMES[space.space],
                companion=str(CARD_NAMES[space.companion]),
            )


def setup_faces(die: int) -> tuple[int, ...]:
    """GL-2.10: a special face is rolled again until an element shows."""
    faces = FACES_OF[die]
    return faces if max(faces) < len(ELEMENTS) else ELEMENT_FACES


def _small_dice(state: State, table: Table) -> None:
    """GL-2.10: the starting dice on the main track; GL-13.4: the extra ones on the extension."""
    starting = DATA.meeting_track.starting_small_dice
    main = sorted(die for kind, count in starting.items() for die in dice_of(kind, small=True)[:count])
    for die, face in zip(main, _throw(main, "track dice", table), strict=True):
        place_die(state, MAIN_OF[face], die, face, "GL-2.10", table)
    count = len(state.players)
    if count in EXTENSIONS:
        extra = sorted(
            die
            for kind, number in EXTENSIONS[count].starting_small_dice.items()
            for die in dice_of(kind, small=True)[starting[kind] : starting[kind] + number]
        )
        for die, face in zip(extra, _throw(extra, "extension dice", table), strict=True):
            place_die(state, EXTENSION_OF[count][face], die, face, "GL-13.4", table)


def _throw(dice: list[int], label: str, table: Table) -> list[int]:
    return table.roll_each(label, [setup_faces(die) for die in dice], FACE_NAMES)


def place_die(
    state: State, place: int, die: int, face: int, rule: RuleId, table: Table, *, seat: Seat | None = None
) -> None:
    """A small die on a space, ascending by die; in the evening by a seat."""
    space = state.track[place]
    space.dice.append(TrackDie(die, face, new=seat is not None))
    space.dice.sort(key=lambda other: other.die)
    name, shown = str(DIE_NAMES[die]), str(FACE_NAMES[face])
    table.tell(rule, "die_placed", seat, die=name, face=shown, space=SPACE_NAMES[place])
