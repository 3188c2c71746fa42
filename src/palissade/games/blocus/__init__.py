"""Le Blocus: a king who moves once, guards who turn him, and a way out to open or to close."""

from palissade.contract import Options
from palissade.game import Game, Option, Seat

COLOURS = ("red", "blue")


def seating(options: Options) -> tuple[Seat, ...]:
    """Red in the south, blue in the north."""
    return tuple(Seat((colour,), team=seat, facing=2 * seat) for seat, colour in enumerate(COLOURS))


GAME = Game(
    room=__name__,
    id="blocus",
    name="Le Blocus",
    box="blockade",
    prefix="BLO",
    seating=seating,
    minutes=10,
    choices=(Option("kings", ("offset", "facing")),),
)
