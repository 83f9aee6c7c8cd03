"""What the service tells by e-mail."""

from __future__ import annotations

from sqlmodel import Field, SQLModel

from referee.models.base import key, long_text, moment


class Letter(SQLModel, table=True):
    """A letter to somebody, until it is sent and a while longer.

    ``due_at``: when it is tried next, after ``tries`` that failed; ``fault``: why the last one did.  ``sent_at``: since
    when the server has it; ``given_up_at``: since when it is tried no more.  ``about``: the row that it is about;
    ``calendar``: a file for calendars that goes with it, or empty.  Text and calendar are emptied once it is sent.
    """

    __tablename__ = "letter"

    id: str = key()
    event_id: str = Field(foreign_key="event.id", max_length=18, index=True)
    about: str = Field(max_length=18)
    address: str = Field(max_length=200)
    subject: str = Field(max_length=400)
    body: str = long_text()
    calendar: str = long_text(default="")
    made_at: int = moment()
    due_at: int = moment()
    tries: int = Field(default=0)
    fault: str = Field(default="", max_length=300)
    sent_at: int | None = moment(default=None)
    given_up_at: int | None = moment(default=None)
