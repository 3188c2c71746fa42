"""What the table says in La Porte: which gate is open, which could be opened, and which must be left."""

import numpy as np

from palissade.advice import Advice, Threat
from palissade.boards.butehorn import CENTRES, NAMES
from palissade.boards.butehorn_drawing import GRID
from palissade.boards.listing import listed
from palissade.boards.threats import noticed
from palissade.game import Game
from palissade.games.porte import knowledge, rules
from palissade.games.porte.notation import ends
from palissade.games.porte.pieces import BLOCKS, KIND, PIECES, SQUARE, TRIANGLE, partner
from palissade.kernel import Position
from palissade.messages import Message
from palissade.scene import Pick

RULES = {
    "finish": "POR-6",
    "enter": "POR-4",
    "enter-triangle": "POR-4",
    "enter-square": "POR-4",
    "pass": "POR-8",
    "crowded": "POR-5",
    "crowded-any": "POR-5",
    "help": "POR-7",
    "win": "POR-6",
    "stop": "POR-6",
    "open": "POR-4",
    "move": "POR-3",
    "move-between": "POR-9",
}
STAGES = tuple(RULES)
KINDS = ("cylinder", "triangle", "square")
TOLD = {knowledge.CAN_WIN: "threat.wins", knowledge.CROWDED: "threat.crowded", knowledge.CAN_OPEN: "threat.opens"}

Places = dict[str, str | int | Message]  # what a sentence is filled in with


def advice(game: Game, pos: Position) -> Advice:
    """An open gate, a crowded one, one that wins for the mover or for somebody else, one that could be opened."""
    stage, places = _entry(pos) if pos.gate != rules.NONE else _move(game, pos)
    rule = "POR-7" if pos.teams and RULES[stage] == "POR-6" else RULES[stage]
    gates = _gates(knowledge.open_gates(pos, int(pos.mover))) if stage in ("open", "win") else []
    spots = tuple(NAMES.name(gate) for gate in gates)
    return Advice(stage, game.catalogue.message(f"guide.{stage}", **places), _goal(game, pos), rule, spots)


def about(game: Game, pos: Position, pick: Pick) -> Message | None:
    """From where the piece would open a gate, else what it needs for that; what an open gate is for."""
    if pick in ("stop", "pass"):
        return None
    if pos.gate != rules.NONE:
        return game.catalogue.message("guide.gate", gate=pick)
    square, room = NAMES.square(pick), np.zeros(rules.WAYS, np.int32)
    kind = KINDS[int(KIND[int(pos.occupant[square]) % PIECES])]
    count = knowledge.list_openings(pos, square, room)
    if not count:
        return game.catalogue.message(f"guide.{kind}-between" if pos.between else f"guide.{kind}", square=pick)
    return game.catalogue.message(f"guide.{kind}-opens", square=pick, goals=listed(NAMES, room[:count].tolist()))


def threats(game: Game, pos: Position, seat: int) -> tuple[Threat, ...]:
    """Gates through which somebody could win, that somebody must leave, that somebody could open."""
    grid, found = GRID.seen_by(game, seat), []
    for kind, gate, by in noticed(knowledge.threats, pos):
        places: Places = {"who": game.seat_name(by), "gate": NAMES.name(gate)}
        if kind != knowledge.CROWDED:
            places |= _ends(knowledge.opening(pos, by, gate))
        found.append(Threat(by, game.catalogue.message(TOLD[kind], **places), (grid.mark("threat", gate),)))
    return tuple(found)


def _entry(pos: Position) -> tuple[str, Places]:
    """A gate is open: whether the game is won by it, and what is left to bring in."""
    seat, gate = int(pos.mover), NAMES.name(int(CENTRES[int(pos.gate)]))
    triangles, squares = int(pos.reserve[seat, TRIANGLE]), int(pos.reserve[seat, SQUARE])
    if knowledge.lacks_one(pos, seat):
        return "finish", {"gate": gate}
    if triangles and squares:
        return "enter", {"gate": gate, "triangles": triangles, "squares": squares}
    return "enter-triangle" if triangles else "enter-square", {"gate": gate, "count": triangles + squares}


def _move(game: Game, pos: Position) -> tuple[str, Places]:
    seat, seats = int(pos.mover), int(pos.seats)
    if not rules.can_move(pos):
        return "pass", {}
    gates = [gate for gate in _gates(rules.crowded_gates(pos, seat)) if rules.has_way(pos, gate)]
    if gates:
        return "crowded-any" if len(gates) > 1 else "crowded", {"gates": listed(NAMES, gates)}
    mine = _gates(knowledge.open_gates(pos, seat))
    if mine and knowledge.lacks_one(pos, seat):
        return "win", _opened(pos, seat, mine[0])
    for other in ((seat + i) % seats for i in range(1, seats)):
        theirs = _gates(knowledge.open_gates(pos, other)) if knowledge.lacks_one(pos, other) else []
        if theirs and game.seats[other].team != game.seats[seat].team:
            return "stop", {"who": game.seat_name(other), **_opened(pos, other, theirs[0])}
    if rules.has_finished(pos, seat):
        return "help", {"count": _reserve(pos, partner(seat))}
    if mine:
        return "open", {"gates": listed(NAMES, mine)}
    return ("move-between" if pos.between else "move"), {}


def _goal(game: Game, pos: Position) -> Message:
    """How much is missing."""
    seat = int(pos.mover)
    count = _reserve(pos, seat)
    if not pos.teams:
        return game.catalogue.message("guide.goal", count=count)
    return game.catalogue.message("guide.goal-teams", count=count, other=_reserve(pos, partner(seat)))


def _opened(pos: Position, seat: int, gate: int) -> Places:
    """A gate, and the move of the seat that opens it."""
    return {"gate": NAMES.name(gate), **_ends(knowledge.opening(pos, seat, gate))}


def _ends(move: int) -> Places:
    square, goal = ends(move)
    return {"start": NAMES.name(square), "goal": NAMES.name(goal)}


def _gates(blocks: int) -> list[int]:
    """The squares of these gates, a bit a block."""
    return [int(CENTRES[block]) for block in range(BLOCKS) if blocks >> block & 1]


def _reserve(pos: Position, seat: int) -> int:
    return int(pos.reserve[seat, TRIANGLE]) + int(pos.reserve[seat, SQUARE])
