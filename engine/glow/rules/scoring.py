"""Chapter 11: final scoring; GL-14.9 for the solo mode."""

from __future__ import annotations

from engine.core.game import RuleId, Seat
from engine.core.table import Table
from engine.glow.actions import Scoring
from engine.glow.cards import (
    CARD_NAMES,
    COLOUR_TOKENS,
    FIREFLY_ICONS,
    ISLAND_NAMES,
    ISLAND_POINTS,
    NODE_NAMES,
    RULE_NUMBERS,
    VALUE,
    VILLAGE,
)
from engine.glow.rules.solo import last_journey, toms_total
from engine.glow.rules.turn import refuse_table
from engine.glow.state import Player, State

SCORE_NAMES = ("total", "light", "cards", "board", "firefly_bonus", "footprints", "butterflies", "rerolls")


def card_values(player: Player) -> int:
    """GL-11.2: adventurer and companions."""
    return VALUE[player.adventurer] + sum([VALUE[companion.card] for companion in player.row])


def board_value(state: State, player: Player) -> int:
    """GL-11.3: the village with the camp, or the islands with boats."""
    if state.side == 0:
        return VILLAGE[player.camp]
    return sum([ISLAND_POINTS[boat] for boat in player.boats])


def firefly_count(player: Player) -> int:
    """GL-11.4: tokens and icons."""
    return player.fireflies + sum([FIREFLY_ICONS[companion.card] for companion in player.row])


def firefly_bonus(player: Player) -> int:
    """GL-11.4: as many fireflies as companions; with none of either the bonus is earned."""
    return RULE_NUMBERS.firefly_bonus if firefly_count(player) >= len(player.row) else 0


def butterfly_points(player: Player) -> int:
    """GL-11.6."""
    counts = [player.butterflies.count(token) for token in COLOUR_TOKENS]
    most = len(RULE_NUMBERS.butterfly_points) - 1
    points = sum(RULE_NUMBERS.butterfly_points[min(count, most)] for count in counts)
    return points + (RULE_NUMBERS.butterfly_all_colours_bonus if all(counts) else 0)


def score(state: State, player: Player) -> list[int]:
    """GL-11: as `SCORE_NAMES` say."""
    parts = [
        player.light,
        card_values(player),
        board_value(state, player),
        firefly_bonus(player),
        RULE_NUMBERS.light_per_footprint * player.footprints,
        butterfly_points(player),
    ]
    return [sum(parts), *parts, player.rerolls]


def refuse_scoring(state: State, seat: Seat, action: Scoring) -> RuleId | None:
    return refuse_table(state, seat, "scoring")


def scoring(state: State, seat: Seat, action: Scoring, table: Table) -> None:
    """GL-11.1 to GL-11.7."""
    if state.tom:
        last_journey(state, table)
    for number, player in enumerate(state.players):
        _tell(state, number, player, table)
    scores = [score(state, player) for player in state.players]
    state.totals = [numbers[0] for numbers in scores]
    if state.tom:
        _solo(state, table)
    else:
        best = max((numbers[0], numbers[-1]) for numbers in scores)  # GL-11.7: then reroll tokens
        state.winners = [place for place, numbers in enumerate(scores) if (numbers[0], numbers[-1]) == best]
        state.reason = "GL-11.7"
    for winner in state.winners:
        table.tell(state.reason, "won", winner, total=state.totals[winner])
    state.phase = "over"


def _solo(state: State, table: Table) -> None:
    """GL-14.9: the higher total wins, or on a tie more footprint tokens."""
    tom = state.tom[0]
    total = toms_total(state)
    table.tell("GL-14.9", "toms_total", total=total)
    ours = (state.totals[0], state.players[0].footprints)
    state.winners = [0] if ours > (total, tom.footprints) else []
    state.reason = "GL-14.9"


def _tell(state: State, seat: Seat, player: Player, table: Table) -> None:
    """Each part of the score with its source."""
    if not table.listens:
        return

    def scored(rule: RuleId, count: int, source: str) -> None:
        if count:
            table.tell(rule, "scored", seat, count=count, source=source)

    for card in (player.adventurer, *(companion.card for companion in player.row)):
        scored("GL-11.2", VALUE[card], str(CARD_NAMES[card]))
    if state.side == 0:
        scored("GL-11.3", VILLAGE[player.camp], str(NODE_NAMES[player.camp]))
    for boat in player.boats:
        scored("GL-11.3", ISLAND_POINTS[boat], ISLAND_NAMES[boat])
    scored("GL-11.4", firefly_bonus(player), "firefly")
    scored("GL-11.5", RULE_NUMBERS.light_per_footprint * player.footprints, "footprint")
    scored("GL-11.6", butterfly_points(player), "butterfly")
    table.tell("GL-11.1", "total", seat, total=score(state, player)[0])
