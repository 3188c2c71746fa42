"""Saute on the table: a lane for every seat with its goal at the right, squares and triangles."""

from collections.abc import Iterator

from palissade.boards.butehorn import COLUMNS, GRID, NAMES, rings
from palissade.boards.drawing import Grid
from palissade.game import Game
from palissade.games.saute import rules
from palissade.games.saute.notation import ends, text
from palissade.games.saute.rules import GOAL, IN_ROW, LANE, NO_RUNNER, PIECES, STOP
from palissade.kernel import Position
from palissade.scene import Holding, Mark, Pick, Piece, Pile, Scene, Tray


def scene(game: Game, pos: Position, seat: int, last_turn: tuple[int, ...]) -> Scene:
    """Nothing is hidden, and all race to the right: every seat sees the same table."""
    grid = GRID.seen_by(game, seat)
    seats = range(len(game.seats))
    return grid.scene(
        game,
        seat,
        printed=rings(grid),
        spots=grid.spots(NAMES.name),
        pieces=(piece for owner in seats for piece in _pieces(grid, game, pos, owner)),
        marks=(*(_goal(grid, owner) for owner in seats), *_last(grid, last_turn), *_runs(grid, pos)),
        trays=(_tray(game, pos, owner) for owner in seats),
    )


def picks(pos: Position, action: int) -> tuple[Pick, ...]:
    """A piece and where it lands, or stop, or pass."""
    if action >= STOP:
        return (text(pos, action),)
    square, goal = ends(action)
    return (NAMES.name(square), NAMES.name(goal))


def _pieces(grid: Grid, game: Game, pos: Position, seat: int) -> Iterator[Piece]:
    """A seat's nine pieces, which keep their numbers."""
    colour = game.seats[seat].colours[0]
    for number in range(PIECES):
        square = int(pos.square[seat, number])
        x, y = grid.at(square)
        kind = "square" if number % IN_ROW else "triangle"
        yield Piece(id=f"{colour}:{number + 1}", kind=kind, spot=NAMES.name(square), x=x, y=y, colour=colour)


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
    if rules.is_over(pos):
        return
    squares = pos.square[int(pos.mover)].tolist() if pos.runner == NO_RUNNER else [int(pos.runner)]
    hops = [square * COLUMNS + goal for square in squares if (goal := rules.landing(pos, square)) < COLUMNS]
    for landed in sorted({ends(hop)[1] for hop in hops}):
        if rules.may_run_on(pos, landed):
            x, y = grid.at(landed)
            yield Mark(kind="anchor", x=x, y=y)


def _tray(game: Game, pos: Position, seat: int) -> Tray:
    """How many pieces have not reached the goal."""
    colours = game.seats[seat].colours
    left = sum(square % COLUMNS < GOAL for square in pos.square[seat].tolist())
    return Tray(
        seat=seat,
        token="square",
        colours=colours,
        is_mover=not rules.is_over(pos) and int(pos.mover) == seat,
        holdings=(Holding(kind="stock", piles=(Pile(kind="square", count=left, colour=colours[0], full=PIECES),)),),
    )
