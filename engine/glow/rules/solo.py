"""Chapter 14: the solo mode against Tom."""

from __future__ import annotations

from bisect import insort

from engine.core.game import Action, RuleId, Seat
from engine.core.table import Table
from engine.glow.actions import TOM_DICE, TomDice, TomRoll
from engine.glow.cards import (
    ARCHIPELAGO,
    COLOUR_OF,
    COLOURS,
    DATA,
    DIE_NAMES,
    ELEMENT_FACES,
    ELEMENTS,
    FACE_NAMES,
    FACES_OF,
    ISLAND_NAMES,
    ISLAND_POINTS,
    MAIN_OF,
    MAIN_SPACES,
    NODE_NAMES,
    SHADOWS,
    SPACE_NAMES,
    THREE_LIGHT,
    TILE_NAMES,
    TWO_FOOTPRINTS,
    VILLAGE,
    VILLAGE_NODES,
)
from engine.glow.rules.turn import refuse_table, refuse_turn
from engine.glow.state import State, Tom, TrackDie


def legal_tom_dice(state: State, seat: Seat) -> list[Action]:
    """D_TOM_DICE, GL-14.2: two different colours of the reserve, none of the own adventurer's."""
    adventurer = state.players[0].adventurer
    own = [kind for kind, _ in DATA.adventurers[adventurer - 1].dice] if adventurer else []
    free = [COLOUR_OF[die] for die in state.reserve if COLOURS[COLOUR_OF[die]] not in own]
    return [TOM_DICE[one][two] for place, one in enumerate(free) for two in free[place + 1 :]]


def refuse_tom_dice(state: State, seat: Seat, action: TomDice) -> RuleId | None:
    if (rule := refuse_turn(state, seat, "tom_dice")) is not None:
        return rule
    return None if action in legal_tom_dice(state, seat) else "GL-14.2"


def tom_dice(state: State, seat: Seat, action: TomDice, table: Table) -> None:
    """GL-14.2: two dice of the reserve for Tom."""
    for wanted in (action.first, action.second):
        die = next(die for die in state.reserve if COLOURS[COLOUR_OF[die]] == wanted)
        state.reserve.remove(die)
        state.tom[0].dice.append(TrackDie(die))
        table.tell("GL-14.2", "toms_die", die=str(DIE_NAMES[die]))
    state.tom[0].dice.sort(key=lambda die: die.die)
    state.phase = "prepare"


def toms_spaces(state: State) -> list[int]:
    """GL-14.3: the spaces where a die of Tom lies."""
    if not state.tom:
        return []
    return [MAIN_OF[die.face] for die in state.tom[0].dice if die.face < len(ELEMENTS)]


def roll_toms_dice(state: State, label: str, table: Table) -> None:
    """GL-14.3: an element: onto that space; a special face is scored for Tom."""
    tom = state.tom[0]
    faces = table.roll_each(label, [FACES_OF[die.die] for die in tom.dice], FACE_NAMES)
    for die, face in zip(tom.dice, faces, strict=True):
        die.face = face
        table.tell("GL-14.3", "toms_roll", die=str(DIE_NAMES[die.die]), face=str(FACE_NAMES[face]))
        if face == TWO_FOOTPRINTS:
            tom.footprints += 2
            table.tell("GL-14.3", "tom_footprints", count=2, source="two_footprints")
        elif face == THREE_LIGHT:
            _tom_light(tom, 3, "GL-14.3", "three_light", table)


def _tom_light(tom: Tom, count: int, rule: RuleId, source: str, table: Table) -> None:
    tom.light += count
    if count:
        table.tell(rule, "tom_light", count=count, source=source)


def lay_tiles(state: State, table: Table) -> None:
    """GL-14.4: a tile at each space, three form the pile."""
    order = table.shuffle("tiles 0", list(range(1, len(TILE_NAMES))), TILE_NAMES)
    state.tom[0].tiles = order[:MAIN_SPACES]
    state.tom[0].pile = order[MAIN_SPACES:]


def use_tile(state: State, place: int, table: Table) -> None:
    """GL-14.4, GL-14.5: the tile of the space acts for Tom, then it is replaced."""
    tom = state.tom[0]
    number = tom.tiles[place]
    if number:
        tile = DATA.solo.tiles[number - 1]
        table.tell("GL-14.4", "tile_used", tile=tile.id, space=SPACE_NAMES[place])
        if tile.band:
            tom.band += tile.band
            _tom_light(tom, tom.band, "GL-14.4", tile.id, table)
        _tom_light(tom, tile.light, "GL-14.4", tile.id, table)
        if tile.journey != "none":
            _journey(state, tile.journey, table)
        insort(tom.discards, number)
        tom.tiles[place] = 0
    if not tom.pile:
        _pile_empty(state, table)
    if tom.pile:
        tom.tiles[place] = tom.pile.pop(0)


def _pile_empty(state: State, table: Table) -> None:
    """GL-14.5: first the discards are shuffled and deck B comes into use; then the last day is here."""
    tom = state.tom[0]
    tom.refills += 1
    if tom.refills > 1:
        table.tell("GL-14.5", "last_day")
        return
    tom.pile = table.shuffle("tiles 1", tom.discards, TILE_NAMES)
    tom.discards = []
    state.deck, state.deck_b = state.deck_b, []
    table.tell("GL-14.5", "deck_changed", cards=len(state.deck))


def _journey(state: State, how: str, table: Table) -> None:
    """GL-14.6."""
    tom = state.tom[0]
    if state.side == 0:
        higher = next_village(tom)
        if higher:
            tom.camp = higher
            table.tell("GL-14.6", "tom_camps", node=str(NODE_NAMES[higher]))
        return
    for boat in sorted(tom.boats, key=lambda island: (ARCHIPELAGO.nodes[island].ring, island)):
        target = _toms_route(tom, boat, how)
        if target is not None:
            tom.boats.remove(boat)
            insort(tom.boats, target)
            table.tell("GL-14.6", "tom_sails", boat=ISLAND_NAMES[boat], island=ISLAND_NAMES[target])
            return


def _toms_route(tom: Tom, boat: int, how: str) -> int | None:
    """GL-14.6: the island reached by the lowest minimum or the highest maximum; ties in order of nodes."""
    ring = ARCHIPELAGO.nodes[boat].ring
    found: list[tuple[int, int]] = []
    for edge in ARCHIPELAGO.edges:
        ends = (ISLAND_NAMES.index(edge.a), ISLAND_NAMES.index(edge.b))
        if boat not in ends or edge.kinds is None:
            continue
        target = ends[1] if ends[0] == boat else ends[0]
        if ARCHIPELAGO.nodes[target].ring > ring and target not in tom.boats:
            found.append((edge.kinds[0] if how == "low" else -edge.kinds[1], target))
    return min(found)[1] if found else None


def next_village(tom: Tom) -> int:
    """GL-14.6: the village with the next higher value; 0: none."""
    here = VILLAGE[tom.camp]
    return next((node for node in VILLAGE_NODES if VILLAGE[node] > here), 0)


def refuse_tom_roll(state: State, seat: Seat, action: TomRoll) -> RuleId | None:
    return refuse_table(state, seat, "tom_roll")


def tom_roll(state: State, seat: Seat, action: TomRoll, table: Table) -> None:
    """GL-14.7: footprints under Tom's dice go; his dice and the small dice left are rolled and placed."""
    for place in toms_spaces(state):
        if state.track[place].footprints:
            count = state.track[place].footprints
            table.tell("GL-14.7", "footprints_removed", space=SPACE_NAMES[place], count=count)
            state.track[place].footprints = 0
    roll_toms_dice(state, f"day {state.day} tom", table)
    left = sorted(die.die for space in state.track for die in space.dice)
    for space in state.track:
        space.dice = []
    faces = [FACES_OF[die] if max(FACES_OF[die]) < len(ELEMENTS) else ELEMENT_FACES for die in left]
    if left:
        thrown = table.roll_each(f"day {state.day} track dice", faces, FACE_NAMES)
        for die, face in zip(left, thrown, strict=True):
            state.track[MAIN_OF[face]].dice.append(TrackDie(die, face))
            table.tell(
                "GL-14.7",
                "die_placed",
                die=str(DIE_NAMES[die]),
                face=ELEMENTS[face],
                space=SPACE_NAMES[MAIN_OF[face]],
            )
    state.phase = "roll"


def last_journey(state: State, table: Table) -> None:
    """GL-14.9: at the end Tom's camp goes one village further, if his footprints pay for it."""
    tom = state.tom[0]
    village = next_village(tom) if state.side == 0 else 0
    if not village:
        return
    cost = SHADOWS.nodes[village - 1].costs.get("footprint", 0)
    if tom.footprints >= cost:
        tom.footprints -= cost
        table.tell("GL-14.9", "tom_pays", count=cost, source=str(NODE_NAMES[village]))
        tom.camp = village
        table.tell("GL-14.9", "tom_camps", node=str(NODE_NAMES[village]))


def toms_total(state: State) -> int:
    """GL-14.9: light, board points and footprints."""
    tom = state.tom[0]
    board = VILLAGE[tom.camp] if state.side == 0 else sum(ISLAND_POINTS[boat] for boat in tom.boats)
    return tom.light + board + tom.footprints
