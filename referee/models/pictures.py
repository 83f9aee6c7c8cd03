"""Pictures of an event: its logo and its sponsors' logos."""

from __future__ import annotations

from sqlmodel import Field, SQLModel

from referee.models.base import key, long_text, moment


class EventPicture(SQLModel, table=True):
    """A picture.  ``kind``: logo (at most one) or sponsor, in the order of ``position``; ``name``: the alternative
    text; ``link``: where a sponsor's picture links to, or empty.  ``data``: the file (PNG or JPEG) as re-encoded by
    us, in base64; ``sha256``: of that file.
    """

    __tablename__ = "event_picture"

    id: str = key()
    event_id: str = Field(foreign_key="event.id", max_length=18, index=True)
    kind: str = Field(max_length=10)
    position: int
    name: str = Field(max_length=200)
    link: str = Field(default="", max_length=300)
    media: str = Field(max_length=20)
    width: int
    height: int
    data: str = long_text()
    sha256: str = Field(max_length=64)
    made_at: int = moment()
