"""What a set of results says: of each player, of the seats, of how games end and how long they are."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import msgspec

from palissade.arena.contestant import Contestant
from palissade.arena.rating import Rating, rate
from palissade.arena.result import Result, points, sides
from palissade.contract import OptionValue
from palissade.game import Game


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """One player. Who plays several sides of a game is counted for each."""

    player: str  # as written
    name: str
    rating: Rating | None  # none of who has met nobody else
    games: int
    won: int
    drawn: int
    lost: int
    points: float
    actions: int
    cpu_seconds: float | None  # for an action; None where an engine does not say
    wall_seconds: float  # for an action


class Duel(msgspec.Struct, frozen=True, kw_only=True):
    """What a player has done against another: for each game, every side of the one against every side of the other."""

    player: str  # as written
    opponent: str
    won: int
    drawn: int  # neither did better: a draw, or a third has won
    lost: int


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """One seat, or one team."""

    seats: list[int]
    won: int
    points: float
    rating: Rating  # what sitting there is worth


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """All results of one game with one set of options."""

    game: str
    options: dict[str, OptionValue]
    games: int
    draws: int
    plies: float  # of a game, on the average
    endings: dict[str, int]  # how many games ended by each rule, or otherwise
    faults: list[str]  # what engines did that lost them games
    standings: list[Standing]  # the best first
    duels: list[Duel]  # of every two who have met, the better one first
    sides: list[Side]  # in order of play


def report(game: Game, results: Sequence[Result]) -> Report:
    """Add the results up."""
    seats = sides(game)
    shares = [points(game, result.outcome) for result in results]
    lineups = [tuple(result.seats[side[0]] for side in seats) for result in results]
    ratings = rate(zip(lineups, shares, strict=True))
    players = dict.fromkeys(player for lineup in lineups for player in lineup)
    standings = [
        _standing(player, ratings.players[player] if len(players) > 1 else None, results, lineups, shares)
        for player in players
    ]
    standings.sort(key=lambda one: (-(one.rating.elo if one.rating else 0), one.name))
    ranked = [one.player for one in standings]
    duels = [_duel(one, other, lineups, shares) for one, other in combinations(ranked, 2)]
    return Report(
        game=game.id,
        options=dict(game.chosen),
        games=len(results),
        draws=sum(result.outcome.draw for result in results),
        plies=sum(result.plies for result in results) / max(len(results), 1),
        endings=dict(Counter(result.outcome.reason for result in results).most_common()),
        faults=[result.fault for result in results if result.fault],
        standings=standings,
        duels=[duel for duel in duels if duel.won or duel.drawn or duel.lost],
        sides=[
            Side(
                seats=side,
                won=sum(has_won(share[place], result) for share, result in zip(shares, results, strict=True)),
                points=sum(share[place] for share in shares),
                rating=ratings.sides[place] if results else Rating(0, 0),
            )
            for place, side in enumerate(seats)
        ],
    )


def has_won(share: float, result: Result) -> bool:
    return share > 0 and not result.outcome.draw


def _duel(player: str, opponent: str, lineups: Sequence[tuple[str, ...]], shares: Sequence[Sequence[float]]) -> Duel:
    met = [
        (mine > theirs) - (mine < theirs)
        for lineup, of_sides in zip(lineups, shares, strict=True)
        for one, mine in zip(lineup, of_sides, strict=True)
        for other, theirs in zip(lineup, of_sides, strict=True)
        if (one, other) == (player, opponent)
    ]
    return Duel(player=player, opponent=opponent, won=met.count(1), drawn=met.count(0), lost=met.count(-1))


def _standing(
    player: str,
    rating: Rating | None,
    results: Sequence[Result],
    lineups: Sequence[tuple[str, ...]],
    shares: Sequence[Sequence[float]],
) -> Standing:
    sat = [
        (share, result)
        for result, lineup, of_sides in zip(results, lineups, shares, strict=True)
        for who, share in zip(lineup, of_sides, strict=True)
        if who == player
    ]
    seats = [(result, seat) for result in results for seat, who in enumerate(result.seats) if who == player]
    actions = sum(result.actions[seat] for result, seat in seats)
    used = [result.cpu_seconds[seat] for result, seat in seats]
    known = [seconds for seconds in used if seconds is not None]
    return Standing(
        player=player,
        name=Contestant(player).name,
        rating=rating,
        games=len(sat),
        won=sum(has_won(share, result) for share, result in sat),
        drawn=sum(result.outcome.draw for _, result in sat),
        lost=sum(share == 0 for share, _ in sat),
        points=sum(share for share, _ in sat),
        actions=actions,
        cpu_seconds=sum(known) / max(actions, 1) if len(known) == len(used) else None,
        wall_seconds=sum(result.wall_seconds[seat] for result, seat in seats) / max(actions, 1),
    )
