"""Le Blocus on the table: a king and six guards each, and the ways out that are open."""

from collections.abc import Iterator

from palissade.boards.butehorn import COLUMNS, GRID, NAMES, rings
from palissade.boards.drawing import Grid
from palissade.game import Game
from palissade.games.blocus import rules
from palissade.games.blocus.notation import text
from palissade.games.blocus.rules import EXIT, FIRST_SLIDE, GUARDS_EACH, OFF, first_of, goal_of
from palissade.games.blocus.ways import GUARDS, SOUTH, way_out
from palissade.kernel import Position
from palissade.scene import Holding, Mark, Pick, Piece, Pile, Scene, Tray

COLOURS = ("red", "blue")
BEYOND = 0.55  # rows from the last square of a way out to the head of its arrow, on the edge of the rim


def scene(game: Game, pos: Position, seat: int, last_turn: tuple[int, ...]) -> Scene:
    """Nothing is hidden: every seat sees the same table from its own side."""
    grid = GRID.seen_by(game, seat)
    return grid.scene(
        game,
        seat,
        printed=rings(grid),
        spots=grid.spots(NAMES.name),
        pieces=_pieces(grid, pos),
        marks=(*_last(grid, pos, last_turn), *_ways(grid, pos)),
        trays=(_tray(pos, owner) for owner in range(2)),
    )


def picks(pos: Position, action: int) -> tuple[Pick, ...]:
    """The square for a guard; a guard and its goal; or a word."""
    if FIRST_SLIDE <= action < EXIT:
        return (NAMES.name(first_of(action)), NAMES.name(goal_of(action)))
    return (text(pos, action),)


def _pieces(grid: Grid, pos: Position) -> Iterator[Piece]:
    """The king who has escaped still stands where his way began: the mark shows how he left."""
    for seat, colour in enumerate(COLOURS):
        yield _piece(grid, f"{colour}:king", "cylinder", colour, int(pos.kings[seat]))
    for guard in range(GUARDS):
        seat, number = divmod(guard, GUARDS_EACH)
        if pos.guards[guard] != OFF:
            yield _piece(grid, f"{COLOURS[seat]}:{number + 1}", "square", COLOURS[seat], int(pos.guards[guard]))


def _piece(grid: Grid, name: str, kind: str, colour: str, square: int) -> Piece:
    x, y = grid.at(square)
    return Piece(id=name, kind=kind, spot=NAMES.name(square), x=x, y=y, colour=colour)


def _last(grid: Grid, pos: Position, last_turn: tuple[int, ...]) -> Iterator[Mark]:
    for action in last_turn[-1:]:
        if action < FIRST_SLIDE:
            yield grid.last_put(action)
        elif action < EXIT:
            yield from grid.last_move(first_of(action), goal_of(action))
        elif action == EXIT:
            x, y = grid.at(int(pos.kings[int(pos.winner)]))
            yield Mark(kind="last-from", x=x, y=y)


def _ways(grid: Grid, pos: Position) -> Iterator[Mark]:
    """Every way out that is open, up to the rim; after the end, the way that won."""
    for seat in range(2):
        way = way_out(pos, seat)
        if way and (not rules.is_over(pos) or seat == int(pos.winner)):
            column, row = way[-1] % COLUMNS, way[-1] // COLUMNS
            beyond = grid.middle(column, row + BEYOND if seat == SOUTH else row - BEYOND)
            x, y = grid.at(way[0])
            yield Mark(kind="way", x=x, y=y, path=(*(grid.at(square) for square in way[1:-1]), beyond))


def _tray(pos: Position, seat: int) -> Tray:
    guards = Pile(kind="square", colour=COLOURS[seat], count=int(pos.held[seat]), full=GUARDS_EACH)
    return Tray(
        seat=seat,
        token="cylinder",
        colours=(COLOURS[seat],),
        is_mover=not rules.is_over(pos) and int(pos.mover) == seat,
        holdings=(Holding(kind="stock", piles=(guards,)),),
    )
