"""Deliveries that are retried until they are accepted: the columns that letters and webhook deliveries share."""

from __future__ import annotations

from sqlmodel import Field, SQLModel

from referee.models.base import key, moment


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
