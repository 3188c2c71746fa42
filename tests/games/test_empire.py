"""L'Empire, rule by rule, with every example of its rules page, and a second opinion."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from palissade import BadNotation, BadOption, BadPosition, Game, Match, Outcome, game
from palissade.boards.butehorn import NAMES
from palissade.contract import LIMIT
from palissade.games.empire import rules
from palissade.games.empire.army import KINGS_THRONE, THRONES
from palissade.games.empire.corners import COLOURS, CORNER
from palissade.kernel import random_source
from palissade.match import reason_in_words
from palissade.messages import LANGUAGES
from palissade.scene import Scene
from palissade.svg import draw
from palissade.text import board
from tests.games.guided import asked, threatened, told_of
from tests.games.positions import written_on_page
from tests.games.refusals import misread, refused

RED, BLUE, GREEN, YELLOW = range(4)
VARIANTS: list[dict[str, Any]] = [{}, {"players": 3}, {"players": 4}, {"players": 4, "teams": True}]
variants = pytest.mark.parametrize("options", VARIANTS, ids=str)
LETTERS = {"cylinder": "C", "triangle": "N", "square": "A"}  # commander, knight, archer

STARTED, INHERITED, OVER, *ILLUSTRATION_7 = written_on_page("empire")


def at(position: str, *, teams: bool = False) -> Match:
    """A match from this position, for as many players as it has colours."""
    players = sum(f"{colour}:" in position for colour in COLOURS)
    return game("empire", players=players, teams=teams).match(position=position)


def whose(match: Match) -> dict[str, tuple[int, str]]:
    """What stands where: the seat that the piece obeys, and its kind."""
    pieces = match.view(0).scene().pieces
    return {str(piece.spot): (COLOURS.index(piece.colour), LETTERS[piece.kind]) for piece in pieces}


def goals(match: Match, square: str) -> set[str]:
    """Where the piece on the square may go, captures with their x."""
    return {
        text.removeprefix(square).lstrip("-") for text in match.legal() if text.startswith((square + "-", square + "x"))
    }


def won(match: Match) -> tuple[tuple[int, ...], str]:
    """Who won, and by which rule."""
    outcome = match.outcome
    assert outcome is not None
    assert (outcome.draw, outcome.scores) == (False, None)
    assert match.legal() == []
    return outcome.winners, outcome.reason


# ---- The rules, one by one


@variants
def test_emp_1_each_has_one_commander_four_knights_and_six_archers(options: dict[str, Any]) -> None:
    empire = game("empire", **options)
    counts = Counter(whose(empire.match()).values())
    assert counts == {
        (seat, kind): n for seat in range(len(empire.seats)) for kind, n in (("C", 1), ("N", 4), ("A", 6))
    }
    assert [seat.colours for seat in empire.seats] == [(colour,) for colour in COLOURS[: len(empire.seats)]]


def test_emp_2_the_kings_throne_is_the_one_farthest_from_the_own_corner() -> None:
    assert {NAMES.name(square) for square in THRONES} == {"e5", "h5", "e8", "h8"}
    corners = {"NW": "a12", "NE": "l12", "SE": "l1", "SW": "a1"}
    for (corner, name), throne in zip(corners.items(), KINGS_THRONE, strict=True):
        column, row = place(name)
        away = {
            NAMES.name(t): abs(place(NAMES.name(t))[0] - column) + abs(place(NAMES.name(t))[1] - row) for t in THRONES
        }
        assert NAMES.name(throne) == max(away, key=lambda t: away[t]), corner
    assert [NAMES.name(throne) for throne in KINGS_THRONE] == ["h5", "e5", "e8", "h8"]


SET_UP = {
    "NW": "Cb11 Nb12 Na11 Nc11 Nb10 Aa12 Ac12 Aa10 Ac10 Ad12 Aa9",
    "NE": "Ck11 Nl11 Nk12 Nk10 Nj11 Al12 Al10 Aj12 Aj10 Al9 Ai12",
    "SE": "Ck2 Nk1 Nl2 Nj2 Nk3 Al1 Aj1 Al3 Aj3 Ai1 Al4",
    "SW": "Cb2 Na2 Nb1 Nb3 Nc2 Aa1 Aa3 Ac1 Ac3 Aa4 Ad1",
}


@pytest.mark.parametrize(
    ("options", "corners"),
    list(zip(VARIANTS, (["NW", "SE"], ["NW", "NE", "SE"], *[["NW", "NE", "SE", "SW"]] * 2), strict=True)),
    ids=str,
)
def test_emp_3_seats_are_clockwise_from_north_west_and_the_first_begins(
    options: dict[str, Any], corners: list[str]
) -> None:
    match = game("empire", **options).match()
    expected = {man[1:]: (seat, man[0]) for seat, corner in enumerate(corners) for man in SET_UP[corner].split()}
    assert whose(match) == expected
    order = []
    for _ in corners:
        order.append(match.mover)
        match.play(next(text for text in match.legal() if "-" in text))
    assert [*order, match.mover] == [*range(len(corners)), 0]


@variants
def test_emp_3_nobody_can_capture_in_the_starting_position(options: dict[str, Any]) -> None:
    match = game("empire", **options).match()
    armies = match.position_text().removesuffix("red")
    for colour in COLOURS[: len(match.game.seats)]:
        assert not any("x" in text for text in match.game.match(position=armies + colour).legal())


def test_emp_4_a_piece_goes_any_distance_along_its_row_or_column_and_jumps_anything() -> None:
    match = at("red:a1/e5/e6,g5 blue:l12/-/f5 red")
    column, row = {f"e{n}" for n in range(1, 13)}, {f"{c}5" for c in "abcdefghijkl"}
    assert goals(match, "e5") == (column | row) - {"e5", "e6", "f5", "g5"}
    match.play("e5-l5")
    assert whose(match)["l5"] == (RED, "N")


@pytest.mark.parametrize(
    ("action", "key"),
    [
        ("e5-f6", "EMP-4.not-straight"),
        ("e5-e5", "EMP-4.not-straight"),
        ("e5-e6", "EMP-4.own-piece"),
        ("e5xe6", "EMP-4.own-piece"),
        ("l12-l11", "EMP-4.not-yours"),
        ("d4-d5", "EMP-4.not-yours"),
        ("e5-h5", "EMP-4.not-empty"),
        ("e5xe8", "EMP-5.nothing-to-take"),
        ("e5xf5", "EMP-5.knight"),
        ("e5-f5", "EMP-5.knight"),
        ("e6xe9", "EMP-5.archer"),
        ("a1xa4", "EMP-5.commander"),
        ("pass", "EMP-9.no-pass"),
    ],
)
def test_emp_4_emp_5_what_is_refused_and_why(action: str, key: str) -> None:
    match = at("red:a1/e5/e6 blue:l12/-/f5,h5,e9,a4 red")
    assert refused(match, action) == key
    assert match.ply == 0


@pytest.mark.parametrize("text", ["e5", "e5-", "e5-m5", "e5-e13", "e5-e0", "e5xh5x", "E5-e6", "e5 - e6", "stop"])
def test_what_is_no_action_is_refused_with_the_notation(text: str) -> None:
    with pytest.raises(BadNotation, match="c11-c7"):
        at("red:a1/e5/- blue:l12/-/- red").play(text)


@pytest.mark.parametrize(("kind", "distances"), [("N", {3}), ("A", {4}), ("C", {2, 5})])
def test_emp_5_each_kind_takes_at_its_own_exact_distance_in_all_four_directions(kind: str, distances: set[int]) -> None:
    own = {"C": "red:f6/-/-", "N": "red:a12/f6/-", "A": "red:a12/-/f6"}[kind]
    for column, row in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        for distance in range(1, 7):
            c, r = 5 + column * distance, 5 + row * distance
            if 0 <= c < 12 and 0 <= r < 12:
                there = NAMES.name(r * 12 + c)
                found = goals(at(f"{own} blue:l12/-/{there} red"), "f6")
                assert (f"x{there}" in found) == (distance in distances)
                assert there not in found


def test_emp_5_what_stands_between_does_not_matter_and_the_piece_is_off_the_board() -> None:
    match = at("red:a1/-/e5,f5 blue:l12/i5/g5 red")
    match.play("e5xi5")
    assert whose(match) == {"a1": (RED, "C"), "i5": (RED, "A"), "f5": (RED, "A"), "l12": (BLUE, "C"), "g5": (BLUE, "A")}


def test_emp_5_capturing_is_never_compulsory() -> None:
    assert "e5-e6" in at("red:a1/-/e5 blue:l12/-/i5 red").legal()


def test_emp_6_two_players_need_all_four_thrones() -> None:
    match = at("red:a1/-/e5,h5,e1 blue:l12/-/a9 red")
    match.play("e1-e8")
    assert match.outcome is None
    match = at("red:a1/-/e5,h5,e8,h1 blue:l12/-/a9 red")
    match.play("h1-h8")
    assert won(match) == ((RED,), "EMP-6")


@pytest.mark.parametrize(
    "others",
    [
        "blue:l12/-/- green:l1/-/-",
        "blue:l12/-/- green:l1/-/- yellow:a2/-/-",
        "blue:l12/-/- green:-/-/-",
        "blue:-/-/- green:l12/-/- yellow:-/-/-",
    ],
)
def test_emp_6_three_thrones_are_enough_for_three_or_four_players_however_many_are_still_in(others: str) -> None:
    match = at(f"red:b1/-/e5,h5,e1 {others} red")
    match.play("e1-e8")
    assert won(match) == ((RED,), "EMP-6")


def test_emp_6_thrones_are_counted_after_the_own_action_only() -> None:
    match = at("red:b1/-/e5,h5,e8 blue:l12/-/j10 green:l1/-/- green")
    match.play("l1-l2")
    assert match.outcome is None
    match.play("b1-b2")
    assert won(match) == ((RED,), "EMP-6")


def test_emp_7_a_commander_on_his_own_kings_throne_wins_unless_the_next_opponent_takes_him() -> None:
    for safe, army in (
        (True, "blue:l12/l5/k5"),
        (False, "blue:l12/k5/-"),
        (False, "blue:l12/-/h9"),
        (False, "blue:c5/-/-"),
        (False, "blue:h3/-/-"),
    ):
        match = at(f"red:g5/-/a1 {army} red")
        match.play("g5-h5")
        assert (match.outcome is not None) == safe, army
        if safe:
            assert won(match) == ((RED,), "EMP-7")


def test_emp_7_another_throne_or_another_piece_does_not_win() -> None:
    match = at("red:e4/-/h4 blue:l12/-/- red")
    match.play("e4-e5", "l12-l11", "h4-h5")
    assert match.outcome is None


def test_emp_7_is_tested_at_the_end_of_each_of_the_owners_turns() -> None:
    match = at("red:g5/-/a1 blue:l12/k5/- red")
    match.play("g5-h5", "k5-k6")
    assert match.outcome is None  # Blue's turn has ended, not Red's
    match.play("a1-a2")
    assert won(match) == ((RED,), "EMP-7")


def test_emp_7_only_the_next_opponent_in_turn_counts() -> None:
    match = at("red:g5/-/- blue:l12/-/a1 green:l1/k5/- red")
    match.play("g5-h5")
    assert won(match) == ((RED,), "EMP-7")  # Green could take, but Blue is next
    match = at("red:g5/-/- blue:l12/k5/- green:l1/-/- red")
    match.play("g5-h5")
    assert match.outcome is None


def test_emp_7_next_skips_players_who_are_out() -> None:
    match = at("red:g5/-/- blue:-/-/- green:l1/k5/- yellow:a1/-/- red")
    match.play("g5-h5")
    assert match.outcome is None
    match = at("red:g5/-/- blue:-/-/- green:l1/-/- yellow:a1/k5/- red")
    match.play("g5-h5")
    assert won(match) == ((RED,), "EMP-7")


def test_emp_7_the_next_opponent_may_take_with_pieces_that_he_inherited() -> None:
    match = at("red:g5/-/- blue:l12/-/- green:xblue/k5/- yellow:a1/-/- red")
    match.play("g5-h5")
    assert match.outcome is None
    match.play("k5xh5")  # the knight is Green's by its colour, Blue's by its lord
    assert match.mover == YELLOW
    assert match.outcome is None


def test_emp_7_pieces_inherited_by_the_same_action_threaten_no_more() -> None:
    """Red takes the commander of the only one who could have taken his own."""
    match = at("red:h5/-/a4 blue:a8/k5/- green:l1/-/- red")
    match.play("a4xa8")
    assert won(match) == ((RED,), "EMP-7")


def test_emp_8_two_players_the_captor_wins() -> None:
    match = at("red:a1/e5/- blue:e8/-/l1,l2 red")
    match.play("e5xe8")
    assert won(match) == ((RED,), "EMP-8")


def test_emp_8_the_victim_is_out_and_his_pieces_are_the_captors() -> None:
    match = at("red:a1/e5/- blue:e8/l3/l2 green:k12/-/i12 red")
    match.play("e5xe8")
    assert match.outcome is None
    assert whose(match)["l2"] == (RED, "A")
    assert whose(match)["l3"] == (RED, "N")
    assert match.mover == GREEN  # Blue is skipped
    assert {text[:2] for text in match.legal()} == {"k1", "i1"}
    match.play("i12-i11")
    assert match.mover == RED
    assert {"l2-l1", "l3-k3", "a1-a2", "e8-e9"} <= set(match.legal())
    assert refused(match, "l2-l3") == "EMP-4.own-piece"
    match.play("l2-l5", "i11-i10")
    assert match.mover == RED


def test_emp_8_inherited_pieces_take_for_their_new_lord_and_are_taken_as_his() -> None:
    match = at("red:a1/e5/- blue:e8/-/l2 green:k12/l5/l6 red")
    match.play("e5xe8")
    assert "l5xl2" in match.legal()
    match.play("k12-k11", "l2xl6")
    assert whose(match)["l6"] == (RED, "A")
    assert match.position_text() == "red:a1/e8/- blue:xred/-/l6 green:k11/l5/xred green"


def test_emp_8_what_the_victim_had_inherited_is_inherited_too() -> None:
    match = at("red:e2/-/b1 blue:xred/-/l2 green:g8/e5/l3 yellow:k8/-/l4 green")
    match.play("e5xe2")
    assert [whose(match)[square][0] for square in ("b1", "l2", "l3", "l4")] == [GREEN, GREEN, GREEN, YELLOW]
    assert match.mover == YELLOW
    match.play("k8-k9")
    assert match.mover == GREEN
    assert {"b1-b3", "l2-l1", "l3-k3", "e2-e1"} <= set(match.legal())


def test_emp_8_the_captors_kings_throne_stays_his_own() -> None:
    match = at("red:d5/b8/- blue:e8/-/l2 green:k12/-/- red")
    match.play("b8xe8", "k12-k11", "d5-e5")  # Blue's king's throne, with Blue's pieces in hand
    assert match.outcome is None
    match.play("k11-k12", "e5-h5")
    assert won(match) == ((RED,), "EMP-7")


def test_emp_8_thrones_are_counted_with_what_that_very_action_inherits() -> None:
    match = at("red:a1/e5/l4 blue:l8/-/e8,h8 green:k12/-/- red")
    match.play("l4xl8")  # Red held one throne, Blue two
    assert won(match) == ((RED,), "EMP-6")


def test_emp_8_the_last_player_in_wins() -> None:
    match = at("red:a1/e5/- blue:e8/-/l2 green:-/-/- red")
    match.play("e5xe8")
    assert won(match) == ((RED,), "EMP-8")
    assert whose(match)["l2"] == (RED, "A")


def test_emp_8_comes_before_emp_6_and_emp_7_and_emp_6_before_emp_7() -> None:
    match = at("red:h5/b8/h8,e5 blue:e8/-/l2 green:-/-/- red")
    match.play("b8xe8")  # the last commander, four thrones, and the king's throne
    assert won(match) == ((RED,), "EMP-8")
    match = at("red:h5/b8/h8,e5 blue:e8/-/l2 red")
    match.play("b8xe8")
    assert won(match) == ((RED,), "EMP-8")
    match = at("red:g5/-/h8,e5 blue:l12/-/- green:l1/-/- red")
    match.play("g5-h5")  # three thrones, and the king's throne
    assert won(match) == ((RED,), "EMP-6")


def shut_in() -> Match:
    """Red has his commander alone, on a1. Where he could take, at two and five, stand pieces of his partner."""
    files, ranks = [f"{c}1" for c in "bcdefghijkl"], [f"a{r}" for r in range(2, 13)]
    friends = ["c1", "f1", "a3", "a6"]
    enemies = [square for square in files + ranks if square not in friends]
    green = f"green:k12/{','.join(enemies[6:9])}/{','.join(enemies[:6])}"
    yellow = f"yellow:l11/{','.join(enemies[15:])}/{','.join(enemies[9:15])}"
    return at(f"red:a1/-/- blue:k11/-/{','.join(friends)} {green} {yellow} red", teams=True)


def test_emp_9_who_has_no_legal_move_passes() -> None:
    match = shut_in()
    assert match.legal() == ["pass"]
    assert asked(match) == ("pass", "None of your pieces can move: pass.", "EMP-9")
    assert match.view(RED).about() == {}
    assert refused(match, "a1-b1") == "EMP-5.commander"
    assert refused(match, "a1-c1") == "EMP-10.partner"
    room = np.empty(rules.MOST_LEGAL, np.int32)
    assert match.game.single.random_action(match.position, random_source(1), room) == rules.PASS
    match.play("pass")
    assert (match.texts, match.mover, match.outcome) == (["pass"], BLUE, None)
    assert refused(match, "pass") == "EMP-9.no-pass"


def test_emp_10_seats_are_a_a_b_b_and_partners_do_not_capture_each_other() -> None:
    empire = game("empire", players=4, teams=True)
    assert [seat.team for seat in empire.seats] == [0, 0, 1, 1]
    for position in (
        "red:a1/-/e4 blue:a12/-/e8 green:l12/-/- yellow:l1/-/- red",
        "red:a1/-/e8 blue:a12/-/e4 green:l12/-/- yellow:l1/-/- blue",
        "red:a1/-/- blue:a12/-/- green:l12/-/e4 yellow:l1/-/e8 green",
        "red:a1/-/- blue:a12/-/- green:l12/-/e8 yellow:l1/-/e4 yellow",
    ):
        match = at(position, teams=True)
        assert refused(match, "e4xe8") == "EMP-10.partner"
        assert "e4xe8" not in match.legal()
    match = at("red:a1/-/e4 blue:a12/-/- green:l12/-/e8 yellow:l1/-/i4 red", teams=True)
    assert {"e4xe8", "e4xi4"} <= set(match.legal())


def test_emp_10_a_team_wins_with_all_four_thrones_between_them() -> None:
    match = at("red:a1/-/e5,h5 blue:a12/-/e8,h9 green:l12/-/- yellow:l1/-/- blue", teams=True)
    match.play("h9-h8")
    assert won(match) == ((RED, BLUE), "EMP-10")
    match = at("red:a1/-/e5,h5 blue:a12/-/e9 green:l12/-/- yellow:l1/-/- blue", teams=True)
    match.play("e9-e8")  # three are not enough
    assert match.outcome is None


def test_emp_10_a_team_wins_by_taking_one_enemy_commander() -> None:
    match = at("red:a1/-/- blue:a12/-/- green:e8/-/- yellow:l1/a9/- yellow", teams=True)
    match.play("a9xa12")
    assert won(match) == ((GREEN, YELLOW), "EMP-10")
    assert whose(match) == {"a1": (RED, "C"), "a12": (YELLOW, "N"), "e8": (GREEN, "C"), "l1": (YELLOW, "C")}


@pytest.mark.parametrize(
    ("position", "action", "winners"),
    [
        # Red's king's throne is h5, Blue's e5, Green's e8, Yellow's h8. One commander alone is not enough.
        ("red:g5/-/- blue:a12/-/- green:l12/-/- yellow:l1/-/- red", "g5-h5", None),
        # Both partners are there: after either's action Green is asked, and only he.
        ("red:g5/-/- blue:e5/-/- green:l12/-/- yellow:l1/-/- red", "g5-h5", (RED, BLUE)),
        ("red:h5/-/- blue:d5/-/- green:l12/-/- yellow:l1/-/- blue", "d5-e5", (RED, BLUE)),
        ("red:g5/-/- blue:e5/-/- green:l12/-/- yellow:l1/k5/- red", "g5-h5", (RED, BLUE)),
        ("red:h5/-/- blue:d5/-/- green:l12/-/- yellow:l1/k5/- blue", "d5-e5", (RED, BLUE)),
        ("red:g5/-/- blue:e5/-/- green:l12/k5/- yellow:l1/-/- red", "g5-h5", None),
        ("red:g5/-/- blue:e5/-/- green:l12/e2/- yellow:l1/-/- red", "g5-h5", None),
        ("red:h5/-/- blue:d5/-/- green:l12/-/a5 yellow:l1/-/- blue", "d5-e5", None),
        # After Green and Yellow it is Red.
        ("red:a1/-/- blue:a12/k8/- green:e8/-/- yellow:h9/-/- yellow", "h9-h8", (GREEN, YELLOW)),
        ("red:a1/-/- blue:a12/k8/- green:e9/-/- yellow:h8/-/- green", "e9-e8", (GREEN, YELLOW)),
        ("red:a1/k8/- blue:a12/-/- green:e9/-/- yellow:h8/-/- green", "e9-e8", None),
        ("red:a1/-/e4 blue:a12/-/- green:e8/-/- yellow:h9/-/- yellow", "h9-h8", None),
        # The action may be any: here a knight that threatened nobody moves elsewhere.
        ("red:h5/a1/- blue:e5/-/- green:l12/-/- yellow:l1/-/- red", "a1-a2", (RED, BLUE)),
    ],
)
def test_emp_10_a_team_wins_with_both_commanders_safe_on_their_kings_thrones(
    position: str, action: str, winners: tuple[int, ...] | None
) -> None:
    match = at(position, teams=True)
    match.play(action)
    if winners is None:
        assert match.outcome is None
    else:
        assert won(match) == (winners, "EMP-10")


def test_teams_need_four_players() -> None:
    with pytest.raises(BadOption, match="teams=true needs players=4"):
        game("empire", players=3, teams=True)


def test_com_1_the_third_occurrence_of_a_position_is_a_draw() -> None:
    match = game("empire").match()
    dance = ["d12-d8", "i1-i5", "d8-d12", "i5-i1"]
    match.play(*dance, *dance[:3])
    assert match.outcome is None
    match.play(dance[3])
    assert match.outcome == Outcome((), True, None, "COM-1")


def test_com_1_looks_at_kinds_and_owners_not_at_colours() -> None:
    key = at("red:a1/-/c3,d4 blue:l12/-/- green:k1/-/- red")._key()
    assert key == at("red:a1/-/d4,c3 blue:l12/-/- green:k1/-/- red")._key()
    assert (
        at("red:a1/-/c3 blue:xred/-/d4 green:k1/-/- red")._key()
        == at("red:a1/-/c3,d4 blue:-/-/- green:k1/-/- red")._key()
    )
    assert key != at("red:a1/-/c3 blue:l12/-/d4 green:k1/-/- red")._key()
    assert key != at("red:a1/d4/c3 blue:l12/-/- green:k1/-/- red")._key()
    assert key != at("red:a1/-/c3,d4 blue:l12/-/- green:k1/-/- blue")._key()


# ---- The examples of the rules page (the numbers of example 1 are in tests/perft)


def test_example_1_the_knight_on_c11_has_18_of_the_194_moves() -> None:
    match = game("empire").match()
    assert len(match.legal()) == 194
    assert len(goals(match, "c11")) == 18


def test_example_2a_four_thrones_win_although_three_pieces_could_retake() -> None:
    match = at(ILLUSTRATION_7[0])
    match.play("i8xe8")
    assert won(match) == ((BLUE,), "EMP-6")
    empire, there = match.game, match.position
    retaking = {
        square
        for square, (owner, _) in whose(match).items()
        if owner == RED and empire.refusal(there, empire.action(there, f"{square}xe8")) is None
    }
    assert retaking == {"b8", "e11", "e12"}


def test_example_2b_the_commander_can_be_taken_on_his_kings_throne_and_that_wins_for_blue() -> None:
    match = at(ILLUSTRATION_7[1])
    match.play("f5xh5")
    assert match.outcome is None
    match.play("k5xh5")
    assert won(match) == ((BLUE,), "EMP-8")


def test_example_2c_without_the_knight_the_commander_wins_at_once() -> None:
    match = at(ILLUSTRATION_7[2])
    match.play("f5xh5")
    assert won(match) == ((RED,), "EMP-7")


# ---- The position in writing


def test_what_the_page_explains() -> None:
    assert game("empire").match().position_text() == STARTED
    match = at("red:a1/e5/- blue:e8/l3/l2 green:k12/-/i12 red")
    match.play("e5xe8")
    assert match.position_text() == INHERITED
    match = at("red:a1/e5/- blue:e8/-/l1,l2 red")
    match.play("e5xe8")
    assert match.position_text() == OVER
    assert at(OVER).outcome == match.outcome


def test_a_colour_obeys_the_captor_of_its_captor() -> None:
    match = at("red:xblue/a1/- blue:xgreen/b2/- green:k12/-/i12 yellow:l1/-/- green")
    assert [whose(match)[square] for square in ("a1", "b2", "i12")] == [(GREEN, "N"), (GREEN, "N"), (GREEN, "A")]
    assert {text.partition("-")[0] for text in match.legal()} == {"a1", "b2", "i12", "k12"}


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("red:a1/e5 blue:l12/-/- red", "position.kinds"),
        ("red:a1,a2/-/- blue:l12/-/- red", "position.too-many"),
        ("red:a1/b1,b2,b3,b4,b5/- blue:l12/-/- red", "position.too-many"),
        ("red:a0/-/- blue:l12/-/- red", "position.square"),
        ("red:a1/xgreen/- blue:l12/-/- red", "position.square"),  # nobody of two
        ("red:a1/e5/- blue:l12/-/e5 red", "position.twice"),
        ("red:a1/xred/- blue:l12/-/- red", "position.captor"),
        ("red:a1/-/- blue:-/-/- red over:EMP-8", "position.commander"),
        ("red:xblue/-/- blue:xred/-/- red over:EMP-8", "position.out"),
        ("red:a1/-/- blue:xred/-/- blue over:EMP-8", "position.out"),
        ("red:a1/-/- blue:l12/-/- green", "position.expected"),
        ("red:a1/-/- blue:l12/-/-", "position.missing"),
        ("red:a1/-/- blue:xred/-/- red", "position.over"),
        ("red:a1/-/- blue:l12/-/e5,h5,e8,h8 red", "position.over"),
        ("red:a1/-/- blue:l12/-/e5,h5,e8,h8 red over:EMP-7", "position.over"),
        ("red:a1/-/- blue:e8/-/- red", "position.over"),
        ("red:a1/-/- blue:l12/-/- red over:EMP-6", "position.more"),
        # of three or four
        ("red:a1/-/- blue:-/e5/- green:l12/-/- red", "position.commander"),
        ("red:xblue/-/- blue:-/-/- green:l12/-/- green", "position.lord"),
        ("red:xblue/-/- blue:xred/-/- green:l12/-/- green", "position.lord"),
        ("red:a1/-/- blue:xred/-/- green:l12/-/- blue", "position.out"),
        ("red:xgreen/-/- blue:xgreen/-/- green:l12/-/- green", "position.over"),
    ],
)
def test_what_cannot_be_is_refused(text: str, key: str) -> None:
    assert misread(game("empire", players=sum(f"{colour}:" in text for colour in COLOURS)), text) == key


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("red:a1/xblue/- blue:a12/-/- green:l12/-/- yellow:l1/-/- red", "position.captor"),  # his partner
        ("red:a1/-/- blue:a12/-/- green:l12/-/- yellow:-/-/- red", "position.commander"),
        ("red:a1/-/- blue:xgreen/-/- green:l12/-/- yellow:xred/-/- red", "position.one-commander"),
        ("red:a1/-/- blue:a12/-/- green:l12/-/- yellow:xred/-/- red over:EMP-10", "position.one-commander"),
        ("red:a1/-/- blue:a12/-/- green:l12/-/- yellow:xred/-/- blue over:EMP-8", "position.over"),
    ],
)
def test_what_cannot_be_in_teams_is_refused(text: str, key: str) -> None:
    assert misread(game("empire", players=4, teams=True), text) == key


# ---- A second opinion: the page once more, with dictionaries of squares

Place = tuple[int, int]  # column and row from 0
REACH = {"C": (2, 5), "N": (3,), "A": (4,)}


def place(name: str) -> Place:
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def name_of(square: Place) -> str:
    return f"{chr(ord('a') + square[0])}{square[1] + 1}"


@dataclass
class Plain:
    """A game by a plain reading of the page."""

    players: int
    teams: bool
    men: dict[Place, tuple[int, str]]  # owner and kind
    mover: int = 0
    outcome: Outcome | None = None
    plies: int = 0
    seen: Counter[Any] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.see()

    def see(self) -> int:
        position = (frozenset(self.men.items()), self.mover)
        self.seen[position] += 1
        return self.seen[position]

    def kings_throne(self, seat: int) -> Place:
        corner = ("NW", "SE")[seat] if self.players == 2 else ("NW", "NE", "SE", "SW")[seat]
        return place({"NW": "h5", "NE": "e5", "SE": "e8", "SW": "h8"}[corner])

    def side(self, seat: int) -> set[int]:
        return ({0, 1} if seat < 2 else {2, 3}) if self.teams else {seat}

    def still_in(self) -> list[int]:
        return sorted(owner for owner, kind in self.men.values() if kind == "C")

    def following(self, seat: int) -> int:
        others = [other for other in self.still_in() if other != seat]
        return min(others, key=lambda other: (other - seat) % self.players) if others else seat

    def captures(self, seat: int) -> Iterator[tuple[Place, Place]]:
        for (column, row), (owner, kind) in self.men.items():
            for distance in REACH[kind] if owner == seat else ():
                for goal in (
                    (column + distance, row),
                    (column - distance, row),
                    (column, row + distance),
                    (column, row - distance),
                ):
                    if goal in self.men and self.men[goal][0] not in self.side(seat):
                        yield (column, row), goal

    def legal(self) -> set[str]:
        if self.outcome:
            return set()
        found = {f"{name_of(square)}x{name_of(goal)}" for square, goal in self.captures(self.mover)}
        for (column, row), (owner, _) in self.men.items():
            if owner == self.mover:
                line = [(c, row) for c in range(12)] + [(column, r) for r in range(12)]
                found |= {f"{name_of((column, row))}-{name_of(goal)}" for goal in line if goal not in self.men}
        return found or {"pass"}

    def play(self, text: str) -> None:
        seat, taken = self.mover, None
        if text != "pass":
            square, goal = (place(name) for name in text.replace("x", "-").split("-"))
            taken = self.men.pop(goal, None)
            self.men[goal] = self.men.pop(square)
        commander_of = taken[0] if taken and taken[1] == "C" else None
        if commander_of is not None and self.players > 2 and not self.teams:
            self.men = {s: (seat if owner == commander_of else owner, kind) for s, (owner, kind) in self.men.items()}
        self.plies += 1
        self.mover = self.following(seat)
        reason = self.reason(seat, commander_of)
        repeated = self.see() >= 3
        if reason:
            self.outcome = Outcome(tuple(sorted(self.side(seat))), False, None, reason)
        elif repeated:
            self.outcome = Outcome((), True, None, "COM-1")
        elif self.plies >= LIMIT:
            self.outcome = Outcome((), True, None, "COM-2")

    def reason(self, seat: int, commander_of: int | None) -> str:
        """Why the action has won, if it has."""
        thrones = [place(name) for name in ("e5", "h5", "e8", "h8")]
        held = sum(throne in self.men and self.men[throne][0] in self.side(seat) for throne in thrones)
        asked = (2 if seat < 2 else 0) if self.teams else self.following(seat)
        in_danger = {goal for _, goal in self.captures(asked)}
        safe = all(
            self.men.get(self.kings_throne(one)) == (one, "C") and self.kings_throne(one) not in in_danger
            for one in self.side(seat)
        )
        if self.teams:
            return "EMP-10" if commander_of is not None or held == 4 or safe else ""
        if commander_of is not None and self.still_in() == [seat]:
            return "EMP-8"
        if held >= (4 if self.players == 2 else 3):
            return "EMP-6"
        return "EMP-7" if safe else ""


def plain(match: Match) -> Plain:
    """The second opinion on a match from where it stands."""
    assert match.mover is not None
    men = {place(square): man for square, man in whose(match).items()}
    return Plain(len(match.game.seats), bool(match.game.options["teams"]), men, match.mover)


@variants
@pytest.mark.parametrize("seed", range(3))
def test_random_games_agree_with_a_plain_reading_of_the_page(options: dict[str, Any], seed: int) -> None:
    """Legal actions, owners, movers and the outcome, with repetitions and the limit."""
    match, rng, room = game("empire", **options).match(), random_source(seed), np.empty(rules.MOST_LEGAL, np.int32)
    opinion = plain(match)
    while True:
        assert set(match.legal()) == opinion.legal(), match.record()
        assert match.outcome == opinion.outcome, match.record()
        if match.outcome:
            break
        assert match.mover == opinion.mover
        action = match.game.text(match.position, match.game.single.random_action(match.position, rng, room))
        match.play(action)
        opinion.play(action)
        assert {name_of(square): man for square, man in opinion.men.items()} == whose(match)


def sharp_position(chance: random.Random, options: dict[str, Any]) -> Match:
    """A sharp position in which the game goes on."""
    while True:
        try:
            return game("empire", **options).match(position=sharp_text(chance, options))
        except BadPosition as refusal:
            assert refusal.message.key == "position.over"  # noqa: PT017  (whoever acted last has won there)


def sharp_text(chance: random.Random, options: dict[str, Any]) -> str:
    """Few pieces about the thrones, commanders near their goals, perhaps somebody out and inherited from."""
    players, teams = options.get("players", 2), options.get("teams", False)
    out = [] if teams else chance.sample(range(players), min(players - 2, chance.randrange(players)))
    still_in = [seat for seat in range(players) if seat not in out]
    free, armies = set(range(144)), []
    commanders: list[int] = []
    for seat in range(players):
        kinds = "NANA" if seat in out else "C" + "NNAANA"[: chance.randrange(7)]
        men: dict[str, list[str]] = {
            "C": [f"x{COLOURS[chance.choice(still_in)]}"] if seat in out else [],
            "N": [],
            "A": [],
        }
        greed = chance.choice((0.1, 0.5, 0.9))
        for kind in kinds:
            kings = int(KINGS_THRONE[CORNER[players - 2, seat]])
            aimed = [square for square in free if commanders and takes(kind, square, chance.choice(commanders))]
            if kind == "C" and kings in free and chance.random() < 0.5:
                square = kings
            elif (thrones := sorted(free.intersection(THRONES.tolist()))) and chance.random() < greed:
                square = chance.choice(thrones)
            else:
                square = chance.choice(aimed if aimed and chance.random() < 0.5 else sorted(free))
            free.remove(square)
            commanders += [square] if kind == "C" else []
            men[kind].append(NAMES.name(square))
        armies.append(f"{COLOURS[seat]}:" + "/".join(",".join(squares) or "-" for squares in men.values()))
    return " ".join([*armies, COLOURS[chance.choice(still_in)]])


def takes(kind: str, square: int, goal: int) -> bool:
    columns, rows = abs(square % 12 - goal % 12), abs(square // 12 - goal // 12)
    return min(columns, rows) == 0 and max(columns, rows) in REACH[kind]


@variants
def test_every_ending_agrees_with_a_plain_reading_of_the_page(options: dict[str, Any]) -> None:
    """Every action of sharp positions, so that all reasons come up, alone and together."""
    chance, reasons = random.Random(7), Counter[str]()
    for _ in range(40):
        match = sharp_position(chance, options)
        actions = match.legal()
        assert set(actions) == plain(match).legal()
        for action in actions:
            opinion = plain(match)
            opinion.play(action)
            match.play(action)
            assert match.outcome == opinion.outcome, (whose(match), action)
            assert whose(match) == {name_of(square): man for square, man in opinion.men.items()}
            assert match.game.read(match.position_text()).tobytes() == match.position.tobytes()
            assert match.mover == (None if opinion.outcome else opinion.mover)
            reasons[match.outcome.reason if match.outcome else ""] += 1
            match.undo()
    expected = ["EMP-10"] if options.get("teams") else ["EMP-6", "EMP-7", "EMP-8"]
    assert sorted(reasons) == sorted(["", *expected])
    assert min(reasons.values()) > 10, reasons


# ---- Symmetry: outcomes turn with the board


@variants
def test_outcomes_turn_with_the_board(options: dict[str, Any]) -> None:
    chance = random.Random(11)
    for _ in range(25):
        match = sharp_position(chance, options)
        single = match.game.single
        for symmetry in range(1, single.symmetries(match.position)):
            for action in match.actions():
                after, turned = match.position.copy(), match.position.copy()
                single.apply(after, action)
                single.turn_position(after, symmetry)
                single.turn_position(turned, symmetry)
                single.apply(turned, single.turn_action(match.position, action, symmetry))
                assert turned.tobytes() == after.tobytes()


# ---- Words


def test_every_reason_is_told_in_both_languages() -> None:
    empire = game("empire")
    for number in (6, 7, 8, 10):
        outcome = Outcome((0,), False, None, f"EMP-{number}")
        assert len({reason_in_words(empire, outcome).say(language) for language in LANGUAGES}) == 2


# ---- The table


def marked(scene: Scene, kind: str) -> set[str]:
    names = {(spot.x, spot.y): spot.id for spot in scene.spots}
    return {names[mark.x, mark.y] for mark in scene.marks if mark.kind == kind}


@variants
def test_every_seat_has_its_corner_at_the_bottom(options: dict[str, Any]) -> None:
    match = game("empire", **options).match()
    for seat, colour in enumerate(COLOURS[: len(match.game.seats)]):
        scene = match.view(seat).scene()
        assert all(piece.y > scene.height / 2 for piece in scene.pieces if piece.colour == colour)


def test_the_mover_sees_his_kings_throne() -> None:
    match = at("red:a1/-/a9 blue:l12/-/a5 green:k1/d1/- blue")
    assert marked(match.view(0).scene(), "goal") == {"e5"}
    match.play("a5-b5", "k1-k2")
    assert marked(match.view(0).scene(), "goal") == {"h5"}


def test_at_the_end_the_thrones_that_won_are_marked() -> None:
    match = at("red:a1/-/e5,h5,e1 blue:l12/-/- green:k1/-/- red")
    match.play("e1-e8")
    assert marked(match.view(0).scene(), "goal") == {"e5", "h5", "e8"}
    match = at("red:g5/-/- blue:l12/-/- red")
    match.play("g5-h5")
    assert marked(match.view(0).scene(), "goal") == {"h5"}
    match = at("red:g5/-/- blue:e5/-/- green:l12/-/- yellow:l1/-/- red", teams=True)
    match.play("g5-h5")
    assert marked(match.view(0).scene(), "goal") == {"e5", "h5"}
    match = at("red:a1/e5/- blue:e8/-/- red")
    match.play("e5xe8")
    assert marked(match.view(0).scene(), "goal") == set()


def test_pieces_that_change_hands_change_their_colour_and_keep_their_ids() -> None:
    match = at("red:a1/e5/- blue:e8/-/l2 green:k12/-/- red")
    before = {piece.spot: piece for piece in match.view(0).scene().pieces}
    match.play("e5xe8")
    after = {piece.spot: piece for piece in match.view(0).scene().pieces}
    assert (before["l2"].colour, after["l2"].colour) == ("blue", "red")
    assert before["l2"].id == after["l2"].id


def test_trays_tell_thrones_pieces_captures_and_who_is_out() -> None:
    match = at("red:a1/e5/- blue:e8/-/l2,h8 green:k12/-/i9,h1 red")
    match.play("e5xe8", "h1-h2")
    red, blue, green = match.view(0).scene().trays
    piles = {
        holding.kind: [(pile.kind, pile.colour, pile.count, pile.full) for pile in holding.piles]
        for holding in red.holdings
    }
    assert piles == {
        "thrones": [("throne", "red", 2, 3)],
        "stock": [("triangle", "red", 1, 0), ("square", "red", 2, 0)],
        "captured": [("cylinder", "blue", 1, 0)],
    }
    assert [tray.is_out for tray in (red, blue, green)] == [False, True, False]
    assert [tray.is_mover for tray in (red, blue, green)] == [True, False, False]
    told = board(match.view(0).scene())
    assert "r● Red  thrones 2/3  left r▲ 1 r■ 2  captured b● 1  to move" in told
    assert "b● Blue  out" in told
    assert 'opacity="0.55"' in draw(match.view(0).scene())
    assert 'opacity="0.55"' not in draw(game("empire", players=3).match().view(0).scene())


def test_picks_are_a_piece_and_its_goal_or_pass() -> None:
    match = game("empire").match()
    scene: Any = match.game.scene
    assert scene.picks(match.position[0], match.game.action(match.position, "c11-c7")) == ("c11", "c7")
    assert scene.picks(match.position[0], rules.PASS) == ("pass",)


def test_the_game_has_all_its_option_sets() -> None:
    found: list[Game] = list(game("empire").variants())
    assert [dict(variant.chosen) for variant in found] == VARIANTS


# ---- What the table says


@pytest.mark.parametrize(
    ("position", "teams", "said"),
    [
        (
            "red:a1/-/- blue:a3/-/- red",
            False,
            ("win-commander", "You can win: take the blue commander on a3 from a1.", "EMP-8"),
        ),
        (
            "red:a5/-/- blue:l12/-/- red",
            False,
            (
                "win-king",
                "You can win: your commander can go to h5, his king's throne, and cannot be taken there.",
                "EMP-7",
            ),
        ),
        (
            "red:h5/-/a1 blue:l12/-/- red",
            False,
            (
                "stay-king",
                "Your commander is safe on h5, his king's throne: move another piece, and you win.",
                "EMP-7",
            ),
        ),
        (
            "red:a1/-/e5,h5,e1 blue:l12/-/- green:k1/-/- red",
            False,
            ("win-thrones", "You can win: go from e1 to e8, the last throne you need.", "EMP-6"),
        ),
        (
            "red:a1/-/a9 blue:l12/-/- green:k4/d1/- red",
            False,
            ("danger", "Your commander on a1 is in danger: the green knight on d1 can take him.", "EMP-8"),
        ),
        (
            "red:a2/-/a9 blue:l12/-/- green:b4/l9/- yellow:k1/-/- red",
            True,
            (
                "partner",
                "Your partner's commander on l12 is in danger: the green knight on l9 can take him, "
                "and you would both lose.",
                "EMP-10",
            ),
        ),
        (
            "red:a1/-/- blue:a3/-/- green:l12/-/- red",
            False,
            ("danger", "Your commander on a1 is in danger: the blue commander on a3 can take him.", "EMP-8"),
        ),
        (
            "red:a1/-/l8 blue:l12/-/- green:j4/-/- red",
            False,
            (
                "take-commander",
                "You can take the blue commander on l12 from l8: his whole army becomes yours.",
                "EMP-8",
            ),
        ),
        (
            "red:a1/-/- blue:l8/-/- red",
            False,
            (
                "stop-king",
                "The blue commander is about to win on e8, his king's throne: guard it, or stand there yourself.",
                "EMP-7",
            ),
        ),
        (
            "red:a1/-/- blue:l12/e5,h5,e8,h1/- red",
            False,
            (
                "stop-thrones",
                "Blue needs only one more throne and can reach h8: take one back, or stand there yourself.",
                "EMP-6",
            ),
        ),
        (
            "red:a1/c4/e8 blue:l12/-/c7 red",
            False,
            (
                "take",
                "You could take the blue archer on c7 from c4; see first what could take back. Thrones held: 1 of 4.",
                "EMP-5",
            ),
        ),
        (
            "red:b2/e5/- blue:l12/-/- green:k1/-/- yellow:j10/h8/- yellow",
            True,
            ("move", "Move one piece along its row or column, over anything. Thrones held: 1 of 4.", "EMP-4"),
        ),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_the_mover_is_told_what_is_most_pressing(position: str, teams: bool, said: tuple[str, str, str]) -> None:
    assert asked(at(position, teams=teams)) == said


def test_a_piece_that_is_picked_tells_its_distance_and_what_it_can_take() -> None:
    match = at("red:a1/c4/e8 blue:l12/-/c7,e12 red")
    assert told_of(match, "c4") == (
        "The knight on c4 takes three squares away, now on c7; otherwise it goes any distance."
    )
    assert told_of(match, "e8") == (
        "The archer on e8 takes four squares away, now on e12; otherwise it goes any distance."
    )
    assert told_of(match, "a1") == (
        "The commander on a1 goes any distance along its row or column, and takes two or five squares away only."
    )


def test_what_threatens_is_told_with_the_square_concerned() -> None:
    match = at("red:a1/-/a9 blue:l12/-/a5 green:k1/d1/- blue")
    assert threatened(match) == [
        (BLUE, "Blue could take the red commander on a1 from a5.", ("a1",)),
        (GREEN, "Green could take the red commander on a1 from d1.", ("a1",)),
        (BLUE, "Blue could take the red archer on a9 from a5.", ("a9",)),
        (RED, "Red could take the blue archer on a5 from a9.", ("a5",)),
    ]
    match.play("a5-b5", "k1-k2")
    assert threatened(match) == [(GREEN, "Green could take the red commander on a1 from d1.", ("a1",))]
    match = at("red:a1/-/- blue:l8/e5,h5,h1/e8 red")
    assert threatened(match) == [
        (BLUE, "Blue could win by going to h8, the last throne needed.", ("h8",)),
    ]
    match = at("red:a1/-/- blue:a3/e12/- blue")
    assert threatened(match)[0] == (BLUE, "Blue could win by taking the red commander on a1 from a3.", ("a1",))
    match = at("red:a5/-/- blue:l12/-/- blue")
    assert threatened(match, BLUE) == [(RED, "Red could win with the commander on h5, the king's throne.", ("h5",))]
