"""Alignement: four of your five in a row, with the kind to play dictated by a clock of three."""

from palissade.contract import Options
from palissade.game import Game, Option, Seat

COLOURS = ("red", "blue")


def seating(options: Options) -> tuple[Seat, ...]:
    """Red, then blue; no side of the board belongs to anybody."""
    return tuple(Seat((colour,), team=seat) for seat, colour in enumerate(COLOURS))


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
