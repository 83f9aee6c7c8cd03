"""How a webhook is signed: by HMAC-SHA256, as the Standard Webhooks specification has it (version 1)."""

from __future__ import annotations

import base64
import hashlib
import hmac

PREFIX = "whsec_"
"""How a secret begins that libraries of Standard Webhooks take."""


def key_of(secret: bytes, webhook_id: str) -> bytes:
    """The key of a webhook: it follows from the service's secret, and is in no database and in no backup."""
    return hmac.digest(secret, f"webhook:{webhook_id}".encode(), hashlib.sha256)


def shown(key: bytes) -> str:
    """A key as receivers are told it."""
    return PREFIX + base64.b64encode(key).decode()


def headers(key: bytes, message_id: str, seconds: int, body: bytes) -> dict[str, str]:
    """The headers of a message.  ``seconds``: when it is sent, since 1970."""
    signed = hmac.digest(key, f"{message_id}.{seconds}.".encode() + body, hashlib.sha256)
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(seconds),
        "webhook-signature": f"v1,{base64.b64encode(signed).decode()}",
    }
