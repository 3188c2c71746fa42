"""The test that stops by itself: its ratio, its bounds, its errors."""

import math
import random

import pytest

from palissade import game
from palissade.arena import BadTournament, Book, Sprt, Tournament, Trial, run
from palissade.arena.sprt import expected, likeliest


def test_the_ratio_of_plain_wins_and_losses_is_walds() -> None:
    """Where observations are only 0 or 1, nothing is left to be estimated."""
    sprt = Sprt(0, 100)
    low, high = expected(0), expected(100)
    walds = 30 * math.log(high / low) + 20 * math.log((1 - high) / (1 - low))
    assert sprt.ratio([1.0] * 30 + [0.0] * 20) == pytest.approx(walds, abs=0.01)


def test_the_bounds_are_walds() -> None:
    low, high = Sprt(0, 30, 0.05, 0.1).bounds
    assert (low, high) == pytest.approx((math.log(0.1 / 0.95), math.log(0.9 / 0.05)))


def test_pairs_that_are_split_say_little_for_either_side() -> None:
    """The same points with less scatter are worth more: what the pairing of games is for."""
    sprt = Sprt(0, 50)
    even, scattered = [0.5] * 80 + [0.75] * 20, [0.0] * 45 + [1.0] * 55
    assert sprt.ratio(even) > 3 * sprt.ratio(scattered) > 0


def test_the_likeliest_distribution_has_the_mean_and_beats_its_neighbours() -> None:
    values, counts, mean = [0.0, 0.25, 0.5, 0.75, 1.0], [3.0, 9.0, 20.0, 14.0, 6.0], 0.45
    chances = likeliest(values, counts, mean)
    assert sum(chances) == pytest.approx(1)
    assert sum(v * p for v, p in zip(values, chances, strict=True)) == pytest.approx(mean)

    def likelihood(candidates: list[float]) -> float:
        return sum(n * math.log(p) for n, p in zip(counts, candidates, strict=True))

    for step in (1e-3, -1e-3):  # a change that keeps sum and mean
        moved = [chances[0] + step, chances[1] - 2 * step, chances[2] + step, *chances[3:]]
        assert likelihood(moved) < likelihood(chances)


def test_a_lineup_of_many_sides_has_its_own_expectation() -> None:
    assert expected(0, [(1, 2), (2, 1)]) == pytest.approx(0.5)
    assert expected(400, [(1, 2)]) == pytest.approx(10 / 12)
    assert expected(400, [(2, 2)]) == expected(400)


@pytest.mark.parametrize(("truth", "answer"), [(0, "not better"), (150, "better")])
def test_it_is_seldom_wrong(truth: float, answer: str) -> None:
    """A hundred tests at a strength where a wrong answer may come five times; none is wrong more than nine times."""
    dice, sprt, wrong = random.Random(13), Sprt(0, 150), 0
    for _ in range(100):
        scores: list[float] = []
        while (found := sprt.answer(sprt.ratio(scores))) == "open":
            pair = [dice.random() < expected(truth + tilt) for tilt in (80, -80)]  # the opening favours a side
            scores.append(sum(pair) / 2)
        wrong += found != answer
    assert wrong <= 9


def test_what_is_no_test_is_refused() -> None:
    for text in ("30", "30 0", "0 0", "a b", ""):
        with pytest.raises(BadTournament, match="0 30"):
            Sprt.read(text)
    with pytest.raises(BadTournament, match="between 0 and"):
        Sprt.read("0 30", alpha=0.7)
    assert Sprt.read("-10,20.5") == Sprt(-10, 20.5)
    three = Tournament(game("alignement"), ("random", "greedy", "random:seed=1"))
    with pytest.raises(BadTournament, match="two players, not 3"):
        Trial(three, Sprt(0, 30))


def test_a_run_stops_when_the_test_is_decided_and_says_so_again() -> None:
    empire = Tournament(game("empire"), ("greedy", "random"), games=2_000)
    book, sprt = Book(), Sprt(0, 300)
    trial = Trial(empire, sprt)
    played = list(run(empire, book, trial=trial))
    assert trial.verdict.answer == "better"
    assert trial.verdict.openings * 2 == len(played) < 100
    again = Trial(empire, sprt, reversed(book.results))  # in whatever order they come
    assert again.verdict == trial.verdict
    assert list(run(empire, book, trial=again)) == []


def test_results_of_others_are_no_part_of_a_test() -> None:
    two = Tournament(game("alignement"), ("greedy", "random"), games=4)
    others = [
        *run(Tournament(game("alignement"), ("greedy", "random:seed=1"), games=2)),
        *run(Tournament(game("alignement"), ("greedy", "random"), games=2, seed=2)),
    ]
    assert Trial(two, Sprt(0, 30), others).verdict.openings == 0
