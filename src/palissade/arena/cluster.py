"""Games on many machines, by Ray (`pip install "palissade[ray]"`): each is a task on one core of the cluster."""

import socket
from collections.abc import Iterable
from itertools import islice
from typing import Any

from palissade.arena.bout import play
from palissade.arena.crew import Results
from palissade.arena.fixture import Fixture

WAITING = 2  # games for each core that are under way or next
_PATIENCE = 5.0  # seconds for the first machine to answer


class Cluster:
    """The cluster at an address, as Ray writes it: `auto`, `ray://host:10001`, `host:6379`. Palissade must be installed
    on all its machines, in the same version.
    """

    def __init__(self, address: str) -> None:
        import ray  # noqa: PLC0415  (brought by an extra)

        self._ray: Any = ray
        if not ray.is_initialized():
            knock(address)
            ray.init(address=address, log_to_driver=False, logging_level="ERROR")
        self._play: Any = ray.remote(num_cpus=1)(play)

    def play(self, fixtures: Iterable[Fixture]) -> Results:
        waiting = iter(fixtures)
        room = max(1, int(self._ray.cluster_resources().get("CPU", 1))) * WAITING
        begun = [self._play.remote(fixture) for fixture in islice(waiting, room)]
        try:
            while begun:
                done, begun = self._ray.wait(begun)
                yield from self._ray.get(done)
                begun += [self._play.remote(fixture) for fixture in islice(waiting, len(done))]
        finally:
            for task in begun:
                self._ray.cancel(task, force=True)


def knock(address: str) -> None:
    """Raise an OSError where nobody listens: Ray itself would try for minutes."""
    host, colon, port = address.rpartition("//")[2].rpartition(":")
    if colon and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), _PATIENCE).close()
