"""What is measured, and how it is put together."""

from array import array
from collections.abc import Sequence

import msgspec
import numpy as np


class Latency(msgspec.Struct, frozen=True):
    """How long something took, in milliseconds."""

    p50: float
    p95: float
    p99: float
    longest: float

    @classmethod
    def of(cls, seconds: Sequence[float]) -> "Latency":
        if not seconds:
            return cls(*(float("nan"),) * 4)
        return cls(*(1000 * float(value) for value in np.percentile(seconds, (50, 95, 99, 100))))


class Played(msgspec.Struct, frozen=True):
    """What the bots of one process saw while they played."""

    seconds: float
    actions: int  # answered while the time ran
    lost: int  # never answered
    to_opponent: list[float]  # seconds from sending an action until the other seat has the news of it
    to_mover: list[float]  # seconds until its own seat has the answer
    bots_cpu: float  # seconds that the bots themselves computed

    @classmethod
    def together(cls, parts: Sequence["Played"]) -> "Played":
        """What several processes saw at the same time."""
        return cls(
            seconds=max(part.seconds for part in parts),
            actions=sum(part.actions for part in parts),
            lost=sum(part.lost for part in parts),
            to_opponent=[value for part in parts for value in part.to_opponent],
            to_mover=[value for part in parts for value in part.to_mover],
            bots_cpu=sum(part.bots_cpu for part in parts),
        )


class Result(msgspec.Struct, frozen=True):
    """How a server did under a load."""

    server: str
    load: str
    tables: int
    seconds: float
    actions_per_second: float
    lost: int
    to_opponent: Latency
    to_mover: Latency
    cpu_per_1000_actions: float  # seconds, of the server and its database
    bytes_per_idle_table: float | None  # of the server, both sockets open
    bots_cpu: float  # share of one core; near 1 the bots are what is slow
    disk: Latency  # of one page written to the same disk meanwhile

    @classmethod
    def of(
        cls, server: str, load: str, tables: int, played: Played, cpu: float, memory: int | None, disk: Latency
    ) -> "Result":
        return cls(
            server=server,
            load=load,
            tables=tables,
            seconds=played.seconds,
            actions_per_second=played.actions / played.seconds,
            lost=played.lost,
            to_opponent=Latency.of(played.to_opponent),
            to_mover=Latency.of(played.to_mover),
            cpu_per_1000_actions=1000 * cpu / max(1, len(played.to_mover)),
            bytes_per_idle_table=None if memory is None else memory / tables,
            bots_cpu=played.bots_cpu / played.seconds,
            disk=disk,
        )


class Stopwatch:
    """Collects how long each action took to arrive."""

    def __init__(self) -> None:
        self.to_opponent = array("d")
        self.to_mover = array("d")
        self.sent = 0
