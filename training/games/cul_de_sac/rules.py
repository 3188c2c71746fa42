"""Cul-de-Sac by the library's rules: playing and turning on the processor, everything else from bytes of the states.

Where a game is drawn in fewer actions than the library allows (COM-2), that is the option `longest`. That a position
comes for the third time (COM-1) is not seen, since a state has no memory.
"""

from collections.abc import Callable

import numpy as np
import torch
from torch import Tensor

from palissade.games.cul_de_sac.board import COLUMNS, ROWS, SQUARES
from palissade.games.cul_de_sac.observation import VECTOR
from palissade.games.cul_de_sac.rules import WALLS_EACH
from training.device import DEVICE, HALF
from training.game import Observation, Shape
from training.games.cul_de_sac import states as library
from training.games.cul_de_sac.grid import GRID, KINDS, PASS, SYMMETRIES, TURNED
from training.games.cul_de_sac.states import FLAT, STATE, STEPS
from training.processor import Processor

BYTES = {name: slice(field[1], field[1] + field[0].itemsize) for name, field in (STATE.fields or {}).items()}
NOBODY = 255  # as a byte
# What is kept of a game's end, a bit a square: whether the way up, right, down and left is closed, and whose pawn.
UP, RIGHT, DOWN, LEFT, WHITE, BLACK = (1 << bit for bit in range(6))


class CulDeSac:
    """The rules over batches; a game of `longest` actions is a draw, and so many threads work (0: all cores)."""

    name = "cul_de_sac"
    on_device = False
    shape = Shape(rows=ROWS, columns=COLUMNS, planes=len(FLAT) + 2, vector=len(VECTOR), kinds=KINDS, marks=6)
    width = STATE.itemsize
    actions = GRID
    forced = PASS
    symmetries = SYMMETRIES

    def __init__(self, longest: int = 1_000, threads: int = 0) -> None:
        self.longest = longest
        self.processor = Processor(self.width, threads)
        first = library.start(longest).view(np.uint8).reshape(1, self.width)
        self.first = torch.tensor(first, device=DEVICE)
        self.turned = torch.tensor(TURNED, device=DEVICE)
        self.bits = torch.arange(8, device=DEVICE, dtype=torch.uint8)
        self.squares = torch.arange(SQUARES, device=DEVICE, dtype=torch.uint8)
        steps = torch.arange(256, device=DEVICE)
        self.nearness = torch.where(steps > 0, 1 / steps.clamp(min=1), 0.0).to(HALF)
        byte, bit = library.edge_bits()
        self.edge_byte, self.edge_bit = torch.tensor(byte, device=DEVICE), torch.tensor(bit, device=DEVICE)

    # ---- CDS-1 ‥ CDS-8, by the library

    def start(self, count: int) -> Tensor:
        """Pawns on their bases, no walls; White begins."""
        return self.first.repeat(count, 1)

    def play(self, states: Tensor, actions: Tensor) -> Tensor:
        """A pawn's step or a wall; in a game that is over nothing changes."""
        return self.begin(states, actions)()

    def begin(self, states: Tensor, actions: Tensor) -> Callable[[], Tensor]:
        """Ask the processor to play."""
        return self.processor.begin(self._play, states, actions)

    def _play(self, rows: np.ndarray, cells: np.ndarray) -> None:
        library.play(rows.reshape(-1).view(STATE), cells, self.longest)

    def is_over(self, states: Tensor) -> Tensor:
        """A pawn has reached an enemy base (CDS-6), or there were too many actions."""
        low, high = states[:, BYTES["plies"]].int().unbind(1)
        return (self._byte(states, "winner") != NOBODY) | (low + 256 * high >= self.longest)

    def seat(self, states: Tensor) -> Tensor:
        """The seat of the mover, who may have moved last too: a pawn first, then a wall."""
        return self._byte(states, "mover")

    def margin(self, states: Tensor) -> Tensor:
        """1 where the mover has won, -1 where the other has, 0 where nobody has."""
        winner = self._byte(states, "winner")
        return torch.where(winner == NOBODY, 0.0, torch.where(winner == self.seat(states), 1.0, -1.0))

    def utility(self, win: Tensor, margin: Tensor) -> Tensor:
        """Winning is all."""
        return win

    def _byte(self, states: Tensor, name: str) -> Tensor:
        """A field of one byte."""
        return states[:, BYTES[name].start]

    # ---- What the network sees

    def observe(self, states: Tensor) -> Observation:
        """The library's planes and vector, and the legal cells, unpacked."""
        count = len(states)
        flat = self._unpacked(states, "flat", len(FLAT) * SQUARES).view(count, len(FLAT), SQUARES).to(HALF)
        near = self.nearness[states[:, BYTES["steps"]].int()].view(count, 2, SQUARES)
        planes = torch.cat([flat[:, :STEPS], near, flat[:, STEPS:]], 1)
        legal = self._unpacked(states, "legal", GRID).bool()
        return Observation(planes.view(count, len(FLAT) + 2, ROWS, COLUMNS), self._vector(states), legal)

    def _unpacked(self, states: Tensor, name: str, count: int) -> Tensor:
        """The first bits of a field, a byte each."""
        return (states[:, BYTES[name], None] >> self.bits & 1).flatten(1)[:, :count]

    def _vector(self, states: Tensor) -> Tensor:
        """The walls left, the mover's first, and whether one is due."""
        white, black = states[:, BYTES["stock"]].view(-1, 2, 2).unbind(1)
        is_black = self.seat(states)[:, None].bool()
        own, other = torch.where(is_black, black, white), torch.where(is_black, white, black)
        return torch.cat([torch.cat([own, other], 1).float() / WALLS_EACH, states[:, BYTES["wall_due"]]], 1).to(HALF)

    # ---- Endings: which ways are closed in the end, and where the pawns are

    def ending(self, states: Tensor) -> Tensor:
        """As White sees the board; squares on the rim are closed outwards."""
        up, right = (self._closed(states, name) for name in ("up", "right"))
        down, left = torch.ones_like(up), torch.ones_like(right)
        down[:, 1:], left[:, :, 1:] = up[:, :-1], right[:, :, :-1]
        ways = (up * UP | right * RIGHT | down * DOWN | left * LEFT).flatten(1)
        pawns = states[:, BYTES["pawns"]].view(-1, 4, 2)[:, :, :1] == self.squares  # who is gone is on square 255
        white, black = pawns[:, :2].any(1), pawns[:, 2:].any(1)
        return ways | white.to(torch.uint8) * WHITE | black.to(torch.uint8) * BLACK

    def _closed(self, states: Tensor, name: str) -> Tensor:
        """Whether the way up, or to the right, is closed, on each square."""
        edges = states[:, BYTES[name]][:, self.edge_byte] >> self.edge_bit & 1
        return (1 - edges).view(-1, ROWS, COLUMNS)

    def marks(self, endings: Tensor, seats: Tensor) -> Tensor:
        """The ways closed up, right, down and left, and the mover's pawns and the other's, as the mover sees them."""
        board = endings.view(-1, 1, ROWS, COLUMNS)
        white, black = (
            torch.cat([(board & bit) > 0 for bit in bits], 1)
            for bits in ((UP, RIGHT, DOWN, LEFT, WHITE, BLACK), (DOWN, RIGHT, UP, LEFT, BLACK, WHITE))
        )
        seen = torch.where(seats.view(-1, 1, 1, 1).bool(), black.flip(2), white)
        return seen.flatten(2).float()

    # ---- The mirror, left for right

    def turn(self, states: Tensor, symmetry: int) -> Tensor:
        """The rows in the mirror, laid out anew by the library."""
        if symmetry == 0:
            return states
        return self.processor.work(self._turn, states, torch.full_like(states[:, 0], symmetry))

    def _turn(self, rows: np.ndarray, symmetries: np.ndarray) -> None:
        library.turn(rows.reshape(-1).view(STATE), symmetries, self.longest)

    def turn_actions(self, actions: Tensor, symmetry: int) -> Tensor:
        """The cells in the mirror."""
        return self.turned[symmetry][actions]

    def turn_endings(self, endings: Tensor, symmetry: int) -> Tensor:
        """The squares in the mirror; what was closed on the right is closed on the left."""
        if symmetry == 0:
            return endings
        board = endings.view(-1, ROWS, COLUMNS).flip(2)
        sides = (board & RIGHT) // RIGHT * LEFT | (board & LEFT) // LEFT * RIGHT
        return (board & (UP | DOWN | WHITE | BLACK) | sides).flatten(1)


def build(**options: int) -> CulDeSac:
    """The game, with its options."""
    return CulDeSac(**options)
