"""Readiness of games: they are compiled in the background, one after the other, so that nobody at a table waits for a
compiler.

Compiling would hold the event loop for seconds, so a process of its own does it; from the cache on disk this process
then loads a game in a thread, in small steps.
"""

import asyncio
import gc
import subprocess
import sys
import time
from collections.abc import Iterable
from threading import Condition, Thread

import structlog

from palissade.registry import GAMES
from palissade.server.machines import precompile
from palissade.server.refused import Refused

_COMPILED = 0.9  # how far a game is on its way once the other process has done its part
_PATIENCE = 5.0  # seconds for the thread to end
_BREATH = 0.001  # seconds between two steps, for the event loop to have its say

_log = structlog.get_logger("palissade.machines")


def command(game: str) -> list[str]:
    """How another process is started that compiles the game."""
    return [sys.executable, "-m", precompile.__name__, game]


class Readiness:
    """How far each game is on its way to being playable, and the thread that brings it there.

    All games get ready one after the other; or, where nobody is `eager`, each when somebody wants it.
    """

    def __init__(
        self, loop: asyncio.AbstractEventLoop, games: Iterable[str] = tuple(GAMES), *, eager: bool = True
    ) -> None:
        self._loop = loop
        self._progress = dict.fromkeys(games, 0.0)
        self._ready = {game: asyncio.Event() for game in self._progress}
        self._queue = list(self._progress) if eager else []  # whose turn comes, the next one first
        self._begun: set[str] = set()
        self._changed = Condition()
        self._process: subprocess.Popen[str] | None = None
        self._is_closed = False
        self._thread = Thread(target=self._prepare_all, name="readiness", daemon=True)
        self._thread.start()

    # ---- asking

    def progress(self, game: str) -> float:
        """How far the game is on its way, from 0 to 1."""
        return 1.0 if self.is_ready(game) else self._progress[game]

    def is_ready(self, game: str) -> bool:
        """Whether it can be played without waiting."""
        return self._ready[game].is_set()

    def check(self, game: str) -> None:
        """A game that is being compiled is not played yet: say how far it is."""
        if not self.is_ready(game):
            self.want(game)
            raise Refused("warming", status=503, game=GAMES[game].name, percent=round(100 * self.progress(game)))

    async def ready(self, game: str) -> None:
        """Wait until the game can be played."""
        self.want(game)
        await self._ready[game].wait()

    def want(self, game: str) -> None:
        """Somebody would like to play this game: it is next."""
        with self._changed:
            if game not in self._begun:
                self._queue = [game, *(other for other in self._queue if other != game)]
                self._changed.notify()

    # ---- the thread

    def _prepare_all(self) -> None:
        while game := self._next():
            try:
                self._prepare(game)
            except Exception:
                _log.exception("a game could not be made ready", game=game)
                self._begun.discard(game)  # to be tried again when somebody wants it

    def _next(self) -> str | None:
        with self._changed:
            self._changed.wait_for(lambda: self._queue or self._is_closed)
            if self._is_closed:
                return None
            game = self._queue.pop(0)
            self._begun.add(game)
            return game

    def _prepare(self, game: str) -> None:
        begin = time.monotonic()
        has_compiled = precompile.is_compiled(game) or self._compile(game)
        todo = precompile.steps(GAMES[game])
        so_far = self._progress[game]
        for done, step in enumerate(todo, start=1):
            if self._is_closed:
                return
            step()
            self._progress[game] = so_far + (1 - so_far) * done / (len(todo) + 1)
            time.sleep(_BREATH)
        gc.freeze()  # compiled code stays: the collector need not look at it again and again, which takes long
        self._tell(game)
        _log.info("a game is ready", game=game, seconds=round(time.monotonic() - begin, 1), from_cache=has_compiled)

    def _compile(self, game: str) -> bool:
        """Let another process fill the cache; False if it could not, and this one must compile."""
        if precompile.marker(game) is None:
            return False
        said: list[str] = []
        with subprocess.Popen(
            command(game), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as process:
            with self._changed:
                self._process = process
                if self._is_closed:
                    process.kill()
            for line in process.stdout or ():
                done, _, of = line.strip().partition("/")
                if done.isdecimal() and of.isdecimal():
                    self._progress[game] = _COMPILED * int(done) / int(of)
                else:
                    said.append(line)
        with self._changed:
            self._process = None
        if process.returncode and not self._is_closed:
            _log.warning("a game was not compiled beforehand", game=game, status=process.returncode, said="".join(said))
        return process.returncode == 0

    def _tell(self, game: str) -> None:
        try:
            self._loop.call_soon_threadsafe(self._ready[game].set)
        except RuntimeError:  # the loop has ended
            self._is_closed = True

    # ---- the end

    def close(self) -> None:
        """Stop compiling; what is compiled stays in the cache."""
        with self._changed:
            self._is_closed = True
            self._changed.notify()
            if self._process:
                self._process.kill()
        self._thread.join(_PATIENCE)
