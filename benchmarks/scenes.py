"""What an action at a table costs before it is sent: playing it, drawing it for two seats, listing the mover's choices.

    python -m benchmarks.scenes [game…]

Random games are played again and again, and of each part the best time is told, in microseconds of processor an
action; then bytes. Only figures of one run compare: the column `play` tells how fast the machine is today.

    check       is it legal?                    choices     what the mover may do, as a tree
    play        the match goes on               encode      and that as JSON
    scenes      drawn for two seats             whole       both scenes without their boards
    encode      both, whole, as JSON            changed     only what is new in them
    changes     what is new in both, as JSON    choices     of the mover
"""

import sys
from statistics import mean
from time import thread_time_ns

import msgspec
import numpy as np

from palissade import Game, Match, game, games
from palissade.kernel import random_source
from palissade.scene_changes import changes

GAMES = 3  # random ones, of each game on the shelf
PLIES = 120  # at most, of each
TIMES = 5
PARTS = ("check", "play", "scenes", "encode", "changes", "choices", "encode")
SIZES = ("whole", "changed", "choices")

_encode = msgspec.json.Encoder().encode


def random_game(rules: Game, seed: int) -> Match:
    """A random game, or its beginning."""
    match, rng = rules.match(seed=seed), random_source(seed)
    room = np.empty(rules.rules.MOST_LEGAL, np.int32)
    while not match.outcome and match.ply < PLIES:
        match.play(int(rules.single.random_action(match.position, rng, room)))
    return match


class Tally:
    """The time each part took, added up over the actions of a game, and how much there was to send."""

    def __init__(self) -> None:
        self.times = [0] * len(PARTS)
        self.bytes = [0] * len(SIZES)
        self._since = thread_time_ns()

    def begin(self) -> None:
        self._since = thread_time_ns()

    def lap(self, part: int) -> None:
        """All since the last lap was this part."""
        now = thread_time_ns()
        self.times[part] += now - self._since
        self._since = thread_time_ns()

    def sent(self, size: int, *messages: bytes) -> None:
        self.bytes[size] += sum(map(len, messages))


def play_again(told: Match) -> Tally:
    """The game once more, as a server with a page before each of two seats plays it."""
    tally, match = Tally(), Match(told.game, deal=told.deal)
    seats = range(min(2, len(told.game.seats)))
    before = [match.view(seat).scene() for seat in seats]
    for text in told.texts:
        tally.begin()
        action = match.check(text)
        tally.lap(0)
        match.replay(action, text)
        tally.lap(1)
        scenes = [match.view(seat).scene() for seat in seats]
        tally.lap(2)
        whole = [_encode(scene.without_board()) for scene in scenes]
        tally.lap(3)
        changed = [_encode(changes(was, now)) for was, now in zip(before, scenes, strict=True)]
        tally.lap(4)
        tally.sent(0, *whole)
        tally.sent(1, *changed)
        before = scenes
        if match.mover is not None:
            tally.begin()
            choices = match.view(match.mover).choices()
            tally.lap(5)
            encoded = _encode(choices)
            tally.lap(6)
            tally.sent(2, encoded)
    return tally


def measure(rules: Game) -> list[float]:
    """The columns of one game."""
    told = [random_game(rules, seed) for seed in range(GAMES)]
    plies = sum(match.ply for match in told)
    runs = [[play_again(match) for match in told] for _ in range(TIMES)]
    best = [min(sum(tally.times[part] for tally in run) for run in runs) / plies / 1_000 for part in range(len(PARTS))]
    return [*best, *(sum(tally.bytes[size] for tally in runs[0]) / plies for size in range(len(SIZES)))]


def line(name: str, figures: list[float]) -> str:
    return f"{name:12}" + "".join(f"{figure:11.0f}" for figure in figures)


def main() -> None:
    chosen = [game(name) for name in sys.argv[1:]] or games()
    print(
        f"{'an action':12}"
        + "".join(f"{f'µs {part}':>11}" for part in PARTS)
        + "".join(f"{size:>11}" for size in SIZES)
    )
    table = []
    for rules in chosen:
        table.append(measure(rules))
        print(line(rules.id, table[-1]), flush=True)
    if len(table) > 1:
        print(line("mean", [mean(column) for column in zip(*table, strict=True)]))


if __name__ == "__main__":
    main()
