"""One database: SQLite in a file, which one server has to itself, or PostgreSQL, which several workers may share."""

import os
import secrets
import shutil
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import URL, Connection, Table, create_engine, event, make_url, select, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError

from palissade.server.filelock import FileLock
from palissade.server.store import schema
from palissade.server.store.migrations import bring_up_to_date, version_of
from palissade.server.store.trouble import (
    BadDatabaseURL,
    DatabaseInUse,
    DatabaseUnusable,
    DriverMissing,
    StorageTrouble,
    telling_troubles,
)

if TYPE_CHECKING:
    from sqlalchemy.pool import PoolProxiedConnection

PATIENCE = 5.0  # seconds to wait for somebody else's writing
OLDEST_SQLITE = (3, 38, 0)  # that always reads JSON
CACHE = 32 * 1024  # kilobytes of an SQLite file that a connection keeps at hand
TINY = 16 * 2**20  # bytes of an SQLite file that is written anew in a tenth of a second
SMALL = 128 * 2**20  # in a second

# A server that went away without a word is noticed in seconds, not hours.
_POSTGRESQL_DEFAULTS = {
    "connect_timeout": "5",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",
    "options": f"-c lock_timeout={PATIENCE:.0f}s",
}

_SNAPSHOT: dict[str, Any] = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}


class Database:
    """Where everything is kept. `worker` is who we are among those who share it."""

    def __init__(self, url: str, worker: str | None = None) -> None:
        self.url = _understood(url)
        self.worker = worker or secrets.token_hex(8)
        self.is_shared = self.url.get_backend_name() == "postgresql"
        self._turn_to_write = threading.Lock()  # of SQLite, which has one writer at a time
        self._lock: FileLock | None = None
        self._engine = create_engine(
            self.url,
            pool_size=8,
            max_overflow=8,
            pool_timeout=PATIENCE,
            pool_use_lifo=True,  # the connection that was used last has the pages at hand that will be needed next
            pool_pre_ping=self.is_shared,
        )
        # What is read together belongs together: the events, seats and summary of a table.
        self._reader = self._engine.execution_options(**_SNAPSHOT if self.is_shared else {})
        self._writer = self._engine.execution_options(is_writing=True)
        self._at_once: PoolProxiedConnection | None = None  # for `writing_at_once`
        if not self.is_shared:
            if sqlite3.sqlite_version_info < OLDEST_SQLITE:
                needed = ".".join(map(str, OLDEST_SQLITE))
                raise DatabaseUnusable(str(self._path), f"SQLite {sqlite3.sqlite_version} < {needed}")
            event.listen(self._engine, "connect", _prepare_sqlite)
            event.listen(self._engine, "begin", _begin_sqlite)
            self._lock = FileLock(Path(f"{self._path}.lock"))

    @property
    def _path(self) -> Path:
        assert self.url.database is not None
        return Path(self.url.database)

    @property
    def is_there(self) -> bool:
        """Whether there is an SQLite file with something in it; of PostgreSQL one can only ask it."""
        return self.is_shared or (self._path.is_file() and self._path.stat().st_size > 0)

    @property
    def shown(self) -> str:
        """Which database it is, for people: without its password."""
        if not self.is_shared:
            return str(self._path)
        return self.url.set(drivername="postgresql", query={}).render_as_string(hide_password=True)

    @property
    def dsn(self) -> str:
        """PostgreSQL's own form of the URL, for a connection beside the others."""
        from psycopg.conninfo import make_conninfo  # noqa: PLC0415  (an extra)

        parts = self.url.translate_connect_args(username="user", database="dbname")
        # A setting that is given several times is a list: the hosts of a cluster, for one.
        lists = {name: ",".join(values) for name, values in self.url.normalized_query.items()}
        return make_conninfo("", **parts, **lists)

    @contextmanager
    def first_look(self) -> Iterator[None]:
        """What goes wrong in here is told with the database's own words: who set it up can do something about it."""
        try:
            yield
        except StorageTrouble as trouble:
            raise DatabaseUnusable(self.shown, trouble.problem) from trouble

    def lock(self) -> None:
        """Keep other servers off an SQLite file while this one runs; PostgreSQL may be shared."""
        if self._lock is not None:
            self._make_file()
            try:
                is_ours = self._lock.take()
            except OSError as error:
                raise DatabaseUnusable(str(self._path), error.strerror or str(error)) from error
            if not is_ours:
                raise DatabaseInUse(str(self._path))

    def migrate(self) -> None:
        """Bring the tables of the database to what this version expects, from nothing or from an older version."""
        if not self.is_shared:
            self._make_file()
        with self.writing() as connection:
            self.keep_others_out(connection)
            before = version_of(connection)
            bring_up_to_date(connection)
            if before is not None and version_of(connection) != before:
                remains_of_somebody(connection)
        self.wipe()

    def keep_others_out(self, connection: Connection) -> None:
        """Until the transaction ends, who starts on this database waits: one makes the tables, the others find them."""
        if self.is_shared:
            connection.execute(text("SET LOCAL lock_timeout = 0"))
            connection.execute(text("SELECT pg_advisory_xact_lock(hashtext('palissade'))"))

    def _make_file(self) -> None:
        """The file with all the secrets is its owner's alone; SQLite gives the files beside it the same permissions."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600))
            self._path.chmod(0o600)
        except OSError as error:
            raise DatabaseUnusable(str(self._path), error.strerror or str(error)) from error

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that sees the database as it is at one moment, and waits for no writer."""
        with telling_troubles(), self._reader.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A connection whose changes are all durable at the end, or none of them."""
        with telling_troubles(), self._turn(), self._writer.begin() as connection:
            yield connection

    @contextmanager
    def writing_at_once(self) -> Iterator[sqlite3.Connection]:
        """A connection to SQLite on which each statement is a transaction of its own, durable when it is done. It is
        kept, and not SQLAlchemy's: where a batch is a few actions, that takes longer than the writing.
        """
        with telling_troubles(), self._turn():
            if self._at_once is None:
                self._at_once = self._engine.raw_connection()
            connection = self._at_once.driver_connection
            assert isinstance(connection, sqlite3.Connection)
            yield connection

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """Wait in line here: SQLite's own waiting is by sleeping and trying again, and unfair."""
        if self.is_shared:
            yield
            return
        if not self._turn_to_write.acquire(timeout=PATIENCE):
            raise StorageTrouble("locked")
        try:
            yield
        finally:
            self._turn_to_write.release()

    def insert(self, table: Table) -> sqlite.Insert | postgresql.Insert:
        """An INSERT that knows ON CONFLICT, which SQLAlchemy has for each database apart."""
        return postgresql.insert(table) if self.is_shared else sqlite.insert(table)

    def secret(self, name: str) -> bytes:
        """The 32 secret bytes of this name: made at the first use, the same for all workers ever after."""
        query = select(schema.secrets.c.secret).where(schema.secrets.c.name == name)
        with self.reading() as connection:
            found: bytes | None = connection.scalar(query)
        if found is not None:
            return found
        fresh = self.insert(schema.secrets).values(name=name, secret=secrets.token_bytes(32))
        with self.writing() as connection:
            connection.execute(fresh.on_conflict_do_nothing())
            made: bytes = connection.execute(query).scalar_one()
            return made

    # ---- what is left of rows that are gone

    def wipe(self, most: int | None = None) -> bool:
        """Have nothing of them in SQLite's write-ahead log, nor in the pages of a file of up to `most` bytes; False if
        somebody is reading just now, so that it must be tried again. What PostgreSQL leaves is its own business.
        """
        if self.is_shared or not self.is_there:
            return True
        with suppress(sqlite3.Error, StorageTrouble), self._alone() as connection:
            if self._may_write_anew(most):
                with suppress(sqlite3.Error):
                    _write_anew(connection)
            (is_busy, _, _) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            return not is_busy
        return False

    def _may_write_anew(self, most: int | None) -> bool:
        size = self._path.stat().st_size
        return (most is None or size <= most) and shutil.disk_usage(self._path.parent).free > 2 * size

    @contextmanager
    def _alone(self) -> Iterator[sqlite3.Connection]:
        """A connection to an SQLite file outside of all transactions, while nobody here writes. It is not patient: who
        writes waits for it.
        """
        with self._turn(), closing(sqlite3.connect(self._path, timeout=0.2, isolation_level=None)) as connection:
            yield connection

    # ---- looking after it

    def is_alive(self) -> bool:
        """Whether it answers."""
        try:
            with self.reading() as connection:
                connection.execute(text("SELECT 1"))
        except StorageTrouble:
            return False
        return True

    def close(self) -> None:
        if self._at_once is not None:
            self._at_once.close()
            self._at_once = None
        self._engine.dispose()  # of SQLite, the last connection to close leaves no write-ahead log
        if self._lock is not None:
            self._lock.release()


def remains_of_somebody(connection: Connection) -> None:
    """Note, in the same transaction, that somebody was removed: `wipe` has something to do."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA user_version = 1")


def _write_anew(connection: sqlite3.Connection) -> None:
    """Write the file anew, if somebody was removed since it last was: although SQLite overwrites what is deleted,
    copies of it may be left where pages were split before.
    """
    if connection.execute("PRAGMA user_version").fetchone() != (0,):
        connection.execute("VACUUM")
        connection.execute("PRAGMA user_version = 0")


def _understood(text: str) -> URL:
    """The URL of SQLite in a file or of PostgreSQL, with our settings for what it leaves open."""
    try:
        url = make_url(text)
    except ArgumentError:
        raise BadDatabaseURL(text) from None
    if url.drivername == "sqlite" and url.database not in (None, "", ":memory:"):
        return url
    if url.drivername in ("postgres", "postgresql", "postgresql+psycopg"):
        if find_spec("psycopg") is None:
            raise DriverMissing
        query: dict[str, Any] = {**_POSTGRESQL_DEFAULTS, **url.query}
        return url.set(drivername="postgresql+psycopg", query=query)
    raise BadDatabaseURL(url.render_as_string(hide_password=True))


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # transactions begin where we say so, in `_begin_sqlite`
    connection.execute(f"PRAGMA busy_timeout = {PATIENCE * 1000:.0f}")
    _write_ahead(connection)  # readers and the writer do not wait for each other
    connection.execute("PRAGMA synchronous = FULL")  # what is committed survives a power cut
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA secure_delete = ON")  # what is deleted is overwritten
    connection.execute(f"PRAGMA cache_size = -{CACHE}")
    connection.execute("PRAGMA temp_store = MEMORY")


def _write_ahead(connection: sqlite3.Connection) -> None:
    """`busy_timeout` does not hold for this: SQLite fails at once while somebody else turns a new file to WAL."""
    latest = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            is_busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY  # the other bits say why
            if not is_busy or time.monotonic() > latest:
                raise
            time.sleep(0.01)
        else:
            return


def _begin_sqlite(connection: Connection) -> None:
    is_writing = connection.get_execution_options().get("is_writing", False)
    # Writers take their turn at the start: turning from reading to writing midway can fail at once.
    connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writing else "BEGIN")
