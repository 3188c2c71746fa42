"""What a network says of positions, taught to the library's `knowledge`: writes its `weights.py`. Needs PyTorch.

`python -m training.games.blokus_duo.teach positions.npz training/weights/fourth.pt`, with what `describe` wrote.
"""

import sys
from pathlib import Path

import numpy as np
import torch

from training import checkpoint
from training.device import DEVICE
from training.games.blokus_duo.library import PLACEMENTS, read_states
from training.games.blokus_duo.rules import BlokusDuo
from training.games.blokus_duo.tables import PIECES

FILE = Path(__file__).parents[3] / "src" / "palissade" / "games" / "blokus_duo" / "weights.py"
STAGES = (0, 10, 20, 30)  # pieces laid
LIES, WAYS, TERMS = 67, 14, 256  # kinds of squares, of ways from the middle, and room for all numbers in `terms`
CLOSED_TO_BOTH = 63  # this lie and those after it are no use to a position: the pieces left say the same
MARGIN, POINTS = 0.2, 12.0  # as in `knowledge`
BATCH, POSITIONS_AT_ONCE, PASSES, RATE, SHRINK = 64, 128, 6, 0.04, 2e-5
RIDGE = 1.0
TESTED = 10  # games of so many that nothing is learned from


class Lesson:
    """The positions, with what the network says of them."""

    def __init__(self, positions: str, weights: str) -> None:
        with np.load(positions) as file:
            self.all = {name: file[name] for name in file.files}
        row, mover = np.arange(len(self.all["mover"])), self.all["mover"].astype(int)
        left = [self.all["left"][row, seat][:, None] >> np.arange(PIECES) & 1 for seat in (mover, 1 - mover)]
        laid = 2 * PIECES - left[0].sum(1) - left[1].sum(1)
        self.near = np.stack([np.interp(laid, STAGES, stage) for stage in np.eye(len(STAGES))], 1).astype(np.float32)
        passed = self.all["passed"][row, 1 - mover]
        told = [self.all["counts"][:, :CLOSED_TO_BOTH], *left, passed[:, None], self.all["ahead"][:, None]]
        self.told = np.concatenate([*told, np.ones((len(row), 1))], 1).astype(np.float32)
        self.is_test = self.all["game"] % TESTED == 0
        ends = np.cumsum(self.all["length"])
        self.spans = list(zip((ends - self.all["length"]).tolist(), ends.tolist(), strict=True))
        self.worth, self.policies = self._ask(weights)

    def _ask(self, weights: str) -> tuple[np.ndarray, np.ndarray]:
        """What the mover may expect of each position, as a search values a game; and how likely each action is."""
        game = BlokusDuo()
        network = checkpoint.read(Path(weights)).network(game).eval().requires_grad_(False)
        network = network.to(memory_format=torch.channels_last)
        states = torch.tensor(read_states(self.all), device=DEVICE)
        worth, chances = np.zeros(len(states), np.float32), np.zeros(len(self.all["action"]), np.float32)
        for begin in range(0, len(states), BATCH):
            planes, vector, _ = game.observe(states[begin : begin + BATCH])
            guess = network(planes.float().contiguous(memory_format=torch.channels_last), vector.float())
            won, score = (guess.win + 1) / 2, torch.sigmoid(guess.margin / POINTS)
            worth[begin : begin + BATCH] = ((1 - MARGIN) * won + MARGIN * score).cpu().numpy()
            logits = guess.policy.cpu().numpy()
            for row, (first, end) in zip(logits, self.spans[begin : begin + BATCH], strict=False):
                if end > first:
                    chances[first:end] = _softmax(row[PLACEMENTS[self.all["action"][first:end]]])
        return worth, chances


def _softmax(logits: np.ndarray) -> np.ndarray:
    chances = np.exp(logits - logits.max())
    return np.asarray(chances / chances.sum())


def fit_worth(lesson: Lesson) -> np.ndarray:
    """Logistic regression by Newton's method: a row of weights for each stage."""
    scale = lesson.told.std(0) + 0.05
    scale[-1] = 1
    terms = (lesson.near[:, :, None] * (lesson.told / scale)[:, None, :]).reshape(len(lesson.told), -1)
    learned, target, weights = terms[~lesson.is_test], lesson.worth[~lesson.is_test], np.zeros(terms.shape[1])
    for _ in range(7):
        guess = 1 / (1 + np.exp(-learned @ weights.astype(np.float32)))
        slope = learned.T @ (target - guess) - RIDGE * weights
        curve = (learned * (guess * (1 - guess))[:, None]).T @ learned + RIDGE * np.eye(len(weights))
        weights += np.linalg.solve(curve.astype(np.float64), slope)
    guess = 1 / (1 + np.exp(-terms[lesson.is_test] @ weights.astype(np.float32)))
    error = np.sqrt(np.mean((guess - lesson.worth[lesson.is_test]) ** 2))
    sys.stdout.write(f"worth: off by {error:.4f}\n")
    return np.asarray(weights.reshape(len(STAGES), -1) / scale)


def fit_merit(lesson: Lesson) -> np.ndarray:
    """Softmax regression by gradients: a row of weights for each stage."""
    weights = torch.zeros(len(STAGES), TERMS, requires_grad=True)
    is_used = torch.arange(TERMS) < 3 * LIES + WAYS + PIECES
    near, optimizer = torch.tensor(lesson.near), torch.optim.Adam([weights], lr=RATE)
    described = [i for i, (first, end) in enumerate(lesson.spans) if end > first + 1]
    learned = np.array([i for i in described if not lesson.is_test[i]])
    tested = np.array([i for i in described if lesson.is_test[i]])
    random, steps = np.random.default_rng(0), PASSES * (len(learned) // POSITIONS_AT_ONCE)

    def loss(some: np.ndarray) -> torch.Tensor:
        rows = np.concatenate([np.arange(*lesson.spans[i]) for i in some])
        whose = torch.tensor(np.repeat(np.arange(len(some)), lesson.all["length"][some]))
        table = (near[some] @ (weights * is_used)).reshape(-1, 1)
        places = torch.tensor(lesson.all["terms"][rows].astype(np.int64)) + TERMS * whose[:, None]
        merits = torch.nn.functional.embedding_bag(places, table, mode="sum")[:, 0]
        most = torch.full((len(some),), -1e9).scatter_reduce(0, whose, merits.detach(), "amax")
        whole = torch.zeros(len(some)).index_add(0, whose, torch.exp(merits - most[whose])).log() + most
        chances = torch.tensor(lesson.policies[rows])
        return -(chances * (merits - whole[whose])).sum() / len(some)

    for step in range(steps):
        if step % (len(learned) // POSITIONS_AT_ONCE) == 0:
            random.shuffle(learned)
        begin = step % (len(learned) // POSITIONS_AT_ONCE) * POSITIONS_AT_ONCE
        optimizer.param_groups[0]["lr"] = RATE * (1 - step / steps) + 1e-4
        optimizer.zero_grad()
        (loss(learned[begin : begin + POSITIONS_AT_ONCE]) + SHRINK * (weights**2).sum()).backward()
        optimizer.step()
    with torch.no_grad():
        sys.stdout.write(f"merit: {float(loss(tested[:1000])):.4f} nats\n")
    return np.asarray((weights * is_used).detach().numpy())


def write_tables(worth: np.ndarray, merit: np.ndarray) -> None:
    """Put the numbers in the place of those in the library's file."""
    lies = [merit[:, LIES * table : LIES * (table + 1)].T * 100 for table in range(3)]
    position = np.zeros((LIES, len(STAGES)))
    position[:CLOSED_TO_BOTH] = worth[:, :CLOSED_TO_BOTH].T * 1000
    ways, pieces = merit[:, 3 * LIES : 3 * LIES + WAYS].T * 100, merit[:, 3 * LIES + WAYS :][:, :PIECES].T * 100
    mine, theirs = (worth[:, CLOSED_TO_BOTH + PIECES * i :][:, :PIECES].T * 100 for i in range(2))
    tables = {
        "_LIES": np.concatenate([*lies, position], 1),
        "_PIECES": np.concatenate([pieces, mine, theirs], 1),
        "_AWAY": ways,
        "_REST": worth[:, CLOSED_TO_BOTH + 2 * PIECES :].T * 1000,
    }
    source = FILE.read_text()
    for name, table in tables.items():
        head, _, rest = source.partition(f'\n{name} = """\n')
        _, _, tail = rest.partition('"""\n')
        rows = "\n".join(" ".join(f"{number:4d}" for number in row) for row in np.rint(table).astype(int).tolist())
        source = f'{head}\n{name} = """\n{rows}\n"""\n{tail}'
    FILE.write_text(source)


if __name__ == "__main__":
    lesson = Lesson(*sys.argv[1:3])
    write_tables(fit_worth(lesson), fit_merit(lesson))
