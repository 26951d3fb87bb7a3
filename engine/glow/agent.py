"""A greedy agent: it recruits by value, rerolls what does not help, resolves the good before the bad, and
travels towards a better village or island. Butterfly tokens in hand are used against spells, burdens and
firings that hurt.

Every option gets points from what its seat sees (`estimate.py`); the most points win, the first of equals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.core.game import Action, Observation, Seat
from engine.glow import actions as a
from engine.glow.cards import (
    ARCHIPELAGO,
    CARD_NAMES,
    ELEMENTS,
    FIRST_SPELL,
    ISLAND_NAMES,
    ISLAND_POINTS,
    KAAR,
    ROUTE_NAMES,
    RULE_NUMBERS,
    SHADOWS,
    VILLAGE,
    VILLAGE_NODES,
)
from engine.glow.effects import ABILITY, firings, kinds_shown
from engine.glow.estimate import CARD, DIE, FACE, NODE, benefit, dice_points, distances, reroll_gains, worth

_PAY = {"icon": 15, "token": 85, "step": 240, "crolos": 230}
_WAYPOINTS = {"west": 250, "north": 200, "southeast": 200, "east": 250}
_SKULL = ("far_east", "isle3")
_HELD = ("bf_skull", "bf_cancel")
_SPELL, _TOKEN = 300, 60
"""What getting rid of a spell brings, and what a token in hand is worth."""


class Greedy:
    """Looks one choice ahead. Uses no randomness: its stream's seed changes nothing."""

    def __init__(self, seed: str, seat: Seat) -> None:
        self._seat = seat

    def choose(self, legal: Sequence[Action], observe: Callable[[], Observation]) -> int:
        if len(legal) == 1:
            return 0
        view = observe()
        thought = _Thought(view, view["players"][self._seat])
        points = [thought.points(action) for action in legal]
        return points.index(max(points))


class _Thought:
    """One decision: the view, and what is worked out from it once."""

    def __init__(self, view: Observation, me: dict[str, Any]) -> None:
        self.view, self.me = view, me
        self.days = RULE_NUMBERS.days + 1 - view["day"]
        self.dice = [(DIE[d["die"]], FACE[d["face"]]) for d in me["dice"] if d["rolled"]]
        names = [me["adventurer"], *(companion["card"] for companion in me["row"]), *me["spells"]]
        self.cards = [CARD[name] for name in names if name]
        self.target = self._target() if view["side"] == "shadows" and me["party"] else 0
        self.wishes = self._wishes()
        self._gains: dict[int, int] | None = None

    def points(self, action: Action) -> int:
        match action:
            case a.ChooseAdventurer(adventurer=name):
                return worth(CARD[name], 8)
            case a.Recruit(space=space) | a.DiscardTrack(space=space):
                return self._space(space)
            case a.MoveCurse(space=space):
                return 0 if space == "stay" else 1
            case a.Fire(card=name):
                return benefit(CARD[name])
            case a.LoseOne(lost=name):
                return self._loss(name)
            case a.Cemetery(companion=name):
                return 0 if name == "none" else worth(CARD[name], self.days)
            case a.Swap(card=card, companion=companion):
                return worth(CARD[card], self.days) - worth(CARD[companion], self.days) - 100
            case a.ReturnButterfly(token=token):
                return 0 if token in _HELD else -int(self.me["butterflies"].count(token))
            case a.Move() | a.Camp() | a.Sail():
                return self._journey(action)
            case a.UseSkull():
                return self._skull()
            case a.UseCancel(element=element):
                return self._cancel(ELEMENTS.index(element))
        return self._dice(action)

    def _loss(self, name: str) -> int:
        """What losing a card brings: a spell is bad for its holder, a face-down one has no name."""
        if name not in CARD or CARD[name] >= FIRST_SPELL:
            return _SPELL
        return -worth(CARD[name], self.days)

    def _skull(self) -> int:
        """GL-12.18: worth using for a spell, or a companion that costs more than it brings."""
        losses = [self._loss(companion["card"]) for companion in self.me["row"]]
        if self.me["spells"] or self.me["face_down"]["hidden"]:
            losses.append(_SPELL)
        return max(losses) - _TOKEN

    def _cancel(self, element: int) -> int:
        """GL-12.18: at noon, what the firings left would bring less of. Earlier the dice may still change."""
        if self.view["phase"] != "noon":
            return -1
        symbols = list(self.me["symbols"].values())
        without = [0 if place == element else count for place, count in enumerate(symbols)]
        gain = 0
        for card in self.cards:
            if (ability := ABILITY[card]) is not None:
                fired = self.me["fired"].count(CARD_NAMES[card])
                now, then = (max(0, firings(ability, shown) - fired) for shown in (symbols, without))
                gain += (then - now) * benefit(card)
        return gain - _TOKEN

    def _dice(self, action: Action) -> int:
        match action:
            case a.Reroll(pay=pay):
                best = sorted(self.gains.values(), reverse=True)[:2]
                return sum(gain for gain in best if gain > 0) - _PAY[pay]
            case a.RerollDie(die=name) | a.Pink(die=name):
                return 0 if name == "none" else self.gains.get(DIE[name], 0)
            case a.RerollSet():
                return -1
            case a.RerollFace(die=name, symbol=symbol):
                return self._with(DIE[name], FACE[symbol])
            case a.White(element=element):
                number = DIE[self.view["pending"][-1]["die"]]
                return self._with(number, ELEMENTS.index(element))
            case a.ClaimDie(choice=choice):
                return int(choice == "take")
        return 0

    @property
    def gains(self) -> dict[int, int]:
        if self._gains is None:
            first = DIE[self.view["pending"][-1]["die"]] if self.view["pending"] else 0
            black = self._black(self.dice)
            gains = reroll_gains(self.dice, black, self.cards, self.wishes)
            self._gains = {die: gain for die, gain in gains.items() if die != first}
        return self._gains

    def _black(self, dice: Sequence[tuple[int, int]]) -> list[int]:
        """What black dice show; GL-7.24: the curse die of Kaar's owner does nothing."""
        acting = [DIE["black1"]] if KAAR in self.cards else [DIE["black1"], DIE["small_black1"]]
        return [face for die, face in dice if die in acting]

    def _with(self, number: int, face: int) -> int:
        dice = [(die, face if die == number else shown) for die, shown in self.dice]
        return dice_points([shown for _, shown in dice], self._black(dice), self.cards, self.wishes)

    def _space(self, name: str) -> int:
        """A companion, its dice and footprints; a companion that others would like counts when discarding."""
        space = next(space for space in self.view["track"] if space["space"] == name)
        points = worth(CARD[space["companion"]], self.days) + 130 * int(space["footprints"])
        for die in space["dice"]:
            points += -250 if die["die"] == "small_black1" else 170
        return points

    def _target(self) -> int:
        """The village worth walking to: its value beyond the camp's, less the way."""
        here, camp = NODE[self.me["party"]], NODE[self.me["camp"]]
        best, found = 0, 0
        for node in VILLAGE_NODES:
            way = distances(node)[here]
            gain = 100 * (VILLAGE[node] - VILLAGE[camp])
            if gain > 0 and way <= 3 * self.days and gain - 70 * way > best:
                best, found = gain - 70 * way, node
        return found

    def _wishes(self) -> list[int]:
        """Elements that the next steps ask for."""
        wishes = [0] * 5
        if self.target and self.view["side"] == "shadows":
            here = NODE[self.me["party"]]
            way = distances(self.target)
            for node in SHADOWS.nodes:
                place = NODE[node.id]
                if not (node.enter and node.enter.symbol):
                    continue
                if way[place] < way[here] <= way[place] + 3 and distances(place)[here] <= 3:
                    wishes[ELEMENTS.index(node.enter.symbol)] = 80
        return wishes

    def _journey(self, action: Action) -> int:
        me = self.me
        match action:
            case a.Camp():
                here = VILLAGE[NODE[me["party"]]]
                return 50 * (here - VILLAGE[NODE[me["camp"]]]) if here > VILLAGE[NODE[me["camp"]]] else -1
            case a.Move(node=name):
                if not self.target:
                    return -1
                way = distances(self.target)
                nearer = way[NODE[me["party"]]] - way[NODE[name]]
                return 60 * nearer if nearer > 0 else -1
            case a.Sail(boat=boat, route=route):
                return self._sail(boat, route)
        return 0

    def _sail(self, boat: str, route: str) -> int:
        edge = ARCHIPELAGO.edges[ROUTE_NAMES.index(route)]
        to = edge.b if edge.a == boat else edge.a
        points = 100 * (ISLAND_POINTS[ISLAND_NAMES.index(to)] - ISLAND_POINTS[ISLAND_NAMES.index(boat)])
        points += _WAYPOINTS.get(to, 0) - _WAYPOINTS.get(boat, 0) if self.days > 1 else 0
        points += 130 * len(ARCHIPELAGO.nodes[ISLAND_NAMES.index(to)].effects)
        if to in _SKULL and not (self.me["spells"] or self.me["face_down"]["hidden"]):
            points -= 600
        price = edge.costs.get("footprint", 0)
        if edge.kinds is not None:
            price += max(0, edge.kinds[0] - kinds_shown(list(self.me["symbols"].values())))
        return points - 130 * price
