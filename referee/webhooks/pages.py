"""The page of an event's webhooks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, request
from sqlmodel import col, select

from referee.core.access.guard import allowed
from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.pages.forms import asked, form_view
from referee.core.pages.frame import framed
from referee.core.service import service
from referee.models import Webhook, WebhookDelivery
from referee.public.settings import public_view
from referee.webhooks.commands import AddWebhook, add_webhook, remove_webhook
from referee.webhooks.sending import key_text, signing_key

blueprint = Blueprint("webhooks", __name__)


@dataclass(frozen=True, slots=True)
class WebhookRow:
    """A webhook on the page.  ``secret``: for verifying signatures; ``fault``: why the last one failed."""

    id: str
    url: str
    secret: str
    sent: int
    waiting: int
    given_up: int
    fault: str


@blueprint.get("/events/<event_id>/webhooks")
def show_webhooks(event_id: str, problem: dict[str, object] | None = None) -> str:
    allowed("event.change", event_id)
    caller().confirmed()  # the page shows the keys
    event = event_for("event.change", event_id)
    with service().database.read() as session:
        hooks = session.exec(select(Webhook).where(Webhook.event_id == event_id).order_by(col(Webhook.id))).all()
        rows = [
            _row(hook, session.exec(select(WebhookDelivery).where(WebhookDelivery.webhook_id == hook.id)).all())
            for hook in hooks
        ]
        public = public_view(session, event_id)
    return framed("webhooks/webhooks.html", event, rows=rows, public=public, typed=request.form, problem=problem)


def _row(hook: Webhook, deliveries: Sequence[WebhookDelivery]) -> WebhookRow:
    waiting = [each for each in deliveries if each.sent_at is None and each.given_up_at is None]
    given_up = sum(each.given_up_at is not None for each in deliveries)
    fault = next((each.fault for each in sorted(deliveries, key=lambda each: each.id, reverse=True) if each.fault), "")
    secret = key_text(signing_key(service().settings.secret, hook.id))
    return WebhookRow(
        hook.id, hook.url, secret, len(deliveries) - len(waiting) - given_up, len(waiting), given_up, fault
    )


@blueprint.post("/events/<event_id>/webhooks")
@form_view(show_webhooks)
def post_webhook(event_id: str) -> str:
    if request.form.get("remove"):
        remove_webhook(caller(), event_id, request.form["remove"])
    else:
        allowed("event.change", event_id)
        add_webhook(caller(), event_id, asked(AddWebhook, request.form))
    return f"/events/{event_id}/webhooks"
