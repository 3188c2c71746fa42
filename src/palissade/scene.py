"""How a table looks: the vocabulary in which every game is drawn, by the static SVG and by the web page alike.

A scene is made for one seat from what that seat may know. One square of a board is 40 units; x grows to the right, y
downwards. Colours are never values here: a shape has a `style`, which `look/paints.css` paints, a piece a `colour` of
`look/tokens.css`. What has its default is not sent; the page's own defaults are written from these: `make wire`.
"""

import msgspec

SQUARE = 40.0
FLAT = ("wall-h", "wall-v", "polyomino", "arrow-tile")  # pieces that lie in the board, under those that stand on it

# What a person clicks: the id of a spot, `turn:n` for the n-th way to turn a piece, or a word for what has no place on
# the table (`pass`, `stop`), which becomes a button.
Pick = str
Choices = dict[Pick, "Choices | str"]  # what can be picked first, next…, and at last the action, as it is written
Cells = tuple[tuple[int, int], ...]  # columns to the right and rows down from a first cell


# ---- what is printed


class Rectangle(msgspec.Struct, tag_field="shape", tag="rectangle", frozen=True, kw_only=True, omit_defaults=True):
    style: str  # rim, rim-line, board, groove, square, block
    x: float
    y: float
    width: float
    height: float
    round: float = 0


class Circle(msgspec.Struct, tag_field="shape", tag="circle", frozen=True, kw_only=True, omit_defaults=True):
    style: str  # ring, dot, well, throne, base-white, base-black
    x: float
    y: float
    radius: float


class Lines(msgspec.Struct, tag_field="shape", tag="lines", frozen=True, kw_only=True, omit_defaults=True):
    style: str  # grid, grid-strong, ways
    lines: tuple[tuple[float, float, float, float], ...]  # each from (x, y) to (x, y)


class Print(msgspec.Struct, tag_field="shape", tag="print", frozen=True, kw_only=True, omit_defaults=True):
    """A character or a symbol in ink."""

    style: str  # coordinate, symbol
    x: float  # of its middle
    y: float
    glyph: str  # text for a coordinate, the name of a symbol


Shape = Rectangle | Circle | Lines | Print


# ---- what can be clicked, and what lies there


class Spot(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A place that can be clicked, named as in the notation."""

    id: str
    x: float  # of its middle
    y: float
    width: float = SQUARE
    height: float = SQUARE
    kind: str = "square"  # square, wall-h, wall-v


class Piece(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that lies on a spot and may move; the id stays with it as long as it can be told apart."""

    id: str
    kind: str  # pawn, cylinder, triangle, square, disc, tile; wall-h, wall-v, polyomino, arrow-tile
    spot: str = ""  # where it lies; in a tray, what is clicked to take it, if it can be taken now
    x: float = 0  # of its middle; for a polyomino, of the middle of its first cell; a tray lays out its own pieces
    y: float = 0
    colour: str = ""  # of its player; none for walls
    glyph: str = ""  # on the face: a digit, a letter, the name of a symbol, crown
    cells: Cells = ()  # of a polyomino
    scale: float = 1
    turns: tuple[Cells, ...] = ()  # of a polyomino in the viewer's own tray: its cells in every way to turn it


class Mark(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that helps to read the position and can be turned off."""

    # last-to, last-from, last-piece, trail, removed, anchor, goal, owner, threat, way, win-line; of what is picked:
    # reach, take, zone
    kind: str
    x: float  # of its middle
    y: float
    width: float = SQUARE
    height: float = SQUARE
    round: float = 0  # the corners of a wash
    path: tuple[tuple[float, float], ...] = ()  # where a trail, a way or a line leads: its bends and its end
    piece: str = ""  # the piece that is marked; of a way, the piece that has gone it
    colour: str = ""  # of the player whose place it is
    when: Pick = ""  # what must be picked for it to be seen; none in a drawing


# ---- what lies before a seat


class Pile(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Things that are alike, or that may not be seen: only how many there are."""

    # As of pieces; group: tiles of one colour that hang together on the board; throne: one that is held; point: of a
    # score; base-white, base-black: printed goals.
    kind: str
    count: int
    colour: str = ""
    full: int = 0  # how many there were at first, where that is worth showing
    glyph: str = ""  # on the face


class Holding(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One sort of thing before a seat."""

    kind: str  # stock, rack, captured, men (on the board), groups, thrones, score (up to now), goals (to be reached)
    pieces: tuple[Piece, ...] = ()
    piles: tuple[Pile, ...] = ()


class Tray(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A seat, and what lies before it."""

    seat: int
    token: str  # the kind of piece that stands for the seat
    colours: tuple[str, ...]
    place: str = ""  # by the board as it is seen: near, left, far, right, near-left…; none where sides are all one
    is_mover: bool = False
    is_out: bool = False  # plays no longer, while others do
    holdings: tuple[Holding, ...] = ()


class Due(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the mover must play now, where that is dictated."""

    kinds: tuple[str, ...]  # of pieces, in the order in which they come round
    now: str


# ---- the table


class Scene(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table as one seat sees it."""

    game: str
    title: str
    box: str  # whose cloth and rim
    seat: int  # whose side is near: the viewer's, or the first for a spectator
    width: float
    height: float
    board: tuple[Shape, ...] = ()  # with the spots left out where the receiver has them already
    spots: tuple[Spot, ...] = ()
    pieces: tuple[Piece, ...]  # from the far row to the near one: sides overlap downwards
    marks: tuple[Mark, ...]
    trays: tuple[Tray, ...]  # in order of play
    due: Due | None = None
    one_click: bool = False  # whether picking a piece that has one way to go is enough to play it

    def at_rest(self) -> "Scene":
        """Nobody is to move: a game may be over by COM-1 or COM-2, which the position does not show."""
        trays = tuple(msgspec.structs.replace(tray, is_mover=False) for tray in self.trays)
        return msgspec.structs.replace(self, trays=trays, due=None)

    def without_board(self) -> "Scene":
        """What may have changed since the last scene of the same board."""
        return msgspec.structs.replace(self, board=(), spots=())

    def without_marks(self) -> "Scene":
        """The bare table: no last action, no goals, no ways."""
        return msgspec.structs.replace(self, marks=())
