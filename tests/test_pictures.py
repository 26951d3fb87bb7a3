"""What the pictures of all games share: the pen, measures of texts, pieces of seats."""

import re
from collections.abc import Callable
from importlib import import_module
from importlib.resources import files
from typing import Any
from xml.etree import ElementTree

import pytest
from contrast import contrast

import engine
from engine.pictures.pieces import SEAT_COLOURS, count, paw, seat_fills, seat_pieces, shown
from engine.pictures.svg import Pen, at, group, num
from engine.pictures.texts import bold_width, minus, say, text_width, wrapped

SVG = "{http://www.w3.org/2000/svg}"
PEN = Pen("zz")


def parsed(piece: str) -> ElementTree.Element:
    return ElementTree.fromstring(piece)


# Coordinates ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("value", [0, 7, -7, 0.5, -0.5, 10, 10.25, 99.96, 1234.5])
def test_a_coordinate_is_its_number_to_a_tenth(value: float) -> None:
    assert abs(float(num(value)) - value) <= 0.051
    assert num(int(value)) == str(int(value))


@pytest.mark.parametrize(
    ("value", "written"), [(0.5, ".5"), (-0.5, "-.5"), (3.0, "3"), (20.0, "20"), (-0.04, "0"), (0, "0")]
)
def test_a_coordinate_is_written_as_short_as_can_be(value: float, written: str) -> None:
    assert num(value) == written


def test_content_is_moved_and_resized() -> None:
    assert parsed(at(3, -4, "<b/>")).attrib["transform"].split("scale")[0].strip() == "translate(3 -4)"
    assert "scale" not in at(3, 4, "<b/>")
    assert float(at(3, 4, "<b/>", 0.25).partition("scale(")[2].partition(")")[0]) == 0.25
    assert at(0, 0, "<b/>") == "<b/>", "nothing to be done"
    assert "translate" not in at(0, 0, "<b/>", 2)


def test_nothing_stays_nothing_but_a_group_stands() -> None:
    """A player looks for groups by their ids, also for those that are empty now."""
    assert at(3, 4, "") == ""
    assert parsed(group("row", 3, 4, "")).attrib["id"] == "row"


# The pen ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("hostile", ["<b>", "&amp", '"', "'", "]]>"])
def test_what_is_written_is_escaped(hostile: str) -> None:
    assert parsed(PEN.text(hostile, 0, 0)).text == hostile
    assert "".join(parsed(PEN.column([hostile], 0, 0, "b", 12)).itertext()) == hostile
    assert parsed(PEN.use(hostile)).attrib["href"] == f"#zz-{hostile}"
    whole = parsed(PEN.document((1, 1), "en", hostile, hostile, []))
    assert whole.attrib["aria-label"] == hostile
    assert whole[0].text == hostile


def test_every_name_has_the_prefix_of_its_game() -> None:
    drawn = PEN.text(1, 0, 0, "b m") + PEN.rect(0, 0, 1, 1, "panel") + PEN.circle(0, 0, 1, "ring gold")
    drawn += PEN.path("M0 0", "line") + PEN.symbol("star", PEN.use("ray"), "gold") + PEN.icon("sun", "")
    drawn += PEN.column(["a"], 0, 0, "b m", 12) + seat_pieces(PEN)
    root = parsed(f"<g>{drawn}</g>")
    names = {name for each in root.iter() for name in each.get("class", "").split()}
    names |= {each.attrib["id"] for each in root.iter() if "id" in each.attrib}
    names |= {each.attrib["href"].removeprefix("#") for each in root.iter() if "href" in each.attrib}
    assert {"zz-b", "zz-panel", "zz-ring", "zz-line", "zz-star", "zz-ray", "zz-sun", "zz-p4"} <= names
    assert [name for name in names if not name.startswith("zz-")] == []


def test_what_is_nothing_need_not_be_said() -> None:
    corner = parsed(PEN.rect(0, 0, 10, 20, "panel", 0))
    assert set(corner.attrib) == {"width", "height", "class"}
    assert set(parsed(PEN.circle(0, 0, 3)).attrib) == {"r"}
    assert set(parsed(PEN.use("star")).attrib) == {"href"}
    assert set(parsed(PEN.text("x", 0, 5)).attrib) == {"y"}


def test_a_symbol_is_laid_out_where_and_how_large_it_shall_be() -> None:
    icon = parsed(PEN.use("star", 3, 4, 24))
    assert [icon.attrib[name] for name in ("x", "y", "width", "height")] == ["3", "4", "24", "24"]
    piece = parsed(PEN.scaled("star", 3, 4, 0.5, "gold"))
    assert (piece.attrib["href"], piece.attrib["class"]) == ("#zz-star", "zz-gold")
    assert piece.attrib["transform"] == "translate(3 4)scale(.5)"


def test_helpers_are_kept_as_far_as_they_are_needed() -> None:
    """By way of others, too; in the order of the store; those of another game are not meant."""
    store = {
        "ray": PEN.symbol("ray", '<path d="M0 0"/>'),
        "sun": PEN.symbol("sun", PEN.use("ray")),
        "moon": PEN.symbol("moon", PEN.use("crater")),
        "crater": PEN.icon("crater", PEN.use("moon")),
        "rays": PEN.symbol("rays", ""),
    }
    helpers = "".join(store.values())
    assert PEN.needed(helpers, PEN.use("sun")) == store["ray"] + store["sun"]
    assert PEN.needed(helpers, PEN.use("moon"), "<g/>") == store["moon"] + store["crater"], "a ring ends"
    assert PEN.needed(helpers, Pen("yy").use("sun"), PEN.use("other")) == ""


def test_too_long_a_text_is_set_smaller_by_the_pen_s_own_measure() -> None:
    content = "illicit"
    plain, fitted = PEN.text(content, 0, 0, fit=(10, 1000)), PEN.text(content, 0, 0, fit=(10, 20))
    assert "style" not in plain
    size = float(fitted.partition("font-size:")[2].partition("px")[0])
    assert bold_width(content, size) == pytest.approx(20, abs=0.5)
    closer = Pen("zz", text_width).text(content, 0, 0, fit=(10, 20))
    assert float(closer.partition("font-size:")[2].partition("px")[0]) > size


def test_a_column_sets_its_lines_apart_and_no_lines_are_nothing() -> None:
    spans = parsed(PEN.column(["a", "b", "c"], 5, 20, "b", 12, 9))
    assert [(float(span.attrib["x"]), float(span.attrib["y"])) for span in spans] == [
        (5, 20),
        (5, 32),
        (5, 44),
    ]
    assert spans.attrib["style"] == "font-size:9px"
    assert PEN.column([], 5, 20, "b", 12) == ""


def test_a_document_has_its_title_first_and_each_part_on_a_line() -> None:
    parts = ["<defs></defs>", group("scenery", 0, 0, ""), group("row", 1, 2, PEN.text("x", 0, 0))]
    svg = PEN.document((420, 99.5), "ja", "Name", "Title", parts)
    root = parsed(svg)
    assert root.attrib["viewBox"] == "0 0 420 99.5"
    assert (root.attrib["lang"], root.attrib["role"], root.attrib["class"]) == ("ja", "img", "zz-picture")
    assert [child.tag.removeprefix(SVG) for child in root] == ["title", "defs", "g", "g"]
    assert svg.split("\n")[1:4] == parts


# Style ------------------------------------------------------------------------------------------------------
@pytest.mark.browser
def test_the_theme_is_the_page_s_else_the_reader_s(page: Any) -> None:
    """`data-theme` on any ancestor has the last word."""
    style = PEN.style({"ink": ("#ff0000", "#0000ff")}, PEN.sheet(""))
    svg = PEN.document((100, 20), "en", "n", "t", [style, PEN.text("x", 0, 10)])
    for scheme, theme, colour in [
        ("light", "", "rgb(255, 0, 0)"),
        ("dark", "", "rgb(0, 0, 255)"),
        ("dark", "light", "rgb(255, 0, 0)"),
        ("light", "dark", "rgb(0, 0, 255)"),
    ]:
        page.emulate_media(color_scheme=scheme)
        given = f' data-theme="{theme}"' if theme else ""
        page.set_content(f"<body><div{given}><p>{svg}</p></div></body>")
        shown = page.evaluate("getComputedStyle(document.querySelector('text')).fill")
        assert shown == colour, (scheme, theme)


def test_seats_have_colours_of_their_own_and_shapes() -> None:
    assert len(set(SEAT_COLOURS)) == 6
    for colour in SEAT_COLOURS:
        assert contrast("#ffffff", colour) >= 4.5
        assert colour in seat_fills(PEN, 6)
    assert SEAT_COLOURS[4] not in seat_fills(PEN)
    symbols = list(parsed(f"<g>{seat_pieces(PEN)}</g>"))
    assert [symbol.attrib["id"] for symbol in symbols] == ["zz-p1", "zz-p2", "zz-p3", "zz-p4"]
    assert [symbol[1].text for symbol in symbols] == ["1", "2", "3", "4"]
    assert len({symbol[0].get("d") for symbol in symbols}) == 4


def test_seats_look_as_in_the_light_dashboard() -> None:
    """In the dark one marks stand on the page itself and are brighter; pieces of a picture have white edges."""
    sheet = files("dashboard").joinpath("player", "shared.css").read_text("utf-8")
    assert re.findall(r"--seat-\d: (#\w{6});", sheet)[:6] == list(SEAT_COLOURS)


def test_games_share_no_name() -> None:
    """Two pictures may stand on one page."""
    pens = [import_module(f"engine.{game}.picture_style").PEN.prefix for game in engine.games()]
    assert len(set(pens)) == len(pens)
    assert not [(one, two) for one in pens for two in pens if one != two and two.startswith(one)]


def test_a_glyph_has_its_own_colour_or_that_around_it() -> None:
    assert {part.get("fill") for part in parsed(f"<g>{paw()}</g>")} == {None}
    assert {part.get("fill") for part in parsed(f"<g>{paw('#fff')}</g>")} == {"#fff"}


# Texts ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("width", [bold_width, text_width])
def test_widths_grow_with_texts_and_sizes(width: Callable[[str, float], float]) -> None:
    assert width("", 10) == 0
    assert width("水火", 10) == 20
    assert width("ab", 20) == 2 * width("ab", 10)
    assert width("W", 10) > width("n", 10) > 0


def test_lines_are_broken_where_they_may_be() -> None:
    assert wrapped("Exhaust one card now", 10, 60) == ("Exhaust", "one card", "now")
    assert wrapped("薪を2増やす。", 10, 57) == ("薪を2増や", "す。"), "no stop begins a line"
    assert wrapped("", 10, 50) == ("",)


def test_words_are_filled_in_and_unknown_ones_stand_for_themselves() -> None:
    table = {"day": {"en": "Day {}", "ja": "{}日目"}, "odd": {"en": "{what}", "ja": "{what}"}}
    assert say(table, "ja", "day", 3) == "3日目"
    assert say(table, "en", "night", 3) == "night"
    assert say(table, "en", "odd") == "{what}", "nothing to fill in"
    assert minus(-3) == "−3"


# Piles ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("pile", "number", "seen"),
    [([], 0, []), (["a", "b"], 2, ["a", "b"]), ({"hidden": 5}, 5, []), (None, 0, [])],
)
def test_piles_are_counted_and_shown_as_far_as_they_may_be_seen(
    pile: object, number: int, seen: list[str]
) -> None:
    assert count(pile) == number
    assert list(shown(pile)) == seen
