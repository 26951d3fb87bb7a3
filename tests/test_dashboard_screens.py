"""The screens in Streamlit's own test runner: widgets, addresses, sentences. What needs JavaScript is in
test_browser_player.py."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import streamlit as st
from dashboard_fixtures import HOSTILE, Ids, fill, log
from streamlit.testing.v1 import AppTest

import dashboard
from dashboard.models.packing import unpack
from ingest.store import ingest

APP = str(Path(dashboard.__file__).with_name("app.py"))


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Ids]:
    return fill(tmp_path_factory.mktemp("screens"), extra=50)


@pytest.fixture(autouse=True)
def fresh_caches() -> Iterator[None]:
    st.cache_data.clear()
    st.cache_resource.clear()


@pytest.fixture
def db(filled: tuple[Path, Ids], monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(dashboard.DATABASE, str(filled[0]))
    return filled[0]


@pytest.fixture
def ids(filled: tuple[Path, Ids], db: Path) -> Ids:
    return filled[1]


def opened(**params: str) -> AppTest:
    app = AppTest.from_file(APP, default_timeout=30)
    for key, value in params.items():
        app.query_params[key] = value
    app.run()
    assert not app.exception
    return app


def texts(app: AppTest) -> str:
    kinds = ("info", "warning", "error", "caption", "markdown", "text")
    return "\n".join(str(item.value) for kind in kinds for item in app.get(kind))


def sent(app: AppTest) -> Any:
    """What the one component on the screen is sent."""
    (component,) = app.get("bidi_component")
    return json.loads(component.proto.json)


def labels(app: AppTest) -> dict[str, str]:
    """The headings that the answer's columns are given."""
    return {column: told["label"] for column, told in json.loads(app.dataframe[0].proto.columns).items()
            if "label" in told}  # fmt: skip


def address(app: AppTest) -> dict[str, str]:
    return {key: value[0] if isinstance(value, list) else value for key, value in app.query_params.items()}


class TestWithoutDatabase:
    @pytest.mark.parametrize("page", ["library", "replay", "query"])
    def test_none_named(self, monkeypatch: pytest.MonkeyPatch, page: str) -> None:
        monkeypatch.delenv(dashboard.DATABASE, raising=False)
        assert "emberlog dashboard" in texts(opened(page=page))

    def test_none_there(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setenv(dashboard.DATABASE, str(tmp_path / "none.duckdb"))
        app = opened(page="library")
        assert "emberlog ingest" in texts(app)
        assert str(tmp_path) not in texts(app)

    def test_a_file_of_another_kind(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        path = tmp_path / "other.duckdb"
        path.write_text("hello")
        monkeypatch.setenv(dashboard.DATABASE, str(path))
        app = opened(page="library", lang="ja")
        assert "作り直せます" in texts(app)

    def test_an_empty_database(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        (tmp_path / "logs").mkdir()
        ingest([tmp_path / "logs"], tmp_path / "empty.duckdb")
        monkeypatch.setenv(dashboard.DATABASE, str(tmp_path / "empty.duckdb"))
        assert "emberlog ingest" in texts(opened())

    def test_a_file_that_goes_away(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, db: Path) -> None:
        path = tmp_path / "copy.duckdb"
        shutil.copy(db, path)
        monkeypatch.setenv(dashboard.DATABASE, str(path))
        app = opened()
        path.unlink()
        app.run()
        assert not app.exception
        assert "emberlog ingest" in texts(app)


class TestLibrary:
    def test_all_games(self, db: Path) -> None:
        app = opened()
        assert "Showing 1–50 of 55" in texts(app)
        assert len(sent(app)["rows"]) == 50

    def test_paging_is_in_the_address(self, db: Path) -> None:
        app = opened()
        app.button(key="page_next").click().run()
        assert address(app)["at"] == "2"
        assert "Showing 51–55 of 55" in texts(app)
        assert app.button(key="page_next").disabled
        assert "Showing 51–55" in texts(opened(at="2"))

    def test_a_filter_is_in_the_address_and_back(self, db: Path) -> None:
        app = opened(at="2")
        app.selectbox(key="players").select(4).run()
        assert address(app) == {"page": "library", "players": "4"}
        assert [len(row["seats"]) for row in sent(app)["rows"]] == [4]
        app.button(key="clear").click().run()
        assert address(app) == {"page": "library"}
        assert app.selectbox(key="players").value == 0

    def test_filters_of_a_deep_link(self, db: Path) -> None:
        app = opened(page="library", agent="greedy", finished="yes", text="Dee", sort="-steps", lang="ja")
        assert app.selectbox(key="agent").value == "greedy"
        assert app.text_input(key="text").value == "Dee"
        assert "1 件中 1–1 件" in texts(app)

    def test_nothing_found(self, db: Path) -> None:
        assert "No game fits" in texts(opened(text="nobody of this name"))

    def test_bad_links(self, db: Path) -> None:
        for params in (
            {"page": "x", "at": "-1"},
            {"at": "999999"},
            {"players": "two", "sort": "'; --"},
            {"kind": "chess"},
        ):
            opened(**params)

    def test_what_was_not_taken_in_is_told(self, db: Path) -> None:
        app = opened()
        assert any("Not taken in (1)" in item.label for item in app.expander)
        assert app.dataframe[0].value["file"].to_list() == ["bad.jsonl"]

    def test_t12_hostile_names_are_data(self, ids: Ids) -> None:
        app = opened(text="DROP TABLE games;--")
        (row,) = sent(app)["rows"]
        assert [seat["name"] for seat in row["seats"]] == list(HOSTILE[:3])
        assert "<img" not in texts(app)

    def test_t12_hostile_filters_are_looked_for_literally(self, db: Path) -> None:
        for text in ("%", "_", "' OR 1=1 --", ":red[hi]", "<script>", "\\"):
            app = opened(text=text)
            assert app.text_input(key="text").value == text

    def test_a_replaced_database_is_seen_at_the_next_rerun(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        db, _ = fill(tmp_path)
        monkeypatch.setenv(dashboard.DATABASE, str(db))
        app = opened()
        assert "of 5" in texts(app)
        (tmp_path / "new.jsonl").write_bytes(b"".join(log("new")))
        ingest([tmp_path / "new.jsonl"], db)
        app.run()
        assert "of 6" in texts(app)


class TestReplay:
    def test_no_game_chosen(self, db: Path) -> None:
        app = opened(page="replay")
        app.button(key="to_library").click().run()
        assert address(app)["page"] == "library"

    def test_a_deep_link(self, ids: Ids) -> None:
        app = opened(page="replay", game=ids.long, step="12", seat="p2", lang="ja")
        data = sent(app)
        assert (data["game"], data["jump"]) == (ids.long, [1, 12])
        frames = unpack(data["packed"])
        assert (frames["perspective"], frames["language"], frames["narrow"]) == ("p2", "ja", False)

    def test_bad_links_show_what_there_is(self, ids: Ids) -> None:
        data = sent(opened(page="replay", game=ids.long, step="999999", seat="p9"))
        frames = unpack(data["packed"])
        assert data["jump"][1] == frames["count"] - 1
        assert frames["perspective"] == "spectator"

    @pytest.mark.parametrize("game", ["nosuch", "<b>x</b>", "'; --", "*a*"])
    def test_a_game_that_is_not_there(self, db: Path, game: str) -> None:
        app = opened(page="replay", game=game)
        assert "There is no game" in texts(app)
        assert not app.get("bidi_component")

    def test_frames_stay_the_same_while_a_game_is_watched(self, ids: Ids) -> None:
        app = opened(page="replay", game=ids.long, step="3")
        before = sent(app)
        app.run()
        assert sent(app) == before

    def test_an_address_changed_from_outside_makes_the_player_jump(self, ids: Ids) -> None:
        app = opened(page="replay", game=ids.long, step="3")
        app.query_params["step"] = "9"
        app.run()
        assert sent(app)["jump"] == [2, 9]

    def test_the_layout_asked_for_is_sent(self, ids: Ids) -> None:
        app = opened(page="replay", game=ids.long)
        app.session_state["layout"] = "narrow"
        app.run()
        assert unpack(sent(app)["packed"])["narrow"]

    def test_only_the_chosen_perspective_is_sent(self, ids: Ids) -> None:
        hidden = unpack(sent(opened(page="replay", game=ids.long, seat="p1"))["packed"])
        everything = unpack(sent(opened(page="replay", game=ids.long, seat="all"))["packed"])
        assert set(everything["picture"]["pool"]) - set(hidden["picture"]["pool"])
        assert "chance" not in json.dumps([hidden["steps"], hidden["events"]])

    def test_an_unfinished_and_a_one_step_game(self, ids: Ids) -> None:
        for game, count in ((ids.short, 40), (ids.one, 1)):
            frames = unpack(sent(opened(page="replay", game=game))["packed"])
            assert frames["count"] == count
            assert "not played to its end" in frames["notice"]


class TestQuery:
    def test_first_visit_offers_an_example_and_asks_nothing(self, db: Path) -> None:
        app = opened(page="query")
        assert app.text_area(key="sql").value.startswith("SELECT")
        assert "1,000 rows and 5 seconds" in texts(app)
        assert [frame.key for frame in app.dataframe if getattr(frame, "key", "") == "answer"] == []

    def test_sql_in_the_address_is_run(self, db: Path) -> None:
        app = opened(page="query", sql="SELECT 41 + 1 AS answer")
        assert app.dataframe[0].value["answer"].to_list() == [42]
        assert "1 row" in texts(app).split("\n")

    def test_running_puts_the_sql_into_the_address(self, db: Path) -> None:
        app = opened(page="query")
        app.text_area(key="sql").input("SELECT 'ä=&' AS x")
        app.button(key="run").click().run()
        assert address(app)["sql"] == "SELECT 'ä=&' AS x"
        assert app.dataframe[0].value["x"].to_list() == ["ä=&"]

    def test_errors_are_sentences(self, db: Path) -> None:
        app = opened(page="query", sql="SELECT * FROM ':red[x]' <b>")
        assert len(app.error) == 1
        assert str(db.parent) not in app.error[0].value
        assert "\\<b\\>" in app.error[0].value or "<b>" not in app.error[0].value

    def test_cut_answers_say_so(self, db: Path) -> None:
        app = opened(page="query", sql="SELECT * FROM range(5000)")
        assert "first 1\\,000 rows" in texts(app)
        assert len(app.dataframe[0].value) == 1000

    def test_no_rows(self, db: Path) -> None:
        assert "no rows" in texts(opened(page="query", sql="SELECT 1 WHERE false"))

    def test_a_saved_query_with_parameters(self, db: Path) -> None:
        app = opened(page="query", name="win_rates", **{"p.by": "players"})
        assert app.text_input(key="p.by").value == "players"
        assert app.text_input(key="p.game").value == "living_forest"
        app.text_input(key="p.by").input("seat")
        app.button(key="run").click().run()
        assert address(app)["p.by"] == "seat"
        assert set(app.dataframe[0].value["value"]) == {"0", "1", "2", "3"}

    def test_choosing_a_saved_query(self, db: Path) -> None:
        app = opened(page="query", sql="SELECT 1")
        app.selectbox(key="saved").select("summary").run()
        assert address(app) == {"page": "query", "name": "summary"}
        app.selectbox(key="saved").select("").run()
        assert address(app) == {"page": "query"}

    def test_an_unknown_saved_query(self, db: Path) -> None:
        assert "There is no saved query \\[x\\]\\(y\\)" in texts(opened(page="query", name="[x](y)"))

    def test_every_saved_query_opens_in_japanese(self, db: Path) -> None:
        from dashboard.models.query import saved_queries
        from dashboard.models.words import words

        for name in saved_queries(words("ja")):
            app = opened(page="query", name=name, lang="ja")
            assert not app.error, name

    def test_a_saved_query_in_japanese(self, db: Path) -> None:
        app = opened(page="query", name="score_summary", lang="ja")
        assert "席ではなくゲームを数えます" in texts(app)
        assert app.text_input(key="p.game").label == "ゲーム"
        assert app.selectbox(key="saved").options[0] == "自由なSQL"
        assert "グロウ：手番順と勝率" in app.selectbox(key="saved").options
        assert (labels(app)["games"], labels(app)["most"]) == ("ゲーム数", "最大")
        assert app.dataframe[0].value.columns.to_list()[:4] == ["players", "score", "winner", "games"]
        assert labels(opened(page="query", name="win_rates"))["excluded"] == "Unfinished"

    def test_columns_of_own_sql_keep_their_names(self, db: Path) -> None:
        assert labels(opened(page="query", sql="SELECT 1 AS games", lang="ja")) == {}

    def test_a_chart(self, db: Path) -> None:
        app = opened(page="query", sql='SELECT \'a.b\' AS "x.y[0]", 3 AS "n:Q"')
        app.get("button_group")[-1].set_value("bar").run()
        assert not app.exception
        assert app.get("arrow_vega_lite_chart") or app.get("vega_lite_chart") or app.get("altair_chart")

    def test_the_schema_is_there(self, db: Path) -> None:
        app = opened(page="query")
        assert set(app.dataframe[-1].value["table"]) >= {"games", "steps", "events"}


class TestHead:
    def test_screens_are_left_and_found_again(self, ids: Ids) -> None:
        app = opened(page="library", players="4")
        app.segmented_control(key="nav").set_value("query").run()
        assert address(app) == {"page": "query"}
        app.segmented_control(key="nav").set_value("library").run()
        assert address(app) == {"page": "library", "players": "4"}

    def test_the_language_stays_when_the_screen_changes(self, db: Path) -> None:
        app = opened(page="library")
        app.segmented_control(key="language").set_value("ja").run()
        assert address(app)["lang"] == "ja"
        app.segmented_control(key="nav").set_value("query").run()
        assert address(app) == {"page": "query", "lang": "ja"}
