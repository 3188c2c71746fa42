"""Measuring one server under one load."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from benchmarks.load.bots import Plan
from benchmarks.load.crew import Crew
from benchmarks.load.disk import Disk
from benchmarks.load.games import Recorded, stack
from benchmarks.load.houses.palissade import Depth
from benchmarks.load.measures import Result
from benchmarks.load.servers import Server

SETTLING = 2.0  # seconds for what was just done to be cleared away
MOST_ACTIONS_PER_SECOND = 60  # that a pair can play; who is faster runs out of tables and stops early
WARMING_PAIRS = 4


@dataclass(frozen=True)
class Load:
    """What the bots do: on how many tables, how long, how fast."""

    name: str
    tables: int
    seconds: float
    every: float | None  # seconds between two actions at a table; at full speed none

    @property
    def actions(self) -> int:
        """How many actions a pair may come to play."""
        return int(self.seconds / self.every) + 2 if self.every else int(self.seconds * MOST_ACTIONS_PER_SECOND)


class Progress(Protocol):
    """Somebody to be told how far we are."""

    def begin(self, what: str, total: float) -> None: ...
    def advance(self, by: float = 1) -> None: ...


@dataclass(frozen=True)
class Measuring:
    """What is the same for all servers and loads."""

    game: str
    games: Sequence[Recorded]
    depth: Depth
    crew: Crew
    progress: Progress

    def warm_up(self, server: Server) -> None:
        """Play a little, so that everything that is made once is there."""
        self._prepare(server, Load("warming up", WARMING_PAIRS * len(self.crew), 1.0, None))
        self.crew.play()

    def measure(self, server: Server, load: Load) -> Result:
        before = self._memory(server)
        is_one_each = self._prepare(server, load)
        memory = self._memory(server) - before if is_one_each else None
        cpu = server.cpu()
        self.progress.begin(f"{server.name}: {load.name}", 0)
        with Disk() as disk:
            played = self.crew.play()
        return Result.of(server.name, load.name, load.tables, played, server.cpu() - cpu, memory, disk.latency)

    def _prepare(self, server: Server, load: Load) -> bool:
        """Have the tables laid; whether there is one for each pair, and no others in memory."""
        self.progress.begin(f"{server.name}: {load.name}, laying tables", load.tables)
        stacks = [stack(self.games, number, load.actions) for number in range(load.tables)]
        plans = [self._plan(server, load, stacks, process) for process in range(len(self.crew))]
        self.crew.prepare(plans, self.progress.advance)
        return all(len(games) == 1 for games in stacks)

    def _plan(self, server: Server, load: Load, stacks: list[list[Recorded]], process: int) -> Plan:
        size = len(self.crew)
        return Plan(
            house=server.house,
            address=server.address,
            game=self.game,
            depth=self.depth,
            stacks=stacks[process::size],
            seconds=load.seconds,
            every=load.every,
            phase=process / size,
        )

    @staticmethod
    def _memory(server: Server) -> int:
        time.sleep(SETTLING)
        return server.memory()
