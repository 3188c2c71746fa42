"""Par over HTTP: what a good result of a deal is that one plays alone."""

import asyncio
from functools import lru_cache
from threading import Event
from typing import Annotated

from litestar import Response, get
from litestar.params import PathParameter, QueryParameter

from palissade.game import Game
from palissade.match import Match
from palissade.registry import GAMES
from palissade.server.machines.thinking import Beneficiary, TooBusy
from palissade.server.refused import Refused
from palissade.server.routes.visitor import TheVisitor, TheWorker
from palissade.server.wire.shelf import Par
from palissade.server.wire.tables import MOST_DEALS

KEPT = {"cache-control": "public, max-age=86400"}


@get("/api/shelf/{game:str}/par")
async def par_of_deal(
    game: Annotated[str, PathParameter(max_length=40)],
    worker: TheWorker,
    visitor: TheVisitor,
    deal: Annotated[int | None, QueryParameter(ge=1, le=MOST_DEALS)] = None,
) -> Response[Par]:
    """The best result that a fixed amount of thought finds, of a numbered deal or, without a number, of the game as it
    comes out of the box. It may take some seconds, once.
    """
    if game not in GAMES or GAMES[game].puzzle is None:
        raise Refused("not-found", status=404)
    worker.readiness.check(game)
    worker.limits.charge("hint", visitor.address)
    answered: asyncio.Future[Par | None] = asyncio.get_running_loop().create_future()

    def think(cancel: Event) -> Par:
        return _par(game, deal)

    def answer(found: Par | None) -> None:
        if not answered.done():
            answered.set_result(found)

    try:
        worker.thinking.study(f"par {game} {deal}", Beneficiary(visitor.address, visitor.address), think, answer)
    except TooBusy:
        raise Refused("no-hint", status=503) from None
    found = await answered
    if found is None:
        raise Refused("no-hint", status=503)
    return Response(found, headers=KEPT)


@lru_cache(maxsize=1024)
def _par(id_: str, deal: int | None) -> Par:
    from palissade.solving import par  # noqa: PLC0415  (needs the compiler)

    found = par(dealt_match(id_, deal))
    return Par(moves=found.moves, left=found.rest, is_proven=found.is_settled)


def dealt_match(id_: str, deal: int | None) -> Match:
    """A deal by its number; without one, the game as it comes out of the box."""
    if deal is None:
        return GAMES[id_].match()
    game = _dealt(GAMES[id_])
    return game.match(deal=game.deal(deal))


def _dealt(game: Game) -> Game:
    """The same with the options by which chance deals."""
    return next(variant for variant in game.variants() if variant.deal(0) is not None)
