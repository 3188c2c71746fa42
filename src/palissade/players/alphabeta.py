"""The machine that looks at everything to a certain depth: alpha-beta, for open games between two."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from random import Random
from threading import Event

import numpy as np

from palissade.arrays import Positions
from palissade.contract import LIMIT
from palissade.game import Game
from palissade.match import REPETITIONS, Match, View
from palissade.players.careful import careful
from palissade.players.past import keys_of
from palissade.players.protocol import Choice, Hint, Progress, seed_from, seen_by_mover
from palissade.search import alphabeta as words

QUICK = 20_000  # positions, which take less than a tenth of a second in the slowest game
_TICK = 0.02  # seconds between two looks at the clock and at `cancel`


@dataclass(frozen=True)
class AlphaBeta:
    """Looks one action deeper each time, until its budget is spent or the game is decided, and plays what was best at
    the last depth.

    Whichever of `positions` (looked at) and `seconds` is spent first ends a thought. Where it is the first, equal
    positions with equal histories and equal seeds give equal answers.
    """

    seconds: float | None = None
    positions: int | None = None
    depth: int = words.MOST_DEPTH // 2  # at most
    seed: int = 0
    entries: int = 1 << 20  # of the hash table: a power of two
    reduces: bool = True  # whether what comes late in the order of actions is looked at less deep
    sees_wins: bool = False  # whether it looks first for a win within its turn
    fears_losses: bool = False  # whether it looks at last for what the next player could win by, and avoids it

    def __post_init__(self) -> None:
        if self.seconds is None and self.positions is None:
            object.__setattr__(self, "seconds", 1.0)
        for name in ("seconds", "positions", "depth"):
            value = getattr(self, name)
            if value is not None and value <= 0:
                raise ValueError(f"{name} must be more than 0, not {value}")
        if self.entries & (self.entries - 1):
            raise ValueError(f"entries must be a power of two, not {self.entries}")

    @property
    def is_quick(self) -> bool:
        return self.positions is not None and self.positions <= QUICK

    @property
    def entries_needed(self) -> int:
        """No more than there will be positions: clearing a large table takes longer than a short thought."""
        if self.positions is None:
            return self.entries
        return min(self.entries, 1 << self.positions.bit_length())

    def choose(self, match: Match | View, cancel: Event | None = None, progress: Progress | None = None) -> int:
        """The action to play; one that is forced needs no thought."""
        view = seen_by_mover(match)
        if len(view.actions) == 1:
            return view.actions[0]
        return self._think(view, cancel, progress).action

    def hint(self, match: Match | View, cancel: Event | None = None) -> Hint:
        """The action to play, and why."""
        return self._think(seen_by_mover(match), cancel, None)

    def evaluate(self, match: Match | View, cancel: Event | None = None) -> tuple[float, ...]:
        """What each seat may expect."""
        return self.hint(match, cancel).values

    def _think(self, view: View, cancel: Event | None, progress: Progress | None) -> Hint:
        """Deepen; with care, see to what happens at once."""

        def deepen() -> Hint:
            return self._deepen(view, cancel, progress)

        return careful(view, deepen, fears_losses=self.fears_losses) if self.sees_wins else deepen()

    def _deepen(self, view: View, cancel: Event | None, progress: Progress | None) -> Hint:
        """Look deeper in another thread; this one looks at the clock."""
        deepening = Deepening(view, self)
        deepening.look(1)  # compiles, where that is still to be done: the clock does not run for it
        begun = time.monotonic()
        with ThreadPoolExecutor(1) as pool:
            deeper = pool.submit(deepening.deepen, self.depth)
            try:
                while not wait([deeper], _TICK).done:
                    spent = 0.0 if self.seconds is None else (time.monotonic() - begun) / self.seconds
                    if self.positions is not None:
                        spent = max(spent, deepening.looked_at / self.positions)
                    if spent >= 1 or (cancel and cancel.is_set()):
                        break
                    if progress:
                        progress(spent, deepening.best)
            finally:
                deepening.halt[0] = 1  # also where this thread is interrupted: it waits for the other one
            deeper.result()
        return deepening.answer()


class Deepening:
    """One thought: the memory that `palissade.search.alphabeta` works on."""

    def __init__(self, view: View, settings: AlphaBeta) -> None:
        game, rules = view.game, view.game.rules
        _refuse(game)
        self.game, self.mover = game, int(game.single.mover(view.position))
        self.compiled = game.compiled(words.__name__)
        lines = words.MOST_DEPTH + 2
        length = -(-rules.POSITION.itemsize // 8)
        self.raw = np.zeros((lines, length), np.uint64)
        self.line = np.ndarray((lines,), rules.POSITION, self.raw, strides=(8 * length,))
        self.line[0] = view.position[0]
        self.words = np.zeros(length + 1, np.uint64)
        self.keys = np.zeros(lines, np.uint64)
        self.past = keys_of(list(filter(None, view.identities)), len(self.words))
        self.actions = np.zeros((lines, rules.MOST_LEGAL), np.int32)
        self.order = np.zeros((lines, rules.MOST_LEGAL), np.int64)
        self.history = np.zeros((2, rules.ACTIONS), np.int64)
        self.table = np.zeros(settings.entries_needed, words.ENTRY)
        self.halt = np.zeros(1, np.uint8)
        self.work = np.zeros(1, words.WORK)
        self.work["killers"] = words.NONE
        self.work["most"] = np.iinfo(np.int64).max if settings.positions is None else settings.positions
        self.work["plies_left"] = max(LIMIT - view.ply, 0)
        self.work["repetitions"] = REPETITIONS
        self.work["reduces"] = settings.reduces
        self.work["seats"] = len(game.seats)
        roots = [[action, 0, 0] for action in view.actions]
        Random(seed_from(view, settings.seed)).shuffle(roots)  # so that equal values are in no order of ours
        self.roots = np.array(roots, np.int64)
        self.best = int(self.roots[0, 0])

    @property
    def looked_at(self) -> int:
        """How many positions."""
        return int(self.work["positions"][0])

    def deepen(self, most: int) -> None:
        """Look deeper until it is stopped, or the choice is settled."""
        for depth in range(2, most + 1):
            values = self.roots[:, 1]
            if values[0] >= words.DECIDED or (values <= -words.DECIDED).all():
                return
            if len(values) > 1 and (values[1:] <= -words.DECIDED).all() and depth > 2:
                return
            self.look(depth)
            if self.work["is_stopped"][0]:
                return

    def look(self, depth: int) -> None:
        """Look so deep, and bring the actions of the root in order: the best first, the others by the thought that
        went into them, which is great where it was not easily seen that they are worse.
        """
        before = self.roots.copy()
        self.work["best"] = words.NONE
        self.compiled.search_root(
            *(depth, self.roots, self.work, self.halt, self.line, self.raw, self.words, self.keys, self.past),
            *(self.actions, self.order, self.history, self.table),
        )
        best = int(self.work["best"][0])
        if best == words.NONE:
            return
        effort = self.roots[:, 2] - before[:, 2]
        effort[best] = np.iinfo(np.int64).max
        if not self.work["is_stopped"][0]:
            self.roots = self.roots[np.argsort(-effort, kind="stable")]
        else:
            self.roots[[0, best]] = self.roots[[best, 0]]
        self.best = int(self.roots[0, 0])

    def answer(self) -> Hint:
        """What it found."""
        values = [_expected(int(value)) for value in self.roots[:, 1]]
        seats = [1 - values[0]] * 2
        seats[self.mover] = values[0]
        whole = max(int(self.roots[:, 2].sum()), 1)
        choices = [
            Choice(int(action), int(effort) / whole, value)
            for (action, _, effort), value in zip(self.roots, values, strict=True)
        ]
        return Hint(self.best, tuple(seats), tuple(choices), tuple(self.line_after(self.best)))

    def line_after(self, action: int) -> Iterator[int]:
        """How the game is expected to go on from this action of the root: along what the table calls the best, where it
        knows more than that nothing there was good enough. It ends where a position would come again.
        """
        single, position, seen = self.game.single, self.line[:1].copy(), set[int]()
        for _ in range(words.MOST_DEPTH):
            yield action
            single.apply(position, action)
            key = self._key_of(position)
            entry = self.table[key & (len(self.table) - 1)]
            action = int(entry["action"])
            is_known = entry["key"] == key and entry["bound"] != words.AT_MOST and key not in seen
            # Another position may have the same key: what it plays is to be legal here.
            if not is_known or single.is_over(position) or single.refusal(position, action) != 0:
                return
            seen.add(key)

    def _key_of(self, position: Positions) -> int:
        """The key by which the table knows the position."""
        mark = np.zeros(8 * len(self.words), np.uint8)
        count = int(self.game.single.identity(position, mark)) if self.game.may_repeat else 0
        whole = position.tobytes().ljust(8 * self.raw.shape[1], b"\0")
        return int(keys_of([mark[:count].tobytes() or whole], len(self.words))[0])


def _refuse(game: Game) -> None:
    """What it cannot play."""
    if len(game.seats) != 2 or game.is_hidden:
        raise ValueError(f"alpha-beta plays open games between two, not {game.name}")


def _expected(value: int) -> float:
    """A value as what the seat may expect, from 0 (loss) to 1 (win)."""
    if abs(value) >= words.DECIDED:
        return float(value > 0)
    return (1 + value / words.WHOLE) / 2
