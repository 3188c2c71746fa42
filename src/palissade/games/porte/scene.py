"""La Porte on the table: the gates are the printed rings, and each player's reserve lies before him."""

from collections import Counter
from collections.abc import Iterator

from palissade.boards.butehorn import BLOCK, CENTRES, GRID, NAMES, rings
from palissade.boards.drawing import Grid
from palissade.game import Game
from palissade.games.porte import rules
from palissade.games.porte.notation import ends, text
from palissade.games.porte.pieces import BLOCKS, RESERVE, SQUARE, TRIANGLE
from palissade.games.porte.rules import FIRST_ENTRY, NONE, STOP
from palissade.kernel import Position
from palissade.scene import Holding, Mark, Pick, Piece, Pile, Scene, Tray

KINDS = ("cylinder", "triangle", "square")


def scene(game: Game, pos: Position, seat: int, last_turn: tuple[int, ...]) -> Scene:
    """Nothing is hidden: every seat sees the same table from its own side."""
    grid = GRID.seen_by(game, seat)
    return grid.scene(
        game,
        seat,
        printed=rings(grid),
        spots=grid.spots(NAMES.name),
        pieces=_pieces(game, grid, pos),
        marks=(*_last(grid, last_turn), *_gates(grid, pos)),
        trays=(_tray(game, pos, owner) for owner in range(len(game.seats))),
    )


def picks(pos: Position, action: int) -> tuple[Pick, ...]:
    """A piece and its goal; what comes in, stop and pass are words."""
    if action < FIRST_ENTRY:
        square, goal = ends(action)
        return (NAMES.name(square), NAMES.name(goal))
    return (text(pos, action),)


def _pieces(game: Game, grid: Grid, pos: Position) -> Iterator[Piece]:
    """Pieces of a kind are numbered as they came onto the board."""
    for seat, place in enumerate(game.seats):
        (colour,), seen = place.colours, Counter[str]()
        for number in range(int(pos.on_board[seat])):
            square, kind = int(pos.square[seat, number]), KINDS[int(pos.kind[seat, number])]
            seen[kind] += 1
            x, y = grid.at(square)
            name = f"{colour}:{kind}:{seen[kind]}"
            yield Piece(id=name, kind=kind, spot=NAMES.name(square), x=x, y=y, colour=colour)


def _last(grid: Grid, last_turn: tuple[int, ...]) -> Iterator[Mark]:
    """The last move, and the gate through which a piece came in after it."""
    gate = NONE
    for action in last_turn:
        if action < FIRST_ENTRY:
            square, goal = ends(action)
            gate = int(CENTRES[BLOCK[goal]])
            yield from grid.last_move(square, goal)
        elif action < STOP:
            yield grid.last_put(gate)


def _gates(grid: Grid, pos: Position) -> Iterator[Mark]:
    """The gate that is open to the mover now (POR-4), or those that he must leave (POR-5)."""
    if rules.is_over(pos):
        return
    crowded = rules.crowded_gates(pos)
    for block in range(BLOCKS):
        x, y = grid.at(int(CENTRES[block]))
        if block == pos.gate:
            yield Mark(kind="goal", x=x, y=y)
        elif pos.gate == NONE and crowded >> block & 1:
            yield Mark(kind="threat", x=x, y=y)


def _tray(game: Game, pos: Position, seat: int) -> Tray:
    (colour,) = game.seats[seat].colours
    piles = tuple(
        Pile(kind=KINDS[kind], colour=colour, count=int(pos.reserve[seat, kind]), full=int(RESERVE[kind]))
        for kind in (TRIANGLE, SQUARE)
    )
    return Tray(
        seat=seat,
        token="cylinder",
        colours=(colour,),
        is_mover=not rules.is_over(pos) and int(pos.mover) == seat,
        holdings=(Holding(kind="stock", piles=piles),),
    )
