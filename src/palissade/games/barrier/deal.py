"""How Barrier begins with `laying=random`: the tile on each square of the barrier, dealt so that both sides can cross.

`{"a4": "N+E", "b4": "SW+NW", …}`, all sixteen squares. When the players lay the tiles themselves there is no deal.
"""

import random
from collections.abc import Mapping, Sequence

import numpy as np

from palissade.contract import Deal, Options
from palissade.errors import BadDeal
from palissade.games.barrier import rules
from palissade.games.barrier.board import CLEAR, FIRST_PLACE, PLACES, TILE_NAMES, YELLOW
from palissade.games.barrier.notation import SQUARES
from palissade.games.barrier.ways import lets_through
from palissade.messages import COMMON, Catalogue

CATALOGUE = Catalogue.beside(__file__)
COLOURS = ("yellow", "clear")
PLACE_NAMES = tuple(SQUARES.name(FIRST_PLACE + place) for place in range(PLACES))


def draw(options: Options, rng: random.Random) -> Deal:
    """Both halves shuffled, again until each side can cross."""
    if not is_dealt(options):
        return None
    while True:
        deal = _laid([rng.sample(TILE_NAMES, len(TILE_NAMES)) for _ in COLOURS])
        if not _shut_out(_tiles(deal)):
            return deal


def ordered(options: Options) -> Deal:
    """Each half as the rules page lists the tiles, from a4 to h5."""
    return _laid([list(TILE_NAMES) for _ in COLOURS]) if is_dealt(options) else None


def numbers(options: Options, deal: Deal) -> Sequence[int]:
    """The tiles' numbers, from a4 to h5."""
    if not is_dealt(options):
        if deal is not None:
            raise BadDeal(CATALOGUE.message("deal.by-players"))
        return ()
    if not isinstance(deal, Mapping):
        raise BadDeal(CATALOGUE.message("deal.malformed"))
    for square in deal:
        if square not in PLACE_NAMES:
            raise BadDeal(CATALOGUE.message("deal.square-unknown", square=str(square)[:60]))
    for square in PLACE_NAMES:
        if square not in deal:
            raise BadDeal(CATALOGUE.message("deal.square-missing", square=square))
    _check_tiles(deal)
    tiles = _tiles(deal)
    for seat in _shut_out(tiles):
        raise BadDeal(CATALOGUE.message("deal.no-crossing", colour=COMMON.message(f"colour.{COLOURS[seat]}")))
    return tiles


def is_dealt(options: Options) -> bool:
    """Whether chance lays the tiles."""
    return options["laying"] == "random"


def _laid(halves: list[list[str]]) -> dict[str, str]:
    """Each seat's tiles on its own squares (BAR-3), in this order."""
    tiles = [iter(half) for half in halves]
    return {square: next(tiles[rules.owner_of(place)]) for place, square in enumerate(PLACE_NAMES)}


def _check_tiles(deal: Mapping[str, str]) -> None:
    """BAR-2: eight tiles each, all different."""
    seen: set[tuple[int, str]] = set()
    for place, square in enumerate(PLACE_NAMES):
        seat, tile = rules.owner_of(place), deal[square]
        if tile not in TILE_NAMES:
            message = CATALOGUE.message(
                "deal.tile-unknown", square=square, tile=str(tile)[:60], possible=", ".join(TILE_NAMES)
            )
            raise BadDeal(message)
        if (seat, tile) in seen:
            colour = COMMON.message(f"colour.{COLOURS[seat]}")
            raise BadDeal(CATALOGUE.message("deal.tile-twice", colour=colour, tile=tile))
        seen.add((seat, tile))


def _tiles(deal: Mapping[str, str]) -> list[int]:
    return [TILE_NAMES.index(deal[square]) for square in PLACE_NAMES]


def _shut_out(tiles: list[int]) -> list[int]:
    """The seats that this barrier lets nobody through."""
    positions = np.zeros(1, rules.POSITION)
    rules.start(positions[0], np.array([rules.AT_RANDOM, False, *tiles], np.int32))
    return [seat for seat in (YELLOW, CLEAR) if not lets_through(positions[0], seat)]
