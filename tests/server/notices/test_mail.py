"""Mail: to addresses that are some, by a server that is set up whole."""

import smtplib
import ssl
from typing import TYPE_CHECKING
from urllib.parse import quote

import msgspec
import pytest

from palissade.server.notices.mail import MailMisconfigured, MailSender, good_address
from palissade.server.refused import Refused
from palissade.server.settings import Settings
from tests.server.notices.post_office import PostOffice

if TYPE_CHECKING:
    from tests.server.notices.certificate import Certificate

WHOLE = Settings(smtp_url="smtp://localhost", mail_from="table@example.org", site="https://games.example.org")
USER, PASSWORD = "table@example.org", "wood & w@x"  # with signs that are written otherwise in an address


@pytest.mark.parametrize("address", ["ann@example.org", " a.b+c@sub.example.org ", "élise@exämple.fr", "a@localhost"])
def test_addresses_are_taken_as_people_have_them(address: str) -> None:
    assert good_address(address) == address.strip()


@pytest.mark.parametrize(
    "address",
    [
        "ann",
        "@b.c",
        "a@",
        "a b@c.d",
        "a@b@c.d",
        "a@b\n.c",
        "a@-b.c",
        "a@b..c",
        "<a@b.c>",
        "a@b.c,d@e.f",
        "a\r\nbcc:x@y.z",
    ],
)
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(Refused, match="no mail address"):
        good_address(address)


@pytest.mark.parametrize(
    "changes",
    [
        {"smtp_url": "http://localhost"},
        {"smtp_url": "smtp://"},
        {"smtp_url": "smtp://host:port"},
        {"mail_from": ""},
        {"mail_from": "me"},
        {"site": ""},
        {"site": "games.example.org"},
    ],
)
def test_half_a_setting_up_is_said_at_the_start(changes: dict[str, str]) -> None:
    MailSender(WHOLE)
    with pytest.raises(MailMisconfigured, match="PALISSADE_SITE"):
        MailSender(msgspec.structs.replace(WHOLE, **changes))


def test_a_mail_arrives_and_can_be_answered_by_one_click() -> None:
    with PostOffice() as office:
        sender = MailSender(msgspec.structs.replace(WHOLE, smtp_url=office.url))
        sender.send(
            "elise@example.org", "À vous", "Ça attend.\n.\n", "https://games.example.org/api/notices/off?token=x"
        )
        mail = office.next()
    assert (mail["to"], mail["subject"]) == ("elise@example.org", "À vous")
    assert mail["list-unsubscribe-post"] == "List-Unsubscribe=One-Click"
    assert mail["auto-submitted"] == "auto-generated"
    assert mail.get_content().splitlines() == ["Ça attend.", "."]


def test_a_password_is_never_sent_in_the_clear() -> None:
    with PostOffice(USER, PASSWORD) as office:
        with pytest.raises(OSError, match="no TLS"):
            MailSender(msgspec.structs.replace(WHOLE, smtp_url=office.url)).send("a@example.org", "s", "t")
        assert not office.tried
        assert office.received.empty()


def test_no_password_is_sent_to_who_cannot_say_who_it_is(certificate: "Certificate") -> None:
    with PostOffice(USER, PASSWORD, certificate.shown()) as office:
        with pytest.raises(ssl.SSLCertVerificationError):
            MailSender(msgspec.structs.replace(WHOLE, smtp_url=office.url)).send("a@example.org", "s", "t")
        assert not office.tried
        assert office.received.empty()


@pytest.mark.parametrize("is_wrapped", [False, True])
@pytest.mark.parametrize("password", [PASSWORD, "another"])
def test_a_mail_server_that_asks_for_a_password_gets_it_under_tls(
    certificate: "Certificate", monkeypatch: pytest.MonkeyPatch, password: str, is_wrapped: bool
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate.file))
    with PostOffice(USER, PASSWORD, certificate.shown(), is_wrapped=is_wrapped) as office:
        url = office.url.replace(quote(PASSWORD, safe=""), quote(password, safe=""))
        sender = MailSender(msgspec.structs.replace(WHOLE, smtp_url=url))
        if password == PASSWORD:
            sender.send("a@example.org", "s", "t")
            assert office.next()["subject"] == "s"
        else:
            with pytest.raises(smtplib.SMTPAuthenticationError):
                sender.send("a@example.org", "s", "t")
        assert office.received.empty()
        assert {said.password.decode() for said in office.tried} == {password}
