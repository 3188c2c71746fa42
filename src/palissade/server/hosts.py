"""The Host header: only our own names and addresses are answered, any other is misdirected (421).

A page of another site whose name is made to lead here (DNS rebinding) would be of one origin with us to its browser,
and could do whatever a visitor in the house can. It can choose any name, but none of ours.
"""

import ipaddress
import re
import socket
from collections.abc import Sequence

from palissade.server.refused import Refused

ANY = "*"
_HOST = re.compile(r"(?:\[(?P<address>[0-9a-f:.]+)\]|(?P<name>[^\[\]:@/\\?#\s,]+?)\.?)(?::\d{0,5})?")


class Hosts:
    """Which names are ours: those of the machine, its addresses, and what the host of the server has named."""

    def __init__(self, named: Sequence[str], listens_at: str = "") -> None:
        self._names = {name for each in (*named, *_own_names(), listens_at) if (name := _name_in(each))}
        self._is_any = ANY in named

    def check(self, host: str | None) -> None:
        """Raises `Refused` for a request that was sent to somebody else, or does not say to whom."""
        name = _name_in(host or "")
        if name is None:
            raise Refused("no-host", status=400)
        if not (self._is_any or name in self._names or _is_own_address(name)):
            raise Refused("wrong-host", status=421, host=name[:100])


def _name_in(host: str) -> str | None:
    """The name or address in a Host header, without brackets and port; None if it is no host at all."""
    found = _HOST.fullmatch(host.strip().lower())
    return found and (found["address"] or found["name"])


def _own_names() -> set[str]:
    """By which the house calls this machine: its name, also as it is announced without a name server (mDNS)."""
    name = socket.gethostname()
    short = name.partition(".")[0]
    return {"localhost", name, short, f"{short}.local"} - {"", ".local"}


def _is_own_address(name: str) -> bool:
    """Whether it is an address of this machine, as it is now: laptops move from network to network."""
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return False
    if address.is_loopback:
        return True
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    try:
        with socket.socket(family, socket.SOCK_STREAM) as asking:
            asking.bind((name, 0))  # which the system allows for its own addresses only
    except OSError:
        return False
    return not address.is_unspecified
