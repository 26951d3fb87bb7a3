"""What the agent makes of an observation: a whole state, its hidden cards filled in by guessing.

Nothing but the observation goes in. The guess depends on what is seen, not on the seat, so that all seats of
a party come to the same plan.
"""

from __future__ import annotations

from typing import Any

from engine.core.codec import build
from engine.core.game import Observation
from engine.core.stream import Stream
from engine.set_a_watch.cards import (
    ACOLYTES,
    CARD_NAMES,
    CREATURES,
    LOCATION_NAMES,
    SUMMONS,
    UNHALLOWED,
    locations_of,
)
from engine.set_a_watch.state import State

_EXTRA = ("lit", "leader", "health", "total", "seen")


def imagine(view: Observation) -> State:
    """A state that looks like the observation."""
    plain: dict[str, Any] = {key: value for key, value in view.items() if key not in _EXTRA}
    draw = Stream(f"{view['round']} {view['draws']} {view['defeated']} {view['firewood']}").below
    seen = set(_names(view))
    edition = "deluxe" if view["deluxe"] else "base"
    cards = _mixed([*CREATURES, *ACOLYTES, SUMMONS[0]], CARD_NAMES, seen, draw)
    monsters = _mixed(UNHALLOWED[edition], CARD_NAMES, seen, draw) + cards
    sites = [*locations_of("regular", edition), *locations_of("respite", edition)]
    places = _mixed(sites, LOCATION_NAMES, seen, draw)
    last = _mixed(locations_of("final", edition), LOCATION_NAMES, seen, draw)
    plain["line"] = [{**spot, "card": _guess(spot["card"], cards)} for spot in view["line"]]
    down = next((spot["card"] for spot in plain["line"] if not spot["known"]), None)
    kills = [
        {name: down if isinstance(value, dict) else value for name, value in kill.items()}
        for kill in view["watch"]["kills"]
    ]
    plain["watch"] = {**view["watch"], "kills": kills}
    plain["horde"] = [_guess(face, monsters, "?") for face in _list(view["horde"])]
    plain["deck"] = [_guess(face, cards, "?") for face in _list(view["deck"])]
    whole = _list(view["map"])
    plain["map"] = [_guess(site, places, "?") for site in whole[:-1]]
    plain["map"] += [_guess(site, last or places, "?") for site in whole[-1:]]
    plain["unused"] = [_guess(site, places, "?") for site in _list(view["unused"])]
    return build(State, plain)


def _names(value: Any) -> list[str]:
    """All texts in plain data."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [name for item in value for name in _names(item)]
    return []


def _mixed(numbers: Any, names: Any, seen: set[str], below: Any) -> list[str]:
    """Names that were not seen, in random order."""
    pool = [str(names[number]) for number in numbers if names[number] not in seen]
    for last in range(len(pool) - 1, 0, -1):
        place = below(last + 1)
        pool[last], pool[place] = pool[place], pool[last]
    return pool


def _list(pile: Any) -> list[Any]:
    """A pile with one entry per card."""
    return [{"hidden": 1}] * pile["hidden"] if isinstance(pile, dict) else pile


def _guess(entry: Any, pool: list[str], mark: str = "") -> str:
    """What is seen, or a card of the pool (the last one again and again, should the pool run out)."""
    if isinstance(entry, str):
        return entry
    return mark + (pool.pop() if len(pool) > 1 else pool[0])
