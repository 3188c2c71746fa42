"""What lies on the board of Blokus Duo, for who draws or writes it: a set of squares as one long number, its bits as
`pieces` draws them.
"""

from collections.abc import Iterable, Iterator

from palissade.games.blokus_duo.pieces import FIRST_BIT, ROW_BITS, SIDE, WORD_BITS


def set_of(words: list[int]) -> int:
    """The set that a position keeps in words."""
    return sum(word << WORD_BITS * i for i, word in enumerate(words))


def set_with(squares: Iterable[int]) -> int:
    """The set of these squares."""
    return sum(1 << FIRST_BIT + square // SIDE * ROW_BITS + square % SIDE for square in squares)


def squares_in(squares: int) -> Iterator[int]:
    """The squares of a set, from row 1 up, in a row from the left."""
    while squares:
        row, column = divmod((squares & -squares).bit_length() - 1 - FIRST_BIT, ROW_BITS)
        yield row * SIDE + column
        squares &= squares - 1


def pieces_in(squares: int) -> Iterator[int]:
    """Pieces of one colour never share an edge (BDU-3): squares that do are one piece."""
    while squares:
        piece = _connected(squares & -squares, squares)
        squares ^= piece
        yield piece


def _connected(found: int, among: int) -> int:
    """The squares that hang together with one by edges."""
    while True:
        more = (found | found << 1 | found >> 1 | found << ROW_BITS | found >> ROW_BITS) & among
        if more == found:
            return found
        found = more
