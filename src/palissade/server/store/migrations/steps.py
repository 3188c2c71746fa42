"""The steps from one version of the database to the next, taken by Alembic."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from palissade.server.store.trouble import DatabaseTooNew

FOLDER = Path(__file__).parent


def script() -> Config:
    """Where Alembic finds the steps."""
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def newest() -> str | None:
    """The version to which the last step leads."""
    return ScriptDirectory.from_config(script()).get_current_head()


def take(connection: Connection, found: str | None, to: str) -> None:
    """From the version that was found, or from nothing, to this one; raises `DatabaseTooNew` for an unknown one."""
    config = script()
    known = {version.revision for version in ScriptDirectory.from_config(config).walk_revisions()}
    for version in (found, to):
        if version is not None and version not in known:
            raise DatabaseTooNew(version)
    config.attributes["connection"] = connection
    command.upgrade(config, to)
