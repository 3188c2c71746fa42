"""How Blockers! begins: for each colour its 28 tiles in the order they are drawn; the first five are the rack (BKR-2).

`{"red": ["7", "moon", "!", …], "green": […]}`, exactly the colours in play.
"""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from palissade.contract import Deal, Options
from palissade.errors import BadDeal
from palissade.games.blockers.colours import COLOURS
from palissade.games.blockers.notation import TILE_NAMES
from palissade.games.blockers.tiles import TILES
from palissade.messages import COMMON, Catalogue, Message

CATALOGUE = Catalogue.beside(__file__)


def draw(options: Options, rng: random.Random) -> Deal:
    """Every colour shuffled."""
    return {colour: rng.sample(TILE_NAMES, TILES) for colour in colours(options)}


def ordered(options: Options) -> Deal:
    """Every colour as the rules page lists it: digits, letters, symbols, joker."""
    return {colour: list(TILE_NAMES) for colour in colours(options)}


def numbers(options: Options, deal: Deal) -> Sequence[int]:
    """The tiles' numbers, colour after colour in the order of the seats."""
    if not isinstance(deal, Mapping):
        raise BadDeal(CATALOGUE.message("deal.malformed"))
    expected = colours(options)
    for colour in deal:
        if colour not in expected:
            message = CATALOGUE.message("deal.colour-unknown", colour=str(colour)[:60], possible=_listed(expected))
            raise BadDeal(message)
    found: list[int] = []
    for colour in expected:
        if colour not in deal:
            raise BadDeal(CATALOGUE.message("deal.colour-missing", colour=_named(colour)))
        found += _tile_numbers(colour, deal[colour])
    return found


def colours(options: Options) -> tuple[str, ...]:
    """The colours in play, in the order of the seats."""
    return COLOURS[: int(options["players"]) * (2 if options["expert"] else 1)]


def _tile_numbers(colour: str, tiles: Any) -> list[int]:
    if not isinstance(tiles, list | tuple):
        raise BadDeal(CATALOGUE.message("deal.no-list", colour=_named(colour)))
    found: list[int] = []
    for tile in tiles:
        if tile not in TILE_NAMES:
            raise BadDeal(CATALOGUE.message("deal.tile-unknown", colour=_named(colour), tile=str(tile)[:60]))
        number = TILE_NAMES.index(tile)
        if number in found:
            raise BadDeal(CATALOGUE.message("deal.tile-twice", colour=_named(colour), tile=tile))
        found.append(number)
    if len(found) != TILES:
        raise BadDeal(CATALOGUE.message("deal.count", colour=_named(colour), count=len(found), needed=TILES))
    return found


def _named(colour: str) -> Message:
    return COMMON.message(f"colour.{colour}")


def _listed(expected: tuple[str, ...]) -> str:
    return ", ".join(expected)
