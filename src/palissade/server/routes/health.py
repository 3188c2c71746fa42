"""Health checks and metrics, for those who watch over the server."""

import ipaddress
import shutil
from pathlib import Path

from litestar import Response, get
from litestar.openapi import ResponseSpec
from msgspec import Struct

from palissade.registry import GAMES
from palissade.server.refused import Refused
from palissade.server.routes.visitor import TheVisitor, TheWorker
from palissade.server.store.database import Database
from palissade.server.worker import Worker

FRESH = {"cache-control": "no-store"}
SPARE = 16 * 1024 * 1024  # bytes of disk below which it is as good as full


class Health(Struct, frozen=True):
    """Whether the process lives, and what it can do."""

    status: str
    games: dict[str, float]  # how far each is on its way to being ready


@get("/health")
async def health(worker: TheWorker) -> Response[Health]:
    """The process answers."""
    return Response(Health("alive", {id_: worker.readiness.progress(id_) for id_ in GAMES}), headers=FRESH)


@get("/ready", responses={503: ResponseSpec(Health, description="No database, no room on the disk, or overload")})
async def ready(worker: TheWorker) -> Response[Health]:
    """Games can be played: the database answers and has room, and there is not too much to do."""
    status = await _status(worker)
    games = {id_: worker.readiness.progress(id_) for id_ in GAMES}
    return Response(Health(status, games), status_code=200 if status == "ready" else 503, headers=FRESH)


async def _status(worker: Worker) -> str:
    if await worker.in_thread(_is_full, worker.database):
        return "storage full"
    is_writable = not worker.outages.open_for(worker.clock())  # heartbeats are written
    if not (worker.is_open and is_writable and await worker.in_thread(worker.database.is_alive)):
        return "not ready"
    return "busy" if worker.overload.is_busy else "ready"


def _is_full(database: Database) -> bool:
    """Whether the disk under an SQLite file has no room; PostgreSQL's is elsewhere."""
    return not database.is_shared and shutil.disk_usage(Path(database.url.database or "").parent).free < SPARE


@get("/metrics", include_in_schema=False)
async def metrics(worker: TheWorker, visitor: TheVisitor) -> Response[bytes]:
    """For Prometheus on this machine; nobody else is told."""
    if not worker.settings.metrics or not is_local(visitor.address):
        raise Refused("not-found", status=404)
    gauges = worker.metrics.gauges
    gauges["connections"].set(len(worker.connections))
    gauges["http_connections"].set(worker.admission.connections.total)
    gauges["loop_lag_seconds"].set(worker.overload.lag)
    gauges["busy"].set(worker.overload.is_busy)
    gauges["live_tables"].set(len(worker.live_tables.tables))
    gauges["thinking"].set(worker.thinking.running)
    gauges["waiting_thoughts"].set(worker.thinking.waiting)
    gauges["ledger_depth"].set(worker.ledger.depth)
    gauges["games_ready"].set(sum(worker.readiness.is_ready(id_) for id_ in GAMES))
    return Response(worker.metrics.text(), media_type="text/plain; version=0.0.4", headers=FRESH)


HEALTH = [health, ready, metrics]


def is_local(address: str) -> bool:
    """Whether it is this very machine."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return address.startswith("::/")  # how the loopback network of IPv6 is counted
