"""Forwarding headers and network addresses: who asks, under which host name, and whether others can listen in."""

import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass

RawHeaders = Iterable[tuple[bytes, bytes]]  # as they came, with their names in small letters


@dataclass(frozen=True, slots=True)
class Forwarded:
    """Where a request comes from and where it was sent: as the connection shows or, if it is trusted, our proxy says.

    Of each header the last entry of its last line is what our own proxy saw; whatever stands before is hearsay, which
    anybody may send along.
    """

    address: str  # by which limits count
    host: str | None  # what the browser was pointed at; None if that is not said, or said twice
    is_secure: bool  # whether what is said is heard by nobody else

    @classmethod
    def of(cls, headers: RawHeaders, peer: str, scheme: str = "http", *, trusts_proxies: bool) -> "Forwarded":
        found: dict[bytes, list[str]] = {}
        for name, value in headers:
            found.setdefault(name, []).append(value.decode("latin-1"))
        hosts = found.get(b"host", [])
        host = hosts[0] if len(hosts) == 1 and hosts[0] else None
        if not trusts_proxies:
            return cls(address_of(peer), host, scheme == "https")
        return cls(
            address_of(_last(found, b"x-forwarded-for") or peer, peer),
            _last(found, b"x-forwarded-host") or host,
            (_last(found, b"x-forwarded-proto") or scheme).lower() == "https",
        )


def _last(headers: dict[bytes, list[str]], name: bytes) -> str:
    return ",".join(headers.get(name, [])).rpartition(",")[2].strip()


def address_of(told: str, peer: str = "") -> str:
    """The address by which to count; what is told may be none, then it is the peer's. Of IPv6 somebody usually has all
    addresses with the same first half.
    """
    try:
        address = ipaddress.ip_address(told)
    except ValueError:
        return address_of(peer) if peer else told
    if address.version == 4:
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((int(address), 64), strict=False))
