"""A million positions as one: what learning and counting need, over arrays that the caller owns.

Every function writes into arrays that it is given, row by row, on all cores and without the GIL. A row depends on
nothing but itself: what comes out is the same however many cores there are, and the same that a `Match` would give.

>>> import numpy as np
>>> import palissade
>>> batch = palissade.game("cul-de-sac").batch
>>> positions = batch.start(1000)
>>> rngs = batch.random_sources(1000, seed=1)
>>> actions, rewards, done = batch.actions(1000), batch.rewards(1000), batch.flags(1000)
>>> batch.random_actions(positions, rngs, actions)
>>> batch.step(positions, actions, rewards, done)
>>> bool(done.any())
False
"""

import os
import threading
from collections import deque
from collections.abc import Callable
from functools import cache, cached_property
from itertools import pairwise
from queue import SimpleQueue
from typing import Any

import numpy as np
import numpy.typing as npt

from palissade.arrays import Actions, Floats, Ints, Positions, Random
from palissade.contract import LIMIT, Observation
from palissade.game import Game

NO_LIMIT = np.iinfo(np.int32).max

Flags = npt.NDArray[np.bool_]

_FEWEST_ROWS = 2_048  # that are worth a thread of their own: handing them over takes as long as some hundred actions
_SLICES = 2  # for each thread: handing one over costs a hundredth of the work in it


def cores() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Batch:
    """One game's functions over arrays of positions, shared between so many threads (default: all cores)."""

    def __init__(self, game: Game, threads: int | None = None) -> None:
        self.game = game
        self.threads = cores() if threads is None else threads
        self._rows = game.compiled("palissade.rows")

    # ---- arrays to work in

    def start(self, count: int, seed: int | None = None) -> Positions:
        """So many starting positions. Where chance deals, row i has the deal of `seed + i`, or without a seed the one
        in printed order.
        """
        if self.game.dealer is None or seed is None:
            return np.repeat(self.game.start(self.game.ordered_deal()), count)
        return np.concatenate([self.game.start(self.game.deal(seed + i)) for i in range(count)])

    def random_sources(self, count: int, seed: int = 0) -> Random:
        """A random source for each row; equal seeds give equal games."""
        return np.random.Generator(np.random.PCG64(seed)).integers(1, 2**63, count, np.uint64)

    def actions(self, count: int) -> Actions:
        return np.zeros(count, np.int32)

    def rewards(self, count: int) -> Floats:
        return np.zeros((count, len(self.game.seats)), np.float32)

    def flags(self, count: int) -> Flags:
        return np.zeros(count, np.bool_)

    def masks(self, count: int) -> Flags:
        return np.zeros((count, self.game.rules.ACTIONS), np.bool_)

    def planes(self, count: int) -> Floats:
        return np.zeros((count, len(self.observation.PLANES), *self.observation.SHAPE), np.float32)

    def vectors(self, count: int) -> Floats:
        return np.zeros((count, len(self.observation.VECTOR)), np.float32)

    @cached_property
    def observation(self) -> Observation:
        """What the planes and the vector of `observe` are."""
        observation = self.game.observation
        if observation is None:
            raise NotImplementedError(f"{self.game} has no observation")
        return observation

    # ---- looking

    def movers(self, positions: Positions, out: Ints) -> None:
        """The seat that acts in each position; of one that is over, any."""
        self._share(self._rows.movers, positions, out)

    def is_over(self, positions: Positions, out: Flags) -> None:
        """Whether the rules have ended each game."""
        self._share(self._rows.is_over, positions, out)

    def legal_masks(self, positions: Positions, out: Flags) -> None:
        """True for each legal action; for none where the game is over."""
        self._share(lambda rows, masks: self._rows.legal_masks(rows, self._room(), masks), positions, out)

    def results(self, positions: Positions, rewards: Floats) -> None:
        """By seat: 1 for a win and -1 for a loss, 0 for a draw and while the game goes on."""
        self._share(self._rows.results, positions, rewards)

    def observe(self, positions: Positions, planes: Floats, vectors: Floats) -> None:
        """What the mover of each position sees, from its own side and without what it may not know."""
        _ = self.observation
        self._share(self._rows.observe, positions, planes, vectors)

    # ---- playing

    def random_actions(self, positions: Positions, rngs: Random, out: Actions) -> None:
        """A legal action for each position, all equally likely; where the game is over, what was there stays."""
        self._share(
            lambda rows, sources, actions: self._rows.random_actions(rows, sources, self._room(), actions),
            *(positions, rngs, out),
        )

    def apply(self, positions: Positions, actions: Actions) -> None:
        """Play a legal action in each position; none may be over."""
        self._share(self._rows.apply, positions, actions)

    def step(
        self,
        positions: Positions,
        actions: Actions,
        rewards: Floats,
        done: Flags,
        plies: Ints | None = None,
        fresh: Positions | None = None,
    ) -> None:
        """Play a legal action in each position that goes on; write the rewards of those that end by it, and which are
        over. Where `plies` counts each row's actions, the limit (COM-2) ends a game too; repetition (COM-1) needs a
        memory that a position does not have. With `fresh` positions, a row that ends begins anew from the one there,
        or from the only one.
        """
        self._step(positions, None, actions, rewards, done, plies, fresh)

    def random_step(
        self,
        positions: Positions,
        rngs: Random,
        actions: Actions,
        rewards: Floats,
        done: Flags,
        plies: Ints | None = None,
        fresh: Positions | None = None,
    ) -> None:
        """What `random_actions` and then `step` would do, in less time."""
        self._step(positions, rngs, actions, rewards, done, plies, fresh)

    def _step(
        self,
        positions: Positions,
        rngs: Random | None,
        actions: Actions,
        rewards: Floats,
        done: Flags,
        plies: Ints | None,
        fresh: Positions | None,
    ) -> None:
        limit = NO_LIMIT if plies is None else LIMIT
        plies = np.zeros(len(positions), np.int32) if plies is None else plies
        rows = (positions, actions, rewards, done, plies, rngs)
        if fresh is None or len(fresh) == 1:
            every = positions[:0] if fresh is None else fresh
            self._share(lambda *share: self._rows.step(*share, every, self._room(), limit), *rows)
        else:
            self._share(lambda *share: self._rows.step(*share, self._room(), limit), *rows, fresh)

    # ---- symmetries

    def symmetries(self, positions: Positions, out: Ints) -> None:
        """How many symmetries each position's game has, number 0 leaving it as it is."""
        if self.game.symmetry is None:
            out[:] = 1
        else:
            self._share(self._rows.symmetries, positions, out)

    def turn(self, positions: Positions, numbers: Ints) -> None:
        """Turn each position by the symmetry of this number."""
        if self.game.symmetry is not None:
            self._share(self._rows.turn, positions, numbers)

    def turn_actions(self, positions: Positions, actions: Actions, numbers: Ints) -> None:
        """Turn an action of each position, which is not yet turned itself."""
        if self.game.symmetry is not None:
            self._share(self._rows.turn_actions, positions, actions, numbers)

    # ---- threads

    def _room(self) -> Actions:
        return np.empty(self.game.rules.MOST_LEGAL, np.int32)

    def _share(self, function: Callable[..., object], *arrays: npt.NDArray[Any] | None) -> None:
        """Call the function with slices of the arrays, in as many threads as are worth it. There are more slices than
        threads: whichever core is free takes the next, and nobody waits for one that comes late.
        """
        lengths = [len(array) for array in arrays if array is not None]
        count = lengths[0]
        if any(length != count for length in lengths):
            raise ValueError(f"the arrays have different lengths: {lengths}")
        threads = max(1, min(self.threads, count // _FEWEST_ROWS))
        slices = 1 if threads == 1 else min(_SLICES * threads, count // _FEWEST_ROWS)
        bounds = [count * number // slices for number in range(slices + 1)]
        shares: Shares = deque(
            [None if array is None else array[first:last] for array in arrays] for first, last in pairwise(bounds)
        )
        answers: Answers = SimpleQueue()
        for _ in range(threads - 1):
            _helpers(os.getpid()).put((function, shares, answers))
        _do(function, shares, answers)
        for error in [answers.get() for _ in range(slices)]:
            if error is not None:
                raise error


# ---- helpers: threads that wait for a share of a call, the same ones for all batches

Answers = SimpleQueue[BaseException | None]
Shares = deque[list[Any]]
Calls = SimpleQueue[tuple[Callable[..., object], Shares, Answers]]


@cache
def _helpers(process: int) -> Calls:
    """The queue that they wait at, of this process: a fork has none of its parent's threads."""
    calls: Calls = SimpleQueue()
    for _ in range(max(1, cores() - 1)):
        threading.Thread(target=_help, args=(calls,), name="batch", daemon=True).start()
    return calls


def _help(calls: Calls) -> None:
    while True:
        _do(*calls.get())


def _do(function: Callable[..., object], shares: Shares, answers: Answers) -> None:
    """Take shares until none is left."""
    while True:
        try:
            share = shares.popleft()
        except IndexError:
            return
        try:
            function(*share)
        except BaseException as error:
            answers.put(error)
        else:
            answers.put(None)
