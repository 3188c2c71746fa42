"""Engines of others as players: programs that speak the protocol over a pipe, each move checked by our rules."""

import shlex
import subprocess
from collections import deque
from queue import Empty, Queue
from threading import Thread
from typing import IO, Literal

import msgspec

from palissade.errors import PalissadeError
from palissade.gtp.colours import colour_of
from palissade.gtp.protocol import parse_answer
from palissade.gtp.turns import PASS
from palissade.match import Match

PATIENCE = 600.0  # seconds for an answer
_LAST_WORDS = 3  # lines of the error stream that are told when an engine is gone
_CLOSING = 2.0  # seconds in which an engine may leave by itself

Reason = Literal["illegal", "resignation", "engine"]


class Fault(Exception):
    """An engine did what loses the game: an illegal action, a resignation, or it is no longer there."""

    def __init__(self, reason: Reason, story: str) -> None:
        super().__init__(story)
        self.reason = reason


class Pipe:
    """A program that speaks the protocol over its standard input and output."""

    def __init__(self, command: str, patience: float = PATIENCE) -> None:
        self._patience = patience
        try:
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # Ctrl-C is for us
            )
        except (OSError, ValueError) as error:
            raise Fault("engine", f"cannot be started: {error}") from error
        assert self._process.stdin
        assert self._process.stdout
        assert self._process.stderr
        self._input = self._process.stdin
        self._lines: Queue[str | None] = Queue()
        self._last_words: deque[str] = deque(maxlen=_LAST_WORDS)
        self._readers = [
            Thread(target=self._read, args=(self._process.stdout,), daemon=True),
            Thread(target=self._overhear, args=(self._process.stderr,), daemon=True),
        ]
        for reader in self._readers:
            reader.start()
        try:
            self.commands = frozenset(self.ask("list_commands").split())
        except Fault:
            self.close()
            raise

    def ask(self, command: str) -> str:
        """The answer to a command; a Fault where it is an error, or where none comes."""
        is_good, text = self.try_to(command)
        if not is_good:
            raise Fault("engine", f"answers {command!r} with an error: {text}")
        return text

    def try_to(self, command: str) -> tuple[bool, str]:
        """Whether the answer to a command is a good one, and what it says."""
        try:
            self._input.write(f"{command}\n".encode())
            self._input.flush()
        except OSError:
            raise self._gone() from None
        lines: list[str] = []
        while True:
            line = self._line(command)
            if line:
                lines.append(line)
            elif lines:
                break
        try:
            return parse_answer(lines)
        except ValueError as error:
            raise Fault("engine", f"says what the protocol does not know: {str(error)[:60]!r}") from None

    def close(self) -> None:
        """Let the program leave; if it does not, end it."""
        try:
            self._input.write(b"quit\n")
            self._input.close()
        except OSError:
            pass  # it has left
        self._ended()
        for reader in self._readers:
            reader.join()

    def _ended(self) -> int:
        """The status of a program that should be leaving; one that takes its time is ended."""
        try:
            return self._process.wait(_CLOSING)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()

    def _line(self, command: str) -> str:
        try:
            line = self._lines.get(timeout=self._patience)
        except Empty:
            raise Fault("engine", f"does not answer {command!r} within {self._patience:g} s") from None
        if line is None:
            raise self._gone()
        return line

    def _gone(self) -> Fault:
        status = self._ended()
        self._readers[1].join()
        said = "; ".join(self._last_words)
        return Fault("engine", f"has left with status {status}" + (f": {said}" if said else ""))

    def _read(self, stream: IO[bytes]) -> None:
        with stream:
            for line in stream:
                self._lines.put(line.decode("utf-8", "replace").rstrip())
        self._lines.put(None)

    def _overhear(self, stream: IO[bytes]) -> None:
        with stream:
            for line in stream:
                self._last_words.append(line.decode("utf-8", "replace").strip())


class External:
    """An engine at a seat of one match."""

    def __init__(self, pipe: Pipe, match: Match, seat: int, seed: int) -> None:
        self._pipe, self._match, self._seat = pipe, match, seat
        self._told = 0  # how many actions it has heard of, or played
        self._turn: deque[str] = deque()  # what it will play next
        self._used_before = self._used()
        if "set_random_seed" in pipe.commands:
            pipe.ask(f"set_random_seed {seed % 2**31}")
        pipe.ask("clear_board")
        if match.deal is not None:
            pipe.ask(f"deal {msgspec.json.encode(match.deal).decode()}")

    def choose(self) -> int:
        """Its action: the next of the turn that it has made up its mind about, or of a new one."""
        legal = self._match.legal()
        if not self._turn:
            self._tell()
            if legal == [PASS]:
                return self._match.check(PASS)  # not every engine is asked when there is nothing to choose
            self._turn.extend(self._new_turn())
        action = self._turn.popleft()
        try:
            number = self._match.check(action)
        except PalissadeError as error:
            raise Fault("illegal", f"plays {action!r}: {error.say('en')}") from error
        self._told = self._match.ply + 1
        return number

    def cpu_seconds(self) -> float | None:
        """What the engine says it has used for this match; None if it does not say."""
        before, now = self._used_before, self._used()
        return None if before is None or now is None else now - before

    def _used(self) -> float | None:
        if "cputime" not in self._pipe.commands:
            return None
        try:
            return float(self._pipe.ask("cputime"))
        except (Fault, ValueError):
            return None

    def _new_turn(self) -> list[str]:
        answer = self._pipe.ask(f"genmove {colour_of(self._match.game, self._seat)}")
        if answer.lower() == "resign":
            raise Fault("resignation", "resigns")
        if not answer:
            raise Fault("illegal", "plays nothing")
        return [PASS if action.lower() == PASS else action for action in answer.split()]

    def _tell(self) -> None:
        """All that was played since it was last asked, turn by turn."""
        match = self._match
        while self._told < match.ply:
            seat, first = match.movers[self._told], self._told
            while self._told < match.ply and match.movers[self._told] == seat:
                self._told += 1
            turn = " ".join(match.texts[first : self._told])
            is_good, text = self._pipe.try_to(f"play {colour_of(match.game, seat)} {turn}")
            if not is_good and turn != PASS:  # not every engine wants to hear of passes
                raise Fault("engine", f"refuses {turn!r}: {text}")
