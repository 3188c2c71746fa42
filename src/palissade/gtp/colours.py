"""Who is meant by a colour of the protocol.

A seat is its number, counted from 1, or the name of a colour of its own. Where two sit at the table it is also `b` or
`w`: black and white where those are the colours (Cul-de-Sac), else the first and the second, as public engines of
Blokus Duo have it.
"""

from palissade.game import Game

BLACK, WHITE = "black", "white"


def colour_of(game: Game, seat: int) -> str:
    """The seat as it is told to another program."""
    if len(game.seats) != 2:
        return str(seat + 1)
    return "b" if seat == _black(game) else "w"


def seat_of(game: Game, colour: str) -> int | None:
    """The seat that is meant; None if it is nobody."""
    return _by_colour(game).get(colour.lower())


def colours(game: Game) -> list[str]:
    """The colour of every seat, as it is told to another program."""
    return [colour_of(game, seat) for seat in range(len(game.seats))]


def _by_colour(game: Game) -> dict[str, int]:
    found = {str(seat + 1): seat for seat in range(len(game.seats))}
    if len(game.seats) == 2:
        black = _black(game)
        found |= {"b": black, BLACK: black, "w": 1 - black, WHITE: 1 - black}
    return found | {colour: seat for seat, place in enumerate(game.seats) for colour in place.colours}


def _black(game: Game) -> int:
    """Of two seats, the one that is called black."""
    own = {colour: seat for seat, place in enumerate(game.seats) for colour in place.colours}
    return own.get(BLACK, 1 - own[WHITE] if WHITE in own else 0)
