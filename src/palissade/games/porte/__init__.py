"""La Porte: line up with two enemies of one colour to bring in your reserve."""

from palissade.contract import Options
from palissade.game import Game, Option, Seat
from palissade.games.porte import notation, rules, scene, symmetry
from palissade.games.porte.pieces import SIDES
from palissade.messages import Catalogue

COLOURS = ("red", "blue", "green", "yellow")  # of the sides, clockwise from the south


def seating(options: Options) -> tuple[Seat, ...]:
    """POR-2: who sits where; POR-7: partners sit side by side."""
    players = int(options["players"])
    return tuple(
        Seat((COLOURS[side],), team=seat // 2 if options["teams"] else seat, facing=-side % 4)
        for seat, side in enumerate(SIDES[players - 2, :players].tolist())
    )


GAME = Game(
    id="porte",
    name="La Porte",
    box="blockade",
    prefix="POR",
    rules=rules,
    notation=notation,
    scene=scene,
    catalogue=Catalogue.beside(__file__),
    seating=seating,
    minutes=30,
    choices=(
        Option("players", (2, 3, 4)),
        Option("teams", (False, True), only_with={"players": 4}),
        Option("sight", ("whole", "clear")),
    ),
    symmetry=symmetry,
)
