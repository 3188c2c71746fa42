"""A lesson as the page plays it: steps with all that may be chosen in them, and what is said to each choice."""

from msgspec import Raw, Struct

from palissade.contract import OptionValue
from palissade.messages import Language
from palissade.scene import Scene
from palissade.server.wire.rules import Step
from palissade.server.wire.socket import Refusal


class LessonStep(Struct, frozen=True):
    """A position in which the reader is to act."""

    what: str  # to do
    why: str
    well: str  # said when it has been done
    otherwise: str  # said to any other legal action
    wrong: dict[str, str]  # what is said to these actions
    rule: str  # that it is about
    goes_on: bool  # whether it begins where the step before has led
    scene: Scene
    choices: Raw  # {pick: {pick: "action"}}, what can be clicked in order
    after: dict[str, list[Step]]  # each right action, with what follows it; the first is the one to be shown


class Lesson(Struct, frozen=True):
    """A guided first game."""

    game: str
    language: Language
    options: dict[str, OptionValue]
    seat: int  # the reader's
    steps: list[LessonStep]
    goes_on_at: str | None  # the position at which the game goes on alone; None if it is over


class WhyNot(Struct, frozen=True):
    """Why what was picked in a step may not be played; None if it may."""

    refusal: Refusal | None
