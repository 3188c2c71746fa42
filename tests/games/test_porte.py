"""La Porte, rule by rule, with every example of its rules page."""

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest

from palissade import Game, IllegalAction, Match, Outcome, game
from palissade.boards.butehorn import BLOCK, CENTRES, NAMES
from palissade.contract import Options
from palissade.errors import BadOption
from palissade.games.porte import knowledge, pieces, rules
from palissade.kernel import random_source
from tests.games.guided import asked, framed, threatened, told_of
from tests.games.positions import written_on_page
from tests.games.refusals import misread, refused
from tests.random_games import random_action

GAME = game("porte")
VARIANTS = list(GAME.variants())
KINDS = "cts"  # cylinder, triangle, square
FOUR = game("porte", players=4)
TEAMS = game("porte", players=4, teams=True)
CLEAR = game("porte", players=4, sight="clear")
BETWEEN = game("porte", lines="between")


def pieces_of(*pieces: str) -> str:
    """Pieces such as `sd1` as a position lists them: cylinder/triangles/squares."""
    return "/".join(",".join(piece[1:] for piece in pieces if piece[0] == kind) or "-" for kind in KINDS)


def targets(match: Match, square: str) -> set[str]:
    """Where the piece on the square may go."""
    return {text.partition("-")[2] for text in match.legal() if text.startswith(f"{square}-")}


def on_board(match: Match) -> dict[str, str]:
    """What stands where: `{"d1": "red s"}`."""
    lists = [part.partition(":") for part in match.position_text().split()[: len(match.game.seats)]]
    return {
        square: f"{colour} {kind}"
        for colour, _, squares in lists
        for kind, of_kind in zip(KINDS, squares.split("/"), strict=True)
        for square in of_kind.split(",")
        if square != "-"
    }


def reserve(match: Match, seat: int) -> tuple[int, ...]:
    """Triangles and squares still to be brought in."""
    (stock,) = match.view().scene().trays[seat].holdings
    return tuple(pile.count for pile in stock.piles)


# ---- the rules


def test_por_1_each_has_three_pieces_on_the_board_and_eight_in_reserve_and_the_centres_are_gates() -> None:
    match = game("porte", players=4).match()
    assert len(on_board(match)) == 12
    assert [reserve(match, seat) for seat in range(4)] == [(3, 5)] * 4
    gates = {NAMES.name(int(square)) for square in np.flatnonzero(pieces.IS_GATE)}
    assert gates == {f"{column}{row}" for column in "behk" for row in (2, 5, 8, 11)}


def test_por_1_a_kind_that_is_used_up_cannot_be_brought_in() -> None:
    match = FOUR.match(position="red:-/a12,b12,c12,d12/d1 blue:-/-/- green:d6/a3/- yellow:-/-/- red move")
    match.play("d1-d3")
    assert match.legal() == ["+s", "stop"]
    assert refused(match, "+t") == "POR-1.no-triangle"
    match = FOUR.match(position="red:-/-/d1,a12,b12,c12,d12,e12 blue:-/-/- green:d6/a3/- yellow:-/-/- red move")
    match.play("d1-d3")
    assert match.legal() == ["+t", "stop"]
    assert refused(match, "+s") == "POR-1.no-square"


SIDES = {
    "red": {"d1": "red s", "e1": "red c", "f1": "red t"},
    "blue": {"a9": "blue s", "a8": "blue c", "a7": "blue t"},
    "green": {"i12": "green s", "h12": "green c", "g12": "green t"},
    "yellow": {"l4": "yellow s", "l5": "yellow c", "l6": "yellow t"},
}


@pytest.mark.parametrize(
    ("players", "colours"), [(2, "red green"), (3, "red blue green"), (4, "red blue green yellow")]
)
def test_por_2_the_sides_begin_clockwise_without_those_left_out(players: int, colours: str) -> None:
    match = game("porte", players=players).match()
    assert [seat.colours[0] for seat in match.game.seats] == colours.split()
    assert on_board(match) == {square: piece for colour in colours.split() for square, piece in SIDES[colour].items()}
    for seat in range(players):
        assert match.mover == seat
        match.play(match.legal()[0])
    assert match.mover == 0


def test_por_3_a_piece_goes_any_distance_along_row_or_column_and_jumps_anything() -> None:
    match = FOUR.match(position="red:e4/-/d4 blue:e7/-/- green:-/f4/e6 yellow:-/-/- red move")
    assert targets(match, "e4") == {
        *(f"{column}4" for column in "abcghijkl"),
        *(f"e{row}" for row in (1, 3, 9, 10, 12)),
    }
    match.play("e4-e12")
    assert on_board(match)["e12"] == "red c"
    assert "e4" not in on_board(match)
    assert len(on_board(match)) == 5  # nothing is captured


def test_por_3_what_is_no_move_is_refused() -> None:
    match = FOUR.match(position="red:e4/-/d4 blue:-/f4/- green:-/-/e6 yellow:-/-/- red move")
    assert refused(match, "e4-f5") == "POR-3.straight"
    assert refused(match, "e4-e4") == "POR-3.straight"
    assert refused(match, "e4-e5") == "POR-3.gate"
    assert refused(match, "e4-e6") == "POR-3.occupied"
    assert refused(match, "e4-d4") == "POR-3.occupied"
    assert refused(match, "f4-f6") == "POR-3.not-yours"
    assert refused(match, "a1-a3") == "POR-3.not-yours"


def test_por_4_an_entry_follows_the_move_at_once_and_ends_the_turn() -> None:
    match = FOUR.match(position="red:-/-/d1 blue:-/-/- green:d6/a3/- yellow:-/-/- red move")
    assert refused(match, "+t") == refused(match, "+s") == refused(match, "stop") == "POR-4.no-entry"
    match.play("d1-d3")
    assert match.mover == 0
    assert match.legal() == ["+t", "+s", "stop"]
    assert refused(match, "d3-d4") == refused(match, "pass") == "POR-4.entry-due"
    match.play("+t")
    assert on_board(match)["e2"] == "red t"
    assert reserve(match, 0) == (3, 5)  # the table began with four and five
    assert match.mover == 1


def test_por_4_who_declines_loses_the_right() -> None:
    match = GAME.match(position="red:l1/-/d1 green:d6/a3/- red move")
    match.play("d1-d3", "stop")
    assert "e2" not in on_board(match)
    assert reserve(match, 0) == (4, 5)
    match.play("a3-a4", "l1-l3")
    assert match.mover == 1
    assert refused(match, "+t") == "POR-4.no-entry"


def test_por_4_only_a_piece_that_moved_lines_up() -> None:
    # the square stands in line already
    match = FOUR.match(position="red:-/a12/d3 blue:-/-/- green:d6/a3/- yellow:-/-/- red move")
    match.play("a12-a10")
    assert match.mover == 1
    match = FOUR.match(position="red:j9/-/d3 blue:-/-/l12 green:d6/a3/- yellow:-/g7/- red move")
    match.play("j9-j10", "l12-l10", "d6-d4")  # an enemy comes into line: nothing for Red
    assert match.mover == 3


@pytest.mark.parametrize(
    ("red", "across", "along"),
    [
        (red, across, along)
        for red in KINDS
        for across in KINDS
        for along in KINDS
        if (across, along) != ("c", "c")  # a colour has one cylinder
    ],
)
def test_por_4_the_three_kinds_are_all_different(red: str, across: str, along: str) -> None:
    green = pieces_of(f"{across}l3", f"{along}d12")
    match = FOUR.match(position=f"red:{pieces_of(f'{red}d1')} blue:-/-/- green:{green} yellow:-/-/- red move")
    match.play("d1-d3")
    assert (match.legal()[-1] == "stop") == (len({red, across, along}) == 3)


def test_por_4_both_enemies_are_of_the_same_colour() -> None:
    match = FOUR.match(position="red:-/-/d1 blue:-/d12/- green:l3/-/- yellow:-/-/- red move")
    match.play("d1-d3")
    assert match.mover == 1
    # each has one in line, and one elsewhere in line too
    match = FOUR.match(position="red:-/-/d1 blue:a3/d12/- green:l3/a12/- yellow:-/-/- red move")
    match.play("d1-d3")
    assert match.legal() == ["+t", "+s", "stop"]


def test_por_4_own_pieces_do_not_qualify() -> None:
    match = FOUR.match(position="red:l3/d12/d1 blue:-/-/- green:a12/-/- yellow:-/-/- red move")
    match.play("d1-d3")
    assert match.mover == 1


def test_por_4_one_enemy_in_the_row_and_another_in_the_column_not_two_in_one_line() -> None:
    match = FOUR.match(position="red:-/-/d1 blue:-/-/- green:l3/a3/- yellow:-/-/- red move")
    match.play("d1-d3")
    assert match.mover == 1
    match = FOUR.match(position="red:-/-/d1 blue:-/-/- green:d12/d10/- yellow:-/-/- red move")
    match.play("d1-d3")
    assert match.mover == 1


def test_por_4_any_one_of_several_in_a_line_will_do_also_on_gates_and_behind_others() -> None:
    match = FOUR.match(position="red:-/-/d1 blue:-/-/- green:d12/d5,k3/c3,l3 yellow:f3/-/d4 red move")
    match.play("d1-d3")  # the triangle on k3 behind others, the cylinder on d12 likewise
    assert match.legal() == ["+t", "+s", "stop"]
    match = FOUR.match(position="red:a2/-/- blue:-/-/- green:-/k8/g11 yellow:-/-/- red move")
    match.play("a2-a11")  # a row only
    assert match.mover == 1
    match = FOUR.match(position="red:c12/-/- blue:-/-/- green:-/k11/b8 yellow:-/-/- red move")
    match.play("c12-b12")  # b8 is a gate, and nothing stands in row 12
    assert match.mover == 1
    match = FOUR.match(position="red:b12/-/- blue:-/-/- green:-/a10/b8 yellow:-/-/- red move")
    match.play("b12-b10")
    assert match.legal() == ["+t", "+s", "stop"]


def test_por_4_the_gate_is_that_of_the_block_where_the_move_ended() -> None:
    for goal, gate in (("d3", "e2"), ("d4", "e5"), ("d12", "e11")):
        match = FOUR.match(position=f"red:-/-/d1 blue:-/-/- green:d8/a{goal[1:]}/- yellow:-/-/- red move")
        match.play(f"d1-{goal}", "+s")
        assert on_board(match)[gate] == "red s"


def test_por_4_a_gate_that_is_taken_allows_no_entry_unless_the_moved_piece_just_left_it() -> None:
    for red, blue, green in (("d1,e2", "-", "-"), ("d1", "-", "e2"), ("d1", "e2", "-")):
        match = FOUR.match(position=f"red:-/-/{red} blue:-/-/{blue} green:d6/a3/{green} yellow:-/-/- red move")
        match.play("d1-d3")
        assert match.mover == 1
    match = FOUR.match(position="red:-/-/e2 blue:-/-/- green:d2/e8/- yellow:-/-/- red move")
    match.play("e2-e3")  # no enemy in row 3
    assert match.mover == 1
    match = FOUR.match(position="red:-/-/e2 blue:-/-/- green:a3/e8/- yellow:-/-/- red move")
    match.play("e2-e3", "+t")
    assert on_board(match)["e2"] == "red t"


def test_por_4_an_entry_triggers_nothing() -> None:
    # the square on e2 would line up with e9 and l2
    match = FOUR.match(position="red:-/-/d1 blue:e9/l2/- green:d6/a3/- yellow:-/-/- red move")
    match.play("d1-d3", "+s")
    assert match.mover == 1


def test_por_4_nothing_is_asked_for_when_the_reserve_is_empty() -> None:
    everything = "a1/b1,c1,d1,e1/f1,g1,h1,i1,j1,l1"  # in teams the game goes on until Blue has everything in too
    match = TEAMS.match(position=f"red:{everything} blue:-/-/- green:l6/c3/- yellow:-/-/- red move")
    match.play("l1-l3")
    assert match.mover == 1


def test_por_4_with_clear_sight_nothing_stands_between() -> None:
    match = CLEAR.match(position="red:-/-/d1 blue:-/-/- green:d6/a3/- yellow:-/-/- red move")
    match.play("d1-d3")
    assert match.legal() == ["+t", "+s", "stop"]
    for between in ("d4", "c3", "b3"):
        for red, blue in ((f"d1,{between}", "-"), ("d1", between)):
            match = CLEAR.match(position=f"red:-/-/{red} blue:l12/-/{blue} green:d6/a3/- yellow:-/-/- red move")
            match.play("d1-d3")
            assert match.mover == 1
    # behind, or on the other side, is not between
    match = CLEAR.match(position="red:-/-/d1 blue:-/-/- green:d6/a3/d7,l3 yellow:-/-/- red move")
    match.play("d1-d3")
    assert match.legal() == ["+t", "+s", "stop"]
    # the near ones count, and they differ too
    match = CLEAR.match(position="red:d1/-/- blue:-/-/- green:-/a3,d4/c3,d6 yellow:-/-/- red move")
    match.play("d1-d3")
    assert match.legal() == ["+t", "+s", "stop"]
    # c3 and d6 are both squares
    match = CLEAR.match(position="red:d1/-/- blue:-/-/- green:-/a3/c3,d6 yellow:-/-/- red move")
    match.play("d1-d3")
    assert match.mover == 1


def test_por_5_a_piece_on_a_crowded_gate_must_move() -> None:
    match = FOUR.match(position="red:l12/-/e5 blue:-/-/- green:-/f6/d4 yellow:-/-/- red move")
    assert {text.partition("-")[0] for text in match.legal()} == {"e5"}
    assert refused(match, "l12-l11") == "POR-5.crowded"
    assert refused(match, "pass") == "POR-8.no-pass"
    match.play("e5-e4")
    assert match.mover == 1


def test_por_5_enemies_of_several_colours_crowd_a_gate_together_and_own_pieces_do_not() -> None:
    match = FOUR.match(position="red:l12/-/e5 blue:-/f6/- green:-/-/d4 yellow:-/-/- red move")
    assert refused(match, "l12-l11") == "POR-5.crowded"
    match = FOUR.match(position="red:l12/d6/e5 blue:-/f7/- green:-/-/d4 yellow:-/-/- red move")
    assert "l12-l11" in match.legal()


def test_por_5_only_a_piece_on_the_gate_is_bound() -> None:
    match = FOUR.match(position="red:l12/-/e4 blue:-/-/- green:-/f6/d4 yellow:-/-/- red move")
    assert "l12-l11" in match.legal()


def test_por_5_with_several_crowded_gates_one_is_chosen_and_the_rest_wait() -> None:
    match = FOUR.match(position="red:l3/k11/e5 blue:a1/-/- green:-/f6,l12/d4,j10 yellow:b1/-/- red move")
    assert {text.partition("-")[0] for text in match.legal()} == {"e5", "k11"}
    match.play("e5-e7", "a1-a3", "d4-d7", "b1-b3")
    assert {text.partition("-")[0] for text in match.legal()} == {"k11"}


def test_por_5_a_gate_may_crowd_and_empty_again_as_enemies_come_and_go() -> None:
    match = GAME.match(position="red:l12/-/e5 green:a1/f7/d4 red move")
    match.play("l12-l11", "f7-f6")
    assert refused(match, "l11-l12") == "POR-5.crowded"
    match = GAME.match(position="red:l12/-/e5 green:-/f6/d4 green move")
    match.play("f6-f7")
    assert "l12-l11" in match.legal()


def test_por_5_if_none_of_them_can_move_any_piece_may() -> None:
    # every square in line with b2 that is no gate is taken
    green, blue = "a2/c2,d2,f2,g2/i2,j2,l2,b1,b3", "b6/b7,b9,b10,b12/b4"
    match = FOUR.match(position=f"red:l12/-/b2 blue:{blue} green:{green} yellow:-/-/- red move")
    assert refused(match, "b2-b3") == "POR-3.occupied"
    assert {text.partition("-")[0] for text in match.legal()} == {"l12"}
    # another crowded gate that can be left
    match = FOUR.match(position=f"red:l12/h8/b2 blue:{blue},g7,g9 green:{green} yellow:-/-/- red move")
    assert {text.partition("-")[0] for text in match.legal()} == {"h8"}
    assert refused(match, "l12-l11") == "POR-5.crowded"


def test_por_6_who_brings_in_the_eighth_piece_wins() -> None:
    match = FOUR.match(position="red:l7/l8,l9,l10,l12/d1,j1,j3,j4,j6 blue:-/-/- green:d6/a3/- yellow:-/-/- red move")
    match.play("d1-d3")
    assert match.legal() == ["+s", "stop"]
    match.play("+s")
    assert match.outcome == Outcome(winners=(0,), draw=False, scores=None, reason="POR-6")
    assert match.legal() == []


ALL_IN = "l7/l8,l9,l10,l12/j1,j3,j4,j6,j7,d1"


def test_por_7_a_partner_neither_lines_up_nor_crowds() -> None:
    match = TEAMS.match(position="red:-/-/d1 blue:d6/a3/- green:-/-/- yellow:-/-/- red move")
    match.play("d1-d3")
    assert match.mover == 1
    match = TEAMS.match(position="red:-/-/d1 blue:-/-/- green:-/-/- yellow:d6/a3/- red move")
    match.play("d1-d3")
    assert match.legal() == ["+t", "+s", "stop"]
    match = TEAMS.match(position="red:-/a1/- blue:-/-/- green:l12/-/e5 yellow:-/f6/d4 green move")
    assert "l12-l11" in match.legal()
    match = TEAMS.match(position="red:-/f6/- blue:-/-/d4 green:l12/-/e5 yellow:-/-/- green move")
    assert refused(match, "l12-l11") == "POR-5.crowded"


def test_por_7_the_team_wins_when_both_have_brought_in_everything() -> None:
    red = ALL_IN.replace(",j7", "")
    match = TEAMS.match(position=f"red:{red} blue:-/-/- green:d6/a3/- yellow:-/-/- red move")
    match.play("d1-d3", "+s")
    assert match.outcome is None  # Blue is not ready
    blue = "a11/b12,c12,d12,e12/a12,f12,g12,h12,i12"
    match = TEAMS.match(position=f"red:{ALL_IN} blue:{blue} green:a4/g1/- yellow:-/-/- blue move")
    match.play("a12-a1")
    assert match.legal() == ["+s", "stop"]
    match.play("+s")
    assert match.outcome == Outcome(winners=(0, 1), draw=False, scores=None, reason="POR-7")


def test_por_7_the_first_to_finish_still_moves_and_is_asked_for_no_entry() -> None:
    match = TEAMS.match(position=f"red:{ALL_IN} blue:-/-/- green:d6/a3/- yellow:-/-/- red move")
    assert refused(match, "pass") == "POR-8.no-pass"
    match.play("d1-d3")
    assert match.mover == 1
    assert match.outcome is None


def shut_in() -> Match:
    """None of Red's pieces can move."""
    return TEAMS.match(
        position="red:e2/b5/b2 blue:a2/c2,d2,f2,g2/i2,j2,l2,a5,c5,d5 green:f5/g5,i5,j5,l5/b1,b3,b4,b6,b7,b9 "
        "yellow:b10/b12,e1,e3,e4/e6,e7,e9,e10,e12 red move"
    )


def test_por_8_who_cannot_move_passes() -> None:
    match = shut_in()
    assert match.legal() == ["pass"]
    assert asked(match) == ("pass", "None of your pieces can move: pass.", "POR-8")
    assert match.view(0).about() == {}
    assert refused(match, "b2-b3") == "POR-3.occupied"
    match.play("pass")
    assert match.mover == 1
    assert refused(match, "pass") == "POR-8.no-pass"


@pytest.mark.parametrize(
    ("green", "is_open"),
    [
        ("l3/a3/-", True),  # on both sides in the row
        ("a3/l3/-", True),
        ("d12/d1/-", True),  # in the column
        ("l3/k3/-", False),  # on one side
        ("d12/d10/-", False),
        ("l3/-/a3", False),  # another square
        ("l3/k3,a3/-", True),  # any one on each side will do
        ("l3/d12/-", True),  # crosswise as ever
    ],
)
def test_por_9_the_two_enemies_may_stand_on_both_sides_in_one_line(green: str, is_open: bool) -> None:
    match = BETWEEN.match(position=f"red:l12/-/g3 green:{green} red move")
    match.play("g3-d3")
    assert (match.mover == 0) == is_open
    if is_open:
        assert match.legal() == ["+t", "+s", "stop"]
    else:
        match.undo()
        assert refused(match, "+t") == "POR-9.no-entry"


def test_por_9_is_off_unless_chosen_and_for_two_players() -> None:
    match = GAME.match(position="red:l12/-/g3 green:l3/a3/- red move")
    match.play("g3-d3")
    assert match.mover == 1
    with pytest.raises(BadOption, match="players=2"):
        game("porte", players=3, lines="between")


def test_por_9_with_clear_sight_the_nearest_on_both_sides_count() -> None:
    clear = game("porte", sight="clear", lines="between")
    for green, is_open in (("l3/a3/-", True), ("l3/a3/k3", False), ("l3/a3/b3", False)):
        match = clear.match(position=f"red:l12/-/g3 green:{green} red move")
        match.play("g3-d3")
        assert (match.mover == 0) == is_open


def test_por_9_a_row_that_nobody_leaves_can_be_met() -> None:
    """Crosswise it never can: why careful players draw, and what the house rule is for."""
    for variant, is_met in ((GAME, False), (BETWEEN, True)):
        match = variant.match(position="red:e1/f1/i1 green:h12/g12/i12 green move")
        opened = {text for text in match.legal() if _opens(match, text)}
        assert bool(opened) == is_met


def _opens(match: Match, action: str) -> bool:
    """Whether the action lets its player bring in a piece."""
    mover = match.mover
    match.play(action)
    is_open = match.mover == mover
    match.undo()
    return is_open


def test_com_1_the_third_occurrence_of_a_position_is_a_draw() -> None:
    match = GAME.match()
    dance = ["e1-e3", "h12-h10", "e3-e1", "h10-h12"]
    match.play(*dance, *dance[:3])
    assert match.outcome is None
    match.play(dance[3])
    assert match.outcome == Outcome(winners=(), draw=True, scores=None, reason="COM-1")
    match.undo()
    assert match.outcome is None


def test_com_1_pieces_of_one_kind_are_alike_and_only_turns_count() -> None:
    key = GAME.match(position="red:c1/-/a1,b1 green:-/-/- red move")._key()
    assert key == GAME.match(position="red:c1/-/b1,a1 green:-/-/- red move")._key() != b""
    for other in (
        "red:b1/-/a1,c1 green:-/-/- red move",
        "red:-/-/- green:c1/-/a1,b1 red move",
        "red:c1/-/a1,b1 green:-/-/- green move",
    ):
        assert key != GAME.match(position=other)._key()
    match = FOUR.match(position="red:-/-/d1 blue:-/-/- green:d6/a3/- yellow:-/-/- red move")
    match.play("d1-d3")
    assert match._key() == b""  # in the middle of a turn


# ---- positions in writing


def test_the_page_writes_the_start_and_an_entry() -> None:
    start, entry, *_ = written_on_page("porte")
    assert GAME.match().position_text() == start
    match = GAME.match(position=entry)
    assert match.legal() == ["+t", "+s", "stop"]
    match.play("+t")
    assert match.position_text() == "red:e1/f1,e2/d3 green:d6/a3/i12 green move"


def test_what_is_not_on_the_board_is_in_reserve() -> None:
    match = GAME.match(position="red:e1/f1,e2/d3 green:-/-/- green move")
    assert (reserve(match, 0), reserve(match, 1)) == ((2, 5), (4, 6))


def test_a_won_position_says_so_and_by_which_rule() -> None:
    match = GAME.match(position=f"red:{ALL_IN} green:d6/a3/- green move over:POR-6")
    assert match.outcome == Outcome(winners=(0,), draw=False, scores=None, reason="POR-6")
    blue = "a11/b12,c12,d12,e12/a12,f12,g12,h12,i12,l1"
    for mover in ("blue", "green"):  # in teams either partner may have brought in the last piece
        text = f"red:{ALL_IN} blue:{blue} green:a4/g1/- yellow:-/-/- {mover} move over:POR-7"
        match = TEAMS.match(position=text)
        assert match.outcome == Outcome(winners=(0, 1), draw=False, scores=None, reason="POR-7")
        assert match.position_text() == text


OTHER_ALL_IN = "a1/a3,a4,a6,a7/b1,b3,b4,b6,b7,b9"


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("green:h12/g12/i12 red:e1/f1/d1 red move", "position.expected"),
        ("red:e1/f1 green:h12/g12/i12 red move", "position.kinds"),
        ("red:e1,e3/f1/d1 green:h12/g12/i12 red move", "position.too-many"),
        ("red:e1/a1,b1,c1,d1,f1/- green:h12/g12/i12 red move", "position.too-many"),
        ("red:e1/-/a1,b1,c1,d1,f1,g1,h1 green:h12/g12/i12 red move", "position.too-many"),
        ("red:e1/f1/m1 green:h12/g12/i12 red move", "position.square"),
        ("red:e1/f1/d1, green:h12/g12/i12 red move", "position.square"),
        ("red:e1/f1/d1 green:h12/g12/f1 red move", "position.twice"),
        ("red:e1/f1/d1 green:h12/g12/i12 blue move", "position.expected"),
        ("red:e1/f1/d1 green:h12/g12/i12 red", "position.missing"),
        ("red:e1/f1/d1 green:h12/g12/i12 red stop", "position.expected"),
        ("red:e1/f1/d1 green:h12/g12/i12 red entry", "position.expected"),
        ("red:e1/f1/d3 green:d6/a3/i12 red entry:e0", "position.square"),
        ("red:e1/f1/d3 green:d6/a3/i12 red entry:e3", "position.gate"),
        ("red:e1/f1/d3 green:d6/a3/i12 red entry:e5", "position.entry"),  # nobody there
        ("red:e1/f1/d3 green:d6/a1/i12 red entry:e2", "position.entry"),  # not lined up
        ("red:e1/f1/d3 green:d6/a3/i12 green entry:e2", "position.entry"),  # not his
        ("red:e2/f1/d3 green:d6/a3/i12 red entry:e2", "position.entry"),  # taken
        ("red:e1/f1/d1 green:h12/g12/i12 red move over:POR-6", "position.more"),
        (f"red:{ALL_IN} green:d6/a3/- green move", "position.over"),
        (f"red:{ALL_IN} green:d6/a3/- green move over:POR-7", "position.over"),
        (f"red:{ALL_IN} green:d6/a3/- red move over:POR-6", "position.won"),  # Red had the last move
        (f"red:{ALL_IN} green:{OTHER_ALL_IN} green move over:POR-6", "position.won"),  # both
        ("red:l3/d12,l8,l9,l10/j1,j4,j6,j7,j9,j10 green:a1/a4/d3 green entry:e2", "position.won"),  # no more entries
    ],
)
def test_a_position_that_cannot_be_is_refused(text: str, key: str) -> None:
    assert misread(GAME, text) == key


# ---- the examples of the rules page


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_example_1_fifty_six_first_moves(variant: Game) -> None:
    match = variant.match()
    assert len(match.legal()) == 56
    assert [len(targets(match, square)) for square in ("e1", "d1", "f1")] == [16, 20, 20]
    second = 0
    for action in match.legal():
        match.play(action)
        assert match.mover == 1  # no entry is possible on the first action
        second += len(match.legal())
        match.undo()
    assert second == (3_118 if variant.options["players"] == 2 else 3_119)


def illustration_15(mover: str) -> Match:
    *_, position, _ = written_on_page("porte")
    return FOUR.match(position=position.replace("yellow move", f"{mover} move"))


def test_example_2a_an_entry_on_h2() -> None:
    match = illustration_15("yellow")
    match.play("g8-g3")
    assert match.legal() == ["+t", "+s", "stop"]
    match.play("+s")
    assert on_board(match)["h2"] == "yellow s"


@pytest.mark.parametrize("action", ["g8-d8", "g8-j8", "j3-g3"])
def test_example_2b_to_2d_no_entry(action: str) -> None:
    match = illustration_15("yellow")
    match.play(action)
    assert match.mover == 0


def test_example_2c_would_be_an_entry_if_the_gate_were_free() -> None:
    match = illustration_15("yellow")
    match.play("g8-j8")
    assert refused(match, "+t") == "POR-4.no-entry"
    match.undo()
    match = FOUR.match(position=match.position_text().replace("k8", "k12"))
    match.play("g8-j8")
    assert match.legal() == ["+t", "+s", "stop"]


def test_example_2e_an_entry_on_the_gate_just_vacated() -> None:
    match = illustration_15("red")
    match.play("h5-g5", "+t")
    assert on_board(match)["h5"] == "red t"


def test_example_2f_only_green_is_bound() -> None:
    assert {text.partition("-")[0] for text in illustration_15("green").legal()} == {"k8", "b11"}
    for colour, squares in (
        ("red", {"h5", "c12", "a10", "l6"}),
        ("blue", {"a8", "j9", "l7"}),
        ("yellow", {"g8", "j3", "c5"}),
    ):
        assert {text.partition("-")[0] for text in illustration_15(colour).legal()} == squares


def test_example_3_an_entry_between_two() -> None:
    *_, position = written_on_page("porte")
    for variant, red, is_open in ((BETWEEN, "i1", True), (GAME, "i1", False), (BETWEEN, "d1", False)):
        match = variant.match(position=position.replace("red:e1/f1/i1", f"red:e1/f1/{red}"))
        assert _opens(match, "h12-h1") == is_open
    match = BETWEEN.match(position=position)
    match.play("h12-h1", "+s")
    assert on_board(match)["h2"] == "green s"


# ---- the table


def marked(match: Match, kind: str) -> set[str]:
    """The squares that carry a mark."""
    scene = match.view(0).scene()
    names = {(spot.x, spot.y): spot.id for spot in scene.spots}
    return {names[mark.x, mark.y] for mark in scene.marks if mark.kind == kind}


def test_the_gate_that_is_open_is_marked_and_then_the_piece_that_came_in() -> None:
    match = illustration_15("yellow")
    match.play("g8-g3")
    assert marked(match, "goal") == {"h2"}
    assert marked(match, "last-to") == {"g3"}
    match.play("+s")
    assert marked(match, "goal") == set()
    assert marked(match, "last-to") == {"g3", "h2"}
    assert marked(match, "last-from") == {"g8"}
    match.undo()
    match.play("stop")
    assert marked(match, "last-to") == {"g3"}


def test_the_open_gate_is_picked_and_then_the_kind_that_comes_in() -> None:
    match = illustration_15("yellow")
    match.play("g8-g3")
    view = match.view(match.mover or 0)
    assert view.choices() == {"h2": {"triangle": "+t", "square": "+s"}, "stop": "stop"}
    for picks in (("c5",), ("c5", "c6"), ("b2", "square")):  # any other place while a gate is open
        refusal = view.why(picks)
        assert isinstance(refusal, IllegalAction)
        assert refusal.message.key == "POR-4.entry-due"
    before = illustration_15("yellow").view(0).why(("h2", "square"))
    assert isinstance(before, IllegalAction)
    assert before.message.key == "POR-4.no-entry"


def test_a_piece_that_comes_in_leaves_its_pile() -> None:
    def piles(match: Match) -> dict[str, list[tuple[str, int]]]:
        return {
            tray.colours[0]: [(pile.kind, pile.count) for holding in tray.holdings for pile in holding.piles]
            for tray in match.view(0).scene().trays
        }

    match = illustration_15("yellow")
    assert piles(match)["green"] == [("triangle", 2), ("square", 4)]
    assert piles(match)["yellow"] == [("triangle", 3), ("square", 5)]
    match.play("g8-g3", "+s")
    assert piles(match)["yellow"] == [("triangle", 3), ("square", 4)]
    entered = {piece.spot: piece.id for piece in match.view(0).scene().pieces}
    assert (entered["j3"], entered["h2"]) == ("yellow:square:1", "yellow:square:2")


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_every_seat_has_its_own_pieces_near(variant: Game) -> None:
    match = variant.match()
    for seat, place in enumerate(variant.seats):
        scene = match.view(seat).scene()
        nearest = max(piece.y for piece in scene.pieces)
        assert {piece.colour for piece in scene.pieces if piece.y == nearest} >= set(place.colours)
        own = [piece for piece in scene.pieces if piece.colour == place.colours[0]]
        assert [piece.kind for piece in sorted(own, key=lambda piece: piece.x)] == ["square", "cylinder", "triangle"]


# ---- a second opinion: the page once more, with a dict of squares, told the same actions


class PlainGame:
    """La Porte as the page says it."""

    def __init__(self, options: Options) -> None:
        colours = {2: ["red", "green"], 3: ["red", "blue", "green"], 4: ["red", "blue", "green", "yellow"]}
        self.colours = colours[int(options["players"])]
        self.teams, self.sight = bool(options["teams"]), str(options["sight"])
        self.is_between_enough = options["lines"] == "between"
        self.board = {place: tuple(piece.split()) for colour in self.colours for place, piece in SIDES[colour].items()}
        self.reserve = {colour: {"t": 3, "s": 5} for colour in self.colours}
        self.turn, self.actions = 0, 0
        self.gate = ""
        self.outcome: tuple[set[int], str] | None = None
        self.seen = Counter([self.state()])

    @property
    def mover(self) -> str:
        return self.colours[self.turn]

    def state(self) -> tuple[object, ...]:
        return (frozenset(self.board.items()), self.turn)

    def team(self, colour: str) -> set[str]:
        pairs: list[set[str]] = [{"red", "blue"}, {"green", "yellow"}]
        return next(pair for pair in pairs if colour in pair) if self.teams else {colour}

    def legal(self) -> set[str]:
        if self.outcome:
            return set()
        if self.gate:
            return {f"+{kind}" for kind, left in self.reserve[self.mover].items() if left} | {"stop"}
        moves = {place: {f"{place}-{goal}" for goal in self.goals(place)} for place in self.own()}
        bound = set().union(*(moves[place] for place in self.crowded()))
        return bound or set().union(*moves.values()) or {"pass"}

    def own(self) -> list[str]:
        return [place for place, (colour, _) in self.board.items() if colour == self.mover]

    def crowded(self) -> list[str]:
        return [place for place in self.own() if place in PLAIN_GATES and self.enemies_around(place) >= 2]

    def goals(self, place: str) -> set[str]:
        return {goal for line in lines(place) for goal in line if goal not in self.board and goal not in PLAIN_GATES}

    def enemies_around(self, gate: str) -> int:
        around = [self.board[place] for place in PLAIN_SQUARES if gate_of(place) == gate and place in self.board]
        return sum(colour not in self.team(self.mover) for colour, _ in around)

    def play(self, action: str) -> None:
        self.actions += 1
        if "-" in action:
            place, goal = action.split("-")
            self.board[goal] = self.board.pop(place)
            gate = gate_of(goal)
            if gate not in self.board and any(self.reserve[self.mover].values()) and self.is_lined_up(goal):
                self.gate = gate
                self.limit()
                return
        elif action in ("+t", "+s"):
            self.board[self.gate] = (self.mover, action[1])
            self.reserve[self.mover][action[1]] -= 1
            partners = self.team(self.mover)
            if not any(sum(self.reserve[colour].values()) for colour in partners):
                winners = {seat for seat, colour in enumerate(self.colours) if colour in partners}
                self.outcome = (winners, "POR-7" if self.teams else "POR-6")
                return
        self.gate = ""
        self.turn = (self.turn + 1) % len(self.colours)
        self.seen[self.state()] += 1
        if self.seen[self.state()] == 3:
            self.outcome = (set(), "COM-1")
        self.limit()

    def limit(self) -> None:
        if self.actions == 1_000 and not self.outcome:
            self.outcome = (set(), "COM-2")

    def is_lined_up(self, place: str) -> bool:
        _, kind = self.board[place]
        across, along = (list(self.in_line(place, line)) for line in lines(place))
        pairs = list(itertools.product(across, along))
        if self.is_between_enough:
            for line in (across, along):
                pairs += [
                    (one, other)
                    for one, other in itertools.product(line, line)
                    if plain(one) < plain(place) < plain(other)
                ]
        return any(
            self.board[one][0] == self.board[other][0] not in self.team(self.mover)
            and {kind, self.board[one][1], self.board[other][1]} == set("cts")
            for one, other in pairs
        )

    def in_line(self, place: str, line: list[str]) -> Iterator[str]:
        for other in line:
            if other in self.board and (self.sight == "whole" or self.is_free_between(place, other)):
                yield other

    def is_free_between(self, place: str, other: str) -> bool:
        (a, b), (c, d) = plain(place), plain(other)
        between = {
            f"{chr(97 + column)}{row}"
            for column in range(min(a, c), max(a, c) + 1)
            for row in range(min(b, d), max(b, d) + 1)
        }
        return not any(square in self.board for square in between - {place, other})


PLAIN_SQUARES = [f"{column}{row}" for column in "abcdefghijkl" for row in range(1, 13)]
PLAIN_GATES = [f"{column}{row}" for column in "behk" for row in (2, 5, 8, 11)]


def plain(place: str) -> tuple[int, int]:
    return ord(place[0]) - 97, int(place[1:])


@cache
def lines(place: str) -> tuple[list[str], list[str]]:
    """The other squares of the row, and of the column."""
    column, row = place[0], place[1:]
    across = [f"{other}{row}" for other in "abcdefghijkl" if other != column]
    return across, [f"{column}{other}" for other in range(1, 13) if str(other) != row]


@cache
def gate_of(place: str) -> str:
    return next(
        gate for gate in PLAIN_GATES if all(abs(a - b) <= 1 for a, b in zip(plain(gate), plain(place), strict=True))
    )


def test_the_two_boards_have_the_same_blocks() -> None:
    for place in PLAIN_SQUARES:
        assert NAMES.name(int(CENTRES[BLOCK[NAMES.square(place)]])) == gate_of(place)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
@pytest.mark.parametrize("seed", range(2))
def test_legal_actions_and_the_outcome_agree_with_a_plain_reading_of_the_page(variant: Game, seed: int) -> None:
    match, rng = variant.match(), random_source(seed)
    plain_game = PlainGame(variant.options)
    while not match.outcome:
        legal = match.legal()
        assert set(legal) == plain_game.legal(), match.record()
        assert plain_game.colours[match.mover or 0] == plain_game.mover
        action = variant.text(match.position, random_action(match, rng))
        if action == "stop" and match.ply % 4:
            action = legal[0]  # most entries are taken, so that the board fills and gates crowd
        match.play(action)
        plain_game.play(action)
    assert plain_game.outcome == (set(match.outcome.winners), match.outcome.reason)
    assert plain_game.legal() == set()


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_boards_full_of_pieces_agree_too(variant: Game) -> None:
    """Pieces strewn at random, on gates more than elsewhere: gates crowd, lines fill, games end."""
    rng, bound, entries = random.Random(str(variant)), 0, 0
    for _ in range(12):
        plain_game = PlainGame(variant.options)
        bag = PLAIN_SQUARES + 4 * PLAIN_GATES
        squares = iter(dict.fromkeys(rng.sample(bag, len(bag))))
        strewn = {colour: "c" + "t" * rng.randint(1, 4) + "s" * rng.randint(3, 5) for colour in plain_game.colours}
        placed = {colour: [(kind, next(squares)) for kind in kinds] for colour, kinds in strewn.items()}
        plain_game.board = {square: (colour, kind) for colour in placed for kind, square in placed[colour]}
        for colour, kinds in strewn.items():
            plain_game.reserve[colour] = {"t": 4 - kinds.count("t"), "s": 6 - kinds.count("s")}
        lists = [f"{colour}:{pieces_of(*map(''.join, own))}" for colour, own in placed.items()]
        match = variant.match(position=" ".join([*lists, "red move"]))
        plain_game.seen = Counter([plain_game.state()])
        while not match.outcome and match.ply < 50:
            legal = match.legal()
            assert set(legal) == plain_game.legal(), (placed, match.texts)
            entries += "stop" in legal
            bound += bool(plain_game.crowded() and not plain_game.gate)
            action = rng.choice(legal)
            match.play(action)
            plain_game.play(action)
        if match.outcome:
            assert plain_game.outcome == (set(match.outcome.winners), match.outcome.reason)
    assert bound > 4
    assert entries > 4


# ---- what the table says


def test_crowded_gates_are_told_to_whom_they_bind() -> None:
    match = illustration_15("green")
    assert asked(match) == (
        "crowded-any",
        "Your pieces on k8, b11 stand on crowded gates: move one of them.",
        "POR-5",
    )
    assert threatened(match)[:2] == [
        (2, "Green must leave the crowded gate on k8.", ("k8",)),
        (2, "Green must leave the crowded gate on b11.", ("b11",)),
    ]
    assert threatened(match, 3)[:2] == threatened(match)[:2]  # the board is turned, the squares are the same
    match = GAME.match(position="red:-/f6/d4 green:l12/-/e5 green move")
    assert asked(match)[1] == "Your piece on e5 must leave its gate: two or more enemies are in the same block."


def test_an_open_gate_is_told_with_what_is_left_to_bring_in() -> None:
    match = illustration_15("yellow")
    assert asked(match)[:2] == (
        "open",
        "Gates that you can open now: b2, h2, k2, b5. Bring a piece into line with two enemies of one colour.",
    )
    assert framed(match) == ("b2", "h2", "k2", "b5")
    match.play("g8-g3")
    assert framed(match) == ()
    assert asked(match) == (
        "enter",
        "A gate is open on h2: bring in a triangle (3 left) or a square (5 left), or leave it.",
        "POR-4",
    )
    assert told_of(match, "h2") == "Through the gate on h2 one piece of your reserve comes in: choose its kind."
    assert set(match.view(3).about()) == {"h2"}
    squares = "a1,b1,c1,g1,h1,d3"
    match = GAME.match(position=f"red:e1/f1/{squares} green:d6/a3/i12 red entry:e2")
    assert asked(match)[:2] == ("enter-triangle", "A gate is open on e2: bring in a triangle (3 left), or leave it.")
    match = GAME.match(position="red:e1/f1,g1,h1,i1/d3 green:d6/a3/i12 red entry:e2")
    assert asked(match)[:2] == ("enter-square", "A gate is open on e2: bring in a square (5 left), or leave it.")


ONE_LEFT = "e1/f1,g1,h1,i1/d1,j1,k1,l1,l2"  # a square


def test_the_last_piece_is_told_to_both_sides() -> None:
    match = GAME.match(position=f"red:{ONE_LEFT} green:d6/a3/- green move")
    assert asked(match) == (
        "stop",
        "Red could win from d1 to d3, the last piece in on e2: break up that line, or stand on d3.",
        "POR-6",
    )
    assert threatened(match) == [(0, "Red could win from d1 to d3, bringing the last piece in on e2.", ("e2",))]
    match.play("d6-d7")
    assert asked(match) == (
        "win",
        "You can win: go from d1 to d3, then bring your last piece in on e2.",
        "POR-6",
    )
    assert framed(match) == ("e2",)
    match.play("d1-d3")
    assert asked(match) == ("finish", "The gate on e2 is open: bring in your last piece, and you win.", "POR-6")
    assert threatened(match) == [(1, "Green could open the gate on e2, going from d7 to d1.", ("e2",))]


def test_who_has_finished_is_asked_to_help_the_partner() -> None:
    match = TEAMS.match(position=f"red:{ALL_IN} blue:a11/a10/b12 green:d6/a3/- yellow:-/-/- red move")
    assert asked(match) == (
        "help",
        "Your reserve is in: move so that it helps your partner, who still has 8 to bring in.",
        "POR-7",
    )


def test_a_piece_that_is_picked_tells_what_it_needs_to_open_a_gate() -> None:
    match = GAME.match(position="red:-/-/d1 green:d6/a3/- red move")
    assert told_of(match, "d1") == (
        "The square on d1 can open a gate, going to d3: a cylinder and a triangle of one enemy are in line there."
    )
    assert asked(GAME.match())[0] == "move"
    assert told_of(GAME.match(), "e1") == (
        "The cylinder on e1 opens a gate where a triangle and a square of one enemy stand in its row and its column."
    )
    assert asked(BETWEEN.match()) == (
        "move-between",
        "Move a piece: two enemies of one colour, crosswise or on either side of it, "
        "open a gate if all three kinds differ.",
        "POR-9",
    )
    assert told_of(BETWEEN.match(), "e1") == (
        "The cylinder on e1 opens a gate where a triangle and a square of one enemy stand crosswise to it, "
        "or on either side."
    )


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_the_gates_that_the_mover_could_open_are_those_that_open(variant: Game) -> None:
    match, rng, opened = variant.match(), random_source(3), 0
    while match.mover is not None and match.ply < 150:
        if match.position[0].gate == rules.NONE:
            gates = 0
            for action in match.actions():
                after = match.position.copy()
                variant.single.apply(after, action)
                gates |= 1 << int(after[0].gate) if after[0].gate >= 0 else 0
            assert knowledge.open_gates(match.position[0], match.mover) == gates
            opened += gates > 0
        match.play(random_action(match, rng))
    assert opened
