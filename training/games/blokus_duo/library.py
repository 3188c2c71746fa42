"""Random games of the library, written to a file for `check`. The only part that needs Palissade installed."""

from pathlib import Path
from typing import Any

import numpy as np

from training.games.blokus_duo.tables import PASS, PIECES, SIDE, SQUARES, on_board, pieces

PLACEMENTS = np.append(np.flatnonzero(on_board()), PASS)  # the library's actions as cells of the grid
SMALL = {"game": np.int16, "action": np.int16, "turned": np.int16, "scores": np.int8}


def export_games(path: str, count: int, seed: int) -> dict[str, int]:
    """Play games of both starts; write every position, its legal actions, and the action played in every mirror."""
    import palissade  # noqa: PLC0415  a GPU machine may read such a file without it

    random = np.random.default_rng(seed)
    rows: list[dict[str, Any]] = []
    for number in range(count):
        game = palissade.game("blokus-duo", start=("free", "fixed")[number % 2])
        position = game.match().position.copy()
        while not rows or rows[-1]["game"] != number or not rows[-1]["over"]:
            rows.append({"game": number, **_described(game, position, random)})
            game.batch.apply(position, np.array([rows[-1]["action"]], np.int32))
    arrays = {name: np.array([row[name] for row in rows]) for name in rows[0]}
    arrays = {name: values.astype(SMALL.get(name, values.dtype)) for name, values in arrays.items()}
    np.savez_compressed(path, **arrays)  # type: ignore[arg-type]  # no array is named as its one option is
    return {"games": count, "positions": len(rows), "bytes": Path(path).stat().st_size}


def _described(game: Any, position: Any, random: np.random.Generator) -> dict[str, Any]:
    """A position, what may be played there, and what is."""
    room = np.zeros(len(PLACEMENTS), np.int32)
    found = room[: game.batch.legal_actions(position, room)]
    is_over = bool(game.batch.is_over(position))
    action = len(PLACEMENTS) - 1 if is_over else int(random.choice(found))
    won, scores = np.zeros(2, np.int32), np.zeros(2, np.int32)
    if is_over:
        game.batch.result(position, won, scores)
    legal = np.zeros(len(PLACEMENTS), np.uint8)
    legal[found] = 1
    free = position.copy()
    free["fixed"] = 0  # a free start has all four mirrors
    record = position[0]
    return {
        **{name: np.packbits(_squares(record[name])) for name in ("laid", "closed", "anchors")},
        **{name: np.array(record[name]) for name in ("left", "last", "passed", "mover")},
        "legal": np.packbits(legal),
        "action": action,
        "turned": [game.batch.turn_action(free, action, symmetry) for symmetry in range(4)],
        "over": is_over,
        "scores": scores,
    }


def _squares(words: np.ndarray) -> np.ndarray:
    """The library's bits of both seats as a byte a square; `pieces` draws which bit is which."""
    bits = np.unpackbits(np.ascontiguousarray(words).view(np.uint8), axis=1, bitorder="little")
    row, column = np.divmod(np.arange(SQUARES), SIDE)
    return bits[:, pieces.FIRST_BIT + row * pieces.ROW_BITS + column]


def read_states(games: dict[str, np.ndarray]) -> np.ndarray:
    """The positions of such a file as the rows of bytes that `rules` draws, the mover's part first."""
    count = len(games["game"])
    parts = [np.unpackbits(games[name], axis=1)[:, : 2 * SQUARES] for name in ("laid", "closed", "anchors")]
    parts = [part.reshape(count, 2, SQUARES) for part in parts]
    parts.append((games["left"][:, :, None] >> np.arange(PIECES) & 1).astype(np.uint8))
    parts += [games["passed"][:, :, None], games["last"][:, :, None] == pieces.SINGLE]
    mover = games["mover"].astype(np.int64)
    order = np.stack([mover, 1 - mover], 1)
    rows = [part[np.arange(count)[:, None], order].astype(np.uint8).reshape(count, -1) for part in parts]
    return np.concatenate([*rows, mover[:, None].astype(np.uint8)], 1)
