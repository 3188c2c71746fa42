"""Web Push: only the browser reads it, it knows who sent it, and nobody can have us knock at other doors."""

import time

import pytest
from msgspec import convert

pytest.importorskip("cryptography")  # of the extra `notices`

from palissade.server.notices.push import Gone, Later, PushSender, encrypt
from palissade.server.refused import Refused
from palissade.server.settings import PUSH_SERVICES
from palissade.server.wire.notices import Subscription
from tests.server.notices.browser import PushedBrowser, PushService, plain, signed_claims

SECRET = bytes(32)


def test_the_browser_reads_what_was_sent_whose_length_tells_nothing() -> None:
    browser = PushedBrowser("https://push.example")
    auth = plain(browser.subscription()["keys"]["auth"])
    sealed = [encrypt(text, browser.point, auth) for text in (b'{"a":1}', b'{"title":"Blockers!","b":"\xc3\xa9"}')]
    assert [browser.read(each) for each in sealed] == [{"a": 1}, {"title": "Blockers!", "b": "é"}]
    assert len({len(each) for each in sealed}) == 1
    assert encrypt(b"{}", browser.point, auth) != encrypt(b"{}", browser.point, auth)


def test_the_key_is_made_of_the_secret_alone() -> None:
    keys = {PushSender(secret, (), "").public for secret in (SECRET, SECRET, bytes([1] * 32))}
    assert len(keys) == 2


def test_what_is_sent_is_signed_for_its_service() -> None:
    with PushService() as service:
        sender = PushSender(SECRET, (service.origin,), "mailto:host@example.org")
        browser = PushedBrowser(f"{service.origin}/to/ann?x=1")
        keys = sender.check(convert(browser.subscription(), Subscription))
        sender.send(browser.endpoint, *keys, b'{"title":"Hello"}', "topic")
        path, headers, body = service.next()
        assert (path, browser.read(body)) == ("/to/ann?x=1", {"title": "Hello"})
        assert (headers["content-encoding"], headers["topic"], headers["ttl"]) == ("aes128gcm", "topic", "86400")
        claims = signed_claims(headers["authorization"], sender.public)
        assert (claims["aud"], claims["sub"]) == (service.origin, "mailto:host@example.org")
        assert time.time() < claims["exp"] < time.time() + 24 * 3600
        for status, error in ((410, Gone), (404, Gone), (429, Later), (502, Later), (302, OSError)):
            service.status = status
            with pytest.raises(error):
                sender.send(browser.endpoint, *keys, b"{}", "topic")
    with pytest.raises(Later):  # nobody is there any more
        sender.send(browser.endpoint, *keys, b"{}", "topic")


@pytest.mark.parametrize(
    ("endpoint", "is_known"),
    [
        ("https://fcm.googleapis.com/fcm/send/abc", True),
        ("https://updates.push.services.mozilla.com/wpush/v2/abc", True),
        ("https://web.push.apple.com/abc", True),
        ("https://wns2-par02p.notify.windows.com/w/?token=abc", True),
        ("http://fcm.googleapis.com/abc", False),
        ("https://fcm.googleapis.com:22/abc", False),
        ("https://fcm.googleapis.com@127.0.0.1/abc", False),
        ("https://127.0.0.1/abc#.push.apple.com", False),
        ("https://127.0.0.1?.push.apple.com", False),
        ("https://127.0.0.1\\.push.apple.com/", False),
        ("http://localhost:8124/metrics", False),
        ("file:///etc/passwd", False),
    ],
)
def test_only_known_services_are_sent_to(endpoint: str, is_known: bool) -> None:
    sender = PushSender(SECRET, PUSH_SERVICES, "")
    subscription = convert(PushedBrowser(endpoint).subscription(), Subscription)
    if is_known:
        sender.check(subscription)
    else:
        with pytest.raises(Refused):
            sender.check(subscription)


@pytest.mark.parametrize(
    "keys",
    [
        {"p256dh": "BAAA", "auth": "AAAAAAAAAAAAAAAAAAAAAA"},
        {"p256dh": "B" + "A" * 86, "auth": "AAAAAAAAAAAAAAAAAAAAAA"},
        {"p256dh": "x", "auth": "y"},
    ],
)
def test_keys_that_are_none_are_refused(keys: dict[str, str]) -> None:
    sender = PushSender(SECRET, PUSH_SERVICES, "")
    with pytest.raises(Refused, match="no subscription"):
        sender.check(convert({"endpoint": "https://web.push.apple.com/abc", "keys": keys}, Subscription))
