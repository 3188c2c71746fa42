"""Pieces: a face with its mark, the side seen below it, a soft cast, and a keyline round everything."""

from palissade import look
from palissade.look.forms import FORMS, Box, Outline, Round
from palissade.scene import SQUARE, Cells, Piece
from palissade.svg.pen import Paint, Pen, element, moved


def under(pen: Pen, piece: Piece) -> str:
    """The side and the cast of a piece; a tile of arrows lies in its bed and has none."""
    if piece.kind == "arrow-tile":
        return ""
    lift = FORMS.lifts[piece.kind]
    if piece.kind in ("wall-h", "wall-v"):
        return moved(piece.x, piece.y + lift, form(piece.kind, pen.paint("wall-side", piece.kind)))
    if piece.kind == "polyomino":
        d = outline(piece.cells)
        cast = element("path", d=d, **pen.paint("poly-cast"))
        side = element("path", d=d, **pen.paint("poly-side", piece.colour))
        return moved(piece.x, piece.y + lift + FORMS.cast, cast) + moved(piece.x, piece.y + lift, side)
    cast = form(piece.kind, pen.paint("piece-cast"))
    side = form(piece.kind, pen.paint("piece-side", piece.colour, line=_line(piece)))
    both = (moved(0, lift + FORMS.cast, cast), moved(0, lift / 2, side))
    return moved(piece.x, piece.y, *both, scale=piece.scale)


def over(pen: Pen, piece: Piece) -> str:
    """The face of a piece and what is cut into it."""
    if piece.kind in ("wall-h", "wall-v"):
        return moved(piece.x, piece.y, form(piece.kind, pen.paint("wall-face", piece.kind)))
    if piece.kind == "polyomino":
        return moved(piece.x, piece.y, _polyomino(pen, piece))
    if piece.kind == "arrow-tile":
        return moved(piece.x, piece.y, _arrow_tile(pen, piece))
    face = form(piece.kind, pen.paint("piece-face", piece.colour, line=_line(piece)))
    lift = FORMS.lifts[piece.kind]
    return moved(piece.x, piece.y, moved(0, -lift / 2, face, *_head(pen, piece)), scale=piece.scale)


def token(pen: Pen, kind: str, colour: str, glyph: str = "") -> str:
    """A piece that stands for its player, with its mark alone, or for its kind."""
    if kind == "polyomino":
        kind = "square"
    piece = Piece(id="", kind=kind, colour=colour, glyph=glyph)
    return under(pen, piece) + over(pen, piece)


def form(kind: str, paint: Paint) -> str:
    """The plain form of a kind of piece."""
    return shape(FORMS.faces[kind], paint)


def shape(form: Round | Box | Outline, paint: Paint) -> str:
    """A form round the origin."""
    match form:
        case Round(radius):
            return element("circle", r=radius, **paint)
        case Box(width, height, rx):
            return element("rect", x=-width / 2, y=-height / 2, width=width, height=height, rx=rx, **paint)
        case Outline(d):
            return element("path", d=d, **paint)


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
    return max(FORMS.keyline.width / piece.scale, FORMS.keyline.thinnest)


def _head(pen: Pen, piece: Piece) -> tuple[str, ...]:
    """The mark of the colour; on a tile, its glyph with the mark in the corner."""
    ink, cut = f"{piece.colour}-mark", FORMS.cut
    mark = pen.ink(look.inks("marks")[piece.colour], ink)
    if piece.kind == "tile" and piece.glyph:
        corner = cut.corner_mark
        return (
            moved(cut.glyph.x, cut.glyph.y, _glyph(pen, piece.glyph, ink)),
            moved(corner.x, corner.y, mark, scale=corner.scale),
        )
    if piece.glyph:
        mark = pen.ink(look.inks("symbols")[piece.glyph], ink)
    if piece.kind == "disc":
        return (element("circle", r=cut.disc_ring, **pen.paint("piece-ring", piece.colour)), mark)
    return (moved(0, cut.triangle_mark_down, mark),) if piece.kind == "triangle" else (mark,)


def _glyph(pen: Pen, name: str, token: str) -> str:
    """What a tile shows: a symbol, a digit or a letter."""
    size, symbols = FORMS.cut.glyph.size, look.inks("symbols")
    if name in symbols:
        return moved(0, 0, pen.ink(symbols[name], token), scale=size / FORMS.cut.symbol_size)
    return pen.text(name, 0, 0, size=size, token=token, cut="display")


def _arrow_tile(pen: Pen, piece: Piece) -> str:
    """Pale in its owner's colour; the heads of the arrows touch the edge, to be seen round a piece on the tile."""
    tile, ink = FORMS.arrow_tile, pen.paint("arrow-tile-arrow")
    arrows = (
        element(
            "path",
            d=tile.straight if len(direction) == 1 else tile.diagonal,
            transform=f"rotate({tile.angles[direction]:g})",
            **ink,
        )
        for direction in piece.glyph.split("+")
    )
    return "".join(
        (
            form(piece.kind, pen.paint("arrow-tile-wood")),
            form(piece.kind, pen.paint("arrow-tile-wash", piece.colour, line=FORMS.keyline.width)),
            *arrows,
            element("circle", r=tile.hub, **ink),
        )
    )


def _polyomino(pen: Pen, piece: Piece) -> str:
    """One outline; thin notches, not lines, show the cells; the mark in every cell."""
    notches, half, reach = "", SQUARE / 2, SQUARE * FORMS.polyomino.notch_reach
    for column, row in piece.cells:
        x, y = column * SQUARE, row * SQUARE
        if (column + 1, row) in piece.cells:
            notches += f"M{x + half:g} {y - reach:g}v{2 * reach:g}"
        if (column, row + 1) in piece.cells:
            notches += f"M{x - reach:g} {y + half:g}h{2 * reach:g}"
    mark, scale = pen.ink(look.inks("marks")[piece.colour], f"{piece.colour}-mark"), FORMS.polyomino.mark_scale
    return "".join(
        (
            element("path", d=outline(piece.cells), **pen.paint("poly-face", piece.colour)),
            element("path", d=notches, **pen.paint("poly-notch", piece.colour)) if notches else "",
            *(moved(column * SQUARE, row * SQUARE, mark, scale=scale) for column, row in piece.cells),
        )
    )
