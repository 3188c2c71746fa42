"""For those who watch over the server."""

import ipaddress

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.openapi import ResponseSpec
from msgspec import Struct

from palissade.registry import GAMES
from palissade.server.house import House
from palissade.server.identity.guard import Visitor
from palissade.server.refused import Refused

FRESH = {"cache-control": "no-store"}


class Health(Struct, frozen=True):
    """Whether the process lives, and what it can do."""

    status: str
    games: dict[str, float]  # how far each is on its way to being ready


@get("/health")
async def health(house: NamedDependency[House]) -> Response[Health]:
    """The process answers."""
    return Response(Health("alive", {id_: house.warmth.progress(id_) for id_ in GAMES}), headers=FRESH)


@get("/ready", responses={503: ResponseSpec(Health, description="The database does not answer")})
async def ready(house: NamedDependency[House]) -> Response[Health]:
    """The database answers too, so that games can be played."""
    is_ready = house.is_open and await house.in_thread(house.database.is_alive)
    games = {id_: house.warmth.progress(id_) for id_ in GAMES}
    return Response(
        Health("ready" if is_ready else "not ready", games), status_code=200 if is_ready else 503, headers=FRESH
    )


@get("/metrics", include_in_schema=False)
async def metrics(house: NamedDependency[House], visitor: NamedDependency[Visitor]) -> Response[bytes]:
    """For Prometheus on this machine; nobody else is told."""
    if not house.settings.metrics or not _is_local(visitor.address):
        raise Refused("not-found", status=404)
    gauges = house.metrics.gauges
    gauges["lines"].set(len(house.lines))
    gauges["live_tables"].set(len(house.hall.tables))
    gauges["thinking"].set(house.thinking.running)
    gauges["waiting_thoughts"].set(house.thinking.waiting)
    gauges["ledger_depth"].set(house.ledger.depth)
    gauges["games_ready"].set(sum(house.warmth.is_ready(id_) for id_ in GAMES))
    return Response(house.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8", headers=FRESH)


HEALTH = [health, ready, metrics]


def _is_local(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return address.startswith("::/")  # how the loopback network of IPv6 is counted
