"""Lists a page at a time: where a page ends is told to the reader as an opaque cursor."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a list of tables, the newest first."""

    at: int
    id: str

    def cursor(self) -> str:
        return urlsafe_b64encode(f"{self.at},{self.id}".encode()).decode().rstrip("=")

    @classmethod
    def from_cursor(cls, cursor: str) -> "Place":
        """Raises `ValueError` for what never was a cursor."""
        padding = "=" * (-len(cursor) % 4)
        at, comma, id_ = urlsafe_b64decode(cursor.encode() + padding.encode()).decode().partition(",")
        if not (comma and at.isascii() and at.isdigit() and len(at) <= 15 and id_.isprintable() and id_):
            raise ValueError("not a cursor")
        return cls(int(at), id_)
