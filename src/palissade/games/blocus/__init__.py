"""Le Blocus: a king who moves once, guards who turn him, and a way out to open or to close."""

from palissade.contract import Options
from palissade.game import Game, Option, Seat
from palissade.games.blocus import notation, rules, scene, symmetry
from palissade.messages import Catalogue


def seating(options: Options) -> tuple[Seat, ...]:
    """Red in the south, blue in the north."""
    return (Seat(("red",), team=0, facing=0), Seat(("blue",), team=1, facing=2))


GAME = Game(
    id="blocus",
    name="Le Blocus",
    box="blockade",
    prefix="BLO",
    rules=rules,
    notation=notation,
    scene=scene,
    catalogue=Catalogue.beside(__file__),
    seating=seating,
    minutes=10,
    symmetry=symmetry,
    choices=(Option("kings", ("offset", "facing")),),
)
