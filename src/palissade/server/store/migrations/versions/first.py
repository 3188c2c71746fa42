"""The first version: everything."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "outages",
        sa.Column("begins_at", sa.BigInteger(), nullable=False),
        sa.Column("ends_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("begins_at", name="pk_outages"),
    )
    op.create_table(
        "people",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("name", sa.String(length=24), nullable=False),
        sa.Column("account", sa.Text(), nullable=True),
        sa.Column("password", sa.Text(), nullable=True),
        sa.Column("language", sa.String(length=2), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
        sa.UniqueConstraint("account", name="uq_people_account"),
    )
    op.create_index("ix_people_seen_at", "people", ["seen_at"])
    op.create_table(
        "pulses",
        sa.Column("worker", sa.String(length=24), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("worker", name="pk_pulses"),
    )
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(length=24), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_secrets"),
    )
    op.create_table(
        "ratings",
        sa.Column("person", sa.String(length=24), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_ratings_person", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person", "game", name="pk_ratings"),
    )
    op.create_table(
        "sessions",
        sa.Column("digest", sa.LargeBinary(length=32), nullable=False),
        sa.Column("person", sa.String(length=24), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_sessions_person", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("digest", name="pk_sessions"),
    )
    op.create_index("ix_sessions_person", "sessions", ["person"])
    op.create_table(
        "tables",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("deal", sa.JSON(), nullable=True),
        sa.Column("clock", sa.JSON(), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("takebacks", sa.Boolean(), nullable=False),
        sa.Column("host", sa.String(length=24), nullable=True),
        sa.Column("rematch_of", sa.String(length=24), nullable=True),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=8), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("mover", sa.Integer(), nullable=True),
        sa.Column("machine_moves", sa.Boolean(), nullable=False),
        sa.Column("outcome", sa.JSON(), nullable=True),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.Column("for_anyone", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["host"], ["people.id"], name="fk_tables_host", ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["rematch_of"], ["tables.id"], name="fk_tables_rematch_of", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
        sa.UniqueConstraint("rematch_of", name="uq_tables_rematch_of"),
    )
    op.create_index("ix_tables_host", "tables", ["host"])
    op.create_index(
        "ix_tables_lobby",
        "tables",
        ["changed_at", "id"],
        sqlite_where=sa.text("for_anyone AND status = 'open'"),
        postgresql_where=sa.text("for_anyone AND status = 'open'"),
    )
    op.create_index(
        "ix_tables_machine",
        "tables",
        ["changed_at"],
        sqlite_where=sa.text("machine_moves AND status = 'running'"),
        postgresql_where=sa.text("machine_moves AND status = 'running'"),
    )
    op.create_index(
        "ix_tables_running",
        "tables",
        ["changed_at", "id"],
        sqlite_where=sa.text("listed AND status = 'running'"),
        postgresql_where=sa.text("listed AND status = 'running'"),
    )
    op.create_index(
        "ix_tables_unfinished",
        "tables",
        ["status"],
        sqlite_where=sa.text("status <> 'over'"),
        postgresql_where=sa.text("status <> 'over'"),
    )
    op.create_table(
        "events",
        sa.Column("table", sa.String(length=24), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("message", sa.String(length=64), nullable=True),
        sa.Column("event", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_events_table", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table", "number", name="pk_events"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "uq_events_message",
        "events",
        ["table", "message"],
        unique=True,
        sqlite_where=sa.text("message IS NOT NULL"),
        postgresql_where=sa.text("message IS NOT NULL"),
    )
    op.create_table(
        "rated_tables",
        sa.Column("table", sa.String(length=24), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_rated_tables_table", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table", name="pk_rated_tables"),
    )
    op.create_table(
        "seats",
        sa.Column("table", sa.String(length=24), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("who", sa.String(length=8), nullable=False),
        sa.Column("person", sa.String(length=24), nullable=True),
        sa.Column("level", sa.String(length=8), nullable=True),
        sa.Column("name", sa.String(length=24), nullable=True),
        sa.Column("over_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_seats_person", ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_seats_table", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table", "seat", name="pk_seats"),
    )
    op.create_index("ix_seats_person", "seats", ["person", "over_at", "table"])
