"""Migrations: how a database gets from one version of Palissade to the next, by Alembic.

Most starts have nothing to do, and Alembic takes a while to load: it is imported where there is something to do.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, text

from palissade.server.store.trouble import DatabaseTooNew

if TYPE_CHECKING:
    from alembic.config import Config

NEWEST = "0007"  # what this Palissade expects
FOLDER = Path(__file__).parent


def version_of(connection: Connection) -> str | None:
    """The version of the tables in the database; None before there are any."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found


def bring_up_to_date(connection: Connection, to: str = NEWEST) -> None:
    """Run the versions that the database has not seen, in the connection's transaction; raises `DatabaseTooNew` for one
    that no version here leads to.
    """
    found = version_of(connection)
    if found == to:
        return
    for version in (found, to):
        if version is not None and not is_known(version):
            raise DatabaseTooNew(version)
    from alembic import command  # noqa: PLC0415

    config = _script()
    config.attributes["connection"] = connection
    command.upgrade(config, to)


def is_known(version: str) -> bool:
    """Whether a migration leads to it; those of a newer Palissade are not known here."""
    return version in versions()


def versions() -> list[str]:
    """All to which a migration leads, the newest first."""
    from alembic.script import ScriptDirectory  # noqa: PLC0415

    return [known.revision for known in ScriptDirectory.from_config(_script()).walk_revisions()]


def _script() -> "Config":
    """Where Alembic finds the versions."""
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
