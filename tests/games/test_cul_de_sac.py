"""Cul-de-Sac, rule by rule, with every example of its rules page."""

from collections.abc import Iterator

import numpy as np
import pytest

from palissade import BadPosition, IllegalAction, game
from palissade.games.cul_de_sac import board, notation, rules
from palissade.games.cul_de_sac.notation import SQUARES
from palissade.kernel import Positions, random_source
from tests.games.guided import asked, threatened, told_of
from tests.games.positions import written_on_page
from tests.games.refusals import refused
from tests.random_games import walk

GAME = game("cul-de-sac")
WHITE, BLACK = board.WHITE, board.BLACK
(
    START,
    AFTER_A_PAWN,
    AFTER_A_TURN,
    EXAMPLE_2,
    EXAMPLE_3,
    EXAMPLE_3_SHORT,
    EXAMPLE_3B,
    EXAMPLE_4,
    EXAMPLE_5,
    EXAMPLE_5_WON,
) = written_on_page("cul-de-sac")


def targets(position: str, square: str) -> set[str]:
    """Where the pawn on the square may go."""
    legal = GAME.match(position=position).legal()
    return {text.partition("-")[2] for text in legal if text.startswith(f"{square}-")}


def key(position: str) -> bytes:
    """What makes it the same position (COM-1)."""
    return GAME.match(position=position)._key()


# White's pawns wait at the end of a lane one square wide, behind Black's: neither can move.
QUEUE = "white:a1,a2/9h,7v black:a3,a4/9h,9v walls:a1v,a3v white pawn"
ALL_LAID = QUEUE.replace("9h,7v", "0h,0v")  # none is left to White


# ---- the rules


def test_cds_1_the_board_has_eleven_columns_and_fourteen_rows() -> None:
    assert (board.COLUMNS, board.ROWS) == (11, 14)
    bases = [[SQUARES.name(square) for square in pair] for pair in board.BASES]
    assert bases == [["d4", "h4"], ["d11", "h11"]]


def test_cds_2_each_begins_on_the_own_bases_with_nine_walls_of_each_kind_and_white_moves() -> None:
    match = GAME.match()
    assert match.position_text() == "white:d4,h4/9h,9v black:d11,h11/9h,9v walls:- white pawn"
    assert match.mover == WHITE


def test_cds_2_a_kind_of_wall_that_is_used_up_cannot_be_laid_but_the_other_can() -> None:
    match = GAME.match(position="white:d4,h4/0h,1v black:d11,h11/9h,9v walls:- white pawn")
    match.play("d4-d6")
    assert refused(match, "e9h") == "CDS-2.no-wall-left"
    match.play("e9v")
    assert match.mover == BLACK


def test_cds_3_a_turn_is_a_pawn_and_then_a_wall() -> None:
    match = GAME.match()
    assert refused(match, "e9h") == "CDS-3.pawn-first"
    match.play("d4-d6")
    assert match.mover == WHITE
    assert refused(match, "h4-h6") == "CDS-3.wall-due"
    match.play("e9h")
    assert match.mover == BLACK


def test_cds_3_no_wall_is_asked_for_when_none_is_left() -> None:
    match = GAME.match(position="white:d4,h4/0h,0v black:d11,h11/9h,9v walls:- white pawn")
    match.play("d4-d6")
    assert match.mover == BLACK


def test_cds_3_no_wall_is_laid_after_a_winning_move() -> None:
    match = GAME.match(position="white:d9,h4/9h,9v black:a1,b1/9h,9v walls:- white pawn")
    match.play("d9-d11")
    assert match.outcome is not None
    assert match.legal() == []


def test_cds_3_when_no_pawn_can_move_only_a_wall_is_laid() -> None:
    match = GAME.match(position=QUEUE)
    assert not rules.can_move(match.position[0])
    assert refused(match, "a1-a2") == "CDS-4.occupied"
    match.play("e9h")
    assert match.mover == BLACK


def test_cds_3_when_neither_is_possible_the_player_passes() -> None:
    assert refused(GAME.match(position=QUEUE), "pass") == "CDS-3.no-pass"
    match = GAME.match(position=ALL_LAID)
    assert match.legal() == ["pass"]
    match.play("pass")
    assert match.mover == BLACK
    assert refused(match, "pass") == "CDS-3.no-pass"


def test_cds_4_a_pawn_goes_exactly_two_steps_straight_on_or_round_a_corner() -> None:
    match = GAME.match()
    assert refused(match, "d4-d7") == "CDS-4.two-steps"
    assert refused(match, "d4-e6") == "CDS-4.two-steps"
    assert refused(match, "d4-d4") == "CDS-4.two-steps"
    assert refused(match, "d11-d9") == "CDS-4.not-yours"
    assert refused(match, "e5-e7") == "CDS-4.not-yours"
    assert targets("white:a1,h4/9h,9v black:d11,h11/9h,9v walls:- white pawn", "a1") == {"a3", "c1", "b2"}


def test_cds_4_a_step_off_the_board_is_refused_as_an_action_without_text() -> None:
    match = GAME.match(position="white:a1,h4/9h,9v black:d11,h11/9h,9v walls:- white pawn")
    left = rules.FIRST_MOVE + SQUARES.square("a1") * 12 + 3
    with pytest.raises(IllegalAction, match="off the board"):
        match.play(left)


def test_cds_4_the_destination_must_be_empty() -> None:
    match = GAME.match(position="white:d4,d6/9h,9v black:d11,h11/9h,9v walls:- white pawn")
    assert refused(match, "d4-d6") == "CDS-4.occupied"


def test_cds_5_one_step_needs_a_pawn_where_two_steps_would_end() -> None:
    assert refused(GAME.match(), "d4-d5") == "CDS-5.no-one-step"
    position = "white:d4,d6/9h,9v black:d11,h11/9h,9v walls:- white pawn"
    assert "d5" in targets(position, "d4")
    assert "d5" in targets(position, "d6")
    assert "d5" not in targets("white:d4,d6/8h,9v black:d11,h11/9h,9v walls:d5h white pawn", "d4")


def test_cds_5_one_step_goes_onto_an_enemy_base_unless_a_wall_lies_between() -> None:
    assert "d11" in targets("white:d10,h4/9h,9v black:a1,b1/9h,9v walls:- white pawn", "d10")
    assert (
        refused(GAME.match(position="white:d10,h4/8h,9v black:a1,b1/9h,9v walls:d10h white pawn"), "d10-d11")
        == "CDS-4.walled"
    )
    assert "d4" not in targets("white:d3,h4/9h,9v black:a14,b14/9h,9v walls:- white pawn", "d3")


@pytest.mark.parametrize("action", ["d10-d11", "d9-d11", "c10-d11"])
def test_cds_6_a_pawn_on_either_enemy_base_wins_at_once(action: str) -> None:
    match = GAME.match(position=f"white:{action.partition('-')[0]},a4/9h,9v black:a1,b1/9h,9v walls:- white pawn")
    match.play(action)
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.draw, match.outcome.scores) == ((WHITE,), False, None)
    assert match.outcome.reason == "CDS-6"


def test_cds_6_an_occupied_enemy_base_may_be_landed_on_and_the_pawn_there_is_removed() -> None:
    match = GAME.match(position="white:d9,h4/9h,9v black:d11,h11/9h,9v walls:- white pawn")
    match.play("d9-d11")
    assert match.position_text() == "white:d11,h4/9h,9v black:-,h11/9h,9v walls:- black pawn over:CDS-6"
    assert match.outcome is not None
    assert match.outcome.winners == (WHITE,)


def test_cds_7_walls_may_not_overlap_or_cross_but_may_touch() -> None:
    match = GAME.match(position="white:d4,h4/8h,9v black:d11,h11/9h,9v walls:e7h white pawn")
    match.play("d4-d6")
    legal = set(match.legal())
    assert legal.isdisjoint({"d7h", "e7h", "f7h", "e7v"})
    assert {"c7h", "g7h", "e8v", "e6v", "d7v", "f7v", "e8h"} <= legal
    assert refused(match, "e7v") == "CDS-7.overlaps"
    assert refused(match, "f7h") == "CDS-7.overlaps"


def test_cds_8_a_wall_may_not_cut_a_pawn_off_from_either_goal() -> None:
    # d11 is walled in on three sides; each of the walls that would close the fourth shuts every white pawn out.
    match = GAME.match(position="white:d4,h4/8h,7v black:d11,h11/9h,9v walls:c10v,d10v,c11h white pawn")
    match.play("h4-h6")
    legal = set(match.legal())
    assert {"c9h", "d9h"}.isdisjoint(legal)
    assert refused(match, "c9h") == "CDS-8.shuts-in"
    assert "b9h" in legal


def test_cds_8_a_wall_may_close_a_room_that_nobody_needs() -> None:
    match = GAME.match(position="white:d4,h4/9h,8v black:d11,h11/9h,9v walls:a1v white pawn")
    match.play("h4-h6")
    assert "a2h" in match.legal()  # a1 and a2 become a room without pawn or base


def test_com_1_the_third_occurrence_of_a_position_is_a_draw() -> None:
    match = GAME.match(position="white:d4,h4/0h,0v black:d11,h11/0h,0v walls:- white pawn")
    dance = ["d4-d6", "d11-d9", "d6-d4", "d9-d11"]
    match.play(*dance, *dance[:3])
    assert match.outcome is None
    match.play(dance[3])
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.draw, match.outcome.reason) == ((), True, "COM-1")
    match.undo()
    assert match.outcome is None


def test_com_1_pawns_of_one_colour_are_alike() -> None:
    start = "white:d4,h4/9h,9v black:d11,h11/9h,9v walls:- white pawn"
    assert key(start) == key(start.replace("d4,h4", "h4,d4")) != b""
    assert key(start) != key(start.replace("d4,h4", "d4,h6"))


# ---- the examples of the rules page


def test_example_1_sixteen_pawn_moves_then_260_slots() -> None:
    match = GAME.match()
    assert len(match.legal()) == 16
    for action in match.legal():
        match.play(action)
        assert len(match.legal()) == 260
        match.undo()


def test_example_2_a_pawn_on_an_empty_board() -> None:
    assert targets(EXAMPLE_2, "d4") == {"d2", "d6", "b4", "f4", "c3", "c5", "e3", "e5"}


def test_example_3_jumping_and_stopping_short() -> None:
    assert "d6" in targets(EXAMPLE_3, "d4")
    short = targets(EXAMPLE_3_SHORT, "d4")
    assert "d5" in short
    assert "d6" not in short


def test_example_3b_a_single_step_round_a_corner() -> None:
    assert "a5" in targets(EXAMPLE_3B, "a4")


def test_example_4_a_wall_above() -> None:
    behind_wall = targets(EXAMPLE_4, "d4")
    assert behind_wall.isdisjoint({"d5", "d6", "e5"})
    assert "c5" in behind_wall


def test_example_5_one_step_onto_an_occupied_base_wins() -> None:
    match = GAME.match(position=EXAMPLE_5)
    match.play("d10-d11")
    assert match.outcome is not None
    assert match.outcome.winners == (WHITE,)
    assert match.position_text() == EXAMPLE_5_WON


# ---- positions in writing


def test_the_page_begins_with_the_start_and_a_turn_in_its_middle() -> None:
    match = GAME.match()
    assert match.position_text() == START
    match.play("d4-d6")
    assert match.position_text() == AFTER_A_PAWN
    match.play("e9h")
    assert match.position_text() == AFTER_A_TURN


def test_walls_may_be_written_in_any_order_and_pawns_keep_theirs() -> None:
    position = "white:h4,d6/7h,8v black:d11,h11/9h,9v walls:e9h,c2h,b3v black pawn"
    for walls in ("c2h,e9h,b3v", "b3v,e9h,c2h"):
        again = GAME.read(position.replace("e9h,c2h,b3v", walls))
        assert again.tobytes() == GAME.read(position).tobytes()
        assert GAME.write(again) == position.replace("e9h,c2h,b3v", "c2h,e9h,b3v")


@pytest.mark.parametrize(
    ("before", "after", "key"),
    [
        ("d6,h4/8h,9v", "d6,h4", "position.kinds"),
        ("d6,h4/", "d6/", "position.pawns"),
        ("d6,h4/", "d6,h4,h5/", "position.pawns"),
        ("d6", "l6", "position.square"),
        ("d6", "h11", "position.twice"),
        ("8h,9v", "9v,8h", "position.stock"),
        ("8h,9v", "8", "position.stock"),
        ("8h,9v", "10h,9v", "position.number"),
        ("8h,9v", "-1h,9v", "position.number"),
        ("8h,9v", "9h,9v", "position.too-many"),
        ("e9h", "e9", "position.wall"),
        ("e9h", "d4-d6", "position.wall"),
        ("e9h", "d4-d7", "position.wall"),
        ("e9h", "k9h", "position.wall"),
        ("e9h", "pass", "position.wall"),
        ("8h,9v black:d11,h11/9h,9v walls:e9h", "7h,9v black:d11,h11/9h,9v walls:e9h,f9h", "position.overlaps"),
        ("8h,9v black:d11,h11/9h,9v walls:e9h", "8h,8v black:d11,h11/9h,9v walls:e9h,e9v", "position.overlaps"),
        ("8h,9v black:d11,h11/9h,9v walls:e9h", "7h,9v black:d11,h11/9h,9v walls:e9h,e9h", "position.overlaps"),
        ("8h,9v black:d11,h11/9h,9v walls:e9h", "8h,8v black:a1,h11/8h,9v walls:e9h,a2h,a1v", "position.shut-in"),
        ("d11,h11/", "-,h11/", "position.gone"),
        ("d11,h11/", "d4,h11/", "position.on-base"),
        ("d6,h4/8h,9v black:d11,h11/", "h11,h4/8h,9v black:d11,g11/", "position.over"),
        ("d6,h4/8h,9v black:d11,h11/", "h11,-/8h,9v black:d11,-/", "position.over"),
        ("black pawn", "red pawn", "position.expected"),
        ("black pawn", "black run", "position.expected"),
        ("black pawn", "black pawn over:CDS-6", "position.more"),
        ("9h,9v walls:e9h black pawn", "0h,0v walls:e9h black wall", "position.no-wall"),
    ],
)
def test_what_cannot_be_is_refused_naming_what_is_wrong(before: str, after: str, key: str) -> None:
    assert AFTER_A_TURN.count(before) == 1
    with pytest.raises(BadPosition) as refusal:
        GAME.read(AFTER_A_TURN.replace(before, after))
    assert refusal.value.message.key == key


@pytest.mark.parametrize(
    ("position", "key"),
    [
        ("white:h11,-/9h,9v black:d11,-/9h,9v walls:- black pawn over:CDS-6", "position.gone"),  # one of the winner's
        ("white:h11,h4/9h,9v black:-,-/9h,9v walls:- black pawn over:CDS-6", "position.gone"),
        ("white:h11,h4/9h,9v black:d11,-/9h,9v walls:- white pawn over:CDS-6", "position.on-base"),
        ("white:h11,h4/9h,9v black:d11,-/9h,9v walls:- black wall over:CDS-6", "position.on-base"),
    ],
)
def test_a_position_that_is_over_is_refused_too_if_it_cannot_be(position: str, key: str) -> None:
    with pytest.raises(BadPosition) as refusal:
        GAME.read(position)
    assert refusal.value.message.key == key


# ---- a second opinion: the rules once more, with sets of squares and a plain search


def walls_of(pos: np.record) -> set[str]:
    return {notation.text(pos, action) for action in range(2 * board.SLOTS) if is_laid(pos, action)}


def is_laid(pos: np.record, action: int) -> bool:
    row, column = divmod(action % board.SLOTS, board.SLOT_COLUMNS)
    return bool(int((pos.laid_v if action >= board.SLOTS else pos.laid_h)[row]) >> column & 1)


def edges_of(wall: str) -> set[frozenset[tuple[int, int]]]:
    column, row = ord(wall[0]) - 97, int(wall[1:-1]) - 1
    if wall[-1] == "h":
        return {frozenset({(c, row), (c, row + 1)}) for c in (column, column + 1)}
    return {frozenset({(column, r), (column + 1, r)}) for r in (row, row + 1)}


def around(square: tuple[int, int], closed: set[frozenset[tuple[int, int]]]) -> Iterator[tuple[int, int]]:
    column, row = square
    for there in ((column, row + 1), (column + 1, row), (column, row - 1), (column - 1, row)):
        if 0 <= there[0] < 11 and 0 <= there[1] < 14 and frozenset({square, there}) not in closed:
            yield there


def region(square: tuple[int, int], closed: set[frozenset[tuple[int, int]]]) -> set[tuple[int, int]]:
    found, waiting = {square}, [square]
    while waiting:
        for there in around(waiting.pop(), closed):
            if there not in found:
                found.add(there)
                waiting.append(there)
    return found


def expected_moves(pos: np.record) -> set[str]:
    closed = {edge for wall in walls_of(pos) for edge in edges_of(wall)}
    pawns = [(int(square) % 11, int(square) // 11) for square in pos.pawns]
    goals = {(3, 10), (7, 10)} if pos.mover == WHITE else {(3, 3), (7, 3)}
    found = set()
    for pawn in pawns[2 * pos.mover : 2 * pos.mover + 2]:
        for first in around(pawn, closed):
            seconds = [second for second in around(first, closed) if second != pawn]
            found |= {(pawn, second) for second in seconds if second not in pawns or second in goals}
            if first in goals or (first not in pawns and any(second in pawns for second in seconds)):
                found.add((pawn, first))
    return {f"{chr(97 + a)}{b + 1}-{chr(97 + c)}{d + 1}" for (a, b), (c, d) in found}


def expected_walls(pos: np.record) -> set[str]:
    laid = walls_of(pos)
    closed = {edge for wall in laid for edge in edges_of(wall)}
    middles = {wall[:-1] for wall in laid}
    pawns = [(int(square) % 11, int(square) // 11) for square in pos.pawns]
    found = set()
    for action in range(2 * board.SLOTS):
        wall = notation.text(pos, action)
        if pos.stock[pos.mover, action // board.SLOTS] == 0 or wall[:-1] in middles or edges_of(wall) & closed:
            continue
        then = closed | edges_of(wall)
        from_white, from_black = region((3, 10), then), region((3, 3), then)
        if {(7, 10), *pawns[:2]} <= from_white and {(7, 3), *pawns[2:]} <= from_black:
            found.add(wall)
    return found


@pytest.mark.parametrize("seed", range(6))
def test_legal_actions_agree_with_a_plain_reading_of_the_page(seed: int) -> None:
    match, rng, room = GAME.match(), random_source(seed), np.empty(rules.MOST_LEGAL, np.int32)
    while not match.outcome and match.ply < 90:
        pos = match.position[0]
        expected = expected_walls(pos) if pos.wall_due else expected_moves(pos)
        assert set(match.legal()) == expected, match.record()
        match.play(GAME.single.random_action(match.position, rng, room))


def positions_with_many_walls() -> Iterator[Positions]:
    """Walls laid at random without pawns moving: fences close often. There are more than both have, which no position
    in writing can hold.
    """
    for seed in range(4):
        match, rng, room = GAME.match(), random_source(seed), np.empty(rules.MOST_LEGAL, np.int32)
        position = match.position
        position[0].stock[:] = 60
        for _ in range(45):
            position[0].wall_due = 1
            GAME.single.apply(position, GAME.single.random_action(position, rng, room))
            yield position


def test_open_ways_are_exact_on_boards_full_of_walls() -> None:
    refusals = 0
    for number, position in enumerate(positions_with_many_walls()):
        if number % 5 == 4:
            position[0].wall_due = 1
            room = np.empty(rules.MOST_LEGAL, np.int32)
            found = {GAME.text(position, int(a)) for a in room[: GAME.single.legal_actions(position, room)]}
            assert found == expected_walls(position[0])
            refusals += sum(GAME.single.refusal(position, a) == rules.SHUTS_IN for a in range(2 * board.SLOTS))
    assert refusals > 30  # the boards do put the rule to the test


# ---- what the table says


@pytest.mark.parametrize(
    ("position", "said"),
    [
        (
            START,
            (
                "pawn",
                "Move a pawn two steps, straight on or round a corner. Steps still needed: you 7, Black 7.",
                "CDS-4",
            ),
        ),
        (
            AFTER_A_PAWN,
            (
                "wall",
                "Lay a wall (18 left) that makes Black's way longer. Steps still needed: you 5, Black 7.",
                "CDS-7",
            ),
        ),
        (EXAMPLE_5, ("win", "Your pawn on d10 can reach the base on d11: go there, and you win.", "CDS-6")),
        (
            EXAMPLE_5.replace("white pawn", "black pawn"),
            (
                "pawn-stop",
                "Move a pawn, then bar the way of the white pawn on d10 with your wall: it could reach d11 next turn.",
                "CDS-4",
            ),
        ),
        (
            EXAMPLE_5.replace("white pawn", "black wall"),
            (
                "wall-stop",
                "Lay a wall in the way of the white pawn on d10: it could reach d11 next turn.",
                "CDS-7",
            ),
        ),
        (
            "white:d10,h4/9h,9v black:d11,h11/0h,0v walls:- black pawn",
            (
                "late",
                "The white pawn on d10 will reach d11 next turn, and you have no wall left to bar its way.",
                "CDS-6",
            ),
        ),
        (QUEUE, ("only-wall", "Neither of your pawns can move: only lay a wall (16 left).", "CDS-3")),
        (
            ALL_LAID,
            ("pass", "No pawn of yours can move, and no wall can be laid: pass.", "CDS-3"),
        ),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_the_mover_is_told_who_is_about_to_arrive_and_how_far_it_is(position: str, said: tuple[str, str, str]) -> None:
    assert asked(GAME.match(position=position)) == said


def test_a_pawn_that_is_picked_tells_how_far_it_has_to_go() -> None:
    match = GAME.match(position=EXAMPLE_5)
    assert told_of(match, "d10") == (
        "The pawn on d10 can reach the base on d11 this turn, in one step or two: that wins."
    )
    assert told_of(match, "h4") == (
        "The pawn on h4 goes exactly two steps, straight on or round a corner; it is 7 steps from h11."
    )
    assert GAME.match(position=AFTER_A_PAWN).view(WHITE).about() == {}
    assert GAME.match(position=QUEUE).view(WHITE).about() == {}


@pytest.mark.parametrize("seat", [WHITE, BLACK])
def test_pawns_that_are_near_threaten_with_the_base_they_run_for(seat: int) -> None:
    assert threatened(GAME.match(), seat) == []
    match = GAME.match(position="white:d9,h10/9h,9v black:d11,h8/9h,9v walls:- black pawn")
    assert threatened(match, seat) == [
        (WHITE, "The white pawn on d9 could win in one turn, on d11.", ("d9", "d11")),
        (WHITE, "The white pawn on h10 could win in one turn, on h11.", ("h10", "h11")),
        (BLACK, "The black pawn on h8 could reach h4 in two turns.", ("h8", "h4")),
    ]


def test_what_can_win_in_one_turn_is_what_wins() -> None:
    """In random games, of the mover's pawns."""
    for seed in range(20):
        for match in walk(GAME, seed, 120):
            if match.mover is None or match.position[0].wall_due:
                continue
            winning = set()
            for action in match.actions():
                after = match.position.copy()
                GAME.single.apply(after, action)
                if GAME.single.is_over(after):
                    winning.add(GAME.text(match.position, action).partition("-")[0])
            told = {marks[0] for by, says, marks in threatened(match) if by == match.mover and "could win" in says}
            assert told == winning
