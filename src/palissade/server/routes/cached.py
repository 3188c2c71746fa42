"""An LRU cache of answers about tables, by ETag: what is told of a table stays the same until something happens there.

The ETag is made of all that the answer depends on: the table, the number of its last event, who sits there, and the
seat from which it is seen. It comes from one row, so that who has the answer already (`If-None-Match`) costs next to
nothing; and no answer for one seat can ever be given to another.
"""

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from litestar import Request, Response

from palissade.match import SPECTATOR
from palissade.server.refused import Refused
from palissade.server.store.rows import Kept
from palissade.server.tables.loader import understood
from palissade.server.tables.table import Table, seats_of
from palissade.server.version import version
from palissade.server.worker import Worker

MOST_BYTES = 32 * 1024 * 1024
AT_ONCE = 2  # answers that are built; the other threads go on reading for people who play
MOST_WAITING = 64  # answers that wait to be built, before some are asked to try again
TRY_AGAIN = 2  # seconds
KEPT_BY_BROWSERS = {"cache-control": "private, no-cache", "vary": "cookie"}  # but asked for again each time

Build = Callable[[], bytes | None]
InThread = Callable[[Build], Awaitable[bytes | None]]


@dataclass(frozen=True)
class Form:
    """In which form something is told."""

    media_type: str
    ending: str  # of a file
    cache: str = "answers"  # where it is kept: what takes long to make stands in nobody's way
    language: str = ""  # where that matters


JSON = Form("application/json", "palissade.json")


class AnswerCache:
    """Whoever asks for the same answer at the same time waits for one building of it."""

    def __init__(self, in_thread: InThread, most_bytes: int = MOST_BYTES) -> None:
        self._in_thread = in_thread
        self._room = most_bytes
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._building: dict[str, asyncio.Task[bytes | None]] = {}
        self._turn = asyncio.Semaphore(AT_ONCE)

    async def get(self, tag: str, build: Build) -> bytes | None:
        """The answer of this tag; None, which is not kept, if there is none any more."""
        if tag in self._kept:
            self._kept.move_to_end(tag)
            return self._kept[tag]
        if tag not in self._building:
            if len(self._building) >= MOST_WAITING:
                raise Refused("busy", status=503, seconds=TRY_AGAIN)
            self._building[tag] = asyncio.create_task(self._build(tag, build))
        return await asyncio.shield(self._building[tag])  # others wait for it too

    async def _build(self, tag: str, build: Build) -> bytes | None:
        try:
            async with self._turn:
                answer = await self._in_thread(build)
        finally:
            del self._building[tag]
        if answer is not None:
            self._keep(tag, answer)
        return answer

    def _keep(self, tag: str, answer: bytes) -> None:
        self._kept[tag] = answer
        self._room -= len(answer)
        while self._room < 0:
            _, oldest = self._kept.popitem(last=False)
            self._room += len(oldest)


async def answer_of_table(
    worker: Worker,
    request: Request[Any, Any, Any],
    id_: str,
    person: str | None,
    tell: Callable[[Table, int], bytes],
    *,
    is_file: bool = False,
    form: Form = JSON,
) -> Response[bytes]:
    """What `tell` says of a table as the person sees it. It is called in a thread, if at all."""
    answers: AnswerCache = request.app.state[form.cache]
    known = {tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")}
    while True:
        kept = await worker.in_thread(worker.store.find, id_)
        if kept is None:
            raise Refused("no-such-table", status=404)
        seat = min(seats_of(kept.seats, person), default=SPECTATOR)
        what = f"{tell.__qualname__} {form.ending} {form.language}"
        tag = _tag(what, kept, seat)
        headers = {"etag": tag, **KEPT_BY_BROWSERS}
        if tag in known:
            return Response(b"", status_code=304, headers=headers)
        if is_file:
            headers["content-disposition"] = f'attachment; filename="{kept.row.game}-{id_}.{form.ending}"'
        worker.readiness.check(kept.row.game)

        def build(tag: str = tag, seat: int = seat, what: str = what) -> bytes | None:
            now = worker.store.load(id_)
            if now is None or _tag(what, now, seat) != tag:
                return None  # something has happened meanwhile
            with understood():
                return tell(Table.from_kept(now, worker.outages), seat)

        answer = await answers.get(tag, build)
        if answer is not None:
            return Response(answer, media_type=form.media_type, headers=headers)


def _tag(what: str, kept: Kept, seat: int) -> str:
    depends_on = (version(), what, kept.row.id, kept.row.number, kept.seats, kept.names, seat)
    return f'"{hashlib.sha256(msgspec.json.encode(depends_on)).hexdigest()[:32]}"'
