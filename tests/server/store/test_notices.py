"""How people are reached, as it is kept."""

import pytest
from sqlalchemy import delete, insert

from palissade.server.store.database import Database
from palissade.server.store.notices import MOST_DEVICES, NoticeStore, SubscriptionRow
from palissade.server.store.people import all_about, remove_session
from palissade.server.store.schema import people, sessions
from tests.server.store.samples import TWO_FRIENDS, add_people, make_table

DAY = 86_400_000


def session(number: int) -> bytes:
    return bytes([number] * 32)


def browser(number: int, person: str = "ann", at: int = 1) -> SubscriptionRow:
    return SubscriptionRow(bytes([100 + number] * 32), session(number), person, f"https://{number}", b"p", b"a", at)


@pytest.fixture
def kept(database: Database) -> NoticeStore:
    add_people(database, "ann", "bob")
    make_table(database, "t", TWO_FRIENDS)
    make_table(database, "u", TWO_FRIENDS)
    with database.writing() as connection:
        for number in range(MOST_DEVICES + 2):
            connection.execute(insert(sessions).values(digest=session(number), person="ann", made_at=1, seen_at=1))
    return NoticeStore(database)


def test_who_can_be_reached_nowhere_is_told_nothing(kept: NoticeStore) -> None:
    assert kept.claim("ann", "t", "turn", 5) is None
    assert kept.claim("nobody", "t", "turn", 5) is None
    kept.subscribe(browser(1))
    found = kept.claim("ann", "t", "turn", 5)  # nothing was noted as told before
    assert found is not None
    assert [each.endpoint for each in found.subscriptions] == ["https://1"]
    assert (found.language, found.address) == ("en", None)


def test_one_notice_of_a_kind_and_table_until_they_come_back(kept: NoticeStore) -> None:
    kept.subscribe(browser(1))
    assert kept.claim("ann", "t", "turn", 5) is not None
    assert kept.claim("ann", "t", "turn", 6) is None
    assert kept.claim("ann", "t", "offer", 6) is not None
    assert kept.claim("ann", "u", "turn", 6) is not None
    kept.came("bob", "t")
    assert kept.claim("ann", "t", "turn", 7) is None
    kept.came("ann", "t")
    assert kept.claim("ann", "t", "turn", 8) is not None
    assert kept.claim("ann", "u", "turn", 8) is None


def test_an_address_is_written_to_only_when_it_is_known_to_be_theirs(kept: NoticeStore) -> None:
    kept.ask_address("ann", "ann@example.org", b"k" * 32, 10)
    assert kept.claim("ann", "t", "turn", 11) is None
    assert not kept.confirm(b"x" * 32, 11, 0)
    assert not kept.confirm(b"k" * 32, 10 + DAY, asked_after=10)  # too late
    assert kept.confirm(b"k" * 32, 12, asked_after=0)
    assert not kept.confirm(b"k" * 32, 13, asked_after=0)  # it works once
    found = kept.claim("ann", "t", "turn", 14)
    assert found is not None
    assert found.address == "ann@example.org"
    kept.ask_address("ann", "other@example.org", b"l" * 32, 15)
    assert kept.claim("ann", "t", "offer", 16) is None  # another one has to be confirmed anew
    kept.forget_unconfirmed(asked_before=15)
    assert kept.wishes("ann").address is None
    kept.remove_address("ann")


def test_each_kind_is_switched_off_for_each_way(kept: NoticeStore) -> None:
    kept.subscribe(browser(1))
    kept.ask_address("ann", "ann@example.org", b"k" * 32, 10)
    kept.confirm(b"k" * 32, 12, asked_after=0)
    kept.switch_off("ann", ["push-turn", "mail-offer"])
    turn, offer = kept.claim("ann", "t", "turn", 20), kept.claim("ann", "t", "offer", 20)
    assert turn is not None
    assert offer is not None
    assert (turn.subscriptions, turn.address) == ([], "ann@example.org")
    assert (len(offer.subscriptions), offer.address) == (1, None)
    kept.switch_off("ann", ["push-friend", "mail-friend"])
    assert kept.claim("ann", "t", "friend", 20) is None


def test_a_browser_is_told_as_long_as_it_is_known(kept: NoticeStore, database: Database) -> None:
    kept.subscribe(browser(1))
    kept.subscribe(browser(1, at=2))
    kept.subscribe(browser(2))
    assert len(kept.wishes("ann").sessions) == 2
    with database.writing() as connection:
        remove_session(connection, session(1))  # signed out there
    assert kept.wishes("ann").sessions == [session(2)]
    kept.unsubscribe(session(2))
    assert kept.wishes("ann").sessions == []
    for number in range(MOST_DEVICES + 2):
        if number != 1:
            kept.subscribe(browser(number, at=number))
    assert len(kept.wishes("ann").sessions) == MOST_DEVICES
    kept.remove(browser(5).digest)
    assert len(kept.wishes("ann").sessions) == MOST_DEVICES - 1


def test_all_of_it_goes_with_the_person(kept: NoticeStore, database: Database) -> None:
    kept.subscribe(browser(1))
    kept.ask_address("ann", "ann@example.org", b"k" * 32, 10)
    kept.claim("ann", "t", "turn", 5)
    with database.writing() as connection:
        assert all_about(connection, "ann")["notices"][0]["address"] == "ann@example.org"
        connection.execute(delete(people).where(people.c.id == "ann"))
    assert kept.wishes("ann").sessions == []
    assert kept.wishes("ann").address is None
    assert kept.claim("ann", "t", "offer", 5) is None
