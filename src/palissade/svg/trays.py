"""What lies before the seats: a plate for each, the mover's in the light with a stake on its left."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from palissade.look.forms import FORMS
from palissade.scene import SQUARE, Cells, Due, Holding, Piece, Pile, Tray
from palissade.svg import pieces
from palissade.svg.board import base
from palissade.svg.pen import Pen, element, moved

GAP = 10.0  # between plates
_PAD, _TOKEN, _SPACE, _LINE = 10.0, 34.0, 13.0, 8.0  # inside a plate: its edge, the token, between items, between lines
_NARROWEST = 190.0
_FIGURES = 13.0


@dataclass(frozen=True)
class _Item:
    """Something drawn from its upper left corner."""

    width: float
    height: float
    drawing: str


def stack(pen: Pen, trays: list[Tray], width: float, near: int, due: Due | None = None) -> tuple[float, str]:
    """The plates side by side as far as the width allows, in rows; the height of all and the drawing."""
    columns = max(1, int((width + GAP) // (_NARROWEST + GAP)))
    y, drawn = 0.0, []
    for first in range(0, len(trays), columns):
        row = trays[first : first + columns]
        each = (width - GAP * (len(row) - 1)) / len(row)
        contents = [_flow(list(_items(pen, tray, tray.seat == near, due)), each) for tray in row]
        height = max(content.height for content in contents)
        for place, (tray, content) in enumerate(zip(row, contents, strict=True)):
            plate = _plate(pen, each, height, is_mover=tray.is_mover)
            inside = moved(0, (height - content.height) / 2, content.drawing)
            if tray.is_out:
                inside = element("g", inside, **pen.paint("seat-out"))
            drawn.append(moved(place * (each + GAP), y, plate, inside))
        y += height + GAP
    return max(0.0, y - GAP), "".join(drawn)


def _plate(pen: Pen, width: float, height: float, *, is_mover: bool) -> str:
    box = {"width": width, "height": height, "rx": 12}
    if not is_mover:
        return element("rect", **box, **pen.line("ink", 1.2, 0.2))
    stake = f"M0 {12:g}h2a4 4 0 0 1 4 4V{height - 16:g}a4 4 0 0 1 -4 4h-2Z"
    return "".join(
        (
            element("rect", y=2.5, **box, **pen.fill("shadow-piece", 0.5)),
            element("rect", **box, **pen.fill("sheet")),
            element("path", d=stake, **pen.fill("act")),
        )
    )


def _flow(items: list[_Item], width: float) -> _Item:
    """Items from left to right beside the token, each line centred on its middle."""
    token, *others = items
    left = _PAD + token.width + _SPACE
    lines: list[list[_Item]] = [[]]
    x = left
    for item in others:
        if lines[-1] and x + item.width > width - _PAD / 2:
            lines.append([])
            x = left
        lines[-1].append(item)
        x += item.width + _SPACE
    heights = [max((item.height for item in line), default=0.0) for line in lines]
    content = sum(heights) + _LINE * (len(lines) - 1)
    height = max(content, token.height) + 2 * (_PAD - 3)
    drawn = [moved(_PAD, (height - token.height) / 2, token.drawing)]
    y = (height - content) / 2
    for line, tall in zip(lines, heights, strict=True):
        x = left
        for item in line:
            drawn.append(moved(x, y + (tall - item.height) / 2, item.drawing))
            x += item.width + _SPACE
        y += tall + _LINE
    return _Item(width, height, "".join(drawn))


# ---- what is on a plate


def _items(pen: Pen, tray: Tray, is_near: bool, due: Due | None) -> Iterator[_Item]:
    """The token of the seat, what it must play if it is the mover's, then what it has."""
    step, inked = _TOKEN * 0.7, pen.of_weight(1)
    tokens = [
        moved(_TOKEN / 2 + place * step, _TOKEN / 2 - 1, pieces.token(inked, tray.token, colour), scale=_TOKEN / SQUARE)
        for place, colour in enumerate(tray.colours)
    ]
    yield _Item(_TOKEN + (len(tokens) - 1) * step if tokens else 0.0, _TOKEN, "".join(tokens))
    if tray.is_mover and due:
        yield _due(pen, due)
    near_rack = 0.82 if len(tray.colours) == 1 else 0.62
    for holding in tray.holdings:
        match holding.kind:
            case "rack":
                yield _rack(pen, holding, near_rack if is_near else 0.5)
            case "stock":
                yield from _stock(pen, holding)
            case "men":
                yield _row([_counted(pen, pile.count, 15, 17, _small(pen, *_face(pile))) for pile in holding.piles])
            case "score":
                yield _row([_score(pen, pile.count) for pile in holding.piles])
            case "goals":
                yield _row([_goal(pen, pile.kind) for pile in holding.piles])
            case "groups":
                yield _row([_counted(pen, pile.count, 20, 14, _group(pen, pile.colour)) for pile in holding.piles])
            case "thrones":
                yield _row([_thrones(pen, pile) for pile in holding.piles])
            case "captured":
                # Of what was captured, kinds and colours count.
                counts = Counter({(pile.kind, pile.colour): pile.count for pile in holding.piles})
                counts.update((piece.kind, piece.colour) for piece in holding.pieces)
                yield _row([_counted(pen, count, 15, 17, _small(pen, *what)) for what, count in counts.items()])


def _due(pen: Pen, due: Due) -> _Item:
    """A cell for each kind in the order in which they come round, the due one filled."""
    wide, high = 32.0, 28.0
    cells = [element("rect", width=wide * len(due.kinds), height=high, rx=7, **pen.line("line-strong", 1.2))]
    for place, kind in enumerate(due.kinds):
        is_now = kind == due.now
        if is_now:
            cells.append(element("rect", x=place * wide, width=wide, height=high, rx=7, **pen.fill("act")))
        form = pieces.form(kind, pen.line("act-ink" if is_now else "ink-2", 3.2))
        # A triangle's middle is above that of its box.
        cells.append(moved((place + 0.5) * wide, high / 2 + (1 if kind == "triangle" else 0), form, scale=0.54))
    return _Item(wide * len(due.kinds), high, "".join(cells))


def _stock(pen: Pen, holding: Holding) -> Iterator[_Item]:
    tiles = [_arrow_tile(pen, piece) for piece in holding.pieces if piece.kind == "arrow-tile"]
    if tiles:
        yield _row(tiles, gap=4)
    for piece in holding.pieces:
        if piece.kind == "polyomino":
            yield _polyomino(pen, piece)
    for pile in holding.piles:
        if pile.kind in ("wall-h", "wall-v"):
            yield _walls(pen, pile)
        else:
            yield _counted(pen, pile.count, 15, 17, _small(pen, pile.kind, pile.colour))


def _row(items: list[_Item], gap: float = 7.0) -> _Item:
    """Items that stay on one line."""
    height = max((item.height for item in items), default=0.0)
    x, drawn = 0.0, []
    for item in items:
        drawn.append(moved(x, (height - item.height) / 2, item.drawing))
        x += item.width + gap
    return _Item(max(0.0, x - gap), height, "".join(drawn))


def _counted(pen: Pen, count: int, width: float, height: float, drawing: str) -> _Item:
    figures = pen.text(str(count), width + 4, height / 2, size=_FIGURES, token="ink-2", anchor="start")
    return _Item(width + 4 + 8 * len(str(count)), height, drawing + figures)


def _walls(pen: Pen, pile: Pile) -> _Item:
    """A little bar for each wall, an empty one for each that is laid."""
    bar, bars = FORMS.wall_bar, []
    for place in range(pile.full):
        box = {"x": place * bar.pitch + bar.inset, "y": bar.inset, "width": bar.width, "height": bar.height}
        left = place < pile.count
        paint = {**pen.fill(pile.kind), **pen.edge("keyline", 1)} if left else pen.line("ink", 1, bar.laid_opacity)
        bars.append(element("rect", **box, rx=bar.round, **paint))
    return _counted(pen, pile.count, pile.full * bar.pitch, bar.line, "".join(bars))


def _polyomino(pen: Pen, piece: Piece, cell: float = 8.5) -> _Item:
    """In real proportions."""
    scale = cell / SQUARE
    columns, rows = [column for column, _ in piece.cells], [row for _, row in piece.cells]
    cells: Cells = tuple((column - min(columns), row - min(rows)) for column, row in piece.cells)
    small = Piece(id=piece.id, kind="polyomino", colour=piece.colour, cells=cells)
    bold = pen.of_weight(0.7 / scale)
    drawing = moved(cell / 2, cell / 2, pieces.over(bold, small), scale=scale)
    return _Item((max(columns) - min(columns) + 1) * cell, (max(rows) - min(rows) + 1) * cell, drawing)


def _arrow_tile(pen: Pen, piece: Piece, scale: float = 0.72) -> _Item:
    """In a tray a piece has its middle at the origin."""
    drawing = pieces.over(pen.of_weight(0.75 / scale), piece)
    return _Item(SQUARE * scale, SQUARE * scale, moved(SQUARE * scale / 2, SQUARE * scale / 2, drawing, scale=scale))


def _rack(pen: Pen, holding: Holding, scale: float) -> _Item:
    """Tiles on a wooden rail; those that may not be seen show only their colour."""
    tiles = list(holding.pieces) + [
        Piece(id="", kind="tile", colour=pile.colour) for pile in holding.piles for _ in range(pile.count)
    ]
    hidden = bool(holding.piles)
    scale = 0.33 if hidden else scale
    pitch, size = 40 * scale, 40 * scale
    width = pitch * max(len(tiles), 1) + 8 * scale
    inked = pen.of_weight(min(1.2, 0.8 / scale))
    stand = [
        moved(
            4 * scale + pitch * (place + 0.5),
            size / 2,
            pieces.over(inked, Piece(id=tile.id, kind="tile", colour=tile.colour, glyph=tile.glyph)),
            scale=scale,
        )
        for place, tile in enumerate(tiles)
    ]
    front = size - 4 * scale
    rail = element("rect", x=0, y=front, width=width, height=8 * scale, rx=2 * scale, **pen.fill("plank"))
    edge = element(
        "rect", x=0, y=front + 5 * scale, width=width, height=8 * scale, rx=2 * scale, **pen.fill("plank-edge")
    )
    return _Item(width, size + 9 * scale, "".join((*stand, rail, edge)))


def _face(pile: Pile) -> tuple[str, str, str]:
    return pile.kind, pile.colour, pile.glyph


def _small(pen: Pen, kind: str, colour: str, glyph: str = "") -> str:
    scale = 0.42 if kind == "tile" else 0.5
    return moved(7.5, 8, pieces.token(pen.of_weight(1.6), kind, colour, glyph), scale=scale)


def _score(pen: Pen, points: int) -> _Item:
    """A number with its sign, which no character of ours is."""
    minus = element("path", d="M0 8.5h6", **pen.line("ink-2", 1.4)) if points < 0 else ""
    figures = pen.text(str(abs(points)), 8, 8.5, size=_FIGURES, token="ink-2", anchor="start")
    return _Item(8 + 8 * len(str(abs(points))), 17, minus + figures)


def _goal(pen: Pen, style: str) -> _Item:
    """A base that is to be reached, as it is printed."""
    return _Item(17, 17, moved(8.5, 8.5, base(pen, style), scale=0.5))


def _thrones(pen: Pen, pile: Pile) -> _Item:
    """A little circle for each throne that a win needs, filled where one is held."""
    step, radius = 15.0, 5.8
    circles = []
    for place in range(max(pile.full, pile.count)):
        held = place < pile.count
        paint = {**pen.fill(pile.colour), **pen.edge("keyline", 1.4)} if held else pen.line("ink", 1.4, 0.45)
        circles.append(element("circle", cx=radius + 1 + place * step, cy=8, r=radius, **paint))
    return _Item(len(circles) * step - 1, 16, "".join(circles))


def _group(pen: Pen, colour: str) -> str:
    """Two tiles that hang together."""
    paint = {**pen.fill(colour), **pen.edge("keyline", 1.2)}
    notch = element("path", d="M10 4v6", stroke_linecap="round", **pen.line(f"{colour}-mark", 1.2, 0.8))
    return element("rect", x=0.6, y=2, width=18.8, height=10, rx=2, **paint) + notch
