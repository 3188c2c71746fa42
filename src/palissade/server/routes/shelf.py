"""The shelf over HTTP: the games, and how each looks when it comes out of its box."""

from functools import lru_cache
from typing import Annotated

import msgspec
from litestar import Response, get
from litestar.openapi import ResponseSpec
from litestar.params import PathParameter, QueryParameter

from palissade.match import Match
from palissade.registry import GAMES
from palissade.scene import Scene
from palissade.server.refused import Refused
from palissade.server.routes.visitor import TheVisitor, TheWorker
from palissade.server.shelf import shelf
from palissade.server.wire.shelf import Shelf


@get("/api/shelf")
async def whole_shelf(
    worker: TheWorker,
    visitor: TheVisitor,
    want: Annotated[str | None, QueryParameter(max_length=40)] = None,
) -> Response[Shelf]:
    """Every game and every strength, in the reader's language, and how far each game is on its way to being ready.

    The game that the reader wants is made ready before all others.
    """
    if want is not None and want in GAMES:
        worker.readiness.want(want)
    return Response(shelf(visitor.language, worker.readiness.playable), headers={"cache-control": "no-cache"})


@get(
    "/api/shelf/{game:str}/scene",
    media_type="application/json",
    responses={200: ResponseSpec(Scene, description="The scene")},
)
async def starting_scene(
    game: Annotated[str, PathParameter(max_length=40)],
    worker: TheWorker,
    players: Annotated[int | None, QueryParameter(ge=1, le=5)] = None,
) -> Response[bytes]:
    """A game as it looks before the first action."""
    if game not in GAMES:
        raise Refused("not-found", status=404)
    worker.readiness.check(game)
    scene = await worker.in_thread(_starting_scene, game, players)
    return Response(scene, media_type="application/json", headers={"cache-control": "public, max-age=3600"})


SHELF = [whole_shelf, starting_scene]


@lru_cache(maxsize=64)
def _starting_scene(id_: str, players: int | None) -> bytes:
    for variant in GAMES[id_].variants():  # the defaults first
        if players is None or len(variant.seats) == players:
            return msgspec.json.encode(Match(variant, deal=variant.ordered_deal()).view().scene())
    raise Refused("not-found", status=404)
