"""Rules made wrong on purpose, one line each: the scenarios and golden logs of the game must go red for every one."""

from typing import NamedTuple


class Mutant(NamedTuple):
    """A file of a game, the text that stands there exactly once, and what stands there instead."""

    game: str
    file: str
    old: str
    new: str
    kind: str

    def __str__(self) -> str:
        return f"{self.game}/{self.file}: {self.kind}"


KINDS = {"number", "comparison", "missing effect", "order", "off by one", "hidden", "chance", "told amiss"}

_LIVING_FOREST = [
    ("rules/ending.py", "return fires >= win.fires", "return fires > win.fires", "comparison"),
    ("view.py", 'player["deck"] = {"hidden": len(player["deck"])}', 'player["deck"] = list(player["deck"])', "hidden"),
    ("rules/ending.py", "_NOT_PLANTED) + 1 + player", "_NOT_PLANTED) + 0 + player", "number"),
    ("rules/actions.py", "state.bought[action.level - 1] += 1", "state.bought[action.level - 1] += 0", "missing effect"),
    ("rules/actions.py", "len(DATA.circle.spaces) - len(state.players)",
     "len(DATA.circle.spaces) - len(state.players) + 1", "off by one"),
    ("rules/round_end.py", ".water < strength", ".water <= strength", "comparison"),
    ("rules/round_end.py", "-(-state.varans // to_serve)", "state.varans // to_serve", "number"),
    ("rules/round_end.py", "(state.first + 1) % len", "(state.first - 1) % len", "order"),
    ("rules/draw.py", "state.fragments += 1  # LF-4.12", "state.fragments += 0  # LF-4.12", "missing effect"),
    ("rules/draw.py", "card = player.deck.pop(0)", "card = player.deck.pop()", "order"),
    ("rules/draw.py", "table.shuffle(label, sorted(player.discard)", "table.shuffle(label, list(player.discard)",
     "chance"),
    ("rules/circle.py", "opponent = turn.jumped.pop(0)", "opponent = turn.jumped.pop()", "order"),
    ("rules/setup.py", 'f"p{seat + 1} deck 0"', 'f"p{seat} deck 0"', "chance"),
    ("view.py", '{level: {"hidden": len(stack)} for', "{level: list(stack) for", "hidden"),
    ("rules/circle.py", "    if state.turn.jumped:\n", "    for opponent in jumped:\n"
     '        table.tell("LF-8.5", "tile_stolen", seat, opponent=opponent, tile="fire")\n    if state.turn.jumped:\n',
     "told amiss"),
]  # fmt: skip

_GLOW = [
    ("rules/scoring.py", "if firefly_count(player) >= len", "if firefly_count(player) > len", "comparison"),
    ("rules/hulios.py", "[*player.hand, *player.replaced]", "[*player.replaced, *player.hand]", "order"),
    ("rules/scoring.py", "best = max(", "best = min(", "comparison"),
    ("rules/scoring.py", "len(RULE_NUMBERS.butterfly_points) - 1", "len(RULE_NUMBERS.butterfly_points) - 2", "off by one"),
    ("rules/hulios.py", "    player.replaced.append(companion.card)", "    player.replaced.extend([])",
     "missing effect"),
    ("rules/evening.py", "state.first = (state.first + 1)", "state.first = (state.first + 2)", "order"),
    ("rules/evening.py", "space.footprints += 1", "space.footprints += 2", "number"),
    ("view.py", "if number != seat:", "if number == seat:", "hidden"),
    ("view.py", '_hide(player, "face_down")', '_hide(player, "hand") if number is None else None', "hidden"),
    ("rules/evening.py", 'f"day {state.day} p{seat + 1} evening"', 'f"day {state.day} p{seat} evening"', "chance"),
    ("rules/noon.py", "times <= player.fired.count", "times < player.fired.count", "comparison"),
    ("rules/dice.py", "if len(alike) > 1:", "if len(alike) > 2:", "off by one"),
    ("rules/dice.py", "in reversed(waiting):", "in waiting:", "order"),
    ("rules/scoring.py", "if ours > (", "if ours >= (", "comparison"),
    ("rules/companions.py", "    insort(state.cemetery, companion.card)\n    table.tell(rule",
     "    insort(state.cemetery, companion.card)\n"
     '    table.tell("GL-6.12", "fired", seat, card=str(CARD_NAMES[companion.card]))\n    table.tell(rule', "told amiss"),
]  # fmt: skip

_SET_A_WATCH = [
    ("rules/ending.py", "if total > len(", "if total >= len(", "comparison"),
    ("rules/piles.py", "sorted(state.graveyard), CARD_NAMES", "list(state.graveyard), CARD_NAMES", "chance"),
    ("rules/attacks.py", "healths(state)[place] >= 10", "healths(state)[place] > 10", "comparison"),
    ("rules/attacks.py", "amount += 2 * sum(", "amount += 1 * sum(", "number"),
    ("rules/attacks.py", "watch.charges -= 1", "watch.charges -= 0", "missing effect"),
    ("rules/attacks.py", "base = 2 if one.daggers", "base = 3 if one.daggers", "off by one"),
    ("rules/defeat.py", "if spot.damage >= health:", "if spot.damage > health:", "comparison"),
    ("rules/defeat.py", "for other in (3, 2, 1, 0):", "for other in (0, 1, 2, 3):", "order"),
    ("rules/ending.py", "known=bool(face & 1)) for face in state.horde", "known=True) for face in state.horde",
     "hidden"),
    ("rules/piles.py", "state.graveyard.insert(0, card)", "state.graveyard.append(card)", "order"),
    ("view.py", '            spot["card"] = {"hidden": 1}', '            spot["known"] = False', "hidden"),
    ("rules/party.py", "(state.round - 1) % state.players", "state.round % state.players", "off by one"),
    ("rules/party.py", "state.draws += 1", "state.draws += 0", "chance"),
    ("view.py", 'if all(face.startswith("?")', 'if any(face.startswith("?")', "hidden"),
    ("rules/settle.py", 'card=str(CARD_NAMES[card]), source="elf_senses")\n', 'card=str(CARD_NAMES[card]), source="elf_senses")\n'
     '        table.tell("SW-10.4", "reveal_works", card=str(CARD_NAMES[card]))\n', "told amiss"),
]  # fmt: skip

MUTANTS = [
    Mutant(game, *row)
    for game, rows in (("living_forest", _LIVING_FOREST), ("glow", _GLOW), ("set_a_watch", _SET_A_WATCH))
    for row in rows
]
QUICK = [
    [mutant for mutant in MUTANTS if mutant.game == game][place]
    for place in (0, 1)
    for game in ("living_forest", "glow", "set_a_watch")
]
"""Two of each game for every run of the suite; the others are slow only because they are many."""
