"""Solitaire: clear the board but one, never jumping your own colour."""

from palissade.contract import Options
from palissade.game import Game, Option, Seat


def seating(options: Options) -> tuple[Seat, ...]:
    """One plays alone, with pawns of all colours: none is the player's own."""
    return (Seat((), team=0),)


def score_count(options: Options) -> int:
    """SOL-4: pawns left and moves made."""
    return 2


GAME = Game(
    room=__name__,
    id="solitaire",
    name="Solitaire",
    box="blockade",
    prefix="SOL",
    seating=seating,
    minutes=10,
    choices=(Option("deal", ("booklet", "shuffled")),),
    score_count=score_count,
)
