"""Positions in writing: what all rooms' `position.py` share.

A position is one line of parts with a space between them: first what each colour has (`red:b2/a1,c3`: kinds with a
slash between them, squares with a comma, `-` for none), then what the table has, then who is to act (`red`) and what
stage of the turn or of the game it is. What a seat may not know is `?`.
"""

from collections.abc import Sequence

from palissade.boards.squares import Squares
from palissade.errors import BadPosition
from palissade.game import Game
from palissade.messages import COMMON, Message

NONE, UNKNOWN = "-", "?"


class Parts:
    """The parts of a position's text, taken one after the other; what is left over or missing is refused by name."""

    def __init__(self, game: Game, text: str) -> None:
        self.game = game
        self._parts = text.split(" ") if text else []
        self._taken = 0

    def take(self, name: str) -> str:
        """The next part, whatever it is; `name` says what is missing where there is none."""
        if self._taken == len(self._parts):
            raise refused(self.game, "position.missing", part=name)
        self._taken += 1
        return self._parts[self._taken - 1]

    def labelled(self, label: str) -> str:
        """What stands after `label:` in the next part."""
        part = self.take(f"{label}:…")
        found, colon, value = part.partition(":")
        if found != label or not colon:
            raise refused(self.game, "position.expected", part=part[:60], expected=f"{label}:…")
        return value

    def kinds(self, label: str, count: int) -> list[list[str]]:
        """What stands after `label:` in the next part: so many lists, with a slash between them."""
        lists = self.labelled(label).split("/")
        if len(lists) != count:
            raise refused(self.game, "position.kinds", colour=label)
        return [read_list(items) for items in lists]

    def one_of(self, values: Sequence[str], name: str) -> int:
        """Which of these words the next part is."""
        part = self.take(name)
        if part not in values:
            raise refused(self.game, "position.expected", part=part[:60], expected=", ".join(values))
        return values.index(part)

    def stage(self, words: Sequence[str]) -> tuple[str, str]:
        """Which of these words the next part is; one that ends with a colon has more behind it, which comes second."""
        part = self.take(words[0])
        word, colon, rest = part.partition(":")
        if word + colon not in words:
            expected = ", ".join(f"{word}…" if word.endswith(":") else word for word in words)
            raise refused(self.game, "position.expected", part=part[:60], expected=expected)
        return word + colon, rest

    def more(self) -> bool:
        """Whether there is another part."""
        return self._taken < len(self._parts)

    def over(self, rule: str | None) -> None:
        """The last part says by which rule the game is over, where one has ended it; the board must say so too."""
        ending = f"over:{rule}"
        if rule is not None and (not self.more() or self.take(ending) != ending):
            raise refused(self.game, "position.over", rule=rule)
        self.end()

    def end(self) -> None:
        """Nothing may follow."""
        if self.more():
            raise refused(self.game, "position.more", part=self._parts[self._taken][:60])


def refused(game: Game, key: str, **places: str | int | Message) -> BadPosition:
    """The sentence of this key, the room's own or one that all games share."""
    catalogue = game.catalogue if key in game.catalogue else COMMON
    return BadPosition(catalogue.message(key, **places))


def written_list(items: Sequence[str]) -> str:
    """`a1,c3`, or `-` for none."""
    return ",".join(items) or NONE


def read_list(text: str) -> list[str]:
    """The items of `a1,c3`; none of `-`."""
    return [] if text == NONE else text.split(",")


def read_square(game: Game, board: Squares, name: str) -> int:
    """The square of this name."""
    try:
        return board.square(name)
    except ValueError:
        raise refused(game, "position.square", square=name[:60]) from None


def read_number(game: Game, text: str, least: int, most: int) -> int:
    """A whole number within bounds, without zeros before it."""
    if text not in map(str, range(least, most + 1)):
        raise refused(game, "position.number", number=text[:60], least=least, most=most)
    return int(text)
