"""Both renderers draw alike: `svg/` here, and the page, whose own test expects the same shapes of the same scene.

A shape is its element and its numbers where it lies on the board, in the order in which shapes cover one another.
"""

import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from xml.etree.ElementTree import Element, fromstring

import msgspec

from palissade import look
from palissade.look.forms import FORMS
from palissade.scene import Circle, Mark, Piece, Print, Rectangle, Scene
from palissade.svg import draw

FIXTURE = Path(__file__).parents[1] / "web" / "src" / "board" / "drawing.fixture.json"

# Every kind of piece and of mark, and all print but lines and characters, which the two write differently.
SCENE = Scene(
    game="none",
    title="Everything at once",
    box="blockade",
    seat=0,
    width=400,
    height=320,
    board=(
        Rectangle(style="rim", x=0, y=0, width=400, height=320, round=12),
        Rectangle(style="square", x=40, y=40, width=40, height=40),
        Circle(style="ring", x=60, y=60, radius=16),
        Circle(style="dot", x=100, y=60, radius=3),
        Circle(style="well", x=140, y=60, radius=18),
        Circle(style="throne", x=180, y=60, radius=17),
        Circle(style="base-white", x=220, y=60, radius=15),
        Circle(style="base-black", x=260, y=60, radius=15),
        Print(style="symbol", x=300, y=60, glyph="moon"),
    ),
    pieces=(
        Piece(id="h", kind="wall-h", x=100, y=200),
        Piece(id="v", kind="wall-v", x=160, y=200),
        Piece(id="polyomino", kind="polyomino", x=220, y=180, colour="violet", cells=((0, 0), (1, 0), (1, 1))),
        Piece(id="arrows", kind="arrow-tile", x=60, y=260, colour="clear", glyph="N+SE"),
        Piece(id="pawn", kind="pawn", x=60, y=100, colour="white"),
        Piece(id="cylinder", kind="cylinder", x=100, y=100, colour="red"),
        Piece(id="large", kind="cylinder", x=140, y=100, colour="red", scale=1.7),
        Piece(id="disc", kind="disc", x=180, y=100, colour="yellow"),
        Piece(id="king", kind="disc", x=220, y=100, colour="yellow", glyph="crown"),
        Piece(id="square", kind="square", x=260, y=100, colour="blue"),
        Piece(id="triangle", kind="triangle", x=300, y=100, colour="green"),
        Piece(id="tile", kind="tile", x=340, y=100, colour="violet"),
        Piece(id="sun", kind="tile", x=340, y=140, colour="violet", glyph="sun"),
    ),
    marks=(
        Mark(kind="last-to", x=60, y=140),
        Mark(kind="last-to", x=60, y=100, piece="pawn"),
        Mark(kind="last-to", x=300, y=220, round=5),
        Mark(kind="last-from", x=100, y=140),
        Mark(kind="last-piece", x=100, y=200, piece="h"),
        Mark(kind="last-piece", x=160, y=200, piece="v"),
        Mark(kind="trail", x=60, y=100, path=((60, 140), (100, 140))),
        Mark(kind="removed", x=180, y=140),
        Mark(kind="anchor", x=220, y=140),
        Mark(kind="goal", x=300, y=220),  # covers the corners of the action that ended there
        Mark(kind="threat", x=300, y=180),
        Mark(kind="owner", x=340, y=180, colour="green"),
        Mark(kind="reach", x=340, y=220, when="pawn"),  # nothing is picked
        Mark(kind="way", x=100, y=260, path=((180, 260), (180, 300))),
        Mark(kind="win-line", x=220, y=260, path=((300, 300),)),
    ),
    trays=(),
)


WOOD = look.palette("light", SCENE.box)["board"].value


class Place(NamedTuple):
    """Where a group has its origin, how it is turned, and how large it is drawn."""

    x: float = 0
    y: float = 0
    scale: float = 1
    angle: float = 0

    def moved(self, x: float, y: float) -> "Place":
        turn = math.radians(self.angle)
        across, down = x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)
        return self._replace(x=self.x + across * self.scale, y=self.y + down * self.scale)

    def inside(self, transform: str) -> "Place":
        place = self
        for name, written in re.findall(r"(\w+)\(([^)]*)\)", transform):
            numbers = [float(number) for number in written.split()]
            match name:
                case "translate":
                    place = place.moved(*numbers)
                case "scale":
                    place = place._replace(scale=place.scale * numbers[0])
                case "rotate":
                    place = place._replace(angle=place.angle + numbers[0])
        return place


ORIGIN = Place()


class Shape(msgspec.Struct, frozen=True):
    form: str  # the element; of a path, its commands too
    numbers: tuple[float, ...]


def shapes(element: Element, place: Place = ORIGIN) -> Iterator[Shape]:
    """All that is drawn, from what lies lowest."""
    place = place.inside(element.get("transform", ""))

    def at(name: str) -> float:
        return float(element.get(name, "0"))

    match element.tag.rpartition("}")[2]:
        case "circle":
            x, y, scale, _ = place.moved(at("cx"), at("cy"))
            yield _shape("circle", x, y, at("r") * scale)
        case "rect" if element.get("fill") == WOOD:
            pass  # under the wash of a tile of arrows; the page mixes the two
        case "rect":
            x, y, scale, _ = place.moved(at("x"), at("y"))
            yield _shape("rect", x, y, *(at(name) * scale for name in ("width", "height", "rx")))
        case "path":
            d = element.get("d", "")
            numbers = re.findall(r"-?(?:\d+\.?\d*|\.\d+)", d)
            commands = "".join(re.findall("[A-Za-z]", d))
            yield _shape(f"path {commands}", *map(float, numbers), *place)
    for child in element:
        yield from shapes(child, place)


def _shape(form: str, *numbers: float) -> Shape:
    return Shape(form, tuple(round(number, 2) + 0.0 for number in numbers))


def fixture() -> bytes:
    drawn = shapes(fromstring(draw(SCENE, trays=False)))
    lines = b",\n".join(msgspec.json.encode(shape) for shape in drawn)  # a line for each, to be compared
    return b'{"scene":%b,"shapes":[\n%b\n]}\n' % (msgspec.json.encode(SCENE), lines)


def test_the_page_is_shown_what_is_drawn_today() -> None:
    assert FIXTURE.read_bytes() == fixture(), "write it anew: python -m tests.test_renderers"


def test_the_scene_has_every_kind_of_piece() -> None:
    assert {piece.kind for piece in SCENE.pieces} == {*FORMS.faces, "polyomino"}


if __name__ == "__main__":
    FIXTURE.write_bytes(fixture())
