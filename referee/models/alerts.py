"""Players who are told on their phone or by e-mail what concerns them."""

from __future__ import annotations

from sqlalchemy import UniqueConstraint
from sqlmodel import Field, SQLModel

from referee.models.base import key, long_text, moment
from referee.models.deliveries import Delivery


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
