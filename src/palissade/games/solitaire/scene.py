"""Solitaire on the table: the middle of the board, pawns of four colours, and the last jump with what it removed."""

from collections.abc import Iterator

import numpy as np

from palissade.boards.drawing import Grid
from palissade.boards.keeping import kept, kept_by_action
from palissade.game import Game
from palissade.games.solitaire import notation, rules
from palissade.games.solitaire.board import COLOURS, EACH, SIDE, SQUARES
from palissade.games.solitaire.notation import square_name
from palissade.games.solitaire.rules import EMPTY
from palissade.kernel import Ints, Position, rule
from palissade.scene import Circle, Holding, Mark, Pick, Piece, Pile, Scene, Tray

GRID = Grid(SIDE, SIDE, column_names=tuple("ABCDEFGH"), row_names=tuple("87654321"), block=3, cut=2)
CENTRES = (18, 21, 42, 45)  # 3C 3F 6C 6F, in the middle of the four whole blocks


def scene(game: Game, pos: Position, seat: int, last_turn: tuple[int, ...]) -> Scene:
    """One plays alone: there is one side to look from."""
    colours = _colours(pos)
    return GRID.scene(
        game,
        seat,
        printed=_rings,
        spots=GRID.spots(_name_of_spot),
        pieces=_pawns(colours, _origins(last_turn)),
        marks=_last(last_turn),
        trays=(_tray(tuple(map(colours.count, range(len(COLOURS)))), is_over=rules.is_over(pos)),),
    )


@kept_by_action
def picks(pos: Position, action: int) -> tuple[Pick, ...]:
    """A pawn, then where it lands."""
    return (square_name(action // SQUARES), square_name(action % SQUARES))


def action_of(pos: Position, picks: tuple[Pick, ...]) -> int:
    """As the notation writes it: places with a dash between them."""
    return notation.action(pos, "-".join(picks))


def other_way_up(square: int) -> int:
    """Rows are counted from the top here, from the bottom in drawings."""
    return (SIDE - 1 - square // SIDE) * SIDE + square % SIDE


def _name_of_spot(number: int) -> str:
    return square_name(other_way_up(number))


def _rings(grid: Grid) -> Iterator[Circle]:
    """The printed circles; they mean nothing here, and are small enough not to look like marks round pawns."""
    for centre in CENTRES:
        x, y = grid.at(other_way_up(centre))
        yield Circle(style="ring", x=x, y=y, radius=11)


def _colours(pos: Position) -> list[int]:
    """The colour of the pawn on each square, or EMPTY."""
    colours = np.empty(SQUARES, np.int32)
    _list_colours(pos, colours)
    found: list[int] = colours.tolist()
    return found


@rule
def _list_colours(pos: Position, out: Ints) -> None:
    for square in range(SQUARES):
        out[square] = rules.colour_at(pos, square)


def _origins(played: tuple[int, ...]) -> list[int]:
    """Where the pawn on each square stood at first: one plays alone, so that all that was played is one turn."""
    origins = list(range(SQUARES))
    for action in played:
        square, goal = divmod(action, SQUARES)
        origins[goal] = origins[square]
    return origins


def _pawns(colours: list[int], origins: list[int]) -> Iterator[Piece]:
    for square, colour in enumerate(colours):
        if colour != EMPTY:
            yield _pawn(colour, origins[square], square)


@kept
def _pawn(number: int, origin: int, square: int) -> Piece:
    """A pawn is named after the square where it stood at first."""
    colour, (x, y) = COLOURS[number], GRID.at(other_way_up(square))
    name = f"{colour}:{square_name(origin)}"
    return Piece(id=name, kind="square", spot=square_name(square), x=x, y=y, colour=colour)


def _last(last_turn: tuple[int, ...]) -> Iterator[Mark]:
    """The jump made last, of all that one makes in a row, and the places of the pawns it removed."""
    if not last_turn:
        return
    square, goal = divmod(last_turn[-1], SQUARES)
    yield from GRID.last_move(other_way_up(square), other_way_up(goal))
    step = (1 if goal > square else -1) * (1 if abs(goal - square) < SIDE else SIDE)
    for jumped in range(square + step, goal, step):
        yield GRID.mark("removed", other_way_up(jumped))


@kept
def _tray(left: tuple[int, ...], *, is_over: bool) -> Tray:
    """SOL-4: what counts is how many pawns are left."""
    piles = (Pile(kind="square", colour=colour, count=left[i], full=EACH) for i, colour in enumerate(COLOURS))
    return Tray(
        seat=0,
        token="square",
        colours=(),
        is_mover=not is_over,
        holdings=(Holding(kind="stock", piles=tuple(piles)),),
    )
