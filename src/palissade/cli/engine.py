"""`palissade engine`: our players for programs that speak the Go Text Protocol."""

import sys
from typing import Annotated

import typer

from palissade.cli.parameters import GameArgument, InLanguage, OptionList, Seed, game_of


def engine(
    game: GameArgument,
    *,
    option: OptionList = None,
    player: Annotated[
        str,
        typer.Option(metavar="PLAYER", help="Who plays, as in `palissade arena`: oak, level-7, uct:simulations=500."),
    ] = "oak",
    seed: Seed = None,
    lang: InLanguage = None,
) -> None:
    """Speak the Go Text Protocol (GTP, version 2) on standard input and output. A move is a whole turn.

    Example: palissade engine blokus-duo -o start=fixed --player ash
    """
    from palissade.gtp import Engine  # noqa: PLC0415  (brings the compiler)
    from palissade.players.written import Written  # noqa: PLC0415

    chosen, written = game_of(game, option), Written.read(player)
    written.player(chosen)
    conversation = Engine(chosen, written.player, seed or 0)
    for answer in conversation.talk(iter(sys.stdin.readline, "")):
        typer.echo(answer, nl=False)
        sys.stdout.flush()
