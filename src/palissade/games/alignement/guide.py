"""What the table says in Alignement: which kind is due now and next, which line is about to close, what is shut in."""

from palissade.advice import Advice, Threat
from palissade.boards.threats import noticed
from palissade.game import Game
from palissade.games.alignement import knowledge, notation, rules
from palissade.games.alignement.circles import CIRCLES
from palissade.games.alignement.knowledge import NONE
from palissade.games.alignement.notation import NAMES
from palissade.games.alignement.rules import FIRST, LAST
from palissade.games.alignement.scene import GRID
from palissade.kernel import Position
from palissade.messages import Message
from palissade.scene import Mark, Pick

RULES = {
    "win-place": "ALI-5",
    "win-move": "ALI-5",
    "shut-in": "ALI-6",
    "stop": "ALI-5",
    "tight": "ALI-6",
    "place": "ALI-3",
    "move": "ALI-4",
}
STAGES = tuple(RULES)
KINDS = ("square", "triangle", "cylinder")
RING = 104  # as wide as a circle with some room


def advice(game: Game, pos: Position) -> Advice:
    """A line of the mover's, the other shut in, a line of the other's, a kind of the mover's shut in, or any piece."""
    words, seat, kind = game.catalogue, rules.mover(pos), rules.due_kind(pos)
    stage, action = _stage(pos)
    places: dict[str, str | int | Message] = {
        "who": game.seat_name(1 - seat),
        "what": _any(game, kind),
        "own": words.message(f"own.{KINDS[kind]}"),
        "due": words.message(f"due.{KINDS[kind]}"),
        "next": _any(game, kind + 1),
        "after": _any(game, kind + 2),
    }
    if action != NONE:
        places |= {"goal": NAMES[action % CIRCLES], "action": notation.text(pos, action)}
    helps = words.message("guide.stuck-help" if RULES[stage] == "ALI-6" else "guide.goal")
    return Advice(stage, words.message(f"guide.{stage}", **places), helps, RULES[stage])


def about(game: Game, pos: Position, pick: Pick) -> Message | None:
    """Where a piece can go; one that is placed needs no second pick."""
    kind = rules.due_kind(pos)
    if rules.holds(pos, rules.mover(pos), kind):
        return None
    bits = rules.goals_of(pos, kind, NAMES.index(pick))
    goals = ", ".join(NAMES[circle] for circle in range(CIRCLES) if bits >> circle & 1)
    jumps = "-jumps" if kind == rules.CYLINDER and pos.jump else ""
    return game.catalogue.message(f"guide.{KINDS[kind]}{jumps}", circle=pick, goals=goals)


def threats(game: Game, pos: Position, seat: int) -> tuple[Threat, ...]:
    """Lines that could be completed, and pieces that will have to move and could not."""
    words, mover, due, found = game.catalogue, rules.mover(pos), rules.due_kind(pos), []
    for threat, circle, by in noticed(knowledge.threats, pos):
        if threat == knowledge.CAN_LINE_UP:
            what = _any(game, due if by == mover else due + 1)
            says = words.message("threat.line", who=game.seat_name(by), what=what, circle=NAMES[circle])
            found.append(Threat(by, says, (_ring(circle),)))
        else:
            kind = (due + (2 if by == mover else 1)) % len(KINDS)
            says = words.message("threat.shut-in", who=game.seat_name(by), what=_any(game, kind))
            pieces = pos.circle[by, int(FIRST[kind]) : int(LAST[kind]) + 1].tolist()
            found.append(Threat(by, says, tuple(_ring(piece) for piece in pieces)))
    return tuple(found)


def _stage(pos: Position) -> tuple[str, int]:
    """What the mover is asked, and the action that it is about; NONE if about any."""
    seat, kind = rules.mover(pos), rules.due_kind(pos)
    line = knowledge.completing(pos, seat, kind)
    if line != NONE:
        return "win-place" if line < rules.FIRST_MOVE else "win-move", line
    shut = knowledge.shutting_in(pos)
    if shut != NONE:
        return "shut-in", shut
    theirs = knowledge.completing(pos, 1 - seat, (kind + 1) % len(KINDS))
    if theirs != NONE:
        return "stop", theirs
    if rules.is_shut_in(pos, seat, (kind + 2) % len(KINDS), rules.occupied(pos)):
        return "tight", NONE
    return "place" if rules.holds(pos, seat, kind) else "move", NONE


def _any(game: Game, kind: int) -> Message:
    """A piece of the kind; they come round."""
    return game.catalogue.message(f"a.{KINDS[kind % len(KINDS)]}")


def _ring(circle: int) -> Mark:
    x, y = GRID.at(circle)
    return Mark(kind="threat", x=x, y=y, width=RING, height=RING)
