"""Chapter 1: components and setup."""

from __future__ import annotations

from engine.core.game import Seat
from engine.core.table import Table
from engine.living_forest.cards import (
    CARD_NAMES,
    CELLS,
    DATA,
    EMPTY_SLOT,
    INITIAL_TREE,
    LEVEL_CARDS,
    LEVELS,
    NO_TREE,
    ONIBI_VALUES,
    START_CARDS,
    TILE_KINDS,
    cell_at,
)
from engine.living_forest.state import LivingForestOptions, Player, State, Turn
from engine.living_forest.totals import derive


def setup(options: LivingForestOptions, table: Table) -> State:
    """LF-1.1 to LF-1.14. Chance: the decks by seat (LF-12.1), then the stacks by level (LF-12.2)."""
    players = [_player(options.players, seat, table) for seat in range(options.players)]
    stacks = [
        table.shuffle(f"level {level} stack", LEVEL_CARDS[place], CARD_NAMES)  # LF-1.6
        for place, level in enumerate(LEVELS)
    ]
    rows = [[stack.pop(0) for _ in range(DATA.levels[level].row_size)]  # LF-1.7
            for level, stack in zip(DATA.levels, stacks, strict=True)]  # fmt: skip
    state = State(
        round=1,
        phase="draw",
        first=0,  # LF-1.14
        turn=Turn(seat=0, actions_left=0, kinds=[], effect="", spent=0, extra=0, jumped=[]),
        players=players,
        rows=rows,
        stacks=stacks,
        onibi=sorted(DATA.onibi.setup_on_board),  # LF-1.8
        onibi_stock=[DATA.onibi.stock[value] for value in ONIBI_VALUES],  # LF-1.11
        supply=[tree.supply[options.players] for tree in DATA.trees],  # LF-1.9
        fragments=DATA.fragments.stock,  # LF-1.10
        varans=DATA.varans.stock,  # LF-1.12
        bought=[0 for _ in LEVELS],
        winners=[],
        reason="",
    )
    derive(state)
    _tell(state, table)
    return state


def _player(players: int, seat: Seat, table: Table) -> Player:
    forest = [NO_TREE for _ in CELLS]
    forest[cell_at(*DATA.forest.initial_cell)] = INITIAL_TREE  # LF-1.5
    return Player(
        deck=table.shuffle(f"p{seat + 1} deck 0", START_CARDS, CARD_NAMES),  # LF-1.2
        discard=[],
        line=[],
        forest=forest,
        onibi=[],
        fragments=DATA.fragments.player_start,
        tiles=[DATA.victory_tiles.per_player for _ in TILE_KINDS],  # LF-1.4
        spirit=DATA.circle.start[players][seat],  # LF-1.13
        stopped=False,
        actions=0,
        just_drew=False,
        shuffles=1,
    )


def _tell(state: State, table: Table) -> None:
    for seat, player in enumerate(state.players):
        table.tell("LF-1.2", "deck_dealt", seat, cards=len(player.deck))
        table.tell("LF-1.13", "spirit_placed", seat, space=player.spirit)
    for level, row, stack in zip(LEVELS, state.rows, state.stacks, strict=True):
        table.tell("LF-1.6", "stack_shuffled", level=int(level), cards=len(row) + len(stack))
        for slot, card in enumerate(row, 1):
            if card != EMPTY_SLOT:
                table.tell("LF-1.7", "card_revealed", level=int(level), slot=slot, card=str(CARD_NAMES[card]))
    for value in state.onibi:
        table.tell("LF-1.8", "onibi_added", value=value)
