"""Alignement: four of your five in a row, with the kind to play dictated by a clock of three."""

from palissade.contract import Options
from palissade.game import Game, Option, Seat


def seating(options: Options) -> tuple[Seat, ...]:
    """Red, then blue; no side of the board belongs to anybody."""
    return (Seat(("red",), team=0), Seat(("blue",), team=1))


GAME = Game(
    room=__name__,
    id="alignement",
    name="Alignement",
    box="blockade",
    prefix="ALI",
    seating=seating,
    minutes=10,
    choices=(Option("cylinder", ("adjacent", "jump")),),
)
