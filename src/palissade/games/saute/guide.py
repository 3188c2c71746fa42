"""What the table says in Saute: what may run on, what is still to come home, and who could be home on the next turn."""

from palissade.advice import Advice, Threat
from palissade.boards.butehorn import COLUMNS, NAMES
from palissade.boards.butehorn_drawing import GRID
from palissade.boards.listing import listed
from palissade.boards.threats import noticed
from palissade.game import Game
from palissade.games.saute import knowledge, rules
from palissade.games.saute.knowledge import NONE
from palissade.games.saute.rules import GOAL, IN_ROW, NO_RUNNER
from palissade.kernel import Position
from palissade.messages import Message
from palissade.scene import Pick

RULES = {
    "run-win": "SAU-5",
    "run-again": "SAU-4",
    "run": "SAU-4",
    "win": "SAU-5",
    "pass": "SAU-8",
    "strayed": "SAU-7",
    "stop": "SAU-5",
    "hop-run": "SAU-4",
    "hop": "SAU-3",
}
STAGES = tuple(RULES)
TOLD = {knowledge.CAN_WIN: "threat.wins", knowledge.CAN_RUN: "threat.runs"}

Places = dict[str, str | int | Message]  # what a sentence is filled in with


def advice(game: Game, pos: Position) -> Advice:
    """A run under way; else who could be home, then which pieces could run on."""
    stage, places = _hop(game, pos) if pos.runner == NO_RUNNER else _run(pos)
    rule = "SAU-6" if pos.teams and RULES[stage] == "SAU-5" else RULES[stage]
    return Advice(stage, game.catalogue.message(f"guide.{stage}", **places), _goal(game, pos), rule)


def about(game: Game, pos: Position, pick: Pick) -> Message | None:
    """Where the piece lands, and whether it may run on from there; nothing of a stop or a pass."""
    if pick in ("stop", "pass"):
        return None
    square, seat = NAMES.square(pick), int(pos.mover)
    goal = knowledge.landed(pos, square)
    is_triangle = square in pos.square[seat, ::IN_ROW].tolist()
    if pos.expert and is_triangle and goal % COLUMNS > GOAL:
        return game.catalogue.message("guide.beyond", square=pick, goal=NAMES.name(goal))
    end = "runs" if rules.may_run_on(pos, goal) else "ends"
    return game.catalogue.message(
        f"guide.{'triangle' if is_triangle else 'square'}-{end}",
        square=pick,
        goal=NAMES.name(goal),
        count=knowledge.enemies_in(pos, seat, goal % COLUMNS),
    )


def threats(game: Game, pos: Position, seat: int) -> tuple[Threat, ...]:
    """Who could win in one turn, and how far the others could run."""
    grid, found = GRID.seen_by(game, seat), []
    for kind, square, by in noticed(knowledge.threats, pos):
        end = knowledge.run_end(pos, square)
        places: Places = {"who": game.seat_name(by), "square": NAMES.name(square), "goal": NAMES.name(end)}
        marks = (grid.mark("threat", square), grid.mark("threat", end))
        found.append(Threat(by, game.catalogue.message(TOLD[kind], **places), marks))
    return tuple(found)


def _run(pos: Position) -> tuple[str, Places]:
    """The piece that has landed may run on."""
    square = int(pos.runner)
    goal = knowledge.landed(pos, square)
    places: Places = {"square": NAMES.name(square), "goal": NAMES.name(goal)}
    if knowledge.winning_piece(pos, int(pos.mover)) != NONE:
        return "run-win", places
    return "run-again" if rules.may_run_on(pos, goal) else "run", places


def _hop(game: Game, pos: Position) -> tuple[str, Places]:
    """A turn begins."""
    seat, seats = int(pos.mover), int(pos.seats)
    if rules.is_home(pos, seat):
        return "pass", {}
    last = knowledge.winning_piece(pos, seat)
    if last != NONE:
        return "win", {"square": NAMES.name(last)}
    for other in ((seat + i) % seats for i in range(1, seats)):
        last = knowledge.winning_piece(pos, other)
        if last != NONE and game.seats[other].team != game.seats[seat].team:
            return "stop", {"who": game.seat_name(other), "square": NAMES.name(last)}
    strayed = knowledge.strayed(pos, seat)
    if strayed != NONE:
        return "strayed", {"square": NAMES.name(strayed)}
    running = [
        square
        for square in pos.square[seat].tolist()
        if knowledge.may_hop(pos, square) and rules.may_run_on(pos, knowledge.landed(pos, square))
    ]
    return ("hop-run", {"squares": listed(NAMES, running)}) if running else ("hop", {})


def _goal(game: Game, pos: Position) -> Message:
    """What is still to come home."""
    seat = int(pos.mover)
    places: Places = {"count": knowledge.left(pos, seat)}
    key = "guide.goal-expert" if pos.expert else "guide.goal"
    if pos.teams:
        key += "-teams"
        places["other"] = knowledge.left(pos, rules.partner_of(seat))
    return game.catalogue.message(key, **places)
