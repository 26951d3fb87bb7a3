"""Named queries in words: what they are called in both languages, and what their columns and parameters are."""

import re

import msgspec
import pytest

import engine
from dashboard.models import query as model
from dashboard.models.words import LANGUAGES, words
from ingest.database import Database, NamedQuery, named_queries
from ingest.publish import open_new

QUERIES = named_queries()
JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
RULE = re.compile(r"[A-Z]{2}-\d+\.?\d*")


def each(test: object) -> object:
    return pytest.mark.parametrize("query", QUERIES, ids=lambda query: query.name)(test)  # type: ignore[operator]


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """The columns of each query, from a database without games."""
    path = tmp_path_factory.mktemp("words") / "empty.duckdb"
    open_new(path).close()
    db = Database(path)
    return {query.name: db.named(query.name).columns for query in QUERIES}


@each
def test_a_query_is_told_in_both_languages(query: NamedQuery) -> None:
    (title, about), (title_ja, about_ja) = query.telling("en"), query.telling("ja")
    assert not JAPANESE.search(title + about)
    assert JAPANESE.search(title_ja)
    assert about_ja.endswith("。")
    assert RULE.findall(about) == RULE.findall(about_ja), "the rules are the same, in the same order"
    assert "`" not in about_ja, "columns and parameters are called by their Japanese names"
    quoted = set(re.findall("「(.*?)」", about_ja))
    assert quoted <= set((words("ja").part("column") | words("ja").part("parameter")).values())


def test_titles_tell_queries_apart() -> None:
    for language in LANGUAGES:
        titles = model.saved_queries(words(language))
        assert len(set(titles.values())) == len(titles) == len(QUERIES)
    assert model.saved_queries(words("ja"))["glow_seats"].startswith("グロウ：")


OTHER_SENSE = {
    ("living_forest_cards_bought", "row"),  # of the answer, not of the forest
    ("set_a_watch_losses", "damage"),  # what the party takes: 被害, as in the words of the game
}
"""Queries, and terms of the glossary whose English word means something else there."""


def terms(game: str) -> dict[str, str]:
    """The terms of a game's glossary, English to Japanese; what stands in brackets explains, and is left out."""
    table = msgspec.yaml.decode(engine.text(game, "glossary.yaml"))
    rows = table if isinstance(table, list) else [row for part in table.values() for row in part]
    return {re.sub(r" \(.*", "", row["en"]).lower(): row["ja"] for row in rows}


@pytest.mark.parametrize("query", [query for query in QUERIES if query.games], ids=lambda query: query.name)
def test_the_terms_are_those_of_the_glossary(query: NamedQuery) -> None:
    (game,) = query.games
    english, japanese = (" ".join(query.telling(language)) for language in LANGUAGES)
    left = english.lower()
    for term, due in sorted(terms(game).items(), key=lambda item: -len(item[0])):
        left, found = re.subn(rf"\b{re.escape(term)}s?\b", "", left)  # a "final location" is no "location"
        if found and (query.name, term) not in OTHER_SENSE:
            assert due in japanese, f"{term}: {due}"


@each
def test_every_column_has_a_heading(query: NamedQuery, answers: dict[str, list[str]]) -> None:
    for language in LANGUAGES:
        say = words(language)
        known = say.part("column")
        called = [known.get(f"{query.name}.{name}", known.get(name)) for name in answers[query.name]]
        assert all(called), dict(zip(answers[query.name], called, strict=True))
        assert len(set(called)) == len(called)
    assert query.parameters.keys() <= words("ja").part("parameter").keys()


def test_every_heading_is_one_of_a_query(answers: dict[str, list[str]]) -> None:
    columns = {name for names in answers.values() for name in names}
    own = {f"{query}.{name}" for query, names in answers.items() for name in names}
    assert words("en").part("column").keys() <= columns | own
    assert words("en").part("parameter").keys() == {name for query in QUERIES for name in query.parameters}
