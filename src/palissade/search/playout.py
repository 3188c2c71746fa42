"""Random games from start to end: the speed of a game's rules, and what a plain search learns from."""

from palissade.contract import Rules
from palissade.kernel import PART, Actions, Positions, Random, rule

rules: Rules = PART  # of the game, put here by `kernel.load`


@rule
def play_out(positions: Positions, rng: Random, room: Actions, most: int) -> int:
    """Play the first position on at random until it is over, `most` actions at the most; return how many."""
    plies = 0
    while plies < most and not rules.is_over(positions[0]):
        rules.apply(positions[0], rules.random_action(positions[0], rng, room))
        plies += 1
    return plies


@rule
def play_out_many(positions: Positions, games: int, rng: Random, room: Actions, most: int) -> int:
    """Play the first position out so many times, in the second; return how many actions were played in all."""
    plies = 0
    for _ in range(games):
        positions[1] = positions[0]
        plies += play_out(positions[1:], rng, room, most)
    return plies


@rule
def list_often(positions: Positions, games: int, rng: Random, room: Actions, most: int) -> int:
    """Play out in the second position and list the legal actions at every ply; return how many lists were made."""
    lists = 0
    for _ in range(games):
        positions[1] = positions[0]
        plies = 0
        while plies < most and not rules.is_over(positions[1]):
            rules.legal_actions(positions[1], room)
            lists += 1
            rules.apply(positions[1], rules.random_action(positions[1], rng, room))
            plies += 1
    return lists
