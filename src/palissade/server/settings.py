"""What a host can choose; nothing of it has to be."""

import os
from pathlib import Path

import msgspec
import platformdirs

HERE = "127.0.0.1"


def default_database() -> str:
    """A file in the user's data folder."""
    return f"sqlite:///{Path(platformdirs.user_data_dir('palissade')) / 'palissade.sqlite3'}"


def default_threads() -> int:
    """Machines think on all cores but one, which stays free for people."""
    return max((os.cpu_count() or 2) - 1, 1)


# The services of the browsers that there are: Chrome and its kin, Firefox, Safari, Edge.
PUSH_SERVICES = (
    "https://fcm.googleapis.com",
    "https://*.push.services.mozilla.com",
    "https://*.push.apple.com",
    "https://*.notify.windows.com",
)


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """How the server is run. Each can be given to `palissade serve`, or as `PALISSADE_…` in the environment."""

    host: str | None = None  # 127.0.0.1, and the local network once the host at the machine asks for it
    port: int = 8124
    database: str = msgspec.field(default_factory=default_database)
    workers: int = 1
    trusts_proxies: bool = False  # whether a proxy before the server says who asks, and how
    hosts: tuple[str, ...] = ()  # names under which we are known, besides the machine's own; * for any
    origins: tuple[str, ...] = ()  # other sites whose pages may open the live line
    threads: int = msgspec.field(default_factory=default_threads)  # for machines; gentle ones have one more
    ponders: bool = False  # whether machines think on while people are to move
    site: str = ""  # the address by which people find us, as in https://games.example.org: for links in mails
    smtp_url: str = ""  # smtp://USER:PASSWORD@HOST:PORT, or smtps://…; only then is mail sent
    mail_from: str = ""  # whose mail it is
    push_services: tuple[str, ...] = PUSH_SERVICES  # whose browsers are told; none switches it off
    notice_after: float = 20.0  # seconds after which somebody who is not at a table is told elsewhere
    limits: float = 1.0  # how generous the limits are; 0 switches them off
    log: str = "console"  # or json
    metrics: bool = True  # at /metrics, for this machine alone
    warms: bool = True  # whether all games are made ready at the start, or each when it is first asked for


def list_of(text: str) -> tuple[str, ...]:
    """What has commas between."""
    return tuple(item for each in text.split(",") if (item := each.strip()))


def from_environment() -> Settings:
    """The settings in `PALISSADE_…` variables; raises ValueError naming the one that makes no sense."""
    found = {}
    for field in msgspec.structs.fields(Settings):
        value = os.environ.get(f"PALISSADE_{field.name.upper()}")
        if value is not None:
            kind = field.type
            try:
                wanted = list_of(value) if field.name in ("hosts", "origins", "push_services") else value
                found[field.name] = msgspec.convert(wanted, kind, strict=False)
            except msgspec.ValidationError as error:
                raise ValueError(f"PALISSADE_{field.name.upper()}={value}: {error}") from None
    return Settings(**found)
