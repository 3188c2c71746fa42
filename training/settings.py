"""Settings of a run, read from one TOML file; a file that names something unknown is refused."""

import dataclasses
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Effort:
    """How much a search does."""

    simulations: int
    considered: int  # actions compared at the root


@dataclass(frozen=True)
class NetworkSettings:
    """The size of the network."""

    channels: int
    blocks: int


@dataclass(frozen=True)
class SearchSettings:
    """The shape of all searches."""

    children: int = 32  # of a node, the likeliest
    depth: int = 12  # of a tree, at most
    scale: float = 0.25  # how much values weigh against the prior
    graphs: bool = True  # capture simulations as CUDA graphs
    compiled: bool = True  # compile evaluation
    shifts: int = 1  # where the processor plays: parts of the batch that take turns with it, so that neither waits


@dataclass(frozen=True)
class OpeningSettings:
    """Where games begin, so that more is learned than the few lines that both seats think best."""

    plain: float = 0.3  # share of games that begin at the very start
    plies: int = 6  # the others begin after one to so many, drawn from the policy
    temperature: float = 1.5  # of these draws
    wild: float = 0.0  # share of these plies that are any legal action instead, because a strong policy knows few
    candidates: int = 3  # of as many such openings the fairest is taken,
    fair: float = 0.5  # in this share of them; otherwise any
    refresh: int = 40  # draw new openings after so many plies


@dataclass(frozen=True)
class Phase:
    """How self-play searches during a part of the run (playout-cap randomisation, Wu 2019).

    In a share of the plies the search is full and the positions are learned from; in the others it is fast and only
    brings the games to their end.
    """

    until: float  # share of the run's seconds
    full: Effort
    fast: Effort
    share: float


@dataclass(frozen=True)
class SelfPlaySettings:
    """How games are played to learn from."""

    batch: int = 8192  # games side by side
    memory: int = 128  # full plies of all of them that are kept
    scatter: int = 24  # at the beginning, games are moved on by up to so many plies, so that phases mix


@dataclass(frozen=True)
class LearningSettings:
    """How the network learns."""

    batch: int = 4096
    reuse: float = 6  # how often a position is learned from, on average
    rate: float = 1e-3
    rate_end: float = 1e-4
    warm_up: int = 200  # steps
    average: float = 0.998  # decay of the average of weights, which plays
    decay: float = 1e-4
    clip: float = 4.0
    root_share: float = 0.25  # of the value's target: what the search found; the rest is how the game ended
    win_weight: float = 1.5
    margin_weight: float = 0.3
    marks_weight: float = 0.5


@dataclass(frozen=True)
class Settings:
    """Everything that a run depends on but its seconds and the weights it begins with."""

    game: str
    network: NetworkSettings
    phases: tuple[Phase, ...]
    options: dict[str, Any] = field(default_factory=dict)
    search: SearchSettings = field(default_factory=SearchSettings)
    openings: OpeningSettings = field(default_factory=OpeningSettings)
    self_play: SelfPlaySettings = field(default_factory=SelfPlaySettings)
    learning: LearningSettings = field(default_factory=LearningSettings)
    seed: int = 0
    log_every: float = 20  # seconds
    save_every: float = 120

    def phase(self, share: float) -> Phase:
        """The phase at this share of the run."""
        return next((phase for phase in self.phases if share < phase.until), self.phases[-1])

    def as_dict(self) -> dict[str, Any]:
        """For the log."""
        return dataclasses.asdict(self)


def read_settings(path: Path, changes: list[str]) -> Settings:
    """The file's settings, with changes such as `learning.rate=0.0005` made to them."""
    values = tomllib.loads(path.read_text())
    for change in changes:
        key, _, text = change.partition("=")
        *tables, name = key.split(".")
        table = values
        for part in tables:
            table = table.setdefault(part, {})
        table[name] = tomllib.loads(f"value = {text}")["value"]
    values["network"] = NetworkSettings(**values["network"])
    values["phases"] = tuple(
        Phase(**{**phase, "full": Effort(*phase["full"]), "fast": Effort(*phase["fast"])}) for phase in values["phases"]
    )
    parts = {
        "search": SearchSettings,
        "openings": OpeningSettings,
        "self_play": SelfPlaySettings,
        "learning": LearningSettings,
    }
    for name, part in parts.items():
        values[name] = part(**values.get(name, {}))
    return Settings(**values)
