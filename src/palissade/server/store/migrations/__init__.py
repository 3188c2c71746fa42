"""How a database gets from one version of Palissade to the next."""

from sqlalchemy import Connection, inspect, text

NEWEST = "0001"  # what this Palissade expects


def version_of(connection: Connection) -> str | None:
    """The version of the tables in the database; None before there are any."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found


def bring_up_to_date(connection: Connection, to: str = NEWEST) -> None:
    """Run the versions that the database has not seen, in the connection's transaction."""
    found = version_of(connection)
    if found != to:
        # Most starts have nothing to do, and Alembic takes a while to load.
        from palissade.server.store.migrations.steps import take  # noqa: PLC0415

        take(connection, found, to)
