"""A position of Cul-de-Sac in writing: `white:d6,h4/8h,9v black:d11,h11/9h,9v walls:e9h black pawn`.

For each colour the squares of its pawns and the walls it has left, horizontal and vertical; the walls on the board; who
is to act, and with what: a pawn as every turn begins, or the wall after it. Once a pawn has won, `over:CDS-6`; the one
that it removed is `-` in its place.
"""

from palissade.arrays import Position, Positions
from palissade.boards.position_text import NONE, Parts, read_list, read_number, read_square, refused, written_list
from palissade.game import Game
from palissade.games.cul_de_sac.board import BASES, OFF, SLOT_COLUMNS, SLOTS
from palissade.games.cul_de_sac.notation import SQUARES, action, text
from palissade.games.cul_de_sac.rules import FIRST_MOVE, NOBODY, WALLS_EACH, can_lay, is_occupied, lay_wall, lies_free
from palissade.games.cul_de_sac.ways import has_ways

COLOURS = ("white", "black")
KINDS = "hv"
STAGES = ("pawn", "wall")


def write(pos: Position) -> str:
    parts = [f"{colour}:{_pawns(pos, seat)}/{_stock(pos, seat)}" for seat, colour in enumerate(COLOURS)]
    walls = written_list([text(pos, wall) for wall in range(2 * SLOTS) if _is_laid(pos, wall)])
    parts += [f"walls:{walls}", COLOURS[pos.mover], STAGES[pos.wall_due]]
    return " ".join(parts if pos.winner == NOBODY else [*parts, "over:CDS-6"])


def _pawns(pos: Position, seat: int) -> str:
    pawns = pos.pawns[2 * seat : 2 * seat + 2]
    return ",".join(NONE if square == OFF else SQUARES.name(square) for square in pawns)


def _stock(pos: Position, seat: int) -> str:
    return ",".join(f"{left}{kind}" for left, kind in zip(pos.stock[seat], KINDS, strict=True))


def _is_laid(pos: Position, wall: int) -> bool:
    row, column = divmod(wall % SLOTS, SLOT_COLUMNS)
    return bool((pos.laid_v if wall >= SLOTS else pos.laid_h)[row] >> column & 1)


def read(game: Game, text: str) -> Positions:
    parts = Parts(game, text)
    positions = game.start()
    pos = positions[0]
    pos.pawns[:] = OFF
    for seat, colour in enumerate(COLOURS):
        kinds = parts.labelled(colour).split("/")
        if len(kinds) != 2:
            raise refused(game, "position.kinds", colour=colour)
        _place(game, pos, seat, kinds[0].split(","))
        _give_walls(game, pos, seat, kinds[1].split(","))
    _lay(game, pos, read_list(parts.labelled("walls")))
    pos.mover = parts.one_of(COLOURS, "white")
    pos.wall_due = parts.one_of(STAGES, "pawn")
    pos.winner = _winner(game, pos)
    parts.over(None if pos.winner == NOBODY else "CDS-6")
    _check(game, pos)
    return positions


def _place(game: Game, pos: Position, seat: int, names: list[str]) -> None:
    if len(names) != 2:
        raise refused(game, "position.pawns", colour=COLOURS[seat])
    for i, name in enumerate(names):
        if name == NONE:
            continue
        square = read_square(game, SQUARES, name)
        if is_occupied(pos, square):
            raise refused(game, "position.twice", square=name)
        pos.pawns[2 * seat + i] = square


def _give_walls(game: Game, pos: Position, seat: int, stock: list[str]) -> None:
    if [left[-1:] for left in stock] != list(KINDS):
        raise refused(game, "position.stock", colour=COLOURS[seat])
    for kind, left in enumerate(stock):
        pos.stock[seat, kind] = read_number(game, left[:-1], 0, WALLS_EACH)


def _lay(game: Game, pos: Position, names: list[str]) -> None:
    laid = [0, 0]
    for name in names:
        wall = _wall(game, pos, name)
        if not lies_free(pos, wall):
            raise refused(game, "position.overlaps", wall=name)
        lay_wall(pos, wall)
        laid[wall // SLOTS] += 1
    for kind in range(2):
        if laid[kind] + int(pos.stock[:, kind].sum()) > 2 * WALLS_EACH:
            raise refused(game, "position.too-many", kind=KINDS[kind], most=2 * WALLS_EACH)


def _wall(game: Game, pos: Position, name: str) -> int:
    try:
        wall = action(pos, name)
    except ValueError:
        wall = FIRST_MOVE
    if wall >= FIRST_MOVE:
        raise refused(game, "position.wall", wall=name[:60])
    return wall


def _winner(game: Game, pos: Position) -> int:
    """CDS-6: who has a pawn on an enemy base has moved last, and won."""
    winner = NOBODY
    for seat in range(2):
        if set(pos.pawns[2 * seat : 2 * seat + 2].tolist()) & set(BASES[1 - seat].tolist()):
            if seat == pos.mover or pos.wall_due:
                raise refused(game, "position.on-base", colour=COLOURS[seat], other=COLOURS[1 - seat])
            winner = seat
    return winner


def _check(game: Game, pos: Position) -> None:
    """What no game can come to: a pawn gone that none has removed, pawns shut in, a wall due that cannot be laid."""
    gone = [seat for seat in range(2) for i in range(2) if pos.pawns[2 * seat + i] == OFF]
    if gone and (pos.winner == NOBODY or gone != [1 - pos.winner]):
        raise refused(game, "position.gone")
    for seat, colour in enumerate(COLOURS):
        if not has_ways(pos, seat):
            raise refused(game, "position.shut-in", colour=colour)
    if pos.wall_due and not can_lay(pos):
        raise refused(game, "position.no-wall", colour=COLOURS[int(pos.mover)])
