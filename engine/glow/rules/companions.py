"""Companions come and go (GL-1.7, chapter 7): death, losses, Kaar, Cromaug, spells."""

from __future__ import annotations

from bisect import insort

from engine.core.game import Action, RuleId, Seat
from engine.core.table import Table
from engine.glow.actions import CEMETERY, LOSE_CARD, LOSE_FACE_DOWN, Cemetery, LoseOne
from engine.glow.cards import (
    CARD_NAMES,
    CROMAUG,
    CURSE_DIE,
    DIE_ICON,
    ELEMENT_FACES,
    ELEMENTS,
    EXTENSION_OF,
    KAAR,
    LARGE_BLACK,
    MAIN_OF,
    NO_CARD,
    NO_FACE,
    SKULL_SPELL,
    SPACE_NAMES,
    VALUE,
    ZAYDREL,
    card_number,
)
from engine.glow.effects import SOURCE_NAMES
from engine.glow.rules.dice import add_die, give_back, recount, take_icon_die
from engine.glow.rules.turn import push, refuse_pending
from engine.glow.state import Companion, Die, Player, State, TrackDie


def gain_companion(state: State, seat: Seat, card: int, rule: RuleId, source: str, table: Table) -> None:
    """GL-1.7: a card gained by any means becomes the newest; then its die (GL-7.15) or Kaar (GL-7.20)."""
    player = state.players[seat]
    companion = Companion(card)
    player.row.append(companion)
    name, value = str(CARD_NAMES[card]), VALUE[card]
    table.tell(rule, "companion_gained", seat, companion=name, value=value, source=source)
    _tell_skull(player, seat, table)
    if DIE_ICON[card]:
        take_icon_die(state, seat, companion, table)
    if card == KAAR:
        _kaar_gained(state, seat, table)


def _tell_skull(player: Player, seat: Seat, table: Table) -> None:
    """GL-7.14: a skull spell that is face up lies on the newest companion."""
    if SKULL_SPELL in player.spells and player.row:
        table.tell("GL-7.14", "skull_moved", seat, companion=str(CARD_NAMES[player.row[-1].card]))


def _kaar_gained(state: State, seat: Seat, table: Table) -> None:
    """GL-7.20: the curse die enters; GL-7.24: its holder is immune; GL-12.6: Zay'Drel's die is set aside."""
    player = state.players[seat]
    if any(die.die == LARGE_BLACK for die in player.dice):
        player.dice = [die for die in player.dice if die.die != LARGE_BLACK]
        player.aside = [LARGE_BLACK]
        table.tell("GL-12.6", "die_set_aside", seat, die="black1", source=str(CARD_NAMES[KAAR]))
    recount(player)
    if state.curse_in_play or len(state.players) == 1:
        return
    state.curse_in_play = True
    qualifying = [element for element in ELEMENT_FACES if curse_space(state, element) is not None]
    face = table.pick("curse enters", qualifying or list(ELEMENT_FACES), ELEMENTS)
    place = curse_space(state, face)
    space = state.track[MAIN_OF[face] if place is None else place]
    space.dice.append(TrackDie(CURSE_DIE, face))  # the highest number of all dice
    table.tell("GL-7.20", "curse_enters", seat, space=SPACE_NAMES[space.space], face=ELEMENTS[face])


def curse_space(state: State, element: int) -> int | None:
    """GL-13.7: the main space of an element, else its extension space, if a companion lies there."""
    if state.track[MAIN_OF[element]].companion:
        return MAIN_OF[element]
    if len(state.players) in EXTENSION_OF:
        place = EXTENSION_OF[len(state.players)][element]
        if state.track[place].companion:
            return place
    return None


def bury(state: State, seat: Seat, place: int, rule: RuleId, source: str, table: Table) -> None:
    """GL-7.1: a companion goes to the cemetery."""
    companion = state.players[seat].row.pop(place)
    insort(state.cemetery, companion.card)
    table.tell(rule, "companion_lost", seat, companion=str(CARD_NAMES[companion.card]), source=source)
    if companion.card == KAAR:
        _take_back(state, seat, table)
    after_leaving(state, seat, companion, table)


def _take_back(state: State, seat: Seat, table: Table) -> None:
    """GL-12.6: Kaar is in the cemetery: the large black die comes back, for the next roll."""
    player = state.players[seat]
    if player.adventurer == ZAYDREL and player.aside:
        player.aside = []
        add_die(player, Die(LARGE_BLACK, NO_FACE, False, False))
        table.tell("GL-12.6", "die_gained", seat, die="black1", source=str(CARD_NAMES[KAAR]))


def after_leaving(state: State, seat: Seat, companion: Companion, table: Table) -> None:
    """GL-7.4: what ends with a companion in the row."""
    player = state.players[seat]
    if companion.card == KAAR:
        recount(player)  # GL-7.24
    _tell_skull(player, seat, table)
    if companion.die:
        give_back(state, seat, companion.die, companion.card, table)


def place_of(player: Player, card: int) -> int:
    """Where in the row a companion is."""
    return next(place for place, companion in enumerate(player.row) if companion.card == card)


# Losing one (GL-7.5) ----------------------------------------------------------------------------------


def can_lose(player: Player) -> bool:
    """GL-7.5: is there a companion or a spell?"""
    return bool(player.row or player.spells or player.face_down)


def legal_lose_one(state: State, seat: Seat) -> list[Action]:
    """D_LOSE_ONE: own companions, then own spells, face up and face down."""
    player = state.players[seat]
    options: list[Action] = [LOSE_CARD[companion.card] for companion in player.row]
    options.extend([LOSE_CARD[spell] for spell in sorted(set(player.spells))])
    options.extend(LOSE_FACE_DOWN[: len(player.face_down)])
    return options


def refuse_lose_one(state: State, seat: Seat, action: LoseOne) -> RuleId | None:
    if (rule := refuse_pending(state, seat, "lose_one")) is not None:
        return rule
    return None if action in legal_lose_one(state, seat) else "GL-7.5"


def lose_one(state: State, seat: Seat, action: LoseOne, table: Table) -> None:
    """GL-7.5: a companion to the cemetery, without its ability (GL-7.3), or a spell to the discards."""
    source = str(SOURCE_NAMES[state.pending.pop().source])
    player = state.players[seat]
    if action in LOSE_FACE_DOWN:
        spell = player.face_down.pop(LOSE_FACE_DOWN.index(action))
        insort(state.spell_discards, spell)
        table.tell("GL-7.5", "spell_discarded", seat, spell=str(CARD_NAMES[spell]), source=source)
        return
    card = card_number(action.lost)
    if card in player.spells:
        player.spells.remove(card)
        insort(state.spell_discards, card)
        table.tell("GL-7.5", "spell_discarded", seat, spell=str(CARD_NAMES[card]), source=source)
    else:
        bury(state, seat, place_of(player, card), "GL-7.5", source, table)


def may_lose_one(state: State, seat: Seat, source: int, table: Table) -> None:
    """GL-7.5: compulsory if there is anything to lose."""
    if can_lose(state.players[seat]):
        push(state, "lose_one", seat, source)
    else:
        table.tell("GL-7.5", "nothing_to_lose", seat, source=str(SOURCE_NAMES[source]))


# Spells (GL-7.10 to GL-7.14) --------------------------------------------------------------------------


def spell_to_others(state: State, seat: Seat, table: Table) -> None:
    """GL-7.10: every other player, from the owner's left, takes the top spell unseen."""
    count = len(state.players)
    for step in range(1, count):
        other = (seat + step) % count
        if not state.spell_pile and state.spell_discards:  # GL-7.11
            label = f"spells {state.spell_shuffles}"
            state.spell_shuffles += 1
            state.spell_pile = table.shuffle(label, state.spell_discards, CARD_NAMES)
            state.spell_discards = []
            table.tell("GL-7.11", "spells_shuffled", cards=len(state.spell_pile))
        if state.spell_pile:
            state.players[other].face_down.append(state.spell_pile.pop(0))
            table.tell("GL-7.10", "spell_drawn", other, source="a10_xargok", owner=seat)


# Cromaug (GL-7.26) ------------------------------------------------------------------------------------


def legal_cemetery(state: State, seat: Seat) -> list[Action]:
    """D_CEMETERY: cards of the cemetery except Cromaug, none."""
    options: list[Action] = [CEMETERY[card] for card in state.cemetery if card != CROMAUG]
    options.append(CEMETERY[NO_CARD])
    return options


def refuse_cemetery(state: State, seat: Seat, action: Cemetery) -> RuleId | None:
    if (rule := refuse_pending(state, seat, "cemetery")) is not None:
        return rule
    return None if action in legal_cemetery(state, seat) else "GL-7.26"


def cemetery(state: State, seat: Seat, action: Cemetery, table: Table) -> None:
    """GL-7.26, GL-7.27: one companion from the cemetery, or none."""
    source = str(CARD_NAMES[state.pending.pop().source])
    if action.companion == "none":
        return
    card = card_number(action.companion)
    state.cemetery.remove(card)
    gain_companion(state, seat, card, "GL-7.26", source, table)
