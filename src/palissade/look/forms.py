"""The forms of `forms.json`: what both renderers, `svg/` and the page, draw alike.

The page imports the file itself (`web/src/board/forms.ts`). What only one of the two draws is written there. Units are
those of a scene, the origin is the middle of a piece or a mark, y grows downwards.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import msgspec


class _Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Read strictly: a name in the file that nobody reads is a mistake."""


class Round(_Form, frozen=True, tag_field="form", tag="circle"):
    radius: float


class Box(_Form, frozen=True, tag_field="form", tag="rectangle"):
    width: float
    height: float
    round: float  # its corners


class Outline(_Form, frozen=True, tag_field="form", tag="path"):
    d: str


class Keyline(_Form, frozen=True):
    width: float  # on a piece that is not scaled; as thick on a small piece as on any
    thinnest: float  # before scaling: a large piece has a little thicker one


class Glyph(_Form, frozen=True):
    x: float
    y: float
    size: float  # of a digit or a letter, in units to the em


class CornerMark(_Form, frozen=True):
    x: float
    y: float
    scale: float


class Cut(_Form, frozen=True):
    """What is cut into the face of a piece that stands."""

    triangle_mark_down: float  # the middle of a triangle is below that of its box
    disc_ring: float  # the radius of the groove round the mark
    glyph: Glyph  # on a tile
    symbol_size: float  # a symbol is as large as a character of this size
    corner_mark: CornerMark  # the colour's mark beside the glyph of a tile


class Polyomino(_Form, frozen=True):
    notch_reach: float  # from the middle of an edge between cells, in squares
    mark_scale: float


class ArrowTile(_Form, frozen=True):
    straight: str  # an arrow to the north, whose head touches the edge
    diagonal: str  # longer, to be turned into a corner
    hub: float  # the radius of where arrows meet
    angles: Mapping[str, float]


class Printed(_Form, frozen=True):
    """Circles inside a circle, in its radii, and symbols."""

    base_middle: float
    base_dot: float
    throne_inside: float
    symbol_scale: float


class Removed(_Form, frozen=True):
    side: float  # in widths of the mark
    round: float


class Corners(_Form, frozen=True):
    inset: float  # from the edge of the mark
    arm: float


class LastWall(_Form, frozen=True):
    inset: float  # from the edge of the wall
    round: float


class Owner(_Form, frozen=True):
    """A token in a corner of a place, in the colour of the player whose place it is."""

    aside: float  # to the right and up from the middle
    radius: float
    mark_scale: float


class Marks(_Form, frozen=True):
    wash_round: float  # where the mark says nothing of its corners
    from_radius: float  # in widths of the mark
    removed: Removed
    corners: Corners
    covers_last: tuple[
        str, ...
    ]  # a goal that was reached, a line that was closed say more than the last action's corners
    wall: LastWall
    threat_radius: float  # in widths of the mark
    owner: Owner
    anchor: str
    way_head: str  # of an arrow to the right
    win_width: float  # in widths of the mark


class WallBar(_Form, frozen=True):
    """One of the little bars that count walls."""

    pitch: float
    inset: float
    width: float
    height: float
    round: float
    line: float  # the height of all of them
    laid_opacity: float  # of the empty bar of a wall that is laid


Layer = Literal["print", "below", "flat-under", "flat-over", "trace", "standing", "above"]


class Forms(_Form, frozen=True):
    nominal_board: float  # the size of the board on which lines have the width that is written
    layers: tuple[Layer, ...]  # from the rim to the marks on top
    faces: Mapping[str, Round | Box | Outline]  # by the kind of piece
    lifts: Mapping[str, float]  # how much of the side is seen below the face, by the kind of piece
    cast: float  # how far the cast lies below the side
    keyline: Keyline
    cut: Cut
    polyomino: Polyomino
    arrow_tile: ArrowTile
    print: Printed
    marks: Marks
    wall_bar: WallBar


FORMS = msgspec.json.decode((Path(__file__).parent / "forms.json").read_bytes(), type=Forms)
