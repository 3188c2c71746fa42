"""The third version: levels of machines may have longer names."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    # SQLite cannot alter a column, and minds no length: the table is written anew all the same, for one schema in both.
    with op.batch_alter_table("seats") as seats:
        seats.alter_column("level", existing_type=sa.String(length=8), type_=sa.String(length=40))
