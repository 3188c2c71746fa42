"""Drawings stand on their own: well-formed, without references, in the colours of the theme, every piece outlined."""

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element, fromstring

import pytest

from palissade import Game, games, look
from palissade.games.blokus_duo.pieces import ORIENTATIONS
from palissade.look import Theme
from palissade.match import SPECTATOR
from palissade.scene import Piece, Scene
from palissade.svg import draw
from palissade.svg.pen import Pen
from palissade.svg.pieces import outline, over
from tests.random_games import walk

VARIANTS = [variant for game in games() for variant in game.variants()]
COLOURS = ("red", "blue", "green", "yellow", "violet", "white", "black", "clear")


def scenes(variant: Game) -> tuple[Scene, ...]:
    """The beginning, some of the middle and the end of a game, from every side."""
    views = (SPECTATOR, *range(len(variant.seats)))
    return tuple(
        match.view(seat).scene()
        for match in walk(variant, 1)
        if match.outcome or match.ply in (0, 7, 30)
        for seat in views
    )


def elements(drawing: str) -> Iterator[Element]:
    return (element for element in fromstring(drawing).iter())


@pytest.mark.parametrize("theme", look.THEMES)
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_drawing_stands_on_its_own(variant: Game, theme: Theme) -> None:
    for scene in scenes(variant):
        drawing = draw(scene, theme)
        palette = {colour.value for colour in look.palette(theme, scene.box).values()}
        root = fromstring(drawing)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert root.get("role") == "img"
        assert root[0].tag.endswith("title")
        assert root[0].text == variant.name
        for element in root.iter():
            name = element.tag.rpartition("}")[2]
            assert name in {"svg", "title", "g", "rect", "circle", "path"}
            assert not {"id", "class", "style", "href"} & {key.rpartition("}")[2] for key in element.attrib}
            for attribute in ("fill", "stroke"):
                assert element.get(attribute, "none") in palette | {"none"}
        assert "url(" not in drawing
        assert drawing.count("http") == 1  # the name of SVG itself


@pytest.mark.parametrize("theme", look.THEMES)
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_no_piece_is_drawn_without_its_keyline(variant: Game, theme: Theme) -> None:
    palette = look.palette(theme, variant.box)
    faces = {palette[colour].value: colour for colour in (*COLOURS, "wall-h", "wall-v")}
    for scene in scenes(variant):
        count = 0
        for element in elements(draw(scene, theme, trays=False)):
            colour = faces.get(element.get("fill", ""))
            is_wash = element.get("fill-opacity") and not element.get("stroke")  # printed, and no piece
            if colour and not is_wash:
                edge = palette[f"{colour}-edge"] if f"{colour}-edge" in palette else palette["keyline"]
                assert element.get("stroke") == edge.value
                assert float(element.get("stroke-width", "0")) > 1
                count += 1
        assert count == len(scene.pieces) + sum(mark.kind == "owner" for mark in scene.marks)


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("kind", ["pawn", "cylinder", "triangle", "square", "disc", "tile", "polyomino"])
def test_every_kind_of_piece_carries_the_mark_of_its_colour(kind: str, colour: str) -> None:
    pen = Pen(look.palette("light", "blockade"))
    piece = Piece(id="", kind=kind, colour=colour, cells=((0, 0), (1, 0)) if kind == "polyomino" else ())
    drawing = over(pen, piece)
    marks = [ink.d for ink in look.inks("marks")[colour]]
    assert all(drawing.count(mark) == (2 if kind == "polyomino" else 1) for mark in set(marks))


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_the_mover_has_the_stake_and_nobody_once_the_game_is_over(variant: Game) -> None:
    act = look.palette("dark", variant.box)["act"].value
    for scene in scenes(variant):
        filled = [element for element in elements(draw(scene, "dark")) if element.get("fill") == act]
        stakes = [element for element in filled if element.tag.endswith("path")]
        cells = [element for element in filled if element.tag.endswith("rect")]  # of what is due
        assert len(stakes) == sum(tray.is_mover for tray in scene.trays)
        assert len(cells) == (scene.due is not None)
        assert len(filled) == len(stakes) + len(cells)
        assert not any(element.get("fill") == act for element in elements(draw(scene, "dark", trays=False)))


def test_a_drawing_is_always_the_same() -> None:
    scene = VARIANTS[0].match().view(0).scene()
    assert draw(scene) == draw(scene)
    assert draw(scene, "light") != draw(scene, "dark")


def test_the_board_alone_is_as_large_as_the_scene_says() -> None:
    scene = VARIANTS[0].match().view(0).scene()
    root = fromstring(draw(scene, trays=False))
    assert (float(root.get("width", 0)), float(root.get("height", 0))) == (scene.width, scene.height)
    assert float(fromstring(draw(scene)).get("height", 0)) > scene.height


def test_a_title_is_escaped() -> None:
    scene = VARIANTS[0].match().view(0).scene()
    told = type(scene)(**{name: getattr(scene, name) for name in scene.__struct_fields__} | {"title": "<& co>"})
    assert fromstring(draw(told))[0].text == "<& co>"


def test_a_match_draws_itself_in_a_notebook() -> None:
    match = VARIANTS[0].match()
    assert match._repr_svg_() == draw(match.view(0).scene())


@pytest.mark.parametrize("cells", ORIENTATIONS, ids=str)
def test_the_outline_of_a_polyomino_encloses_exactly_its_cells(cells: tuple[tuple[int, int], ...]) -> None:
    numbers = [float(number) for number in re.findall(r"-?\d+", outline(cells))]
    points = list(zip(numbers[::2], numbers[1::2], strict=True))
    around = zip(points, [*points[1:], points[0]], strict=True)
    area = sum(x * y2 - x2 * y for (x, y), (x2, y2) in around) / 2
    assert area == len(cells) * 40 * 40
