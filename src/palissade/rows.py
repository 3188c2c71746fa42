"""A game's functions over many positions at once, a row of arrays each: the compiled half of `batch`.

Built per game by `kernel.load`, which puts the game's own parts in the globals below. A row depends on nothing but
itself, so that several threads can share the rows of a call between them.
"""

import numpy as np
import numpy.typing as npt

from palissade.contract import MOST_SCORES, MOST_SEATS, Observation, Rules, Symmetry
from palissade.kernel import PART, Actions, Floats, Ints, Position, Positions, Random, rule
from palissade.prefetch import prefetch

rules: Rules = PART
symmetry: Symmetry = PART
observation: Observation = PART

Flags = npt.NDArray[np.bool_]


@rule
def apply(positions: Positions, actions: Actions) -> None:
    for i in range(len(positions)):
        prefetch(positions, i)
        rules.apply(positions[i], int(actions[i]))


@rule
def movers(positions: Positions, out: Ints) -> None:
    for i in range(len(positions)):
        out[i] = rules.mover(positions[i])


@rule
def is_over(positions: Positions, out: Flags) -> None:
    for i in range(len(positions)):
        out[i] = rules.is_over(positions[i])


@rule
def legal_masks(positions: Positions, room: Actions, out: Flags) -> None:
    out[:] = False
    for i in range(len(positions)):
        prefetch(positions, i)
        for j in range(rules.legal_actions(positions[i], room)):
            out[i, room[j]] = True


@rule
def random_actions(positions: Positions, rngs: Random, room: Actions, out: Actions) -> None:
    rng = np.empty(1, np.uint64)  # for all rows: it is handed on faster than a slice for each
    for i in range(len(positions)):
        prefetch(positions, i)
        if not rules.is_over(positions[i]):
            rng[0] = rngs[i]
            out[i] = rules.random_action(positions[i], rng, room)
            rngs[i] = rng[0]


@rule
def results(positions: Positions, rewards: Floats) -> None:
    won, scores = np.empty(MOST_SEATS, np.int32), np.empty(MOST_SCORES, np.int32)
    rewards[:] = 0
    for i in range(len(positions)):
        if rules.is_over(positions[i]):
            reward(positions[i], rewards[i], won, scores)


@rule
def reward(pos: Position, rewards: Floats, won: Ints, scores: Ints) -> None:
    """Of a finished game: 1 for each winner and -1 for each loser; nothing where nobody wins, or everybody."""
    seats, winners = len(rewards), 0
    for seat in range(seats):
        won[seat] = 0
    rules.result(pos, won, scores)
    for seat in range(seats):
        winners += won[seat]
    for seat in range(seats):
        rewards[seat] = 0 if winners == 0 or winners == seats > 1 else 2 * won[seat] - 1


@rule
def step(
    positions: Positions,
    actions: Actions,
    rewards: Floats,
    done: Flags,
    plies: Ints,
    rngs: Random | None,
    fresh: Positions,
    room: Actions,
    limit: int,
) -> None:
    won, scores = np.empty(MOST_SEATS, np.int32), np.empty(MOST_SCORES, np.int32)
    rng = np.empty(1, np.uint64)
    rewards[:] = 0
    for i in range(len(positions)):
        prefetch(positions, i)
        was_over = rules.is_over(positions[i])
        if rngs is not None and not was_over:
            rng[0] = rngs[i]
            actions[i] = rules.random_action(positions[i], rng, room)
            rngs[i] = rng[0]
        done[i] = True
        if was_over or plies[i] >= limit:  # this row waits
            continue
        rules.apply(positions[i], int(actions[i]))
        plies[i] += 1
        if rules.is_over(positions[i]):
            reward(positions[i], rewards[i], won, scores)
        elif plies[i] < limit:
            done[i] = False
            continue
        if len(fresh) > 0:
            positions[i] = fresh[min(i, len(fresh) - 1)]
            plies[i] = 0


@rule
def observe(positions: Positions, planes: Floats, vector: Floats) -> None:
    planes[:] = 0
    vector[:] = 0
    for i in range(len(positions)):
        prefetch(positions, i)
        observation.observe(positions[i], planes[i], vector[i])


@rule
def symmetries(positions: Positions, out: Ints) -> None:
    for i in range(len(positions)):
        out[i] = symmetry.symmetries(positions[i])


@rule
def turn_actions(positions: Positions, actions: Actions, numbers: Ints) -> None:
    for i in range(len(positions)):
        actions[i] = symmetry.turn_action(positions[i], int(actions[i]), int(numbers[i]))


@rule
def turn(positions: Positions, numbers: Ints) -> None:
    for i in range(len(positions)):
        symmetry.turn_position(positions[i], int(numbers[i]))
