"""La Porte on the table: the gates are the printed rings, and each player's reserve lies before him."""

from collections.abc import Iterator
from typing import Any

from palissade.boards.butehorn import BLOCK, CENTRES, NAMES
from palissade.boards.butehorn_drawing import GRID, rings
from palissade.boards.drawing import Grid
from palissade.boards.keeping import kept, kept_by_action
from palissade.errors import NoSuchAction
from palissade.game import Game
from palissade.games.porte import notation, rules
from palissade.games.porte.notation import ends, text
from palissade.games.porte.pieces import EQUIPMENT, FIRST, KIND, OFF, SQUARE, TRIANGLE
from palissade.games.porte.rules import FIRST_ENTRY, NONE, STOP
from palissade.kernel import Position
from palissade.plain import plain
from palissade.scene import Holding, Mark, Pick, Piece, Pile, Scene, Tray

KINDS = ("cylinder", "triangle", "square")
ENTRIES = KINDS[1:]  # what comes in, in the order of its actions


def scene(game: Game, pos: Position, seat: int, last_turn: tuple[int, ...]) -> Scene:
    """Nothing is hidden: every seat sees the same table from its own side."""
    grid, table, is_over = GRID.seen_by(game, seat), plain(pos), rules.is_over(pos)
    return grid.scene(
        game,
        seat,
        printed=rings,
        spots=grid.spots(NAMES.name),
        pieces=_pieces(game, grid, table),
        marks=(*_last(grid, last_turn), *(() if is_over else _open_gate(grid, table.gate))),
        trays=(
            _tray(place.colours, owner, tuple(table.reserve[owner]), is_mover=owner == table.mover and not is_over)
            for owner, place in enumerate(game.seats)
        ),
    )


def picks(pos: Position, action: int) -> tuple[Pick, ...]:
    """A piece and its goal; the open gate and the kind that comes in; stop and pass are words."""
    if FIRST_ENTRY <= action < STOP:
        return (_gate(pos), ENTRIES[action - FIRST_ENTRY])
    return _move(pos, action)


@kept_by_action
def _move(pos: Position, action: int) -> tuple[Pick, ...]:
    if action < FIRST_ENTRY:
        square, goal = ends(action)
        return (NAMES.name(square), NAMES.name(goal))
    return (text(pos, action),)


def action_of(pos: Position, picks: tuple[Pick, ...]) -> int:
    """As the notation writes it, places with a dash between them; or what comes in at a gate.

    While a gate is open, whoever picks another place is told so.
    """
    *places, last = picks
    gate = _gate(pos)
    if gate and picks[0] != gate and NAMES.has(picks[0]):
        raise NoSuchAction("POR-4.entry-due")
    if places and last in ENTRIES:
        return FIRST_ENTRY + ENTRIES.index(last)
    return notation.action(pos, "-".join(picks))


def _gate(pos: Position) -> str:
    """The square of the gate that is open to the mover now; none before the move."""
    return "" if pos.gate == NONE else NAMES.name(int(CENTRES[int(pos.gate)]))


def _pieces(game: Game, grid: Grid, table: Any) -> Iterator[Piece]:
    """Pieces of a kind are numbered as they came onto the board."""
    for seat, place in enumerate(game.seats):
        for number, square in enumerate(table.square[seat]):
            if square != OFF:
                yield _piece(grid, place.colours[0], number, square)


@kept
def _piece(grid: Grid, colour: str, number: int, square: int) -> Piece:
    kind, (x, y) = int(KIND[number]), grid.at(square)
    name = f"{colour}:{KINDS[kind]}:{number - int(FIRST[kind]) + 1}"
    return Piece(id=name, kind=KINDS[kind], spot=NAMES.name(square), x=x, y=y, colour=colour)


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


def _open_gate(grid: Grid, gate: int) -> tuple[Mark, ...]:
    """The gate that is open to the mover now (POR-4)."""
    return () if gate == NONE else (grid.mark("goal", int(CENTRES[gate])),)


@kept
def _tray(colours: tuple[str, ...], seat: int, reserve: tuple[int, ...], *, is_mover: bool) -> Tray:
    piles = tuple(
        Pile(kind=KINDS[kind], colour=colours[0], count=reserve[kind], full=int(EQUIPMENT[kind]) - 1)
        for kind in (TRIANGLE, SQUARE)
    )
    return Tray(
        seat=seat,
        token="cylinder",
        colours=colours,
        is_mover=is_mover,
        holdings=(Holding(kind="stock", piles=piles),),
    )
