"""L'Empire: commander, knights and archers, four thrones; who loses his commander leaves his army to the captor."""

from palissade.contract import Options
from palissade.game import Game, Option, Seat
from palissade.games.empire.corners import COLOURS, CORNER


def seating(options: Options) -> tuple[Seat, ...]:
    """EMP-3: clockwise from the upper left corner. Half a turn brings an upper corner to the bottom."""
    players, teams = int(options["players"]), bool(options["teams"])
    return tuple(
        Seat(
            (COLOURS[seat],),
            team=seat // 2 if teams else seat,
            facing=2 if corner < 2 else 0,
            corner=1 if corner % 2 == 0 else -1,
        )
        for seat, corner in enumerate(CORNER[players - 2, :players].tolist())
    )


GAME = Game(
    room=__name__,
    id="empire",
    name="L’Empire",
    box="blockade",
    prefix="EMP",
    seating=seating,
    minutes=30,
    choices=(
        Option("players", (2, 3, 4)),
        Option("teams", (False, True), only_with={"players": 4}),
    ),
)
