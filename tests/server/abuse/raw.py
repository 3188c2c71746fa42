"""A socket that keeps to no protocol."""

import asyncio
import os
import struct
from collections import Counter
from collections.abc import Coroutine
from typing import Any, ClassVar, Self

import msgspec

from tests.server.visitor import PATIENCE, Json

TEXT, BINARY, CLOSE, PING, PONG, MORE = 1, 2, 8, 9, 10, 0


def frame(
    payload: bytes,
    opcode: int = TEXT,
    *,
    fin: bool = True,
    masked: bool = True,
    rsv: int = 0,
    length: int | None = None,
) -> bytes:
    """A WebSocket frame, as right or as wrong as wanted; `length` is what it claims to be long."""
    told = len(payload) if length is None else length
    first = (fin << 7) | (rsv << 4) | opcode
    if told < 126:
        head = struct.pack("!BB", first, (masked << 7) | told)
    elif told < 1 << 16:
        head = struct.pack("!BBH", first, (masked << 7) | 126, told)
    else:
        head = struct.pack("!BBQ", first, (masked << 7) | 127, told)
    if not masked:
        return head + payload
    mask = os.urandom(4)
    return head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))


def run(work: Coroutine[Any, Any, None]) -> None:
    """Do it, and leave no socket open."""

    async def all_of_it() -> None:
        try:
            await work
        finally:
            while RawLine.opened:
                await RawLine.opened.pop().close()

    asyncio.run(all_of_it())


class RawLine:
    """A live line, byte by byte."""

    opened: ClassVar[list["RawLine"]] = []

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self.opened.append(self)
        self.answered: Counter[str] = Counter()  # how often each message was

    @classmethod
    async def open(cls, address: str, **headers: str) -> Self:
        """Shake hands, which must work."""
        line = await cls.connect(address)
        head = await line.shake_hands(address, **headers)
        assert head.startswith(b"HTTP/1.1 101"), head
        return line

    @classmethod
    async def connect(cls, address: str) -> Self:
        """A connection on which nothing has been said."""
        host, _, port = address.partition(":")
        return cls(*await asyncio.open_connection(host, int(port)))

    async def shake_hands(self, address: str, path: str = "/api/socket", **headers: str) -> bytes:
        """Ask for a live line; the head of the answer."""
        told = {
            "Host": address,
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
            "Sec-WebSocket-Version": "13",
            **headers,
        }
        lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in told.items()), "", ""]
        self.send("\r\n".join(lines).encode())
        return await asyncio.wait_for(self.reader.readuntil(b"\r\n\r\n"), PATIENCE)

    def send(self, data: bytes) -> None:
        self.writer.write(data)

    def tell(self, message: Any) -> None:
        """Send something as one text frame."""
        self.send(frame(message if isinstance(message, bytes) else msgspec.json.encode(message)))

    async def receive(self) -> tuple[int, bytes] | None:
        """The next frame as opcode and payload; None once the server has hung up."""
        try:
            return await asyncio.wait_for(self._receive(), PATIENCE)
        except (asyncio.IncompleteReadError, ConnectionError):
            return None

    async def _receive(self) -> tuple[int, bytes]:
        first, length = await self.reader.readexactly(2)
        if length == 126:
            (length,) = struct.unpack("!H", await self.reader.readexactly(2))
        elif length == 127:
            (length,) = struct.unpack("!Q", await self.reader.readexactly(8))
        return first & 15, await self.reader.readexactly(length)

    async def next(self) -> Json:
        """What the server says next."""
        while received := await self.receive():
            opcode, payload = received
            if opcode == TEXT:
                told: Json = msgspec.json.decode(payload)
                self.answered.update([told["answer"]] if "answer" in told else [])
                return told
            if opcode == CLOSE:
                break
        raise ConnectionError("the line was cut")

    async def ask(self, id_: str, **message: Any) -> Json:
        """Send a message and wait for its answer; what comes before it is let go."""
        self.tell({"id": id_, **message})
        while (told := await self.next()).get("answer") != id_:
            pass
        return told

    async def is_cut(self) -> bool:
        """Whether the server hangs up, whatever it says before."""
        while received := await self.receive():
            if received[0] == CLOSE:
                return True
        return True

    async def is_closed(self) -> bool:
        """Whether the server closes the connection, whatever it says before."""
        try:
            async with asyncio.timeout(PATIENCE):
                while await self.reader.read(65536):
                    pass
        except ConnectionError:
            pass
        return True

    async def close(self) -> None:
        self.writer.transport.abort()
        while not self.reader.at_eof():  # until the transport is really gone
            try:
                await self.reader.read(65536)
            except ConnectionError:
                break
