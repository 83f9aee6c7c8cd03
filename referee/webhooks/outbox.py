"""What is new is written down for every webhook, and sent until it is taken, by a job of the service.

All processes share the rows: a piece of news is there once for a webhook, and whoever moves its ``due_at`` tries it
next.
"""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime

from sqlalchemy import text
from sqlmodel import col, delete, select

from referee.core.service import Service
from referee.mail.outbox import AGAIN, AT_A_TIME, CLAIMED, KEPT
from referee.models import Webhook, WebhookDelivery
from referee.public.cache import PageCaches
from referee.public.news import NewsItem, news_of
from referee.public.queries import PublicEvent, read_public_event
from referee.webhooks.sending import send
from referee.webhooks.signing import headers, key_of

LOG = logging.getLogger(__name__)

SECONDS = 5
"""How often it is checked whether there is news, or something is due."""
DUE = (
    "SELECT d.id, d.due_at, d.body, d.tries, w.id, w.url FROM webhook_delivery d JOIN webhook w ON w.id = d.webhook_id"
    " WHERE d.sent_at IS NULL AND d.given_up_at IS NULL AND d.due_at <= :now"
    f" ORDER BY d.due_at, d.id LIMIT {AT_A_TIME}"
)
CLAIM = text("UPDATE webhook_delivery SET due_at = :until WHERE id = :id AND due_at = :due_at AND sent_at IS NULL")
ADD = text(
    "INSERT INTO webhook_delivery (id, webhook_id, news, body, made_at, due_at, tries, fault)"
    " VALUES (:id, :webhook_id, :news, :body, :now, :now, 0, '') ON CONFLICT (webhook_id, news) DO NOTHING"
)


class Webhooks:
    """Sends news, as one process does it."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.database = service.database

    def run(self) -> None:
        """Write down what is new, and send what is due.  Raises what the last one failed with, when all were tried."""
        self._note()
        failed: Exception | None = None
        for row in self.database.rows(self.database.sql(DUE), {"now": self.database.now()}):
            failed = self._try(*row) or failed
        if failed is not None:
            raise failed

    def forget(self) -> None:
        """Forget deliveries of long ago."""
        before = self.database.now() - KEPT
        with self.database.write() as session:
            session.exec(delete(WebhookDelivery).where(col(WebhookDelivery.made_at) < before))

    def _note(self) -> None:
        """Write down for every webhook the news that it has not."""
        with self.database.read() as session:
            hooks = session.exec(select(Webhook)).all()
            known = (
                set(session.exec(select(WebhookDelivery.webhook_id, WebhookDelivery.news)).all()) if hooks else set()
            )
        caches: PageCaches[PublicEvent] = self.service.part(PageCaches)
        oldest = self.database.now() - KEPT  # of what is older it is forgotten whether it was sent
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
                    session.connection().execute(ADD, {**each, "now": self.database.now()})

    def _body(self, public: PublicEvent, news: NewsItem) -> str:
        address = f"{self.service.own_address.now()}/p/{public.shown.address or public.event.id}"
        moment = datetime.fromtimestamp(news.at / 1000, UTC).isoformat(timespec="milliseconds")
        event = {"id": public.event.id, "name": public.event.name, "url": address}
        data = {"id": news.id, "text": news.text, "url": f"{address}{news.page}", "event": event}
        return json.dumps({"type": news.kind, "timestamp": moment, "data": data}, ensure_ascii=False)

    def _try(self, delivery_id: str, due_at: int, body: str, tries: int, hook_id: str, url: str) -> Exception | None:
        """Try a delivery, unless another process does; what it failed with."""
        now = self.database.now()
        with self.database.write() as session:
            values = {"id": delivery_id, "due_at": due_at, "until": now + CLAIMED}
            if session.connection().execute(CLAIM, values).rowcount != 1:
                return None
        settings = self.service.settings
        signed = headers(key_of(settings.secret, hook_id), f"msg_{delivery_id}", now // 1000, body.encode())
        error: Exception | None = None
        try:  # seconds, perhaps: in no transaction
            send(url, {"Content-Type": "application/json", **signed}, body.encode(), local=settings.webhooks_local)
        except (OSError, ValueError) as failed:
            error = failed
            LOG.warning("webhook %s was not taken: %s", hook_id, failed)
        with self.database.write() as session:
            row = session.get(WebhookDelivery, delivery_id)
            if row is None:  # the webhook was removed meanwhile
                return None
            done = self.database.now()
            if error is None:
                row.sent_at, row.fault = done, ""
            else:
                row.fault, row.tries = f"{type(error).__name__}: {error}"[:300], tries + 1
                if row.tries > len(AGAIN):
                    row.given_up_at = done
                else:
                    row.due_at = done + AGAIN[row.tries - 1]
            session.add(row)
        return error
