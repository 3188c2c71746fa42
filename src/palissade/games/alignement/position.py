"""A position of Alignement in writing: `red:h8,k8/b11,e8/h5 blue:k5,h2/b5,e5/k2 red triangle`.

For each colour the circles of its squares, triangles and cylinder, those placed first first; who is to act, and the due
kind. Once the game is over, the rule that ended it: `over:ALI-5`.
"""

import numpy as np

from palissade.arrays import Position, Positions
from palissade.boards.butehorn import NAMES as BOARD
from palissade.boards.position_text import Parts, read_square, refused, written_list
from palissade.game import Game
from palissade.games.alignement import COLOURS
from palissade.games.alignement.circles import completes_line
from palissade.games.alignement.notation import NAMES
from palissade.games.alignement.rules import FIRST, FOUR, HELD, KINDS, LAST, PHASES, STUCK, is_stuck, mover, place

KIND_NAMES = ("square", "triangle", "cylinder")


def write(pos: Position) -> str:
    parts = [f"{colour}:{'/'.join(_circles(pos, seat))}" for seat, colour in enumerate(COLOURS)]
    parts += [COLOURS[pos.phase % 2], KIND_NAMES[pos.phase % KINDS]]
    return " ".join([*parts, f"over:ALI-{pos.ended_by}"] if pos.ended_by else parts)


def _circles(pos: Position, seat: int) -> list[str]:
    """Those of each kind."""
    lists = [pos.circle[seat][first : last + 1] for first, last in zip(FIRST, LAST, strict=True)]
    return [written_list([NAMES[circle] for circle in circles if circle != HELD]) for circles in lists]


def read(game: Game, text: str) -> Positions:
    parts = Parts(game, text)
    positions = game.start()
    pos = positions[0]
    for seat, colour in enumerate(COLOURS):
        for kind, names in enumerate(parts.kinds(colour, KINDS)):
            _place(game, pos, seat, kind, names)
    clock = parts.one_of(COLOURS, "red"), parts.one_of(KIND_NAMES, "square")
    pos.phase = next(phase for phase in range(PHASES) if (phase % 2, phase % KINDS) == clock)
    pos.ended_by = _ended_by(pos)
    parts.over(f"ALI-{pos.ended_by}" if pos.ended_by else None)
    return positions


def _ended_by(pos: Position) -> int:
    """The rule that has ended the game, if one has."""
    last = 1 - mover(pos)
    if any(completes_line(int(pos.own[last]), circle) for circle in pos.circle[last].tolist() if circle != HELD):
        return FOUR
    return STUCK if is_stuck(pos) else 0


def _place(game: Game, pos: Position, seat: int, kind: int, names: list[str]) -> None:
    if len(names) > LAST[kind] - FIRST[kind] + 1:
        raise refused(game, "position.too-many", colour=COLOURS[seat], most=int(LAST[kind] - FIRST[kind]) + 1)
    for name in names:
        read_square(game, BOARD, name)
        if name not in NAMES:
            raise refused(game, "position.circle", square=name)
        circle = NAMES.index(name)
        if np.any(pos.circle == circle):
            raise refused(game, "position.twice", square=name)
        place(pos, seat, kind, circle)
