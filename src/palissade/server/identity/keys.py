"""The secret keys of seats: who has one may sit there. They are derived, not kept."""

import hashlib
import hmac
from base64 import urlsafe_b64encode


class SeatKeys:
    """The keys of all seats of all tables, from the one secret `database.secret("seats")`."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def seat_key(self, table: str, seat: int) -> str:
        """128 bits as 22 characters that may stand in an address."""
        digest = hmac.digest(self._secret, f"{table}.{seat}".encode(), hashlib.sha256)
        return urlsafe_b64encode(digest[:16]).rstrip(b"=").decode()

    def is_seat_key(self, table: str, seat: int, key: str) -> bool:
        """Compared in constant time, so that no key is found letter by letter."""
        return hmac.compare_digest(self.seat_key(table, seat).encode(), key.encode(errors="replace"))

    def link(self, table: str, seat: int) -> str:
        """The key comes after the `#`, which browsers do not send: it is in no log on the way."""
        return f"/table/{table}#{seat}.{self.seat_key(table, seat)}"
