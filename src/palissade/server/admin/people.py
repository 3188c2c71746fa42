"""What a host does for somebody who has an account: sign them out, or give them a new password."""

import secrets

import msgspec
from argon2 import PasswordHasher
from sqlalchemy import Connection

from palissade.errors import PalissadeError
from palissade.server.admin.opening import CATALOGUE
from palissade.server.identity.names import folded
from palissade.server.store import people as store
from palissade.server.store.database import Database
from palissade.server.store.notify import say_when_written
from palissade.server.store.people import PersonRow
from palissade.server.tables.live_tables import WorkerNote

_LETTERS = "23456789abcdefghijkmnpqrstuvwxyz"  # none that are mistaken for another
_GROUPS, _GROUP = 4, 4  # 80 bits


class NoSuchAccount(PalissadeError):
    def __init__(self, name: str) -> None:
        super().__init__(CATALOGUE.message("no-such-account", name=name[:60]))


def sign_out(database: Database, name: str) -> tuple[PersonRow, int]:
    """End all sessions of an account; whose it is, and how many there were."""
    with database.writing() as connection:
        person = _account(connection, name)
        ended = store.remove_sessions(connection, person.id)
        _tell_servers(database, connection, person)
    return person, ended


def reset_password(database: Database, name: str) -> tuple[PersonRow, str]:
    """A new password for an account, which nobody knows but who is told; the old one's sessions end."""
    password = new_password()
    hashed = PasswordHasher().hash(password)
    with database.writing() as connection:
        person = _account(connection, name)
        store.set_password(connection, person.id, hashed)
        store.remove_sessions(connection, person.id)
        _tell_servers(database, connection, person)
    return person, password


def new_password() -> str:
    """Such as `k7wp-…`: long enough that nobody guesses it, and easy to read out."""
    return "-".join("".join(secrets.choice(_LETTERS) for _ in range(_GROUP)) for _ in range(_GROUPS))


def _account(connection: Connection, name: str) -> PersonRow:
    found = store.account_and_password(connection, folded(name))
    if found is None:
        raise NoSuchAccount(name)
    return found[0]


def _tell_servers(database: Database, connection: Connection, person: PersonRow) -> None:
    """Servers that share a PostgreSQL hang up on the person; one on SQLite hears nothing, and looks again by itself."""
    if database.is_shared:
        words = msgspec.json.encode(WorkerNote(database.worker, [], person.id))
        say_when_written(connection, database.worker, [words])
