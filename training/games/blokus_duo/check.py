"""The check of the rules on the device against games of the library, position by position."""

import numpy as np
import torch
from torch import Tensor

from training.device import DEVICE
from training.games.agreement import agree
from training.games.blokus_duo.library import PLACEMENTS, read_states
from training.games.blokus_duo.rules import BlokusDuo
from training.games.blokus_duo.tables import GRID, PASS


def compare(game: BlokusDuo, path: str) -> dict[str, int]:
    """Every position, its legal actions, its mirrors and every score must agree; raise where one does not."""
    with np.load(path) as file:
        games = {name: file[name] for name in file.files}
    cells = _tensor(PLACEMENTS)
    known, over = _tensor(read_states(games)), _tensor(games["over"])
    actions, turned = cells[_tensor(games["action"]).long()], cells[_tensor(games["turned"]).long()]
    legal = torch.zeros(len(known), GRID, dtype=torch.bool, device=DEVICE)
    legal[:, cells] = _tensor(np.unpackbits(games["legal"], axis=1)[:, : len(cells)]).bool()

    agree("legal actions", _legal(game, known), legal)
    agree("the end", game.is_over(known), over)
    after = game.play(known, actions)
    goes_on = _tensor(games["game"][1:] == games["game"][:-1])
    agree("play", after[:-1][goes_on], known[1:][goes_on])
    for symmetry in range(game.symmetries):
        mirror = f"in mirror {symmetry}"
        mirrored, mirrored_actions = game.turn(known, symmetry), game.turn_actions(actions, symmetry)
        agree(f"actions {mirror}", mirrored_actions, turned[:, symmetry])
        expected = torch.zeros_like(legal)
        expected[:, game.turn_actions(torch.arange(GRID, device=DEVICE), symmetry)] = legal
        agree(f"legal actions {mirror}", _legal(game, mirrored), expected)
        agree(f"play {mirror}", game.play(mirrored, mirrored_actions), game.turn(after, symmetry))
    own, other = game.scores(known)
    is_second = game.seat(known).bool()
    scores = torch.stack([torch.where(is_second, other, own), torch.where(is_second, own, other)], 1)
    agree("scores", scores[over], _tensor(games["scores"]).float()[over])
    firsts = known[_tensor(np.unique(games["game"], return_index=True)[1])]
    agree("first positions", torch.unique(game.start(4096), dim=0), torch.unique(firsts, dim=0))
    return {"games": int(over.sum()), "positions": len(known), "legal actions": int(legal.sum())}


def _legal(game: BlokusDuo, states: Tensor) -> Tensor:
    """The legal actions; `pass` among them where nothing else is, as in the library."""
    legal = game.observe(states).legal
    legal[:, PASS] = ~legal.any(1) & ~game.is_over(states)
    return legal


def _tensor(values: np.ndarray) -> Tensor:
    """An array on the device."""
    return torch.tensor(values, device=DEVICE)
