"""Chapter 2: setup."""

from __future__ import annotations

from engine.core.table import Table
from engine.set_a_watch.cards import (
    ABILITIES_OF,
    ABILITY_NAMES,
    ACOLYTES,
    ADVENTURER_NAMES,
    CARD_NAMES,
    CREATURES,
    LOCATION_NAMES,
    META,
    PILES,
    SPACES,
    SUMMONS,
    UNHALLOWED,
    adventurer_number,
    locations_of,
)
from engine.set_a_watch.rules.party import FACES
from engine.set_a_watch.state import ARRIVE, Adventurer, Camp, Die, SetAWatchOptions, Slot, State, Watch

SET_ASIDE = ("set aside", "set aside too")
"""SW-2.2: labels of the cards that do not come onto the boards."""


def setup(options: SetAWatchOptions, table: Table) -> State:
    """SW-2.1 to SW-2.12: chance in the order of SW-2.12."""
    adventurers = _party(options, table)
    deck = _creature_deck(options.difficulty, table)
    sites, unused = _maps(options.edition, table)
    hidden = META["unhallowed_in_horde"]
    count = hidden + META["unhallowed_in_deck"]
    unhallowed = table.deal("unhallowed", UNHALLOWED[options.edition], count, CARD_NAMES)  # SW-2.9
    state = State(
        round=1,
        phase=ARRIVE,
        players=options.players,
        deluxe=options.edition == "deluxe",
        stoke=options.voluntary_stoke,
        firewood=_firewood(options, table),
        location=sites[0] >> 1,  # SW-2.10
        camper=-1,
        adventurers=adventurers,
        dice=[Die(holder=number // 3) for number in range(12)],
        line=[],
        deck=deck,
        graveyard=[],
        horde=[2 * card for card in unhallowed[:hidden]],
        unhallowed=unhallowed[hidden:],
        map=sites[1:],
        unused=unused,
        removed=[],
        waiting=[],
        siren=[],
        camp=Camp([0 for _ in SPACES]),
        watch=Watch(),
        pending=[],
        draws=0,
        defeated=0,
        won=False,
        reason="",
    )
    if table.listens:
        _tell(state, table)
    return state


def _party(options: SetAWatchOptions, table: Table) -> list[Adventurer]:
    """SW-2.1 to SW-2.3: three of five cards on each board, one of them exhausted.

    Told by the two that are set aside: one of the five, then one of the four left.
    """
    party = [adventurer_number(name) for name in options.party]
    cards = [list(ABILITIES_OF[one][::-1]) for one in party]
    asides: list[list[int]] = [[] for _ in party]
    for label in SET_ASIDE:
        for aside, left, card in zip(
            asides, cards, table.roll_each(label, cards, ABILITY_NAMES), strict=True
        ):
            aside.append(card)
            left.remove(card)
    boards = [left[::-1] for left in cards]
    tired = table.roll_each("exhausted", boards, ABILITY_NAMES)
    return [
        Adventurer(
            id=one,
            camps=0,
            board=[Slot(card, card != out) for card in board],
            aside=sorted(aside),
            tamed=[],
            participates=True,
            daggers=False,
        )
        for one, board, aside, out in zip(party, boards, asides, tired, strict=True)
    ]


def _creature_deck(difficulty: str, table: Table) -> list[int]:
    """SW-2.5, SW-2.6: 28 creatures and the Acolytes in piles, a Summon in each.

    Creatures dealt in random order, then a card put in at a random place, then the next one: so much is a
    shuffled pile.
    """
    pile = table.deal("creatures", CREATURES, META["creatures_drawn"], CARD_NAMES)
    places = table.roll_each("acolytes", [range(len(pile) + more, -1, -1) for more in range(len(ACOLYTES))])
    for acolyte, place in zip(ACOLYTES, places, strict=True):
        pile.insert(place, acolyte)
    sizes = PILES[difficulty]
    deck: list[int] = []
    start = 0
    for number, place in enumerate(table.roll_each("summons", [range(size, -1, -1) for size in sizes])):
        cards = pile[start : start + sizes[number]]
        start += sizes[number]
        cards.insert(place, SUMMONS[number])
        deck += cards
    return [2 * card for card in deck]


def _maps(edition: str, table: Table) -> tuple[list[int], list[int]]:
    """SW-2.7, SW-2.8: the map deck, and the unused location deck.

    The one final location of the base edition is known from the start; of three in the deluxe one is drawn.
    """
    count = META["regular_locations_drawn"]
    regular = table.deal("map", locations_of("regular", edition), count, LOCATION_NAMES)
    finals = locations_of("final", edition)
    last = table.pick("final", finals, LOCATION_NAMES) if len(finals) > 1 else finals[0]
    others = [site for site in locations_of("regular", edition) if site not in regular]
    left = sorted([*others, *locations_of("respite", edition)])
    unused = table.shuffle("unused", left, LOCATION_NAMES)
    known = len(finals) == 1
    return [*(2 * site for site in regular), 2 * last + known], [2 * site for site in unused]


def _firewood(options: SetAWatchOptions, table: Table) -> int:
    """SW-2.11."""
    if options.start_firewood == "roll_d8":
        return table.roll("firewood", FACES[8])[0]
    return int(META["firewood_start"])


def _tell(state: State, table: Table) -> None:
    for who, adventurer in enumerate(state.adventurers, 1):
        for slot in adventurer.board:
            kind = "dealt_ready" if slot.ready else "dealt_exhausted"
            table.tell("SW-2.2", kind, position=who, adventurer=str(ADVENTURER_NAMES[adventurer.id]),
                       card=str(ABILITY_NAMES[slot.card]))  # fmt: skip
    table.tell("SW-2.6", "deck_built", cards=len(state.deck))
    table.tell("SW-2.9", "unhallowed_dealt", cards=len(state.unhallowed), horde=len(state.horde))
    table.tell("SW-2.10", "location", location=str(LOCATION_NAMES[state.location]), round=1)
    table.tell("SW-2.11", "firewood_set", firewood=state.firewood)
