"""Par: what a good result of a deal is that one plays alone. It is found once for each deal, by a fixed amount of
thought, and hints at a table with this deal lead along the way that it was found by.
"""

from functools import lru_cache
from threading import Event
from typing import TYPE_CHECKING

from palissade.game import Game
from palissade.match import Match, View
from palissade.players import Hint, Player
from palissade.registry import GAMES
from palissade.server.machines.ways import hint_along

if TYPE_CHECKING:
    from palissade.solving import Finding


@lru_cache(maxsize=1024)
def way_of_par(game: str, deal: int | None) -> "tuple[View, Finding]":
    """The deal, and the way that everybody is told the length of; takes a second or two, once."""
    from palissade.solving import par  # noqa: PLC0415  (needs the compiler)

    view = dealt_match(game, deal).view(0)
    return view, par(view)


def hint_by_par(deal: int, view: View, adviser: Player, cancel: Event) -> Hint:
    """The next action of that way, for who is on it; else what the adviser says."""
    dealt, found = way_of_par(view.game.id, deal)
    position, here = dealt.position.copy(), view.position_text()
    for place, action in enumerate(found.actions):
        if view.game.write(position) == here:
            return hint_along(found.actions[place:], found.rest)
        view.game.single.apply(position, action)
    return adviser.hint(view, cancel)


def dealt_match(game: str, deal: int | None) -> Match:
    """A deal by its number; without one, the game as it comes out of the box."""
    if deal is None:
        return GAMES[game].match()
    dealt = _dealt(GAMES[game])
    return dealt.match(deal=dealt.deal(deal))


def _dealt(game: Game) -> Game:
    """The same with the options by which chance deals."""
    return next(variant for variant in game.variants() if variant.deal(0) is not None)
