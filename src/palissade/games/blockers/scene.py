"""Blockers! on the table: nine blocks with their symbols, tiles, racks on their rails, and what was captured."""

from collections.abc import Iterator
from typing import Any

from palissade.boards.drawing import Grid
from palissade.boards.keeping import kept
from palissade.game import Game
from palissade.games.blockers import notation, rules
from palissade.games.blockers.colours import COLOURS
from palissade.games.blockers.groups import count_groups
from palissade.games.blockers.notation import TILE_NAMES, square_name
from palissade.games.blockers.rules import PASS
from palissade.games.blockers.tiles import (
    COLUMNS,
    JOKER,
    LINES,
    NO_TILE,
    ROWS,
    SQUARES,
    SYMBOLS,
    TILES,
    UNKNOWN,
    block_of,
)
from palissade.kernel import Position
from palissade.plain import plain
from palissade.scene import Holding, Mark, Pick, Piece, Pile, Print, Scene, Tray

GRID = Grid(COLUMNS, ROWS, column_names=tuple("123456789"), row_names=tuple("IHGFEDCBA"), rim=24, block=3)


def scene(game: Game, pos: Position, seat: int, last_turn: tuple[int, ...]) -> Scene:
    """A rack that the seat may not see is only a number of tiles (BKR-10)."""
    grid, table, is_over = GRID.seen_by(game, seat), plain(pos), rules.is_over(pos)
    return grid.scene(
        game,
        seat,
        printed=_symbols,
        spots=grid.spots(_name_of_spot),
        pieces=_tiles(grid, table),
        marks=(*_last(grid, last_turn), *(() if is_over else _zones(grid, pos, table, seat))),
        trays=(
            _tray(game, pos, table, owner, is_mover=owner == table.mover and not is_over)
            for owner in range(len(game.seats))
        ),
    )


def picks(pos: Position, action: int) -> tuple[Pick, ...]:
    """A tile of a rack, then a square."""
    if action == PASS:
        return ("pass",)
    rack, tile, square = action // SQUARES // TILES, action // SQUARES % TILES, action % SQUARES
    colour = COLOURS[_first_colour(pos) + rack]
    return (f"rack:{colour}:{TILE_NAMES[tile]}", square_name(square))


def action_of(pos: Position, picks: tuple[Pick, ...]) -> int:
    """As the notation writes it: only experts have to say from which rack."""
    if picks == ("pass",):
        return PASS
    tile, square = picks
    rack, colour, name = tile.split(":")
    if rack != "rack" or (colour != COLOURS[_first_colour(pos)] and not pos.expert):
        raise ValueError(tile)
    return notation.action(pos, f"{colour}:{name}@{square}" if pos.expert else f"{name}@{square}")


def _first_colour(pos: Position) -> int:
    """The mover's colour, or for experts the first of its two."""
    return int(pos.mover) * (2 if pos.expert else 1)


def other_way_up(square: int) -> int:
    """Rows are counted from the top here, from the bottom in drawings."""
    return (ROWS - 1 - square // COLUMNS) * COLUMNS + square % COLUMNS


def _name_of_spot(number: int) -> str:
    return square_name(other_way_up(number))


def _symbols(grid: Grid) -> Iterator[Print]:
    """Every square prints its block's symbol."""
    for square in range(SQUARES):
        x, y = grid.at(other_way_up(square))
        yield Print(style="symbol", x=x, y=y, glyph=TILE_NAMES[SYMBOLS + block_of(square)])


def _tiles(grid: Grid, table: Any) -> Iterator[Piece]:
    for square, tile in enumerate(table.tile):
        if tile != NO_TILE:
            yield _tile_laid(grid, table.colour[square], tile, square)


@kept
def _tile_laid(grid: Grid, colour: int, tile: int, square: int) -> Piece:
    x, y = grid.at(other_way_up(square))
    return _tile(COLOURS[colour], tile, spot=square_name(square), x=x, y=y)


def _tile(colour: str, tile: int, *, spot: str = "", x: float = 0, y: float = 0) -> Piece:
    name = TILE_NAMES[tile]
    return Piece(id=f"{colour}:{name}", kind="tile", spot=spot, x=x, y=y, colour=colour, glyph=name)


def _last(grid: Grid, last_turn: tuple[int, ...]) -> Iterator[Mark]:
    """The tile played last; who plays on alone plays several in a row."""
    if last_turn and last_turn[-1] != PASS:
        yield grid.mark("last-to", other_way_up(last_turn[-1] % SQUARES))


def _zones(grid: Grid, pos: Position, table: Any, seat: int) -> Iterator[Mark]:
    """For the mover who has picked a tile: the column, the row or the block where it may lie (BKR-3)."""
    if seat != table.mover:
        return
    first = _first_colour(pos)
    for colour in range(first, first + (2 if pos.expert else 1)):
        for tile in table.rack[colour]:
            if tile not in (NO_TILE, UNKNOWN, JOKER):
                yield _zone(grid, colour, tile)


@kept
def _zone(grid: Grid, colour: int, tile: int) -> Mark:
    across, down = zip(*(grid.at(other_way_up(int(square))) for square in LINES[tile]), strict=True)
    return Mark(
        kind="zone",
        x=(min(across) + max(across)) / 2,
        y=(min(down) + max(down)) / 2,
        width=max(across) - min(across) + grid.square,
        height=max(down) - min(down) + grid.square,
        when=f"rack:{COLOURS[colour]}:{TILE_NAMES[tile]}",
    )


def _tray(game: Game, pos: Position, table: Any, seat: int, *, is_mover: bool) -> Tray:
    names = game.seats[seat].colours
    colours = [COLOURS.index(name) for name in names]
    groups = tuple(Pile(kind="group", colour=COLOURS[c], count=int(count_groups(pos, c))) for c in colours)
    return Tray(
        seat=seat,
        token="tile",
        colours=names,
        is_mover=is_mover,
        holdings=(
            *(_rack(colour, tuple(table.rack[colour])) for colour in colours),
            Holding(kind="groups", piles=groups),
            _captured(tuple(table.captured[seat])),
        ),
    )


@kept
def _captured(taken: tuple[int, ...]) -> Holding:
    """Of each colour, the tiles that were taken, a bit each."""
    pieces = (
        _tile(colour, tile)
        for colour, tiles in zip(COLOURS, taken, strict=True)
        for tile in range(TILES)
        if tiles >> tile & 1
    )
    return Holding(kind="captured", pieces=tuple(pieces))


@kept
def _rack(number: int, places: tuple[int, ...]) -> Holding:
    colour, tiles = COLOURS[number], [tile for tile in places if tile != NO_TILE]
    if UNKNOWN in tiles:
        return Holding(kind="rack", piles=(Pile(kind="tile", colour=colour, count=len(tiles)),))
    return Holding(
        kind="rack", pieces=tuple(_tile(colour, tile, spot=f"rack:{colour}:{TILE_NAMES[tile]}") for tile in tiles)
    )
