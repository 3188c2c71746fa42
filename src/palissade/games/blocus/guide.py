"""What the table says in Le Blocus: whose king is about to leave, and where a guard is wanted."""

from palissade.advice import Advice, Threat
from palissade.boards.butehorn import COLUMNS, NAMES
from palissade.boards.butehorn_drawing import GRID
from palissade.game import Game
from palissade.games.blocus import rules
from palissade.games.blocus.ways import way_out
from palissade.kernel import Position
from palissade.messages import Message
from palissade.scene import Pick

STAGES = ("exit", "place", "place-stop", "slide", "slide-stop", "pass")
RULES = {"exit": "BLO-4", "place": "BLO-5", "slide": "BLO-6", "pass": "BLO-8"}


def advice(game: Game, pos: Position) -> Advice:
    """First whether the mover's king can leave, then whether the other's is about to."""
    words, mover = game.catalogue, int(pos.mover)
    stage = _stage(pos)
    if stage in ("place", "slide"):
        leaves = way_out(pos, 1 - mover)
        if leaves:
            says = words.message(f"guide.{stage}-stop", who=game.seat_name(1 - mover).lower(), column=_column(leaves))
            return Advice(f"{stage}-stop", says, words.message("guide.stop-help"), RULES[stage])
    held = int(pos.held[mover])
    says = words.message(f"guide.{stage}", count=held) if stage == "place" else words.message(f"guide.{stage}")
    return Advice(stage, says, words.message("guide.goal"), RULES[stage])


def about(game: Game, pos: Position, pick: Pick) -> Message | None:
    """A guard that slides; one that is placed needs no second pick."""
    return None if rules.holds_guards(pos) else game.catalogue.message("guide.guard", square=pick)


def threats(game: Game, pos: Position, seat: int) -> tuple[Threat, ...]:
    """Every king with a way out, on whose turn he will take it; the mover's first."""
    grid, found, mover = GRID.seen_by(game, seat), [], int(pos.mover)
    for owner in (mover, 1 - mover):
        way = way_out(pos, owner)
        if way:
            says = game.catalogue.message("threat.leaves", who=game.seat_name(owner).lower(), column=_column(way))
            found.append(Threat(owner, says, (grid.mark("threat", way[0]), grid.mark("threat", way[-1]))))
    return tuple(found)


def _stage(pos: Position) -> str:
    """What the mover does: BLO-4 before BLO-5 before BLO-6 before BLO-8."""
    if pos.exit_due:
        return "exit"
    if rules.holds_guards(pos):
        return "place"
    return "slide" if rules.can_slide(pos) else "pass"


def _column(way: list[int]) -> str:
    """The column by which a king leaves."""
    return NAMES.name(way[-1] % COLUMNS)[0]
