"""Writes `docs/observations.md`, what a network sees of each game, from the games' own `observation.py`.

python -m tools.write_observations           writes it anew
python -m tools.write_observations --check   only says whether it is fresh
"""

import inspect
from collections.abc import Iterator, Sequence

from palissade import Game, games
from palissade.contract import Observation
from tools.written import ROOT, write

PAGE = ROOT / "docs" / "observations.md"
BEGINNING = """\
# What a network sees

A position as planes, one number for each square, and a vector of numbers. All lie between 0 and 1: what is there is 1,
what is so is 1. `game.batch.observe` writes it, from the mover's side and without what the mover may not know.

This page is written by `tools/write_observations.py` from `games/<id>/observation.py`: change it there.
"""


def page() -> str:
    """The page: a section for every game that has an observation, in the order of the shelf."""
    return "\n".join([BEGINNING, *(section(game, game.observation) for game in games() if game.observation)])


def section(game: Game, observation: Observation) -> str:
    """How the board lies, then each plane and each number of the vector with its place."""
    rows, columns = observation.SHAPE
    return "\n".join(
        [
            f"## {game.name} (`{game.id}`)\n",
            f"{inspect.getdoc(observation)}\n",
            *table(f"plane of {rows} × {columns}", observation.PLANES),
            *table("number of the vector", observation.VECTOR),
        ]
    )


def table(what: str, names: Sequence[str]) -> Iterator[str]:
    yield f"| | {what} |"
    yield "|---|---|"
    yield from (f"| {place} | {name} |" for place, name in enumerate(names))
    yield ""


if __name__ == "__main__":
    write(PAGE, page(), "the games say", "write_observations")
