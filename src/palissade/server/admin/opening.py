"""The database of a host, opened beside whatever server may be running on it."""

from collections.abc import Iterator
from contextlib import contextmanager

from palissade.errors import PalissadeError
from palissade.messages import Catalogue
from palissade.server.store.database import Database
from palissade.server.store.migrations import NEWEST, is_known, version_of
from palissade.server.store.trouble import DatabaseTooNew

CATALOGUE = Catalogue.beside(__file__)


class NoDatabase(PalissadeError):
    """Nothing is there, and looking at it makes nothing."""


class DatabaseTooOld(PalissadeError):
    """A server of this version has never run on it."""


@contextmanager
def existing(url: str) -> Iterator[Database]:
    """The database at this URL, which is there and of this version; neither is it locked nor anything in it changed."""
    database = Database(url)
    try:
        with database.first_look():
            _check(database)
        yield database
    finally:
        database.close()


@contextmanager
def any_database(url: str) -> Iterator[Database]:
    """The database at this URL, whether or not there is anything in it yet."""
    database = Database(url)
    try:
        yield database
    finally:
        database.close()


def _check(database: Database) -> None:
    found = None
    if database.is_there:
        with database.reading() as connection:
            found = version_of(connection)
    if found is None:
        raise NoDatabase(CATALOGUE.message("nothing", shown=database.shown))
    if found != NEWEST:
        if not is_known(found):
            raise DatabaseTooNew(found)
        raise DatabaseTooOld(CATALOGUE.message("too-old", shown=database.shown))
