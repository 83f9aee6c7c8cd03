"""News that are sent out to other services."""

from __future__ import annotations

from sqlalchemy import UniqueConstraint
from sqlmodel import Field, SQLModel

from referee.models.base import key, long_text, moment


class Webhook(SQLModel, table=True):
    """An address that the news of an event are sent to, those that come after ``made_at``."""

    __tablename__ = "webhook"

    id: str = key()
    event_id: str = Field(foreign_key="event.id", max_length=18, index=True)
    url: str = Field(max_length=500)
    made_at: int = moment()


class WebhookDelivery(SQLModel, table=True):
    """A piece of news on its way to a webhook.

    ``news``: which, once for each webhook; ``body``: the JSON that is sent.  ``due_at``, ``tries``, ``fault``,
    ``sent_at`` and ``given_up_at``: as those of a letter.
    """

    __tablename__ = "webhook_delivery"
    __table_args__ = (UniqueConstraint("webhook_id", "news"),)

    id: str = key()
    webhook_id: str = Field(foreign_key="webhook.id", max_length=18)
    news: str = Field(max_length=80)
    body: str = long_text()
    made_at: int = moment()
    due_at: int = moment()
    tries: int = Field(default=0)
    fault: str = Field(default="", max_length=300)
    sent_at: int | None = moment(default=None)
    given_up_at: int | None = moment(default=None)
