"""The 21 polyominoes of Blokus Duo (BDU-1), turned and flipped every way, and where they lie on the board.

A piece turned or flipped in one way is an *orientation*; there are 91. An orientation on a place of the board is a
*placement*; there are 13 729. Placements are numbered by piece in the order of the drawings below, then by
orientation, then by the lower left corner of the piece's box, row by row from a1. The orientations of a piece come in
the order of their cells, read as the notation reads them: from row 1 up, in a row from the left.
"""

import numpy as np

SIDE = 14

_DRAWINGS = """
1      2       I3        V3      I4         L4      T4      O       Z4
#      # #     # # #     # .     # # # #    # . .   . # .   # #     # # .
.      . .     . . .     # #     . . . .    # # #   # # #   # #     . # #

F       I5          L5        N         P       T5      U       V5      W       X       Y         Z5
. # #   # # # # #   # . . .   # # . .   # #     # # #   # . #   # . .   # . .   . # .   . # . .   # # .
# # .   . . . . .   # # # #   . # # #   # #     . # .   # # #   # . .   # # .   # # #   # # # #   . # .
. # .   . . . . .   . . . .   . . . .   # .     . # .   . . .   # # #   . # #   . # .   . . . .   . # #
"""

Cells = tuple[tuple[int, int], ...]  # (row, column) of each cell, in the order of the notation


def _drawn() -> dict[str, Cells]:
    """The pieces by name, as they are drawn."""
    pieces: dict[str, Cells] = {}
    for shelf in _DRAWINGS.strip().split("\n\n"):
        names, *rows = shelf.splitlines()
        starts = [i for i, letter in enumerate(names) if letter != " " and (i == 0 or names[i - 1] == " ")]
        for start, end in zip(starts, [*starts[1:], None], strict=True):
            marks = [(-row, i, mark) for row, line in enumerate(rows) for i, mark in enumerate(line[start:end:2])]
            pieces[names[start:end].strip()] = _as_read([(row, column) for row, column, mark in marks if mark == "#"])
    return pieces


def _as_read(cells: list[tuple[int, int]]) -> Cells:
    """The cells in the order of the notation, their box at the lower left corner."""
    low, left = min(row for row, _ in cells), min(column for _, column in cells)
    return tuple(sorted((row - low, column - left) for row, column in cells))


def _orientations(cells: Cells) -> list[Cells]:
    """The piece turned and flipped in every way."""
    found = set()
    for _ in range(4):
        cells = _as_read([(column, -row) for row, column in cells])
        found |= {cells, _as_read([(column, row) for row, column in cells])}
    return sorted(found)


# ---- Pieces and orientations

_ORIENTED = {name: _orientations(cells) for name, cells in _drawn().items()}

PIECES: tuple[str, ...] = tuple(_ORIENTED)
SINGLE = PIECES.index("1")
SIZE = np.array([len(oriented[0]) for oriented in _ORIENTED.values()], np.int8)  # cells of a piece
ORIENTATIONS: tuple[Cells, ...] = tuple(cells for oriented in _ORIENTED.values() for cells in oriented)
PIECE = np.repeat(np.arange(len(PIECES), dtype=np.int8), [len(oriented) for oriented in _ORIENTED.values()])
HEIGHT = np.array([max(row for row, _ in cells) + 1 for cells in ORIENTATIONS], np.int8)  # of an orientation's box
WIDTH = np.array([max(column for _, column in cells) + 1 for cells in ORIENTATIONS], np.int8)
LEAD = np.array([cells[0][1] for cells in ORIENTATIONS], np.int8)  # column in the box of the cell that is read first


def _in_mirrors(cells: Cells) -> list[Cells]:
    """The orientation as it is, in the mirror along a14–n1, in the mirror along a1–n14, and after half a turn."""
    falling, rising = [(-column, -row) for row, column in cells], [(column, row) for row, column in cells]
    return [cells, _as_read(falling), _as_read(rising), _as_read([(-row, -column) for row, column in cells])]


TURNED = np.array([[ORIENTATIONS.index(turned) for turned in _in_mirrors(cells)] for cells in ORIENTATIONS], np.int8)

# ---- Placements

_PLACES = (SIDE + 1 - HEIGHT) * (SIDE + 1 - WIDTH).astype(np.int16)  # how many an orientation has
FIRST_PLACEMENT = np.concatenate(([0], np.cumsum(_PLACES))).astype(np.int16)  # of an orientation; then the end
PLACEMENTS = int(FIRST_PLACEMENT[-1])
ORIENTATION = np.repeat(np.arange(len(ORIENTATIONS), dtype=np.int8), _PLACES)  # of a placement

# ---- Bits
#
# A set of squares is kept as bits, fifteen a row. The fifteenth column and the rows below and above are the rim: a
# piece is in one part, so one that would run over an edge of the board always has a cell on the rim.
#
#   226 … 240        the rim above
#   211 … 224 225    row 14, the rim
#    …
#    16 …  29  30    row 1, the rim
#     0 …   14 15    the rim below, and the rim left of a1
#
# The bits of an orientation are counted from the cell that is read first; those of the squares around it, which may
# come before, from the square below and left of that cell.

ROW_BITS = SIDE + 1
FIRST_BIT = ROW_BITS + 1  # of a1
WORD_BITS = 64

BIT = np.array(  # of the cell that is read first in a placement
    [
        FIRST_BIT + row * ROW_BITS + column + cells[0][1]
        for cells, height, width in zip(ORIENTATIONS, HEIGHT.tolist(), WIDTH.tolist(), strict=True)
        for row in range(SIDE + 1 - height)
        for column in range(SIDE + 1 - width)
    ],
    np.int16,
)


def _word(bits: list[int], number: int = 0) -> int:
    """The bits that lie in the word of this number."""
    return sum(1 << bit % WORD_BITS for bit in set(bits) if bit // WORD_BITS == number)


def _bits(cells: Cells) -> list[int]:
    """The cells as bits, counted from the first."""
    return [(row - cells[0][0]) * ROW_BITS + column - cells[0][1] for row, column in cells]


def _beside(cells: Cells) -> list[int]:
    """The squares that share an edge with a cell, counted from the square below and left of the first cell."""
    return [FIRST_BIT + bit + step for bit in _bits(cells) for step in (-ROW_BITS, -1, 1, ROW_BITS)]


def _across(cells: Cells) -> list[int]:
    """The squares that share a corner with a cell, counted likewise; those under or beside the piece are closed."""
    steps = (-ROW_BITS - 1, -ROW_BITS + 1, ROW_BITS - 1, ROW_BITS + 1)
    return [FIRST_BIT + bit + step for bit in _bits(cells) for step in steps]


def around(cells: Cells) -> list[list[int]]:
    """The bits of the cells, of the squares beside them and of those at their corners only, counted from the first."""
    covered = set(_bits(cells))
    beside = {bit - FIRST_BIT for bit in _beside(cells)} - covered
    corners = {bit - FIRST_BIT for bit in _across(cells)} - covered - beside
    return [sorted(covered), sorted(beside), sorted(corners)]


CELLS = np.array([_word(_bits(cells)) for cells in ORIENTATIONS], np.uint64)
BESIDE = np.array([[_word(_beside(cells), i) for i in range(2)] for cells in ORIENTATIONS], np.uint64)
ACROSS = np.array([[_word(_across(cells), i) for i in range(2)] for cells in ORIENTATIONS], np.uint64)

# ---- Ways to cover a square: each cell of each orientation can be the one that lies on it; there are 414.
#
# The open ones among the eight squares around it, as a number of eight bits, tell at once which ways may be possible:
#
#   5 6 7
#   3 . 4
#   0 1 2

_AROUND = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
_WAYS = [(orientation, cell) for orientation, cells in enumerate(ORIENTATIONS) for cell in range(len(cells))]


def _needed(cells: Cells, cell: int) -> int:
    """Which squares around the one that the cell lies on must be open."""
    row, column = cells[cell]
    return sum(1 << i for i, (up, right) in enumerate(_AROUND) if (row + up, column + right) in cells)


WAY_ORIENTATION = np.array([orientation for orientation, _ in _WAYS], np.int8)
WAY_BIT = np.array([_bits(ORIENTATIONS[orientation])[cell] for orientation, cell in _WAYS], np.int8)
WAY_BEFORE = np.array([_word(_bits(ORIENTATIONS[i])[:cell]) for i, cell in _WAYS], np.uint64)  # cells read before it

_NEEDED = np.array([_needed(ORIENTATIONS[orientation], cell) for orientation, cell in _WAYS])
_OPEN_WAYS = [np.flatnonzero((_NEEDED & ~around) == 0) for around in range(1 << len(_AROUND))]
OPEN_WAYS = np.concatenate(_OPEN_WAYS).astype(np.int16)  # the ways that may be possible, for each number
FIRST_OPEN_WAY = np.cumsum([0, *(len(ways) for ways in _OPEN_WAYS)]).astype(np.int16)  # of each number; then the end

# ---- Growth: each orientation but the single square is a smaller one and one cell more.
#
# The smaller one lacks the last cell without which the rest is still a piece, and begins with the same cell.


def _smaller(cells: Cells) -> tuple[int, int]:
    """The orientation that this one grows from, and the bit of the cell that is added."""
    for cell, bit in reversed([*zip(cells, _bits(cells), strict=True)][1:]):
        rest = _as_read([other for other in cells if other != cell])
        if rest in ORIENTATIONS:
            return ORIENTATIONS.index(rest), bit
    raise ValueError(cells)


GROWN_FROM = np.array([0, *(_smaller(cells)[0] for cells in ORIENTATIONS[1:])], np.int8)
GROWN_BIT = np.array([0, *(_smaller(cells)[1] for cells in ORIENTATIONS[1:])], np.int8)
GROWING = int(GROWN_FROM.max()) + 1  # the orientations that others grow from come first

# ---- The number of a lone bit: the powers of two in a word leave different remainders when they are divided by 67.

REMAINDERS = 67


def _places(columns: int) -> list[list[int]]:
    """By word and remainder, a bit's place if every row has so many columns and a1 is place 0."""
    places = [[0] * REMAINDERS for _ in range(4)]
    for row in range(SIDE):
        for column in range(SIDE):
            word, bit = divmod(FIRST_BIT + row * ROW_BITS + column, WORD_BITS)
            places[word][(1 << bit) % REMAINDERS] = row * columns + column
    return places


PLACE = np.array([_places(columns) for columns in range(ROW_BITS + 1)], np.int16)
