"""Pictures and link previews, as others are shown them of an address."""

import asyncio
import io
from pathlib import Path

import msgspec
import pytest
from PIL import Image

from palissade import Match
from palissade.game import Game
from palissade.registry import games
from palissade.server.pictures.jobs import MOST_FRAMES, Card, Film, Inks, board_of, frames_of
from palissade.server.pictures.paint import KNOWN, SIZE, fitting, font, legible, paint
from palissade.server.pictures.painter import Painter
from palissade.server.pictures.words import TableInWords
from palissade.server.store.rows import SeatRow
from tests.server.served import Served
from tests.server.visitor import PATIENCE, Visitor

RECORDS = Path(__file__).parents[1] / "records"


def opened(picture: bytes) -> Image.Image:
    return Image.open(io.BytesIO(picture))


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_every_game_has_its_card(game: Game) -> None:
    scene = Match(game, deal=game.ordered_deal()).view().scene()
    inks = Inks.of(game.box)
    card = opened(paint(Card(board_of(scene), inks, game.name, "Ann wins.", ["Ann – Oak"])))
    assert (card.format, card.size) == ("PNG", SIZE)
    assert "#{:02X}{:02X}{:02X}".format(*card.convert("RGB").getpixel((2, 2))) == inks.cloth.upper()  # type: ignore[misc]
    assert len(card.convert("RGB").getcolors(SIZE[0] * SIZE[1]) or ()) > 20


def test_a_film_shows_every_position_and_the_result() -> None:
    match = Match.from_record((RECORDS / "cul-de-sac.palissade.json").read_bytes())
    boards = [board_of(match.view(0, ply).scene()) for ply in range(4)]
    film = opened(paint(Film(boards, ["", "1", "2", "3"], Inks.of(match.game.box), match.game.name, "Ann wins.")))
    assert film.format == "GIF"
    assert getattr(film, "n_frames", 0) == len(boards) + 1
    assert film.info["loop"] == 0


def test_a_long_game_is_shown_from_its_beginning_to_its_end() -> None:
    assert frames_of(3) == [0, 1, 2, 3]
    many = frames_of(1000)
    assert (len(many), many[0], many[-1]) == (MOST_FRAMES, 0, 1000)
    assert many == sorted(set(many))


def test_words_that_are_too_long_or_not_ours_find_room() -> None:
    face, lines = fitting("Palissade " * 40, 400, (88, 40), 2)
    assert len(lines) == 2
    assert all(face.getlength(line) <= 400 for line in lines)
    assert legible("Ann 李 Œuvre") == "Ann · Œuvre"
    assert all(font("text", 20).getmask(character).getbbox() for character in KNOWN if character.isalnum())


def test_a_painter_that_was_killed_is_replaced() -> None:
    painter = Painter()
    scene = Match(games()[0]).view().scene()
    job = Card(board_of(scene), Inks.of("blockade"), "Le Blocus", "", [])
    try:
        first = painter.paint(job)
        assert painter._process is not None
        painter._process.kill()
        assert painter.paint(job) == first
    finally:
        painter.close()


def test_a_table_is_told_in_both_languages() -> None:
    blocus = games()[0]
    seats = [SeatRow(0, "person", person="a"), SeatRow(1, "machine", level="oak")]
    outcome = Match.from_record((RECORDS / "blocus.palissade.json").read_bytes()).outcome
    assert outcome is not None
    won = msgspec.structs.replace(outcome, winners=(1,))
    over = TableInWords(blocus, seats, {"a": "Ann"}, "over", won, "fr")
    assert over.result == "Chêne gagne."
    assert over.description.startswith("Ann – Chêne. Chêne gagne. ")
    waiting = TableInWords(blocus, [seats[1], SeatRow(1, "friend")], {}, "open", None, "en")
    assert waiting.description == "Oak – Blue. The table is set. Sit down, or watch."


def test_addresses_are_previewed_and_heads_told(tmp_path: Path) -> None:
    with Served(f"sqlite:///{tmp_path / 'palissade.db'}") as served:
        asyncio.run(asyncio.wait_for(_look(served), 4 * PATIENCE))


async def _look(served: Served) -> None:
    async with Visitor(served.address, "fr") as ann:
        table = (await ann.make("empire", {"who": "me"}, {"who": "friend"}))["table"]
        here = f"http://{served.address}"
        for path, title, picture in (
            ("/", "Palissade", "/icon-512.png"),
            ("/games/barrier", "Barrier", "/api/games/barrier/picture.png?language=fr"),
            ("/rules/empire", "Règles\N{NO-BREAK SPACE}: L’Empire", "/api/games/empire/picture.png?language=fr"),
            (f"/table/{table['id']}", "L’Empire", f"/api/tables/{table['id']}/picture.png?language=fr&amp;at="),
        ):
            page = await ann.http.get(path)
            assert f'<meta property="og:title" content="{title}" />' in page.text
            assert f'<meta property="og:image" content="{here}{picture}' in page.text
            head = await ann.http.head(path)
            assert (head.status_code, head.content) == (200, b"")
            assert head.headers["content-length"] == page.headers["content-length"]
            again = await ann.http.get(path, headers={"if-none-match": page.headers["etag"]})
            assert again.status_code == 304
        assert "og:title" not in (await ann.http.get("/table/nothing")).text
        for path in ("/api/shelf", f"/api/tables/{table['id']}", "/health"):
            assert (await ann.http.head(path)).status_code == 200
        assert (await ann.http.head("/assets/nothing.js")).status_code == 404

        painted = await ann.http.get(f"/api/tables/{table['id']}/picture.png")
        assert painted.headers["content-type"] == "image/png"
        assert opened(painted.content).size == SIZE
        known = {"if-none-match": painted.headers["etag"]}
        assert (await ann.http.get(f"/api/tables/{table['id']}/picture.png", headers=known)).status_code == 304
        film = await ann.http.get(f"/api/tables/{table['id']}/film.gif")
        assert film.json()["code"] == "not-over"
