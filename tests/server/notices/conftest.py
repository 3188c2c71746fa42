"""The certificate of the mail servers that these tests send mail by."""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.server.notices.certificate import Certificate


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> "Certificate":
    pytest.importorskip("cryptography")  # of the extra `notices`
    from tests.server.notices.certificate import Certificate  # noqa: PLC0415

    return Certificate(tmp_path_factory.mktemp("certificate"))
