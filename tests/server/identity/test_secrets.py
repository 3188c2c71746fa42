"""Cookies, keys of seats and passwords."""

import asyncio
import threading

import pytest
from argon2 import PasswordHasher

from palissade.server.identity.passwords import AT_ONCE, Passwords
from palissade.server.identity.tokens import (
    CSRF,
    KNOWN,
    SESSION,
    Aliases,
    Cookies,
    KnownBrowsers,
    SeatKeys,
    known_cookie,
    new_secret,
    session_cookie,
)
from tests.server.identity.conftest import QUICK

COOKIES = Cookies(b"k" * 32)
KNOWN_BROWSERS = KnownBrowsers(b"k" * 32)
KEYS = SeatKeys(b"k" * 32)


def test_a_secret_is_found_among_other_cookies() -> None:
    secret = new_secret()
    value = COOKIES.session_value(secret)
    assert COOKIES.person_secret(f"theme=dark; {SESSION}={value}; other") == secret
    assert COOKIES.person_secret(f"{SESSION}=stranger; {SESSION}={value}") == secret
    assert COOKIES.person_secret(f"x{SESSION}={value}") is None


@pytest.mark.parametrize("header", ["", ";;;", "=", SESSION, f"{SESSION}=", f"{SESSION}=.", f"{SESSION}=é.é", "\0"])
def test_a_header_that_makes_no_sense_is_nobodys(header: str) -> None:
    assert COOKIES.person_secret(header) is None
    assert COOKIES.nonce(header) is None
    assert not KNOWN_BROWSERS.knows_anybody(header.replace(SESSION, KNOWN))


def test_a_cookie_of_another_server_is_nobodys() -> None:
    assert Cookies(b"j" * 32).person_secret(f"{SESSION}={COOKIES.session_value(new_secret())}") is None


def test_no_cookie_passes_for_another() -> None:
    session, nonce = COOKIES.session_value(new_secret()), COOKIES.new_nonce()
    known = KNOWN_BROWSERS.with_account("", "a")
    assert [COOKIES.person_secret(f"{SESSION}={value}") for value in (nonce, known)] == [None, None]
    assert [COOKIES.nonce(f"{CSRF}={value}") for value in (session, known)] == [None, None]
    assert not any(KNOWN_BROWSERS.knows_anybody(f"{KNOWN}={value}") for value in (session, nonce))


def test_a_browser_remembers_the_last_five_accounts() -> None:
    header = ""
    for account in "abcdefa":
        header = f"{KNOWN}={KNOWN_BROWSERS.with_account(header, account)}"
    marks = {account: KNOWN_BROWSERS.mark(header, account) for account in "abcdef"}
    assert marks["b"] is None
    assert len({marks[account] for account in "acdef"}) == 1
    assert KnownBrowsers(b"j" * 32).mark(header, "a") is None


def test_a_cookie_travels_without_quotes() -> None:
    for _ in range(20):
        known = known_cookie(KNOWN_BROWSERS.with_account("", "ann"), is_secure=True)
        for cookie in (session_cookie(COOKIES.session_value(new_secret()), is_secure=True), known):
            header = cookie.to_header(header="")
            assert '"' not in header
            assert "Secure" in header


def test_the_key_of_a_seat_opens_this_seat_for_this_taking_only() -> None:
    key = KEYS.seat_key("abc", 1, 0)
    assert len(key) == 22
    assert KEYS.is_seat_key("abc", 1, 0, key)
    assert not KEYS.is_seat_key("abc", 1, 1, key)
    assert not KEYS.is_seat_key("abc", 0, 0, key)
    assert not KEYS.is_seat_key("abd", 1, 0, key)
    assert not SeatKeys(b"j" * 32).is_seat_key("abc", 1, 0, key)
    for wrong in ("", key[:-1], key + "A", "é" * 22, "\ud800"):
        assert not KEYS.is_seat_key("abc", 1, 0, wrong)
    assert KEYS.link("abc", 1, 0) == f"/table/abc#1.{key}"


def test_somebody_has_another_alias_at_each_table() -> None:
    aliases = Aliases(b"k" * 32)
    assert aliases.alias("abc", "ann") == aliases.alias("abc", "ann")
    assert len({aliases.alias(table, person) for table in ("abc", "abd") for person in ("ann", "bob")}) == 4
    assert Aliases(b"j" * 32).alias("abc", "ann") != aliases.alias("abc", "ann")


def test_a_password_is_right_however_it_was_typed() -> None:
    async def play() -> None:
        passwords = Passwords(QUICK)
        kept = await passwords.hash("caf\u00e9 noir")
        assert await passwords.is_right("cafe\u0301 noir", kept)
        assert not await passwords.is_right("cafe noir", kept)
        assert not await passwords.is_right("café noir", "not a hash")

    asyncio.run(play())


def test_saying_no_to_an_unknown_name_takes_the_same_work(monkeypatch: pytest.MonkeyPatch) -> None:
    verified = []

    def verify(hasher: PasswordHasher, kept: str, password: str) -> bool:
        verified.append(kept.split("$")[3])
        return verify_as_ever(hasher, kept, password)

    verify_as_ever = PasswordHasher.verify
    monkeypatch.setattr(PasswordHasher, "verify", verify)

    async def play() -> None:
        passwords = Passwords(QUICK)
        assert not await passwords.is_right("whatever", None)
        assert not await passwords.is_right("whatever", await passwords.hash("other"))

    asyncio.run(play())
    assert verified == ["m=8,t=1,p=1"] * 2


def test_only_two_passwords_are_worked_on_at_once() -> None:
    working, most, lock, full = 0, 0, threading.Lock(), threading.Barrier(AT_ONCE)

    class Watched(PasswordHasher):
        def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
            nonlocal working, most
            with lock:
                working += 1
                most = max(most, working)
            full.wait(10)  # two work together, and a third would be seen
            with lock:
                working -= 1
            return "hash"

    async def play() -> None:
        passwords = Passwords(Watched())
        await asyncio.gather(*(passwords.hash("x") for _ in range(8)))

    asyncio.run(play())
    assert most == AT_ONCE
