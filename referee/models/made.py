"""What was made from results or people and now stands by itself."""

from __future__ import annotations

from sqlmodel import Field, SQLModel

from referee.models.base import long_text, moment


class Made(SQLModel, table=True):
    """What seats, a publication, a paper, a file or a drawing said when it was made, to be compared with what it would
    say now (`referee.stale`).

    ``kind``, ``about``: which it is; made again, it is the same row.  ``content``: `tournaments.stale.Content` as JSON.
    ``kept``: the fingerprint of what it would have said when somebody decided, for ``kept_reason``, to leave it as it
    is; empty if nobody did.
    """

    __tablename__ = "made"

    event_id: str = Field(foreign_key="event.id", max_length=18, primary_key=True)
    kind: str = Field(max_length=20, primary_key=True)
    about: str = Field(max_length=200, primary_key=True)
    content: str = long_text()
    made_at: int = moment()
    author: str = Field(max_length=200)
    kept: str = Field(default="", max_length=16)
    kept_reason: str = long_text(default="")
    kept_by: str = Field(default="", max_length=200)
    kept_at: int | None = moment(default=None)
