"""Chapter 6: the five actions, as main actions and as effects of a space or a corner."""

from __future__ import annotations

from engine.core.game import Action, RuleId, Seat
from engine.core.table import Table
from engine.living_forest.actions import (
    BUY,
    END_ACTION,
    MOVES,
    PLANT,
    STEAL,
    TAKE_FIRE,
    TAKE_FRAGMENT,
    Buy,
    EndAction,
    TakeFire,
    TakeFragment,
)
from engine.living_forest.cards import (
    CARD_NAMES,
    COST,
    DATA,
    EMPTY_SLOT,
    FIRST_TREE,
    TREE_COST,
)
from engine.living_forest.forest_cells import frontier
from engine.living_forest.rules.turn import (
    any_card,
    any_fire,
    any_tree,
    begin_main,
    close,
    kind_allowed,
    refuse_main,
    refuse_seat,
)
from engine.living_forest.state import Player, State


def most_steps(state: State) -> int:
    """LF-8.3: a move may not reach or pass the space it started from."""
    return len(DATA.circle.spaces) - len(state.players)


def sun_left(state: State, player: Player) -> int:
    """LF-6.2, LF-5.11, LF-7.10: the full total, the corner's extra, less what this effect has spent."""
    return player.sun + state.turn.extra - state.turn.spent


def water_left(state: State, player: Player) -> int:
    """LF-6.6, LF-5.11, LF-7.10."""
    return player.water + state.turn.extra - state.turn.spent


def legal_action(state: State, seat: Seat) -> list[Action]:
    """LF-6.15, LF-6.16: what the seat whose turn it is may do."""
    player = state.players[seat]
    effect = state.turn.effect
    if not effect:
        return _legal_main(state, player)
    options: list[Action] = []
    if effect == "attract":
        _list_cards(state, sun_left(state, player), options)
    elif effect == "extinguish":
        _list_fires(state, water_left(state, player), options)
    elif effect == "plant":
        _list_trees(state, player, options)
    else:
        held = state.players[state.turn.jumped[0]].tiles
        options.extend(STEAL[kind] for kind, count in enumerate(held) if count)  # LF-8.6
    if state.turn.spent:
        options.append(END_ACTION)  # LF-5.10
    return options


def _legal_main(state: State, player: Player) -> list[Action]:
    options: list[Action] = []
    if state.fragments and kind_allowed(state, "fragment"):
        options.append(TAKE_FRAGMENT)
    if kind_allowed(state, "attract"):
        _list_cards(state, player.sun, options)
    if kind_allowed(state, "extinguish"):
        _list_fires(state, player.water, options)
    if kind_allowed(state, "plant"):
        _list_trees(state, player, options)
    if player.wind > 0 and kind_allowed(state, "spirit"):
        options.extend(MOVES[: min(player.wind, most_steps(state))])
    return options


def _list_cards(state: State, sun: int, options: list[Action]) -> None:
    if sun <= 0:
        return
    for row, choices in zip(state.rows, BUY, strict=True):
        for card, choice in zip(row, choices, strict=True):
            if card != EMPTY_SLOT and COST[card] <= sun:
                options.append(choice)


def _list_fires(state: State, water: int, options: list[Action]) -> None:
    onibi = state.onibi
    for choice in TAKE_FIRE:
        if choice.value <= water and choice.value in onibi:
            options.append(choice)


def _list_trees(state: State, player: Player, options: list[Action]) -> None:
    earth = player.earth
    cells = frontier(player.filled)
    for place, left in enumerate(state.supply):
        if left and TREE_COST[place + FIRST_TREE] <= earth:
            choices = PLANT[place]
            options.extend([choices[cell] for cell in cells])


def refuse_take_fragment(state: State, seat: Seat, action: TakeFragment) -> RuleId | None:
    if (rule := refuse_main(state, seat, "fragment")) is not None:
        return rule
    return None if state.fragments else "LF-6.1"


def take_fragment(state: State, seat: Seat, action: TakeFragment, table: Table) -> None:
    """LF-6.1: one fragment from the stock."""
    begin_main(state, "fragment", table)
    give_fragments(state, seat, 1, "LF-6.1", table)
    close(state, table)


def give_fragments(state: State, seat: Seat, wanted: int, rule: RuleId, table: Table) -> None:
    """As many as wanted, or what is left (LF-7.13, LF-11.3)."""
    count = min(wanted, state.fragments)
    state.fragments -= count
    state.players[seat].fragments += count
    if count:
        table.tell(rule, "fragments_taken", seat, count=count)
    if count < wanted:
        table.tell("LF-11.3", "fragments_short", seat, count=wanted - count)


def refuse_buy(state: State, seat: Seat, action: Buy) -> RuleId | None:
    if state.turn.effect != "attract" and (rule := refuse_main(state, seat, "attract")) is not None:
        return rule
    if (rule := refuse_seat(state, seat)) is not None:
        return rule
    level, slot = action.level, action.slot
    if not (1 <= level <= len(state.rows) and 1 <= slot <= len(state.rows[level - 1])):
        return "LF-6.2"
    card = state.rows[level - 1][slot - 1]
    if card == EMPTY_SLOT:
        return "LF-6.4"
    return None if COST[card] <= sun_left(state, state.players[seat]) else "LF-6.2"


def buy(state: State, seat: Seat, action: Buy, table: Table) -> None:
    """LF-6.2 to LF-6.4: the card goes to the own discard pile, the slot stays empty until refilling."""
    turn = state.turn
    if not turn.effect:
        begin_main(state, "attract", table)
        turn.effect = "attract"
    player = state.players[seat]
    row = state.rows[action.level - 1]
    card = row[action.slot - 1]
    row[action.slot - 1] = EMPTY_SLOT
    player.discard.append(card)
    state.bought[action.level - 1] += 1  # LF-10.9 counts bought cards only
    turn.spent += COST[card]
    table.tell("LF-6.3", "card_bought", seat, card=str(CARD_NAMES[card]), cost=COST[card],
               level=action.level, slot=action.slot)  # fmt: skip
    if not any_card(state, sun_left(state, player)):
        close(state, table)  # LF-5.10


def refuse_take_fire(state: State, seat: Seat, action: TakeFire) -> RuleId | None:
    if state.turn.effect != "extinguish" and (rule := refuse_main(state, seat, "extinguish")) is not None:
        return rule
    if (rule := refuse_seat(state, seat)) is not None:
        return rule
    payable = action.value in state.onibi and action.value <= water_left(state, state.players[seat])
    return None if payable else "LF-6.6"


def take_fire(state: State, seat: Seat, action: TakeFire, table: Table) -> None:
    """LF-6.6, LF-6.7: the onibi lies face down before the player."""
    turn = state.turn
    if not turn.effect:
        begin_main(state, "extinguish", table)
        turn.effect = "extinguish"
    player = state.players[seat]
    state.onibi.remove(action.value)
    player.onibi.append(action.value)
    turn.spent += action.value
    table.tell("LF-6.7", "fire_taken", seat, value=action.value)
    if not any_fire(state, water_left(state, player)):
        close(state, table)  # LF-5.10


def refuse_end_action(state: State, seat: Seat, action: EndAction) -> RuleId | None:
    if (rule := refuse_seat(state, seat)) is not None:
        return rule
    turn = state.turn
    if turn.spent:
        return None
    # Nothing was bought or taken yet: an action is no pass, and a bonus effect is mandatory.
    return {"": "LF-5.9", "steal": "LF-8.7"}.get(turn.effect, "LF-5.13")


def end_action(state: State, seat: Seat, action: EndAction, table: Table) -> None:
    """LF-5.10: nothing more is bought or taken."""
    table.tell("LF-5.10", "action_ended", seat, spent=state.turn.spent)
    close(state, table)


def begin_bonus(state: State, seat: Seat, effect: str, extra: int, table: Table) -> None:
    """LF-5.12, LF-5.13: an effect of a space or a corner; skipped if not one step of it is legal."""
    turn = state.turn
    player = state.players[seat]
    turn.spent = 0
    turn.extra = extra
    if effect == "attract":
        turn.effect = "attract"
        possible = any_card(state, sun_left(state, player))
    elif effect == "extinguish":
        turn.effect = "extinguish"
        possible = any_fire(state, water_left(state, player))
    else:
        turn.effect = "plant"
        possible = any_tree(state, player)
    if possible:
        table.tell("LF-5.12", "bonus_begins", seat, effect=effect, extra=extra)
    else:
        table.tell("LF-5.13", "bonus_skipped", seat, effect=effect)
        close(state, table)
