"""A game's functions as Python calls them for one position, the first of an array.

Built per game by `kernel.load`, which puts the game's own parts in the globals below. Passing an array of records to
compiled code costs a tenth of passing one record, so everything outside the kernel goes through here; what many
positions at once need is in `batch`.
"""

from palissade.contract import Observation, RepeatingRules, Secrecy, Symmetry
from palissade.kernel import PART, Actions, Bytes, Floats, Ints, Positions, Random, rule

rules: RepeatingRules = PART  # its last function is called only for games that have it
secrecy: Secrecy = PART
symmetry: Symmetry = PART
observation: Observation = PART


@rule
def start(positions: Positions, setup: Ints) -> None:
    """Set the first position up."""
    rules.start(positions[0], setup)


@rule
def mover(positions: Positions) -> int:
    """The seat that acts in the first position."""
    return rules.mover(positions[0])


@rule
def legal_actions(positions: Positions, out: Actions) -> int:
    """Write the legal actions of the first position; return how many."""
    return rules.legal_actions(positions[0], out)


@rule
def refusal(positions: Positions, action: int) -> int:
    """The code of the rule that forbids the action in the first position; 0 if none does."""
    return rules.refusal(positions[0], action)


@rule
def apply(positions: Positions, action: int) -> None:
    """Play a legal action in the first position."""
    rules.apply(positions[0], action)


@rule
def is_over(positions: Positions) -> bool:
    """Whether the rules have ended the game in the first position."""
    return rules.is_over(positions[0])


@rule
def result(positions: Positions, won: Ints, scores: Ints) -> int:
    """The winners and scores of the first position, which is over; return the number of the rule that says so."""
    return rules.result(positions[0], won, scores)


@rule
def identity(positions: Positions, out: Bytes) -> int:
    """Write what makes the first position the same as another (COM-1); return how many bytes."""
    return rules.identity(positions[0], out)


@rule
def conceal(positions: Positions, seat: int) -> None:
    """Wipe what the seat may not know from the first position."""
    secrecy.conceal(positions[0], seat)


@rule
def redeal(positions: Positions, seat: int, rng: Random) -> None:
    """Fill what the seat may not know in the first position, at random."""
    secrecy.redeal(positions[0], seat, rng)


@rule
def has_worked_out(positions: Positions, seat: int) -> bool:
    """Whether there is nothing in the first position that the seat could not know."""
    return secrecy.has_worked_out(positions[0], seat)


@rule
def has_learned(before: Positions, after: Positions) -> bool:
    """Whether what was played from one first position to the other told any seat something new."""
    return secrecy.has_learned(before[0], after[0])


@rule
def random_action(positions: Positions, rng: Random, out: Actions) -> int:
    """A legal action of the first position, each equally likely."""
    return rules.random_action(positions[0], rng, out)


@rule
def symmetries(positions: Positions) -> int:
    """How many symmetries the first position's game has."""
    return symmetry.symmetries(positions[0])


@rule
def turn_position(positions: Positions, number: int) -> None:
    """Turn the first position by the symmetry of this number."""
    symmetry.turn_position(positions[0], number)


@rule
def turn_action(positions: Positions, action: int, number: int) -> int:
    """An action of the first position as it looks once that is turned."""
    return symmetry.turn_action(positions[0], action, number)


@rule
def turn_planes(positions: Positions, number: int, planes: Floats, out: Floats) -> None:
    """What is seen of the first position, as it looks once that is turned."""
    observation.turn_planes(positions[0], number, planes, out)
