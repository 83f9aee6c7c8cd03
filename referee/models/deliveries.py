"""What is sent to others and retried until it is taken: letters, alerts to players, news to other programs."""

from __future__ import annotations

from sqlalchemy import UniqueConstraint
from sqlmodel import Field, SQLModel

from referee.models.base import key, long_text, moment


class Delivery(SQLModel):
    """An outgoing message.

    ``due_at``: when the next attempt is due, after ``tries`` failed ones; ``fault``: why the last one failed.
    ``sent_at``: when it was accepted; ``given_up_at``: when the attempts were given up.
    """

    id: str = key()
    made_at: int = moment()
    due_at: int = moment()
    tries: int = Field(default=0)
    fault: str = Field(default="", max_length=300)
    sent_at: int | None = moment(default=None)
    given_up_at: int | None = moment(default=None)


class AlertChannel(SQLModel, table=True):
    """A way to reach a player, who turned it on at ``made_at``; in ``language``.

    ``kind``: push, to a browser, or mail.  ``address``: the endpoint of the browser's push service, or the e-mail
    address; ``public_key`` and ``auth``: those of the browser's subscription, empty for mail.  Private: in no archive.
    """

    __tablename__ = "alert_channel"

    id: str = key()
    event_id: str = Field(foreign_key="event.id", max_length=18, index=True)
    player_id: str = Field(foreign_key="player.id", max_length=18, index=True)
    kind: str = Field(max_length=4)
    address: str = long_text()
    public_key: str = Field(default="", max_length=100)
    auth: str = Field(default="", max_length=40)
    language: str = Field(max_length=2)
    made_at: int = moment()


class AlertDelivery(Delivery, table=True):
    """What is told through a channel.  ``news``: its key, unique per channel; ``body``: the JSON that is sent, cleared
    then.  What goes by mail is handed over to the outbox of letters.
    """

    __tablename__ = "alert_delivery"
    __table_args__ = (UniqueConstraint("channel_id", "news"),)

    channel_id: str = Field(foreign_key="alert_channel.id", max_length=18)
    news: str = Field(max_length=80)
    body: str = long_text(default="")


class Letter(Delivery, table=True):
    """An e-mail, kept until it is sent and for a while after that.

    ``about``: the id of the row that it is about; ``calendar``: an attached calendar file, or empty.  ``body`` and
    ``calendar`` are cleared once it is sent.
    """

    __tablename__ = "letter"

    event_id: str = Field(foreign_key="event.id", max_length=18, index=True)
    about: str = Field(max_length=18)
    address: str = Field(max_length=200)
    subject: str = Field(max_length=400)
    body: str = long_text()
    calendar: str = long_text(default="")


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
