"""Saute: a race along your own rows; landing beside an odd number of enemies lets you run on."""

from palissade.contract import Options
from palissade.game import Game, Option, Seat

COLOURS = ("red", "blue", "green", "yellow")


def seating(options: Options) -> tuple[Seat, ...]:
    """SAU-2: a lane each, from the top; SAU-6: partners side by side. All race to the right: nobody turns the board."""
    seats = range(int(options["players"]))
    return tuple(Seat((COLOURS[seat],), team=seat // 2 if options["teams"] else seat) for seat in seats)


GAME = Game(
    room=__name__,
    id="saute",
    name="Saute",
    box="blockade",
    prefix="SAU",
    seating=seating,
    minutes=20,
    choices=(
        Option("players", (2, 3, 4)),
        Option("teams", (False, True), only_with={"players": 4}),
        Option("expert", (False, True)),
    ),
)
