"""One game of the arena, from its opening to its end, in this process."""

import time
from functools import cache
from importlib.metadata import PackageNotFoundError, version

import msgspec

from palissade.arena.contestant import Contestant, Seated
from palissade.arena.engines import ENGINES
from palissade.arena.fixture import Fixture
from palissade.arena.opening import opened
from palissade.arena.result import Result
from palissade.game import Game, Outcome
from palissade.gtp import Fault
from palissade.registry import game as find_game


def play(fixture: Fixture) -> Result:
    """Play it. Whose engine plays what is not legal, resigns or leaves has lost, and all others have won."""
    match = opened(fixture)
    contestants = [Contestant(text) for text in fixture.seats]
    for contestant in dict.fromkeys(contestants):
        _warm_up(contestant, match.game.id)
    players: list[Seated] = []
    actions, wall = [0] * len(contestants), [0.0] * len(contestants)
    fault, by_fault = None, None
    try:
        for seat, contestant in enumerate(contestants):
            pipe = ENGINES.pipe(contestant, contestants[:seat].count(contestant))
            players.append(contestant.sit_down(match, seat, fixture.seed_of("players"), pipe))
        while match.mover is not None:
            seat, began = match.mover, time.perf_counter()
            action = players[seat].choose()
            wall[seat] += time.perf_counter() - began
            actions[seat] += 1
            match.play(action)
    except Fault as error:
        fault, by_fault = f"{contestants[seat].name} {error}", lost(match.game, seat, error.reason)
        if error.reason == "engine":
            ENGINES.give_up(contestants[seat])
    outcome = by_fault or match.outcome
    assert outcome is not None
    used = [player.cpu_seconds() for player in players] + [None] * (len(contestants) - len(players))
    return Result(
        **msgspec.structs.asdict(fixture),
        outcome=outcome,
        fault=fault,
        plies=match.ply,
        actions=tuple(actions),
        cpu_seconds=tuple(None if seconds is None else round(seconds, 6) for seconds in used),
        wall_seconds=tuple(round(seconds, 6) for seconds in wall),
        version=_version(),
        record=msgspec.structs.replace(match.record(), outcome=outcome, players=list(fixture.seats)),
    )


def lost(game: Game, seat: int, reason: str) -> Outcome:
    """The seat's side has lost by what is no rule of the game."""
    team = game.seats[seat].team
    winners = tuple(other for other, place in enumerate(game.seats) if place.team != team)
    return Outcome(winners, draw=False, scores=None, reason=reason)


@cache
def _warm_up(contestant: Contestant, game: str) -> None:
    """Once in a process; other options of a game share its code."""
    contestant.warm_up(find_game(game))


@cache
def _version() -> str:
    try:
        return version("palissade")
    except PackageNotFoundError:
        return "0"
