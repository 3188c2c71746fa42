"""What the table says in Solitaire: how many pawns are left, and which of them stand alone."""

import numpy as np

from palissade.advice import Advice, Threat
from palissade.game import Game
from palissade.games.solitaire.board import COLOURS
from palissade.games.solitaire.knowledge import threats as list_threats
from palissade.games.solitaire.notation import square_of
from palissade.games.solitaire.rules import PAWNS, colour_at
from palissade.games.solitaire.scene import GRID, other_way_up
from palissade.kernel import Position
from palissade.messages import COMMON, Message
from palissade.scene import Pick

STAGES = ("begin", "jump", "only")


def advice(game: Game, pos: Position) -> Advice:
    """The first jump, any other, or the only one that there is."""
    words, pawns = game.catalogue, int(pos.pawns)
    if pos.choices == 1:
        return Advice("only", words.message("guide.only", pawns=pawns), words.message("guide.goal"), "SOL-4")
    if pawns == PAWNS:
        return Advice("begin", words.message("guide.begin"), words.message("guide.goal"), "SOL-3")
    says = words.message("guide.jump", pawns=pawns, jumps=int(pos.choices))
    return Advice("jump", says, words.message("guide.goal"), "SOL-3")


def about(game: Game, pos: Position, pick: Pick) -> Message | None:
    """A pawn jumps whatever is not of its colour."""
    colour = COMMON.message(f"colour.{COLOURS[colour_at(pos, square_of(pick))]}").lower()
    return game.catalogue.message("guide.pawn", square=pick, colour=colour)


def threats(game: Game, pos: Position, seat: int) -> tuple[Threat, ...]:
    """Pawns that stand alone: in the end they are what is left over."""
    found = np.empty(3 * PAWNS, np.int32)
    squares = found[1 : 3 * list_threats(pos, found) : 3].tolist()
    if not squares:
        return ()
    says = game.catalogue.message("threat.alone", count=len(squares))
    return (Threat(0, says, tuple(GRID.mark("threat", other_way_up(square)) for square in squares)),)
