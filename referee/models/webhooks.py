"""News sent to other services."""

from __future__ import annotations

from sqlalchemy import UniqueConstraint
from sqlmodel import Field, SQLModel

from referee.models.base import key, long_text, moment
from referee.models.deliveries import Delivery


class Webhook(SQLModel, table=True):
    """A URL that an event's news is sent to, if published since ``made_at``."""

    __tablename__ = "webhook"

    id: str = key()
    event_id: str = Field(foreign_key="event.id", max_length=18, index=True)
    url: str = Field(max_length=500)
    made_at: int = moment()


class WebhookDelivery(Delivery, table=True):
    """The delivery of a piece of news to a webhook.  ``news``: its key, unique per webhook; ``body``: the JSON that is
    sent.
    """

    __tablename__ = "webhook_delivery"
    __table_args__ = (UniqueConstraint("webhook_id", "news"),)

    webhook_id: str = Field(foreign_key="webhook.id", max_length=18)
    news: str = Field(max_length=80)
    body: str = long_text()
