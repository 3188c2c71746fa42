"""Cul-de-Sac on the table: squares between grooves, printed bases, pawns, and walls in the grooves."""

from collections.abc import Iterator
from typing import Any

from palissade.boards.drawing import Grid
from palissade.boards.keeping import kept, kept_by_action
from palissade.game import Game
from palissade.games.cul_de_sac import notation, rules
from palissade.games.cul_de_sac.board import BASES, COLUMNS, OFF, ONE_STEP, ROWS, SLOT_COLUMNS, SLOTS, neighbour
from palissade.games.cul_de_sac.notation import CORNERS, SQUARES, ends, text
from palissade.games.cul_de_sac.rules import FIRST_MOVE, PASS, WALLS_EACH
from palissade.kernel import Position
from palissade.plain import plain
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
    grid, table, is_over = GRID.seen_by(game, seat), plain(pos), rules.is_over(pos)
    return grid.scene(
        game,
        seat,
        printed=_bases,
        spots=_spots(grid),
        pieces=(*_walls(grid, table), *_pawns(grid, table)),
        marks=(*_last(grid, pos, last_turn), *(() if is_over else _goals(grid, table.mover))),
        trays=(_tray(owner, *table.stock[owner], is_mover=owner == table.mover and not is_over) for owner in range(2)),
    )


@kept_by_action
def picks(pos: Position, action: int) -> tuple[Pick, ...]:
    """A pawn and its goal, or a wall's slot, or pass."""
    if FIRST_MOVE <= action < PASS:
        square, goal = ends(action)
        return (SQUARES.name(square), SQUARES.name(goal))
    return (text(pos, action),)


def action_of(pos: Position, picks: tuple[Pick, ...]) -> int:
    """As the notation writes it: places with a dash between them."""
    return notation.action(pos, "-".join(picks))


def _bases(grid: Grid) -> Iterator[Circle]:
    for owner in range(2):
        for base in BASES[owner]:
            x, y = grid.at(base)
            yield Circle(style=f"base-{COLOURS[owner]}", x=x, y=y, radius=15)


def _middle_of_slot(grid: Grid, slot: int) -> tuple[float, float]:
    return grid.middle(slot % SLOT_COLUMNS + 0.5, slot // SLOT_COLUMNS + 0.5)


@kept
def _spots(grid: Grid) -> tuple[Spot, ...]:
    """The squares, and the slots for walls between them."""
    long, wide = 2 * grid.pitch - grid.groove, grid.groove
    spots = [*grid.spots(SQUARES.name)]
    for wall in range(2 * SLOTS):
        x, y = _middle_of_slot(grid, wall % SLOTS)
        width, height = (wide, long) if wall >= SLOTS else (long, wide)
        kind = KINDS[wall // SLOTS]
        spots.append(Spot(id=_name_of_wall(wall), x=x, y=y, width=width, height=height, kind=kind))
    return tuple(spots)


def _walls(grid: Grid, table: Any) -> Iterator[Piece]:
    for upright, rows in enumerate((table.laid_h, table.laid_v)):
        for row, laid in enumerate(rows):
            for column in range(laid.bit_length()):
                if laid >> column & 1:
                    yield _wall(grid, upright * SLOTS + row * SLOT_COLUMNS + column)


@kept
def _wall(grid: Grid, wall: int) -> Piece:
    (x, y), name = _middle_of_slot(grid, wall % SLOTS), _name_of_wall(wall)
    return Piece(id=f"wall:{name}", kind=KINDS[wall // SLOTS], spot=name, x=x, y=y)


def _pawns(grid: Grid, table: Any) -> Iterator[Piece]:
    for i, square in enumerate(table.pawns):
        if square != OFF:
            yield _pawn(grid, i, square)


@kept
def _pawn(grid: Grid, i: int, square: int) -> Piece:
    (x, y), colour = grid.at(square), COLOURS[i // 2]
    return Piece(id=f"{colour}:{i % 2 + 1}", kind="pawn", spot=SQUARES.name(square), x=x, y=y, colour=colour)


def _last(grid: Grid, pos: Position, last_turn: tuple[int, ...]) -> Iterator[Mark]:
    """What was laid and moved in the last turn."""
    for action in last_turn:
        if action == PASS:
            continue
        if action < FIRST_MOVE:
            yield _wall_laid(grid, action)
            continue
        square, goal = ends(action)
        yield from grid.last_move(square, goal, *_bend(pos, square, goal))


@kept
def _wall_laid(grid: Grid, wall: int) -> Mark:
    x, y = _middle_of_slot(grid, wall % SLOTS)
    return Mark(kind="last-piece", x=x, y=y, piece=f"wall:{_name_of_wall(wall)}")


@kept
def _goals(grid: Grid, mover: int) -> tuple[Mark, ...]:
    """The enemy bases."""
    return tuple(grid.mark("goal", int(base)) for base in BASES[1 - mover])


def _bend(pos: Position, square: int, goal: int) -> Iterator[int]:
    """The square between, for a move round a corner: through it no wall lies, unless one was laid there after."""
    columns, rows = goal % COLUMNS - square % COLUMNS, goal // COLUMNS - square // COLUMNS
    if not (columns and rows):
        return
    across, along = ONE_STEP + (1 if columns > 0 else 3), ONE_STEP + (0 if rows > 0 else 2)
    first, second = (across, along) if rules.has_route(pos, square, across, along) else (along, across)
    if rules.has_route(pos, square, first, second):
        yield neighbour(square, first)


@kept
def _tray(seat: int, *stock: int, is_mover: bool) -> Tray:
    """The walls left, and the bases to be reached (CDS-1)."""
    piles = tuple(Pile(kind=kind, count=left, full=WALLS_EACH) for kind, left in zip(KINDS, stock, strict=True))
    goals = Pile(kind=f"base-{COLOURS[1 - seat]}", count=len(BASES[1 - seat]))
    return Tray(
        seat=seat,
        token="pawn",
        colours=(COLOURS[seat],),
        is_mover=is_mover,
        holdings=(Holding(kind="stock", piles=piles), Holding(kind="goals", piles=(goals,))),
    )


def _name_of_wall(wall: int) -> str:
    return CORNERS.name(wall % SLOTS) + "hv"[wall // SLOTS]
