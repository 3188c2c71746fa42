"""A mail server that keeps what it is given (SMTP): open to everybody, or with TLS and a password."""

import socket
import ssl
from asyncio import AbstractServer
from collections.abc import Awaitable
from email import message_from_bytes, policy
from email.message import EmailMessage
from queue import Queue
from types import TracebackType
from typing import Self
from urllib.parse import quote

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

PATIENCE = 30.0  # seconds


class PostOffice:
    """With an account it takes a password; with `tls` it begins to speak it (STARTTLS), or speaks it from the start."""

    def __init__(
        self, user: str = "", password: str = "", tls: ssl.SSLContext | None = None, *, is_wrapped: bool = False
    ) -> None:
        self.received: Queue[EmailMessage] = Queue()
        self.tried: list[LoginPassword] = []  # all that clients have said to be let in
        self._account = LoginPassword(user.encode(), password.encode())
        self._user_and_password = f"{quote(user, safe='')}:{quote(password, safe='')}@" if user else ""
        self._scheme = "smtps" if is_wrapped else "smtp"
        begun, wrapped = (None, tls) if is_wrapped else (tls, None)
        self._at = _Door(
            self,
            "127.0.0.1",
            server_hostname="mail.example.org",
            ready_timeout=PATIENCE,
            ssl_context=wrapped,
            tls_context=begun,
            require_starttls=begun is not None,
            authenticator=self._let_in,
            # Mail without a password is refused where TLS is begun; elsewhere aiosmtpd warns of refusing it.
            auth_required=bool(user and begun),
            auth_require_tls=begun is not None,
        )

    @property
    def url(self) -> str:
        """As `PALISSADE_SMTP_URL` has it."""
        return f"{self._scheme}://{self._user_and_password}127.0.0.1:{self._at.port}"

    def next(self) -> EmailMessage:
        return self.received.get(timeout=PATIENCE)

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Called by aiosmtpd for each mail."""
        assert isinstance(envelope.content, bytes)
        self.received.put(message_from_bytes(envelope.content, policy=policy.default))
        return "250 kept"

    def _let_in(self, server: SMTP, session: Session, envelope: Envelope, way: str, said: LoginPassword) -> AuthResult:
        self.tried.append(said)
        return AuthResult(success=said == self._account, handled=False)

    def __enter__(self) -> Self:
        self._at.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._at.stop()


class _Door(Controller):
    """At a port that the system chooses."""

    def _create_server(self) -> Awaitable[AbstractServer]:
        listening = socket.create_server((self.hostname, 0))
        self.port = listening.getsockname()[1]
        return self.loop.create_server(self._factory_invoker, sock=listening, ssl=self.ssl_context)
