"""Blokus Duo as matrix products: the legal placements of a whole batch are one product and a comparison.

A placement is legal if its piece is left, it lies on the board, covers some anchor and no closed square (BDU-2,
BDU-3). An orientation has at most five cells, so if an anchor counts 1 and every obstacle -8, the sum over a placement
is positive exactly where it is legal. Anchors are never closed.
"""

import numpy as np
import torch
from torch import Tensor

from training.device import DEVICE, HALF
from training.game import Observation, Shape
from training.games.blokus_duo import tables
from training.games.blokus_duo.tables import GRID, KINDS, PASS, PIECES, SIDE, SQUARES, STARTING_POINTS, pieces

# ---- The state: a row of bytes, the mover's part before the other's
#
#   laid 2 × 196 · closed 2 × 196 · anchors 2 × 196 · left 2 × 21 · passed 2 · single last 2 · seat of the mover

LAID, CLOSED, ANCHORS = 0, 2 * SQUARES, 4 * SQUARES
LEFT = 6 * SQUARES
PASSED = LEFT + 2 * PIECES
SINGLE_LAST = PASSED + 2
SEAT = SINGLE_LAST + 2
WIDTH = SEAT + 1

_FIELDS = ((LAID, SQUARES), (CLOSED, SQUARES), (ANCHORS, SQUARES), (LEFT, PIECES), (PASSED, 1), (SINGLE_LAST, 1))


def _field(first: int, size: int, whose: int) -> slice:
    """The bytes of the mover (0) or the other (1) in a field."""
    return slice(first + whose * size, first + (whose + 1) * size)


# ---- The game


class BlokusDuo:
    """The rules over batches; `start_fixed` is the share of games whose starting points are fixed (BDU-2)."""

    name = "blokus_duo"
    on_device = True
    shape = Shape(rows=SIDE, columns=SIDE, planes=8, vector=2 * PIECES + 2, kinds=KINDS, marks=2)
    width = WIDTH
    actions = GRID
    forced = PASS
    symmetries = 4

    def __init__(self, start_fixed: float = 0.5) -> None:
        self.start_fixed = start_fixed
        on_board, cells = tables.on_board(), tables.cells()
        beside = np.zeros_like(cells)
        across = np.zeros_like(cells)
        for step in (-1, 1):
            beside |= tables.shifted(cells, step, 0) | tables.shifted(cells, 0, step)
            across |= tables.shifted(cells, step, step) | tables.shifted(cells, step, -step)
        closes = cells | beside
        kind = np.arange(GRID) // SQUARES
        piece = np.asarray(pieces.PIECE)[kind]
        uses = (np.arange(PIECES) == piece[:, None]) & on_board[:, None]

        self.cells = _table(cells.reshape(GRID, SQUARES))
        self.closes = _table(closes.reshape(GRID, SQUARES))
        self.across = _table((across & (1 - closes)).reshape(GRID, SQUARES))
        self.uses = _table(uses.astype(np.uint8))
        self.is_single = _table(((piece == pieces.SINGLE) & on_board).astype(np.uint8))
        self.sizes = torch.tensor(np.asarray(pieces.SIZE), device=DEVICE, dtype=torch.float32)
        self.covering = self.cells.to(HALF)  # grid × squares
        # squares, pieces, one more that is always there for what is no placement, and nothing up to a round number
        sums = np.concatenate([cells.reshape(GRID, SQUARES), uses, ~on_board[:, None]], 1).T
        self.sums = torch.zeros(_round_up(len(sums)), GRID, device=DEVICE, dtype=HALF)
        self.sums[: len(sums)] = torch.tensor(sums, device=DEVICE)
        # to turn a set of squares, each square asks where it came from
        self.turned_from = torch.tensor(np.argsort(tables.turned_squares(), 1), device=DEVICE)
        self.turned = torch.tensor(tables.turned_actions(on_board), device=DEVICE)

    # ---- BDU-1, BDU-2 Setting up

    def start(self, count: int) -> Tensor:
        """Empty boards; as anchors both starting points for both seats, or one each where the start is fixed."""
        states = torch.zeros(count, WIDTH, dtype=torch.uint8, device=DEVICE)
        states[:, LEFT:PASSED] = 1
        is_free = (torch.rand(count, device=DEVICE) >= self.start_fixed).to(torch.uint8)
        for seat in range(2):
            for point, square in enumerate(STARTING_POINTS):
                states[:, ANCHORS + seat * SQUARES + square] = 1 if point == seat else is_free
        return states

    # ---- BDU-2, BDU-3, BDU-4 Laying and passing

    def play(self, states: Tensor, actions: Tensor) -> Tensor:
        """Lay a piece or pass; then it is the other's turn unless he has passed."""
        own = [states[:, _field(first, size, 0)] for first, size in _FIELDS]
        other = [states[:, _field(first, size, 1)] for first, size in _FIELDS]
        laid, closed, anchors, left, passed, single_last = own
        cells, passes = self.cells[actions], (actions == PASS).to(torch.uint8)[:, None]
        is_first = left.all(1, keepdim=True).to(torch.uint8) & (1 - passes)  # the starting points have served
        closed_now, closed_other = closed | self.closes[actions], other[1] | cells
        own_after = [
            laid | cells,
            closed_now,
            (anchors * (1 - is_first) | self.across[actions]) & (1 - closed_now),
            left & (1 - self.uses[actions]),
            passed | passes,
            torch.where(passes.bool(), single_last, self.is_single[actions][:, None]),
        ]
        other_after = [other[0], closed_other, other[2] & (1 - closed_other), *other[3:]]
        seat = states[:, SEAT:]
        alone = other[4].bool()
        parts: list[Tensor] = []
        for mine, his in zip(own_after, other_after, strict=True):
            parts += [torch.where(alone, mine, his), torch.where(alone, his, mine)]
        return torch.cat([*parts, torch.where(alone, seat, 1 - seat)], 1)

    def is_over(self, states: Tensor) -> Tensor:
        """Both have passed."""
        return (states[:, PASSED] & states[:, PASSED + 1]).bool()

    def seat(self, states: Tensor) -> Tensor:
        """The seat of the mover."""
        return states[:, SEAT]

    # ---- BDU-5 Score

    def scores(self, states: Tensor) -> tuple[Tensor, Tensor]:
        """The points of the mover and of the other, were the game over."""
        found = []
        for whose in range(2):
            squares = (states[:, _field(LEFT, PIECES, whose)].float() * self.sizes).sum(1)
            found.append(torch.where(squares > 0, -squares, 15 + 5 * states[:, SINGLE_LAST + whose].float()))
        return found[0], found[1]

    def margin(self, states: Tensor) -> Tensor:
        """The mover's points less the other's."""
        own, other = self.scores(states)
        return own - other

    def utility(self, win: Tensor, margin: Tensor) -> Tensor:
        """Winning first; the margin keeps play sharp where the game is decided."""
        return 0.8 * win + 0.2 * torch.tanh(margin / 12)

    # ---- What the network sees

    def legal(self, states: Tensor) -> Tensor:
        """The legal placements of the movers, then those that the others would have: 2 × batch rows."""
        sides = []
        for whose in range(2):
            closed = states[:, _field(CLOSED, SQUARES, whose)].to(HALF)
            anchors = states[:, _field(ANCHORS, SQUARES, whose)].to(HALF)
            gone = 1 - states[:, _field(LEFT, PIECES, whose)].to(HALF)
            rim = torch.ones_like(gone[:, :1])
            used = SQUARES + PIECES + 1
            padding = torch.zeros(len(states), len(self.sums) - used, device=states.device, dtype=HALF)
            sides.append(torch.cat([anchors - 8 * closed, -8 * gone, -8 * rim, padding], 1))
        return torch.cat(sides) @ self.sums > 0

    def observe(self, states: Tensor) -> Observation:
        """Both seats' squares, closed squares, anchors, and how many legal placements cover each square."""
        legal = self.legal(states)
        covered = torch.log1p(legal.to(HALF) @ self.covering) * 0.2
        count = len(states)
        squares = states[:, :LEFT].view(count, 6, SQUARES).to(HALF)
        planes = torch.cat([squares, covered[:count, None], covered[count:, None]], 1)
        vector = torch.cat([states[:, LEFT:PASSED], states[:, PASSED + 1 : PASSED + 2], states[:, SEAT:]], 1)
        return Observation(planes.view(count, 8, SIDE, SIDE), vector.to(HALF), legal[:count])

    # ---- Endings: whose each square is

    def ending(self, states: Tensor) -> Tensor:
        """1 for a square of the first seat, 2 for one of the second."""
        own, other = states[:, _field(LAID, SQUARES, 0)], states[:, _field(LAID, SQUARES, 1)]
        is_second = states[:, SEAT:].bool()
        return torch.where(is_second, 2 * own + other, own + 2 * other)

    def marks(self, endings: Tensor, seats: Tensor) -> Tensor:
        """Which squares become the mover's, and which the other's."""
        seats = seats[:, None]
        return torch.stack([endings == 1 + seats, endings == 2 - seats], 1).float()

    # ---- Mirrors

    def turn(self, states: Tensor, symmetry: int) -> Tensor:
        """The rows in the mirror. What was a fixed start may become one with the starting points exchanged."""
        squares = states[:, :LEFT].view(-1, 6, SQUARES)[:, :, self.turned_from[symmetry]]
        return torch.cat([squares.flatten(1), states[:, LEFT:]], 1)

    def turn_actions(self, actions: Tensor, symmetry: int) -> Tensor:
        """The placements in the mirror."""
        return self.turned[symmetry][actions]

    def turn_endings(self, endings: Tensor, symmetry: int) -> Tensor:
        """Whose each square is, in the mirror."""
        return endings[:, self.turned_from[symmetry]]


def _table(rows: np.ndarray) -> Tensor:
    """A table on the device."""
    return torch.tensor(rows, device=DEVICE)


def _round_up(size: int) -> int:
    """A size that matrix units like."""
    return -(-size // 32) * 32


def build(**options: float) -> BlokusDuo:
    """The game, with its options."""
    return BlokusDuo(**options)
