"""Rulebooks over HTTP."""

from functools import lru_cache
from typing import Annotated

import msgspec
from litestar import Response, get
from litestar.openapi import ResponseSpec
from litestar.params import PathParameter, QueryParameter

from palissade.messages import Language
from palissade.registry import GAMES
from palissade.server.refused import Refused
from palissade.server.routes.visitor import TheVisitor, TheWorker
from palissade.server.rulebook import rulebook
from palissade.server.wire.rules import Rulebook


@get(
    "/api/shelf/{game:str}/rules",
    media_type="application/json",
    responses={200: ResponseSpec(Rulebook, description="The rulebook")},
)
async def rules_of_game(
    game: Annotated[str, PathParameter(max_length=40)],
    worker: TheWorker,
    visitor: TheVisitor,
    language: Annotated[Language | None, QueryParameter()] = None,
) -> Response[bytes]:
    """The rules of a game for its players, with diagrams to step through; in the reader's language if none is named."""
    if game not in GAMES:
        raise Refused("not-found", status=404)
    worker.readiness.check(game)
    told = await worker.in_thread(_rulebook, game, language or visitor.language)
    kept = "public, max-age=3600" if language else "no-cache"  # whose language it is may change
    return Response(told, media_type="application/json", headers={"cache-control": kept})


RULES = [rules_of_game]


@lru_cache(maxsize=64)
def _rulebook(id_: str, language: Language) -> bytes:
    return msgspec.json.encode(rulebook(GAMES[id_], language))
