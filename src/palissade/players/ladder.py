"""What was measured of a game's machines: how strong each is, and how even the game is between equals.

The figures are data, `measured/<game>.json`, written by `python -m benchmarks.ladder` and by nobody else. Where nothing
was measured, nothing is said; and what was measured of other settings than a level has now is not said to be true.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from palissade.contract import OptionValue
from palissade.game import Game
from palissade.messages import COMMON, Message
from palissade.players.levels import levels_of

MEASURED = Path(__file__).with_name("measured")
_DIGITS = 12  # of a digest: enough to tell settings apart


class Rung(msgspec.Struct, frozen=True, kw_only=True):
    """A level, in Elo points above the softest one. The interval (95 %) is that against the mean of all."""

    level: str
    elo: int
    low: int
    high: int


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """How a level did against a softer one, in games that somebody won."""

    level: str
    below: str
    decided: int
    won: int

    @property
    def share(self) -> float | None:
        return self.won / self.decided if self.decided else None


class Balance(msgspec.Struct, frozen=True, kw_only=True):
    """How games between equals went."""

    level: str  # that played all sides
    games: int
    won: list[int]  # by each side, in order of play
    drawn: int
    actions: int  # of a game: half of them are shorter

    def says(self, game: Game, level: Message) -> Message:
        """Who is favoured, in one sentence; the level by its name."""
        is_strongest = self.level == levels_of(game)[-1].name
        who = (
            COMMON.message("balance.strongest")
            if is_strongest
            else COMMON.message("balance.level", level=level.lower())
        )
        best = max(range(len(self.won)), key=self.won.__getitem__)
        kind = "team" if len(self.won) < len(game.seats) else "side"
        won, drawn = self._rounded(self.won[best]), self._rounded(self.drawn)
        side = COMMON.message(f"balance.{kind}.{best + 1}")
        places: dict[str, str | int | Message] = {"who": who, "of": self._of, "actions": self.actions}
        if self.won.count(self.won[best]) == len(self.won):
            return COMMON.message("balance.even", drawn=drawn, **places)
        if len(self.won) == 2:
            return COMMON.message("balance.two", side=side, won=won, lost=self._of - won - drawn, drawn=drawn, **places)
        fair = self._rounded(self.games / len(self.won))
        return COMMON.message("balance.many", side=side, won=won, fair=fair, drawn=drawn, **places)

    @property
    def _of(self) -> int:
        """Of a hundred games, or of all where there were fewer."""
        return min(self.games, 100)

    def _rounded(self, games: float) -> int:
        return round(self._of * games / self.games)


class Alone(msgspec.Struct, frozen=True, kw_only=True):
    """How a level did at what one plays alone, on the average."""

    level: str
    left: float  # pieces over in the end
    moves: float


class Ladder(msgspec.Struct, frozen=True, kw_only=True):
    """One game with one set of options."""

    options: dict[str, OptionValue]  # that differ from their defaults
    command: str  # that measures it again
    digest: str  # of the settings of the levels that played
    games: int  # or deals, where one plays alone
    rungs: list[Rung] = []  # from soft to hard, as the game lists its levels
    sides: list[int] = []  # what sitting there is worth, in Elo points, in order of play
    steps: list[Step] = []
    balance: Balance | None = None
    alone: list[Alone] = []

    def is_fresh(self, game: Game) -> bool:
        """Whether the levels have the settings that were measured. What the search itself does, no digest tells."""
        levels = levels_of(game)
        if not self.rungs and self.balance:
            levels = tuple(level for level in levels if level.name == self.balance.level)
        return self.digest == digest(levels)


def measured(game: Game) -> Ladder | None:
    """What was measured of this game with these options, be it of older settings; None where nothing was."""
    return next((one for one in ladders(game.id) if one.options == dict(game.chosen)), None)


def ladder(game: Game) -> Ladder | None:
    """What is known of the machines as they are now; None where nothing is."""
    found = measured(game)
    return found if found and found.is_fresh(game) else None


@cache
def ladders(game_id: str) -> tuple[Ladder, ...]:
    """All that was measured of a game, by its options."""
    file = MEASURED / f"{game_id}.json"
    return msgspec.json.decode(file.read_bytes(), type=tuple[Ladder, ...]) if file.exists() else ()


def write(game: Game, one: Ladder) -> Path:
    """Keep it, in the place of what was measured of the same options before."""
    kept = {_order(game, other.options): other for other in ladders(game.id)} | {_order(game, one.options): one}
    file = MEASURED / f"{game.id}.json"
    told = [msgspec.to_builtins(kept[order]) for order in sorted(kept)]
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", "utf-8")
    ladders.cache_clear()
    return file


def _order(game: Game, options: dict[str, OptionValue]) -> tuple[int, ...]:
    """Option sets in the order in which the game lists them."""
    return tuple(option.values.index(options.get(option.name, option.default)) for option in game.choices)


def digest(levels: Sequence[Any]) -> str:
    """Of the settings of one level or several: what they say, not what they leave out."""
    told = [
        [
            type(level).__name__,
            {one.name: value for one in fields(level) if (value := getattr(level, one.name)) != one.default},
        ]
        for level in levels
    ]
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:_DIGITS]
