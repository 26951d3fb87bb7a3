"""Chapter 16: creature powers. `OPS` leads from the op in data.yaml to its function.

Ongoing ops have no function: the rules that read them name them (`cards.carries`, `line.py`, `piles.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.core.game import Action
from engine.core.table import Table
from engine.set_a_watch.actions import CryptPick, StealDie, VampireTie, made
from engine.set_a_watch.cards import (
    CARD_NAMES,
    CARD_RULE,
    FINAL_ROUND,
    FOREST,
    IS_SUMMON,
    KIND,
    POWERS,
    TYPE,
    card_number,
    local,
    located,
    type_number,
)
from engine.set_a_watch.rules.firewood import change_firewood, push_exhaust
from engine.set_a_watch.rules.line import end_stays, enter, leave, move, own_in_graveyard, where
from engine.set_a_watch.rules.party import available, controller, label, merged, push
from engine.set_a_watch.rules.piles import count_arrival, draw, to_graveyard, to_horde
from engine.set_a_watch.state import STOLEN, Frame, Spot, State

Power = dict[str, Any]
CHOOSES_UNHALLOWED = located("choose_summoned_unhallowed")
SUMMON_TO_DECK = located("summon_card_to_deck_bottom")
EXTRA_EXHAUST = local("summon_extra_exhaust", "count")


def power_part(state: State, frame: Frame, table: Table) -> None:
    """One power of a card, in its written order."""
    power = POWERS[frame.card][frame.amount]
    OPS[power["op"]](state, frame.card, power, table)


def firewood(state: State, card: int, power: Power, table: Table) -> None:
    """SW-16.FA, SW-16.WY, SW-16.ED, SW-16.TR."""
    change_firewood(state, power["delta"], CARD_RULE[card], card, table)


def exhaust_cards(state: State, card: int, power: Power, table: Table) -> None:
    """SW-16.ED, SW-16.WL, SW-16.MI: SW-14.3."""
    push_exhaust(state, power["count"], card)


def insert_in_front(state: State, card: int, power: Power, table: Table) -> None:
    """SW-16.FB: a card of the deck face-down in position 1, once per time in the line."""
    state.line[where(state, card)].used = True
    face = draw(state, table)
    if face:
        state.line.insert(0, Spot(face >> 1, known=bool(face & 1)))
        end_stays(state)
        table.tell("SW-16.FB", "card_added", position=1, source=str(CARD_NAMES[card]))


def move_self(state: State, card: int, power: Power, table: Table) -> None:
    """SW-16.GO, SW-16.MI: to position 1. SW-16.PY: to the end of the line."""
    to = 0 if power["to"] == "first" else len(state.line) - 1
    move(state, where(state, card), to, CARD_RULE[card], card, table)


def steal_die(state: State, card: int, power: Power, table: Table) -> None:
    """SW-16.BA: a die the party chooses. SW-16.VA: the highest."""
    push(state, "steal_die" if power["which"] == "party_choice" else "vampire_tie", card=card, source=card)


def steal_options(state: State, frame: Frame) -> list[Action]:
    """SW-16.BA, SW-13.4: any available die."""
    return [made(StealDie, die + 1) for die in merged(state, available(state))]


def vampire_options(state: State, frame: Frame) -> list[Action]:
    """SW-16.VA: the highest available dice."""
    dice = available(state)
    highest = max([state.dice[die].value for die in dice], default=0)
    return [
        made(VampireTie, die + 1)
        for die in merged(state, [d for d in dice if state.dice[d].value == highest])
    ]


def take_die(state: State, frame: Frame, action: StealDie | VampireTie, table: Table) -> None:
    """SW-13.3: it lies on the thief, unavailable."""
    die = state.dice[action.die - 1]
    die.place, die.on = STOLEN, frame.card
    if table.listens:
        table.tell(CARD_RULE[frame.card], "die_stolen", controller(state, die.holder), die=action.die,
                   value=die.value, source=str(CARD_NAMES[frame.card]))  # fmt: skip


def swap_with_graveyard(state: State, card: int, power: Power, table: Table) -> None:
    """SW-16.GS: the top creature of the Graveyard takes its place."""
    top = state.graveyard[0] if state.graveyard else 0
    if not top or IS_SUMMON[top] or KIND[top] in power["except"]:
        return
    place = where(state, card)
    del state.graveyard[0]
    leave(state, place, table)
    to_graveyard(state, card, "SW-16.GS", card, table)
    count_arrival(state)
    enter(state, place, top, "SW-16.GS", card, table)


def draw_to_horde(state: State, card: int, power: Power, table: Table) -> None:
    """SW-16.AC, reveal: an unseen card joins the Horde."""
    for _ in range(power["count"]):
        face = draw(state, table)
        if face:
            to_horde(state, face, "SW-16.AC", card, table)


def summon_to_deck(state: State, card: int, power: Power, table: Table) -> None:
    """SW-16.AC, first: the topmost Summon of the Graveyard goes into the creature deck; CHANCE."""
    summon = next((other for other in state.graveyard if IS_SUMMON[other]), 0)
    if not summon:
        return
    state.graveyard.remove(summon)
    cards = sorted([*(face >> 1 for face in state.deck), summon])
    order = table.shuffle(label(state, "acolyte shuffle"), cards, CARD_NAMES)
    state.deck = [2 * other for other in order]
    table.tell("SW-16.AC", "summon_returned", card=str(CARD_NAMES[summon]), source=str(CARD_NAMES[card]))


def graveyard_to_line(state: State, card: int, power: Power, table: Table) -> None:
    """SW-16.WR, SW-16.GC, SW-16.NE, SW-16.HP: creatures of the Graveyard line up beside it."""
    wanted = power["filter"]
    found = [
        other
        for other in state.graveyard
        if (KIND[other] == wanted["kind"] if "kind" in wanted else TYPE[other] == type_number(wanted["type"]))
    ]

    def own(other: int) -> int:
        return own_in_graveyard(state, other)

    if power["pick"] == "highest_health":
        found.sort(key=own, reverse=True)
    if power["max"] != "all":
        found = found[: power["max"]]
    if power["order"] == "weakest_first":
        found.sort(key=lambda other: (own(other), state.graveyard.index(other)))
    place = where(state, card) + (power["side"] == "behind")
    for other in found:
        state.graveyard.remove(other)
        enter(state, place, other, CARD_RULE[card], card, table)
        place += 1


def druid_to_horde(state: State, card: int, power: Power, table: Table) -> None:
    """SW-16.CD: it, forest creatures face-up in the line, then tamed ones; not in the final round."""
    if state.round == FINAL_ROUND:
        return
    going = [card, *(spot.card for spot in state.line if spot.up and TYPE[spot.card] == FOREST)]
    for other in going:
        leave(state, where(state, other), table)
        to_horde(state, 2 * other + 1, "SW-16.CD", card, table)
    for adventurer in state.adventurers:
        for other in [tamed for tamed in adventurer.tamed if TYPE[tamed] == FOREST]:
            adventurer.tamed.remove(other)
            to_horde(state, 2 * other + 1, "SW-16.CD", card, table)


def begin_summon(state: State, card: int) -> None:
    """SW-16.SU: (1) exhaust, at Desert Ruins once more if something is summoned; then (2) and (3)."""
    push(state, "summon", card=card, source=card)
    extra = EXTRA_EXHAUST[state.location] if state.unhallowed else 0
    push_exhaust(state, 1 + extra, card)


def summon_part(state: State, frame: Frame, table: Table) -> None:
    """SW-16.SU: which Unhallowed comes; without one the Summon just goes."""
    if not state.unhallowed:
        leave(state, where(state, frame.card), table)
        to_graveyard(state, frame.card, "SW-16.SU", frame.card, table)
    elif CHOOSES_UNHALLOWED[state.location]:
        push(state, "crypt_pick", card=frame.card, source=frame.card)
    else:
        _summon(state, frame.card, state.unhallowed[0], table)


def crypt_options(state: State, frame: Frame) -> list[Action]:
    """SW-16.SU, Ancient Crypt: any of the deck."""
    return [made(CryptPick, str(CARD_NAMES[card])) for card in state.unhallowed]


def crypt_pick(state: State, frame: Frame, action: CryptPick, table: Table) -> None:
    """SW-16.SU: the rest keep their order."""
    _summon(state, frame.card, card_number(action.creature), table)


def _summon(state: State, summon: int, creature: int, table: Table) -> None:
    """SW-16.SU (2), (3); Ancient Crypt: SW-18.AC; Sea Fortress: SW-18.SF."""
    place = where(state, summon)
    leave(state, place, table)
    state.unhallowed.remove(creature)
    enter(
        state,
        place,
        creature,
        "SW-18.AC" if CHOOSES_UNHALLOWED[state.location] else "SW-16.SU",
        summon,
        table,
    )
    if SUMMON_TO_DECK[state.location]:
        state.deck.append(2 * summon + 1)
        table.tell("SW-18.SF", "to_deck_bottom", card=str(CARD_NAMES[summon]), source="sea_fortress")
    else:
        to_graveyard(state, summon, "SW-16.SU", summon, table)


OPS: dict[str, Callable[[State, int, Power, Table], None]] = {
    "firewood": firewood,
    "exhaust_cards": exhaust_cards,
    "insert_from_creature_deck": insert_in_front,
    "move_self": move_self,
    "steal_die": steal_die,
    "swap_self_with_gy_top": swap_with_graveyard,
    "draw_to_horde": draw_to_horde,
    "summon_to_deck_shuffle": summon_to_deck,
    "gy_to_line": graveyard_to_line,
    "druid_to_horde": druid_to_horde,
    "return_to_line_end": lambda state, card, power, table: None,  # SW-10.20 D3a: defeat.py
}
