"""What the table says in Blokus Duo: where a piece may go, and whose corners run out."""

import numpy as np

from palissade.advice import Advice, Threat
from palissade.game import Game
from palissade.games.blokus_duo.laid import set_of, squares_in
from palissade.games.blokus_duo.notation import piece_of
from palissade.games.blokus_duo.pieces import PIECES, SINGLE, SIZE
from palissade.games.blokus_duo.rules import ALL_PIECES, MOST_LEGAL, PASS, legal_actions, score
from palissade.games.blokus_duo.scene import GRID
from palissade.kernel import Position
from palissade.messages import Message
from palissade.plain import plain
from palissade.scene import Pick

STAGES = ("first", "lay", "few", "alone", "pass")
FEW = 3  # free corners that are worth a warning


def advice(game: Game, pos: Position) -> Advice:
    """First whether anything fits, then how much room is left."""
    words, mover = game.catalogue, int(pos.mover)
    if pos.left[mover] == ALL_PIECES:
        return Advice("first", words.message("guide.first"), words.message("guide.first-help"), "BDU-2")
    other = game.seat_name(1 - mover)
    goal = words.message("guide.goal", mine=_points(pos, mover), others=_points(pos, 1 - mover), other=other)
    corners = len(_free_corners(pos, mover))
    if not _has_room(pos):
        return Advice("pass", words.message("guide.pass"), goal, "BDU-4")
    if pos.passed[1 - mover]:
        return Advice("alone", words.message("guide.alone", other=other), goal, "BDU-4")
    if corners <= FEW:
        return Advice("few", words.message("guide.few", corners=corners), goal, "BDU-3")
    return Advice("lay", words.message("guide.lay"), goal, "BDU-3")


def named(game: Game, text: str) -> Message:
    """The piece, and where it is read first: its squares would be as long as a sentence."""
    if text == "pass":
        return game.vocabulary.told(text)
    return game.catalogue.message("guide.named", piece=piece_of(text), square=text.partition(",")[0])


def about(game: Game, pos: Position, pick: Pick) -> Message | None:
    """A piece of the tray."""
    if pick == "pass":
        return None
    piece = PIECES.index(pick.removeprefix("tray:"))
    if piece == SINGLE:
        return game.catalogue.message("guide.single")
    return game.catalogue.message("guide.piece", size=int(SIZE[piece]))


def threats(game: Game, pos: Position, seat: int) -> tuple[Threat, ...]:
    """Who has few free corners left can be shut in by the other."""
    grid, found = GRID.seen_by(game, seat), []
    for owner in (int(pos.mover), 1 - int(pos.mover)):
        corners = _free_corners(pos, owner)
        if 0 < len(corners) <= FEW and pos.left[owner] != ALL_PIECES and not pos.passed[owner]:
            says = game.catalogue.message("threat.few", who=game.seat_name(owner))
            found.append(Threat(1 - owner, says, tuple(grid.mark("threat", square) for square in corners)))
    return tuple(found)


def _free_corners(pos: Position, seat: int) -> list[int]:
    """Where the seat's next piece may begin."""
    return list(squares_in(set_of(plain(pos).anchors[seat])))


def _has_room(pos: Position) -> bool:
    """Whether any piece of the mover fits (BDU-4)."""
    room = np.empty(MOST_LEGAL, np.int32)
    legal_actions(pos, room)
    return bool(room[0] != PASS)


def _points(pos: Position, seat: int) -> str:
    """With a true minus sign."""
    return f"{score(pos, seat):+d}".replace("-", "\N{MINUS SIGN}")
