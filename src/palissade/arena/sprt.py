"""Is A better than B: a sequential probability ratio test, which stops as soon as enough games have been played.

Games from one opening, in which the players change sides, are one observation: what A has of their points. (Of two
games that is 0, ¼, ½, ¾ or 1: the pentanomial model.) An opening that favours one side then makes no noise. The
likelihood ratio is that of the likeliest distributions of such observations whose means are those of the two
hypotheses (M. Van den Bergh, "The generalized sequential probability ratio test", 2018).
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from palissade.arena.tournament import BadTournament
from palissade.arena.words import CATALOGUE

_UNSEEN = 1e-3  # how often what has not happened yet is taken to have: nothing is impossible
_STEPS = 60  # of a bisection: as exact as numbers are

Answer = Literal["better", "not better", "open"]


@dataclass(frozen=True)
class Sprt:
    """Whether A is `elo1` stronger than B, or only `elo0`."""

    elo0: float
    elo1: float
    alpha: float = 0.05  # how often "better" may be wrong
    beta: float = 0.05  # how often "not better" may be wrong

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise BadTournament(CATALOGUE.message("sprt.form", text=f"{self.elo0:g} {self.elo1:g}"))
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise BadTournament(CATALOGUE.message("sprt.errors"))

    @classmethod
    def read(cls, text: str, alpha: float = 0.05, beta: float = 0.05) -> "Sprt":
        """`0 30`: the two differences."""
        try:
            elo0, elo1 = (float(number) for number in text.replace(",", " ").split())
        except ValueError:
            raise BadTournament(CATALOGUE.message("sprt.form", text=text[:60])) from None
        return cls(elo0, elo1, alpha, beta)

    @property
    def bounds(self) -> tuple[float, float]:
        """Of the logarithm of the likelihood ratio: below the first A is not better, above the second it is."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, scores: Iterable[float], lineups: Sequence[tuple[int, int]] = ((1, 1),)) -> float:
        """The logarithm of the likelihood ratio, of what A has of the points in each observation. A lineup is at how
        many sides A and B sit in a game of it.
        """
        seen = Counter(scores)
        low, high = (expected(elo, lineups) for elo in (self.elo0, self.elo1))
        values = sorted({0.0, 1.0, *seen})
        counts = [seen[value] + _UNSEEN for value in values]
        before, after = likeliest(values, counts, low), likeliest(values, counts, high)
        return sum(n * math.log(q / p) for n, p, q in zip(counts, before, after, strict=True))

    def answer(self, ratio: float) -> Answer:
        """What the ratio says."""
        low, high = self.bounds
        return "better" if ratio >= high else "not better" if ratio <= low else "open"


def expected(elo: float, lineups: Sequence[tuple[int, int]] = ((1, 1),)) -> float:
    """What A has of the points, if it is so much stronger than B."""
    odds = 10 ** (elo / 400)
    return sum(a * odds / (a * odds + b) for a, b in lineups) / len(lineups)


def likeliest(values: Sequence[float], counts: Sequence[float], mean: float) -> list[float]:
    """The probabilities of the values that make these counts likeliest, among those with this mean.

    They are n / (1 + x (value − mean)) for each share n of the counts, with the one x for which they have that mean.
    """
    total = sum(counts)
    shares = [count / total for count in counts]
    low, high = -1 / (max(values) - mean), 1 / (mean - min(values))
    for _ in range(_STEPS):
        x = (low + high) / 2
        slope = sum(n * (v - mean) / (1 + x * (v - mean)) for n, v in zip(shares, values, strict=True))
        low, high = (x, high) if slope > 0 else (low, x)
    return [n / (1 + (low + high) / 2 * (v - mean)) for n, v in zip(shares, values, strict=True)]
