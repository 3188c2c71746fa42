"""What the table says in Cul-de-Sac: how far it is for both, and whose pawn is about to arrive."""

import numpy as np

from palissade.advice import Advice, Threat
from palissade.boards.threats import noticed
from palissade.game import Game
from palissade.games.cul_de_sac import board, knowledge, rules
from palissade.games.cul_de_sac.notation import SQUARES
from palissade.games.cul_de_sac.scene import GRID
from palissade.kernel import Position
from palissade.messages import Message
from palissade.scene import Pick

RULES = {
    "win": "CDS-6",
    "late": "CDS-6",
    "pawn-stop": "CDS-4",
    "pawn": "CDS-4",
    "wall-stop": "CDS-7",
    "wall": "CDS-7",
    "only-wall": "CDS-3",
    "pass": "CDS-3",
}
STAGES = tuple(RULES)
TOLD = {knowledge.CAN_WIN: "threat.wins", knowledge.COMES_NEAR: "threat.near"}


def advice(game: Game, pos: Position) -> Advice:
    """First whether somebody arrives on the next turn, then how far it is."""
    words, mover = game.catalogue, int(pos.mover)
    stage, arriving = _stage(pos)
    places: dict[str, str | int | Message]
    if arriving != board.OFF:
        seat = mover if stage == "win" else 1 - mover
        base = SQUARES.name(knowledge.nearest_base(pos, seat, arriving))
        places = {"pawn": SQUARES.name(arriving), "base": base, "who": game.seat_name(seat).lower()}
    else:
        places = {
            "who": game.seat_name(1 - mover),
            "mine": knowledge.steps_left(pos, mover)[0],
            "theirs": knowledge.steps_left(pos, 1 - mover)[0],
            "count": knowledge.stock(pos, mover),
        }
    if stage.endswith("wall") or stage == "wall-stop":
        helps = words.message("guide.wall-help")
    else:
        first, second = (SQUARES.name(int(base)) for base in board.BASES[1 - mover])
        helps = words.message("guide.goal", first=first, second=second)
    return Advice(stage, words.message(f"guide.{stage}", **places), helps, RULES[stage])


def about(game: Game, pos: Position, pick: Pick) -> Message | None:
    """How far a pawn has to go; a wall needs no second pick."""
    if not rules.can_move(pos):
        return None
    square, steps = SQUARES.square(pick), np.zeros(board.SQUARES, np.int32)
    knowledge.measure(pos, int(pos.mover), steps)
    base = SQUARES.name(knowledge.nearest_base(pos, int(pos.mover), square))
    left = int(steps[square])
    return game.catalogue.message(
        "guide.pawn-goes" if left > 2 else "guide.pawn-wins", square=pick, steps=left, base=base
    )


def threats(game: Game, pos: Position, seat: int) -> tuple[Threat, ...]:
    """Pawns that could arrive in one turn, and those that could in two."""
    grid, found = GRID.seen_by(game, seat), []
    for kind, pawn, by in noticed(knowledge.threats, pos):
        base = knowledge.nearest_base(pos, by, pawn)
        who = game.seat_name(by).lower()
        says = game.catalogue.message(TOLD[kind], who=who, pawn=SQUARES.name(pawn), base=SQUARES.name(base))
        found.append(Threat(by, says, (grid.mark("threat", pawn), grid.mark("threat", base))))
    return tuple(found)


def _stage(pos: Position) -> tuple[str, int]:
    """What the mover does, and the pawn that is about to arrive, or OFF."""
    mover, moves = int(pos.mover), rules.can_move(pos)
    arriving = {seat: pawn for kind, pawn, seat in noticed(knowledge.threats, pos)[::-1] if kind == knowledge.CAN_WIN}
    if moves and mover in arriving:
        return "win", arriving[mover]
    if not moves and not pos.wall_due:
        return ("only-wall" if rules.can_lay(pos) else "pass"), board.OFF
    theirs = arriving.get(1 - mover, board.OFF)
    if theirs == board.OFF:
        return "pawn" if moves else "wall", theirs
    if not moves:
        return "wall-stop", theirs
    return "pawn-stop" if knowledge.stock(pos, mover) else "late", theirs
