"""Lessons as they go over the wire: every step with its scene, its choices and what follows the right ones."""

from collections.abc import Sequence

import msgspec

from palissade import lesson as library
from palissade.errors import BadNotation, IllegalAction
from palissade.game import Game
from palissade.messages import Language
from palissade.scene import Pick
from palissade.server.wire import lessons as wire
from palissade.server.wire.rules import Step


def lesson(game: Game, language: Language) -> wire.Lesson:
    """The lesson of a game; it is played, so the game must be ready."""
    told = library.Lesson.of(game)
    steps = [_step(told, number, language) for number in range(len(told.steps))]
    return wire.Lesson(game.id, language, dict(told.game.chosen), told.seat, steps, told.goes_on_at())


def why(game: Game, step: int, picks: Sequence[Pick]) -> BadNotation | IllegalAction | None:
    """Why these picks may not be played in a step, None if they may; raises `IndexError` for no step of the lesson."""
    told = library.Lesson.of(game)
    if not 0 <= step < len(told.steps):
        raise IndexError(step)
    return told.before(step).view(told.seat).why(picks)


def _step(told: library.Lesson, number: int, language: Language) -> wire.LessonStep:
    source = told.steps[number]
    view = told.before(number).view(told.seat)
    return wire.LessonStep(
        what=source.what.say(language),
        why=source.why.say(language),
        well=source.well.say(language),
        otherwise=source.otherwise.say(language),
        wrong={action: wrong.says.say(language) for wrong in source.wrong for action in wrong.actions},
        rule=source.rule,
        goes_on=number > 0 and source.position is None,
        scene=view.scene(),
        choices=msgspec.Raw(msgspec.json.encode(view.choices())),
        after={action: _after(told, number, action) for action in source.accept},
    )


def _after(told: library.Lesson, number: int, action: str) -> list[Step]:
    """The table after a right action, and after each reply to it."""
    match = told.after(number, action)
    plies = range(match.ply - len(told.steps[number].reply), match.ply + 1)
    return [
        Step(match.texts[ply - 1], match.movers[ply - 1], match.view(told.seat, ply).scene().without_board())
        for ply in plies
    ]
