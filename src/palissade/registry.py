"""The one table of games."""

from palissade.contract import OptionValue
from palissade.errors import UnknownGame
from palissade.game import Game
from palissade.games import (
    alignement,
    barrier,
    blockers,
    blocus,
    blokus_duo,
    cul_de_sac,
    empire,
    porte,
    saute,
    solitaire,
)
from palissade.messages import COMMON

GAMES: dict[str, Game] = {
    room.GAME.id: room.GAME
    for room in (
        blocus,
        empire,
        saute,
        alignement,
        solitaire,
        porte,
        cul_de_sac,
        blockers,
        blokus_duo,
        barrier,
    )
}


def games() -> list[Game]:
    """Every game of the collection, with its default options."""
    return list(GAMES.values())


def game(id: str, /, **options: OptionValue) -> Game:  # noqa: A002  (the word of the record)
    """The game of this name with these options; raises `UnknownGame` or `BadOption` naming what there is."""
    if id not in GAMES:
        raise UnknownGame(COMMON.message("game.unknown", game=str(id)[:60], possible=", ".join(GAMES)))
    return GAMES[id].with_options(**options)
