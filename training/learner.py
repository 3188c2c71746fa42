"""The learner: the network in full precision, its optimiser, and the average of its weights, which plays."""

import math

import torch
from torch import Tensor, nn
from torch.nn import functional

from training.device import DEVICE, HALF, ON_GPU
from training.evaluator import ILLEGAL
from training.game import Game
from training.network import MARGIN_UNIT, Network
from training.replay import Sample, turned
from training.settings import LearningSettings, NetworkSettings


class NotFinite(Exception):
    """A loss, a gradient or a weight is no number any more: nothing after it is worth anything."""


class Learner:
    """Learns from samples."""

    def __init__(self, game: Game, size: NetworkSettings, settings: LearningSettings) -> None:
        self.game, self.settings = game, settings
        self.network = Network(game.shape, size.channels, size.blocks).to(DEVICE, memory_format=torch.channels_last)
        self.average = Network(game.shape, size.channels, size.blocks).to(DEVICE, memory_format=torch.channels_last)
        self.average.eval().requires_grad_(False)
        self.steps = 0  # of this run; `known` says how many came before
        self.known = 0
        self.optimiser = torch.optim.AdamW(
            self.network.parameters(), lr=settings.rate, weight_decay=settings.decay, fused=ON_GPU
        )
        self.is_finite = torch.ones((), dtype=torch.bool, device=DEVICE)
        self.losses = torch.zeros(4, device=DEVICE)  # summed since the last report
        self.summed = 0
        self.load(self.network)

    def load(self, network: Network, known: int = 0) -> None:
        """Begin with the weights of a network that has learned for so many steps."""
        self.network.load_state_dict(network.state_dict())
        self.average.load_state_dict(network.state_dict())
        self.known = known

    def rate(self, share: float) -> float:
        """The learning rate at this share of the run: half a cosine, after a short warm-up."""
        settings = self.settings
        falling = settings.rate_end + (settings.rate - settings.rate_end) * 0.5 * (
            1 + math.cos(math.pi * min(1, share))
        )
        return falling * min(1.0, (self.steps + 1) / settings.warm_up)

    def learn(self, sample: Sample, share: float) -> None:
        """One step. Whether all was finite is looked at in `check`, which waits for the device."""
        rate = self.rate(share)
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        sample = turned(self.game, sample, int(torch.randint(self.game.symmetries, ())))
        losses = self._losses(sample)
        settings = self.settings
        weights = (1.0, settings.win_weight, settings.margin_weight, settings.marks_weight)
        loss = sum(weight * part for weight, part in zip(weights, losses, strict=True))
        self.optimiser.zero_grad()
        loss.backward()
        norm = nn.utils.clip_grad_norm_(self.network.parameters(), settings.clip)
        self.is_finite &= torch.isfinite(loss.detach()) & torch.isfinite(norm)
        self.optimiser.step()
        self.steps += 1
        self.losses += torch.stack([part.detach() for part in losses])
        self.summed += 1
        self._follow()

    def _losses(self, sample: Sample) -> list[Tensor]:
        """How far the policy is from the search's (Kullback–Leibler), and the errors of win, margin and marks."""
        with torch.no_grad():
            planes, vector, legal = self.game.observe(sample.states)
        self.network.train()
        with torch.autocast(DEVICE.type, dtype=HALF, enabled=ON_GPU):
            guess = self.network(planes.contiguous(memory_format=torch.channels_last), vector)
        # the grid is masked, not gathered from: a gather's backward pass is ten times slower
        logs = torch.log_softmax(torch.where(legal, guess.policy.float(), ILLEGAL), 1)
        weights = sample.weights * legal.any(1, keepdim=True)  # where an action is forced there is nothing to learn
        chosen = logs.gather(1, sample.actions).clamp(min=-30)
        policy = (weights * (weights.clamp(min=1e-6).log() - chosen)).sum(1).mean()
        share = self.settings.root_share
        target = (1 - share) * torch.sign(sample.margin) + share * self._found_win(sample.value, guess.margin)
        win = functional.mse_loss(guess.win.float(), target)
        margin = functional.smooth_l1_loss(guess.margin.float() / MARGIN_UNIT, sample.margin / MARGIN_UNIT)
        seats = self.game.seat(sample.states)
        marks = self.game.marks(sample.endings, seats)
        return [policy, win, margin, functional.binary_cross_entropy_with_logits(guess.marks.float(), marks)]

    @torch.no_grad()
    def _found_win(self, value: Tensor, margin: Tensor) -> Tensor:
        """The win in a value that the search found: without the part that the margin has in it."""
        margin = margin.float()
        drawn = self.game.utility(torch.zeros_like(margin), margin)
        won = self.game.utility(torch.ones_like(margin), margin)
        return ((value - drawn) / (won - drawn)).clamp(-1, 1)

    @torch.no_grad()
    def _follow(self) -> None:
        """The average follows the weights, and the running statistics of the norms; quickly in the first steps."""
        count = self.known + self.steps
        decay = min(self.settings.average, count / (count + 10))
        pairs = zip(self.average.state_dict().values(), self.network.state_dict().values(), strict=True)
        floats = [(own, new) for own, new in pairs if own.is_floating_point()]
        torch._foreach_lerp_([own for own, _ in floats], [new for _, new in floats], 1 - decay)

    def report(self) -> dict[str, float]:
        """The mean losses since the last report."""
        means = (self.losses / max(1, self.summed)).tolist()
        self.losses.zero_()
        self.summed = 0
        return {name: round(mean, 4) for name, mean in zip(("policy", "win", "margin", "marks"), means, strict=True)}

    def check(self) -> None:
        """Stop at the first value that is not finite."""
        if not bool(self.is_finite):
            bad = [name for name, weight in self.network.state_dict().items() if not bool(weight.isfinite().all())]
            raise NotFinite(f"after step {self.steps}: losses {self.report()}, weights {bad[:5]}")
