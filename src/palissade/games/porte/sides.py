"""POR-2: the sides of La Porte's board, clockwise from the south, and who sits there."""

import numpy as np

COLOURS = ("red", "blue", "green", "yellow")  # of the sides
RED, BLUE, GREEN, YELLOW = range(4)
SIDES = np.array([[RED, GREEN, 0, 0], [RED, BLUE, GREEN, 0], [RED, BLUE, GREEN, YELLOW]], np.int8)  # of 2, 3, 4 seats
