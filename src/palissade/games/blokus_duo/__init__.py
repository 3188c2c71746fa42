"""Blokus Duo: polyominoes that touch their own colour only at corners."""

from palissade.contract import Options
from palissade.game import Game, Option, Seat


def seating(options: Options) -> tuple[Seat, ...]:
    """Violet, then yellow; no side of the board belongs to anybody."""
    return (Seat(("violet",), team=0), Seat(("yellow",), team=1))


GAME = Game(
    room=__name__,
    id="blokus-duo",
    name="Blokus Duo",
    box="blokus-duo",
    prefix="BDU",
    seating=seating,
    minutes=20,
    choices=(Option("start", ("free", "fixed")),),
    score_count=lambda options: 2,
)
