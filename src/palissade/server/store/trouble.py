"""What can go wrong with a database, told apart by what can be done about it."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from palissade.errors import PalissadeError
from palissade.server.refused import CATALOGUE

Reason = Literal["full", "locked", "gone"]

_SQLITE: dict[int, Reason] = {
    sqlite3.SQLITE_FULL: "full",
    # A quota that is used up, or a limit on the size of files: SQLite knows them by no better name.
    sqlite3.SQLITE_IOERR_WRITE: "full",
    sqlite3.SQLITE_IOERR_SHMSIZE: "full",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_PROTOCOL: "locked",
    sqlite3.SQLITE_IOERR: "gone",
    sqlite3.SQLITE_CANTOPEN: "gone",
    sqlite3.SQLITE_CORRUPT: "gone",
    sqlite3.SQLITE_NOTADB: "gone",
    sqlite3.SQLITE_READONLY: "gone",
}
_POSTGRESQL: dict[str, Reason] = {
    "53100": "full",  # disk full
    "55P03": "locked",  # a lock was not to be had in time
    "57014": "locked",  # a statement took too long
    "40P01": "locked",  # a deadlock
    "40001": "locked",  # two transactions that cannot both be
    "25006": "gone",  # read only: the other server of a pair has taken over
}


class StorageTrouble(PalissadeError):
    """The database does not do what it is asked, and it is nobody's mistake."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(CATALOGUE.message(f"store.{reason}"))
        self.reason: Reason = reason

    @property
    def problem(self) -> str:
        """What the database itself said, in one line."""
        original = getattr(self.__cause__, "orig", None)
        return str(original or self.__cause__ or self).partition("\n")[0]


class DatabaseInUse(PalissadeError):
    """Another server has this SQLite file."""

    def __init__(self, path: str) -> None:
        super().__init__(CATALOGUE.message("store.in-use", path=path))


class DatabaseTooNew(PalissadeError):
    """A later Palissade has changed this database in a way that this one does not know."""

    def __init__(self, found: str) -> None:
        super().__init__(CATALOGUE.message("store.too-new", found=found))


class DatabaseUnusable(PalissadeError):
    """There is no way in: a folder that cannot be written, a password that is wrong, a file that is no database."""

    def __init__(self, shown: str, problem: str) -> None:
        super().__init__(CATALOGUE.message("store.unusable", shown=shown, problem=problem.rstrip(".")))


class DriverMissing(PalissadeError):
    """PostgreSQL is asked for without what speaks to it."""

    def __init__(self) -> None:
        super().__init__(CATALOGUE.message("store.driver"))


class BadDatabaseURL(PalissadeError):
    """Neither SQLite in a file nor PostgreSQL."""

    def __init__(self, url: str) -> None:
        super().__init__(CATALOGUE.message("store.bad-url", url=url))


@contextmanager
def telling_troubles() -> Iterator[None]:
    """Whatever goes wrong in here with the database itself is raised as `StorageTrouble`."""
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error) as error:
        reason = reason_of(error)
        if reason is None:
            raise
        raise StorageTrouble(reason) from error


def reason_of(error: SQLAlchemyError | sqlite3.Error) -> Reason | None:
    """Why the database failed; None when it did not, but was asked something wrong."""
    if isinstance(error, NoConnectionFree):
        return "locked"
    original = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(original, sqlite3.Error):
        # The last eight bits are the kind of the error, the others its details.
        code = getattr(original, "sqlite_errorcode", 0)
        return _SQLITE.get(code) or _SQLITE.get(code & 0xFF)
    state = getattr(original, "sqlstate", "")  # of PostgreSQL, whose driver is an extra
    return _POSTGRESQL.get(state) or ("gone" if isinstance(error, OperationalError | InterfaceError) else None)
