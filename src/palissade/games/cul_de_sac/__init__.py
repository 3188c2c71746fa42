"""Cul-de-Sac: two pawns each, two steps a turn, and a wall after every move."""

from palissade.contract import Options
from palissade.game import Game, Seat


def seating(options: Options) -> tuple[Seat, ...]:
    """White below, Black above."""
    return (Seat(("white",), team=0, facing=0), Seat(("black",), team=1, facing=2))


GAME = Game(
    room=__name__,
    id="cul-de-sac",
    name="Cul-de-Sac",
    box="cul-de-sac",
    prefix="CDS",
    seating=seating,
    minutes=15,
)
