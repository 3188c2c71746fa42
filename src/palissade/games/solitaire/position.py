"""A position of Solitaire in writing: `......../.RYRGBG./.YRYBGB./.RYRGBG./.BGBYRY./.GBGRYR./.BGBYRY./........ moves:0`

The rows from the top, a letter for each pawn's colour and a point for an empty square; the moves made. Once no jump is
possible, `over:SOL-4`.
"""

from palissade.arrays import Position, Positions
from palissade.boards.position_text import Parts, read_number, refused
from palissade.game import Game
from palissade.games.solitaire.board import COLOURS, EACH, LETTERS, SIDE
from palissade.games.solitaire.rules import PAWNS, clear, find_jumps, is_over, put

EMPTY = "."


def write(pos: Position) -> str:
    rows = ["".join(_letter(line, column) for column in range(SIDE)) for line in pos.lines[:SIDE]]
    text = f"{'/'.join(rows)} moves:{pos.moves}"
    return text if pos.choices else f"{text} over:SOL-4"


def _letter(row: int, column: int) -> str:
    return next((letter for colour, letter in enumerate(LETTERS) if row >> 8 * colour + column & 1), EMPTY)


def read(game: Game, text: str) -> Positions:
    parts = Parts(game, text)
    positions = game.start(game.ordered_deal())
    pos = positions[0]
    clear(pos)
    letters = _letters(game, parts.take("......../…"))
    for square, letter in enumerate(letters):
        if letter != EMPTY:
            put(pos, square, LETTERS.index(letter))
    find_jumps(pos)
    pos.moves = read_number(game, parts.labelled("moves"), 0, PAWNS - int(pos.pawns))  # each removes a pawn
    parts.over("SOL-4" if is_over(pos) else None)
    return positions


def _letters(game: Game, grid: str) -> str:
    """The 64 squares, row by row."""
    rows = grid.split("/")
    if [len(row) for row in rows] != SIDE * [SIDE]:
        raise refused(game, "position.rows")
    letters = "".join(rows)
    for letter in letters:
        if letter not in LETTERS + EMPTY:
            raise refused(game, "position.letter", letter=letter)
    for colour, letter in zip(COLOURS, LETTERS, strict=True):
        if letters.count(letter) > EACH:
            raise refused(game, "position.too-many", colour=colour, most=EACH)
    if letters == EMPTY * len(letters):
        raise refused(game, "position.empty")
    return letters
