"""The tables of the database. Times are milliseconds since 1970 (UTC).

A game is kept as what chance fixed at its start and an append-only list of events with a unique (table, number);
positions are derived. Seats and the summary of a table (its status, who is to move) are derived from events too, and
kept beside them for lists, written in the same transaction.
"""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# Which tables are in which list: an index serves a query that says it in the same words.
IN_LOBBY = "for_anyone AND status = 'open'"
TO_WATCH = "listed AND status = 'running'"
UNFINISHED = "status <> 'over'"
IS_DUE = "due_at IS NOT NULL AND status = 'running'"


def _only(name: str, *columns: str, where: str, unique: bool = False) -> Index:
    """An index of those rows only for which this is true."""
    return Index(name, *columns, unique=unique, sqlite_where=text(where), postgresql_where=text(where))


people = Table(
    "people",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("name", String(24), nullable=False),
    Column("account", Text, unique=True),  # the name folded, by which accounts are told apart; guests have none
    Column("password", Text),  # argon2id, of an account
    Column("language", String(2), nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False, index=True),
    Column("skeleton", Text, index=True),  # the same for names that look alike; old accounts may have the same
)

sessions = Table(
    "sessions",
    metadata,
    Column("digest", LargeBinary(32), primary_key=True),  # of the secret in the cookie, which is nowhere kept
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("made_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
)

device_links = Table(
    "device_links",  # by which somebody's next browser may be known as theirs
    metadata,
    Column("digest", LargeBinary(32), primary_key=True),  # of the token in the link, which is nowhere kept
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, unique=True),
    Column("made_at", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("options", JSON, nullable=False),
    Column("deal", JSON(none_as_null=True)),  # leaves the process only when the game is over
    Column(
        "position", Text
    ),  # where the game begins, if not at its start; may hold what the deal would, and is as secret
    Column("clock", JSON, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("takebacks", Boolean, nullable=False),
    Column("host", ForeignKey("people.id", ondelete="SET NULL"), index=True),
    Column("rematch_of", ForeignKey("tables.id", ondelete="SET NULL"), unique=True),
    Column("made_at", BigInteger, nullable=False),
    # The summary, as the last event left it.
    Column("number", Integer, nullable=False),
    Column("status", String(8), nullable=False),  # open, running, over
    Column("ply", Integer, nullable=False),
    Column("mover", Integer),
    Column("machine_moves", Boolean, nullable=False),  # a machine is to move
    Column("outcome", JSON(none_as_null=True)),
    Column("changed_at", BigInteger, nullable=False),
    Column("for_anyone", Boolean, nullable=False),  # a seat is still there for whoever comes first
    Column("due_at", BigInteger),  # when something happens by itself: a clock runs out
    # Each list has an index of its own tables only: what is in no list costs nothing to change.
    _only("ix_tables_lobby", "changed_at", "id", where=IN_LOBBY),
    _only("ix_tables_running", "changed_at", "id", where=TO_WATCH),
    _only("ix_tables_due", "due_at", where=IS_DUE),
    _only("ix_tables_unfinished", "status", where=UNFINISHED),
)

seats = Table(
    "seats",
    metadata,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("who", String(8), nullable=False),  # person, machine, screen; friend and anyone are still to come
    Column("person", ForeignKey("people.id", ondelete="SET NULL")),  # who plays it; of `screen`, the host
    Column("level", String(40)),  # of a machine
    Column("name", String(24)),  # of somebody at the host's screen
    Column("over_at", BigInteger),  # when the game was over: a person's finished tables are listed by it
    Index("ix_seats_person", "person", "over_at", "table"),
)

events = Table(
    "events",
    metadata,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),  # from 1, without gaps
    Column("at", BigInteger, nullable=False),
    Column("message", String(64)),  # the alias of whose message did it, and its id: one sent again is known by it
    Column("event", LargeBinary, nullable=False),  # `wire.socket.Event` as JSON
    _only("uq_events_message", "table", "message", where="message IS NOT NULL", unique=True),
    sqlite_with_rowid=False,
)

ratings = Table(
    "ratings",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
)

rated_tables = Table(
    "rated_tables",  # whose result is already in the ratings
    metadata,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
)

pulses = Table(
    "pulses",  # of running workers: when all are silent, time is nobody's
    metadata,
    Column("worker", String(24), primary_key=True),
    Column("at", BigInteger, nullable=False),
)

outages = Table(
    "outages",  # times when no worker was there, which no clock counts
    metadata,
    Column("begins_at", BigInteger, primary_key=True),
    Column("ends_at", BigInteger, nullable=False),
)

secrets = Table(
    "secrets",  # the keys that sign cookies and seat links, made at the first start
    metadata,
    Column("name", String(24), primary_key=True),
    Column("secret", LargeBinary, nullable=False),
)
