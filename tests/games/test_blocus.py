"""Le Blocus, rule by rule, with every example of its rules page."""

import itertools
import random
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from palissade import Game, Match, Outcome, game
from palissade.boards.butehorn import NAMES
from palissade.games.blocus import rules, ways
from palissade.kernel import random_source
from palissade.text import board
from tests.games.guided import asked
from tests.games.positions import written_on_page
from tests.games.refusals import misread, refused

SOUTH, NORTH = ways.SOUTH, ways.NORTH
GAME = game("blocus")
VARIANTS = [GAME, game("blocus", kings="facing")]
variants = pytest.mark.parametrize("variant", VARIANTS, ids=str)


# The positions of the page: two that explain the text, then those of its examples.
(
    FIVE_LEFT,
    ESCAPED,
    EMPTY_BOARD,
    TWO_TURNS,
    BELOW_THE_KING,
    NO_STEP,
    FIVE_LEGS,
    ONE_GUARD,
    TWO_GUARDS,
    THREAT,
    SHUT_IN,
) = written_on_page("blocus")


def at(position: str, variant: Game = GAME) -> Match:
    return variant.match(position=position)


def way(match: Match, seat: int = SOUTH) -> str:
    """The way out of a king: where it begins, its bends and its end; empty if there is none."""
    found = ways.way_out(match.position[0], seat)
    assert bool(found) == bool(ways.has_way_out(match.position[0], seat))
    return " ".join(NAMES.name(square) for square in found)


def among(guards: str, seat: int = SOUTH, variant: Game = GAME) -> str:
    """The way out of a king among these guards, whoever's they are."""
    _, king = KINGS[str(variant.options["kings"])]
    return way(at(f"red:e2/{guards} blue:{name_of(king)}/- red", variant), seat)


# ---- the rules


def test_blo_1_each_has_a_king_and_six_guards() -> None:
    scene = GAME.match().view(0).scene()
    assert [(piece.kind, piece.colour) for piece in scene.pieces] == [("cylinder", "blue"), ("cylinder", "red")]
    piles = [pile for tray in scene.trays for holding in tray.holdings for pile in holding.piles]
    assert [(pile.kind, pile.colour, pile.count) for pile in piles] == [("square", "red", 6), ("square", "blue", 6)]


@pytest.mark.parametrize(("kings", "squares"), [("offset", ["e2", "h11"]), ("facing", ["e2", "e11"])])
def test_blo_2_the_kings_stand_on_centres_of_their_home_rows_and_south_begins(kings: str, squares: list[str]) -> None:
    match = game("blocus", kings=kings).match()
    south, north = squares
    assert match.position_text() == f"red:{south}/- blue:{north}/- red"
    assert all(rules.is_centre(NAMES.square(square)) for square in squares)
    assert match.mover == SOUTH


def test_blo_3_a_king_runs_straight_off_the_far_edge() -> None:
    assert among("h3") == "e2 e12"
    assert among("e9", NORTH) == "h11 h1"


def test_blo_3_a_king_turns_only_where_a_guard_stops_him() -> None:
    assert among("e8,c7") == "e2 e7 d7 d12"
    assert among("e8,d4,f5") == ""  # beside a guard he runs on


def test_blo_3_a_leg_has_at_least_one_step() -> None:
    assert among("e8,c7,d8") == ""
    assert among("e8,c7") == "e2 e7 d7 d12"


def test_blo_3_side_edges_and_the_own_edge_are_dead() -> None:
    assert among("e8") == ""  # from e7 only to the sides
    assert among("e8", NORTH) == "h11 h1"
    assert among("e8,j7,i8") == ""  # from i7 only down, across his own edge


def test_blo_3_the_other_king_turns_nobody() -> None:
    assert among("-", variant=VARIANTS[1]) == ""  # straight into him
    assert among("e8,i7") == ""  # turning at h7: up meets him


def test_blo_3_a_king_may_cross_the_block_of_the_other() -> None:
    assert among("e8,j7") == "e2 e7 i7 i12"  # through i10, i11 and i12
    assert among("h8,c9", NORTH) == "h11 h9 d9 d1"


def test_blo_3_a_king_may_cross_squares_he_has_passed() -> None:
    assert among("e8,j7,i8,i3,a4") == "e2 e7 i7 i4 b4 b12"  # e4 twice


def test_blo_4_a_way_out_is_the_only_action_and_wins() -> None:
    match = at("red:e2/e8 blue:h11/j7 red")
    assert match.legal() == ["exit"]
    assert refused(match, "a1") == "BLO-4.exit-due"
    assert refused(match, "e8-e9") == "BLO-4.exit-due"
    assert refused(match, "pass") == "BLO-4.exit-due"
    match.play("exit")
    assert match.outcome == Outcome(winners=(SOUTH,), draw=False, scores=None, reason="BLO-4")
    assert match.legal() == []


def test_blo_4_without_a_way_there_is_no_exit_and_the_king_stays() -> None:
    match = at("red:e2/e8 blue:h11/h3 red")
    assert refused(match, "exit") == "BLO-4.no-way"
    assert refused(match, "e2-e3") == "BLO-4.king-stays"
    assert "exit" not in match.legal()


def test_blo_4_north_escapes_across_the_bottom_edge() -> None:
    match = GAME.match()
    match.play("a1", "exit")
    assert match.outcome is not None
    assert match.outcome.winners == (NORTH,)


def test_blo_5_a_guard_goes_on_any_empty_square_outside_the_kings_blocks() -> None:
    match = at("red:e2/h3 blue:h11/e9,a1 red")
    assert len(match.legal()) == 126 - 3
    assert refused(match, "h3") == "BLO-5.occupied"
    assert refused(match, "e9") == "BLO-5.occupied"
    for name in ("d1", "f3", "e2", "h11", "g10", "i12"):
        assert refused(match, name) == "BLO-5.king-block"
    match.play("b2")
    assert match.mover == NORTH


def test_blo_5_the_first_guard_of_each_may_not_go_on_a_centre() -> None:
    match = GAME.match()
    assert refused(match, "h2") == "BLO-5.first-on-centre"
    match.play("h3")
    assert refused(match, "e8") == "BLO-5.first-on-centre"
    match.play("e9")
    assert "h8" in match.legal()


def test_blo_5_no_guard_moves_while_one_is_held() -> None:
    match = at("red:e2/h3,a1 blue:h11/e9,l5 blue")
    assert refused(match, "l5-l6") == "BLO-5.place-first"


# All guards are down, no king has a way out, and South's h4 is free to go about.
CROWD = "red:e2/a12,a11,a10,b12,b11,h4 blue:h11/a9,b9,c12,c10,l9,e9 red"


def test_blo_6_guards_slide_when_all_six_are_down() -> None:
    match = at(CROWD)
    assert refused(match, "a1") == "BLO-6.none-held"
    assert refused(match, "h4-j5") == "BLO-6.straight"
    assert refused(match, "h4-h4") == "BLO-6.straight"
    assert refused(match, "e9-f9") == "BLO-6.not-yours"
    assert refused(match, "c3-c4") == "BLO-6.not-yours"
    assert refused(match, "h11-h9") == "BLO-6.not-yours"
    match.play("h4-l4")
    assert match.mover == NORTH
    assert match.position_text() == CROWD.replace("h4", "l4").replace(" red", " blue")


def test_blo_6_a_guard_goes_like_a_rook_and_jumps_nobody() -> None:
    match = at(CROWD)
    goals = {text.partition("-")[2] for text in match.legal() if text.startswith("h4-")}
    row = {f"{column}4" for column in "abcdefgijkl"}
    column = {f"h{number}" for number in (1, 2, 3, 5, 6, 7, 8, 9)}  # h10 is in the block of North's king
    assert goals == row | column
    assert refused(match, "b11-b9") == "BLO-6.occupied"
    assert refused(match, "b11-b8") == "BLO-6.in-the-way"
    assert refused(match, "h4-h12") == "BLO-6.in-the-way"
    assert refused(match, "h4-h11") == "BLO-6.occupied"


def test_blo_6_a_guard_may_pass_through_a_kings_block_but_not_stop_there() -> None:
    match = at("red:e2/a12,a11,a10,b12,b11,a3 blue:h11/a9,b9,c12,c11,c10,e9 red")
    assert refused(match, "a3-e3") == "BLO-6.king-block"
    assert {"a3-c3", "a3-g3", "a3-l3"} <= set(match.legal())


def test_blo_7_the_first_action_of_the_game_is_a_placement() -> None:
    match = GAME.match()
    assert ways.has_way_out(match.position[0], SOUTH)
    assert refused(match, "exit") == "BLO-7.no-exit-yet"
    match.play("h3")
    assert refused(match, "exit") == "BLO-4.no-way"


def test_blo_7_is_moot_when_the_kings_face_each_other() -> None:
    match = VARIANTS[1].match()
    assert not any(ways.has_way_out(match.position[0], seat) for seat in range(2))
    assert refused(match, "exit") == "BLO-4.no-way"


def test_blo_8_who_can_neither_move_a_guard_nor_escape_passes() -> None:
    match = at(SHUT_IN)
    assert asked(match) == ("pass", "No guard of yours can move, and your king has no way out: pass.", "BLO-8")
    assert refused(match, "a12-a11") == "BLO-6.occupied"
    match.play("pass")
    assert match.mover == NORTH


def test_blo_8_nobody_else_passes() -> None:
    assert refused(at(CROWD), "pass") == "BLO-8.no-pass"
    assert refused(GAME.match(), "pass") == "BLO-8.no-pass"


def test_com_1_the_third_occurrence_of_a_position_is_a_draw() -> None:
    match = at(CROWD)
    dance = ["b11-b10", "l9-k9", "b10-b11", "k9-l9"]
    match.play(*dance, *dance[:3])
    assert match.outcome is None
    match.play(dance[3])
    assert match.outcome == Outcome(winners=(), draw=True, scores=None, reason="COM-1")
    match.undo()
    assert match.outcome is None


def test_com_1_guards_of_one_colour_are_alike() -> None:
    assert at("red:e2/h3,e9 blue:h11/a1,a4 red")._key() == at("red:e2/e9,h3 blue:h11/a4,a1 red")._key() != b""
    assert at("red:e2/h3,e9 blue:h11/a1,a4 red")._key() != at("red:e2/h3,a1 blue:h11/e9,a4 red")._key()
    assert at("red:e2/h3,e9 blue:h11/a1,a4 red")._key() != at("red:e2/h3,e9 blue:h11/a1,a4 blue")._key()


def test_random_slides_are_equally_likely() -> None:
    """A chi-square test, far beyond what chance would do: random games seldom last until guards move."""
    match, rng, room = at(CROWD), random_source(1), np.empty(rules.MOST_LEGAL, np.int32)
    actions = match.actions()
    counts = Counter(int(GAME.single.random_action(match.position, rng, room)) for _ in range(40 * len(actions)))
    assert set(counts) <= set(actions)
    freedom = len(actions) - 1
    assert sum((counts[action] - 40) ** 2 / 40 for action in actions) < freedom + 6 * (2 * freedom) ** 0.5


def test_who_must_pass_passes_in_random_games_too() -> None:
    room = np.empty(rules.MOST_LEGAL, np.int32)
    assert GAME.single.random_action(at(SHUT_IN).position, random_source(1), room) == rules.PASS


# ---- the examples of the rules page


def test_example_1_112_placements_and_no_exit() -> None:
    match = at(EMPTY_BOARD)
    assert match.position.tobytes() == GAME.match().position.tobytes()
    assert way(match) == "e2 e12"
    assert len(match.legal()) == 112
    assert "exit" not in match.legal()


def test_example_2_two_turns() -> None:
    match = at(TWO_TURNS)
    assert way(match) == "e2 e7 i7 i12"
    assert match.legal() == ["exit"]


def test_example_3_turning_below_the_other_king() -> None:
    match = at(BELOW_THE_KING)
    assert way(match) == ""
    assert "exit" not in match.legal()


def test_example_4_a_leg_of_no_step() -> None:
    assert way(at(NO_STEP)) == ""
    assert "exit" not in at(NO_STEP).legal()
    assert way(at(FIVE_LEGS)) == "e2 e7 i7 i8 f8 f12"
    assert at(FIVE_LEGS).legal() == ["exit"]


def test_example_5_one_guard_and_two() -> None:
    assert (way(at(ONE_GUARD), SOUTH), way(at(ONE_GUARD), NORTH)) == ("e2 e12", "")
    assert (way(at(TWO_GUARDS), SOUTH), way(at(TWO_GUARDS), NORTH)) == ("", "")


def test_example_6_the_safe_first_squares() -> None:
    match, safe = GAME.match(), set()
    for first in match.legal():
        match.play(first)
        if match.legal() != ["exit"]:
            safe.add(first)
        match.undo()
    assert safe == {"h9", "h7", "h6", "h4", "h3", "h1"}


def test_example_7_the_saving_replies() -> None:
    match = GAME.match()
    match.play("h3", "e9", "j8")
    assert match.position_text() == THREAT
    assert way(match) == "e2 e8 i8 i12"
    saving = set()
    for reply in match.legal():
        match.play(reply)
        if match.legal() != ["exit"]:
            saving.add(reply)
        match.undo()
    assert saving == {"e5", "e6", "e7", "e8", "f8", "i8", "i9"}


def test_example_8_a_pass() -> None:
    assert at(SHUT_IN).legal() == ["pass"]


# ---- the position in writing


def test_what_the_page_explains() -> None:
    piles = [tray.holdings[0].piles[0].count for tray in at(FIVE_LEFT).view(0).scene().trays]
    assert (at(FIVE_LEFT).mover, piles) == (NORTH, [4, 5])
    match = GAME.match()
    match.play("a1", "exit")
    assert match.position_text() == ESCAPED
    assert at(ESCAPED).outcome == match.outcome


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("red:e2 blue:h11/- red", "position.kinds"),
        ("red:e2/h3/j8 blue:h11/- red", "position.kinds"),
        ("red:e3/- blue:h11/- red", "position.king"),
        ("red:e2/- blue:e11/- red", "position.king"),  # where he stands by the option
        ("red:e2/a1,a2,a3,a4,a5,a6,a7 blue:h11/- red", "position.too-many"),
        ("red:e2/m1 blue:h11/- red", "position.square"),
        ("red:e2/h3 blue:h11/e9,h3 red", "position.twice"),
        ("red:e2/f3 blue:h11/- red", "position.king-block"),
        ("red:e2/- blue:h11/h11 red", "position.king-block"),
        ("red:e2/- blue:h11/- green", "position.expected"),
        ("red:e2/- blue:h11/-", "position.missing"),
        ("red:e2/- blue:h11/- red over:BLO-4", "position.more"),
        ("red:-/e8 blue:h11/j7 red", "position.over"),
        ("red:-/e8 blue:h11/j7 red over:BLO-5", "position.over"),
        ("red:-/e8 blue:h11/h3 red over:BLO-4", "position.escaped"),  # there is no way out
        ("red:-/e8 blue:h11/j7 blue over:BLO-4", "position.escaped"),  # North would be to act
        ("red:-/e8 blue:-/j7 red over:BLO-4", "position.escaped"),
        ("red:-/- blue:h11/- red over:BLO-4", "position.escaped"),  # BLO-7
    ],
)
def test_what_cannot_be_is_refused(text: str, key: str) -> None:
    assert misread(GAME, text) == key


# ---- the table


def test_a_way_out_is_marked_from_the_king_to_the_rim() -> None:
    match = GAME.match()
    match.play("h3", "e9", "j8")
    for seat, outwards in ((SOUTH, -1), (NORTH, 1)):  # South looks at North's edge, and North has it near
        scene = match.view(seat).scene()
        middles = {spot.id: (spot.x, spot.y) for spot in scene.spots}
        (mark,) = (mark for mark in scene.marks if mark.kind == "way")
        assert (mark.x, mark.y) == middles["e2"]
        *bends, end = mark.path
        assert bends == [middles["e8"], middles["i8"]]
        assert end[0] == middles["i12"][0]
        assert (end[1] - middles["i12"][1]) * outwards > 20  # across the edge


def test_both_ways_are_marked_while_they_are_open_and_after_the_end_the_one_that_won() -> None:
    def begins(match: Match) -> list[str]:
        scene = match.view(0).scene()
        names = {(spot.x, spot.y): spot.id for spot in scene.spots}
        return [names[mark.x, mark.y] for mark in scene.marks if mark.kind == "way"]

    match = GAME.match()
    assert begins(match) == ["e2", "h11"]
    match.play("a1")
    assert begins(match) == ["e2", "h11"]
    match.play("exit")
    assert begins(match) == ["h11"]
    last = [mark for mark in match.view(0).scene().marks if mark.kind == "last-from"]
    assert len(last) == 1
    assert begins(at("red:e2/h3 blue:h11/e9 red")) == []


def test_a_guard_is_put_on_a_square_and_picked_up_to_slide_and_exit_is_a_word() -> None:
    def picks(match: Match, action: str) -> tuple[str, ...]:
        return GAME.scene.picks(match.position[0], GAME.action(match.position, action))

    assert picks(GAME.match(), "h3") == ("h3",)
    assert picks(at(CROWD), "h4-h9") == ("h4", "h9")
    assert picks(at("red:e2/e8 blue:h11/j7 red"), "exit") == ("exit",)
    assert picks(at(CROWD), "pass") == ("pass",)


def test_the_text_shows_a_way_out_as_arrows() -> None:
    match = GAME.match()
    match.play("h3", "e9", "j8")
    rows = board(match.view(0).scene()).splitlines()
    assert rows[1] == "12   ·   ·   ·   ·   ·   ·   ·   ·   ↑   ·   ·   ·    12"
    assert rows[5] == " 8   ·   +   ·   ·   →   →   →   →   ↑  [r■] +   ·    8"
    assert rows[11] == " 2   ·   +   ·   ·   r●  ·   ·   +   ·   ·   +   ·    2"


# ---- symmetry


@pytest.mark.parametrize(("variant", "goal"), [(VARIANTS[0], "e9"), (VARIANTS[1], "h9")], ids=str)
def test_from_the_other_side_guards_slide_as_before(variant: Game, goal: str) -> None:
    match = at(CROWD if variant == GAME else CROWD.replace("h11", "e11"), variant)
    turned = match.position.copy()
    variant.single.turn_position(turned, 1)
    room = np.empty(rules.MOST_LEGAL, np.int32)
    found = set(room[: variant.single.legal_actions(turned, room)].tolist())
    assert found == {variant.single.turn_action(match.position, action, 1) for action in match.actions()}
    assert len(found) > 20
    assert {NAMES.name(square) for square in turned[0].guards[6:]} >= {goal}  # South's h4 is North's now
    variant.single.turn_position(turned, 1)
    assert turned.tobytes() == match.position.tobytes()


# ---- a second opinion: the rules once more, with sets of squares and one step at a time

Place = tuple[int, int]
AROUND = [(0, 1), (1, 0), (0, -1), (-1, 0)]
KINGS = {"offset": [(4, 1), (7, 10)], "facing": [(4, 1), (4, 10)]}


def place(name: str) -> Place:
    return "abcdefghijkl".index(name[0]), int(name[1:]) - 1


def name_of(square: Place) -> str:
    return f"{'abcdefghijkl'[square[0]]}{square[1] + 1}"


def is_on_board(square: Place) -> bool:
    return 0 <= square[0] < 12 and 0 <= square[1] < 12


class Plain:
    """A game of Le Blocus kept in sets."""

    def __init__(self, kings: str) -> None:
        self.kings = KINGS[kings]
        self.guards: list[set[Place]] = [set(), set()]
        self.mover = SOUTH
        self.played = 0
        self.winner: int | None = None
        self.seen = Counter([self.key()])

    def key(self) -> tuple[frozenset[Place], frozenset[Place], int]:
        return frozenset(self.guards[0]), frozenset(self.guards[1]), self.mover

    def has_way_out(self, seat: int) -> bool:
        guards, goal = self.guards[0] | self.guards[1], 12 if seat == SOUTH else -1
        waiting = [(self.kings[seat], direction) for direction in AROUND]
        tried = set(waiting)
        while waiting:
            (column, row), (right, up) = waiting.pop()
            steps = 0
            while True:
                ahead = (column + right, row + up)
                if ahead[1] == goal:
                    return True
                if not is_on_board(ahead) or ahead == self.kings[1 - seat]:
                    break
                if ahead in guards:
                    if steps:
                        for turned in ((up, right), (-up, -right)):
                            if ((column, row), turned) not in tried:
                                tried.add(((column, row), turned))
                                waiting.append(((column, row), turned))
                    break
                (column, row), steps = ahead, steps + 1
        return False

    def is_barred(self, square: Place) -> bool:
        """BLO-5: in a block where a king stands."""
        return any((king[0] // 3, king[1] // 3) == (square[0] // 3, square[1] // 3) for king in self.kings)

    def legal(self) -> set[str]:
        if self.played and self.has_way_out(self.mover):
            return {"exit"}
        own, taken = self.guards[self.mover], {*self.guards[0], *self.guards[1], *self.kings}
        if len(own) < 6:
            squares = {(column, row) for column in range(12) for row in range(12)} - taken
            if not own:
                squares = {square for square in squares if (square[0] % 3, square[1] % 3) != (1, 1)}
            return {name_of(square) for square in squares if not self.is_barred(square)}
        slides = set()
        for guard in own:
            for right, up in AROUND:
                goal = (guard[0] + right, guard[1] + up)
                while is_on_board(goal) and goal not in taken:
                    if not self.is_barred(goal):
                        slides.add(f"{name_of(guard)}-{name_of(goal)}")
                    goal = (goal[0] + right, goal[1] + up)
        return slides or {"pass"}

    def play(self, text: str) -> None:
        self.played += 1
        if text == "exit":
            self.winner = self.mover
            return
        if text != "pass":
            first, _, goal = text.partition("-")
            if goal:
                self.guards[self.mover].remove(place(first))
            self.guards[self.mover].add(place(goal or first))
        self.mover = 1 - self.mover
        self.seen[self.key()] += 1

    def outcome(self) -> Outcome | None:
        if self.winner is not None:
            return Outcome((self.winner,), False, None, "BLO-4")
        if self.seen[self.key()] == 3:
            return Outcome((), True, None, "COM-1")
        return Outcome((), True, None, "COM-2") if self.played == 1_000 else None


def compare(match: Match, choose: random.Random, *, careful: bool) -> None:
    """Play a game at random beside the plain one; with care, no way is left open to the other if it can be helped."""
    plain = Plain(str(match.game.options["kings"]))
    while True:
        legal = plain.legal() if plain.winner is None else set()
        assert match.outcome == plain.outcome(), match.record()
        if match.outcome:
            return
        assert set(match.legal()) == legal, match.record()
        options = sorted(legal)
        choose.shuffle(options)
        for action in options:
            match.play(action)
            if not careful or match.outcome or match.legal() != ["exit"]:
                break
            match.undo()
        else:
            action = options[0]
            match.play(action)
        plain.play(action)


@variants
def test_random_games_agree_with_a_plain_reading_of_the_page(variant: Game) -> None:
    for seed in range(40):
        compare(variant.match(), random.Random(seed), careful=False)


@variants
def test_careful_games_agree_with_a_plain_reading_of_the_page(variant: Game) -> None:
    moved = 0
    for seed in range(6):
        match = variant.match()
        compare(match, random.Random(seed), careful=True)
        moved += sum("-" in text for text in match.texts)
    assert moved > 50  # guards do get to move


def boards(variant: Game) -> Iterator[tuple[Match, Plain]]:
    """Guards strewn about, more of them than a game would bring together near the kings."""
    choose = random.Random(7)
    free = [(column, row) for column in range(12) for row in range(12)]
    for _ in range(1_500):
        plain = Plain(str(variant.options["kings"]))
        squares = [square for square in choose.sample(free, 20) if not plain.is_barred(square)][:12]
        count = choose.randint(2, 6)
        plain.guards = [set(squares[:count]), set(squares[6 : 6 + count])]
        south, north = (",".join(name_of(square) for square in guards) for guards in plain.guards)
        yield at(f"red:e2/{south} blue:{name_of(plain.kings[NORTH])}/{north} red", variant), plain


@variants
def test_ways_out_agree_with_a_walk_step_by_step_on_boards_full_of_guards(variant: Game) -> None:
    lengths: Counter[int] = Counter()
    for match, plain in boards(variant):
        pos = match.position[0]
        for seat in range(2):
            assert bool(ways.has_way_out(pos, seat)) == plain.has_way_out(seat)
            found = [place(NAMES.name(square)) for square in ways.way_out(pos, seat)]
            assert bool(found) == plain.has_way_out(seat)
            if found:
                check_way(found, plain, seat)
            lengths[max(len(found) - 1, 0)] += 1
    assert min(lengths[legs] for legs in (0, 2, 3, 4, 5)) > 10, lengths


def check_way(found: list[Place], plain: Plain, seat: int) -> None:
    """Every leg is straight and free, at least a step long, and turns at a guard; the last crosses the far edge."""
    guards, edge = plain.guards[0] | plain.guards[1], 11 if seat == SOUTH else 0
    assert found[0] == plain.kings[seat]
    assert found[-1][1] == edge
    for leg, ((column, row), goal) in enumerate(itertools.pairwise(found), start=2):
        right, up = np.sign(goal[0] - column), np.sign(goal[1] - row)
        assert abs(right) + abs(up) == 1
        here = (column, row)
        while here != goal:
            here = (here[0] + int(right), here[1] + int(up))
            assert here not in guards
            assert here != plain.kings[1 - seat]
        if leg < len(found):
            assert (goal[0] + int(right), goal[1] + int(up)) in guards


@variants
def test_compiled_playouts_reach_the_same_ends(variant: Game) -> None:
    """Random games by the compiled choice, replayed by the plain rules."""
    rng, room = random_source(3), np.empty(rules.MOST_LEGAL, np.int32)
    for _ in range(60):
        match, plain = variant.match(), Plain(str(variant.options["kings"]))
        while not match.outcome:
            match.play(int(variant.single.random_action(match.position, rng, room)))
            assert match.texts[-1] in plain.legal()
            plain.play(match.texts[-1])
        assert match.outcome == plain.outcome()
