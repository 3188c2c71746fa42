"""What is made once and given out again: a table is drawn anew after every action, but nearly all of it is as it was.

And where two scenes hold the very same piece, nothing needs to be compared to see that it has not changed.
"""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, TypeVar, cast

from palissade.arrays import Position

Maker = TypeVar("Maker", bound=Callable[..., Any])
Made = TypeVar("Made")


def kept(make: Maker) -> Maker:
    """Keeps what is made from a few plain values: a board, a piece on its square, a tray."""
    return cast("Maker", lru_cache(maxsize=8_192)(make))


def kept_by_action(make: Callable[[Position, int], Made]) -> Callable[[Position, int], Made]:
    """Keeps what depends on the action alone, wherever pieces stand: its text, its picks."""
    made: dict[int, Made] = {}

    @wraps(make)
    def find(pos: Position, action: int) -> Made:
        if action not in made:
            made[action] = make(pos, action)
        return made[action]

    return find
