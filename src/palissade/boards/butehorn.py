"""The board that six games of one box share: twelve by twelve squares, sixteen blocks of three by three.

row 12 |  .  .  .  |  .  .  .  |            Squares are numbered row * 12 + column from a1, blocks row by row from
row 11 |  .  o  .  |  .  o  .  |  …         a1's. The middle of each block is its centre: a circle, a throne or a
row 10 |  .  .  .  |  .  .  .  |            gate, as the game has it.
a  b  c     d  e  f
"""

import numpy as np

from palissade.boards.squares import Squares

COLUMNS, ROWS = 12, 12
SQUARES = COLUMNS * ROWS
NAMES = Squares(COLUMNS, ROWS)

BLOCK = np.array([square // COLUMNS // 3 * 4 + square % COLUMNS // 3 for square in range(SQUARES)], np.int8)
CENTRES = np.array([row * COLUMNS + column for row in (1, 4, 7, 10) for column in (1, 4, 7, 10)], np.int16)

# The other squares of a square's row and column: wherever a piece can go that jumps anything.
CROSSING = np.array(
    [
        [
            other
            for other in range(SQUARES)
            if other != square and (other // COLUMNS == square // COLUMNS or other % COLUMNS == square % COLUMNS)
        ]
        for square in range(SQUARES)
    ],
    np.int16,
)
