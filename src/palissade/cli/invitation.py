"""The questions before a game: what to play, and who sits where. Enter takes the default."""

from collections.abc import Sequence

import typer

import palissade
from palissade.cli.telling import seat_name
from palissade.cli.words import say
from palissade.contract import OptionValue
from palissade.game import Game, Option, written


def choose_game() -> Game:
    """The game and its options, from numbered lists."""
    games = palissade.games()
    typer.echo(say("invitation.welcome"))
    game = games[choose(say("invitation.game"), [game.name for game in games], others=[game.id for game in games])]
    options: dict[str, OptionValue] = {}
    for option in game.choices:
        if is_open(game, option, options):
            options[option.name] = option.values[choose(f"{option.name}:", [written(value) for value in option.values])]
    return game.with_options(**options)


def is_open(game: Game, option: Option, chosen: dict[str, OptionValue]) -> bool:
    """Whether there is a choice, after the choices already made."""
    options = {**game.options, **chosen}
    return all(options[name] == needed for name, needed in option.only_with.items())


def choose_seats(game: Game, you: str, machine: str) -> list[str]:
    """A person or the machine for each seat; alone at the table there is nothing to ask."""
    if len(game.seats) == 1:
        return [you]
    labels, names = [say("invitation.you"), say("invitation.machine")], [you, machine]
    return [
        names[choose(say("invitation.seat", seat=seat_name(game, seat)), labels, default=min(seat, 1))]
        for seat in range(len(game.seats))
    ]


def choose(question: str, labels: Sequence[str], default: int = 0, others: Sequence[str] = ()) -> int:
    """Which of the labels: by its number, or by its name or its other name."""
    typer.echo()
    typer.echo(question)
    for number, label in enumerate(labels, start=1):
        typer.echo(f"  {number}  {label}")
    names = {str(number): number - 1 for number in range(1, len(labels) + 1)}
    for more in (others, labels):
        names = {**{name.casefold(): place for place, name in enumerate(more)}, **names}
    while True:
        answer = input(say("invitation.number", default=default + 1)).strip().casefold()
        if not answer:
            return default
        if answer in names:
            return names[answer]
        typer.echo(say("invitation.again", last=len(labels)))
