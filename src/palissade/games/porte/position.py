"""A position of La Porte in writing: `red:e1/f1,e2/d3 green:h12/g12/i12 green move`.

For each colour the squares of its cylinder, its triangles and its squares, those that came in first first; what is not
on the board is in reserve. Then who is to act, and whether that is a `move` or an entry, `entry:e2`, through this gate.
Once the game is over, the rule that ended it: `over:POR-6`, in teams `over:POR-7`.
"""

from palissade.arrays import Position, Positions
from palissade.boards.butehorn import BLOCK, CENTRES, NAMES
from palissade.boards.position_text import Parts, read_list, read_square, refused, written_list
from palissade.game import Game
from palissade.games.porte.pieces import EMPTY, EQUIPMENT, FIRST, IS_GATE, KINDS, OFF, clear_board, put
from palissade.games.porte.rules import NONE, has_won, may_enter
from palissade.games.porte.sides import COLOURS, SIDES

MOVE, ENTRY = "move", "entry:"


def write(pos: Position) -> str:
    colours = [COLOURS[side] for side in SIDES[pos.seats - 2, : pos.seats].tolist()]
    parts = [f"{colour}:{'/'.join(_squares(pos, seat))}" for seat, colour in enumerate(colours)]
    stage = MOVE if pos.gate == NONE else ENTRY + NAMES.name(int(CENTRES[pos.gate]))
    parts += [colours[pos.mover], stage]
    return " ".join([*parts, f"over:{_ending(pos)}"] if pos.winner != NONE else parts)


def _squares(pos: Position, seat: int) -> list[str]:
    """Those of each kind."""
    lists = [pos.square[seat][first : first + count] for first, count in zip(FIRST, EQUIPMENT, strict=True)]
    return [written_list([NAMES.name(square) for square in squares if square != OFF]) for squares in lists]


def _ending(pos: Position) -> str:
    return "POR-7" if pos.teams else "POR-6"


def read(game: Game, text: str) -> Positions:
    parts = Parts(game, text)
    positions = game.start()
    pos = positions[0]
    clear_board(pos)
    colours = [seat.colours[0] for seat in game.seats]
    for seat, colour in enumerate(colours):
        kinds = parts.labelled(colour).split("/")
        if len(kinds) != len(KINDS):
            raise refused(game, "position.kinds", colour=colour)
        for kind, names in enumerate(kinds):
            _put(game, pos, seat, kind, read_list(names))
    pos.mover = parts.one_of(colours, colours[0])
    stage, gate = parts.stage((MOVE, ENTRY))
    if stage == ENTRY:
        _read_gate(game, pos, gate)
    _read_winner(game, pos)
    parts.over(_ending(pos) if pos.winner != NONE else None)
    return positions


def _put(game: Game, pos: Position, seat: int, kind: int, names: list[str]) -> None:
    if len(names) > EQUIPMENT[kind]:
        raise refused(game, "position.too-many", colour=game.seats[seat].colours[0], most=int(EQUIPMENT[kind]))
    for name in names:
        square = read_square(game, NAMES, name)
        if pos.occupant[square] != EMPTY:
            raise refused(game, "position.twice", square=name)
        put(pos, seat, kind, square)


def _read_gate(game: Game, pos: Position, name: str) -> None:
    """POR-4: an entry follows the move of a piece that is lined up in the gate's block."""
    gate = read_square(game, NAMES, name)
    if not IS_GATE[gate]:
        raise refused(game, "position.gate", square=name)
    block = int(BLOCK[gate])
    moved = [square for square in pos.square[int(pos.mover)].tolist() if square != OFF and BLOCK[square] == block]
    if not any(may_enter(pos, square) for square in moved):
        raise refused(game, "position.entry", colour=game.seats[int(pos.mover)].colours[0], square=name)
    pos.gate = block


def _read_winner(game: Game, pos: Position) -> None:
    """POR-6, POR-7: the last entry ends the game, and only who acted before the mover can have made it."""
    winners = [seat for seat in range(len(game.seats)) if has_won(pos, seat)]
    if not winners:
        return
    last = (int(pos.mover) - 1) % len(game.seats)
    if last not in winners or len({game.seats[seat].team for seat in winners}) > 1 or pos.gate != NONE:
        raise refused(game, "position.won", colour=game.seats[winners[0]].colours[0])
    pos.winner = last
