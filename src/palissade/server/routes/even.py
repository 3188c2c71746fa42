"""Even games over HTTP: which machine is as strong as I am."""

from typing import Annotated

from litestar import Response, get
from litestar.params import PathParameter

from palissade.game import Game
from palissade.registry import GAMES
from palissade.server.events import TakenBack
from palissade.server.machines.even_game import place, played_by
from palissade.server.machines.levels import measured_ladders
from palissade.server.refused import Refused
from palissade.server.routes.people import NOT_KEPT
from palissade.server.routes.visitor import TheVisitor, TheWorker
from palissade.server.store.tables import Tables
from palissade.server.wire.shelf import EvenGame, EvenGames

MOST_TABLES = 100  # of mine that are looked at, the newest


@get("/api/shelf/{game:str}/even")
async def even_games(
    game: Annotated[str, PathParameter(max_length=40)], worker: TheWorker, visitor: TheVisitor
) -> Response[EvenGames]:
    """The level that would give me an even game, for each set of options that was measured. It is found from my last
    games against machines; asking makes nobody somebody.
    """
    if game not in GAMES:
        raise Refused("not-found", status=404)
    person = visitor.person.id if visitor.person else None
    if person:
        worker.limits.charge("even", person)  # games are looked through
    return Response(await worker.in_thread(even_of, worker.store, GAMES[game], person), headers=NOT_KEPT)


def even_of(store: Tables, game: Game, person: str | None) -> EvenGames:
    """The nearest level of every ladder of the game; for who is nobody, that of newcomers."""
    measured = [(variant, ladder) for variant, ladder in measured_ladders(game) if ladder.rungs]
    tables = store.finished(person, game.id, MOST_TABLES) if person and measured else []
    taken_back = store.with_event([table.row.id for table in tables], TakenBack) if tables else set()
    found = []
    for variant, ladder in measured:
        mine = place(ladder, played_by(person, variant, ladder, tables, taken_back) if person else [])
        found.append(EvenGame(ladder.options, mine.level, mine.elo, mine.games))
    return EvenGames(found)
