"""Blokus Duo, rule by rule, and against a second, slow telling of the same rules in sets of squares."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

import palissade
from palissade.game import Game, Outcome
from palissade.games.blokus_duo import notation, rules
from palissade.games.blokus_duo.bits import has_square
from palissade.games.blokus_duo.pieces import ORIENTATIONS, PIECE, PIECES, PLACEMENTS, SIZE
from palissade.kernel import Positions, random_source
from palissade.search.perft import perft
from tests.games.guided import threatened
from tests.games.positions import written_on_page
from tests.games.refusals import refused

FREE = palissade.game("blokus-duo")
FIXED = palissade.game("blokus-duo", start="fixed")
E10, J5 = 9 * 14 + 4, 4 * 14 + 9
START, AFTER_THE_CROSS, EXAMPLE_2, EXAMPLE_3 = written_on_page("blokus-duo")


def listed(game: Game, position: Positions) -> list[int]:
    """The legal actions of a position."""
    room = np.empty(rules.MOST_LEGAL, np.int32)
    return [int(action) for action in room[: game.single.legal_actions(position, room)]]


def squares_of(position: Positions, field: str, seat: int) -> set[int]:
    """The squares in one of the position's sets."""
    return {square for square in range(196) if has_square(position[field][0], seat, square)}


def played(game: Game, position: Positions, action: int) -> Positions:
    """The position after an action."""
    after = position.copy()
    game.single.apply(after, action)
    return after


def random_game(game: Game, seed: int) -> list[tuple[Positions, int]]:
    """A game played at random: each position, and the action taken there."""
    rng, room = random_source(seed), np.empty(rules.MOST_LEGAL, np.int32)
    position, story = game.start(), []
    while not game.single.is_over(position):
        action = int(game.single.random_action(position, rng, room))
        story.append((position, action))
        position = played(game, position, action)
    return story


DRAWN = (
    "violet:I3,V3,O,Z5/1 yellow:I3,V3,O,V5/T4 "
    "board:1vvyyy2yvvv2/2vvyvvvyyyv1y/1v1vyvyv1vyvyy/vvvyvyyyvvvyy1/1v1yvvvv2v1vy/v1vvyy1yyvyv1y/v1vvvyy1yvyv1y/v2yyvvvyvyvvy/"
    "v2y2v1yvyv1y/vy1yy1vyvy1yy1/yyy1vv2vyy1yy/vyvvvyyyyvy1y1/vvyyyvy1vvy2y/1vyy1vvv1v1yyy yellow alone over:BDU-5"
)  # both have fifteen squares left; violet's last piece was the single square


# ---- BDU-1


def test_bdu_1_a_set_has_21_pieces_of_89_squares() -> None:
    assert Counter(SIZE.tolist()) == {1: 1, 2: 1, 3: 2, 4: 5, 5: 12}
    assert SIZE.sum() == 89
    assert " ".join(PIECES) == "1 2 I3 V3 I4 L4 T4 O Z4 F I5 L5 N P T5 U V5 W X Y Z5"


def test_bdu_1_pieces_may_be_turned_and_flipped_into_91_orientations_with_13_729_placements() -> None:
    assert len(ORIENTATIONS) == len(set(ORIENTATIONS)) == 91
    assert PLACEMENTS == 13_729
    assert {frozenset(notation.squares(action)) for action in range(PLACEMENTS)} == set(PLACES)
    ways = Counter(PIECES[piece] for piece in PIECE)
    assert [ways[name] for name in PIECES] == [1, 2, 2, 4, 2, 8, 4, 1, 4, 8, 2, 8, 8, 8, 4, 4, 4, 4, 1, 8, 4]


def test_bdu_1_placements_are_numbered_by_piece_then_orientation_then_row_and_column() -> None:
    def key(action: int) -> tuple[int, tuple[tuple[int, int], ...], int, int]:
        cells = [divmod(square, 14) for square in notation.squares(action)]
        low, left = min(row for row, _ in cells), min(column for _, column in cells)
        shape = tuple((row - low, column - left) for row, column in cells)
        return int(PIECE[ORIENTATIONS.index(shape)]), shape, low, left

    assert all(key(action) < key(action + 1) for action in range(PLACEMENTS - 1))


def test_bdu_1_each_piece_is_placed_once() -> None:
    match = FIXED.match()
    match.play("e10", "j5")
    assert refused(match, "f11") == "BDU-1.already-placed"
    assert refused(match, "a1") == "BDU-1.already-placed"
    match.play("f11,g11")
    match.play("k6,k7")
    assert refused(match, "h12,h13") == "BDU-1.already-placed"


def test_bdu_1_squares_that_form_no_piece_are_refused() -> None:
    match = FREE.match()
    for text in ("e10,f11", "e10,e10", "e10,e12", "e10,f10,g10,h10,i10,j10", "a1,n14"):
        assert refused(match, text) == "BDU-1.no-piece"


def test_bdu_1_a_piece_that_sticks_out_of_the_board_is_refused() -> None:
    refusal = FREE.match().view(0).why(["tray:I5", "turn:0", "k2"])
    assert refusal is not None
    assert str(refusal) == "BDU-1: it would stick out of the board."


def test_a_placement_is_named_within_a_sentence() -> None:
    told = FREE.told("e8,d9,e9,f9,e10", "pass", "a1")
    assert told.say("en") == "X at e8 pass 1 at a1"
    assert told.say("fr") == "X en e8 passe 1 en a1"


# ---- BDU-2


def test_bdu_2_the_first_piece_covers_either_starting_point_and_the_second_players_the_other() -> None:
    position = FREE.start()
    first = listed(FREE, position)
    assert len(first) == 828
    assert all((E10 in notation.squares(action)) != (J5 in notation.squares(action)) for action in first)
    for text, other in (("e10", J5), ("j5", E10)):
        second = listed(FREE, played(FREE, position, FREE.action(position, text)))
        assert len(second) == 414
        assert all(other in notation.squares(action) for action in second)


def test_bdu_2_with_a_fixed_start_the_first_player_has_e10_and_the_second_j5() -> None:
    position = FIXED.start()
    for point in (E10, J5):
        actions = listed(FIXED, position)
        assert len(actions) == 414
        assert all(point in notation.squares(action) for action in actions)
        position = played(FIXED, position, actions[0])


def test_bdu_2_a_first_piece_elsewhere_is_refused() -> None:
    match = FREE.match()
    assert refused(match, "e9") == "BDU-2.not-on-start"
    match.play("j4,j5")
    assert refused(match, "j5") == "BDU-2.not-on-start"  # taken: the other player's is e10 now
    assert refused(match, "k6") == "BDU-2.not-on-start"
    match.play("e10")
    assert refused(match, "e10,e11,e12") == "BDU-3.occupied"  # a later piece has nothing to do with the points
    fixed = FIXED.match()
    assert refused(fixed, "j5") == "BDU-2.not-on-start"
    fixed.play("e10")
    assert refused(fixed, "e9") == "BDU-2.not-on-start"


def test_bdu_2_a_starting_point_is_an_anchor_until_the_first_piece_only() -> None:
    position = FREE.start()
    assert [squares_of(position, "anchors", seat) for seat in range(2)] == [{E10, J5}, {E10, J5}]
    after = played(FREE, position, FREE.action(position, "e10"))
    assert squares_of(after, "anchors", 0) == neighbours(E10, CORNERS)
    assert squares_of(after, "anchors", 1) == {J5}


@pytest.mark.parametrize(("game", "sequences"), [(FIXED, 171_396), (FREE, 342_792)], ids=["fixed", "free"])
def test_bdu_2_sequences_of_two_actions_are_as_many_as_the_page_says(game: Game, sequences: int) -> None:
    assert perft(game, game.start(), 2) == sequences


def test_bdu_3_sequences_of_three_actions_are_twice_as_many_with_a_free_start() -> None:
    assert perft(FIXED, FIXED.start(), 3) == 89_204_762
    assert perft(FREE, FREE.start(), 3) == 2 * 89_204_762


# ---- BDU-3


def test_bdu_3_a_piece_touches_its_own_colour_at_a_corner_and_never_along_an_edge() -> None:
    match = FIXED.match()
    match.play("e10,f10", "j5")
    assert refused(match, "g10") == "BDU-3.touches-edge"
    assert refused(match, "g10,g11,g12") == "BDU-3.touches-edge"  # though it has a corner too
    assert refused(match, "h10") == "BDU-3.no-corner"
    assert refused(match, "h11,h12") == "BDU-1.already-placed"
    match.play("g11")
    assert refused(match, "k5,k6,k7") == "BDU-3.touches-edge"
    match.play("k6,k7,k8")


def test_bdu_3_contact_with_the_other_colour_is_free() -> None:
    match = FIXED.match()
    match.play("e10,f10,g10,h10,i10", "j5,j6,j7,j8,j9")  # corner to corner: no anchor for either
    assert refused(match, "k10,k11,k12") == "BDU-3.no-corner"
    match.play("c9,d9", "k10,k11")
    match.play("j11")  # beside k11
    assert match.ply == 5


def test_bdu_3_a_square_is_covered_once_and_pieces_do_not_move_again() -> None:
    match = FIXED.match()
    match.play("e10,f10", "j5")
    assert refused(match, "f10") == "BDU-3.occupied"
    assert refused(match, "j5,k5,l5") == "BDU-3.occupied"
    story = random_game(FREE, 11)
    for (before, _), (after, _) in pairwise(story):
        for seat in range(2):
            assert not (before["laid"][0, seat] & ~after["laid"][0, seat]).any()


# ---- BDU-4


def test_bdu_4_passing_is_refused_while_a_piece_can_be_placed() -> None:
    assert refused(FREE.match(), "pass") == "BDU-4.no-pass"
    for position, action in random_game(FREE, 4):
        refusal = FREE.refusal(position, rules.PASS)
        assert (refusal is None) == (action == rules.PASS)


def test_bdu_4_who_has_passed_is_not_asked_again_and_the_other_goes_on_alone() -> None:
    alone = 0
    for seed in range(20):
        match = FREE.match()
        for _, action in random_game(FREE, seed):
            if action == rules.PASS:
                assert match.legal() == ["pass"]
            match.play(action)
        assert match.outcome is not None
        passes = [ply for ply, action in enumerate(match.played) if action == rules.PASS]
        assert len(passes) == 2
        assert passes[1] == match.ply - 1
        first, second = match.movers[passes[0]], match.movers[passes[1]]
        assert first != second
        assert match.movers[: passes[0]] == [ply % 2 for ply in range(passes[0])]
        assert set(match.movers[passes[0] + 1 :]) == {second}
        alone += passes[1] - passes[0] - 1
    assert alone > 10


def test_bdu_4_who_has_placed_all_21_passes() -> None:
    for stage in ("both", "alone"):
        match = FREE.match(position=EXAMPLE_2.replace("alone over:BDU-5", stage))
        assert (match.mover, match.outcome, match.legal()) == (0, None, ["pass"])
        room = np.empty(rules.MOST_LEGAL, np.int32)
        assert FREE.single.random_action(match.position, random_source(1), room) == rules.PASS
    match.play("pass")
    assert match.position_text() == EXAMPLE_2


# ---- BDU-5


def test_bdu_5_example_2_all_placed_with_the_single_square_last_is_plus_20() -> None:
    end = FREE.match(position=EXAMPLE_2).outcome
    assert end == Outcome(winners=(0,), draw=False, scores=(20, -88), reason="BDU-5")


def test_bdu_5_all_placed_with_another_piece_last_is_plus_15() -> None:
    end = FREE.match(position=EXAMPLE_2.replace("violet:-/1", "violet:-/X")).outcome
    assert end == Outcome(winners=(0,), draw=False, scores=(15, -88), reason="BDU-5")


def test_bdu_5_example_3_two_pieces_of_three_and_one_of_four_left_is_minus_10() -> None:
    end = FREE.match(position=EXAMPLE_3).outcome
    assert end == Outcome(winners=(0,), draw=False, scores=(-10, -33), reason="BDU-5")


def test_bdu_5_the_higher_score_wins_whoever_has_it() -> None:
    colours = str.maketrans("vy", "yv")
    violet, yellow, board, *rest = EXAMPLE_3.split()
    pieces = f"violet:{yellow.partition(':')[2]} yellow:{violet.partition(':')[2]}"
    end = FREE.match(position=" ".join([pieces, board.translate(colours), *rest])).outcome
    assert end == Outcome(winners=(1,), draw=False, scores=(-33, -10), reason="BDU-5")


def test_bdu_5_the_single_square_placed_last_earns_nothing_while_pieces_are_left() -> None:
    for position in (DRAWN, DRAWN.replace("/1 ", "/X ")):
        end = FREE.match(position=position).outcome
        assert end is not None
        assert end.scores == (-15, -15)


def test_bdu_5_equal_scores_are_a_draw() -> None:
    end = FREE.match(position=DRAWN).outcome
    assert end == Outcome(winners=(), draw=True, scores=(-15, -15), reason="BDU-5")


def test_bdu_5_a_score_is_the_squares_laid_less_89_unless_all_are() -> None:
    for seed in range(10):
        match = FREE.match()
        match.play(*[action for _, action in random_game(FREE, seed)])
        assert match.outcome is not None
        assert match.outcome.scores is not None
        for seat, score in enumerate(match.outcome.scores):
            laid = sum(
                text.count(",") + 1
                for mover, text in zip(match.movers, match.texts, strict=True)
                if mover == seat and text != "pass"
            )
            assert score == laid - 89
            assert laid == sum(int(word).bit_count() for word in match.position["laid"][0, seat])


# ---- notation


def test_a_placement_is_written_as_its_squares_from_row_1_up_then_by_column() -> None:
    position = FREE.start()
    match = FREE.match()
    match.play("e10,f9,d9,e9,e8")
    assert match.texts == ["e8,d9,e9,f9,e10"]
    for action in range(rules.ACTIONS):
        assert FREE.action(position, FREE.text(position, action)) == action


@pytest.mark.parametrize(
    "text", ["", ",", "e10,", "e10,,e9", "o1", "a15", "a0", "e10 e9", "e10, e9", "E10", "PASS", "e010", "5"]
)
def test_what_names_no_squares_of_the_board_is_no_action(text: str) -> None:
    with pytest.raises(palissade.BadNotation):
        FREE.action(FREE.start(), text)


# ---- positions in writing


def test_the_page_begins_with_the_start_and_the_first_piece() -> None:
    match = FREE.match()
    assert match.position_text() == START
    match.play("e8,d9,e9,f9,e10")
    assert match.position_text() == AFTER_THE_CROSS


def test_a_fixed_start_is_an_option_and_not_in_the_text() -> None:
    assert FIXED.match().position_text() == START
    assert [len(game.match(position=START).actions()) for game in (FREE, FIXED)] == [828, 414]


@pytest.mark.parametrize(
    ("position", "before", "after", "key"),
    [
        (AFTER_THE_CROSS, "Z5/X", "Z5", "position.kinds"),
        (AFTER_THE_CROSS, "Z5/X", "Z6/X", "position.piece"),
        (AFTER_THE_CROSS, "Z5/X", "Z5/Q", "position.piece"),
        (AFTER_THE_CROSS, "W,Y,Z5/X", "W,X,Y,Z5/X", "position.left"),  # it lies on the board
        (AFTER_THE_CROSS, "W,Y,Z5/X", "W,Z5/X", "position.left"),
        (AFTER_THE_CROSS, "W,Y,Z5/X", "W,Y,Y,Z5/X", "position.left"),
        (AFTER_THE_CROSS, "Z5/X", "Z5/-", "position.last"),
        (AFTER_THE_CROSS, "Z5/X", "Z5/Y", "position.last"),
        (AFTER_THE_CROSS, "Z5/-", "Z5/Y", "position.last"),
        (AFTER_THE_CROSS, "board:14/", "board:", "position.rows"),
        (AFTER_THE_CROSS, "3vvv8", "3vvv7", "position.row"),
        (AFTER_THE_CROSS, "3vvv8", "3vvv08", "position.row"),
        (AFTER_THE_CROSS, "3vvv8", "3vxv8", "position.row"),
        (AFTER_THE_CROSS, "3vvv8", "3v1v8", "position.piece-twice"),  # four single squares instead of the cross
        (AFTER_THE_CROSS, "3vvv8", "3vvvv7", "position.no-piece"),
        (AFTER_THE_CROSS, "3vvv8", "3vvv1v6", "position.left"),
        (AFTER_THE_CROSS, "3vvv8", "3vvv1v1v4", "position.piece-twice"),
        (AFTER_THE_CROSS, "yellow both", "green both", "position.expected"),
        (AFTER_THE_CROSS, "yellow both", "yellow wall", "position.expected"),
        (AFTER_THE_CROSS, "yellow both", "yellow alone", "position.can-place"),  # Violet has not finished
        (AFTER_THE_CROSS, "yellow both", "yellow both over:BDU-5", "position.more"),
        (EXAMPLE_2, "over:BDU-5", "over:BDU-4", "position.over"),
        (EXAMPLE_2, "alone over:BDU-5", "both over:BDU-5", "position.more"),
        (EXAMPLE_2, "over:BDU-5", "over:BDU-5 over:BDU-5", "position.more"),
    ],
)
def test_what_cannot_be_is_refused_naming_what_is_wrong(position: str, before: str, after: str, key: str) -> None:
    assert position.count(before) == 1
    with pytest.raises(palissade.BadPosition) as refusal:
        FREE.read(position.replace(before, after))
    assert refusal.value.message.key == key


def test_who_is_to_act_has_not_finished_while_he_can_place() -> None:
    story = random_game(FREE, 4)
    alone = [position for position, action in story if position["passed"].any() and action != rules.PASS]
    for position in alone:
        with pytest.raises(palissade.BadPosition) as refusal:
            FREE.read(f"{FREE.write(position)} over:BDU-5")
        assert refusal.value.message.key == "position.can-place"
    assert alone


# ---- symmetries


@pytest.mark.parametrize(("game", "number"), [(FREE, 4), (FIXED, 2)], ids=["free", "fixed"])
def test_a_game_in_the_mirror_is_the_same_game(game: Game, number: int) -> None:
    assert game.single.symmetries(game.start()) == number
    for symmetry in range(number):
        turned = game.start()
        game.single.turn_position(turned, symmetry)
        assert turned.tobytes() == game.start().tobytes()
        for position, action in random_game(game, 20 + symmetry):
            expected = position.copy()
            game.single.turn_position(expected, symmetry)
            assert turned.tobytes() == expected.tobytes()
            actions = [int(game.single.turn_action(position, action, symmetry)) for action in listed(game, position)]
            assert sorted(actions) == sorted(listed(game, turned))
            turned = played(game, turned, int(game.single.turn_action(position, action, symmetry)))


def test_each_symmetry_moves_squares_as_it_says() -> None:
    position = FREE.start()
    corner = FREE.action(position, "a1,b1,a2,a3")
    turned = [FREE.text(position, int(FREE.single.turn_action(position, corner, symmetry))) for symmetry in range(4)]
    assert turned == ["a1,b1,a2,a3", "n13,l14,m14,n14", "a1,b1,c1,a2", "n12,n13,m14,n14"]


# ---- playing at random


@pytest.mark.parametrize(("ply", "fewest", "most"), [(0, 828, 828), (10, 150, 600), (17, 30, 150), (22, 2, 30)])
def test_random_actions_are_equally_likely(ply: int, fewest: int, most: int) -> None:
    position, _ = random_game(FREE, 5)[ply]
    actions = listed(FREE, position)
    assert fewest <= len(actions) <= most
    rng, room, draws = random_source(ply), np.empty(rules.MOST_LEGAL, np.int32), 60 * len(actions) + 2_000
    drawn = Counter(int(FREE.single.random_action(position, rng, room)) for _ in range(draws))
    assert set(drawn) <= set(actions)
    expected = draws / len(actions)
    chi_square = sum((drawn[action] - expected) ** 2 / expected for action in actions)
    freedom = len(actions) - 1
    assert abs(chi_square - freedom) < 4 * (2 * freedom) ** 0.5


def test_the_positions_drawn_from_have_placements_on_several_anchors() -> None:
    for ply in (10, 17):
        position, _ = random_game(FREE, 5)[ply]
        oracle = Oracle.of(position)
        anchored = [len(oracle.corners & frozenset(notation.squares(action))) for action in listed(FREE, position)]
        assert max(anchored) > 1


# ---- the same rules in sets


def polyominoes(size: int) -> set[frozenset[tuple[int, int]]]:
    """All polyominoes of so many cells that touch the lower left corner of the plane, found by adding cells."""
    if size == 1:
        return {frozenset({(0, 0)})}
    grown = set()
    for smaller in polyominoes(size - 1):
        for row, column in smaller:
            for cell in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
                if cell not in smaller:
                    cells = smaller | {cell}
                    low, left = min(row for row, _ in cells), min(column for _, column in cells)
                    grown.add(frozenset((row - low, column - left) for row, column in cells))
    return grown


def shape(squares: frozenset[int]) -> tuple[tuple[int, int], ...]:
    """What stays of a piece however it is turned, flipped and moved: the least of its eight images."""
    images = []
    cells = [divmod(square, 14) for square in squares]
    for _ in range(4):
        cells = [(column, -row) for row, column in cells]
        for image in (cells, [(column, row) for row, column in cells]):
            low, left = min(row for row, _ in image), min(column for _, column in image)
            images.append(tuple(sorted((row - low, column - left) for row, column in image)))
    return min(images)


PLACES = {
    frozenset((row + up) * 14 + column + right for row, column in cells)
    for size in range(1, 6)
    for cells in polyominoes(size)
    for up in range(14 - max(row for row, _ in cells))
    for right in range(14 - max(column for _, column in cells))
}
SHAPE = {squares: shape(squares) for squares in PLACES}


def neighbours(square: int, steps: tuple[tuple[int, int], ...]) -> set[int]:
    """The squares of the board one of these steps away."""
    row, column = divmod(square, 14)
    return {(row + up) * 14 + column + right for up, right in steps if 0 <= row + up < 14 and 0 <= column + right < 14}


class Oracle:
    """A game in sets of squares, slow and plain."""

    def __init__(self) -> None:
        self.own: list[list[frozenset[int]]] = [[], []]
        self.mover = 0
        self.starts = [{E10, J5}, {E10, J5}]

    @classmethod
    def of(cls, position: Positions) -> "Oracle":
        """The oracle for a position with pieces of both: they are the parts of the squares laid."""
        oracle = cls()
        oracle.mover = FREE.single.mover(position)
        for seat in range(2):
            rest = squares_of(position, "laid", seat)
            while rest:
                part, edge = set(), {rest.pop()}
                while edge:
                    part |= edge
                    edge = {near for square in edge for near in neighbours(square, EDGES)} & rest
                    rest -= edge
                oracle.own[seat].append(frozenset(part))
        return oracle

    @property
    def corners(self) -> set[int]:
        """The squares that the mover's next piece may join on, closed ones included."""
        if not self.own[self.mover]:
            return self.starts[self.mover]
        covered = frozenset[int]().union(*self.own[self.mover])
        return {near for square in covered for near in neighbours(square, CORNERS)}

    def legal(self) -> set[frozenset[int]]:
        """The placements that BDU-1 to BDU-3 allow the mover."""
        covered = frozenset[int]().union(*self.own[self.mover])
        taken = covered.union(*self.own[1 - self.mover])
        beside = {near for square in covered for near in neighbours(square, EDGES)}
        used = {SHAPE[squares] for squares in self.own[self.mover]}
        corners = self.corners
        return {
            squares
            for squares in PLACES
            if squares & corners and not squares & taken and not squares & beside and SHAPE[squares] not in used
        }

    def play(self, squares: frozenset[int]) -> None:
        self.own[self.mover].append(squares)
        self.mover = 1 - self.mover


EDGES = ((0, 1), (1, 0), (0, -1), (-1, 0))
CORNERS = ((1, 1), (1, -1), (-1, 1), (-1, -1))


@pytest.mark.parametrize("game", [FREE, FIXED], ids=["free", "fixed"])
def test_the_legal_lists_of_random_games_are_those_of_the_oracle(game: Game) -> None:
    for seed in range(4):
        oracle, passed = Oracle(), set()
        if game is FIXED:
            oracle.starts = [{E10}, {J5}]
        for position, action in random_game(game, 40 + seed):
            if oracle.mover in passed:
                oracle.mover = 1 - oracle.mover
            assert game.single.mover(position) == oracle.mover
            actions = listed(game, position)
            assert len(set(actions)) == len(actions)
            if action == rules.PASS:
                assert actions == [rules.PASS]
                assert not oracle.legal()
                passed.add(oracle.mover)
                oracle.mover = 1 - oracle.mover
            else:
                assert {frozenset(notation.squares(action)) for action in actions} == oracle.legal()
                oracle.play(frozenset(notation.squares(action)))
        assert passed == {0, 1}


def test_an_action_is_refused_exactly_when_it_is_not_listed() -> None:
    for position, _ in random_game(FREE, 7)[::4]:
        legal = {action for action in range(rules.ACTIONS) if FREE.single.refusal(position, action) == rules.LEGAL}
        assert legal == set(listed(FREE, position))


def test_equal_positions_are_equal_bytes() -> None:
    assert sum(rules.POSITION[name].itemsize for name in rules.POSITION.names or ()) == rules.POSITION.itemsize


def test_games_end_within_the_bound() -> None:
    assert rules.MOST_PLIES == 44
    assert all(len(random_game(FREE, seed)) <= rules.MOST_PLIES for seed in range(30))


FEW_CORNERS = (
    "violet:1,2,O,F,I5,U,V5,X,Y,Z5/N yellow:2,I3,V3,I4,O,Z4,P,T5,U,W,X/Z5 board:6y4yy1/yyyyy1y1yyy1y1/3v1yy1y3yy/"
    "2vvvy1y3y2/3yyv1y2yyy1/3yvv1yyy3y/3yv1v3vvv1/yy1y1yvvvv4/1yy1yyyy2vvvv/1y3v2vv4/v4v1vvv2v1/v1vv1vv3vvv1/"
    "vv1vv4v2v1/1v2v3vv4 yellow both"
)


def test_who_can_go_on_in_few_places_only_is_shown_to_both() -> None:
    match = FREE.match(position=FEW_CORNERS)
    shut = (0, "Yellow can go on only here: a piece on these corners shuts the door.", ("c4", "d5", "j11"))
    assert threatened(match, 0) == threatened(match, 1) == [shut]
    assert threatened(FREE.match()) == []
