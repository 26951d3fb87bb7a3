"""The player, the list of games and the query page in a real Chromium.

The player puts what it shows into attributes (`data-step`, `data-view`, ...): tests wait on those, never for
a time.
"""

import json
import re
import subprocess
import time
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from command import PROGRAM
from dashboard_fixtures import HOSTILE, Served, fill, log, serving

from dashboard.models.packing import unpack
from ingest.store import ingest

pytestmark = pytest.mark.browser
pytest.importorskip("playwright")
from playwright.sync_api import expect  # noqa: E402


def ready(page: Any, address: str) -> Any:
    """Open an address and wait for the player."""
    page.goto(address)
    player = page.locator(".player")
    expect(player).to_have_attribute("data-state", "ready", timeout=30_000)
    return player


def expect_step(player: Any, step: int) -> None:
    expect(player).to_have_attribute("data-step", str(step))


def expect_address(page: Any, /, **params: object) -> None:
    for name, value in params.items():
        expect(page).to_have_url(re.compile(rf"[?&]{name}={value}(&|$)"))


def button(player: Any, name: str) -> Any:
    return player.locator(f'[data-do="{name}"]')


def step_of(player: Any) -> int:
    return int(player.get_attribute("data-step"))


class TestMoving:
    def test_a_deep_link_opens_at_its_step(self, page: Any, served: Served) -> None:
        player = ready(page, served.replay(served.ids.long, step=57, seat="p2"))
        expect_step(player, 57)
        expect(player).to_have_attribute("data-view", "p2")
        expect(player.locator(".number")).to_have_value("57")
        expect(player.locator(".row.step.now .n")).to_have_text("57")

    def test_a_step_beyond_the_end_is_the_last(self, page: Any, served: Served) -> None:
        player = ready(page, served.replay(served.ids.long, step=999999))
        expect_step(player, int(player.get_attribute("data-last")))

    def test_t28_forty_fast_presses_are_forty_steps(self, page: Any, served: Served) -> None:
        player = ready(page, served.replay(served.ids.long, step=3))
        for _ in range(40):
            page.keyboard.press("ArrowRight")
        expect_step(player, 43)
        expect_address(page, step=43)
        for _ in range(15):
            page.keyboard.press("ArrowLeft")
        expect_address(page, step=28)
        page.reload()
        expect_step(page.locator(".player"), 28)

    def test_home_end_and_the_edges(self, page: Any, served: Served) -> None:
        player = ready(page, served.replay(served.ids.long, step=5))
        last = int(player.get_attribute("data-last"))
        page.keyboard.press("End")
        expect_step(player, last)
        expect(button(player, "next")).to_have_attribute("aria-disabled", "true")
        page.keyboard.press("ArrowRight")
        expect_step(player, last)
        page.keyboard.press("Home")
        expect_step(player, 0)
        expect(button(player, "previous")).to_have_attribute("aria-disabled", "true")
        expect(button(player, "next")).to_have_attribute("aria-disabled", "false")
        page.keyboard.press("ArrowLeft")
        expect_step(player, 0)

    def test_buttons(self, page: Any, served: Served) -> None:
        player = ready(page, served.replay(served.ids.long))
        button(player, "next").click(click_count=3)
        expect_step(player, 3)
        button(player, "previous").click()
        expect_step(player, 2)
        button(player, "nextRound").click()
        expect(player.locator(".now-round")).to_have_text("Round 2")
        start = step_of(player)
        button(player, "next").click()
        button(player, "previousRound").click()
        expect_step(player, start)
        button(player, "previousRound").click()
        expect(player.locator(".now-round")).to_have_text("Round 1")
        button(player, "last").click()
        expect_step(player, int(player.get_attribute("data-last")))
        button(player, "first").click()
        expect_step(player, 0)

    def test_the_slider_takes_an_arrow_once(self, page: Any, served: Served) -> None:
        player = ready(page, served.replay(served.ids.long, step=10))
        player.locator(".slider").focus()
        page.keyboard.press("ArrowRight")
        expect_step(player, 11)
        player.locator(".slider").fill("100")
        expect_step(player, 100)
        expect_address(page, step=100)

    @pytest.mark.parametrize(
        ("text", "step"), [("77", 77), ("-5", 0), ("abc", 4), ("", 4), ("1e3", 4), ("3.5", 4)]
    )
    def test_the_step_field_clamps_and_ignores_nonsense(
        self, page: Any, served: Served, text: str, step: int
    ) -> None:
        player = ready(page, served.replay(served.ids.long, step=4))
        field = player.locator(".number")
        field.fill(text)
        field.press("Enter")
        expect_step(player, step)
        expect(field).to_have_value(str(step))

    def test_keys_in_a_field_do_not_move(self, page: Any, served: Served) -> None:
        player = ready(page, served.replay(served.ids.long, step=4))
        player.locator(".number").press("ArrowLeft")
        player.locator(".number").press("f")
        expect_step(player, 4)
        expect(player).to_have_attribute("data-view", "spectator")

    def test_back_and_forward_of_the_browser(self, page: Any, served: Served) -> None:
        player = ready(page, served.replay(served.ids.long, step=4))
        page.keyboard.press("ArrowRight")
        expect_address(page, step=5)
        page.keyboard.press("ArrowRight")
        expect_address(page, step=6)
        page.go_back()
        expect_step(player, 5)
        page.go_forward()
        expect_step(player, 6)

    def test_what_was_reported_before_is_reported_again(self, page: Any, served: Served) -> None:
        # The same step and the same perspective twice, with the browser's back button in between, were lost
        # while the player kept them as a state: setting a state to what it is already tells nobody.
        player = ready(page, served.replay(served.ids.long, step=4))
        page.keyboard.press("ArrowRight")
        expect_address(page, step=5)
        player.locator('[data-perspective="p1"]').click()
        expect_address(page, seat="p1")
        page.go_back()
        expect(player).to_have_attribute("data-view", "spectator")
        page.go_back()
        expect_step(player, 4)
        page.keyboard.press("ArrowRight")
        expect_address(page, step=5)
        player.locator('[data-perspective="p1"]').click()
        expect(player).to_have_attribute("data-view", "p1")
        expect_address(page, seat="p1", step=5)

    def test_every_frame_is_there_whichever_way_it_is_reached(self, page: Any, served: Served) -> None:
        player = ready(page, served.replay(served.ids.long, step=0))
        board = player.locator(".board svg")
        page.keyboard.press("End")
        page.keyboard.press("ArrowLeft")
        jumped = board.evaluate(
            "svg => [...svg.querySelectorAll(':scope > g:not(.marks)')].map(g => g.outerHTML).join()"
        )
        last = step_of(player)
        ready(page, served.replay(served.ids.long, step=last - 1))
        page.keyboard.press("ArrowRight")
        expect_step(player, last)
        walked = board.evaluate(
            "svg => [...svg.querySelectorAll(':scope > g:not(.marks)')].map(g => g.outerHTML).join()"
        )
        assert walked == jumped


class TestPlaying:
    def test_play_and_pause(self, page: Any, served: Served) -> None:
        player = ready(page, served.replay(served.ids.long, step=10))
        for _ in range(4):
            page.keyboard.press("+")
        expect(player).to_have_attribute("data-speed", "16")
        page.keyboard.press("Space")
        expect(button(player, "play")).to_have_attribute("aria-pressed", "true")
        expect(player).not_to_have_attribute("data-step", "10")
        page.keyboard.press("Space")
        expect(player).to_have_attribute("data-playing", "false")
        rested = step_of(player)
        assert rested > 10
        expect_address(page, step=rested)
        expect_step(player, rested)

    def test_it_ends_at_the_end_and_starts_again(self, page: Any, served: Served) -> None:
        player = ready(page, served.replay(served.ids.short, step=30))
        player.locator(".speed").select_option("16")
        button(player, "play").click()
        expect_step(player, 39)
        expect(player).to_have_attribute("data-playing", "false")
        button(player, "play").click()
        expect(player).not_to_have_attribute("data-step", "39")
        expect(player).to_have_attribute("data-playing", "true")
        button(player, "play").click()
        expect(player).to_have_attribute("data-playing", "false")

    def test_speeds_have_ends(self, page: Any, served: Served) -> None:
        player = ready(page, served.replay(served.ids.short))
        for _ in range(9):
            page.keyboard.press("-")
        expect(player).to_have_attribute("data-speed", "0.5")
        for _ in range(9):
            page.keyboard.press("+")
        expect(player).to_have_attribute("data-speed", "16")

    def test_t28_the_perspective_may_change_meanwhile(self, page: Any, served: Served) -> None:
        player = ready(page, served.replay(served.ids.long, step=10))
        player.locator(".speed").select_option("4")
        page.keyboard.press("Escape")
        button(player, "play").click()
        player.locator('[data-perspective="p1"]').click()
        expect(player).to_have_attribute("data-view", "p1")
        expect(player).to_have_attribute("data-playing", "true")
        at = step_of(player)
        assert at >= 10
        expect(player).not_to_have_attribute("data-step", str(at))
        button(player, "play").click()
        expect_address(page, seat="p1")


class TestPerspective:
    def test_f_goes_round(self, page: Any, served: Served) -> None:
        player = ready(page, served.replay(served.ids.long, step=8, seat="p1"))
        for view in ("p2", "spectator", "all", "p1"):
            page.keyboard.press("f")
            expect(player).to_have_attribute("data-view", view)
            expect_address(page, seat=view)
            expect_step(player, 8)
        expect(player.locator('[data-perspective="p1"]')).to_have_attribute("aria-pressed", "true")

    def test_t33_what_is_hidden_never_reaches_the_browser(self, page: Any, served: Served) -> None:
        received: list[bytes] = []
        page.on(
            "websocket",
            lambda socket: socket.on("framereceived", lambda frame: received.append(as_bytes(frame))),
        )
        player = ready(page, served.replay(served.ids.long, step=0, seat="p1"))
        for _ in range(25):
            page.keyboard.press("ArrowRight")
        expect_step(player, 25)
        expect_address(page, step=25)
        sent = list(packed(b"".join(received)))
        assert len(sent) == 1, "the frames are sent once"
        assert sent[0]["perspective"] == "p1"
        received.clear()
        player.locator('[data-perspective="all"]').click()
        expect(player).to_have_attribute("data-view", "all")
        everything = list(packed(b"".join(received)))[-1]
        hidden_things = set(everything["picture"]["pool"]) - set(sent[0]["picture"]["pool"])
        assert len(hidden_things) > 10, "who sees everything is sent what others are not"
        first = json.loads(log("7")[1])
        text = json.dumps(sent, ensure_ascii=False)
        for label, order in first["chance"]:
            assert label not in text
            assert json.dumps(order)[1:-1] not in text


def as_bytes(frame: Any) -> bytes:
    return frame if isinstance(frame, bytes) else str(frame).encode()


def packed(received: bytes) -> list[dict[str, Any]]:
    """The frames in what came over the connection."""
    return [unpack(found.decode()) for found in re.findall(rb'"packed": ?"([A-Za-z0-9+/=]+)"', received)]


class TestFeed:
    def test_a_rule_shows_its_text(self, page: Any, served: Served) -> None:
        player = ready(page, served.replay(served.ids.long, step=1))
        player.locator(".row.now .rule-button", has_text="LF-4.3").first.click()
        expect(player.locator(".rule .rule-text")).to_contain_text("Draw takes the top card of the deck")
        expect_step(player, 1)
        button(player, "closeRule").click()
        expect(player.locator(".rule")).to_be_hidden()

    def test_the_reason_has_its_rule_too(self, page: Any, served: Served) -> None:
        player = ready(page, served.replay(served.ids.long))
        player.locator(".result .rule-button").click()
        expect(player.locator(".rule .rule-id")).to_have_text(re.compile(r"LF-9\.[789]"))
        expect(player.locator(".rule .rule-text")).not_to_be_empty()

    def test_a_row_jumps(self, page: Any, served: Served) -> None:
        player = ready(page, served.replay(served.ids.long, step=20))
        row = player.locator('.row.step[data-step="23"]')
        row.click()
        expect_step(player, 23)
        expect(row).to_have_attribute("aria-current", "step")

    def test_a_filter_leaves_one_seat(self, page: Any, served: Served) -> None:
        player = ready(page, served.replay(served.ids.long, step=30))
        player.locator('.filters [data-only="1"]').click()
        expect(player.locator('.filters [data-only="1"]')).to_have_attribute("aria-pressed", "true")
        names = player.locator(".row .who").all_inner_texts()
        assert names
        # a step of another seat stays when it did something to this one
        assert "P2" in names
        player.locator('.filters [data-only="-1"]').click()
        expect(player.locator(".row.step .who")).to_have_count(0)

    def test_only_rows_in_sight_exist(self, page: Any, served: Served) -> None:
        player = ready(page, served.replay(served.ids.four))
        last = int(player.get_attribute("data-last"))
        assert last > 400, "long enough to need a window"
        for step in (0, last // 2, last):
            player.locator(".number").fill(str(step))
            player.locator(".number").press("Enter")
            expect(player.locator(".row.step.now .n")).to_have_text(str(step))
            expect(player.locator(".row.step.now")).to_be_in_viewport()
            assert player.locator(".row").count() < 90

    def test_rows_stand_in_their_order(self, page: Any, served: Served) -> None:
        player = ready(page, served.replay(served.ids.long, step=300))
        player.locator(".scroll").evaluate("list => { list.scrollTop -= 400; }")
        expect(player.locator('.row.step[data-step="295"]')).to_be_attached()
        steps = player.locator(".row").evaluate_all("rows => rows.map(row => Number(row.dataset.step))")
        assert steps == sorted(steps)


class TestLines:
    def test_a_click_and_a_drag_jump(self, page: Any, served: Served) -> None:
        player = ready(page, served.replay(served.ids.long))
        chart = player.locator(".lines svg").first
        chart.scroll_into_view_if_needed()
        box = chart.bounding_box()
        last = int(player.get_attribute("data-last"))
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 60)
        page.mouse.down()
        expect(player).not_to_have_attribute("data-step", "0")
        assert abs(step_of(player) - last / 2) < last / 10
        page.mouse.move(box["x"] + 2, box["y"] + 60, steps=5)
        expect_step(player, 0)
        page.mouse.up()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 60)
        expect_step(player, 0)

    def test_there_is_a_line_for_each_seat_of_each_number(self, page: Any, served: Served) -> None:
        player = ready(page, served.replay(served.ids.four))
        expect(player.locator(".lines figure")).to_have_count(3)
        expect(player.locator(".lines .curve")).to_have_count(12)
        expect(player.locator(".lines figcaption").first).to_have_text("fires")


class TestOtherGames:
    def test_t28_a_shorter_game_after_a_longer_one(self, page: Any, served: Served) -> None:
        ready(page, served.replay(served.ids.long, step=200))
        page.get_by_role("radio", name="Library").click()
        page.locator(f'.games [data-row="{served.ids.short}"] .seed').click()
        player = page.locator('.player[data-last="39"]')
        expect_step(player, 0)
        expect_address(page, game=served.ids.short, step=0)  # the page has come to rest
        page.keyboard.press("End")
        expect_step(player, 39)
        expect_address(page, game=served.ids.short, step=39)
        page.get_by_role("radio", name="Query").click()
        page.get_by_role("radio", name="Replay").click()
        expect_step(page.locator('.player[data-last="39"]'), 39)

    def test_one_step_is_a_game_too(self, page: Any, served: Served) -> None:
        player = ready(page, served.replay(served.ids.one))
        expect_step(player, 0)
        for name in ("first", "previous", "play", "next", "last"):
            expect(button(player, name)).to_have_attribute("aria-disabled", "true")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Space")
        expect_step(player, 0)
        expect(player.locator(".notice")).to_contain_text("not played to its end")

    def test_hostile_names_are_text(self, page: Any, served: Served) -> None:
        player = ready(page, served.replay(served.ids.hostile))
        assert player.locator(".seat .name").all_inner_texts() == list(HOSTILE[:3])
        expect(player.locator("img")).to_have_count(0)
        page.goto(f"{served.address}/?page=library&players=3")
        expect(page.locator(".games .name")).to_have_text(list(HOSTILE[:3]))
        expect(page.locator(".games img")).to_have_count(0)
        assert page.title() == "Emberlog"

    def test_new_games_are_seen_while_a_tab_is_open(self, page: Any, served: Served, tmp_path: Any) -> None:
        player = ready(page, served.replay(served.ids.long, step=7))
        (tmp_path / "new.jsonl").write_bytes(b"".join(log("while open")))
        ingest([tmp_path / "new.jsonl"], served.db)
        page.keyboard.press("ArrowRight")
        expect_address(page, step=8)
        expect_step(player, 8)
        page.get_by_role("radio", name="Library").click()
        expect(page.locator(".games")).to_have_attribute("data-count", "6")

    def test_t25_two_tabs_are_served_while_processes_write(self, context: Any, tmp_path: Path) -> None:
        """Each run replaces the file that both tabs ask: neither waits for it, and neither sees an error."""
        db, ids = fill(tmp_path)
        with serving(db) as address:
            first, second = context.new_page(), context.new_page()
            player = ready(first, f"{address}/?page=replay&game={ids.long}&step=7")
            rounds = 0
            for number in range(2):
                new = tmp_path / f"new {number}.jsonl"
                new.write_bytes(b"".join(line for seed in range(3) for line in log(f"tabs {number} {seed}")))
                writer = subprocess.Popen(
                    [PROGRAM, "ingest", new, "--db", db, "-j", "1"], stderr=subprocess.PIPE
                )
                while writer.poll() is None or not rounds:
                    first.keyboard.press("ArrowRight")
                    rounds += 1
                    expect_step(player, 7 + rounds)
                    second.goto(f"{address}/?page=library")
                    expect(second.locator(".games")).to_have_attribute("data-count", re.compile(r"\d"))
                    for page in (first, second):
                        expect(
                            page.get_by_test_id("stAlert").or_(page.get_by_test_id("stException"))
                        ).to_have_count(0)
                assert (writer.returncode, writer.communicate()[1]) == (0, b"")
            second.goto(f"{address}/?page=library")
            expect(second.locator(".games")).to_have_attribute("data-count", "11")


class TestLooks:
    def test_language(self, page: Any, served: Served) -> None:
        player = ready(page, served.replay(served.ids.long, step=9))
        page.get_by_role("radio", name="日本語").click()
        expect(player).to_have_attribute("lang", "ja")
        expect_step(player, 9)
        expect_address(page, lang="ja")
        expect(button(player, "next")).to_have_attribute("aria-label", "次のステップ (→)")
        expect(button(player, "play")).to_have_attribute("aria-label", "再生 (スペース)")
        expect(player.locator(".board svg")).to_contain_text("ラウンド")

    def test_a_japanese_browser_gets_japanese(self, browser: Any, served: Served) -> None:
        context = browser.new_context(locale="ja-JP")
        player = ready(context.new_page(), served.replay(served.ids.long))
        expect(player).to_have_attribute("lang", "ja")
        context.close()

    def test_light_and_dark_follow_the_browser(self, page: Any, served: Served) -> None:
        page.emulate_media(color_scheme="light")
        player = ready(page, served.replay(served.ids.long))
        expect(player).to_have_attribute("data-theme", "light")
        page.emulate_media(color_scheme="dark")
        expect(player).to_have_attribute("data-theme", "dark")
        ground = player.locator(".board svg .lf-ground").evaluate("ground => getComputedStyle(ground).fill")
        assert ground == "rgb(17, 26, 22)"

    def test_a_phone(self, browser: Any, served: Served) -> None:
        context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
        page = context.new_page()
        for path in (
            f"page=replay&game={served.ids.hostile}&step=20",
            "page=library",
            "page=query&name=summary",
        ):
            page.goto(f"{served.address}/?{path}")
            expect(
                page.locator(
                    ".player[data-state=ready] .board svg[viewBox^='0 0 420'], .games[data-count], .stDataFrame"
                ).first
            ).to_be_visible(timeout=30_000)
            assert page.evaluate("document.documentElement.scrollWidth") <= 390
            assert page.evaluate("document.querySelector('.stMain').scrollWidth") <= 390
        player = ready(page, served.replay(served.ids.long, step=20))
        expect(button(player, "next")).to_be_in_viewport()
        button(player, "next").tap()
        expect_step(player, 21)
        sizes = player.locator(".bar button").evaluate_all(
            "all => all.map(one => one.getBoundingClientRect().height)"
        )
        assert min(sizes) >= 40, "large enough for a finger"
        context.close()

    def test_the_layout_follows_the_window(self, page: Any, served: Served) -> None:
        player = ready(page, served.replay(served.ids.long, step=20))
        expect(player.locator(".board svg")).to_have_attribute("viewBox", re.compile("^0 0 1200"))
        page.set_viewport_size({"width": 600, "height": 900})
        expect(player.locator(".board svg")).to_have_attribute("viewBox", re.compile("^0 0 420"))
        expect_step(player, 20)
        page.set_viewport_size({"width": 1280, "height": 900})
        expect(player.locator(".board svg")).to_have_attribute("viewBox", re.compile("^0 0 1200"))

    def test_changes_are_framed_but_not_with_reduced_motion(self, page: Any, served: Served) -> None:
        player = ready(page, served.replay(served.ids.long, step=20))
        page.keyboard.press("ArrowRight")
        expect(player.locator(".mark").first).to_be_attached()
        page.keyboard.press("Home")
        expect(player.locator(".mark")).to_have_count(0)
        page.emulate_media(reduced_motion="reduce")
        page.keyboard.press("ArrowRight")
        expect(player.locator(".mark").first).to_have_css("display", "none")

    def test_help(self, page: Any, served: Served) -> None:
        player = ready(page, served.replay(served.ids.long, step=20))
        page.keyboard.press("?")
        expect(player.locator("dialog.help")).to_be_visible()
        expect(player.locator("dialog.help")).to_contain_text("next point of view")
        page.keyboard.press("ArrowRight")
        expect_step(player, 20)
        page.keyboard.press("Escape")
        expect(player.locator("dialog.help")).to_be_hidden()
        button(player, "help").click()
        button(player, "closeHelp").click()
        expect(player.locator("dialog.help")).to_be_hidden()

    def test_the_link_is_copied_with_its_step(self, context: Any, served: Served) -> None:
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        page = context.new_page()
        player = ready(page, served.replay(served.ids.long, step=20, seat="p1"))
        page.keyboard.press("ArrowRight")
        button(player, "copy").click()
        expect(button(player, "copy")).to_have_attribute("data-copied", re.compile("step=21"))
        link = page.evaluate("navigator.clipboard.readText()")
        other = ready(context.new_page(), link)
        expect_step(other, 21)
        expect(other).to_have_attribute("data-view", "p1")

    def test_a_reader_hears_one_label_and_the_move_at_rest(self, page: Any, served: Served) -> None:
        player = ready(page, served.replay(served.ids.long, step=1))
        expect(player).to_have_attribute("aria-label", "Replay of Living Forest")
        expect(player.locator(".board")).to_have_attribute(
            "aria-label", re.compile("^Living Forest, round 1")
        )
        expect(player.locator(".board svg")).to_have_attribute("aria-hidden", "true")
        page.keyboard.press("ArrowRight")
        expect(player.locator(".live")).to_have_text(re.compile(r"^Step 2 of \d+: P\d "))
        for one in player.locator("button").all():
            assert one.get_attribute("aria-label") or one.inner_text().strip()

    def test_keys_alone_reach_everything(self, page: Any, served: Served) -> None:
        player = ready(page, served.replay(served.ids.long, step=1))
        button(player, "next").focus()
        page.keyboard.press("Enter")
        expect_step(player, 2)
        expect(button(player, "next")).to_be_focused()
        outline = button(player, "next").evaluate("one => getComputedStyle(one).outlineStyle")
        assert outline == "solid"
        page.keyboard.press("Tab")
        expect(button(player, "nextRound")).to_be_focused()


class TestOtherScreens:
    def test_a_game_opens_from_the_list(self, page: Any, served: Served) -> None:
        page.goto(f"{served.address}/?page=library&players=4")
        row = page.locator(f'.games [data-row="{served.ids.four}"]')
        expect(row.locator("a")).to_have_attribute("href", re.compile(f"game={served.ids.four}"))
        row.locator("a").click()
        expect(page.locator(".player")).to_have_attribute("data-state", "ready", timeout=30_000)
        expect_address(page, page="replay", game=served.ids.four, step=0)

    def test_headings_sort(self, page: Any, served: Served) -> None:
        page.goto(f"{served.address}/?page=library")
        page.locator('.games [data-sort="steps"]').click()
        expect(page.locator('.games th[aria-sort="ascending"]')).to_contain_text("Steps")
        expect_address(page, sort="steps")
        page.locator('.games [data-sort="-steps"]').click()
        expect(page.locator('.games th[aria-sort="descending"]')).to_contain_text("Steps")
        expect_address(page, sort="-steps")

    def test_an_answer_can_be_taken_home(self, page: Any, served: Served) -> None:
        page.goto(f"{served.address}/?page=query&sql=SELECT%20%27%E3%83%99%E3%83%B3%27%20AS%20name")
        with page.expect_download() as download:
            page.get_by_role("button", name="CSV", exact=True).click()
        with open(download.value.path(), "rb") as file:
            assert file.read() == "\ufeffname\nベン\n".encode()

    def test_nothing_is_asked_of_another_host(self, page: Any, served: Served) -> None:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        ready(page, served.replay(served.ids.long))
        page.get_by_role("radio", name="Query").click()
        expect(page.get_by_role("button", name="Run")).to_be_visible()
        assert len(asked) > 10
        assert {url for url in asked if not url.startswith((served.address, "blob:", "data:"))} == set()


SLOW = "SELECT count(*) FROM range(1000000) a, range(1000000) b, range(1000000) c"
"""It takes all the time that it may have (5 seconds)."""
AT_ONCE = 2.5
"""Seconds within which a question that is given up has to be gone, on a busy machine."""


def questions(served: Served) -> list[int]:
    """The processes that this dashboard has started to answer questions."""
    found: dict[int, tuple[int, str]] = {}
    for place in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((place / "stat").read_text().rpartition(")")[2].split()[1])
            found[int(place.name)] = parent, (place / "cmdline").read_text()
        except OSError:  # it has just ended
            continue
    port = f"--server.port={served.address.rpartition(':')[2]}\0"
    server = [pid for pid, (_, command) in found.items() if port in command]
    return [
        pid for pid, (parent, command) in found.items() if parent in server and "ingest.console" in command
    ]


def until_questions(served: Served, count: int, seconds: float) -> None:
    end = time.monotonic() + seconds
    while len(questions(served)) != count:
        assert time.monotonic() < end, f"{len(questions(served))} questions are worked on, not {count}"
        time.sleep(0.02)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc: who is there cannot be seen")
class TestT28LongQueries:
    """A question that nobody waits for any more ends at once, and the next one is answered."""

    def ask_slowly(self, page: Any, served: Served) -> None:
        until_questions(served, 0, 10)
        page.goto(f"{served.address}/?page=query&sql={quote(SLOW)}")
        until_questions(served, 1, 30)

    def answered(self, page: Any, served: Served) -> None:
        """The next question works, in the same tab."""
        page.get_by_label("One SELECT statement").fill("SELECT 41 + 1 AS answer")
        page.get_by_role("button", name="Run").click()
        expect(page.get_by_text("1 row", exact=True)).to_be_visible()
        until_questions(served, 0, AT_ONCE)

    def test_t28_stop_ends_a_long_query(self, page: Any, served: Served) -> None:
        self.ask_slowly(page, served)
        page.get_by_role("button", name="Stop").click()
        until_questions(served, 0, AT_ONCE)
        expect(page.get_by_text("The query was stopped. Run asks it again.")).to_be_visible()
        expect(page.get_by_label("One SELECT statement")).to_have_value(SLOW)
        page.get_by_role("button", name="Run").click()
        until_questions(served, 1, 10)
        page.get_by_role("button", name="Stop").click()
        until_questions(served, 0, AT_ONCE)
        self.answered(page, served)

    def test_t28_another_question_takes_its_place(self, page: Any, served: Served) -> None:
        self.ask_slowly(page, served)
        asked = time.monotonic()
        self.answered(page, served)
        assert time.monotonic() - asked < 2 * AT_ONCE

    def test_t28_leaving_the_page_ends_it(self, page: Any, served: Served) -> None:
        self.ask_slowly(page, served)
        page.get_by_role("radio", name="Library").click()
        until_questions(served, 0, AT_ONCE)
        expect(page.locator(f'.games [data-row="{served.ids.four}"]')).to_be_visible()

    def test_t28_closing_the_tab_ends_it(self, page: Any, served: Served) -> None:
        self.ask_slowly(page, served)
        page.close()
        until_questions(served, 0, AT_ONCE)
