"""A scene as plain text: readable in eighty columns, and aloud.

The board is made from the scene alone. What the last turn did is in brackets, where it came from in parentheses:

         a   b   c
    2    · │(·)  ·   2        ○ a pawn, ◎ a printed base, · an empty square
           ┃                  ─ │ walls, ━ ┃ the wall laid last
    1    ◎ ┃ · [○]   1        ◇ a free corner, ↑ → a way out, × a piece was removed, <○> in the winning line
"""

import itertools
import textwrap
from bisect import bisect
from collections.abc import Iterator, Mapping

import msgspec

from palissade.messages import COMMON, Language
from palissade.scene import SQUARE, Circle, Due, Holding, Mark, Piece, Pile, Print, Scene, Tray
from palissade.vocabulary import Vocabulary

WIDTH = 80

_EMPTY = "·"
_PAWNS = {"white": "○", "black": "●"}
_SHAPES = {"cylinder": "●", "triangle": "▲", "square": "■", "disc": "●", "pawn": "●"}
_SYMBOLS = {
    "sun": "☼",
    "star": "★",
    "heart": "♥",
    "circle": "●",
    "diamond": "♦",
    "triangle": "▲",
    "moon": "☾",
    "cross": "✚",
    "square": "■",
    "crown": "♔",
}
_PRINTED = {"base-white": "◎", "base-black": "◉", "ring": "+", "throne": "◊"}
_MARKS = {"anchor": "◇", "removed": "×"}
_BY_NAME = ("polyomino", "arrow-tile")  # in a tray these are written as the notation calls them
_ARROWS = {"N": "↑", "NE": "↗", "E": "→", "SE": "↘", "S": "↓", "SW": "↙", "W": "←", "NW": "↖"}
_STEPS = {(0, -1): "↑", (1, 0): "→", (0, 1): "↓", (-1, 0): "←"}  # steps to the right and down
_WALLS = {"wall-h": ("─", "━"), "wall-v": ("│", "┃")}  # and the one laid last


def board(scene: Scene, language: Language = "en", vocabulary: Vocabulary | None = None) -> str:
    """The board with its coordinates, and a line for each seat; with a vocabulary, in the game's own words."""
    words = vocabulary.of_table(language) if vocabulary else {}
    trays = (_tray(tray, scene.due, words, language) for tray in scene.trays)
    return "\n".join((*_Sheet(scene).lines(), "", *trays))


def symbol(piece: Piece) -> str:
    """A piece in one or two characters: what it is and whose."""
    if piece.kind == "pawn" and piece.colour in _PAWNS:
        return _PAWNS[piece.colour]
    if piece.kind == "arrow-tile":
        return "".join(_ARROWS[direction] for direction in piece.glyph.split("+"))
    letter = piece.colour[0]
    if piece.kind == "polyomino":
        return letter
    if piece.glyph:
        return letter + _SYMBOLS.get(piece.glyph, piece.glyph)
    return letter + _SHAPES.get(piece.kind, "")


Place = tuple[float, float]
Words = Mapping[str, str]


class _Sheet:
    """A sheet of characters ruled like the board: a cell for each square, lines and columns between for grooves."""

    def __init__(self, scene: Scene) -> None:
        scene = msgspec.structs.replace(scene, marks=tuple(mark for mark in scene.marks if not mark.when))
        squares = [spot for spot in scene.spots if spot.kind == "square"]
        self.scene = scene
        self.columns = sorted({spot.x for spot in squares})
        self.rows = sorted({spot.y for spot in squares})
        self.groove = 1 if any(spot.kind in _WALLS for spot in scene.spots) else 0
        self.cells = self._cells({(spot.x, spot.y) for spot in squares})
        self.brackets = self._brackets()
        self.cell = 2 + max(len(cell) for cell in self.cells.values())

    def lines(self) -> list[str]:
        """Coordinates, rows and grooves, from the far side to the near one."""
        across = {shape.x: shape.glyph for shape in self._coordinates() if shape.x in self.columns}
        along = {shape.y: shape.glyph for shape in self._coordinates() if shape.y in self.rows}
        edge = max(len(name) for name in along.values())
        gap = " " * self.groove
        header = " " * (edge + 2) + gap.join(f" {across[x]}".ljust(self.cell) for x in self.columns)
        lines = [header.rstrip()]
        for place, line in enumerate(self._ruled()):
            row, in_groove = divmod(place, 1 + self.groove)
            name = "" if in_groove else along[self.rows[row]]
            lines.append(f"{name.rjust(edge)}  {line}  {name}".rstrip())
        return [*lines, header.rstrip()]

    def _ruled(self) -> list[str]:
        """The rows without coordinates."""
        step = self.cell + self.groove
        ruled = [[" "] * (len(self.columns) * step - self.groove) for _ in range(len(self.rows) * (1 + self.groove))]
        for i, y in enumerate(self.rows):
            for j, x in enumerate(self.columns):
                before, after = self.brackets.get((x, y), (" ", " "))
                cell = before + (self.cells[x, y] + after).ljust(self.cell - 1)
                ruled[i * (1 + self.groove)][j * step : j * step + self.cell] = cell
        last = {mark.piece for mark in self.scene.marks if mark.kind == "last-piece"}
        for wall in self.scene.pieces:
            if wall.kind in _WALLS:
                line = _WALLS[wall.kind][wall.id in last]
                right, below = bisect(self.columns, wall.x), bisect(self.rows, wall.y)
                if wall.kind == "wall-h":
                    ruled[2 * below - 1][(right - 1) * step : (right + 1) * step - 1] = line * (2 * step - 1)
                else:
                    for i in range(2 * below - 2, 2 * below + 1):
                        ruled[i][right * step - 1] = line
        lines = ["".join(line) for line in ruled]
        return lines[: len(lines) - self.groove]

    def _coordinates(self) -> list[Print]:
        return [shape for shape in self.scene.board if isinstance(shape, Print) and shape.style == "coordinate"]

    def _cells(self, squares: set[Place]) -> dict[Place, str]:
        """What each square shows: a piece, else a mark, else what is printed there, else a point."""
        cells = dict.fromkeys(squares, _EMPTY)
        for shape in self.scene.board:
            if isinstance(shape, Circle) and shape.style in _PRINTED:
                cells[shape.x, shape.y] = _PRINTED[shape.style]
            elif isinstance(shape, Print) and shape.style == "symbol":
                cells[shape.x, shape.y] = _SYMBOLS[shape.glyph]
        tiles: set[str] = set()
        for mark in self.scene.marks:
            if mark.kind in _MARKS:
                cells[mark.x, mark.y] = _MARKS[mark.kind]
            elif mark.kind == "way":
                cells.update(_arrows(mark, squares))
        for piece in self.scene.pieces:
            if piece.kind not in _WALLS:
                arrows = cells[piece.x, piece.y] if piece.spot in tiles else ""
                cells.update(dict.fromkeys(_places(piece), symbol(piece) + arrows))
            if piece.kind == "arrow-tile":
                tiles.add(piece.spot)
        return cells

    def _brackets(self) -> dict[Place, tuple[str, str]]:
        by_id = {piece.id: piece for piece in self.scene.pieces}
        brackets: dict[Place, tuple[str, str]] = {}
        for mark in self.scene.marks:
            if mark.kind == "last-from":
                brackets[mark.x, mark.y] = ("(", ")")
            elif mark.kind == "last-to":
                places = _places(by_id[mark.piece]) if mark.piece else [(mark.x, mark.y)]
                brackets.update(dict.fromkeys(places, ("[", "]")))
        for mark in self.scene.marks:
            if mark.kind == "win-line":
                brackets.update(dict.fromkeys([(mark.x, mark.y), *mark.path], ("<", ">")))
        return brackets


def _arrows(mark: Mark, squares: set[Place]) -> dict[Place, str]:
    """An arrow on each square of a way, in the direction in which it leaves the square."""
    arrows = {}
    for (x, y), (x2, y2) in itertools.pairwise(((mark.x, mark.y), *mark.path)):
        arrow = _STEPS[(x2 > x) - (x2 < x), (y2 > y) - (y2 < y)]
        for place in squares:
            if min(x, x2) <= place[0] <= max(x, x2) and min(y, y2) <= place[1] <= max(y, y2):
                arrows[place] = arrow
    return arrows


def _places(piece: Piece) -> list[Place]:
    """The middles of the squares that a piece covers."""
    return [(piece.x + column * SQUARE, piece.y + row * SQUARE) for column, row in piece.cells or ((0, 0),)]


# ---- what lies before the seats


def _tray(tray: Tray, due: Due | None, words: Words, language: Language) -> str:
    token = " ".join(symbol(Piece(id="", kind=tray.token, colour=colour)) for colour in tray.colours)
    names = ", ".join(_say(f"colour.{colour}", language) for colour in tray.colours)
    parts = [f"{token} {names}"] if tray.colours else []
    parts += [part for holding in tray.holdings if (part := _holding(holding, tray, words, language))]
    if tray.is_mover:
        parts.append(_say("tray.to-move", language))
        if due:
            parts.append(_due(due, language))
    if tray.is_out:
        parts.append(_say("tray.out", language))
    return textwrap.fill("  ".join(parts), WIDTH, subsequent_indent="    ")


def _holding(holding: Holding, tray: Tray, words: Words, language: Language) -> str:
    """`walls ─ 7  │ 8`; empty if there is nothing."""
    walls = [f"{_WALLS[pile.kind][0]} {pile.count}" for pile in holding.piles if pile.kind in _WALLS]
    if walls:
        return "  ".join((f"{_say('tray.walls', language)} {walls[0]}", *walls[1:]))
    contents = [piece.id.rpartition(":")[2] if piece.kind in _BY_NAME else symbol(piece) for piece in holding.pieces]
    for pile in holding.piles:
        if pile.kind == "throne":
            contents.append(f"{pile.count}/{pile.full}")
            continue
        if pile.kind == "point":
            contents.append(str(pile.count))
            continue
        if pile.kind in _PRINTED:
            contents.append(" ".join(_PRINTED[pile.kind] * pile.count))
            continue
        if pile.kind in _SHAPES:
            drawn = symbol(Piece(id="", kind=pile.kind, colour=pile.colour, glyph=pile.glyph))
            contents.append(" ".join((drawn, str(pile.count), *_name(pile, words))))
            continue
        colour = _say(f"colour.{pile.colour}", language).lower()
        contents.append(str(pile.count) if tray.colours == (pile.colour,) else f"{colour} {pile.count}")
    label = words.get(f"holding.{holding.kind}") or _say(f"tray.{holding.kind}", language)
    return f"{label} {' '.join(contents)}" if contents else ""


def _name(pile: Pile, words: Words) -> Iterator[str]:
    """What the game calls such pieces, where it does not go by their form."""
    kind = f"{pile.kind}.{pile.glyph}" if pile.glyph else pile.kind
    name = words.get(f"piece.{kind}" if pile.count == 1 else f"pieces.{kind}")
    if name:
        yield name


def _due(due: Due, language: Language) -> str:
    """`due ▲, then ●`."""
    now = due.kinds.index(due.now)
    after = due.kinds[(now + 1) % len(due.kinds)]
    return COMMON.message("tray.due", now=_SHAPES[due.now], after=_SHAPES[after]).say(language)


def _say(key: str, language: Language) -> str:
    return COMMON.message(key).say(language)
