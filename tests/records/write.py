"""`make golden`: tells every record in this folder anew, and has machines play one for each game that has none."""

from pathlib import Path

import msgspec

from palissade import Game, Record, games, player
from tests.records.playthrough import playthrough

FOLDER = Path(__file__).parent
ENDING = ".palissade.json"


def name_of(variant: Game) -> str:
    """`blockers-players-3` for Blockers! with three players."""
    return "-".join([variant.id, *(f"{key}-{value}".lower() for key, value in variant.chosen.items())])


def play(variant: Game) -> Record:
    """A game between machines that is worth reading."""
    match, machine = variant.match(seed=1), player("uct", simulations=1_500)
    while not match.outcome:
        match.play(machine.choose(match))
    return match.record()


if __name__ == "__main__":
    for variant in [variant for game in games() for variant in game.variants()]:
        path = FOLDER / f"{name_of(variant)}{ENDING}"
        if not path.exists():
            path.write_bytes(msgspec.json.format(msgspec.json.encode(play(variant)), indent=1) + b"\n")
        path.with_name(path.name.removesuffix(ENDING) + ".txt").write_text(playthrough(Record.read(path.read_bytes())))
