"""Sending a message to a URL that a user entered: only on the public internet, unless a setting allows more.

A hall's network, and the machine itself, have services that trust their neighbours (SSRF).  So the host name is
resolved once, every address that it has must be public, and the connection goes to the very address that was checked.
Redirects are not followed, and nothing but the status of the answer is read.

A message is signed by HMAC-SHA256, as in the Standard Webhooks specification (version 1).
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import http.client
import ipaddress
import socket
import ssl
from collections.abc import Mapping
from urllib.parse import urlsplit

TIMEOUT_SECONDS = 10
"""The timeout of the connection to a receiver."""
PREFIX = "whsec_"
"""The prefix of a secret that libraries of Standard Webhooks expect."""


class NotSent(OSError):
    """A message was not accepted, or could not be sent."""


def send(url: str, headers: Mapping[str, str], body: bytes, *, local: bool) -> None:
    """Send a message.  ``local``: to private addresses and without https, too.  Raises OSError or ValueError."""
    parts = urlsplit(url)
    if parts.scheme != "https" and not local:
        raise NotSent("only https is sent to")
    host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
    with socket.create_connection(_resolve(host, port, local=local), TIMEOUT_SECONDS) as raw:
        context = ssl.create_default_context()
        stream = context.wrap_socket(raw, server_hostname=host) if parts.scheme == "https" else raw
        connection = http.client.HTTPConnection(host, port, timeout=TIMEOUT_SECONDS)
        connection.sock = stream
        try:
            path = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
            connection.request("POST", path, body, dict(headers))
            status = connection.getresponse().status
        except http.client.HTTPException as error:
            raise NotSent(f"no answer: {type(error).__name__}") from error
        finally:
            connection.close()
    if not 200 <= status < 300:
        raise NotSent(f"answered with {status}")


def _resolve(host: str, port: int, *, local: bool) -> tuple[str, int]:
    """Resolve a host to one address.  Raises `NotSent` if any of its addresses is not public, unless ``local``."""
    found = [str(each[4][0]) for each in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not local and not all(ipaddress.ip_address(each.partition("%")[0]).is_global for each in found):
        raise NotSent(f"{host} is in the hall's own network, and REFEREE_WEBHOOKS_LOCAL is not set")
    return found[0], port


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
