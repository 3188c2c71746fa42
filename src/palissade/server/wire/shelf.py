"""The games to choose from, and what can be chosen."""

from msgspec import Struct

from palissade.contract import OptionValue
from palissade.server.wire.rules import Step


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


class RungOnShelf(Struct, frozen=True):
    """A level as it was measured, in Elo points above the softest one, with an interval (95 %)."""

    level: str
    elo: int
    low: int
    high: int


class LadderOnShelf(Struct, frozen=True):
    """What the arena said of the machines of a game with one set of options."""

    options: dict[str, OptionValue]  # that differ from their defaults
    rungs: list[RungOnShelf]  # from soft to hard
    balance: str | None  # how even it is between equals, in one sentence


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
    is_puzzle: bool  # whether the server can look for ways to its end
    levels: list[str]  # of machines, by their ids, from soft to hard
    stand_in: str  # the level that takes over, also for a machine that there is no more
    ladders: list[LadderOnShelf]  # of the option sets that were measured
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


class WayFound(Struct, frozen=True, kw_only=True):
    """What is known so far of how a position can be solved. Each line of the answer tells more than the one before."""

    moves: int  # of the best way
    left: int  # pieces in the end
    bound: int | None  # no way that leaves one has fewer moves; None: there is none that leaves one
    is_proven: bool  # whether nothing can be better
    goes_on: bool  # whether more is being looked for
    positions: int  # looked at
    steps: list[Step]  # the way, the table before it first; empty if it is that of the line before


class EvenGame(Struct, frozen=True):
    """The machine that would give me an even game."""

    options: dict[str, OptionValue]  # of a ladder on the shelf
    level: str
    elo: int  # mine, on that ladder
    games: int  # of mine that say so; without any it is where newcomers begin


class EvenGames(Struct, frozen=True):
    """Of each ladder of a game."""

    of: list[EvenGame]


class Shelf(Struct, frozen=True):
    """Everything there is to choose from."""

    games: list[GameOnShelf]
    levels: list[Level]  # of all games
