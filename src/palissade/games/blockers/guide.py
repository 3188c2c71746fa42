"""What the table says in Blockers!: how many groups one has, and where they can be joined."""

import numpy as np

from palissade.advice import Advice, Threat
from palissade.game import Game
from palissade.games.blockers.colours import COLOURS, MOST_COLOURS
from palissade.games.blockers.groups import count_groups
from palissade.games.blockers.knowledge import threats as list_threats
from palissade.games.blockers.notation import TILE_NAMES, square_name
from palissade.games.blockers.rules import can_play, is_closed, points, racks
from palissade.games.blockers.scene import GRID, other_way_up
from palissade.games.blockers.tiles import JOKER, LETTERS, PLAYS, SQUARES, SYMBOLS
from palissade.kernel import Position
from palissade.messages import Message
from palissade.scene import Pick

STAGES = ("first", "play", "join", "last", "pass")
SORTS = ((LETTERS, "digit"), (SYMBOLS, "letter"), (JOKER, "symbol"))
MOST_SHOWN = 3  # squares of a colour


def advice(game: Game, pos: Position) -> Advice:
    """Whether anything can be played, then what one's groups need."""
    words, mover = game.catalogue, int(pos.mover)
    own = range(mover * racks(pos), (mover + 1) * racks(pos))
    groups = sum(count_groups(pos, colour) for colour in own)
    goal = words.message("guide.goal", groups=groups, most=points(pos, mover) - groups)
    if not can_play(pos, mover):
        return Advice("pass", words.message("guide.pass"), goal, "BKR-5")
    if all(pos.plays[colour] >= PLAYS - 1 for colour in own) and sum(not is_closed(pos, colour) for colour in own) == 1:
        return Advice("last", words.message("guide.last"), goal, "BKR-7")
    if all(pos.plays[colour] == 0 for colour in own):
        return Advice("first", words.message("guide.first"), words.message("guide.first-help"), "BKR-3")
    if groups > racks(pos):
        return Advice("join", words.message("guide.join", groups=groups), goal, "BKR-8")
    return Advice("play", words.message("guide.play"), goal, "BKR-4")


def about(game: Game, pos: Position, pick: Pick) -> Message | None:
    """BKR-3: where a tile of the rack goes."""
    if pick == "pass":
        return None
    tile = TILE_NAMES.index(pick.split(":")[2])
    sort = next((sort for end, sort in SORTS if tile < end), "joker")
    if sort in ("symbol", "joker"):
        return game.catalogue.message(f"guide.{sort}")
    return game.catalogue.message(f"guide.{sort}", tile=TILE_NAMES[tile])


def threats(game: Game, pos: Position, seat: int) -> tuple[Threat, ...]:
    """Where colours can join their groups: all of it is open, whoever looks."""
    words, grid, found = game.catalogue, GRID.seen_by(game, seat), []
    rows = np.empty((MOST_COLOURS * SQUARES, 3), np.int32)
    listed = rows[: list_threats(pos, rows.reshape(-1))]
    for owner in range(len(game.seats)):
        for name in game.seats[owner].colours:
            squares = listed[listed[:, 2] == COLOURS.index(name), 1].tolist()[:MOST_SHOWN]
            if squares:
                where = ", ".join(square_name(square) for square in squares)
                says = words.message("threat.joins", tile=words.message(f"threat.{name}"), squares=where)
                marks = tuple(grid.mark("threat", other_way_up(square)) for square in squares)
                found.append(Threat(owner, says, marks))
    return tuple(found)
