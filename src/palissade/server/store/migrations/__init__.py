"""How a database gets from one version of Palissade to the next."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from palissade.server.store.trouble import DatabaseTooNew


def bring_up_to_date(connection: Connection) -> None:
    """Run the versions that the database has not seen, in the connection's transaction."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    known = {version.revision for version in ScriptDirectory.from_config(config).walk_revisions()}
    found = MigrationContext.configure(connection).get_current_revision()
    if found is not None and found not in known:
        raise DatabaseTooNew(found)
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
