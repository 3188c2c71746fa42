"""The names of accounts: nobody else bears one, nor any that looks like it."""

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy import select, update

from palissade.server.identity import people as people_module
from palissade.server.identity.names import folded, good_name
from palissade.server.identity.passwords import Passwords
from palissade.server.identity.people import Change, People
from palissade.server.refused import IdentityRefused
from palissade.server.skeleton import skeleton
from palissade.server.store import schema
from palissade.server.store.database import Database
from palissade.server.store.people import PersonRow
from tests.server.identity.conftest import QUICK, SmallWorker

PASSWORD = "correct horse"
ALIKE = ["Ann", "ann", "Аnn", "𝓐nn"]  # the third begins with a Cyrillic letter


def name_of(worker: SmallWorker, person: PersonRow) -> str:
    with worker.database.reading() as connection:
        return str(connection.execute(select(schema.people.c.name).where(schema.people.c.id == person.id)).scalar_one())


@pytest.mark.parametrize("name", ALIKE)
def test_no_other_account_and_no_guest_looks_like_an_account(worker: SmallWorker, name: str) -> None:
    people = worker.people

    async def play() -> None:
        await people.register(None, "Ann", PASSWORD)
        bob, _ = await people.register(None, "Bob", PASSWORD)
        guest, _ = await people.become_guest("Birch", "en")
        for attempt in (
            people.register(None, name, PASSWORD),
            people.register(guest, name, PASSWORD),
            people.rename(bob, name),
            people.rename(guest, name),
            people.become_guest(name, "en"),
            people.good_names(["Cid", name], guest),
        ):
            with pytest.raises(IdentityRefused) as refused:
                await attempt
            assert refused.value.code == "name-taken"
            assert "looks like" in refused.value.say("en")
            assert "ressemble" in refused.value.say("fr")

    asyncio.run(play())


def test_an_account_may_write_its_own_name_otherwise_and_bear_it_at_its_screen(worker: SmallWorker) -> None:
    async def play() -> None:
        ann, _ = await worker.people.register(None, "Ann", PASSWORD)
        assert (await worker.people.rename(ann, "ANN")).name == "ANN"
        assert await worker.people.good_names([" Ann ", "Tom"], ann) == ["Ann", "Tom"]
        assert (await worker.people.sign_in("ann", PASSWORD, None))[0].id == ann.id

    asyncio.run(play())


def test_a_name_at_one_screen_comes_through_the_same_door(worker: SmallWorker) -> None:
    async def play() -> None:
        guest, _ = await worker.people.become_guest(None, "en")
        for name in ("\u3164", "a\u200bb", "a\u200fb", "\ue000", "Z\u0336\u0337\u0338"):
            with pytest.raises(IdentityRefused):
                await worker.people.good_names([name], guest)

    asyncio.run(play())


def test_guests_may_have_the_same_name(worker: SmallWorker) -> None:
    async def play() -> None:
        first, _ = await worker.people.become_guest("Birch", "en")
        second, _ = await worker.people.become_guest("Birch", "en")
        assert first.name == second.name

    asyncio.run(play())


def test_guests_make_way_for_an_account_of_their_name(worker: SmallWorker) -> None:
    changes: list[Change] = []
    people = worker.people

    async def play() -> list[PersonRow]:
        guests = [(await people.become_guest(name, "fr"))[0] for name in (*ALIKE, "Hanna")]
        people.on_change = changes.append
        ann, _ = await people.register(guests[0], "Ann", PASSWORD)
        assert ann.id == guests[0].id
        await people.rename(ann, "Hanna")
        return guests

    ann, *others = asyncio.run(play())
    assert name_of(worker, ann) == "Hanna"
    for guest in others:
        assert skeleton(name_of(worker, guest)) not in {skeleton("Ann"), skeleton("Hanna")}
        assert Change(guest.id, guest.id) in changes  # whoever sees them is told


def test_an_invented_name_is_no_accounts(worker: SmallWorker, monkeypatch: pytest.MonkeyPatch) -> None:
    names = iter(["Calm Birch", "CALM BIRCH", "Wise Elm"])
    monkeypatch.setattr(people_module, "invented_name", lambda language: next(names))

    async def play() -> None:
        await worker.people.register(None, "Calm Birch", PASSWORD)
        assert (await worker.people.become_guest(None, "en"))[0].name == "Wise Elm"

    asyncio.run(play())


def test_there_are_names_for_guests_when_all_invented_ones_are_accounts(
    worker: SmallWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people_module, "invented_name", lambda language: "Bouleau calme et patient")

    async def play() -> None:
        await worker.people.register(None, "Bouleau calme et patient", PASSWORD)
        guest, _ = await worker.people.become_guest(None, "fr")
        assert guest.name.startswith("Bouleau calme et ")
        assert good_name(guest.name) == guest.name

    asyncio.run(play())


def test_workers_racing_for_names_that_look_alike_agree_on_one(worker: SmallWorker, database_url: str) -> None:
    elsewhere = Database(database_url)
    there = People(elsewhere, worker.clock, Passwords(QUICK))

    async def play() -> None:
        results = await asyncio.gather(
            *(people.register(None, name, PASSWORD) for name in ALIKE[::2] for people in (worker.people, there)),
            return_exceptions=True,
        )
        refused = [result for result in results if isinstance(result, IdentityRefused)]
        assert [refusal.code for refusal in refused] == ["name-taken"] * 3

    asyncio.run(play())
    elsewhere.close()


def test_who_had_such_a_name_before_is_looked_after_once_a_day(worker: SmallWorker) -> None:
    """Old accounts that look alike stay; guests are called otherwise."""

    async def set_up() -> list[PersonRow]:
        people = worker.people
        persons = [(await people.register(None, name, PASSWORD))[0] for name in ("Ann", "Bob")]
        return [*persons, *[(await people.become_guest(name, "en"))[0] for name in ("Birch", "Beech")]]

    ann, bob, birch, beech = asyncio.run(set_up())
    with worker.database.writing() as connection:
        for person, name in ((bob, "Аnn"), (birch, "ann")):
            values = {"name": name, "skeleton": skeleton(name)} | ({"account": folded(name)} if person is bob else {})
            connection.execute(update(schema.people).where(schema.people.c.id == person.id).values(values))
    asyncio.run(worker.people.forget_the_absent())
    assert [name_of(worker, person) for person in (ann, bob, beech)] == ["Ann", "Аnn", "Beech"]
    assert name_of(worker, birch) != "ann"
    assert asyncio.run(worker.people.sign_in("Аnn", PASSWORD, None))[0] == replace(bob, name="Аnn")
