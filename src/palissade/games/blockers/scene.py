"""Blockers! on the table: nine blocks with their symbols, tiles, racks on their rails, and what was captured."""

from collections.abc import Iterator

from palissade.boards.drawing import Grid
from palissade.game import Game
from palissade.games.blockers import rules
from palissade.games.blockers.groups import count_groups
from palissade.games.blockers.notation import TILE_NAMES, square_name
from palissade.games.blockers.rules import PASS
from palissade.games.blockers.tiles import (
    COLOURS,
    COLUMNS,
    NO_TILE,
    RACK,
    ROWS,
    SQUARES,
    SYMBOLS,
    TILES,
    UNKNOWN,
    block_of,
)
from palissade.kernel import Position
from palissade.scene import Holding, Mark, Pick, Piece, Pile, Print, Scene, Tray

GRID = Grid(COLUMNS, ROWS, column_names=tuple("123456789"), row_names=tuple("IHGFEDCBA"), rim=24, block=3)


def scene(game: Game, pos: Position, seat: int, last_turn: tuple[int, ...]) -> Scene:
    """A rack that the seat may not see is only a number of tiles (BKR-10)."""
    grid = GRID.seen_by(game, seat)
    return grid.scene(
        game,
        seat,
        printed=_symbols(grid),
        spots=grid.spots(_name_of_spot),
        pieces=_tiles(grid, pos),
        marks=_last(grid, last_turn),
        trays=(_tray(game, pos, owner) for owner in range(len(game.seats))),
    )


def picks(pos: Position, action: int) -> tuple[Pick, ...]:
    """A tile of a rack, then a square."""
    if action == PASS:
        return ("pass",)
    rack, tile, square = action // SQUARES // TILES, action // SQUARES % TILES, action % SQUARES
    colour = COLOURS[rules.first_colour(pos) + rack]
    return (f"rack:{colour}:{TILE_NAMES[tile]}", square_name(square))


def _square(column: int, row: int) -> int:
    """The number of a square: rows are counted from the top here, from the bottom in drawings."""
    return (ROWS - 1 - row) * COLUMNS + column


def _name_of_spot(number: int) -> str:
    return square_name(_square(number % COLUMNS, number // COLUMNS))


def _middle(grid: Grid, square: int) -> tuple[float, float]:
    return grid.middle(square % COLUMNS, ROWS - 1 - square // COLUMNS)


def _symbols(grid: Grid) -> Iterator[Print]:
    """Every square prints its block's symbol."""
    for square in range(SQUARES):
        x, y = _middle(grid, square)
        yield Print(style="symbol", x=x, y=y, glyph=TILE_NAMES[SYMBOLS + block_of(square)])


def _tiles(grid: Grid, pos: Position) -> Iterator[Piece]:
    for square in range(SQUARES):
        tile = int(pos.tile[square])
        if tile != NO_TILE:
            x, y = _middle(grid, square)
            yield _tile(COLOURS[int(pos.colour[square])], tile, spot=square_name(square), x=x, y=y)


def _tile(colour: str, tile: int, *, spot: str = "", x: float = 0, y: float = 0) -> Piece:
    name = TILE_NAMES[tile]
    return Piece(id=f"{colour}:{name}", kind="tile", spot=spot, x=x, y=y, colour=colour, glyph=name)


def _last(grid: Grid, last_turn: tuple[int, ...]) -> Iterator[Mark]:
    """The tile played last; who plays on alone plays several in a row."""
    if last_turn and last_turn[-1] != PASS:
        x, y = _middle(grid, last_turn[-1] % SQUARES)
        yield Mark(kind="last-to", x=x, y=y)


def _tray(game: Game, pos: Position, seat: int) -> Tray:
    names = game.seats[seat].colours
    colours = [COLOURS.index(name) for name in names]
    captured = tuple(
        _tile(colour, tile)
        for number, colour in enumerate(COLOURS)
        for tile in range(TILES)
        if int(pos.captured[seat, number]) >> tile & 1
    )
    groups = tuple(Pile(kind="group", colour=COLOURS[c], count=int(count_groups(pos, c))) for c in colours)
    return Tray(
        seat=seat,
        token="tile",
        colours=names,
        is_mover=not rules.is_over(pos) and int(pos.mover) == seat,
        holdings=(
            *(_rack(pos, colour) for colour in colours),
            Holding(kind="groups", piles=groups),
            Holding(kind="captured", pieces=captured),
        ),
    )


def _rack(pos: Position, number: int) -> Holding:
    colour, tiles = COLOURS[number], [int(tile) for tile in pos.rack[number, :RACK] if tile != NO_TILE]
    if UNKNOWN in tiles:
        return Holding(kind="rack", piles=(Pile(kind="tile", colour=colour, count=len(tiles)),))
    return Holding(
        kind="rack", pieces=tuple(_tile(colour, tile, spot=f"rack:{colour}:{TILE_NAMES[tile]}") for tile in tiles)
    )
