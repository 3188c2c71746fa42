"""The live line, told everything but what it expects: it never fails, and answers each message that has an id once."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.server.abuse.party import Party, party
from tests.server.abuse.raw import BINARY, CLOSE, MORE, PING, PONG, TEXT, RawLine, frame, run
from tests.server.abuse.watched import Watched
from tests.server.visitor import Json

HUGE = 10**40


def run_at_a_party(server: Watched, abuse: Callable[[Party], Awaitable[None]]) -> None:
    """Abuse the server while two people play, who notice nothing of it."""

    async def evening() -> None:
        async with party(server.address) as found:
            await found.play()
            await abuse(found)
            await found.play()

    run(evening())


# ---- what is no message, and what is a wrong one

NO_MESSAGES = [
    b"",
    b"{",
    b"null",
    b"[]",
    b'"do"',
    b"\xff\xfe\x00",
    b'{"do": "ping", "id": "\xc3\x28"}',
    b'{"do": "ping"}',
    b'{"do": "ping", "id": ""}',
    b'{"do": "ping", "id": null}',
    b'{"do": "ping", "id": 7}',
    b'{"do": "ping", "id": "a"',
    b'{"do": "ping", "id": "a"}}',
    b"[" * 8000,
    b'{"id":' * 2000,
    b"1" * 16_000,
    b'"' + b"a" * 16_000 + b'"',
]
WRONG_MESSAGES: list[Json] = [
    {"do": "dance"},
    {"do": None},
    {"do": []},
    {},
    {"do": "ping", "more": 1},
    {"do": "attend"},
    {"do": "attend", "table": 7},
    {"do": "attend", "table": ""},
    {"do": "attend", "table": "x" * 25},
    {"do": "attend", "table": "x", "since": -1},
    {"do": "attend", "table": "x", "since": 1.5},
    {"do": "attend", "table": "x", "since": HUGE},
    {"do": "attend", "table": "x", "since": float(HUGE)},
    {"do": "attend", "table": "x", "depth": "everything"},
    {"do": "attend", "table": "x", "key": "0." + "a" * 22},  # a link sits somebody down; nobody attends by it
    {"do": "attend", "table": "nowhere"},
    {"do": "attend", "table": "no\u0000where"},
    {"do": "attend", "table": "\ud7ff\U0001f600"},
    {"do": "attend", "table": "nowhere", "since": 2**62},
    {"do": "act", "table": "x", "seen": 0, "action": ""},
    {"do": "act", "table": "x", "seen": 0, "action": "a" * 61},
    {"do": "act", "table": "x", "seen": True, "action": "a1"},
    {"do": "claim", "table": "x", "seen": 0, "seat": 9, "what": "win"},
    {"do": "claim", "table": "x", "seen": 0, "seat": 0, "what": "everything"},
    {"do": "rematch", "table": "x"},
    {"do": "offer-rematch", "table": "x"},
    {"do": "offer-rematch", "table": "x", "seen": 0, "seat": 0},
    {"do": "decline-rematch", "table": "x", "seen": -1},
    {"do": "offer-rematch", "table": "x", "seen": 0},
    {"do": "why", "table": "x"},
    {"do": "why", "table": "x", "picks": []},
    {"do": "why", "table": "x", "picks": "a1"},
    {"do": "why", "table": "x", "picks": ["a" * 21]},
    {"do": "why", "table": "x", "picks": ["a1"] * 9},
    {"do": "why", "table": "x", "picks": ["a1"]},
    {"do": "look", "table": "x", "ply": -1},
    {"do": "hint", "table": "x"},
]


def test_what_is_no_message_is_answered_with_trouble(server: Watched) -> None:
    async def abuse(at: Party) -> None:
        line = await RawLine.open(at.address)
        for nonsense in NO_MESSAGES:
            line.tell(nonsense)
            assert (await line.next())["trouble"]["code"] == "malformed", nonsense[:80]

    run_at_a_party(server, abuse)


def test_a_wrong_message_is_refused_by_its_id(server: Watched) -> None:
    async def abuse(at: Party) -> None:
        line = await RawLine.open(at.address)
        for number, message in enumerate(WRONG_MESSAGES):
            answer = await line.ask(f"wrong {number}", **message)
            codes = ("malformed", "no-such-table", "not-attending")
            assert answer["refused"]["code"] in codes, message
        await line.ask("the end", do="ping")
        assert set(line.answered.values()) == {1}

    run_at_a_party(server, abuse)


@pytest.mark.parametrize("seats", ["nobody's", "another's"])
def test_nobody_plays_in_anothers_seat(server: Watched, seats: str) -> None:
    """A stranger may try everything at a table at which he only watches, or does not even attend."""

    async def abuse(at: Party) -> None:
        line = await RawLine.open(at.address)
        expected = "not-attending"
        if seats == "another's":
            assert "attended" in await line.ask("come", do="attend", table=at.table)
            expected = "watching"
        assert at.legal
        changes: list[Json] = [
            {"do": "act", "action": at.legal[0]},
            {"do": "act", "action": "nonsense"},
            *({"do": do, "seat": seat} for do in ("resign", "offer-draw", "ask-takeback") for seat in (None, 0, 4)),
            {"do": "answer-takeback", "agree": True},
            {"do": "decline-draw"},
            {"do": "claim", "seat": 0, "what": "win"},
            {"do": "claim", "seat": 4, "what": "machine"},
            {"do": "offer-rematch"},
            {"do": "decline-rematch"},
        ]
        for number, change in enumerate(changes):
            answer = await line.ask(f"try {number}", table=at.table, seen=at.number, **change)
            assert answer["refused"]["code"] == expected
        why = await line.ask("why", do="why", table=at.table, picks=[at.legal[0]])
        assert why["refused"]["code"] == ("not-your-turn" if seats == "another's" else expected)

    run_at_a_party(server, abuse)


def test_somebody_who_sits_cannot_play_the_others_seat(server: Watched) -> None:
    async def abuse(at: Party) -> None:
        mine, theirs = at.lines[1 - at.mover], at.mover
        for do in ("resign", "offer-draw", "ask-takeback"):
            refused = await mine.ask(do, table=at.table, seen=at.number, seat=theirs)
            assert refused["refused"]["code"] == "not-your-seat"
        assert at.legal
        refused = await mine.ask("act", table=at.table, seen=at.number, action=at.legal[0])
        assert refused["refused"]["code"] == "not-your-turn"

    run_at_a_party(server, abuse)


def test_what_nobody_can_have_seen_yet_does_no_harm(server: Watched) -> None:
    """A `seen` of the future is no worse than one of now; events that are still to come are not waited for."""

    async def abuse(at: Party) -> None:
        line = at.lines[at.mover]
        refused = await line.ask("act", table=at.table, seen=10**9, action="nonsense")
        assert refused["refused"]["code"] == "notation"
        attended = await line.ask("attend", table=at.table, since=10**9, depth="program")
        assert attended["attended"]["events"] == []
        refused = await line.ask("look", table=at.table, ply=10**9)
        assert refused["refused"]["code"] == "no-such-ply"

    run_at_a_party(server, abuse)


def test_an_id_used_again_for_something_else_does_nothing_more(server: Watched) -> None:
    async def abuse(at: Party) -> None:
        line, other = at.lines[at.mover], at.lines[1 - at.mover]
        assert at.legal
        message = {"id": "once", "table": at.table, "seen": at.number}
        done = await line.ask("act", action=at.legal[0], **message)
        at.number = done["number"]
        assert "refused" not in await line.ask("act", action=at.legal[1], **message)
        assert "refused" not in await line.ask("resign", **message)
        attended = (await line.ask("attend", table=at.table, depth="program"))["attended"]
        assert attended["number"] == at.number
        assert attended["now"]["status"] == "running"
        # The same id is another message if somebody else sends it.
        told = (await other.ask("attend", table=at.table, depth="program"))["attended"]
        at.mover, at.legal = told["now"]["mover"], told["now"]["legal"]
        done = await other.ask("act", action=at.legal[0], **{**message, "seen": at.number})
        assert done["number"] == at.number + 1
        at.number += 1
        for line in at.lines:
            told = (await line.ask("attend", table=at.table, depth="program"))["attended"]
            if "legal" in told["now"]:
                at.mover, at.legal = told["now"]["mover"], told["now"]["legal"]

    run_at_a_party(server, abuse)


def test_a_character_that_no_database_keeps_does_no_harm(database_url: str) -> None:
    """PostgreSQL keeps no NUL."""

    async def abuse(at: Party) -> None:
        line = await RawLine.open(at.address)
        answer = await line.ask("come", do="attend", table="no\0where")
        assert answer["refused"]["code"] in ("malformed", "no-such-table")
        mine = at.lines[at.mover]
        message: Json = {"table": at.table, "seen": 0, "id": "a\0b"}
        assert (await mine.ask("act", action="a\0", **message))["refused"]["code"] in ("malformed", "stale")
        message["seen"] = at.number
        assert (await mine.ask("act", action="nonsense", **message))["refused"]["code"] in ("malformed", "notation")
        assert at.legal
        answer = await mine.ask("act", action=at.legal[0], **message)
        assert answer["refused"]["code"] == "malformed"
        for path in ("tables/a%00b", "tables?game=%00", "tables?cursor=%00", "shelf/%00/scene", "tables/%00/record"):
            answered = await at.ann.http.get(f"/api/{path}")
            assert answered.status_code in (200, 400, 404), path

    with Watched(database_url) as served:
        run_at_a_party(served, abuse)


# ---- anything at all

SCRAPS = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=40),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)  # fmt: skip
VERBS = st.sampled_from(
    ["attend", "leave", "act", "resign", "offer-draw", "decline-draw", "ask-takeback", "answer-takeback", "claim",
     "offer-rematch", "decline-rematch", "hint", "look", "why", "ping"]
)  # fmt: skip
FIELDS = ("table", "seen", "action", "seat", "agree", "what", "ply", "since", "depth", "picks", "key")


@st.composite
def messages(draw: st.DrawFn) -> Json:
    """Messages of which most are nearly right."""
    message: Json = {"do": draw(VERBS | SCRAPS)}
    for field in draw(st.sets(st.sampled_from(FIELDS))):
        message[field] = draw(
            {
                "table": st.sampled_from(["THE TABLE", "nowhere"]),
                "seen": st.integers(0, 9),
                "action": st.text(min_size=1, max_size=60),
                "seat": st.integers(0, 4) | st.none(),
                "agree": st.booleans(),
                "what": st.sampled_from(["win", "machine"]),
                "ply": st.integers(0, 9),
                "since": st.integers(0, 2**64),
                "depth": st.sampled_from(["page", "program"]),
                "picks": st.lists(st.text(max_size=20), max_size=9),
                "key": st.text(max_size=30),
            }[field]
            | SCRAPS
        )
    return message


def test_every_message_is_answered_once_whatever_it_says(server: Watched) -> None:
    async def abuse(at: Party) -> None:
        line = await RawLine.open(at.address)
        loop = asyncio.get_running_loop()

        async def ask(told: list[Json], noise: list[bytes]) -> None:
            ids = [f"{number}" for number in range(len(told))]
            for id_, message in zip(ids, told, strict=True):
                if message.get("table") == "THE TABLE":
                    message["table"] = at.table
                line.tell({**message, "id": id_})
            for scrap in noise:
                line.tell(scrap)
            while not set(ids) <= set(line.answered):
                assert "news" not in await line.next()
            await line.ask("the end", do="ping")
            assert line.answered == Counter([*ids, "the end"])
            line.answered.clear()

        @settings(max_examples=60, deadline=None, database=None)
        @given(st.lists(messages(), max_size=6), st.lists(st.binary(max_size=200), max_size=3))
        def try_it(told: list[Json], noise: list[bytes]) -> None:
            asyncio.run_coroutine_threadsafe(ask(told, noise), loop).result()

        await asyncio.to_thread(try_it)

    run_at_a_party(server, abuse)


# ---- frames

HELLO = b'{"do": "ping", "id": "hello"}'
BAD_FRAMES = {
    "binary": frame(HELLO, BINARY),
    "in pieces": frame(HELLO[:9], fin=False) + frame(HELLO[9:], MORE),
    "a piece of nothing": frame(HELLO, MORE),
    "unmasked": frame(HELLO, masked=False),
    "compressed": frame(HELLO, rsv=4),
    "reserved": frame(HELLO, rsv=1),
    "of an unknown kind": frame(HELLO, 5),
    "of an unknown control kind": frame(b"", 11),
    "too long": frame(b" " * 17_000 + HELLO),
    "claiming to be endless": frame(HELLO, length=2**62),
    "claiming to be impossible": frame(HELLO, length=2**64 - 1),
    "a long ping": frame(b"x" * 126, PING),
    "a ping in pieces": frame(b"x", PING, fin=False),
    "a close of one byte": frame(b"x", CLOSE),
    "a close with a wrong code": frame(b"\x00\x00", CLOSE),
    "a close that is no text": frame(b"\x03\xe8\xff\xff", CLOSE),
}


@pytest.mark.parametrize("kind", BAD_FRAMES)
def test_a_bad_frame_ends_the_line_and_nothing_else(server: Watched, kind: str) -> None:
    async def abuse(at: Party) -> None:
        line = await RawLine.open(at.address)
        await line.ask("come", do="attend", table=at.table)
        line.send(BAD_FRAMES[kind])
        assert await line.is_cut()

    run_at_a_party(server, abuse)


def test_bytes_at_random_end_the_line_and_nothing_else(server: Watched) -> None:
    async def abuse(at: Party) -> None:
        loop = asyncio.get_running_loop()

        async def send(noise: bytes) -> None:
            line = await RawLine.open(at.address)
            line.send(noise)
            line.writer.write_eof()
            assert await line.is_cut()

        @settings(max_examples=40, deadline=None, database=None)
        @given(st.binary(min_size=1, max_size=400))
        def try_it(noise: bytes) -> None:
            asyncio.run_coroutine_threadsafe(send(noise), loop).result()

        await asyncio.to_thread(try_it)

    run_at_a_party(server, abuse)


def test_a_message_may_arrive_byte_by_byte_and_many_at_once(server: Watched) -> None:
    async def abuse(at: Party) -> None:
        line = await RawLine.open(at.address)
        for byte in frame(HELLO):
            line.send(bytes([byte]))
            await line.writer.drain()
        assert await line.next() == {"answer": "hello"}
        line.send(b"".join(frame(msgspec.json.encode({"do": "ping", "id": str(n)})) for n in range(500)))
        assert [await line.next() for _ in range(500)] == [{"answer": str(n)} for n in range(500)]

    run_at_a_party(server, abuse)


def test_pings_are_answered_with_pongs_however_many(server: Watched) -> None:
    async def abuse(at: Party) -> None:
        line = await RawLine.open(at.address)
        line.send(frame(b"there?", PING) * 300 + frame(b"", PONG) * 300)
        line.tell(HELLO)
        received = [await line.receive() for _ in range(301)]
        assert received[:300] == [(PONG, b"there?")] * 300
        assert received[300] == (TEXT, b'{"answer":"hello"}')

    run_at_a_party(server, abuse)
