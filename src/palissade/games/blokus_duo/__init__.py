"""Blokus Duo: polyominoes that touch their own colour only at corners."""

from palissade.contract import Options
from palissade.game import Game, Option, Seat
from palissade.games.blokus_duo import notation, rules, scene, symmetry
from palissade.messages import Catalogue


def seating(options: Options) -> tuple[Seat, ...]:
    """Violet, then yellow; no side of the board belongs to anybody."""
    return (Seat(("violet",), team=0), Seat(("yellow",), team=1))


GAME = Game(
    id="blokus-duo",
    name="Blokus Duo",
    box="blokus-duo",
    prefix="BDU",
    rules=rules,
    notation=notation,
    scene=scene,
    catalogue=Catalogue.beside(__file__),
    seating=seating,
    minutes=20,
    symmetry=symmetry,
    choices=(Option("start", ("free", "fixed")),),
    score_count=lambda options: 2,
)
