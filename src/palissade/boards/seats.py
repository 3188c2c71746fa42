"""A table of two to four as the mover sees it: itself first, then the others as they follow in turn.

Partners sit side by side (A A B B): after the first of a team comes the partner, after the second the partner comes
last.
"""

from palissade.kernel import Floats, rule

WHOSE = ("the mover's", "the next player's", "the second next player's", "the third next player's")

# What a vector tells about the table: the first numbers of the vector.
TABLE = (
    *("two players", "three players", "four players"),
    *("the next player is the mover's partner", "the third next player is the mover's partner"),
)
FEWEST, PARTNER = 2, 3  # the fewest players, and where the partner is told


@rule
def places_after(mover: int, seat: int, seats: int) -> int:
    """How many places after the mover a seat is: its place in WHOSE. Players who are out keep theirs."""
    return (seat - mover) % seats


@rule
def tell_table(mover: int, seats: int, teams: bool, vector: Floats) -> None:
    """Write TABLE."""
    vector[seats - FEWEST] = 1
    if teams:
        vector[PARTNER + mover % 2] = 1
