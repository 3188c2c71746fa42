"""A mail server that keeps what it is given (SMTP, as much of it as a client says)."""

import socketserver
import threading
from email import message_from_bytes, policy
from email.message import EmailMessage
from queue import Queue
from types import TracebackType
from typing import Self

PATIENCE = 30.0  # seconds


class PostOffice:
    def __init__(self) -> None:
        self.received: Queue[EmailMessage] = Queue()
        office = self

        class Handler(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                self._say("220 here")
                while line := self.rfile.readline():
                    match line[:4].upper().strip():
                        case b"QUIT":
                            self._say("221 bye")
                            return
                        case b"DATA":
                            self._say("354 go on")
                            office.received.put(self._message())
                            self._say("250 kept")
                        case _:
                            self._say("250 good")

            def _say(self, line: str) -> None:
                self.wfile.write(f"{line}\r\n".encode())

            def _message(self) -> EmailMessage:
                lines = []
                while (line := self.rfile.readline()) != b".\r\n":
                    lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
                return message_from_bytes(b"".join(lines), policy=policy.default)

        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"smtp://127.0.0.1:{self._server.server_address[1]}"

    def next(self) -> EmailMessage:
        return self.received.get(timeout=PATIENCE)

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
