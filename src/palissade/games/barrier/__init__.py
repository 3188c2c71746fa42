"""Barrier: draughts across a wall of arrows that the players build themselves."""

from palissade.contract import Options
from palissade.game import Game, Option, Seat


def seating(options: Options) -> tuple[Seat, ...]:
    """Yellow below, Clear above."""
    return (Seat(("yellow",), team=0, facing=0), Seat(("clear",), team=1, facing=2))


GAME = Game(
    room=__name__,
    id="barrier",
    name="Barrier",
    box="barrier",
    prefix="BAR",
    seating=seating,
    minutes=25,
    choices=(Option("laying", ("players", "random")), Option("sharp", (False, True))),
)
