"""Set a Watch, put together."""

from __future__ import annotations

from itertools import product

from engine.core.game import Game
from engine.set_a_watch import actions as a
from engine.set_a_watch.agent import Greedy
from engine.set_a_watch.rules.flow import derive, to_act
from engine.set_a_watch.rules.setup import setup
from engine.set_a_watch.rules.steps import RULE_OF, legal
from engine.set_a_watch.state import SetAWatchOptions, State
from engine.set_a_watch.view import SCORE_NAMES, facts, observe, outcome

_PARTIES = {
    "base": (
        ("elf_ranger", "beast_master", "wizard", "rogue"),
        ("cleric", "dwarf", "elf_ranger", "wizard"),
        ("beast_master", "rogue", "dwarf", "cleric"),
    ),
    "deluxe": (
        ("knight", "bard", "elf_ranger", "wizard"),
        ("bard", "cleric", "beast_master", "knight"),
        ("rogue", "knight", "dwarf", "bard"),
    ),
}


def configurations() -> list[SetAWatchOptions]:
    """Every edition, difficulty and player count; parties and the other options take turns."""
    found = []
    for number, (edition, difficulty, players) in enumerate(
        product(("base", "deluxe"), ("easy", "normal", "hard", "insane"), (1, 2, 3, 4))
    ):
        party = _PARTIES[edition][number % 3]
        found.append(
            SetAWatchOptions(
                players=players,  # type: ignore[arg-type]
                edition=edition,  # type: ignore[arg-type]
                difficulty=difficulty,  # type: ignore[arg-type]
                **dict(zip(("a1", "a2", "a3", "a4"), party, strict=True)),  # type: ignore[arg-type]
                start_firewood="roll_d8" if number % 4 == 3 else "fixed_7",
                voluntary_stoke=number % 5 == 4,
            )
        )
    return found


GAME: Game[State] = Game(
    name="set_a_watch",
    rules=1,
    options=SetAWatchOptions,
    configurations=configurations,
    state=State,
    rule_of=RULE_OF,
    setup=setup,
    to_act=to_act,
    legal=legal,
    observe=observe,
    outcome=outcome,
    derive=derive,
    facts=facts,
    round_of=lambda state: state.round,
    milestones=(a.BuildLine, a.Damage),
    headline=("firewood", "ready", "defeated"),
    score_names=SCORE_NAMES,
    agents={"greedy": Greedy},
    cooperative=True,
)
