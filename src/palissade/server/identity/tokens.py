"""Signed tokens: the session cookie by which somebody is known again, the CSRF token that shows that a request comes
from our own page, and the keys of seat links.
"""

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode

from itsdangerous import BadSignature, Signer
from itsdangerous.encoding import base64_decode, base64_encode
from litestar.datastructures import Cookie

SESSION = "palissade-session"
CSRF = "palissade-csrf"
DAYS = 400  # the most that browsers allow


class Cookies:
    """Makes and reads cookies, signed with `database.secret("cookies")`: a forged one is refused without a look-up."""

    def __init__(self, key: bytes) -> None:
        self._sessions = Signer(key, salt=SESSION, key_derivation="hmac", digest_method=hashlib.sha256)
        self._tokens = Signer(key, salt=CSRF, key_derivation="hmac", digest_method=hashlib.sha256)

    # ---- being known again

    def session_value(self, secret: bytes) -> str:
        """What the browser keeps."""
        return self._sessions.sign(base64_encode(secret)).decode()

    def person_secret(self, cookie_header: str) -> bytes | None:
        """The secret of a session in a plain `Cookie` header, if we gave it."""
        for value in values_of(cookie_header, SESSION):
            try:
                return base64_decode(self._sessions.unsign(value))
            except BadSignature:
                continue
        return None

    # ---- coming from our own page

    def new_token(self) -> str:
        return self._tokens.sign(secrets.token_urlsafe(16)).decode()

    def token(self, cookie_header: str) -> str | None:
        """The token in a plain `Cookie` header, if we gave it: one from before a new database is none."""
        return next((value for value in values_of(cookie_header, CSRF) if self._tokens.validate(value)), None)

    def is_from_our_page(self, cookie_header: str, token_header: str) -> bool:
        """Whether the page sent the token of its cookie back; a page of another site can read neither."""
        token = self.token(cookie_header)
        return token is not None and hmac.compare_digest(token.encode(), token_header.encode(errors="replace"))


def new_secret() -> bytes:
    """Who has it is the person: it is only ever in their browser."""
    return secrets.token_bytes(32)


def digest_of(secret: bytes) -> bytes:
    """What is kept of a secret. It is random enough to need no slow hash."""
    return hashlib.sha256(secret).digest()


def session_cookie(value: str, is_secure: bool) -> Cookie:
    return Cookie(SESSION, value=value, max_age=DAYS * 86400, secure=is_secure, httponly=True, samesite="lax")


def no_session_cookie(is_secure: bool) -> Cookie:
    """Makes the browser forget."""
    return Cookie(SESSION, value="", max_age=0, secure=is_secure, httponly=True, samesite="lax")


def csrf_cookie(token: str, is_secure: bool) -> Cookie:
    return Cookie(CSRF, value=token, max_age=DAYS * 86400, secure=is_secure, httponly=True, samesite="lax")


def values_of(cookie_header: str, name: str) -> list[str]:
    """All values of a cookie: there may be strangers of that name from other paths or servers on the same host."""
    pairs = (pair.strip().partition("=") for pair in cookie_header.split(";"))
    return [value for key, _, value in pairs if key == name]


# ---- seat links


class SeatKeys:
    """The keys of all seats of all tables, from the one secret `database.secret("seats")`."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def seat_key(self, table: str, seat: int) -> str:
        """128 bits as 22 characters that may stand in an address."""
        digest = hmac.digest(self._secret, f"{table}.{seat}".encode(), hashlib.sha256)
        return urlsafe_b64encode(digest[:16]).rstrip(b"=").decode()

    def is_seat_key(self, table: str, seat: int, key: str) -> bool:
        """Compared in constant time, so that no key is found letter by letter."""
        return hmac.compare_digest(self.seat_key(table, seat).encode(), key.encode(errors="replace"))

    def link(self, table: str, seat: int) -> str:
        """The key comes after the `#`, which browsers do not send: it is in no log on the way."""
        return f"/table/{table}#{seat}.{self.seat_key(table, seat)}"
