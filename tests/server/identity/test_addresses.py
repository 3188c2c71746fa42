"""Where somebody asks from, and what they read."""

import pytest

from palissade.messages import Language
from palissade.server.identity.addresses import Forwarded, address_of
from palissade.server.identity.language import preferred_language


@pytest.mark.parametrize(("header", "language"), [
    ("", "en"), ("fr", "fr"), ("fr-CH, fr;q=0.9, en;q=0.8", "fr"), ("en-GB,en;q=0.9,fr;q=0.8", "en"),
    ("de, fr;q=0.3, en;q=0.2", "fr"), ("en;q=0.1, FR;q=0.9", "fr"), ("fr;q=0, en", "en"), ("de", "en"), ("*", "en"),
    ("fr;q=much", "en"), (";;,,=", "en"), ("fr;q=nan", "en"),
])  # fmt: skip
def test_the_best_language_that_we_speak_is_taken(header: str, language: Language) -> None:
    assert preferred_language(header) == language


def came(peer: str, *headers: tuple[bytes, bytes], scheme: str = "http", trusts: bool = True) -> Forwarded:
    return Forwarded.of(headers, peer, scheme, trusts_proxies=trusts)


def forwarded_for(*lines: bytes) -> str:
    return came("10.0.0.1", *((b"x-forwarded-for", line) for line in lines)).address


def test_only_what_our_own_proxy_saw_counts_as_an_address() -> None:
    assert forwarded_for() == "10.0.0.1"
    assert forwarded_for(b"5.6.7.8") == "5.6.7.8"
    assert forwarded_for(b"1.2.3.4, 5.6.7.8") == "5.6.7.8"
    assert forwarded_for(b"1.2.3.4", b"5.6.7.8") == "5.6.7.8"  # as HAProxy adds it, in a line of its own
    assert forwarded_for(b"1.2.3.4, 9.9.9.9", b"8.8.8.8,5.6.7.8") == "5.6.7.8"
    assert forwarded_for(b"5.6.7.8", b"nonsense") == "10.0.0.1"
    assert forwarded_for(b"5.6.7.8,") == "10.0.0.1"
    assert forwarded_for(b"\xff") == "10.0.0.1"


def test_what_anybody_claims_is_nothing_without_a_proxy() -> None:
    claims = (
        (b"x-forwarded-for", b"5.6.7.8"),
        (b"x-forwarded-host", b"games.example.org"),
        (b"x-forwarded-proto", b"https"),
    )
    assert came("10.0.0.1", (b"host", b"here:8124"), *claims, trusts=False) == Forwarded("10.0.0.1", "here:8124", False)
    assert came("10.0.0.1", (b"host", b"here:8124"), *claims) == Forwarded("5.6.7.8", "games.example.org", True)
    assert came("10.0.0.1", (b"host", b"here"), scheme="https", trusts=False).is_secure


@pytest.mark.parametrize(("lines", "host"), [
    ([], "inside"), ([b"a.example"], "a.example"), ([b"spoofed.example, a.example"], "a.example"),
    ([b"spoofed.example", b"a.example:443"], "a.example:443"), ([b""], "inside"), ([b"a.example, "], "inside"),
])  # fmt: skip
def test_the_host_is_the_one_that_our_own_proxy_was_asked_for(lines: list[bytes], host: str) -> None:
    assert came("10.0.0.1", (b"host", b"inside"), *((b"x-forwarded-host", line) for line in lines)).host == host


@pytest.mark.parametrize(("lines", "is_secure"), [
    ([], False), ([b"https"], True), ([b"HTTPS"], True), ([b"http"], False), ([b"https, http"], False),
    ([b"http, https"], True), ([b"https", b"http"], False), ([b"http", b"https"], True), ([b""], False),
])  # fmt: skip
def test_it_is_secure_if_it_was_until_our_own_proxy(lines: list[bytes], is_secure: bool) -> None:
    assert came("10.0.0.1", *((b"x-forwarded-proto", line) for line in lines)).is_secure == is_secure


def test_a_host_that_is_not_said_or_said_twice_is_none() -> None:
    assert came("10.0.0.1").host is None
    assert came("10.0.0.1", (b"host", b"")).host is None
    assert came("10.0.0.1", (b"host", b"a"), (b"host", b"b")).host is None


def test_the_many_addresses_of_one_household_count_as_one() -> None:
    assert address_of("2001:db8::1") == address_of("2001:db8::ffff:2")
    assert address_of("2001:db8::1") != address_of("2001:db8:0:1::1")
    assert address_of("::ffff:1.2.3.4") == address_of("1.2.3.4")
    assert forwarded_for(b"2001:db8::1") == "2001:db8::/64"
    assert address_of("") == ""
