"""The fifth version: people may wait for anybody to play."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "seeks",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("person", sa.String(length=24), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=True),
        sa.Column("clock", sa.String(length=80), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("held_at", sa.BigInteger(), nullable=False),
        sa.Column("table", sa.String(length=24), nullable=True),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_seeks_person", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_seeks_table", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_seeks"),
        sa.UniqueConstraint("person", name="uq_seeks_person"),
    )
