"""Pieces: a face with its mark, the side seen below it, a soft cast, and a keyline round everything."""

from palissade import look
from palissade.scene import SQUARE, Cells, Piece
from palissade.svg.pen import Paint, Pen, element, moved

LIFT, TILE_LIFT, WALL_LIFT, POLYOMINO_LIFT = 2.6, 2.4, 2.0, 3.0
WALL_LENGTH, WALL_WIDTH = 83.0, 10.0  # two squares and a groove, less a little; the groove, and a little more

_TRIANGLE = "M-1.9-14.6a2.2 2.2 0 0 1 3.8 0L15.6 8.4a2.2 2.2 0 0 1-1.9 3.3H-13.7a2.2 2.2 0 0 1-1.9-3.3Z"
_FACES: dict[str, tuple[str, dict[str, str | float]]] = {
    "pawn": ("circle", {"r": 14.5}),
    "cylinder": ("circle", {"r": 14.5}),
    "disc": ("circle", {"r": 15.5}),
    "square": ("rect", {"x": -12.5, "y": -12.5, "width": 25, "height": 25, "rx": 3.5}),
    "triangle": ("path", {"d": _TRIANGLE}),
    "tile": ("rect", {"x": -17, "y": -17, "width": 34, "height": 34, "rx": 4}),
}


def under(pen: Pen, piece: Piece) -> str:
    """The side and the cast of a piece; a tile of arrows lies in its bed and has none."""
    if piece.kind == "arrow-tile":
        return ""
    if piece.kind in ("wall-h", "wall-v"):
        return moved(piece.x, piece.y + WALL_LIFT, _bar(pen, piece.kind, f"{piece.kind}-side"))
    if piece.kind == "polyomino":
        side = {**pen.fill(f"{piece.colour}-side"), **pen.keyline(piece.colour, 1.4)}
        cast = element("path", d=outline(piece.cells), **pen.fill("shadow-piece", 0.6))
        d = element("path", d=outline(piece.cells), stroke_linejoin="round", **side)
        return moved(piece.x, piece.y + POLYOMINO_LIFT + 2, cast) + moved(piece.x, piece.y + POLYOMINO_LIFT, d)
    name, form = _FACES[piece.kind]
    lift = _lift(piece)
    side = {**pen.fill(f"{piece.colour}-side"), **pen.keyline(piece.colour, _line(piece))}
    cast = moved(0, lift + 2, element(name, **form, **pen.fill("shadow-piece")))
    return moved(piece.x, piece.y, cast, moved(0, lift / 2, element(name, **form, **side)), scale=piece.scale)


def over(pen: Pen, piece: Piece) -> str:
    """The face of a piece and what is cut into it."""
    if piece.kind in ("wall-h", "wall-v"):
        return moved(piece.x, piece.y, _bar(pen, piece.kind, piece.kind))
    if piece.kind == "polyomino":
        return moved(piece.x, piece.y, _polyomino(pen, piece))
    if piece.kind == "arrow-tile":
        return moved(piece.x, piece.y, _arrow_tile(pen, piece))
    name, form = _FACES[piece.kind]
    face = element(name, **form, **pen.fill(piece.colour), **pen.keyline(piece.colour, _line(piece)))
    return moved(piece.x, piece.y, moved(0, -_lift(piece) / 2, face, *_head(pen, piece)), scale=piece.scale)


def token(pen: Pen, kind: str, colour: str) -> str:
    """A piece that stands for its player, with its mark alone."""
    if kind == "polyomino":
        kind = "square"
    piece = Piece(id="", kind=kind, colour=colour)
    return under(pen, piece) + over(pen, piece)


def form(kind: str, paint: Paint) -> str:
    """The plain form of a kind of piece."""
    name, face = _FACES[kind]
    return element(name, **face, **paint)


def outline(cells: Cells) -> str:
    """One line round all cells, clockwise. Up to five cells leave no hole and never meet at a corner only."""
    half = SQUARE / 2
    edges: dict[tuple[float, float], tuple[float, float]] = {}
    for column, row in cells:
        left, top = column * SQUARE - half, row * SQUARE - half
        right, bottom = left + SQUARE, top + SQUARE
        for beside, start, end in (
            ((column, row - 1), (left, top), (right, top)),
            ((column + 1, row), (right, top), (right, bottom)),
            ((column, row + 1), (right, bottom), (left, bottom)),
            ((column - 1, row), (left, bottom), (left, top)),
        ):
            if beside not in cells:
                edges[start] = end
    point = min(edges)
    corners = [point]
    while (point := edges[point]) != corners[0]:
        corners.append(point)
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in corners) + "Z"


def _line(piece: Piece) -> float:
    """The keyline before scaling: as thick on a small piece as on any, and a little thicker on a large one."""
    return max(1.6 / piece.scale, 1.1)


def _lift(piece: Piece) -> float:
    return TILE_LIFT if piece.kind == "tile" else LIFT


def _head(pen: Pen, piece: Piece) -> tuple[str, ...]:
    """The mark of the colour; on a tile, its glyph with the mark in the corner."""
    colour, ink = piece.colour, f"{piece.colour}-mark"
    mark = pen.ink(look.inks("marks")[colour], ink)
    if piece.kind == "tile" and piece.glyph:
        return (moved(-1.5, 1.5, glyph(pen, piece.glyph, ink)), moved(11.2, -11.2, mark, scale=0.52))
    if piece.glyph:
        mark = pen.ink(look.inks("symbols")[piece.glyph], ink)
    if piece.kind == "disc":
        return (element("circle", r=11.6, **pen.line(f"{colour}-side", 1.2, 0.75)), mark)
    return (moved(0, 2.2, mark),) if piece.kind == "triangle" else (mark,)


def glyph(pen: Pen, name: str, token: str, size: float = 21) -> str:
    """What a tile shows: a symbol, a digit or a letter."""
    symbols = look.inks("symbols")
    if name in symbols:
        return moved(0, 0, pen.ink(symbols[name], token), scale=size / 22)
    return pen.text(name, 0, 0, size=size, token=token, cut="display")


def _bar(pen: Pen, kind: str, token: str) -> str:
    width, height = (WALL_LENGTH, WALL_WIDTH) if kind == "wall-h" else (WALL_WIDTH, WALL_LENGTH)
    paint = {**pen.fill(token), **pen.edge("keyline", 1.2)}
    return element("rect", x=-width / 2, y=-height / 2, width=width, height=height, rx=2.5, **paint)


_PALE = {"yellow": 0.42, "clear": 0.62}  # how much of the colour covers the wood
_ANGLES = {"N": 0, "NE": 45, "E": 90, "SE": 135, "S": 180, "SW": 225, "W": 270, "NW": 315}


def _arrow_tile(pen: Pen, piece: Piece) -> str:
    """Pale in its owner's colour; the heads of the arrows touch the edge, to be seen round a piece on the tile."""
    box = {"x": -19, "y": -19, "width": 38, "height": 38, "rx": 3.5}
    arrows = []
    for direction in piece.glyph.split("+"):
        edge = 18.4 if len(direction) == 1 else 24.4
        d = f"M-2.2 0V{8 - edge:g}H-7.6L0 {-edge:g} 7.6 {8 - edge:g}H2.2V0Z"
        arrows.append(element("path", d=d, transform=f"rotate({_ANGLES[direction]})", **pen.fill("arrow")))
    return "".join(
        (
            element("rect", **box, **pen.fill("board")),
            element("rect", **box, **pen.fill(piece.colour, _PALE[piece.colour]), **pen.keyline(piece.colour)),
            *arrows,
            element("circle", r=3.4, **pen.fill("arrow")),
        )
    )


def _polyomino(pen: Pen, piece: Piece) -> str:
    """One outline; thin notches, not lines, show the cells; the mark in every cell."""
    d = outline(piece.cells)
    notches, half, reach = "", SQUARE / 2, SQUARE * 0.34
    for column, row in piece.cells:
        x, y = column * SQUARE, row * SQUARE
        if (column + 1, row) in piece.cells:
            notches += f"M{x + half:g} {y - reach:g}v{2 * reach:g}"
        if (column, row + 1) in piece.cells:
            notches += f"M{x - reach:g} {y + half:g}h{2 * reach:g}"
    mark = pen.ink(look.inks("marks")[piece.colour], f"{piece.colour}-mark")
    edge = pen.keyline(piece.colour, 1.4)
    return "".join(
        (
            element("path", d=d, stroke_linejoin="round", **pen.fill(piece.colour), **edge),
            element("path", d=notches, stroke_linecap="round", **pen.line(f"{piece.colour}-side", 1.3, 0.9))
            if notches
            else "",
            *(moved(column * SQUARE, row * SQUARE, mark, scale=0.78) for column, row in piece.cells),
        )
    )
