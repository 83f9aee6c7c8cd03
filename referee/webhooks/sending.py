"""Sending a message to a URL that a user entered: only on the public internet, unless a setting allows more.

A hall's network, and the machine itself, have services that trust their neighbours (SSRF).  So the host name is
resolved once, every address that it has must be public, and the connection goes to one of the very addresses that were
checked.  Redirects are not followed, and nothing but the status of the answer is read.

A message is signed by HMAC-SHA256, as in the Standard Webhooks specification (version 1).
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import http.client
from collections.abc import Mapping
from functools import partial
from urllib.parse import urlsplit

from referee.core.http.field_faults import FieldFault, sentence
from referee.core.outgoing import Address, CutOff, Refused, connected, resolved
from referee.webhooks.targets import why_not
from rulesets.languages import FALLBACK

SECONDS = 10
"""How long a delivery may take, from the name of the receiver to its answer."""
PREFIX = "whsec_"
"""The prefix of a secret that libraries of Standard Webhooks expect."""


class NotSent(OSError):
    """A message was not accepted, or could not be sent."""


class RefusedTarget(Refused):
    """A URL that nothing is sent to.  ``fault``: why, as the field of a form is told."""

    def __init__(self, why: str, host: str) -> None:
        self.fault = FieldFault("url", f"webhook_{why}", {"host": host})
        super().__init__(sentence(self.fault, FALLBACK))


def check_target(url: str, deadline: CutOff, *, local: bool) -> None:
    """Raise `RefusedTarget` if nothing would be sent to a URL now.  A name that does not resolve may do so later."""
    if local:
        return
    host, port = _target(url, local=local)
    try:
        addresses = resolved(host, port, deadline)
    except (OSError, ValueError):
        return
    _check(host, addresses)


def _target(url: str, *, local: bool) -> tuple[str, int]:
    """The host and port of a URL."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    if parts.scheme != "https" and not local:
        raise RefusedTarget("not_https", host)
    return host, parts.port or (443 if parts.scheme == "https" else 80)


def _check(host: str, addresses: list[Address]) -> None:
    """Raise `RefusedTarget` unless every address of a host is an ordinary one of the public internet."""
    for why in map(why_not, addresses):
        if why is not None:
            raise RefusedTarget(why, host)


def send(url: str, headers: Mapping[str, str], body: bytes, deadline: CutOff, *, local: bool) -> None:
    """Send a message.  ``local``: to private addresses and without https, too.  Raises OSError or ValueError."""
    parts, (host, port) = urlsplit(url), _target(url, local=local)
    check = None if local else partial(_check, host)
    with connected(host, port, deadline, tls=parts.scheme == "https", check=check) as line:
        connection = http.client.HTTPConnection(host, port)
        connection.sock = line
        path = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
        try:
            connection.request("POST", path, body, dict(headers))
            status = connection.getresponse().status
            deadline.left()  # an answer that was cut off then looks like one that has ended
        except http.client.HTTPException as error:
            raise NotSent(f"no answer: {type(error).__name__}") from error
        finally:
            connection.close()
    if not 200 <= status < 300:
        raise NotSent(f"answered with {status}")


def signing_key(secret: bytes, webhook_id: str) -> bytes:
    """The key of a webhook: derived from the service's secret, so it is in no database and no backup."""
    return hmac.digest(secret, f"webhook:{webhook_id}".encode(), hashlib.sha256)


def key_text(key: bytes) -> str:
    """A key in the form that receivers get."""
    return PREFIX + base64.b64encode(key).decode()


def signature_headers(key: bytes, message_id: str, seconds: int, body: bytes) -> dict[str, str]:
    """The HTTP headers that sign a message.  ``seconds``: when it is sent, since 1970."""
    signed = hmac.digest(key, f"{message_id}.{seconds}.".encode() + body, hashlib.sha256)
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(seconds),
        "webhook-signature": f"v1,{base64.b64encode(signed).decode()}",
    }
