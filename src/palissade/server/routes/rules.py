"""Rulebooks over HTTP."""

from functools import lru_cache
from typing import Annotated

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency
from litestar.openapi import ResponseSpec
from litestar.params import PathParameter

from palissade.messages import Language
from palissade.registry import GAMES
from palissade.server.house import House
from palissade.server.identity.guard import Visitor
from palissade.server.refused import Refused
from palissade.server.rulebook import rulebook
from palissade.server.wire.rules import Rulebook


@get(
    "/api/shelf/{game:str}/rules",
    media_type="application/json",
    responses={200: ResponseSpec(Rulebook, description="The rulebook")},
)
async def rules_of_game(
    game: Annotated[str, PathParameter(max_length=40)],
    house: NamedDependency[House],
    visitor: NamedDependency[Visitor],
) -> Response[bytes]:
    """The rules of a game for its players, in the reader's language, with diagrams to step through."""
    if game not in GAMES:
        raise Refused("not-found", status=404)
    house.hall.check_ready(game)
    told = await house.in_thread(_rulebook, game, visitor.language)
    return Response(told, media_type="application/json", headers={"cache-control": "no-cache"})


RULES = [rules_of_game]


@lru_cache(maxsize=64)
def _rulebook(id_: str, language: Language) -> bytes:
    return msgspec.json.encode(rulebook(GAMES[id_], language))
