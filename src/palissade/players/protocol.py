"""What an opponent can do. Whatever it is given, it uses only what its seat may know (BKR-10)."""

import hashlib
from collections.abc import Callable
from threading import Event
from typing import Protocol

import msgspec

from palissade.match import Match, View


class Choice(msgspec.Struct, frozen=True):
    """An action that was thought about."""

    action: int
    share: float  # of the thinking that went into it, from 0 to 1
    value: float  # what the seat that plays it may expect, from 0 (loss) to 1 (win)


class Hint(msgspec.Struct, frozen=True):
    """What a player thinks of a position."""

    action: int  # the one it would play
    values: tuple[float, ...]  # what each seat may expect, from 0 (loss) to 1 (win)
    choices: tuple[Choice, ...]  # the best first
    line: tuple[int, ...] = ()  # how it expects the game to go on, from this action on, as far as it has looked well


Progress = Callable[[float, int | None], None]
"""Told how far a thought has come, from 0 to 1, and the best action so far; in the thread that thinks."""


class Player(Protocol):
    """Somebody to play with. A view is taken as it is; of a match, what the seat to act may see.

    A thought can be cut short from another thread by setting `cancel`: the best answer so far comes back.
    """

    @property
    def is_quick(self) -> bool:
        """Whether it answers in a moment, so that nobody need wait for it."""

    def choose(self, match: Match | View, cancel: Event | None = None, progress: Progress | None = None) -> int:
        """The action to play; `progress` hears of a thought that takes longer many times a second."""

    def hint(self, match: Match | View, cancel: Event | None = None) -> Hint:
        """The action to play, and why."""

    def evaluate(self, match: Match | View, cancel: Event | None = None) -> tuple[float, ...]:
        """What each seat may expect, from 0 (loss) to 1 (win)."""


def seen_by_mover(match: Match | View) -> View:
    """The match as the seat to act may see it."""
    if isinstance(match, View):
        return match
    if match.mover is None:
        raise ValueError("the game is over")
    return match.view(match.mover)


def seed_from(view: View, *more: int) -> int:
    """A seed for a thought, made only from what the seat knows, so that the answer tells nothing else."""
    known = view.position.tobytes() + repr((view.seat, view.played, *more)).encode()
    return int.from_bytes(hashlib.sha256(known).digest()[:8], "little")
