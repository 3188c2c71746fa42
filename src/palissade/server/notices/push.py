"""Web Push: messages that only the browser can read (RFC 8188, RFC 8291), from a server it knows (VAPID, RFC 8292).

Push services are known by name: whoever could have us send to any address could have us knock at doors that only this
machine reaches.
"""

import hashlib
import http.client
import os
import re
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from contextlib import suppress
from email.utils import parsedate_to_datetime
from fnmatch import fnmatchcase
from importlib.util import find_spec
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec

from palissade.server.refused import Refused
from palissade.server.wire.notices import Subscription

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve P-256
POINT, AUTH = 65, 16  # bytes of a public key, and of what only the browser and we know
RECORD = 4096  # bytes, the least that every service takes
LENGTH = 1024  # of what is sent, whatever it says: its length tells nothing
LIFE = 24 * 3600  # seconds for which a service keeps it for a browser that is off
SIGNED_FOR = 12 * 3600  # seconds
PATIENCE = 10.0  # seconds
TOO_MANY, INTERNAL_ERROR = 429, 500
_PLAIN = re.compile(r"https?://[a-z0-9.-]+(:[0-9]+)?(/[!-\[\]-~]*)?")  # no user, nothing that is read in two ways


def is_possible() -> bool:
    """Whether the extra `notices` is installed."""
    return find_spec("cryptography") is not None


class Gone(Exception):
    """The browser has unsubscribed, or is no more."""


class Later(OSError):
    """The service is not reached, or has too much to do: it may be asked again, after so many seconds at the least."""

    def __init__(self, problem: str, after: float = 0.0) -> None:
        super().__init__(problem)
        self.after = after


class PushSender:
    """Signs and encrypts, with the one key of this server. What it sends is only sent to known services."""

    def __init__(self, secret: bytes, services: tuple[str, ...], contact: str) -> None:
        from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415  (an extra)

        scalar = int.from_bytes(hashlib.sha512(b"vapid" + secret).digest()) % (ORDER - 1) + 1
        self._key = ec.derive_private_key(scalar, ec.SECP256R1())
        self._services = services
        self._contact = contact
        self.public = encoded(_point(self._key))

    def check(self, subscription: Subscription) -> tuple[bytes, bytes]:
        """The keys of a subscription; refused unless it is one, at a service that is known here."""
        from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415

        try:
            parts = urlsplit(subscription.endpoint)
            origin = f"{parts.scheme}://{parts.netloc}"
            p256dh, auth = decoded(subscription.keys.p256dh), decoded(subscription.keys.auth)
            ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), p256dh)
        except ValueError:
            raise Refused("no-subscription", status=400) from None
        if len(p256dh) != POINT or len(auth) != AUTH or not _PLAIN.fullmatch(subscription.endpoint):
            raise Refused("no-subscription", status=400)
        if not any(fnmatchcase(origin, service) for service in self._services):
            raise Refused("unknown-push-service", status=422, service=parts.hostname or "?")
        return p256dh, auth

    def send(self, endpoint: str, p256dh: bytes, auth: bytes, payload: bytes, topic: str) -> None:
        """Blocks for a moment. Raises `Gone`, `Later`, or OSError where the service says no."""
        parts = urlsplit(endpoint)
        headers = {
            "authorization": self._authorization(f"{parts.scheme}://{parts.netloc}"),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(LIFE),
            "topic": topic,
            "urgency": "normal",
        }
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        connection = kind(parts.hostname or "", parts.port, timeout=PATIENCE)
        try:
            path = parts.path + (f"?{parts.query}" if parts.query else "")
            connection.request("POST", path or "/", encrypt(payload, p256dh, auth), headers)
            answer = connection.getresponse()
            status, retry_after = answer.status, answer.getheader("retry-after", "")
        except (OSError, http.client.HTTPException) as error:
            raise Later(str(error) or type(error).__name__) from error
        finally:
            connection.close()
        if status in (404, 410):
            raise Gone
        if status == TOO_MANY or status >= INTERNAL_ERROR:
            raise Later(f"status {status}", _seconds(retry_after))
        if not 200 <= status < 300:
            raise OSError(f"status {status}")

    def _authorization(self, origin: str) -> str:
        """A token that this server alone can make, for this service."""
        from cryptography.hazmat.primitives import hashes  # noqa: PLC0415
        from cryptography.hazmat.primitives.asymmetric import ec, utils  # noqa: PLC0415

        claims = {"aud": origin, "exp": int(time.time()) + SIGNED_FOR, "sub": self._contact}
        parts = ({"typ": "JWT", "alg": "ES256"}, claims)
        signed = ".".join(encoded(msgspec.json.encode(part)) for part in parts)
        r, s = utils.decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        signature = encoded(r.to_bytes(32) + s.to_bytes(32))
        return f"vapid t={signed}.{signature}, k={self.public}"


def encrypt(payload: bytes, p256dh: bytes, auth: bytes) -> bytes:
    """For the browser that has the private key of `p256dh`, and `auth`."""
    from cryptography.hazmat.primitives import hashes  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF  # noqa: PLC0415

    def derived(material: bytes, salt: bytes, info: bytes, length: int) -> bytes:
        return HKDF(hashes.SHA256(), length, salt, info).derive(material)

    ours, theirs = ec.generate_private_key(ec.SECP256R1()), ec.EllipticCurvePublicKey
    shared = ours.exchange(ec.ECDH(), theirs.from_encoded_point(ec.SECP256R1(), p256dh))
    point, salt = _point(ours), os.urandom(16)
    material = derived(shared, auth, b"WebPush: info\0" + p256dh + point, 32)
    key = derived(material, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derived(material, salt, b"Content-Encoding: nonce\0", 12)
    padded = (payload + b"\2").ljust(LENGTH, b"\0")
    return salt + RECORD.to_bytes(4) + bytes([len(point)]) + point + AESGCM(key).encrypt(nonce, padded, None)


def _seconds(retry_after: str) -> float:
    """What `Retry-After` asks for, as a number of seconds or a date (RFC 9110); 0 where it says nothing sensible."""
    with suppress(ValueError):
        if retry_after.isascii() and retry_after.isdigit():
            return float(retry_after)
        return max(0.0, parsedate_to_datetime(retry_after).timestamp() - time.time())
    return 0.0


def encoded(plain: bytes) -> str:
    return urlsafe_b64encode(plain).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    bare = text.rstrip("=")
    return urlsafe_b64decode(bare + "=" * (-len(bare) % 4))


def _point(key: "EllipticCurvePrivateKey") -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat  # noqa: PLC0415

    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
