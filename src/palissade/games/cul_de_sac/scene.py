"""Cul-de-Sac on the table: squares between grooves, printed bases, pawns, and walls in the grooves."""

from collections.abc import Iterator
from functools import cache

from palissade.boards.drawing import Grid
from palissade.game import Game
from palissade.games.cul_de_sac import rules
from palissade.games.cul_de_sac.board import BASES, COLUMNS, OFF, ONE_STEP, ROWS, SLOT_COLUMNS, SLOTS, neighbour
from palissade.games.cul_de_sac.notation import CORNERS, SQUARES, ends, text
from palissade.games.cul_de_sac.rules import FIRST_MOVE, PASS, WALLS_EACH
from palissade.kernel import Position
from palissade.scene import Circle, Holding, Mark, Pick, Piece, Pile, Scene, Spot, Tray

GRID = Grid(
    COLUMNS,
    ROWS,
    column_names=tuple("abcdefghijk"),
    row_names=tuple(str(row + 1) for row in range(ROWS)),
    rim=32,
    margin=5,
    groove=7,
)
COLOURS = ("white", "black")
KINDS = ("wall-h", "wall-v")


def scene(game: Game, pos: Position, seat: int, last_turn: tuple[int, ...]) -> Scene:
    """Nothing is hidden: every seat sees the same table from its own side."""
    grid = GRID.seen_by(game, seat)
    return grid.scene(
        game,
        seat,
        printed=_bases(grid),
        spots=(*grid.spots(SQUARES.name), *_slots(grid)),
        pieces=(*_walls(grid, pos), *_pawns(grid, pos)),
        marks=_marks(grid, pos, last_turn),
        trays=(_tray(pos, owner) for owner in range(2)),
    )


def picks(pos: Position, action: int) -> tuple[Pick, ...]:
    """A pawn and its goal, or a wall's slot, or pass."""
    if FIRST_MOVE <= action < PASS:
        square, goal = ends(action)
        return (SQUARES.name(square), SQUARES.name(goal))
    return (text(pos, action),)


def _bases(grid: Grid) -> Iterator[Circle]:
    for owner in range(2):
        for base in BASES[owner]:
            x, y = grid.at(int(base))
            yield Circle(style=f"base-{COLOURS[owner]}", x=x, y=y, radius=15)


def _middle_of_slot(grid: Grid, slot: int) -> tuple[float, float]:
    return grid.middle(slot % SLOT_COLUMNS + 0.5, slot // SLOT_COLUMNS + 0.5)


@cache
def _slots(grid: Grid) -> tuple[Spot, ...]:
    long, wide = 2 * grid.pitch - grid.groove, grid.groove
    spots = []
    for wall in range(2 * SLOTS):
        x, y = _middle_of_slot(grid, wall % SLOTS)
        width, height = (wide, long) if wall >= SLOTS else (long, wide)
        kind = KINDS[wall // SLOTS]
        spots.append(Spot(id=_name_of_wall(wall), x=x, y=y, width=width, height=height, kind=kind))
    return tuple(spots)


def _walls(grid: Grid, pos: Position) -> Iterator[Piece]:
    for wall in range(2 * SLOTS):
        upright, slot = divmod(wall, SLOTS)
        row, column = divmod(slot, SLOT_COLUMNS)
        laid = int(pos.laid_v[row]) if upright else int(pos.laid_h[row])
        if laid >> column & 1:
            x, y = _middle_of_slot(grid, slot)
            name = _name_of_wall(wall)
            yield Piece(id=f"wall:{name}", kind=KINDS[upright], spot=name, x=x, y=y)


def _pawns(grid: Grid, pos: Position) -> Iterator[Piece]:
    for i in range(4):
        square = int(pos.pawns[i])
        if square != OFF:
            (x, y), colour = grid.at(square), COLOURS[i // 2]
            yield Piece(id=f"{colour}:{i % 2 + 1}", kind="pawn", spot=SQUARES.name(square), x=x, y=y, colour=colour)


def _marks(grid: Grid, pos: Position, last_turn: tuple[int, ...]) -> Iterator[Mark]:
    """The last turn, and the enemy bases for the mover."""
    for action in last_turn:
        if action == PASS:
            continue
        if action < FIRST_MOVE:
            x, y = _middle_of_slot(grid, action % SLOTS)
            yield Mark(kind="last-piece", x=x, y=y, piece=f"wall:{_name_of_wall(action)}")
            continue
        square, goal = ends(action)
        yield from grid.last_move(square, goal, *_bend(pos, square, goal))
    if not rules.is_over(pos):
        for base in BASES[1 - int(pos.mover)]:
            x, y = grid.at(int(base))
            yield Mark(kind="goal", x=x, y=y)


def _bend(pos: Position, square: int, goal: int) -> Iterator[int]:
    """The square between, for a move round a corner: through it no wall lies, unless one was laid there after."""
    columns, rows = goal % COLUMNS - square % COLUMNS, goal // COLUMNS - square // COLUMNS
    if not (columns and rows):
        return
    across, along = ONE_STEP + (1 if columns > 0 else 3), ONE_STEP + (0 if rows > 0 else 2)
    first, second = (across, along) if rules.has_route(pos, square, across, along) else (along, across)
    if rules.has_route(pos, square, first, second):
        yield neighbour(square, first)


def _tray(pos: Position, seat: int) -> Tray:
    piles = tuple(Pile(kind=kind, count=int(pos.stock[seat, i]), full=WALLS_EACH) for i, kind in enumerate(KINDS))
    return Tray(
        seat=seat,
        token="pawn",
        colours=(COLOURS[seat],),
        is_mover=not rules.is_over(pos) and int(pos.mover) == seat,
        holdings=(Holding(kind="stock", piles=piles),),
    )


def _name_of_wall(wall: int) -> str:
    return CORNERS.name(wall % SLOTS) + "hv"[wall // SLOTS]
