"""Writes `docs/ladder.md`, how strong the machines are and how even the games, from what was measured.

python -m tools.write_ladder           writes it anew
python -m tools.write_ladder --check   only says whether it is fresh
"""

from collections.abc import Iterator

from palissade import Game, games
from palissade.players.ladder import Ladder, ladders
from palissade.server.shelf import level_name
from tools.written import ROOT, write

PAGE = ROOT / "docs" / "ladder.md"
BEGINNING = """\
# How strong the machines are

What the arena says of every level, and of how even a game is between equals. Strengths are in Elo points above the
softest level: 200 more win three of four games. The intervals hold 95 %, against the mean of all levels. *Two below* is
the share of decided games that a level wins against the one two below it.

Levels think here to their number of simulations or positions, however long that takes, unless the command says
`--clocks`. A game begins with two actions at random, and each such opening is played from all seats.

A person's own results are placed on the same ladder, and the page of a game proposes the level that is nearest
(`src/palissade/server/machines/even_game.py`).

This page is written by `tools/write_ladder.py` from `src/palissade/players/measured/`: measure anew with the commands
below, and run it again. Where a game or a set of options is missing, nothing was measured; where it has no table, only
how even it is.
"""


def page() -> str:
    """The page: a section for every set of options that was measured, in the order of the shelf."""
    sections = [section(game.with_options(**one.options), one) for game in games() for one in ladders(game.id)]
    return "\n".join([BEGINNING, *sections])


def section(game: Game, ladder: Ladder) -> str:
    """The standings, the sentence about balance and the command."""
    return "\n".join(
        [
            f"## {game}\n",
            *([] if ladder.is_fresh(game) else [STALE]),
            *(alone(ladder) if ladder.alone else standings(ladder) if ladder.rungs else ()),
            *([f"{ladder.balance.says(game, level_name(ladder.balance.level)).say()}\n"] if ladder.balance else []),
            f"{ladder.games} {'deals' if ladder.alone else 'games'} in all: `{ladder.command}`\n",
        ]
    )


STALE = "*The settings of the levels have changed since this was measured.*\n"


def standings(ladder: Ladder) -> Iterator[str]:
    shares = {step.level: step for step in ladder.steps[:-1]}
    yield "| level | Elo | 95 % | two below |"
    yield "|---|---:|---:|---:|"
    for rung in reversed(ladder.rungs):
        step = shares.get(rung.level)
        share = f"{step.share:.0%} of {step.decided}" if step and step.share is not None else ""
        yield f"| {rung.level} | {rung.elo} | {rung.low} to {rung.high} | {share} |"
    yield ""
    top = ladder.steps[-1]
    if top.share is not None:
        yield f"{top.level} wins {top.share:.0%} of {top.decided} decided games against {top.below}.\n"


def alone(ladder: Ladder) -> Iterator[str]:
    yield "| level | left over | moves |"
    yield "|---|---:|---:|"
    yield from (f"| {one.level} | {one.left:.2f} | {one.moves:.2f} |" for one in reversed(ladder.alone))
    yield ""


if __name__ == "__main__":
    write(PAGE, page(), "was measured", "write_ladder")
