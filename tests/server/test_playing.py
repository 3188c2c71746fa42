"""Playing over the wire, against a real server on either database."""

import asyncio
from collections.abc import Coroutine, Iterator
from typing import TYPE_CHECKING, Any

import httpx
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


def first_picks(choices: Json | str) -> list[str]:
    picks = []
    while isinstance(choices, dict):
        pick, choices = next(iter(choices.items()))
        picks.append(pick)
    return picks


async def sit_by(visitor: Visitor, link: str) -> httpx.Response:
    """Try to sit down by a secret link."""
    table, _, key = link.removeprefix("/table/").partition("#")
    seat, _, secret = key.partition(".")
    return await visitor.http.post(f"/api/tables/{table}/seats/{seat}", json={"key": secret})


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
            assert "scene" not in mine["now"]
            assert [piece["spot"] for _, piece in mine["now"]["changes"]["pieces"]] == ["b2"]
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
            assert back["now"]["offer"] == {
                "kind": "draw",
                "seat": 0,
                "waits_for": [1],
                "ply": None,
                "rated": False,
            }
            _, whole = await attend(bob, table, since=0)
            assert [event["number"] for event in whole["events"]] == list(range(1, number + 3))

    run(test())


def test_a_link_sits_one_person_down_once(address: str) -> None:
    async def test() -> None:
        async with Visitor(address) as ann, Visitor(address) as bob, Visitor(address) as phone:
            table, link = await sit_down_together(ann, bob)
            assert (await bob.sit(link))["mine"] == [1]  # it is his, and opening the link again changes nothing
            for other in (ann, phone):
                spent = await sit_by(other, link)
                assert (spent.status_code, spent.json()["code"]) == (409, "seat-taken")
            assert (await phone.come())["person"] is None  # nobody becomes a guest for nothing
            _, told = await attend(phone, table)
            assert told["mine"] == []
            _, told = await attend(ann, table)
            assert (told["mine"], told["links"]) == ([0], [])

    run(test())


def test_a_further_device_of_ones_own_plays_the_same_seat(address: str) -> None:
    async def test() -> None:
        async with Visitor(address) as ann, Visitor(address) as bob, Visitor(address) as phone:
            table, _ = await sit_down_together(ann, bob)
            line, told = await attend(ann, table)
            await line.ask("act", table=table, seen=told["number"], action="b2")
            way = (await bob.http.post("/api/me/devices")).json()["path"]
            opened = await phone.http.post("/api/session/device", json={"token": way.partition("#")[2]})
            assert opened.status_code == 201, opened.text
            there, seen = await attend(phone, table)
            assert seen["mine"] == [1]
            assert "refused" not in await there.ask("act", table=table, seen=seen["number"], action="e2")

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


def test_when_both_want_to_they_play_again_with_the_seats_turned(address: str) -> None:
    async def test() -> None:
        async with Visitor(address) as ann, Visitor(address) as bob:
            table, _ = await sit_down_together(ann, bob, clock={"kind": "game", "seconds": 300, "increment": 2})
            (line, told), (other, _) = await attend(ann, table, "page"), await attend(bob, table)
            number = told["number"]
            early = await line.ask("offer-rematch", table=table, seen=number)
            assert early["refused"]["code"] == "not-over"
            over = await line.ask("resign", table=table, seen=number)
            assert over["now"]["outcome"]["winners"] == [1]
            assert over["now"]["reason"]
            assert over["now"]["may"] == ["offer-rematch", "talk", "chat"]
            offered = await line.ask("offer-rematch", table=table, seen=number + 1)
            assert offered["event"] == {"kind": "rematch-offered", "seat": 0}
            heard = await other.news(number + 2)
            assert heard["now"]["offer"]["waits_for"] == [1]
            assert heard["now"]["status"] == "over"
            assert (await ann.http.get(f"/api/tables/{table}")).json()["rematch"] is None  # nothing starts by an offer
            agreed = await other.ask("offer-rematch", table=table, seen=number + 2)
            assert agreed["event"] == {"kind": "rematch-agreed", "seat": 1}
            made = [await each.news(number + 4) for each in (line, other)]
            assert made[0]["event"] == made[1]["event"]
            again = made[0]["event"]["table"]
            assert made[0]["event"] == {"kind": "rematch-made", "table": again}
            new: Json = (await bob.http.get(f"/api/tables/{again}")).json()
            assert new["mine"] == [0]
            assert new["clock"] == {"kind": "game", "seconds": 300, "increment": 2}
            assert new["status"] == "running"
            assert (await ann.http.get(f"/api/tables/{table}")).json()["rematch"] == again
            late = await line.ask("offer-rematch", table=table, seen=number + 4)
            assert late["refused"]["code"] == "no-rematch"
            _, back = await attend(ann, table)
            assert back["rematch"] == again

    run(test())


def test_a_machine_plays_again_whenever_it_is_asked(address: str) -> None:
    async def test() -> None:
        async with Visitor(address) as ann:
            table = (await ann.make("alignement", ME, BALSA))["table"]["id"]
            line, told = await attend(ann, table)
            over = await line.ask("resign", table=table, seen=told["number"])
            offered = await line.ask("offer-rematch", table=table, seen=over["number"])
            again = (await line.news(offered["number"] + 1))["event"]["table"]
            new: Json = (await ann.http.get(f"/api/tables/{again}")).json()
            assert ([seat["who"] for seat in new["seats"]], new["mine"]) == (["machine", "person"], [1])

    run(test())


def test_what_is_declined_both_are_told(address: str) -> None:
    """A draw, a takeback and a rematch: each as an event, in order."""

    async def test() -> None:
        async with Visitor(address) as ann, Visitor(address) as bob:
            table, _ = await sit_down_together(ann, bob)
            (line, told), (other, _) = await attend(ann, table), await attend(bob, table)
            await line.ask("act", table=table, seen=told["number"], action="b2")
            number = told["number"] + 1
            for offer, decline, kind, more in (
                ("offer-draw", "decline-draw", "draw-declined", {}),
                ("ask-takeback", "answer-takeback", "takeback-refused", {"agree": False}),
                ("resign", "", "", {}),
                ("offer-rematch", "decline-rematch", "rematch-declined", {}),
            ):
                number = (await line.ask(offer, table=table, seen=number))["number"]
                if decline:
                    answer = await other.ask(decline, table=table, seen=number, **more)
                    assert answer["event"] == {"kind": kind, "seat": 1}
                    number += 1
                    heard = await line.news(number)
                    assert heard["event"] == answer["event"]
                    assert "offer" not in heard["now"]
            assert (await ann.http.get(f"/api/tables/{table}")).json()["rematch"] is None

    run(test())


# ---- time


def test_time_that_has_run_out_ends_the_game_by_itself(address: str) -> None:
    async def test() -> None:
        async with Visitor(address) as ann, Visitor(address) as bob:
            table, _ = await sit_down_together(ann, bob, clock={"kind": "game", "seconds": 10})
            (line, told), (other, _) = await attend(ann, table), await attend(bob, table)
            number = told["number"]
            assert told["now"]["begin_by"] > told["at"]
            assert told["now"]["left"] == [10_000, 10_000]
            assert "runs" not in told["now"]
            first = await line.ask("act", table=table, seen=number, action="b2")
            assert first["now"]["begin_by"] > first["at"]  # now it is bob who is waited for
            second = await other.ask("act", table=table, seen=number + 1, action="e2")
            assert "begin_by" not in second["now"]
            assert second["now"]["runs"] == 0
            over = [await each.news(number + 3) for each in (line, other)]
            assert over[0]["event"] == over[1]["event"]
            assert over[0]["event"]["kind"] == "ended"
            assert over[0]["event"]["outcome"]["reason"] == "time"
            assert over[0]["event"]["outcome"]["winners"] == [1]
            assert over[0]["now"]["left"] == [0, 10_000]
            assert "TBL" in over[0]["now"]["reason"]

    run(test())


def test_who_does_not_begin_calls_the_game_off_with_nobody_there(address: str) -> None:
    async def test() -> None:
        async with Visitor(address) as ann, Visitor(address) as bob:
            table, _ = await sit_down_together(ann, bob, clock={"kind": "game", "seconds": 300})
            while (told := (await ann.http.get(f"/api/tables/{table}")).json())["status"] == "running":
                await asyncio.sleep(0.5)
            assert (told["status"], told["outcome"], told["ply"]) == ("over", None, 0)
            _, back = await attend(bob, table, since=1)
            assert [each["event"] for each in back["events"]] == [{"kind": "called-off", "seat": 0}]
            assert back["now"]["called_off"]
            assert back["now"]["reason"]

    run(test())


# ---- what counts


async def with_account(visitor: Visitor, name: str) -> None:
    answer = await visitor.http.post("/api/account", json={"name": name, "password": "correct horse battery"})
    assert answer.status_code == 201, answer.text


def test_a_rated_game_counts_when_both_have_played_and_its_rematch_only_after_a_real_one(address: str) -> None:
    async def test() -> None:
        async with Visitor(address) as ann, Visitor(address) as bob, Visitor(address) as guest:
            await with_account(ann, f"Rita {address}"[:20])
            await with_account(bob, f"Ben {address}"[:20])
            wish: Json = {"rated": True, "takebacks": False, "clock": {"kind": "game", "seconds": 300}}
            made = await ann.make("alignement", ME, FRIEND, **wish)
            for visitor in (ann, guest):
                refused = await sit_by(visitor, made["links"][0]["path"])
                assert (refused.status_code, refused.json()["code"]) == (422, "rated-accounts")
            for actions, games in (((), 0), (("b2",), 0), (("b2", "e2"), 1)):
                table, _ = await sit_down_together(ann, bob, **wish)
                (line, told), (other, _) = await attend(ann, table), await attend(bob, table)
                number = told["number"]
                for turn, action in enumerate(actions):
                    await (line, other)[turn % 2].ask("act", table=table, seen=number + turn, action=action)
                number += len(actions)
                over = await line.ask("resign", table=table, seen=number)
                assert over["now"]["outcome"]["winners"] == [1]
                offered = await line.ask("offer-rematch", table=table, seen=over["number"])
                assert offered["now"]["offer"]["rated"] is False
                await other.ask("offer-rematch", table=table, seen=offered["number"])
                again = (await line.news(offered["number"] + 2))["event"]["table"]
                assert (await ann.http.get(f"/api/tables/{again}")).json()["rated"] is False
                if games:
                    while not (await ann.come())["ratings"]:
                        await asyncio.sleep(0.1)
                assert [rating["games"] for rating in (await ann.come())["ratings"]] == [1] * games

    run(test())


# ---- the record


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


# ---- why not


def test_why_says_which_rule_forbids_it_and_never_plays(address: str) -> None:
    async def test() -> None:
        async with Visitor(address) as ann, Visitor(address) as bob:
            table, _ = await sit_down_together(ann, bob, "cul-de-sac")
            (line, told), (other, _) = await attend(ann, table, "page"), await attend(bob, table)
            refused = (await line.ask("why", table=table, picks=["d4", "d5"]))["refused"]
            assert (refused["code"], refused["rule"]) == ("illegal", "CDS-5")
            assert (await line.ask("why", table=table, picks=["nowhere"]))["refused"]["code"] in ("notation", "illegal")
            picks = first_picks(told["now"]["choices"])
            may = await line.ask("why", table=table, picks=picks)
            assert set(may) == {"answer"}  # it may be played; it was not
            assert (await other.ask("why", table=table, picks=picks))["refused"]["code"] == "not-your-turn"
            _, after = await attend(ann, table)
            assert (after["number"], after["actions"]) == (told["number"], [])

    run(test())


def test_a_page_is_answered_in_its_own_language(address: str) -> None:
    """Whatever the browser prefers, and whatever the person chose elsewhere."""

    async def test() -> None:
        async with Visitor(address) as ann, Visitor(address) as bob:
            table, _ = await sit_down_together(ann, bob, "cul-de-sac")
            for query, word in (("", "step"), ("?lang=fr", "pas"), ("?lang=en", "step"), ("?lang=xx", "step")):
                line = await ann.line(query)
                await line.ask("attend", table=table)
                refused = (await line.ask("why", table=table, picks=["d4", "d5"]))["refused"]
                assert word in refused["message"], (query, refused)

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
            assert (answer.status_code, answer.json()["code"]) == (403, "wrong-key")
            answer = await eve.http.post(f"/api/tables/{table}/seats/1", json={"key": "x" * 22})
            assert (answer.status_code, answer.json()["code"]) == (403, "wrong-key")

    run(test())


def test_a_seat_is_left_and_a_table_put_away_before_the_game_begins(address: str) -> None:
    async def test() -> None:
        async with Visitor(address) as ann, Visitor(address) as bob:
            made = await ann.make("empire", ME, FRIEND, ANYONE, options={"players": 3})
            table, link = made["table"]["id"], made["links"][0]["path"]
            line, told = await attend(ann, table)
            assert told["links"] == [link]
            await bob.sit(link)
            assert (await line.news(1))["links"] == []
            left = (await bob.http.delete(f"/api/tables/{table}/seats/1")).json()
            assert left["seats"][1] == {"who": "friend"}
            heard = await line.news(2)
            assert heard["event"] == {"kind": "stood-up", "seat": 1}
            (fresh,) = heard["links"]
            assert fresh != link
            assert (await bob.http.delete(f"/api/tables/{table}")).status_code == 403
            closed = (await ann.http.delete(f"/api/tables/{table}")).json()
            assert closed["status"] == "over"
            assert (await line.news(3))["event"] == {"kind": "closed"}
            gone = await sit_by(bob, fresh)
            assert (gone.status_code, gone.json()["code"]) == (409, "seat-taken")

    run(test())


def test_who_is_asked_to_leave_leaves_a_worthless_link_behind(address: str) -> None:
    async def test() -> None:
        async with Visitor(address) as ann, Visitor(address) as bob, Visitor(address) as eve:
            made = await ann.make("empire", ME, FRIEND, ANYONE, options={"players": 3})
            table, link = made["table"]["id"], made["links"][0]["path"]
            (line, _), _ = await attend(ann, table, "page"), await bob.sit(link)
            theirs, told = await attend(bob, table, "page")
            assert (told["mine"], told["links"], told["now"]["may"]) == ([1], [], ["stand-up", "talk"])
            assert (await line.news(1))["now"]["may"] == ["put-away", "ask-to-leave", "talk"]
            stranger = await eve.http.delete(f"/api/tables/{table}/seats/1")
            assert (stranger.status_code, stranger.json()["code"]) == (401, "nobody")
            assert (await ann.http.delete(f"/api/tables/{table}/seats/1")).json()["seats"][1] == {"who": "friend"}
            (fresh,) = (await line.news(2))["links"]
            gone = await theirs.news(2)
            assert gone["event"] == {"kind": "asked-to-leave", "seat": 1}
            assert gone["now"]["may"] == []
            assert "links" not in gone
            for visitor in (bob, eve):
                spent = await sit_by(visitor, link)
                assert (spent.status_code, spent.json()["code"]) == (403, "wrong-key")
            uninvited = await bob.http.post(f"/api/tables/{table}/seats/2", json={})
            assert (uninvited.status_code, uninvited.json()["code"]) == (403, "unwelcome")
            assert (await eve.sit(fresh))["mine"] == [1]

    run(test())


def test_a_numbered_deal_is_the_same_for_everybody(address: str) -> None:
    async def test() -> None:
        async with Visitor(address) as ann, Visitor(address) as bob:
            wish: Json = {"options": {"deal": "shuffled"}}
            by_lot = (await ann.make("solitaire", ME, **wish))["table"]["id"]
            _, drawn = await attend(ann, by_lot)
            assert drawn["deal_number"] > 0
            again = (await bob.make("solitaire", ME, **wish, deal_number=drawn["deal_number"]))["table"]["id"]
            _, tried = await attend(bob, again)
            assert tried["deal_number"] == drawn["deal_number"]
            for visitor, table in ((ann, by_lot), (bob, again)):
                record = (await visitor.http.get(f"/api/tables/{table}/record")).json()
                assert record["deal"] == game("solitaire", deal="shuffled").deal(drawn["deal_number"])

    run(test())


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"game": "chess", "seats": [ME, ME]}, "no-such-game"),
        ({"game": "empire", "seats": [ME, ME], "options": {"players": 9}}, "no-such-game"),
        ({"game": "empire", "seats": [ME, ME], "options": {"teams": True}}, "no-such-game"),
        ({"game": "empire", "seats": [ME, ME, ME]}, "wrong-seats"),
        ({"game": "barrier", "seats": [ME, ME], "deal_number": 7}, "no-numbered-deals"),
        ({"game": "solitaire", "seats": [ME], "deal_number": 7}, "no-numbered-deals"),
        ({"game": "alignement", "seats": [BALSA, BALSA]}, "needs-person"),
        ({"game": "blockers", "seats": [ME, ME]}, "one-seat"),
        ({"game": "alignement", "seats": [ME, BALSA], "rated": True, "takebacks": False}, "rated-two-people"),
        ({"game": "alignement", "seats": [ME, FRIEND], "rated": True, "takebacks": False}, "rated-clock"),
        (
            {"game": "alignement", "seats": [ME, FRIEND], "rated": True, "clock": {"kind": "game", "seconds": 60}},
            "rated-takebacks",
        ),
        ({"game": "alignement", "seats": [ME, {"who": "machine", "level": "granite"}]}, "no-such-level"),
        ({"game": "alignement", "seats": [ME, {"who": "machine", "level": "uct"}]}, "no-such-level"),
        ({"game": "alignement", "seats": [ME, {"who": "machine", "level": "level-7"}]}, "no-such-level"),
        ({"game": "alignement", "seats": [ME, {"who": "machine", "level": "w" * 40}]}, "no-such-level"),
        ({"game": "alignement", "seats": [ME, {"who": "machine", "level": "w" * 41}]}, "malformed"),
        ({"game": "alignement", "seats": [ME, {"who": "machine", "level": ""}]}, "malformed"),
        ({"game": "alignement", "seats": [ME, {"who": "machine", "level": "Oak"}]}, "malformed"),
        ({"game": "alignement", "seats": [ME, {"who": "machine", "level": None}]}, "malformed"),
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


@pytest.mark.parametrize(("language", "words"), [("en", "There are: balsa,"), ("fr", "Il y a\u00a0: balsa,")])
def test_a_level_that_is_not_there_is_refused_with_those_that_are(address: str, language: str, words: str) -> None:
    async def test() -> None:
        async with Visitor(address, language) as ann:
            wish = {"game": "saute", "seats": [ME, {"who": "machine", "level": "granite"}]}
            answer = await ann.http.post("/api/tables", json=wish)
            assert answer.status_code == 422
            assert "granite" in answer.json()["message"]
            assert words in answer.json()["message"]
            on_shelf = (await ann.http.get("/api/shelf")).json()["games"]
            (saute,) = (game for game in on_shelf if game["id"] == "saute")
            assert answer.json()["message"].endswith(f"{', '.join(saute['levels'])}.")

    run(test())


def test_who_has_many_unfinished_games_against_machines_begins_no_other(address: str) -> None:
    async def test() -> None:
        async with Visitor(address) as ann:
            tables = [(await ann.make("alignement", ME, BALSA))["table"]["id"] for _ in range(20)]
            wish = {"game": "alignement", "seats": [ME, BALSA]}
            refused = await ann.http.post("/api/tables", json=wish)
            assert (refused.status_code, refused.json()["code"]) == (429, "too-many-machines")
            await ann.make("alignement", ME, FRIEND)  # with people there is no bound
            line, told = await attend(ann, tables[0])
            await line.ask("resign", table=tables[0], seen=told["number"])
            await ann.make("alignement", ME, BALSA)

    run(test())


def test_presence_is_told(address: str) -> None:
    async def test() -> None:
        async with Visitor(address) as ann, Visitor(address) as bob:
            table, _ = await sit_down_together(ann, bob)
            line, told = await attend(ann, table)
            assert told["here"] == [0]
            (away,) = told["away"]
            assert away["seat"] == 1
            assert away["claim_at"] > told["at"]
            other, _ = await attend(bob, table)
            assert await line.next() == {"presence": table, "here": [0, 1], "watchers": 0, "away": []}
            other.close()
            gone = await line.next()
            assert [away["seat"] for away in gone.pop("away")] == [1]
            assert gone == {"presence": table, "here": [0], "watchers": 0}

    run(test())


def test_when_the_game_begins_it_is_told_who_is_not_here(address: str) -> None:
    async def test() -> None:
        async with Visitor(address) as ann, Visitor(address) as bob:
            made = await ann.make("alignement", ME, FRIEND)
            line, told = await attend(ann, made["table"]["id"])
            assert told["away"] == []
            await bob.sit(made["links"][0]["path"])
            begun = await line.news(told["number"] + 1)
            presence = await line.next()
            (away,) = presence["away"]
            assert away["seat"] == 1
            assert away["claim_at"] > begun["at"]

    run(test())
