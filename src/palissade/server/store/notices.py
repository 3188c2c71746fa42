"""How people are reached when they are not at a table, what they want to know, and what they were told already."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, delete, func, select, update

from palissade.messages import Language
from palissade.server.store.database import Database
from palissade.server.store.schema import notices, notices_sent, people, subscriptions

MOST_DEVICES = 10  # of one person


@dataclass(frozen=True, slots=True)
class SubscriptionRow:
    """A browser that can be reached; it goes with the session by which it is known."""

    digest: bytes  # of the endpoint
    session: bytes
    person: str
    endpoint: str
    p256dh: bytes
    auth: bytes
    made_at: int


@dataclass(frozen=True, slots=True)
class Wishes:
    """What somebody has chosen."""

    address: str | None
    is_confirmed: bool
    off: list[str]
    sessions: list[bytes]  # of the browsers that are told


@dataclass(frozen=True, slots=True)
class Recipient:
    """Somebody who is to be told something now, and where."""

    person: str
    language: Language
    address: str | None
    subscriptions: list[SubscriptionRow]


class NoticeStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    # ---- what somebody wants

    def wishes(self, person: str) -> Wishes:
        with self._database.reading() as connection:
            row = connection.execute(select(notices).where(notices.c.person == person)).one_or_none()
            told = connection.scalars(select(subscriptions.c.session).where(subscriptions.c.person == person)).all()
        if row is None:
            return Wishes(None, False, [], list(told))
        return Wishes(row.address, row.confirmed_at is not None, row.off, list(told))

    def switch_off(self, person: str, off: list[str]) -> None:
        """Tell them nothing of these; all else."""
        self._put(person, off=off)

    def _put(self, person: str, **values: Any) -> None:
        new = self._database.insert(notices).values({"off": [], **values, "person": person})
        with self._database.writing() as connection:
            connection.execute(new.on_conflict_do_update(index_elements=["person"], set_=values))

    # ---- browsers

    def subscribe(self, row: SubscriptionRow) -> None:
        """Reach somebody at a browser, which was perhaps somebody else's before."""
        values = {name: getattr(row, name) for name in row.__slots__}
        new = self._database.insert(subscriptions).values(values)
        mine = subscriptions.c.person == row.person
        with self._database.writing() as connection:
            connection.execute(
                delete(subscriptions).where(
                    subscriptions.c.session == row.session, subscriptions.c.digest != row.digest
                )
            )
            connection.execute(new.on_conflict_do_update(index_elements=["digest"], set_=values))
            newest = select(subscriptions.c.digest).where(mine).order_by(subscriptions.c.made_at.desc())
            kept = connection.scalars(newest.limit(MOST_DEVICES)).all()
            connection.execute(delete(subscriptions).where(mine, subscriptions.c.digest.not_in(kept)))

    def unsubscribe(self, session: bytes) -> None:
        """The browser of this session is told nothing more."""
        with self._database.writing() as connection:
            connection.execute(delete(subscriptions).where(subscriptions.c.session == session))

    def remove(self, digest: bytes) -> None:
        """There is no such browser any more."""
        with self._database.writing() as connection:
            connection.execute(delete(subscriptions).where(subscriptions.c.digest == digest))

    # ---- mail

    def ask_address(self, person: str, address: str, token: bytes, now: int) -> None:
        """An address of which nobody knows yet whose it is; the one from before is forgotten."""
        self._put(person, address=address, confirmed_at=None, token=token, asked_at=now)

    def confirm(self, token: bytes, now: int, asked_after: int) -> bool:
        """Whoever reads mail at that address has opened the link; it works once, and not for ever."""
        is_it = (notices.c.token == token) & (notices.c.asked_at > asked_after)
        with self._database.writing() as connection:
            found = connection.execute(update(notices).where(is_it).values(confirmed_at=now, token=None))
            return found.rowcount == 1

    def remove_address(self, person: str) -> None:
        gone = {"address": None, "confirmed_at": None, "token": None, "asked_at": None}
        with self._database.writing() as connection:
            connection.execute(update(notices).where(notices.c.person == person).values(gone))

    def forget_unconfirmed(self, asked_before: int) -> None:
        """Addresses of people who never said that they are theirs."""
        gone = {"address": None, "token": None, "asked_at": None}
        never = notices.c.confirmed_at.is_(None) & (notices.c.asked_at <= asked_before)
        with self._database.writing() as connection:
            connection.execute(update(notices).where(never).values(gone))

    # ---- telling

    def claim(self, person: str, table: str, kind: str, now: int) -> Recipient | None:
        """Where to tell somebody of this; None if they cannot be reached, do not want it, or know already: there is one
        notice of a kind about a table until they come back to it.
        """
        with self._database.writing() as connection:
            language = connection.scalar(select(people.c.language).where(people.c.id == person))
            if language is None:
                return None
            row = connection.execute(select(notices).where(notices.c.person == person)).one_or_none()
            off = row.off if row is not None else []
            found: list[Row[*tuple[Any, ...]]] = []
            if f"push-{kind}" not in off:
                found = list(connection.execute(select(subscriptions).where(subscriptions.c.person == person)))
            has_mail = row is not None and row.confirmed_at is not None and f"mail-{kind}" not in off
            if not found and not has_mail:
                return None
            sent = self._database.insert(notices_sent).values(person=person, table=table, kind=kind, at=now)
            if connection.scalar(sent.on_conflict_do_nothing().returning(notices_sent.c.at)) is None:
                return None
        address = row.address if row is not None and has_mail else None
        columns = SubscriptionRow.__slots__
        reached = [SubscriptionRow(**{name: getattr(each, name) for name in columns}) for each in found]
        return Recipient(person, language, address, reached)

    def is_wanted(self, person: str, table: str, kind: str, now: int, digest: bytes) -> bool:
        """Whether a browser is still to be told what was claimed then: they have not come back, and it is theirs."""
        with self._database.reading() as connection:
            off = connection.scalar(select(notices.c.off).where(notices.c.person == person)) or []
            row = (notices_sent.c.person == person) & (notices_sent.c.table == table) & (notices_sent.c.kind == kind)
            told_at = connection.scalar(select(notices_sent.c.at).where(row))
            whose = connection.scalar(select(subscriptions.c.person).where(subscriptions.c.digest == digest))
        return f"push-{kind}" not in off and told_at == now and whose == person

    def came(self, person: str, table: str) -> None:
        """They are at the table: what happens when they have left again is new to them."""
        told = (notices_sent.c.person == person) & (notices_sent.c.table == table)
        with self._database.reading() as connection:
            if not connection.scalar(select(func.count()).select_from(notices_sent).where(told)):
                return
        with self._database.writing() as connection:
            connection.execute(delete(notices_sent).where(told))
