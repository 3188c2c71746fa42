"""Openings: positions that games begin with, drawn from the policy at a high temperature.

Left to itself, self-play narrows to a few lines that the first seat wins, and the second seat's chances elsewhere are
never learned. So most games begin after some drawn plies, and many of those after the fairest of several draws.
"""

import torch
from torch import Tensor

from training.device import DEVICE
from training.evaluator import LOWEST_LEGAL, Evaluator
from training.settings import OpeningSettings


class Openings:
    """A pool of openings, as many as games are played side by side."""

    def __init__(self, evaluator: Evaluator, count: int, settings: OpeningSettings) -> None:
        self.evaluator, self.count, self.settings = evaluator, count, settings
        self.pool = torch.empty(0)
        self.is_plain = torch.empty(0)

    @torch.no_grad()
    def refresh(self) -> None:
        """Draw the pool anew, with the network as it is now."""
        settings, count = self.settings, self.count
        chosen, fairness = self._draw(settings.plies)
        is_fair = torch.rand(count, device=DEVICE) < settings.fair
        for _ in range(settings.candidates - 1):
            states, value = self._draw(settings.plies)
            is_fairer = is_fair & (value < fairness)
            chosen = torch.where(is_fairer[:, None], states, chosen)
            fairness = torch.where(is_fairer, value, fairness)
        self.is_plain = torch.rand(count, device=DEVICE) < settings.plain
        self.pool = torch.where(self.is_plain[:, None], self.evaluator.game.start(count), chosen)

    def take(self) -> tuple[Tensor, Tensor]:
        """An opening for every row, and which of them are the very start."""
        order = torch.randint(self.count, (self.count,), device=DEVICE)
        return self.pool[order], self.is_plain[order]

    @torch.no_grad()
    def scatter(self, plies: int) -> Tensor:
        """Positions up to so many plies into a game, likely ones."""
        return self.moved_on(self.evaluator.game.start(self.count), 0, plies, 1.0, 0.0)

    def _draw(self, plies: int) -> tuple[Tensor, Tensor]:
        """Openings of one to so many plies, and how far their value is from even."""
        settings, start = self.settings, self.evaluator.game.start(self.count)
        states = self.moved_on(start, 1, plies, settings.temperature, settings.wild)
        return states, self.evaluator.evaluate(states)[1].abs()

    @torch.no_grad()
    def moved_on(self, states: Tensor, least: int, most: int, temperature: float, wild: float) -> Tensor:
        """The rows after `least` to `most` plies drawn from the policy, or from all that is legal if wild.

        No game is brought to its end.
        """
        game = self.evaluator.game
        length = torch.randint(least, most + 1, (len(states),), device=DEVICE)
        for ply in range(most):
            logits = self.evaluator.evaluate(states)[0].float()
            is_forced = logits.amax(1) <= LOWEST_LEGAL
            is_wild = torch.rand(len(states), 1, device=DEVICE) < wild
            scaled = torch.where(is_wild, 0.0, logits / temperature)
            uniform = torch.rand_like(logits).clamp(1e-9, 1 - 1e-7)
            drawn = torch.where(logits > LOWEST_LEGAL, scaled - torch.log(-torch.log(uniform)), logits)
            after = self.evaluator.play(states, torch.where(is_forced, game.forced, drawn.argmax(1)))
            goes_on = (ply < length) & ~game.is_over(after)
            states = torch.where(goes_on[:, None], after, states)
        return states
