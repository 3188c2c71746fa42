"""What a game brings to be learned: rules over batches of rows, what the network sees of them, and symmetries.

Two seats, no chance, no secrets. A state is a row of bytes as the mover sees it, so that one network plays both seats.
An action is a cell of the policy's grid: a kind (an oriented piece, a direction…) times a square. All functions take
and return batches, the batch first.

Rules written as tensors stay on the device. Where the processor plays instead (`processor`), a state carries whatever
takes long to find out, so that only `play` and `turn` must ask it.
"""

from collections.abc import Callable
from typing import NamedTuple, Protocol

from torch import Tensor


class Shape(NamedTuple):
    """The sizes of what the network reads and writes."""

    rows: int
    columns: int
    planes: int  # what the network sees of each square
    vector: int  # what it sees beside the board
    kinds: int  # the policy's grid has this many planes
    marks: int  # facts about each square at the end of the game, guessed so that the network learns sooner


class Observation(NamedTuple):
    """What the network reads, and which cells of the policy's grid are legal."""

    planes: Tensor  # batch × planes × rows × columns, half
    vector: Tensor  # batch × vector, half
    legal: Tensor  # batch × actions, bool; a row without any plays the game's `forced` action


class Game(Protocol):
    """A game as tensors."""

    name: str
    shape: Shape
    width: int  # bytes of a state
    actions: int  # kinds × rows × columns
    forced: int  # what is played where nothing of the grid is legal
    symmetries: int  # the first is the identity
    on_device: bool  # whether `play` and `turn` are tensors alone, as all else is: they can be compiled and captured

    def start(self, count: int) -> Tensor:
        """Rows of first positions; where the game has options they are drawn."""
        ...

    def play(self, states: Tensor, actions: Tensor) -> Tensor:
        """Play a legal action in each row."""
        ...

    def is_over(self, states: Tensor) -> Tensor:
        """Which rows have ended."""
        ...

    def seat(self, states: Tensor) -> Tensor:
        """The seat of each mover, 0 or 1, as bytes."""
        ...

    def margin(self, states: Tensor) -> Tensor:
        """By how much the mover leads, as floats; its sign says who wins once the row has ended."""
        ...

    def utility(self, win: Tensor, margin: Tensor) -> Tensor:
        """What the search makes most of, between -1 and 1: winning, and a little of the margin.

        For one margin it must be linear in the win, which is calculated back from it.
        """
        ...

    def observe(self, states: Tensor) -> Observation:
        """What the network reads of the rows."""
        ...

    def ending(self, states: Tensor) -> Tensor:
        """What is kept of rows that have ended, a byte a square, the same for both seats."""
        ...

    def marks(self, endings: Tensor, seats: Tensor) -> Tensor:
        """What the network should have guessed of each square: batch × marks × squares, floats from 0 to 1."""
        ...

    def turn(self, states: Tensor, symmetry: int) -> Tensor:
        """The rows in a mirror."""
        ...

    def turn_actions(self, actions: Tensor, symmetry: int) -> Tensor:
        """Actions in the same mirror, whatever the tensor's shape."""
        ...

    def turn_endings(self, endings: Tensor, symmetry: int) -> Tensor:
        """Endings in the same mirror."""
        ...


class ProcessorGame(Game, Protocol):
    """A game whose rules are played by the processor."""

    def begin(self, states: Tensor, actions: Tensor) -> Callable[[], Tensor]:
        """Ask for what `play` does; what is returned waits for it. The device may do something else meanwhile."""
        ...
