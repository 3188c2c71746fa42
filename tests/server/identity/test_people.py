"""People, without HTTP."""

import asyncio
from threading import Event
from unittest.mock import Mock

import pytest
from argon2 import PasswordHasher
from sqlalchemy import select

from palissade.server.identity.passwords import Passwords
from palissade.server.identity.people import HOUR, LIFE, Change, People
from palissade.server.identity.recent import Recent
from palissade.server.refused import IdentityRefused
from palissade.server.store import schema
from palissade.server.store.database import Database
from palissade.server.store.people import PersonRow
from tests.server.identity.conftest import QUICK, SmallWorker

PASSWORD = "correct horse"


def secret_of(people: People, cookie: str) -> bytes:
    secret = people.cookies.person_secret(f"palissade-session={cookie}")
    assert secret is not None
    return secret


def test_a_person_is_looked_up_once_in_five_seconds(worker: SmallWorker, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        guest, cookie = await worker.people.become_guest(None, "en")
        secret = secret_of(worker.people, cookie)
        look_up = Mock(wraps=worker.people._look_up)
        monkeypatch.setattr(worker.people, "_look_up", look_up)
        for expected in (1, 1, 2):
            assert await worker.people.whoami(secret) == guest
            assert look_up.call_count == expected
            worker.clock.now += 3000

    asyncio.run(play())


def test_another_worker_hears_of_a_sign_out(worker: SmallWorker) -> None:
    there = People(worker.database, worker.clock, Passwords(QUICK))
    worker.people.on_change = lambda change: there.forget(change.person)

    async def play() -> None:
        _, cookie = await worker.people.become_guest("Ann", "en")
        secret = secret_of(there, cookie)
        assert await there.whoami(secret)
        await worker.people.sign_out(secret)
        assert await there.whoami(secret) is None

    asyncio.run(play())


def test_a_look_up_that_a_sign_out_overtakes_is_not_remembered(
    worker: SmallWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        guest, cookie = await worker.people.become_guest("Ann", "en")
        secret = secret_of(worker.people, cookie)
        look_up, has_looked, may_answer = worker.people._look_up, Event(), Event()

        def slow_look_up(digest: bytes) -> PersonRow | None:
            found = look_up(digest)
            has_looked.set()
            may_answer.wait(10)
            return found

        monkeypatch.setattr(worker.people, "_look_up", slow_look_up)
        asking = asyncio.create_task(worker.people.whoami(secret))
        await asyncio.to_thread(has_looked.wait, 10)
        monkeypatch.undo()
        await worker.people.sign_out_everywhere(guest)
        may_answer.set()
        await asking
        assert await worker.people.whoami(secret) is None

    asyncio.run(play())


def test_only_so_many_people_are_remembered() -> None:
    recent = Recent(lambda: 0, most=10)
    for number in range(100):
        recent.keep(bytes([number]), PersonRow(str(number), "Ann", "guest", "en"), 0)
    assert len(recent) == 10
    assert recent.get(bytes([99])) is not None
    assert recent.get(bytes([0])) is None


def test_every_change_is_told(worker: SmallWorker) -> None:
    changes: list[Change] = []
    worker.people.on_change = changes.append

    async def play() -> tuple[PersonRow, PersonRow]:
        people = worker.people
        ann, _ = await people.register(None, "Ann", PASSWORD)
        guest, _ = await people.become_guest("Birch", "en")
        await people.rename(guest, "Beech")
        await people.sign_in("Ann", PASSWORD, guest)
        await people.sign_out_everywhere(ann)
        await people.delete(ann, PASSWORD)
        return ann, guest

    ann, guest = asyncio.run(play())
    assert changes == [
        Change(ann.id, ann.id),
        Change(guest.id, guest.id),
        Change(guest.id, ann.id),
        Change(ann.id, ann.id),
        Change(ann.id, None),
    ]


def test_a_guest_who_registered_in_another_window_is_not_adopted(worker: SmallWorker) -> None:
    async def play() -> None:
        await worker.people.register(None, "Ann", PASSWORD)
        guest, _ = await worker.people.become_guest("Birch", "en")
        await worker.people.register(guest, "Bob", PASSWORD)
        await worker.people.sign_in("Ann", PASSWORD, guest)  # as the first window still believes
        assert (await worker.people.sign_in("Bob", PASSWORD, None))[0].id == guest.id

    asyncio.run(play())


def test_a_guest_who_registers_in_two_windows_has_one_account(worker: SmallWorker) -> None:
    async def play() -> None:
        guest, _ = await worker.people.become_guest("Birch", "en")
        first, second = await asyncio.gather(
            worker.people.register(guest, "Ann", PASSWORD),
            worker.people.register(guest, "Bob", PASSWORD),
            return_exceptions=True,
        )
        refused = [result for result in (first, second) if isinstance(result, IdentityRefused)]
        assert [refusal.code for refusal in refused] == ["already-account"]

    asyncio.run(play())


def test_workers_racing_for_one_name_agree_on_one(worker: SmallWorker, database_url: str) -> None:
    elsewhere = Database(database_url)
    there = People(elsewhere, worker.clock, Passwords(QUICK))

    async def play() -> None:
        results = await asyncio.gather(
            *(people.register(None, "Ann", PASSWORD) for people in (worker.people, there) * 4), return_exceptions=True
        )
        refused = [result for result in results if isinstance(result, IdentityRefused)]
        assert [refusal.code for refusal in refused] == ["name-taken"] * 7

    asyncio.run(play())
    elsewhere.close()


def test_a_password_kept_with_weaker_settings_is_kept_better_after_signing_in(worker: SmallWorker) -> None:
    def kept() -> str:
        with worker.database.reading() as connection:
            return str(connection.execute(select(schema.people.c.password)).scalar_one())

    stronger = PasswordHasher(time_cost=2, memory_cost=16, parallelism=1)
    asyncio.run(worker.people.register(None, "Ann", PASSWORD))
    assert "t=1" in kept()
    later = People(worker.database, worker.clock, Passwords(stronger))
    asyncio.run(later.sign_in("Ann", PASSWORD, None))
    assert "t=2" in kept()
    asyncio.run(later.sign_in("Ann", PASSWORD, None))


def test_only_the_digest_of_a_secret_is_kept(worker: SmallWorker) -> None:
    _, cookie = asyncio.run(worker.people.become_guest("Ann", "en"))
    with worker.database.reading() as connection:
        kept = connection.execute(select(schema.sessions.c.digest)).scalar_one()
    assert len(kept) == 32
    assert kept != secret_of(worker.people, cookie)


def test_a_session_ends_after_400_days(worker: SmallWorker) -> None:
    async def play() -> None:
        _, cookie = await worker.people.become_guest("Ann", "en")
        secret = secret_of(worker.people, cookie)
        worker.clock.now += LIFE - 1
        assert await worker.people.whoami(secret)
        worker.clock.now += 5000
        assert await worker.people.whoami(secret) is None

    asyncio.run(play())


def test_guests_whom_no_cookie_leads_to_are_let_go(worker: SmallWorker) -> None:
    async def play() -> None:
        gone, _ = await worker.people.become_guest("Gone", "en")
        _, cookie = await worker.people.become_guest("Back", "en")
        await worker.people.register(None, "Ann", PASSWORD)
        worker.lay_table("t1", gone.id, gone.id)
        worker.clock.now += 300 * 24 * HOUR
        assert await worker.people.whoami(secret_of(worker.people, cookie))
        worker.clock.now += 101 * 24 * HOUR
        await worker.people.forget_the_absent()

    asyncio.run(play())
    with worker.database.reading() as connection:
        assert sorted(connection.execute(select(schema.people.c.name)).scalars()) == ["Ann", "Back"]
        assert connection.execute(select(schema.sessions.c.digest)).all() == []
        assert connection.execute(select(schema.seats.c.person)).scalars().all() == [None]


def test_what_only_the_person_could_go_on_with_is_put_away_before_they_go(worker: SmallWorker) -> None:
    asked = []

    async def put_away(person: PersonRow) -> None:
        with worker.database.reading() as connection:
            asked.append(connection.execute(select(schema.people.c.name)).scalar_one())

    worker.people.before_delete = put_away

    async def play() -> None:
        guest, _ = await worker.people.become_guest("Ann", "en")
        await worker.people.delete(guest, None)

    asyncio.run(play())
    assert asked == ["Ann"]
