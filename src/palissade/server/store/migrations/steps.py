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


def is_known(version: str) -> bool:
    """Whether a step leads to it; those of a newer Palissade are not known here."""
    versions = ScriptDirectory.from_config(script()).walk_revisions()
    return version in {known.revision for known in versions}


def take(connection: Connection, found: str | None, to: str) -> None:
    """From the version that was found, or from nothing, to this one; raises `DatabaseTooNew` for an unknown one."""
    for version in (found, to):
        if version is not None and not is_known(version):
            raise DatabaseTooNew(version)
    config = script()
    config.attributes["connection"] = connection
    command.upgrade(config, to)
