"""A push service in a thread of this process, with the browsers that subscribed to it: it decrypts what they get."""

from __future__ import annotations

import http.server
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from referee.alerts.push import decoded, encoded


def hkdf(salt: bytes, key: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(key)


class PhoneBrowser:
    """A browser with a subscription.  ``endpoint``: where its push service takes messages for it."""

    def __init__(self, endpoint: str, key: ec.EllipticCurvePrivateKey | None = None, auth: bytes = bytes(16)) -> None:
        self.endpoint, self.auth = endpoint, auth
        self.key = key or ec.generate_private_key(ec.SECP256R1())

    @property
    def point(self) -> bytes:
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def form(self) -> dict[str, str]:
        """What its page sends to turn alerts on."""
        return {"do": "on", "endpoint": self.endpoint, "p256dh": encoded(self.point), "auth": encoded(self.auth)}

    def read(self, body: bytes) -> bytes:
        """Decrypt a message, as RFC 8188 and 8291 say."""
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
        mixed = hkdf(self.auth, shared, b"WebPush: info\0" + self.point + theirs, 32)
        key = hkdf(salt, mixed, b"Content-Encoding: aes128gcm\0", 16)
        plain = AESGCM(key).decrypt(hkdf(salt, mixed, b"Content-Encoding: nonce\0", 12), sealed, None)
        message, delimiter, padding = plain.rpartition(b"\x02")
        assert (delimiter, padding.strip(b"\0")) == (b"\x02", b"")
        return message


class PushService(http.server.ThreadingHTTPServer):
    """``taken``: the path, headers and body of each message; ``answers``: the status by path, else 201."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.taken: list[tuple[str, dict[str, str], bytes]] = []
        self.answers: dict[str, int] = {}

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def browser(self, name: str) -> PhoneBrowser:
        return PhoneBrowser(f"{self.url}/{name}", auth=name.encode().ljust(16, b"-")[:16])

    def messages(self, browser: PhoneBrowser) -> list[Any]:
        """What a browser got so far."""
        path = browser.endpoint.removeprefix(self.url)
        return [json.loads(browser.read(body)) for at, _, body in self.taken if at == path]


class Handler(http.server.BaseHTTPRequestHandler):
    """A handler that records a message."""

    server: PushService

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.taken.append((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
        self.send_response(self.server.answers.get(self.path, 201))
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_more: Any) -> None:
        pass


def claims_of(authorization: str) -> tuple[dict[str, Any], str]:
    """The claims of a VAPID header whose signature is right, and the public key that it is right for."""
    assert authorization.startswith("vapid t=")
    token, _, key = authorization.removeprefix("vapid t=").partition(", k=")
    signed, _, signature = token.rpartition(".")
    raw = decoded(signature)
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key))
    der = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    point.verify(der, signed.encode(), ec.ECDSA(hashes.SHA256()))
    header, claims = (json.loads(decoded(part)) for part in signed.split("."))
    assert header == {"typ": "JWT", "alg": "ES256"}
    return claims, key


@contextmanager
def push_service() -> Iterator[PushService]:
    """Run one for the duration of the block."""
    with PushService() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()
