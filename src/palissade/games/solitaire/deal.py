"""How Solitaire begins (SOL-2): with `deal=shuffled`, 36 letters for the pawns row by row, as in `RYRGBGYRYBGB…`.

With `deal=booklet` there is no chance, and the deal is None.
"""

import random
from collections.abc import Sequence

from palissade.contract import Deal, Options
from palissade.errors import BadDeal
from palissade.games.solitaire.board import BOOKLET, COLOURS, EACH, LETTERS
from palissade.messages import COMMON, Catalogue

CATALOGUE = Catalogue.beside(__file__)


def draw(options: Options, rng: random.Random) -> Deal:
    """The booklet's pawns in random order."""
    return "".join(rng.sample(BOOKLET, len(BOOKLET))) if is_shuffled(options) else None


def ordered(options: Options) -> Deal:
    """The booklet's order."""
    return BOOKLET if is_shuffled(options) else None


def numbers(options: Options, deal: Deal) -> Sequence[int]:
    """The number of each pawn's colour, row by row."""
    if is_shuffled(options):
        _check(deal)
    elif deal is not None:
        raise BadDeal(CATALOGUE.message("deal.booklet"))
    return [LETTERS.index(letter) for letter in deal or BOOKLET]


def is_shuffled(options: Options) -> bool:
    """Whether chance sets the pawns up."""
    return options["deal"] == "shuffled"


def _check(deal: Deal) -> None:
    """Nine pawns of each colour and nothing else."""
    if not isinstance(deal, str):
        raise BadDeal(CATALOGUE.message("deal.malformed"))
    for letter in deal:
        if letter not in LETTERS:
            raise BadDeal(CATALOGUE.message("deal.letter-unknown", letter=letter))
    if len(deal) != len(BOOKLET):
        raise BadDeal(CATALOGUE.message("deal.length", count=len(deal), needed=len(BOOKLET)))
    for letter, colour in zip(LETTERS, COLOURS, strict=True):
        if deal.count(letter) != EACH:
            named = COMMON.message(f"colour.{colour}")
            raise BadDeal(CATALOGUE.message("deal.count", colour=named, count=deal.count(letter), needed=EACH))
