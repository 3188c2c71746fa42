"""Ratings: known results, and strengths that are found again."""

import math
from itertools import permutations

import numpy as np
import pytest

from palissade.arena.rating import SCALE, Game, rate


def test_three_wins_to_one_are_190_points_less_a_little_for_the_prior() -> None:
    """Elo's own formula says 400 · log10 3."""
    games = [(("a", "b"), (1, 0))] * 300 + [(("b", "a"), (0, 1))] * 300 + [(("a", "b"), (0, 1))] * 100
    games += [(("b", "a"), (1, 0))] * 100
    ratings = rate(games).players
    assert ratings["a"].elo - ratings["b"].elo == pytest.approx(400 * math.log10(3), rel=0.01)
    assert ratings["a"].elo == -ratings["b"].elo


def test_the_interval_is_that_of_the_curvature() -> None:
    """Of n even games, half a difference has a standard error of 1 / √n, in factors of e."""
    ratings = rate([(("a", "b"), (1, 0))] * 200 + [(("a", "b"), (0, 1))] * 200).players
    assert ratings["a"].elo == 0
    without_seats = 1.96 * SCALE / math.sqrt(400)
    assert ratings["a"].margin > without_seats  # the seats are not known exactly either
    changing = [(("a", "b"), (1, 0)), (("b", "a"), (1, 0)), (("a", "b"), (0, 1)), (("b", "a"), (0, 1))] * 100
    assert rate(changing).players["a"].margin == pytest.approx(without_seats, rel=0.01)


def test_draws_are_half_a_point_for_each() -> None:
    drawn: list[Game] = [(("a", "b"), (0.5, 0.5)), (("b", "a"), (0.5, 0.5))] * 50
    won: list[Game] = [(("a", "b"), (1, 0)), (("b", "a"), (0, 1))] * 50
    assert rate(drawn).players["a"].elo == 0
    ratings = rate(drawn + won).players
    assert ratings["a"].elo - ratings["b"].elo == pytest.approx(400 * math.log10(3), rel=0.01)


def test_who_wins_every_game_is_not_infinitely_strong() -> None:
    ratings = rate([(("a", "b"), (1, 0)), (("b", "a"), (0, 1))] * 20).players
    assert 300 < ratings["a"].elo < 600
    assert ratings["a"].margin > 150


def test_what_a_seat_is_worth_is_told_apart_from_the_players() -> None:
    """The second always wins: that is the seat, not the players."""
    ratings = rate([(("a", "b"), (0, 1)), (("b", "a"), (0, 1))] * 50)
    assert ratings.players["a"].elo == pytest.approx(0, abs=0.01)
    assert ratings.sides[1].low > 100
    assert ratings.sides[0].elo == -ratings.sides[1].elo


def test_who_has_met_nobody_in_common_is_rated_with_little_certainty() -> None:
    apart = [(("a", "b"), (1, 0)), (("b", "a"), (0, 1)), (("c", "d"), (1, 0)), (("d", "c"), (0, 1))] * 20
    joined = [*apart, *[(("b", "c"), (1, 0)), (("c", "b"), (0, 1))] * 20]
    assert rate(apart).players["b"].margin > 500
    assert rate(joined).players["b"].elo > rate(joined).players["c"].elo + 200


def test_nobody_and_one_alone_are_rated_too() -> None:
    assert rate([]).players == {}
    alone = rate([(("a", "a"), (1, 0)), (("a", "a"), (0.5, 0.5))])
    assert (alone.players["a"].elo, alone.players["a"].margin) == (0, 0)


@pytest.mark.parametrize("sides", [2, 3, 4])
def test_known_strengths_lie_within_their_intervals(sides: int) -> None:
    """Tournaments that are drawn by lot, with known strengths and seats: 19 of 20 intervals should hold the truth."""
    dice = np.random.Generator(np.random.PCG64(sides))
    strengths = np.array([-250, -60, 60, 250])
    seats = np.array([80, -80, 0, 0])[:sides]
    names = ["a", "b", "c", "d"]
    right = 0
    for _ in range(25):
        games = []
        for order in [*permutations(range(4), sides)] * 10:
            odds = 10 ** ((strengths[list(order)] + seats) / 400)
            won = np.zeros(sides)
            won[dice.choice(sides, p=odds / odds.sum())] = 1
            games.append((tuple(names[who] for who in order), tuple(won)))
        ratings = rate(games).players
        right += sum(
            ratings[name].low <= strength <= ratings[name].high for name, strength in zip(names, strengths, strict=True)
        )
    assert 90 <= right <= 100


def test_partners_who_share_a_win_are_both_the_better_for_it() -> None:
    """Three at a table: two share the win over the third."""
    games = [(lineup, tuple(0.5 * (name != "c") for name in lineup)) for lineup in permutations("abc")] * 10
    ratings = rate(games).players
    assert ratings["a"].elo == pytest.approx(ratings["b"].elo)
    assert ratings["a"].low > ratings["c"].high
