"""`palissade perft`: how many sequences of actions there are."""

import time
from typing import Annotated

import typer

from palissade.cli.matches import PositionText
from palissade.cli.output import write_json
from palissade.cli.parameters import AsJson, GameArgument, InLanguage, OptionList, Seed, game_of
from palissade.cli.patience import patiently
from palissade.cli.words import Mistake, say


def perft(
    game: GameArgument,
    *,
    depth: Annotated[int, typer.Option("--depth", "-d", min=0, metavar="N", help="How many actions deep.")],
    position: PositionText = None,
    divide: Annotated[bool, typer.Option("--divide", help="Tell the count apart by the first action.")] = False,
    option: OptionList = None,
    seed: Seed = None,
    as_json: AsJson = False,
    lang: InLanguage = None,
) -> None:
    """Count the sequences of actions from the start or from a position: the classic check that rules are exact.

    Where chance deals, the deal is the printed order unless a seed is given.

    Example: palissade perft cul-de-sac --depth 3
    """
    from palissade.search import perft as counting  # noqa: PLC0415  (brings the compiler, which other commands do not need)

    chosen = game_of(game, option)
    if divide and depth == 0:
        raise Mistake("perft.divide")
    if position is not None:
        start = chosen.match(position=position, seed=seed).position
    else:
        start = chosen.start(chosen.ordered_deal() if seed is None else chosen.deal(seed))
    began = time.perf_counter()
    parts = patiently(lambda: counting.divide(chosen, start, depth)) if divide else {}
    nodes = sum(parts.values()) if divide else patiently(lambda: counting.perft(chosen, start, depth))
    seconds = time.perf_counter() - began
    if as_json:
        answer = {"game": chosen.id, "options": chosen.chosen, "depth": depth, "nodes": nodes}
        write_json({**answer, "divide": parts} if divide else answer)
        return
    for text, count in parts.items():
        typer.echo(f"{text}  {count}")
    typer.echo(say("perft.nodes", game=str(chosen), depth=depth, nodes=nodes, seconds=f"{seconds:.2f}"))
