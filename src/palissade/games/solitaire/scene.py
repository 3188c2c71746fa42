"""Solitaire on the table: the middle of the board, pawns of four colours, and the last jump with what it removed."""

from collections.abc import Iterator

from palissade.boards.drawing import Grid
from palissade.game import Game
from palissade.games.solitaire import rules
from palissade.games.solitaire.board import COLOURS, EACH, SIDE, SQUARES
from palissade.games.solitaire.notation import square_name
from palissade.games.solitaire.rules import EMPTY
from palissade.kernel import Position
from palissade.scene import Circle, Holding, Mark, Pick, Piece, Pile, Scene, Tray

GRID = Grid(SIDE, SIDE, column_names=tuple("ABCDEFGH"), row_names=tuple("87654321"), block=3, cut=2)
CENTRES = (18, 21, 42, 45)  # 3C 3F 6C 6F, in the middle of the four whole blocks


def scene(game: Game, pos: Position, seat: int, last_turn: tuple[int, ...]) -> Scene:
    """One plays alone: there is one side to look from."""
    return GRID.scene(
        game,
        seat,
        printed=_rings(),
        spots=GRID.spots(_name_of_spot),
        pieces=_pawns(pos),
        marks=_last(last_turn),
        trays=(_tray(pos),),
    )


def picks(pos: Position, action: int) -> tuple[Pick, ...]:
    """A pawn, then where it lands."""
    return (square_name(action // SQUARES), square_name(action % SQUARES))


def _other_way_up(square: int) -> int:
    """Rows are counted from the top here, from the bottom in drawings."""
    return (SIDE - 1 - square // SIDE) * SIDE + square % SIDE


def _name_of_spot(number: int) -> str:
    return square_name(_other_way_up(number))


def _at(square: int) -> tuple[float, float]:
    return GRID.at(_other_way_up(square))


def _rings() -> Iterator[Circle]:
    """The printed circles; they mean nothing here, and are small enough not to look like marks round pawns."""
    for centre in CENTRES:
        x, y = _at(centre)
        yield Circle(style="ring", x=x, y=y, radius=11)


def _pawns(pos: Position) -> Iterator[Piece]:
    """A pawn is named after the square where it stood at first."""
    for square in range(SQUARES):
        number = int(rules.colour_at(pos, square))
        if number != EMPTY:
            colour, (x, y) = COLOURS[number], _at(square)
            origin = square_name(int(pos.origin[square]))
            yield Piece(id=f"{colour}:{origin}", kind="square", spot=square_name(square), x=x, y=y, colour=colour)


def _last(last_turn: tuple[int, ...]) -> Iterator[Mark]:
    """The jump made last, of all that one makes in a row, and the places of the pawns it removed."""
    if not last_turn:
        return
    square, goal = divmod(last_turn[-1], SQUARES)
    yield from GRID.last_move(_other_way_up(square), _other_way_up(goal))
    step = (1 if goal > square else -1) * (1 if abs(goal - square) < SIDE else SIDE)
    for jumped in range(square + step, goal, step):
        x, y = _at(jumped)
        yield Mark(kind="removed", x=x, y=y)


def _tray(pos: Position) -> Tray:
    """SOL-4: what counts is how many pawns are left."""
    left = [0] * len(COLOURS)
    for square in range(SQUARES):
        colour = int(rules.colour_at(pos, square))
        if colour != EMPTY:
            left[colour] += 1
    piles = (Pile(kind="square", colour=colour, count=left[i], full=EACH) for i, colour in enumerate(COLOURS))
    return Tray(
        seat=0,
        token="square",
        colours=(),
        is_mover=not rules.is_over(pos),
        holdings=(Holding(kind="stock", piles=tuple(piles)),),
    )
