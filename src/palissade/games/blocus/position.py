"""A position of Le Blocus in writing: `red:e2/h3,j8 blue:h11/e9 blue`.

For each colour its king and its guards on the board, those placed first first; then who is to act. A king who has
escaped is `-`, and then the position ends with `over:BLO-4`.
"""

from palissade.arrays import Position, Positions
from palissade.boards.butehorn import NAMES
from palissade.boards.position_text import NONE, Parts, read_square, refused, written_list
from palissade.game import Game
from palissade.games.blocus import COLOURS
from palissade.games.blocus.rules import (
    EMPTY,
    GUARDS_EACH,
    NOBODY,
    OFF,
    begin_turn,
    is_in_kings_block,
    is_over,
    place_guard,
)

OVER = "BLO-4"


def write(pos: Position) -> str:
    parts = [f"{colour}:{_king(pos, seat)}/{_guards(pos, seat)}" for seat, colour in enumerate(COLOURS)]
    parts.append(COLOURS[pos.mover])
    return " ".join(parts if pos.winner == NOBODY else [*parts, f"over:{OVER}"])


def _king(pos: Position, seat: int) -> str:
    return NONE if seat == pos.winner else NAMES.name(pos.kings[seat])


def _guards(pos: Position, seat: int) -> str:
    guards = pos.guards[seat * GUARDS_EACH : (seat + 1) * GUARDS_EACH]
    return written_list([NAMES.name(square) for square in guards if square != OFF])


def read(game: Game, text: str) -> Positions:
    parts = Parts(game, text)
    positions = game.start()
    pos = positions[0]
    escaped = []
    for seat, colour in enumerate(COLOURS):
        king, guards = parts.kinds(colour, 2)
        if not king:
            escaped.append(seat)
        elif king != [home := NAMES.name(pos.kings[seat])]:
            raise refused(game, "position.king", colour=colour, square=home)
        _place(game, pos, seat, guards)
    begin_turn(pos, parts.one_of(COLOURS, "red"))
    if escaped:
        if escaped != [pos.mover] or not pos.exit_due:
            raise refused(game, "position.escaped")
        pos.winner = pos.mover
    parts.over(OVER if is_over(pos) else None)
    return positions


def _place(game: Game, pos: Position, seat: int, names: list[str]) -> None:
    if len(names) > GUARDS_EACH:
        raise refused(game, "position.too-many", colour=COLOURS[seat], most=GUARDS_EACH)
    for name in names:
        square = read_square(game, NAMES, name)
        if is_in_kings_block(pos, square):
            raise refused(game, "position.king-block", square=name)
        if pos.at[square] != EMPTY:
            raise refused(game, "position.twice", square=name)
        place_guard(pos, seat, square)
