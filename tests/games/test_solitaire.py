"""Solitaire by its rules page: every rule, every example, and a plain oracle."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import takewhile
from typing import Any

import msgspec
import numpy as np
import pytest

from palissade.contract import Deal
from palissade.errors import BadDeal, BadNotation, BadOption, BadRecord, IllegalAction
from palissade.game import Outcome
from palissade.games.solitaire import rules
from palissade.games.solitaire.board import BOOKLET, COLOURS, FIELD, LETTERS
from palissade.games.solitaire.notation import square_name
from palissade.kernel import random_source
from palissade.match import Match, reason_in_words
from palissade.messages import LANGUAGES
from palissade.registry import game
from palissade.scene import Rectangle
from palissade.search.perft import perft
from palissade.svg import draw
from palissade.text import board
from tests.games.guided import threatened
from tests.games.positions import written_on_page
from tests.games.refusals import misread

VARIANTS: list[dict[str, Any]] = [{}, {"deal": "shuffled"}]
variants = pytest.mark.parametrize("options", VARIANTS, ids=str)

# Example 2: the booklet's way to clear the board but one, in 23 moves.
SOLUTION = """
    5D-1D 5E-1E 7D-5D 7E-5E 7B-7D 7G-7E 2B-2D 2G-2E 6B-2B 6G-2G 6C-2C 6F-2F
    1D-3D 1E-3E 2B-2D 2D-4D 4D-6D 6D-8D 2G-2E 2E-4E 4E-6E 6E-8E 8D-8F
"""


# ---- Setting the table


def row_of(row: str, over: str = "") -> Match:
    """A match with pawns in the first row alone."""
    return drawn([row, *7 * ["........"]], over)


def drawn(rows: list[str], over: str = "") -> Match:
    """A match with the pawns of these rows."""
    return game("solitaire").match(position=f"{'/'.join(rows)} moves:0{over}")


def board_of(match: Match) -> str:
    """The rows from the top, as a position writes them."""
    return match.position_text().partition(" ")[0]


def pawns_left(match: Match) -> int:
    return sum(board_of(match).count(letter) for letter in LETTERS)


def random_match(options: dict[str, Any], seed: int) -> Iterator[Match]:
    """A random game, seen before every action and at its end."""
    chance, match = random.Random(seed), game("solitaire", **options).match(seed=seed)
    while not match.outcome:
        yield match
        match.play(chance.choice(match.actions()))
    yield match


# ---- The rules, one by one


def test_sol_1_nine_pawns_of_each_colour_and_rows_from_the_top() -> None:
    for options in VARIANTS:
        match = game("solitaire", **options).match(seed=2)
        assert Counter(board_of(match).replace("/", "")) == {".": 28, "R": 9, "B": 9, "G": 9, "Y": 9}
    assert [square_name(square) for square in (0, 7, 8, 35, 63)] == ["1A", "1H", "2A", "5D", "8H"]


def test_sol_1_one_plays_alone_and_no_colour_is_the_player_s_own() -> None:
    (seat,) = game("solitaire").seats
    assert seat.colours == ()
    assert all(match.mover == (None if match.outcome else 0) for match in random_match({}, 1))


def test_sol_2_the_booklet_s_set_up() -> None:
    match = game("solitaire").match()
    assert match.deal is None
    start, _ = written_on_page("solitaire")
    assert match.position_text() == start
    assert board_of(match) == "......../.RYRGBG./.YRYBGB./.RYRGBG./.BGBYRY./.GBGRYR./.BGBYRY./........"


def test_sol_2_each_quarter_is_a_chequer_of_two_colours() -> None:
    rows = [BOOKLET[i : i + 6] for i in range(0, 36, 6)]
    for top in (0, 3):
        for left in (0, 3):
            quarter = [rows[top + row][left + column] for row in range(3) for column in range(3)]
            assert quarter[0::2] == [quarter[0]] * 5
            assert quarter[1::2] == [quarter[1]] * 4
            assert quarter[0] != quarter[1]


def test_sol_2_shuffled_pawns_stand_on_the_same_squares() -> None:
    shuffled = game("solitaire", deal="shuffled")
    deals = {shuffled.deal(seed) for seed in range(20)}
    assert len(deals) == 20
    for deal in deals:
        board = board_of(shuffled.match(deal=deal)).replace("/", "")
        assert sorted(deal) == sorted(BOOKLET)
        assert "".join(board[square] for square in FIELD) == deal
        assert board.count(".") == 64 - 36


def test_sol_2_a_shuffled_board_can_be_the_booklet_s() -> None:
    assert game("solitaire", deal="shuffled").start(BOOKLET).tobytes() == game("solitaire").start().tobytes()


@pytest.mark.parametrize(
    ("row", "legal"),
    [
        ("RB......", ["1A-1C"]),  # over one
        ("RBGY....", ["1A-1E", "1B-1E", "1C-1E"]),  # over all that stand next to it
        (".RB.....", ["1B-1D", "1C-1A"]),  # forwards and back
        ("R.B.....", []),  # not over an empty square
        ("RBR.....", ["1B-1D"]),  # not over its own colour
        ("RBBR....", ["1C-1E"]),  # wherever in the run it stands
        ("RB.G....", ["1A-1C"]),  # to the first empty square, not further
        ("RBGYBGYB", []),  # not beyond the edge
        ("......BR", ["1H-1F"]),
        (".RBGBGBG", ["1C-1A", "1D-1A"]),
    ],
)
def test_sol_3_a_pawn_jumps_over_the_run_next_to_it_to_the_first_empty_square(row: str, legal: list[str]) -> None:
    assert sorted(row_of(row, "" if legal else " over:SOL-4").legal()) == legal


@pytest.mark.parametrize(("row", "legal"), [("RB......", "1A-3A"), ("......BR", "8A-6A")])
def test_sol_3_along_a_column_as_along_a_row(row: str, legal: str) -> None:
    assert drawn([letter + "......." for letter in row]).legal() == [legal]


def test_sol_3_example_1_the_yellow_pawn_on_3d() -> None:
    match = game("solitaire").match()
    assert {text for text in match.legal() if text.startswith("3D-")} == {"3D-1D", "3D-3H", "3D-8D"}
    for goal, removed in (("1D", 1), ("3H", 3), ("8D", 4)):
        match.play(f"3D-{goal}")
        assert pawns_left(match) == 36 - removed
        match.undo()
    with pytest.raises(IllegalAction, match=r"SOL-3: a pawn never jumps over its own colour"):
        match.play("3D-3A")


def test_sol_3_all_jumped_pawns_are_removed() -> None:
    match = game("solitaire").match()
    match.play("5D-1D")
    board = "...B..../.RY.GBG./.YR.BGB./.RY.GBG./.BG.YRY./.GBGRYR./.BGBYRY./........"
    assert match.position_text() == f"{board} moves:1"


def test_sol_3_each_jump_counts_as_one_move_also_when_the_same_pawn_goes_on() -> None:
    match = row_of("RB.G.Y..")
    match.play("1A-1C", "1C-1E", "1E-1G")
    assert match.outcome == Outcome((0,), False, (1, 3), "SOL-4")


CROWDED = "...B..../.RYRGBG./.YRYBGB./.RYRGBG./.BGBYRY./.GBGRYR./..GBYR../...Y...."
APART = "RB....../......../......../......../......../......../......../........"


@pytest.mark.parametrize(
    ("board", "text", "sentence"),
    [
        (CROWDED, "1A-1C", "no pawn stands on the square where the jump begins"),
        (CROWDED, "3D-4E", "a pawn jumps in a straight line"),
        (CROWDED, "3D-3D", "a pawn jumps in a straight line"),
        (CROWDED, "2B-1B", "a pawn jumps over pawns right next to it"),
        (CROWDED, "1D-1F", "a pawn jumps over pawns right next to it"),
        (CROWDED, "6D-7D", "on that side no square is empty behind the pawns"),
        (CROWDED, "3D-3A", "a pawn never jumps over its own colour"),
        (CROWDED, "3D-3B", "a pawn never jumps over its own colour"),
        (CROWDED, "3D-3F", "a pawn stands there"),
        (APART, "1A-1D", "that is too far"),
    ],
)
def test_sol_3_every_refusal_says_why(board: str, text: str, sentence: str) -> None:
    with pytest.raises(IllegalAction, match=f"SOL-3: {sentence}") as refused:
        game("solitaire").match(position=f"{board} moves:0").play(text)
    assert refused.value.rule == "SOL-3"
    assert refused.value.say("fr") != refused.value.say("en")


def test_sol_4_the_game_ends_when_no_jump_is_possible() -> None:
    match = row_of("RB.R....")
    match.play("1A-1C")
    assert match.outcome == Outcome((0,), False, (2, 1), "SOL-4")
    assert match.legal() == []
    with pytest.raises(IllegalAction, match="over"):
        match.play("1C-1E")


def test_sol_4_example_2_the_booklet_s_solution_leaves_one_pawn_on_8f() -> None:
    match = game("solitaire").match()
    for text in SOLUTION.split():
        assert match.outcome is None
        assert text in match.legal()
        match.play(text)
    assert match.outcome == Outcome((0,), False, (1, 23), "SOL-4")
    _, end = written_on_page("solitaire")
    assert match.position_text() == end
    assert square_name(board_of(match).replace("/", "").index("G")) == "8F"


def test_sol_4_says_what_is_good_in_both_languages() -> None:
    *_, match = random_match({}, 3)
    assert match.outcome is not None
    sentences = {reason_in_words(match.game, match.outcome).say(language) for language in LANGUAGES}
    assert len(sentences) == 2
    assert any("One pawn left is very good" in sentence for sentence in sentences)


def test_com_1_does_not_apply_since_every_jump_removes_a_pawn() -> None:
    assert not game("solitaire").may_repeat
    for options in VARIANTS:
        left = [pawns_left(match) for match in random_match(options, 4)]
        assert left == sorted(set(left), reverse=True)
        assert left[0] == 36
        assert len(left) - 1 <= rules.MOST_PLIES


# ---- Positions in writing


def test_a_position_tells_the_moves_made_and_goes_on_counting() -> None:
    match = game("solitaire").match(position=f"{APART} moves:5")
    match.play("1A-1C")
    assert match.outcome == Outcome((0,), False, (1, 6), "SOL-4")
    assert match.position_text().endswith(" moves:6 over:SOL-4")


EMPTY_ROWS = "/........" * 7


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "position.missing"),
        (f"RB......{EMPTY_ROWS}", "position.missing"),
        (f"RB......{EMPTY_ROWS}/........ moves:0", "position.rows"),
        (f"RB.....{EMPTY_ROWS} moves:0", "position.rows"),
        (f"RP......{EMPTY_ROWS} moves:0", "position.letter"),
        (f"rB......{EMPTY_ROWS} moves:0", "position.letter"),
        (f"RRRRRRRR/RRB.....{EMPTY_ROWS[9:]} moves:0", "position.too-many"),
        (f"........{EMPTY_ROWS} moves:0 over:SOL-4", "position.empty"),
        (f"RB......{EMPTY_ROWS} 0", "position.expected"),
        (f"RB......{EMPTY_ROWS} moves:35", "position.number"),  # 36 pawns less the two
        (f"RB......{EMPTY_ROWS} moves:01", "position.number"),
        (f"R.......{EMPTY_ROWS} moves:0", "position.over"),
        (f"RB......{EMPTY_ROWS} moves:0 over:SOL-4", "position.more"),
    ],
)
def test_a_position_that_cannot_be_is_refused(text: str, key: str) -> None:
    assert misread(game("solitaire"), text) == key


# ---- A second opinion


Pawns = dict[tuple[int, int], str]  # colours by row and column, both from 1


def set_up(deal: Deal) -> Pawns:
    """SOL-2."""
    letters = iter(deal or "RYRGBGYRYBGBRYRGBGBGBYRYGBGRYRBGBYRY")
    return {(row, column): next(letters) for row in range(2, 8) for column in range(2, 8)}


def jumps(pawns: Pawns) -> dict[str, Pawns]:
    """SOL-3: every jump, and the pawns after it."""
    found = {}
    for (row, column), colour in pawns.items():
        for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            way = [(row + n * down, column + n * right) for n in range(1, 8)]
            run = list(takewhile(lambda place: place in pawns, way))
            goal = (row + (len(run) + 1) * down, column + (len(run) + 1) * right)
            if run and all(1 <= number <= 8 for number in goal) and colour not in [pawns[place] for place in run]:
                after = {place: other for place, other in pawns.items() if place not in [*run, (row, column)]}
                found[f"{name(row, column)}-{name(*goal)}"] = {**after, goal: colour}
    return found


def name(row: int, column: int) -> str:
    return str(row) + " ABCDEFGH"[column]


@variants
def test_the_oracle_agrees_on_jumps_boards_and_outcomes(options: dict[str, Any]) -> None:
    for seed in range(60):
        match: Match | None = None
        pawns: Pawns = {}
        for match in random_match(options, seed):
            pawns = jumps(pawns)[match.texts[-1]] if match.texts else set_up(match.deal)
            found = jumps(pawns)
            assert sorted(match.legal()) == sorted(found)
            rows = ["".join(pawns.get((row, column), ".") for column in range(1, 9)) for row in range(1, 9)]
            assert board_of(match) == "/".join(rows)
            assert (match.outcome is None) == bool(found)
        assert match is not None
        assert match.outcome == Outcome((0,), False, (len(pawns), match.ply), "SOL-4")


def test_the_oracle_agrees_on_boards_that_no_game_leads_to() -> None:
    chance, solitaire = random.Random(5), game("solitaire")
    room, position = np.empty(4 * 64, np.int32), solitaire.start()
    for _ in range(300):
        letters = [chance.choice("RBGY" + "." * chance.randrange(1, 9)) for _ in range(64)]
        rules.clear(position[0])  # more pawns than there are, so that lines are full
        for square, letter in enumerate(letters):
            if letter != ".":
                rules.put(position[0], square, LETTERS.index(letter))
        rules.find_jumps(position[0])
        pawns = {(i // 8 + 1, i % 8 + 1): letter for i, letter in enumerate(letters) if letter != "."}
        count = solitaire.single.legal_actions(position, room)
        found = [solitaire.text(position, int(action)) for action in room[:count]]
        assert sorted(found) == sorted(jumps(pawns))
        assert position[0].choices == count
        assert position[0].pawns == len(pawns)


def test_the_oracle_counts_the_same_sequences() -> None:
    def count(pawns: Pawns, depth: int) -> int:
        after = jumps(pawns)
        return len(after) if depth == 1 else sum(count(each, depth - 1) for each in after.values())

    solitaire = game("solitaire")
    assert [perft(solitaire, solitaire.start(), depth) for depth in (1, 2)] == [count(set_up(None), d) for d in (1, 2)]


# ---- The rules as machines use them


@variants
def test_a_refusal_is_none_exactly_for_the_listed_actions(options: dict[str, Any]) -> None:
    codes = set()
    for match in random_match(options, 6):
        listed = set(match.actions())
        for action in range(rules.ACTIONS):
            code = match.game.single.refusal(match.position, action)
            assert (code == rules.LEGAL) == (action in listed)
            codes.add(code)
    assert codes == set(range(len(rules.REFUSALS)))


@variants
def test_a_random_action_is_uniform(options: dict[str, Any]) -> None:
    room, rng = np.empty(rules.MOST_LEGAL, np.int32), random_source(8)
    for match in random_match(options, 8):
        if match.ply not in (0, 6, 11):
            continue
        actions = match.actions()
        draws = 200 * len(actions)
        found = Counter(int(match.game.single.random_action(match.position, rng, room)) for _ in range(draws))
        assert set(found) <= set(actions)
        surprise = sum((found[action] - 200) ** 2 / 200 for action in actions)
        freedom = len(actions) - 1
        assert surprise < freedom + 5 * (2 * freedom) ** 0.5 + 10


@variants
def test_a_turned_position_plays_on_alike_byte_for_byte(options: dict[str, Any]) -> None:
    for match in random_match(options, 9):
        if match.outcome:
            continue
        single = match.game.single
        assert single.symmetries(match.position) == 8
        boards = set()
        for symmetry in range(8):
            after, turned_after = match.position.copy(), match.position.copy()
            action = match.actions()[-1]
            single.apply(after, action)
            single.turn_position(after, symmetry)
            single.turn_position(turned_after, symmetry)
            single.apply(turned_after, single.turn_action(match.position, action, symmetry))
            assert after.tobytes() == turned_after.tobytes()
            boards.add(match.game.write(after))
        assert len(boards) == 8


# ---- Words and deals


@pytest.mark.parametrize(
    "text", ["", "5D", "5D-", "5D-1D-3D", "D5-D1", "5d-1d", "0A-1A", "9A-7A", "3D-3I", "5D 1D", "pass"]
)
def test_what_is_no_action_is_refused_with_what_is_expected(text: str) -> None:
    with pytest.raises(BadNotation, match=r"a jump such as 5D-1D"):
        game("solitaire").match().play(text)


def test_an_option_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadOption, match="booklet, shuffled"):
        game("solitaire", deal="random")


@pytest.mark.parametrize(
    ("deal", "sentence"),
    [
        (None, "A deal of Solitaire is 36 letters"),
        (list(BOOKLET), "A deal of Solitaire is 36 letters"),
        (36, "A deal of Solitaire is 36 letters"),
        ("X" + BOOKLET[1:], "“X” is no colour"),
        (BOOKLET.lower(), "“r” is no colour"),
        (" ".join(BOOKLET), "“ ” is no colour"),
        (BOOKLET[1:], "The deal has 35 pawns instead of 36"),
        (BOOKLET + "R", "The deal has 37 pawns instead of 36"),
        ("", "The deal has 0 pawns instead of 36"),
        ("Y" + BOOKLET[1:], "Red: the deal has 8 pawns instead of 9"),
        ("R" * 36, "Red: the deal has 36 pawns instead of 9"),
    ],
)
def test_a_deal_must_have_nine_pawns_of_each_colour(deal: Deal, sentence: str) -> None:
    with pytest.raises(BadDeal, match=sentence) as refused:
        game("solitaire", deal="shuffled").start(deal)
    assert refused.value.say("fr") != refused.value.say("en")


def test_the_booklet_s_set_up_takes_no_deal() -> None:
    with pytest.raises(BadDeal, match="deal=shuffled") as refused:
        game("solitaire").match(deal=BOOKLET)
    assert refused.value.say("fr") != refused.value.say("en")


def test_a_record_has_its_deal_where_there_is_chance_and_only_there() -> None:
    for options in VARIANTS:
        *_, match = random_match(options, 7)
        record = match.record()
        assert (record.deal is None) == (options == {})
        again = Match.from_record(str(record))
        assert again.position.tobytes() == match.position.tobytes()
        assert again.outcome == match.outcome
    text = str(record).replace(f'"{record.deal}"', "null")
    assert text != str(record)
    with pytest.raises(BadRecord, match="A deal of Solitaire is 36 letters"):
        Match.from_record(text)


# ---- The table


def test_a_pawn_keeps_the_name_of_its_first_square() -> None:
    match = game("solitaire").match()
    match.play("5D-1D", "5E-1E", "7D-5D")
    pawns = {piece.spot: piece.id for piece in match.view(0).scene().pieces}
    assert (pawns["1D"], pawns["1E"], pawns["5D"], pawns["2B"]) == ("blue:5D", "yellow:5E", "blue:7D", "red:2B")


def test_the_last_jump_is_marked_alone_with_the_pawns_it_removed() -> None:
    match = game("solitaire").match()
    assert match.view(0).scene().marks == ()
    match.play("5E-1E", "5D-1D")
    scene = match.view(0).scene()
    names = {(spot.x, spot.y): spot.id for spot in scene.spots}
    marked = [(mark.kind, names[mark.x, mark.y]) for mark in scene.marks if mark.kind != "trail"]
    assert sorted(marked) == [
        ("last-from", "5D"),
        ("last-to", "1D"),
        ("removed", "2D"),
        ("removed", "3D"),
        ("removed", "4D"),
    ]
    match.undo()
    match.play("6E-6A")
    removed = [names[mark.x, mark.y] for mark in match.view(0).scene().marks if mark.kind == "removed"]
    assert removed == ["6D", "6C", "6B"]


def test_the_tray_counts_the_pawns_left_of_each_colour() -> None:
    for match in random_match({}, 10):
        (tray,) = match.view(0).scene().trays
        (left,) = tray.holdings
        board = Counter(board_of(match))
        assert [(pile.colour, pile.count) for pile in left.piles] == [
            (colour, board[letter]) for colour, letter in zip(COLOURS, LETTERS, strict=True)
        ]


def test_the_four_blocks_in_the_middle_are_whole() -> None:
    scene = game("solitaire").match().view(0).scene()
    names = {(spot.x, spot.y): spot.id for spot in scene.spots}
    shaded = {
        (names[shape.x + 20, shape.y + 20], names[shape.x + shape.width - 20, shape.y + shape.height - 20])
        for shape in scene.board
        if isinstance(shape, Rectangle) and shape.style == "block"
    }
    whole, cut = {("2B", "4D"), ("5E", "7G")}, {("1A", "1A"), ("1E", "1G"), ("2H", "4H"), ("5A", "7A"), ("8B", "8D")}
    assert shaded == {*whole, *cut, ("8H", "8H")}


def test_what_a_jump_removed_is_seen_in_drawings_and_in_text() -> None:
    match = game("solitaire").match()
    match.play("5D-1D")
    scene = match.view(0).scene()
    rows = [line.split() for line in board(scene).splitlines()]
    assert [row[4] for row in rows[1:9]] == ["[b■]", "×", "×", "×", "(·)", "g■", "b■", "·"]
    without = msgspec.structs.replace(scene, marks=tuple(mark for mark in scene.marks if mark.kind != "removed"))
    assert draw(scene).count("stroke-dasharray") == draw(without).count("stroke-dasharray") + 3


def test_pawns_that_stand_alone_are_shown() -> None:
    """They can neither jump nor be jumped as they stand; green and red beside each other can."""
    match = game("solitaire").match(
        position="......../......Y./......../......../......../......../......../B...GR.. moves:5"
    )
    alone = "Alone, a pawn can neither jump nor be jumped: bring it company, or it stays. Such pawns: 2."
    assert threatened(match) == [(0, alone, ("2G", "8A"))]
    assert threatened(game("solitaire").match()) == []
