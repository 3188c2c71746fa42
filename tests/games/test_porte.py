"""La Porte, rule by rule, with every example of its rules page."""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest

from palissade import Game, Match, Outcome, game
from palissade.boards.butehorn import BLOCK, CENTRES, NAMES
from palissade.contract import Options
from palissade.games.porte import pieces, rules
from palissade.kernel import random_source
from tests.games.refusals import refused
from tests.random_games import random_action

GAME = game("porte")
VARIANTS = list(GAME.variants())
KINDS = "cts"  # cylinder, triangle, square
PLAYERS_4: Options = {"players": 4}
TEAMS: Options = {"players": 4, "teams": True}
CLEAR: Options = {"players": 4, "sight": "clear"}


def table(mover: str = "red", *, options: Options = PLAYERS_4, **colours: str) -> Match:
    """A match set up directly: `red="sd1 ce1 tf1"`; what is not on the board is in reserve."""
    match = game("porte", **options).match()
    pos = match.position[0]
    pieces.clear_board(pos)
    names = [seat.colours[0] for seat in match.game.seats]
    for colour, placed in colours.items():
        for piece in placed.split():
            pieces.put(pos, names.index(colour), KINDS.index(piece[0]), NAMES.square(piece[1:]))
    for seat, colour in enumerate(names):
        count = Counter(piece[0] for piece in colours.get(colour, "").split())
        pos.reserve[seat] = (0, 4 - count["t"], 6 - count["s"])
    pos.mover = names.index(mover)
    match._movers[-1] = int(pos.mover)
    match._seen.clear()
    match._see_position()
    return match


def targets(match: Match, square: str) -> set[str]:
    """Where the piece on the square may go."""
    return {text.partition("-")[2] for text in match.legal() if text.startswith(f"{square}-")}


def on_board(match: Match) -> dict[str, str]:
    """What stands where: `{"d1": "red s"}`."""
    pos, found = match.position[0], {}
    for seat, place in enumerate(match.game.seats):
        for number in range(int(pos.on_board[seat])):
            name = NAMES.name(int(pos.square[seat, number]))
            found[name] = f"{place.colours[0]} {KINDS[int(pos.kind[seat, number])]}"
    return found


def reserve(match: Match, seat: int) -> tuple[int, int]:
    """Triangles and squares still to be brought in."""
    _, triangles, squares = match.position[0].reserve[seat].tolist()
    return triangles, squares


# ---- the rules


def test_por_1_each_has_three_pieces_on_the_board_and_eight_in_reserve_and_the_centres_are_gates() -> None:
    match = game("porte", players=4).match()
    assert len(on_board(match)) == 12
    assert [reserve(match, seat) for seat in range(4)] == [(3, 5)] * 4
    gates = {NAMES.name(int(square)) for square in np.flatnonzero(pieces.IS_GATE)}
    assert gates == {f"{column}{row}" for column in "behk" for row in (2, 5, 8, 11)}


def test_por_1_a_kind_that_is_used_up_cannot_be_brought_in() -> None:
    match = table(red="sd1 ta12 tb12 tc12 td12", green="cd6 ta3")
    match.play("d1-d3")
    assert match.legal() == ["+s", "stop"]
    assert refused(match, "+t") == "POR-1.no-triangle"
    match = table(red="sd1 sa12 sb12 sc12 sd12 se12", green="cd6 ta3")
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
    match = table(red="ce4 sd4", green="se6 tf4", blue="ce7")
    assert targets(match, "e4") == {
        *(f"{column}4" for column in "abcghijkl"),
        *(f"e{row}" for row in (1, 3, 9, 10, 12)),
    }
    match.play("e4-e12")
    assert on_board(match)["e12"] == "red c"
    assert "e4" not in on_board(match)
    assert len(on_board(match)) == 5  # nothing is captured


def test_por_3_what_is_no_move_is_refused() -> None:
    match = table(red="ce4 sd4", green="se6", blue="tf4")
    assert refused(match, "e4-f5") == "POR-3.straight"
    assert refused(match, "e4-e4") == "POR-3.straight"
    assert refused(match, "e4-e5") == "POR-3.gate"
    assert refused(match, "e4-e6") == "POR-3.occupied"
    assert refused(match, "e4-d4") == "POR-3.occupied"
    assert refused(match, "f4-f6") == "POR-3.not-yours"
    assert refused(match, "a1-a3") == "POR-3.not-yours"


def test_por_4_an_entry_follows_the_move_at_once_and_ends_the_turn() -> None:
    match = table(red="sd1", green="cd6 ta3")
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
    match = table(options={"players": 2}, red="sd1 cl1", green="cd6 ta3")
    match.play("d1-d3", "stop")
    assert "e2" not in on_board(match)
    assert reserve(match, 0) == (4, 5)
    match.play("a3-a4", "l1-l3")
    assert match.mover == 1
    assert refused(match, "+t") == "POR-4.no-entry"


def test_por_4_only_a_piece_that_moved_lines_up() -> None:
    match = table(red="sd3 ta12", green="cd6 ta3")  # the square stands in line already
    match.play("a12-a10")
    assert match.mover == 1
    match = table(red="sd3 cj9", green="cd6 ta3", blue="sl12", yellow="tg7")
    match.play("j9-j10", "l12-l10", "d6-d4")  # an enemy comes into line: nothing for Red
    assert match.mover == 3


@pytest.mark.parametrize(
    ("red", "across", "along"),
    [(red, across, along) for red in "cts" for across in "cts" for along in "cts"],
)
def test_por_4_the_three_kinds_are_all_different(red: str, across: str, along: str) -> None:
    match = table(red=f"{red}d1", green=f"{across}l3 {along}d12")
    match.play("d1-d3")
    assert (match.legal()[-1] == "stop") == (len({red, across, along}) == 3)


def test_por_4_both_enemies_are_of_the_same_colour() -> None:
    match = table(red="sd1", green="cl3", blue="td12")
    match.play("d1-d3")
    assert match.mover == 1
    match = table(red="sd1", green="cl3 ta12", blue="td12 ca3")  # each has one in line, and one elsewhere in line too
    match.play("d1-d3")
    assert match.legal() == ["+t", "+s", "stop"]


def test_por_4_own_pieces_do_not_qualify() -> None:
    match = table(red="sd1 cl3 td12", green="ca12")
    match.play("d1-d3")
    assert match.mover == 1


def test_por_4_one_enemy_in_the_row_and_another_in_the_column_not_two_in_one_line() -> None:
    match = table(red="sd1", green="cl3 ta3")
    match.play("d1-d3")
    assert match.mover == 1
    match = table(red="sd1", green="cd12 td10")
    match.play("d1-d3")
    assert match.mover == 1


def test_por_4_any_one_of_several_in_a_line_will_do_also_on_gates_and_behind_others() -> None:
    match = table(red="sd1", green="sc3 sl3 td5 cd12 tk3", yellow="cf3 sd4")
    match.play("d1-d3")  # the triangle on k3 behind others, the cylinder on d12 likewise
    assert match.legal() == ["+t", "+s", "stop"]
    match = table(red="ca2", green="tk8 sg11")
    match.play("a2-a11")  # a row only
    assert match.mover == 1
    match = table(red="cc12", green="tk11 sb8")
    match.play("c12-b12")  # b8 is a gate, and nothing stands in row 12
    assert match.mover == 1
    match = table(red="cb12", green="sb8 ta10")
    match.play("b12-b10")
    assert match.legal() == ["+t", "+s", "stop"]


def test_por_4_the_gate_is_that_of_the_block_where_the_move_ended() -> None:
    for goal, gate in (("d3", "e2"), ("d4", "e5"), ("d12", "e11")):
        match = table(red="sd1", green=f"cd8 ta{goal[1:]}")
        match.play(f"d1-{goal}", "+s")
        assert on_board(match)[gate] == "red s"


def test_por_4_a_gate_that_is_taken_allows_no_entry_unless_the_moved_piece_just_left_it() -> None:
    for red, green, blue in (("sd1 se2", "cd6 ta3", ""), ("sd1", "cd6 ta3 se2", ""), ("sd1", "cd6 ta3", "se2")):
        match = table(red=red, green=green, blue=blue)
        match.play("d1-d3")
        assert match.mover == 1
    match = table(red="se2", green="cd2 te8")
    match.play("e2-e3")  # no enemy in row 3
    assert match.mover == 1
    match = table(red="se2", green="ca3 te8")
    match.play("e2-e3", "+t")
    assert on_board(match)["e2"] == "red t"


def test_por_4_an_entry_triggers_nothing() -> None:
    match = table(red="sd1", green="cd6 ta3 ce9 tl2")  # the square on e2 would line up with e9 and l2
    match.play("d1-d3", "+s")
    assert match.mover == 1


def test_por_4_nothing_is_asked_for_when_the_reserve_is_empty() -> None:
    everything = "ca1 tb1 tc1 td1 te1 sf1 sg1 sh1 si1 sj1 sl1"
    match = table(red=everything, green="cl6 tc3")
    match.play("l1-l3")
    assert match.mover == 1


def test_por_4_with_clear_sight_nothing_stands_between() -> None:
    match = table(options=CLEAR, red="sd1", green="cd6 ta3")
    match.play("d1-d3")
    assert match.legal() == ["+t", "+s", "stop"]
    for between in ("d4", "c3", "b3"):
        for red, blue in ((f"sd1 s{between}", "cl12"), ("sd1", f"s{between}")):
            match = table(options=CLEAR, red=red, blue=blue, green="cd6 ta3")
            match.play("d1-d3")
            assert match.mover == 1
    match = table(options=CLEAR, red="sd1", green="cd6 ta3 sd7 sl3")  # behind, or on the other side, is not between
    match.play("d1-d3")
    assert match.legal() == ["+t", "+s", "stop"]
    match = table(options=CLEAR, red="sd1", green="cd6 ta3 cc3 td4")  # the near ones count, and they differ too
    match.play("d1-d3")
    assert match.legal() == ["+t", "+s", "stop"]
    match = table(options=CLEAR, red="sd1", green="cd6 ta3 cc3")  # c3 and d6 are both cylinders
    match.play("d1-d3")
    assert match.mover == 1


def test_por_5_a_piece_on_a_crowded_gate_must_move() -> None:
    match = table(red="se5 cl12", green="sd4 tf6")
    assert {text.partition("-")[0] for text in match.legal()} == {"e5"}
    assert refused(match, "l12-l11") == "POR-5.crowded"
    assert refused(match, "pass") == "POR-8.no-pass"
    match.play("e5-e4")
    assert match.mover == 1


def test_por_5_enemies_of_several_colours_crowd_a_gate_together_and_own_pieces_do_not() -> None:
    match = table(red="se5 cl12", green="sd4", blue="tf6")
    assert refused(match, "l12-l11") == "POR-5.crowded"
    match = table(red="se5 cl12 td6", green="sd4", blue="tf7")
    assert "l12-l11" in match.legal()


def test_por_5_only_a_piece_on_the_gate_is_bound() -> None:
    match = table(red="se4 cl12", green="sd4 tf6")
    assert "l12-l11" in match.legal()


def test_por_5_with_several_crowded_gates_one_is_chosen_and_the_rest_wait() -> None:
    match = table(red="se5 tk11 cl3", green="sd4 tf6 sj10 tl12", blue="ca1", yellow="cb1")
    assert {text.partition("-")[0] for text in match.legal()} == {"e5", "k11"}
    match.play("e5-e7", "a1-a3", "d4-d7", "b1-b3")
    assert {text.partition("-")[0] for text in match.legal()} == {"k11"}


def test_por_5_a_gate_may_crowd_and_empty_again_as_enemies_come_and_go() -> None:
    match = table(options={"players": 2}, red="se5 cl12", green="sd4 tf7 ca1")
    match.play("l12-l11", "f7-f6")
    assert refused(match, "l11-l12") == "POR-5.crowded"
    match = table("green", options={"players": 2}, red="se5 cl12", green="sd4 tf6")
    match.play("f6-f7")
    assert "l12-l11" in match.legal()


STUCK = "a2 c2 d2 f2 g2 i2 j2 l2 b1 b3 b4 b6 b7 b9 b10 b12"  # every square in line with b2 that is no gate


def filled(squares: str, *kinds: str) -> list[str]:
    """The squares taken by the pieces of so many colours, in order."""
    places, filled_by = squares.split(), []
    for each in kinds:
        filled_by.append(" ".join(kind + place for kind, place in zip(each, places, strict=False)))
        places = places[len(each) :]
    assert not places
    return filled_by


def test_por_5_if_none_of_them_can_move_any_piece_may() -> None:
    green, blue = filled(STUCK, "cttttssssss", "ctttt")
    match = table(red="sb2 cl12", green=green, blue=blue)
    assert refused(match, "b2-b3") == "POR-3.occupied"
    assert {text.partition("-")[0] for text in match.legal()} == {"l12"}
    match = table(red="sb2 cl12 th8", green=f"{green}", blue=f"{blue} sg7 sg9")  # another crowded gate that can be left
    assert {text.partition("-")[0] for text in match.legal()} == {"h8"}
    assert refused(match, "l12-l11") == "POR-5.crowded"


def test_por_6_who_brings_in_the_eighth_piece_wins() -> None:
    match = table(red="sd1 cl7 tl8 tl9 tl10 tl12 sj1 sj3 sj4 sj6", green="cd6 ta3")
    match.play("d1-d3")
    assert match.legal() == ["+s", "stop"]
    match.play("+s")
    assert match.outcome == Outcome(winners=(0,), draw=False, scores=None, reason="POR-6")
    assert match.legal() == []


ALL_IN = "cl7 tl8 tl9 tl10 tl12 sj1 sj3 sj4 sj6 sj7 sd1"


def test_por_7_a_partner_neither_lines_up_nor_crowds() -> None:
    match = table(options=TEAMS, red="sd1", blue="cd6 ta3")
    match.play("d1-d3")
    assert match.mover == 1
    match = table(options=TEAMS, red="sd1", yellow="cd6 ta3")
    match.play("d1-d3")
    assert match.legal() == ["+t", "+s", "stop"]
    match = table("green", options=TEAMS, green="se5 cl12", yellow="sd4 tf6", red="ta1")
    assert "l12-l11" in match.legal()
    match = table("green", options=TEAMS, green="se5 cl12", blue="sd4", red="tf6")
    assert refused(match, "l12-l11") == "POR-5.crowded"


def test_por_7_the_team_wins_when_both_have_brought_in_everything() -> None:
    match = table(options=TEAMS, red=ALL_IN.replace(" sj7", ""), green="cd6 ta3")
    match.play("d1-d3", "+s")
    assert match.outcome is None  # Blue is not ready
    match = table(
        "blue", options=TEAMS, red=ALL_IN, blue="sa12 ca11 tb12 tc12 td12 te12 sf12 sg12 sh12 si12", green="ca4 tg1"
    )
    match.play("a12-a1")
    assert match.legal() == ["+s", "stop"]
    match.play("+s")
    assert match.outcome == Outcome(winners=(0, 1), draw=False, scores=None, reason="POR-7")


def test_por_7_the_first_to_finish_still_moves_and_is_asked_for_no_entry() -> None:
    match = table(options=TEAMS, red=ALL_IN, green="cd6 ta3")
    assert refused(match, "pass") == "POR-8.no-pass"
    match.play("d1-d3")
    assert match.mover == 1
    assert match.outcome is None


def test_por_8_who_cannot_move_passes() -> None:
    lines = "a2 c2 d2 f2 g2 i2 j2 l2 a5 c5 d5 f5 g5 i5 j5 l5 b1 b3 b4 b6 b7 b9 b10 b12 e1 e3 e4 e6 e7 e9 e10 e12"
    blue, green, yellow = filled(lines, "cttttssssss", "cttttssssss", "cttttsssss")
    match = table(red="sb2 ce2 tb5", blue=blue, green=green, yellow=yellow)
    assert match.legal() == ["pass"]
    assert refused(match, "b2-b3") == "POR-3.occupied"
    match.play("pass")
    assert match.mover == 1
    assert refused(match, "pass") == "POR-8.no-pass"


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
    one, other = table(red="sa1 sb1 cc1"), table(red="cc1 sb1 sa1")
    assert one._key() == other._key() != b""
    assert one._key() != table(red="sa1 cb1 sc1")._key()
    assert one._key() != table(green="sa1 sb1 cc1")._key()
    assert one._key() != table("blue", red="sa1 sb1 cc1")._key()
    match = table(red="sd1", green="cd6 ta3")
    match.play("d1-d3")
    assert match._key() == b""  # in the middle of a turn


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
    return table(
        mover,
        yellow="tg8 sj3 cc5",
        green="sg2 cd3 tk8 sb11 ta1",
        blue="sa8 cj9 tl7",
        red="sh5 cc12 ta10 sl6",
    )


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
    square = NAMES.square("j8")
    match.position[0].mover = 3
    assert rules.is_lined_up(match.position[0], square, rules.WHOLE_LINE, rules.WHOLE_LINE)


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


# ---- the table


def marked(match: Match, kind: str) -> set[str]:
    """The squares that carry a mark."""
    scene = match.view(0).scene()
    names = {(spot.x, spot.y): spot.id for spot in scene.spots}
    return {names[mark.x, mark.y] for mark in scene.marks if mark.kind == kind}


def test_crowded_gates_are_marked_for_the_mover_before_the_move() -> None:
    match = illustration_15("green")
    assert marked(match, "threat") == {"k8", "b11"}
    match.play("k8-l8")
    assert marked(match, "threat") == set()  # it is Yellow's turn


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
        return any(
            one == other and one not in self.team(self.mover) and {kind, first, second} == set("cts")
            for one, first in across
            for other, second in along
        )

    def in_line(self, place: str, line: list[str]) -> Iterator[tuple[str, ...]]:
        for other in line:
            if other in self.board and (self.sight == "whole" or self.is_free_between(place, other)):
                yield self.board[other]

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
        match = table(
            options=variant.options,
            **{colour: " ".join(kind + square for kind, square in own) for colour, own in placed.items()},
        )
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
