"""The README's examples are true."""

import doctest
from pathlib import Path

import pytest

import palissade

README = Path(__file__).parents[1] / "README.md"


def test_the_examples_of_the_readme_run_as_they_are_written() -> None:
    result = doctest.testfile(str(README), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert result.attempted > 10
    assert result.failed == 0


def test_the_example_of_the_package_runs_as_it_is_written() -> None:
    result = doctest.testmod(palissade)
    assert result.attempted > 2
    assert result.failed == 0


@pytest.mark.parametrize("game", palissade.games(), ids=str)
def test_every_game_on_the_shelf_is_in_the_readme(game: palissade.Game) -> None:
    assert f"**{game.name}**" in README.read_text()
