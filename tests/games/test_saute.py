"""Saute, rule by rule, with every example of its rules page."""

import random
from collections.abc import Mapping

import numpy as np
import pytest

from palissade import Game, Match, Outcome, game
from palissade.boards.butehorn import NAMES
from palissade.games.saute import rules
from tests.games.refusals import refused
from tests.random_games import end_of, walk

GAME = game("saute")
TEAMS = game("saute", players=4, teams=True)
VARIANTS = list(GAME.variants())

# Pieces as they begin and as they end, row by row: the triangle first.
BEGUN = {seat: [f"{column}{12 - 3 * seat - i}" for i in range(3) for column in "abc"] for seat in range(4)}
DONE = {seat: [f"{column}{12 - 3 * seat - i}" for i in range(3) for column in "jkl"] for seat in range(4)}


def at(seat: int, **moved: str) -> str:
    """A seat's pieces at the start, but for some that have moved: `at(0, a12="d12")`."""
    return " ".join(moved.get(name, name) for name in BEGUN[seat])


def nearly(seat: int, **moved: str) -> str:
    """A seat's pieces at home, but for some that are not: `nearly(0, j12="i12")`."""
    return " ".join(moved.get(name, name) for name in DONE[seat])


def table(*lanes: str, mover: int = 0, variant: Game = GAME) -> Match:
    """A match set up directly: where each seat's nine pieces stand, the triangles first, fourth and seventh."""
    match = variant.match()
    pos = match.position[0]
    pos.rows = 0
    pos.odd = 0
    for seat, names in enumerate(lanes):
        for piece, name in enumerate(names.split()):
            square = NAMES.square(name)
            pos.square[seat, piece] = square
            pos.rows[square // 12] |= 1 << square % 12
            pos.odd[seat] ^= 1 << square % 12
    pos.mover = mover
    match._movers[-1] = mover
    return match


# ---- the rules


def test_sau_1_each_has_six_squares_and_three_triangles() -> None:
    kinds = [(piece.colour, piece.kind) for piece in TEAMS.match().view(0).scene().pieces]
    for colour in ("red", "blue", "green", "yellow"):
        assert kinds.count((colour, "square")) == 6
        assert kinds.count((colour, "triangle")) == 3


@pytest.mark.parametrize("players", [2, 3, 4])
def test_sau_2_each_fills_the_first_block_of_his_lane_with_the_triangles_in_column_a(players: int) -> None:
    scene = game("saute", players=players).match().view(0).scene()
    spots = {(piece.colour, piece.kind, piece.spot) for piece in scene.pieces}
    expected = {
        (colour, "triangle" if name.startswith("a") else "square", name)
        for seat, colour in enumerate(("red", "blue", "green", "yellow")[:players])
        for name in BEGUN[seat]
    }
    assert spots == expected
    assert BEGUN[0] == ["a12", "b12", "c12", "a11", "b11", "c11", "a10", "b10", "c10"]
    assert BEGUN[3][-1] == "c1"


def test_sau_3_a_piece_steps_to_the_square_ahead_or_hops_over_an_unbroken_run() -> None:
    match = table(at(0, b12="e12", c12="f12", b11="f11"), at(1))
    hops = {text for text in match.legal() if text.endswith(("12", "11"))}
    assert hops == {"a12-b12", "e12-g12", "f12-g12", "a11-b11", "c11-d11", "f11-g11"}


def test_sau_3_no_other_square_will_do() -> None:
    match = table(at(0, b12="e12", c12="f12"), at(1))
    assert refused(match, "a12-c12") == "SAU-3.too-far"
    assert refused(match, "e12-f12") == "SAU-3.occupied"
    assert refused(match, "e12-h12") == "SAU-3.too-far"


def test_sau_3_a_piece_goes_to_the_right_only_and_keeps_its_row() -> None:
    match = table(at(0, b12="e12"), at(1))
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
    match = table(at(0, b12="k12", c12="l12", c11="l11"), at(1))
    assert {"k12-l12", "l12-l12", "l11-l11"}.isdisjoint(match.legal())
    assert refused(match, "k12-l12") == "SAU-3.blocked"
    assert "a12-b12" in match.legal()


def test_sau_4_an_odd_number_of_enemies_in_the_column_lets_the_piece_run_on_or_stop() -> None:
    match = table(at(0), at(1, a9="d9"))
    match.play("a12-d12")
    assert match.mover == 0
    assert set(match.legal()) == {"d12-e12", "stop"}
    match.play("stop")
    assert match.mover == 1


def test_sau_4_an_even_number_ends_the_turn() -> None:
    match = table(at(0), at(1, a9="d9", b8="d8"))
    match.play("a12-d12")
    assert match.mover == 1


def test_sau_4_own_pieces_do_not_count() -> None:
    match = table(at(0, a11="d11"), at(1))
    match.play("a12-d12")
    assert match.mover == 1


def test_sau_4_only_the_piece_that_landed_runs_on() -> None:
    match = table(at(0), at(1, a9="d9"))
    match.play("a12-d12")
    assert refused(match, "b12-c12") == "SAU-4.other-piece"
    assert refused(match, "a11-d11") == "SAU-4.other-piece"
    assert refused(match, "d12-f12") == "SAU-3.too-far"
    assert refused(match, "a9-b9") == "SAU-3.not-yours"
    assert refused(match, "pass") == "SAU-8.no-pass"


def test_sau_4_there_is_nothing_to_stop_before_a_hop() -> None:
    assert refused(GAME.match(), "stop") == "SAU-4.no-run"


def test_sau_4_running_on_is_not_asked_for_when_there_is_no_room_ahead() -> None:
    match = table(at(0, c12="k12"), at(1, c9="l9"))
    match.play("k12-l12")
    assert match.mover == 1
    match = table(at(0, a12="i12", b12="k12", c12="l12"), at(1, c9="j9"))
    match.play("i12-j12")
    assert match.mover == 1


def test_sau_4_with_more_players_all_others_are_enemies() -> None:
    match = table(at(0), at(1, a9="d9"), at(2, a6="d6"), at(3, a3="d3"), variant=game("saute", players=4))
    match.play("a12-d12")
    assert "stop" in match.legal()  # three
    match = table(at(0), at(1, a9="d9"), at(2, a6="d6"), variant=game("saute", players=3))
    match.play("a12-d12")
    assert match.mover == 1  # two


def test_sau_5_the_first_whose_nine_pieces_fill_the_goal_wins() -> None:
    match = table(nearly(0, j11="i11"), at(1))
    match.play("i11-j11")
    assert match.outcome == Outcome((0,), draw=False, scores=None, reason="SAU-5")
    assert match.legal() == []


def test_sau_5_the_kinds_of_pieces_do_not_matter_but_for_experts() -> None:
    match = table(nearly(0, j11="l11", l11="i11"), at(1))
    match.play("i11-j11")
    assert match.outcome is not None
    assert match.outcome.reason == "SAU-5"


def test_sau_5_winning_comes_before_running_on() -> None:
    match = table(nearly(0, j11="i11"), at(1, c9="j9"))
    match.play("i11-j11")
    assert match.outcome is not None
    assert match.outcome.winners == (0,)


def test_sau_6_seats_are_a_a_b_b() -> None:
    assert [seat.team for seat in TEAMS.seats] == [0, 0, 1, 1]
    assert [seat.team for seat in game("saute", players=4).seats] == [0, 1, 2, 3]


def test_sau_6_partner_pieces_are_no_enemies() -> None:
    match = table(at(0), at(1, a9="d9"), at(2), at(3), variant=TEAMS)
    match.play("a12-d12")
    assert match.mover == 1
    match = table(at(0), at(1, a9="d9"), at(2, a6="d6"), at(3), variant=TEAMS)
    match.play("a12-d12")
    assert "stop" in match.legal()


def test_sau_6_both_partners_must_finish_and_who_has_finished_is_skipped() -> None:
    match = table(nearly(0, j11="i11"), nearly(1, j9="h9"), at(2), at(3), variant=TEAMS)
    match.play("i11-j11")
    assert match.outcome is None
    assert match.mover == 1
    match.play("h9-i9", "a6-d6", "a3-d3")
    assert match.mover == 1
    match.play("i9-j9")
    assert match.outcome == Outcome((0, 1), draw=False, scores=None, reason="SAU-6")


def test_sau_6_the_other_team_wins_with_both_its_seats() -> None:
    match = table(at(0), at(1), nearly(2), nearly(3, j3="i3"), mover=3, variant=TEAMS)
    match.play("i3-j3")
    assert match.outcome == Outcome((2, 3), draw=False, scores=None, reason="SAU-6")


def test_sau_6_the_pieces_of_a_finished_player_stay_and_count() -> None:
    match = table(nearly(0), at(1), at(2, a6="i6"), at(3), mover=2, variant=TEAMS)
    match.play("i6-j6")
    assert set(match.legal()) == {"j6-k6", "stop"}  # three enemies in column j


def test_sau_7_experts_must_bring_their_triangles_to_column_j() -> None:
    expert = game("saute", expert=True)
    match = table(nearly(0, j11="i11"), at(1), variant=expert)
    match.play("i11-j11")
    assert match.outcome == Outcome((0,), draw=False, scores=None, reason="SAU-5")
    match = table(nearly(0, j11="k11", k11="i11"), at(1), variant=expert)
    match.play("i11-j11")
    assert match.outcome is None


def test_sau_7_who_is_stuck_passes_while_others_play_on() -> None:
    match = table(
        nearly(0, j11="k11", k11="i11"), nearly(1, j9="h9"), at(2), variant=game("saute", players=3, expert=True)
    )
    match.play("i11-j11", "h9-i9", "a6-d6")
    assert (match.mover, match.legal()) == (0, ["pass"])
    assert refused(match, "k11-l11") == "SAU-3.blocked"
    assert refused(match, "stop") == "SAU-4.no-run"
    match.play("pass", "i9-j9")
    assert match.outcome == Outcome((1,), draw=False, scores=None, reason="SAU-5")


def test_sau_7_when_all_are_stuck_the_game_is_drawn_without_further_passes() -> None:
    stuck, nearly_stuck = nearly(0, j11="k11", k11="j11"), nearly(1, j9="l9", l9="i9")
    match = table(stuck, nearly_stuck, mover=1, variant=game("saute", expert=True))
    match.play("i9-j9")
    assert match.outcome == Outcome((), draw=True, scores=None, reason="SAU-7")


def test_sau_7_a_team_with_one_partner_stuck_cannot_win() -> None:
    expert = game("saute", players=4, teams=True, expert=True)
    stuck = nearly(0, j11="k11", k11="j11")
    match = table(stuck, nearly(1, j9="i9"), nearly(2), nearly(3, j3="k3", k3="h3"), mover=1, variant=expert)
    match.play("i9-j9")
    assert match.outcome is None
    assert match.mover == 3  # seat 1 has finished and seat 2 too: both are skipped
    match.play("h3-i3")
    assert (match.mover, match.legal()) == (0, ["pass"])
    match.play("pass", "i3-j3")
    assert match.outcome == Outcome((), draw=True, scores=None, reason="SAU-7")


def test_sau_8_a_player_passes_only_when_nothing_can_move() -> None:
    assert refused(GAME.match(), "pass") == "SAU-8.no-pass"
    match = table(nearly(0, j12="k12", k12="j12"), at(1), variant=game("saute", expert=True))
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


# ---- the examples of the rules page: Blue there is the player of lane 1, Red of lane 2


def test_example_1_nine_legal_actions_all_to_column_d() -> None:
    legal = GAME.match().legal()
    assert len(legal) == 9
    assert {text.partition("-")[2] for text in legal} == {"d10", "d11", "d12"}


def test_example_2_the_first_turns() -> None:
    match = GAME.match()
    match.play("a11-d11")
    assert match.mover == 1
    match.play("a8-d8")
    assert set(match.legal()) == {"d8-e8", "stop"}
    match.play("d8-e8")
    assert match.mover == 0


# The rows of illustration 9 have two to four pieces each, which no game brings about.
BLUE, RED = "c12 c10 e12 e11 e10 f12 g12 g10 h11", "d9 e8 c7 b7 a8 f7 j9 j8 j7"


@pytest.mark.parametrize(
    ("mover", "turn"),
    [
        (1, ["d9-e9", "e9-f9", "f9-g9"]),
        (1, ["e8-f8", "f8-g8"]),
        (0, ["h11-i11"]),
    ],
)
def test_example_3_illustration_9(mover: int, turn: list[str]) -> None:
    match = table(BLUE, RED, mover=mover)
    for action in turn[:-1]:
        match.play(action)
        assert match.mover == mover
    match.play(turn[-1])
    assert match.mover == 1 - mover


def test_example_3_blue_next_turn() -> None:
    match = table(BLUE.replace("h11", "i11"), RED)
    match.play("i11-j11")
    assert "stop" in match.legal()
    match.play("j11-k11")
    assert match.mover == 1


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
            for square in pos.square[seat]:
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
    match = table(BLUE, RED, mover=1)
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
    match = table(nearly(0, j12="i12", k11="i11"), at(1, c9="j9", c8="k8"))
    assert marked(match, "anchor") == set()  # odd columns, but no room ahead of j12 and k11


def test_a_plate_tells_how_many_pieces_have_not_reached_the_goal() -> None:
    match = table(nearly(0, j12="i12", k11="a11"), at(1))
    left = [tray.holdings[0].piles[0].count for tray in match.view(0).scene().trays]
    assert left == [2, 9]
