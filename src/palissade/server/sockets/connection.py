"""A WebSocket connection, one for each page: reads messages, hands them to tables, sends frames. Every message gets
exactly one answer.
"""

import asyncio
from collections import deque
from collections.abc import Coroutine
from typing import Any

import msgspec
import structlog
from picows import WSCloseCode, WSFrame, WSListener, WSMsgType, WSTransport

from palissade.messages import Language
from palissade.server.refused import Refused, TooMany
from palissade.server.store.trouble import StorageTrouble
from palissade.server.tables.attendance import Attendance, CloseReason
from palissade.server.tables.live_table import LiveTable
from palissade.server.wire.socket import (
    Answer,
    AskAdvice,
    AskHint,
    AskTurningPoint,
    Attend,
    Hold,
    Leave,
    Look,
    Message,
    Ping,
    Talk,
    Trouble,
    Why,
)
from palissade.server.worker import Worker

_log = structlog.get_logger("palissade.sockets")
_read = msgspec.json.Decoder(Message).decode
_encode = msgspec.json.Encoder().encode
CODES = {
    CloseReason.RESTART: WSCloseCode.SERVICE_RESTART,
    CloseReason.TRY_AGAIN: WSCloseCode.TRY_AGAIN_LATER,
    CloseReason.POLICY: WSCloseCode.POLICY_VIOLATION,
    CloseReason.PROTOCOL: WSCloseCode.PROTOCOL_ERROR,
}
MOST_TABLES = 20  # that one connection attends
MOST_WAITING = 256 * 1024  # bytes that a slow reader may have waiting before it is cut; nothing is lost by it
SLOW_FOR = 15.0  # seconds that a reader may be behind


class Id(msgspec.Struct):
    """As much of a message as is needed to answer it."""

    id: str


class Connection(WSListener):
    def __init__(
        self, worker: Worker, secret: bytes | None, address: str, language: Language, *, is_chosen: bool = False
    ) -> None:
        self.worker = worker
        self.address = address
        self.language = language
        self._is_chosen = is_chosen  # the page's own language, which goes before the person's
        self.person: str | None = None
        self._secret = secret
        self._name = str(id(self))  # under which its messages are counted
        self._is_known = secret is None  # whether we have looked up who it is
        self._early: deque[bytes] = deque()  # messages that came before that
        self._attends: dict[str, tuple[LiveTable, Attendance]] = {}
        self._transport: WSTransport | None = None
        self._slow: asyncio.TimerHandle | None = None

    # ---- the connection

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport
        transport.underlying_transport.set_write_buffer_limits(high=64 * 1024)
        self.worker.connections.add(self)
        if not self._is_known:
            self.worker.spawn(self._find_out_who())

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self._transport = None
        self.resume_writing()
        self.worker.connections.discard(self)
        for live, attendance in self._attends.values():
            live.leave(attendance)
        self._attends.clear()
        self.worker.live_tables.seeking.let_go(self)

    async def _find_out_who(self) -> None:
        try:
            person = await self.worker.people.whoami(self._secret)
            if person is not None:
                self.person = person.id
                self.language = self.language if self._is_chosen else person.language
        except Exception:
            _log.exception("could not find out who it is")
            self.close(CloseReason.TRY_AGAIN)
            return
        self._is_known = True
        while self._early:
            self._receive(self._early.popleft())

    def send(self, frame: bytes) -> None:
        transport = self._transport
        if transport is None:
            return
        if self._slow is not None and transport.underlying_transport.get_write_buffer_size() > MOST_WAITING:
            self.cut_off()
            return
        transport.send(WSMsgType.TEXT, frame)

    def pause_writing(self) -> None:
        """The reader is slow; for a while that is all right, but meanwhile nobody listens to them either."""
        if self._slow is None:
            self._slow = asyncio.get_running_loop().call_later(SLOW_FOR, self.cut_off)
            if connection := self._open_connection():
                connection.pause_reading()  # or the pongs to a flood of pings would pile up

    def resume_writing(self) -> None:
        if self._slow is not None:
            self._slow.cancel()
            self._slow = None
            if connection := self._open_connection():
                connection.resume_reading()

    def _open_connection(self) -> asyncio.Transport | None:
        """The connection below, unless it is being closed."""
        connection = self._transport.underlying_transport if self._transport else None
        return None if connection is None or connection.is_closing() else connection

    def close(self, reason: CloseReason) -> None:
        """Hang up, saying why."""
        if self._transport is not None:
            self._transport.send_close(CODES[reason])
            self._transport.disconnect()

    def cut_off(self) -> None:
        """Hang up on who does not read."""
        if self._transport is not None and self._open_connection():
            self.worker.metrics.cut_off()
            self._transport.disconnect(graceful=False)

    # ---- what comes in

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.rsv1 or frame.rsv2 or frame.rsv3:
            self.close(CloseReason.PROTOCOL)  # nothing was agreed on that would use them
        elif frame.msg_type == WSMsgType.TEXT and frame.fin:
            payload = frame.get_payload_as_bytes()
            if not self._is_known:
                self._early.append(payload)
                if len(self._early) > 64:
                    self.close(CloseReason.POLICY)
            else:
                self._receive(payload)
        elif frame.msg_type == WSMsgType.CLOSE:
            transport.send_close(WSCloseCode.OK)
            transport.disconnect()
        elif frame.msg_type not in (WSMsgType.PING, WSMsgType.PONG):
            self.close(CloseReason.PROTOCOL)  # messages are short texts in one frame

    def _receive(self, payload: bytes) -> None:
        self.worker.metrics.received()
        try:
            message = _read(payload)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            self._answer_malformed(payload, error)
            return
        if wait := self.worker.limits.spend("message", self._name):
            self._refuse(message.id, TooMany(wait))
            return
        try:
            self._handle(message)
        except Refused as refused:
            self._refuse(message.id, refused)

    def _answer_malformed(self, payload: bytes, error: Exception) -> None:
        """Whatever can be answered is; who sends nothing but noise is cut."""
        refused = Refused("malformed", status=400, problem=str(error)[:200])
        try:
            found = msgspec.json.decode(payload, type=Id).id[:36]
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            found = ""
        if self.worker.limits.spend("message", self._name):
            self.close(CloseReason.POLICY)
        elif found:
            self._refuse(found, refused)
        else:
            self.send(_encode(Trouble(refused.to_wire(self.language))))

    def _handle(self, message: Message) -> None:
        match message:
            case Ping():
                self.send(_encode(Answer(answer=message.id)))
            case Attend():
                self._later(message.id, self._attend(message))
            case Leave():
                self._leave(message.table)
                self.send(_encode(Answer(answer=message.id)))
            case Look():
                self.worker.overload.check()
                live, attendance = self._at(message.table)
                live.look(attendance, message)
            case AskHint():
                self.worker.overload.check_thinking()
                live, attendance = self._at(message.table)
                live.hint(attendance, message)
            case Why():
                live, attendance = self._at(message.table)
                live.why(attendance, message)
            case AskAdvice():
                live, attendance = self._at(message.table)
                live.advise(attendance, message)
            case AskTurningPoint():
                self.worker.overload.check_thinking()
                live, attendance = self._at(message.table)
                live.turning_point(attendance, message)
            case Hold():
                self._later(message.id, self._hold(message))
            case Talk():
                self.worker.overload.check()
                self._later(message.id, self._talk(message))
            case _:
                self.worker.overload.check_playing()
                live, attendance = self._at(message.table)
                live.change(attendance, message)

    def _at(self, table: str) -> tuple[LiveTable, Attendance]:
        if table not in self._attends:
            raise Refused("not-attending")
        return self._attends[table]

    async def _attend(self, message: Attend) -> None:
        if message.table not in self._attends and len(self._attends) >= MOST_TABLES:
            raise Refused("too-many-tables")

        def come(live: LiveTable) -> Attendance:
            self._leave(message.table)
            attendance = Attendance(self, message.depth)
            if self._transport is not None:
                self._attends[message.table] = (live, attendance)
            attendance.is_gone = self._transport is None
            return attendance

        await self.worker.live_tables.attend(come, message)
        if self._transport is None:  # gone before the table was open
            self._leave(message.table)

    async def _hold(self, message: Hold) -> None:
        await self.worker.live_tables.seeking.hold(self, message.seek)
        self.send(_encode(Answer(answer=message.id)))
        if self._transport is None:  # gone before the seek was found
            self.worker.live_tables.seeking.let_go(self)

    async def _talk(self, message: Talk) -> None:
        live, attendance = self._at(message.table)
        self.worker.limits.charge("talk", self.person or self.address)
        await self.worker.live_tables.talking.say(live, attendance, message)
        self.send(_encode(Answer(answer=message.id)))

    def _leave(self, table: str) -> None:
        if table in self._attends:
            live, attendance = self._attends.pop(table)
            live.leave(attendance)

    # ---- answering

    def _later(self, message: str, work: Coroutine[Any, Any, None]) -> None:
        """Do what takes a while, and answer when it is refused."""

        async def do() -> None:
            try:
                await work
            except Refused as refused:
                self._refuse(message, refused)
            except StorageTrouble as trouble:
                self._refuse(message, Refused(f"storage-{trouble.reason}", status=503))
            except Exception:
                _log.exception("a message failed")
                self._refuse(message, Refused("failed", status=500))

        self.worker.spawn(do())

    def _refuse(self, message: str, refused: Refused) -> None:
        self.send(_encode(Answer(answer=message, refused=refused.to_wire(self.language))))
