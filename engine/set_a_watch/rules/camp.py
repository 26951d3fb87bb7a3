"""Chapter 8: the camp phase. `SPACE` leads from a camp action in data.yaml to its function."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations, permutations

from engine.core.game import Action, RuleId, Seat
from engine.core.table import Table
from engine.set_a_watch.actions import (
    END_CAMP,
    BolsterDice,
    CampAction,
    CottageReroll,
    EndCamp,
    RuneGroup,
    Seal,
    made,
)
from engine.set_a_watch.cards import (
    CARD_NAMES,
    DICE,
    RUNES,
    SPACE_LIMIT,
    SPACES,
    UNIQUE,
    local,
    located,
    source_of,
)
from engine.set_a_watch.rules.arrive import seal_card, seal_names
from engine.set_a_watch.rules.firewood import change_firewood
from engine.set_a_watch.rules.party import (
    FRAME,
    alike,
    controller,
    merged,
    name_of,
    on_watch,
    own_available,
    own_rollable,
    push,
    reroll,
    subset_actions,
)
from engine.set_a_watch.rules.piles import draw
from engine.set_a_watch.state import CAMP, CAMP_SPACE, LINE, Frame, State

GROVE = located("ignore_die_values")
CHOP = tuple(2 + bonus for bonus in local("chop_wood_bonus", "delta"))
NUMBER = {space: number for number, space in enumerate(SPACES)}
PLACEMENT = tuple({space: CampAction(die + 1, space) for space in SPACES} for die in range(DICE))
BOARD = ("chop_wood", "scout_ahead", "check_map", "heal", "equip")
SPACES_OF = tuple((*BOARD, unique) for unique in UNIQUE)
"""For each adventurer: the spaces that it may use (SW-8.5 to SW-8.10)."""
ANY = (0, 99)
RULE_OF_SPACE = {
    "chop_wood": "SW-8.5",
    "scout_ahead": "SW-8.6",
    "check_map": "SW-8.7",
    "heal": "SW-8.8",
    "equip": "SW-8.9",
}
"""Of the common spaces; those of one adventurer are SW-8.10."""
VALUES = {"check_map": (4, 99), "heal": (6, 6), "cleric_heal": (4, 99)}
"""SW-8.7, SW-8.8, SW-8.10: the lowest and the highest die of a space; others take `ANY`."""
RUNES_BY_PLACE = tuple((rune, NUMBER[rune]) for rune in RUNES)


def camp_options(state: State) -> list[Action]:
    """SW-8.2: dice on spaces, rune groups, END_CAMP."""
    dice = own_available(state, state.camper)
    free = GROVE[state.location]  # SW-8.12
    spaces = [
        (space, *_values(state, space))
        for space in SPACES_OF[state.adventurers[state.camper].id]
        if _has_room(state, space)
    ]
    options: list[Action] = []
    for die in merged(state, dice):
        value, placement = state.dice[die].value, PLACEMENT[die]
        options += [placement[space] for space, least, most in spaces if free or least <= value <= most]
    options += _rune_groups(state, dice)
    options.append(END_CAMP)
    return options


def refuse_space(state: State, die: int, space: str) -> RuleId | None:
    """SW-8.5 to SW-8.10: may this die be placed there?"""
    least, most = ANY if GROVE[state.location] else _values(state, space)  # SW-18.EG, SW-8.12
    if _has_room(state, space) and least <= state.dice[die].value <= most:
        return None
    return RULE_OF_SPACE.get(space, "SW-8.10")


def _has_room(state: State, space: str) -> bool:
    """May a die of any value be placed there at all?"""
    number = NUMBER[space]
    if state.camp.placed[number] >= SPACE_LIMIT[number]:
        return False
    return space not in ("check_map", "teleport") or (len(state.map) > 1 and bool(state.unused))


def _values(state: State, space: str) -> tuple[int, int]:
    """The lowest and the highest die that fits a space. SW-8.6: more than the last Scout Ahead die."""
    if space == "scout_ahead":
        return state.camp.scout + 1, 99
    return VALUES.get(space, ANY)


def _rune_groups(state: State, dice: list[int]) -> tuple[RuneGroup, ...]:
    """SW-8.11: 2 or 3 equal dice on as many unused runes, in every order. `dice`: what the camper has left."""
    values = tuple([state.dice[die].value for die in dice])
    if len(set(values)) == len(values):
        return ()  # no two alike
    placed = state.camp.placed
    unused = tuple([rune for rune, number in RUNES_BY_PLACE if not placed[number]])
    return _groups(tuple(dice), values, alike(state, dice), unused)


@lru_cache(maxsize=16384)
def _groups(
    dice: tuple[int, ...], values: tuple[int, ...], marks: tuple[int, ...], unused: tuple[str, ...]
) -> tuple[RuneGroup, ...]:
    seen: list[list[int]] = []
    found = []
    for count in (2, 3):
        for group in combinations(range(len(dice)), count):
            taken = sorted(marks[place] for place in group)
            if len({values[place] for place in group}) > 1 or taken in seen:
                continue
            seen.append(taken)
            numbers = tuple(dice[place] + 1 for place in group)
            found += [made(RuneGroup, numbers, runes) for runes in permutations(unused, count)]
    return tuple(found)


def _refuse_camp(state: State, seat: Seat) -> RuleId | None:
    if state.phase != CAMP or state.pending or seat != controller(state, state.camper):
        return "SW-8.2"
    return None


def refuse_camp_action(state: State, seat: Seat, action: CampAction) -> RuleId | None:
    if (rule := _refuse_camp(state, seat)) is not None:
        return rule
    die = action.die - 1
    if die not in merged(state, own_available(state, state.camper)):
        return "SW-3.10" if die in own_available(state, state.camper) else "SW-8.2"
    if action.space in RUNES:
        return "SW-8.11"
    if action.space not in SPACES_OF[state.adventurers[state.camper].id]:
        return "SW-8.10"
    return refuse_space(state, die, action.space)


def camp_action(state: State, seat: Seat, action: CampAction, table: Table) -> None:
    """SW-8.2, SW-8.4: the die is placed, then the effect resolves fully."""
    number = action.die - 1
    state.dice[number].place = CAMP_SPACE
    state.camp.placed[NUMBER[action.space]] += 1
    if table.listens:
        table.tell(
            "SW-8.2", "die_placed", seat, die=action.die, value=state.dice[number].value, space=action.space
        )
    SPACE[action.space](state, number, table)


def refuse_rune_group(state: State, seat: Seat, action: RuneGroup) -> RuleId | None:
    if (rule := _refuse_camp(state, seat)) is not None:
        return rule
    groups = _rune_groups(state, own_available(state, state.camper))
    return None if action in groups else "SW-8.11"


def rune_group(state: State, seat: Seat, action: RuneGroup, table: Table) -> None:
    """SW-8.11: the dice are committed in one go; the runes follow in the order listed."""
    for die, rune in zip(action.dice, action.runes, strict=True):
        state.dice[die - 1].place = CAMP_SPACE
        state.camp.placed[NUMBER[rune]] += 1
        table.tell("SW-8.11", "die_placed", seat, die=die, value=state.dice[die - 1].value, space=rune)
    for rune in reversed(action.runes):
        push(state, "rune", state.camper, amount=NUMBER[rune], source=source_of(rune))


def refuse_end_camp(state: State, seat: Seat, action: EndCamp) -> RuleId | None:
    return _refuse_camp(state, seat)


def end_camp(state: State, seat: Seat, action: EndCamp, table: Table) -> None:
    """SW-8.2: unused dice are lost."""
    left = own_available(state, state.camper)
    for die in left:
        state.dice[die].place = CAMP_SPACE
    state.phase = LINE
    table.tell("SW-8.2", "camp_ended", seat, adventurer=camp_of(state), dice=len(left))


def chop_wood(state: State, die: int, table: Table) -> None:
    """SW-8.5; Witch's Shack gives more (SW-18.WS)."""
    wood = CHOP[state.location]
    change_firewood(state, wood, "SW-8.5" if wood == 2 else "SW-18.WS", source_of("chop_wood"), table)


def wood_axe(state: State, die: int, table: Table) -> None:
    """SW-8.10: Witch's Shack adds nothing."""
    change_firewood(state, 4, "SW-8.10", source_of("wood_axe"), table)


def scout_ahead(state: State, die: int, table: Table) -> None:
    """SW-8.6: two cards are drawn and seen."""
    state.camp.scout = state.dice[die].value
    look(state, "scout_order", 2, "scout_ahead", table)


def elven_scout(state: State, die: int, table: Table) -> None:
    """SW-8.10: four cards are drawn and seen."""
    look(state, "elven_scout_order", 4, "elven_scout", table)


def look(state: State, node: str, count: int, space: str, table: Table) -> None:
    """SW-15.5: looking is drawing; fewer cards if there are no more."""
    seen = []
    for _ in range(count):
        face = draw(state, table)
        if face:
            seen.append(face >> 1)
            if table.listens:
                table.tell("SW-8.6" if count == 2 else "SW-8.10", "card_seen", controller(state, state.camper),
                           card=str(CARD_NAMES[face >> 1]), source=space)  # fmt: skip
    push(state, node, state.camper, cards=seen, source=source_of(space))


def check_map(state: State, die: int, table: Table) -> None:
    """SW-8.7: the next location and an unused one are drawn and seen."""
    seen = [state.map.pop(0) >> 1, state.unused.pop(0) >> 1]
    push(state, "map_choice", state.camper, cards=seen, source=source_of("check_map"))


def teleport(state: State, die: int, table: Table) -> None:
    """SW-8.10: up to four unused locations are drawn and seen."""
    seen = [site >> 1 for site in state.unused[:4]]
    del state.unused[:4]
    push(state, "teleport_choice", state.camper, cards=seen, source=source_of("teleport"))


def heal(state: State, die: int, table: Table) -> None:
    """SW-8.8."""
    push(state, "heal_target", state.camper, source=source_of("heal"))


def cleric_heal(state: State, die: int, table: Table) -> None:
    """SW-8.10: effect of SW-8.8."""
    push(state, "heal_target", state.camper, source=source_of("cleric_heal"))


def equip(state: State, die: int, table: Table) -> None:
    """SW-8.9."""
    push(state, "equip_swap", state.camper, source=source_of("equip"))


def prepared(state: State, die: int, table: Table) -> None:
    """SW-8.10: a swap of the Rogue, then one of an adventurer on watch."""
    push(state, "prepared_extra", source=source_of("prepared"))
    push(state, "equip_swap", state.camper, source=source_of("prepared"))


def set_trap(state: State, die: int, table: Table) -> None:
    """SW-8.10, SW-10.5: the die is kept as a trap."""
    state.watch.trap = die


def assist(state: State, die: int, table: Table) -> None:
    """SW-8.10."""
    push(state, "assist_target", state.camper, amount=die, source=source_of("assist"))


def multi_talented(state: State, die: int, table: Table) -> None:
    """SW-8.10."""
    push(state, "multitalent_swap", state.camper, source=source_of("multi_talented"))


SPACE: dict[str, Callable[[State, int, Table], None]] = {
    "chop_wood": chop_wood,
    "scout_ahead": scout_ahead,
    "check_map": check_map,
    "heal": heal,
    "equip": equip,
    "set_trap": set_trap,
    "cleric_heal": cleric_heal,
    "wood_axe": wood_axe,
    "elven_scout": elven_scout,
    "prepared": prepared,
    "teleport": teleport,
    "assist": assist,
    "multi_talented": multi_talented,
}


def rune_part(state: State, frame: Frame, table: Table) -> None:
    """SW-8.11a to SW-8.11c: the next committed rune."""
    rune = SPACES[frame.amount]
    if rune == "seal":
        push(state, "seal", frame.who, source=frame.source)
    elif rune == "vanquish":
        _vanquish(state, table)
    else:
        push(state, "bolster_roll", frame.who, source=frame.source)
        for who in reversed(on_watch(state)):
            push(state, "bolster_dice", who, source=frame.source)


def _vanquish(state: State, table: Table) -> None:
    """SW-8.11b: the top Horde card leaves the game and is shown."""
    if state.horde:
        card = state.horde.pop(0) >> 1
        state.removed.append(card)
        table.tell("SW-8.11b", "left_the_game", card=str(CARD_NAMES[card]), source="vanquish")


def seal_options(state: State, frame: Frame) -> list[Action]:
    """SW-8.11a."""
    return [made(Seal, name) for name in seal_names(state)]


def seal(state: State, frame: Frame, action: Seal, table: Table) -> None:
    """SW-8.11a."""
    seal_card(state, action.creature, "SW-8.11a", "seal", table)


def bolster_options(state: State, frame: Frame) -> list[Action]:
    """SW-8.11c: any subset of the adventurer's own dice."""
    dice = own_rollable(state, frame.who)
    return list(subset_actions(BolsterDice, tuple(dice), alike(state, dice)))


def bolster_dice(state: State, frame: Frame, action: BolsterDice, table: Table) -> None:
    """SW-8.11c: chosen now, rolled with all others."""
    roll = next(other for other in reversed(state.pending) if other.what == FRAME["bolster_roll"])
    roll.cards.extend(die - 1 for die in action.dice)


def bolster_roll(state: State, frame: Frame, table: Table) -> None:
    """SW-8.11c, SW-3.11: CHANCE, all in one event."""
    reroll(state, frame.cards, "SW-8.11c", frame.source, table)


def cottage_options(state: State, frame: Frame) -> list[Action]:
    """SW-8.1: any subset of the camper's dice."""
    dice = own_available(state, frame.who)
    return list(subset_actions(CottageReroll, tuple(dice), alike(state, dice)))


def cottage(state: State, frame: Frame, action: CottageReroll, table: Table) -> None:
    """SW-18.WC, SW-8.1: CHANCE, once."""
    reroll(state, [die - 1 for die in action.dice], "SW-18.WC", frame.source, table)


def close_camp(state: State, table: Table) -> bool:
    """SW-8.3: the phase ends when the camper has no available die."""
    if own_available(state, state.camper):
        return False
    state.phase = LINE
    table.tell("SW-8.3", "camp_ended", controller(state, state.camper), adventurer=camp_of(state), dice=0)
    return True


def camp_of(state: State) -> str:
    """The camper's name."""
    return name_of(state, state.camper)
