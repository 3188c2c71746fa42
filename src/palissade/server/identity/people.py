"""Everybody whom the server knows: guests and accounts, their sessions, and what they may change of themselves."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from palissade.messages import Language
from palissade.server.identity.names import MOST, folded, good_name, invented_name
from palissade.server.identity.passwords import Passwords
from palissade.server.identity.recent import Recent
from palissade.server.identity.tokens import DAYS, Cookies, KnownBrowsers, device_id, digest_of, new_secret
from palissade.server.ratings import Ratings
from palissade.server.refused import IdentityRefused
from palissade.server.skeleton import skeleton
from palissade.server.store import people as store
from palissade.server.store.database import SMALL, TINY, Database
from palissade.server.store.people import PersonRow
from palissade.server.wire.people import Device, DeviceLink, Devices

in_thread = asyncio.to_thread  # the database blocks; the event loop must not

HOUR = 3600 * 1000
LIFE = DAYS * 24 * HOUR  # of a session
LINK_LIFE = 10 * 60 * 1000  # of a link for one more device


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
        self.known_browsers = KnownBrowsers(database.secret("cookies"))
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

    def _all_changed(self, *people: PersonRow) -> None:
        for person in people:
            self._changed(person.id, person.id)

    # ---- guests

    async def become_guest(self, name: str | None, language: Language) -> tuple[PersonRow, str]:
        """Somebody new, and the value of their cookie."""
        chosen = None if name is None else good_name(name)
        secret = new_secret()

        def add() -> PersonRow:
            with self._database.writing() as connection:
                shown = self._invented(connection, language) if chosen is None else chosen
                self._check_free(connection, shown)
                guest = PersonRow(_new_id(), shown, "guest", language)
                store.add_guest(connection, guest, skeleton(shown), self._clock())
                store.add_session(connection, digest_of(secret), guest.id, self._clock())
                return guest

        guest = await in_thread(add)
        return guest, self.cookies.session_value(secret)

    async def rename(self, person: PersonRow, name: str) -> PersonRow:
        """The same person by another name; an account signs in by it from now on."""
        shown = good_name(name)

        def write() -> list[PersonRow]:
            with self._database.writing() as connection:
                self._check_free(connection, shown, but=person.id)
                store.set_name(connection, person.id, shown, folded(shown), skeleton(shown))
                return self._make_way(connection, shown) if person.is_account else []

        try:
            renamed = await in_thread(write)
        except IntegrityError:
            raise IdentityRefused("name-taken", name=shown) from None
        self._all_changed(person, *renamed)
        return replace(person, name=shown)

    # ---- names: an account's is nobody else's, nor any that looks like it

    async def good_names(self, names: Iterable[str], person: PersonRow | None) -> list[str]:
        """Names as they are shown, which somebody gives to others at their screen; refused like a guest's."""
        shown = [good_name(name) for name in names]

        def check() -> None:
            with self._database.reading() as connection:
                for name in shown:
                    _refuse_alike(connection, name, but=person.id if person else None)

        await in_thread(check)
        return shown

    def _check_free(self, connection: Connection, name: str, but: str | None = None) -> None:
        """Refuse what looks like the name of an account, of which nobody can make a new one meanwhile."""
        store.hold_name(connection, skeleton(name))
        _refuse_alike(connection, name, but)

    def _make_way(self, connection: Connection, name: str) -> list[PersonRow]:
        """Guests who have the name of an account are called otherwise from now on; who they are."""
        return self._call_otherwise(connection, store.guests_called(connection, skeleton(name)))

    def _call_otherwise(self, connection: Connection, guests: list[PersonRow]) -> list[PersonRow]:
        for guest in guests:
            name = self._invented(connection, guest.language)
            store.set_name(connection, guest.id, name, folded(name), skeleton(name))
        return guests

    def _invented(self, connection: Connection, language: Language) -> str:
        """A name that no account has; with a number, should somebody have registered nearly all of them."""
        for _ in range(20):
            name = invented_name(language)
            if not store.is_accounts_name(connection, folded(name), skeleton(name)):
                return name
        return f"{name[: MOST - 7].rstrip()} {secrets.randbelow(900_000) + 100_000}"

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

        def write() -> list[PersonRow]:
            with self._database.writing() as connection:
                self._check_free(connection, shown, but=account.id)
                if current is None:
                    store.add_guest(connection, account, skeleton(shown), self._clock())
                if not store.make_account(connection, account.id, shown, folded(shown), skeleton(shown), kept):
                    raise IdentityRefused("already-account")
                store.remove_sessions(connection, account.id)
                store.add_session(connection, digest_of(secret), account.id, self._clock())
                return self._make_way(connection, shown)

        try:
            renamed = await in_thread(write)
        except IntegrityError:
            raise IdentityRefused("name-taken", name=shown) from None
        self._all_changed(account, *renamed)
        return account, self.cookies.session_value(secret)

    async def sign_in(self, name: str, password: str, current: PersonRow | None) -> tuple[PersonRow, str]:
        """The account of this name and the value of a new cookie; it adopts the tables of the guest who signs in."""
        found = await in_thread(self._find_account, folded(name))
        account, kept = found or (None, None)
        if not await self._passwords.is_right(password, kept) or account is None or kept is None:
            raise IdentityRefused("wrong-password", 403)
        better = await self._passwords.hash(password) if self._passwords.is_outdated(kept) else None
        secret = new_secret()

        def write() -> bool:
            with self._database.writing() as connection:
                if better:
                    store.set_password(connection, account.id, better)
                return self._let_in(connection, account, secret, current)

        try:
            has_adopted = await in_thread(write)
        except IntegrityError:  # the account was deleted in this very moment
            raise IdentityRefused("wrong-password", 403) from None
        await self._has_adopted(current if has_adopted else None, account)
        return account, self.cookies.session_value(secret)

    async def known_browser(self, cookie_header: str, name: str) -> str | None:
        """The mark of a browser in which the account of this name has signed in before."""
        if not self.known_browsers.knows_anybody(cookie_header):
            return None
        found = await in_thread(self._find_account, folded(name))
        return found and self.known_browsers.mark(cookie_header, found[0].id)

    def _find_account(self, account: str) -> tuple[PersonRow, str] | None:
        with self._database.reading() as connection:
            return store.account_and_password(connection, account)

    def _let_in(self, connection: Connection, person: PersonRow, secret: bytes, current: PersonRow | None) -> bool:
        """One more browser is this person's; whether they adopt the guest who was there."""
        store.add_session(connection, digest_of(secret), person.id, self._clock())
        if current is None or current.is_account or current.id == person.id:
            return False
        return store.adopt(connection, current.id, person.id)

    async def _has_adopted(self, guest: PersonRow | None, person: PersonRow) -> None:
        if guest is not None:
            await in_thread(self._database.wipe, TINY)
            self._changed(guest.id, person.id)

    # ---- further devices

    async def make_device_link(self, person: PersonRow) -> DeviceLink:
        """A link by which one more browser is this person's; it works once, and the one from before no more."""
        token, now = secrets.token_urlsafe(24), self._clock()
        until = now + LINK_LIFE

        def write() -> None:
            with self._database.writing() as connection:
                store.put_device_link(connection, digest_of(token.encode()), person.id, now, until)

        try:
            await in_thread(write)
        except IntegrityError:  # the person was deleted in this very moment
            raise IdentityRefused("nobody", 401) from None
        return DeviceLink(f"/device#{token}", until)  # browsers do not send what comes after the #: it is in no log

    async def withdraw_device_link(self, person: PersonRow) -> None:
        def write() -> None:
            with self._database.writing() as connection:
                store.remove_device_link(connection, person.id)

        await in_thread(write)

    async def open_device(self, token: str, current: PersonRow | None) -> tuple[PersonRow, str]:
        """Whose link it is and the value of a new cookie; they adopt the tables of the guest who opens it."""
        secret = new_secret()

        def write() -> tuple[PersonRow, bool]:
            with self._database.writing() as connection:
                person = store.spend_device_link(connection, digest_of(token.encode()), self._clock())
                if person is None:
                    raise IdentityRefused("wrong-link", 403)
                return person, self._let_in(connection, person, secret, current)

        person, has_adopted = await in_thread(write)
        await self._has_adopted(current if has_adopted else None, person)
        return person, self.cookies.session_value(secret)

    async def devices(self, person: PersonRow, secret: bytes | None) -> Devices:
        """The browsers of this person, who asks from the one that has this secret."""
        now = self._clock()

        def read() -> Devices:
            with self._database.reading() as connection:
                here = secret and digest_of(secret)
                devices = [
                    Device(device_id(row.digest), row.made_at, row.seen_at, row.digest == here)
                    for row in store.sessions_of(connection, person.id, made_after=now - LIFE)
                ]
                return Devices(devices, store.device_link_until(connection, person.id, now))

        return await in_thread(read)

    async def withdraw_device(self, person: PersonRow, device: str) -> None:
        """The browser of this id is nobody's any more."""

        def write() -> bool:
            with self._database.writing() as connection:
                kept = store.sessions_of(connection, person.id, made_after=0)
                found = [row.digest for row in kept if device_id(row.digest) == device]
                for digest in found:
                    store.remove_session(connection, digest)
                return bool(found)

        if not await in_thread(write):
            raise IdentityRefused("no-device", 404)
        self._changed(person.id, person.id)

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
        await in_thread(self._database.wipe, TINY)
        self._changed(person.id, None)

    async def forget_the_absent(self) -> None:
        """Let go of sessions and guests that no cookie can lead to any more, and have guests called otherwise who have
        the name of an account from before that was looked after; once a day is often enough.
        """

        def write() -> list[PersonRow]:
            now = self._clock()
            with self._database.writing() as connection:
                store.remove_forgotten(connection, now - LIFE - HOUR, now)
                return self._call_otherwise(connection, store.guests_like_accounts(connection))

        self._all_changed(*await in_thread(write))

    async def wipe_what_was_deleted(self) -> None:
        """Leave no bytes of who was deleted, also if somebody was reading then, or the file is larger; once an hour."""
        await in_thread(self._database.wipe, SMALL)

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


def _refuse_alike(connection: Connection, name: str, but: str | None) -> None:
    if store.is_accounts_name(connection, folded(name), skeleton(name), but):
        raise IdentityRefused("name-taken", name=name)
