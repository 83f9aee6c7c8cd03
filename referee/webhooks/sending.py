"""Sending a message to an address that somebody gave: nowhere but to the open net, unless the service may.

A hall's network, and the machine itself, have doors that stand open to neighbours.  So the name is looked up once,
every address that it has must be one of the open net, and the connection goes to the very address that was looked at.
Nothing is followed anywhere else, and of the answer nothing but the status is read.

A message is signed by HMAC-SHA256, as the Standard Webhooks specification has it (version 1).
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

SECONDS = 10
"""How long a receiver may take."""
PREFIX = "whsec_"
"""How a secret begins that libraries of Standard Webhooks take."""


class NotSent(OSError):
    """Why a message was not taken."""


def send(url: str, headers: Mapping[str, str], body: bytes, *, local: bool) -> None:
    """Send a message.  ``local``: it may go into the hall, and without https.  Raises OSError, ValueError."""
    parts = urlsplit(url)
    if parts.scheme != "https" and not local:
        raise NotSent("only https is sent to")
    host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
    with socket.create_connection(_resolve(host, port, local=local), SECONDS) as raw:
        context = ssl.create_default_context()
        stream = context.wrap_socket(raw, server_hostname=host) if parts.scheme == "https" else raw
        connection = http.client.HTTPConnection(host, port, timeout=SECONDS)
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
    """An address of a host.  Raises `NotSent` where one of them is not of the open net."""
    found = [str(each[4][0]) for each in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not local and not all(ipaddress.ip_address(each.partition("%")[0]).is_global for each in found):
        raise NotSent(f"{host} is in the hall's own network, and REFEREE_WEBHOOKS_LOCAL is not set")
    return found[0], port


def key_of(secret: bytes, webhook_id: str) -> bytes:
    """The key of a webhook: it follows from the service's secret, and is in no database and in no backup."""
    return hmac.digest(secret, f"webhook:{webhook_id}".encode(), hashlib.sha256)


def shown(key: bytes) -> str:
    """A key as receivers get it."""
    return PREFIX + base64.b64encode(key).decode()


def headers(key: bytes, message_id: str, seconds: int, body: bytes) -> dict[str, str]:
    """The headers of a message.  ``seconds``: when it is sent, since 1970."""
    signed = hmac.digest(key, f"{message_id}.{seconds}.".encode() + body, hashlib.sha256)
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(seconds),
        "webhook-signature": f"v1,{base64.b64encode(signed).decode()}",
    }
