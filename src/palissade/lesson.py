"""The lesson of a game: a guided first game, told by `lesson.toml` in its room.

Each step begins at a position to which a game can come from its start, with the reader to act: it says what to do and
why, which actions are right, and what is wrong with the others. The position is the step's own, or where the one before
has led, its first right action and the replies to it played. Nothing here knows a game.
"""

import tomllib
from dataclasses import dataclass
from pathlib import Path

import msgspec

from palissade.contract import OptionValue
from palissade.game import Game
from palissade.match import Match
from palissade.messages import Said


class WrongSource(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said to legal actions that are not what is wanted."""

    actions: list[str]
    says: Said


class StepSource(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One step, as the room writes it."""

    what: Said  # what to do
    why: Said
    well: Said  # said when it has been done
    otherwise: Said  # said to any other legal action
    rule: str  # that it is about
    accept: list[str]  # the right actions; the first is the one to be shown, and the one that is gone on from
    reply: list[str] = []  # what is played after it, by the others or by who must
    wrong: list[WrongSource] = []
    position: str | None = None  # where it begins; where the step before has led if nothing is said


class LessonSource(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole lesson, as the room writes it."""

    step: list[StepSource]
    options: dict[str, OptionValue] = {}
    seat: int = 0  # the reader's


def path(game: Game) -> Path:
    """Where the lesson of a game lies: beside its rules."""
    return game.catalogue.path.with_name("lesson.toml")


@dataclass(frozen=True)
class Lesson:
    """The lesson of a game, to be played."""

    game: Game  # with its options
    seat: int
    steps: tuple[StepSource, ...]

    @classmethod
    def of(cls, game: Game) -> "Lesson":
        """The lesson of this game; raises `msgspec.ValidationError` for what is not one."""
        told = msgspec.convert(tomllib.loads(path(game).read_text("utf-8")), LessonSource)
        return cls(game.with_options(**told.options), told.seat, tuple(told.step))

    def before(self, step: int) -> Match:
        """The game at the beginning of a step, every action up to there checked."""
        first = max((at for at in range(step + 1) if self.steps[at].position is not None), default=None)
        if first is None:
            match = Match(self.game, deal=self.game.ordered_deal())
        else:
            match = Match(self.game, position=self.steps[first].position)
        for told in self.steps[first or 0 : step]:
            match.play(told.accept[0], *told.reply)
        return match

    def after(self, step: int, action: str) -> Match:
        """The game when a right action and the replies to it have been played."""
        match = self.before(step)
        match.play(action, *self.steps[step].reply)
        return match

    def goes_on_at(self) -> str | None:
        """Where the game goes on when the lesson is done, as the reader sees it; None if it is over there."""
        last = len(self.steps) - 1
        match = self.after(last, self.steps[last].accept[0])
        return None if match.outcome else match.view(self.seat).position_text()
