"""Readiness of games: they are compiled in the background, so that nobody at a table waits for a compiler.

Compiling would hold the event loop for seconds, so other processes do it, one for each core; from the cache on disk
this process then loads a game in a thread, in small steps. Until then people play by interpreted rules, where the
server was started so (`kernel.interpret_until_compiled`), and so do machines once they have waited for some seconds.
"""

import asyncio
import gc
import math
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from threading import Condition, Thread

import structlog

from palissade import kernel
from palissade.batch import cores
from palissade.registry import GAMES
from palissade.server.machines import precompile
from palissade.server.refused import Refused

_COMPILED = 0.9  # how far a game is on its way once the other process has done its part
PATIENCE = 3.0  # seconds that machines wait for the compiler, from when their game is first wanted
_TO_END = 5.0  # seconds for the threads to end
_MOST = 4  # games that are compiled at once, a process of some 300 MB each
_BREATH = 0.001  # seconds between two steps, for the event loop to have its say

_log = structlog.get_logger("palissade.machines")


def command(game: str) -> list[str]:
    """How another process is started that compiles the game."""
    return [sys.executable, "-m", precompile.__name__, game]


class Readiness:
    """How far each game is on its way to being compiled, and the threads that bring it there.

    All games get ready in order; or, where nobody is `eager`, each when somebody wants it.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        games: Iterable[str] = tuple(GAMES),
        *,
        eager: bool = True,
        at_once: int | None = None,  # how many games are compiled at the same time; as many as there are cores
    ) -> None:
        self._loop = loop
        self._progress = dict.fromkeys(games, 0.0)
        self._ready = {game: asyncio.Event() for game in self._progress}
        self._queue = list(self._progress) if eager else []  # whose turn comes, the next one first
        self._begun: set[str] = set()
        self._begun_now: set[str] = set()  # and not done
        self._interrupted: set[str] = set()
        self._waiting: set[asyncio.Task[None]] = set()
        self._changed = Condition()
        self._wanted: dict[str, float] = {}  # since when, by the monotonic clock
        self._processes: dict[str, subprocess.Popen[str]] = {}  # that compile, by game
        self._is_closed = False
        count = min(cores(), _MOST) if at_once is None else at_once
        self._threads = [Thread(target=self._prepare_all, name="readiness", daemon=True) for _ in range(count)]
        for thread in self._threads:
            thread.start()

    # ---- asking

    def progress(self, game: str) -> float:
        """How far the game is on its way, from 0 to 1."""
        return 1.0 if self.is_ready(game) else self._progress[game]

    def playable(self, game: str) -> float:
        """How far the game is on its way to being played by people, from 0 to 1."""
        return 1.0 if kernel.is_patient() else self.progress(game)

    def is_ready(self, game: str) -> bool:
        """Whether it is compiled: machines can play it, and nothing takes longer than it should."""
        return self._ready[game].is_set()

    def check(self, game: str) -> None:
        """A game that nobody can play yet is refused, saying how far it is."""
        if not self.is_ready(game):
            self.want(game)
            if (share := self.playable(game)) < 1:
                raise Refused("warming", status=503, game=GAMES[game].name, percent=round(100 * share))

    def patience(self, game: str) -> float:
        """How many seconds machines still wait for the compiler, before they think by interpreted rules; a game that is
        asked for is wanted.
        """
        if self.is_ready(game):
            return 0.0
        self.want(game)
        if not kernel.is_patient():
            return math.inf
        return max(self._wanted[game] + PATIENCE - time.monotonic(), 0.0)

    def when_ready(self, game: str, call: Callable[[], None], seconds: float = math.inf) -> None:
        """Have this called in the event loop once the game is compiled, or after so many seconds."""

        async def wait() -> None:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.ready(game), None if seconds == math.inf else seconds)
            call()

        task = self._loop.create_task(wait())
        self._waiting.add(task)
        task.add_done_callback(self._waiting.discard)

    async def ready(self, game: str) -> None:
        """Wait until the game is compiled."""
        self.want(game)
        await self._ready[game].wait()

    def want(self, game: str) -> None:
        """Somebody would like to play this game: it is next, and where there is no place for it at once, another gives
        way that nobody has asked for. What that one has compiled so far stays in the cache.
        """
        with self._changed:
            self._wanted.setdefault(game, time.monotonic())
            if game not in self._begun:
                self._queue = [game, *(other for other in self._queue if other != game)]
                self._changed.notify()
                self._give_way()

    def _give_way(self) -> None:
        unwanted = [game for game in self._processes if game not in self._wanted and game not in self._interrupted]
        is_waiting = any(game in self._wanted for game in self._queue)
        if is_waiting and unwanted and len(self._begun_now - self._interrupted) == len(self._threads):
            self._interrupted.add(unwanted[-1])
            self._processes[unwanted[-1]].kill()

    # ---- the threads

    def _prepare_all(self) -> None:
        while game := self._next():
            try:
                self._prepare(game)
            except Exception:
                _log.exception("a game could not be made ready", game=game)
                self._begun.discard(game)  # to be tried again when somebody wants it
            with self._changed:
                self._begun_now.discard(game)
                if game in self._interrupted:
                    self._interrupted.discard(game)
                    self._begun.discard(game)
                    self._queue.append(game)

    def _next(self) -> str | None:
        with self._changed:
            self._changed.wait_for(lambda: self._queue or self._is_closed)
            if self._is_closed:
                return None
            game = self._queue.pop(0)
            self._begun.add(game)
            self._begun_now.add(game)
            return game

    def _prepare(self, game: str) -> None:
        begin = time.monotonic()
        has_compiled = precompile.is_compiled(game) or self._compile(game)
        if game in self._interrupted:
            return
        todo = precompile.steps(GAMES[game])
        so_far = self._progress[game]
        for done, step in enumerate(todo, start=1):
            if self._is_closed:
                return
            with kernel.compiling():
                step()
            self._progress[game] = so_far + (1 - so_far) * done / (len(todo) + 1)
            time.sleep(_BREATH)
        gc.freeze()  # compiled code stays: the collector need not look at it again and again, which takes long
        self._tell(game)
        _log.info("a game is ready", game=game, seconds=round(time.monotonic() - begin, 1), from_cache=has_compiled)
        if precompile.plays_without_network(GAMES[game]):
            _log.warning("strong machines think without their network, which needs palissade[machines]", game=game)

    def _compile(self, game: str) -> bool:
        """Let another process fill the cache; False if it could not, and this one must compile."""
        if precompile.marker(game) is None:
            return False
        said: list[str] = []
        with subprocess.Popen(
            command(game), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as process:
            with self._changed:
                self._processes[game] = process
                self._give_way()  # somebody may have asked since
                if self._is_closed:
                    process.kill()
            for line in process.stdout or ():
                done, _, of = line.strip().partition("/")
                if done.isdecimal() and of.isdecimal():
                    self._progress[game] = _COMPILED * int(done) / int(of)
                else:
                    said.append(line)
        with self._changed:
            del self._processes[game]
        if process.returncode and not self._is_closed and game not in self._interrupted:
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
            self._changed.notify_all()
            for process in self._processes.values():
                process.kill()
        for task in self._waiting:
            task.cancel()
        for thread in self._threads:
            thread.join(_TO_END)
