"""The trainer: plays all games on by a ply, keeps what it found, learns from it, and begins again."""

import random
from pathlib import Path

import torch

from training import checkpoint
from training.checkpoint import Checkpoint, Experience
from training.device import DEVICE
from training.evaluator import Evaluator
from training.game import Game
from training.learner import Learner
from training.log import Log
from training.openings import Openings
from training.replay import Replay
from training.search import Search
from training.settings import Effort, Settings
from training.shifts import Shifts, search_of
from training.tally import Tally


class Trainer:
    """A run of so many seconds."""

    def __init__(self, game: Game, settings: Settings, seconds: float, log: Log, begin: Checkpoint | None) -> None:
        self.game, self.settings, self.seconds, self.log = game, settings, seconds, log
        size = settings.network
        self.learner = Learner(game, size, settings.learning)
        self.before = Experience() if begin is None else begin.experience
        if begin is not None:
            if begin.size != size:
                raise ValueError(f"the weights are of a network of {begin.size}, the settings ask for {size}")
            self.learner.load(begin.network(game), begin.experience.steps)
        torch.manual_seed(settings.seed + self.before.steps)
        self.evaluator = Evaluator(game, size.channels, size.blocks, settings.search.compiled)
        self.evaluator.load(self.learner.average)
        batch = settings.self_play.batch
        self.openings = Openings(self.evaluator, batch, settings.openings)
        self.replay = Replay(game, batch, settings.self_play.memory, settings.search.children)
        self.searches: dict[Effort, Search | Shifts] = {}
        self.tally = Tally()
        self.random = random.Random(settings.seed)
        self.plies = 0
        self.learned = 0
        self.owed = 0.0  # steps that the positions kept so far have paid for

    def run(self, path: Path) -> None:
        """Train until the seconds are over, with a checkpoint every now and then and one at the end."""
        settings, log = self.settings, self.log
        log.write(settings=settings.as_dict(), planned_seconds=self.seconds, before=vars(self.before))
        self.openings.refresh()
        states = self.openings.scatter(settings.self_play.scatter)
        is_plain = torch.zeros(len(states), dtype=torch.bool, device=DEVICE)
        next_log, saved = 0.0, 0
        while log.seconds < self.seconds:
            share = log.seconds / self.seconds
            states, is_plain = self._play_on(states, is_plain, share)
            self._learn(share)
            self.learner.check()
            if log.seconds >= next_log:
                next_log = log.seconds + (settings.log_every if log.seconds > settings.log_every else 5)
                self._report(share)
            if log.seconds >= (saved + 1) * settings.save_every:
                saved += 1
                self.save(path.with_suffix(f".{saved}.pt"))
        self._report(1.0)
        self.save(path)

    @torch.no_grad()
    def _play_on(self, states: torch.Tensor, is_plain: torch.Tensor, share: float) -> tuple[torch.Tensor, torch.Tensor]:
        """One ply of every game; games that end make room for new ones."""
        phase = self.settings.phase(share)
        is_full = self.random.random() < phase.share
        decision = self._search(phase.full if is_full else phase.fast).run(states)
        if is_full:
            self.replay.add(states, decision)
            self.learned += len(states)
            self.owed += len(states) * self.settings.learning.reuse / self.settings.learning.batch
        states = self.evaluator.play(states, decision.action)
        is_over = self.game.is_over(states)
        margin = self.replay.finish(states, is_over)
        self.tally.add(is_over, is_plain, margin)
        self.plies += 1
        if self.plies % self.settings.openings.refresh == 0:
            self.openings.refresh()
        fresh, fresh_plain = self.openings.take()
        return torch.where(is_over[:, None], fresh, states), torch.where(is_over, fresh_plain, is_plain)

    def _search(self, effort: Effort) -> Search | Shifts:
        """The search of this effort; those of phases gone by make room."""
        if effort not in self.searches:
            phases = [phase for phase in self.settings.phases if effort in (phase.full, phase.fast)]
            wanted = {effort for phase in phases for effort in (phase.full, phase.fast)}
            self.searches = {known: search for known, search in self.searches.items() if known in wanted}
            batch = self.settings.self_play.batch
            self.searches[effort] = search_of(self.evaluator, batch, effort, self.settings.search)
        return self.searches[effort]

    def _learn(self, share: float) -> None:
        """The steps that are owed, once a good part of the memory can be learned from."""
        if self.owed < 1:
            return
        if self.replay.count() < 4 * self.settings.self_play.batch:
            self.owed = 0.0
            return
        while self.owed >= 1:
            self.owed -= 1
            self.learner.learn(self.replay.sample(self.settings.learning.batch), share)
        self.evaluator.load(self.learner.average)

    def experience(self) -> Experience:
        """All that the weights have gone through, earlier stages too."""
        before = self.before
        return Experience(
            before.games + self.tally.games,
            before.positions + self.plies * self.settings.self_play.batch,
            before.learned + self.learned,
            before.steps + self.learner.steps,
            round(before.seconds + self.log.seconds, 1),
        )

    def save(self, path: Path) -> None:
        """Write the average weights."""
        weights = self.learner.average.state_dict()
        checkpoint.write(path, Checkpoint(self.game.name, self.settings.network, weights, self.experience()))

    def _report(self, share: float) -> None:
        """A line of the log."""
        self.log.write(
            plies=self.plies,
            learned=self.learned,
            steps=self.learner.steps,
            rate=round(self.learner.rate(share), 6),
            **self.learner.report(),
            **self.tally.report(),
        )
