"""Saute on the table: a lane for every seat with its goal at the right, squares and triangles."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from palissade.boards.butehorn import COLUMNS, NAMES
from palissade.boards.butehorn_drawing import GRID, rings
from palissade.boards.drawing import Grid
from palissade.boards.keeping import kept, kept_by_action
from palissade.game import Game
from palissade.games.saute import notation, rules
from palissade.games.saute.notation import ends, text
from palissade.games.saute.rules import GOAL, IN_ROW, LANE, NO_RUNNER, PIECES, STOP
from palissade.kernel import Actions, Position, rule
from palissade.plain import plain
from palissade.scene import Holding, Mark, Pick, Piece, Pile, Scene, Tray


def scene(game: Game, pos: Position, seat: int, last_turn: tuple[int, ...]) -> Scene:
    """Nothing is hidden, and all race to the right: every seat sees the same table."""
    grid, table, is_over = GRID.seen_by(game, seat), plain(pos), rules.is_over(pos)
    seats = range(len(game.seats))
    return grid.scene(
        game,
        seat,
        printed=rings,
        spots=grid.spots(NAMES.name),
        pieces=_pieces(grid, game, table),
        marks=(*(_goal(grid, owner) for owner in seats), *_last(grid, last_turn), *_runs(grid, pos)),
        trays=(
            _tray(game.seats[owner].colours, owner, _left(table, owner), is_mover=owner == table.mover and not is_over)
            for owner in seats
        ),
        one_click=True,  # SAU-3 leaves a piece one square to land on
    )


@kept_by_action
def picks(pos: Position, action: int) -> tuple[Pick, ...]:
    """A piece and where it lands, or stop, or pass."""
    if action >= STOP:
        return (text(pos, action),)
    square, goal = ends(action)
    return (NAMES.name(square), NAMES.name(goal))


def action_of(pos: Position, picks: tuple[Pick, ...]) -> int:
    """As the notation writes it: places with a dash between them."""
    return notation.action(pos, "-".join(picks))


def _pieces(grid: Grid, game: Game, table: Any) -> Iterator[Piece]:
    """Every seat's nine pieces, which keep their numbers."""
    for seat, place in enumerate(game.seats):
        (colour,) = place.colours
        for number, square in enumerate(table.square[seat]):
            yield _piece(grid, colour, number, square)


@kept
def _piece(grid: Grid, colour: str, number: int, square: int) -> Piece:
    (x, y), kind = grid.at(square), "square" if number % IN_ROW else "triangle"
    return Piece(id=f"{colour}:{number + 1}", kind=kind, spot=NAMES.name(square), x=x, y=y, colour=colour)


@kept
def _goal(grid: Grid, seat: int) -> Mark:
    """The last block of a seat's lane."""
    x, y = grid.middle(GOAL + 1, rules.row_of(seat, 1))
    side = LANE * grid.pitch - 6  # the corners of neighbouring goals stay apart
    return Mark(kind="goal", x=x, y=y, width=side, height=side)


def _last(grid: Grid, last_turn: tuple[int, ...]) -> tuple[Mark, ...]:
    """The run of one piece, from its first square to its last."""
    run = [ends(action) for action in last_turn if action < STOP]
    return grid.last_move(run[0][0], run[-1][1]) if run else ()


def _runs(grid: Grid, pos: Position) -> Iterator[Mark]:
    """The squares where a hop of the mover would let the piece run on (SAU-4)."""
    room = np.empty(PIECES, np.int32)
    for square in sorted(set(room[: _list_runs(pos, room)].tolist())):
        yield grid.mark("anchor", square)


@rule
def _list_runs(pos: Position, out: Actions) -> int:
    """Write where pieces of the mover would land and run on; return how many."""
    count = 0
    if rules.is_over(pos):
        return count
    for number in range(PIECES):
        square = int(pos.square[int(pos.mover), number])
        if pos.runner == NO_RUNNER or pos.runner == square:
            column = rules.landing(pos, square)
            landed = square // COLUMNS * COLUMNS + column
            if column < COLUMNS and rules.may_run_on(pos, landed):
                out[count] = landed
                count += 1
    return count


def _left(table: Any, seat: int) -> int:
    """How many pieces have not reached the goal."""
    return sum(square % COLUMNS < GOAL for square in table.square[seat])


@kept
def _tray(colours: tuple[str, ...], seat: int, left: int, *, is_mover: bool) -> Tray:
    return Tray(
        seat=seat,
        token="square",
        colours=colours,
        is_mover=is_mover,
        holdings=(Holding(kind="stock", piles=(Pile(kind="square", count=left, colour=colours[0], full=PIECES),)),),
    )
