"""Le Blocus in writing: `h3` a guard placed, `h3-h9` a guard moved, `exit`, `pass`."""

from palissade.boards.butehorn import CROSSING, NAMES, SQUARES
from palissade.boards.keeping import kept_by_action
from palissade.errors import NoSuchAction
from palissade.games.blocus.rules import EXIT, FIRST_SLIDE, GOALS, PASS, first_of, goal_of
from palissade.kernel import Position

WORDS = {"exit": EXIT, "pass": PASS}
_TEXTS = {action: word for word, action in WORDS.items()}
_PLACE = [{int(goal): place for place, goal in enumerate(CROSSING[square])} for square in range(SQUARES)]


@kept_by_action
def text(pos: Position, action: int) -> str:
    if action in _TEXTS:
        return _TEXTS[action]
    if action < FIRST_SLIDE:
        return NAMES.name(action)
    return f"{NAMES.name(first_of(action))}-{NAMES.name(goal_of(action))}"


def action(pos: Position, text: str) -> int:
    if text in WORDS:
        return WORDS[text]
    first, dash, goal = text.partition("-")
    square = NAMES.square(first)
    if not dash:
        return square
    place = _PLACE[square].get(NAMES.square(goal))
    if place is None:
        raise NoSuchAction("BLO-6.straight")
    return FIRST_SLIDE + square * GOALS + place
