"""Diagrams: each is a real game played from its start or from a position, so that it shows only what can happen."""

import tomllib

import msgspec

from palissade.contract import Deal, OptionValue
from palissade.game import Game
from palissade.match import Match, reason_in_words
from palissade.messages import Language
from palissade.server.wire.rules import Diagram, Span, Step


class PlayedSource(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game as a diagram tells it: where it begins, what is played, and how much of it is shown."""

    options: dict[str, OptionValue] = {}
    deal: Deal = None  # what chance fixes at the start; as it is printed if nothing is said
    position: str | None = None  # to begin from, instead of the start
    actions: list[str] = []
    first: int = msgspec.field(name="from", default=0)  # how many actions are already played in the first picture
    seat: int = 0  # whose side is near, and who sees it
    marks: bool = True  # the last action, ways, goals

    def __post_init__(self) -> None:
        if not 0 <= self.first <= len(self.actions):
            raise ValueError(f"a diagram has {len(self.actions)} actions and cannot begin after {self.first}")


class DiagramSource(PlayedSource, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a rulebook writes in a block ```` ```diagram ````."""

    caption: str

    @classmethod
    def read(cls, source: str) -> "DiagramSource":
        return msgspec.convert(tomllib.loads(source), cls)


def played(game: Game, told: PlayedSource) -> Match:
    """The game that the diagram tells, every action checked."""
    game = game.with_options(**told.options)
    if told.position is not None:
        match = Match(game, position=told.position)
    else:
        match = Match(game, deal=game.ordered_deal() if told.deal is None else told.deal)
    match.play(*told.actions)
    return match


def diagram(game: Game, told: DiagramSource, caption: list[Span], language: Language) -> Diagram:
    """The pictures of a diagram, one for each action that the reader steps through."""
    match = played(game, told)
    return Diagram(caption, steps_of(match, told), ending_of(match, language))


def steps_of(match: Match, told: PlayedSource) -> list[Step]:
    """The table before and after each action that is shown."""
    steps: list[Step] = []
    for ply in range(told.first, match.ply + 1):
        scene = match.view(told.seat, ply).scene()
        if not told.marks:
            scene = scene.without_marks()
        if steps:
            steps.append(Step(match.texts[ply - 1], match.movers[ply - 1], scene.without_board()))
        else:
            steps.append(Step("", None, msgspec.structs.replace(scene, spots=())))  # nothing is clicked in a picture
    return steps


def ending_of(match: Match, language: Language) -> str:
    """Why the game is over, as a sentence; empty if it is not."""
    return reason_in_words(match.game, match.outcome).say(language) if match.outcome else ""
