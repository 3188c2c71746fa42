"""Alignement: four of your five in a row, with the kind to play dictated by a clock of three."""

from pathlib import Path

from palissade.contract import Options
from palissade.game import Game, Option, Seat
from palissade.games.alignement import notation, rules, scene, symmetry
from palissade.messages import Catalogue


def seating(options: Options) -> tuple[Seat, ...]:
    """Red, then blue; no side of the board belongs to anybody."""
    return (Seat(("red",), team=0), Seat(("blue",), team=1))


GAME = Game(
    id="alignement",
    name="Alignement",
    box="blockade",
    prefix="ALI",
    rules=rules,
    notation=notation,
    scene=scene,
    catalogue=Catalogue(Path(__file__).with_name("messages.toml")),
    seating=seating,
    minutes=10,
    symmetry=symmetry,
    choices=(Option("cylinder", ("adjacent", "jump")),),
)
