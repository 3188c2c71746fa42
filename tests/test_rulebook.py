"""Every game has a rulebook in every language, which tells every numbered rule once and shows only what can happen."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest

from palissade import Game, games
from palissade.errors import IllegalAction
from palissade.messages import LANGUAGES, Language
from palissade.registry import GAMES
from palissade.server.diagram import DiagramSource, diagram, played
from palissade.server.rulebook import path, rulebook
from palissade.server.wire.rules import Diagram, Paragraph, Points, Rulebook, Span
from tests.server.served import PATIENCE, Served

DOCS = Path(__file__).parents[1] / "docs" / "rules"
FENCE = re.compile(r"^```diagram\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ROOMS = pytest.mark.parametrize("game", games(), ids=str)
BOTH = pytest.mark.parametrize("language", LANGUAGES)


def diagrams(game: Game, language: Language) -> list[DiagramSource]:
    return [DiagramSource.read(source) for source in FENCE.findall(path(game, language).read_text("utf-8"))]


def all_spans(book: Rulebook) -> Iterator[list[Span]]:
    """Every run of words of a rulebook."""
    yield book.lead
    for section in book.sections:
        yield [Span(section.title)]
        for block in section.blocks:
            match block:
                case Paragraph(spans):
                    yield spans
                case Points(items):
                    yield from items
                case Diagram(caption):
                    yield caption


def numbered(game: Game) -> list[str]:
    """The rules that a rulebook must tell: those of the game's page, and the common ones where they can be met."""
    page = (DOCS / f"{game.id}.md").read_text("utf-8")
    return re.findall(rf"^- \*\*({game.prefix}-\d+)", page, re.MULTILINE) + (
        ["COM-1", "COM-2"] if game.may_repeat else []
    )


# ---- every game


@ROOMS
@BOTH
def test_every_numbered_rule_is_told_once_and_no_other(game: Game, language: Language) -> None:
    told = [span.text for spans in all_spans(rulebook(game, language)) for span in spans if span.style == "rule"]
    assert sorted(told) == sorted(numbered(game))


@ROOMS
@BOTH
def test_a_rulebook_is_for_reading_in_one_sitting(game: Game, language: Language) -> None:
    book = rulebook(game, language)
    assert book.title.replace("’", "'") == game.name.replace("’", "'")
    words = FENCE.sub("", path(game, language).read_text("utf-8")).split()
    assert 350 <= len(words) <= 700
    assert all(section.blocks for section in book.sections)


@ROOMS
@BOTH
def test_every_diagram_can_happen_and_shows_something(game: Game, language: Language) -> None:
    shown = [block for section in rulebook(game, language).sections for block in section.blocks]
    figures = [block for block in shown if isinstance(block, Diagram)]
    assert 3 <= len(figures) <= 6
    for figure in figures:
        first, *later = figure.steps
        assert first.scene.board
        assert not any(step.scene.board for step in later)
        assert [bool(step.action) for step in figure.steps] == [False] + [True] * len(later)


@ROOMS
def test_both_languages_show_the_same_diagrams(game: Game) -> None:
    english, french = ([msgspec.structs.replace(told, caption="") for told in diagrams(game, of)] for of in LANGUAGES)
    assert english == french
    captions = [told.caption for language in LANGUAGES for told in diagrams(game, language)]
    assert len(set(captions)) == len(captions)


@ROOMS
def test_both_languages_have_the_same_parts(game: Game) -> None:
    english, french = (rulebook(game, language) for language in LANGUAGES)
    kinds = [[[type(block) for block in section.blocks] for section in book.sections] for book in (english, french)]
    assert kinds[0] == kinds[1]
    assert all(ours.title != theirs.title for ours, theirs in zip(english.sections, french.sections, strict=True))


@ROOMS
@BOTH
def test_words_are_set_as_a_printer_would(game: Game, language: Language) -> None:
    for spans in all_spans(rulebook(game, language)):
        for span in spans:
            if span.style == "notation":
                continue
            assert not re.search(r"""['"`*_\[\]]|\.\.\.| -- |  """, span.text), span.text
            if language == "fr":
                assert not re.search(r" [;:!?»]|« |[^\s\N{NO-BREAK SPACE}][;?]", span.text), span.text


@ROOMS
@BOTH
def test_the_notation_in_the_words_is_that_of_the_game(game: Game, language: Language) -> None:
    """Squares, actions and tiles that are named: each is something that the game can read, or a part of it."""
    known = " ".join([*(text for told in diagrams(game, language) for text in told.actions), _page(game)])
    for spans in all_spans(rulebook(game, language)):
        for span in spans:
            if span.style == "notation" and not re.fullmatch(r"[a-n]\d\d?|[A-I]\d|\d[A-H]|[A-H1-8]", span.text):
                assert game.vocabulary.understood(span.text) in known, span.text


def _page(game: Game) -> str:
    return (DOCS / f"{game.id}.md").read_text("utf-8")


# ---- how one is read


def test_an_impossible_diagram_is_refused() -> None:
    blocus = GAMES["blocus"]
    with pytest.raises(IllegalAction, match="king stands"):
        played(blocus, DiagramSource(caption="A guard beside the king.", actions=["e1"]))
    with pytest.raises(ValueError, match="cannot begin after 2"):
        DiagramSource.read('caption = "Too late."\nactions = ["h3"]\nfrom = 2')
    with pytest.raises(msgspec.ValidationError, match="moves"):
        DiagramSource.read('caption = "A word that is not known."\nmoves = ["h3"]')


def test_a_diagram_begins_where_it_says_and_tells_how_the_game_ended() -> None:
    told = DiagramSource(caption="", actions=["h3", "e9", "j8", "a1", "exit"], first=3)
    figure = diagram(GAMES["blocus"], told, [], "fr")
    assert [(step.action, step.seat) for step in figure.steps] == [("", None), ("a1", 1), ("exit", 0)]
    assert figure.ending == "Un roi est sorti par le bord opposé."
    assert not diagram(GAMES["blocus"], DiagramSource(caption="", actions=["h3"]), [], "en").ending


def test_a_diagram_without_marks_is_the_bare_table() -> None:
    with_marks = diagram(GAMES["blocus"], DiagramSource(caption="", actions=["h3"]), [], "en")
    bare = diagram(GAMES["blocus"], DiagramSource(caption="", actions=["h3"], marks=False), [], "en")
    assert with_marks.steps[-1].scene.marks
    assert not bare.steps[-1].scene.marks


def test_a_diagram_of_a_game_with_secrets_shows_one_rack() -> None:
    figure = diagram(GAMES["blockers"], DiagramSource(caption="", seat=1), [], "en")
    racks = [
        {piece.colour for holding in tray.holdings if holding.kind == "rack" for piece in holding.pieces}
        for tray in figure.steps[0].scene.trays
    ]
    assert racks == [set(), {"green"}]


# ---- the route


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    database = tmp_path_factory.mktemp("served") / "palissade.sqlite3"
    with (
        Served(f"sqlite:///{database}") as served,
        httpx.Client(base_url=f"http://{served.address}", timeout=PATIENCE) as client,
    ):
        yield client


def asked(visitor: httpx.Client, address: str, **headers: str) -> httpx.Response:
    """The answer, once the game is ready."""
    deadline = time.monotonic() + PATIENCE
    while (answer := visitor.get(address, headers=headers)).status_code == 503 and time.monotonic() < deadline:
        assert answer.json()["code"] == "warming"
        time.sleep(0.1)
    return answer


def test_the_rulebook_comes_in_the_language_of_the_reader(visitor: httpx.Client) -> None:
    answer = asked(visitor, "/api/shelf/alignement/rules", **{"accept-language": "fr-CH, en;q=0.5"})
    assert answer.status_code == 200
    assert msgspec.json.decode(answer.content, type=Rulebook) == rulebook(GAMES["alignement"], "fr")
    assert answer.headers["cache-control"] == "no-cache"


def test_the_language_can_be_named_and_the_answer_kept(visitor: httpx.Client) -> None:
    answer = asked(visitor, "/api/shelf/alignement/rules?language=en", **{"accept-language": "fr"})
    assert answer.json()["language"] == "en"
    assert "max-age" in answer.headers["cache-control"]
    assert asked(visitor, "/api/shelf/alignement/rules?language=de").status_code == 400


def test_there_are_no_rules_of_a_game_that_is_not_there(visitor: httpx.Client) -> None:
    assert visitor.get("/api/shelf/chess/rules").json()["code"] == "not-found"


def test_rulebooks_can_be_read_before_their_games_are_compiled() -> None:
    """On a machine that has never compiled a game its diagrams are played by interpreted rules."""
    program = """
from palissade.registry import GAMES
from palissade.server.rulebook import rulebook
print(sum(len(rulebook(game, "en").sections) > 0 for game in GAMES.values()))
"""
    read = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(read.stdout) == len(GAMES)
