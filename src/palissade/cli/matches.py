"""The match that a command is about: a record's, a game's at its start, or one from a position."""

from pathlib import Path
from typing import Annotated

import typer

import palissade
from palissade.cli.parameters import game_of
from palissade.cli.records import STANDARD_INPUT, one_record
from palissade.cli.words import Mistake
from palissade.match import Match

RecordOrGame = Annotated[
    str, typer.Argument(metavar="RECORD|GAME", help="A record file, - for standard input, or a game.")
]
PositionText = Annotated[
    str | None,
    typer.Option("--position", metavar="TEXT", help="From this position of the game, as its rules page writes them."),
]


def match_of(what: str, options: list[str] | None, seed: int | None, position: str | None = None) -> Match:
    """The match of a record file; or of a game, from its start or from a position."""
    is_game = what in {game.id for game in palissade.games()}
    if not is_game and (what == STANDARD_INPUT or Path(what).exists() or "." in what or "/" in what):
        if options or seed is not None or position is not None:
            raise Mistake("record.has-options")
        return Match.from_record(one_record(what))
    game = game_of(what, options)
    if position is not None:
        return game.match(position=position, seed=seed)
    return game.match(seed=seed) if seed is not None else game.match(deal=game.ordered_deal())
