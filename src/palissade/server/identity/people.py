"""Everybody whom the server knows: guests and accounts, their sessions, and what they may change of themselves."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy.exc import IntegrityError

from palissade.messages import Language
from palissade.server.identity.names import folded, good_name, invented_name
from palissade.server.identity.passwords import Passwords
from palissade.server.identity.recent import Recent
from palissade.server.identity.tokens import DAYS, Cookies, digest_of, new_secret
from palissade.server.ratings import Ratings
from palissade.server.refused import IdentityRefused
from palissade.server.store import people as store
from palissade.server.store.database import Database
from palissade.server.store.people import PersonRow

in_thread = asyncio.to_thread  # the database blocks; the event loop must not

HOUR = 3600 * 1000
LIFE = DAYS * 24 * HOUR  # of a session


@dataclass(frozen=True, slots=True)
class Change:
    """Somebody is no longer who they were: other names, other sessions, or somebody else altogether."""

    person: str
    became: str | None  # the same person, the account that adopted the guest, or nobody


class People:
    """Who is who. Database work is done in threads; `on_change` is called on the event loop when it is durable."""

    def __init__(
        self,
        database: Database,
        clock: Callable[[], int],
        passwords: Passwords | None = None,
        *,
        on_change: Callable[[Change], None] = lambda change: None,
        before_delete: Callable[[PersonRow], Awaitable[None]] | None = None,
        record_of: Callable[[str], Awaitable[Any]] | None = None,
    ) -> None:
        self.cookies = Cookies(database.secret("cookies"))
        self.ratings = Ratings(database)
        self.on_change = on_change
        self.before_delete = before_delete  # puts away what only the person could go on with
        self.record_of = record_of  # the record of a finished table, for the export
        self._database = database
        self._clock = clock
        self._passwords = passwords or Passwords()
        self._recent = Recent(clock)

    # ---- being known

    async def whoami(self, secret: bytes | None) -> PersonRow | None:
        """Who has this secret."""
        if secret is None:
            return None
        digest = digest_of(secret)
        if known := self._recent.get(digest):
            return known
        changes = self._recent.changes
        person = await in_thread(self._look_up, digest)
        if person:
            self._recent.keep(digest, person, changes)
        return person

    def _look_up(self, digest: bytes) -> PersonRow | None:
        now = self._clock()
        with self._database.reading() as connection:
            found = store.person_of_session(connection, digest, made_after=now - LIFE)
        if found is None:
            return None
        person, seen_at = found
        if now - seen_at > HOUR:  # often enough to tell who has not been here for long
            with self._database.writing() as connection:
                store.touch_session(connection, digest, person.id, now)
        return person

    def forget(self, person: str) -> None:
        """Look again who this person is: another worker has changed them."""
        self._recent.forget(person)

    def _changed(self, person: str, became: str | None) -> None:
        self.forget(person)
        self.on_change(Change(person, became))

    # ---- guests

    async def become_guest(self, name: str | None, language: Language) -> tuple[PersonRow, str]:
        """Somebody new, and the value of their cookie."""
        shown = invented_name(language) if name is None else good_name(name)
        guest = PersonRow(_new_id(), shown, "guest", language)
        secret = new_secret()

        def add() -> None:
            with self._database.writing() as connection:
                store.add_guest(connection, guest, self._clock())
                store.add_session(connection, digest_of(secret), guest.id, self._clock())

        await in_thread(add)
        return guest, self.cookies.session_value(secret)

    async def rename(self, person: PersonRow, name: str) -> PersonRow:
        """The same person by another name; an account signs in by it from now on."""
        shown = good_name(name)

        def write() -> None:
            with self._database.writing() as connection:
                store.set_name(connection, person.id, shown, folded(shown))

        try:
            await in_thread(write)
        except IntegrityError:
            raise IdentityRefused("name-taken", name=shown) from None
        self._changed(person.id, person.id)
        return replace(person, name=shown)

    async def set_language(self, person: PersonRow, language: Language) -> PersonRow:
        """The same person, to be spoken to in another language."""

        def write() -> None:
            with self._database.writing() as connection:
                store.set_language(connection, person.id, language)

        await in_thread(write)
        self._changed(person.id, person.id)
        return replace(person, language=language)

    # ---- accounts

    async def register(
        self, current: PersonRow | None, name: str, password: str, language: Language = "en"
    ) -> tuple[PersonRow, str]:
        """A new account and the value of its cookie. A guest becomes it in place and keeps every table; the sessions
        from before end, so that a cookie that was seen when it was worth little is worth nothing now.
        """
        if current and current.is_account:
            raise IdentityRefused("already-account")
        shown = good_name(name)
        kept = await self._passwords.hash(password)
        account = PersonRow(
            current.id if current else _new_id(), shown, "account", current.language if current else language
        )
        secret = new_secret()

        def write() -> None:
            with self._database.writing() as connection:
                if current is None:
                    store.add_guest(connection, account, self._clock())
                if not store.make_account(connection, account.id, shown, folded(shown), kept):
                    raise IdentityRefused("already-account")
                store.remove_sessions(connection, account.id)
                store.add_session(connection, digest_of(secret), account.id, self._clock())

        try:
            await in_thread(write)
        except IntegrityError:
            raise IdentityRefused("name-taken", name=shown) from None
        self._changed(account.id, account.id)
        return account, self.cookies.session_value(secret)

    async def sign_in(self, name: str, password: str, current: PersonRow | None) -> tuple[PersonRow, str]:
        """The account of this name and the value of a new cookie; it adopts the tables of the guest who signs in."""
        found = await in_thread(self._find_account, folded(name))
        account, kept = found or (None, None)
        if not await self._passwords.is_right(password, kept) or account is None or kept is None:
            raise IdentityRefused("wrong-password", 403)
        better = await self._passwords.hash(password) if self._passwords.is_outdated(kept) else None
        guest = current.id if current and not current.is_account else None
        secret = new_secret()

        def write() -> bool:
            with self._database.writing() as connection:
                if better:
                    store.set_password(connection, account.id, better)
                store.add_session(connection, digest_of(secret), account.id, self._clock())
                return guest is not None and store.adopt(connection, guest, account.id)

        try:
            has_adopted = await in_thread(write)
        except IntegrityError:  # the account was deleted in this very moment
            raise IdentityRefused("wrong-password", 403) from None
        if guest and has_adopted:
            self._changed(guest, account.id)
        return account, self.cookies.session_value(secret)

    def _find_account(self, account: str) -> tuple[PersonRow, str] | None:
        with self._database.reading() as connection:
            return store.account_and_password(connection, account)

    # ---- leaving

    async def sign_out(self, secret: bytes) -> None:
        """This session is over; its cookie is worth nothing any more."""
        person = await self.whoami(secret)

        def write() -> None:
            with self._database.writing() as connection:
                store.remove_session(connection, digest_of(secret))

        await in_thread(write)
        if person:
            self._changed(person.id, person.id)

    async def sign_out_everywhere(self, person: PersonRow) -> None:
        """All sessions of this person are over."""

        def write() -> None:
            with self._database.writing() as connection:
                store.remove_sessions(connection, person.id)

        await in_thread(write)
        self._changed(person.id, person.id)

    async def delete(self, person: PersonRow, password: str | None) -> None:
        """Nothing is left of the person; the games that they played are, with an empty name in their seats."""

        def read() -> str | None:
            with self._database.reading() as connection:
                return store.password_of(connection, person.id)

        kept = await in_thread(read)
        if kept is not None and not await self._passwords.is_right(password or "", kept):
            raise IdentityRefused("wrong-password", 403)
        if self.before_delete:
            await self.before_delete(person)

        def write() -> None:
            with self._database.writing() as connection:
                store.remove_person(connection, person.id)

        await in_thread(write)
        self._changed(person.id, None)

    async def forget_the_absent(self) -> None:
        """Let go of sessions and guests that no cookie can lead to any more; once a day is often enough."""

        def write() -> None:
            with self._database.writing() as connection:
                store.remove_forgotten(connection, self._clock() - LIFE - HOUR)

        await in_thread(write)

    # ---- knowing what is known

    async def export(self, person: PersonRow) -> dict[str, Any]:
        """All that is kept about somebody, with the records of their finished games."""

        def read() -> dict[str, Any]:
            with self._database.reading() as connection:
                return store.all_about(connection, person.id)

        about = await in_thread(read)
        about["person"]["kind"] = person.kind
        if self.record_of:
            for table in about["tables"]:
                if table["status"] == "over":
                    table["record"] = await self.record_of(table["id"])
        return about


def _new_id() -> str:
    return secrets.token_urlsafe(12)
