"""The games against Pentobi that are kept in `benchmarks/pentobi/`: they are what the documents say they are."""

from pathlib import Path

import pytest

from palissade import Match
from palissade.arena import Book

FILES = sorted((Path(__file__).parents[2] / "benchmarks" / "pentobi").glob("*.jsonl"))


def test_there_are_games() -> None:
    assert FILES


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_game_replays_to_its_end(file: Path) -> None:
    results = Book(file).results
    assert results
    for result in results:
        match = Match.from_record(result.record)
        assert match.game == result.played()
        assert match.ply == result.plies
        assert match.outcome == result.outcome
        assert result.fault is None


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_ours_plays_the_level_of_the_file_in_both_seats(file: Path) -> None:
    results = Book(file).results
    for result in results:
        ours, theirs = sorted(result.seats, key=lambda seat: not seat.startswith("ours="))
        assert ours.startswith("ours=uct:leaf=network,simulations=")
        assert f"pentobi-gtp -g duo --nobook --noresign -q --threads 1 -l {file.stem.removeprefix('level-')}" in theirs
    first = sum(result.seats[0].startswith("ours=") for result in results)
    assert abs(2 * first - len(results)) <= 1
