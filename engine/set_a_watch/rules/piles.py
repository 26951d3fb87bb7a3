"""Chapter 15: Graveyard, creature deck, Horde. Faces are twice a card's number, plus 1 if known."""

from __future__ import annotations

from engine.core.game import TABLE
from engine.core.table import Table
from engine.set_a_watch.cards import CARD_NAMES, FINAL_ROUND, carries, source_of
from engine.set_a_watch.rules.party import label, push, source_name
from engine.set_a_watch.state import Spot, State

PYROMANCER = carries("firewood_per_gy_arrival")
_PYROMANCER_CARD = PYROMANCER.index(True)


def draw(state: State, table: Table) -> int:
    """SW-15.4: the top face of the creature deck, made anew from the Graveyard if need be; 0: no card."""
    if not state.deck:
        if not state.graveyard:
            return 0
        order = table.shuffle(label(state, "reshuffle"), sorted(state.graveyard), CARD_NAMES)
        table.tell("SW-15.4", "graveyard_reshuffled", cards=len(order))
        state.deck = [2 * card for card in order]
        state.graveyard = []
    return state.deck.pop(0)


def pyromancer_burns(state: State) -> bool:
    """SW-16.PY: a face-up Pyromancer with its power stands in the line."""
    for spot in state.line:
        if spot.card == _PYROMANCER_CARD:
            return spot.up and not spot.blank
    return False


def count_arrival(state: State) -> None:
    """SW-16.PY: a creature card has come into the Graveyard from line or tamed area."""
    if pyromancer_burns(state):
        push(state, "firewood", amount=-1, card=_PYROMANCER_CARD, source=_PYROMANCER_CARD)


def to_graveyard(state: State, card: int, rule: str, source: int, table: Table) -> None:
    """SW-15.1: on top."""
    state.graveyard.insert(0, card)
    if table.listens:
        table.tell(rule, "to_graveyard", card=str(CARD_NAMES[card]), source=source_name(source))


def to_horde(state: State, face: int, rule: str, source: int, table: Table) -> None:
    """SW-15.6: on top of the Horde; in the final round face-down behind the last card (SW-20.3)."""
    if state.round == FINAL_ROUND:
        state.line.append(Spot(face >> 1, known=bool(face & 1)))
        place, rule = "line", "SW-20.3"
    else:
        state.horde.insert(0, face)
        state.watch.horde = True
        place = "horde"
    card = str(CARD_NAMES[face >> 1])
    if face & 1:
        table.tell(rule, f"to_{place}", card=card, source=source_name(source))
    else:
        table.tell(rule, f"to_{place}_unseen", TABLE, secret={"card": card}, source=source_name(source))


def discard_tamed(state: State, who: int, card: int, rule: str, source: int, table: Table) -> None:
    """SW-13.6, SW-17.AS: a tamed creature goes to the Graveyard."""
    state.adventurers[who].tamed.remove(card)
    if card in state.siren:
        state.siren.remove(card)
    to_graveyard(state, card, rule, source, table)
    count_arrival(state)


SWAMP = source_of("fetid_swamp")
