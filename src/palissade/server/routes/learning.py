"""What teaches a game, over HTTP: the pictures of its page, and its guided first game."""

from collections.abc import Callable
from functools import lru_cache
from typing import Annotated

import msgspec
from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import ResponseSpec
from litestar.params import PathParameter, QueryParameter

from palissade.game import Game
from palissade.messages import Language
from palissade.registry import GAMES
from palissade.server.introduction import introduction
from palissade.server.lesson import lesson, why
from palissade.server.refused import Refused
from palissade.server.routes.visitor import TheVisitor, TheWorker
from palissade.server.tables.live_table import refusal_of
from palissade.server.wire.lessons import Lesson, WhyNot
from palissade.server.wire.rules import Introduction
from palissade.server.worker import Worker

GameId = Annotated[str, PathParameter(max_length=40)]
KEPT = {"cache-control": "public, max-age=3600"}


@get("/api/shelf/{game:str}/lesson/{step:int}/why")
async def why_not_in_lesson(
    game: GameId,
    step: Annotated[int, PathParameter(ge=0, le=20)],
    worker: TheWorker,
    visitor: TheVisitor,
    picks: Annotated[list[str], QueryParameter(max_items=8)],
) -> Response[WhyNot]:
    """Which rule forbids what somebody has picked in a step of a lesson."""
    _check(game, worker)
    try:
        problem = await worker.in_thread(why, GAMES[game], step, [pick[:80] for pick in picks])
    except IndexError:
        raise Refused("not-found", status=404) from None
    refusal = None if problem is None else refusal_of(problem).to_wire(visitor.language)
    return Response(WhyNot(refusal), headers={"cache-control": "no-cache"})


def _check(game: str, worker: Worker) -> None:
    if game not in GAMES:
        raise Refused("not-found", status=404)
    worker.readiness.check(game)


def _told(name: str, tell: Callable[[Game, Language], msgspec.Struct], kind: type, describe: str) -> HTTPRouteHandler:
    """What is told of a game under this name, once in each language."""

    @lru_cache(maxsize=64)
    def encoded(id_: str, language: Language) -> bytes:
        return msgspec.json.encode(tell(GAMES[id_], language))

    @get(
        f"/api/shelf/{{game:str}}/{name}",
        media_type="application/json",
        responses={200: ResponseSpec(kind, description=f"The {name}")},
        summary=f"{name.capitalize()}OfGame",
        description=describe,
    )
    async def told_of_game(
        game: GameId, worker: TheWorker, language: Annotated[Language, QueryParameter()]
    ) -> Response[bytes]:
        _check(game, worker)
        told = await worker.in_thread(encoded, game, language)
        return Response(told, media_type="application/json", headers=KEPT)

    return told_of_game


LEARNING = [
    _told(
        "introduction",
        introduction,
        Introduction,
        "What a turn of a game is, what is special, and how one wins: three pictures that move.",
    ),
    _told("lesson", lesson, Lesson, "A guided first game, step by step, with all that may be chosen in each."),
    why_not_in_lesson,
]
