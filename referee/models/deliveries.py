"""What is sent out until it is taken: the columns that letters and the news for webhooks share."""

from __future__ import annotations

from sqlmodel import Field, SQLModel

from referee.models.base import key, moment


class Delivery(SQLModel):
    """Something on its way out.

    ``due_at``: when it is tried next, after ``tries`` that failed; ``fault``: why the last one did.  ``sent_at``: since
    when it is taken; ``given_up_at``: since when it is tried no more.
    """

    id: str = key()
    made_at: int = moment()
    due_at: int = moment()
    tries: int = Field(default=0)
    fault: str = Field(default="", max_length=300)
    sent_at: int | None = moment(default=None)
    given_up_at: int | None = moment(default=None)
