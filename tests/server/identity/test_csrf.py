"""The CSRF token: what changes something comes from our own page, in this browser and in this session."""

from collections.abc import Callable

from palissade.server.identity.tokens import CSRF, SESSION, Cookies, new_secret
from tests.server.identity.conftest import Browser

COOKIES = Cookies(b"k" * 32)
ANN = {"name": "Ann", "password": "correct horse"}


def is_ours(nonce: str, secret: bytes | None, token: str, cookies: Cookies = COOKIES) -> bool:
    header = f"{CSRF}={nonce}" + (f"; {SESSION}={cookies.session_value(secret)}" if secret else "")
    return cookies.is_from_our_page(header, token)


def test_a_token_is_of_one_browser_and_one_session() -> None:
    (here, there), (mine, yours) = [COOKIES.new_nonce() for _ in range(2)], [new_secret() for _ in range(2)]
    token = COOKIES.csrf_token(here, mine)
    assert is_ours(here, mine, token)
    assert not is_ours(there, mine, token)
    assert not is_ours(here, yours, token)
    assert not is_ours(here, None, token)
    assert not is_ours(here, mine, COOKIES.csrf_token(here, None))
    assert is_ours(here, None, COOKIES.csrf_token(here, None))
    assert not is_ours(here, mine, here)  # the cookie itself is no token
    assert not is_ours(here, mine, COOKIES.csrf_token(here, mine), Cookies(b"j" * 32))


def test_a_nonce_that_we_did_not_give_is_none() -> None:
    for forged in ("", "x", "x.y", COOKIES.new_nonce()[:-1], COOKIES.session_value(new_secret())):
        assert not is_ours(forged, None, COOKIES.csrf_token(forged, None))


def test_a_planted_cookie_with_its_own_token_opens_nothing(open_browser: Callable[[], Browser]) -> None:
    """Who can set cookies for us, from a neighbouring name perhaps, still cannot act for whoever is known here."""
    victim, attacker = open_browser(), open_browser()
    victim.post("/api/account", json=ANN)
    for _ in range(2):  # as nobody, and as a guest
        victim.cookies.set(CSRF, attacker.cookies[CSRF], domain="testserver.local")
        planted = {"x-csrftoken": attacker.headers["x-csrftoken"]}
        refused = victim.patch("/api/me", json={"name": "Fool"}, headers=planted)
        assert (refused.status_code, refused.json()["code"]) == (403, "csrf")
        attacker.patch("/api/me", json={})
    assert victim.get("/api/me").json()["person"]["name"] == "Ann"


def test_what_was_planted_before_somebody_came_is_worth_nothing_after(open_browser: Callable[[], Browser]) -> None:
    victim, attacker = open_browser(), open_browser()
    planted = attacker.headers["x-csrftoken"]
    victim.cookies.delete(CSRF)
    victim.cookies.set(CSRF, attacker.cookies[CSRF], domain="testserver.local")
    victim.learn_token()
    assert victim.headers["x-csrftoken"] == planted  # both are nobody, with one cookie
    victim.patch("/api/me", json={"name": "Birch"})
    refused = victim.patch("/api/me", json={"name": "Fool"}, headers={"x-csrftoken": planted})
    assert refused.status_code == 403
    assert victim.patch("/api/me", json={"name": "Oak"}).status_code == 200


def test_every_new_session_has_a_new_token_which_is_told_with_it(browser: Browser) -> None:
    """In a header of whatever answer makes the session, and in the answer itself where it tells who I am."""
    tokens = [browser.headers["x-csrftoken"]]

    def told(method: str, path: str, **sent: object) -> None:
        answer = browser.request(method, path, json=sent)
        assert answer.status_code in (200, 201), answer.text
        assert answer.headers["x-csrftoken"] == answer.json()["csrf"]
        assert browser.get("/api/me").json()["csrf"] == answer.json()["csrf"]
        tokens.append(answer.json()["csrf"])

    told("PATCH", "/api/me", name="Birch")
    told("POST", "/api/account", **ANN)
    told("DELETE", "/api/session")
    told("POST", "/api/session", **ANN)
    told("DELETE", "/api/sessions")
    told("POST", "/api/session", **ANN)
    nobody = tokens[0]
    assert [token == nobody for token in tokens] == [True, False, False, True, False, True, False]
    assert len(set(tokens)) == 5


def test_an_answer_that_makes_no_session_tells_no_token_beside(browser: Browser) -> None:
    browser.patch("/api/me", json={})
    assert "x-csrftoken" not in browser.get("/api/me").headers
    assert "x-csrftoken" not in browser.patch("/api/me", json={"name": "Oak"}).headers
