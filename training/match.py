"""A match between two checkpoints: every opening is played twice, the seats exchanged."""

from typing import Any

import torch
from torch import Tensor

from training.checkpoint import Checkpoint
from training.device import DEVICE
from training.elo import elo, interval
from training.evaluator import Evaluator
from training.game import Game
from training.openings import Openings
from training.search import Search
from training.settings import Effort, OpeningSettings, SearchSettings


def evaluator_of(game: Game, found: Checkpoint) -> Evaluator:
    """The checkpoint, ready to play; a match is shorter than a compilation."""
    evaluator = Evaluator(game, found.size.channels, found.size.blocks, compiled=False)
    evaluator.load(found.network(game))
    return evaluator


def distinct(game: Game, states: Tensor) -> Tensor:
    """The rows without those that are another row, or another row in a mirror; in the order they came."""
    draws = torch.Generator().manual_seed(0)
    factors = torch.randint(1, 1 << 40, (game.width,), generator=draws).to(states.device)
    keys = [(game.turn(states, symmetry).long() * factors).sum(1) for symmetry in range(game.symmetries)]
    _, group = torch.unique(torch.stack(keys).amin(0), return_inverse=True)
    rows = torch.arange(len(states), device=states.device)
    first = torch.full_like(rows, len(rows)).scatter_reduce_(0, group, rows, "amin")
    return states[first[group] == rows]


@torch.no_grad()
def draw_openings(game: Game, sides: list[Evaluator], count: int, openings: OpeningSettings) -> Tensor:
    """Different openings, half of them from each side's policy; of four times as many, those that both think fairest.

    Where one seat wins nearly always, other openings would say little about the players.
    """
    surplus = 4 * (count // 2)
    chosen = []
    for side in sides:
        begun = game.start(surplus)
        drawn = Openings(side, surplus, openings)
        states = distinct(
            game, drawn.moved_on(begun, openings.plies, openings.plies, openings.temperature, openings.wild)
        )
        value = sum(judge.evaluate(states)[1] for judge in sides)
        chosen.append(states[value.abs().argsort()[: count // 2]])
    return distinct(game, torch.cat(chosen))


@torch.no_grad()
def play_match(
    game: Game,
    one: Checkpoint,
    other: Checkpoint,
    games: int,
    efforts: tuple[Effort, Effort],
    search: SearchSettings,
    openings: OpeningSettings,
    seed: int,
) -> dict[str, Any]:
    """Play every opening twice, the seats exchanged; after it both play their best, without noise.

    No opening comes twice: strong policies agree on so few first plies that a match would else be a handful of games
    played over and over, with an interval that is far too small.
    """
    torch.manual_seed(seed)
    sides = [evaluator_of(game, found) for found in (one, other)]
    begun = draw_openings(game, sides, games // 2, openings)
    pairs = len(begun)
    states = torch.cat([begun, begun])
    count = len(states)
    seat_of_one = (torch.arange(count, device=DEVICE) >= pairs).to(torch.uint8)
    searches = [Search(side, count, effort, search) for side, effort in zip(sides, efforts, strict=True)]
    while not bool(game.is_over(states).all()):
        choices = [search.run(states, noise=0.0).action for search in searches]
        action = torch.where(game.seat(states) == seat_of_one, choices[0], choices[1])
        is_over = game.is_over(states)
        states = torch.where(is_over[:, None], states, game.play(states, action))
    margin = game.margin(states) * torch.where(game.seat(states) == seat_of_one, 1.0, -1.0)
    points = 0.5 + 0.5 * torch.sign(margin)
    means = (0.5 * (points[:pairs] + points[pairs:])).tolist()
    score = sum(means) / len(means)
    low, high = interval(means)
    return {
        "games": count,
        "score": round(score, 4),
        "interval": [round(low, 4), round(high, 4)],
        "elo": round(elo(score), 1),
        "elo_interval": [round(elo(low), 1), round(elo(high), 1)],
        "as_first": round(float(points[:pairs].mean()), 4),
        "as_second": round(float(points[pairs:].mean()), 4),
        "margin": round(float(margin.mean()), 3),
        "simulations": efforts[0].simulations,
        "other_simulations": efforts[1].simulations,
        "opening_plies": openings.plies,
        "temperature": openings.temperature,
        "wild": openings.wild,
        "seed": seed,
    }
