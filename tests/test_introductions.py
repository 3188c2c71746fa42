"""Every game is introduced by three pictures, in every language: a turn, what is special, and a game that is won."""

import re

import pytest

from palissade import Game, games
from palissade.messages import LANGUAGES, Language
from palissade.server.diagram import played
from palissade.server.introduction import introduction, told

ROOMS = pytest.mark.parametrize("game", games(), ids=str)
BOTH = pytest.mark.parametrize("language", LANGUAGES)
LONGEST_TITLE, LONGEST = 22, 100  # what stands under a small picture


@ROOMS
def test_three_pictures_of_what_can_happen_the_last_of_which_ends_the_game(game: Game) -> None:
    pictures = told(game)
    assert len(pictures) == 3
    endings = [played(game, picture).outcome for picture in pictures]
    assert endings[:2] == [None, None]
    assert endings[2] is not None
    assert endings[2].winners


@ROOMS
@BOTH
def test_each_picture_moves_and_says_so_in_a_few_words(game: Game, language: Language) -> None:
    told = introduction(game, language)
    assert (told.game, told.language) == (game.id, language)
    for picture in told.pictures:
        assert 1 < len(picture.steps) <= 10
        assert picture.steps[0].scene.board
        assert 0 < len(picture.title) <= LONGEST_TITLE, picture.title
        assert 0 < len(picture.says) <= LONGEST, picture.says
        for words in (picture.title, picture.says):
            assert not re.search(r"""['"`*_\[\]]|\.\.\.|  """, words), words
            if language == "fr":
                assert not re.search(r" [;:!?»]|« ", words), words


@ROOMS
def test_both_languages_say_it_in_their_own_words(game: Game) -> None:
    english, french = (introduction(game, language) for language in LANGUAGES)
    for ours, theirs in zip(english.pictures, french.pictures, strict=True):
        assert ours.says != theirs.says
        assert ours.steps == theirs.steps


@ROOMS
def test_what_is_shown_lies_on_the_table_and_is_square(game: Game) -> None:
    for picture in introduction(game, "en").pictures:
        left, top, width, height = picture.view
        scene = picture.steps[0].scene
        assert width == pytest.approx(height)
        assert left >= 0
        assert top >= 0
        assert left + width <= scene.width
        assert top + height <= scene.height
