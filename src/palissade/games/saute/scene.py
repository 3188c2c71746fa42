"""Saute on the table: lanes across the board, squares and triangles, and a goal block for every seat."""

from collections.abc import Iterator

from palissade.boards.butehorn import COLUMNS, NAMES, ROWS
from palissade.boards.drawing import Grid
from palissade.game import Game
from palissade.games.saute import rules
from palissade.games.saute.notation import ends, text
from palissade.games.saute.rules import GOAL, IN_ROW, PIECES, STOP
from palissade.kernel import Position
from palissade.scene import SQUARE, Mark, Pick, Piece, Scene, Tray

GRID = Grid(
    COLUMNS, ROWS, column_names=tuple("abcdefghijkl"), row_names=tuple(str(r + 1) for r in range(ROWS)), block=3
)
COLOURS = ("red", "blue", "green", "yellow")


def scene(game: Game, pos: Position, seat: int, last_turn: tuple[int, ...]) -> Scene:
    """Nothing is hidden, and everybody races to the right: every seat sees the same table."""
    return Scene(
        game=game.id,
        title=game.name,
        box=game.box,
        seat=max(seat, 0),
        width=GRID.width,
        height=GRID.height,
        board=GRID.shapes(),
        spots=GRID.spots(NAMES.name),
        pieces=tuple(sorted(_pieces(game, pos), key=lambda piece: piece.y)),
        marks=(*_goals(game, pos), *_last(last_turn)),
        trays=tuple(_tray(game, pos, owner) for owner in range(len(game.seats))),
    )


def picks(pos: Position, action: int) -> tuple[Pick, ...]:
    """A piece and where it lands, or stop, or pass."""
    if action >= STOP:
        return (text(pos, action),)
    square, goal = ends(action)
    return (NAMES.name(square), NAMES.name(goal))


def _pieces(game: Game, pos: Position) -> Iterator[Piece]:
    """Numbered in each lane as they stood at the start, row by row."""
    for seat in range(len(game.seats)):
        for number in range(PIECES):
            square = int(pos.square[seat, number])
            x, y = GRID.middle(square % COLUMNS, square // COLUMNS)
            yield Piece(
                id=f"{COLOURS[seat]}:{number + 1}",
                kind="square" if number % IN_ROW else "triangle",
                spot=NAMES.name(square),
                x=x,
                y=y,
                colour=COLOURS[seat],
            )


def _goals(game: Game, pos: Position) -> Iterator[Mark]:
    side = 3 * SQUARE
    for seat in range(len(game.seats)):
        x, y = GRID.middle(GOAL + 1, rules.row_of(seat, 1))
        yield Mark(kind="goal", x=x, y=y, width=side, height=side)


def _last(last_turn: tuple[int, ...]) -> Iterator[Mark]:
    hops = [ends(action) for action in last_turn if action < STOP]
    return iter(())


def _tray(game: Game, pos: Position, seat: int) -> Tray:
    return Tray(
        seat=seat,
        token="square",
        colours=game.seats[seat].colours,
        is_mover=not rules.is_over(pos) and int(pos.mover) == seat,
    )
