"""The results that were written down: a file of JSON lines, one for each game, that only grows."""

from pathlib import Path

import msgspec

from palissade.arena.result import Result
from palissade.arena.words import CATALOGUE
from palissade.errors import PalissadeError
from palissade.game import Game


class BadBook(PalissadeError):
    """A file of results that cannot be read or written."""


class Book:
    """Results by their fixtures; without a file they are kept for as long as the program runs."""

    def __init__(self, file: Path | str | None = None) -> None:
        self.results: list[Result] = []
        self._file = None if file is None else Path(file)
        if self._file is not None:
            self._read(self._file)
        self._keys = {result.key for result in self.results}

    def __contains__(self, fixture: object) -> bool:
        return getattr(fixture, "key", None) in self._keys

    def of(self, game: Game) -> list[Result]:
        """All results of this game with these options, whoever played and whenever."""
        options = dict(game.chosen)
        return [result for result in self.results if result.game == game.id and result.options == options]

    def write(self, result: Result) -> None:
        """Keep a result: in the file before anything else is made of it."""
        if self._file is not None:
            try:
                with self._file.open("ab") as file:
                    file.write(msgspec.json.encode(result) + b"\n")
            except OSError as error:
                raise self._unusable(self._file, error) from error
        self.results.append(result)
        self._keys.add(result.key)

    def _read(self, path: Path) -> None:
        try:
            path.touch()
            content = path.read_bytes()
            whole = content[: content.rfind(b"\n") + 1]
            if whole != content:  # somebody was interrupted in the middle of a line
                with path.open("r+b") as file:
                    file.truncate(len(whole))
        except (OSError, ValueError) as error:
            raise self._unusable(path, error) from error
        for number, line in enumerate(whole.splitlines(), start=1):
            try:
                self.results.append(msgspec.json.decode(line, type=Result))
            except (msgspec.MsgspecError, UnicodeError) as error:
                raise BadBook(
                    CATALOGUE.message("book.line", line=number, file=str(path), problem=str(error))
                ) from error

    def _unusable(self, path: Path, error: Exception) -> BadBook:
        problem = getattr(error, "strerror", None) or str(error)
        return BadBook(CATALOGUE.message("book.unusable", file=str(path), problem=problem))
