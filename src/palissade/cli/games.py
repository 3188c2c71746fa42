"""`palissade games`: the shelf."""

from rich.table import Table

import palissade
from palissade.cli.output import console, write_json
from palissade.cli.parameters import AsJson, InLanguage
from palissade.cli.words import say
from palissade.game import Game, written


def games(as_json: AsJson = False, lang: InLanguage = None) -> None:
    """List the games with their options; the first value of an option is the default.

    Example: palissade games
    """
    if as_json:
        write_json({"games": [described(game) for game in palissade.games()]})
        return
    table = Table(say("games.id"), say("games.name"), say("games.players"), say("games.options"), box=None)
    for game in palissade.games():
        options = [f"{option.name}={'|'.join(map(written, option.values))}" for option in game.choices]
        table.add_row(game.id, game.name, ", ".join(map(str, player_counts(game))), "  ".join(options))
    console().print(table)


def described(game: Game) -> dict[str, object]:
    """What a program wants to know before it starts a game."""
    return {
        "id": game.id,
        "name": game.name,
        "players": player_counts(game),
        "options": {option.name: option.values for option in game.choices},
    }


def player_counts(game: Game) -> list[int]:
    """How many can play."""
    return sorted({len(variant.seats) for variant in game.variants()})
