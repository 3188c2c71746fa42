"""Elo from the score of a match, with an interval that knows of pairs."""

import math


def elo(score: float) -> float:
    """The difference that makes this score expected."""
    score = min(max(score, 1e-4), 1 - 1e-4)
    return 400 * math.log10(score / (1 - score))


def interval(pairs: list[float]) -> tuple[float, float]:
    """The 95 % interval of the mean score of pairs of games (0 to 1): both games of a pair share an opening."""
    count = len(pairs)
    mean = sum(pairs) / count
    variance = sum((score - mean) ** 2 for score in pairs) / max(1, count - 1)
    reach = 1.96 * math.sqrt(variance / count)
    return mean - reach, mean + reach
