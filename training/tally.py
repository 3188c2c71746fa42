"""A tally of finished games, for the log."""

import torch
from torch import Tensor

from training.device import DEVICE


class Tally:
    """Counts endings since the last report, apart for games from the very start and from drawn openings."""

    def __init__(self) -> None:
        self.games = 0
        self.counts = torch.zeros(2, 4, device=DEVICE)  # plain or not: games, first seat's wins, draws, sum of margins

    def add(self, is_over: Tensor, is_plain: Tensor, margin: Tensor) -> None:
        """Count the rows that have ended; the margin is the first seat's."""
        facts = torch.stack([torch.ones_like(margin), (margin > 0).float(), (margin == 0).float(), margin.abs()], 1)
        for kind, chosen in enumerate((is_over & ~is_plain, is_over & is_plain)):
            self.counts[kind] += (facts * chosen[:, None]).sum(0)

    def report(self) -> dict[str, float]:
        """The counts as shares; they begin anew."""
        drawn, plain = self.counts.tolist()
        self.counts.zero_()
        both = [one + other for one, other in zip(drawn, plain, strict=True)]
        self.games += int(both[0])
        return {
            "games": self.games,
            "first_wins": round(plain[1] / max(1, plain[0]), 3),
            "first_wins_drawn_opening": round(drawn[1] / max(1, drawn[0]), 3),
            "draws": round(both[2] / max(1, both[0]), 3),
            "final_margin": round(both[3] / max(1, both[0]), 2),
        }
