"""Blokus Duo on the table: pieces as one outline each, starting points printed, free corners marked for the mover."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from palissade.boards.drawing import Grid
from palissade.boards.keeping import kept, kept_by_action
from palissade.game import Game
from palissade.games.blokus_duo import rules
from palissade.games.blokus_duo.laid import pieces_in, set_of, squares_in
from palissade.games.blokus_duo.notation import SQUARES, placement, squares
from palissade.games.blokus_duo.pieces import LEAD, ORIENTATION, ORIENTATIONS, PIECE, PIECES, SIDE
from palissade.games.blokus_duo.rules import PASS, STARTING_POINTS
from palissade.kernel import Position
from palissade.plain import plain
from palissade.scene import SQUARE, Cells, Circle, Holding, Mark, Pick, Piece, Pile, Scene, Tray

GRID = Grid(
    SIDE, SIDE, column_names=tuple("abcdefghijklmn"), row_names=tuple(str(row + 1) for row in range(SIDE)), rim=32
)
COLOURS = ("violet", "yellow")

_STARTS = STARTING_POINTS.tolist()
_FIRST_TURN = [PIECE.tolist().index(piece) for piece in range(len(PIECES))]  # the first orientation of each piece


def scene(game: Game, pos: Position, seat: int, last_turn: tuple[int, ...]) -> Scene:
    """Nothing is hidden, and no side of the board belongs to anybody."""
    grid, table, is_over = GRID.seen_by(game, seat), plain(pos), rules.is_over(pos)
    mover = None if is_over else table.mover
    pieces = [_piece(grid, owner, piece) for owner in range(2) for piece in pieces_in(set_of(table.laid[owner]))]
    return grid.scene(
        game,
        seat,
        printed=_starting_points,
        spots=grid.spots(SQUARES.name),
        pieces=pieces,
        marks=(*_last(pieces, last_turn), *(() if is_over else _free_corners(grid, table))),
        trays=(
            _tray(grid, owner, table.left[owner], rules.score(pos, owner), is_mover=owner == mover)
            for owner in range(2)
        ),
    )


@kept_by_action
def picks(pos: Position, action: int) -> tuple[Pick, ...]:
    """The piece, the way it is turned, and the square that the notation names first."""
    if action == PASS:
        return ("pass",)
    orientation = int(ORIENTATION[action])
    piece = int(PIECE[orientation])
    return (f"tray:{PIECES[piece]}", f"turn:{orientation - _FIRST_TURN[piece]}", SQUARES.name(squares(action)[0]))


def action_of(pos: Position, picks: tuple[Pick, ...]) -> int:
    """Where the piece would lie: it must be on the board, wherever else it may not be."""
    if picks == ("pass",):
        return PASS
    piece, turn, first = picks
    orientation = _orientation(piece.removeprefix("tray:"), int(turn.removeprefix("turn:")))
    low, column = divmod(SQUARES.square(first), SIDE)
    return placement(orientation, low, column - int(LEAD[orientation]))


def _orientation(name: str, turn: int) -> int:
    """The n-th orientation of a piece; ValueError if there is none."""
    number = PIECES.index(name)
    if turn not in range(PIECE.tolist().count(number)):
        raise ValueError(turn)
    return _FIRST_TURN[number] + turn


def _starting_points(grid: Grid) -> Iterator[Circle]:
    for point in STARTING_POINTS:
        x, y = grid.middle(int(point) % SIDE, int(point) // SIDE)
        yield Circle(style="ring", x=x, y=y, radius=11)
        yield Circle(style="dot", x=x, y=y, radius=3.5)


# ---- what is laid


@kept
def _piece(grid: Grid, seat: int, covered: int) -> Piece:
    """The piece that covers these squares: its form says which."""
    cells = tuple(divmod(square, SIDE) for square in squares_in(covered))
    row, column = cells[0]
    name = PIECES[_piece_of(tuple((r - row, c - column) for r, c in cells))]
    x, y = grid.middle(column, row)
    return Piece(
        id=f"{COLOURS[seat]}:{name}",
        kind="polyomino",
        spot=SQUARES.name(row * SIDE + column),
        x=x,
        y=y,
        colour=COLOURS[seat],
        cells=_as_seen(grid, cells),
    )


@cache
def _piece_of(cells: tuple[tuple[int, int], ...]) -> int:
    """The piece with this form; rows and columns are counted from the first cell."""
    for orientation, turned in enumerate(ORIENTATIONS):
        row, column = turned[0]
        if tuple((r - row, c - column) for r, c in turned) == cells:
            return int(PIECE[orientation])
    raise ValueError(cells)


def _as_seen(grid: Grid, cells: tuple[tuple[int, int], ...]) -> Cells:
    """Rows and columns as steps in the picture from the first cell."""
    row, column = cells[0]
    return tuple(grid.step(c - column, r - row) for r, c in cells)


def _last(pieces: list[Piece], last_turn: tuple[int, ...]) -> Iterator[Mark]:
    """Corners round the piece laid last; who plays on alone lays several in a row (BDU-4)."""
    if not last_turn or last_turn[-1] == PASS:
        return
    first = SQUARES.name(squares(last_turn[-1])[0])
    yield _corners_round(next(piece for piece in pieces if piece.spot == first))


@kept
def _corners_round(piece: Piece) -> Mark:
    columns, rows = [column for column, _ in piece.cells], [row for _, row in piece.cells]
    return Mark(
        kind="last-to",
        x=piece.x + SQUARE * (min(columns) + max(columns)) / 2,
        y=piece.y + SQUARE * (min(rows) + max(rows)) / 2,
        width=SQUARE * (max(columns) - min(columns) + 1),
        height=SQUARE * (max(rows) - min(rows) + 1),
        piece=piece.id,
    )


def _free_corners(grid: Grid, table: Any) -> Iterator[Mark]:
    """Where the mover's next piece may begin; on the empty board the starting points say it themselves."""
    for square in squares_in(set_of(table.anchors[table.mover])):
        if square not in _STARTS:
            yield grid.mark("anchor", square)


@kept
def _tray(grid: Grid, seat: int, left: int, score: int, *, is_mover: bool) -> Tray:
    """The pieces left to lay, a bit each, and what the seat would score if it laid no more (BDU-5)."""
    pieces = tuple(
        _in_tray(grid, piece, COLOURS[seat], is_mover=is_mover) for piece in range(len(PIECES)) if left >> piece & 1
    )
    return Tray(
        seat=seat,
        token="polyomino",
        colours=(COLOURS[seat],),
        is_mover=is_mover,
        holdings=(
            Holding(kind="score", piles=(Pile(kind="point", count=score),)),
            Holding(kind="stock", pieces=pieces),
        ),
    )


@kept
def _in_tray(grid: Grid, piece: int, colour: str, *, is_mover: bool) -> Piece:
    """A piece not laid yet, lying on its long side; the mover's can be taken and turned."""
    orientations = [cells for cells, owner in zip(ORIENTATIONS, PIECE, strict=True) if owner == piece]
    turns = tuple(_as_seen(grid, cells) for cells in orientations)
    lying = min(turns, key=lambda cells: max(row for _, row in cells) - min(row for _, row in cells))
    return Piece(
        id=f"{colour}:{PIECES[piece]}",
        kind="polyomino",
        spot=f"tray:{PIECES[piece]}" if is_mover else "",
        colour=colour,
        cells=lying,
        turns=turns if is_mover else (),
    )
