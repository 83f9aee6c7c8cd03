"""Sending webhooks: the outbox, where a message may go, and one delivery.

The lists are IANA's registries of special addresses.  They are written out here, because Python's own differ from
version to version, and because an IPv6 address may only wrap an IPv4 one: a gateway in the hall's network would unwrap
it and send on to what was meant to be out of reach.

A news item is queued once for a webhook, whichever process does it.

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
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import partial
from ipaddress import IPv4Address, IPv4Network, IPv6Network
from urllib.parse import urlsplit

from sqlalchemy import text
from sqlmodel import select

from referee.core.deliveries import KEPT, Deliveries
from referee.core.http.field_faults import FieldFault, sentence
from referee.core.outgoing import Address, CutOff, Refused, connected, resolved
from referee.core.service import Service
from referee.models import Webhook, WebhookDelivery
from referee.public.cache import PageCaches
from referee.public.news import NewsItem, news_of
from referee.public.queries import PublicEvent, read_public_event
from rulesets.languages import FALLBACK

OWN, MANY, RESERVED = "own", "many", "reserved"
"""Why an address is not sent to: it is this machine's or the hall's own; it is many receivers' at once; it is nobody's.
"""
NOT_GLOBAL = {
    IPv4Network(each): why
    for why, networks in (
        (
            OWN,
            (
                "0.0.0.0/8",
                "10.0.0.0/8",
                "100.64.0.0/10",
                "127.0.0.0/8",
                "169.254.0.0/16",
                "172.16.0.0/12",
                "192.168.0.0/16",
            ),
        ),
        (MANY, ("224.0.0.0/4",)),
        (
            RESERVED,
            (
                "192.0.0.0/24",
                "192.0.2.0/24",
                "192.88.99.0/24",
                "198.18.0.0/15",
                "198.51.100.0/24",
                "203.0.113.0/24",
                "240.0.0.0/4",
            ),
        ),
    )
    for each in networks
}
"""IPv4 networks that are private or shared, for many at once, reserved or for documentation."""
GLOBAL_UNICAST = IPv6Network("2000::/3")
"""The only part of IPv6 in which ordinary addresses are given out."""
NOT_GLOBAL_6 = tuple(IPv6Network(each) for each in ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"))
"""Parts of it that are for tunnels (Teredo, 6to4), protocols and documentation."""
ELSEWHERE = {
    IPv6Network("::1/128"): OWN,
    IPv6Network("::/128"): OWN,
    IPv6Network("fc00::/7"): OWN,
    IPv6Network("fe80::/9"): OWN,
    IPv6Network("ff00::/8"): MANY,
}
"""What the rest of IPv6 is for, as far as people use it: the machine and the network themselves, and many at once."""
WRAPPING = (IPv6Network("::ffff:0:0/96"), IPv6Network("64:ff9b::/96"))
"""IPv6 addresses whose last 32 bits are the IPv4 address that is meant: mapped ones, and those of NAT64, by which
networks with IPv6 alone reach everything else."""


def why_not(address: Address) -> str | None:
    """Why an address is not sent to; None if it is an ordinary one of the public internet, or wraps one."""
    if isinstance(address, IPv4Address):
        return next((why for network, why in NOT_GLOBAL.items() if address in network), None)
    if any(address in each for each in WRAPPING):
        return why_not(IPv4Address(int(address) & 0xFFFFFFFF))
    if address in GLOBAL_UNICAST:
        return RESERVED if any(address in each for each in NOT_GLOBAL_6) else None
    return next((why for network, why in ELSEWHERE.items() if address in network), RESERVED)


INSERT_DELIVERY = text(
    "INSERT INTO webhook_delivery (id, webhook_id, news, body, made_at, due_at, tries, fault)"
    " VALUES (:id, :webhook_id, :news, :body, :now, :now, 0, '') ON CONFLICT (webhook_id, news) DO NOTHING"
)


class Webhooks:
    """Queues and sends news; one per process."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.database = service.database
        self.deliveries = Deliveries(service.database, WebhookDelivery, service.jobs.stopping, receiver="webhook_id")

    def run(self) -> None:
        """Queue what is new and send what is due, a receiver's apart from another's.  Raises the error of the last that
        failed.
        """
        self._note()
        self.deliveries.send_due(self._send)

    def close(self) -> None:
        """End the deliveries that are under way."""
        self.deliveries.close()

    def forget(self) -> None:
        self.deliveries.forget()

    def _note(self) -> None:
        """Queue, for every webhook, the news not queued for it before."""
        with self.database.read() as session:
            hooks = session.exec(select(Webhook)).all()
            known = (
                set(session.exec(select(WebhookDelivery.webhook_id, WebhookDelivery.news)).all()) if hooks else set()
            )
        caches: PageCaches[PublicEvent] = self.service.part(PageCaches)
        oldest = self.database.now() - KEPT  # for older news, the record of whether it was sent is deleted
        rows = []
        for hook in hooks:
            pages = caches.find(hook.event_id, read_public_event)
            if pages is None or not pages.content.shown.open:
                continue
            public = pages.content
            for news in news_of(public, public.event.language):
                if news.at >= max(hook.made_at, oldest) and (hook.id, news.id) not in known:
                    row = WebhookDelivery(webhook_id=hook.id, news=news.id, body="", made_at=0, due_at=0)
                    body = self._body(public, news)
                    rows.append({"id": row.id, "webhook_id": hook.id, "news": news.id, "body": body})
        if rows:
            with self.database.write() as session:
                for each in rows[::-1]:  # the oldest first
                    session.connection().execute(INSERT_DELIVERY, {**each, "now": self.database.now()})

    def _body(self, public: PublicEvent, news: NewsItem) -> str:
        address = f"{self.service.own_address.now()}/p/{public.shown.address or public.event.id}"
        timestamp = datetime.fromtimestamp(news.at / 1000, UTC).isoformat(timespec="milliseconds")
        event = {"id": public.event.id, "name": public.event.name, "url": address}
        data = {"id": news.id, "text": news.text, "url": f"{address}{news.page}", "event": event}
        return json.dumps({"type": news.kind, "timestamp": timestamp, "data": data}, ensure_ascii=False)

    def _send(self, delivery: WebhookDelivery) -> None:
        with self.database.read() as session:
            hook = session.get(Webhook, delivery.webhook_id)
        if hook is None:  # removed meanwhile, with its deliveries
            return
        settings, body = self.service.settings, delivery.body.encode()
        signed = signature_headers(
            signing_key(settings.secret, hook.id), f"msg_{delivery.id}", self.database.now() // 1000, body
        )
        deadline = CutOff(SECONDS, self.service.jobs.stopping)
        send(hook.url, {"Content-Type": "application/json", **signed}, body, deadline, local=settings.webhooks_local)


SECONDS = 10
"""How long a delivery may take, from the name of the receiver to its answer."""
PREFIX = "whsec_"
"""The prefix of a secret that libraries of Standard Webhooks expect."""


class NotSent(OSError):
    """A message was not accepted, or could not be sent.  ``status``: of the answer; None without one."""

    def __init__(self, why: str, status: int | None = None) -> None:
        self.status = status
        super().__init__(why)


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
        raise NotSent(f"answered with {status}", status)


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
