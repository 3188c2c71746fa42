"""How the server is reached from other devices."""

from msgspec import Struct


class House(Struct, frozen=True):
    """What the host at the machine itself is told; everybody else, that there is nothing to tell."""

    address: str | None  # what leads here from another device, such as `http://192.168.1.20:8124`
    may_open: bool  # whether other devices in the house can be let in
