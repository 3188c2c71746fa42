"""Pictures over HTTP: of a game, and of a table as who only watches may see it; when it is over, of the whole game."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import ResponseSpec
from litestar.params import PathParameter, QueryParameter

from palissade.match import SPECTATOR
from palissade.messages import Language
from palissade.registry import GAMES
from palissade.server.limits import LimitName
from palissade.server.pictures.jobs import Card, Film, Inks, board_of, frames_of
from palissade.server.pictures.words import TableInWords
from palissade.server.refused import Refused
from palissade.server.routes.cached import AnswerCache, Form, answer_of_table
from palissade.server.routes.tables import UNCHANGED, Id
from palissade.server.routes.visitor import TheVisitor, TheWorker
from palissade.server.tables.table import Table
from palissade.server.version import version

if TYPE_CHECKING:
    from palissade.server.routes.pages import Page

PNG, GIF = "image/png", "image/gif"
InLanguage = Annotated[Language, QueryParameter()]
IsFile = Annotated[bool, QueryParameter(name="file", description="To be kept, under a name of its own")]


@get(
    "/api/games/{game:str}/picture.png",
    media_type=PNG,
    is_compressed=True,  # already
    responses={200: ResponseSpec(bytes, description="The picture", media_type=PNG)},
)
async def picture_of_game(
    game: Annotated[str, PathParameter(max_length=40)],
    worker: TheWorker,
    visitor: TheVisitor,
    state: State,
    language: InLanguage = "en",
) -> Response[bytes]:
    """A game with its name, for who is sent a link to it."""
    page: Page = state.page
    drawing = page.board_of(game)
    if game not in GAMES or drawing is None:
        raise Refused("not-found", status=404)
    worker.limits.charge("picture", visitor.address)
    pictures: AnswerCache = state.pictures
    job = partial(_card_of_game, game, drawing, language)
    painted = await pictures.get(f"{version()} {game} {language}", lambda: worker.painter.paint(job()))
    return Response(painted or b"", media_type=PNG, headers={"cache-control": "public, max-age=86400"})


def _card_of_game(id_: str, drawing: str, language: Language) -> Card:
    game = GAMES[id_]
    sentence = game.catalogue.message("shelf.sentence").say(language)
    return Card(drawing, Inks.of(game.box), game.name, "", [sentence])


def _card_of_table(table: Table, language: Language) -> Card:
    told = _in_words(table, language)
    scene = table.match.view(SPECTATOR).scene()
    board = board_of(scene.at_rest() if table.outcome else scene)
    lines = [line for line in (told.who, told.why) if line]
    return Card(board, Inks.of(table.game.box), table.game.name, told.result, lines)


def _film_of_table(table: Table, language: Language) -> Film:
    """Each position as it was seen then; actions as they are written."""
    if table.status != "over":
        raise Refused("not-over", status=409)
    match, told = table.match, _in_words(table, language)
    plies = frames_of(match.ply)
    boards = [board_of(match.view(SPECTATOR, ply).scene().at_rest()) for ply in plies]
    captions = [f"{ply}. {match.texts[ply - 1]}" if ply else told.who for ply in plies]
    result = " ".join(part for part in (told.result, told.why) if part)
    return Film(boards, captions, Inks.of(table.game.box), table.game.name, result)


def _in_words(table: Table, language: Language) -> TableInWords:
    return TableInWords(table.game, table.seats, table.names, table.status, table.outcome, language)


def _of_table(
    name: str, media_type: str, what: LimitName, job_of: Callable[[Table, Language], Card | Film], describe: str
) -> HTTPRouteHandler:
    """What is painted of a table, under a name of its own."""

    @get(
        f"/api/tables/{{id:str}}/{name}",
        media_type=media_type,
        is_compressed=True,  # already
        responses={200: ResponseSpec(bytes, description=f"The {what}", media_type=media_type), 304: UNCHANGED},
        summary=f"{what.capitalize()}OfTable",
        description=describe,
    )
    async def painting(
        id: Id,  # noqa: A002
        worker: TheWorker,
        visitor: TheVisitor,
        request: Request[Any, Any, Any],
        language: InLanguage = "en",
        is_file: IsFile = False,
    ) -> Response[bytes]:
        worker.limits.charge(what, visitor.address)

        def paint(table: Table, seat: int) -> bytes:
            return worker.painter.paint(job_of(table, language))

        form = Form(media_type, name.rpartition(".")[2], "pictures", language)
        return await answer_of_table(worker, request, id, None, paint, is_file=is_file, form=form)

    return painting


PICTURES = [
    picture_of_game,
    _of_table(
        "picture.png", PNG, "picture", _card_of_table, "A table as it stands now, with who plays or who has won."
    ),
    _of_table("film.gif", GIF, "film", _film_of_table, "A game that is over, position by position."),
]
