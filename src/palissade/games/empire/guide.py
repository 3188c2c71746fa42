"""What the table says in L'Empire: whose commander is in danger, which throne decides, what takes at what distance."""

import numpy as np

from palissade.advice import Advice, Threat
from palissade.boards.butehorn import NAMES, SQUARES
from palissade.boards.butehorn_drawing import GRID
from palissade.boards.listing import listed
from palissade.boards.threats import noticed
from palissade.game import Game
from palissade.games.empire import knowledge, rules
from palissade.games.empire.army import kind_of
from palissade.games.empire.knowledge import NONE
from palissade.kernel import Position
from palissade.messages import Message
from palissade.scene import Pick

RULES = {
    "win-commander": "EMP-8",
    "win-king": "EMP-7",
    "stay-king": "EMP-7",
    "win-thrones": "EMP-6",
    "danger": "EMP-8",
    "partner": "EMP-10",
    "take-commander": "EMP-8",
    "stop-king": "EMP-7",
    "stop-thrones": "EMP-6",
    "take": "EMP-5",
    "move": "EMP-4",
    "pass": "EMP-9",
}
STAGES = tuple(RULES)
OF_TEAMS = ("EMP-6", "EMP-7", "EMP-8")  # what EMP-10 says anew for them
KINDS = ("commander", "knight", "archer")
HELPS = {"danger": "danger-help", "partner": "danger-help", "stop-king": "guard-help"}
TOLD = {knowledge.CAN_WIN: "threat.king", knowledge.LAST_THRONE: "threat.throne"}  # others are of pieces


def advice(game: Game, pos: Position) -> Advice:
    """First whether the mover can win, then what threatens him, then what he can take."""
    words = game.catalogue
    stage, places = _said(game, pos)
    rule = "EMP-10" if pos.teams and RULES[stage] in OF_TEAMS else RULES[stage]
    helps = words.message(f"guide.{HELPS[stage]}") if stage in HELPS else _goal(game, pos)
    return Advice(stage, words.message(f"guide.{stage}", **places), helps, rule)


def about(game: Game, pos: Position, pick: Pick) -> Message | None:
    """What the piece takes, and how it goes; nothing of a pass."""
    if pick == "pass":
        return None
    square, room = NAMES.square(pick), np.zeros(rules.WAYS, np.int32)
    kind = KINDS[kind_of(int(pos.man[square]))]
    count = knowledge.prey(pos, square, room)
    if not count:
        return game.catalogue.message(f"guide.{kind}", square=pick)
    return game.catalogue.message(f"guide.{kind}-takes", square=pick, goals=listed(NAMES, room[:count].tolist()))


def threats(game: Game, pos: Position, seat: int) -> tuple[Threat, ...]:
    """Commanders that can be taken, thrones that win, pieces within reach."""
    grid, words, found = GRID.seen_by(game, seat), game.catalogue, []
    for kind, square, by in noticed(knowledge.threats, pos):
        who = game.seat_name(by)
        if kind in (knowledge.IN_DANGER, knowledge.PREY):
            is_win = kind == knowledge.IN_DANGER and knowledge.wins_by_capture(pos, by)
            start = NAMES.name(knowledge.taker(pos, square, by))
            key = "threat.wins" if is_win else "threat.takes"
            says = words.message(key, who=who, start=start, what=_the(game, pos, square))
        else:
            says = words.message(TOLD[kind], who=who, throne=NAMES.name(square))
        found.append(Threat(by, says, (grid.mark("threat", square),)))
    return tuple(found)


Said = tuple[str, dict[str, str | int | Message]]  # a stage, and what its sentence is filled in with


def _said(game: Game, pos: Position) -> Said:
    if not rules.can_move(pos):
        return "pass", {}
    return _wins(game, pos) or _dangers(game, pos) or _chances(game, pos)


def _wins(game: Game, pos: Position) -> Said | None:
    """What wins at once."""
    seat = int(pos.mover)
    throne = NAMES.name(knowledge.kings_throne(pos, seat))
    if knowledge.wins_by_capture(pos, seat):
        return "win-commander", _commander_within_reach(game, pos) or {}
    if knowledge.wins_by_king(pos, seat):
        return "stay-king" if rules.is_on_kings_throne(pos, seat) else "win-king", {"throne": throne}
    action = knowledge.last_throne(pos, seat)
    if action != NONE:
        return "win-thrones", {"start": NAMES.name(action // SQUARES), "throne": NAMES.name(action % SQUARES)}
    return None


def _dangers(game: Game, pos: Position) -> Said | None:
    """What others could do before the mover's next turn: a commander comes before a throne."""
    mover, enemies = int(pos.mover), _enemies(pos)
    for seat in (mover, rules.partner(mover)) if pos.teams else (mover,):
        square = rules.commander(pos, seat)
        for enemy in enemies:
            start = knowledge.taker(pos, square, enemy)
            if start != NONE:
                stage = "danger" if seat == mover else "partner"
                return stage, {"square": NAMES.name(square), "what": _the(game, pos, start)}
    prey = _commander_within_reach(game, pos)
    if prey:
        return "take-commander", prey
    for enemy in enemies:
        who = game.seat_name(enemy)
        if knowledge.wins_by_king(pos, enemy):
            return "stop-king", {"who": who.lower(), "throne": NAMES.name(knowledge.kings_throne(pos, enemy))}
        action = knowledge.last_throne(pos, enemy)
        if action != NONE:
            return "stop-thrones", {"who": who, "throne": NAMES.name(action % SQUARES)}
    return None


def _chances(game: Game, pos: Position) -> Said:
    """A piece that can be taken, else any move."""
    seat = int(pos.mover)
    thrones: dict[str, str | int | Message] = {
        "held": rules.thrones_held(pos, seat),
        "needed": rules.thrones_needed(pos),
    }
    for kind, square, by in noticed(knowledge.threats, pos):
        if kind == knowledge.PREY and by == seat:
            start = NAMES.name(knowledge.taker(pos, square, seat))
            return "take", {**thrones, "what": _the(game, pos, square), "start": start}
    return "move", thrones


def _commander_within_reach(game: Game, pos: Position) -> dict[str, str | int | Message] | None:
    """An enemy commander that the mover can take, and from where."""
    for enemy in _enemies(pos):
        square = rules.commander(pos, enemy)
        start = knowledge.taker(pos, square, int(pos.mover))
        if start != NONE:
            who = game.seat_name(enemy).lower()
            return {"who": who, "square": NAMES.name(square), "start": NAMES.name(start)}
    return None


def _enemies(pos: Position) -> list[int]:
    """The mover's, those who are out left out, in the order in which they act."""
    mover, seats = int(pos.mover), int(pos.players)
    others = ((mover + i) % seats for i in range(1, seats))
    return [seat for seat in others if rules.is_in(pos, seat) and rules.are_enemies(pos, mover, seat)]


def _goal(game: Game, pos: Position) -> Message:
    """How the mover wins."""
    if pos.teams:
        return game.catalogue.message("guide.goal-teams")
    throne = NAMES.name(knowledge.kings_throne(pos, int(pos.mover)))
    return game.catalogue.message("guide.goal" if pos.players == 2 else "guide.goal-many", throne=throne)


def _the(game: Game, pos: Position, square: int) -> Message:
    """What stands there: the blue archer on e3."""
    piece = int(pos.man[square])
    who = game.seat_name(rules.owner(pos, piece)).lower()
    return game.catalogue.message(f"the.{KINDS[kind_of(piece)]}", who=who, square=NAMES.name(square))
