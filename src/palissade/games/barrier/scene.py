"""Barrier on the table: a chequered board, the barrier of arrow tiles across it, and discs, crowned or not."""

from collections.abc import Iterator

from palissade.boards.drawing import Grid
from palissade.game import Game
from palissade.games.barrier import rules
from palissade.games.barrier.board import (
    COLUMNS,
    DIRECTION_NAMES,
    FIRST_PLACE,
    MEN,
    PLACES,
    ROWS,
    SQUARES,
    TILE_NAMES,
    TILES,
    has_square,
    size,
)
from palissade.games.barrier.notation import SQUARES as NAMES
from palissade.games.barrier.notation import ends, text
from palissade.games.barrier.rules import FIRST_STEP, NO_PIECE, NO_TILE, STOP
from palissade.kernel import Position
from palissade.scene import SQUARE, Holding, Lines, Mark, Pick, Piece, Pile, Rectangle, Scene, Shape, Tray

GRID = Grid(
    COLUMNS,
    ROWS,
    column_names=tuple("abcdefgh"),
    row_names=tuple("12345678"),
    rim=22,
    is_chequered=True,
)
COLOURS = ("yellow", "clear")
ON_TILE = 0.78  # a piece on a tile is smaller, so that the heads of the arrows are always seen round it


def scene(game: Game, pos: Position, seat: int, last_turn: tuple[int, ...]) -> Scene:
    """Nothing is hidden: every seat sees the same table from its own side."""
    near = max(seat, 0)
    grid = GRID.turned(game.seats[near].facing)
    return Scene(
        game=game.id,
        title=game.name,
        box=game.box,
        seat=near,
        width=grid.width,
        height=grid.height,
        board=(*grid.shapes(), *_bed(grid)),
        spots=grid.spots(NAMES.name),
        pieces=tuple(sorted((*_tiles(grid, pos), *_discs(grid, pos)), key=lambda piece: piece.y)),
        marks=tuple(_last(grid, last_turn)),
        trays=tuple(_tray(grid, pos, owner) for owner in range(2)),
    )


def picks(pos: Position, action: int) -> tuple[Pick, ...]:
    """A tile and its square, or a piece and its goal, or a word."""
    if action >= STOP:
        return (text(pos, action),)
    if action < FIRST_STEP:
        tile, place = divmod(action, PLACES)
        return (_in_hand(int(pos.mover), tile), NAMES.name(FIRST_PLACE + place))
    square, goal = ends(action)
    return (NAMES.name(square), NAMES.name(goal))


def _bed(grid: Grid) -> Iterator[Shape]:
    """What the tiles lie in: a trough across the board between two lines."""
    (x, y), (x2, y2) = grid.at(FIRST_PLACE), grid.at(FIRST_PLACE + PLACES - 1)
    left, right = min(x, x2) - SQUARE / 2 - grid.margin, max(x, x2) + SQUARE / 2 + grid.margin
    top, bottom = min(y, y2) - SQUARE / 2, max(y, y2) + SQUARE / 2
    yield Rectangle(style="groove", x=left, y=top, width=right - left, height=bottom - top)
    yield Lines(style="grid-strong", lines=((left, top, right, top), (left, bottom, right, bottom)))


# ---- tiles and discs


def _tiles(grid: Grid, pos: Position) -> Iterator[Piece]:
    for place in range(PLACES):
        if pos.tile[place] != NO_TILE:
            square = FIRST_PLACE + place
            x, y = grid.at(square)
            yield _tile(grid, rules.owner_of(place), int(pos.tile[place]), spot=NAMES.name(square), x=x, y=y)


def _tile(grid: Grid, owner: int, tile: int, *, spot: str = "", x: float = 0, y: float = 0) -> Piece:
    """A tile keeps its name, but its arrows turn with the board."""
    colour = COLOURS[owner]
    shown = "+".join(DIRECTION_NAMES[(direction + 2 * grid.turn) % 8] for direction in (tile, tile + 2))
    return Piece(id=f"{colour}:{TILE_NAMES[tile]}", kind="arrow-tile", spot=spot, x=x, y=y, colour=colour, glyph=shown)


def _discs(grid: Grid, pos: Position) -> Iterator[Piece]:
    for square in range(SQUARES):
        if pos.number[square] != NO_PIECE:
            x, y = grid.at(square)
            colour = COLOURS[0 if has_square(pos.pieces[0], square) else 1]
            yield Piece(
                id=f"{colour}:{int(pos.number[square]) + 1}",
                kind="disc",
                spot=NAMES.name(square),
                x=x,
                y=y,
                colour=colour,
                glyph="crown" if has_square(pos.crowned, square) else "",
                scale=ON_TILE if square in range(FIRST_PLACE, FIRST_PLACE + PLACES) else 1,
            )


# ---- the last turn


def _last(grid: Grid, last_turn: tuple[int, ...]) -> Iterator[Mark]:
    """The tile laid last, or the way of the piece moved last; Yellow lays the last tile and then moves first."""
    moves = [ends(action) for action in last_turn if FIRST_STEP <= action < STOP]
    if moves:
        (first, _), *_ = moves
        *between, goal = (goal for _, goal in moves)
        yield from grid.last_move(first, goal, *between)
    elif last_turn and last_turn[-1] < FIRST_STEP:
        yield grid.last_put(FIRST_PLACE + last_turn[-1] % PLACES)


# ---- what lies before the seats


def _tray(grid: Grid, pos: Position, seat: int) -> Tray:
    """The tiles to lay, and then the men taken."""
    is_mover = not rules.is_over(pos) and int(pos.mover) == seat
    hand = tuple(
        _tile(grid, seat, tile, spot=_in_hand(seat, tile) if is_mover else "")
        for tile in range(TILES)
        if has_square(pos.hand[seat], tile)
    )
    taken = MEN - size(pos.pieces[1 - seat])
    piles = (Pile(kind="disc", colour=COLOURS[1 - seat], count=taken),) if taken else ()
    return Tray(
        seat=seat,
        token="disc",
        colours=(COLOURS[seat],),
        is_mover=is_mover,
        holdings=(Holding(kind="stock", pieces=hand), Holding(kind="captured", piles=piles)),
    )


def _in_hand(seat: int, tile: int) -> str:
    return f"hand:{COLOURS[seat]}:{TILE_NAMES[tile]}"
