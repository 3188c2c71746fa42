"""Blokus Duo on the table: pieces as one outline each, starting points printed, free corners marked for the mover."""

from collections.abc import Iterator
from functools import cache

from palissade.boards.drawing import Grid
from palissade.game import Game
from palissade.games.blokus_duo import rules
from palissade.games.blokus_duo.bits import has_square
from palissade.games.blokus_duo.notation import SQUARES, squares
from palissade.games.blokus_duo.pieces import ORIENTATION, ORIENTATIONS, PIECE, PIECES, SIDE
from palissade.games.blokus_duo.rules import PASS, STARTING_POINTS
from palissade.kernel import Position
from palissade.scene import SQUARE, Cells, Circle, Holding, Mark, Pick, Piece, Scene, Tray

GRID = Grid(
    SIDE, SIDE, column_names=tuple("abcdefghijklmn"), row_names=tuple(str(row + 1) for row in range(SIDE)), rim=32
)
COLOURS = ("violet", "yellow")

_FIRST_TURN = [PIECE.tolist().index(piece) for piece in range(len(PIECES))]  # the first orientation of each piece


def scene(game: Game, pos: Position, seat: int, last_turn: tuple[int, ...]) -> Scene:
    """Nothing is hidden, and no side of the board belongs to anybody."""
    grid = GRID.seen_by(game, seat)
    pieces = [piece for owner in range(2) for piece in _laid(grid, pos, owner)]
    return grid.scene(
        game,
        seat,
        printed=_starting_points(grid),
        spots=grid.spots(SQUARES.name),
        pieces=pieces,
        marks=(*_last(pieces, last_turn), *_free_corners(grid, pos)),
        trays=(_tray(grid, pos, owner) for owner in range(2)),
    )


def picks(pos: Position, action: int) -> tuple[Pick, ...]:
    """The piece, the way it is turned, and the square that the notation names first."""
    if action == PASS:
        return ("pass",)
    orientation = int(ORIENTATION[action])
    piece = int(PIECE[orientation])
    return (f"tray:{PIECES[piece]}", f"turn:{orientation - _FIRST_TURN[piece]}", SQUARES.name(squares(action)[0]))


def _starting_points(grid: Grid) -> Iterator[Circle]:
    for point in STARTING_POINTS:
        x, y = grid.middle(int(point) % SIDE, int(point) // SIDE)
        yield Circle(style="ring", x=x, y=y, radius=11)
        yield Circle(style="dot", x=x, y=y, radius=3.5)


def _laid(grid: Grid, pos: Position, seat: int) -> Iterator[Piece]:
    """Pieces of one colour never share an edge (BDU-3): squares that do are one piece, and its form says which."""
    left = {square for square in range(SIDE * SIDE) if has_square(pos.laid, seat, square)}
    while left:
        found = _connected(min(left), left)
        left -= found
        cells = tuple(sorted(divmod(square, SIDE) for square in found))
        row, column = cells[0]
        name = PIECES[_piece_of(tuple((r - row, c - column) for r, c in cells))]
        x, y = grid.middle(column, row)
        yield Piece(
            id=f"{COLOURS[seat]}:{name}",
            kind="polyomino",
            spot=SQUARES.name(row * SIDE + column),
            x=x,
            y=y,
            colour=COLOURS[seat],
            cells=_as_seen(grid, cells),
        )


def _connected(square: int, among: set[int]) -> set[int]:
    """The squares that hang together with this one by edges."""
    found, edge = {square}, [square]
    while edge:
        row, column = divmod(edge.pop(), SIDE)
        for next_row, next_column in ((row + 1, column), (row, column + 1), (row - 1, column), (row, column - 1)):
            beside = next_row * SIDE + next_column
            if 0 <= next_column < SIDE and beside in among and beside not in found:
                found.add(beside)
                edge.append(beside)
    return found


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
    piece = next(piece for piece in pieces if piece.spot == first)
    columns, rows = [column for column, _ in piece.cells], [row for _, row in piece.cells]
    yield Mark(
        kind="last-to",
        x=piece.x + SQUARE * (min(columns) + max(columns)) / 2,
        y=piece.y + SQUARE * (min(rows) + max(rows)) / 2,
        width=SQUARE * (max(columns) - min(columns) + 1),
        height=SQUARE * (max(rows) - min(rows) + 1),
        piece=piece.id,
    )


def _free_corners(grid: Grid, pos: Position) -> Iterator[Mark]:
    """Where the mover's next piece may begin; on the empty board the starting points say it themselves."""
    mover = int(pos.mover)
    if rules.is_over(pos):
        return
    starts = {int(point) for point in STARTING_POINTS}
    for square in range(SIDE * SIDE):
        if square not in starts and has_square(pos.anchors, mover, square):
            x, y = grid.middle(square % SIDE, square // SIDE)
            yield Mark(kind="anchor", x=x, y=y)


def _tray(grid: Grid, pos: Position, seat: int) -> Tray:
    is_mover = not rules.is_over(pos) and int(pos.mover) == seat
    pieces = tuple(
        _in_tray(grid, piece, COLOURS[seat], is_mover=is_mover)
        for piece in range(len(PIECES))
        if int(pos.left[seat]) >> piece & 1
    )
    return Tray(
        seat=seat,
        token="polyomino",
        colours=(COLOURS[seat],),
        is_mover=is_mover,
        holdings=(Holding(kind="stock", pieces=pieces),),
    )


@cache
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
