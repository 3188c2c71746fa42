"""People and their sessions, as they are kept. Each function is part of its caller's transaction."""

from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Connection, Row, delete, func, insert, or_, select, text, update

from palissade.messages import Language
from palissade.server.store.database import remains_of_somebody
from palissade.server.store.schema import (
    device_links,
    notices,
    people,
    ratings,
    seats,
    seeks,
    sessions,
    subscriptions,
    tables,
    talk,
)
from palissade.server.wire.people import Person


@dataclass(frozen=True, slots=True)
class PersonRow:
    """Somebody whom the server knows: a guest, or who has an account."""

    id: str
    name: str
    kind: Literal["guest", "account"]
    language: Language

    @property
    def is_account(self) -> bool:
        return self.kind == "account"

    def to_wire(self) -> Person:
        """As everybody may know them."""
        return Person(self.id, self.name, self.kind)


_PERSON = (people.c.id, people.c.name, people.c.account, people.c.language)


def _person(row: Row[*tuple[Any, ...]]) -> PersonRow:
    return PersonRow(row.id, row.name, "guest" if row.account is None else "account", row.language)


# ---- sessions


def person_of_session(connection: Connection, digest: bytes, made_after: int) -> tuple[PersonRow, int] | None:
    """Who has the session, if it is not too old, and when it was last seen."""
    row = connection.execute(
        select(*_PERSON, sessions.c.seen_at)
        .join(sessions, sessions.c.person == people.c.id)
        .where(sessions.c.digest == digest, sessions.c.made_at > made_after)
    ).one_or_none()
    return row and (_person(row), row.seen_at)


def touch_session(connection: Connection, digest: bytes, person: str, now: int) -> None:
    """Somebody was here."""
    connection.execute(update(sessions).where(sessions.c.digest == digest).values(seen_at=now))
    connection.execute(update(people).where(people.c.id == person).values(seen_at=now))


def add_session(connection: Connection, digest: bytes, person: str, now: int) -> None:
    connection.execute(insert(sessions).values(digest=digest, person=person, made_at=now, seen_at=now))


def remove_session(connection: Connection, digest: bytes) -> None:
    connection.execute(delete(sessions).where(sessions.c.digest == digest))


def remove_sessions(connection: Connection, person: str) -> int:
    """How many there were. A link for one more goes with them."""
    remove_device_link(connection, person)
    return connection.execute(delete(sessions).where(sessions.c.person == person)).rowcount


@dataclass(frozen=True, slots=True)
class SessionRow:
    digest: bytes
    made_at: int
    seen_at: int


def sessions_of(connection: Connection, person: str, made_after: int) -> list[SessionRow]:
    """By which somebody is known, the one seen last first."""
    query = select(sessions.c.digest, sessions.c.made_at, sessions.c.seen_at)
    found = connection.execute(query.where(sessions.c.person == person, sessions.c.made_at > made_after))
    return sorted((SessionRow(*row) for row in found), key=lambda row: (-row.seen_at, -row.made_at, row.digest))


# ---- links for one more device


def put_device_link(connection: Connection, digest: bytes, person: str, now: int, until: int) -> None:
    """The one open link of somebody; one from before is worth nothing any more."""
    remove_device_link(connection, person)
    connection.execute(insert(device_links).values(digest=digest, person=person, made_at=now, until=until))


def remove_device_link(connection: Connection, person: str) -> None:
    connection.execute(delete(device_links).where(device_links.c.person == person))


def device_link_until(connection: Connection, person: str, now: int) -> int | None:
    """How long somebody's link is open, if they have one."""
    query = select(device_links.c.until).where(device_links.c.person == person, device_links.c.until > now)
    return connection.execute(query).scalar_one_or_none()


def spend_device_link(connection: Connection, digest: bytes, now: int) -> PersonRow | None:
    """Whose link it is; from now on nobody's."""
    spent = delete(device_links).where(device_links.c.digest == digest, device_links.c.until > now)
    person = connection.execute(spent.returning(device_links.c.person)).scalar_one_or_none()
    if person is None:
        return None
    row = connection.execute(select(*_PERSON).where(people.c.id == person)).one_or_none()
    return row and _person(row)


# ---- names


def hold_name(connection: Connection, skeleton: str) -> None:
    """Until the transaction ends, who wants a name that looks like this one waits. SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(hashtext('name'), hashtext(:name))"), {"name": skeleton})


def is_accounts_name(connection: Connection, account: str, skeleton: str, but: str | None = None) -> bool:
    """Whether an account, of anybody but this person, has the name or one that looks like it."""
    is_alike = or_(people.c.account == account, people.c.skeleton == skeleton)
    query = select(people.c.id).where(is_alike, people.c.account.is_not(None), people.c.id.is_distinct_from(but))
    return connection.execute(query.limit(1)).first() is not None


def guests_called(connection: Connection, skeleton: str) -> list[PersonRow]:
    """Guests who have a name that looks like this one."""
    found = select(*_PERSON).where(people.c.skeleton == skeleton, people.c.account.is_(None)).order_by(people.c.id)
    return [_person(row) for row in connection.execute(found)]


def guests_like_accounts(connection: Connection) -> list[PersonRow]:
    """Guests who have the name of an account: from before that was looked after."""
    accounts = people.alias()
    is_alike = (accounts.c.skeleton == people.c.skeleton) & accounts.c.account.is_not(None)
    found = select(*_PERSON).where(people.c.account.is_(None), select(accounts.c.id).where(is_alike).exists())
    return [_person(row) for row in connection.execute(found.order_by(people.c.id))]


def set_name(connection: Connection, person: str, name: str, account: str, skeleton: str) -> None:
    """An account goes by its new name from now on; one that is taken breaks the uniqueness of accounts."""
    connection.execute(update(people).where(people.c.id == person).values(name=name, skeleton=skeleton))
    connection.execute(
        update(people).where(people.c.id == person, people.c.account.is_not(None)).values(account=account)
    )


# ---- people


def add_guest(connection: Connection, person: PersonRow, skeleton: str, now: int) -> None:
    values = {"id": person.id, "name": person.name, "language": person.language, "skeleton": skeleton}
    connection.execute(insert(people).values({**values, "made_at": now, "seen_at": now}))


def make_account(connection: Connection, person: str, name: str, account: str, skeleton: str, password: str) -> bool:
    """A guest becomes an account in place; False if it is none, or one already. A name that is taken breaks the
    uniqueness of accounts.
    """
    changed = connection.execute(
        update(people)
        .where(people.c.id == person, people.c.account.is_(None))
        .values(name=name, account=account, skeleton=skeleton, password=password)
    )
    return changed.rowcount == 1


def account_and_password(connection: Connection, account: str) -> tuple[PersonRow, str] | None:
    """Whose account it is, and the hash of its password."""
    row = connection.execute(select(*_PERSON, people.c.password).where(people.c.account == account)).one_or_none()
    return row and (_person(row), row.password)


def password_of(connection: Connection, person: str) -> str | None:
    return connection.execute(select(people.c.password).where(people.c.id == person)).scalar_one_or_none()


def set_password(connection: Connection, person: str, password: str) -> None:
    connection.execute(update(people).where(people.c.id == person).values(password=password))


def set_language(connection: Connection, person: str, language: Language) -> None:
    connection.execute(update(people).where(people.c.id == person).values(language=language))


def adopt(connection: Connection, guest: str, by: str) -> bool:
    """What was the guest's is this person's, and the guest is no more; False if there is no such guest any more.

    Not a seat at a table where the person sits already, which becomes nobody's: who has two seats sees two racks, and
    plays both sides of a rated game.
    """
    is_guest = select(people.c.id).where(people.c.id == guest, people.c.account.is_(None)).with_for_update()
    if connection.execute(is_guest).one_or_none() is None:
        return False
    is_guests = seats.c.person == guest
    sits_at = select(seats.c.table).where(seats.c.person == by)
    connection.execute(update(seats).where(is_guests, seats.c.table.not_in(sits_at)).values(person=by))
    connection.execute(update(tables).where(tables.c.host == guest).values(host=by))
    connection.execute(update(talk).where(talk.c.person == guest).values(person=by))
    remove_person(connection, guest)
    return True


def remove_person(connection: Connection, person: str) -> None:
    """Nobody, and no name that they gave to a seat, is left; the games that they played are."""
    connection.execute(update(seats).where(seats.c.person == person).values(person=None, name=None))
    connection.execute(delete(people).where(people.c.id == person))
    remains_of_somebody(connection)


def remove_forgotten(connection: Connection, unseen_since: int, now: int) -> None:
    """Sessions and guests that no cookie leads to any more, and links that were not opened in time."""
    connection.execute(delete(device_links).where(device_links.c.until <= now))
    connection.execute(delete(sessions).where(sessions.c.made_at <= unseen_since))
    guests = select(people.c.id).where(people.c.seen_at <= unseen_since, people.c.account.is_(None))
    for (guest,) in connection.execute(guests).all():
        remove_person(connection, guest)


# ---- for the host


@dataclass(frozen=True, slots=True)
class PersonKept:
    """Somebody as the host sees them."""

    id: str
    name: str
    kind: Literal["guest", "account"]
    language: Language
    made_at: int
    seen_at: int
    sessions: int  # the browsers by which they are known
    unfinished: int  # tables


def last_seen(connection: Connection, name: str | None = None, limit: int = 50) -> list[PersonKept]:
    """Those who were here last; with a name, only those whose name contains it."""
    known_by = select(func.count()).where(sessions.c.person == people.c.id).scalar_subquery()
    play_at = select(func.count(seats.c.table.distinct())).where(
        seats.c.person == people.c.id, seats.c.over_at.is_(None)
    )
    query = select(
        *_PERSON,
        people.c.made_at,
        people.c.seen_at,
        known_by.label("known_by"),
        play_at.scalar_subquery().label("play_at"),
    )
    if name is not None:
        query = query.where(people.c.name.icontains(name, autoescape=True))
    found = connection.execute(query.order_by(people.c.seen_at.desc(), people.c.id).limit(limit))
    return [
        PersonKept(
            row.id,
            row.name,
            "guest" if row.account is None else "account",
            row.language,
            row.made_at,
            row.seen_at,
            row.known_by,
            row.play_at,
        )
        for row in found
    ]


# ---- all that is kept about somebody


def all_about(connection: Connection, person: str) -> dict[str, Any]:
    """Everything but secrets."""
    about = select(people.c.id, people.c.name, people.c.language, people.c.made_at, people.c.seen_at)
    dates = select(sessions.c.made_at, sessions.c.seen_at).where(sessions.c.person == person)
    links = select(device_links.c.made_at, device_links.c.until).where(device_links.c.person == person)
    rated = select(ratings.c.game, ratings.c.mu, ratings.c.sigma, ratings.c.games).where(ratings.c.person == person)
    said = select(talk.c.table, talk.c.at, talk.c.phrase, talk.c.text).where(talk.c.person == person)
    sought = select(seeks.c.game, seeks.c.clock, seeks.c.made_at).where(seeks.c.person == person)
    told = select(notices.c.address, notices.c.confirmed_at, notices.c.off).where(notices.c.person == person)
    browsers = select(subscriptions.c.made_at).where(subscriptions.c.person == person)
    return {
        "person": dict(connection.execute(about.where(people.c.id == person)).mappings().one()),
        "sessions": [dict(row) for row in connection.execute(dates.order_by(sessions.c.made_at)).mappings()],
        "device_links": [dict(row) for row in connection.execute(links).mappings()],
        "ratings": [dict(row) for row in connection.execute(rated.order_by(ratings.c.game)).mappings()],
        "talk": [dict(row) for row in connection.execute(said.order_by(talk.c.at)).mappings()],
        "seeks": [dict(row) for row in connection.execute(sought).mappings()],
        "notices": [dict(row) for row in connection.execute(told).mappings()],
        "notified_browsers": [dict(row) for row in connection.execute(browsers).mappings()],
        "tables": _all_tables(connection, person),
    }


def _all_tables(connection: Connection, person: str) -> list[dict[str, Any]]:
    """The tables that they made or play at, the oldest first, with their own seats."""
    columns = (tables.c.id, tables.c.game, tables.c.status, tables.c.made_at)
    made = connection.execute(select(*columns).where(tables.c.host == person)).mappings()
    found = {row["id"]: {**row, "is_host": True, "seats": []} for row in made}
    played = select(*columns, seats.c.seat, seats.c.name).join_from(seats, tables).where(seats.c.person == person)
    for row in connection.execute(played.order_by(seats.c.seat)).mappings():
        table = {key: value for key, value in row.items() if key not in {"seat", "name"}}
        mine = found.setdefault(row["id"], {**table, "is_host": False, "seats": []})
        mine["seats"].append({"seat": row["seat"], "name": row["name"]})
    return sorted(found.values(), key=lambda table: (table["made_at"], table["id"]))
