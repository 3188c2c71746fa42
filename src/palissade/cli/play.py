"""`palissade play`: a game at one screen, with people and machines."""

from typing import TYPE_CHECKING, Annotated

import typer

from palissade.cli.invitation import choose_game, choose_seats
from palissade.cli.parameters import InLanguage, OptionList, Seed, complete_game, game_of
from palissade.cli.records import one_record
from palissade.cli.table import Table
from palissade.cli.words import Mistake
from palissade.game import Game
from palissade.match import Match

if TYPE_CHECKING:
    from palissade.players import Player

YOU, CLOCKED = "you", "uct"


def play(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME", help="The game's id. Without it you are asked what to play.", autocompletion=complete_game
        ),
    ] = None,
    *,
    option: OptionList = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            "--seat",
            metavar="you|uct|WOOD",
            help="Who sits there: you, a machine of a strength from balsa to ironwood, or one "
            "with a clock; repeat it for the next seats. (default: you, then machines of the third level, pine)",
        ),
    ] = None,
    seconds: Annotated[
        float, typer.Option(min=0.01, metavar="S", help="How long a machine with a clock thinks.")
    ] = 1.0,
    seed: Seed = None,
    load: Annotated[
        str | None, typer.Option("--load", metavar="RECORD", help="Go on with a game that was saved.")
    ] = None,
    lang: InLanguage = None,
) -> None:
    """Play here in the terminal, against a machine or with people at this screen. Type ? at any time for help.

    Examples: palissade play · palissade play cul-de-sac --seat oak --seat you
    """
    try:
        asks = game is None and load is None
        match = loaded(load, game, option, seed) if load else chosen(game, option).match(seed=seed)
        names = choose_seats(match.game, YOU, opponent(match.game)) if asks and not seat else seats(match.game, seat)
        machines = {place: machine(match.game, name, seconds) for place, name in enumerate(names) if name != YOU}
        Table(match, machines, lambda: adviser(match.game)).play()
    except EOFError:
        typer.echo()  # nobody is left to answer


def chosen(game: str | None, options: list[str] | None) -> Game:
    """The game named on the command line, or the one that is asked for."""
    if game is not None:
        return game_of(game, options)
    if options:
        raise Mistake("play.options-of-what")
    return choose_game()


def loaded(file: str, game: str | None, options: list[str] | None, seed: int | None) -> Match:
    """The match that was saved."""
    if options or seed is not None:
        raise Mistake("record.has-options")
    match = Match.from_record(one_record(file))
    if game not in (None, match.game.id):
        raise Mistake("play.other-game", file=file, game=match.game.id)
    return match


def seats(game: Game, names: list[str] | None) -> list[str]:
    """Who sits where; the first is you unless told otherwise, and machines fill the table."""
    names = names or [YOU]
    if len(names) > len(game.seats):
        raise Mistake("play.seats", game=str(game), seats=len(game.seats), names=len(names))
    missing = len(game.seats) - len(names)
    return names + [opponent(game)] * missing if missing else names


# ---- machines: searches need the compiler, which takes long to load


def opponent(game: Game) -> str:
    """The machine that sits there when nobody has chosen."""
    from palissade.players import first_opponent  # noqa: PLC0415

    return first_opponent(game).name


def machine(game: Game, name: str, seconds: float) -> "Player":
    """The machine of this name. The levels that a game offers have a budget of their own; where they think for long,
    all cores help, and what was found is remembered.
    """
    from palissade.players import player, with_help, with_memory  # noqa: PLC0415

    if name == CLOCKED:
        return player(name, game, seconds=seconds)
    return with_memory(with_help(player(name, game), game, most_threads()), game)


def adviser(game: Game) -> "Player":
    """Who gives hints."""
    from palissade.players import who_hints, with_help  # noqa: PLC0415

    return with_help(who_hints(game), game, most_threads())


def most_threads() -> int:
    """How many may think about one thing here."""
    from palissade.batch import cores  # noqa: PLC0415
    from palissade.players.crew import MOST_AT_ONCE  # noqa: PLC0415

    return min(cores(), MOST_AT_ONCE)
