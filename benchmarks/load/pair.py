"""Two bots who play one recorded game after the other; which server they play on, they do not know."""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from benchmarks.load.games import Recorded
from benchmarks.load.measures import Stopwatch


@dataclass(frozen=True, slots=True)
class Laid:
    """A table made for a pair, and what they will play there."""

    id: str
    game: Recorded
    keys: tuple[str, ...] = ()  # each seat's, where the server wants to see one with every action


class Line(Protocol):
    """One seat's socket, as its pair uses it; it tells the pair what it hears."""

    def attend(self, table: Laid) -> None: ...
    def act(self, table: Laid, text: str) -> None: ...
    def close(self) -> None: ...


@dataclass(frozen=True)
class Concerns:
    """What a pair tells the room that it plays in."""

    ready: Callable[[], None]  # both seats attend the first table
    out_of_tables: Callable[[], None]
    trouble: Callable[[str], None]


class Pair:
    """The bots of both seats. An action is played when it is due and its mover has heard of the one before."""

    def __init__(self, tables: Sequence[Laid], stopwatch: Stopwatch, concerns: Concerns) -> None:
        self.tables, self.stopwatch, self.concerns = tables, stopwatch, concerns
        self.lines: list[Line] = []
        self._due = 0.0  # how many actions may be played now; without end at full speed
        self._at = 0  # which of the tables
        self._clear()

    @property
    def table(self) -> Laid:
        return self.tables[self._at]

    def sit_down(self) -> None:
        """Attend the table; both sockets are open."""
        self._clear()
        for line in self.lines:
            line.attend(self.table)

    def play_at_full_speed(self) -> None:
        self._due = math.inf
        self._act()

    def play_one(self) -> None:
        self._due += 1
        self._act()

    def stop(self) -> None:
        self._due = -math.inf

    @property
    def is_quiet(self) -> bool:
        """Whether both seats have heard of every action that was sent."""
        return min(self._heard) == len(self._sent)

    # ---- what the lines tell

    def has_attended(self, seat: int) -> None:
        self._attending.add(seat)
        if len(self._attending) == 2:
            if self._at == 0:
                self.concerns.ready()
            self._act()

    def told(self, seat: int, ply: int) -> None:
        """A seat has the news that brings its table to this ply."""
        now, action = time.perf_counter(), self.table.game[ply - 1]
        self._heard[seat] = ply
        latencies = self.stopwatch.to_mover if action.seat == seat else self.stopwatch.to_opponent
        latencies.append(now - self._sent[ply - 1])
        if min(self._heard) == len(self.table.game):
            self._change_tables()
        else:
            self._act()

    # ---- playing

    def _act(self) -> None:
        ply = len(self._sent)
        if self._due < 1 or len(self._attending) < 2 or ply == len(self.table.game):
            return
        action = self.table.game[ply]
        if self._heard[action.seat] == ply:
            self._due -= 1
            self._sent.append(time.perf_counter())
            self.stopwatch.sent += 1
            self.lines[action.seat].act(self.table, action.text)

    def _change_tables(self) -> None:
        if self._at + 1 == len(self.tables):
            self.concerns.out_of_tables()
        elif self._due >= 0:
            self._at += 1
            self.sit_down()

    def _clear(self) -> None:
        self._attending: set[int] = set()
        self._sent: list[float] = []  # when each action was sent
        self._heard = [0, 0]  # the ply that each seat has the news of
