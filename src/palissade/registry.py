"""The shelf: the one table of games. A room is entered when its game is asked for."""

import importlib
from collections.abc import Iterator, Mapping

from palissade import games as rooms
from palissade.contract import OptionValue
from palissade.errors import UnknownGame
from palissade.game import Game
from palissade.messages import COMMON

IDS = (
    "blocus",
    "empire",
    "saute",
    "alignement",
    "solitaire",
    "porte",
    "cul-de-sac",
    "blockers",
    "blokus-duo",
    "barrier",
)


class _Shelf(Mapping[str, Game]):
    def __getitem__(self, id_: str) -> Game:
        if id_ not in IDS:
            raise KeyError(id_)
        found: Game = importlib.import_module(f"{rooms.__name__}.{id_.replace('-', '_')}").GAME
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(IDS)

    def __len__(self) -> int:
        return len(IDS)


GAMES: Mapping[str, Game] = _Shelf()


def games() -> list[Game]:
    """Every game of the collection, with its default options."""
    return list(GAMES.values())


def game(id: str, /, **options: OptionValue) -> Game:  # noqa: A002  (the word of the record)
    """The game of this name with these options; raises `UnknownGame` or `BadOption` naming what there is."""
    if id not in GAMES:
        raise UnknownGame(COMMON.message("game.unknown", game=str(id)[:60], possible=", ".join(GAMES)))
    return GAMES[id].with_options(**options)
