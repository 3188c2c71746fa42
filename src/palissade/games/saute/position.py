"""A position of Saute in writing: `red:a12,d11,a10/b12,c12,b11,c11,b10,c10 blue:a9,d8,a7/… blue run:d8`.

For each colour its triangles and its squares, row by row from the top of its lane; then who is to act, and the piece
that has landed and may run on (`run:-` where a turn begins). Once the game is over, the rule that ended it:
`over:SAU-5`.
"""

from collections.abc import Iterator

from palissade.arrays import Position, Positions
from palissade.boards.butehorn import COLUMNS, NAMES
from palissade.boards.position_text import NONE, Parts, read_square, refused, written_list
from palissade.game import Game
from palissade.games.saute import COLOURS
from palissade.games.saute.rules import (
    GOES_ON,
    IN_ROW,
    NO_RUNNER,
    PIECES,
    clear,
    decide,
    has_won,
    is_finished,
    is_home,
    is_over,
    may_run_on,
    put,
    row_of,
)

TRIANGLES = range(0, PIECES, IN_ROW)
SQUARES = [piece for piece in range(PIECES) if piece not in TRIANGLES]


def write(pos: Position) -> str:
    parts = [f"{colour}:{'/'.join(_kinds(pos, seat))}" for seat, colour in enumerate(COLOURS[: pos.seats])]
    parts += [COLOURS[pos.mover], f"run:{NONE if pos.runner == NO_RUNNER else NAMES.name(pos.runner)}"]
    return " ".join(parts if pos.reason == GOES_ON else [*parts, f"over:SAU-{pos.reason}"])


def _kinds(pos: Position, seat: int) -> Iterator[str]:
    for pieces in (TRIANGLES, SQUARES):
        yield written_list([NAMES.name(pos.square[seat][piece]) for piece in pieces])


def read(game: Game, text: str) -> Positions:
    parts = Parts(game, text)
    positions = game.start()
    pos = positions[0]
    clear(pos)
    colours = COLOURS[: len(game.seats)]
    for seat, colour in enumerate(colours):
        triangles, squares = parts.kinds(colour, 2)
        if (len(triangles), len(squares)) != (len(TRIANGLES), len(SQUARES)):
            raise refused(game, "position.nine", colour=colour)
        for piece, name in zip([*TRIANGLES, *SQUARES], triangles + squares, strict=True):
            _put(game, pos, seat, piece, name)
    pos.mover = parts.one_of(colours, "red")
    _run(game, pos, parts.labelled("run"))
    _end(game, pos)
    parts.over(f"SAU-{pos.reason}" if is_over(pos) else None)
    return positions


def _put(game: Game, pos: Position, seat: int, piece: int, name: str) -> None:
    """A piece keeps its row (SAU-3), so its place in the list says which row it stands in."""
    square, row = read_square(game, NAMES, name), row_of(seat, piece // IN_ROW)
    if square // COLUMNS != row:
        raise refused(game, "position.row", square=name, row=row + 1)
    if int(pos.rows[row]) >> square % COLUMNS & 1:
        raise refused(game, "position.twice", square=name)
    put(pos, seat, piece, square)


def _run(game: Game, pos: Position, name: str) -> None:
    """SAU-4: the piece that may run on is one of the mover's."""
    if name == NONE:
        return
    square = read_square(game, NAMES, name)
    if square not in pos.square[pos.mover] or not may_run_on(pos, square):
        raise refused(game, "position.run", square=name)
    pos.runner = square


def _end(game: Game, pos: Position) -> None:
    """Who completes his nine ends the game or is skipped, so nobody else can have won before (SAU-5, SAU-6)."""
    mover = int(pos.mover)
    for seat, place in enumerate(game.seats):
        if place.team != game.seats[mover].team and has_won(pos, seat):
            raise refused(game, "position.won", colour=COLOURS[seat])
    if is_home(pos, mover):
        decide(pos)
    if is_finished(pos, mover) and not is_over(pos):
        raise refused(game, "position.finished", colour=COLOURS[mover])
