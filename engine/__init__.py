"""The rules of games, and what they share. Each folder with a `RULES.md` is a game.

`engine.core` knows no game; a game knows the core and itself, its picture also `engine.pictures`. Nothing here reads files (but each game its
components), asks the clock or draws random numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any

import msgspec

from engine.core import codec
from engine.core.errors import BadOption, CannotReplay
from engine.core.game import Agent, Game
from engine.core.log import Recorded, Step, recorded_games
from engine.core.replay import Replayer, Verdict
from engine.core.rulebook import Coverage, RuleText, coverage, rules
from engine.core.scenario import parse
from engine.core.table import Table
from engine.core.words import LANGUAGES, Words, fill


@cache
def games() -> tuple[str, ...]:
    """The names of all games, sorted."""
    return tuple(
        sorted(entry.name for entry in files("engine").iterdir() if entry.joinpath("RULES.md").is_file())
    )


@cache
def load(name: str) -> Game[Any]:
    """A game by name. Raises `CannotReplay` when there is none of that name."""
    if name not in games():
        raise CannotReplay(f"there is no game {name!r} here; there are: {', '.join(games())}")
    game: Game[Any] = import_module(f"engine.{name}.game").GAME
    return game


@cache
def picture(name: str) -> Callable[..., str]:
    """The game's picture: `draw(observation, language="en") -> SVG text`."""
    load(name)
    draw: Callable[..., str] = import_module(f"engine.{name}.picture").draw
    return draw


@cache
def words(name: str) -> Words:
    """The game's words: what happened, in English and Japanese; names of components from its data.yaml."""
    table = msgspec.yaml.decode(text(name, "words.yaml"))
    names = {item["id"]: {language: item[language] for language in LANGUAGES}
             for item in _listed(name) if set(LANGUAGES) <= set(item)}  # fmt: skip
    return msgspec.convert({**table, "names": names | table["names"]}, Words)


@cache
def components(name: str) -> tuple[str, ...]:
    """The components of a game that can be told apart in play: what data.yaml lists and a state may name."""
    names = codec.names_in(load(name).state)
    return tuple(dict.fromkeys(item["id"] for item in _listed(name) if item["id"] in names))


def _listed(name: str) -> list[dict[str, Any]]:
    """Everything with an id in the lists of a game's data.yaml."""
    data = msgspec.yaml.decode(text(name, "data.yaml"))
    return [item for part in data.values() if isinstance(part, list) for item in part
            if isinstance(item, dict) and "id" in item]  # fmt: skip


@cache
def rule_texts(name: str) -> dict[str, RuleText]:
    """Every rule of a game's RULES.md by id."""
    return rules(text(name, "RULES.md"))


def text(name: str, file: str) -> str:
    """A text file that stands in a game's folder: RULES.md, glossary.yaml, words.yaml, a scenario."""
    load(name)
    return files("engine").joinpath(name).joinpath(file).read_text("utf-8")


def texts(name: str, folder: str, ending: str) -> dict[str, str]:
    """The text files of a game's subfolder by name, in order of their names."""
    load(name)
    place = files("engine").joinpath(name).joinpath(folder)
    found = sorted(
        (entry for entry in place.iterdir() if entry.name.endswith(ending)), key=lambda entry: entry.name
    )
    return {entry.name: entry.read_text("utf-8") for entry in found}


@cache
def prose(name: str) -> dict[str, str]:
    """Rule ids that nothing can exercise, with the reason of each (`prose.yaml`)."""
    return msgspec.yaml.decode(text(name, "prose.yaml"), type=dict[str, str])


def golden_games(name: str) -> Iterator[tuple[str, Recorded]]:
    """The recorded games that a game ships, with their files' names."""
    for file, lines in texts(name, "golden", ".jsonl").items():
        for game in recorded_games(lines.encode().split(b"\n")):
            if isinstance(game, Recorded):
                yield file, game


def count_events(games: Iterable[Recorded], counts: Counter[str]) -> list[Verdict]:
    """Replay games and count the events of each rule into `counts`; the verdicts, in order."""

    def listen(step: Step[Any], state: Any, table: Table) -> None:
        counts.update(rule for rule, *_ in table.told)

    replay = replayer().replay
    return [replay(game, listen) for game in games]


def rule_coverage(name: str, events: Mapping[str, int]) -> list[Coverage]:
    """One row per rule of a game: how many scenarios cite it, how many events name it, why it is prose."""
    scenarios = [scenario for text in texts(name, "scenarios", ".txt").values() for scenario in parse(text)]
    return coverage(rule_texts(name), scenarios, events, prose(name))


def agent_names(game: Game[Any]) -> tuple[str, ...]:
    """What `make_agent` knows for a game."""
    return ("random", *game.agents)


def make_agent(game: Game[Any], name: str, seed: str, seat: int) -> Agent:
    """An agent with a stream of its own, told apart by seat. Raises `BadOption` for an unknown name."""
    stream = f"{seed} agent p{seat + 1}"
    if name == "random":
        from engine.agents.random import RandomAgent

        return RandomAgent(stream)
    if name in game.agents:
        return game.agents[name](stream, seat)
    raise BadOption(f"{game.name} has no agent {name!r}; there are: {', '.join(agent_names(game))}")


def seats_of_agents(game: Game[Any], players: int, names: Sequence[str]) -> list[str]:
    """One agent name per seat: one name is for all seats, else as many as seats. Raises `BadOption`."""
    if len(names) == 1:
        names = list(names) * players
    if len(names) != players:
        need = "1" if players == 1 else f"1 or {players}"
        told = "{0} {0:player needs|players need} {1} {0:agent|agents}, not {2}"
        raise BadOption(fill(told, players, need, len(names)))
    for name in names:
        if name not in agent_names(game):
            raise BadOption(f"{game.name} has no agent {name!r}; there are: {', '.join(agent_names(game))}")
    return list(names)


def replayer() -> Replayer:
    """Replays logs of all games."""
    return Replayer(load)
