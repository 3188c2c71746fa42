"""What the table says in Barrier: what arrows do, who could take what, and who is about to be crowned."""

import numpy as np

from palissade.advice import Advice, Threat
from palissade.boards.listing import listed
from palissade.boards.threats import noticed
from palissade.game import Game
from palissade.games.barrier import knowledge, rules
from palissade.games.barrier.board import (
    DIRECTION_NAMES,
    DIRECTIONS,
    FIRST_PLACE,
    PLACES,
    TILE_NAMES,
    TILES,
    has_square,
    size,
)
from palissade.games.barrier.notation import SQUARES as NAMES
from palissade.games.barrier.rules import NO_CHAIN, QUIET_LIMIT
from palissade.games.barrier.scene import GRID
from palissade.games.barrier.ways import can_act
from palissade.kernel import Position
from palissade.messages import Message
from palissade.scene import Pick

RULES = {
    "lay-first": "BAR-3",
    "lay": "BAR-3",
    "lay-last": "BAR-3",
    "jump": "BAR-5",
    "must-jump": "BAR-9",
    "pass": "BAR-7",
    "win": "BAR-7",
    "win-crown": "BAR-9",
    "take": "BAR-5",
    "must-take": "BAR-9",
    "stop-crown": "BAR-9",
    "crown": "BAR-6",
    "danger": "BAR-5",
    "quiet": "BAR-7",
    "move": "BAR-4",
}
STAGES = tuple(RULES)
FAR = ("8", "1")  # the far row of each seat
FEW = 20  # actions before a draw that are counted down
TOLD = {
    knowledge.CAN_WIN: "threat.wins",
    knowledge.CAN_CROWN_LAST: "threat.wins-crown",
    knowledge.CAN_TAKE: "threat.takes",
    knowledge.CAN_CROWN: "threat.crown",
}

Places = dict[str, str | int | Message]  # what a sentence is filled in with


def advice(game: Game, pos: Position) -> Advice:
    """Tiles first; then what can be taken, crowned or lost."""
    words, seat = game.catalogue, int(pos.mover)
    stage, places = _laying(pos) if rules.is_laying(pos) else _moving(game, pos)
    goal = "goal-sharp" if pos.sharp else "goal"
    helps = {"danger": "danger-help"}.get(stage, "lay-help" if RULES[stage] == "BAR-3" else goal)
    says = words.message(f"guide.{stage}", row=FAR[seat], **places)
    return Advice(stage, says, words.message(f"guide.{helps}", row=FAR[seat]), RULES[stage])


def about(game: Game, pos: Position, pick: Pick) -> Message | None:
    """Where the arrows of a tile point; where a piece can go, and what it can take. Nothing of a stop or a pass."""
    words = game.catalogue
    if rules.is_laying(pos):
        tile = next(tile for tile in range(TILES) if pick.endswith(f":{TILE_NAMES[tile]}"))
        return words.message("guide.tile", **_arrows(game, tile))
    if pick in ("stop", "pass"):
        return None
    square, room = NAMES.square(pick), np.zeros(DIRECTIONS, np.int32)
    name = _kind(pos, square)
    count = knowledge.list_landings(pos, square, room)
    if count:
        takes = "must-take" if pos.sharp else "takes"
        return words.message(f"guide.{name}-{takes}", square=pick, goals=listed(NAMES, room[:count].tolist()))
    if FIRST_PLACE <= square < FIRST_PLACE + PLACES:
        return words.message(f"guide.{name}-on-tile", square=pick, **_arrows(game, int(pos.tile[square - FIRST_PLACE])))
    return words.message(f"guide.{name}", square=pick)


def threats(game: Game, pos: Position, seat: int) -> tuple[Threat, ...]:
    """Pieces that could be taken, men that could be crowned."""
    grid, found = GRID.seen_by(game, seat), []
    for kind, square, by in noticed(knowledge.threats, pos):
        places: Places = {"who": game.seat_name(by), "what": _the(game, pos, square)}
        if kind in (knowledge.CAN_WIN, knowledge.CAN_TAKE):
            places["start"] = NAMES.name(knowledge.taker(pos, by, square))
        found.append(Threat(by, game.catalogue.message(TOLD[kind], **places), (grid.mark("threat", square),)))
    return tuple(found)


def _laying(pos: Position) -> tuple[str, Places]:
    left = size(pos.hand[int(pos.mover)])
    return {TILES: "lay-first", 1: "lay-last"}.get(left, "lay"), {"count": left}


def _moving(game: Game, pos: Position) -> tuple[str, Places]:
    """What wins, what can be taken, what can be crowned, what is in danger."""
    words, seat = game.catalogue, int(pos.mover)
    if pos.chain != NO_CHAIN:
        room = np.zeros(DIRECTIONS, np.int32)
        goals = room[: knowledge.list_landings(pos, int(pos.chain), room)].tolist()
        stage = "must-jump" if pos.sharp else "jump"
        return stage, {"square": NAMES.name(int(pos.chain)), "goals": listed(NAMES, goals)}
    if not can_act(pos, seat):
        return "pass", {}
    rows = noticed(knowledge.threats, pos)
    first = {(kind, by): square for kind, square, by in rows[::-1]}
    if (knowledge.CAN_CROWN_LAST, seat) in first:
        return "win-crown", {"square": NAMES.name(first[knowledge.CAN_CROWN_LAST, seat])}
    for kind, stage in ((knowledge.CAN_WIN, "win"), (knowledge.CAN_TAKE, "must-take" if pos.sharp else "take")):
        if (kind, seat) in first:
            square = first[kind, seat]
            return stage, {"what": _the(game, pos, square), "start": NAMES.name(knowledge.taker(pos, seat, square))}
    if (knowledge.CAN_CROWN_LAST, 1 - seat) in first:
        what = _the(game, pos, first[knowledge.CAN_CROWN_LAST, 1 - seat])
        return "stop-crown", {"who": game.seat_name(1 - seat), "what": what}
    if (knowledge.CAN_CROWN, seat) in first:
        return "crown", {"square": NAMES.name(first[knowledge.CAN_CROWN, seat])}
    for kind in (knowledge.CAN_WIN, knowledge.CAN_TAKE):
        if (kind, 1 - seat) in first:
            square = first[kind, 1 - seat]
            own = words.message(f"your.{_kind(pos, square)}", square=NAMES.name(square))
            return "danger", {"what": own, "by": _the(game, pos, knowledge.taker(pos, 1 - seat, square))}
    if QUIET_LIMIT - int(pos.quiet) <= FEW:
        return "quiet", {"count": QUIET_LIMIT - int(pos.quiet)}
    mine, theirs = size(pos.pieces[seat]), size(pos.pieces[1 - seat])
    return "move", {"who": game.seat_name(1 - seat), "mine": mine, "theirs": theirs}


def _arrows(game: Game, tile: int) -> Places:
    """Where the two arrows of a tile point."""
    first, second = (DIRECTION_NAMES[direction % DIRECTIONS] for direction in (tile, tile + 2))
    return {"first": game.catalogue.message(f"way.{first}"), "second": game.catalogue.message(f"way.{second}")}


def _the(game: Game, pos: Position, square: int) -> Message:
    """What stands there: the yellow man on c3."""
    owner = 0 if has_square(pos.pieces[0], square) else 1
    who = game.seat_name(owner).lower()
    return game.catalogue.message(f"the.{_kind(pos, square)}", who=who, square=NAMES.name(square))


def _kind(pos: Position, square: int) -> str:
    return "crowned" if has_square(pos.crowned, square) else "man"
