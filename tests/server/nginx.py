"""A real nginx in front of a server, with the configuration that hosts are given in docs/hosting.md."""

import re
import shutil
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.server.served import PATIENCE, free_port

PAGE = Path(__file__).parents[2] / "docs" / "hosting.md"
IS_INSTALLED = shutil.which("nginx") is not None and shutil.which("openssl") is not None

# What a whole nginx has around a site, so that it needs no rights and leaves nothing behind.
_MAIN = """
daemon off;
master_process off;
pid {folder}/pid;
error_log {folder}/error.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""


def blocks(language: str) -> list[str]:
    """The blocks of code in this language on the page for hosts."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)


class Nginx:
    """The configuration from the page, moved to ports of its own, with a certificate nobody vouches for."""

    def __init__(self, folder: Path, server_port: int) -> None:
        self.folder = folder
        self.port, self.plain_port = free_port(), free_port()
        (site,) = blocks("nginx")
        moves = {
            "127.0.0.1:8124": f"127.0.0.1:{server_port}",
            "listen 443 ": f"listen 127.0.0.1:{self.port} ",
            "listen [::]:443 ": f"listen unix:{folder}/tls.sock ",
            "listen 80;": f"listen 127.0.0.1:{self.plain_port};",
            "listen [::]:80;": f"listen unix:{folder}/plain.sock;",
            "/etc/letsencrypt/live/games.example.org/fullchain.pem": f"{folder}/certificate.pem",
            "/etc/letsencrypt/live/games.example.org/privkey.pem": f"{folder}/key.pem",
        }
        for ours, theirs in moves.items():
            assert site.count(ours) == 1, ours
            site = site.replace(ours, theirs)
        (folder / "site.conf").write_text(site)
        (folder / "nginx.conf").write_text(_MAIN.format(folder=folder))

    def __enter__(self) -> Self:
        names = ["-subj", "/CN=games.example.org", "-keyout", "key.pem", "-out", "certificate.pem"]
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", *names],
            cwd=self.folder,
            check=True,
            capture_output=True,
        )
        self._process = subprocess.Popen(
            [
                "nginx",
                "-p",
                str(self.folder),
                "-c",
                str(self.folder / "nginx.conf"),
                "-e",
                str(self.folder / "error.log"),
            ],
            stdin=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        deadline = time.monotonic() + PATIENCE
        while not (self.folder / "pid").exists() or not (self.folder / "pid").read_text():
            assert self._process.poll() is None, (self.folder / "error.log").read_text()
            assert time.monotonic() < deadline
            time.sleep(0.05)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.terminate()
        self._process.wait(PATIENCE)
