"""Playing over the wire, against a real server on either database."""

import asyncio
from collections.abc import Coroutine, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from palissade import Match, game
from tests.server.served import Served
from tests.server.visitor import Json, LiveLine, Visitor

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.postgres import Postgres

ME, FRIEND, ANYONE = {"who": "me"}, {"who": "friend"}, {"who": "anyone"}
BALSA = {"who": "machine", "level": "balsa"}


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server for all tests of this file."""
    if request.param == "sqlite":
        folder: Path = tmp_path_factory.mktemp("served")
        with Served(f"sqlite:///{folder / 'palissade.sqlite3'}") as served:
            yield served.address
        return
    postgres: Postgres = request.getfixturevalue("postgres")
    name = postgres.fresh()
    with Served(postgres.url(name)) as served:
        yield served.address
    postgres.drop(name)


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(test, 120))


async def sit_down_together(ann: Visitor, bob: Visitor, game: str = "alignement", **wish: Any) -> tuple[str, str]:
    """A table at which ann and bob sit, by a secret link."""
    made = await ann.make(game, ME, FRIEND, **wish)
    link = made["links"][0]["path"]
    await bob.sit(link)
    return made["table"]["id"], link


async def attend(visitor: Visitor, table: str, depth: str = "program", **more: Any) -> tuple[LiveLine, Json]:
    line = await visitor.line()
    answer = await line.ask("attend", table=table, depth=depth, **more)
    return line, answer["attended"]


def first_choice(choices: Json | str) -> str:
    while isinstance(choices, dict):
        choices = next(iter(choices.values()))
    return choices


# ---- a game by link


def test_two_people_play_by_a_secret_link_and_both_hear_of_every_action(address: str) -> None:
    async def test() -> None:
        async with Visitor(address) as ann, Visitor(address) as bob:
            table, _ = await sit_down_together(ann, bob)
            (line, told), (other, _) = await attend(ann, table, "page"), await attend(bob, table)
            assert told["mine"] == [0]
            assert told["now"]["scene"]["board"]
            number = told["number"]
            mine = await line.ask("act", table=table, seen=number, action=first_choice(told["now"]["choices"]))
            assert mine["event"] == {"kind": "acted", "seat": 0, "action": "b2"}
            assert mine["number"] == number + 1
            assert "choices" not in mine["now"]
            assert "board" not in mine["now"]["scene"]
            heard = await other.news(number + 1)
            assert heard["event"] == mine["event"]
            assert "answer" not in heard
            assert "b2" not in heard["now"]["legal"]

    run(test())


def test_a_refusal_names_the_rule_in_the_readers_language(address: str) -> None:
    async def test() -> None:
        async with Visitor(address, "fr") as ann, Visitor(address) as bob:
            table, _ = await sit_down_together(ann, bob, "cul-de-sac")
            line, told = await attend(ann, table)
            answer = await line.ask("act", table=table, seen=told["number"], action="d4-d5")
            assert answer["refused"]["rule"] == "CDS-5"
            assert "pas" in answer["refused"]["message"]

    run(test())


def test_a_message_sent_again_is_answered_again_and_not_played_again(address: str) -> None:
    async def test() -> None:
        async with Visitor(address) as ann, Visitor(address) as bob:
            table, _ = await sit_down_together(ann, bob)
            line, told = await attend(ann, table)
            message = {"table": table, "seen": told["number"], "action": "b2", "id": "the same"}
            first = await line.ask("act", **message)
            assert first["event"]["action"] == "b2"
            again = await line.ask("act", **message)
            assert "refused" not in again
            elsewhere, now = await attend(ann, table)
            assert now["actions"] == ["b2"]
            assert "refused" not in await elsewhere.ask("act", **message)
            assert (await elsewhere.ask("act", **{**message, "id": "another"}))["refused"]["code"] == "stale"

    run(test())


def test_of_two_devices_that_race_one_wins_and_the_other_is_told(address: str) -> None:
    async def test() -> None:
        async with Visitor(address) as ann, Visitor(address) as bob:
            table, _ = await sit_down_together(ann, bob)
            (one, told), (two, _) = await attend(ann, table), await attend(ann, table)
            ids = [
                line.send("act", table=table, seen=told["number"], action=action)
                for line, action in ((one, "b2"), (two, "e2"))
            ]
            answers = [await line.answer(id_) for line, id_ in zip((one, two), ids, strict=True)]
            assert sum("refused" in answer for answer in answers) == 1
            _, now = await attend(bob, table)
            assert len(now["actions"]) == 1

    run(test())


def test_who_missed_something_catches_up(address: str) -> None:
    async def test() -> None:
        async with Visitor(address) as ann, Visitor(address) as bob:
            table, _ = await sit_down_together(ann, bob)
            (line, told), (other, _) = await attend(ann, table), await attend(bob, table)
            number = told["number"]
            other.close()
            await line.ask("act", table=table, seen=number, action="b2")
            await line.ask("offer-draw", table=table, seen=number + 1)
            _, back = await attend(bob, table, since=number)
            assert [event["event"]["kind"] for event in back["events"]] == ["acted", "draw-offered"]
            assert back["now"]["offer"] == {"kind": "draw", "seat": 0, "waits_for": [1], "ply": None}
            _, whole = await attend(bob, table, since=0)
            assert [event["number"] for event in whole["events"]] == list(range(1, number + 3))

    run(test())


def test_another_device_plays_with_the_same_link(address: str) -> None:
    async def test() -> None:
        async with Visitor(address) as ann, Visitor(address) as bob, Visitor(address) as phone:
            table, link = await sit_down_together(ann, bob)
            line, told = await attend(ann, table)
            await line.ask("act", table=table, seen=told["number"], action="b2")
            key = link.partition("#")[2]
            assert (await phone.sit(link))["mine"] == []  # it is bob's seat, and stays his
            there, seen = await attend(phone, table, key=key)
            assert seen["mine"] == [1]
            assert "refused" not in await there.ask("act", table=table, seen=seen["number"], action="e2")
            stranger = await phone.line()
            wrong = await stranger.ask("attend", table=table, key="1.AAAAAAAAAAAAAAAAAAAAAA")
            assert wrong["refused"]["code"] == "wrong-key"

    run(test())


def test_watchers_see_and_may_do_nothing(address: str) -> None:
    async def test() -> None:
        async with Visitor(address) as ann, Visitor(address) as bob, Visitor(address) as eve:
            table, _ = await sit_down_together(ann, bob)
            watching, told = await attend(eve, table, "page")
            assert told["mine"] == []
            assert "choices" not in told["now"]
            answer = await watching.ask("act", table=table, seen=told["number"], action="b2")
            assert answer["refused"]["code"] == "watching"
            line, told = await attend(ann, table)
            assert told["watchers"] == 1
            await line.ask("act", table=table, seen=told["number"], action="b2")
            assert (await watching.news(told["number"] + 1))["event"]["action"] == "b2"

    run(test())


# ---- the end, and again


def test_after_the_end_the_same_people_play_again_with_the_seats_turned(address: str) -> None:
    async def test() -> None:
        async with Visitor(address) as ann, Visitor(address) as bob:
            table, _ = await sit_down_together(ann, bob, clock={"kind": "game", "seconds": 300, "increment": 2})
            (line, told), (other, _) = await attend(ann, table), await attend(bob, table)
            early = await line.ask("rematch", table=table)
            assert early["refused"]["code"] == "not-over"
            over = await line.ask("resign", table=table, seen=told["number"])
            assert over["now"]["outcome"]["winners"] == [1]
            assert over["now"]["reason"]
            again = (await line.ask("rematch", table=table))["rematch"]
            assert (await other.ask("rematch", table=table))["rematch"] == again
            new: Json = (await bob.http.get(f"/api/tables/{again}")).json()
            assert new["mine"] == [0]
            assert new["clock"] == {"kind": "game", "seconds": 300, "increment": 2}
            assert new["status"] == "running"
            assert (await ann.http.get(f"/api/tables/{table}")).json()["rematch"] == again

    run(test())


def test_the_record_replays_in_the_library(address: str) -> None:
    async def test() -> None:
        async with Visitor(address) as ann:
            made = await ann.make("blockers", ME, BALSA)
            table = made["table"]["id"]
            line, told = await attend(ann, table)
            running = (await ann.http.get(f"/api/tables/{table}/record")).json()
            assert running["deal"] is None
            await line.ask("resign", table=table, seen=told["number"])
            record = await ann.http.get(f"/api/tables/{table}/record")
            match = Match.from_record(record.text)
            assert match.game.id == "blockers"
            assert record.json()["outcome"]["reason"] == "resignation"

    run(test())


# ---- machines


def test_a_machine_answers_every_turn_to_the_end(address: str) -> None:
    async def test() -> None:
        async with Visitor(address) as ann:
            table = (await ann.make("alignement", BALSA, ME))["table"]["id"]
            line, told = await attend(ann, table)
            number, now, match = told["number"], told["now"], game("alignement").match()
            for action in told["actions"]:  # the machine may have begun before we came
                match.play(action)
            while now.get("outcome") is None:
                mover = now["mover"]
                assert mover == match.mover
                if mover == 1:
                    frame = await line.ask("act", table=table, seen=number, action=now["legal"][0])
                else:
                    frame = await line.news(number + 1)
                assert (frame["number"], frame["event"]["seat"]) == (number + 1, mover)
                match.play(frame["event"]["action"])
                number, now = frame["number"], frame["now"]
            assert match.outcome is not None
            assert now["outcome"]["winners"] == list(match.outcome.winners)

    run(test())


def test_a_hint_is_for_the_mover_and_can_be_played(address: str) -> None:
    async def test() -> None:
        async with Visitor(address) as ann, Visitor(address) as bob:
            table, _ = await sit_down_together(ann, bob)
            (line, told), (other, _) = await attend(ann, table), await attend(bob, table)
            hint = (await line.ask("hint", table=table, seen=told["number"]))["hint"]
            assert hint["action"] in told["now"]["legal"]
            assert len(hint["values"]) == 2
            assert (await other.ask("hint", table=table, seen=told["number"]))["refused"]["code"] == "not-your-turn"

    run(test())


def test_taking_back_against_a_machine_is_free_and_the_machine_thinks_anew(address: str) -> None:
    async def test() -> None:
        async with Visitor(address) as ann:
            table = (await ann.make("alignement", ME, BALSA))["table"]["id"]
            line, told = await attend(ann, table)
            await line.ask("act", table=table, seen=told["number"], action="b2")
            answered = await line.news(told["number"] + 2)
            back = await line.ask("ask-takeback", table=table, seen=answered["number"])
            assert back["event"] == {"kind": "taken-back", "seat": 0, "ply": 0}
            assert back["now"]["mover"] == 0
            await line.ask("act", table=table, seen=back["number"], action="e2")
            assert (await line.news(back["number"] + 2))["event"]["seat"] == 1

    run(test())


# ---- looking back


def test_looking_back_shows_the_table_as_it_was(address: str) -> None:
    async def test() -> None:
        async with Visitor(address) as ann:
            table = (await ann.make("alignement", ME, {"who": "screen", "name": "Zoé"}))["table"]["id"]
            line, told = await attend(ann, table, "page")
            await line.ask("act", table=table, seen=told["number"], action="b2")
            looked = (await line.ask("look", table=table, ply=0))["looked"]
            assert looked["scene"]["pieces"] == []
            assert (await line.ask("look", table=table, ply=5))["refused"]["code"] == "no-such-ply"

    run(test())


# ---- finding tables


def test_the_lobby_shows_open_tables_and_anybody_sits_down(address: str) -> None:
    async def test() -> None:
        async with Visitor(address) as ann, Visitor(address) as bob:
            made = await ann.make("saute", ME, ANYONE)
            table = made["table"]["id"]
            shown = (await bob.http.get("/api/tables?status=open&game=saute")).json()["tables"]
            assert table in [each["id"] for each in shown]
            sat = await bob.http.post(f"/api/tables/{table}/seats/1", json={})
            assert sat.json()["status"] == "running"
            assert sat.json()["mine"] == [1]
            shown = (await ann.http.get("/api/tables?status=open&game=saute")).json()["tables"]
            assert table not in [each["id"] for each in shown]
            mine = (await bob.http.get("/api/me/tables")).json()["tables"]
            assert [each["id"] for each in mine] == [table]
            taken = await bob.http.post(f"/api/tables/{table}/seats/0", json={})
            assert (taken.status_code, taken.json()["code"]) == (409, "seat-taken")

    run(test())


def test_a_friends_seat_needs_its_key(address: str) -> None:
    async def test() -> None:
        async with Visitor(address) as ann, Visitor(address) as eve:
            table = (await ann.make("alignement", ME, FRIEND))["table"]["id"]
            answer = await eve.http.post(f"/api/tables/{table}/seats/1", json={})
            assert (answer.status_code, answer.json()["code"]) == (403, "needs-key")
            answer = await eve.http.post(f"/api/tables/{table}/seats/1", json={"key": "x" * 22})
            assert (answer.status_code, answer.json()["code"]) == (403, "wrong-key")

    run(test())


def test_a_seat_is_left_and_a_table_put_away_before_the_game_begins(address: str) -> None:
    async def test() -> None:
        async with Visitor(address) as ann, Visitor(address) as bob:
            made = await ann.make("empire", ME, FRIEND, ANYONE, options={"players": 3})
            table = made["table"]["id"]
            line, _ = await attend(ann, table)
            await bob.sit(made["links"][0]["path"])
            left = (await bob.http.delete(f"/api/tables/{table}/seats/1")).json()
            assert left["seats"][1] == {"who": "friend"}
            assert (await bob.http.delete(f"/api/tables/{table}")).status_code == 403
            closed = (await ann.http.delete(f"/api/tables/{table}")).json()
            assert closed["status"] == "over"
            kinds = [(await line.news(number))["event"]["kind"] for number in (1, 2, 3)]
            assert kinds == ["seated", "stood-up", "closed"]

    run(test())


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"game": "chess", "seats": [ME, ME]}, "no-such-game"),
        ({"game": "empire", "seats": [ME, ME], "options": {"players": 9}}, "no-such-game"),
        ({"game": "empire", "seats": [ME, ME], "options": {"teams": True}}, "no-such-game"),
        ({"game": "empire", "seats": [ME, ME, ME]}, "wrong-seats"),
        ({"game": "alignement", "seats": [ME, BALSA], "rated": True, "takebacks": False}, "rated-two-people"),
        ({"game": "alignement", "seats": [ME, FRIEND], "rated": True, "takebacks": False}, "rated-clock"),
        (
            {"game": "alignement", "seats": [ME, FRIEND], "rated": True, "clock": {"kind": "game", "seconds": 60}},
            "rated-takebacks",
        ),
        ({"game": "alignement", "seats": [ME, {"who": "machine", "level": "granite"}]}, "malformed"),
        ({"game": "alignement", "seats": [ME, FRIEND], "clock": {"kind": "game", "seconds": 1}}, "malformed"),
        ({"game": "alignement", "seats": [ME, FRIEND], "colour": "red"}, "malformed"),
    ],
    ids=str,
)
def test_an_impossible_wish_is_refused_with_the_reason(address: str, wish: Json, code: str) -> None:
    async def test() -> None:
        async with Visitor(address) as ann:
            answer = await ann.http.post("/api/tables", json=wish)
            assert 400 <= answer.status_code < 500
            assert answer.json()["code"] == code
            assert len(answer.json()["message"]) > 10
            assert (await ann.come())["person"] is None  # nobody becomes a guest for nothing

    run(test())


def test_presence_is_told(address: str) -> None:
    async def test() -> None:
        async with Visitor(address) as ann, Visitor(address) as bob:
            table, _ = await sit_down_together(ann, bob)
            line, told = await attend(ann, table)
            assert told["here"] == [0]
            other, _ = await attend(bob, table)
            assert await line.next() == {"presence": table, "here": [0, 1], "watchers": 0}
            other.close()
            assert await line.next() == {"presence": table, "here": [0], "watchers": 0}

    run(test())
