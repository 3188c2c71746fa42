"""BKR-2: the colours of Blockers!, which are also its seats."""

COLOURS = ("red", "green", "blue", "yellow", "violet")
MOST_COLOURS = len(COLOURS)
MOST_SEATS = 5
