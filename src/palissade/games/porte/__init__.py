"""La Porte: line up with two enemies of one colour to bring in your reserve."""

from palissade.contract import Options
from palissade.game import Game, Option, Seat
from palissade.games.porte.sides import COLOURS, SIDES


def seating(options: Options) -> tuple[Seat, ...]:
    """POR-2: who sits where; POR-7: partners sit side by side."""
    players = int(options["players"])
    return tuple(
        Seat((COLOURS[side],), team=seat // 2 if options["teams"] else seat, facing=-side % 4)
        for seat, side in enumerate(SIDES[players - 2, :players].tolist())
    )


GAME = Game(
    room=__name__,
    id="porte",
    name="La Porte",
    box="blockade",
    prefix="POR",
    seating=seating,
    minutes=30,
    choices=(
        Option("players", (2, 3, 4)),
        Option("teams", (False, True), only_with={"players": 4}),
        Option("sight", ("whole", "clear")),
        Option("lines", ("crossed", "between"), only_with={"players": 2}),
    ),
)
