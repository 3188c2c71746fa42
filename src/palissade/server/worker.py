"""One worker, from open to close: `python -m palissade.server.worker SOCKET SETTINGS` for one of several."""

import os
import socket
import sys
import threading
import time
from types import FrameType

import msgspec
import uvicorn

from palissade.server.app import application
from palissade.server.house import House
from palissade.server.logs import set_up_logs
from palissade.server.settings import Settings
from palissade.server.sockets.door import Door
from palissade.server.sockets.protocol import PatientButNotForever, socket_protocol

GRACE = 5  # seconds for requests under way when the server stops


def run_worker(settings: Settings, listening: socket.socket) -> None:
    set_up_logs(settings.log)
    server_of(House(settings)).run(sockets=[listening])


class Server(uvicorn.Server):
    """Being told to stop is no failure: uvicorn would end by the same signal once more after closing."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.should_exit = True


def server_of(house: House) -> uvicorn.Server:
    """What listens for a house: the API over HTTP, and the live line."""
    config = uvicorn.Config(
        application(house),
        http=PatientButNotForever,
        ws=socket_protocol(Door(house).answer),
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


def _follow(parent: int) -> None:
    """Stop when the supervisor is no more: nobody else would."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


if __name__ == "__main__":
    threading.Thread(target=_follow, args=(os.getppid(),), daemon=True).start()
    run_worker(msgspec.json.decode(sys.argv[2], type=Settings), socket.socket(fileno=int(sys.argv[1])))
