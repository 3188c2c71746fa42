"""The sixth version: notices to who has left a table."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "notices",
        sa.Column("person", sa.String(length=24), nullable=False),
        sa.Column("off", sa.JSON(), nullable=False),
        sa.Column("address", sa.String(length=254), nullable=True),
        sa.Column("confirmed_at", sa.BigInteger(), nullable=True),
        sa.Column("token", sa.LargeBinary(length=32), nullable=True),
        sa.Column("asked_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_notices_person", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person", name="pk_notices"),
        sa.UniqueConstraint("token", name="uq_notices_token"),
    )
    op.create_table(
        "subscriptions",
        sa.Column("digest", sa.LargeBinary(length=32), nullable=False),
        sa.Column("session", sa.LargeBinary(length=32), nullable=False),
        sa.Column("person", sa.String(length=24), nullable=False),
        sa.Column("endpoint", sa.Text(), nullable=False),
        sa.Column("p256dh", sa.LargeBinary(length=65), nullable=False),
        sa.Column("auth", sa.LargeBinary(length=16), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["session"], ["sessions.digest"], name="fk_subscriptions_session", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_subscriptions_person", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("digest", name="pk_subscriptions"),
    )
    op.create_index("ix_subscriptions_session", "subscriptions", ["session"])
    op.create_index("ix_subscriptions_person", "subscriptions", ["person"])
    op.create_table(
        "notices_sent",
        sa.Column("person", sa.String(length=24), nullable=False),
        sa.Column("table", sa.String(length=24), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_notices_sent_person", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_notices_sent_table", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person", "table", "kind", name="pk_notices_sent"),
    )
