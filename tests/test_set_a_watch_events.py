"""Events of Set a Watch against the state: a ledger kept from events alone must agree at every step."""

from collections import Counter
from typing import Any

import pytest
from bounded import bounded
from test_set_a_watch_deep import any_options, chosen

import engine
from engine.core.stream import Stream
from engine.core.table import Event, Table
from engine.set_a_watch import cards
from engine.set_a_watch.rules.party import source_name
from engine.set_a_watch.state import (
    AVAILABLE,
    CAMP_SPACE,
    ON_CARD,
    ON_CREATURE,
    ON_LOCATION,
    SPENT,
    STOLEN,
    SetAWatchOptions,
)

GAME = engine.load("set_a_watch")
SOURCES = {source_name(number) for number in range(len(cards.SOURCE_NAMES))}
SOURCED = (
    *("firewood", "exhausted", "refreshed", "defeated", "damaged", "die_stolen", "die_spent", "die_lost"),
    *("die_kept", "die_returned", "die_raised", "die_lowered", "rerolled", "to_graveyard", "to_horde"),
    *("to_horde_unseen", "to_line", "to_line_unseen", "to_deck_top", "to_deck_bottom", "tamed", "entered"),
    *("card_added", "sealed", "left_the_game", "swapped", "die_given", "waits", "summon_returned"),
)
FROM_GRAVEYARD = ("SW-17.PO", "SW-16.GS", "SW-16.WR", "SW-16.GC", "SW-16.NE", "SW-16.HP")
"""Rules by which a card comes from the Graveyard into the line."""
OWN_ARRIVAL = ("SW-17.PO", "SW-16.GS", "SW-16.SU", "SW-1.5")
"""Rules by which a card goes from the line to the Graveyard and is not defeated."""


class Ledger:
    """What events alone say: numbers of cards in each area, firewood, ability cards, dice."""

    def __init__(self) -> None:
        self.firewood = 0
        self.sizes: Counter[str] = Counter()
        self.ready: dict[str, bool] = {}
        self.dice = [(AVAILABLE, 1)] * 12
        self.trap = 0
        self.party: list[str] = []
        self.camper = ""
        self.by_source: Counter[str] = Counter()
        self.returned = 0
        self.siren: list[str] = []
        self.final = False

    def hear(self, event: Event) -> None:
        facts = event.facts
        if event.kind in SOURCED:
            assert facts["source"] in SOURCES, event
            assert facts["source"] != "rules" or event.rule in ("SW-10.3", "SW-10.20"), (
                event
            )  # it fell by itself
        getattr(self, f"on_{event.kind}", lambda event: None)(event)

    # --- setup, firewood, ability cards ---

    def on_dealt_ready(self, event: Event, ready: bool = True) -> None:
        name = str(event.facts["adventurer"])
        self.party += [] if name in self.party else [name]
        self.ready[str(event.facts["card"])] = ready

    def on_dealt_exhausted(self, event: Event) -> None:
        self.on_dealt_ready(event, ready=False)

    def on_deck_built(self, event: Event) -> None:
        self.sizes["deck"] = int(event.facts["cards"])

    def on_unhallowed_dealt(self, event: Event) -> None:
        self.sizes["unhallowed"], self.sizes["horde"] = int(event.facts["cards"]), int(event.facts["horde"])

    def on_firewood_set(self, event: Event) -> None:
        self.firewood = int(event.facts["firewood"])

    def on_firewood(self, event: Event) -> None:
        assert event.facts["change"]
        self.firewood += int(event.facts["change"])
        assert self.firewood == event.facts["firewood"]

    def on_exhausted(self, event: Event) -> None:
        assert self.ready[str(event.facts["card"])] is True
        self.ready[str(event.facts["card"])] = False

    def on_refreshed(self, event: Event) -> None:
        assert self.ready[str(event.facts["card"])] is False
        self.ready[str(event.facts["card"])] = True

    def on_swapped(self, event: Event) -> None:
        self.ready[str(event.facts["aside"])] = self.ready.pop(str(event.facts["card"]))

    # --- cards ---

    def move(self, source: str | None, target: str | None) -> None:
        if source:
            self.sizes[source] -= 1
        if target:
            self.sizes[target] += 1

    def on_line_built(self, event: Event) -> None:
        """Its cards come from the deck; what lay in the Horde in the final round, and one that waited."""
        added = self.sizes["line"] + self.sizes["waiting"]
        if self.final:
            added += self.sizes["horde"]
            self.sizes["horde"] = 0
        self.sizes["deck"] -= int(event.facts["cards"]) - added
        self.sizes["line"], self.sizes["waiting"] = int(event.facts["cards"]), 0

    def on_card_added(self, event: Event) -> None:
        places = {"summoning_circle": "unhallowed", "mountain_keep": "graveyard"}
        self.move(places.get(str(event.facts["source"]), "deck"), "line")

    def on_defeated(self, event: Event) -> None:
        self.by_source[str(event.facts["source"])] += 1
        self.move("line", "limbo")

    def on_entered(self, event: Event) -> None:
        if event.rule == "SW-16.HY":
            self.returned += 1
            self.move("limbo", "line")
        else:
            self.move("graveyard" if event.rule in FROM_GRAVEYARD else "unhallowed", "line")

    def on_to_graveyard(self, event: Event) -> None:
        came = {"SW-10.20": "limbo", **dict.fromkeys(OWN_ARRIVAL, "line")}
        self.move(came.get(event.rule, "tamed"), "graveyard")

    def on_left_the_game(self, event: Event) -> None:
        self.move("horde" if event.rule == "SW-8.11b" else "limbo", "removed")

    def on_to_deck_bottom(self, event: Event) -> None:
        self.move("limbo" if event.rule == "SW-18.FG" else "line", "deck")

    def on_to_deck_top(self, event: Event) -> None:
        self.move("line", "deck")

    def on_tamed(self, event: Event) -> None:
        self.move("graveyard" if event.rule == "SW-17.HU" else "line", "tamed")

    def on_to_horde(self, event: Event) -> None:
        """Corrupt Druid takes tamed creatures along (how many, the state tells); an Acolyte draws."""
        self.move({"SW-16.CD": "line_or_tamed", "SW-16.AC": "deck"}.get(event.rule, "line"), "horde")

    def on_to_horde_unseen(self, event: Event) -> None:
        self.move("deck", "horde")

    def on_to_line(self, event: Event) -> None:
        """SW-20.3: from the line to its end, or from the deck (a known card that an Acolyte draws)."""
        if str(event.facts["source"]).startswith("acolyte"):
            self.move("deck", "line")

    def on_to_line_unseen(self, event: Event) -> None:
        self.move("deck", "line")

    def on_sealed(self, event: Event) -> None:
        self.move("graveyard", "unhallowed")

    def on_waits(self, event: Event) -> None:
        self.move("graveyard", "waiting")

    def on_summon_returned(self, event: Event) -> None:
        self.move("graveyard", "deck")

    def on_graveyard_reshuffled(self, event: Event) -> None:
        assert self.sizes["graveyard"] == event.facts["cards"]
        self.sizes["deck"] += self.sizes.pop("graveyard")

    def on_card_seen(self, event: Event) -> None:
        self.move("deck", "hand")

    def on_cards_returned(self, event: Event) -> None:
        for _ in range(int(event.facts["top"]) + int(event.facts["bottom"])):
            self.move("hand", "deck")

    # --- dice ---

    def put(self, event: Event, place: int) -> None:
        self.dice[int(event.facts["die"]) - 1] = (place, int(event.facts["value"]))

    def on_rolled(self, event: Event) -> None:
        first = 3 * self.party.index(str(event.facts["adventurer"]))
        for number, word in enumerate(("first", "second", "third"), first):
            self.dice[number] = (AVAILABLE, int(event.facts[word]))

    def on_die_lowered(self, event: Event) -> None:
        self.put(event, AVAILABLE)

    def on_die_raised(self, event: Event) -> None:
        self.put(event, self.dice[int(event.facts["die"]) - 1][0])

    def on_rerolled(self, event: Event) -> None:
        place, before = self.dice[int(event.facts["die"]) - 1]
        assert before == event.facts["before"]
        self.put(event, AVAILABLE if event.rule == "SW-17.SP" else place)

    def on_die_lost(self, event: Event) -> None:
        self.put(event, ON_LOCATION)

    def on_die_placed(self, event: Event) -> None:
        self.put(event, CAMP_SPACE)
        if event.facts["space"] == "set_trap":
            self.trap = int(event.facts["die"])

    def on_camps(self, event: Event) -> None:
        self.camper = str(event.facts["adventurer"])

    def on_camp_ended(self, event: Event) -> None:
        """Dice that nobody placed go with the camp."""
        assert event.facts["adventurer"] == self.camper
        first, left = 3 * self.party.index(self.camper), 0
        for number in range(first, first + 3):
            place, value = self.dice[number]
            if place == AVAILABLE and number not in self.given:
                self.dice[number] = (CAMP_SPACE, value)
                left += 1
        assert left == event.facts["dice"]

    given: tuple[int, ...] = ()

    def on_die_given(self, event: Event) -> None:
        self.put(event, AVAILABLE)
        self.given = (int(event.facts["die"]) - 1,)

    def on_attacks(self, event: Event) -> None:
        self.put(event, ON_CREATURE)

    def on_damaged(self, event: Event) -> None:
        if event.facts["source"] == "set_trap":
            self.dice[self.trap - 1] = (ON_CREATURE, self.dice[self.trap - 1][1])

    def on_ability_used(self, event: Event) -> None:
        self.put(event, ON_CARD)

    def on_die_stolen(self, event: Event) -> None:
        self.put(event, STOLEN)

    def on_die_spent(self, event: Event) -> None:
        self.put(event, SPENT)

    def on_die_kept(self, event: Event) -> None:
        self.put(event, AVAILABLE)

    def on_die_returned(self, event: Event) -> None:
        self.put(event, AVAILABLE)

    def on_round_ended(self, event: Event) -> None:
        self.dice = [(AVAILABLE, value) for _, value in self.dice]
        self.given, self.trap = (), 0
        self.final = event.facts["round"] == cards.FINAL_ROUND - 1

    # --- the state beside it ---

    def agree(self, state: Any) -> None:
        assert self.firewood == state.firewood
        assert self.ready == {
            cards.ABILITY_NAMES[slot.card]: slot.ready for one in state.adventurers for slot in one.board
        }
        assert self.dice == [(die.place, die.value) for die in state.dice]
        tamed = sum(len(one.tamed) for one in state.adventurers)
        if self.sizes["line_or_tamed"]:
            gone = self.sizes["tamed"] - tamed
            self.sizes["tamed"] -= gone
            self.sizes["line"] += self.sizes.pop("line_or_tamed") + gone
        found = {
            "deck": len(state.deck),
            "graveyard": len(state.graveyard),
            "horde": len(state.horde),
            "line": len(state.line),
            "unhallowed": len(state.unhallowed),
            "removed": len(state.removed),
            "waiting": len(state.waiting),
            "tamed": tamed,
        }
        hand = self.sizes["hand"]
        assert {name: self.sizes[name] for name in found} == found, hand
        assert self.sizes["limbo"] == 0
        assert sum(self.by_source.values()) == state.defeated


def play(options: SetAWatchOptions, seed: str, below: Any, agent: str) -> tuple[Ledger, Any]:
    """One game with the ledger beside it, compared after every step."""
    table = Table(seed, listen=True)
    table.begin()
    state = GAME.setup(options, table)
    ledger = Ledger()
    agents = [engine.make_agent(GAME, agent, seed, seat) for seat in range(options.players)]
    while True:
        for event in table.events or []:
            ledger.hear(event)
        ledger.agree(state)
        if not GAME.to_act(state):
            return ledger, state
        seat, action = chosen(state, agents, below)
        table.begin()
        GAME.apply(state, seat, action, table)


@pytest.mark.parametrize("agent", ["random", "greedy"])
@pytest.mark.parametrize("number", range(12))
def test_events_account_for_everything(agent: str, number: int) -> None:
    below = Stream(f"ledger {number}").below
    _, state = play(any_options(below), f"ledger {agent} {number}", below, agent)
    assert state.reason


@pytest.mark.slow
@pytest.mark.parametrize("agent", ["random", "greedy"])
def test_events_account_for_everything_in_many_games(agent: str) -> None:
    sources: Counter[str] = Counter()
    for number in range(100, bounded(200, 140)):
        below = Stream(f"ledger {number}").below
        ledger, _ = play(any_options(below), f"ledger {agent} {number}", below, agent)
        sources += ledger.by_source
    assert len(sources) > 10
