"""A position of Blokus Duo in writing: `violet:1,2,…,Z5/X yellow:1,2,…,X/- board:14/14/14/14/4v9/3vvv8/… yellow both`.

For each colour the pieces it has left, as `pieces` names them, and the one it placed last; the board in rows from the
top, a letter for a square under a piece and a number for so many empty ones; who is to act, and whether both players
are still in or the other has finished: `both`, `alone`. Once the game is over, `over:BDU-5`.
"""

import re
from itertools import groupby

from palissade.arrays import Position, Positions
from palissade.boards.position_text import NONE, Parts, read_list, refused, written_list
from palissade.game import Game
from palissade.games.blokus_duo.laid import pieces_in, set_of, set_with, squares_in
from palissade.games.blokus_duo.notation import SQUARES, action
from palissade.games.blokus_duo.pieces import ORIENTATION, PIECE, PIECES, SIDE
from palissade.games.blokus_duo.rules import NONE as NO_PIECE
from palissade.games.blokus_duo.rules import can_place, has_left, lay_piece

COLOURS = ("violet", "yellow")
LETTERS = "vy"
EMPTY = "."
STAGES = ("both", "alone")
ENDED = "BDU-5"

_ROW = re.compile(r"(?:[1-9][0-9]?|[vy])+")


# ---- Writing


def write(pos: Position) -> str:
    parts = [f"{colour}:{_written_pieces(pos, seat)}" for seat, colour in enumerate(COLOURS)]
    parts += [f"board:{_written_board(pos)}", COLOURS[pos.mover], STAGES[pos.passed[1 - pos.mover]]]
    return " ".join([*parts, f"over:{ENDED}"] if all(pos.passed) else parts)


def _written_pieces(pos: Position, seat: int) -> str:
    """Those left, and the one placed last."""
    left = written_list([name for piece, name in enumerate(PIECES) if pos.left[seat] >> piece & 1])
    return f"{left}/{NONE if pos.last[seat] == NO_PIECE else PIECES[pos.last[seat]]}"


def _written_board(pos: Position) -> str:
    squares = [EMPTY] * SIDE * SIDE
    for seat, letter in enumerate(LETTERS):
        for square in squares_in(set_of(pos.laid[seat])):
            squares[square] = letter
    rows = [squares[row * SIDE : (row + 1) * SIDE] for row in reversed(range(SIDE))]
    return "/".join("".join(_written_run(mark, len([*run])) for mark, run in groupby(row)) for row in rows)


def _written_run(mark: str, length: int) -> str:
    return str(length) if mark == EMPTY else mark * length


# ---- Reading


def read(game: Game, text: str) -> Positions:
    parts = Parts(game, text)
    positions = game.start()
    pos = positions[0]
    pieces = [parts.labelled(colour).split("/") for colour in COLOURS]
    _lay(game, pos, parts.labelled("board").split("/"))
    for seat in range(2):
        _check_pieces(game, pos, seat, pieces[seat])
    pos.mover = parts.one_of(COLOURS, "violet")
    pos.passed[1 - pos.mover] = parts.one_of(STAGES, "both")
    # Who cannot place has finished only when he has said so, which the board does not tell.
    if pos.passed[1 - pos.mover] and parts.more():
        pos.passed[pos.mover] = 1
    parts.over(ENDED if pos.passed.all() else None)
    _check_finished(game, pos)
    return positions


def _lay(game: Game, pos: Position, rows: list[str]) -> None:
    """Lay the pieces that the rows of the board show, the highest row first; their order does not matter."""
    if len(rows) != SIDE:
        raise refused(game, "position.rows", count=len(rows), needed=SIDE)
    marks = "".join(_read_row(game, SIDE - i, row) for i, row in reversed([*enumerate(rows)]))
    for seat, letter in enumerate(LETTERS):
        pos.mover = seat
        for piece in pieces_in(set_with(square for square, mark in enumerate(marks) if mark == letter)):
            placement = _placement(game, pos, [*squares_in(piece)])
            number = int(PIECE[ORIENTATION[placement]])
            if not has_left(pos, seat, number):
                raise refused(game, "position.piece-twice", colour=COLOURS[seat], piece=PIECES[number])
            lay_piece(pos, placement)


def _read_row(game: Game, row: int, text: str) -> str:
    """A mark for each square of the row."""
    marks = re.sub(r"[0-9]+", lambda run: EMPTY * int(run[0]), text) if _ROW.fullmatch(text) else ""
    if len(marks) != SIDE:
        raise refused(game, "position.row", row=row, text=text[:60], needed=SIDE)
    return marks


def _placement(game: Game, pos: Position, squares: list[int]) -> int:
    names = [SQUARES.name(square) for square in squares]
    try:
        return action(pos, ",".join(names))
    except ValueError:
        raise refused(game, "position.no-piece", colour=COLOURS[int(pos.mover)], square=names[0]) from None


def _check_pieces(game: Game, pos: Position, seat: int, kinds: list[str]) -> None:
    """The pieces left are those that do not lie on the board; the last one placed does."""
    colour = COLOURS[seat]
    if len(kinds) != 2:
        raise refused(game, "position.kinds", colour=colour)
    left, last = read_list(kinds[0]), kinds[1]
    for name in [*left, *([] if last == NONE else [last])]:
        if name not in PIECES:
            raise refused(game, "position.piece", colour=colour, piece=name[:60])
    for piece, name in enumerate(PIECES):
        if left.count(name) != has_left(pos, seat, piece):
            raise refused(game, "position.left", colour=colour, piece=name)
    if last in left or (last == NONE) != (len(left) == len(PIECES)):
        raise refused(game, "position.last", colour=colour)
    pos.last[seat] = NO_PIECE if last == NONE else PIECES.index(last)


def _check_finished(game: Game, pos: Position) -> None:
    """BDU-4: who has finished cannot place a piece."""
    to_act = int(pos.mover)
    for seat in range(2):
        pos.mover = seat
        if pos.passed[seat] and can_place(pos):
            raise refused(game, "position.can-place", colour=COLOURS[seat])
    pos.mover = to_act
