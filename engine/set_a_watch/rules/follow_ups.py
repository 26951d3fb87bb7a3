"""Chapters 17 and 18: the decisions inside abilities and locations of the watch."""

from __future__ import annotations

from engine.core.game import Action
from engine.core.table import Table
from engine.set_a_watch.actions import (
    DECLINE,
    BackstabCard,
    BackstabPick,
    BlindingLightCard,
    CatacombsReroll,
    CathedralPick,
    CleansePick,
    DaggersCard,
    DaggersDie,
    LineDanceCard,
    LineDanceReroll,
    PolymorphPick,
    made,
)
from engine.set_a_watch.cards import (
    CARD_NAMES,
    IS_SUMMON,
    card_number,
    source_of,
)
from engine.set_a_watch.rules.abilities import raise_die, swap_places
from engine.set_a_watch.rules.defeat import defeat
from engine.set_a_watch.rules.line import (
    REACTS,
    enter,
    healths,
    is_creature,
    leave,
    lich_place,
    turn_up,
    where,
)
from engine.set_a_watch.rules.party import FRAME, available, merged, own_available, push, reroll, total_roll
from engine.set_a_watch.rules.piles import count_arrival, to_graveyard
from engine.set_a_watch.rules.targets import Sight
from engine.set_a_watch.state import Frame, State

CATHEDRAL, CATACOMBS = source_of("cursed_cathedral"), source_of("catacombs")


def blinding_options(state: State, frame: Frame) -> list[Action]:
    """SW-17.BL: any face-down card; the second time also none."""
    found: list[Action] = [made(BlindingLightCard, position) for position in Sight(state).down]
    return [*found, DECLINE] if frame.amount == 2 else found


def blinding_light_card(state: State, frame: Frame, action: BlindingLightCard, table: Table) -> None:
    """SW-17.BL: its Reveal power is used up; a Summon works (SW-12.8)."""
    spot = state.line[action.target - 1]
    turn_up(state, spot, IS_SUMMON[spot.card], "SW-17.BL", frame.source, table)


def backstab_options(state: State, frame: Frame) -> list[Action]:
    """SW-17.BK: face-down cards that are not chosen yet (kept by place: nobody knows what they are)."""
    return [made(BackstabCard, position) for position in Sight(state).down if position - 1 not in frame.cards]


def backstab_card(state: State, frame: Frame, action: BackstabCard, table: Table) -> None:
    """SW-17.BK: two cards, or one if there is no other."""
    flips = next(other for other in reversed(state.pending) if other.what == FRAME["backstab_reveal"])
    flips.cards.append(action.target - 1)
    if len(flips.cards) < 2:
        push(state, "backstab_card", frame.who, cards=flips.cards, source=frame.source)


def backstab_picks(state: State, frame: Frame) -> list[Action]:
    """SW-17.BK, SW-12.6: flipped cards whose health is at most your total die roll; a Summon has 0."""
    sight = Sight(state)
    total = total_roll(state, frame.who)
    found: list[Action] = []
    health = healths(state)
    for place, spot in enumerate(state.line):
        may = place + 1 in sight.up or (IS_SUMMON[spot.card] and spot.up and place <= lich_place(state))
        if spot.card in frame.cards and may and health[place] <= total:
            found.append(made(BackstabPick, place + 1))
    return found


def backstab_pick(state: State, frame: Frame, action: BackstabPick, table: Table) -> None:
    """SW-17.BK, SW-10.12: the picked card counts as face-down."""
    defeat(state, action.target - 1, frame.who, "SW-17.BK", frame.source, table, silent=True)


def reveal_again(state: State, frame: Frame, table: Table) -> None:
    """SW-17.BK: only now Reveal powers and Summon texts of the survivors are pending."""
    for spot in state.line:
        if spot.card in frame.cards and spot.up:
            spot.reveal = REACTS[spot.card]


def cleanse_options(state: State, frame: Frame) -> list[Action]:
    """SW-17.CU: those marked at activation that still stand."""
    return [made(CleansePick, place + 1) for place, spot in enumerate(state.line) if spot.card in frame.cards]


def cleanse_pick(state: State, frame: Frame, action: CleansePick, table: Table) -> None:
    """SW-17.CU."""
    defeat(state, action.target - 1, frame.who, "SW-17.CU", frame.source, table)


def daggers_options(state: State, frame: Frame) -> list[Action]:
    """SW-17.TD."""
    return [made(DaggersCard, position) for position in Sight(state).down]


def daggers_card(state: State, frame: Frame, action: DaggersCard, table: Table) -> None:
    """SW-17.TD."""
    turn_up(state, state.line[action.target - 1], True, "SW-17.TD", frame.source, table)


def daggers_dice(state: State, frame: Frame) -> list[Action]:
    """SW-17.TD: an own available die."""
    return [made(DaggersDie, die + 1) for die in merged(state, own_available(state, frame.who))]


def daggers_die(state: State, frame: Frame, action: DaggersDie, table: Table) -> None:
    """SW-17.TD."""
    raise_die(state, action.die - 1, "SW-17.TD", "throwing_daggers", table)


def polymorph_options(state: State, frame: Frame) -> list[Action]:
    """SW-17.PO: creatures of the Graveyard, from the top."""
    return [made(PolymorphPick, str(CARD_NAMES[card])) for card in state.graveyard if not IS_SUMMON[card]]


def polymorph_pick(state: State, frame: Frame, action: PolymorphPick, table: Table) -> None:
    """SW-17.PO: a swap, no defeat."""
    place = where(state, frame.card)
    new = card_number(action.creature)
    state.graveyard.remove(new)
    leave(state, place, table)
    to_graveyard(state, frame.card, "SW-17.PO", frame.source, table)
    count_arrival(state)
    enter(state, place, new, "SW-17.PO", frame.source, table)


def dance_options(state: State, frame: Frame) -> list[Action]:
    """SW-17.LD: cards behind the front one."""
    return [made(LineDanceCard, position) for position in Sight(state).touch if position > frame.amount]


def line_dance_card(state: State, frame: Frame, action: LineDanceCard, table: Table) -> None:
    """SW-17.LD."""
    swap_places(state, frame.amount - 1, action.target - 1, table)


def dance_dice(state: State, frame: Frame) -> list[Action]:
    """SW-17.LD: any available die, or none."""
    return [*(made(LineDanceReroll, die + 1) for die in merged(state, available(state))), DECLINE]


def line_dance_reroll(state: State, frame: Frame, action: LineDanceReroll, table: Table) -> None:
    """SW-17.LD: CHANCE."""
    reroll(state, [action.die - 1], "SW-17.LD", frame.source, table)


def cathedral_options(state: State, frame: Frame) -> list[Action]:
    """SW-18.CC: a face-up creature, an immune one too."""
    return [made(CathedralPick, place + 1) for place, spot in enumerate(state.line) if is_creature(spot)]


def cathedral_pick(state: State, frame: Frame, action: CathedralPick, table: Table) -> None:
    """SW-18.CC: nobody's credit."""
    defeat(state, action.target - 1, -1, "SW-18.CC", CATHEDRAL, table)


def catacombs_options(state: State, frame: Frame) -> list[Action]:
    """SW-18.CB: an available own die, or none."""
    dice = merged(state, own_available(state, frame.who))
    found: list[Action] = [made(CatacombsReroll, die + 1) for die in dice]
    return [*found, DECLINE] if found else []


def catacombs_reroll(state: State, frame: Frame, action: CatacombsReroll, table: Table) -> None:
    """SW-18.CB: CHANCE."""
    reroll(state, [action.die - 1], "SW-18.CB", CATACOMBS, table)
