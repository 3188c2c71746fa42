"""Random games played by single matches of the library, written to a file for `check`."""

from pathlib import Path
from typing import Any

import numpy as np

from palissade.games.cul_de_sac.observation import LEFT_RIGHT
from palissade.games.cul_de_sac.rules import ACTIONS, PASS
from palissade.match import Match
from training.games.cul_de_sac.grid import GAME

SMALL = {"game": np.int16, "ply": np.int16, "action": np.int16, "turned": np.int16, "winner": np.int8}
NOBODY = -1


def export_games(path: str, count: int, seed: int) -> dict[str, int]:
    """Play games; write every position, its legal actions, the one played, as it is and mirrored, and the winner."""
    random = np.random.default_rng(seed)
    rows: list[dict[str, Any]] = []
    for number in range(count):
        match = GAME.match()
        while match.mover is not None:
            action = int(random.choice(match.actions()))
            rows.append({"game": number, **_described(match, action)})
            match.play(action)
        rows.append({"game": number, **_described(match, PASS)})
    arrays = {name: np.array([row[name] for row in rows]) for name in rows[0]}
    arrays = {name: values.astype(SMALL.get(name, values.dtype)) for name, values in arrays.items()}
    np.savez_compressed(path, **arrays)  # type: ignore[arg-type]  # no array is named as its one option is
    return {"games": count, "positions": len(rows), "bytes": Path(path).stat().st_size}


def _described(match: Match, action: int) -> dict[str, Any]:
    """A position, what may be played there, and what is."""
    legal = np.zeros(ACTIONS, np.uint8)
    legal[GAME.legal_actions(match.position)] = 1  # by the position alone, which knows nothing of COM-1 and COM-2
    return {
        "ply": match.ply,
        "position": match.position.view(np.uint8).copy(),
        "legal": np.packbits(legal),
        "action": action,
        "turned": GAME.single.turn_action(match.position, action, LEFT_RIGHT),
        "winner": match.outcome.winners[0] if match.outcome and match.outcome.winners else NOBODY,
    }
