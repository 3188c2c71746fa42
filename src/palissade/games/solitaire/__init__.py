"""Solitaire: clear the board but one, never jumping your own colour."""

from palissade.contract import Options
from palissade.game import Game, Option, Seat
from palissade.games.solitaire import deal, notation, rules, scene, symmetry
from palissade.messages import Catalogue


def seating(options: Options) -> tuple[Seat, ...]:
    """One plays alone, with pawns of all colours: none is the player's own."""
    return (Seat((), team=0),)


def score_count(options: Options) -> int:
    """SOL-4: pawns left and moves made."""
    return 2


GAME = Game(
    id="solitaire",
    name="Solitaire",
    box="blockade",
    prefix="SOL",
    rules=rules,
    notation=notation,
    scene=scene,
    catalogue=Catalogue.beside(__file__),
    seating=seating,
    minutes=10,
    choices=(Option("deal", ("booklet", "shuffled")),),
    score_count=score_count,
    dealer=deal,
    symmetry=symmetry,
)
