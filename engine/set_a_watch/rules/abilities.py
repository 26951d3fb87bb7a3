"""Chapter 17: what abilities do. `USE` leads from an ability to its function; numbers stand in data.yaml."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.table import Table
from engine.set_a_watch.actions import AbilityDie, AbilityExhaust, Passive
from engine.set_a_watch.cards import (
    ABILITY_DATA,
    CARD_NAMES,
    HUMAN,
    TYPE,
    UNDEAD,
    adventurer_number,
    card_number,
    source_of,
)
from engine.set_a_watch.rules.defeat import deal, defeat
from engine.set_a_watch.rules.firewood import change_firewood
from engine.set_a_watch.rules.line import (
    OWN_KIND,
    end_stays,
    healths,
    is_immune,
    leave,
    move,
    own_health,
    turn_up,
    where,
)
from engine.set_a_watch.rules.party import controller, name_of, push, reroll, size_of
from engine.set_a_watch.rules.piles import discard_tamed, draw, to_horde
from engine.set_a_watch.rules.targets import Sight, inspire_die
from engine.set_a_watch.state import AVAILABLE, STOLEN, Frame, Spot, State

Used = AbilityDie | AbilityExhaust
Use = Callable[[State, int, Used, Table], None]
SOURCE = {name: source_of(name) for name in ABILITY_DATA}
AXE: int = ABILITY_DATA["throw_axe"]["effects"][0]["amount"]
LANCE: int = ABILITY_DATA["dragon_lance"]["effects"][0]["choose_one"][1]["amount"]
CHARGES: int = ABILITY_DATA["poison_blade"]["effects"][0]["count"]


def tame(state: State, who: int, place: int, rule: str, source: str, table: Table) -> None:
    """SW-13.5, SW-13.7: a creature of the line comes beside its tamer; it is not defeated."""
    card = leave(state, place, table).card
    state.adventurers[who].tamed.append(card)
    table.tell(rule, "tamed", controller(state, who), card=str(CARD_NAMES[card]), adventurer=name_of(state, who),
               source=source)  # fmt: skip


def tame_beast(state: State, who: int, action: Used, table: Table) -> None:
    """SW-17.TB."""
    tame(state, who, action.target - 1, "SW-17.TB", "tame_beast", table)


def siren_song(state: State, who: int, action: Used, table: Table) -> None:
    """SW-17.SI: until the end of the round (SW-19.5)."""
    state.siren.append(state.line[action.target - 1].card)
    tame(state, who, action.target - 1, "SW-17.SI", "siren_song", table)


def set_snares(state: State, who: int, action: Used, table: Table) -> None:
    """SW-17.SS."""
    card = leave(state, action.target - 1, table).card
    state.deck.insert(0, 2 * card + 1)
    table.tell(
        "SW-17.SS", "to_deck_top", controller(state, who), card=str(CARD_NAMES[card]), source="set_snares"
    )


def banish(state: State, who: int, action: Used, table: Table) -> None:
    """SW-17.BN."""
    card = leave(state, action.target - 1, table).card
    state.deck.append(2 * card + 1)
    table.tell(
        "SW-17.BN", "to_deck_bottom", controller(state, who), card=str(CARD_NAMES[card]), source="banish"
    )


def hunt(state: State, who: int, action: Used, table: Table) -> None:
    """SW-17.HU."""
    card = card_number(action.creature)
    state.graveyard.remove(card)
    state.adventurers[who].tamed.append(card)
    table.tell("SW-17.HU", "tamed", controller(state, who), card=action.creature, adventurer=name_of(state, who),
               source="hunt")  # fmt: skip


def animal_sentry(state: State, who: int, action: Used, table: Table) -> None:
    """SW-17.AS: the cost, and what it brings, before the defeat."""
    push(state, "defeat_last", who, source=SOURCE["animal_sentry"])
    discard_tamed(state, who, card_number(action.creature), "SW-17.AS", SOURCE["animal_sentry"], table)


def defeat_last(state: State, frame: Frame, table: Table) -> None:
    """SW-17.AS: the last card of the line, any side up."""
    defeat(state, len(state.line) - 1, frame.who, "SW-17.AS", frame.source, table)


def rebuke(state: State, who: int, action: Used, table: Table) -> None:
    """SW-17.RB."""
    if action.effect == "move":
        move(state, action.target - 1, action.to - 1, "SW-17.RB", SOURCE["rebuke"], table)
    else:
        defeat(state, 0, who, "SW-17.RB", SOURCE["rebuke"], table)


def cleanse_undead(state: State, who: int, action: Used, table: Table) -> None:
    """SW-17.CU: those targetable and face-up now; one decision per defeat."""
    sight = Sight(state)
    marked = [sight.card(position) for position in sight.up if TYPE[sight.card(position)] == UNDEAD]
    for _ in marked:
        push(state, "cleanse_pick", who, source=SOURCE["cleanse_undead"])
    for frame in state.pending[-len(marked) :]:
        frame.cards = list(marked)


def blinding_light(state: State, who: int, action: Used, table: Table) -> None:
    """SW-17.BL: one card, then another or none."""
    push(state, "blinding_light_card", who, amount=2, source=SOURCE["blinding_light"])
    push(state, "blinding_light_card", who, amount=1, source=SOURCE["blinding_light"])


def protective_ward(state: State, who: int, action: Passive, table: Table) -> None:
    """SW-17.PW."""
    card = leave(state, 0, table).card
    to_horde(state, 2 * card + 1, "SW-17.PW", SOURCE["protective_ward"], table)


def elf_senses(state: State, who: int, action: Used, table: Table) -> None:
    """SW-17.ES."""
    state.watch.senses += 1
    state.watch.negate += 1
    _tell_round(state, who, "SW-17.ES", "elf_senses", table)


def _tell_round(state: State, who: int, rule: str, source: str, table: Table) -> None:
    """An effect that holds for the round has begun."""
    if table.listens:
        table.tell(
            rule, "round_effect", controller(state, who), adventurer=name_of(state, who), source=source
        )


def far_sight(state: State, who: int, action: Used, table: Table) -> None:
    """SW-17.FR."""
    state.watch.sight += 1
    _tell_round(state, who, "SW-17.FR", "far_sight", table)


def long_shot(state: State, who: int, action: Used, table: Table) -> None:
    """SW-17.LS."""
    defeat(state, action.target - 1, who, "SW-17.LS", SOURCE["long_shot"], table)


def slumber(state: State, who: int, action: Used, table: Table) -> None:
    """SW-17.SL, SW-13.3: stolen dice come back; the card is concealed at the end of the line."""
    old = state.line[action.target - 1]
    for number, die in enumerate(state.dice):
        if die.on == old.card and die.place == STOLEN:
            die.place, die.on = AVAILABLE, 0
            table.tell("SW-13.3", "die_returned", controller(state, die.holder), die=number + 1, value=die.value,
                       source="slumber")  # fmt: skip
    leave(state, action.target - 1, table)
    state.line.append(Spot(old.card, known=True, used=old.used, attacker=old.attacker))
    table.tell("SW-17.SL", "concealed", controller(state, who), card=str(CARD_NAMES[old.card]),
               position=len(state.line), source="slumber")  # fmt: skip


def sharpshooter(state: State, who: int, action: Passive, table: Table) -> None:
    """SW-17.SP: CHANCE; the die is available again."""
    die = state.dice[action.die - 1]
    die.place, die.on = AVAILABLE, 0
    reroll(state, [action.die - 1], "SW-17.SP", SOURCE["sharpshooter"], table)


def poison_blade(state: State, who: int, action: Used, table: Table) -> None:
    """SW-17.PB."""
    state.watch.charges += CHARGES
    _tell_round(state, who, "SW-17.PB", "poison_blade", table)


def throwing_daggers(state: State, who: int, action: Used, table: Table) -> None:
    """SW-17.TD: flip, raise, range."""
    for part in ("daggers_range", "daggers_die", "daggers_card"):
        push(state, part, who, source=SOURCE["throwing_daggers"])


def daggers_range(state: State, frame: Frame, table: Table) -> None:
    """SW-17.TD: base range 2 this round."""
    state.adventurers[frame.who].daggers = True
    _tell_round(state, frame.who, "SW-17.TD", "throwing_daggers", table)


def backstab(state: State, who: int, action: Used, table: Table) -> None:
    """SW-17.BK: the cards are chosen before either is seen."""
    push(state, "backstab_reveal", who, source=SOURCE["backstab"])
    push(state, "backstab_card", who, source=SOURCE["backstab"])


def backstab_reveal(state: State, frame: Frame, table: Table) -> None:
    """SW-17.BK: both are flipped; powers wait until one was picked."""
    cards = [state.line[place].card for place in frame.cards]
    push(state, "reveal_again", frame.who, cards=cards, source=frame.source)
    push(state, "backstab_pick", frame.who, cards=cards, source=frame.source)
    for place in frame.cards:
        turn_up(state, state.line[place], False, "SW-17.BK", frame.source, table)


def smoke_bomb(state: State, who: int, action: Used, table: Table) -> None:
    """SW-17.SB, SW-11.2: own health that is no printed number freezes."""
    spot = state.line[action.target - 1]
    if OWN_KIND[spot.card]:
        spot.frozen = own_health(state, spot)
    spot.blank = True
    table.tell(
        "SW-17.SB", "blanked", controller(state, who), card=str(CARD_NAMES[spot.card]), source="smoke_bomb"
    )


def wound(state: State, who: int, action: Used, table: Table) -> None:
    """SW-17.WO: half the health, the loss rounded down."""
    spot = state.line[action.target - 1]
    loss = healths(state)[action.target - 1] // 2
    spot.wound += loss
    table.tell("SW-17.WO", "wounded", controller(state, who), card=str(CARD_NAMES[spot.card]), amount=loss,
               source="wound")  # fmt: skip


def throw_axe(state: State, who: int, action: Used, table: Table) -> None:
    """SW-17.TA."""
    deal(state, 1, AXE, who, "SW-17.TA", SOURCE["throw_axe"], table)


def giants_bane(state: State, who: int, action: Used, table: Table) -> None:
    """SW-17.GB."""
    state.watch.giants_bane = True
    _tell_round(state, who, "SW-17.GB", "giants_bane", table)


def berserker(state: State, who: int, action: Used, table: Table) -> None:
    """SW-17.BS."""
    defeat(state, action.target - 1, who, "SW-17.BS", SOURCE["berserker"], table)


def curse(state: State, who: int, action: Used, table: Table) -> None:
    """SW-17.CR."""
    defeat(state, action.target - 1, who, "SW-17.CR", SOURCE["curse"], table)


def chaos_blast(state: State, who: int, action: Used, table: Table) -> None:
    """SW-17.CH: the front one, the one behind it, then a new card."""
    source = SOURCE["chaos_blast"]
    push(state, "new_card", who, source=source)
    push(state, "defeat", who, card=state.line[action.target].card, source=source)
    push(state, "defeat", who, card=state.line[action.target - 1].card, source=source)


def defeat_part(state: State, frame: Frame, table: Table) -> None:
    """SW-17.CH: one of the two. A Phantom Cat that the first defeat has made immune stays (SW-12.6)."""
    place = where(state, frame.card)
    if is_immune(state, place):
        table.tell("SW-12.6", "unharmed", controller(state, frame.who), card=str(CARD_NAMES[frame.card]),
                   source="chaos_blast")  # fmt: skip
        return
    defeat(state, place, frame.who, "SW-17.CH", frame.source, table)


def new_card(state: State, frame: Frame, table: Table) -> None:
    """SW-17.CH: from the creature deck, face-down behind the last card."""
    face = draw(state, table)
    if face:
        state.line.append(Spot(face >> 1, known=bool(face & 1)))
        table.tell("SW-17.CH", "card_added", position=len(state.line), source="chaos_blast")


def polymorph(state: State, who: int, action: Used, table: Table) -> None:
    """SW-17.PO: the creature of the Graveyard is a follow-up."""
    push(state, "polymorph_pick", who, card=state.line[action.target - 1].card, source=SOURCE["polymorph"])


def shockbolt(state: State, who: int, action: Used, table: Table) -> None:
    """SW-17.SK."""
    defeat(state, action.target - 1, who, "SW-17.SK", SOURCE["shockbolt"], table)


def illuminate(state: State, who: int, action: Passive, table: Table) -> None:
    """SW-17.IL: the cost, and what it brings, before the flip."""
    push(state, "illuminate", who, source=SOURCE["illuminate"])
    change_firewood(state, -1, "SW-17.IL", SOURCE["illuminate"], table)


def illuminate_part(state: State, frame: Frame, table: Table) -> None:
    """SW-17.IL: the frontmost face-down card."""
    spot = next(spot for spot in state.line if not spot.up)
    turn_up(state, spot, True, "SW-17.IL", frame.source, table)


def shield_bash(state: State, who: int, action: Used, table: Table) -> None:
    """SW-17.SH."""
    deal(state, 1, healths(state)[0], who, "SW-17.SH", SOURCE["shield_bash"], table)


def magic_sword(state: State, who: int, action: Used, table: Table) -> None:
    """SW-17.MS."""
    defeat(state, 0, who, "SW-17.MS", SOURCE["magic_sword"], table)


def taunt(state: State, who: int, action: Used, table: Table) -> None:
    """SW-17.TU: no First position power in this stay."""
    move(state, action.target - 1, 0, "SW-17.TU", SOURCE["taunt"], table)
    state.line[0].first = True


def dragon_lance(state: State, who: int, action: Used, table: Table) -> None:
    """SW-17.DL."""
    if action.effect == "defeat":
        defeat(state, action.target - 1, who, "SW-17.DL", SOURCE["dragon_lance"], table)
    else:
        deal(state, 1, LANCE, who, "SW-17.DL", SOURCE["dragon_lance"], table)


def inspire(state: State, who: int, action: Passive, table: Table) -> None:
    """SW-17.IN."""
    other = [one.id for one in state.adventurers].index(adventurer_number(action.adventurer))
    raise_die(state, inspire_die(state, other), "SW-17.IN", "inspire", table)


def raise_die(state: State, number: int, rule: str, source: str, table: Table) -> None:
    """A die goes to its maximum; `rolled` stays."""
    die = state.dice[number]
    die.value = size_of(state, number)
    table.tell(
        rule, "die_raised", controller(state, die.holder), die=number + 1, value=die.value, source=source
    )


def song_of_discord(state: State, who: int, action: Used, table: Table) -> None:
    """SW-17.DI: onto the Horde; a human's health waits as damage (SW-10.5)."""
    place = action.target - 1
    health = healths(state)[place]
    card = leave(state, place, table).card
    to_horde(state, 2 * card + 1, "SW-17.DI", SOURCE["song_of_discord"], table)
    if TYPE[card] == HUMAN:
        state.watch.discord += health
        state.watch.singer = who


def line_dance(state: State, who: int, action: Used, table: Table) -> None:
    """SW-17.LD: the rear card and the reroll are follow-ups."""
    push(state, "line_dance_reroll", who, source=SOURCE["line_dance"])
    push(state, "line_dance_card", who, amount=action.target, source=SOURCE["line_dance"])


def harmonize(state: State, who: int, action: Passive, table: Table) -> None:
    """SW-17.HA."""
    other = [one.id for one in state.adventurers].index(adventurer_number(action.adventurer))
    spot = state.line[action.target - 1]
    spot.harmony = other
    table.tell("SW-17.HA", "harmonized", controller(state, who), adventurer=action.adventurer,
               card=str(CARD_NAMES[spot.card]), source="harmonize")  # fmt: skip


def swap_places(state: State, first: int, second: int, table: Table) -> None:
    """SW-17.LD."""
    line = state.line
    line[first], line[second] = line[second], line[first]
    end_stays(state)
    table.tell("SW-17.LD", "places_swapped", position=first + 1, second=second + 1, source="line_dance")


USE: dict[str, Use] = {
    "tame_beast": tame_beast,
    "set_snares": set_snares,
    "hunt": hunt,
    "animal_sentry": animal_sentry,
    "rebuke": rebuke,
    "cleanse_undead": cleanse_undead,
    "banish": banish,
    "blinding_light": blinding_light,
    "elf_senses": elf_senses,
    "far_sight": far_sight,
    "long_shot": long_shot,
    "slumber": slumber,
    "poison_blade": poison_blade,
    "throwing_daggers": throwing_daggers,
    "backstab": backstab,
    "smoke_bomb": smoke_bomb,
    "wound": wound,
    "throw_axe": throw_axe,
    "giants_bane": giants_bane,
    "berserker": berserker,
    "curse": curse,
    "chaos_blast": chaos_blast,
    "polymorph": polymorph,
    "shockbolt": shockbolt,
    "shield_bash": shield_bash,
    "magic_sword": magic_sword,
    "taunt": taunt,
    "dragon_lance": dragon_lance,
    "song_of_discord": song_of_discord,
    "siren_song": siren_song,
    "line_dance": line_dance,
}
USE_PASSIVE: dict[str, Callable[[State, int, Passive, Table], None]] = {
    "tracking": lambda state, who, action, table: tame(state, who, 0, "SW-17.TK", "tracking", table),
    "protective_ward": protective_ward,
    "sharpshooter": sharpshooter,
    "illuminate": illuminate,
    "inspire": inspire,
    "harmonize": harmonize,
}
"""Passives that are used; `stay_dead` and `cleave` work in defeat.py, `song_of_pain` in attacks.py."""
