"""Adding and removing webhooks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated
from urllib.parse import urlsplit

from marshmallow import ValidationError
from sqlmodel import col, delete, select

from referee.core.command import Caller
from referee.core.http.field_faults import invalid
from referee.core.http.schemas import Line
from referee.core.outgoing import CutOff
from referee.core.problems import Problem
from referee.events.queries import lock_event
from referee.models import Webhook, WebhookDelivery
from referee.webhooks.sending import RefusedTarget, check_target

MOST = 10
"""The most webhooks of an event."""
SECONDS = 3
"""How long the name of a new receiver is looked up."""


@dataclass(frozen=True, slots=True)
class AddWebhook:
    """A webhook to add: a URL that news is sent to."""

    url: Annotated[str, Line(500)]

    def __post_init__(self) -> None:
        """Require a web address."""
        try:
            parts = urlsplit(self.url)
            is_one = parts.scheme in ("https", "http") and parts.hostname and parts.port != 0
        except ValueError:  # no such port, or an address of IPv6 that is none
            is_one = False
        if not is_one or not self.url.isascii() or " " in self.url:
            raise ValidationError({"url": ["not_web_address"]})


def add_webhook(caller: Caller, event_id: str, given: AddWebhook) -> Webhook:
    """Add a webhook, to which the news of an event is sent from now on.

    Raises the problems ``not_allowed``, ``not_found``, ``webhooks_many``, and ``invalid`` for a URL that nothing would
    be sent to now.
    """
    caller.allow("event.change", event_id)
    try:  # before anything is locked: a name server may take its time
        check_target(given.url, CutOff(SECONDS), local=caller.service.settings.webhooks_local)
    except RefusedTarget as refused:
        raise invalid(refused.fault) from refused
    with caller.change() as change:
        session = change.session
        lock_event(session, event_id)
        if len(session.exec(select(Webhook.id).where(Webhook.event_id == event_id)).all()) >= MOST:
            raise Problem("webhooks_many", most=MOST)
        webhook = Webhook(event_id=event_id, url=given.url, made_at=change.now)
        session.add(webhook)
        session.flush()
        change.audit("webhook.create", f"webhook:{webhook.id}", event_id)  # the address may hold a secret
        return Webhook(**webhook.model_dump())


def remove_webhook(caller: Caller, event_id: str, webhook_id: str) -> None:
    """Remove a webhook, with its deliveries.  Raises the problems ``not_allowed`` and ``not_found``."""
    caller.allow("event.change", event_id)
    with caller.change() as change:
        found = change.row(Webhook, webhook_id)
        if found.event_id != event_id:
            raise Problem("not_found", path=webhook_id)
        change.session.exec(delete(WebhookDelivery).where(col(WebhookDelivery.webhook_id) == webhook_id))
        change.session.delete(found)
        change.audit("webhook.delete", f"webhook:{webhook_id}", event_id)
