"""GL-3.3, chapter 4: the day begins, everybody recruits."""

from __future__ import annotations

from bisect import insort

from engine.core.game import Action, RuleId, Seat
from engine.core.table import Table
from engine.glow.actions import (
    DISCARD_TRACK,
    MOVE_CURSE,
    RECRUIT,
    STAY,
    USE_SKULL,
    ClearTrack,
    DiscardTrack,
    MoveCurse,
    Recruit,
    StartDay,
)
from engine.glow.cards import (
    CARD_NAMES,
    CURSE_DIE,
    DIE_NAMES,
    FACE_NAMES,
    KAAR,
    NO_CARD,
    SPACE_NAMES,
    elements_of,
)
from engine.glow.rules.butterflies import has_skull
from engine.glow.rules.companions import gain_companion
from engine.glow.rules.dice import add_die, owns, recount
from engine.glow.rules.gains import gain
from engine.glow.rules.solo import use_tile
from engine.glow.rules.turn import begin_phase, next_actor, push, refuse_pending, refuse_table, refuse_turn
from engine.glow.state import Die, Pending, State, TrackDie

_PLACE = {name: place for place, name in enumerate(SPACE_NAMES)}


def refuse_start_day(state: State, seat: Seat, action: StartDay) -> RuleId | None:
    return refuse_table(state, seat, "start_day")


def start_day(state: State, seat: Seat, action: StartDay, table: Table) -> None:
    """GL-3.3: face-down spells are turned up (GL-7.12); what counts per day starts afresh."""
    for number, player in enumerate(state.players):
        for spell in player.face_down:
            insort(player.spells, spell)
            table.tell("GL-7.12", "spell_turned", number, spell=str(CARD_NAMES[spell]))
        player.face_down = []
        player.fired = []
        player.icons_used = []
        player.cancelled = []
        player.visited = []
        player.rolls = 0
        for die in player.dice:
            die.rolled = die.used = False
        recount(player)
    for space in state.track:
        for lying in space.dice:
            lying.new = False
    begin_phase(state, "recruit")
    table.tell("GL-3.3", "day_begins", state.first, day=state.day)


def with_companion(state: State) -> list[int]:
    """Spaces that still have a companion."""
    return [place for place, space in enumerate(state.track) if space.companion]


def legal_recruit(state: State, seat: Seat) -> list[Action]:
    """D_RECRUIT: spaces with a companion, the skull token."""
    options: list[Action] = [RECRUIT[place] for place, space in enumerate(state.track) if space.companion]
    if state.players[seat].butterflies and has_skull(state.players[seat]):
        options.append(USE_SKULL)
    return options


def _companion_at(state: State, name: str) -> bool:
    place = _PLACE.get(name, 99)
    return place < len(state.track) and state.track[place].companion != NO_CARD


def refuse_recruit(state: State, seat: Seat, action: Recruit) -> RuleId | None:
    if (rule := refuse_turn(state, seat, "recruit")) is not None:
        return rule
    return None if _companion_at(state, action.space) else "GL-4.1"


def recruit(state: State, seat: Seat, action: Recruit, table: Table) -> None:
    """GL-4.1, GL-4.8: the companion, all small dice and footprints of the space."""
    place = _PLACE[action.space]
    push(state, "end_recruit", seat, n=place)
    push(state, "take_space", seat, n=place)
    cursed = any(die.die == CURSE_DIE for die in state.track[place].dice)
    if cursed and owns(state.players[seat], KAAR) and len(with_companion(state)) > 1:
        push(state, "move_curse", seat, KAAR, CURSE_DIE, place)  # GL-4.2


def legal_move_curse(state: State, seat: Seat) -> list[Action]:
    """D_MOVE_CURSE: stay, or another space with a companion."""
    here = state.pending[-1].n
    return [STAY, *[MOVE_CURSE[place] for place in with_companion(state) if place != here]]


def refuse_move_curse(state: State, seat: Seat, action: MoveCurse) -> RuleId | None:
    if (rule := refuse_pending(state, seat, "move_curse")) is not None:
        return rule
    return None if action in legal_move_curse(state, seat) else "GL-4.2"


def move_curse(state: State, seat: Seat, action: MoveCurse, table: Table) -> None:
    """GL-4.2, GL-4.7: the die takes the element of its new space."""
    here = state.track[state.pending.pop().n]
    if action.space == "stay":
        return
    place = _PLACE[action.space]
    (die,) = [die for die in here.dice if die.die == CURSE_DIE]
    here.dice = [other for other in here.dice if other is not die]
    listed = elements_of(place, len(state.players))
    face = die.face if die.face in listed else listed[0]
    state.track[place].dice.append(TrackDie(CURSE_DIE, face))
    table.tell("GL-4.2", "curse_moved", seat, space=action.space, face=str(FACE_NAMES[face]))


def take_space(state: State, item: Pending, table: Table) -> None:
    """GL-4.1: take everything; then GL-4.3."""
    seat, space = item.seat, state.track[item.n]
    player = state.players[seat]
    name = SPACE_NAMES[space.space]
    for die in space.dice:
        add_die(player, Die(die.die, die.face, False, False))
        table.tell("GL-4.1", "die_gained", seat, die=str(DIE_NAMES[die.die]), source=name)
    if space.footprints:
        gain(state, seat, "footprint", space.footprints, "GL-4.1", name, table)
    card = space.companion
    space.dice = []
    space.footprints = 0
    space.companion = NO_CARD
    gain_companion(state, seat, card, "GL-4.1", name, table)


def end_recruit(state: State, item: Pending, table: Table) -> None:
    """GL-4.4: with two players the start player discards one; then the next player recruits."""
    if state.tom:
        use_tile(state, item.n, table)
    if len(state.players) == 2 and item.seat == state.first and with_companion(state):
        push(state, "discard_track", item.seat)
    else:
        _next(state)


def _next(state: State) -> None:
    if not next_actor(state):
        state.phase = "clear_track"


def legal_discard_track(state: State, seat: Seat) -> list[Action]:
    """D_DISCARD_TRACK: remaining companions."""
    return [DISCARD_TRACK[place] for place in with_companion(state)]


def refuse_discard_track(state: State, seat: Seat, action: DiscardTrack) -> RuleId | None:
    if (rule := refuse_pending(state, seat, "discard_track")) is not None:
        return rule
    return None if _companion_at(state, action.space) else "GL-4.4"


def discard_track(state: State, seat: Seat, action: DiscardTrack, table: Table) -> None:
    """GL-4.4: the companion goes to the cemetery, dice and footprints stay."""
    state.pending.pop()
    _to_cemetery(state, _PLACE[action.space], "GL-4.4", table)
    _next(state)


def _to_cemetery(state: State, place: int, rule: RuleId, table: Table) -> None:
    space = state.track[place]
    insort(state.cemetery, space.companion)
    table.tell(
        rule,
        "companion_discarded",
        companion=str(CARD_NAMES[space.companion]),
        space=SPACE_NAMES[space.space],
    )
    space.companion = NO_CARD


def refuse_clear_track(state: State, seat: Seat, action: ClearTrack) -> RuleId | None:
    return refuse_table(state, seat, "clear_track")


def clear_track(state: State, seat: Seat, action: ClearTrack, table: Table) -> None:
    """GL-4.5: all remaining companions go to the cemetery."""
    for place in with_companion(state):
        _to_cemetery(state, place, "GL-4.5", table)
    state.phase = "tom_roll" if state.tom else "roll"
