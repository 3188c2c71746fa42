"""The look as Python reads it: one cascade, both themes, a mark for every colour and an outline for every character."""

import re

import pytest

from palissade import games, look
from palissade.look.css import rules
from palissade.look.forms import FORMS
from palissade.look.paints import paint
from palissade.scene import Print

COLOURS = ("red", "blue", "green", "yellow", "violet", "white", "black", "clear")


def test_the_cascade_is_that_of_the_style_sheet() -> None:
    assert look.palette("light", "cul-de-sac")["rim"].value == "#93371F"
    assert look.palette("dark", "cul-de-sac")["rim"].value == "#6E2B19"
    assert look.palette("dark", "no box")["rim"].value == "#5A4636"
    assert look.palette("light", "no box")["cloth"] == look.palette("light", "no box")["ground"]
    assert look.palette("light", "blockers")["act-ink"].value == "#FBF8F1"
    assert look.palette("dark", "blockers")["act-ink"].value == "#2A1233"


def test_a_colour_that_covers_in_part_is_read_in_two_parts() -> None:
    last = look.palette("light", "blockers")["last"]
    assert (last.value, last.opacity) == ("#E0A43A", 0.4)


def test_both_themes_have_the_same_colours() -> None:
    for box in look.boxes():
        assert look.palette("light", box).keys() == look.palette("dark", box).keys()


def test_an_unknown_theme_is_refused() -> None:
    with pytest.raises(ValueError, match="light, dark"):
        look.palette("sepia", "blockers")


def test_every_box_on_the_shelf_has_its_cloth() -> None:
    assert {game.box for game in games()} <= set(look.boxes())
    assert len({look.palette(theme, box)["cloth"] for theme in look.THEMES for box in look.boxes()}) == 10


def test_every_colour_has_face_side_and_mark() -> None:
    for theme in look.THEMES:
        palette = look.palette(theme, "blockade")
        for colour in COLOURS:
            values = {palette[token].value for token in (colour, f"{colour}-side", f"{colour}-mark")}
            assert len(values) == 3
            assert look.inks("marks")[colour]


def test_every_printed_character_has_an_outline() -> None:
    for game in games():
        for variant in game.variants():
            scene = variant.match(seed=1).view(0).scene()
            for shape in scene.board:
                if isinstance(shape, Print) and shape.style == "coordinate":
                    assert look.letters("text").width(shape.glyph) > 0
                elif isinstance(shape, Print):
                    assert shape.glyph in look.inks("symbols")


def test_every_face_of_a_tile_has_an_outline() -> None:
    assert set(look.letters("display").by_character) == set("123456789ABCDEFGHI!")


@pytest.mark.parametrize("cut", ["text", "display"])
def test_outlines_are_closed_and_lie_in_their_box(cut: str) -> None:
    font = look.letters("display" if cut == "display" else "text")
    for character, letter in font.by_character.items():
        if character == " ":
            assert letter.outline == ""
            continue
        assert letter.outline.startswith("M")
        assert letter.outline.endswith("Z")
        assert all(-900 <= int(number) <= 1000 for number in re.findall(r"-?\d+", letter.outline))


# ---- forms and paints


def test_every_kind_of_piece_that_stands_has_a_face_and_a_side() -> None:
    assert FORMS.lifts.keys() - {"polyomino"} == FORMS.faces.keys() - {"arrow-tile"}


def test_a_paint_takes_the_colours_of_its_player() -> None:
    assert paint("wall-face", "wall-h") == {"fill": "wall-h", "stroke": "keyline", "stroke-width": 1.2}
    assert paint("piece-side", "red", line=2.0, k=1.5) == {"fill": "red-side", "stroke": "keyline", "stroke-width": 3.0}
    assert paint("piece-side", "black", line=2.0, k=1.5)["stroke"] == "black-edge"


def test_a_paint_calculates_as_css_does() -> None:
    assert paint("mark-corners")["stroke-width"] == 2.2
    assert paint("mark-corners", k=2.0)["stroke-width"] == 4.4
    assert paint("mark-win-edge", wide=30.0, k=2.0)["stroke-width"] == 40
    assert paint("arrow-tile-wash", "clear", line=1.0)["fill-opacity"] == 0.62


def test_every_paint_is_of_colours_that_there_are() -> None:
    palette = look.palette("light", "blockade")
    for selectors, _ in rules("paints.css"):
        for selector in selectors:
            if not selector.startswith(".p-"):
                painted = paint(selector[1:], "clear", line=1.0, wide=1.0)
                assert {painted.get("fill", "none"), painted.get("stroke", "none")} <= {*palette, "none"}
