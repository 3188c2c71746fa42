"""Mail (SMTP), where the host has set it up."""

import re
import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import unquote, urlsplit

from palissade.errors import PalissadeError
from palissade.server.refused import CATALOGUE, Refused
from palissade.server.settings import Settings

PATIENCE = 20.0  # seconds
_ADDRESS = re.compile(r"[^\s@<>(),;:\\\"\[\]\x00-\x1f\x7f]{1,64}@(?:[^\W_](?:[\w-]*[^\W_])?\.)*[^\W_](?:[\w-]*[^\W_])?")


class MailMisconfigured(PalissadeError):
    """What is needed to send mail is not all there."""

    def __init__(self) -> None:
        super().__init__(CATALOGUE.message("mail.settings"))


def good_address(address: str) -> str:
    """An address to which mail can be sent; refused where it cannot be one."""
    bare = address.strip()
    if not _ADDRESS.fullmatch(bare):
        raise Refused("bad-address", status=400)
    return bare


class MailSender:
    def __init__(self, settings: Settings) -> None:
        """Raises `MailMisconfigured`."""
        try:
            url = urlsplit(settings.smtp_url)
            self._port = url.port
        except ValueError:
            raise MailMisconfigured from None
        site = urlsplit(settings.site)
        is_whole = url.scheme in ("smtp", "smtps") and url.hostname and site.scheme in ("http", "https") and site.netloc
        if not is_whole or not _ADDRESS.fullmatch(settings.mail_from):
            raise MailMisconfigured
        self._host = url.hostname or ""
        self._is_wrapped = url.scheme == "smtps"
        self._user, self._password = unquote(url.username or ""), unquote(url.password or "")
        self._from = settings.mail_from

    def send(self, address: str, subject: str, text: str, unsubscribe: str | None = None) -> None:
        """Blocks for a moment. Raises OSError (also smtplib's own errors are)."""
        message = EmailMessage()
        message["From"] = f"Palissade <{self._from}>"
        message["To"] = address
        message["Subject"] = subject
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=self._from.rpartition("@")[2])
        message["Auto-Submitted"] = "auto-generated"
        if unsubscribe is not None:  # RFC 8058
            message["List-Unsubscribe"] = f"<{unsubscribe}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content(text)
        with self._connected() as connection:
            if not self._is_wrapped:
                self._begin_tls(connection)
            if self._user:
                connection.login(self._user, self._password)
            connection.send_message(message)

    def _connected(self) -> smtplib.SMTP:
        if self._is_wrapped:
            context = ssl.create_default_context()
            return smtplib.SMTP_SSL(self._host, self._port or 465, timeout=PATIENCE, context=context)
        return smtplib.SMTP(self._host, self._port or 25, timeout=PATIENCE)

    def _begin_tls(self, connection: smtplib.SMTP) -> None:
        """Where it is offered; where it is not, there must be no password to send."""
        connection.ehlo()
        if connection.has_extn("starttls"):
            connection.starttls(context=ssl.create_default_context())
        elif self._user:
            raise OSError("the mail server offers no TLS: the password is not sent in the clear")
