"""Arguments that several commands share."""

from typing import Annotated

import typer

import palissade
from palissade.cli.words import Mistake
from palissade.game import Game
from palissade.messages import Language


def complete_game(incomplete: str) -> list[tuple[str, str]]:
    """The games whose id begins so, for the shell."""
    return [(game.id, game.name) for game in palissade.games() if game.id.startswith(incomplete)]


GameArgument = Annotated[
    str,
    typer.Argument(metavar="GAME", help="The game's id, as `palissade games` lists it.", autocompletion=complete_game),
]
OptionList = Annotated[
    list[str] | None,
    typer.Option("-o", "--option", metavar="KEY=VALUE", help="An option of the game, e.g. players=4. May be repeated."),
]
AsJson = Annotated[bool, typer.Option("--json", help="For programs: JSON instead of text.")]
Seed = Annotated[
    int | None, typer.Option("--seed", metavar="N", help="Draws what chance decides: the same seed, the same deal.")
]
InLanguage = Annotated[
    Language | None, typer.Option("--lang", help="English or French. (default: that of the environment)")
]


def game_of(id: str, options: list[str] | None) -> Game:  # noqa: A002  (the word of the record)
    """The game of this name, its options as written on the command line."""
    game = palissade.game(id)
    chosen = {}
    for option in options or ():
        name, equals, value = option.partition("=")
        if not equals:
            raise Mistake("option.form", option=option[:60])
        chosen[name.strip()] = game.option_from_text(name.strip(), value.strip())
    return game.with_options(**chosen)
