"""Run by Alembic: the versions are applied on the connection that `bring_up_to_date` gives."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
with context.begin_transaction():
    context.run_migrations()
