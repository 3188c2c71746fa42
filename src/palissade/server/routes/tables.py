"""Tables over HTTP: making them, finding them, sitting down."""

from collections.abc import Callable
from typing import Annotated, Any, Literal

import msgspec
from litestar import Response, delete, get, post
from litestar.di import NamedDependency
from litestar.openapi import ResponseSpec
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter

from palissade.match import SPECTATOR
from palissade.record import Record
from palissade.scene import Scene
from palissade.server.identity.guard import Visitor, somebody
from palissade.server.refused import Refused
from palissade.server.store.rows import Kept, SeatRow
from palissade.server.store.tables import Page
from palissade.server.tables.listing import told_tables
from palissade.server.tables.live_table import LiveTable
from palissade.server.tables.making import wanted_game
from palissade.server.tables.table import FREE, Table
from palissade.server.wire import tables as wire
from palissade.server.worker import Worker

Cursor = Annotated[str | None, QueryParameter(max_length=200)]
Id = Annotated[str, PathParameter(max_length=24)]
Seat = Annotated[int, PathParameter(ge=0, le=4)]
FRESH = {"cache-control": "no-store"}


@get("/api/tables")
async def lobby(
    worker: NamedDependency[Worker],
    visitor: NamedDependency[Visitor],
    status: FromQuery[Literal["open", "running"]] = "open",
    game: Annotated[str | None, QueryParameter(max_length=40)] = None,
    cursor: Cursor = None,
) -> Response[wire.Tables]:
    """Tables at which anybody may sit down, or that anybody may watch."""
    page, following = await _page(worker, worker.store.lobby, status, game, cursor)
    person = visitor.person.id if visitor.person else None
    return Response(wire.Tables(await told_tables(worker, page, person), following), headers=FRESH)


@get("/api/me/tables")
async def my_tables(
    worker: NamedDependency[Worker],
    visitor: NamedDependency[Visitor],
    over: FromQuery[bool] = False,
    cursor: Cursor = None,
) -> Response[wire.Tables]:
    """The tables at which I sit: those that go on, or those that are over."""
    if visitor.person is None:
        return Response(wire.Tables([], None), headers=FRESH)
    page, following = await _page(worker, worker.store.of_person, visitor.person.id, over, cursor)
    return Response(wire.Tables(await told_tables(worker, page, visitor.person.id), following), headers=FRESH)


@post("/api/tables")
async def make_table(
    data: JSONBody[wire.NewTable], worker: NamedDependency[Worker], visitor: NamedDependency[Visitor]
) -> Response[wire.MadeTable]:
    """Make a table. Who is nobody yet becomes a guest by it."""
    worker.limits.charge("table", visitor.key)
    wanted_game(data)  # before anybody becomes a guest for nothing
    person, cookies = await somebody(worker, visitor)
    kept = await worker.live_tables.make(data, person.to_wire())
    table = (await told_tables(worker, [kept], person.id))[0]
    links = [
        wire.SeatLink(seat.seat, worker.keys.link(kept.row.id, seat.seat)) for seat in kept.seats if seat.who in FREE
    ]
    return Response(wire.MadeTable(table, links), cookies=cookies, headers=FRESH)


@get("/api/tables/{id:str}")
async def one_table(
    id: Id,  # noqa: A002
    worker: NamedDependency[Worker],
    visitor: NamedDependency[Visitor],
) -> Response[wire.Table]:
    """A table, as everybody who knows its address may see it."""
    return await _told(worker, visitor, id)


@delete("/api/tables/{id:str}", status_code=200)
async def close_table(
    id: Id,  # noqa: A002
    worker: NamedDependency[Worker],
    visitor: NamedDependency[Visitor],
) -> Response[wire.Table]:
    """Put a table away before its game begins."""
    await worker.live_tables.close(await worker.live_tables.open(id), visitor.known.id)
    return await _told(worker, visitor, id)


@post("/api/tables/{id:str}/seats/{seat:int}", status_code=200)
async def sit_down(
    id: Id,  # noqa: A002
    seat: Seat,
    data: JSONBody[wire.Sit],
    worker: NamedDependency[Worker],
    visitor: NamedDependency[Visitor],
) -> Response[wire.Table]:
    """Take a seat: with the key of its secret link, or without one where anybody may.

    Who has the key of a seat that is taken already may play it from this device too, by attending with the key.
    """
    has_key = data.key is not None and worker.seat_of_key(id, f"{seat}.{data.key}", visitor.address) == seat
    live = await worker.live_tables.open(id)
    found = _seat_at(live, seat)
    if found.who not in FREE:
        if has_key or seat in live.table.seats_of(visitor.person.id if visitor.person else None):
            return await _told(worker, visitor, id)
        raise Refused("seat-taken")
    if found.who == "friend" and not has_key:
        raise Refused("needs-key", status=403)
    person, cookies = await somebody(worker, visitor)
    await worker.live_tables.sit(live, seat, person.to_wire())
    told = await _told(worker, visitor, id, person.id)
    told.cookies.extend(cookies)
    return told


@delete("/api/tables/{id:str}/seats/{seat:int}", status_code=200)
async def stand_up(
    id: Id,  # noqa: A002
    seat: Seat,
    worker: NamedDependency[Worker],
    visitor: NamedDependency[Visitor],
) -> Response[wire.Table]:
    """Leave a seat before the game begins."""
    live = await worker.live_tables.open(id)
    _seat_at(live, seat)
    await worker.live_tables.stand_up(live, seat, visitor.known.to_wire())
    return await _told(worker, visitor, id)


@get("/api/tables/{id:str}/record")
async def record(id: Id, worker: NamedDependency[Worker]) -> Response[Record]:  # noqa: A002
    """The game as a record file. What chance has hidden is in it only when the game is over."""
    found = await worker.record_of(id)
    if found is None:
        raise Refused("no-such-table", status=404)
    name = f"{found.game}-{id}.palissade.json"
    return Response(found, headers={"content-disposition": f'attachment; filename="{name}"', **FRESH})


@get(
    "/api/tables/{id:str}/scene",
    media_type="application/json",
    responses={200: ResponseSpec(Scene, description="The scene")},
)
async def table_scene(
    id: Id,  # noqa: A002
    worker: NamedDependency[Worker],
    visitor: NamedDependency[Visitor],
) -> Response[bytes]:
    """The table as it looks now to who asks."""
    kept = _there(await worker.in_thread(worker.store.load, id))
    worker.live_tables.check_ready(kept.row.game)
    person = visitor.person.id if visitor.person else None

    def draw() -> bytes:
        table = Table(kept.row, list(kept.seats), kept.names, worker.outages)
        for event in kept.events:
            table.fold_row(event)
        mine = table.seats_of(person)
        scene = table.match.view(min(mine) if mine else SPECTATOR).scene()
        return msgspec.json.encode(scene.at_rest() if table.outcome else scene)

    return Response(await worker.in_thread(draw), media_type="application/json", headers=FRESH)


TABLES = [lobby, my_tables, make_table, one_table, close_table, sit_down, stand_up, record, table_scene]


def _there(kept: Kept | None) -> Kept:
    if kept is None:
        raise Refused("no-such-table", status=404)
    return kept


def _seat_at(live: LiveTable, seat: int) -> SeatRow:
    if seat >= len(live.table.seats):
        raise Refused("no-such-seat", status=404)
    return live.table.seats[seat]


async def _told(worker: Worker, visitor: Visitor, id_: str, person: str | None = None) -> Response[wire.Table]:
    kept = _there(await worker.in_thread(worker.store.find, id_))
    person = person or (visitor.person.id if visitor.person else None)
    return Response((await told_tables(worker, [kept], person))[0], headers=FRESH)


async def _page(worker: Worker, query: Callable[..., Page], *arguments: Any) -> Page:
    try:
        return await worker.in_thread(query, *arguments)
    except ValueError:
        raise Refused("bad-cursor", status=400) from None
