"""The check of the rules over batches against single matches of the library, position by position."""

import numpy as np
import torch
from torch import Tensor

from palissade.games.cul_de_sac.observation import TOP_BOTTOM
from palissade.games.cul_de_sac.rules import ACTIONS, POSITION
from palissade.games.cul_de_sac.rules import PASS as LIBRARY_PASS
from training.device import DEVICE, HALF
from training.games.agreement import agree
from training.games.cul_de_sac import states as library
from training.games.cul_de_sac.grid import CELL, GAME, GRID, PASS
from training.games.cul_de_sac.library import NOBODY
from training.games.cul_de_sac.rules import CulDeSac
from training.games.cul_de_sac.states import STATE, States, position_of


def compare(game: CulDeSac, path: str) -> dict[str, int]:
    """Every position, its legal actions, what is seen of it, its mirrors and its end must agree; raise if one does not.

    Positions that a game which is drawn sooner does not come to are left out.
    """
    with np.load(path) as file:
        games = {name: file[name] for name in file.files}
    games = {name: values[games["ply"] <= game.longest] for name, values in games.items()}
    states = _states(games, game.longest)
    known, seats = _tensor(states), states["mover"].astype(np.int64)
    actions = _tensor(CELL[seats, games["action"]]).long()
    turned = _tensor(CELL[seats, games["turned"]]).long()
    legal = _legal_cells(games, seats, game.longest)

    seen = game.observe(known)
    agree("legal actions", seen.legal, legal)
    won = games["winner"] != NOBODY
    over = _tensor(won | (games["ply"] == game.longest))
    agree("the end", game.is_over(known), over)
    agree("movers", game.seat(known).long(), _tensor(seats))
    margin = np.where(won, np.where(games["winner"] == seats, 1.0, -1.0), 0.0)
    agree("winners", game.margin(known), _tensor(margin).float())
    planes, vector = _observed(states)
    agree("planes", seen.planes, planes)
    agree("vectors", seen.vector, vector)

    after = game.play(known, actions)
    goes_on = _tensor(games["game"][1:] == games["game"][:-1])
    agree("play", after[:-1][goes_on], known[1:][goes_on])
    mirrored = game.turn(known, 1)
    agree("actions in the mirror", game.turn_actions(actions, 1), turned)
    expected = torch.zeros_like(legal)
    expected[:, game.turn_actions(torch.arange(GRID, device=DEVICE), 1)] = legal
    agree("legal actions in the mirror", game.observe(mirrored).legal, expected)
    agree("play in the mirror", game.play(mirrored, turned), game.turn(after, 1))
    agree("twice in the mirror", game.turn(mirrored, 1), known)
    endings = game.ending(known)
    agree("endings in the mirror", game.turn_endings(endings, 1), game.ending(mirrored))
    _exchange(game, known, states)
    firsts = known[_tensor(games["ply"] == 0)]
    agree("first positions", game.start(len(firsts)), firsts)
    return {"games": int((games["ply"] == 0).sum()), "positions": len(known), "legal actions": int(legal.sum())}


def _exchange(game: CulDeSac, known: Tensor, states: States) -> None:
    """The same position with the colours exchanged must look the same to its mover, and end the same."""
    exchanged = states.copy()
    library.turn(exchanged, np.full(len(states), TOP_BOTTOM, np.int32), game.longest)
    other = _tensor(exchanged)
    for what, mine, his in zip(("planes", "vectors", "cells"), game.observe(known), game.observe(other), strict=True):
        agree(f"{what} with the colours exchanged", mine, his)
    marks = [game.marks(game.ending(rows), game.seat(rows)) for rows in (known, other)]
    agree("marks with the colours exchanged", *marks)


def _states(games: dict[str, np.ndarray], longest: int) -> States:
    """The positions of the file as states."""
    states = np.zeros(len(games["game"]), STATE)
    position_of(states)[:] = games["position"].reshape(-1).view(POSITION)
    states["plies"] = games["ply"]
    library.describe_all(states, longest)
    return states


def _legal_cells(games: dict[str, np.ndarray], seats: np.ndarray, longest: int) -> Tensor:
    """The legal actions of the file as cells; `pass` is none of them."""
    actions = np.unpackbits(games["legal"], axis=1)[:, :ACTIONS].astype(bool)
    actions[:, LIBRARY_PASS] = False
    actions[games["ply"] == longest] = False
    legal = np.zeros((len(seats), GRID), bool)
    for seat in range(2):
        rows = np.flatnonzero(seats == seat)
        legal[rows[:, None], CELL[seat][None]] = actions[rows]
    assert not legal[:, PASS].any()
    return _tensor(legal)


def _observed(states: States) -> tuple[Tensor, Tensor]:
    """What the library's batch says that the movers see."""
    batch, count = GAME.batch, len(states)
    planes, vectors = batch.planes(count), batch.vectors(count)
    batch.observe(position_of(states).copy(), planes, vectors)
    return _tensor(planes).to(HALF), _tensor(vectors).to(HALF)


def _tensor(values: np.ndarray) -> Tensor:
    """An array on the device; states as rows of bytes."""
    if values.dtype == STATE:
        values = values.view(np.uint8).reshape(len(values), STATE.itemsize)
    return torch.tensor(values, device=DEVICE)
