"""The board and what is marked on it."""

import math
from itertools import groupby

from palissade import look
from palissade.scene import FLAT, Circle, Lines, Mark, Piece, Print, Rectangle, Scene, Shape
from palissade.svg import pieces
from palissade.svg.pen import Paint, Pen, element, moved, number


def board(pen: Pen, scene: Scene) -> str:
    """All layers, from the rim to the marks on top."""
    flat = [piece for piece in scene.pieces if piece.kind in FLAT]
    standing = [piece for piece in scene.pieces if piece.kind not in FLAT]
    by_id = {piece.id: piece for piece in scene.pieces}
    return "".join(
        (
            *_print(pen, scene.board),
            *(_below(pen, mark) for mark in scene.marks),
            *(pieces.under(pen, piece) for piece in flat),
            *(pieces.over(pen, piece) for piece in flat),
            *(_trace(pen, mark) for mark in scene.marks),
            *(pieces.under(pen, piece) + pieces.over(pen, piece) for piece in standing),
            *(_above(pen, mark, by_id.get(mark.piece)) for mark in scene.marks if not _is_covered(mark, scene.marks)),
        )
    )


# ---- print


def _print(pen: Pen, shapes: tuple[Shape, ...]) -> list[str]:
    """Shapes of one style in a row share one group and its paint."""
    drawn = []
    for style, group in groupby(shapes, key=lambda shape: shape.style):
        parts = [_shape(pen, shape) for shape in group]
        drawn.append(element("g", *parts, **_style(pen, style)))
    return drawn


def _style(pen: Pen, style: str) -> Paint:
    match style:
        case "rim" | "board" | "groove":
            return pen.fill(style)
        case "square":
            return pen.fill("board")
        case "block":
            return pen.fill("board-alt")
        case "rim-line":
            return pen.line("rim-ink", 1, 0.28)
        case "grid":
            return pen.line("board-line", 1, 0.75)
        case "grid-strong":
            return pen.line("board-ink", 1.6)
        case "ring" | "throne":
            return pen.line("board-ink", 1.4, 0.8)
        case "well":
            return {**pen.fill("sheet", 0.55), **pen.edge("board-ink", 1.6)}
        case "ways":
            return pen.line("board-line", 3)
        case "dot":
            return pen.fill("board-ink")
        case "base-white" | "base-black":
            return pen.line("board-ink", 2 if style == "base-white" else 1.6)
        case "symbol":
            return {"opacity": 0.76}
        case "coordinate":
            return {}
    raise ValueError(f"no style {style!r}")


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
            return pen.text(shape.glyph, shape.x, shape.y, size=12 * pen.weight, token="rim-ink")
        case Print():
            symbol = pen.ink(look.inks("symbols")[shape.glyph], "board-ink")
            return moved(shape.x, shape.y, symbol, scale=0.66)


def _base(pen: Pen, shape: Circle) -> str:
    """White's bases are thin double rings, Black's a thick ring: printed, never mistaken for a pawn."""
    inner = element("circle", r=shape.radius * 0.63, **({"stroke_width": 5} if shape.style == "base-black" else {}))
    dot = element("circle", r=shape.radius * 0.27, **pen.fill("board-ink"), stroke="none")
    return moved(shape.x, shape.y, element("circle", r=shape.radius), inner, dot)


def _throne(pen: Pen, shape: Circle) -> str:
    """A ring with a yellow wash and a dotted ring inside."""
    seat = element("circle", r=shape.radius, **pen.fill("yellow", 0.32))
    inner = element("circle", r=shape.radius * 0.74, stroke_dasharray="2 3")
    return moved(shape.x, shape.y, seat, element("circle", r=shape.radius), inner)


def _line(x: float, y: float, x2: float, y2: float) -> str:
    start = f"M{number(x)} {number(y)}"
    return start + (f"V{number(y2)}" if x == x2 else f"H{number(x2)}" if y == y2 else f"L{number(x2)} {number(y2)}")


# ---- marks


def _below(pen: Pen, mark: Mark) -> str:
    """What lies under everything: the wash, ways and lines."""
    wash = {"x": mark.x - mark.width / 2, "y": mark.y - mark.height / 2, "width": mark.width, "height": mark.height}
    wash["rx"] = mark.round or 2
    match mark.kind:
        case "last-to" | "last-from" if not mark.piece:
            return element("rect", **wash, **pen.fill("last"))
        case "way":
            return _way(pen, mark)
        case "win-line":
            ends = {"d": _path(mark), "stroke_linecap": "round", "stroke_linejoin": "round"}
            wide = mark.width * 0.9
            return (
                element("path", **ends, **pen.line("target", wide + 5 * pen.weight))
                + element("path", **ends, **pen.line("board", wide))
                + element("path", **ends, **pen.line("yellow", wide, 0.55))
            )
    return ""


def _trace(pen: Pen, mark: Mark) -> str:
    """What lies on tiles and under what stands: where a piece came from, its trail, and what it removed."""
    dashed = {"stroke_dasharray": "3 3", **pen.line("board-ink", 1.6)}
    match mark.kind:
        case "last-from":
            return element("circle", cx=mark.x, cy=mark.y, r=mark.width / 4, **dashed)
        case "removed":
            side = mark.width / 2
            return element("rect", x=mark.x - side / 2, y=mark.y - side / 2, width=side, height=side, rx=3, **dashed)
        case "trail":
            return element(
                "path", d=_path(mark), stroke_dasharray="1 6", stroke_linecap="round", **pen.line("target", 2, 0.8)
            )
    return ""


def _path(mark: Mark) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in ((mark.x, mark.y), *mark.path))


def _is_covered(mark: Mark, marks: tuple[Mark, ...]) -> bool:
    """Whether a mark says more than the corners of the last action: a goal that was reached, a line that was closed."""
    place = (mark.x, mark.y)
    return mark.kind == "last-to" and any(
        m.kind in ("goal", "win-line") and place in ((m.x, m.y), *m.path) for m in marks
    )


def _above(pen: Pen, mark: Mark, piece: Piece | None) -> str:
    """What is drawn round pieces."""
    match mark.kind:
        case "last-to" | "goal":
            d = _corners(mark.width / 2 - 1, mark.height / 2 - 1)
            light = element("path", d=d, **pen.line("target-edge", 4.6 * pen.weight)) if piece else ""
            return moved(mark.x, mark.y, light, element("path", d=d, **pen.line("target", 2.2 * pen.weight)))
        case "last-piece" if piece:
            return _outlined_wall(pen, piece)
        case "threat":
            ring = element("circle", r=mark.width * 0.47, stroke_dasharray="5 3.5", **pen.line("bad", 2.6))
            return moved(mark.x, mark.y, ring)
        case "anchor":
            diamond = element("path", d="M0-6.6 6.6 0 0 6.6-6.6 0Z", **pen.line("target", 2.2))
            return moved(mark.x, mark.y, diamond)
    return ""


def _way(pen: Pen, mark: Mark) -> str:
    """A line with a light edge and an arrow head where it ends: a way that is open."""
    (x, y), (x2, y2) = ((mark.x, mark.y), *mark.path)[-2:]
    turn = math.degrees(math.atan2(y2 - y, x2 - x))
    head = element("path", d="M-9-6 3 0-9 6Z", transform=f"translate({number(x2)} {number(y2)}) rotate({number(turn)})")
    line = element("path", d=_path(mark), fill="none")
    joined = {"stroke_linejoin": "round", "stroke_linecap": "round"}
    edge = {**pen.edge("target-edge", 5.6 * pen.weight), **pen.fill("target-edge"), **joined}
    ink = {**pen.edge("target", 2.2 * pen.weight), **pen.fill("target"), **joined}
    return element("g", line, head, **edge) + element("g", line, head, **ink)


def _corners(across: float, down: float) -> str:
    arm = 7
    return "".join(
        f"M{number(side * across)} {number(end * (down - arm))}V{number(end * down)}H{number(side * (across - arm))}"
        for side in (-1, 1)
        for end in (-1, 1)
    )


def _outlined_wall(pen: Pen, piece: Piece) -> str:
    """A light line inside the keyline of the wall laid last, and its handle."""
    across = piece.kind == "wall-h"
    width, height = (pieces.WALL_LENGTH, pieces.WALL_WIDTH) if across else (pieces.WALL_WIDTH, pieces.WALL_LENGTH)
    return moved(
        piece.x,
        piece.y,
        element(
            "rect",
            x=-width / 2 + 2,
            y=-height / 2 + 2,
            width=width - 4,
            height=height - 4,
            rx=1,
            **pen.line("target-edge", 1.6),
        ),
    )
