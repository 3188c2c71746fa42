"""What teaches a game, over HTTP."""

import asyncio
import time
from collections.abc import Iterator

import httpx
import msgspec
import pytest

from palissade.registry import GAMES
from palissade.server.introduction import introduction
from palissade.server.wire.rules import Introduction
from palissade.server.wire.shelf import WayFound
from tests.server.served import PATIENCE, Served
from tests.server.visitor import Visitor


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


def test_an_introduction_comes_in_the_language_asked_for_and_may_be_kept(visitor: httpx.Client) -> None:
    answer = asked(visitor, "/api/shelf/alignement/introduction?language=fr")
    assert msgspec.json.decode(answer.content, type=Introduction) == introduction(GAMES["alignement"], "fr")
    assert "max-age" in answer.headers["cache-control"]
    assert asked(visitor, "/api/shelf/alignement/introduction?language=de").status_code == 400


def test_a_lesson_has_all_that_may_be_chosen_and_what_follows(visitor: httpx.Client) -> None:
    lesson = asked(visitor, "/api/shelf/alignement/lesson?language=en").json()
    first = lesson["steps"][0]
    assert first["choices"]["b11"]["b8"] == "b11-b8"
    assert [step["action"] for step in first["after"]["b11-b8"]] == ["b11-b8"]
    assert first["scene"]["spots"]
    assert lesson["goes_on_at"].startswith("red:")
    assert [step["goes_on"] for step in lesson["steps"]][-1] is True


def test_a_lesson_of_a_game_with_secrets_shows_the_readers_tiles_only(visitor: httpx.Client) -> None:
    lesson = asked(visitor, "/api/shelf/blockers/lesson?language=en").json()
    assert "/?/" in lesson["goes_on_at"]
    for step in lesson["steps"][1:]:  # the first one ends the game, and then all is open
        for scene in (step["scene"], *(one["scene"] for following in step["after"].values() for one in following)):
            racks = [
                piece["colour"]
                for tray in scene["trays"]
                for holding in tray.get("holdings", ())
                if holding["kind"] == "rack"
                for piece in holding.get("pieces", ())
            ]
            assert set(racks) == {"red"}


def test_why_names_the_rule_in_the_readers_language(visitor: httpx.Client) -> None:
    address = "/api/shelf/alignement/lesson/0/why?picks=b11&picks=h11"
    refusal = asked(visitor, address, **{"accept-language": "fr"}).json()["refusal"]
    assert refusal["rule"] == "ALI-4"
    assert "carrés" in refusal["message"]
    assert asked(visitor, "/api/shelf/alignement/lesson/0/why?picks=b11&picks=b8").json() == {"refusal": None}


def test_there_is_no_lesson_of_what_is_not_there(visitor: httpx.Client) -> None:
    assert visitor.get("/api/shelf/chess/lesson?language=en").json()["code"] == "not-found"
    assert asked(visitor, "/api/shelf/alignement/lesson/20/why?picks=b11").json()["code"] == "not-found"
    assert visitor.get("/api/shelf/chess/introduction?language=en").status_code == 404


def test_par_is_the_same_for_everybody_and_may_be_kept(visitor: httpx.Client) -> None:
    answer = asked(visitor, "/api/shelf/solitaire/par?deal=1")
    assert answer.json() == {"moves": 9, "left": 1, "is_proven": True}
    assert "max-age" in answer.headers["cache-control"]
    assert asked(visitor, "/api/shelf/solitaire/par?deal=0").status_code == 400
    assert visitor.get("/api/shelf/empire/par").status_code == 404


def test_a_way_is_told_line_by_line_until_it_is_proven(visitor: httpx.Client) -> None:
    answer = asked(visitor, "/api/shelf/solitaire/way?deal=1")
    told = [msgspec.json.decode(line, type=WayFound) for line in answer.content.splitlines()]
    assert len(told[0].steps) == told[0].moves + 1
    last = told[-1]
    assert (last.moves, last.left, last.bound, last.is_proven, last.goes_on) == (9, 1, 9, True, False)
    bounds = [one.bound or 0 for one in told]
    assert bounds == sorted(bounds)
    assert visitor.get("/api/shelf/empire/way").status_code == 404
    assert visitor.get("/api/tables/nowhere/way").status_code in (401, 404)


def test_a_way_from_a_table_is_told_to_who_plays_there(visitor: httpx.Client) -> None:
    async def visit() -> None:
        address = visitor.base_url.netloc.decode()
        async with Visitor(address) as ann, Visitor(address) as bob:
            deal = {"options": {"deal": "shuffled"}, "deal_number": 1}
            table = (await ann.make("solitaire", {"who": "me"}, **deal))["table"]["id"]
            await bob.make("solitaire", {"who": "me"}, **deal)  # so that he is somebody
            way = f"/api/tables/{table}/way"
            answer = await ann.http.get(way)
            assert (answer.status_code, msgspec.json.decode(answer.content.splitlines()[-1])["moves"]) == (200, 9)
            watching = await bob.http.get(way)
            assert (watching.status_code, watching.json()["code"]) == (403, "watching")
            line = await ann.line()
            told = await line.ask("attend", table=table)
            await line.ask("resign", table=table, seen=told["attended"]["number"])
            over = await ann.http.get(way)
            assert (over.status_code, over.json()["code"]) == (409, "over")

    asyncio.run(asyncio.wait_for(visit(), 2 * PATIENCE))
