"""A whole server inside the test, where neither time nor chance differ from one run to the next."""

import asyncio
import random
import secrets
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest

from palissade import Game
from palissade.contract import Deal
from palissade.games.blockers import deal as blockers
from palissade.players import Player, player
from palissade.server.clock import WorkerClock
from palissade.server.machines import precompile
from palissade.server.process import server_of
from palissade.server.settings import Settings
from palissade.server.tables import thinker
from palissade.server.worker import Worker

NOON = 1_700_000_000_000  # when everything happens


@contextmanager
def known_secrets() -> Iterator[list[int]]:
    """Every secret is the same in every run; the seeds of deals are told."""
    rng, seeds = random.Random(2024), []

    def randbits(bits: int) -> int:
        seeds.append(rng.getrandbits(bits))
        return seeds[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "token_bytes", rng.randbytes)
        patch.setattr(secrets, "token_hex", lambda count=32: rng.randbytes(count).hex())
        patch.setattr(secrets, "token_urlsafe", lambda count=32: rng.randbytes(count).hex())
        patch.setattr(secrets, "choice", rng.choice)
        patch.setattr(secrets, "randbelow", rng.randrange)
        patch.setattr(secrets, "randbits", randbits)
        yield seeds


@contextmanager
def dealt(deal: Deal) -> Iterator[None]:
    """Blockers! is dealt like this."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(blockers, "draw", lambda _options, _rng: deal)
        yield


def patient_player(name: str, game: Game | None = None, **options: Any) -> Player:
    """A machine that thinks to the end however slow the machine is on which it runs."""
    return player(name, game, seconds=None, **options)


@asynccontextmanager
async def open_house(folder: Path) -> AsyncIterator[str]:
    """The address at which a worker listens whose games are ready, since the test has played them already."""
    settings = Settings(database=f"sqlite:///{folder / 'palissade.sqlite3'}", limits=0, warms=False, threads=1)
    Worker.check(settings)
    worker = Worker(settings, clock=WorkerClock(wall=lambda: NOON, monotonic=lambda: 0))
    with pytest.MonkeyPatch.context() as patch, socket.create_server(("127.0.0.1", 0)) as listening:
        patch.setattr(precompile, "is_compiled", lambda game: True)
        patch.setattr(precompile, "steps", lambda game: [])
        patch.setattr(thinker, "player", patient_player)
        server = server_of(worker)
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        while not server.started:
            assert not serving.done(), "the server did not start"
            await asyncio.sleep(0.01)
        try:
            await worker.readiness.ready("blockers")
            yield f"127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            await serving
