"""Tables over HTTP: making them, finding them, sitting down."""

from collections.abc import Callable
from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Response, delete, get, post
from litestar.openapi import ResponseSpec
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter

from palissade.record import Record
from palissade.scene import Scene
from palissade.server.refused import Refused, TooMany
from palissade.server.routes.cached import answer_of_table
from palissade.server.routes.visitor import TheVisitor, TheWorker, Visitor, somebody
from palissade.server.store.rows import Kept
from palissade.server.store.tables import Page
from palissade.server.tables.listing import listings
from palissade.server.tables.making import beginning, has_machine, screen_names, wanted_game
from palissade.server.tables.table import Table
from palissade.server.wire import tables as wire
from palissade.server.worker import Worker

Cursor = Annotated[str | None, QueryParameter(max_length=200)]
Id = Annotated[str, PathParameter(max_length=24)]
Seat = Annotated[int, PathParameter(ge=0, le=4)]
FRESH = {"cache-control": "no-store"}
UNCHANGED = ResponseSpec(None, description="It is as it was when its ETag was told")


@get("/api/tables")
async def lobby(
    worker: TheWorker,
    visitor: TheVisitor,
    status: FromQuery[Literal["open", "running"]] = "open",
    game: Annotated[str | None, QueryParameter(max_length=40)] = None,
    cursor: Cursor = None,
) -> Response[wire.Tables]:
    """Tables at which anybody may sit down, or that anybody may watch."""
    page, following = await _page(worker, worker.store.lobby, status, game, cursor)
    person = visitor.person.id if visitor.person else None
    return Response(wire.Tables(await listings(worker.people, page, person), following), headers=FRESH)


@get("/api/me/tables")
async def my_tables(
    worker: TheWorker,
    visitor: TheVisitor,
    over: FromQuery[bool] = False,
    cursor: Cursor = None,
) -> Response[wire.Tables]:
    """The tables at which I sit: those that go on, or those that are over."""
    if visitor.person is None:
        return Response(wire.Tables([], None), headers=FRESH)
    page, following = await _page(worker, worker.store.of_person, visitor.person.id, over, cursor)
    return Response(wire.Tables(await listings(worker.people, page, visitor.person.id), following), headers=FRESH)


@post("/api/tables")
async def make_table(data: JSONBody[wire.NewTable], worker: TheWorker, visitor: TheVisitor) -> Response[wire.MadeTable]:
    """Make a table. Who is nobody yet becomes a guest by it."""
    (worker.overload.check_thinking if has_machine(data) else worker.overload.check)()
    game = wanted_game(data)  # before anybody becomes a guest for nothing
    worker.readiness.check(game.id)
    beginning(game, data, seed=0)
    await worker.people.good_names(screen_names(data), visitor.person)
    worker.limits.charge("table", visitor.key)
    person, cookies = await somebody(worker, visitor)
    kept, links = await worker.live_tables.make(data, person.to_wire())
    table = (await listings(worker.people, [kept], person.id))[0]
    return Response(wire.MadeTable(table, links), cookies=cookies, headers=FRESH)


@get("/api/tables/{id:str}")
async def one_table(
    id: Id,  # noqa: A002
    worker: TheWorker,
    visitor: TheVisitor,
) -> Response[wire.Table]:
    """A table, as everybody who knows its address may see it."""
    return await _told(worker, visitor, id)


@delete("/api/tables/{id:str}", status_code=200)
async def close_table(
    id: Id,  # noqa: A002
    worker: TheWorker,
    visitor: TheVisitor,
) -> Response[wire.Table]:
    """Put a table away before its game begins."""
    await worker.live_tables.close(await worker.live_tables.open(id), visitor.known.id)
    return await _told(worker, visitor, id)


@post("/api/tables/{id:str}/seats/{seat:int}", status_code=200)
async def sit_down(
    id: Id,  # noqa: A002
    seat: Seat,
    data: JSONBody[wire.Sit],
    worker: TheWorker,
    visitor: TheVisitor,
) -> Response[wire.Table]:
    """Take a seat: with the key of its secret link, which works once, or without one where anybody may.

    From then on the seat is mine: on another device I need to be known as the same person, see `/api/me/devices`.
    """
    worker.overload.check()
    if wait := worker.limits.wait("seat-key", visitor.address):
        raise TooMany(wait)
    live = await worker.live_tables.open(id)
    if visitor.person and seat in await worker.live_tables.read(live, lambda table: table.seats_of(visitor.known.id)):
        return await _told(worker, visitor, id)
    try:
        await worker.live_tables.check_seat(live, seat, data.key)
    except Refused as refused:
        if refused.code == "wrong-key":
            worker.limits.spend("seat-key", visitor.address)  # somebody may be guessing
        raise
    person, cookies = await somebody(worker, visitor)  # not before: nobody becomes a guest for nothing
    await worker.live_tables.sit(live, seat, person.to_wire(), data.key)
    told = await _told(worker, visitor, id, person.id)
    told.cookies.extend(cookies)
    return told


@delete("/api/tables/{id:str}/seats/{seat:int}", status_code=200)
async def leave_seat(
    id: Id,  # noqa: A002
    seat: Seat,
    worker: TheWorker,
    visitor: TheVisitor,
) -> Response[wire.Table]:
    """Leave a seat before the game begins; or, as who made the table, ask somebody else to. Its link is a new one."""
    await worker.live_tables.leave_seat(await worker.live_tables.open(id), seat, visitor.known.id)
    return await _told(worker, visitor, id)


@get(
    "/api/tables/{id:str}/record",
    media_type="application/json",
    responses={200: ResponseSpec(Record, description="The record"), 304: UNCHANGED},
)
async def record(
    id: Id,  # noqa: A002
    worker: TheWorker,
    request: Request[Any, Any, Any],
) -> Response[bytes]:
    """The game as a record file. What chance has hidden is in it only when the game is over."""
    return await answer_of_table(worker, request, id, None, _record, is_file=True)


@get(
    "/api/tables/{id:str}/scene",
    media_type="application/json",
    responses={200: ResponseSpec(Scene, description="The scene"), 304: UNCHANGED},
)
async def table_scene(
    id: Id,  # noqa: A002
    worker: TheWorker,
    visitor: TheVisitor,
    request: Request[Any, Any, Any],
) -> Response[bytes]:
    """The table as it looks now to who asks."""
    return await answer_of_table(worker, request, id, visitor.person.id if visitor.person else None, _scene)


TABLES = [lobby, my_tables, make_table, one_table, close_table, sit_down, leave_seat, record, table_scene]


def _record(table: Table, seat: int) -> bytes:
    return msgspec.json.encode(table.record())


def _scene(table: Table, seat: int) -> bytes:
    scene = table.match.view(seat).scene()
    return msgspec.json.encode(scene.at_rest() if table.outcome else scene)


def _there(kept: Kept | None) -> Kept:
    if kept is None:
        raise Refused("no-such-table", status=404)
    return kept


async def _told(worker: Worker, visitor: Visitor, id_: str, person: str | None = None) -> Response[wire.Table]:
    kept = _there(await worker.in_thread(worker.store.find, id_))
    person = person or (visitor.person.id if visitor.person else None)
    return Response((await listings(worker.people, [kept], person))[0], headers=FRESH)


async def _page(worker: Worker, query: Callable[..., Page], *arguments: Any) -> Page:
    try:
        return await worker.in_thread(query, *arguments)
    except ValueError:
        raise Refused("bad-cursor", status=400) from None
