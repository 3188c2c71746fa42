"""Playing somebody now, over HTTP: seek, look who waits, wait no longer."""

from typing import Annotated

from litestar import Response, delete, get, post
from litestar.params import JSONBody, PathParameter

from palissade.server.routes.visitor import TheVisitor, TheWorker, somebody
from palissade.server.tables.seeking import game_for_two
from palissade.server.wire.seeks import NewSeek, OpenSeeks, Sought

FRESH = {"cache-control": "no-store"}


@get("/api/seeks")
async def who_waits(worker: TheWorker, visitor: TheVisitor) -> Response[OpenSeeks]:
    """Others who wait for anybody to play them."""
    person = visitor.person.id if visitor.person else None
    return Response(OpenSeeks(await worker.live_tables.seeking.waiting(person)), headers=FRESH)


@post("/api/seeks")
async def seek(data: JSONBody[NewSeek], worker: TheWorker, visitor: TheVisitor) -> Response[Sought]:
    """Play the first who wants the same. Who waits is told over the live line: see the message `hold`.

    A second seek takes the place of the first. Who is nobody yet becomes a guest by it.
    """
    worker.overload.check()
    if data.game is not None:
        game_for_two(data.game)  # before anybody becomes a guest for nothing
        worker.readiness.check(data.game)
    worker.limits.charge("seek", visitor.key)
    person, cookies = await somebody(worker, visitor)
    sought = await worker.live_tables.seeking.seek(data, person.id)
    return Response(sought, cookies=cookies, headers=FRESH)


@delete("/api/seeks/{id:str}", status_code=200)
async def wait_no_longer(
    id: Annotated[str, PathParameter(max_length=24)],  # noqa: A002
    worker: TheWorker,
    visitor: TheVisitor,
) -> Response[Sought | None]:
    """Wait no longer. If somebody has come in that very moment, the answer says where."""
    return Response(await worker.live_tables.seeking.end(id, visitor.known.id), headers=FRESH)


SEEKS = [who_waits, seek, wait_no_longer]
