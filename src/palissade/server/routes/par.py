"""Par over HTTP: what a good result of a deal is that one plays alone."""

import asyncio
from threading import Event
from typing import TYPE_CHECKING, Annotated

from litestar import Response, get
from litestar.params import PathParameter, QueryParameter

from palissade.registry import GAMES
from palissade.server.machines.par import way_of_par
from palissade.server.machines.thinking import Beneficiary, TooBusy
from palissade.server.refused import Refused
from palissade.server.routes.visitor import TheVisitor, TheWorker
from palissade.server.wire.shelf import Par
from palissade.server.wire.tables import MOST_DEALS

if TYPE_CHECKING:
    from palissade.match import View
    from palissade.solving import Finding

KEPT = {"cache-control": "public, max-age=86400"}


@get("/api/shelf/{game:str}/par")
async def par_of_deal(
    game: Annotated[str, PathParameter(max_length=40)],
    worker: TheWorker,
    visitor: TheVisitor,
    deal: Annotated[int | None, QueryParameter(ge=1, le=MOST_DEALS)] = None,
) -> Response[Par]:
    """The best result that a fixed amount of thought finds, of a numbered deal or, without a number, of the game as it
    comes out of the box. It may take some seconds, once; hints lead along the way that it was found by.
    """
    if game not in GAMES or GAMES[game].puzzle is None:
        raise Refused("not-found", status=404)
    worker.readiness.check(game)
    worker.limits.charge("hint", visitor.address)
    await worker.readiness.ready(game)  # by interpreted rules it would take long, and keep everybody waiting
    answered: asyncio.Future[tuple[View, Finding] | None] = asyncio.get_running_loop().create_future()

    def think(cancel: Event) -> "tuple[View, Finding]":
        return way_of_par(game, deal)

    def answer(known: "tuple[View, Finding] | None") -> None:
        if not answered.done():
            answered.set_result(known)

    try:
        worker.thinking.study(f"par {game} {deal}", Beneficiary(visitor.address, visitor.address), think, answer)
    except TooBusy:
        raise Refused("no-hint", status=503) from None
    known = await answered
    if known is None:
        raise Refused("no-hint", status=503)
    view, found = known
    worker.ways.keep(view, found.actions, found.bound)
    return Response(Par(moves=found.moves, left=found.rest, is_proven=found.is_settled), headers=KEPT)
