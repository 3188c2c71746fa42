"""Reading: cheap for who has the answer already, built once for all who ask at once, and never another seat's."""

import asyncio
import threading
from pathlib import Path

import httpx
import pytest

from palissade.server.limits import LIMITS
from palissade.server.refused import Refused
from palissade.server.routes.cached import AT_ONCE, MOST_WAITING, AnswerCache, Build
from tests.server.abuse.party import party
from tests.server.abuse.raw import run
from tests.server.abuse.watched import Watched
from tests.server.visitor import PATIENCE, Visitor

# ---- the cache


class Builder:
    """Builds in threads when it is let to, and counts."""

    def __init__(self, most_bytes: int = 100) -> None:
        self.cache = AnswerCache(asyncio.to_thread, most_bytes)
        self.built: list[str] = []
        self.working = self.most = 0
        self.may_go_on = threading.Event()
        self._lock = threading.Lock()

    def build(self, tag: str, answer: bytes | None) -> Build:
        def work() -> bytes | None:
            with self._lock:
                self.built.append(tag)
                self.working += 1
                self.most = max(self.most, self.working)
            assert self.may_go_on.wait(PATIENCE)
            with self._lock:
                self.working -= 1
            return answer

        return work

    async def get(self, tag: str, answer: bytes | None = b"x" * 10) -> bytes | None:
        return await self.cache.get(tag, self.build(tag, answer))


def test_what_a_hundred_ask_for_at_once_is_built_once() -> None:
    async def ask() -> None:
        builder = Builder()
        asking = [asyncio.create_task(builder.get("a", b"answer")) for _ in range(100)]
        while not builder.built:
            await asyncio.sleep(0)
        asking[0].cancel()  # who asked first is gone, and the others get it all the same
        builder.may_go_on.set()
        assert await asyncio.gather(*asking[1:]) == [b"answer"] * 99
        assert await builder.get("a") == b"answer"
        assert builder.built == ["a"]

    asyncio.run(ask())


def test_only_a_few_are_built_at_once_and_not_too_many_wait() -> None:
    async def ask() -> None:
        builder = Builder(10_000)
        asking = [asyncio.create_task(builder.get(str(number))) for number in range(MOST_WAITING)]
        while builder.working < AT_ONCE:
            await asyncio.sleep(0)
        with pytest.raises(Refused) as refused:
            await builder.get("one more")
        assert (refused.value.code, refused.value.status) == ("busy", 503)
        assert refused.value.seconds
        builder.may_go_on.set()
        await asyncio.gather(*asking)
        assert builder.most == AT_ONCE
        assert await builder.get("one more")

    asyncio.run(ask())


def test_the_answer_that_was_not_asked_for_longest_makes_room() -> None:
    async def ask() -> None:
        builder = Builder(most_bytes=30)
        builder.may_go_on.set()
        for tag in ("a", "b", "c", "a", "d", "a", "b"):
            await builder.get(tag)
        assert builder.built == ["a", "b", "c", "d", "b"]
        assert await builder.get("large", b"x" * 31) == b"x" * 31  # told, and not kept
        assert sum(map(len, builder.cache._kept.values())) <= 30

    asyncio.run(ask())


def test_what_failed_or_is_no_more_is_not_kept() -> None:
    def fail() -> bytes:
        raise OSError("no disk")

    async def ask() -> None:
        builder = Builder()
        builder.may_go_on.set()
        with pytest.raises(OSError, match="no disk"):
            await builder.cache.get("a", fail)
        assert await builder.get("a", None) is None
        assert await builder.get("a", b"there") == b"there"

    asyncio.run(ask())


# ---- at a server


async def read(visitor: Visitor, path: str, tag: str = "") -> httpx.Response:
    """Ask, if need be until the game is ready."""
    while (answer := await visitor.http.get(path, headers={"if-none-match": tag} if tag else {})).status_code == 503:
        await asyncio.sleep(0.2)
    return answer


@pytest.mark.parametrize("what", ["record", "scene"])
def test_who_has_it_already_is_told_so_until_something_happens(server: Watched, what: str) -> None:
    async def ask() -> None:
        async with party(server.address) as at:
            path = f"/api/tables/{at.table}/{what}"
            first = await read(at.ann, path)
            tag = first.headers["etag"]
            assert tag.startswith('"')
            assert first.headers["cache-control"] == "private, no-cache"
            for known in (tag, f"W/{tag}", f'"other", {tag}'):
                again = await read(at.ann, path, known)
                assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
            assert (await read(at.ann, path, '"other"')).content == first.content
            await at.play()
            after = await read(at.ann, path, tag)
            assert after.status_code == 200
            assert after.headers["etag"] != tag
            assert after.content != first.content

    run(ask())


def test_a_name_that_changes_is_in_the_record_at_once(server: Watched) -> None:
    async def ask() -> None:
        async with party(server.address) as at:
            path = f"/api/tables/{at.table}/record"
            before = await read(at.bob, path)
            assert "Zebulon" not in before.text
            await at.bob.come()
            await at.bob.http.patch("/api/me", json={"name": "Zebulon"})
            after = await read(at.bob, path, before.headers["etag"])
            assert "Zebulon" in after.json()["players"]
            # Who has another name is hung up on, and calls again.
            at.lines = (at.lines[0], await at.bob.line())
            await at.lines[1].ask("attend", table=at.table, depth="program")

    run(ask())


def test_no_seat_is_ever_given_the_scene_of_another(server: Watched) -> None:
    """With hidden tiles, whoever asks first and whatever tag they know."""

    async def ask() -> None:
        async with Visitor(server.address) as ann, Visitor(server.address) as bob, Visitor(server.address) as eve:
            made = await ann.make("blockers", {"who": "me"}, {"who": "friend"})
            await bob.sit(made["links"][0]["path"])
            path = f"/api/tables/{made['table']['id']}/scene"
            rounds = []
            for order in ((ann, bob, eve), (eve, bob, ann), (bob, eve, ann)):
                answers = {visitor: await read(visitor, path) for visitor in order}
                rounds.append([answers[visitor] for visitor in (ann, bob, eve)])
            assert len({answer.headers["etag"] for answer in rounds[0]}) == 3
            assert len({answer.content for answer in rounds[0]}) == 3
            for told in rounds[1:]:
                assert [answer.content for answer in told] == [answer.content for answer in rounds[0]]
            for tag in {answer.headers["etag"] for answer in rounds[0][:2]}:
                stolen = await read(eve, path, tag)
                assert (stolen.status_code, stolen.content) == (200, rounds[0][2].content)

    run(ask())


def test_a_table_that_is_not_there_is_not_found(server: Watched) -> None:
    for what in ("record", "scene"):
        answer = httpx.get(f"http://{server.address}/api/tables/nowhere/{what}", headers={"if-none-match": "*"})
        assert answer.status_code == 404


def test_an_address_reads_only_so_often_and_health_is_not_counted(tmp_path: Path) -> None:
    burst = LIMITS["read"].burst // 10

    async def ask(server: Watched) -> None:
        async with httpx.AsyncClient(base_url=f"http://{server.address}", timeout=PATIENCE) as http:
            for _ in range(burst):
                for path in ("/health", "/ready", "/metrics", "/"):
                    assert (await http.get(path)).status_code == 200
            answers = [await http.get("/api/tables") for _ in range(4 * burst)]
            refused = [answer for answer in answers if answer.status_code == 429]
            assert [answer.status_code for answer in answers[:burst]] == [200] * burst
            assert len(refused) > burst
            assert {answer.json()["code"] for answer in refused} == {"too-many"}
            assert all(int(answer.headers["retry-after"]) == answer.json()["seconds"] > 0 for answer in refused)
            assert (await http.get("/health")).status_code == 200
            counted = (await http.get("/metrics")).text
            assert f'palissade_refused_total{{why="reads"}} {len(refused)}.0' in counted

    with Watched(tmp_path, PALISSADE_LIMITS="0.1") as strict:
        run(ask(strict))
        assert "its address asks too often" in strict.stop()
