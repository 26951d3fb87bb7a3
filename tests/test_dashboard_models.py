"""Addresses, words, the list of games and queries: the models without Streamlit."""

import ast
import json
import re
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from dashboard_fixtures import HOSTILE, Ids, fill, log

from dashboard.models import library, query
from dashboard.models.address import Address, language_of, read
from dashboard.models.source import Source, SourceError, path_in_use
from dashboard.models.words import LANGUAGES, literal, tables, words
from ingest.store import ingest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Source, Ids]:
    db, ids = fill(tmp_path_factory.mktemp("models"), extra=60)
    return Source(str(db)), ids


class TestAddress:
    def test_what_is_written_is_read_again(self) -> None:
        for address in (
            Address(),
            Address(page="replay", game="ab12", step=7, seat="p2", lang="ja"),
            Address(
                page="library",
                kind="living_forest",
                players=3,
                text="a&b=c",
                finished="no",
                sort="-steps",
                at=4,
            ),
            Address(page="query", name="win_rates", values={"by": "seat", "game": "x"}),
            Address(page="query", sql="select 'ä&=#' -- %"),
        ):
            assert read(address.params()) == address

    def test_defaults_stay_out(self) -> None:
        assert Address().params() == {"page": "library"}
        assert Address(page="replay", game="a").params() == {
            "page": "replay",
            "game": "a",
            "step": "0",
            "seat": "spectator",
        }

    @pytest.mark.parametrize(
        "params",
        [
            {"page": "admin"},
            {"page": "replay", "step": "-5"},
            {"step": "1e9"},
            {"step": "9" * 30},
            {"at": "0"},
            {"at": "٣"},
            {"players": "x"},
            {"lang": "<b>"},
            {"finished": "maybe"},
            {"p.": "x", "unknown": "y"},
        ],
    )
    def test_nonsense_is_the_default(self, params: dict[str, str]) -> None:
        assert read(params) == Address(page="replay" if params.get("page") == "replay" else "library")

    def test_the_language_is_the_address_then_the_browser_then_english(self) -> None:
        assert language_of(Address(lang="en"), "ja-JP") == "en"
        assert language_of(Address(), "ja-JP") == "ja"
        assert language_of(Address(), "de") == language_of(Address(), None) == "en"


class TestWords:
    def test_every_text_is_there_in_every_language_with_the_same_fields(self) -> None:
        for key, texts in tables().items():
            assert set(texts) == set(LANGUAGES), key
            fields = {language: set(re.findall(r"\{(\w+)[:}]", text)) for language, text in texts.items()}
            assert fields["en"] == fields["ja"], key
            assert all(texts.values()), key

    def test_every_text_is_used_and_every_text_used_is_there(self) -> None:
        named = set()
        for path in (ROOT / "dashboard").rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    named.add(node.value)
        families = ("library.filter.", "library.column.", "library.", "query.chart.", "query.download.",
                    "query.schema.", "nav.", "replay.", "player.", "column.", "parameter.")  # fmt: skip
        for key in tables():
            assert key in named or key.startswith(families), f"{key} is used nowhere"
        keys = {
            text
            for text in named
            if re.fullmatch(r"(brand|nav|source|library|replay|query)\.[a-z_.]+[a-z]", text)
        }
        assert keys - set(tables()) == set()

    def test_every_word_of_the_player_is_used_and_there(self) -> None:
        scripts = "".join(path.read_text("utf-8") for path in (ROOT / "dashboard" / "player").glob("*.js"))
        markup = (ROOT / "dashboard" / "player" / "player.html").read_text("utf-8")
        known = words("en").part("player")
        asked = set(re.findall(r'say\(\s*"(\w+)"', scripts)) | set(re.findall(r'data-do="(\w+)"', markup))
        assert asked - set(known) == set()
        for key in known:
            assert f'"{key}"' in scripts + markup or key in (
                "spectatorTitle",
                "allTitle",
                "spectator",
                "all",
            ), key

    def test_a_word_goes_with_its_number(self) -> None:
        say = words("en")
        assert [say("query.rows", count=count) for count in ("0", 1, "1", 2, "1,000")] == [
            "0 rows", "1 row", "1 row", "2 rows", "1,000 rows",
        ]  # fmt: skip

    @pytest.mark.parametrize(
        "name", [*HOSTILE, "a_b*c`d`", ":red[x]", "$x$", "1. a", "<b>", "~~x~~", "|a|", "\\"]
    )
    def test_literal_text_has_no_bare_mark(self, name: str) -> None:
        bare = re.sub(r"\\[!-/:-@\[-`{-~]", "", literal(name))
        assert not re.search(r"[*_`\[\]<>$:~|#!\\]", bare)


class TestSource:
    def test_none_named(self) -> None:
        with pytest.raises(SourceError) as raised:
            Source(path_in_use({}))
        assert raised.value.key == "source.unset"
        assert "EMBERLOG_DB" in raised.value.sentence("ja")

    def test_none_there_yet(self, tmp_path: Path) -> None:
        with pytest.raises(SourceError) as raised:
            Source(str(tmp_path / "none.duckdb"))
        assert raised.value.key == "source.missing"
        assert str(tmp_path) not in raised.value.sentence("en")

    @pytest.mark.parametrize("content", [b"", b"hello", b"\x00" * 9000])
    def test_another_file(self, tmp_path: Path, content: bytes) -> None:
        path = tmp_path / "x.duckdb"
        path.write_bytes(content)
        with pytest.raises(SourceError) as raised:
            Source(str(path))
        assert raised.value.key == "source.unreadable"
        sentence = raised.value.sentence("en")
        assert str(tmp_path) not in sentence.replace("\\", "")
        assert "Traceback" not in sentence

    def test_a_replaced_file_is_seen(self, tmp_path: Path) -> None:
        db, _ = fill(tmp_path)
        source = Source(str(db))
        before = source.key
        more = tmp_path / "more.jsonl"
        more.write_bytes(b"".join(log("another")))
        total = library.listing(source, Address(), "en").total
        ingest([more], db)
        assert source.key != before
        assert library.listing(source, Address(), "en").total == total + 1


class TestLibrary:
    def test_pages_cover_everything_once(self, filled: tuple[Source, Ids]) -> None:
        source, _ = filled
        pages = [library.listing(source, Address(at=at), "en") for at in (1, 2)]
        assert [page.total for page in pages] == [65, 65]
        assert [(page.first, page.last, page.pages) for page in pages] == [(1, 50, 2), (51, 65, 2)]
        assert len({row["id"] for page in pages for row in page.rows}) == 65

    def test_beyond_the_end_is_the_last_page(self, filled: tuple[Source, Ids]) -> None:
        assert library.listing(filled[0], Address(at=99), "en").at == 2

    @pytest.mark.parametrize(
        ("filters", "total"),
        [
            ({"players": 4}, 1),
            ({"agent": "greedy"}, 1),
            ({"winner": "greedy"}, 1),
            ({"finished": "no"}, 2),
            ({"finished": "yes"}, 63),
            ({"text": "ベン"}, 64),
            ({"text": "DROP TABLE"}, 1),
            ({"text": "%_"}, 0),
            ({"text": "100%"}, 0),
            ({"kind": "chess"}, 0),
        ],
    )
    def test_filters(self, filled: tuple[Source, Ids], filters: dict[str, Any], total: int) -> None:
        address = Address(**filters)
        assert address.is_filtered
        assert library.listing(filled[0], address, "en").total == total

    def test_order(self, filled: tuple[Source, Ids]) -> None:
        for sort in ("steps", "-steps"):
            steps = [row["steps"] for row in library.listing(filled[0], Address(sort=sort), "en").rows]
            assert steps == sorted(steps, reverse=sort.startswith("-"))
        assert library.sorting("nonsense") == ("added", True)

    def test_rows_speak_the_language(self, filled: tuple[Source, Ids]) -> None:
        row = next(row for row in library.listing(filled[0], Address(players=4), "ja").rows)
        assert row["game"] == "リビングフォレスト"
        assert row["rule"].startswith("LF-9.")
        assert row["reason"] != row["rule"]
        assert sum(seat["winner"] for seat in row["seats"]) >= 1

    def test_choices_hold_what_the_address_asks_for(self, filled: tuple[Source, Ids]) -> None:
        found = library.choices(filled[0], Address(kind="chess", agent="deep", players=9))
        assert "chess" in found.kind
        assert "deep" in found.agent
        assert found.players[0] == 0
        assert 9 in found.players

    def test_rejected_files_are_named_without_their_folder(self, filled: tuple[Source, Ids]) -> None:
        (row,) = library.rejected(filled[0])
        assert (row["file"], row["line"]) == ("bad.jsonl", 1)
        assert row["what"]


class TestQuery:
    def ask(self, source: Source, name: str, **values: str) -> query.Answer:
        saved = query.saved_query(name, values, words("en"))
        assert saved is not None
        return query.ask_saved(source, saved)

    def test_every_saved_query_answers(self, filled: tuple[Source, Ids]) -> None:
        for name in query.saved_queries(words("ja")):
            answer = self.ask(filled[0], name)
            assert answer.error == "", name

    def test_parameters_of_the_wrong_kind_are_said_to_be(self, filled: tuple[Source, Ids]) -> None:
        assert "no whole number" in self.ask(filled[0], "living_forest_goals", goal="x").error
        assert self.ask(filled[0], "win_rates", by="'; DROP TABLE game; --").error == ""
        assert self.ask(filled[0], "win_rates").frame.height > 0

    def test_an_unknown_name_is_none(self) -> None:
        assert query.saved_query("../x", {}, words("en")) is None

    def test_own_sql(self, filled: tuple[Source, Ids]) -> None:
        answer = query.ask(filled[0], "SELECT 1 AS a, 2 AS a, 'ベン' AS name, [1, 2] AS list")
        assert answer.error == ""
        assert answer.frame.columns == ["a", "a (2)", "name", "list"]
        assert query.ask(filled[0], query.EXAMPLE).frame.height > 0

    def test_more_than_the_limit_is_cut_and_said(self, filled: tuple[Source, Ids]) -> None:
        answer = query.ask(filled[0], "SELECT * FROM steps")
        assert answer.frame.height == query.ROWS
        assert "1,000" in answer.cut
        assert self.ask(filled[0], "summary").cut == ""

    @pytest.mark.parametrize(
        "sql",
        [
            "SELEC 1",
            "SELECT * FROM nowhere",
            "DROP TABLE game",
            "SELECT 1; SELECT 2",
            "",
            "SELECT * FROM '/etc/passwd'",
        ],
    )
    def test_errors_are_a_sentence_without_a_path(self, filled: tuple[Source, Ids], sql: str) -> None:
        source = filled[0]
        answer = query.ask(source, sql)
        assert answer.error
        assert str(source.path.parent) not in answer.error
        assert "\n" not in answer.error
        assert answer.frame.is_empty()

    def test_columns_of_mixed_kinds_become_text(self) -> None:
        frame = query._frame(["x"], [[1], ["two"], [None]])
        assert frame["x"].to_list() == ["1", "two", None]
        assert query._frame(["x", "y"], []).columns == ["x", "y"]

    def test_the_schema_tells_what_columns_mean(self, filled: tuple[Source, Ids]) -> None:
        found = {(column.table, column.column): column.meaning for column in query.schema(filled[0])}
        assert {table for table, _ in found} == set(query.VIEWS)
        assert "the table" in found["steps", "seat"]
        assert "digest" in found["games", "id"]

    def test_downloads(self) -> None:
        frame = pl.DataFrame({"name": ["ベン", 'a"b,c', "=1+1"], "list": [["x", "y"], [], None]})
        text = query.csv(frame).decode("utf-8")
        assert text.startswith("\ufeffname,list\n")
        assert '"a""b,c"' in text
        assert json.loads(query.json(frame))[0] == {"name": "ベン", "list": ["x", "y"]}
        assert query.parquet(frame)[:4] == b"PAR1"

    def test_charts_take_two_columns_of_any_name(self) -> None:
        frame = pl.DataFrame({"a.b[0]": ["x"], "n:Q": [1]})
        assert query.numbers(frame) == ["n:Q"]
        assert query.chart_data(frame, "a.b[0]", "n:Q").columns == ["x", "y"]
