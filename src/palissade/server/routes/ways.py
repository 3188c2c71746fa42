"""Ways over HTTP: how a position that one plays alone can be solved, told in lines of JSON while it is looked for."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Annotated

import msgspec
from litestar import get
from litestar.openapi import ResponseSpec
from litestar.params import PathParameter, QueryParameter
from litestar.response import Stream

from palissade.match import Match, View
from palissade.registry import GAMES
from palissade.server.diagram import PlayedSource, steps_of
from palissade.server.machines.par import dealt_match
from palissade.server.machines.thinking import Beneficiary, TooBusy
from palissade.server.refused import Refused
from palissade.server.routes.visitor import TheVisitor, TheWorker, Visitor
from palissade.server.wire.shelf import WayFound
from palissade.server.wire.tables import MOST_DEALS
from palissade.server.worker import Worker
from palissade.solving import Finding

LINES = "application/x-ndjson"
AS_THEY_COME = {"cache-control": "no-store", "x-accel-buffering": "no"}  # no proxy keeps lines back
FOUND = {200: ResponseSpec(WayFound, description="One on each line", media_type=LINES)}
_encode = msgspec.json.Encoder().encode


@get("/api/shelf/{game:str}/way", responses=FOUND, is_compressed=True)
async def way_of_deal(
    game: Annotated[str, PathParameter(max_length=40)],
    worker: TheWorker,
    visitor: TheVisitor,
    deal: Annotated[int | None, QueryParameter(ge=1, le=MOST_DEALS)] = None,
) -> Stream:
    """A way to solve a numbered deal or, without a number, the game as it comes out of the box; then ever shorter ones,
    until nothing can be better, a minute of thought is over, or the reader hangs up. Who asks again goes on from there.
    """
    if game not in GAMES or GAMES[game].puzzle is None:
        raise Refused("not-found", status=404)
    worker.readiness.check(game)
    match = await worker.in_thread(dealt_match, game, deal)
    return await _answer(worker, visitor, match.view(0), f"{game} {deal}")


@get("/api/tables/{id:str}/way", responses=FOUND, is_compressed=True)
async def way_from_table(
    id: Annotated[str, PathParameter(max_length=24)],  # noqa: A002
    worker: TheWorker,
    visitor: TheVisitor,
) -> Stream:
    """The same from where my table stands now; hints there lead along the way that was found."""
    live = await worker.live_tables.open(id)
    table = await worker.live_tables.read(live, lambda table: table)
    if table.game.puzzle is None:
        raise Refused("not-found", status=404)
    if not table.seats_of(visitor.known.id):
        raise Refused("watching", status=403)
    if table.mover is None:
        raise Refused("over", status=409)
    worker.readiness.check(table.game.id)
    return await _answer(worker, visitor, table.match.view(0), id)


WAYS = [way_of_deal, way_from_table]


async def _answer(worker: Worker, visitor: Visitor, view: View, what: str) -> Stream:
    worker.limits.charge("hint", visitor.key)
    await worker.readiness.ready(view.game.id)  # by interpreted rules it would take long, and keep everybody waiting
    beneficiary = Beneficiary(visitor.key, visitor.address)
    found = worker.ways.find(view, f"way {what}", beneficiary)
    try:
        first = await anext(found)
    except (TooBusy, StopAsyncIteration):
        raise Refused("no-hint", status=503) from None

    async def lines() -> AsyncIterator[bytes]:
        told: Finding | None = None
        async with aclosing(found):
            finding, goes_on = first
            while True:
                yield await asyncio.to_thread(_line, view, finding, told, goes_on)
                told = finding
                if not goes_on:
                    return
                try:
                    finding, goes_on = await anext(found)
                except StopAsyncIteration:
                    return

    return Stream(lines(), media_type=LINES, headers=AS_THEY_COME)


def _line(view: View, finding: Finding, told: Finding | None, goes_on: bool) -> bytes:
    is_new = told is None or told.actions != finding.actions
    steps = []
    if is_new:
        match = Match(view.game, position=view.position.copy())
        match.play(*finding.actions)
        steps = steps_of(match, PlayedSource())
    way = WayFound(
        moves=finding.moves,
        left=finding.rest,
        bound=finding.bound,
        is_proven=finding.is_settled,
        goes_on=goes_on,
        positions=finding.nodes,
        steps=steps,
    )
    return _encode(way) + b"\n"
