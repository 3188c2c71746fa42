"""The second version: names that look alike, links for further devices, clocks that run out by themselves, and no ids
of people in the messages of their games.
"""

import sqlalchemy as sa
from alembic import op

from palissade.server.skeleton import skeleton

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("people", sa.Column("skeleton", sa.Text(), nullable=True))
    op.create_index("ix_people_skeleton", "people", ["skeleton"])
    connection = op.get_bind()
    people = sa.table("people", sa.column("id"), sa.column("name"), sa.column("skeleton"))
    named = sa.update(people).where(people.c.id == sa.bindparam("person")).values(skeleton=sa.bindparam("looks"))
    everybody = connection.execute(sa.select(people.c.id, people.c.name)).all()
    if everybody:
        connection.execute(named, [{"person": id_, "looks": skeleton(name)} for id_, name in everybody])
    op.create_table(
        "device_links",
        sa.Column("digest", sa.LargeBinary(length=32), nullable=False),
        sa.Column("person", sa.String(length=24), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_device_links_person", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("digest", name="pk_device_links"),
        sa.UniqueConstraint("person", name="uq_device_links_person"),
    )
    op.add_column("tables", sa.Column("due_at", sa.BigInteger(), nullable=True))
    op.create_index(
        "ix_tables_due",
        "tables",
        ["due_at"],
        sqlite_where=sa.text("due_at IS NOT NULL AND status = 'running'"),
        postgresql_where=sa.text("due_at IS NOT NULL AND status = 'running'"),
    )
    # When clocks of running games run out is found out by whoever looks at them first: soon.
    op.execute("UPDATE tables SET due_at = changed_at WHERE status = 'running'")
    op.drop_index("ix_tables_machine", "tables")
    op.execute("UPDATE events SET message = NULL")  # the id of who sent it was part of it
