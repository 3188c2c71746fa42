"""The board and what is marked on it."""

import math
from itertools import groupby

from palissade import look
from palissade.look.forms import FORMS, Box, Layer
from palissade.look.paints import paint
from palissade.scene import FLAT, Circle, Lines, Mark, Piece, Print, Rectangle, Scene, Shape
from palissade.svg import pieces
from palissade.svg.pen import Pen, element, moved, number


def board(pen: Pen, scene: Scene) -> str:
    """All layers, from the rim to the marks on top; nothing is picked in a drawing."""
    marks = tuple(mark for mark in scene.marks if not mark.when)
    flat = [piece for piece in scene.pieces if piece.kind in FLAT]
    standing = [piece for piece in scene.pieces if piece.kind not in FLAT]
    by_id = {piece.id: piece for piece in scene.pieces}
    layers: dict[Layer, list[str]] = {
        "print": _print(pen, scene.board),
        "below": [_below(pen, mark) for mark in marks],
        "flat-under": [pieces.under(pen, piece) for piece in flat],
        "flat-over": [pieces.over(pen, piece) for piece in flat],
        "trace": [_trace(pen, mark) for mark in marks],
        "standing": [pieces.under(pen, piece) + pieces.over(pen, piece) for piece in standing],
        "above": [_above(pen, mark, by_id.get(mark.piece)) for mark in marks if not _is_covered(mark, marks)],
    }
    return "".join(drawn for layer in FORMS.layers for drawn in layers[layer])


# ---- print


def _print(pen: Pen, shapes: tuple[Shape, ...]) -> list[str]:
    """Shapes of one style in a row share one group and its paint."""
    drawn = []
    for style, group in groupby(shapes, key=lambda shape: shape.style):
        parts = [_shape(pen, shape) for shape in group]
        shared = {} if style == "coordinate" else pen.paint(f"print-{style}")  # characters are outlines, each painted
        drawn.append(element("g", *parts, **shared))
    return drawn


def _shape(pen: Pen, shape: Shape) -> str:
    match shape:
        case Rectangle():
            rounded = {"rx": shape.round} if shape.round else {}
            return element("rect", x=shape.x, y=shape.y, width=shape.width, height=shape.height, **rounded)
        case Circle(style="base-white" | "base-black"):
            return _base(pen, shape)
        case Circle(style="throne"):
            return _throne(pen, shape)
        case Circle():
            return element("circle", cx=shape.x, cy=shape.y, r=shape.radius)
        case Lines():
            return element("path", d="".join(_line(*line) for line in shape.lines))
        case Print(style="coordinate"):
            written = paint("print-coordinate", k=pen.weight)
            size, token = float(written["font-size"]), str(written["fill"])
            return pen.text(shape.glyph, shape.x, shape.y, size=size, token=token)
        case Print():
            symbol = pen.ink(look.inks("symbols")[shape.glyph], "board-ink")
            return moved(shape.x, shape.y, symbol, scale=FORMS.print.symbol_scale)


def _base(pen: Pen, shape: Circle) -> str:
    """White's bases are thin double rings, Black's a thick ring: printed, never mistaken for a pawn."""
    thick = pen.paint("print-base-black-middle") if shape.style == "base-black" else {}
    middle = element("circle", r=shape.radius * FORMS.print.base_middle, **thick)
    dot = element("circle", r=shape.radius * FORMS.print.base_dot, **pen.paint("print-base-dot"))
    return moved(shape.x, shape.y, element("circle", r=shape.radius), middle, dot)


def base(pen: Pen, style: str) -> str:
    """A base as it is printed, round the origin."""
    return element("g", _base(pen, Circle(style=style, x=0, y=0, radius=15)), **pen.paint(f"print-{style}"))


def _throne(pen: Pen, shape: Circle) -> str:
    """A ring with a yellow wash and a dotted ring inside."""
    seat = element("circle", r=shape.radius, **pen.paint("print-throne-seat"))
    inside = element("circle", r=shape.radius * FORMS.print.throne_inside, **pen.paint("print-throne-inside"))
    return moved(shape.x, shape.y, seat, element("circle", r=shape.radius), inside)


def _line(x: float, y: float, x2: float, y2: float) -> str:
    start = f"M{number(x)} {number(y)}"
    return start + (f"V{number(y2)}" if x == x2 else f"H{number(x2)}" if y == y2 else f"L{number(x2)} {number(y2)}")


# ---- marks


def _below(pen: Pen, mark: Mark) -> str:
    """What lies under everything: the wash, ways and lines."""
    wash = {"x": mark.x - mark.width / 2, "y": mark.y - mark.height / 2, "width": mark.width, "height": mark.height}
    wash["rx"] = mark.round or FORMS.marks.wash_round
    match mark.kind:
        case "last-to" | "last-from" if not mark.piece:
            return element("rect", **wash, **pen.paint("mark-wash"))
        case "way":
            return _way(pen, mark)
        case "win-line":
            wide = mark.width * FORMS.marks.win_width
            return "".join(
                element("path", d=_path(mark), **pen.paint(f"mark-win-{part}", wide=wide))
                for part in ("edge", "wood", "wash")
            )
    return ""


def _trace(pen: Pen, mark: Mark) -> str:
    """What lies on tiles and under what stands: where a piece came from, its trail, and what it removed."""
    dashed = pen.paint("mark-from")
    match mark.kind:
        case "last-from":
            return element("circle", cx=mark.x, cy=mark.y, r=mark.width * FORMS.marks.from_radius, **dashed)
        case "removed":
            side, rx = mark.width * FORMS.marks.removed.side, FORMS.marks.removed.round
            return element("rect", x=mark.x - side / 2, y=mark.y - side / 2, width=side, height=side, rx=rx, **dashed)
        case "trail":
            return element("path", d=_path(mark), **pen.paint("mark-trail"))
    return ""


def _path(mark: Mark) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in ((mark.x, mark.y), *mark.path))


def _is_covered(mark: Mark, marks: tuple[Mark, ...]) -> bool:
    """Whether a mark says more than the corners of the last action: a goal that was reached, a line that was closed."""
    place = (mark.x, mark.y)
    return mark.kind == "last-to" and any(
        m.kind in FORMS.marks.covers_last and place in ((m.x, m.y), *m.path) for m in marks
    )


def _above(pen: Pen, mark: Mark, piece: Piece | None) -> str:
    """What is drawn round pieces."""
    match mark.kind:
        case "last-to" | "goal":
            inset = FORMS.marks.corners.inset
            d = _corners(mark.width / 2 - inset, mark.height / 2 - inset)
            back = element("path", d=d, **pen.paint("mark-corners-back")) if piece else ""
            return moved(mark.x, mark.y, back, element("path", d=d, **pen.paint("mark-corners")))
        case "last-piece" if piece:
            return _outlined_wall(pen, piece)
        case "threat":
            ring = element("circle", r=mark.width * FORMS.marks.threat_radius, **pen.paint("mark-threat"))
            return moved(mark.x, mark.y, ring)
        case "owner":
            owner = FORMS.marks.owner
            face = element("circle", r=owner.radius, **pen.paint("mark-owner", mark.colour))
            ink = pen.ink(look.inks("marks")[mark.colour], f"{mark.colour}-mark")
            return moved(mark.x + owner.aside, mark.y - owner.aside, face, moved(0, 0, ink, scale=owner.mark_scale))
        case "anchor":
            diamond = element("path", d=FORMS.marks.anchor, **pen.paint("mark-anchor"))
            return moved(mark.x, mark.y, diamond)
    return ""


def _way(pen: Pen, mark: Mark) -> str:
    """A line with a light edge and an arrow head where it ends: a way that is open."""
    (x, y), (x2, y2) = ((mark.x, mark.y), *mark.path)[-2:]
    turn = math.degrees(math.atan2(y2 - y, x2 - x))
    there = f"translate({number(x2)} {number(y2)}) rotate({number(turn)})"
    head = element("path", d=FORMS.marks.way_head, transform=there)
    line = element("path", d=_path(mark), fill="none")
    return "".join(element("g", line, head, **pen.paint(name)) for name in ("mark-way-back", "mark-way"))


def _corners(across: float, down: float) -> str:
    arm = FORMS.marks.corners.arm
    return "".join(
        f"M{number(side * across)} {number(end * (down - arm))}V{number(end * down)}H{number(side * (across - arm))}"
        for side in (-1, 1)
        for end in (-1, 1)
    )


def _outlined_wall(pen: Pen, piece: Piece) -> str:
    """A light line inside the keyline of the wall laid last."""
    wall, inset = FORMS.faces[piece.kind], FORMS.marks.wall.inset
    assert isinstance(wall, Box)
    line = Box(width=wall.width - 2 * inset, height=wall.height - 2 * inset, round=FORMS.marks.wall.round)
    return moved(piece.x, piece.y, pieces.shape(line, pen.paint("mark-wall")))
