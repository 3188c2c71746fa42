"""What a table tells its players: what is asked of the mover, and what threatens. A room says it (`guide.py`)."""

from dataclasses import dataclass

from palissade.messages import Message
from palissade.scene import Mark


@dataclass(frozen=True)
class Advice:
    """What the mover is asked to do now."""

    stage: str  # of the turn
    says: Message  # one sentence for the situation at hand
    help: Message  # a second one: the goal, or how it is done
    rule: str  # under which the rulebook tells more
    spots: tuple[str, ...] = ()  # places it speaks of that are worth a frame on the board


@dataclass(frozen=True)
class Threat:
    """What a seat could do if it were to act in this position, and why that matters."""

    seat: int
    says: Message
    marks: tuple[Mark, ...]  # where, on the board of whoever is told
