"""The outbox of webhooks: a job of the service queues news for every webhook, and sends it until it is accepted.

A news item is queued once for a webhook, whichever process does it.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime

from sqlalchemy import text
from sqlmodel import select

from referee.core.deliveries import KEPT, Deliveries
from referee.core.outgoing import CutOff
from referee.core.service import Service
from referee.models import Webhook, WebhookDelivery
from referee.public.cache import PageCaches
from referee.public.news import NewsItem, news_of
from referee.public.queries import PublicEvent, read_public_event
from referee.webhooks.sending import SECONDS, send, signature_headers, signing_key

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
        """Delete old deliveries."""
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
