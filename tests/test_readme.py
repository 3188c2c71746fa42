"""The examples of the README and of the library's pages are true."""

import doctest
from pathlib import Path

import pytest

import palissade

README = Path(__file__).parents[1] / "README.md"
PAGES = sorted((README.parent / "docs" / "library").glob("*.md"))


def test_the_examples_of_the_readme_run_as_they_are_written() -> None:
    result = doctest.testfile(str(README), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert result.attempted > 10
    assert result.failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_examples_of_the_librarys_pages_run_as_they_are_written(page: Path) -> None:
    result = doctest.testfile(str(page), module_relative=False)
    assert result.failed == 0
    assert (result.attempted > 8) == (page.stem not in ("README", "adding-a-game"))


def test_the_example_of_the_package_runs_as_it_is_written() -> None:
    result = doctest.testmod(palissade)
    assert result.attempted > 2
    assert result.failed == 0


@pytest.mark.parametrize("game", palissade.games(), ids=str)
def test_every_game_on_the_shelf_is_in_the_readme(game: palissade.Game) -> None:
    assert f"**{game.name}**" in README.read_text()
