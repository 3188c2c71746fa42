"""What chance fixes at a table. Who plays alone plays a numbered deal: others can try the same one.

A numbered deal is kept with its number, `{"number": 1234, "deal": …}`, so that a table stays as it was dealt whatever
becomes of the random numbers behind it.
"""

from typing import Any

from palissade.contract import Deal
from palissade.game import Game
from palissade.server.refused import Refused
from palissade.server.wire.tables import MOST_DEALS

_DRAWN = 999_999  # numbers drawn by lot are short enough to be read out


def dealt(game: Game, seed: int, number: int | None = None) -> Any:
    """What is kept of a new table: the deal of this number, else one drawn from the seed."""
    has_numbers = len(game.seats) == 1 and game.deal(0) is not None
    if number is not None and not has_numbers:
        raise Refused("no-numbered-deals", status=422, game=str(game))
    if not has_numbers:
        return game.deal(seed)
    number = number or 1 + seed % _DRAWN
    assert 0 < number <= MOST_DEALS
    return {"number": number, "deal": game.deal(number)}


def deal_of(game: Game, kept: Any) -> Deal:
    """The deal as the rules read it."""
    return kept["deal"] if _is_numbered(game, kept) else kept


def number_of(game: Game, kept: Any) -> int | None:
    """The number under which others can try the same deal, if it has one."""
    return int(kept["number"]) if _is_numbered(game, kept) else None


def _is_numbered(game: Game, kept: Any) -> bool:
    return len(game.seats) == 1 and isinstance(kept, dict) and "number" in kept
