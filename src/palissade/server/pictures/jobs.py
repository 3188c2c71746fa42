"""What the painter is asked for: everything a picture shows, as plain values that go to another process."""

import msgspec

from palissade import look
from palissade.scene import Scene
from palissade.svg import draw

MOST_FRAMES = 120  # of a film; of a longer game some are left out


class Inks(msgspec.Struct, frozen=True):
    """The colours of a box's table."""

    cloth: str
    ink: str
    quiet: str
    act: str

    @classmethod
    def of(cls, box: str) -> "Inks":
        palette = look.palette("light", box)
        return cls(*(palette[token].value for token in ("cloth", "ink", "ink-2", "act")))


class Card(msgspec.Struct, frozen=True, tag=True):
    """One picture: a board, and beside it what it is about."""

    board: str  # as SVG
    inks: Inks
    title: str
    headline: str
    lines: list[str]


class Film(msgspec.Struct, frozen=True, tag=True):
    """A whole game: its boards one after the other, each with a caption, and at the end the result."""

    boards: list[str]
    captions: list[str]
    inks: Inks
    title: str
    result: str


Job = Card | Film


def board_of(scene: Scene) -> str:
    """The board alone."""
    return draw(scene, trays=False)


def frames_of(plies: int) -> list[int]:
    """Which positions a film shows, evenly chosen where there are too many; the first and the last are among them."""
    if plies < MOST_FRAMES:
        return list(range(plies + 1))
    return [round(frame * plies / (MOST_FRAMES - 1)) for frame in range(MOST_FRAMES)]
