"""What the service tells by e-mail."""

from __future__ import annotations

from sqlmodel import Field

from referee.models.base import long_text
from referee.models.deliveries import Delivery


class Letter(Delivery, table=True):
    """A letter to somebody, until it is sent and a while longer.

    ``about``: the row that it is about; ``calendar``: a file for calendars that goes with it, or empty.  Text and
    calendar are emptied once it is sent.
    """

    __tablename__ = "letter"

    event_id: str = Field(foreign_key="event.id", max_length=18, index=True)
    about: str = Field(max_length=18)
    address: str = Field(max_length=200)
    subject: str = Field(max_length=400)
    body: str = long_text()
    calendar: str = long_text(default="")
