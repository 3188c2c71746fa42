"""Signed and derived tokens: the session cookie by which somebody is known again, the CSRF token that shows that a
request comes from our own page, the keys of seat links, aliases of people, and the dice of machines.
"""

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode
from contextlib import suppress
from functools import lru_cache

from itsdangerous import BadSignature, Signer
from itsdangerous.encoding import base64_decode, base64_encode
from litestar.datastructures import Cookie

SESSION = "palissade-session"
CSRF = "palissade-csrf"
KNOWN = "palissade-known"
DAYS = 400  # the most that browsers allow
MOST_KNOWN = 5  # accounts in one browser


class Cookies:
    """Makes and reads cookies, signed with `database.secret("cookies")`: a forged one is refused without a look-up."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._sessions = Signer(key, salt=SESSION, key_derivation="hmac", digest_method=hashlib.sha256)
        self._nonces = Signer(key, salt=CSRF, key_derivation="hmac", digest_method=hashlib.sha256)

    # ---- being known again

    def session_value(self, secret: bytes) -> str:
        """What the browser keeps."""
        return self._sessions.sign(base64_encode(secret)).decode()

    def person_secret(self, cookie_header: str) -> bytes | None:
        """The secret of a session in a plain `Cookie` header, if we gave it."""
        found = (self.secret_in(value) for value in values_of(cookie_header, SESSION))
        return next((secret for secret in found if secret is not None), None)

    def secret_in(self, session_value: str) -> bytes | None:
        """The secret in the value of one cookie, if we gave it."""
        try:
            return base64_decode(self._sessions.unsign(session_value))
        except BadSignature:
            return None

    # ---- coming from our own page

    def new_nonce(self) -> str:
        """What a browser keeps to be told tokens by, before it is anybody's."""
        return self._nonces.sign(secrets.token_urlsafe(16)).decode()

    def nonce(self, cookie_header: str) -> str | None:
        """The nonce in a plain `Cookie` header, if we gave it: one from before a new database is none."""
        return next((value for value in values_of(cookie_header, CSRF) if self._nonces.validate(value)), None)

    def csrf_token(self, nonce: str, secret: bytes | None) -> str:
        """What our page sends back. It is of one browser and one session: whoever could plant a nonce of their own in
        somebody's browser still knows no token of that session, and every new session has a new one.
        """
        bound = hmac.digest(self._key, b".".join((b"csrf", nonce.encode(), digest_of(secret or b""))), hashlib.sha256)
        return base64_encode(bound).decode()

    def is_from_our_page(self, cookie_header: str, token_header: str) -> bool:
        """Whether the page sent the token of its cookies back; a page of another site can read none of them."""
        nonce = self.nonce(cookie_header)
        if nonce is None:
            return False
        token = self.csrf_token(nonce, self.person_secret(cookie_header))
        return hmac.compare_digest(token.encode(), token_header.encode(errors="replace"))


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


def csrf_cookie(nonce: str, is_secure: bool) -> Cookie:
    return Cookie(CSRF, value=nonce, max_age=DAYS * 86400, secure=is_secure, httponly=True, samesite="lax")


def values_of(cookie_header: str, name: str) -> list[str]:
    """All values of a cookie: there may be strangers of that name from other paths or servers on the same host."""
    pairs = (pair.strip().partition("=") for pair in cookie_header.split(";"))
    return [value for key, _, value in pairs if key == name]


# ---- browsers known to an account


class KnownBrowsers:
    """The long-lived cookie of a browser in which somebody signed in once, signed with `database.secret("cookies")`:
    whoever tries wrong passwords elsewhere does not keep them out here.

    It holds a random mark of the browser, by which its own tries are counted, and a digest for each account, which
    tells nobody else whose they are.
    """

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._signer = Signer(key, salt=KNOWN, key_derivation="hmac", digest_method=hashlib.sha256)

    def knows_anybody(self, cookie_header: str) -> bool:
        return bool(self._read(cookie_header)[1])

    def mark(self, cookie_header: str, account: str) -> str | None:
        """The mark of this browser, if the account is known in it."""
        mark, known = self._read(cookie_header)
        return mark if self._digest(mark, account) in known else None

    def with_account(self, cookie_header: str, account: str) -> str:
        """The value for a browser in which this account has signed in; only the latest are remembered."""
        mark, known = self._read(cookie_header)
        digest = self._digest(mark, account)
        latest = [digest, *(other for other in known if other != digest)][:MOST_KNOWN]
        return self._signer.sign("~".join([mark, *latest])).decode()

    def _read(self, cookie_header: str) -> tuple[str, list[str]]:
        for value in values_of(cookie_header, KNOWN):
            with suppress(BadSignature):
                mark, *known = self._signer.unsign(value).decode().split("~")
                return mark, known
        return secrets.token_urlsafe(12), []

    def _digest(self, mark: str, account: str) -> str:
        return _short_digest(self._key, f"{KNOWN}.{mark}.{account}", 9)


def known_cookie(value: str, is_secure: bool) -> Cookie:
    return Cookie(
        KNOWN, value=value, path="/api", max_age=DAYS * 86400, secure=is_secure, httponly=True, samesite="strict"
    )


def device_id(digest: bytes) -> str:
    """By which somebody names one of their sessions; it opens nothing."""
    return urlsafe_b64encode(hashlib.sha256(b"device." + digest).digest()[:9]).decode()


# ---- derived from a secret


class SeatKeys:
    """The keys of all seats of all tables, from the one secret `database.secret("seats")`. They are derived, not kept.

    A key opens a seat for one taking: `taking` counts how often somebody sat down in it or left it, so that each of
    these makes a new key and the old one worthless.
    """

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def seat_key(self, table: str, seat: int, taking: int) -> str:
        return _short_digest(self._secret, f"{table}.{seat}.{taking}", 16)

    def is_seat_key(self, table: str, seat: int, taking: int, key: str) -> bool:
        """Compared in constant time, so that no key is found letter by letter."""
        return hmac.compare_digest(self.seat_key(table, seat, taking).encode(), key.encode(errors="replace"))

    def link(self, table: str, seat: int, taking: int) -> str:
        """The key comes after the `#`, which browsers do not send: it is in no log on the way."""
        return f"/table/{table}#{seat}.{self.seat_key(table, seat, taking)}"


class Aliases:
    """How people are called in what is kept of a table: by another alias at each, so that nothing links their games."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self.alias = lru_cache(8_192)(self._alias)  # every message asks for one

    def _alias(self, table: str, person: str) -> str:
        return _short_digest(self._secret, f"{table}.{person}", 9)


class Dice:
    """The dice of machines, from a secret: what a machine plays tells nobody more than it must."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def seed(self, table: str) -> int:
        return int.from_bytes(hmac.digest(self._secret, table.encode(), hashlib.sha256)[:7])


def _short_digest(secret: bytes, text: str, size: int) -> str:
    """So many bytes of an HMAC, as characters that may stand in an address."""
    return urlsafe_b64encode(hmac.digest(secret, text.encode(), hashlib.sha256)[:size]).rstrip(b"=").decode()
