"""Barrier, rule by rule, with every example of its rules page."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from palissade import BadNotation, IllegalAction, Match, Outcome, Record, game
from palissade.contract import LIMIT
from palissade.errors import BadDeal, BadRecord
from palissade.games.barrier import knowledge, rules
from palissade.games.barrier.board import CLEAR, FIRST_PLACE, TILE_NAMES, YELLOW
from palissade.games.barrier.notation import SQUARES
from palissade.kernel import random_source
from palissade.match import reason_in_words
from palissade.messages import LANGUAGES
from palissade.search.perft import perft
from tests.games.guided import asked, threatened, told_of
from tests.games.positions import written_on_page
from tests.games.refusals import misread, refused
from tests.random_games import random_action, walk

GAME = game("barrier")
RANDOM = game("barrier", laying="random")
SHARP = game("barrier", sharp=True)
variants = pytest.mark.parametrize("variant", [*GAME.variants()], ids=str)

# A whole barrier as the players might lay it. Every arrow of row 4 leads to row 5 or along the row.
TILES = {
    **{"a4": "N+E", "c4": "NE+SE", "e4": "E+S", "g4": "SE+SW", "b5": "S+W", "d5": "SW+NW", "f5": "W+N", "h5": "NW+NE"},
    **{"b4": "N+E", "d4": "NE+SE", "f4": "W+N", "h4": "E+S", "a5": "SE+SW", "c5": "S+W", "e5": "SW+NW", "g5": "NW+NE"},
}


def laid_with(**exchanged: str) -> str:
    """The barrier as a position writes it, these tiles each in exchange with the one of its side that lay there."""
    tiles = dict(TILES)
    for square, tile in exchanged.items():
        (other,) = (name for name in tiles if owner(name) == owner(square) and tiles[name] == tile)
        tiles[square], tiles[other] = tiles[other], tiles[square]
    return f"tiles:{'/'.join(','.join(tiles[column + row] for column in 'abcdefgh') for row in '45')}"


def owner(square: str) -> int:
    """Who lays there."""
    return rules.owner_of(SQUARES.square(square) - FIRST_PLACE)


LAID = laid_with()


def moves(match: Match, square: str) -> set[str]:
    """What the piece on the square may do."""
    return {text for text in match.legal() if text.startswith(square)}


def ending(match: Match) -> tuple[tuple[int, ...], str] | None:
    """Who won and by which rule; None while the game goes on."""
    return (match.outcome.winners, match.outcome.reason) if match.outcome else None


def standing(match: Match) -> set[str]:
    """Where pieces stand, crowned ones with a *."""
    return {square for seat in (YELLOW, CLEAR) for square in standing_of(match, seat)}


def standing_of(match: Match, seat: int) -> set[str]:
    """Where the pieces of one side stand."""
    return set(match.position_text().split()[seat].partition(":")[2].split(",")) - {"-"}


def laid(match: Match) -> None:
    """Lay the whole barrier above, by turns."""
    mine = [[f"{tile}@{name}" for name, tile in TILES.items() if owner(name) == s] for s in (0, 1)]
    for yellow, clear in zip(*mine, strict=True):
        match.play(clear, yellow)


# ---- the rules


def test_bar_1_twelve_men_each_on_the_even_squares_of_three_rows() -> None:
    rows = {YELLOW: (1, 2, 3), CLEAR: (6, 7, 8)}
    for seat in (YELLOW, CLEAR):
        expected = {
            f"{'abcdefgh'[column - 1]}{row}" for row in rows[seat] for column in range(1, 9) if (column + row) % 2 == 0
        }
        assert standing_of(GAME.match(), seat) == expected  # none of them crowned
        assert len(expected) == 12


def test_bar_2_the_eight_tiles_are_all_right_angles() -> None:
    assert TILE_NAMES == ("N+E", "NE+SE", "E+S", "SE+SW", "S+W", "SW+NW", "W+N", "NW+NE")
    assert Counter("+".join(TILE_NAMES).split("+")) == dict.fromkeys(COMPASS, 2)
    assert refused(GAME.match(), "N+S@a4") == "BAR-2.no-such-tile"


@pytest.mark.parametrize("tile", TILE_NAMES)
def test_bar_2_n_is_toward_row_8_for_everybody(tile: str) -> None:
    there = {"N": "d5", "NE": "e5", "E": "e4", "SE": "e3", "S": "d3", "SW": "c3", "W": "c4", "NW": "c5"}
    expected = {f"d4-{there[direction]}" for direction in tile.split("+")}
    assert moves(GAME.match(position=f"yellow:d4 clear:a8 {laid_with(d4=tile)} quiet:0 yellow move"), "d4") == expected
    assert moves(GAME.match(position=f"yellow:a1 clear:d4 {laid_with(d4=tile)} quiet:0 clear move"), "d4") == expected


def test_bar_3_clear_lays_first_then_alternately_and_yellow_moves_first() -> None:
    match = GAME.match()
    laid(match)
    assert match.movers == [CLEAR, YELLOW] * 8
    assert match.mover == YELLOW
    assert len(match.legal()) == 19
    assert match.position_text().split()[2:] == [LAID, "quiet:0", "yellow", "move"]


def test_bar_3_clear_lays_on_the_odd_squares_and_yellow_on_the_even_ones() -> None:
    match = GAME.match()
    assert {text[-2:] for text in match.legal()} == {"a4", "c4", "e4", "g4", "b5", "d5", "f5", "h5"}
    assert refused(match, "N+E@b4") == "BAR-3.not-your-place"
    match.play("N+E@a4")
    assert {text[-2:] for text in match.legal()} == {"b4", "d4", "f4", "h4", "a5", "c5", "e5", "g5"}
    assert refused(match, "N+E@a4") == "BAR-3.not-your-place"
    assert refused(match, "N+E@a3") == "BAR-3.off-barrier"


def test_bar_3_a_tile_is_laid_once_and_nothing_is_laid_on_it() -> None:
    match = GAME.match()
    match.play("N+E@a4", "N+E@b4")
    assert refused(match, "N+E@c4") == "BAR-3.tile-gone"
    assert refused(match, "E+S@a4") == "BAR-3.place-taken"


def test_bar_3_all_tiles_lie_before_a_piece_moves() -> None:
    match = GAME.match()
    for action in ("a3-a4", "a3xa5", "stop"):
        assert refused(match, action) == "BAR-3.tiles-first"
    laid(match)
    assert refused(match, "N+E@a4") == "BAR-3.all-laid"


def test_bar_4_off_the_barrier_a_man_steps_forward_straight_or_diagonally() -> None:
    match = GAME.match(position=f"yellow:d2,d6 clear:a8 {LAID} quiet:0 yellow move")
    assert moves(match, "d2") == {"d2-c3", "d2-d3", "d2-e3"}
    assert moves(match, "d6") == {"d6-c7", "d6-d7", "d6-e7"}
    match = GAME.match(position=f"yellow:a1 clear:d7 {LAID} quiet:0 clear move")
    assert moves(match, "d7") == {"d7-c6", "d7-d6", "d7-e6"}
    match = GAME.match(position=f"yellow:d2,h2 clear:a8 {LAID} quiet:0 yellow move")
    assert refused(match, "d2-d1") == "BAR-4.not-forward"
    assert refused(match, "d2-e2") == "BAR-4.not-forward"
    assert refused(match, "d2-d4") == "BAR-4.one-square"
    assert refused(match, "d2-d2") == "BAR-4.one-square"
    assert refused(match, "e2-e3") == refused(match, "a8-a7") == "BAR-4.not-yours"


def test_bar_4_a_step_off_the_board_is_refused_as_an_action_without_text() -> None:
    match = GAME.match(position=f"yellow:h4,h2 clear:a8 {LAID} quiet:0 yellow move")
    for square, direction in (("h4", 2), ("h2", 1)):
        for first in (rules.FIRST_STEP, rules.FIRST_JUMP):
            with pytest.raises(IllegalAction, match="off the board"):
                match.play(first + SQUARES.square(square) * 8 + direction)
    match = GAME.match(position=f"yellow:g2 clear:h3 {LAID} quiet:0 yellow move")
    with pytest.raises(IllegalAction, match="off the board"):
        match.play(rules.FIRST_JUMP + SQUARES.square("g2") * 8 + 1)


def test_bar_4_a_step_ends_on_an_empty_square() -> None:
    match = GAME.match(position=f"yellow:d2,d3 clear:e3 {LAID} quiet:0 yellow move")
    assert refused(match, "d2-d3") == refused(match, "d2-e3") == "BAR-4.occupied"


def test_bar_4_on_a_tile_a_piece_follows_its_arrows_only() -> None:
    match = GAME.match(position=f"yellow:b4 clear:a8 {laid_with(b4='S+W')} quiet:0 yellow move")
    assert moves(match, "b4") == {"b4-b3", "b4-a4"}
    assert refused(match, "b4-b5") == "BAR-4.no-arrow"


def test_bar_5_a_piece_jumps_where_it_could_step_onto_the_empty_square_behind() -> None:
    match = GAME.match(position=f"yellow:d2 clear:d3,e3,a8 {LAID} quiet:0 yellow move")
    assert moves(match, "d2") == {"d2-c3", "d2xd4", "d2xf4"}
    match.play("d2xf4")
    assert standing(match) == {"f4", "d3", "a8"}
    blocked = GAME.match(position=f"yellow:d2,d4 clear:d3,e2,e3,f4,d1* {LAID} quiet:0 yellow move")
    assert refused(blocked, "d2xd4") == refused(blocked, "d2xf4") == "BAR-5.no-landing"
    assert refused(blocked, "d2xf2") == "BAR-4.not-forward"
    assert refused(blocked, "d2xb4") == "BAR-5.no-enemy"
    assert refused(blocked, "d2xe4") == refused(blocked, "d2xd3") == refused(blocked, "d2xd5") == "BAR-5.over-one"
    match = GAME.match(position=f"yellow:d2,d3 clear:a8 {LAID} quiet:0 yellow move")
    assert refused(match, "d2xd4") == "BAR-5.no-enemy"
    assert refused(match, "b2xb4") == "BAR-4.not-yours"


def test_bar_5_on_a_tile_a_piece_jumps_by_its_arrows_only() -> None:
    match = GAME.match(position=f"yellow:b4 clear:b5,c5,b3 {laid_with(b4='N+E')} quiet:0 yellow move")
    assert moves(match, "b4") == {"b4xb6", "b4-c4"}
    assert refused(match, "b4xd6") == "BAR-4.no-arrow"


def test_bar_5_a_jump_may_go_on_each_obeying_the_square_now_stood_on() -> None:
    match = GAME.match(position=f"yellow:d2,a1 clear:e3,f5,g5,h8 {laid_with(f4='W+N')} quiet:0 yellow move")
    match.play("d2xf4")
    assert match.mover == YELLOW
    assert match.legal() == ["f4xf6", "stop"]
    assert refused(match, "f4xh6") == "BAR-4.no-arrow"
    assert refused(match, "f4-e4") == refused(match, "a1-a2") == "BAR-5.goes-on-jumping"
    assert refused(match, "a1xa3") == "BAR-5.goes-on-jumping"
    assert refused(match, "pass") == "BAR-7.no-pass"
    match.play("f4xf6")
    assert match.mover == CLEAR  # nothing more to jump: the turn ends by itself
    assert standing(match) == {"f6", "g5", "h8", "a1"}


def test_bar_5_stop_ends_a_chain_of_jumps_and_nothing_else() -> None:
    match = GAME.match(position=f"yellow:d2,a1 clear:e3,f5,h8 {laid_with(f4='W+N')} quiet:0 yellow move")
    assert refused(match, "stop") == "BAR-5.no-stop"
    match.play("d2xf4", "stop")
    assert match.mover == CLEAR
    assert standing(match) == {"f4", "f5", "h8", "a1"}
    assert refused(match, "stop") == "BAR-5.no-stop"


def test_bar_5_capturing_is_never_compulsory() -> None:
    match = GAME.match(position=f"yellow:d2,a1 clear:e3,h8 {LAID} quiet:0 yellow move")
    match.play("a1-a2")
    assert match.mover == CLEAR


@pytest.mark.parametrize(("seat", "square", "goal"), [(YELLOW, "d7", "d8"), (CLEAR, "d2", "d1")])
def test_bar_6_a_man_that_reaches_the_far_row_is_crowned(seat: int, square: str, goal: str) -> None:
    pieces = f"yellow:{square} clear:h7" if seat == YELLOW else f"yellow:h2 clear:{square}"
    match = GAME.match(position=f"{pieces} {LAID} quiet:0 {('yellow', 'clear')[seat]} move")
    match.play(f"{square}-{goal}")
    assert f"{goal}*" in standing(match)


def test_bar_6_crowning_ends_the_turn_even_in_a_chain() -> None:
    match = GAME.match(position=f"yellow:b4,a1 clear:b5,c7,e7,h8 {laid_with(b4='N+E')} quiet:0 yellow move")
    match.play("b4xb6", "b6xd8")
    assert standing(match) == {"d8*", "a1", "e7", "h8"}
    assert match.mover == CLEAR  # d8xf6 would be a jump for a crowned piece


def test_bar_6_a_crowned_piece_may_pass_through_the_far_row_in_a_chain() -> None:
    match = GAME.match(position=f"yellow:b6*,a1 clear:c7,e7,h8 {LAID} quiet:0 yellow move")
    match.play("b6xd8")
    assert match.legal() == ["d8xf6", "stop"]
    match.play("d8xf6")
    assert standing(match) == {"f6*", "a1", "h8"}


def test_bar_6_a_crowned_piece_goes_all_eight_ways_but_on_a_tile_by_its_arrows() -> None:
    around = {f"d2-{goal}" for goal in ("c1", "d1", "e1", "c2", "e2", "c3", "d3", "e3")}
    match = GAME.match(position=f"yellow:d2*,b4* clear:a8 {laid_with(b4='S+W')} quiet:0 yellow move")
    assert moves(match, "d2") == around
    assert moves(match, "b4") == {"b4-b3", "b4-a4"}
    match = GAME.match(position=f"yellow:d2* clear:d1*,c2,a8 {LAID} quiet:0 yellow move")
    assert moves(match, "d2") >= {"d2xb2", "d2-e1"}


def test_bar_6_any_piece_may_take_a_crowned_one() -> None:
    match = GAME.match(position=f"yellow:d2 clear:e3*,a8 {LAID} quiet:0 yellow move")
    match.play("d2xf4")
    assert standing(match) == {"f4", "a8"}


@pytest.mark.parametrize("seat", [YELLOW, CLEAR])
def test_bar_7_who_has_no_pieces_left_loses(seat: int) -> None:
    pieces, mover = ("yellow:d2,a1 clear:e3", "yellow") if seat == YELLOW else ("yellow:e6 clear:d7,a8", "clear")
    match = GAME.match(position=f"{pieces} {LAID} quiet:0 {mover} move")
    match.play("d2xf4" if seat == YELLOW else "d7xf5")
    assert ending(match) == ((seat,), "BAR-7")
    assert match.outcome is not None
    assert reason_in_words(GAME, match.outcome).say() == "One side has no pieces left."


def test_bar_7_who_can_do_nothing_passes() -> None:
    match = GAME.match(position=f"yellow:h4 clear:h3,h2,a8 {laid_with(h4='E+S')} quiet:0 yellow move")
    assert match.legal() == ["pass"]
    match.play("pass")
    assert match.mover == CLEAR
    assert refused(match, "pass") == "BAR-7.no-pass"
    assert refused(GAME.match(), "pass") == "BAR-7.no-pass"


def test_bar_7_when_neither_side_can_act_the_game_is_drawn_at_once() -> None:
    tiles = laid_with(h4="NE+SE", a5="SW+NW")  # both point off the board
    match = GAME.match(position=f"yellow:h3 clear:a5 {tiles} quiet:0 yellow move")
    match.play("h3-h4")
    assert ending(match) == ((), "BAR-7")
    assert match.outcome is not None
    assert match.outcome.draw
    match = GAME.match(position=f"yellow:h3 clear:a5,c8 {tiles} quiet:0 yellow move")
    match.play("h3-h4", "c8-c7", "pass")
    assert match.outcome is None  # one side alone is stuck


def test_bar_7_200_actions_without_a_capture_or_a_crowning_are_a_draw() -> None:
    match = GAME.match(position=f"yellow:a1* clear:h8,h6 {LAID} quiet:198 yellow move")
    match.play("a1-a2")
    assert match.outcome is None
    match.play("h6-h5")
    assert ending(match) == ((), "BAR-7")
    assert match.outcome is not None
    assert match.outcome.draw
    assert "200 actions" in reason_in_words(GAME, match.outcome).say()


@pytest.mark.parametrize(("action", "clear"), [("b7-b8", "h8"), ("b7xd7", "c7,h8")])
def test_bar_7_a_crowning_or_a_capture_starts_the_count_again(action: str, clear: str) -> None:
    yellow = "b7*" if "x" in action else "b7"
    match = GAME.match(position=f"yellow:{yellow} clear:{clear} {LAID} quiet:199 yellow move")
    match.play(action)
    assert match.outcome is None
    assert "quiet:0" in match.position_text().split()


def test_bar_7_stops_and_passes_count_and_a_win_comes_first() -> None:
    match = GAME.match(position=f"yellow:d2,a1 clear:e3,f5,h8 {laid_with(f4='W+N')} quiet:0 yellow move")
    match.play("d2xf4")
    assert "quiet:0" in match.position_text().split()
    match.play("stop")
    assert "quiet:1" in match.position_text().split()
    match = GAME.match(position=f"yellow:h4 clear:h3,h2,a8 {laid_with(h4='E+S')} quiet:199 yellow move")
    match.play("pass")
    assert ending(match) == ((), "BAR-7")
    match = GAME.match(position=f"yellow:d2,a1 clear:e3 {LAID} quiet:199 yellow move")
    match.play("d2xf4")
    assert ending(match) == ((YELLOW,), "BAR-7")


def test_bar_8_a_piece_on_a_tile_without_a_way_out_can_only_be_taken() -> None:
    match = GAME.match(position=f"yellow:h4,a1 clear:h3*,a8 {laid_with(h4='NE+SE')} quiet:0 yellow move")
    assert match.legal() == ["a1-a2", "a1-b2"]
    match.play("a1-a2", "h3xh5")
    assert standing(match) == {"a2", "h5*", "a8"}


def test_bar_9_who_can_jump_must_with_any_piece_that_can() -> None:
    match = SHARP.match(position=f"yellow:d2,a1,f2 clear:e3,h8 {LAID} quiet:0 yellow move")
    assert set(match.legal()) == {"d2xf4", "f2xd4"}
    assert refused(match, "a1-a2") == refused(match, "d2-d3") == "BAR-9.must-take"
    assert refused(match, "a1-a3") == "BAR-4.one-square"  # what is no step at all has its own reason
    assert refused(match, "a1-b1") == "BAR-4.not-forward"
    match = SHARP.match(position=f"yellow:a1 clear:e3,h8 {LAID} quiet:0 yellow move")
    assert match.legal() == ["a1-a2", "a1-b2"]


def test_bar_9_the_piece_that_has_jumped_goes_on_as_long_as_it_can() -> None:
    match = SHARP.match(position=f"yellow:d2,a1 clear:e3,f5,h8 {laid_with(f4='W+N')} quiet:0 yellow move")
    match.play("d2xf4")
    assert match.legal() == ["f4xf6"]
    for action in ("stop", "f4-e4", "a1-a2", "a1xa3"):
        assert refused(match, action) == "BAR-9.must-go-on"
    match.play("f4xf6")
    assert match.mover == CLEAR
    assert refused(match, "stop") == "BAR-5.no-stop"


def test_bar_9_crowning_still_ends_the_turn() -> None:
    match = SHARP.match(position=f"yellow:b4,a1 clear:b5,c7,e7,h8 {laid_with(b4='N+E')} quiet:0 yellow move")
    match.play("b4xb6", "b6xd8")
    assert match.mover == CLEAR


@pytest.mark.parametrize("seat", [YELLOW, CLEAR])
def test_bar_9_three_crowned_pieces_win_at_once(seat: int) -> None:
    pieces = "yellow:b7,c8*,e8* clear:h3" if seat == YELLOW else "yellow:h6 clear:b2,c1*,e1*"
    for variant, ended in ((SHARP, ((seat,), "BAR-9")), (GAME, None)):
        match = variant.match(position=f"{pieces} {LAID} quiet:0 {('yellow', 'clear')[seat]} move")
        match.play("b7-b8" if seat == YELLOW else "b2-b1")
        assert ending(match) == ended
    match = SHARP.match(position=f"yellow:b7,c8* clear:h3 {LAID} quiet:0 yellow move")
    match.play("b7-b8")
    assert match.outcome is None  # two are not enough


def test_bar_9_who_takes_the_last_piece_wins_by_bar_7() -> None:
    match = SHARP.match(position=f"yellow:d2,a1 clear:e3 {LAID} quiet:0 yellow move")
    match.play("d2xf4")
    assert ending(match) == ((YELLOW,), "BAR-7")


def test_com_1_the_third_occurrence_of_a_position_is_a_draw() -> None:
    match = GAME.match(position=f"yellow:a1* clear:h8* {LAID} quiet:0 yellow move")
    dance = ["a1-a2", "h8-h7", "a2-a1", "h7-h8"]
    match.play(*dance, *dance[:3])
    assert match.outcome is None
    match.play(dance[3])
    assert ending(match) == ((), "COM-1")
    match.undo()
    assert match.outcome is None


def test_com_1_pieces_of_one_kind_are_alike_and_crowns_and_tiles_count() -> None:
    key = GAME.match(position=f"yellow:a1,c1 clear:h8 {LAID} quiet:0 yellow move")._key()
    assert key == GAME.match(position=f"yellow:c1,a1 clear:h8 {LAID} quiet:7 yellow move")._key() != b""
    for other in (
        f"yellow:a1*,c1 clear:h8 {LAID} quiet:0 yellow move",
        f"yellow:a1,c1 clear:h8 {LAID} quiet:0 clear move",
        f"yellow:a1,c1 clear:h8 {laid_with(b4='W+N')} quiet:0 yellow move",
    ):
        assert key != GAME.match(position=other)._key()
    chain = GAME.match(position=f"yellow:d2,a1 clear:e3,f5,h8 {laid_with(f4='W+N')} quiet:0 yellow move")
    chain.play("d2xf4")
    assert chain._key() == b""


def test_com_2_layings_count() -> None:
    match = GAME.match()
    laid(match)
    assert match.ply == 16
    assert "quiet:0" in match.position_text().split()


# ---- the option laying=random


def test_random_laying_gives_each_side_its_tiles_on_its_squares_and_yellow_begins() -> None:
    for seed in range(40):
        match = RANDOM.match(seed=seed)
        assert sorted(match.deal) == sorted(TILES)
        for seat in (YELLOW, CLEAR):
            own = [tile for name, tile in match.deal.items() if owner(name) == seat]
            assert sorted(own) == sorted(TILE_NAMES)
        assert match.mover == YELLOW
        assert len(match.legal()) == 19
        assert all(crosses(match.deal, seat) for seat in (YELLOW, CLEAR))
    assert RANDOM.match(seed=1).deal == RANDOM.match(seed=1).deal != RANDOM.match(seed=2).deal


def test_random_laying_is_dealt_again_until_both_can_cross() -> None:
    """Of barriers shuffled anyhow, exactly those pass that a plain search finds a way through for both."""
    chance, found = np.random.default_rng(5), Counter[bool]()
    for _ in range(2_000):
        deal = shuffled(chance)
        expected = crosses(deal, YELLOW) and crosses(deal, CLEAR)
        found[expected] += 1
        if expected:
            RANDOM.setup(deal)
        else:
            with pytest.raises(BadDeal, match="no man could cross"):
                RANDOM.setup(deal)
    assert found[False] > 5


def test_a_record_tells_the_deal_and_only_with_random_laying() -> None:
    assert GAME.match(seed=3).record().deal is None
    record = RANDOM.match(seed=3).record()
    assert Match.from_record(record).position.tobytes() == RANDOM.match(seed=3).position.tobytes()
    for broken in (
        Record(**{**fields(record), "deal": None}),
        Record(**{**fields(record), "options": {}}),
    ):
        with pytest.raises(BadRecord):
            Match.from_record(broken)


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (None, "deal.malformed"),
        ([], "deal.malformed"),
        ({"a3": "N+E"}, "deal.square-unknown"),
        ({"a4": None}, "deal.square-missing"),
        ({"a4": "N+S"}, "deal.tile-unknown"),
        ({"a4": 3}, "deal.tile-unknown"),
        ({"a4": []}, "deal.tile-unknown"),
        ({"a4": "NE+SE"}, "deal.tile-twice"),
    ],
    ids=str,
)
def test_a_deal_that_is_wrong_is_refused_in_both_languages(change: Any, key: str) -> None:
    deal = {**TILES, **change} if isinstance(change, dict) else change
    if change == {"a4": None}:
        del deal["a4"]
    with pytest.raises(BadDeal) as refusal:
        RANDOM.match(deal=deal) if deal is not None else RANDOM.setup(deal)
    assert refusal.value.message.key == key
    assert len({refusal.value.say(language) for language in LANGUAGES}) == len(LANGUAGES)


def test_a_deal_is_refused_where_the_players_lay() -> None:
    with pytest.raises(BadDeal, match="the players lay the tiles themselves"):
        GAME.match(deal=TILES)


# ---- writing


@pytest.mark.parametrize(
    "text", ["a3", "a3-a9", "i3-i4", "a3b4", "E+S", "e+s@h4", "E+S@i4", "a3-b4x", "Stop", "a3 - b4"]
)
def test_what_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        GAME.match().play(text)


# ---- positions in writing


def test_the_page_writes_the_start_and_a_chain_of_jumps() -> None:
    start, chain, *_ = written_on_page("barrier")
    assert GAME.match().position_text() == start
    match = GAME.match(position=chain)
    assert match.legal() == ["f4xf6", "stop"]
    match.play("f4xf6")
    assert match.position_text() == f"yellow:-,f6 clear:-,-,a8,b1* {LAID} quiet:0 clear move"


def test_men_keep_their_numbers_in_drawings() -> None:
    match = GAME.match(position=f"yellow:-,f4 clear:-,f5,a8,b1* {LAID} quiet:0 yellow move")
    discs = {piece.spot: piece.id for piece in match.view().scene().pieces if piece.kind == "disc"}
    assert discs == {"f4": "yellow:2", "f5": "clear:2", "a8": "clear:3", "b1": "clear:4"}


@pytest.mark.parametrize(
    ("text", "winners"),
    [
        (f"yellow:a1 clear:- {LAID} quiet:0 yellow move over:BAR-7", (YELLOW,)),
        (f"yellow:- clear:a8* {LAID} quiet:0 clear move over:BAR-7", (CLEAR,)),
        (f"yellow:a1 clear:a8 {LAID} quiet:200 yellow move over:BAR-7", ()),
        (f"yellow:h4 clear:a5 {laid_with(h4='NE+SE', a5='SW+NW')} quiet:1 clear move over:BAR-7", ()),
    ],
)
def test_a_position_that_is_over_says_so(text: str, winners: tuple[int, ...]) -> None:
    match = GAME.match(position=text)
    assert ending(match) == (winners, "BAR-7")
    assert match.position_text() == text
    assert misread(GAME, text.removesuffix(" over:BAR-7")) == "position.over"


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (f"yellow:a8*,b8*,c8* clear:a1* {LAID} quiet:0 yellow move", "position.over"),
        (f"yellow:a8*,b8*,c8* clear:a1* {LAID} quiet:0 yellow move over:BAR-7", "position.over"),
        (f"yellow:a8*,b8*,c8* clear:a1*,b1*,c1* {LAID} quiet:0 yellow move over:BAR-9", "position.crowns"),
        (f"yellow:b4,a8*,b8*,c8* clear:b5,a7 {LAID} quiet:0 yellow jump:b4", "position.crowns"),
    ],
)
def test_with_sharp_play_three_crowned_pieces_are_the_end(text: str, key: str) -> None:
    assert misread(SHARP, text) == key
    over = f"yellow:a8*,b8*,c8* clear:a1* {LAID} quiet:0 yellow move over:BAR-9"
    match = SHARP.match(position=over)
    assert ending(match) == ((YELLOW,), "BAR-9")
    assert match.position_text() == over
    assert misread(GAME, over) == "position.more"


HOME = "yellow:a1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3 clear:b6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8"
BARE = "tiles:-,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-"


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (f"clear:a8 yellow:a1 {LAID} quiet:0 yellow move", "position.expected"),
        (
            f"yellow:{','.join(f'{column}{row}' for row in (1, 2) for column in 'abcdefg')} clear:a8",
            "position.too-many",
        ),
        (f"yellow:i1 clear:a8 {LAID} quiet:0 yellow move", "position.square"),
        (f"yellow:a1,- clear:a8 {LAID} quiet:0 yellow move", "position.square"),
        (f"yellow:a1** clear:a8 {LAID} quiet:0 yellow move", "position.square"),
        (f"yellow:a1 clear:a8,a1* {LAID} quiet:0 yellow move", "position.twice"),
        (f"yellow:a8 clear:b8 {LAID} quiet:0 yellow move", "position.far-row"),
        (f"yellow:a2 clear:a1 {LAID} quiet:0 yellow move", "position.far-row"),
        (f"yellow:a1 clear:a8 {LAID},N+E quiet:0 yellow move", "position.rows"),
        (f"yellow:a1 clear:a8 {LAID.partition('/')[0]} quiet:0 yellow move", "position.rows"),
        (f"yellow:a1 clear:a8 {LAID.replace('N+E', 'N+S', 1)} quiet:0 yellow move", "position.tile"),
        (f"yellow:a1 clear:a8 {LAID.replace('N+E', 'E+S', 1)} quiet:0 yellow move", "position.tile-twice"),
        (f"yellow:a1 clear:a8 {LAID} quiet:201 yellow move", "position.number"),
        (f"yellow:a1 clear:a8 {LAID} quiet:0 red move", "position.expected"),
        (f"yellow:a1 clear:a8 {LAID} quiet:0 yellow jump", "position.expected"),
        (f"yellow:a1 clear:a8 {LAID} quiet:0 yellow lay", "position.stage"),
        (f"{HOME} {BARE} quiet:0 clear move", "position.stage"),
        (f"{HOME} {BARE} quiet:1 clear lay", "position.quiet"),
        (f"yellow:b4 clear:b5,a8 {LAID} quiet:1 yellow jump:b4", "position.quiet"),
        (f"{HOME.replace('a1', 'b1')} {BARE} quiet:0 clear lay", "position.home"),
        (f"{HOME.replace('a1,c1', 'c1,a1')} {BARE} quiet:0 clear lay", "position.home"),
        (f"{HOME.replace('a1', 'a1*')} {BARE} quiet:0 clear lay", "position.home"),
        (f"{HOME} {BARE} quiet:0 yellow lay", "position.turn"),
        (f"{HOME} {BARE.replace('-', 'N+E', 1)} quiet:0 clear lay", "position.turn"),
        (f"yellow:b4 clear:c4,a8 {LAID} quiet:0 yellow jump:b5", "position.jump"),
        (f"yellow:b4 clear:a8 {LAID} quiet:0 yellow jump:b4", "position.jump"),
        (f"yellow:b4 clear:b5,a8 {LAID} quiet:0 clear jump:b4", "position.jump"),
        (f"yellow:- clear:- {LAID} quiet:0 clear move", "position.nobody"),
        (f"yellow:a1 clear:a8 {LAID} quiet:0 yellow move over:BAR-7", "position.more"),
    ],
)
def test_a_position_that_cannot_be_is_refused(text: str, key: str) -> None:
    assert misread(GAME, text) == key


def test_with_random_laying_no_tile_is_missing() -> None:
    assert misread(RANDOM, f"{HOME} {BARE} quiet:0 clear lay") == "position.dealt"
    assert RANDOM.match(position=f"{HOME} {LAID} quiet:0 yellow move").mover == YELLOW


# ---- the examples of the rules page


def test_example_1_64_layings_then_19_moves_on_any_barrier() -> None:
    assert len(GAME.match().legal()) == 64
    for seed in range(20):
        match, rng = GAME.match(), random_source(seed)
        while match.ply < 16:
            match.play(random_action(match, rng))
        legal = match.legal()
        assert len(legal) == 19
        assert Counter(text[1] for text in legal) == {"3": 11, "2": 4, "1": 4}


def test_example_2_the_tile_e_s_on_h4() -> None:
    _, _, yellow, clear, *_ = written_on_page("barrier")
    assert moves(GAME.match(position=yellow), "h4") == {"h4-h3"}
    assert moves(GAME.match(position=clear), "h4") == {"h4-h3"}


def test_example_3_the_tile_e_s_on_h4_with_a_clear_man_on_h3() -> None:
    *_, both, _, _ = written_on_page("barrier")
    assert moves(GAME.match(position=both), "h4") == {"h4xh2"}


def test_example_4_sharp_play() -> None:
    *_, taking, crowning = written_on_page("barrier")
    assert SHARP.match(position=taking).legal() == ["d2xf4"]
    assert len(GAME.match(position=taking).legal()) == 5
    match = SHARP.match(position=crowning)
    match.play("b7-b8")
    assert ending(match) == ((YELLOW,), "BAR-9")


# ---- a second opinion: the rules once more, with dicts and sets

COMPASS = {
    "N": (0, 1),
    "NE": (1, 1),
    "E": (1, 0),
    "SE": (1, -1),
    "S": (0, -1),
    "SW": (-1, -1),
    "W": (-1, 0),
    "NW": (-1, 1),
}
Place = tuple[int, int]


def at(name: str) -> Place:
    return "abcdefgh".index(name[0]) + 1, int(name[1])


def name_of(place: Place) -> str:
    return f"{'abcdefgh'[place[0] - 1]}{place[1]}"


def is_inside(place: Place) -> bool:
    return 1 <= place[0] <= 8 and 1 <= place[1] <= 8


def further(place: Place, direction: str, steps: int = 1) -> Place:
    columns, rows = COMPASS[direction]
    return place[0] + steps * columns, place[1] + steps * rows


def headings(tiles: dict[str, str], place: Place, seat: int, crowned: bool = False) -> list[str]:
    if name_of(place) in tiles:
        return tiles[name_of(place)].split("+")
    if crowned:
        return list(COMPASS)
    return ["N", "NE", "NW"] if seat == YELLOW else ["S", "SE", "SW"]


def crosses(tiles: dict[str, str], seat: int) -> bool:
    """Whether a lone man gets over the barrier."""
    before, behind = (3, 6) if seat == YELLOW else (6, 3)
    found = {(column, before) for column in range(1, 9)}
    waiting = list(found)
    while waiting:
        place = waiting.pop()
        for direction in headings(tiles, place, seat):
            there = further(place, direction)
            if is_inside(there) and there not in found:
                found.add(there)
                waiting.append(there)
    return any(row == behind for _, row in found)


def shuffled(chance: np.random.Generator) -> dict[str, str]:
    halves = [list(chance.permutation(TILE_NAMES)) for _ in range(2)]
    return {name: str(halves[owner(name)].pop()) for name in sorted(TILES)}


def fields(record: Record) -> dict[str, Any]:
    return {name: getattr(record, name) for name in record.__struct_fields__}


class Oracle:
    """A whole game as a careful person would keep it on paper."""

    def __init__(self, tiles: dict[str, str] | None, is_sharp: bool) -> None:
        self.is_sharp = is_sharp
        even = [(column, row) for row in range(1, 9) for column in range(1, 9) if (column + row) % 2 == 0]
        self.men = {place: YELLOW if place[1] <= 3 else CLEAR for place in even if place[1] not in (4, 5)}
        self.crowns: set[Place] = set()
        self.tiles = dict(tiles or {})
        self.hands = [set() if tiles else set(TILE_NAMES) for _ in range(2)]
        self.mover = YELLOW if tiles else CLEAR
        self.chain: Place | None = None
        self.quiet = self.plies = 0
        self.seen: Counter[Any] = Counter()
        self.ended: Outcome | None = None
        self.look()

    def look(self) -> int:
        key = (frozenset(self.men.items()), frozenset(self.crowns), frozenset(self.tiles.items()), self.mover)
        self.seen[key] += 1
        return self.seen[key]

    def jumps(self, place: Place) -> dict[str, Place]:
        """The jumps of a piece, each with the one it takes."""
        found = {}
        seat = self.men[place]
        for direction in headings(self.tiles, place, seat, place in self.crowns):
            over, goal = further(place, direction), further(place, direction, 2)
            if self.men.get(over) == 1 - seat and is_inside(goal) and goal not in self.men:
                found[f"{name_of(place)}x{name_of(goal)}"] = over
        return found

    def steps(self, place: Place) -> set[str]:
        goals = [further(place, d) for d in headings(self.tiles, place, self.men[place], place in self.crowns)]
        return {f"{name_of(place)}-{name_of(goal)}" for goal in goals if is_inside(goal) and goal not in self.men}

    def choices(self, seat: int) -> set[str]:
        own = [place for place, owner in self.men.items() if owner == seat]
        return {text for place in own for text in (*self.steps(place), *self.jumps(place))}

    def legal(self) -> set[str]:
        if len(self.tiles) < 16:
            rest = 0 if self.mover == YELLOW else 1
            places = [
                (c, r) for c in range(1, 9) for r in (4, 5) if (c + r) % 2 == rest and name_of((c, r)) not in self.tiles
            ]
            return {f"{tile}@{name_of(place)}" for tile in self.hands[self.mover] for place in places}
        if self.chain:
            return {*self.jumps(self.chain)} | (set() if self.is_sharp else {"stop"})
        choices = self.choices(self.mover)
        jumps = {text for text in choices if self.is_sharp and "x" in text}
        return jumps or choices or {"pass"}

    def play(self, text: str) -> None:
        self.plies += 1
        if "@" in text:
            tile, _, name = text.partition("@")
            self.tiles[name] = tile
            self.hands[self.mover].remove(tile)
            self.mover = YELLOW if len(self.tiles) == 16 else 1 - self.mover
        elif self.move(text):
            self.chain = None
            self.mover = 1 - self.mover
        self.ended = self.outcome()

    def move(self, text: str) -> bool:
        """Play in the moving phase; whether the turn ends."""
        self.quiet += 1
        if text in ("stop", "pass"):
            return True
        place, goal = at(text[:2]), at(text[3:])
        if "x" in text:
            taken = self.jumps(place)[text]
            del self.men[taken]
            self.crowns.discard(taken)
            self.quiet = 0
        self.men[goal] = self.men.pop(place)
        if place in self.crowns:
            self.crowns.remove(place)
            self.crowns.add(goal)
        elif goal[1] == (8 if self.mover == YELLOW else 1):
            self.crowns.add(goal)
            self.quiet = 0
            return True
        self.chain = goal
        return "x" not in text or not self.jumps(goal)

    def outcome(self) -> Outcome | None:
        times = 0 if self.chain else self.look()
        sides = set(self.men.values())
        if len(sides) == 1:
            return Outcome(tuple(sides), False, None, "BAR-7")
        crowns = Counter(self.men[place] for place in self.crowns)
        for seat in sides:
            if self.is_sharp and crowns[seat] == 3:
                return Outcome((seat,), False, None, "BAR-9")
        if len(self.tiles) == 16 and not self.chain:
            if self.quiet >= 200 or not (self.choices(YELLOW) or self.choices(CLEAR)):
                return Outcome((), True, None, "BAR-7")
        if times >= 3:
            return Outcome((), True, None, "COM-1")
        return Outcome((), True, None, "COM-2") if self.plies >= LIMIT else None


@variants
def test_whole_games_agree_with_a_plain_reading_of_the_page(variant: Any) -> None:
    reasons = Counter[str]()
    for seed in range(25):
        oracle = None
        for match in walk(variant, seed):
            if oracle is None:
                oracle = Oracle(match.deal, variant.options["sharp"])
            else:
                oracle.play(match.texts[-1])
            assert match.outcome == oracle.ended, match.record()
            if not match.outcome:
                assert match.mover == oracle.mover
                assert set(match.legal()) == oracle.legal(), match.record()
        assert match.outcome is not None
        reasons["draw " * match.outcome.draw + match.outcome.reason] += 1
    assert len(reasons) > 1, reasons


def test_the_second_opinion_counts_the_same_sequences() -> None:
    def count(texts: tuple[str, ...], depth: int) -> int:
        oracle = Oracle(RANDOM.ordered_deal(), False)
        for text in texts:
            oracle.play(text)
        if depth == 1:
            return len(oracle.legal())
        return sum(count((*texts, text), depth - 1) for text in oracle.legal())

    for depth in (1, 2, 3):
        assert count((), depth) == perft(RANDOM, RANDOM.start(RANDOM.ordered_deal()), depth)


# ---- what the table says


def test_while_tiles_are_laid_the_arrows_are_explained() -> None:
    match = GAME.match()
    assert asked(match) == (
        "lay-first",
        "Lay your first tile on the barrier: whoever stands on it goes only where its two arrows point.",
        "BAR-3",
    )
    assert told_of(match, "hand:clear:SW+NW") == (
        "Whoever stands on this tile goes south-west or north-west only. North is towards row 8 for both of you."
    )
    match.play("SE+SW@d5", "NW+NE@d4")
    assert asked(match)[:2] == (
        "lay",
        "Lay a tile (7 left). Arrows towards row 1 help you across, the others hold your enemy up.",
    )
    assert threatened(match) == []
    men = match.position_text().partition(" tiles:")[0]
    bare = LAID.removesuffix(",NW+NE") + ",-"  # h5, of Clear's, is still to be laid, and g5 of Yellow's
    match = GAME.match(position=f"{men} {bare.replace(',NW+NE,-', ',-,-')} quiet:0 clear lay")
    assert asked(match)[:2] == ("lay-last", "Lay your last tile. Once all sixteen lie, Yellow moves first.")


@pytest.mark.parametrize(
    ("pieces", "said"),
    [
        (
            "yellow:a1,c1 clear:h8 QUIET yellow move",
            (
                "move",
                "Move a piece one square: forward, or on a tile where its arrows point. Pieces: you 2, Clear 1.",
                "BAR-4",
            ),
        ),
        (
            "yellow:d2,a1 clear:e3,h8 QUIET yellow move",
            (
                "take",
                "You can take the clear man on e3 from d2. Nothing obliges you: look first at what could take back.",
                "BAR-5",
            ),
        ),
        (
            "yellow:d2,a1 clear:e3* QUIET yellow move",
            ("win", "You can win: jump from d2 over the crowned clear man on e3, the last enemy left.", "BAR-7"),
        ),
        (
            "yellow:b7,a1 clear:h8 QUIET yellow move",
            ("crown", "Your man on b7 can reach row 8 now and be crowned.", "BAR-6"),
        ),
        (
            "yellow:e6,a1 clear:d7,c8,h8 QUIET yellow move",
            ("danger", "Careful: the clear man on d7 could take your man on e6.", "BAR-5"),
        ),
        (
            "yellow:e6*,a1 clear:d7,c8,h8 QUIET clear jump:d7",
            ("jump", "Go on jumping from d7 (to f5), or stop.", "BAR-5"),
        ),
        (
            "yellow:a1*,c1 clear:h8,h6 quiet:185 yellow move",
            (
                "quiet",
                "Actions left before a draw: 15. Take a piece, or have a man crowned, and the count begins anew.",
                "BAR-7",
            ),
        ),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_the_mover_is_told_what_can_be_taken_crowned_or_lost(pieces: str, said: tuple[str, str, str]) -> None:
    yellow, clear, quiet, mover, stage = pieces.replace("QUIET", "quiet:0").split()
    assert asked(GAME.match(position=" ".join([yellow, clear, LAID, quiet, mover, stage]))) == said


@pytest.mark.parametrize(
    ("pieces", "said"),
    [
        (
            "yellow:d2,a1 clear:e3,h8 quiet:0 yellow move",
            ("must-take", "Whoever can take must: you can take the clear man on e3 from d2.", "BAR-9"),
        ),
        (
            "yellow:e6*,a1 clear:d7,c8,h8 quiet:0 clear jump:d7",
            ("must-jump", "Go on jumping from d7 (to f5): you have to as long as you can.", "BAR-9"),
        ),
        (
            "yellow:b7,c8*,e8* clear:h3 quiet:0 yellow move",
            (
                "win-crown",
                "You can win: bring your man on b7 to row 8, and three of yours are crowned.",
                "BAR-9",
            ),
        ),
        (
            "yellow:b7,c8*,e8* clear:h3 quiet:0 clear move",
            (
                "stop-crown",
                "Careful: Yellow wins with the next crown, and the yellow man on b7 is a move away from it.",
                "BAR-9",
            ),
        ),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_in_sharp_play_the_mover_is_told_what_must_be_and_what_wins(pieces: str, said: tuple[str, str, str]) -> None:
    yellow, clear, quiet, mover, stage = pieces.split()
    match = SHARP.match(position=" ".join([yellow, clear, LAID, quiet, mover, stage]))
    assert asked(match) == said


def test_in_sharp_play_a_step_to_a_crown_threatens_only_where_nothing_can_be_taken() -> None:
    match = SHARP.match(position=f"yellow:b7,c8*,e8* clear:h3 {LAID} quiet:0 clear move")
    assert threatened(match, YELLOW) == [(YELLOW, "Yellow could win by having the yellow man on b7 crowned.", ("b7",))]
    match = SHARP.match(position=f"yellow:b7,c8*,e8*,d2 clear:e3,h3 {LAID} quiet:0 yellow move")
    assert [says for seat, says, _ in threatened(match) if seat == YELLOW] == [
        "Yellow could take the clear man on e3 from d2."
    ]
    assert told_of(match, "d2") == "The man on d2 has to take, jumping to f4; from there it goes on as long as it can."


def test_who_can_do_nothing_is_told_to_pass() -> None:
    match = GAME.match(position=f"yellow:h4 clear:h3,h2,a8 {laid_with(h4='E+S')} quiet:0 yellow move")
    assert asked(match) == ("pass", "None of your pieces can step or jump: pass.", "BAR-7")
    assert match.view(YELLOW).about() == {}


def test_a_piece_that_is_picked_tells_where_it_may_go() -> None:
    match = GAME.match(position=f"yellow:c3,h4,d8*,c5*,d2 clear:e3,h8 {laid_with(h4='E+S')} quiet:0 yellow move")
    assert told_of(match, "c3") == "The man on c3 steps one square forward, straight or diagonally."
    assert told_of(match, "h4") == "The man on h4 is bound by its tile: it goes east or south only."
    assert told_of(match, "d8") == "The crowned man on d8 steps one square in any of the eight directions."
    assert told_of(match, "c5") == "Even crowned, the man on c5 is bound by its tile: it goes south or west only."
    assert told_of(match, "d2") == ("The man on d2 can take by jumping to f4; from there it may jump again if it can.")


@pytest.mark.parametrize("seat", [YELLOW, CLEAR])
def test_what_can_be_taken_or_crowned_threatens(seat: int) -> None:
    match = GAME.match(position=f"yellow:d6,a1 clear:d7,h2 {LAID} quiet:0 clear move")
    assert threatened(match, seat) == [
        (CLEAR, "Clear could take the yellow man on d6 from d7.", ("d6",)),
        (YELLOW, "Yellow could take the clear man on d7 from d6.", ("d7",)),
        (CLEAR, "Clear could have the clear man on h2 crowned.", ("h2",)),
        (YELLOW, "Yellow could have the yellow man on d6 crowned.", ("d6",)),
    ]
    match = GAME.match(position=f"yellow:d2,a1 clear:e3 {LAID} quiet:0 clear move")
    assert threatened(match, seat) == [
        (YELLOW, "Yellow could win by taking the clear man on e3 from d2.", ("e3",)),
        (CLEAR, "Clear could take the yellow man on d2 from e3.", ("d2",)),
        (CLEAR, "Clear could have the clear man on e3 crowned.", ("e3",)),  # by that jump
    ]


def test_what_the_mover_could_take_is_what_can_be_jumped() -> None:
    for seed in range(8):
        for match in walk(RANDOM, seed, 150):
            if match.mover is None:
                continue
            jumps = [text.split("x") for text in match.legal() if "x" in text]
            over = {(SQUARES.square(first) + SQUARES.square(last)) // 2 for first, last in jumps}
            word = int(knowledge.prey(match.position[0], match.mover))
            assert {square for square in range(64) if word >> square & 1} == over
