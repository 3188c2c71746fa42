"""Talking at a table over the wire, against a real server on either database."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

from tests.server.served import Served
from tests.server.test_playing import ANYONE, BALSA, FRIEND, ME, attend, run, sit_down_together
from tests.server.visitor import Json, LiveLine, Visitor

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.postgres import Postgres


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def addresses(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """Where ann and bob come in: at the same server or, on PostgreSQL, at two that share it."""
    if request.param == "sqlite":
        folder: Path = tmp_path_factory.mktemp("served")
        with Served(f"sqlite:///{folder / 'palissade.sqlite3'}", PALISSADE_LIMITS="1") as served:
            yield served.address, served.address
        return
    postgres: Postgres = request.getfixturevalue("postgres")
    name = postgres.fresh()
    with ExitStack() as stack:
        one, other = (stack.enter_context(Served(postgres.url(name), PALISSADE_LIMITS="1")) for _ in range(2))
        yield one.address, other.address
    postgres.drop(name)


async def talked(line: LiveLine, **wanted: object) -> Json:
    """The next frame of talk; what comes before it is let go."""
    while True:
        frame = await line.next()
        if "talk" in frame and all(frame.get(key) == value for key, value in wanted.items()):
            return frame


def words_of(frame: Json) -> list[tuple[str | None, str | None]]:
    return [(said.get("phrase"), said.get("text")) for said in frame["said"]]


def test_friends_talk_and_who_watches_reads_the_phrases_alone(addresses: tuple[str, str]) -> None:
    async def test() -> None:
        here, there = addresses
        async with Visitor(here) as ann, Visitor(there) as bob, Visitor(there) as eve:
            table, _ = await sit_down_together(ann, bob)
            (line, told), (other, _) = await attend(ann, table, "page"), await attend(bob, table, "page")
            watching, seen = await attend(eve, table, "page")
            assert [what for what in told["now"]["may"] if what in ("talk", "chat")] == ["talk", "chat"]
            assert seen["now"]["may"] == []
            assert "refused" not in await line.ask("talk", table=table, text=" Hello,\n\u202eBob ")
            assert words_of(await talked(other)) == [(None, "Hello, Bob")]
            assert "refused" not in await other.ask("talk", table=table, phrase="thanks", id="once")
            assert "refused" not in await other.ask("talk", table=table, phrase="thanks", id="once")
            (thanks,) = (await talked(watching))["said"]
            assert (thanks["phrase"], thanks["number"], thanks["seat"]) == ("thanks", 2, 1)
            assert words_of(await talked(line)) == [("thanks", None)]
            _, again = await attend(ann, table, "page")
            assert [said["number"] for said in again["talk"]] == [1, 2]
            _, again = await attend(eve, table, "page")
            assert [said["number"] for said in again["talk"]] == [2]

    run(test())


def test_strangers_have_phrases_only_and_who_is_alone_nobody_to_talk_to(addresses: tuple[str, str]) -> None:
    async def test() -> None:
        here, there = addresses
        async with Visitor(here) as ann, Visitor(there) as bob:
            alone = (await ann.make("alignement", ME, BALSA))["table"]["id"]
            line, told = await attend(ann, alone, "page")
            assert "talk" not in told["now"]["may"]
            assert (await line.ask("talk", table=alone, phrase="hello"))["refused"]["code"] == "nobody-to-talk-to"
            table = (await ann.make("alignement", ME, ANYONE))["table"]["id"]
            await bob._post(f"/api/tables/{table}/seats/1", {})
            line, told = await attend(ann, table, "page")
            assert [what for what in told["now"]["may"] if what in ("talk", "chat")] == ["talk"]
            for code, words in (
                ("phrases-only", {"text": "Hello"}),
                ("malformed", {"text": "Hello", "phrase": "hello"}),
                ("malformed", {}),
                ("malformed", {"phrase": "of my own"}),
            ):
                assert (await line.ask("talk", table=table, **words))["refused"]["code"] == code
            assert "refused" not in await line.ask("talk", table=table, phrase="good-luck")

    run(test())


def test_who_watches_says_nothing_and_who_says_too_much_waits(addresses: tuple[str, str]) -> None:
    async def test() -> None:
        here, there = addresses
        async with Visitor(here) as ann, Visitor(there) as bob, Visitor(here) as eve:
            table, _ = await sit_down_together(ann, bob)
            watching, _ = await attend(eve, table, "page")
            assert (await watching.ask("talk", table=table, phrase="hello"))["refused"]["code"] == "watching"
            line, _ = await attend(ann, table, "page")
            assert (await line.ask("talk", table=table, text="x" * 201))["refused"]["code"] == "malformed"
            answers = [await line.ask("talk", table=table, phrase="hello") for _ in range(8)]
            refused = [answer["refused"]["code"] for answer in answers if "refused" in answer]
            assert refused
            assert set(refused) == {"too-many"}

    run(test())


def test_what_somebody_said_is_gone_with_them_for_all_who_are_there(addresses: tuple[str, str]) -> None:
    async def test() -> None:
        here, there = addresses
        async with Visitor(here) as ann, Visitor(there) as bob, Visitor(there) as cat:
            made = await ann.make("empire", ME, FRIEND, FRIEND, options={"players": 3})
            table = made["table"]["id"]
            for visitor, link in zip((bob, cat), made["links"], strict=True):
                await visitor.sit(link["path"])
            line, _ = await attend(ann, table, "page")
            other, _ = await attend(cat, table, "page")
            await line.ask("talk", table=table, text="Hello")
            await talked(other)
            await other.ask("talk", table=table, phrase="hello")
            await ann.http.request("DELETE", "/api/me", json={})
            left = await talked(other, whole=True)
            assert words_of(left) == [("hello", None)]

    run(test())
