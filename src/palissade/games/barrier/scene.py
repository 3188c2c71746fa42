"""Barrier on the table: a chequered board, the barrier of arrow tiles across it, and discs, crowned or not."""

from collections.abc import Iterator

from msgspec.structs import replace

from palissade.boards.drawing import Grid
from palissade.game import Game
from palissade.games.barrier import rules
from palissade.games.barrier.board import (
    BARRIER,
    CLEAR,
    COLUMNS,
    DIRECTION_NAMES,
    FIRST_PLACE,
    MEN,
    PLACES,
    ROWS,
    SQUARES,
    TILE_NAMES,
    TILES,
    YELLOW,
    has_square,
    size,
)
from palissade.games.barrier.notation import SQUARES as NAMES
from palissade.games.barrier.notation import ends, text
from palissade.games.barrier.rules import FIRST_JUMP, FIRST_STEP, NO_PIECE, NO_TILE, STOP
from palissade.kernel import Position
from palissade.scene import SQUARE, Circle, Holding, Lines, Mark, Pick, Piece, Pile, Rectangle, Scene, Shape, Tray

GRID = Grid(
    COLUMNS,
    ROWS,
    column_names=tuple("abcdefgh"),
    row_names=tuple("12345678"),
    rim=22,
    is_chequered=True,
)
COLOURS = ("yellow", "clear")
DOTS = (
    ((0, 0, 3.2),),
    ((-4, 2.6, 1.7), (4, 2.6, 1.7), (0, -4, 1.7)),
)  # one for Yellow, three for Clear, as on the discs
SCALE = 0.82  # of all pieces alike: on a tile the heads of its arrows must be seen round them


def scene(game: Game, pos: Position, seat: int, last_turn: tuple[int, ...]) -> Scene:
    """Nothing is hidden: every seat sees the same table from its own side."""
    grid = GRID.seen_by(game, seat)
    return grid.scene(
        game,
        seat,
        printed=_bed(grid),
        spots=grid.spots(NAMES.name),
        pieces=(*_tiles(grid, pos), *_discs(grid, pos)),
        marks=_last(grid, pos, last_turn),
        trays=(_tray(grid, pos, owner) for owner in range(2)),
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
    """What the tiles lie in: a trough across the board, with a place for each and the mark of whose it is (BAR-3)."""
    (x, y), (x2, y2) = grid.at(FIRST_PLACE), grid.at(FIRST_PLACE + PLACES - 1)
    left, right = min(x, x2) - SQUARE / 2 - grid.margin, max(x, x2) + SQUARE / 2 + grid.margin
    top, bottom = min(y, y2) - SQUARE / 2, max(y, y2) + SQUARE / 2
    yield Rectangle(style="groove", x=left, y=top, width=right - left, height=bottom - top)
    for place in range(PLACES):
        x, y = grid.at(FIRST_PLACE + place)
        yield Rectangle(style="block", x=x - 18, y=y - 18, width=36, height=36, round=3.5)
    for place in range(PLACES):
        x, y = grid.at(FIRST_PLACE + place)
        for across, down, radius in DOTS[rules.owner_of(place)]:
            yield Circle(style="dot", x=x + across, y=y + down, radius=radius)
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
    name, colour = _name_of_tile(owner, tile), COLOURS[owner]
    shown = "+".join(DIRECTION_NAMES[(direction + 2 * grid.turn) % 8] for direction in (tile, tile + 2))
    return Piece(id=name, kind="arrow-tile", spot=spot, x=x, y=y, colour=colour, glyph=shown)


def _name_of_tile(owner: int, tile: int) -> str:
    return f"{COLOURS[owner]}:{TILE_NAMES[tile]}"


def _discs(grid: Grid, pos: Position) -> Iterator[Piece]:
    for square in range(SQUARES):
        if pos.number[square] != NO_PIECE:
            x, y = grid.at(square)
            yield Piece(
                id=_name_of_disc(pos, square),
                kind="disc",
                spot=NAMES.name(square),
                x=x,
                y=y,
                colour=COLOURS[_owner(pos, square)],
                glyph="crown" if has_square(pos.crowned, square) else "",
                scale=SCALE,
            )


def _name_of_disc(pos: Position, square: int) -> str:
    return f"{COLOURS[_owner(pos, square)]}:{int(pos.number[square]) + 1}"


def _owner(pos: Position, square: int) -> int:
    """Whose piece stands there."""
    return YELLOW if has_square(pos.pieces[YELLOW], square) else CLEAR


# ---- the last turn


def _last(grid: Grid, pos: Position, last_turn: tuple[int, ...]) -> Iterator[Mark]:
    """The tile laid last, or the way of the piece moved last and whom it took; Yellow lays last and then moves first.

    On the barrier the mark is of the piece or tile, so that no wash covers it.
    """
    moves = [ends(action) for action in last_turn if FIRST_STEP <= action < STOP]
    if moves:
        for action in last_turn:
            if FIRST_JUMP <= action < STOP:
                x, y = grid.at(sum(ends(action)) // 2)  # half way lies the square jumped over
                yield Mark(kind="removed", x=x, y=y)
        (first, _), *_ = moves
        *between, goal = (goal for _, goal in moves)
        *came, arrived = grid.last_move(first, goal, *between)
        yield from came
        yield replace(arrived, piece=_name_of_disc(pos, goal)) if has_square(BARRIER, goal) else arrived
    elif last_turn and last_turn[-1] < FIRST_STEP:
        tile, place = divmod(last_turn[-1], PLACES)
        x, y = grid.at(FIRST_PLACE + place)
        yield Mark(kind="last-to", x=x, y=y, piece=_name_of_tile(rules.owner_of(place), tile))


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
    return f"hand:{_name_of_tile(seat, tile)}"
