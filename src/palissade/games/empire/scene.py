"""L'Empire on the table: four printed thrones, and pieces in the colour of the seat that they obey."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from palissade.boards.butehorn import COLUMNS, NAMES, ROWS, SQUARES
from palissade.boards.butehorn_drawing import GRID, rings
from palissade.boards.drawing import Grid
from palissade.boards.keeping import kept, kept_by_action
from palissade.game import Game
from palissade.games.empire import rules
from palissade.games.empire.army import ARCHER, FARTHEST, KINGS_THRONE, KNIGHT, MEN, TAKES_AT, THRONES, kind_of
from palissade.games.empire.corners import COLOURS, CORNER
from palissade.games.empire.rules import EMPTY, OFF, PASS
from palissade.kernel import Position
from palissade.plain import plain
from palissade.scene import Circle, Holding, Mark, Pick, Piece, Pile, Scene, Tray

Pieces = tuple[int, ...]
KINDS = ("cylinder", "triangle", "square")  # commander, knight, archer


def scene(game: Game, pos: Position, seat: int, last_turn: tuple[int, ...]) -> Scene:
    """Nothing is hidden: every seat sees the same table, its own corner at the bottom."""
    grid, table, is_over = GRID.seen_by(game, seat), plain(pos), rules.is_over(pos)
    return grid.scene(
        game,
        seat,
        printed=_circles,
        spots=grid.spots(NAMES.name),
        pieces=_pieces(grid, table),
        marks=(
            *_last(grid, last_turn),
            *_owners(grid, table.players),
            *(_thrones_won(grid, pos) if is_over else (_goal(grid, table),)),
            *(_reaches(grid, table) if seat == table.mover and not is_over else ()),
        ),
        trays=(
            _tray(pos, table, owner, is_mover=owner == table.mover and not is_over) for owner in range(len(game.seats))
        ),
    )


@kept_by_action
def picks(pos: Position, action: int) -> tuple[Pick, ...]:
    """A piece and its goal, or pass."""
    if action == PASS:
        return ("pass",)
    return (NAMES.name(action // SQUARES), NAMES.name(action % SQUARES))


def action_of(pos: Position, picks: tuple[Pick, ...]) -> int:
    """A piece and its goal, whether it moves there or takes what stands there; or pass."""
    if picks == ("pass",):
        return PASS
    square, goal = picks
    return NAMES.square(square) * SQUARES + NAMES.square(goal)


def _circles(grid: Grid) -> Iterator[Circle]:
    """EMP-2: of the sixteen circles four are thrones."""
    thrones = [grid.at(throne) for throne in THRONES]
    yield from (ring for ring in rings(grid) if (ring.x, ring.y) not in thrones)
    yield from (Circle(style="throne", x=x, y=y, radius=17.5) for x, y in thrones)


def _pieces(grid: Grid, table: Any) -> Iterator[Piece]:
    for piece, square in enumerate(table.square):
        if square != OFF:
            yield _piece(grid, piece, table.lord[piece // MEN], square)


@kept
def _piece(grid: Grid, piece: int, lord: int, square: int) -> Piece:
    """A piece that changes hands changes its colour (EMP-8), and keeps its id."""
    x, y = grid.at(square)
    return Piece(
        id=f"{COLOURS[piece // MEN]}:{piece % MEN + 1}",
        kind=KINDS[kind_of(piece)],
        spot=NAMES.name(square),
        x=x,
        y=y,
        colour=COLOURS[lord],
    )


def _last(grid: Grid, last_turn: tuple[int, ...]) -> tuple[Mark, ...]:
    if not last_turn or last_turn[-1] == PASS:
        return ()
    return grid.last_move(last_turn[-1] // SQUARES, last_turn[-1] % SQUARES)


@kept
def _owners(grid: Grid, players: int) -> tuple[Mark, ...]:
    """Whose king's throne each throne is (EMP-2)."""
    thrones = ((seat, grid.at(int(KINGS_THRONE[CORNER[players - 2, seat]]))) for seat in range(players))
    return tuple(Mark(kind="owner", x=x, y=y, colour=COLOURS[seat]) for seat, (x, y) in thrones)


def _reaches(grid: Grid, table: Any) -> Iterator[Mark]:
    for piece in table.army[table.mover][: table.strength[table.mover]]:
        yield _reach(grid, kind_of(piece), table.square[piece])


@kept
def _reach(grid: Grid, kind: int, square: int) -> Mark:
    """For who has picked a piece: the squares at the distances at which it takes (EMP-5), whatever stands there."""
    row, column = divmod(square, COLUMNS)
    ways = ((0, 1), (1, 0), (0, -1), (-1, 0))
    far = (steps for steps in range(1, FARTHEST + 1) if int(TAKES_AT[kind]) >> steps & 1)
    places = [(row + steps * up, column + steps * right) for steps in far for up, right in ways]
    (x, y), *others = (grid.middle(c, r) for r, c in places if r in range(ROWS) and c in range(COLUMNS))
    return Mark(kind="reach", x=x, y=y, path=tuple(others), when=NAMES.name(square))


def _goal(grid: Grid, table: Any) -> Mark:
    """For the mover: his king's throne."""
    return grid.mark("goal", int(KINGS_THRONE[CORNER[table.players - 2, table.mover]]))


def _thrones_won(grid: Grid, pos: Position) -> Iterator[Mark]:
    """At the end: the thrones held."""
    for throne in _winning_thrones(pos):
        yield grid.mark("goal", throne)


def _winning_thrones(pos: Position) -> Iterator[int]:
    """The thrones on which the winners stand, where thrones decided; of a commander, only his own."""
    winner = int(pos.winner)
    side = [seat for seat in range(int(pos.players)) if not rules.are_enemies(pos, winner, seat)]
    if rules.thrones_held(pos, winner) >= rules.thrones_needed(pos):
        for throne in THRONES:
            piece = int(pos.man[int(throne)])
            if piece != EMPTY and rules.owner(pos, piece) in side:
                yield int(throne)
    elif all(rules.is_on_kings_throne(pos, seat) for seat in side):
        yield from (rules.commander(pos, seat) for seat in side)


def _tray(pos: Position, table: Any, seat: int, *, is_mover: bool) -> Tray:
    """The thrones that the seat or its team holds, the pieces that obey it, and those that it has taken."""
    army = tuple(table.army[seat][: table.strength[seat]])
    taken = tuple(piece for piece, taker in enumerate(table.taker) if taker == seat)
    held, needed = rules.thrones_held(pos, seat), rules.thrones_needed(pos)
    return _tray_with(seat, army, taken, held, needed, is_mover=is_mover, is_out=table.lord[seat] != seat)


@kept
def _tray_with(seat: int, army: Pieces, taken: Pieces, held: int, needed: int, *, is_mover: bool, is_out: bool) -> Tray:
    alive = Counter(kind_of(piece) for piece in army)
    dead = Counter((piece // MEN, kind_of(piece)) for piece in taken)
    colour = COLOURS[seat]
    thrones = Pile(kind="throne", count=held, full=needed, colour=colour)
    left = (Pile(kind=KINDS[kind], count=alive[kind], colour=colour) for kind in (KNIGHT, ARCHER))
    prey = (Pile(kind=KINDS[kind], count=dead[of, kind], colour=COLOURS[of]) for of, kind in sorted(dead))
    return Tray(
        seat=seat,
        token="cylinder",
        colours=(colour,),
        is_mover=is_mover,
        is_out=is_out,
        holdings=(
            *(() if is_out else (Holding(kind="thrones", piles=(thrones,)), Holding(kind="stock", piles=tuple(left)))),
            Holding(kind="captured", piles=tuple(prey)),
        ),
    )
