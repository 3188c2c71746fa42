"""Whole games for the bots to play again: random ones, made beforehand, so that a bot needs neither rules nor time."""

import random
from collections.abc import Sequence
from typing import NamedTuple

import palissade


class Action(NamedTuple):
    """An action and who plays it."""

    seat: int
    text: str


Recorded = tuple[Action, ...]


def random_games(name: str, count: int, seed: int = 1) -> list[Recorded]:
    """Random games of a game for two in which nothing is dealt: what the server deals, nobody can know beforehand."""
    game, draw = palissade.game(name), random.Random(seed)
    if len(game.seats) != 2 or game.match(seed=seed).deal is not None:
        raise ValueError(f"{name} is not for two players without a deal")
    return [_random_game(game, draw) for _ in range(count)]


def stack(games: Sequence[Recorded], first: int, actions: int) -> list[Recorded]:
    """Enough games for so many actions, from the first one on: a single one where most are that long."""
    around = [*games[first % len(games) :], *games[: first % len(games)]]
    long_enough = [game for game in around if len(game) >= actions]
    if 2 * len(long_enough) > len(games):
        return long_enough[:1]
    chosen: list[Recorded] = []
    while sum(map(len, chosen)) < actions:
        chosen.append(around[len(chosen) % len(around)])
    return chosen


def _random_game(game: palissade.Game, draw: random.Random) -> Recorded:
    match, played = game.match(seed=0), []
    while match.mover is not None:
        played.append(Action(match.mover, draw.choice(match.legal())))
        match.play(played[-1].text)
    return tuple(played)
