"""How a table looks: the vocabulary in which every game is drawn, by the static SVG and by the web page alike.

A scene is made for one seat from what that seat may know. One square of a board is 40 units; x grows to the right, y
downwards. Colours are never values here: a shape has a `style`, a piece a `colour`, both named in `look/tokens.css`.
"""

from typing import TYPE_CHECKING, Protocol

import msgspec

from palissade.kernel import Position

if TYPE_CHECKING:
    from palissade.game import Game

SQUARE = 40.0
Pick = str  # the id of a spot, or `turn:n` for the n-th way to turn a piece


class Shape(msgspec.Struct, tag_field="shape", frozen=True, kw_only=True, omit_defaults=True):
    """Something printed on the board or its rim."""

    style: str  # rim, rim-line, board, grooved, square, block, grid, grid-strong, ring, dot, coordinate …


class Rectangle(Shape, tag="rectangle", frozen=True, kw_only=True, omit_defaults=True):
    x: float
    y: float
    width: float
    height: float
    round: float = 0


class Circle(Shape, tag="circle", frozen=True, kw_only=True, omit_defaults=True):
    x: float
    y: float
    radius: float


class Path(Shape, tag="path", frozen=True, kw_only=True, omit_defaults=True):
    d: str
    x: float = 0
    y: float = 0
    scale: float = 1


class Text(Shape, tag="text", frozen=True, kw_only=True, omit_defaults=True):
    x: float
    y: float
    text: str


class Spot(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A place that can be clicked, named as in the notation."""

    id: str
    x: float  # of its middle
    y: float
    width: float = SQUARE
    height: float = SQUARE


class Piece(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that lies on a spot and may move; the id stays with it through the game."""

    id: str
    kind: str  # pawn, cylinder, triangle, square, wall-h, wall-v, polyomino, tile
    colour: str  # of its player; empty for walls
    spot: str
    x: float  # of its middle; for a polyomino, of the upper left corner of its first cell's box
    y: float
    glyph: str = ""  # printed on a tile: a digit, a letter, a symbol's name
    cells: tuple[tuple[int, int], ...] = ()  # of a polyomino: columns to the right and rows down from (x, y)


class Mark(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that helps to read the position and can be turned off."""

    kind: str  # last-to, last-from, trail, last-piece, anchor, goal
    x: float
    y: float
    to: tuple[float, float] | None = None  # the end of a trail
    piece: str = ""  # the piece that is marked


class Tray(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What lies before a seat: a reserve, a rack, captured pieces."""

    seat: int
    kind: str  # stock, rack, captured
    pieces: tuple[Piece, ...] = ()  # x and y from the tray's own upper left corner
    count: int | None = None  # where the pieces themselves may not be seen


class Scene(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table as one seat sees it."""

    game: str
    title: str
    box: str  # whose cloth and rim
    width: float
    height: float
    board: tuple[Shape, ...]
    spots: tuple[Spot, ...]
    pieces: tuple[Piece, ...]  # from the far row to the near one: sides overlap downwards
    marks: tuple[Mark, ...]
    trays: tuple[Tray, ...]


class SceneMaker(Protocol):
    """`games/<id>/scene.py`."""

    def scene(self, game: "Game", pos: Position, seat: int, last_turn: tuple[int, ...]) -> Scene:
        """The table as the seat sees it; the position has nothing in it that the seat may not know."""

    def picks(self, pos: Position, action: int) -> tuple[Pick, ...]:
        """The spots a person clicks, in order, to play the action."""
