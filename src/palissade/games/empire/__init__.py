"""L'Empire: commander, knights and archers, four thrones; who loses his commander leaves his army to the captor."""

from palissade.contract import Options
from palissade.game import Game, Option, Seat
from palissade.games.empire import notation, rules, scene, symmetry
from palissade.games.empire.army import COLOURS, corner_of
from palissade.messages import Catalogue


def seating(options: Options) -> tuple[Seat, ...]:
    """EMP-3: clockwise from the upper left corner. Half a turn brings an upper corner to the bottom."""
    players, teams = int(options["players"]), bool(options["teams"])
    return tuple(
        Seat(
            (COLOURS[seat],),
            team=seat // 2 if teams else seat,
            facing=2 if corner_of(seat, players) < 2 else 0,
            corner=1 if corner_of(seat, players) % 2 == 0 else -1,
        )
        for seat in range(players)
    )


GAME = Game(
    id="empire",
    name="L’Empire",
    box="blockade",
    prefix="EMP",
    rules=rules,
    notation=notation,
    scene=scene,
    catalogue=Catalogue.beside(__file__),
    seating=seating,
    minutes=30,
    choices=(
        Option("players", (2, 3, 4)),
        Option("teams", (False, True), only_with={"players": 4}),
    ),
    symmetry=symmetry,
)
