"""Notices: what is told to whom, on which ways, in their language. They say that something waits; nothing secret."""

import asyncio
import hashlib
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import msgspec
import structlog
from itsdangerous import BadSignature, Signer
from sqlalchemy.exc import IntegrityError

from palissade.messages import Message
from palissade.server.identity.tokens import digest_of
from palissade.server.notices.delivery import Count, Delivery, Sleep
from palissade.server.notices.mail import MailSender, good_address
from palissade.server.notices.push import PushSender, encoded, is_possible
from palissade.server.refused import CATALOGUE, IdentityRefused, Refused
from palissade.server.settings import Settings
from palissade.server.store.database import Database
from palissade.server.store.notices import NoticeStore, Recipient, SubscriptionRow
from palissade.server.store.people import PersonRow
from palissade.server.wire import notices as wire

_log = structlog.get_logger("palissade.notices")
Result = TypeVar("Result")
TOKEN_LIFE = 24 * 3600 * 1000  # milliseconds for which an address can be confirmed
READERS, SENDERS = 2, 6  # threads


class Notice(msgspec.Struct, frozen=True):
    """That something waits for somebody at a table."""

    person: str
    kind: wire.NoticeKind
    table: str
    says: Message


class Notices:
    def __init__(
        self,
        settings: Settings,
        database: Database,
        clock: Callable[[], int],
        count: Count,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self._site = settings.site.rstrip("/")
        self._store = NoticeStore(database)
        self._clock = clock
        contact = f"mailto:{settings.mail_from}" if settings.mail_from else self._site or "https://localhost"
        self._push = (
            PushSender(database.secret("push"), settings.push_services, contact)
            if is_possible() and settings.push_services
            else None
        )
        self._mail = MailSender(settings) if settings.smtp_url else None
        self._signer = Signer(database.secret("mail"), salt="off", key_derivation="hmac", digest_method=hashlib.sha256)
        self._count = count
        self._delivery = Delivery(count, sleep)
        self._threads = ThreadPoolExecutor(READERS, thread_name_prefix="notices")
        self._senders = ThreadPoolExecutor(SENDERS, thread_name_prefix="senders")  # they wait for other servers

    @property
    def is_any_sent(self) -> bool:
        """Whether this server has a way to reach anybody."""
        return self._push is not None or self._mail is not None

    async def _in_thread(self, function: Callable[..., Result], *arguments: Any) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._threads, function, *arguments)

    async def _sent(self, send: Callable[..., None], *arguments: Any) -> None:
        await asyncio.get_running_loop().run_in_executor(self._senders, send, *arguments)

    def close(self) -> None:
        self._senders.shutdown(cancel_futures=True)
        self._threads.shutdown(cancel_futures=True)

    # ---- what somebody wants

    async def of(self, person: PersonRow, secret: bytes | None) -> wire.Notices:
        wishes = await self._in_thread(self._store.wishes, person.id)
        return wire.Notices(
            push_key=self._push.public if self._push else None,
            devices=len(wishes.sessions),
            is_told_here=digest_of(secret or b"") in wishes.sessions,
            sends_mail=self._mail is not None,
            address=wishes.address,
            is_confirmed=wishes.is_confirmed,
            off=msgspec.convert(wishes.off, list[wire.Switch]),
        )

    async def switch_off(self, person: PersonRow, off: list[wire.Switch]) -> None:
        await self._written(self._store.switch_off, person.id, sorted(set(off)))

    async def subscribe(self, person: PersonRow, secret: bytes, subscription: wire.Subscription) -> None:
        """Tell this browser, too."""
        if self._push is None:
            raise Refused("no-push", status=422)
        p256dh, auth = self._push.check(subscription)
        digest = digest_of(subscription.endpoint.encode())
        row = SubscriptionRow(digest, digest_of(secret), person.id, subscription.endpoint, p256dh, auth, self._clock())
        await self._written(self._store.subscribe, row)

    async def unsubscribe(self, secret: bytes) -> None:
        await self._in_thread(self._store.unsubscribe, digest_of(secret))

    async def _written(self, write: Callable[..., None], *arguments: Any) -> None:
        try:
            await self._in_thread(write, *arguments)
        except IntegrityError:  # the person was deleted, or signed out, in this very moment
            raise IdentityRefused("nobody", 401) from None

    # ---- mail

    async def ask_address(self, person: PersonRow, address: str) -> None:
        """Send a link there by which whoever reads it says that it is theirs."""
        if self._mail is None:
            raise Refused("no-mail", status=422)
        if not person.is_account:
            raise Refused("mail-accounts", status=422)
        good, token = good_address(address), secrets.token_urlsafe(24)
        await self._written(self._store.ask_address, person.id, good, digest_of(token.encode()), self._clock())
        places = {"name": person.name, "site": self._site, "link": f"{self._site}/notices#confirm.{token}"}
        subject = CATALOGUE.message("mail.confirm.subject").say(person.language)
        text = CATALOGUE.message("mail.confirm", **places).say(person.language)
        try:
            await self._sent(self._mail.send, good, subject, text)
        except OSError as error:
            _log.warning("a mail could not be sent", problem=type(error).__name__)
            raise Refused("mail-failed", status=502) from None

    async def confirm(self, token: str) -> None:
        now = self._clock()
        if not await self._in_thread(self._store.confirm, digest_of(token.encode()), now, now - TOKEN_LIFE):
            raise Refused("wrong-mail-link", status=403)

    async def remove_address(self, person: str) -> None:
        await self._in_thread(self._store.remove_address, person)

    async def no_more_mail(self, token: str) -> None:
        """By the link in each mail, which needs no signing in."""
        try:
            person = self._signer.unsign(token).decode()
        except (BadSignature, UnicodeError):
            raise Refused("wrong-mail-link", status=403) from None
        await self.remove_address(person)

    async def forget_unconfirmed(self) -> None:
        """Once a day: addresses that were never confirmed."""
        await self._in_thread(self._store.forget_unconfirmed, self._clock() - TOKEN_LIFE)

    # ---- telling

    async def came(self, person: str, table: str) -> None:
        await self._in_thread(self._store.came, person, table)

    async def tell(self, notice: Notice) -> None:
        """Tell it on all ways that are wanted, unless it was told already."""
        now = self._clock()
        to = await self._in_thread(self._store.claim, notice.person, notice.table, notice.kind, now)
        if to is not None:
            browsers = [self._tell_browser(notice, to, each, now) for each in to.subscriptions]
            await asyncio.gather(*browsers, self._tell_by_mail(notice, to))

    async def _tell_browser(self, notice: Notice, to: Recipient, browser: SubscriptionRow, claimed: int) -> None:
        if (push := self._push) is None:
            return
        path, tag = f"/table/{notice.table}", f"{notice.kind}-{notice.table}"
        said = msgspec.json.encode({"title": notice.says.say(to.language), "path": path, "tag": tag})
        topic = encoded(hashlib.sha256(tag.encode()).digest())[:32]

        async def send() -> None:
            await self._sent(push.send, browser.endpoint, browser.p256dh, browser.auth, said, topic)

        async def is_wanted() -> bool:
            claim = (notice.person, notice.table, notice.kind, claimed)
            return await self._in_thread(self._store.is_wanted, *claim, browser.digest)

        if not await self._delivery.deliver(browser.endpoint, send, is_wanted):
            await self._in_thread(self._store.remove, browser.digest)

    async def _tell_by_mail(self, notice: Notice, to: Recipient) -> None:
        if self._mail is None or to.address is None:
            return
        token = self._signer.sign(to.person).decode()
        subject = notice.says.say(to.language)
        places = {
            "says": subject,
            "link": f"{self._site}/table/{notice.table}",
            "choices": f"{self._site}/account",
            "off": f"{self._site}/notices#off.{token}",
        }
        text = CATALOGUE.message("mail.notice", **places).say(to.language)
        one_click = f"{self._site}/api/notices/off?token={token}"
        try:
            await self._sent(self._mail.send, to.address, subject, text, one_click)
        except OSError as error:
            self._count("mail", "failed")
            _log.warning("a mail could not be sent", problem=type(error).__name__)
        else:
            self._count("mail", "sent")
