"""A real server whose log, memory and metrics are watched."""

from collections import Counter
from pathlib import Path
from types import TracebackType

import httpx
import psutil

from tests.server.served import PATIENCE, Served

TROUBLE = ("Traceback", "[error", "[critical", "Exception", "never awaited", "never retrieved")


class Watched(Served):
    """Stops at the end as a host would stop it, and then its log must be clean."""

    def __init__(self, database: Path | str, **environment: str) -> None:
        """A folder is for a fresh SQLite file, a text the URL of a database."""
        super().__init__(database if isinstance(database, str) else f"sqlite:///{database / 'palissade.sqlite3'}")
        self._environment |= environment

    @property
    def memory(self) -> int:
        """In bytes, as the system counts what is really there."""
        return int(psutil.Process(self.pid).memory_info().rss)

    async def refusals(self) -> Counter[str]:
        """What was turned away so far, by the reason."""
        async with httpx.AsyncClient(timeout=PATIENCE) as http:
            lines = (await http.get(f"http://{self.address}/metrics")).text.splitlines()
        found = [line.split() for line in lines if line.startswith("palissade_refused_total{")]
        return Counter({name.partition('"')[2].partition('"')[0]: int(float(count)) for name, count in found})

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        said = self.stop()
        troubles = [line for line in said.splitlines() if any(word in line for word in TROUBLE)]
        assert not troubles, f"the server's log:\n{said[-8000:]}"
