"""A position of Barrier in writing: `yellow:c1,-,b4 clear:a8,d1* tiles:N+E,…,E+S/SE+SW,…,NW+NE quiet:3 yellow move`.

For each colour the squares of its men by their numbers, `-` for one that was taken before others, `*` behind those that
are crowned; the tiles on row 4 and on row 5, from the left, `-` where none lies yet; the actions since the last capture
or crowning. Then who is to act, and whether it is to `lay`, to `move` or to go on jumping from a square, `jump:b4`.
Once the game is over, the rule that ended it: `over:BAR-7`, or `over:BAR-9` for three crowned pieces.
"""

from palissade.arrays import Position, Positions
from palissade.boards.position_text import NONE, Parts, read_list, read_number, read_square, refused, written_list
from palissade.game import Game
from palissade.games.barrier.board import CLEAR, COLUMNS, FAR_ROW, FIRST_PLACE, MEN, PLACES, TILE_NAMES, YELLOW
from palissade.games.barrier.deal import is_dealt
from palissade.games.barrier.notation import SQUARES
from palissade.games.barrier.rules import (
    NO_CHAIN,
    NO_PIECE,
    NO_TILE,
    NOBODY,
    QUIET_LIMIT,
    clear,
    crown,
    has_crowns,
    is_drawn,
    is_laying,
    is_over,
    lay,
    owner_of,
    put,
)
from palissade.games.barrier.ways import can_jump

COLOURS = ("yellow", "clear")
LAY, MOVE, JUMP = "lay", "move", "jump:"
CROWNED = "*"
BARE = NONE


def write(pos: Position) -> str:
    parts = [f"{colour}:{_men(pos, seat)}" for seat, colour in enumerate(COLOURS)]
    tiles = [BARE if tile == NO_TILE else TILE_NAMES[tile] for tile in pos.tile]
    parts.append(f"tiles:{','.join(tiles[:COLUMNS])}/{','.join(tiles[COLUMNS:])}")
    parts.append(f"quiet:{pos.quiet}")
    moving = MOVE if pos.chain == NO_CHAIN else JUMP + SQUARES.name(pos.chain)
    parts += [COLOURS[pos.mover], LAY if pos.bare else moving]
    return " ".join([*parts, f"over:{_ending(pos)}"] if pos.drawn or pos.winner != NOBODY else parts)


def _ending(pos: Position) -> str:
    """BAR-9 where the loser still has pieces."""
    return "BAR-9" if pos.winner != NOBODY and pos.pieces[1 - pos.winner] else "BAR-7"


def _men(pos: Position, seat: int) -> str:
    names = MEN * [NONE]
    for square, number in enumerate(pos.number):
        if number != NO_PIECE and pos.pieces[seat] >> square & 1:
            names[number] = SQUARES.name(square) + CROWNED * (pos.crowned >> square & 1)
    while names and names[-1] == NONE:
        names.pop()
    return written_list(names)


def read(game: Game, text: str) -> Positions:
    parts = Parts(game, text)
    positions = game.start(game.ordered_deal())
    pos = positions[0]
    clear(pos)
    for seat, colour in enumerate(COLOURS):
        _put(game, pos, seat, read_list(parts.labelled(colour)))
    _lay(game, pos, parts.labelled("tiles"))
    pos.quiet = read_number(game, parts.labelled("quiet"), 0, QUIET_LIMIT)
    pos.mover = parts.one_of(COLOURS, COLOURS[YELLOW])
    stage, square = parts.stage((LAY, MOVE, JUMP))
    if (stage == LAY) != is_laying(pos):
        raise refused(game, "position.stage")
    if stage != MOVE and pos.quiet:
        raise refused(game, "position.quiet")
    if stage == LAY:
        _check_laying(game, pos)
    elif stage == JUMP:
        _read_chain(game, pos, square)
    else:
        _read_end(game, pos)
    parts.over(_ending(pos) if is_over(pos) else None)
    return positions


def _put(game: Game, pos: Position, seat: int, names: list[str]) -> None:
    """The men by their numbers; no gap is left behind the last."""
    if len(names) > MEN:
        raise refused(game, "position.too-many", colour=COLOURS[seat], most=MEN)
    for number, name in enumerate(names):
        if name == NONE and number < len(names) - 1:
            continue
        square = read_square(game, SQUARES, name.removesuffix(CROWNED))
        if pos.number[square] != NO_PIECE:
            raise refused(game, "position.twice", square=SQUARES.name(square))
        put(pos, seat, number, square)
        if name.endswith(CROWNED):
            crown(pos, square)
        elif int(FAR_ROW[seat]) >> square & 1:
            raise refused(game, "position.far-row", square=name)


def _lay(game: Game, pos: Position, text: str) -> None:
    rows = [row.split(",") for row in text.split("/")]
    if [len(row) for row in rows] != PLACES // COLUMNS * [COLUMNS]:
        raise refused(game, "position.rows")
    for place, name in enumerate(name for row in rows for name in row):
        if name == BARE:
            continue
        if name not in TILE_NAMES:
            raise refused(game, "position.tile", tile=name[:60], possible=", ".join(TILE_NAMES))
        tile, seat = TILE_NAMES.index(name), owner_of(place)
        if not int(pos.hand[seat]) >> tile & 1:
            square = SQUARES.name(FIRST_PLACE + place)
            raise refused(game, "position.tile-twice", colour=COLOURS[seat], tile=name, square=square)
        lay(pos, tile, place)


def _check_laying(game: Game, pos: Position) -> None:
    """BAR-3: the men wait where they begin, and Clear lays first, then alternately."""
    if is_dealt(game.options):
        raise refused(game, "position.dealt")
    begun = game.start()[0]
    if pos.number.tolist() != begun.number.tolist() or pos.pieces.tolist() != begun.pieces.tolist() or pos.crowned:
        raise refused(game, "position.home")
    of_yellow, of_clear = (int(pos.hand[seat]).bit_count() for seat in (YELLOW, CLEAR))
    if of_yellow - of_clear != (1 if pos.mover == YELLOW else 0):
        raise refused(game, "position.turn", colour=COLOURS[int(pos.mover)])


def _read_chain(game: Game, pos: Position, name: str) -> None:
    """BAR-5: the mover's piece there can jump, and nobody has won by crowns before."""
    square = read_square(game, SQUARES, name)
    if any(has_crowns(pos, seat) for seat in (YELLOW, CLEAR)):
        raise refused(game, "position.crowns")
    if not can_jump(pos, square):
        raise refused(game, "position.jump", colour=COLOURS[int(pos.mover)], square=name)
    pos.chain = square


def _read_end(game: Game, pos: Position) -> None:
    """BAR-7: who has no pieces has lost; BAR-9: who has three crowned ones has won; else it may be drawn."""
    left = [seat for seat in (YELLOW, CLEAR) if pos.pieces[seat]]
    if not left:
        raise refused(game, "position.nobody")
    crowned = [seat for seat in left if has_crowns(pos, seat)]
    if len(crowned) > 1:
        raise refused(game, "position.crowns")
    if len(left) == 1 or crowned:
        pos.winner = (crowned or left)[0]
    else:
        pos.drawn = is_drawn(pos)
