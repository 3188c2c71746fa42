"""A board of squares with a printed rim: where things are on it, and what is printed, turned for the seat that looks.

             rim     margin
┌───────────────────────────┐       squares are 40 units or so, with a groove between them or a line;
│     a     b     c         │       blocks of squares may be printed in two shades.
│   ┌─────────────────┐     │
│ 2 │                 │ 2   │       A turn is by quarters, clockwise: it moves squares and their
│ 1 │                 │ 1   │       names, but names stay with squares and characters stay upright.
│   └─────────────────┘     │
│     a     b     c         │       Columns and rows count from 0 at a1; halves lie between squares.
└───────────────────────────┘
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import msgspec

from palissade.boards.keeping import kept
from palissade.game import Game, Seat
from palissade.scene import FLAT, SQUARE, Lines, Mark, Piece, Print, Rectangle, Scene, Shape, Spot, Tray


@dataclass(frozen=True, eq=False)  # a few boards, each there once: looked up by identity
class Grid:
    """The geometry and the print of a board."""

    columns: int
    rows: int
    column_names: tuple[str, ...]
    row_names: tuple[str, ...]  # from the bottom
    rim: float = 30
    margin: float = 3  # of the surface round the outer squares
    groove: float = 0
    square: float = SQUARE  # the side of one
    block: int = 0  # squares along a block's side; 0 if there are none, 1 for a plain chequer
    cut: int = 0  # squares that are missing of the outer blocks, where only the middle of a board is used
    is_chequered: bool = False  # every other square, a1 among them, in the second shade, and no lines
    turn: int = 0  # quarter turns clockwise

    @kept
    def turned(self, quarters: int) -> "Grid":
        """The same board seen from another side."""
        return replace(self, turn=quarters % 4)

    def seen_by(self, game: Game, seat: int) -> "Grid":
        """The board with the seat's own side near; a spectator sees it as the first seat does."""
        return self.turned(game.seats[max(seat, 0)].facing)

    def scene(
        self,
        game: Game,
        seat: int,
        *,
        printed: "Printed",
        spots: tuple[Spot, ...],
        pieces: Iterable[Piece],
        marks: Iterable[Mark],
        trays: Iterable[Tray],
        one_click: bool = False,
    ) -> Scene:
        """The table: this board, what is printed on it besides, and what lies on it and before the seats."""
        return Scene(
            game=game.id,
            title=game.name,
            box=game.box,
            seat=max(seat, 0),
            width=self.width,
            height=self.height,
            board=self.board(printed),
            spots=spots,
            pieces=tuple(sorted(pieces, key=lambda piece: (piece.kind not in FLAT, piece.y, piece.x))),
            marks=tuple(marks),
            trays=tuple(
                msgspec.structs.replace(tray, place=place)
                for tray, place in zip(trays, places(game.seats, seat), strict=True)
            ),
            one_click=one_click,
        )

    # ---- where things are

    @property
    def pitch(self) -> float:
        """From the middle of a square to the next."""
        return self.square + self.groove

    @cached_property
    def _inner(self) -> tuple[float, float]:
        """Width and height of all squares together, before turning."""
        return self.columns * self.pitch - self.groove, self.rows * self.pitch - self.groove

    @property
    def is_sideways(self) -> bool:
        """Whether columns run across the picture."""
        return self.turn % 2 == 1

    @cached_property
    def width(self) -> float:
        return self._inner[1 if self.is_sideways else 0] + 2 * self.rim

    @cached_property
    def height(self) -> float:
        return self._inner[0 if self.is_sideways else 1] + 2 * self.rim

    def middle(self, column: float, row: float) -> tuple[float, float]:
        """The middle of a square; with halves, the middle of an edge or a corner between squares."""
        width, height = self._inner
        x, y = column * self.pitch + self.square / 2, height - row * self.pitch - self.square / 2
        x, y = ((x, y), (height - y, x), (width - x, height - y), (y, width - x))[self.turn]
        return self.rim + x, self.rim + y

    def at(self, square: int) -> tuple[float, float]:
        """The middle of the square of this number, row * columns + column."""
        return self._middles[square]

    @cached_property
    def _middles(self) -> tuple[tuple[float, float], ...]:
        return tuple(self.middle(column, row) for column, row in self.squares())

    def step(self, columns: int, rows: int) -> tuple[int, int]:
        """So many columns and rows further, as steps to the right and down in the picture."""
        return ((columns, -rows), (rows, columns), (-columns, rows), (-rows, -columns))[self.turn]

    def squares(self) -> Iterator[tuple[int, int]]:
        """Every column and row, from the bottom."""
        return ((column, row) for row in range(self.rows) for column in range(self.columns))

    @kept
    def spots(self, name: Callable[[int], str]) -> tuple[Spot, ...]:
        """Every square as a place to click; `name` says how the notation calls a square of this number."""
        spots = []
        for column, row in self.squares():
            x, y = self.middle(column, row)
            number = row * self.columns + column
            spots.append(Spot(id=name(number), x=x, y=y, width=self.square, height=self.square))
        return tuple(spots)

    # ---- what is marked

    @kept
    def mark(self, kind: str, square: int) -> Mark:
        """A mark of the usual size on a square."""
        x, y = self.at(square)
        return Mark(kind=kind, x=x, y=y)

    @kept
    def last_move(self, first: int, goal: int, *between: int) -> tuple[Mark, ...]:
        """A piece went from one square to another, by way of the squares between where it did not go straight."""
        (x, y), (x2, y2) = self.at(first), self.at(goal)
        path = (*(self.at(square) for square in between), (x2, y2))
        side = self.square
        return (
            Mark(kind="last-from", x=x, y=y, width=side, height=side),
            Mark(kind="trail", x=x, y=y, path=path),
            Mark(kind="last-to", x=x2, y=y2, width=side, height=side),
        )

    @kept
    def last_put(self, square: int) -> Mark:
        """A piece was put on a square."""
        x, y = self.at(square)
        return Mark(kind="last-to", x=x, y=y, width=self.square, height=self.square)

    # ---- what is printed

    @kept
    def board(self, printed: "Printed") -> tuple[Shape, ...]:
        """All that is printed, with what a game has besides."""
        return (*self.shapes(), *printed(self))

    @kept
    def shapes(self) -> tuple[Shape, ...]:
        """Rim, coordinates, surface, squares or blocks and lines."""
        surface = self._tiles() if self.groove else self._chequers() if self.is_chequered else self._ruled()
        return (*self._frame(), *self._coordinates(), *surface)

    def _frame(self) -> Iterator[Shape]:
        edge = self.rim - self.margin
        yield Rectangle(style="rim", x=0, y=0, width=self.width, height=self.height, round=12)
        yield Rectangle(style="rim-line", x=5, y=5, width=self.width - 10, height=self.height - 10, round=8)
        yield Rectangle(
            style="groove" if self.groove else "board",
            x=edge,
            y=edge,
            width=self.width - 2 * edge,
            height=self.height - 2 * edge,
            round=4,
        )

    def _coordinates(self) -> Iterator[Shape]:
        """On all four sides."""
        across = [(name, self.middle(column, 0)) for column, name in enumerate(self.column_names)]
        along = [(name, self.middle(0, row)) for row, name in enumerate(self.row_names)]
        if self.is_sideways:
            across, along = along, across
        # Half way between the line in the rim and the surface.
        near = (5 + self.rim - self.margin) / 2
        for name, (x, _) in across:
            for y in (near, self.height - near):
                yield Print(style="coordinate", x=x, y=y, glyph=name)
        for name, (_, y) in along:
            for x in (near, self.width - near):
                yield Print(style="coordinate", x=x, y=y, glyph=name)

    def _tiles(self) -> Iterator[Shape]:
        for column, row in self.squares():
            yield self._rectangle("square", (column, row), (column, row), rounded=4)

    def _chequers(self) -> Iterator[Shape]:
        for column, row in self.squares():
            if (column + row) % 2 == 0:
                yield self._rectangle("block", (column, row), (column, row))

    def _ruled(self) -> Iterator[Shape]:
        if self.block:
            for i, (left, right) in enumerate(self._blocks(self.columns)):
                for j, (bottom, top) in enumerate(self._blocks(self.rows)):
                    if (i + j) % 2:
                        yield self._rectangle("block", (left, bottom), (right, top))
        yield Lines(style="grid", lines=tuple(self._lines(strong=False)))
        if self.block > 1:
            yield Lines(style="grid-strong", lines=tuple(self._lines(strong=True)))

    def _blocks(self, count: int) -> Iterator[tuple[int, int]]:
        """The first and the last square of each block along so many squares."""
        for begin in range(-self.cut, count, self.block):
            yield max(begin, 0), min(begin + self.block, count) - 1

    def _lines(self, *, strong: bool) -> Iterator[tuple[float, float, float, float]]:
        """Block lines, or the others; those of the outer edge are drawn where there are no blocks."""
        for count, line in ((self.columns, self._upright), (self.rows, self._across)):
            for i in range(count + 1):
                on_block = self.block > 1 and (i + self.cut) % self.block == 0
                if on_block == strong and not (strong and i in (0, count)):
                    yield line(i)

    def _upright(self, column: int) -> tuple[float, float, float, float]:
        return (*self.middle(column - 0.5, -0.5), *self.middle(column - 0.5, self.rows - 0.5))

    def _across(self, row: int) -> tuple[float, float, float, float]:
        return (*self.middle(-0.5, row - 0.5), *self.middle(self.columns - 0.5, row - 0.5))

    def _rectangle(self, style: str, first: tuple[int, int], last: tuple[int, int], rounded: float = 0) -> Rectangle:
        """From one square to another in the opposite corner."""
        (x, y), (x2, y2) = self.middle(*first), self.middle(*last)
        return Rectangle(
            style=style,
            x=min(x, x2) - self.square / 2,
            y=min(y, y2) - self.square / 2,
            width=abs(x2 - x) + self.square,
            height=abs(y2 - y) + self.square,
            round=rounded,
        )


Printed = Callable[[Grid], Iterable[Shape]]  # what a game prints on a board besides


@kept
def places(seats: tuple[Seat, ...], viewer: int) -> tuple[str, ...]:
    """Where seats sit by the board, as the viewer sees them; nowhere in particular where all look from one side."""
    if len({seat.facing for seat in seats}) == 1:
        return ("",) * len(seats)
    return tuple(_place(seat, seats[max(viewer, 0)]) for seat in seats)


def _place(seat: Seat, viewer: Seat) -> str:
    side = ("near", "right", "far", "left")[(seat.facing - viewer.facing) % 4]
    if not seat.corner:
        return side
    return f"{side}-{'right' if (seat.corner > 0) == (side == 'near') else 'left'}"
