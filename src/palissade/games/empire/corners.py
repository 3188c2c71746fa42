"""EMP-3: the corners of L'Empire, numbered clockwise from the upper left: NW, NE, SE, SW; and who sits in them."""

import numpy as np

COLOURS = ("red", "blue", "green", "yellow")  # by seat
MOST_SEATS = len(COLOURS)
CORNERS = 4
CORNER = np.array([[0, 2, 0, 0], [0, 1, 2, 0], [0, 1, 2, 3]], np.int8)  # of each seat, of 2, 3, 4 players
