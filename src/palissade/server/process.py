"""One worker, from open to close: `python -m palissade.server.process SOCKET SUPERVISOR` for one of several, with its
settings on standard input, since everybody may read command lines and the database has a password.
"""

import asyncio
import gc
import os
import signal
import socket
import sys
import threading
import time
from functools import partial
from types import FrameType

import msgspec
import uvicorn

from palissade import kernel
from palissade.registry import games
from palissade.server.app import application
from palissade.server.logs import set_up_logs
from palissade.server.open_files import raise_limit
from palissade.server.settings import Settings
from palissade.server.sockets.handshake import Handshake
from palissade.server.sockets.protocol import http_protocol, socket_protocol
from palissade.server.worker import Worker

COLLECT = (20_000, 20, 50)  # objects before the garbage collector runs: seldom, for it stops everybody
GRACE = 5  # seconds for requests under way when the server stops
CLOSING = 15  # seconds to close, when the supervisor is no more to see to it
NOT_STARTED = 3  # the status of a worker that could not open; the log says why


def run_worker(settings: Settings, listening: socket.socket) -> None:
    set_up_logs(settings.log)
    raise_limit()
    gc.set_threshold(*COLLECT)
    kernel.interpret_until_compiled()
    for game in games():
        game.enter()
    worker = Worker(settings)
    server = server_of(worker)
    worker.house.attach(listening.getsockname()[1], server.listen_too)
    server.run(sockets=[listening])
    if not server.started:
        sys.exit(NOT_STARTED)


class Server(uvicorn.Server):
    """Being told to stop is no failure: uvicorn would end by the same signal once more after closing."""

    async def listen_too(self, listening: socket.socket) -> None:
        """At one more address, until the server stops: as uvicorn does it for the first one."""
        config = self.config

        def protocol() -> asyncio.Protocol:
            return config.http_protocol_class(  # type: ignore[call-arg]
                config=config, server_state=self.server_state, app_state=self.lifespan.state
            )

        loop = asyncio.get_running_loop()
        self.servers.append(await loop.create_server(protocol, sock=listening, backlog=config.backlog))

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.should_exit = True


def server_of(worker: Worker) -> Server:
    """What listens for a worker: the API over HTTP, and the live line."""
    config = uvicorn.Config(
        application(worker),
        http=http_protocol(worker.admission),
        ws=socket_protocol(partial(Handshake, worker)),
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,  # what a proxy says is read where it is needed, and only if it is trusted
        timeout_graceful_shutdown=GRACE,
        timeout_keep_alive=15,
    )
    return Server(config)


def _follow(supervisor: int) -> None:
    """Close when the supervisor is no more: nobody else would see to it."""
    while os.getppid() == supervisor:
        time.sleep(1)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(CLOSING)
    os._exit(1)


if __name__ == "__main__":
    threading.Thread(target=_follow, args=(int(sys.argv[2]),), daemon=True).start()
    given = msgspec.json.decode(sys.stdin.buffer.read(), type=Settings)
    run_worker(given, socket.socket(fileno=int(sys.argv[1])))
