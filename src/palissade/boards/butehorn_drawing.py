"""How the board that six games share is drawn."""

from collections.abc import Iterator

from palissade.boards.butehorn import CENTRES, COLUMNS, ROWS
from palissade.boards.drawing import Grid
from palissade.scene import Circle

GRID = Grid(
    COLUMNS,
    ROWS,
    column_names=tuple("abcdefghijkl"),
    row_names=tuple(str(row + 1) for row in range(ROWS)),
    block=3,
)


def rings(grid: Grid) -> Iterator[Circle]:
    """The circle printed in the middle of each block."""
    for centre in CENTRES:
        x, y = grid.at(centre)
        yield Circle(style="ring", x=x, y=y, radius=16.5)
