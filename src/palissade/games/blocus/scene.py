"""Le Blocus on the table: a king and six guards each, and the ways out that are open."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from palissade.boards.butehorn import COLUMNS, NAMES
from palissade.boards.butehorn_drawing import GRID, rings
from palissade.boards.drawing import Grid
from palissade.boards.keeping import kept, kept_by_action
from palissade.game import Game
from palissade.games.blocus import COLOURS, notation, rules
from palissade.games.blocus.notation import text
from palissade.games.blocus.rules import EXIT, FIRST_SLIDE, GUARDS_EACH, OFF, first_of, goal_of
from palissade.games.blocus.ways import SOUTH, way_out
from palissade.kernel import Position
from palissade.plain import plain
from palissade.scene import Holding, Mark, Pick, Piece, Pile, Scene, Tray

BEYOND = 0.55  # rows from the last square of a way out to the head of its arrow, on the edge of the rim
OUTSIDE = 0.85  # and to where a king stands who has gone it, on the rim


def scene(game: Game, pos: Position, seat: int, last_turn: tuple[int, ...]) -> Scene:
    """Nothing is hidden: every seat sees the same table from its own side."""
    grid, table, is_over = GRID.seen_by(game, seat), plain(pos), rules.is_over(pos)
    return grid.scene(
        game,
        seat,
        printed=rings,
        spots=grid.spots(NAMES.name),
        pieces=_pieces(grid, table, way_out(pos, table.winner) if is_over else []),
        marks=(*_last(grid, table, last_turn), *_ways(grid, pos, table, is_over=is_over)),
        trays=(_tray(owner, table.held[owner], is_mover=owner == table.mover and not is_over) for owner in range(2)),
    )


@kept_by_action
def picks(pos: Position, action: int) -> tuple[Pick, ...]:
    """The square for a guard; a guard and its goal; or a word."""
    if FIRST_SLIDE <= action < EXIT:
        return (NAMES.name(first_of(action)), NAMES.name(goal_of(action)))
    return (text(pos, action),)


def action_of(pos: Position, picks: tuple[Pick, ...]) -> int:
    """As the notation writes it: places with a dash between them."""
    return notation.action(pos, "-".join(picks))


def _pieces(grid: Grid, table: Any, way: list[int]) -> Iterator[Piece]:
    """The king who has escaped stands outside, at the end of the way that he has gone."""
    for seat, square in enumerate(table.kings):
        king = _piece(grid, "king", "cylinder", seat, square)
        if way and seat == table.winner:
            x, y = _beyond(grid, seat, way[-1], OUTSIDE)
            king = replace(king, spot="", x=x, y=y)
        yield king
    for guard, square in enumerate(table.guards):
        seat, number = divmod(guard, GUARDS_EACH)
        if square != OFF:
            yield _piece(grid, number + 1, "square", seat, square)


@kept
def _piece(grid: Grid, name: str | int, kind: str, seat: int, square: int) -> Piece:
    (x, y), colour = grid.at(square), COLOURS[seat]
    return Piece(id=f"{colour}:{name}", kind=kind, spot=NAMES.name(square), x=x, y=y, colour=colour)


def _last(grid: Grid, table: Any, last_turn: tuple[int, ...]) -> Iterator[Mark]:
    for action in last_turn[-1:]:
        if action < FIRST_SLIDE:
            yield grid.last_put(action)
        elif action < EXIT:
            yield from grid.last_move(first_of(action), goal_of(action))
        elif action == EXIT:
            yield grid.mark("last-from", table.kings[table.winner])


def _ways(grid: Grid, pos: Position, table: Any, *, is_over: bool) -> Iterator[Mark]:
    """Every way out that is open, up to the rim; after the end, the way that won."""
    for seat in range(2):
        way = way_out(pos, seat)
        if way and (not is_over or seat == table.winner):
            x, y = grid.at(way[0])
            end = _beyond(grid, seat, way[-1], OUTSIDE if is_over else BEYOND)
            walker = f"{COLOURS[seat]}:king" if is_over else ""
            yield Mark(kind="way", x=x, y=y, path=(*(grid.at(square) for square in way[1:-1]), end), piece=walker)


def _beyond(grid: Grid, seat: int, last: int, rows: float) -> tuple[float, float]:
    """So many rows beyond the last square of a seat's way."""
    row, column = divmod(last, COLUMNS)
    return grid.middle(column, row + rows if seat == SOUTH else row - rows)


@kept
def _tray(seat: int, held: int, *, is_mover: bool) -> Tray:
    guards = Pile(kind="square", colour=COLOURS[seat], count=held, full=GUARDS_EACH)
    return Tray(
        seat=seat,
        token="cylinder",
        colours=(COLOURS[seat],),
        is_mover=is_mover,
        holdings=(Holding(kind="stock", piles=(guards,)),),
    )
