"""The level that would give somebody an even game: where their results against machines place them on the ladder.

A person's strength is one number on the scale of the measured levels. A game is won with the chance that the arena's
model gives it (`arena/rating.py`): strengths times what the seats are worth. The likeliest strength is found under a
prior, by which newcomers stand at a gentle level, give or take 200 points: one game moves them a little, ten outweigh
it. Only the newest games count, since people learn. One in which actions were taken back counts half; hints leave no
trace in what is kept of a game, and do not matter. A game that was given up before everybody had acted was none.
"""

import math
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

from palissade.game import Game
from palissade.server.store.rows import Kept

if TYPE_CHECKING:
    from palissade.players.ladder import Ladder

GENTLE = 3  # the level of newcomers, counted from 1
MOST_GAMES = 30  # that count, the newest
ABOUT = 200.0  # Elo points that newcomers lie off, more often than not within
TAKEN_BACK = 0.5  # what a game counts in which actions were taken back
_SCALE = 400 / math.log(10)  # Elo points for a factor e
_STEPS = 40  # of a bisection: far finer than a point


@dataclass(frozen=True)
class Played:
    """A game of one person against machines."""

    ahead: float  # Elo points, besides my strength, by which I had the better of the others: seats and softness
    share: float  # of the point
    weight: float = 1.0


@dataclass(frozen=True)
class Place:
    """Where somebody stands on a ladder."""

    level: str  # that is nearest
    elo: int
    games: int  # that say so


def place(ladder: "Ladder", played: Sequence[Played]) -> Place:
    """The likeliest strength, and the level that is nearest to it."""
    gentle = ladder.rungs[min(GENTLE, len(ladder.rungs)) - 1].elo
    low, high = gentle - 4 * ABOUT, max(rung.elo for rung in ladder.rungs) + 4 * ABOUT
    for _ in range(_STEPS):
        elo = (low + high) / 2
        # The slope of the log likelihood falls everywhere: the top is where it crosses zero.
        slope = sum(game.weight * (game.share - _chance(elo + game.ahead)) for game in played) / _SCALE
        slope -= (elo - gentle) / ABOUT**2
        low, high = (elo, high) if slope > 0 else (low, elo)
    nearest = min(ladder.rungs, key=lambda rung: abs(rung.elo - elo))
    return Place(nearest.level, round(elo), len(played))


def _chance(elo: float) -> float:
    return 1 / (1 + math.exp(-elo / _SCALE))


def played_by(
    person: str, game: Game, ladder: "Ladder", tables: Iterable[Kept], taken_back: Container[str]
) -> list[Played]:
    """The games that count among these tables, the newest of which come first; at some something was taken back."""
    found = (_played(person, game, ladder, table, taken_back) for table in tables)
    return list(islice((one for one in found if one), MOST_GAMES))


def _played(person: str, game: Game, ladder: "Ladder", table: Kept, taken_back: Container[str]) -> Played | None:
    """None for a game of other options, or with other people, or that was none."""
    outcome = table.row.summary.outcome
    if outcome is None or table.row.summary.ply < len(table.seats):
        return None
    if replace(game, options=table.row.options).chosen != game.chosen:
        return None
    strengths = {rung.level: rung.elo for rung in ladder.rungs}
    teams = [seat.team for seat in game.seats]
    worth = dict(zip(dict.fromkeys(teams), ladder.sides, strict=True))  # of each team's place at the table
    mine, foes = set[int](), dict[int, float]()
    for seat in table.seats:
        team = teams[seat.seat]
        if seat.who == "person" and seat.person == person:
            mine.add(team)
        elif seat.who == "machine" and seat.level in strengths:
            foes[team] = math.exp((strengths[seat.level] + worth[team]) / _SCALE)
        else:
            return None
    if len(mine) != 1 or mine & set(foes):
        return None  # both sides, or one that a machine shares
    (me,) = mine
    won = {*foes, me} if outcome["draw"] else {teams[seat] for seat in outcome["winners"]}
    return Played(
        ahead=worth[me] - math.log(sum(foes.values())) * _SCALE,
        share=1 / len(won) if me in won else 0.0,
        weight=TAKEN_BACK if table.row.id in taken_back else 1.0,
    )
