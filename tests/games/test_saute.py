"""Saute, rule by rule, with every example of its rules page."""

import random
import re
from collections.abc import Mapping

import numpy as np
import pytest

from palissade import Game, Match, Outcome, game
from palissade.boards.butehorn import NAMES
from palissade.games.saute import knowledge, rules
from tests.games.guided import asked, threatened, told_of
from tests.games.positions import written_on_page
from tests.games.refusals import misread, refused
from tests.random_games import end_of, walk

GAME = game("saute")
TEAMS = game("saute", players=4, teams=True)
VARIANTS = list(GAME.variants())

RUNNING_ON, OVER, STARTED, BLUE_TO_ACT, RED_TO_ACT, NEXT_TURN = written_on_page("saute")

# The colours' parts of a position, at the start and at home.
BEGUN = {
    "red": "red:a12,a11,a10/b12,c12,b11,c11,b10,c10",
    "blue": "blue:a9,a8,a7/b9,c9,b8,c8,b7,c7",
    "green": "green:a6,a5,a4/b6,c6,b5,c5,b4,c4",
    "yellow": "yellow:a3,a2,a1/b3,c3,b2,c2,b1,c1",
}
HOME = {
    "red": "red:j12,j11,j10/k12,l12,k11,l11,k10,l10",
    "blue": "blue:j9,j8,j7/k9,l9,k8,l8,k7,l7",
    "green": "green:j6,j5,j4/k6,l6,k5,l5,k4,l4",
    "yellow": "yellow:j3,j2,j1/k3,l3,k2,l2,k1,l1",
}


def begun(colour: str, **moved: str) -> str:
    """A colour's pieces at the start, but for some that have moved: `begun("red", a12="d12")`."""
    return re.sub(r"[a-l]\d+", lambda name: moved.get(name[0], name[0]), BEGUN[colour])


def home(colour: str, **moved: str) -> str:
    """A colour's pieces at home, but for some that are not: `home("red", j12="i12")`."""
    return re.sub(r"[a-l]\d+", lambda name: moved.get(name[0], name[0]), HOME[colour])


def at(*parts: str, variant: Game = GAME) -> Match:
    """A match from where a turn begins: what the colours have, and who is to act."""
    return variant.match(position=" ".join([*parts, "run:-"]))


# ---- the rules


def test_sau_1_each_has_six_squares_and_three_triangles() -> None:
    kinds = [(piece.colour, piece.kind) for piece in TEAMS.match().view(0).scene().pieces]
    for colour in ("red", "blue", "green", "yellow"):
        assert kinds.count((colour, "square")) == 6
        assert kinds.count((colour, "triangle")) == 3


@pytest.mark.parametrize("players", [2, 3, 4])
def test_sau_2_each_fills_the_first_block_of_his_lane_with_the_triangles_in_column_a(players: int) -> None:
    match = game("saute", players=players).match()
    colours = ["red", "blue", "green", "yellow"][:players]
    assert match.position_text() == " ".join([*(BEGUN[colour] for colour in colours), "red run:-"])
    scene = match.view(0).scene()
    assert {piece.spot for piece in scene.pieces if piece.kind == "triangle"} == {
        f"a{row}" for row in range(13 - 3 * players, 13)
    }
    for colour in colours:
        spots = [piece.spot for piece in scene.pieces if piece.colour == colour]
        assert sorted(spots) == sorted(re.findall(r"[a-l]\d+", BEGUN[colour]))


def test_sau_3_a_piece_steps_to_the_square_ahead_or_hops_over_an_unbroken_run() -> None:
    match = at(begun("red", b12="e12", c12="f12", b11="f11"), begun("blue"), "red")
    hops = {text for text in match.legal() if text.endswith(("12", "11"))}
    assert hops == {"a12-b12", "e12-g12", "f12-g12", "a11-b11", "c11-d11", "f11-g11"}


def test_sau_3_no_other_square_will_do() -> None:
    match = at(begun("red", b12="e12", c12="f12"), begun("blue"), "red")
    assert refused(match, "a12-c12") == "SAU-3.too-far"
    assert refused(match, "e12-f12") == "SAU-3.occupied"
    assert refused(match, "e12-h12") == "SAU-3.too-far"


def test_sau_3_a_piece_goes_to_the_right_only_and_keeps_its_row() -> None:
    match = at(begun("red", b12="e12"), begun("blue"), "red")
    assert refused(match, "e12-d12") == "SAU-3.only-right"
    assert refused(match, "e12-e12") == "SAU-3.only-right"
    assert refused(match, "e12-e11") == "SAU-3.own-row"
    assert refused(match, "c12-d11") == "SAU-3.own-row"


def test_sau_3_only_own_pieces_move() -> None:
    match = GAME.match()
    assert refused(match, "a9-d9") == "SAU-3.not-yours"
    assert refused(match, "d12-e12") == "SAU-3.not-yours"
    assert refused(match, "a3-b3") == "SAU-3.not-yours"


def test_sau_3_a_piece_without_an_empty_square_ahead_cannot_move() -> None:
    match = at(begun("red", b12="k12", c12="l12", c11="l11"), begun("blue"), "red")
    assert {"k12-l12", "l12-l12", "l11-l11"}.isdisjoint(match.legal())
    assert refused(match, "k12-l12") == "SAU-3.blocked"
    assert "a12-b12" in match.legal()


def test_sau_4_an_odd_number_of_enemies_in_the_column_lets_the_piece_run_on_or_stop() -> None:
    match = at(begun("red"), begun("blue", a9="d9"), "red")
    match.play("a12-d12")
    assert match.mover == 0
    assert set(match.legal()) == {"d12-e12", "stop"}
    match.play("stop")
    assert match.mover == 1


def test_sau_4_an_even_number_ends_the_turn() -> None:
    match = at(begun("red"), begun("blue", a9="d9", b8="d8"), "red")
    match.play("a12-d12")
    assert match.mover == 1


def test_sau_4_own_pieces_do_not_count() -> None:
    match = at(begun("red", a11="d11"), begun("blue"), "red")
    match.play("a12-d12")
    assert match.mover == 1


def test_sau_4_only_the_piece_that_landed_runs_on() -> None:
    match = at(begun("red"), begun("blue", a9="d9"), "red")
    match.play("a12-d12")
    assert refused(match, "b12-c12") == "SAU-4.other-piece"
    assert refused(match, "a11-d11") == "SAU-4.other-piece"
    assert refused(match, "d12-f12") == "SAU-3.too-far"
    assert refused(match, "a9-b9") == "SAU-3.not-yours"
    assert refused(match, "pass") == "SAU-8.no-pass"


def test_sau_4_there_is_nothing_to_stop_before_a_hop() -> None:
    assert refused(GAME.match(), "stop") == "SAU-4.no-run"


def test_sau_4_running_on_is_not_asked_for_when_there_is_no_room_ahead() -> None:
    match = at(begun("red", c12="k12"), begun("blue", c9="l9"), "red")
    match.play("k12-l12")
    assert match.mover == 1
    match = at(begun("red", a12="i12", b12="k12", c12="l12"), begun("blue", c9="j9"), "red")
    match.play("i12-j12")
    assert match.mover == 1


def test_sau_4_with_more_players_all_others_are_enemies() -> None:
    match = at(
        begun("red"),
        begun("blue", a9="d9"),
        begun("green", a6="d6"),
        begun("yellow", a3="d3"),
        "red",
        variant=game("saute", players=4),
    )
    match.play("a12-d12")
    assert "stop" in match.legal()  # three
    match = at(begun("red"), begun("blue", a9="d9"), begun("green", a6="d6"), "red", variant=game("saute", players=3))
    match.play("a12-d12")
    assert match.mover == 1  # two


def test_sau_5_the_first_whose_nine_pieces_fill_the_goal_wins() -> None:
    match = at(home("red", j11="i11"), begun("blue"), "red")
    match.play("i11-j11")
    assert match.outcome == Outcome((0,), draw=False, scores=None, reason="SAU-5")
    assert match.legal() == []


def test_sau_5_the_kinds_of_pieces_do_not_matter_but_for_experts() -> None:
    match = at(home("red", j11="l11", l11="i11"), begun("blue"), "red")
    match.play("i11-j11")
    assert match.outcome is not None
    assert match.outcome.reason == "SAU-5"


def test_sau_5_winning_comes_before_running_on() -> None:
    match = at(home("red", j11="i11"), begun("blue", c9="j9"), "red")
    match.play("i11-j11")
    assert match.outcome is not None
    assert match.outcome.winners == (0,)


def test_sau_6_seats_are_a_a_b_b() -> None:
    assert [seat.team for seat in TEAMS.seats] == [0, 0, 1, 1]
    assert [seat.team for seat in game("saute", players=4).seats] == [0, 1, 2, 3]


def test_sau_6_partner_pieces_are_no_enemies() -> None:
    match = at(begun("red"), begun("blue", a9="d9"), begun("green"), begun("yellow"), "red", variant=TEAMS)
    match.play("a12-d12")
    assert match.mover == 1
    match = at(begun("red"), begun("blue", a9="d9"), begun("green", a6="d6"), begun("yellow"), "red", variant=TEAMS)
    match.play("a12-d12")
    assert "stop" in match.legal()


def test_sau_6_both_partners_must_finish_and_who_has_finished_is_skipped() -> None:
    match = at(home("red", j11="i11"), home("blue", j9="h9"), begun("green"), begun("yellow"), "red", variant=TEAMS)
    match.play("i11-j11")
    assert match.outcome is None
    assert match.mover == 1
    match.play("h9-i9", "a6-d6", "a3-d3")
    assert match.mover == 1
    match.play("i9-j9")
    assert match.outcome == Outcome((0, 1), draw=False, scores=None, reason="SAU-6")


def test_sau_6_the_other_team_wins_with_both_its_seats() -> None:
    match = at(begun("red"), begun("blue"), home("green"), home("yellow", j3="i3"), "yellow", variant=TEAMS)
    match.play("i3-j3")
    assert match.outcome == Outcome((2, 3), draw=False, scores=None, reason="SAU-6")


def test_sau_6_the_pieces_of_a_finished_player_stay_and_count() -> None:
    match = at(home("red"), begun("blue"), begun("green", a6="i6"), begun("yellow"), "green", variant=TEAMS)
    match.play("i6-j6")
    assert set(match.legal()) == {"j6-k6", "stop"}  # three enemies in column j


def test_sau_7_experts_must_bring_their_triangles_to_column_j() -> None:
    expert = game("saute", expert=True)
    match = at(home("red", j11="i11"), begun("blue"), "red", variant=expert)
    match.play("i11-j11")
    assert match.outcome == Outcome((0,), draw=False, scores=None, reason="SAU-5")
    match = at(home("red", j11="k11", k11="i11"), begun("blue"), "red", variant=expert)
    match.play("i11-j11")
    assert match.outcome is None


def test_sau_7_who_is_stuck_passes_while_others_play_on() -> None:
    match = at(
        home("red", j11="k11", k11="i11"),
        home("blue", j9="h9"),
        begun("green"),
        "red",
        variant=game("saute", players=3, expert=True),
    )
    match.play("i11-j11", "h9-i9", "a6-d6")
    assert (match.mover, match.legal()) == (0, ["pass"])
    assert refused(match, "k11-l11") == "SAU-3.blocked"
    assert refused(match, "stop") == "SAU-4.no-run"
    match.play("pass", "i9-j9")
    assert match.outcome == Outcome((1,), draw=False, scores=None, reason="SAU-5")


def test_sau_7_when_all_are_stuck_the_game_is_drawn_without_further_passes() -> None:
    stuck, nearly_stuck = home("red", j11="k11", k11="j11"), home("blue", j9="l9", l9="i9")
    match = at(stuck, nearly_stuck, "blue", variant=game("saute", expert=True))
    match.play("i9-j9")
    assert match.outcome == Outcome((), draw=True, scores=None, reason="SAU-7")


def test_sau_7_a_team_with_one_partner_stuck_cannot_win() -> None:
    expert = game("saute", players=4, teams=True, expert=True)
    stuck = home("red", j11="k11", k11="j11")
    match = at(stuck, home("blue", j9="i9"), home("green"), home("yellow", j3="k3", k3="h3"), "blue", variant=expert)
    match.play("i9-j9")
    assert match.outcome is None
    assert match.mover == 3  # seat 1 has finished and seat 2 too: both are skipped
    match.play("h3-i3")
    assert (match.mover, match.legal()) == (0, ["pass"])
    match.play("pass", "i3-j3")
    assert match.outcome == Outcome((), draw=True, scores=None, reason="SAU-7")


def test_sau_8_a_player_passes_only_when_nothing_can_move() -> None:
    assert refused(GAME.match(), "pass") == "SAU-8.no-pass"
    match = at(home("red", j12="k12", k12="j12"), begun("blue"), "red", variant=game("saute", expert=True))
    assert match.legal() == ["pass"]
    match.play("pass")
    assert match.mover == 1


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_sau_8_nobody_but_the_stuck_of_sau_7_passes(variant: Game) -> None:
    match = end_of(variant, 4)
    passes = {seat for seat, text in zip(match.movers, match.texts, strict=True) if text == "pass"}
    pos = match.position[0]
    assert all(rules.is_home(pos, seat) and not rules.is_finished(pos, seat) for seat in passes)
    assert bool(passes) <= bool(variant.options["expert"])


# ---- the examples of the rules page


def test_example_1_nine_legal_actions_all_to_column_d() -> None:
    assert GAME.match().position_text() == STARTED
    legal = GAME.match(position=STARTED).legal()
    assert len(legal) == 9
    assert {text.partition("-")[2] for text in legal} == {"d10", "d11", "d12"}


def test_example_2_the_first_turns() -> None:
    match = GAME.match()
    match.play("a11-d11")
    assert match.mover == 1
    match.play("a8-d8")
    assert match.position_text() == RUNNING_ON
    assert set(match.legal()) == {"d8-e8", "stop"}
    match.play("d8-e8")
    assert match.mover == 0


@pytest.mark.parametrize(
    ("position", "turn"),
    [
        (BLUE_TO_ACT, ["d9-e9", "e9-f9", "f9-g9"]),
        (BLUE_TO_ACT, ["e8-f8", "f8-g8"]),
        (RED_TO_ACT, ["h11-i11"]),
        (NEXT_TURN, ["i11-j11", "j11-k11"]),
    ],
)
def test_example_3_illustration_9(position: str, turn: list[str]) -> None:
    match = GAME.match(position=position)
    mover = match.mover
    for action in turn[:-1]:
        match.play(action)
        assert match.mover == mover
        assert "stop" in match.legal()
    match.play(turn[-1])
    assert match.mover not in (mover, None)


# ---- the position in writing


def test_the_page_shows_a_game_that_is_over() -> None:
    match = at(home("red", j11="i11"), home("blue", j9="i9"), "red")
    match.play("i11-j11")
    assert match.position_text() == OVER
    assert GAME.match(position=OVER).outcome == match.outcome


LANES = f"{BEGUN['red']} {BEGUN['blue']}"
EXPERT = game("saute", expert=True)
STUCK = [home(colour, **{f"j{row}": f"k{row}", f"k{row}": f"j{row}"}) for colour, row in (("red", 12), ("blue", 9))]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (LANES.replace("/", ",") + " red run:-", "position.kinds"),
        (LANES.replace(",c10", "") + " red run:-", "position.nine"),
        (LANES.replace("a10/", "a10,b12/").replace("/b12,", "/") + " red run:-", "position.nine"),
        (LANES.replace("a10", "a13") + " red run:-", "position.square"),
        (LANES.replace("c10", "c9") + " red run:-", "position.row"),
        (LANES.replace("a12,a11", "a11,a12") + " red run:-", "position.row"),
        (LANES.replace("c12", "a12") + " red run:-", "position.twice"),
        (LANES + " green run:-", "position.expected"),
        (LANES + " red", "position.missing"),
        (LANES + " red d12", "position.expected"),
        (LANES + " red run:m1", "position.square"),
        (LANES + " red run:d12", "position.run"),  # nobody is there
        (LANES.replace("c12", "d12") + " red run:d12", "position.run"),  # no enemy in the column
        (RUNNING_ON.replace("blue run:d8", "red run:d8"), "position.run"),
        (LANES + " red run:- over:SAU-5", "position.more"),
        (f"{HOME['red']} {BEGUN['blue']} red run:-", "position.over"),
        (f"{HOME['red']} {BEGUN['blue']} red run:- over:SAU-7", "position.over"),
        (f"{HOME['red']} {BEGUN['blue']} blue run:-", "position.won"),
        (f"{HOME['red']} {HOME['blue']} red run:- over:SAU-5", "position.won"),
    ],
)
def test_what_cannot_be_is_refused(text: str, key: str) -> None:
    assert misread(GAME, text) == key


def test_what_cannot_be_in_teams_and_among_experts_is_refused() -> None:
    lanes = f"{HOME['red']} {BEGUN['blue']} {BEGUN['green']} {BEGUN['yellow']}"
    assert misread(TEAMS, lanes + " red run:-") == "position.finished"
    assert TEAMS.match(position=lanes + " blue run:-").mover == 1
    both = f"{HOME['red']} {HOME['blue']} {BEGUN['green']} {BEGUN['yellow']}"
    assert misread(TEAMS, both + " green run:-") == "position.won"
    assert misread(TEAMS, both + " blue run:-") == "position.over"
    assert misread(EXPERT, " ".join([*STUCK, "red run:-"])) == "position.over"
    assert misread(EXPERT, " ".join([*STUCK, "red run:- over:SAU-5"])) == "position.over"


# ---- a second opinion: the rules once more, with dictionaries of squares

Square = tuple[int, int]  # column and row, both from 1


class PlainSaute:
    """The page read straightforwardly: who stands where, and the four things that can happen next."""

    def __init__(self, options: Mapping[str, object]) -> None:
        self.players, self.teams, self.expert = int(str(options["players"])), options["teams"], options["expert"]
        self.owner: dict[Square, int] = {}
        self.triangles: set[Square] = set()
        for player in range(self.players):
            for row in self.lane(player):
                self.owner.update({(column, row): player for column in (1, 2, 3)})
                self.triangles.add((1, row))
        self.mover, self.runner, self.ending = 0, (0, 0), ""
        self.winners: tuple[int, ...] = ()

    def lane(self, player: int) -> list[int]:
        return [[12, 11, 10], [9, 8, 7], [6, 5, 4], [3, 2, 1]][player]

    def side(self, player: int) -> int:
        return player // 2 if self.teams else player

    def hops(self) -> dict[str, tuple[Square, Square]]:
        found = {}
        for (column, row), player in self.owner.items():
            ahead = [c for c in range(column + 1, 13) if (c, row) not in self.owner]
            if player == self.mover and ahead and self.runner in ((0, 0), (column, row)):
                found[f"{letter(column)}{row}-{letter(ahead[0])}{row}"] = ((column, row), (ahead[0], row))
        return found

    def legal(self) -> set[str]:
        if self.ending:
            return set()
        if self.runner != (0, 0):
            return {*self.hops(), "stop"}
        return set(self.hops()) or {"pass"}

    def play(self, text: str) -> None:
        hops = self.hops()
        self.runner = (0, 0)
        if text in hops:
            square, goal = hops[text]
            self.owner[goal] = self.owner.pop(square)
            if square in self.triangles:
                self.triangles = self.triangles - {square} | {goal}
            self.end()
            enemies = [
                player
                for (column, _), player in self.owner.items()
                if column == goal[0] and self.side(player) != self.side(self.mover)
            ]
            self.runner = goal
            if self.ending or (len(enemies) % 2 == 1 and self.hops()):
                return
            self.runner = (0, 0)
        self.mover = (self.mover + 1) % self.players
        while self.has_finished(self.mover):
            self.mover = (self.mover + 1) % self.players

    def is_home(self, player: int) -> bool:
        return all(self.owner.get((column, row)) == player for column in (10, 11, 12) for row in self.lane(player))

    def has_finished(self, player: int) -> bool:
        in_pattern = all((10, row) in self.triangles for row in self.lane(player))
        return self.is_home(player) and (in_pattern or not self.expert)

    def end(self) -> None:
        for side in {self.side(player) for player in range(self.players)}:
            members = tuple(player for player in range(self.players) if self.side(player) == side)
            if all(self.has_finished(player) for player in members):
                self.winners, self.ending = members, "SAU-6" if self.teams else "SAU-5"
        if not self.ending and all(self.is_home(player) for player in range(self.players)):
            self.ending = "SAU-7"


def letter(column: int) -> str:
    return "abcdefghijkl"[column - 1]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_whole_games_agree_with_a_plain_reading_of_the_page(variant: Game, seed: int) -> None:
    plain = PlainSaute(variant.options)
    for match in walk(variant, seed):
        if match.played:
            plain.play(match.texts[-1])
        agree(match, plain)


@pytest.mark.parametrize("careless", range(16))
@pytest.mark.parametrize("variant", [variant for variant in VARIANTS if variant.options["expert"]], ids=str)
def test_games_of_experts_agree_too(variant: Game, careless: int) -> None:
    """Careless seats (a bit each) move their triangles first and get stuck; the others move them last and finish."""
    match, plain, rng = variant.match(), PlainSaute(variant.options), random.Random(careless)
    while not match.outcome:
        agree(match, plain)
        triangles = tuple(f"{letter(column)}{row}-" for column, row in plain.triangles)
        is_careless = bool(careless >> plain.mover & 1)
        preferred = [text for text in match.legal() if text.startswith(triangles) == is_careless]
        match.play(rng.choice(preferred or match.legal()))
        plain.play(match.texts[-1])
    agree(match, plain)
    assert match.outcome.reason == expected_reason(variant, careless)


def agree(match: Match, plain: PlainSaute) -> None:
    assert set(match.legal()) == plain.legal()
    if match.outcome is None:
        assert (match.mover, "") == (plain.mover, plain.ending)
    else:
        assert match.outcome == Outcome(plain.winners, draw=not plain.winners, scores=None, reason=plain.ending)


def expected_reason(variant: Game, careless: int) -> str:
    """A side of careful players finishes and wins; if there is none, nobody does."""
    sides = ((0, 1), (2, 3)) if variant.options["teams"] else tuple((seat,) for seat in range(len(variant.seats)))
    careful = [side for side in sides if not any(careless >> seat & 1 for seat in side)]
    return ("SAU-6" if variant.options["teams"] else "SAU-5") if careful else "SAU-7"


# ---- the position


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_rows_and_odd_columns_follow_the_pieces(variant: Game) -> None:
    for match in walk(variant, 8):
        pos = match.position[0]
        rows, odd = np.zeros(12, int), np.zeros(4, int)
        for seat in range(len(variant.seats)):
            for square in pos.square[seat].tolist():
                rows[square // 12] |= 1 << square % 12
                odd[seat] ^= 1 << square % 12
        assert pos.rows.tolist() == rows.tolist()
        assert pos.odd.tolist() == odd.tolist()


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_no_game_is_longer_than_the_bound(variant: Game) -> None:
    """Even when everybody goes the fewest columns he can and stops at every chance."""
    match = variant.match()
    while not match.outcome:
        match.play(min(match.actions(), key=columns_gone))
    assert match.ply <= rules.MOST_PLIES


def columns_gone(action: int) -> int:
    return 0 if action >= rules.STOP else action % 12 - action // 12 % 12


# ---- the table


def marked(match: Match, kind: str) -> set[str]:
    """The squares in whose middle a mark of this kind lies."""
    scene = match.view(0).scene()
    names = {(spot.x, spot.y): spot.id for spot in scene.spots}
    return {names[mark.x, mark.y] for mark in scene.marks if mark.kind == kind}


def test_every_seat_has_its_goal_marked() -> None:
    assert marked(GAME.match(), "goal") == {"k11", "k8"}
    assert marked(TEAMS.match(), "goal") == {"k11", "k8", "k5", "k2"}


def test_the_whole_run_is_marked_as_the_last_turn() -> None:
    match = GAME.match(position=BLUE_TO_ACT)
    match.play("d9-e9", "e9-f9")
    assert (marked(match, "last-from"), marked(match, "last-to")) == ({"d9"}, {"f9"})
    match.play("f9-g9")
    assert (marked(match, "last-from"), marked(match, "last-to")) == ({"d9"}, {"g9"})


def test_squares_where_the_mover_would_run_on_are_marked() -> None:
    match = GAME.match()
    assert marked(match, "anchor") == set()
    match.play("a11-d11")
    assert marked(match, "anchor") == {"d9", "d8", "d7"}
    match.play("a8-d8")
    assert marked(match, "anchor") == set()  # of the piece that runs: e8 has no enemy in its column
    match = at(home("red", j12="i12", k11="i11"), begun("blue", c9="j9", c8="k8"), "red")
    assert marked(match, "anchor") == set()  # odd columns, but no room ahead of j12 and k11


def test_a_plate_tells_how_many_pieces_have_not_reached_the_goal() -> None:
    match = at(home("red", j12="i12", k11="a11"), begun("blue"), "red")
    left = [tray.holdings[0].piles[0].count for tray in match.view(0).scene().trays]
    assert left == [2, 9]


# ---- what the table says

EXPERT = game("saute", expert=True)


def test_whoever_has_landed_is_told_where_the_run_leads() -> None:
    match = GAME.match(position=RUNNING_ON)
    assert asked(match) == (
        "run",
        "An odd number of enemies: run on from d8 to e8, where the turn ends, or stop.",
        "SAU-4",
    )
    match = GAME.match(position=BLUE_TO_ACT)
    assert asked(match) == (
        "hop-run",
        "Move a piece to the right. Where the enemies in its column are odd in number it may run on: from d9, e8 now.",
        "SAU-4",
    )
    match.play("d9-e9")
    assert asked(match)[:2] == ("run-again", "Run on from e9 to f9, where you could run on once more, or stop.")
    assert asked(GAME.match()) == (
        "hop",
        "Move a piece to the right, over what stands in front of it. "
        "No column in reach holds an odd number of enemies: the turn ends there.",
        "SAU-3",
    )


def test_whoever_could_come_home_is_told_and_so_are_the_others() -> None:
    last = home("red", j11="i11")
    match = at(last, begun("blue"), "red")
    assert asked(match) == ("win", "You can win this turn: bring the last piece home, the one on i11.", "SAU-5")
    match = at(last, begun("blue"), "blue")
    assert asked(match) == (
        "stop",
        "Red could win on the next turn with the piece on i11: try to make the columns it needs even.",
        "SAU-5",
    )
    assert threatened(match) == [(0, "Red could win in one turn with the piece on i11.", ("i11", "j11"))]
    parts = (home("red", j11="h11"), begun("blue", a8="i8"), "red")
    assert asked(at(*parts))[0] == "win"  # one enemy in column i: it runs on
    match = at(*parts)
    match.play("h11-i11")
    assert asked(match) == (
        "run-win",
        "Run on from i11 to j11: this piece can complete your nine, and you win.",
        "SAU-5",
    )
    both = (home("blue"), begun("green"), begun("yellow"))
    assert asked(at(last, *both, "red", variant=TEAMS))[::2] == ("win", "SAU-6")
    alone = (begun("blue"), begun("green"), begun("yellow"))
    assert asked(at(last, *alone, "red", variant=TEAMS))[0] == "hop"  # the partner is far away


def test_experts_are_told_when_a_triangle_has_gone_too_far() -> None:
    match = at(home("red", j12="k12", k12="j12"), begun("blue"), "red", variant=EXPERT)
    assert asked(match) == (
        "pass",
        "Your nine are home, but a triangle is not in column j: you are stuck, and pass.",
        "SAU-8",
    )
    match = at(home("red", j11="k11", k11="i11", j10="h10"), begun("blue"), "red", variant=EXPERT)
    assert asked(match) == (
        "strayed",
        "Your triangle on k11 has passed column j and cannot go back: you can no longer finish.",
        "SAU-7",
    )
    match = at(home("red", l12="i12"), begun("blue"), "red", variant=EXPERT)
    assert told_of(match, "j12") == (
        "The triangle on j12 would land on l12, beyond column j: you could never finish then."
    )
    assert told_of(match, "i12") == (
        "The square on i12 would land on l12. Enemies in that column: 0; the turn ends there."
    )
    match = at(home("red", j11="k11", k11="i11"), begun("blue"), "blue", variant=EXPERT)
    assert threatened(match) == []  # the nine would be home, in another pattern


def test_a_piece_that_is_picked_counts_the_enemies_where_it_lands() -> None:
    match = GAME.match()
    match.play("a11-d11")
    assert told_of(match, "a8") == (
        "The triangle on a8 would land on d8. Enemies in that column: 1, odd, so it may run on."
    )
    match.play("a8-d8")
    assert set(match.view(1).about()) == {"d8"}


def test_the_longest_run_of_each_seat_is_told() -> None:
    match = GAME.match(position=BLUE_TO_ACT)
    assert threatened(match) == [
        (1, "Blue could run from d9 as far as g9.", ("d9", "g9")),
        (0, "Red could run from c12 as far as h12.", ("c12", "h12")),
    ]


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_who_can_win_in_one_turn_is_who_wins_by_running_on(variant: Game) -> None:
    found = 0
    for seed in range(6):
        for match in walk(variant, seed):
            if match.mover is None or match.position[0].runner != rules.NO_RUNNER:
                continue
            winning = set()
            for action in match.actions():
                after = match.position.copy()
                first = variant.text(after, action).partition("-")[0]
                variant.single.apply(after, action)
                while not variant.single.is_over(after) and after[0].runner != rules.NO_RUNNER:
                    variant.single.apply(after, int(rules.next_hop(after[0])))
                if after[0].reason in (5, 6):
                    winning.add(first)
            pos, seat = match.position[0], match.mover
            told = knowledge.winning_piece(pos, seat)
            assert (name_of(told) in winning) == bool(winning)
            found += bool(winning)
    assert found or variant.options["expert"]


def name_of(square: int) -> str:
    return "" if square < 0 else NAMES.name(square)
