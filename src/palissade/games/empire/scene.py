"""L'Empire on the table: four printed thrones, and pieces in the colour of the seat that they obey."""

from collections import Counter
from collections.abc import Iterator

from palissade.boards.butehorn import GRID, NAMES, SQUARES, rings
from palissade.boards.drawing import Grid
from palissade.game import Game
from palissade.games.empire import rules
from palissade.games.empire.army import ARCHER, COLOURS, KINGS_THRONE, KNIGHT, MEN, PIECES, THRONES, corner_of, kind_of
from palissade.games.empire.rules import EMPTY, OFF, PASS
from palissade.kernel import Position
from palissade.scene import Circle, Holding, Mark, Pick, Piece, Pile, Scene, Tray

KINDS = ("cylinder", "triangle", "square")  # commander, knight, archer


def scene(game: Game, pos: Position, seat: int, last_turn: tuple[int, ...]) -> Scene:
    """Nothing is hidden: every seat sees the same table, its own corner at the bottom."""
    grid = GRID.seen_by(game, seat)
    return grid.scene(
        game,
        seat,
        printed=_circles(grid),
        spots=grid.spots(NAMES.name),
        pieces=_pieces(grid, pos),
        marks=(*_last(grid, last_turn), *_marks(grid, pos)),
        trays=(_tray(pos, owner) for owner in range(len(game.seats))),
    )


def picks(pos: Position, action: int) -> tuple[Pick, ...]:
    """A piece and its goal, or pass."""
    if action == PASS:
        return ("pass",)
    return (NAMES.name(action // SQUARES), NAMES.name(action % SQUARES))


def _circles(grid: Grid) -> Iterator[Circle]:
    """EMP-2: of the sixteen circles four are thrones."""
    thrones = [grid.at(int(throne)) for throne in THRONES]
    yield from (ring for ring in rings(grid) if (ring.x, ring.y) not in thrones)
    yield from (Circle(style="throne", x=x, y=y, radius=17.5) for x, y in thrones)


def _pieces(grid: Grid, pos: Position) -> Iterator[Piece]:
    """A piece that changes hands changes its colour (EMP-8), and keeps its id."""
    for piece in range(PIECES):
        square = int(pos.square[piece])
        if square != OFF:
            x, y = grid.at(square)
            yield Piece(
                id=f"{COLOURS[piece // MEN]}:{piece % MEN + 1}",
                kind=KINDS[kind_of(piece)],
                spot=NAMES.name(square),
                x=x,
                y=y,
                colour=COLOURS[rules.owner(pos, piece)],
            )


def _last(grid: Grid, last_turn: tuple[int, ...]) -> tuple[Mark, ...]:
    if not last_turn or last_turn[-1] == PASS:
        return ()
    return grid.last_move(last_turn[-1] // SQUARES, last_turn[-1] % SQUARES)


def _marks(grid: Grid, pos: Position) -> Iterator[Mark]:
    """For the mover: his king's throne, and his commander if an enemy could take it. At the end: the thrones held."""
    if rules.is_over(pos):
        for throne in _winning_thrones(pos):
            x, y = grid.at(throne)
            yield Mark(kind="goal", x=x, y=y)
        return
    mover, players = int(pos.mover), int(pos.players)
    x, y = grid.at(int(KINGS_THRONE[corner_of(mover, players)]))
    yield Mark(kind="goal", x=x, y=y)
    square = rules.commander(pos, mover)
    enemies = [seat for seat in range(players) if rules.are_enemies(pos, mover, seat)]
    if any(rules.can_be_taken(pos, square, enemy) for enemy in enemies):
        x, y = grid.at(square)
        yield Mark(kind="threat", x=x, y=y)


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


def _tray(pos: Position, seat: int) -> Tray:
    """The thrones that the seat or its team holds, the pieces that obey it, and those that it has taken."""
    army = Counter(kind_of(int(piece)) for piece in pos.army[seat, : int(pos.strength[seat])])
    taken = Counter((piece // MEN, kind_of(piece)) for piece in range(PIECES) if int(pos.taker[piece]) == seat)
    colour, is_out = COLOURS[seat], int(pos.lord[seat]) != seat
    thrones = Pile(kind="throne", count=rules.thrones_held(pos, seat), full=rules.thrones_needed(pos), colour=colour)
    left = (Pile(kind=KINDS[kind], count=army[kind], colour=colour) for kind in (KNIGHT, ARCHER))
    prey = (Pile(kind=KINDS[kind], count=taken[of, kind], colour=COLOURS[of]) for of, kind in sorted(taken))
    return Tray(
        seat=seat,
        token="cylinder",
        colours=(colour,),
        is_mover=not rules.is_over(pos) and int(pos.mover) == seat,
        is_out=is_out,
        holdings=(
            *(() if is_out else (Holding(kind="thrones", piles=(thrones,)), Holding(kind="stock", piles=tuple(left)))),
            Holding(kind="captured", piles=tuple(prey)),
        ),
    )
