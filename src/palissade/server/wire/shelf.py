"""The games to choose from, and what can be chosen."""

from msgspec import Struct

from palissade.contract import OptionValue


class Choice(Struct, frozen=True):
    """One value of an option, in the reader's words."""

    value: OptionValue
    label: str


class OptionOnShelf(Struct, frozen=True):
    """A choice made before the game; the first value is the default."""

    name: str
    label: str
    values: list[Choice]
    only_with: dict[str, OptionValue]  # what any other value than the default needs


class SeatOnShelf(Struct, frozen=True):
    """A place at the table as the game comes out of its box."""

    colours: list[str]
    team: int


class GameOnShelf(Struct, frozen=True):
    """A game, in the reader's language."""

    id: str
    name: str
    box: str
    players: list[int]  # how many can play it
    minutes: int  # a usual game
    sentence: str  # the game in one sentence
    words: dict[str, str]  # of its table by their keys: what its pieces are called, how its notation says `pass`
    options: list[OptionOnShelf]
    seats: dict[str, list[SeatOnShelf]]  # for each number of players
    draws: bool  # whether agreeing on a draw makes sense
    is_hidden: bool  # whether seats know different things
    levels: list[str]  # of machines, by their ids, from soft to hard
    progress: float  # of getting ready, from 0 to 1; only at 1 can it be played


class Level(Struct, frozen=True):
    """How strong a machine plays."""

    id: str
    name: str  # in the reader's language
    sentence: str  # what to expect of it


class Par(Struct, frozen=True):
    """What a good result is, of a deal that one plays alone."""

    moves: int
    left: int  # pieces in the end
    is_proven: bool  # whether nothing can be better


class Shelf(Struct, frozen=True):
    """Everything there is to choose from."""

    games: list[GameOnShelf]
    levels: list[Level]  # of all games
    stand_in: str  # the level that takes over, also for a machine that there is no more
