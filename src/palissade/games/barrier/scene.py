"""Barrier on the table: a chequered board, the barrier of arrow tiles across it, and discs, crowned or not."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from msgspec.structs import replace

from palissade.boards.drawing import Grid
from palissade.boards.keeping import kept
from palissade.game import Game
from palissade.games.barrier import notation, rules
from palissade.games.barrier.board import (
    CLEAR,
    COLUMNS,
    DIRECTION_NAMES,
    FIRST_PLACE,
    MEN,
    PLACES,
    ROWS,
    TILE_NAMES,
    TILES,
    YELLOW,
)
from palissade.games.barrier.notation import SQUARES as NAMES
from palissade.games.barrier.notation import ends, text
from palissade.games.barrier.rules import FIRST_JUMP, FIRST_STEP, NO_PIECE, NO_TILE, STOP
from palissade.kernel import Position
from palissade.plain import plain
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
BARRIER = range(FIRST_PLACE, FIRST_PLACE + PLACES)  # its squares
DOTS = (
    ((0, 0, 3.2),),
    ((-4, 2.6, 1.7), (4, 2.6, 1.7), (0, -4, 1.7)),
)  # one for Yellow, three for Clear, as on the discs
SCALE = 0.82  # of all pieces alike: on a tile the heads of its arrows must be seen round them


def scene(game: Game, pos: Position, seat: int, last_turn: tuple[int, ...]) -> Scene:
    """Nothing is hidden: every seat sees the same table from its own side."""
    grid, table, is_over = GRID.seen_by(game, seat), plain(pos), rules.is_over(pos)
    return grid.scene(
        game,
        seat,
        printed=_bed,
        spots=grid.spots(NAMES.name),
        pieces=(*_tiles(grid, table), *_discs(grid, table)),
        marks=(
            *_last(grid, table, last_turn),
            *(() if is_over else _victims(grid, pos)),
        ),
        trays=(_tray(grid, table, owner, is_mover=owner == table.mover and not is_over) for owner in range(2)),
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


def action_of(pos: Position, picks: tuple[Pick, ...]) -> int:
    """As the notation writes it; who goes two squares far means to jump."""
    if len(picks) == 1:
        return notation.action(pos, picks[0])
    first, last = picks
    mine = f"hand:{COLOURS[int(pos.mover)]}:"
    if first.startswith(mine):
        return notation.action(pos, f"{first.removeprefix(mine)}@{last}")
    square, goal = NAMES.square(first), NAMES.square(last)
    far = max(abs(goal % COLUMNS - square % COLUMNS), abs(goal // COLUMNS - square // COLUMNS))
    return notation.action(pos, f"{first}{'x' if far == 2 else '-'}{last}")


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


def _tiles(grid: Grid, table: Any) -> Iterator[Piece]:
    for place, tile in enumerate(table.tile):
        if tile != NO_TILE:
            yield _tile_laid(grid, tile, place)


@kept
def _tile_laid(grid: Grid, tile: int, place: int) -> Piece:
    square = FIRST_PLACE + place
    x, y = grid.at(square)
    return _tile(grid, rules.owner_of(place), tile, spot=NAMES.name(square), x=x, y=y)


def _tile(grid: Grid, owner: int, tile: int, *, spot: str = "", x: float = 0, y: float = 0) -> Piece:
    """A tile keeps its name, but its arrows turn with the board."""
    name, colour = _name_of_tile(owner, tile), COLOURS[owner]
    shown = "+".join(DIRECTION_NAMES[(direction + 2 * grid.turn) % 8] for direction in (tile, tile + 2))
    return Piece(id=name, kind="arrow-tile", spot=spot, x=x, y=y, colour=colour, glyph=shown)


def _name_of_tile(owner: int, tile: int) -> str:
    return f"{COLOURS[owner]}:{TILE_NAMES[tile]}"


def _discs(grid: Grid, table: Any) -> Iterator[Piece]:
    for square, number in enumerate(table.number):
        if number != NO_PIECE:
            yield _disc(grid, _owner(table, square), number, square, is_crowned=bool(table.crowned >> square & 1))


@kept
def _disc(grid: Grid, owner: int, number: int, square: int, *, is_crowned: bool) -> Piece:
    x, y = grid.at(square)
    return Piece(
        id=_name_of_disc(owner, number),
        kind="disc",
        spot=NAMES.name(square),
        x=x,
        y=y,
        colour=COLOURS[owner],
        glyph="crown" if is_crowned else "",
        scale=SCALE,
    )


def _name_of_disc(owner: int, number: int) -> str:
    return f"{COLOURS[owner]}:{number + 1}"


def _owner(table: Any, square: int) -> int:
    """Whose piece stands there."""
    return YELLOW if table.pieces[YELLOW] >> square & 1 else CLEAR


# ---- the last turn


def _last(grid: Grid, table: Any, last_turn: tuple[int, ...]) -> Iterator[Mark]:
    """The tile laid last, or the way of the piece moved last and whom it took; Yellow lays last and then moves first.

    On the barrier the mark is of the piece or tile, so that no wash covers it.
    """
    moves = [ends(action) for action in last_turn if FIRST_STEP <= action < STOP]
    if moves:
        for action in last_turn:
            if FIRST_JUMP <= action < STOP:
                yield grid.mark("removed", sum(ends(action)) // 2)  # half way lies the square jumped over
        (first, _), *_ = moves
        *between, goal = (goal for _, goal in moves)
        *came, arrived = grid.last_move(first, goal, *between)
        yield from came
        disc = _name_of_disc(_owner(table, goal), table.number[goal])
        yield replace(arrived, piece=disc) if goal in BARRIER else arrived
    elif last_turn and last_turn[-1] < FIRST_STEP:
        tile, place = divmod(last_turn[-1], PLACES)
        name = _name_of_tile(rules.owner_of(place), tile)
        yield replace(grid.mark("last-to", FIRST_PLACE + place), piece=name)


# ---- who can be taken


def _victims(grid: Grid, pos: Position) -> Iterator[Mark]:
    """For who has picked a piece: whom it can jump over and take (BAR-5)."""
    if rules.is_laying(pos):
        return
    room = np.empty(rules.MOST_LEGAL, np.int32)
    for action in room[: rules.legal_actions(pos, room)].tolist():
        if FIRST_JUMP <= action < STOP:
            yield _victim(grid, action)


@kept
def _victim(grid: Grid, jump: int) -> Mark:
    square, goal = ends(jump)
    x, y = grid.at((square + goal) // 2)  # half way lies the square jumped over
    return Mark(kind="take", x=x, y=y, when=NAMES.name(square))


# ---- what lies before the seats


def _tray(grid: Grid, table: Any, seat: int, *, is_mover: bool) -> Tray:
    taken = MEN - table.pieces[1 - seat].bit_count()
    crowned = (table.pieces[seat] & table.crowned).bit_count()
    men = table.pieces[seat].bit_count() - crowned
    return _tray_with(grid, seat, table.hand[seat], men, crowned, taken, is_mover=is_mover)


@kept
def _tray_with(grid: Grid, seat: int, tiles: int, men: int, crowned: int, taken: int, *, is_mover: bool) -> Tray:
    """The tiles to lay, a bit each; then the men on the board, the crowned ones, and those taken."""
    hand = tuple(
        _tile(grid, seat, tile, spot=_in_hand(seat, tile) if is_mover else "")
        for tile in range(TILES)
        if tiles >> tile & 1
    )
    own = (
        Pile(kind="disc", colour=COLOURS[seat], count=men),
        *((Pile(kind="disc", colour=COLOURS[seat], count=crowned, glyph="crown"),) if crowned else ()),
    )
    piles = (Pile(kind="disc", colour=COLOURS[1 - seat], count=taken),) if taken else ()
    return Tray(
        seat=seat,
        token="disc",
        colours=(COLOURS[seat],),
        is_mover=is_mover,
        holdings=(
            Holding(kind="stock", pieces=hand),
            *(() if tiles else (Holding(kind="men", piles=own),)),
            Holding(kind="captured", piles=piles),
        ),
    )


def _in_hand(seat: int, tile: int) -> str:
    return f"hand:{_name_of_tile(seat, tile)}"
