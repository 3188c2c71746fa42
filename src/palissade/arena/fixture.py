"""A game that is to be played: all that it depends on, as plain values that go to other processes and machines."""

import hashlib

import msgspec

from palissade.contract import OptionValue
from palissade.game import Game
from palissade.registry import game as find_game


class Fixture(msgspec.Struct, frozen=True, kw_only=True):
    """Who sits where in which game, and how it begins. Equal fixtures of players that count their simulations are
    equal games, on any machine.
    """

    game: str
    options: dict[str, OptionValue]
    seed: int  # of the tournament
    random_plies: int  # actions that are played at random first
    opening: int  # its number: the same one is played from all seats
    seats: tuple[str, ...]  # who sits there, as written

    @property
    def key(self) -> tuple[object, ...]:
        """What tells fixtures apart."""
        options = tuple(sorted(self.options.items()))
        return (self.game, options, self.seed, self.random_plies, self.opening, self.seats)

    def played(self) -> Game:
        """The game with its options."""
        return find_game(self.game, **self.options)

    def seed_of(self, what: str) -> int:
        """A seed that every game from this opening shares, for one purpose."""
        told = f"palissade arena {self.seed} {self.opening} {what}"
        return int.from_bytes(hashlib.sha256(told.encode()).digest()[:7], "little")
