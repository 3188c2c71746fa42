"""The fourth version: people at a table may talk."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "talk",
        sa.Column("table", sa.String(length=24), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("person", sa.String(length=24), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("message", sa.String(length=36), nullable=False),
        sa.Column("phrase", sa.String(length=24), nullable=True),
        sa.Column("text", sa.String(length=200), nullable=True),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_talk_table", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_talk_person", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table", "number", name="pk_talk"),
    )
    op.create_index("ix_talk_person", "talk", ["person"])
    op.create_index("uq_talk_message", "talk", ["table", "person", "message"], unique=True)
