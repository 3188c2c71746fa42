"""Every game has a lesson that can be played from its first step to its last, in every language."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from palissade import Game, Match, Record, games
from palissade.lesson import Lesson, StepSource
from palissade.messages import LANGUAGES, Said
from palissade.server.introduction import told
from tests.records.write import ENDING, FOLDER

DOCS = Path(__file__).parents[2] / "docs" / "rules"
PLAYED = tomllib.loads(Path(__file__).with_name("played.toml").read_text("utf-8"))
ROOMS = pytest.mark.parametrize("game", games(), ids=str)
LONGEST = 140  # a sentence to be read beside a board
FORMS = {  # where the rulebook gives a role to a form, the role is its name
    "blocus": "(?i)cylind",
    "empire": "(?i)cylind|triang",
    "barrier": "(?i)dis[ck]|disque",
}


def sentences(step: StepSource) -> Iterator[Said]:
    yield from (step.what, step.why, step.well, step.otherwise)
    yield from (wrong.says for wrong in step.wrong)


@ROOMS
def test_a_lesson_has_five_to_eight_steps(game: Game) -> None:
    assert 5 <= len(Lesson.of(game).steps) <= 8


@ROOMS
def test_in_each_step_the_reader_is_to_act_and_what_is_right_can_be_played(game: Game) -> None:
    lesson = Lesson.of(game)
    for number, step in enumerate(lesson.steps):
        before = lesson.before(number)
        assert before.mover == lesson.seat, number
        legal = before.legal()
        assert step.accept, number
        for action in step.accept:
            assert action in legal, (number, action)
            assert lesson.after(number, action).texts[-1 - len(step.reply) :] == [action, *step.reply]


@ROOMS
def test_every_position_of_a_lesson_and_of_an_introduction_comes_up_in_a_game(game: Game) -> None:
    lesson = Lesson.of(game)
    start = game.match(deal=game.ordered_deal()).position_text()
    come_up = {start, *(text for one in PLAYED[game.id] for text in positions(lesson.game, one))}
    begun = [*(step.position for step in lesson.steps), *(picture.position for picture in told(game))]
    for position in filter(None, begun):
        assert lesson.game.match(position=position).position_text() in come_up, position


def positions(game: Game, played: dict[str, Any]) -> Iterator[str]:
    """Of a game from its deal on, or of a record."""
    if "record" in played:
        record = Record.read((FOLDER / f"{played['record']}{ENDING}").read_bytes())
        deal, actions = record.deal, list(record.actions)
    else:
        dealt = {colour: tiles.split() for colour, tiles in played.get("deal", {}).items()}
        deal, actions = dealt or game.ordered_deal(), played["actions"].split()
    match = Match(game, deal=deal)
    yield match.position_text()
    for action in actions:
        match.play(action)
        yield match.position_text()


@ROOMS
def test_what_is_wrong_is_legal_and_said_once(game: Game) -> None:
    lesson = Lesson.of(game)
    for number, step in enumerate(lesson.steps):
        wrong = [action for one in step.wrong for action in one.actions]
        assert len(set(wrong)) == len(wrong), number
        assert not set(wrong) & set(step.accept), number
        assert set(wrong) <= set(lesson.before(number).legal()), number


@ROOMS
def test_a_step_that_is_gone_on_from_leads_to_one_position(game: Game) -> None:
    lesson = Lesson.of(game)
    for number, (step, following) in enumerate(zip(lesson.steps, lesson.steps[1:], strict=False)):
        assert following.position is not None or len(step.accept) == 1, number


@ROOMS
def test_somebody_wins_on_the_way_and_the_game_goes_on_at_the_end(game: Game) -> None:
    lesson = Lesson.of(game)
    ends = [lesson.after(number, step.accept[0]).outcome for number, step in enumerate(lesson.steps)]
    assert any(end is not None and lesson.seat in end.winners for end in ends), "how one wins is not shown"
    assert ends[-1] is None
    assert lesson.goes_on_at()


@ROOMS
def test_every_sentence_is_short_and_set_as_a_printer_would(game: Game) -> None:
    for number, step in enumerate(Lesson.of(game).steps):
        for said in sentences(step):
            english, french = said.say("en"), said.say("fr")
            assert english != french, number
            for sentence in (english, french):
                assert 0 < len(sentence) <= LONGEST, (number, len(sentence), sentence)
                assert not re.search(r"""['"`*_\[\]]|\.\.\.| -- |  """, sentence), sentence
                assert sentence[-1] in ".!?", sentence
            assert not re.search(r" [;:!?»]|« |[^\s\N{NO-BREAK SPACE}][;?]", french), french


@ROOMS
def test_pieces_have_the_names_of_the_rulebook(game: Game) -> None:
    forms = FORMS.get(game.id)
    for step in Lesson.of(game).steps:
        for said in sentences(step):
            for language in LANGUAGES:
                assert forms is None or not re.search(forms, said.say(language)), said


@ROOMS
def test_every_rule_that_a_step_is_about_is_on_the_page(game: Game) -> None:
    page = (DOCS / f"{game.id}.md").read_text("utf-8")
    for step in Lesson.of(game).steps:
        assert f"**{step.rule} " in page or f"**{step.rule}**" in page, step.rule


@ROOMS
def test_where_seats_know_different_things_the_lesson_tells_no_secret(game: Game) -> None:
    goes_on = Lesson.of(game).goes_on_at()
    assert goes_on is not None
    assert ("?" in goes_on) == game.is_hidden
