"""Chapters 5 to 7: arrival, the roll, and who camps."""

from __future__ import annotations

from engine.core.game import TABLE, Action, RuleId, Seat
from engine.core.table import Table
from engine.set_a_watch.actions import (
    DECLINE,
    Arrive,
    Camper,
    CampRefresh,
    LowestDie,
    MonolithExhaust,
    MonolithRefresh,
    Outpost,
    Roll,
    SacredSeal,
    VillageRefresh,
    made,
)
from engine.set_a_watch.cards import (
    CARD_NAMES,
    DIE_SIZE,
    FINAL_ROUND,
    FIREWOOD_CHANGE,
    IS_UNHALLOWED,
    LOCATION_NAMES,
    META,
    SOURCE_OF_PLACE,
    SPACES,
    ability,
    adventurer_number,
    card_number,
    local,
    located,
    source_of,
)
from engine.set_a_watch.rules.firewood import change_firewood
from engine.set_a_watch.rules.party import (
    FACES,
    card_actions,
    cards_where,
    controller,
    exhaust,
    leader,
    merged,
    name_of,
    push,
    refresh,
    size_of,
    total_roll,
)
from engine.set_a_watch.state import (
    ARRIVE,
    AVAILABLE,
    CAMP,
    CAMPER,
    LINE,
    ON_LOCATION,
    ROLL,
    Camp,
    Frame,
    State,
)

HALVES = located("firewood_halve_loss")
SACRED, MONOLITH = (
    located("seal_then_shuffle_unhallowed"),
    located("each_with_exhausted_refresh_one_then_exhaust_other"),
)
VILLAGE, OUTPOST, PASS = (
    located("all_dice_delta"),
    located("may_raise_lowest_die"),
    located("lowest_die_to_location"),
)
GATE, LOW_ROLL, COTTAGE = (
    located("highest_total_must_camp"),
    local("low_roll_refresh", "total_below"),
    located("camper_may_reroll"),
)
REFRESH_COUNT = local("camp_refresh_count", "value", 1)
CAMP_SOURCE = source_of("camp")
CAMPS: int = META["camps_per_adventurer"]


def place_source(state: State) -> int:
    """The current location as a cause."""
    return SOURCE_OF_PLACE[state.location]


def refuse_arrive(state: State, seat: Seat, action: Arrive) -> RuleId | None:
    return None if seat == TABLE and state.phase == ARRIVE and not state.pending else "SW-5.1"


def arrive(state: State, seat: Seat, action: Arrive, table: Table) -> None:
    """SW-5.1 to SW-5.4: in round 1 the location is up already and the firewood stays."""
    if state.round > 1:
        state.location = state.map.pop(0) >> 1
        table.tell("SW-5.1", "location", location=str(LOCATION_NAMES[state.location]), round=state.round)
        change = FIREWOOD_CHANGE[state.location]
        rule = "SW-5.1"
        if HALVES[state.location]:
            change, rule = -(state.firewood // 2), "SW-18.BP"  # SW-5.2
        change_firewood(state, change, rule, place_source(state), table)
    state.phase = ROLL
    if SACRED[state.location]:
        push(state, "sacred_shuffle", source=place_source(state))
        push(state, "sacred_seal", source=place_source(state))
    elif MONOLITH[state.location]:
        for who in (3, 2, 1, 0):
            push(state, "monolith_refresh", who, source=place_source(state))


def seal_names(state: State) -> list[str]:
    """SW-8.11a: Unhallowed in the Graveyard, from the top."""
    return [str(CARD_NAMES[card]) for card in state.graveyard if IS_UNHALLOWED[card]]


def sacred_options(state: State, frame: Frame) -> list[Action]:
    """SW-18.SC."""
    return [made(SacredSeal, name) for name in seal_names(state)]


def seal_card(state: State, name: str, rule: str, source: str, table: Table) -> None:
    """SW-8.11a: from the Graveyard to the bottom of the Unhallowed deck."""
    card = card_number(name)
    state.graveyard.remove(card)
    state.unhallowed.append(card)
    table.tell(rule, "sealed", card=name, source=source)


def sacred_seal(state: State, frame: Frame, action: SacredSeal, table: Table) -> None:
    """SW-18.SC."""
    seal_card(state, action.creature, "SW-18.SC", "sacred_city", table)


def sacred_shuffle(state: State, frame: Frame, table: Table) -> None:
    """SW-18.SC: CHANCE, also if nothing was sealed."""
    state.unhallowed = table.shuffle(
        f"round {state.round} sacred shuffle", sorted(state.unhallowed), CARD_NAMES
    )
    table.tell("SW-18.SC", "unhallowed_shuffled", cards=len(state.unhallowed), source="sacred_city")


def monolith_options(state: State, frame: Frame) -> list[Action]:
    """SW-18.WM: exactly one exhausted card."""
    return card_actions(MonolithRefresh, cards_where(state, [frame.who], False))


def monolith_refresh(state: State, frame: Frame, action: MonolithRefresh, table: Table) -> None:
    """SW-18.WM: then another card is exhausted."""
    card = ability(action.card)
    refresh(state, card, "SW-18.WM", frame.source, table)
    push(state, "monolith_exhaust", frame.who, card=0, cards=[card], source=frame.source)


def monolith_exhaust_options(state: State, frame: Frame) -> list[Action]:
    """SW-18.WM: a different card that is ready."""
    ready = cards_where(state, [frame.who], True)
    return card_actions(MonolithExhaust, [card for card in ready if card not in frame.cards])


def monolith_exhaust(state: State, frame: Frame, action: MonolithExhaust, table: Table) -> None:
    """SW-18.WM."""
    exhaust(state, ability(action.card), "SW-18.WM", frame.source, table)


def refuse_roll(state: State, seat: Seat, action: Roll) -> RuleId | None:
    return None if seat == TABLE and state.phase == ROLL and not state.pending else "SW-6.1"


def roll(state: State, seat: Seat, action: Roll, table: Table) -> None:
    """SW-6.1 to SW-6.4; SW-18.AV, SW-18.LO and SW-18.SP follow it."""
    faces = [FACES[DIE_SIZE[one.id]] for one in state.adventurers for _ in range(3)]
    less = VILLAGE[state.location]
    rolled = table.roll_each(f"round {state.round} roll", faces)
    for number, face in enumerate(rolled):
        die = state.dice[number]
        die.rolled = die.value = face - 1 if less and face > 1 else face  # SW-18.AV, SW-6.2
        die.place, die.on, die.holder = AVAILABLE, 0, number // 3
    if table.listens:
        _tell_roll(state, rolled, table)
    state.phase = LINE if state.round == FINAL_ROUND else CAMPER
    if OUTPOST[state.location]:
        for who in (3, 2, 1, 0):
            push(state, "outpost", who, source=place_source(state))
    elif PASS[state.location]:
        push(state, "lowest_die", source=place_source(state))


def _tell_roll(state: State, rolled: list[int], table: Table) -> None:
    """What the dice show, and those that Abandoned Village lowers."""
    for who in range(4):
        values = rolled[3 * who : 3 * who + 3]
        table.tell("SW-6.1", "rolled", controller(state, who), adventurer=name_of(state, who),
                   first=values[0], second=values[1], third=values[2])  # fmt: skip
    for number, die in enumerate(state.dice):
        if die.value != rolled[number]:
            table.tell("SW-18.AV", "die_lowered", controller(state, die.holder), die=number + 1, value=die.value,
                       source="abandoned_village")  # fmt: skip


YES_NO: list[Action] = [made(Outpost, "yes"), made(Outpost, "no")]


def outpost_options(state: State, frame: Frame) -> list[Action]:
    """SW-6.3."""
    return YES_NO


def outpost(state: State, frame: Frame, action: Outpost, table: Table) -> None:
    """SW-18.LO, SW-6.3: the lowest die gains 1, at most to its size."""
    if action.answer == "no":
        table.tell("SW-18.LO", "declined", controller(state, frame.who))
        return
    first = 3 * frame.who
    number = min(range(first, first + 3), key=lambda place: state.dice[place].value)
    die = state.dice[number]
    if die.value < size_of(state, number):
        die.rolled = die.value = die.value + 1
        table.tell("SW-18.LO", "die_raised", controller(state, frame.who), die=number + 1, value=die.value,
                   source="lost_outpost")  # fmt: skip


def lowest_options(state: State, frame: Frame) -> list[Action]:
    """SW-6.4: the lowest of all twelve."""
    lowest = min(die.value for die in state.dice)
    tied = [number for number, die in enumerate(state.dice) if die.value == lowest]
    return [made(LowestDie, number + 1) for number in merged(state, tied)]


def lowest_die(state: State, frame: Frame, action: LowestDie, table: Table) -> None:
    """SW-18.SP, SW-6.4: it is unusable this round."""
    die = state.dice[action.die - 1]
    die.place = ON_LOCATION
    table.tell("SW-18.SP", "die_lost", controller(state, die.holder), die=action.die, value=die.value,
               source="snowy_pass")  # fmt: skip


def camper_options(state: State) -> list[Action]:
    """SW-7.1; at Ruined Gate SW-7.2 (SW-18.RG)."""
    people = [who for who in range(4) if state.adventurers[who].camps < CAMPS]
    if GATE[state.location] and people:
        highest = max(total_roll(state, who) for who in people)
        people = [who for who in people if total_roll(state, who) == highest]
    return [made(Camper, name_of(state, who)) for who in people]


def refuse_camper(state: State, seat: Seat, action: Camper) -> RuleId | None:
    if state.phase != CAMPER or state.pending or seat != leader(state):
        return "SW-7.1"
    if action in camper_options(state):
        return None
    free = [
        who
        for who in range(4)
        if state.adventurers[who].camps < CAMPS and name_of(state, who) == action.adventurer
    ]
    return "SW-7.2" if free else "SW-7.1"


def camper(state: State, seat: Seat, action: Camper, table: Table) -> None:
    """SW-7.3, SW-7.4: rest token, refreshing, then the camp phase (Wizard's Cottage first, SW-8.1).

    Haunted Manor refreshes none (SW-18.HM), Remote Tavern two (SW-18.RT).
    """
    who = [one.id for one in state.adventurers].index(adventurer_number(action.adventurer))
    adventurer = state.adventurers[who]
    adventurer.camps += 1
    state.camper = who
    state.camp = Camp([0 for _ in SPACES])
    state.phase = CAMP
    if table.listens:
        table.tell(
            "SW-7.3", "camps", controller(state, who), adventurer=action.adventurer, camps=adventurer.camps
        )
    if COTTAGE[state.location]:
        push(state, "cottage_reroll", who, source=place_source(state))
    below = LOW_ROLL[state.location]
    for other in (3, 2, 1, 0):
        if other != who and total_roll(state, other) < below:
            push(state, "village_refresh", other, source=place_source(state))
    for _ in range(REFRESH_COUNT[state.location]):
        push(state, "camp_refresh", who, source=CAMP_SOURCE)


def camp_refresh_options(state: State, frame: Frame) -> list[Action]:
    """SW-7.3: mandatory if there is one."""
    return card_actions(CampRefresh, cards_where(state, [frame.who], False))


def camp_refresh(state: State, frame: Frame, action: CampRefresh, table: Table) -> None:
    """SW-7.3; the second one is Remote Tavern's (SW-18.RT)."""
    rule, source = "SW-7.3", frame.source
    if REFRESH_COUNT[state.location] > 1 and (not state.pending or state.pending[-1].what != frame.what):
        rule, source = "SW-18.RT", place_source(state)
    refresh(state, ability(action.card), rule, source, table)


def village_options(state: State, frame: Frame) -> list[Action]:
    """SW-7.4: one exhausted card, or none."""
    found = card_actions(VillageRefresh, cards_where(state, [frame.who], False))
    return [*found, DECLINE] if found else []


def village_refresh(state: State, frame: Frame, action: VillageRefresh, table: Table) -> None:
    """SW-18.TV, SW-7.4."""
    refresh(state, ability(action.card), "SW-18.TV", frame.source, table)
