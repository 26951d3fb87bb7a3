"""Chapter 5: late morning, rolling and rerolling; Elldir's and Zay'Drel's dice (GL-12.4, GL-12.8)."""

from __future__ import annotations

from engine.core.game import Action, RuleId, Seat
from engine.core.table import Table
from engine.glow.actions import (
    FINISH,
    PAYMENTS,
    PINK,
    REROLL_DIE,
    REROLL_FACE,
    USE_CANCEL,
    USE_SKULL,
    WHITE_ELEMENT,
    Pink,
    Reroll,
    RerollDie,
    RerollFace,
    RerollSet,
    Roll,
    White,
)
from engine.glow.cards import (
    CANCEL_TOKEN,
    CHOOSE_ELEMENT,
    COLOUR_OF,
    DIE_NAMES,
    ELEMENTS,
    FACE_NAMES,
    FACES_OF,
    LOSE_TWO_LIGHT,
    NO_DIE,
    NO_FACE,
    REROLL_AGAIN,
    SYMBOLS_OF,
    THREE_LIGHT,
    TWO_FOOTPRINTS,
    TYPE_OF,
    WHITE,
)
from engine.glow.cards import (
    PINK as PINK_DICE,
)
from engine.glow.rules.butterflies import has_skull
from engine.glow.rules.dice import is_inert, lowest_of_each, recount
from engine.glow.rules.gains import gain, lose
from engine.glow.rules.hulios import begin_noon
from engine.glow.rules.payments import pay_points, payments_of
from engine.glow.rules.turn import (
    begin_phase,
    next_actor,
    push,
    refuse_pending,
    refuse_table,
    refuse_turn,
    turn_order,
)
from engine.glow.state import Die, Pending, Player, State

_DIE = {str(name): die for die, name in enumerate(DIE_NAMES) if name}
_FACE = {str(name): face for face, name in enumerate(FACE_NAMES) if name}
_NOT_SET = (CHOOSE_ELEMENT, REROLL_AGAIN)


def refuse_roll(state: State, seat: Seat, action: Roll) -> RuleId | None:
    return refuse_table(state, seat, "roll")


def roll(state: State, seat: Seat, action: Roll, table: Table) -> None:
    """GL-5.1: every player, in turn order, rolls all own dice together (GL-7.24: not an inert one)."""
    for number in turn_order(state):
        player = state.players[number]
        dice = [die for die in player.dice if not is_inert(player, die.die)]
        if dice:
            _throw(number, dice, f"day {state.day} p{number + 1} roll", "GL-5.1", table)
        recount(player)
    begin_phase(state, "reroll")
    _check_pink(state)


def _throw(seat: Seat, dice: list[Die], label: str, rule: RuleId, table: Table) -> None:
    faces = table.roll_each(label, [FACES_OF[die.die] for die in dice], FACE_NAMES)
    for die, face in zip(dice, faces, strict=True):
        die.face = face
        die.rolled = True
    if table.listens:
        for die in dice:
            table.tell(rule, "die_rolled", seat, die=str(DIE_NAMES[die.die]), face=str(FACE_NAMES[die.face]))


def _throw_again(state: State, seat: Seat, dice: list[Die], rule: RuleId, table: Table) -> None:
    """C_REROLL: dice by number."""
    player = state.players[seat]
    label = f"day {state.day} p{seat + 1} reroll {player.rolls}"
    player.rolls += 1
    _throw(seat, sorted(dice, key=lambda die: die.die), label, rule, table)
    recount(player)
    _check_pink(state)


def rolled_dice(player: Player) -> list[Die]:
    """GL-5.3: dice rolled today."""
    return [die for die in player.dice if die.rolled]


def find(player: Player, name: str) -> Die | None:
    """A die of a player by name."""
    number = _DIE.get(name, NO_DIE)
    return next((die for die in player.dice if die.die == number), None)


# The reroll window (GL-5.2) ---------------------------------------------------------------------------


def legal_reroll(state: State, seat: Seat) -> list[Action]:
    """D_REROLL: reroll, set a die, tokens, finish."""
    player = state.players[seat]
    options: list[Action] = []
    if any(die.rolled for die in player.dice):
        options.extend(payments_of(player))
    if player.butterflies:
        list_tokens(player, options)
    options.append(FINISH)
    return options


def list_tokens(player: Player, options: list[Action]) -> None:
    """GL-12.19: held tokens that can be used."""
    if has_skull(player):
        options.append(USE_SKULL)
    if CANCEL_TOKEN in player.butterflies:
        options.extend(USE_CANCEL)


def _refuse_payment(state: State, seat: Seat, action: Action, rule: RuleId) -> RuleId | None:
    if (refusal := refuse_turn(state, seat, "reroll")) is not None:
        return refusal
    player = state.players[seat]
    if not rolled_dice(player):
        return "GL-5.3"
    return None if action in payments_of(player) else rule


def refuse_reroll(state: State, seat: Seat, action: Reroll) -> RuleId | None:
    return _refuse_payment(state, seat, action, "GL-5.5")


def reroll(state: State, seat: Seat, action: Reroll, table: Table) -> None:
    """GL-5.3: spend one point; then one or two dice are chosen."""
    place = PAYMENTS.index(action.pay)
    pay_points(state, seat, (int(place == 0), int(place == 1), int(place == 2), int(place == 3)), table)
    push(state, "reroll_die", seat)


def _may_reroll(state: State, seat: Seat) -> list[Die]:
    first = state.pending[-1].die
    return lowest_of_each([die for die in state.players[seat].dice if die.rolled and die.die != first])


def legal_reroll_die(state: State, seat: Seat) -> list[Action]:
    """GL-5.3: the first die; then none or a second one."""
    options: list[Action] = [REROLL_DIE[NO_DIE]] if state.pending[-1].die else []
    options.extend([REROLL_DIE[die.die] for die in _may_reroll(state, seat)])
    return options


def refuse_reroll_die(state: State, seat: Seat, action: RerollDie) -> RuleId | None:
    if (rule := refuse_pending(state, seat, "reroll_die")) is not None:
        return rule
    first = state.pending[-1].die
    if action.die == "none":
        return None if first else "GL-5.3"
    die = find(state.players[seat], action.die)
    if die is None or die.die == first or not _is_lowest(state.players[seat], die, first):
        return "GL-5.3"
    return None


def _is_lowest(player: Player, die: Die, first: int = NO_DIE) -> bool:
    """GL-5.3, GL-3.6: rolled today, and of dice alike (but `first`) the one with the lowest number."""
    if not die.rolled:
        return False
    for other in player.dice:
        if other is die:
            return True
        alike = other.face == die.face and TYPE_OF[other.die] == TYPE_OF[die.die]
        if alike and other.rolled and other.used == die.used and other.die != first:
            return False
    return False


def reroll_die(state: State, seat: Seat, action: RerollDie, table: Table) -> None:
    """GL-5.3: the dice chosen roll together."""
    due = state.pending[-1]
    if not due.die:
        due.die = _DIE[action.die]
        return
    state.pending.pop()
    player = state.players[seat]
    chosen = (due.die, _DIE.get(action.die, NO_DIE))
    _throw_again(state, seat, [die for die in player.dice if die.die in chosen], "GL-5.3", table)


def refuse_reroll_set(state: State, seat: Seat, action: RerollSet) -> RuleId | None:
    return _refuse_payment(state, seat, action, "GL-5.7")


def reroll_set(state: State, seat: Seat, action: RerollSet, table: Table) -> None:
    """GL-5.4: spend three points; then a die is set."""
    pay_points(state, seat, (action.icons, action.tokens, action.steps, action.crolos), table)
    push(state, "reroll_face", seat)


def legal_reroll_face(state: State, seat: Seat) -> list[Action]:
    """GL-5.4: any other symbol that the die carries."""
    return [
        REROLL_FACE[die.die][face]
        for die in lowest_of_each(rolled_dice(state.players[seat]))
        for face in SYMBOLS_OF[die.die]
        if face != die.face and face not in _NOT_SET
    ]


def refuse_reroll_face(state: State, seat: Seat, action: RerollFace) -> RuleId | None:
    if (rule := refuse_pending(state, seat, "reroll_face")) is not None:
        return rule
    die = find(state.players[seat], action.die)
    if die is None or not _is_lowest(state.players[seat], die):
        return "GL-5.3"
    face = _FACE.get(action.symbol, NO_FACE)
    possible = face in FACES_OF[die.die] and face != die.face and face not in _NOT_SET
    return None if possible else "GL-5.4"


def reroll_face(state: State, seat: Seat, action: RerollFace, table: Table) -> None:
    """GL-5.4: the die shows what was chosen."""
    state.pending.pop()
    player = state.players[seat]
    die = find(player, action.die)
    assert die is not None
    die.face = FACE_NAMES.index(action.symbol)
    recount(player)
    table.tell("GL-5.4", "die_set", seat, die=action.die, face=action.symbol)


# Elldir, Zay'Drel, and the end of the window ----------------------------------------------------------


def _check_pink(state: State) -> None:
    """GL-12.8: a pink die that shows its own face is decided before anything else."""
    for die in state.players[state.actor].dice:
        if die.face == REROLL_AGAIN and die.rolled and COLOUR_OF[die.die] == PINK_DICE:
            push(state, "pink", state.actor, die=die.die)
            return


def _beside_pink(state: State, seat: Seat) -> list[Die]:
    pink = state.pending[-1].die
    return lowest_of_each([die for die in state.players[seat].dice if die.rolled and die.die != pink])


def legal_pink(state: State, seat: Seat) -> list[Action]:
    """D_PINK: none, or one other own die rolled today."""
    return [PINK[NO_DIE], *[PINK[die.die] for die in _beside_pink(state, seat)]]


def refuse_pink(state: State, seat: Seat, action: Pink) -> RuleId | None:
    if (rule := refuse_pending(state, seat, "pink")) is not None:
        return rule
    return None if action in legal_pink(state, seat) else "GL-12.8"


def pink(state: State, seat: Seat, action: Pink, table: Table) -> None:
    """GL-12.8: the pink die is rolled again, free, with the die chosen."""
    chosen = (state.pending.pop().die, _DIE.get(action.die, NO_DIE))
    dice = [die for die in state.players[seat].dice if die.die in chosen]
    _throw_again(state, seat, dice, "GL-12.8", table)


def finish_reroll(state: State, seat: Seat, table: Table) -> None:
    """GL-5.2: the window closes."""
    push(state, "end_window", seat)


def end_window(state: State, item: Pending, table: Table) -> None:
    """GL-12.4: white dice first; GL-5.11: special faces; then the next window, or noon."""
    player = state.players[item.seat]
    for die in player.dice:
        if die.face == CHOOSE_ELEMENT and die.rolled and COLOUR_OF[die.die] == WHITE:
            push(state, "end_window", item.seat)
            push(state, "white", item.seat, die=die.die)
            return
    _special_faces(state, item.seat, table)
    if next_actor(state):
        _check_pink(state)
    else:
        begin_phase(state, "noon")
        begin_noon(state, table)


def _special_faces(state: State, seat: Seat, table: Table) -> None:
    """GL-5.11: footprints, then light, then losses; of dice rolled today that are not inert."""
    player = state.players[seat]
    faces = [die.face for die in player.dice if die.rolled and die.face >= len(ELEMENTS)]
    if not faces:
        return
    for _ in range(faces.count(TWO_FOOTPRINTS)):
        gain(state, seat, "footprint", 2, "GL-5.11", "two_footprints", table)
    for _ in range(faces.count(THREE_LIGHT)):
        gain(state, seat, "light", 3, "GL-5.11", "three_light", table)
    for die in player.dice:
        if die.rolled and die.face == LOSE_TWO_LIGHT and not is_inert(player, die.die):
            lose(state, seat, "light", 2, "GL-5.11", "lose_two_light", table)


def legal_white(state: State, seat: Seat) -> list[Action]:
    """D_WHITE: five elements."""
    return list(WHITE_ELEMENT)


def refuse_white(state: State, seat: Seat, action: White) -> RuleId | None:
    if (rule := refuse_pending(state, seat, "white")) is not None:
        return rule
    return None if action.element in ELEMENTS else "GL-12.4"


def white(state: State, seat: Seat, action: White, table: Table) -> None:
    """GL-12.4: the die shows the element chosen."""
    number = state.pending.pop().die
    player = state.players[seat]
    for die in player.dice:
        if die.die == number:
            die.face = ELEMENTS.index(action.element)
    recount(player)
    table.tell("GL-12.4", "die_set", seat, die=str(DIE_NAMES[number]), face=action.element)
