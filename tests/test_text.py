"""Tables in plain text, compared to the letter."""

import msgspec
import pytest

from palissade import Game, games
from palissade.boards.drawing import Grid
from palissade.scene import Circle, Due, Holding, Mark, Piece, Pile, Scene, Spot, Tray
from palissade.text import board, symbol
from tests.random_games import walk

VARIANTS = [variant for game in games() for variant in game.variants()]


def table(grid: Grid, pieces: list[Piece], marks: list[Mark], trays: tuple[Tray, ...] = ()) -> Scene:
    """A small table made by hand."""
    spots = [*grid.spots(lambda square: "abc"[square % grid.columns] + str(square // grid.columns + 1))]
    if grid.groove:
        x, y = grid.middle(0.5, 0.5)
        spots.append(Spot(id="a1h", x=x, y=y, kind="wall-h"))
    x, y = grid.middle(0, 0)
    return Scene(
        game="small",
        title="Small",
        box="cul-de-sac",
        seat=0,
        width=grid.width,
        height=grid.height,
        board=(*grid.shapes(), Circle(style="base-white", x=x, y=y, radius=15)),
        spots=tuple(spots),
        pieces=tuple(pieces),
        marks=tuple(marks),
        trays=trays,
    )


def piece_at(grid: Grid, column: float, row: float, piece: Piece) -> Piece:
    x, y = grid.middle(column, row)
    return msgspec.structs.replace(piece, x=x, y=y)


def mark_at(grid: Grid, column: float, row: float, kind: str, piece: str = "") -> Mark:
    x, y = grid.middle(column, row)
    return Mark(kind=kind, x=x, y=y, piece=piece)


GROOVED = Grid(3, 3, column_names=tuple("abc"), row_names=tuple("123"), groove=7)
PLAIN = Grid(3, 2, column_names=tuple("abc"), row_names=tuple("12"))


def with_walls(grid: Grid) -> Scene:
    return table(
        grid,
        [
            piece_at(grid, 2, 2, Piece(id="white:1", kind="pawn", colour="white", spot="c3")),
            piece_at(grid, 0, 1, Piece(id="black:1", kind="pawn", colour="black", spot="a2")),
            piece_at(grid, 0.5, 0.5, Piece(id="wall:a1h", kind="wall-h", spot="a1h")),
            piece_at(grid, 1.5, 1.5, Piece(id="wall:b2v", kind="wall-v", spot="b2v")),
        ],
        [
            mark_at(grid, 2, 2, "last-to"),
            mark_at(grid, 0, 2, "last-from"),
            mark_at(grid, 0.5, 0.5, "last-piece", "wall:a1h"),
        ],
        (
            Tray(
                seat=0,
                token="pawn",
                colours=("white",),
                is_mover=True,
                holdings=(
                    Holding(
                        kind="stock",
                        piles=(Pile(kind="wall-h", count=7, full=9), Pile(kind="wall-v", count=8, full=9)),
                    ),
                ),
            ),
        ),
    )


def test_walls_lie_in_the_grooves_and_the_last_turn_is_in_brackets() -> None:
    assert board(with_walls(GROOVED)).split("\n") == [
        "    a   b   c",
        "3  (·)  · │[○]  3",
        "          │",
        "2   ●   · │ ·   2",
        "   ━━━━━━━",
        "1   ◎   ·   ·   1",
        "    a   b   c",
        "",
        "○ White  walls ─ 7  │ 8  to move",
    ]


def test_a_half_turn_turns_everything_but_the_names() -> None:
    assert board(with_walls(GROOVED.turned(2)), "fr").split("\n") == [
        "    c   b   a",
        "1   ·   ·   ◎   1",
        "       ━━━━━━━",
        "2   · │ ·   ●   2",
        "      │",
        "3  [○]│ ·  (·)  3",
        "    c   b   a",
        "",
        "○ Blanc  murs ─ 7  │ 8  au trait",
    ]


def test_polyominoes_show_their_colour_in_every_cell() -> None:
    piece = piece_at(
        PLAIN, 0, 0, Piece(id="violet:V3", kind="polyomino", colour="violet", cells=((0, 0), (1, 0), (1, -1)))
    )
    stock = Tray(
        seat=0,
        token="polyomino",
        colours=("yellow",),
        holdings=(Holding(kind="stock", pieces=(Piece(id="yellow:F", kind="polyomino", cells=((0, 0),)),)),),
    )
    marks = [Mark(kind="last-to", piece="violet:V3", x=0, y=0), mark_at(PLAIN, 2, 0, "anchor")]
    assert board(table(PLAIN, [piece], marks, (stock,))).split("\n") == [
        "    a  b  c",
        "2   · [v] ·   2",
        "1  [v][v] ◇   1",
        "    a  b  c",
        "",
        "y Yellow  left F",
    ]


def test_tiles_show_colour_and_face_and_hidden_racks_only_how_many() -> None:
    tile = piece_at(PLAIN, 1, 1, Piece(id="red:7", kind="tile", colour="red", glyph="7"))
    moon = Piece(id="blue:moon", kind="tile", colour="blue", glyph="moon")
    tray = Tray(
        seat=1,
        token="tile",
        colours=("blue",),
        holdings=(
            Holding(kind="rack", piles=(Pile(kind="tile", colour="blue", count=4),)),
            Holding(kind="rack", pieces=(moon,)),
            Holding(kind="groups", piles=(Pile(kind="group", colour="blue", count=2),)),
            Holding(kind="captured"),
        ),
    )
    assert board(table(PLAIN, [tile], [mark_at(PLAIN, 1, 1, "last-to")], (tray,))).split("\n") == [
        "    a   b   c",
        "2   ·  [r7] ·    2",
        "1   ◎   ·   ·    1",
        "    a   b   c",
        "",
        "b Blue  rack 4  rack b☾  groups 2",
    ]


def test_a_winning_line_is_in_angle_brackets_and_what_is_due_stands_with_the_mover() -> None:
    pieces = [piece_at(PLAIN, column, 0, Piece(id=f"red:{column}", kind="square", colour="red")) for column in range(3)]
    x, y = PLAIN.middle(0, 0)
    line = Mark(kind="win-line", x=x, y=y, path=(PLAIN.middle(1, 0), PLAIN.middle(2, 0)))
    trays = tuple(
        Tray(seat=seat, token="cylinder", colours=(("red", "blue")[seat],), is_mover=seat == 1) for seat in (0, 1)
    )
    scene = table(PLAIN, pieces, [mark_at(PLAIN, 2, 0, "last-to"), line], trays)
    due = Due(kinds=("square", "triangle", "cylinder"), now="cylinder")
    assert board(msgspec.structs.replace(scene, due=due)).split("\n") == [
        "    a   b   c",
        "2   ·   ·   ·    2",
        "1  <r■><r■><r■>  1",
        "    a   b   c",
        "",
        "r● Red",
        "b● Blue  to move  due ●, then ■",
    ]


def test_every_piece_has_a_symbol_of_its_own() -> None:
    kinds = ("cylinder", "triangle", "square")
    colours = ("red", "blue", "green", "yellow")
    symbols = [symbol(Piece(id="", kind=kind, colour=colour)) for kind in kinds for colour in colours]
    symbols += [symbol(Piece(id="", kind="pawn", colour=colour)) for colour in ("white", "black")]
    assert len(set(symbols)) == len(symbols)
    crowned = Piece(id="", kind="disc", colour="clear", glyph="crown")
    assert symbol(crowned) != symbol(Piece(id="", kind="disc", colour="clear"))


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_every_table_fits_eighty_columns_and_names_every_seat(variant: Game) -> None:
    for match in walk(variant, 4):
        if match.ply % 25 and not match.outcome:
            continue
        text = board(match.view(0).scene())
        assert all(len(line) <= 80 for line in text.splitlines())
        assert all(line == line.rstrip() for line in text.splitlines())
        for seat in variant.seats:
            assert ", ".join(colour.capitalize() for colour in seat.colours) in text
        assert text.count("to move") == (0 if match.outcome else 1)
