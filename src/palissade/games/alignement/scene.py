"""Alignement on the table: the sixteen circles alone, large, and which kind is due."""

from collections.abc import Iterator
from functools import cache

from msgspec.structs import replace

from palissade.boards.drawing import Grid
from palissade.game import Game
from palissade.games.alignement import rules
from palissade.games.alignement.circles import CIRCLES, LINES, SIDE
from palissade.games.alignement.notation import NAMES, ends, text
from palissade.games.alignement.rules import FIRST, FIRST_MOVE, HELD, LAST, PIECES
from palissade.kernel import Position
from palissade.scene import Circle, Due, Holding, Lines, Mark, Pick, Piece, Pile, Scene, Tray

GRID = Grid(SIDE, SIDE, column_names=("b", "e", "h", "k"), row_names=("2", "5", "8", "11"), square=120, block=1)
RADIUS = 44.0  # of a circle
SCALE = 2.05  # of a piece
COLOURS = ("red", "blue")
KINDS = ("square", "triangle", "cylinder")


def scene(game: Game, pos: Position, seat: int, last_turn: tuple[int, ...]) -> Scene:
    """Nothing is hidden, and no side of the board belongs to anybody: everybody sees the same."""
    is_over = rules.is_over(pos)
    return Scene(
        game=game.id,
        title=game.name,
        box=game.box,
        seat=max(seat, 0),
        width=GRID.width,
        height=GRID.height,
        board=(*GRID.shapes(), _ways(), *_wells()),
        spots=GRID.spots(NAMES.__getitem__),
        pieces=tuple(sorted(_pieces(pos), key=lambda piece: piece.y)),
        marks=(*_last(last_turn), *(_why_over(pos) if is_over else ())),
        trays=tuple(_tray(pos, owner) for owner in range(2)),
        due=None if is_over else Due(kinds=KINDS, now=KINDS[rules.due_kind(pos)]),
    )


def picks(pos: Position, action: int) -> tuple[Pick, ...]:
    """A circle, where the due kind is placed; or a piece's circle and its goal."""
    if action < FIRST_MOVE:
        return (text(pos, action),)
    circle, goal = ends(action)
    return (NAMES[circle], NAMES[goal])


# ---- the board


@cache
def _ways() -> Lines:
    """The rows and columns along which squares and triangles move."""
    ends = [((0, i), (SIDE - 1, i)) for i in range(SIDE)] + [((i, 0), (i, SIDE - 1)) for i in range(SIDE)]
    return Lines(style="ways", lines=tuple((*GRID.middle(*first), *GRID.middle(*last)) for first, last in ends))


@cache
def _wells() -> tuple[Circle, ...]:
    middles = (GRID.at(circle) for circle in range(CIRCLES))
    return tuple(Circle(style="well", x=x, y=y, radius=RADIUS) for x, y in middles)


def _pieces(pos: Position) -> Iterator[Piece]:
    for seat, colour in enumerate(COLOURS):
        for piece in range(PIECES):
            circle = int(pos.circle[seat, piece])
            if circle != HELD:
                x, y = GRID.at(circle)
                kind = KINDS[_kind(piece)]
                name = f"{colour}:{kind}-{piece - int(FIRST[_kind(piece)]) + 1}"
                yield Piece(id=name, kind=kind, spot=NAMES[circle], x=x, y=y, colour=colour, scale=SCALE)


def _kind(piece: int) -> int:
    return next(kind for kind in range(len(KINDS)) if piece <= LAST[kind])


# ---- marks


def _last(last_turn: tuple[int, ...]) -> Iterator[Mark]:
    """What was placed or moved last, washed as far as its circle goes."""
    for action in last_turn:
        marks = (GRID.last_put(action),) if action < FIRST_MOVE else GRID.last_move(*ends(action))
        for mark in marks:
            yield replace(mark, width=2 * RADIUS, height=2 * RADIUS, round=RADIUS)


def _why_over(pos: Position) -> Iterator[Mark]:
    """The four in a row (ALI-5), or the pieces that should move and cannot (ALI-6)."""
    loser = rules.mover(pos)
    if int(pos.ended_by) == rules.FOUR:
        for line in LINES.tolist():
            if all(int(pos.own[1 - loser]) >> circle & 1 for circle in line):
                (x, y), *path = (GRID.at(circle) for circle in line)
                yield Mark(kind="win-line", x=x, y=y, path=tuple(path), width=112, height=112)
        return
    kind = rules.due_kind(pos)
    for piece in range(int(FIRST[kind]), int(LAST[kind]) + 1):
        x, y = GRID.at(int(pos.circle[loser, piece]))
        yield Mark(kind="threat", x=x, y=y, width=104, height=104)


# ---- before the seats


def _tray(pos: Position, seat: int) -> Tray:
    """The pieces in hand, by kind."""
    piles = (
        Pile(
            kind=name,
            colour=COLOURS[seat],
            count=sum(int(pos.circle[seat, piece]) == HELD for piece in range(int(FIRST[kind]), int(LAST[kind]) + 1)),
            full=int(LAST[kind] - FIRST[kind]) + 1,
        )
        for kind, name in enumerate(KINDS)
    )
    return Tray(
        seat=seat,
        token="cylinder",
        colours=(COLOURS[seat],),
        is_mover=not rules.is_over(pos) and rules.mover(pos) == seat,
        holdings=(Holding(kind="stock", piles=tuple(pile for pile in piles if pile.count)),),
    )
