"""The local network over HTTP: whether other devices reach the server, and letting them in."""

from litestar import Response, get, post

from palissade.server.refused import Refused
from palissade.server.routes.health import is_local
from palissade.server.routes.visitor import TheVisitor, TheWorker, Visitor
from palissade.server.wire.house import House
from palissade.server.worker import Worker

FRESH = {"cache-control": "no-store"}


@get("/api/house")
async def house(worker: TheWorker, visitor: TheVisitor) -> Response[House]:
    """How other devices reach the server, for who sits at its machine."""
    if not _is_host(worker, visitor):
        return Response(House(None, may_open=False), headers=FRESH)
    return Response(House(worker.house.address, worker.house.may_open), headers=FRESH)


@post("/api/house", status_code=200)
async def open_house(worker: TheWorker, visitor: TheVisitor) -> Response[House]:
    """Let devices in the local network in, until the server stops; only from the machine itself."""
    if not _is_host(worker, visitor):
        raise Refused("no-house", status=403)
    await worker.house.open()
    return Response(House(worker.house.address, worker.house.may_open), headers=FRESH)


HOUSE = [house, open_house]


def _is_host(worker: Worker, visitor: Visitor) -> bool:
    """Whether somebody sits at this very machine: what comes through a proxy may be anybody."""
    return is_local(visitor.address) and not worker.settings.trusts_proxies
