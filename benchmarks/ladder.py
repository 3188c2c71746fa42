"""A measurement of machines: `python -m benchmarks.ladder alignement [-o option=value …] [--games 100]`.

All levels that the game offers meet in the arena: those beside each other, those two apart, and the strongest the
softest. Who meets plays a few games, and on up to `--games` for as long as it is open whether the stronger level wins
what it should (`WANTED`). Then the strongest of them that is affordable meets itself, which tells how even the game is;
with `--only-balance` that is all. What the games say is written to `src/palissade/players/measured/<game>.json`, where
the server and `python -m tools.write_ladder` find it, in the place of what was measured of the same options. Of a game
that is played alone every level plays the same numbered deals.

Games are kept in the file that is named, and the same command goes on with them; those of a level whose settings have
changed since are played anew. Levels think to their number of simulations or positions, however long that takes; with
`--clocks` their ceilings in seconds hold, as at a table, and the figures depend on the computer.
"""

import math
import shlex
import statistics
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import track

from palissade.arena import Book, Processes, Report, Result, Tournament, report
from palissade.cli.arena import hold
from palissade.cli.parameters import GameArgument, OptionList, game_of
from palissade.game import Game, written
from palissade.players import Level, Solver, levels_of
from palissade.players.ladder import Alone, Balance, Ladder, Rung, Step, digest, write

APART = (1, 2)  # steps of the ladder between those who meet
WANTED = 0.65  # of decided games a level should win against the one two below it
WANTED_IN_ALL = 0.95  # and the strongest against the softest
FEWEST = 8  # games of every two, and as many more each time
SURE = 1.96  # standard deviations that hold 95 %


def main(
    game: GameArgument,
    option: OptionList = None,
    games: Annotated[int, typer.Option(min=2, help="Of every two levels at most; or deals of one alone.")] = 100,
    balance: Annotated[str, typer.Option(help="The level that meets itself. (default: the strongest)")] = "",
    balance_games: Annotated[int, typer.Option(min=1, help="That it plays against itself.")] = 100,
    seed: Annotated[int, typer.Option(help="Another one plays other games.")] = 1,
    only_balance: Annotated[bool, typer.Option("--only-balance", help="Let no other levels meet.")] = False,
    clocks: Annotated[bool, typer.Option("--clocks", help="Let the ceilings in seconds hold, as at a table.")] = False,
    results: Annotated[Path | None, typer.Option(help="The file in which games are kept.")] = None,
    processes: Annotated[int | None, typer.Option(min=1, help="Games at once. (default: one on each core)")] = None,
) -> None:
    """Measure the ladder of a game, and write it down."""
    chosen = game_of(game, option)
    names = [level.name for level in levels_of(chosen)]
    if balance and balance not in names:
        sys.exit(f"{chosen} has no level “{balance}”, only {', '.join(names)}.")
    measurement = Measurement(chosen, games, balance or names[-1], balance_games, seed, clocks, only_balance)
    if len(chosen.seats) == 1:
        ladder = measurement.alone()
    else:
        book, crew = Book(results), Processes(processes)
        if not all(hold(tournament, book, crew, None) for tournament in measurement.tournaments(book)):
            sys.exit("Stopped. The same command goes on with the games that --results has kept.")
        ladder = measurement.ladder(book)
    print(write(chosen, ladder))


def interval(won: int, decided: int) -> tuple[float, float]:
    """Between what shares of won games the true one lies (Wilson 1927)."""
    if not decided:
        return 0.0, 1.0
    share, weight = won / decided, SURE**2 / decided
    middle = (share + weight / 2) / (1 + weight)
    margin = math.sqrt(weight * (share * (1 - share) + weight / 4)) / (1 + weight)
    return middle - margin, middle + margin


@dataclass(frozen=True)
class Measurement:
    """What is to be measured."""

    game: Game
    games: int
    balance: str  # the level that meets itself
    balance_games: int
    seed: int
    has_clocks: bool
    is_of_balance: bool = False  # and of nothing else

    @cached_property
    def levels(self) -> tuple[Level | Solver, ...]:
        return levels_of(self.game)

    @property
    def command(self) -> str:
        """What measures the same again."""
        options = [word for key, value in self.game.chosen.items() for word in ("-o", f"{key}={written(value)}")]
        words = ["python", "-m", "benchmarks.ladder", self.game.id, *options]
        words += ["--only-balance"] if self.is_of_balance else ["--games", str(self.games)]
        if len(self.game.seats) > 1:
            words += ["--balance", self.balance, "--balance-games", str(self.balance_games), "--seed", str(self.seed)]
        return shlex.join(words + ["--clocks"] * self.has_clocks)

    # ---- between several

    @cached_property
    def players(self) -> dict[str, str]:
        """Each level as the arena writes it. The digest in its name keeps games of other settings apart."""
        return {level.name: f"{level.name} {digest([level])}={self._written(level)}" for level in self.levels}

    def _written(self, level: Level | Solver) -> str:
        return f"{level.name}:seconds={level.seconds}" if self.has_clocks and level.seconds else level.name

    def pairs(self) -> list[tuple[str, str]]:
        """The levels that meet, the stronger first."""
        if self.is_of_balance:
            return []
        names = [level.name for level in self.levels]
        near = [(names[at], names[at - apart]) for apart in APART for at in range(apart, len(names))]
        return list(dict.fromkeys([*near, (names[-1], names[0])]))

    def tournaments(self, book: Book) -> Iterator[Tournament]:
        """What is to be played, each when the one before is in the book."""
        for pair in self.pairs():
            players = tuple(self.players[name] for name in pair)
            for games in (*range(FEWEST, self.games, FEWEST), self.games):
                yield Tournament(self.game, players, games, self.seed, in_pairs=True)
                if self._is_clear(book, pair):
                    break
        yield Tournament(self.game, (self.players[self.balance],), self.balance_games, self.seed)

    def _is_clear(self, book: Book, pair: tuple[str, str]) -> bool:
        """Whether more games of these two would tell anything: of neighbours nothing is wanted but a rough idea."""
        if pair not in self._shown_pairs():
            return True
        players = {self.players[name] for name in pair}
        between = [one for one in book.of(self.game) if one.seed == self.seed and set(one.seats) == players]
        step = self._step(report(self.game, between), *pair)
        low, high = interval(step.won, step.decided)
        return not low < (WANTED_IN_ALL if pair == self._shown_pairs()[-1] else WANTED) < high

    def ladder(self, book: Book) -> Ladder:
        """What the games in the book say."""
        names = {player: name for name, player in self.players.items()}
        mine = [
            one for one in book.of(self.game) if one.seed == self.seed and all(player in names for player in one.seats)
        ]
        mixed = [one for one in mine if len(set(one.seats)) > 1]
        equal = [one for one in mine if set(one.seats) == {self.players[self.balance]}]
        if self.is_of_balance:
            level = next(level for level in self.levels if level.name == self.balance)
            return Ladder(
                options=dict(self.game.chosen),
                command=self.command,
                digest=digest([level]),
                games=len(equal),
                balance=self._balance(equal),
            )
        said = report(self.game, mixed)
        elos = {names[one.player]: one.rating for one in said.standings if one.rating}
        softest = elos[self.levels[0].name].elo
        return Ladder(
            options=dict(self.game.chosen),
            command=self.command,
            digest=digest(self.levels),
            games=len(mine),
            rungs=[
                Rung(
                    level=level.name,
                    elo=round(elos[level.name].elo - softest),
                    low=round(elos[level.name].low - softest),
                    high=round(elos[level.name].high - softest),
                )
                for level in self.levels
            ],
            sides=[round(side.rating.elo) for side in said.sides],
            steps=[self._step(said, *pair) for pair in self._shown_pairs()],
            balance=self._balance(equal),
        )

    def _shown_pairs(self) -> list[tuple[str, str]]:
        """Those who are two apart, and the strongest with the softest."""
        names = [level.name for level in self.levels]
        return list(dict.fromkeys([*zip(names[2:], names, strict=False), (names[-1], names[0])]))

    def _step(self, said: Report, level: str, below: str) -> Step:
        won = lost = 0
        for duel in said.duels:  # the better one comes first, which may be the softer level
            if (duel.player, duel.opponent) == (self.players[level], self.players[below]):
                won, lost = duel.won, duel.lost
            elif (duel.opponent, duel.player) == (self.players[level], self.players[below]):
                won, lost = duel.lost, duel.won
        return Step(level=level, below=below, decided=won + lost, won=won)

    def _balance(self, results: list[Result]) -> Balance:
        said = report(self.game, results)
        return Balance(
            level=self.balance,
            games=said.games,
            won=[side.won for side in said.sides],
            drawn=said.draws,
            actions=round(statistics.median(one.plies for one in results)),
        )

    # ---- alone

    def alone(self) -> Ladder:
        """Every level plays the deals of the first numbers."""
        return Ladder(
            options=dict(self.game.chosen),
            command=self.command,
            digest=digest(self.levels),
            games=self.games,
            alone=[self._plays(level) for level in self.levels],
        )

    def _plays(self, level: Level | Solver) -> Alone:
        player = level if self.has_clocks else replace(level, seconds=None)
        ends = [self._end(player, number) for number in track(range(1, self.games + 1), level.name)]
        return Alone(
            level=level.name,
            left=round(statistics.mean(left for left, _ in ends), 2),
            moves=round(statistics.mean(moves for _, moves in ends), 2),
        )

    def _end(self, level: Level | Solver, number: int) -> tuple[int, int]:
        """The pieces that are left, and the moves, of one deal."""
        match = self.game.match(deal=self.game.deal(number))
        while match.mover is not None:
            match.play(level.choose(match))
        assert match.outcome is not None
        assert match.outcome.scores is not None
        left, moves = match.outcome.scores
        return left, moves


if __name__ == "__main__":
    typer.run(main)
