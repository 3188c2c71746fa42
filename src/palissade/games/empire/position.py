"""A position of L'Empire in writing: `red:f5/b8,e11/e8,e12 blue:l1/k5/h5,h8,e5,i8 blue`.

For each colour its commander, its knights and its archers; then who is to act. A piece that was taken names its captor
(`xblue`): where that is a commander of three or four players, the colour obeys him (EMP-8). A piece that is not in the
game is `-`, or left out at the end of a list. Once the game is over, the rule that ended it: `over:EMP-6`.
"""

from palissade.arrays import Position, Positions
from palissade.boards.butehorn import NAMES
from palissade.boards.position_text import NONE, Parts, read_square, refused, written_list
from palissade.game import Game
from palissade.games.empire.army import ARCHER, COMMANDER, KNIGHT, MEN, kind_of
from palissade.games.empire.corners import COLOURS
from palissade.games.empire.rules import (
    EMPTY,
    NOBODY,
    OFF,
    are_enemies,
    clear,
    decide,
    is_in,
    is_over,
    may_inherit,
    next_in,
    put,
)

KINDS = [[man for man in range(MEN) if kind_of(man) == kind] for kind in (COMMANDER, KNIGHT, ARCHER)]  # of an army
TAKEN = "x"


def write(pos: Position) -> str:
    parts = [f"{colour}:{'/'.join(_army(pos, seat))}" for seat, colour in enumerate(COLOURS[: pos.players])]
    parts.append(COLOURS[pos.mover])
    return " ".join([*parts, f"over:EMP-{pos.reason}"] if pos.winner != NOBODY else parts)


def _army(pos: Position, colour: int) -> list[str]:
    """The pieces of each kind, without those at the end that are not in the game."""
    lists = []
    for kind in KINDS:
        men = [_man(pos, colour * MEN + man) for man in kind]
        while men and men[-1] == NONE:
            men.pop()
        lists.append(written_list(men))
    return lists


def _man(pos: Position, piece: int) -> str:
    if pos.square[piece] != OFF:
        return NAMES.name(pos.square[piece])
    return NONE if pos.taker[piece] == NOBODY else TAKEN + COLOURS[pos.taker[piece]]


def read(game: Game, text: str) -> Positions:
    parts = Parts(game, text)
    positions = game.start()
    pos = positions[0]
    clear(pos)
    colours = COLOURS[: len(game.seats)]
    armies = [_men(game, colour, parts.kinds(colour, len(KINDS))) for colour in colours]
    for colour, army in enumerate(armies):
        _see_captors(game, pos, colour, army)
    _find_lords(game, pos, armies)
    for colour, army in enumerate(armies):
        _put(game, pos, colour, army)
    _begin_turn(game, pos, parts.one_of(colours, "red"))
    parts.over(f"EMP-{pos.reason}" if is_over(pos) else None)
    return positions


def _men(game: Game, colour: str, lists: list[list[str]]) -> list[str]:
    """What is said of each piece of an army, in the order of their numbers."""
    army = []
    for kind, men in zip(KINDS, lists, strict=True):
        if len(men) > len(kind):
            raise refused(game, "position.too-many", colour=colour, most=len(kind))
        army += men + [NONE] * (len(kind) - len(men))
    return army


def _see_captors(game: Game, pos: Position, colour: int, army: list[str]) -> None:
    """EMP-5, EMP-10: only an enemy takes a piece."""
    captors = [TAKEN + name for name in COLOURS[: len(game.seats)]]
    for man, said in enumerate(army):
        if said in captors:
            if not are_enemies(pos, captors.index(said), colour):
                raise refused(game, "position.captor", colour=COLOURS[colour], captor=said.removeprefix(TAKEN))
            pos.taker[colour * MEN + man] = captors.index(said)


def _find_lords(game: Game, pos: Position, armies: list[list[str]]) -> None:
    """EMP-8: a colour whose commander was taken obeys his captor; if that one is out too, the captor of his."""
    for colour, (commander, *men) in enumerate(armies):
        if commander == NONE and (not may_inherit(pos) or any(man != NONE for man in men)):
            raise refused(game, "position.commander", colour=COLOURS[colour])
        lord, fallen = colour, 0
        while may_inherit(pos) and pos.taker[lord * MEN] != NOBODY:
            lord, fallen = int(pos.taker[lord * MEN]), fallen + 1
            if fallen == len(armies) or armies[lord][COMMANDER] == NONE:
                raise refused(game, "position.lord", colour=COLOURS[colour])
        pos.lord[colour] = lord


def _put(game: Game, pos: Position, colour: int, army: list[str]) -> None:
    for man, said in enumerate(army):
        if said == NONE or pos.taker[colour * MEN + man] != NOBODY:
            continue
        square = read_square(game, NAMES, said)
        if pos.man[square] != EMPTY:
            raise refused(game, "position.twice", square=said)
        put(pos, colour * MEN + man, square)


def _begin_turn(game: Game, pos: Position, mover: int) -> None:
    """What the one before the mover did last may have ended the game: `decide` says so of the board as it stands."""
    seats = range(len(game.seats))
    out = [seat for seat in seats if not is_in(pos, seat)]
    if mover in out:
        raise refused(game, "position.out", colour=COLOURS[mover])
    last = next(seat for seat in seats if seat not in out and next_in(pos, seat) == mover)
    if not may_inherit(pos) and out and (len(out) > 1 or pos.taker[out[0] * MEN] != last):
        raise refused(game, "position.one-commander")
    pos.mover = last
    decide(pos, out[0] if out else NOBODY)
    pos.mover = mover
