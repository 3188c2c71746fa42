"""Where somebody asks from, and what they read."""

import pytest

from palissade.messages import Language
from palissade.server.identity.guard import address_of
from palissade.server.identity.language import preferred_language


@pytest.mark.parametrize(("header", "language"), [
    ("", "en"), ("fr", "fr"), ("fr-CH, fr;q=0.9, en;q=0.8", "fr"), ("en-GB,en;q=0.9,fr;q=0.8", "en"),
    ("de, fr;q=0.3, en;q=0.2", "fr"), ("en;q=0.1, FR;q=0.9", "fr"), ("fr;q=0, en", "en"), ("de", "en"), ("*", "en"),
    ("fr;q=much", "en"), (";;,,=", "en"), ("fr;q=nan", "en"),
])  # fmt: skip
def test_the_best_language_that_we_speak_is_taken(header: str, language: Language) -> None:
    assert preferred_language(header) == language


def test_only_what_our_own_proxy_saw_counts_as_an_address() -> None:
    assert address_of("10.0.0.1") == "10.0.0.1"
    assert address_of("10.0.0.1", "1.2.3.4, 5.6.7.8") == "5.6.7.8"
    assert address_of("10.0.0.1", "nonsense") == "10.0.0.1"
    assert address_of("") == ""


def test_the_many_addresses_of_one_household_count_as_one() -> None:
    assert address_of("2001:db8::1") == address_of("2001:db8::ffff:2")
    assert address_of("2001:db8::1") != address_of("2001:db8:0:1::1")
    assert address_of("::ffff:1.2.3.4") == address_of("1.2.3.4")
