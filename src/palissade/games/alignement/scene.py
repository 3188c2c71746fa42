"""Alignement on the table: the sixteen circles alone, large, and which kind is due."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from palissade.boards.drawing import Grid
from palissade.boards.keeping import kept, kept_by_action
from palissade.game import Game
from palissade.games.alignement import COLOURS, notation, rules
from palissade.games.alignement.circles import CIRCLES, LINES, SIDE
from palissade.games.alignement.notation import NAMES, ends, text
from palissade.games.alignement.rules import FIRST, FIRST_MOVE, HELD, LAST
from palissade.kernel import Position, rule
from palissade.plain import plain
from palissade.scene import Circle, Due, Holding, Lines, Mark, Pick, Piece, Pile, Scene, Shape, Tray

GRID = Grid(SIDE, SIDE, column_names=("b", "e", "h", "k"), row_names=("2", "5", "8", "11"), square=120, block=1)
RADIUS = 44.0  # of a circle
SCALE = 2.05  # of a piece
KINDS = ("square", "triangle", "cylinder")

_PIECES = [slice(first, last + 1) for first, last in zip(FIRST.tolist(), LAST.tolist(), strict=True)]  # of each kind


def scene(game: Game, pos: Position, seat: int, last_turn: tuple[int, ...]) -> Scene:
    """Nothing is hidden, and no side of the board belongs to anybody: everybody sees the same."""
    table, (is_over, mover, due) = plain(pos), _turn(pos)
    return Scene(
        game=game.id,
        title=game.name,
        box=game.box,
        seat=max(seat, 0),
        width=GRID.width,
        height=GRID.height,
        board=GRID.board(_printed),
        spots=GRID.spots(NAMES.__getitem__),
        pieces=tuple(sorted(_pieces(table), key=lambda piece: piece.y)),
        marks=(*_last(last_turn), *_why_over(pos)) if is_over else _last(last_turn),
        trays=tuple(
            _tray(owner, _in_hand(table.circle[owner]), is_mover=owner == mover and not is_over) for owner in range(2)
        ),
        due=None if is_over else _due(due),
    )


@kept_by_action
def picks(pos: Position, action: int) -> tuple[Pick, ...]:
    """A circle, where the due kind is placed; or a piece's circle and its goal."""
    if action < FIRST_MOVE:
        return (text(pos, action),)
    circle, goal = ends(action)
    return (NAMES[circle], NAMES[goal])


def action_of(pos: Position, picks: tuple[Pick, ...]) -> int:
    """As the notation writes it: places with a dash between them."""
    return notation.action(pos, "-".join(picks))


@rule
def _turn(pos: Position) -> tuple[bool, int, int]:
    """Whether the game is over, who is to move, and the kind that is due."""
    return rules.is_over(pos), rules.mover(pos), rules.due_kind(pos)


# ---- the board


def _printed(grid: Grid) -> Iterator[Shape]:
    """The rows and columns along which squares and triangles move, and the circles."""
    ends = [((0, i), (SIDE - 1, i)) for i in range(SIDE)] + [((i, 0), (i, SIDE - 1)) for i in range(SIDE)]
    yield Lines(style="ways", lines=tuple((*grid.middle(*first), *grid.middle(*last)) for first, last in ends))
    for circle in range(CIRCLES):
        x, y = grid.at(circle)
        yield Circle(style="well", x=x, y=y, radius=RADIUS)


def _pieces(table: Any) -> Iterator[Piece]:
    for seat in range(2):
        for piece, circle in enumerate(table.circle[seat]):
            if circle != HELD:
                yield _piece(seat, piece, circle)


@kept
def _piece(seat: int, piece: int, circle: int) -> Piece:
    (x, y), kind, colour = GRID.at(circle), KINDS[_kind(piece)], COLOURS[seat]
    name = f"{colour}:{kind}-{piece - int(FIRST[_kind(piece)]) + 1}"
    return Piece(id=name, kind=kind, spot=NAMES[circle], x=x, y=y, colour=colour, scale=SCALE)


def _kind(piece: int) -> int:
    return next(kind for kind in range(len(KINDS)) if piece <= LAST[kind])


# ---- marks


@kept
def _last(last_turn: tuple[int, ...]) -> tuple[Mark, ...]:
    """What was placed or moved last, washed as far as its circle goes."""
    marks: list[Mark] = []
    for action in last_turn:
        marks += (GRID.last_put(action),) if action < FIRST_MOVE else GRID.last_move(*ends(action))
    return tuple(replace(mark, width=2 * RADIUS, height=2 * RADIUS, round=RADIUS) for mark in marks)


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


def _in_hand(circles: list[int]) -> tuple[int, ...]:
    """How many pieces of each kind a seat still holds."""
    return tuple([circles[pieces].count(HELD) for pieces in _PIECES])


@kept
def _due(kind: int) -> Due:
    return Due(kinds=KINDS, now=KINDS[kind])


@kept
def _tray(seat: int, in_hand: tuple[int, ...], *, is_mover: bool) -> Tray:
    """The pieces in hand, by kind."""
    piles = (
        Pile(kind=KINDS[kind], colour=COLOURS[seat], count=count, full=int(LAST[kind] - FIRST[kind]) + 1)
        for kind, count in enumerate(in_hand)
    )
    return Tray(
        seat=seat,
        token="cylinder",
        colours=(COLOURS[seat],),
        is_mover=is_mover,
        holdings=(Holding(kind="stock", piles=tuple(pile for pile in piles if pile.count)),),
    )
