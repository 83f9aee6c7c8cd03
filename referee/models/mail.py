"""E-mail sent by the service."""

from __future__ import annotations

from sqlmodel import Field

from referee.models.base import long_text
from referee.models.deliveries import Delivery


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
