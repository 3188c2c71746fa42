"""Ratings: how strong players are, on Elo's scale, with intervals, from all games at once.

A side wins with a chance that is its strength's share of all strengths at the table (R. D. Luce; for two it is Elo's
and Bradley and Terry's model), where the strength is the player's times the seat's: so a game that favours who begins
does not make the players look alike. A shared win, and a draw among all, count for each who shares. The likeliest
strengths are found by Newton's method, with a weak prior that keeps who has won every game from infinity; intervals
come from the curvature there.
"""

import math
from collections.abc import Iterable, Mapping, Sequence

import msgspec
import numpy as np
import numpy.typing as npt

SCALE = 400 / math.log(10)  # Elo points for a factor e
PLAYER_PRIOR, SEAT_PRIOR = 600 / SCALE, 200 / SCALE  # standard deviations
SURE = 1.959964  # standard deviations on each side that hold 95 % of a normal distribution
_STEPS, _ENOUGH = 100, 1e-9

Vector = npt.NDArray[np.float64]


class Rating(msgspec.Struct, frozen=True):
    """A strength in Elo points, above the mean of all, and how far off it may be (95 %)."""

    elo: float
    margin: float

    @property
    def low(self) -> float:
        return self.elo - self.margin

    @property
    def high(self) -> float:
        return self.elo + self.margin


class Ratings(msgspec.Struct, frozen=True):
    """What a set of games says of the players, and of the seats."""

    players: dict[str, Rating]
    sides: list[Rating]  # in order of play


Game = tuple[tuple[str, ...], Sequence[float]]
"""Who plays each side, and what each side has of the point."""


def rate(games: Iterable[Game]) -> Ratings:
    """Rate everybody who has played; all games have as many sides."""
    shares = _by_lineup(games)
    names = sorted({name for lineup in shares for name in lineup})
    sides = len(next(iter(shares), ()))
    number = {name: index for index, name in enumerate(names)}
    prior = np.array([PLAYER_PRIOR**-2] * len(names) + [SEAT_PRIOR**-2] * sides)
    strengths = np.zeros(len(prior))
    for _ in range(_STEPS):
        slope, curvature = _slope(shares, number, strengths)
        step = np.linalg.solve(curvature + np.diag(prior), slope - prior * strengths)
        strengths += np.clip(step, -2, 2)  # far from the top the curve may be nearly flat
        if np.abs(step).max(initial=0) < _ENOUGH:
            break
    spread = np.linalg.inv(_slope(shares, number, strengths)[1] + np.diag(prior)).astype(np.float64)
    return Ratings(
        dict(zip(names, _ratings(strengths, spread, slice(0, len(names))), strict=True)),
        _ratings(strengths, spread, slice(len(names), None)),
    )


def _by_lineup(games: Iterable[Game]) -> dict[tuple[str, ...], Vector]:
    """Games between the same, in the same seats, are added up."""
    shares: dict[tuple[str, ...], Vector] = {}
    for lineup, points in games:
        shares[lineup] = shares.get(lineup, np.zeros(len(lineup))) + np.asarray(points)
    return shares


def _slope(
    shares: Mapping[tuple[str, ...], Vector], number: Mapping[str, int], strengths: Vector
) -> tuple[Vector, Vector]:
    """First derivatives of the log likelihood, and the negative second ones."""
    slope, curvature = np.zeros(len(strengths)), np.zeros((len(strengths),) * 2)
    for lineup, won in shares.items():
        design = np.zeros((len(lineup), len(strengths)))
        for side, name in enumerate(lineup):
            design[side, number[name]] = design[side, len(number) + side] = 1
        powers = design @ strengths
        chances = np.exp(powers - powers.max())
        chances /= chances.sum()
        slope += design.T @ (won - won.sum() * chances)
        curvature += won.sum() * design.T @ (np.diag(chances) - np.outer(chances, chances)) @ design
    return slope, curvature


def _ratings(strengths: Vector, spread: Vector, part: slice) -> list[Rating]:
    """Relative to the mean of the part, whose error is not theirs."""
    chosen = strengths[part]
    centred = np.eye(len(chosen)) - 1 / max(len(chosen), 1)
    errors = np.sqrt(np.diag(centred @ spread[part, part] @ centred.T).clip(0))
    return [
        Rating(round(float(strength * SCALE), 2) + 0.0, round(float(error * SURE * SCALE), 2))
        for strength, error in zip(centred @ chosen, errors, strict=True)
    ]
