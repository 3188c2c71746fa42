"""For those who watch over the server."""

import ipaddress

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.openapi import ResponseSpec
from msgspec import Struct

from palissade.registry import GAMES
from palissade.server.identity.guard import Visitor
from palissade.server.refused import Refused
from palissade.server.worker import Worker

FRESH = {"cache-control": "no-store"}


class Health(Struct, frozen=True):
    """Whether the process lives, and what it can do."""

    status: str
    games: dict[str, float]  # how far each is on its way to being ready


@get("/health")
async def health(worker: NamedDependency[Worker]) -> Response[Health]:
    """The process answers."""
    return Response(Health("alive", {id_: worker.readiness.progress(id_) for id_ in GAMES}), headers=FRESH)


@get("/ready", responses={503: ResponseSpec(Health, description="The database does not answer")})
async def ready(worker: NamedDependency[Worker]) -> Response[Health]:
    """The database answers too, so that games can be played."""
    is_ready = worker.is_open and await worker.in_thread(worker.database.is_alive)
    games = {id_: worker.readiness.progress(id_) for id_ in GAMES}
    return Response(
        Health("ready" if is_ready else "not ready", games), status_code=200 if is_ready else 503, headers=FRESH
    )


@get("/metrics", include_in_schema=False)
async def metrics(worker: NamedDependency[Worker], visitor: NamedDependency[Visitor]) -> Response[bytes]:
    """For Prometheus on this machine; nobody else is told."""
    if not worker.settings.metrics or not _is_local(visitor.address):
        raise Refused("not-found", status=404)
    gauges = worker.metrics.gauges
    gauges["lines"].set(len(worker.lines))
    gauges["live_tables"].set(len(worker.live_tables.tables))
    gauges["thinking"].set(worker.thinking.running)
    gauges["waiting_thoughts"].set(worker.thinking.waiting)
    gauges["ledger_depth"].set(worker.ledger.depth)
    gauges["games_ready"].set(sum(worker.readiness.is_ready(id_) for id_ in GAMES))
    return Response(worker.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8", headers=FRESH)


HEALTH = [health, ready, metrics]


def _is_local(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return address.startswith("::/")  # how the loopback network of IPv6 is counted
