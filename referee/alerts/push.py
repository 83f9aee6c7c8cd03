"""Web Push: encrypting a message for one browser (RFC 8291, RFC 8188) and signing the request (VAPID, RFC 8292).

The key that signs is derived from the service's secret, like those of webhooks: so it is the same in every process, in
no database, and comes back with the secret from a backup that holds it.  The library for this, pywebpush, is not used:
it sends by itself, to whatever address a stranger's browser names and without a deadline for the whole, needs two HTTP
clients for that, and a package that ships no wheel, which a bundle for a hall without a network must have.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of the curve P-256."""
POINT, AUTH = 65, 16
"""The bytes of an uncompressed point, and of a subscription's authentication secret."""
RECORD = 4096
"""The size of a record, of which a message is one; push services take no larger ones."""
LONGEST = 3000
"""The bytes of a message, before it is encrypted."""
SIGNED_SECONDS = 12 * 3600
"""How long a signature holds; a day is the most that push services accept."""


def encoded(data: bytes) -> str:
    """Base64 for addresses, without padding."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decoded(text: str) -> bytes:
    """What `encoded` was given.  Raises ValueError."""
    return base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)


def is_subscription(public_key: str, auth: str) -> bool:
    """Whether these are the keys of a browser's subscription: a point of P-256, and 16 bytes."""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(public_key))
        return len(decoded(public_key)) == POINT and len(decoded(auth)) == AUTH
    except ValueError:
        return False


@lru_cache(4)
def signing_key(secret: bytes) -> EllipticCurvePrivateKey:
    """The private key of the service (VAPID), derived from its secret."""
    from cryptography.hazmat.primitives.asymmetric import ec

    number = int.from_bytes(hmac.digest(secret, b"vapid", hashlib.sha512))
    return ec.derive_private_key(number % (ORDER - 1) + 1, ec.SECP256R1())


def public_key_text(key: EllipticCurvePrivateKey) -> str:
    """The public key as browsers want it, to subscribe to us alone."""
    return encoded(_point(key))


def authorization(key: EllipticCurvePrivateKey, endpoint: str, contact: str, now: int) -> str:
    """The header by which a push service knows that it is us.  ``contact``: a URL; ``now``: in seconds since 1970."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

    at = urlsplit(endpoint)
    claims = {"aud": f"{at.scheme}://{at.netloc}", "exp": now + SIGNED_SECONDS, "sub": contact}
    parts = ({"typ": "JWT", "alg": "ES256"}, claims)
    signed = ".".join(encoded(json.dumps(part, separators=(",", ":")).encode()) for part in parts)
    one, other = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    signature = encoded(one.to_bytes(32) + other.to_bytes(32))
    return f"vapid t={signed}.{signature}, k={public_key_text(key)}"


def encrypted(
    message: bytes, public_key: str, auth: str, key: EllipticCurvePrivateKey | None = None, salt: bytes | None = None
) -> bytes:
    """A message as only the browser with this subscription can read it.

    ``key`` and ``salt``: fresh ones by default; only the known answer of a test gives its own.
    """
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    key, salt = key or ec.generate_private_key(ec.SECP256R1()), salt or os.urandom(16)
    theirs, ours = decoded(public_key), _point(key)
    shared = key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
    mixed = _hkdf(decoded(auth), shared, b"WebPush: info\0" + theirs + ours, 32)
    content_key = _hkdf(salt, mixed, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _hkdf(salt, mixed, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD.to_bytes(4) + bytes([len(ours)]) + ours
    return header + AESGCM(content_key).encrypt(nonce, message + b"\x02", None)


def _hkdf(salt: bytes, key: bytes, info: bytes, length: int) -> bytes:
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(hashes.SHA256(), length, salt, info).derive(key)


def _point(key: EllipticCurvePrivateKey) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
