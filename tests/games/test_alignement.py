"""Alignement, rule by rule, with every example of its rules page."""

import copy
from collections import Counter
from collections.abc import Iterator

import pytest

from palissade import Game, Match, game
from palissade.contract import LIMIT
from palissade.games.alignement import circles, knowledge, rules
from palissade.games.alignement.notation import NAMES
from palissade.games.alignement.rules import BLUE, RED
from palissade.kernel import random_source
from palissade.match import REPETITIONS
from palissade.search.perft import perft
from tests.games.guided import asked, threatened, told_of
from tests.games.positions import DOCS, written_on_page
from tests.games.refusals import misread, refused
from tests.random_games import random_action

GAME = game("alignement")
JUMP = game("alignement", cylinder="jump")
VARIANTS = pytest.mark.parametrize("variant", [GAME, JUMP], ids=str)

FIRST_ACTION, WINNING, LOSING, LOST = written_on_page("alignement")
BOOKLET = WINNING.removesuffix(" red triangle")  # what each colour has there
TO_BOOKLET = "k8 e5 k5 e2 b11 h5 h11 b2 k5-h2 k5 e8 h5-k2 h11-h8 b2-b5 h2-h5 e2-h2"
ALL_ON_THE_BOARD = "b2 k2 e5 k11 b8 h5 b11 h2 e5-e8 k8 e2"
TWO_CAMPS = "red:b2,b11/e2,b8/e5 blue:k2,k11/h2,k8/h5"
CLOCK = ["red square", "blue triangle", "red cylinder", "blue square", "red triangle", "blue cylinder"]


def at(position: str, variant: Game = GAME) -> Match:
    return variant.match(position=position)


def after(*actions: str, variant: Game = GAME) -> Match:
    match = variant.match()
    match.play(*actions)
    return match


def ending(match: Match) -> tuple[tuple[int, ...], str] | None:
    """Who won and by which rule; None while the game goes on."""
    return (match.outcome.winners, match.outcome.reason) if match.outcome else None


# ---- the rules


def test_ali_1_each_holds_two_squares_two_triangles_and_a_cylinder() -> None:
    match = GAME.match()
    assert match.position_text() == "red:-/-/- blue:-/-/- red square"
    for tray in match.view(RED).scene().trays:
        piles = [(pile.kind, pile.count) for holding in tray.holdings for pile in holding.piles]
        assert piles == [("square", 2), ("triangle", 2), ("cylinder", 1)]
    assert match.mover == RED


def test_ali_1_only_the_sixteen_circles_are_used() -> None:
    match = GAME.match()
    assert match.legal() == [column + row for row in ("2", "5", "8", "11") for column in "behk"]
    assert refused(match, "a1") == "ALI-1.circles"
    assert refused(match, "e5-e6") == "ALI-1.circles"


def test_ali_2_the_due_kinds_come_round_while_the_players_alternate() -> None:
    match, played = GAME.match(), []
    before = set(match.view(RED).scene().pieces)
    for circle in ["b2", "b5", "e8", "h8", "k2", "k11", "h2", "h5"]:
        mover = match.mover
        match.play(circle)
        pieces = set(match.view(RED).scene().pieces)
        (piece,) = pieces - before
        assert piece.spot == circle
        assert piece.colour == ("red", "blue")[mover or 0]
        played.append(piece.colour[0].upper() + piece.kind[0])
        before = pieces
    assert played == ["Rs", "Bt", "Rc", "Bs", "Rt", "Bc", "Rs", "Bt"]


@pytest.mark.parametrize(
    ("clock", "move", "key"),
    [
        ("red square", "e8-e11", "ALI-2.square-due"),
        ("red triangle", "h8-h11", "ALI-2.triangle-due"),
        ("red cylinder", "h8-h11", "ALI-2.cylinder-due"),
        ("blue square", "b5-b8", "ALI-2.square-due"),
        ("blue triangle", "h2-e2", "ALI-2.triangle-due"),
    ],
)
def test_ali_2_a_piece_of_another_kind_may_not_move(clock: str, move: str, key: str) -> None:
    assert refused(at(f"{BOOKLET} {clock}"), move) == key


def test_ali_3_a_held_piece_of_the_due_kind_is_placed_on_any_empty_circle() -> None:
    match = after("b2", "b5")
    assert set(match.legal()) == set(NAMES) - {"b2", "b5"}
    assert refused(match, "b5") == "ALI-3.occupied"
    assert refused(match, "b2-e2") == "ALI-3.place-first"


def test_ali_3_who_has_placed_one_square_places_the_other_before_either_moves() -> None:
    match = after("b2", "b5", "e8", "h8", "k2", "k11")
    assert refused(match, "b2-e2") == "ALI-3.place-first"
    match.play("h2")
    assert match.position_text() == "red:b2,h2/k2/e8 blue:h8/b5/k11 blue triangle"


def test_ali_4_the_first_cylinder_moves_before_the_last_two_placements() -> None:
    match = after("b2", "b5", "e8", "h8", "k2", "k11", "h2", "h5")
    assert match.ply == 8
    assert refused(match, "e11") == "ALI-4.all-placed"
    match.play("e8-e11")
    assert not any("-" in text for text in match.legal())
    match.play("k5")
    assert not any("-" in text for text in match.legal())
    match.play("b8")
    assert match.ply == 11
    for _ in range(6):
        assert all("-" in text for text in match.legal())
        match.play(match.legal()[0])


def test_ali_4_squares_and_triangles_go_to_an_orthogonally_adjacent_empty_circle() -> None:
    squares = at(f"{TWO_CAMPS} red square")
    assert set(squares.legal()) == {"b11-e11", "b2-b5"}
    assert refused(squares, "b11-e8") == "ALI-4.one-step"
    assert refused(squares, "b11-h11") == "ALI-4.one-step"
    assert refused(squares, "b11-b8") == "ALI-4.occupied"
    assert refused(squares, "b11-b11") == "ALI-4.occupied"
    assert refused(squares, "k11-h11") == "ALI-4.not-yours"
    assert refused(squares, "e11-h11") == "ALI-4.not-yours"
    triangles = at(f"{TWO_CAMPS} blue triangle")
    assert set(triangles.legal()) == {"k8-h8", "k8-k5"}
    assert refused(triangles, "k8-h11") == "ALI-4.one-step"


def test_ali_4_the_cylinder_goes_to_any_of_the_eight_adjacent_circles() -> None:
    match = at(f"{TWO_CAMPS} red cylinder")
    assert set(match.legal()) == {"e5-b5", "e5-e8", "e5-h8"}
    assert refused(match, "e5-h5") == "ALI-4.occupied"
    assert refused(match, "e5-k5") == "ALI-4.cylinder-step"
    assert refused(match, "e5-e11") == "ALI-4.cylinder-step"


def test_ali_4_by_option_the_cylinder_goes_to_the_nearest_empty_circle_in_each_direction() -> None:
    match = at(f"{TWO_CAMPS} red cylinder", JUMP)
    assert set(match.legal()) == {"e5-b5", "e5-e8", "e5-h8", "e5-k5"}
    assert refused(match, "e5-e11") == "ALI-4.nearest"  # e8 is nearer
    assert refused(match, "e5-h11") == "ALI-4.nearest"  # in no direction
    assert refused(match, "e5-h5") == "ALI-4.occupied"
    match.play("e5-k5")
    assert set(at(f"{BOOKLET} blue cylinder", JUMP).legal()) == {"k2-e2", "k2-k11"}  # over one, and over two


def test_ali_4_by_option_squares_and_triangles_do_not_jump() -> None:
    for clock in ("red square", "red triangle", "blue square", "blue triangle"):
        assert at(f"{BOOKLET} {clock}", JUMP).legal() == at(f"{BOOKLET} {clock}").legal()


def test_ali_4_of_two_pieces_alike_the_one_that_was_named_moves() -> None:
    match = at(f"{TWO_CAMPS} red square")
    match.play("b11-e11")
    assert match.position_text() == f"{TWO_CAMPS.replace('b2,b11', 'b2,e11')} blue triangle"


@pytest.mark.parametrize("line", circles.LINES.tolist(), ids=lambda line: "-".join(NAMES[circle] for circle in line))
def test_ali_5_four_on_a_row_a_column_or_a_long_diagonal_win_even_while_placing(line: list[int]) -> None:
    red = iter(NAMES[circle] for circle in line)
    blue = iter(name for number, name in enumerate(NAMES) if number not in line)
    match = GAME.match()
    for ply in range(7):
        assert match.outcome is None
        match.play(next(red) if ply % 2 == 0 else next(blue))
    assert ending(match) == ((RED,), "ALI-5")
    assert match.legal() == []


def test_ali_5_there_are_ten_lines() -> None:
    lines = {frozenset(line) for line in circles.LINES.tolist()}
    assert len(lines) == 10
    short_diagonal = [NAMES.index(name) for name in ("b5", "e8", "h11")]
    assert not any(line.issuperset(short_diagonal) for line in lines)


def test_ali_5_a_line_with_a_piece_of_the_other_colour_wins_for_nobody() -> None:
    match = after("b2", "k2", "e2", "b11", "h2", "k11", "e8")
    assert match.outcome is None


def test_ali_5_blue_wins_by_a_move() -> None:
    match = at(f"{BOOKLET.replace('/h5', '/-')} blue square")
    match.play("h2-h5")
    assert ending(match) == ((BLUE,), "ALI-5")


def test_ali_6_who_comes_to_move_and_cannot_has_lost_at_once() -> None:
    match = at(f"{BOOKLET} red triangle")
    match.play("b11-e11")
    assert ending(match) == ((RED,), "ALI-6")
    assert match.legal() == []


def test_ali_6_both_pieces_of_the_due_kind_must_be_shut_in() -> None:
    shut_in = "red:h5,b11/e8,h8/e11 blue:e5,b8/e2,h2/k5"
    assert ending(at(f"{shut_in} red square over:ALI-6")) == ((BLUE,), "ALI-6")
    one_way_out = shut_in.replace("/k5", "/k2")
    assert at(f"{one_way_out} red square").legal() == ["h5-k5"]
    match = at(f"{one_way_out} blue cylinder")
    match.play("k2-k5")
    assert match.position_text() == f"{shut_in} red square over:ALI-6"
    assert ending(match) == ((BLUE,), "ALI-6")


def test_ali_6_who_holds_a_piece_of_the_due_kind_is_never_stuck() -> None:
    match = after("b2", "e2", "k11", "b5")
    assert not rules.is_stuck(match.position[0])
    assert len(match.legal()) == 12


def test_ali_6_a_line_is_looked_at_first() -> None:
    match = at(f"{BOOKLET} red triangle")
    match.play("b11-b8")
    assert rules.is_stuck(match.position[0])
    assert ending(match) == ((RED,), "ALI-5")


def test_ali_6_there_is_no_pass() -> None:
    assert refused(GAME.match(), "pass") == "ALI-6.no-pass"


DANCE = ["b11-e11", "k8-k5", "e5-e8", "k11-h11", "b8-b5", "h5-h8"]
BACK = ["e11-b11", "k5-k8", "e8-e5", "h11-k11", "b5-b8", "h8-h5"]


def test_com_1_the_third_occurrence_of_a_position_is_a_draw() -> None:
    match = at(f"{TWO_CAMPS} red square")
    match.play(*DANCE, *BACK, *DANCE, *BACK[:-1])
    assert match.outcome is None
    match.play(BACK[-1])
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.draw, match.outcome.reason) == ((), True, "COM-1")
    match.undo()
    assert match.outcome is None


def test_com_1_pieces_of_one_kind_and_colour_are_alike_and_the_due_kind_belongs_to_the_position() -> None:
    keys = {at(f"{TWO_CAMPS} {clock}")._key() for clock in CLOCK}
    assert len(keys) == 6
    assert at(f"{TWO_CAMPS.replace('b2,b11', 'b11,b2')} red square")._key() in keys
    # a square and a triangle are not
    assert at(f"{TWO_CAMPS.replace('b2,b11/e2,b8', 'b2,e2/b11,b8')} red square")._key() not in keys


# ---- the examples of the rules page


def test_example_1_red_wins_with_a_triangle() -> None:
    match = at(WINNING)
    lines = []
    for action in match.legal():
        match.play(action)
        assert match.outcome is not None  # Blue's cylinder is shut in: see example 3
        if match.outcome.reason == "ALI-5":
            assert match.outcome.winners == (RED,)
            lines.append(action)
        match.undo()
    assert lines == ["b11-b8"]


def test_example_2_the_only_move_of_the_cylinder_loses() -> None:
    match = at(LOSING)
    assert match.legal() == ["h5-e2"]
    match.play("h5-e2", "h2-h5")
    assert ending(match) == ((BLUE,), "ALI-5")


def test_example_3_blue_has_lost_when_the_cylinder_is_due() -> None:
    assert ending(at(LOST)) == ((RED,), "ALI-6")


def test_the_booklets_position_is_drawn_as_it_is_written() -> None:
    drawn = (DOCS / "alignement.md").read_text("utf-8").partition("```\n")[2].partition("```")[0]
    rows = {row: names for row, *names in map(str.split, drawn.splitlines())}
    pieces = {
        f"{column}{row}": name
        for row, names in rows.items()
        for column, name in zip("behk", names, strict=True)
        if name != "."
    }
    scene = at(WINNING).view(RED).scene()
    assert {piece.spot: piece.colour[0].upper() + piece.kind[0] for piece in scene.pieces} == pieces


def test_the_booklets_position_comes_up_in_a_game() -> None:
    match = after(*TO_BOOKLET.split())
    assert match._key() == at(WINNING)._key()


# ---- the position in writing


def test_what_the_page_explains() -> None:
    assert after("b2").position_text() == FIRST_ACTION


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("red:b2/- blue:-/-/- red square", "position.kinds"),
        ("red:b2,b5,b8/-/- blue:-/-/- red square", "position.too-many"),
        ("red:-/-/b2,b5 blue:-/-/- red square", "position.too-many"),
        ("red:m2/-/- blue:-/-/- red square", "position.square"),
        ("red:a1/-/- blue:-/-/- red square", "position.circle"),
        ("red:b2/-/- blue:-/b2/- red square", "position.twice"),
        ("blue:-/-/- red:-/-/- red square", "position.expected"),
        ("red:-/-/- blue:-/-/- green square", "position.expected"),
        ("red:-/-/- blue:-/-/- red pawn", "position.expected"),
        ("red:-/-/- blue:-/-/- red", "position.missing"),
        ("red:b2,e2/h2,k2/- blue:-/-/- blue square", "position.over"),
        ("red:b2,e2/h2,k2/- blue:-/-/- blue square over:ALI-6", "position.over"),
        (LOST.removesuffix(" over:ALI-6"), "position.over"),
        (f"{WINNING} over:ALI-5", "position.more"),
    ],
)
def test_what_cannot_be_is_refused(text: str, key: str) -> None:
    assert misread(GAME, text) == key


# ---- a second opinion: the rules once more, with a dictionary of circles


class Plain:
    """A game of Alignement told by its texts alone."""

    def __init__(self, cylinder: str) -> None:
        self.jumps = cylinder == "jump"
        self.board: dict[tuple[int, int], str] = {}  # "Rs" and so on, by column and row
        self.hands = {player: Counter("ssttc") for player in "RB"}
        self.ply = 0
        self.seen = Counter([self.position()])

    def position(self) -> tuple[frozenset[tuple[tuple[int, int], str]], int]:
        return frozenset(self.board.items()), self.ply % 6

    @property
    def player(self) -> str:
        return "RB"[self.ply % 2]

    @property
    def kind(self) -> str:
        return "stc"[self.ply % 3]

    def legal(self) -> set[str]:
        everywhere = {(column, row) for column in range(4) for row in range(4)}
        if self.hands[self.player][self.kind]:
            return {name(circle) for circle in everywhere - set(self.board)}
        return {
            f"{name(circle)}-{name(goal)}"
            for circle, piece in self.board.items()
            if piece == self.player + self.kind
            for goal in self.goals(circle)
        }

    def goals(self, circle: tuple[int, int]) -> Iterator[tuple[int, int]]:
        for across in (-1, 0, 1):
            for up in (-1, 0, 1):
                if (across, up) == (0, 0) or (self.kind != "c" and across and up):
                    continue
                column, row = circle[0] + across, circle[1] + up
                while self.jumps and self.kind == "c" and (column, row) in self.board:
                    column, row = column + across, row + up
                if column in range(4) and row in range(4) and (column, row) not in self.board:
                    yield column, row

    def play(self, text: str) -> None:
        first, _, goal = text.partition("-")
        if goal:
            self.board[place(goal)] = self.board.pop(place(first))
        else:
            self.hands[self.player][self.kind] -= 1
            self.board[place(first)] = self.player + self.kind
        self.ply += 1
        self.seen[self.position()] += 1

    def count(self, depth: int) -> int:
        """The sequences of so many actions from here."""
        if depth == 0 or (self.ending()):
            return int(depth == 0)
        total = 0
        for text in self.legal():
            then = copy.deepcopy(self)
            then.play(text)
            total += then.count(depth - 1)
        return total

    def ending(self) -> tuple[tuple[int, ...], str] | None:
        for number, player in enumerate("RB"):
            own = {circle for circle, piece in self.board.items() if piece[0] == player}
            columns = [{(column, row) for row in range(4)} for column in range(4)]
            rows = [{(column, row) for column in range(4)} for row in range(4)]
            diagonals = [{(i, i) for i in range(4)}, {(i, 3 - i) for i in range(4)}]
            if any(line <= own for line in columns + rows + diagonals):
                return (number,), "ALI-5"
        if not self.legal():
            return (1 - self.ply % 2,), "ALI-6"
        if self.seen[self.position()] == REPETITIONS:
            return (), "COM-1"
        return ((), "COM-2") if self.ply == LIMIT else None


def name(circle: tuple[int, int]) -> str:
    return "behk"[circle[0]] + ("2", "5", "8", "11")[circle[1]]


def place(text: str) -> tuple[int, int]:
    return "behk".index(text[0]), ("2", "5", "8", "11").index(text[1:])


@VARIANTS
def test_legal_actions_and_outcomes_agree_with_a_plain_reading_of_the_page(variant: Game) -> None:
    reasons = Counter[str]()
    for seed in range(60):
        match, plain, rng = variant.match(), Plain(str(variant.options["cylinder"])), random_source(seed)
        while not match.outcome:
            assert set(match.legal()) == plain.legal(), match.record()
            text = variant.text(match.position, random_action(match, rng))
            match.play(text)
            plain.play(text)
            assert ending(match) == plain.ending(), match.record()
        reasons[match.outcome.reason] += 1
    assert min(reasons["ALI-5"], reasons["ALI-6"]) > 1  # both endings are put to the test


@VARIANTS
def test_sequences_of_moves_are_as_many_as_by_a_plain_reading(variant: Game) -> None:
    match, plain = variant.match(), Plain(str(variant.options["cylinder"]))
    for text in ALL_ON_THE_BOARD.split():
        match.play(text)
        plain.play(text)
    assert perft(variant, match.position, 5) == plain.count(5)


# ---- what the table says

STOP_THE_CYLINDER = "red:e5,h5/b5,e8/k8 blue:h8,k11/b8,b2/e11 blue triangle"
SQUARES_SHUT_IN = "red:h11,k2/b5,h8/e11 blue:k5,k11/b11,h5/h2 red triangle"


@pytest.mark.parametrize(
    ("position", "said"),
    [
        (
            "red:-/-/- blue:-/-/- red square",
            ("place", "Place a square on an empty circle. Then Blue plays a triangle, and you the cylinder.", "ALI-3"),
        ),
        (
            f"{TWO_CAMPS} red square",
            (
                "move",
                "Squares are due: move one of yours. "
                "Whoever cannot play what is due loses: next Blue a triangle, then you the cylinder.",
                "ALI-4",
            ),
        ),
        (WINNING, ("win-move", "You can win: move one of your triangles to b8, and you have four in a row.", "ALI-5")),
        (
            "red:b2,e2/h2/- blue:b5,e5/b8/h11 red triangle",
            ("win-place", "You can win: place a triangle on k2, and you have four in a row.", "ALI-5"),
        ),
        (
            "red:h8,k8/b8,h11/h5 blue:h2,k5/b5,e5/k2 red triangle",
            ("shut-in", "You can win with a triangle, b8-e8: Blue must play the cylinder then, and cannot.", "ALI-6"),
        ),
        (
            STOP_THE_CYLINDER,
            ("stop", "Play a triangle, and mind k5: Red could make four in a row there with the cylinder.", "ALI-5"),
        ),
        (
            SQUARES_SHUT_IN,
            (
                "tight",
                "Play a triangle, and make room: your next turn asks for a square, and as things stand you could "
                "move none.",
                "ALI-6",
            ),
        ),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_the_mover_is_told_what_is_due_and_what_decides(position: str, said: tuple[str, str, str]) -> None:
    assert asked(at(position)) == said


def test_a_piece_that_is_picked_tells_where_it_goes() -> None:
    assert told_of(at(WINNING), "b11") == "The triangle on b11 goes one circle along its row or column: to b8, e11."
    assert told_of(at(LOSING), "h5") == "The cylinder on h5 goes to an empty circle beside it, diagonally too: to e2."
    assert told_of(at(f"{TWO_CAMPS} red cylinder", JUMP), "e5") == (
        "The cylinder on e5 jumps to the nearest empty circle in each direction: to b5, k5, e8, h8."
    )
    assert GAME.match().view(RED).about() == {}


def test_lines_that_are_about_to_close_and_pieces_that_are_shut_in_threaten() -> None:
    assert threatened(at(WINNING)) == [
        (RED, "Red could make four in a row on b8 with a triangle.", ("b8",)),
        (BLUE, "Blue must play the cylinder next, and could not as things stand.", ("k2",)),
    ]
    assert threatened(at(STOP_THE_CYLINDER)) == [
        (RED, "Red could make four in a row on k5 with the cylinder.", ("k5",)),
    ]
    assert threatened(at(SQUARES_SHUT_IN)) == [
        (RED, "Red must play a square next, and could not as things stand.", ("h11", "k2")),
    ]
    assert threatened(GAME.match()) == []


@VARIANTS
def test_what_could_win_at_once_is_what_wins(variant: Game) -> None:
    """In random games: a line, or the other shut in."""
    found = {"ALI-5": 0, "ALI-6": 0}
    for seed in range(60):
        match, rng = variant.match(), random_source(seed)
        while match.mover is not None and match.ply < 60:
            wins = {"ALI-5": False, "ALI-6": False}
            for action in match.actions():
                match.play(action)
                if match.outcome:
                    wins[match.outcome.reason] = True
                match.undo()
            pos = match.position[0]
            line = knowledge.completing(pos, match.mover, rules.due_kind(pos)) != knowledge.NONE
            shut = knowledge.shutting_in(pos) != knowledge.NONE
            assert line == wins["ALI-5"]
            assert shut >= wins["ALI-6"]  # an action that does both is a line
            for rule, one in wins.items():
                found[rule] += one
            match.play(random_action(match, rng))
    assert all(found.values())
