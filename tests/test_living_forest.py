"""What of Living Forest is no single example: totals of the components, the draws of the setup, long runs."""

import re
from itertools import islice

import pytest
from walks import walk

import engine
from engine.core.table import Table
from engine.living_forest.actions import DRAW
from engine.living_forest.cards import DATA, ONIBI_OF_LEVEL
from engine.living_forest.forest_cells import frontier
from engine.living_forest.state import State

GAME = engine.load("living_forest")


def test_component_totals() -> None:
    """The figures at the end of data.yaml: LF-1.2, LF-1.3, LF-1.6, LF-1.9, LF-1.12, LF-8.1."""
    start = [card for card in DATA.cards if card.set == "start"]
    assert len(start) == 14
    assert sum(card.dot == "black" for card in start) == 5
    assert [sum(card.set == f"level{level}" for card in DATA.cards) for level in (1, 2, 3)] == [23, 16, 12]
    assert [DATA.levels[level].stack_size for level in (1, 2, 3)] == [23, 16, 12]
    assert len(DATA.trees) == 12
    assert {players: sum(tree.supply[players] for tree in DATA.trees) for players in (2, 3, 4)} == {
        2: 24,
        3: 33,
        4: 39,
    }
    assert len(DATA.circle.spaces) == 12
    assert DATA.varans.stock == 23


@pytest.mark.parametrize("players", [2, 3, 4])
def test_setup_draws(players: int) -> None:
    """LF-12.1, LF-12.2: decks by seat, then stacks by level; each a whole order of its cards."""
    table = Table("setup")
    GAME.setup(GAME.options(players=players), table)
    labels = [label for label, _ in table.drawn]
    assert labels == [
        *(f"p{seat} deck 0" for seat in range(1, players + 1)),
        *(f"level {n} stack" for n in (1, 2, 3)),
    ]
    sizes = [14] * players + [23, 16, 12]
    for (_, order), size in zip(table.drawn, sizes, strict=True):
        assert len(set(order)) == len(order) == size
    decks = [order for _, order in table.drawn[:players]]
    assert all(deck != decks[0] for deck in decks[1:])


def cards_owned(state: State) -> int:
    piles = [pile for player in state.players for pile in (player.deck, player.discard, player.line)]
    piles += [*state.stacks, *state.rows]
    return sum(card != 0 for pile in piles for card in pile)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_appears_or_vanishes(players: int) -> None:
    """LF-1.2, LF-1.6, LF-10.3, LF-11.5: cards, tiles, fragments, trees and onibi are only moved."""
    options = GAME.options(players=players)
    supply = sum(tree.supply[players] for tree in DATA.trees)
    onibi = sum(DATA.onibi.stock.values()) + len(DATA.onibi.setup_on_board)
    for position, _seat, _action in walk(GAME, options, "pieces"):
        state = position.state
        assert cards_owned(state) + state.varans == 14 * players + 23 + 16 + 12 + 23
        assert state.fragments + sum(player.fragments for player in state.players) == 20
        assert sum(sum(player.tiles) for player in state.players) == 3 * players
        planted = sum(tree > 1 for player in state.players for tree in player.forest)
        assert sum(state.supply) + planted == supply
        taken = sum(len(player.onibi) for player in state.players)
        assert taken + len(state.onibi) + sum(state.onibi_stock) == onibi
        assert len(state.onibi) <= DATA.onibi.board_limit
        assert len({player.spirit for player in state.players}) == players
        assert all(player.net_black <= DATA.actions.black_limit for player in state.players)


def test_no_other_chance() -> None:
    """LF-0.6, LF-12.4: after the setup only decks are shuffled."""
    drawn = []
    for position, _seat, _action in walk(GAME, GAME.options(players=3), "labels"):
        if position.step:
            drawn.extend(label for label, _ in position.table.drawn)
    assert drawn
    assert all(re.fullmatch(r"p[123] deck [1-9]\d*", label) for label in drawn[6:])
    assert len(set(drawn)) == len(drawn)


def test_every_cell_can_be_reached_from_the_centre() -> None:
    """LF-7.1, LF-7.2: planting on and on fills the forest."""
    filled = 1 << 7
    assert set(frontier(filled)) == {2, 6, 8, 12}
    while cells := frontier(filled):
        filled |= 1 << cells[0]
    assert filled == (1 << 15) - 1


def test_each_seat_starts_in_turn() -> None:
    """LF-10.13: the sacred tree goes round."""
    firsts = {}
    for position, _seat, _action in islice(walk(GAME, GAME.options(players=3), "tree"), 600):
        firsts[position.state.round] = position.state.first
    assert len(firsts) > 6
    assert all(first == (round_number - 1) % 3 for round_number, first in firsts.items())


def test_the_order_of_a_discard_pile_means_nothing() -> None:
    """LF-12.6: the same cards, discarded in another order, are shuffled into the same deck."""
    decks = []
    for pile in ([3, 1, 2], [2, 3, 1]):
        state = GAME.setup(GAME.options(players=2), Table("pile"))
        state.players[0].deck, state.players[0].discard = [], pile
        GAME.apply(state, 0, DRAW, Table("pile"))
        decks.append([*state.players[0].line, *state.players[0].deck])
    assert decks[0] == decks[1]
    assert sorted(decks[0]) == [1, 2, 3]


def test_the_data_says_which_onibi_a_level_calls() -> None:
    """LF-10.7, and the figures that data.yaml gives twice."""
    assert ONIBI_OF_LEVEL == (2, 3, 4)
    assert all(DATA.levels[level].row_size == 4 for level in (1, 2, 3))
