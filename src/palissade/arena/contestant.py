"""Who takes part: one of our players by its text, or an engine of others; either may be given a name of its own.

oak    level-7    random    greedy    uct:simulations=1000,leaf=static    oak:seed=3
gtp:palissade engine cul-de-sac --player oak    pentobi=gtp:pentobi-gtp -g duo --nobook -q -l 1
"""

import re
import shlex
import shutil
import time
from dataclasses import dataclass
from threading import Event
from typing import Protocol

from palissade.arena.words import CATALOGUE
from palissade.errors import PalissadeError
from palissade.game import Game
from palissade.gtp import External, Pipe
from palissade.match import Match
from palissade.messages import COMMON
from palissade.players import Player
from palissade.players.written import Written

ENGINE = "gtp:"
_NAMED = re.compile(r"([^:=,]+)=(.+)")


class BadContestant(PalissadeError):
    """Somebody who cannot take part."""


class Seated(Protocol):
    """A contestant at a seat of one match."""

    def choose(self) -> int:
        """The action to play; a `Fault` where it loses the game instead."""

    def cpu_seconds(self) -> float | None:
        """What it has used for this match; None if nobody knows."""


@dataclass(frozen=True)
class Contestant:
    """Somebody who takes part."""

    text: str  # as written, which is how results know it

    @property
    def name(self) -> str:
        """What it is called in tables."""
        named = _NAMED.fullmatch(self.text)
        return named[1] if named else self.text

    @property
    def is_external(self) -> bool:
        return self._player.startswith(ENGINE)

    @property
    def command(self) -> str:
        """What starts an engine."""
        return self._player.removeprefix(ENGINE).strip()

    @property
    def written(self) -> Written:
        """One of our own."""
        return Written.read(self._player)

    def check(self, game: Game) -> None:
        """Refuse who cannot play this game."""
        if self.is_external:
            try:
                words = shlex.split(self.command)
            except ValueError:
                words = []
            if not words or shutil.which(words[0]) is None:
                raise BadContestant(CATALOGUE.message("engine.missing", command=self.command[:60]))
        else:
            self.written.player(game)

    def is_timed(self, game: Game) -> bool:
        """Whether what it plays depends on how fast the computer is, as far as we know."""
        return not self.is_external and self.written.is_timed(game)

    def warm_up(self, game: Game) -> None:
        """Have its code compiled or loaded, which no game should wait for."""
        if not self.is_external:
            at_once = Event()
            at_once.set()
            try:
                self.written.player(game).hint(game.match(seed=1), at_once)
            except ValueError as error:  # its search cannot do without what the game's room does not have
                problem = error.say("en") if isinstance(error, PalissadeError) else str(error)
                raise BadContestant(COMMON.message("player.value", player=self.name[:60], problem=problem)) from error

    def sit_down(self, match: Match, seat: int, seed: int, pipe: Pipe | None) -> Seated:
        """Take a seat, as an engine with the pipe to it."""
        if pipe is not None:
            return External(pipe, match, seat, seed)
        return Own(match, self.written.player(match.game, seed, is_timed=False))

    @property
    def _player(self) -> str:
        named = _NAMED.fullmatch(self.text)
        return (named[2] if named else self.text).strip()


class Own:
    """One of our players at a seat."""

    def __init__(self, match: Match, player: Player) -> None:
        self._match, self._player, self._used = match, player, 0.0

    def choose(self) -> int:
        began = time.process_time()  # of all threads: nobody else is at work in this process
        action = self._player.choose(self._match)
        self._used += time.process_time() - began
        return action

    def cpu_seconds(self) -> float | None:
        return self._used
