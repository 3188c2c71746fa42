"""Talk as it is kept: in order, once, not for long."""

from concurrent.futures import ThreadPoolExecutor

from sqlalchemy import delete, select

from palissade.server.store.database import Database
from palissade.server.store.people import adopt, all_about
from palissade.server.store.schema import people, talk
from palissade.server.store.talk import MOST_LINES, Line, TalkStore
from tests.server.store.samples import OVER, TWO_FRIENDS, add_people, make_table


def line(message: str, person: str = "ann", **words: str) -> Line:
    return Line(table="t", at=5, person=person, seat=0, message=message, **words)


def friends_at_a_table(database: Database) -> TalkStore:
    add_people(database, "ann", "bob")
    make_table(database, "t", TWO_FRIENDS)
    return TalkStore(database)


def test_lines_are_told_in_order_and_one_sent_again_is_not_said_again(database: Database) -> None:
    kept = friends_at_a_table(database)
    for each in (line("m1", phrase="hello"), line("m1", "bob", text="Hi"), line("m1", phrase="hello")):
        kept.add(each)
    assert [(said.number, said.name, said.phrase, said.text) for said in kept.at("t")] == [
        (1, "Ann", "hello", None),
        (2, "Bob", None, "Hi"),
    ]
    assert [said.number for said in kept.at("t", after=1)] == [2]
    assert kept.at("elsewhere") == []


def test_those_who_speak_at_once_are_all_heard(database: Database) -> None:
    kept = friends_at_a_table(database)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda number: kept.add(line(f"m{number}", phrase="hello")), range(12)))
    assert [said.number for said in kept.at("t")] == list(range(1, 13))


def test_only_the_last_lines_of_a_long_talk_are_kept(database: Database) -> None:
    kept = friends_at_a_table(database)
    for number in range(MOST_LINES + 3):
        kept.add(line(f"m{number}", phrase="hello"))
    assert [said.number for said in kept.at("t")] == list(range(4, MOST_LINES + 4))


def test_talk_is_let_go_when_its_game_has_been_over_for_long(database: Database) -> None:
    kept = friends_at_a_table(database)
    make_table(database, "over", TWO_FRIENDS, summary=OVER, changed_at=2_000)
    kept.add(line("m1", phrase="hello"))
    kept.add(Line(table="over", at=5, person="bob", seat=1, message="m1", phrase="good-game"))
    kept.let_go(over_since=1_999)
    assert len(kept.at("over")) == 1
    kept.let_go(over_since=2_000)
    assert (len(kept.at("over")), len(kept.at("t"))) == (0, 1)


def test_what_somebody_said_goes_with_them(database: Database) -> None:
    kept = friends_at_a_table(database)
    kept.add(line("m1", text="Hi"))
    kept.add(line("m1", "bob", phrase="hello"))
    with database.writing() as connection:
        assert [said["text"] for said in all_about(connection, "ann")["talk"]] == ["Hi"]
        connection.execute(delete(people).where(people.c.id == "ann"))
    assert [said.name for said in kept.at("t")] == ["Bob"]


def test_what_a_guest_said_is_the_accounts_who_adopts_them(database: Database) -> None:
    kept = friends_at_a_table(database)
    kept.add(line("m1", text="Hi"))
    with database.writing() as connection:
        assert adopt(connection, "ann", "bob")
        assert connection.scalars(select(talk.c.person)).all() == ["bob"]
