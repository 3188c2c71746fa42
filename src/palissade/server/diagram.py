"""The diagrams of a rulebook: each is a real game played from its start, so that it shows only what can happen."""

import tomllib

import msgspec

from palissade.contract import Deal, OptionValue
from palissade.game import Game
from palissade.match import Match, reason_in_words
from palissade.messages import Language
from palissade.server.wire.rules import Diagram, Span, Step


class DiagramSource(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a rulebook writes in a block ```` ```diagram ````."""

    caption: str
    options: dict[str, OptionValue] = {}
    deal: Deal = None  # what chance fixes at the start; as it is printed if nothing is said
    actions: list[str] = []
    first: int = msgspec.field(name="from", default=0)  # how many actions are already played in the first picture
    seat: int = 0  # whose side is near, and who sees it
    marks: bool = True  # the last action, ways, goals

    @classmethod
    def read(cls, source: str) -> "DiagramSource":
        told = msgspec.convert(tomllib.loads(source), cls)
        if not 0 <= told.first <= len(told.actions):
            raise ValueError(f"a diagram has {len(told.actions)} actions and cannot begin after {told.first}")
        return told


def played(game: Game, told: DiagramSource) -> Match:
    """The game that the diagram tells, every action checked."""
    game = game.with_options(**told.options)
    match = Match(game, deal=game.ordered_deal() if told.deal is None else told.deal)
    match.play(*told.actions)
    return match


def diagram(game: Game, told: DiagramSource, caption: list[Span], language: Language) -> Diagram:
    """The pictures of a diagram, one for each action that the reader steps through."""
    match = played(game, told)
    steps: list[Step] = []
    for ply in range(told.first, match.ply + 1):
        scene = match.view(told.seat, ply).scene()
        if not told.marks:
            scene = scene.without_marks()
        if steps:
            steps.append(Step(match.texts[ply - 1], match.movers[ply - 1], scene.without_board()))
        else:
            steps.append(Step("", None, msgspec.structs.replace(scene, spots=())))  # nothing is clicked in a picture
    ending = reason_in_words(match.game, match.outcome).say(language) if match.outcome else ""
    return Diagram(caption, steps, ending)
